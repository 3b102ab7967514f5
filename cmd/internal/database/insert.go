package database

import (
	"math/bits"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// rowsAtOnce is the number of rows that a statement inserts. With one, a first run on a
// list of URLs takes 1.15 times as long.
const rowsAtOnce = 32

// inserts holds rows of a table that are still to be inserted. A statement names only the
// columns for which some row has had a value, since each NULL costs SQLite as much as a
// number.
type inserts struct {
	table   string
	columns []string       // all columns of the table
	filled  uint64         // the set of columns that are named
	width   int            // the number of named columns
	values  []sqlite.Value // the values of all waiting rows
	whole   *sqlite.Insert // the statement for rowsAtOnce rows, or nil before it is needed
}

// rows are the rows of all tables that are still to be inserted.
type rows struct {
	sql     *sqlite.Sequence
	byTable map[string]*inserts
}

// insert inserts a row. The row may wait for others until flush is called, which must
// precede every statement that reads or changes rows.
func (r *rows) insert(table string, values ...any) {
	i := r.byTable[table]
	if i == nil {
		i = &inserts{table: table}
		r.sql.Each(func(row sqlite.Row) { i.columns = append(i.columns, row.Text(0)) },
			"SELECT name FROM pragma_table_info(?)", table)
		r.byTable[table] = i
	}
	var filled uint64
	for k, v := range values {
		if v != nil {
			filled |= 1 << k
		}
	}
	if filled |= i.filled; filled != i.filled {
		i.flush(r.sql)
		i.filled, i.width, i.whole = filled, bits.OnesCount64(filled), nil
	}
	for k, v := range values {
		if filled>>k&1 > 0 {
			i.values = append(i.values, sqlite.ValueOf(v))
		}
	}
	if len(i.values) == rowsAtOnce*i.width {
		i.flush(r.sql)
	}
}

// flush inserts the remaining rows of all tables.
func (r *rows) flush() {
	for _, i := range r.byTable {
		i.flush(r.sql)
	}
}

// flush inserts the remaining rows of the table.
func (i *inserts) flush(sql *sqlite.Sequence) {
	if len(i.values) == 0 {
		return
	}
	n, rows := len(i.values)/i.width, i.whole
	if n < rowsAtOnce || rows == nil {
		rows = &sqlite.Insert{Conn: sql.Conn, Query: i.statement(n)}
	}
	if n == rowsAtOnce {
		i.whole = rows
	}
	sql.Do(func() error { return rows.Run(i.values) })
	clear(i.values)
	i.values = i.values[:0]
}

// statement returns the statement that inserts n rows. If a row cannot be inserted,
// SQLite rolls back the transaction. To roll back only the statement, it would have to
// copy every page before a change, which doubles the time.
func (i *inserts) statement(n int) string {
	var named []string
	for k, name := range i.columns {
		if i.filled>>k&1 > 0 {
			named = append(named, name)
		}
	}
	row := ", (?" + strings.Repeat(", ?", i.width-1) + ")"
	return "INSERT OR ROLLBACK INTO " + i.table + " (" + strings.Join(named, ", ") + ") VALUES " +
		strings.Repeat(row, n)[len(", "):]
}
