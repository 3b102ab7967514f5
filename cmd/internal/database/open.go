package database

import (
	"errors"
	"fmt"
	"os"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Values that are also in schema.sql.
const (
	applicationID = 0x75726c73 // "urls", which identifies a database of urlsift
	Version       = 2          // of the schema
)

// OpenReadOnly opens an existing database for reading.
func OpenReadOnly(file string) (*sqlite.Conn, error) {
	info, err := os.Stat(file) // otherwise SQLite would create a file
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory", file)
	}
	// The mode is "rw", although no table is written to. SQLite creates a file beside a
	// write-ahead log to read it, and cannot remove that file in a read-only mode. It
	// must also apply the log of a killed urlsift index.
	c, err := connect(file, "mode=rw")
	if code := codeOf(err); code == sqlite.ReadOnly || code == sqlite.CantOpen {
		if _, missing := os.Stat(file + "-wal"); missing != nil {
			c, err = connect(file, "immutable=1") // files cannot be created on this disk
		}
	}
	return c, inFile(file, err)
}

func connect(file, query string) (*sqlite.Conn, error) {
	c, err := sqlite.Open(file, query)
	if err != nil {
		return nil, err
	}
	err = c.Script("PRAGMA query_only = 1; PRAGMA trusted_schema = 0")
	if err == nil {
		err = check(c)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// check returns an error if a database was not made by urlsift index, or by another
// version of it.
func check(c *sqlite.Conn) error {
	id, err := c.Number("PRAGMA application_id")
	if err != nil {
		return err
	}
	version, err := c.Number("PRAGMA user_version")
	switch {
	case err != nil:
		return err
	case id != applicationID:
		return errForeign
	case version != Version:
		return fmt.Errorf("has schema version %d, this urlsift needs %d; index the sources again into a "+
			"new file", version, Version)
	}
	return nil
}

// inFile returns an error of SQLite in plain words with the name of the file, or nil.
func inFile(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", file, Explain(err))
}

// Explain returns plain words for the SQLite errors that users meet.
func Explain(err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch failed.Code {
	case sqlite.Full:
		return DiskError("no space left on device")
	case sqlite.IOErrWrite, sqlite.IOErrFsync, sqlite.IOErrDirFsync, sqlite.IOErrTruncate,
		sqlite.IOErrSHMSize:
		return DiskError(failed.Text)
	}
	switch codeOf(err) {
	case sqlite.Busy, sqlite.Locked:
		return errInUse
	case sqlite.NotADB:
		return errForeign
	case sqlite.ReadOnly:
		return errors.New("the file or its directory is read-only; change its permissions")
	case sqlite.CantOpen:
		return errors.New("cannot be opened or created; check its directory and permissions")
	}
	return err
}

// codeOf returns the primary code of an error of SQLite, or 0.
func codeOf(err error) sqlite.Code {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code.ToPrimary()
	}
	return 0
}

var errInUse = errors.New("in use by another program; run it again when that program has ended")

// A DiskError is an error of writing to the disk of a database. Committed rows are in the
// database.
type DiskError string

func (e DiskError) Error() string {
	return string(e) + "; free some space or check the disk, then run the same command again"
}

var errForeign = errors.New("not a database made by urlsift index")
