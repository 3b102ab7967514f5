package links

import (
	"context"
	"database/sql/driver"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
)

// A conn is a connection to a database, with its prepared statements. It does not use database/sql, which is of no use with a
// single connection, and costs as much as SQLite does for each value of a row.
type conn struct {
	c     driver.Conn
	stmts map[string]driver.Stmt
}

// Name returns the name of a file for SQLite, with settings of the connection such as "mode=rw". Without it SQLite would read
// settings out of some names.
func Name(file, settings string) (string, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	path = "/" + strings.TrimPrefix(filepath.ToSlash(path), "/") // a drive is not a host
	uri := url.URL{Scheme: "file", Path: path, RawQuery: settings}
	return uri.String(), nil
}

func connect(file string) (*conn, error) {
	name, err := Name(file, "")
	if err != nil {
		return nil, err
	}
	c, err := new(sqlite.Driver).Open(name)
	if err != nil {
		return nil, err
	}
	return &conn{c: c, stmts: map[string]driver.Stmt{}}, nil
}

func (c *conn) close() error {
	for _, s := range c.stmts {
		s.Close()
	}
	return c.c.Close()
}

// script runs statements that run only once.
func (c *conn) script(text string) error {
	_, err := c.c.(driver.ExecerContext).ExecContext(context.Background(), text, nil)
	return err
}

func (c *conn) stmt(query string) (driver.Stmt, error) {
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.c.Prepare(query)
	if err == nil {
		c.stmts[query] = s
	}
	return s, err
}

// exec runs a statement.
func (c *conn) exec(query string, args ...any) error {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	_, err = s.(driver.StmtExecContext).ExecContext(context.Background(), named(args))
	return err
}

// each calls do for each row of a query. The row is valid until the next one.
func (c *conn) each(query string, args []any, do func(row []driver.Value) error) error {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(context.Background(), named(args))
	if err != nil {
		return err
	}
	defer rows.Close()
	row := make([]driver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(row); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// number returns the number that a query returns, or 0 if it returns no row.
func (c *conn) number(query string, args ...any) (n int64, err error) {
	err = c.each(query, args, func(row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	})
	return n, err
}

func named(values []any) []driver.NamedValue {
	args := make([]driver.NamedValue, len(values))
	for i, v := range values {
		args[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return args
}

// rowsAtOnce is the number of rows that one INSERT inserts.
const rowsAtOnce = 50

// An inserter inserts rows into a table, many rows with one statement. Binding a value costs about as much as inserting it, and most
// columns of most rows are NULL. So rows that have values in the same columns are inserted together, by a statement that has NULL for
// the others. Rows of different batches may be inserted in another order than they were added in.
type inserter struct {
	c       *conn
	table   string
	columns int
	batches map[uint64]*batch // by the set of columns that have values
	set     uint64            // that of the last row
	last    *batch            // and its batch
}

// A batch has rows with values in the same columns.
type batch struct {
	width     int         // the number of these columns
	one, many driver.Stmt // insert one row and rowsAtOnce rows
	args      []driver.NamedValue
}

// maxBatches is the maximum number of batches of an inserter.
const maxBatches = 24

// newInserter returns an inserter for a table.
func newInserter(c *conn, table string, columns int) *inserter {
	return &inserter{c: c, table: table, columns: columns, batches: map[uint64]*batch{}}
}

// add adds a row. It is inserted by the next flush at the latest.
func (i *inserter) add(values ...any) error {
	set := uint64(0)
	for k, v := range values {
		if v != nil {
			set |= 1 << k
		}
	}
	if set != i.set || i.last == nil {
		b, err := i.batch(&set)
		if err != nil {
			return err
		}
		i.set, i.last = set, b
	}
	b := i.last
	for k, v := range values {
		if set&(1<<k) != 0 {
			b.args = append(b.args, driver.NamedValue{Ordinal: len(b.args) + 1, Value: v})
		}
	}
	if len(b.args) < b.width*rowsAtOnce {
		return nil
	}
	_, err := b.many.(driver.StmtExecContext).ExecContext(context.Background(), b.args)
	b.args = b.args[:0]
	return err
}

// batch returns the batch for rows with values in a set of columns. If there are many batches, it makes that the set of all columns.
func (i *inserter) batch(set *uint64) (b *batch, err error) {
	if b = i.batches[*set]; b != nil {
		return b, nil
	}
	if len(i.batches) >= maxBatches {
		if *set = 1<<i.columns - 1; i.batches[*set] != nil {
			return i.batches[*set], nil
		}
	}
	b = new(batch)
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
	one := "INSERT OR ROLLBACK INTO " + i.table + " VALUES " + values
	if b.one, err = i.c.stmt(one); err != nil {
		return nil, err
	}
	if b.many, err = i.c.stmt(one + strings.Repeat(","+values, rowsAtOnce-1)); err != nil {
		return nil, err
	}
	i.batches[*set] = b
	return b, nil
}

// flush inserts all rows that were added.
func (i *inserter) flush() error {
	for _, b := range i.batches {
		for from := 0; from < len(b.args); from += b.width {
			row := b.args[from : from+b.width]
			for k := range row {
				row[k].Ordinal = k + 1
			}
			if _, err := b.one.(driver.StmtExecContext).ExecContext(context.Background(), row); err != nil {
				return err
			}
		}
		b.args = b.args[:0]
	}
	return nil
}
