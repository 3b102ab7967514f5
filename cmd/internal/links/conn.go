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

// An inserter inserts rows into a table, many rows with one statement.
type inserter struct {
	c         *conn
	columns   int
	one, many string // statements for one row and for rowsAtOnce
	args      []driver.NamedValue
}

// newInserter returns an inserter for a table. If a row cannot be inserted, the transaction ends. Otherwise SQLite would keep a
// copy of everything a statement changes, which costs as much as the rest.
func newInserter(c *conn, table string, columns int) *inserter {
	row := "(?" + strings.Repeat(",?", columns-1) + ")"
	one := "INSERT OR ROLLBACK INTO " + table + " VALUES " + row
	return &inserter{c: c, columns: columns, one: one, many: one + strings.Repeat(","+row, rowsAtOnce-1)}
}

// add adds values to the current row. A complete row is inserted by the next flush at the latest.
func (i *inserter) add(values ...any) error {
	for _, v := range values {
		i.args = append(i.args, driver.NamedValue{Ordinal: len(i.args) + 1, Value: v})
	}
	if len(i.args) < i.columns*rowsAtOnce {
		return nil
	}
	err := i.insert(i.many, i.args)
	i.args = i.args[:0]
	return err
}

// flush inserts all complete rows.
func (i *inserter) flush() error {
	for from := 0; from < len(i.args); from += i.columns {
		row := i.args[from : from+i.columns]
		for k := range row {
			row[k].Ordinal = k + 1
		}
		if err := i.insert(i.one, row); err != nil {
			return err
		}
	}
	i.args = i.args[:0]
	return nil
}

func (i *inserter) insert(query string, args []driver.NamedValue) error {
	s, err := i.c.stmt(query)
	if err == nil {
		_, err = s.(driver.StmtExecContext).ExecContext(context.Background(), args)
	}
	return err
}
