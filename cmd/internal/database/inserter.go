package database

import (
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// rowsAtOnce is the number of rows that one INSERT inserts.
const rowsAtOnce = 50

// An inserter inserts rows into a table, many rows with one statement. Binding a value costs about as much as inserting it, and most
// columns of most rows are NULL. So rows that have values in the same columns are inserted together, by a statement that has NULL for
// the others. Rows of different batches may be inserted in another order than they were added in.
type inserter struct {
	c       *sqlite.Conn
	table   string
	columns int
	batches map[uint64]*batch // by the set of columns that have values
	set     uint64            // that of the last row
	last    *batch            // and its batch
}

// A batch has rows with values in the same columns.
type batch struct {
	width     int    // the number of these columns
	one, many string // insert one row and rowsAtOnce rows
	values    []sqlite.Value
}

// maxBatches is the maximum number of batches of an inserter.
const maxBatches = 24

// newInserter returns an inserter for a table.
func newInserter(c *sqlite.Conn, table string, columns int) *inserter {
	return &inserter{c: c, table: table, columns: columns, batches: map[uint64]*batch{}}
}

// add adds a row. It is inserted by the next flush at the latest.
func (i *inserter) add(values ...sqlite.Value) error {
	set := uint64(0)
	for k := range values {
		if !values[k].IsNull() {
			set |= 1 << k
		}
	}
	if set != i.set || i.last == nil {
		i.last = i.batch(&set)
		i.set = set
	}
	b := i.last
	for k := range values {
		if set&(1<<k) != 0 {
			b.values = append(b.values, values[k])
		}
	}
	if len(b.values) < b.width*rowsAtOnce {
		return nil
	}
	err := i.c.ExecValues(b.many, b.values)
	b.clear()
	return err
}

// batch returns the batch for rows with values in a set of columns. If there are many batches, it makes that the set of all columns.
func (i *inserter) batch(set *uint64) *batch {
	if b := i.batches[*set]; b != nil {
		return b
	}
	if len(i.batches) >= maxBatches {
		if *set = 1<<i.columns - 1; i.batches[*set] != nil {
			return i.batches[*set]
		}
	}
	b := new(batch)
	row := make([]string, i.columns)
	for k := range row {
		if row[k] = "NULL"; *set&(1<<k) != 0 {
			row[k] = "?"
			b.width++
		}
	}
	// If a row cannot be inserted, the transaction ends. Otherwise SQLite would keep a copy of everything a statement changes, which
	// costs as much as the rest.
	values := "(" + strings.Join(row, ",") + ")"
	b.one = "INSERT OR ROLLBACK INTO " + i.table + " VALUES " + values
	b.many = b.one + strings.Repeat(","+values, rowsAtOnce-1)
	i.batches[*set] = b
	return b
}

// flush inserts all rows that were added.
func (i *inserter) flush() error {
	for _, b := range i.batches {
		for from := 0; from < len(b.values); from += b.width {
			if err := i.c.ExecValues(b.one, b.values[from:from+b.width]); err != nil {
				return err
			}
		}
		b.clear()
	}
	return nil
}

// clear forgets the rows.
func (b *batch) clear() {
	clear(b.values)
	b.values = b.values[:0]
}
