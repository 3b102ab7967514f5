// Package sqlite runs statements of SQLite on one connection.
//
// It calls the same translation of SQLite to Go as the driver modernc.org/sqlite, without the driver and without database/sql. To
// insert rows the driver takes half as long again, since it allocates memory for each value and looks up the name of each parameter.
// Where rows are only read, the driver is good enough.
package sqlite

import (
	"fmt"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// An Error is an error of SQLite.
type Error struct {
	Code int // the extended result code
	Text string
}

func (e *Error) Error() string { return e.Text }

// A Conn is a connection to a database. Only one goroutine at a time may use a Conn and its statements.
type Conn struct {
	tls *libc.TLS
	db  uintptr
	out uintptr // room for a pointer, for functions that return one
}

// Open opens a database, and creates it if there is none. The name may be a URI.
func Open(name string) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS()}
	c.out = libc.Xmalloc(c.tls, 8)
	text := c.text(name)
	defer libc.Xfree(c.tls, text)
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE | sqlite3.SQLITE_OPEN_NOMUTEX | sqlite3.SQLITE_OPEN_URI
	code := sqlite3.Xsqlite3_open_v2(c.tls, text, c.out, flags, 0)
	c.db = c.returned()
	if err := c.check(code); err != nil {
		c.Close()
		return nil, err
	}
	return c, c.check(sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1))
}

// Close closes the connection. Its statements must have been closed.
func (c *Conn) Close() error {
	err := c.check(sqlite3.Xsqlite3_close_v2(c.tls, c.db))
	libc.Xfree(c.tls, c.out)
	c.tls.Close()
	return err
}

// Interrupt makes the statement fail that is running. Any goroutine may call it, but not after Close.
func (c *Conn) Interrupt() {
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_interrupt(tls, c.db)
}

// Exec runs statements that have no parameters.
func (c *Conn) Exec(script string) error {
	text := c.text(script)
	defer libc.Xfree(c.tls, text)
	return c.check(sqlite3.Xsqlite3_exec(c.tls, c.db, text, 0, 0, 0))
}

// check returns the error for a result code, or nil.
func (c *Conn) check(code int32) error {
	if code == sqlite3.SQLITE_OK {
		return nil
	}
	text := libc.GoString(sqlite3.Xsqlite3_errstr(c.tls, code))
	if c.db != 0 {
		if more := libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db)); more != text {
			text += ": " + more
		}
	}
	return &Error{Code: int(code), Text: fmt.Sprintf("%s (%d)", text, code)}
}

// text returns a copy of text for SQLite, which the caller frees.
func (c *Conn) text(text string) uintptr {
	p, err := libc.CString(text)
	if err != nil {
		panic(err) // out of memory
	}
	return p
}

// returned returns the pointer that a function has written to c.out.
func (c *Conn) returned() uintptr { return *(*uintptr)(pointer(c.out)) }

// pointer returns the pointer to an address outside of the memory that Go manages.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// A Stmt is a prepared statement.
type Stmt struct {
	c       *Conn
	stmt    uintptr
	columns int

	// The texts of parameters, until Reset.
	room  uintptr // memory for them
	size  int     // of room
	used  int     // of room
	large []uintptr
}

// Prepare returns a statement.
func (c *Conn) Prepare(query string) (*Stmt, error) {
	text := c.text(query)
	defer libc.Xfree(c.tls, text)
	code := sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, sqlite3.SQLITE_PREPARE_PERSISTENT, c.out, 0)
	if err := c.check(code); err != nil {
		return nil, err
	}
	s := &Stmt{c: c, stmt: c.returned()}
	s.columns = int(sqlite3.Xsqlite3_column_count(c.tls, s.stmt))
	return s, nil
}

// Close closes the statement.
func (s *Stmt) Close() {
	sqlite3.Xsqlite3_finalize(s.c.tls, s.stmt)
	s.forget()
	if s.size > 0 {
		libc.Xfree(s.c.tls, s.room)
	}
}

