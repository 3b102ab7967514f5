// Package sqlite opens databases of SQLite and runs statements on them, for the index,
// for exports and for reports.
//
// It is a layer over zombiezen.com/go/sqlite: a name is always that of a file, an error
// has SQLite's message in one line, and a statement is prepared when it first runs.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
)

// An Error is an error of SQLite.
type Error struct {
	Code Code
	Text string
}

func (e *Error) Error() string { return e.Text }

// A Code is a result code of SQLite. Extended codes say more than their primary codes.
type Code = sqlite.ResultCode

// The codes that callers distinguish.
const (
	Busy     = sqlite.ResultBusy
	CantOpen = sqlite.ResultCantOpen
	Full     = sqlite.ResultFull
	Locked   = sqlite.ResultLocked
	NotADB   = sqlite.ResultNotADB
	ReadOnly = sqlite.ResultReadOnly

	IOErrDirFsync = sqlite.ResultIOErrDirFsync
	IOErrFsync    = sqlite.ResultIOErrFsync
	IOErrSHMSize  = sqlite.ResultIOErrSHMSize
	IOErrTruncate = sqlite.ResultIOErrTruncate
	IOErrWrite    = sqlite.ResultIOErrWrite
)

// explained returns an error of the library as an Error, or nil. It omits the text that
// the library adds, such as the whole statement.
func explained(err error) error {
	if err == nil {
		return nil
	}
	code := sqlite.ErrCode(err)
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return &Error{Code: code, Text: fmt.Sprintf("%v (%d)", err, int32(code))}
}

// A Conn is a connection to a database. Only one goroutine at a time may use a Conn.
type Conn struct {
	c   *sqlite.Conn
	ctx context.Context // of EndWith
}

// Name returns the name of a file for SQLite, with settings of the connection such as
// "mode=rw". Without it SQLite would interpret parts of some names as settings.
func Name(file, settings string) (string, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	path = "/" + strings.TrimPrefix(filepath.ToSlash(path), "/") // a drive is not a host
	uri := url.URL{Scheme: "file", Path: path, RawQuery: settings}
	return uri.String(), nil
}

// patience is the time that a statement waits for other connections that have locked the
// database.
const patience = 2 * time.Second

// Open opens the database in a file, with settings as for [Name]. Without settings it
// creates a missing file.
func Open(file, settings string) (*Conn, error) {
	name, err := Name(file, settings)
	if err != nil {
		return nil, err
	}
	c, err := sqlite.OpenConn(name, sqlite.OpenReadWrite|sqlite.OpenCreate|sqlite.OpenURI)
	if err != nil {
		return nil, explained(err)
	}
	c.SetBusyTimeout(patience)
	return &Conn{c, context.Background()}, nil
}

// Close closes the connection.
func (c *Conn) Close() error { return explained(c.c.Close()) }

// EndWith makes statements fail with the cause of the context once it has ended, until
// EndWith is called with another context.
func (c *Conn) EndWith(ctx context.Context) {
	c.ctx = ctx
	c.c.SetInterrupt(ctx.Done())
}

// explained returns an error of a statement as an Error, or the cause of the ended
// context, or nil.
func (c *Conn) explained(err error) error {
	if c.ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		return context.Cause(c.ctx)
	}
	return explained(err)
}

