package report

import (
	"database/sql"
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/urlsift/urlsift/cmd/internal/links"
)

// Open opens a database that urlsift index has made, only to read it. What is no such database is an error.
func Open(name string) (*sql.DB, error) {
	info, err := os.Stat(name) // or the library makes a new file
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory", name)
	}
	// The mode is "rw", though nothing is asked to be written: a reader of a write-ahead log has a file beside it, which it
	// could not remove else, and what urlsift index left when it was killed is brought in order first.
	db, err := open(name, "mode=rw")
	switch code(err) {
	case sqlite3.SQLITE_BUSY:
		return nil, fmt.Errorf("%s: in use by another program", name)
	case sqlite3.SQLITE_NOTADB:
		err = links.ErrForeign
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		if _, missing := os.Stat(name + "-wal"); missing != nil {
			db, err = open(name, "immutable=1") // on a disk where no file can be made, and so by nobody else either
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return db, nil
}

// code is SQLite's number for an error, or 0.
func code(err error) int {
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		return failed.Code() & 0xff
	}
	return 0
}

func open(name, mode string) (*sql.DB, error) {
	uri, err := links.Name(name, mode+"&_pragma=query_only(1)&_pragma=trusted_schema(0)&_pragma=busy_timeout(2000)")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", uri)
	if err != nil {
		return nil, err
	}
	var id, made int64
	err = db.QueryRow(`SELECT application_id, user_version FROM pragma_application_id, pragma_user_version`).Scan(&id, &made)
	if err == nil {
		err = links.Check(id, made)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}
