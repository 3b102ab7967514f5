package links

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A conn is a connection to a database, with its prepared statements.
type conn struct {
	c     *sqlite.Conn
	stmts map[string]*sqlite.Stmt
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
	c, err := sqlite.Open(name)
	if err != nil {
		return nil, err
	}
	return &conn{c: c, stmts: map[string]*sqlite.Stmt{}}, nil
}

// endWith makes statements fail once the context has ended, until release is called.
func (c *conn) endWith(ctx context.Context) (release func()) {
	released, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-ctx.Done():
		case <-released:
			return
		}
		for { // a statement may begin at any time
			c.c.Interrupt()
			select {
			case <-time.After(10 * time.Millisecond):
			case <-released:
				return
			}
		}
	}()
	return func() { close(released); <-done }
}

func (c *conn) close() error {
	for _, s := range c.stmts {
		s.Close()
	}
	return c.c.Close()
}

// script runs statements that run only once.
func (c *conn) script(text string) error { return c.c.Exec(text) }

func (c *conn) stmt(query string) (*sqlite.Stmt, error) {
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.c.Prepare(query)
	if err == nil {
		c.stmts[query] = s
	}
	return s, err
}

// exec runs a statement. Its arguments are int64, string, value or nil.
func (c *conn) exec(query string, args ...any) error {
	return c.each(query, args, func([]any) error { return nil })
}

// each calls do for each row of a query. The row is valid until the next one.
func (c *conn) each(query string, args []any, do func(row []any) error) error {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	defer s.Reset()
	for i, arg := range args {
		if err := bind(s, i+1, valueOf(arg)); err != nil {
			return err
		}
	}
	row := make([]any, s.Columns())
	for {
		if more, err := s.Step(); err != nil || !more {
			return err
		}
		for i := range row {
			row[i] = s.Value(i)
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// number returns the number that a query returns, or 0 if it returns no row.
func (c *conn) number(query string, args ...any) (n int64, err error) {
	err = c.each(query, args, func(row []any) error {
		n, _ = row[0].(int64)
		return nil
	})
	return n, err
}

// A value is NULL, a number or a text.
type value struct {
	kind   kind
	number int64
	text   string
}

type kind byte

const (
	null kind = iota
	numeric
	textual
)

func numberOf(n int64) value { return value{kind: numeric, number: n} }
func textOf(t string) value  { return value{kind: textual, text: t} }
func valueOf(arg any) value {
	switch v := arg.(type) {
	case nil:
		return value{}
	case int64:
		return numberOf(v)
	case string:
		return textOf(v)
	case value:
		return v
	}
	panic(fmt.Sprintf("an argument of type %T", arg))
}

// bind binds a value to a parameter.
func bind(s *sqlite.Stmt, parameter int, v value) error {
	switch v.kind {
	case numeric:
		return s.BindInt(parameter, v.number)
	case textual:
		return s.BindText(parameter, v.text)
	}
	return s.BindNull(parameter)
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
	width     int          // the number of these columns
	one, many *sqlite.Stmt // insert one row and rowsAtOnce rows
	values    []value
}

// maxBatches is the maximum number of batches of an inserter.
const maxBatches = 24

// newInserter returns an inserter for a table.
func newInserter(c *conn, table string, columns int) *inserter {
	return &inserter{c: c, table: table, columns: columns, batches: map[uint64]*batch{}}
}

// add adds a row. It is inserted by the next flush at the latest.
func (i *inserter) add(values ...value) error {
	set := uint64(0)
	for k := range values {
		if values[k].kind != null {
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
	for k := range values {
		if set&(1<<k) != 0 {
			b.values = append(b.values, values[k])
		}
	}
	if len(b.values) < b.width*rowsAtOnce {
		return nil
	}
	err := run(b.many, b.values)
	b.clear()
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
		for from := 0; from < len(b.values); from += b.width {
			if err := run(b.one, b.values[from:from+b.width]); err != nil {
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

// run runs a statement with values for all of its parameters.
func run(s *sqlite.Stmt, values []value) error {
	defer s.Reset()
	for i := range values {
		if err := bind(s, i+1, values[i]); err != nil {
			return err
		}
	}
	_, err := s.Step()
	return err
}