// View calls do. All its statements read the same state of the database. They fail once
// the context has ended, and View then returns the cause.
func (c *Conn) View(ctx context.Context, do func() error) error {
	c.EndWith(ctx)
	err := c.Script("BEGIN")
	if err == nil {
		err = do()
	}
	c.EndWith(context.Background())
	c.Script("ROLLBACK") // nothing was written
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// Script runs statements without parameters, one after the other. Their rows are dropped.
func (c *Conn) Script(text string) error {
	for text = next(text); text != ""; {
		s, rest, err := c.c.PrepareTransient(text)
		if err != nil {
			return c.explained(err)
		}
		for more := true; more && err == nil; {
			more, err = s.Step()
		}
		s.Finalize() // returns the error of Step again
		if err != nil {
			return c.explained(err)
		}
		text = next(text[len(text)-rest:])
	}
	return nil
}

// next returns the rest of a script, from its next statement.
func next(text string) string {
	for {
		text = strings.TrimLeft(text, "; \t\r\n")
		comment, ok := strings.CutPrefix(text, "--")
		if !ok {
			return text
		}
		_, text, _ = strings.Cut(comment, "\n")
	}
}

// Exec runs a statement. Its rows are dropped. Arguments are of type int, int64, bool or
// string, or nil.
func (c *Conn) Exec(query string, args ...any) error {
	return c.Each(query, args, func(Row) error { return nil })
}

// Each calls do for each row of a query, until it returns an error. The query must not
// run again before.
func (c *Conn) Each(query string, args []any, do func(row Row) error) error {
	s, err := c.c.Prepare(query)
	if err != nil {
		return c.explained(err)
	}
	defer func() {
		s.Reset()
		s.ClearBindings() // frees the copies of the texts
	}()
	for i, arg := range args {
		v := ValueOf(arg)
		v.bind(s, i+1)
	}
	for {
		if more, err := s.Step(); err != nil || !more {
			return c.explained(err)
		}
		if err := do(Row{s}); err != nil {
			return err
		}
	}
}

// A Value is an argument of a statement: a number, a text or NULL.
type Value struct {
	kind   sqlite.ColumnType // or 0
	number int64
	text   string
}

// ValueOf returns the Value of an int, int64, bool or string, or of nil. It allocates
// nothing.
func ValueOf(arg any) Value {
	switch v := arg.(type) {
	case nil:
		return Value{}
	case int:
		return Value{kind: sqlite.TypeInteger, number: int64(v)}
	case int64:
		return Value{kind: sqlite.TypeInteger, number: v}
	case bool:
		if v {
			return Value{kind: sqlite.TypeInteger, number: 1}
		}
		return Value{kind: sqlite.TypeInteger}
	case string:
		return Value{kind: sqlite.TypeText, text: v}
	}
	panic("sqlite: an argument of another type")
}

// bind binds the value to a parameter.
func (v *Value) bind(s *sqlite.Stmt, parameter int) {
	switch v.kind {
	default:
		s.BindNull(parameter)
	case sqlite.TypeInteger:
		s.BindInt64(parameter, v.number)
	case sqlite.TypeText:
		s.BindText(parameter, v.text)
	}
}

// An Insert is a statement that returns no rows and runs many times.
type Insert struct {
	Conn  *Conn
	Query string

	s     *sqlite.Stmt
	bound []Value // in the last run
}

// Run runs the statement. It binds only the values that differ from those of the last
// run: binding a text takes as long as inserting it, and some columns often repeat
// theirs. The connection keeps copies of the texts until then.
func (i *Insert) Run(values []Value) (err error) {
	if i.s == nil {
		if i.s, err = i.Conn.c.Prepare(i.Query); err != nil {
			return i.Conn.explained(err)
		}
		i.bound = make([]Value, len(values)) // NULL
	}
	i.s.Reset()
	for k := range values {
		if values[k] != i.bound[k] {
			values[k].bind(i.s, k+1)
		}
	}
	copy(i.bound, values)
	_, err = i.s.Step()
	return i.Conn.explained(err)
}

// Number returns the number in the last row of a query, or 0 if it has no row.
func (c *Conn) Number(query string, args ...any) (n int64, err error) {
	q := Sequence{Conn: c}
	n = q.Number(query, args...)
	return n, q.Err
}

// Text returns the text in the last row of a query, or "" if it has no row.
func (c *Conn) Text(query string, args ...any) (text string, err error) {
	q := Sequence{Conn: c}
	q.Each(func(row Row) { text = row.Text(0) }, query, args...)
	return text, q.Err
}

// A Sequence runs statements on a connection, one after the other, until one fails.
type Sequence struct {
	Conn *Conn
	Err  error // the first error: no later statement runs
}

// Do calls run, unless a statement has failed. An error of run counts as that of a
// statement.
func (q *Sequence) Do(run func() error) {
	if q.Err == nil {
		q.Err = run()
	}
}

// Script is [Conn.Script].
func (q *Sequence) Script(text string) { q.Do(func() error { return q.Conn.Script(text) }) }

// Exec is [Conn.Exec].
func (q *Sequence) Exec(query string, args ...any) {
	q.Do(func() error { return q.Conn.Exec(query, args...) })
}

// Number is [Conn.Number]. It returns 0 after an error.
func (q *Sequence) Number(query string, args ...any) (n int64) {
	q.Each(func(row Row) { n = row.Int(0) }, query, args...)
	return n
}

// Each calls do for each row of a query. A row is valid until the next one.
func (q *Sequence) Each(do func(row Row), query string, args ...any) {
	q.Do(func() error {
		return q.Conn.Each(query, args, func(row Row) error {
			do(row)
			return nil
		})
	})
}

// Function defines an SQL function, which must return the same for the same texts, and is
// NULL if one of them is. do returns a string or a bool. Statements can call the
// function, but views cannot.
func (c *Conn) Function(name string, args int, do func(texts []string) any) error {
	return explained(c.c.CreateFunction(name, &sqlite.FunctionImpl{
		NArgs: args, Deterministic: true,
		Scalar: func(_ sqlite.Context, list []sqlite.Value) (sqlite.Value, error) {
			var texts []string
			for _, v := range list {
				if v.Type() == sqlite.TypeNull {
					return sqlite.Value{}, nil
				}
				texts = append(texts, v.Text())
			}
			switch v := do(texts).(type) {
			case string:
				return sqlite.TextValue(v), nil
			case bool:
				if v {
					return sqlite.IntegerValue(1), nil
				}
			}
			return sqlite.IntegerValue(0), nil
		},
	}))
}

// A Row is a row of a query. Columns are counted from 0.
type Row struct{ *sqlite.Stmt }

// IsNull reports whether a column is NULL.
func (r Row) IsNull(column int) bool { return r.ColumnIsNull(column) }

// Int returns a column as a number, which is 0 for NULL.
func (r Row) Int(column int) int64 { return r.ColumnInt64(column) }

// Number is Int for a number that fits into an int on every system.
func (r Row) Number(column int) int { return int(r.Int(column)) }

// Text returns a column as a text, which is empty for NULL.
func (r Row) Text(column int) string { return r.ColumnText(column) }