// BindInt binds a number to a parameter. The first parameter is 1.
func (s *Stmt) BindInt(parameter int, n int64) error {
	return s.c.check(sqlite3.Xsqlite3_bind_int64(s.c.tls, s.stmt, int32(parameter), n))
}

// BindNull binds NULL to a parameter.
func (s *Stmt) BindNull(parameter int) error {
	return s.c.check(sqlite3.Xsqlite3_bind_null(s.c.tls, s.stmt, int32(parameter)))
}

// BindText binds a text to a parameter, until Reset.
func (s *Stmt) BindText(parameter int, text string) error {
	// SQLite reads the copy in place.
	return s.c.check(sqlite3.Xsqlite3_bind_text(s.c.tls, s.stmt, int32(parameter), s.copy(text), int32(len(text)), sqlite3.SQLITE_STATIC))
}

// minRoom is the size in bytes of the memory for the texts of a statement, at first.
const minRoom = 1 << 10

// maxRoom is the maximum size in bytes of the memory for texts that a statement keeps for the next time it runs.
const maxRoom = 1 << 20

// copy returns the address of a copy of text that SQLite may read until Reset.
func (s *Stmt) copy(text string) uintptr {
	if s.size == 0 || len(text) > s.size-s.used {
		if s.size > 0 { // other parameters are there
			s.large = append(s.large, s.room)
		}
		s.size, s.used = max(minRoom, min(2*s.size, maxRoom), len(text)), 0
		if s.room = libc.Xmalloc(s.c.tls, types.Size_t(s.size)); s.room == 0 {
			panic("out of memory")
		}
	}
	p := s.room + uintptr(s.used)
	copy(unsafe.Slice((*byte)(pointer(p)), len(text)), text)
	s.used += len(text)
	return p
}

// Step runs the statement up to its next row, and reports whether there is one.
func (s *Stmt) Step() (bool, error) {
	switch code := sqlite3.Xsqlite3_step(s.c.tls, s.stmt); code {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, s.c.check(code)
	}
}

// Reset ends the statement, so that it can run again. All parameters must be bound again.
func (s *Stmt) Reset() {
	sqlite3.Xsqlite3_reset(s.c.tls, s.stmt) // which returns the error of Step
	s.forget()
	if s.used = 0; s.size > maxRoom {
		libc.Xfree(s.c.tls, s.room)
		s.size = 0
	}
}

// forget frees the texts that are not in s.room.
func (s *Stmt) forget() {
	for _, p := range s.large {
		libc.Xfree(s.c.tls, p)
	}
	s.large = s.large[:0]
}

// Columns returns the number of columns of a row.
func (s *Stmt) Columns() int { return s.columns }

// Value returns the value of a column of the row, from 0: nil, int64, float64, string or []byte.
func (s *Stmt) Value(column int) any {
	tls, i := s.c.tls, int32(column)
	switch sqlite3.Xsqlite3_column_type(tls, s.stmt, i) {
	case sqlite3.SQLITE_INTEGER:
		return sqlite3.Xsqlite3_column_int64(tls, s.stmt, i)
	case sqlite3.SQLITE_FLOAT:
		return sqlite3.Xsqlite3_column_double(tls, s.stmt, i)
	case sqlite3.SQLITE_TEXT:
		p := sqlite3.Xsqlite3_column_text(tls, s.stmt, i)
		return string(s.bytes(p, i))
	case sqlite3.SQLITE_BLOB:
		p := sqlite3.Xsqlite3_column_blob(tls, s.stmt, i)
		return append([]byte{}, s.bytes(p, i)...)
	}
	return nil
}

// bytes returns the bytes of a column at an address, until the next call of SQLite.
func (s *Stmt) bytes(p uintptr, column int32) []byte {
	n := int(sqlite3.Xsqlite3_column_bytes(s.c.tls, s.stmt, column))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(p)), n)
}
