// Package links keeps the URLs that were found, and their occurrences, in an SQLite database. It is the database of urlsift
// index.
//
// The tables are in schema.sql. After each Commit the database is consistent, whatever happens then: a file that is a source is
// either known up to a place from which reading can continue, or removed when it is begun again. The package does not find URLs,
// and does not choose the files to read.
package links

import (
	"database/sql/driver"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Schema is the SQL that creates a database.
//
//go:embed schema.sql
var Schema string

// Values that are also in Schema.
const (
	ApplicationID = 0x75726c73 // "urls", which marks a database of urlsift
	Version       = 4          // of the schema; newer versions are greater
)

// A DB is a database open for writing. No other process can use it. Several goroutines may call its methods, but added rows
// belong to the source that was begun last.
type DB struct {
	mu sync.Mutex
	c  *conn

	urls, documents, occurrences, rejected, skipped *inserter
	known                                           *known
	bulk                                            bool // there are no indexes yet, and all URLs are known

	url, document, occurrence, refused, passed int64 // the last numbers assigned
	urlText, documentText                      int64 // up to which the full text is complete

	source  int64 // the current source
	within  int64 // the current document
	inside  bool  // whether a transaction is open
	pending int   // how many rows the transaction has
}

// Open opens the database in file, and creates it if there is none. flags say how sources are read. All sources of a database
// must be read in the same way, so Open returns an error if the database was made with other flags.
func Open(file, flags string) (*DB, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", file)
	}
	c, err := connect(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, explain(err))
	}
	db := &DB{c: c, known: newKnown(mostKnown)}
	if err := db.open(flags); err != nil {
		c.close()
		return nil, fmt.Errorf("%s: %w", file, explain(err))
	}
	return db, nil
}

// explain returns the SQLite errors that users meet in plain words.
func explain(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errors.New("in use by another program")
	case sqlite3.SQLITE_NOTADB:
		return errForeign
	case sqlite3.SQLITE_CANTOPEN:
		return errors.New("cannot open or create it")
	}
	return err
}

var errForeign = errors.New("not a database of urlsift index")

// The settings of a connection. The database is locked while it is written to, or numbers would be assigned twice. A write-ahead
// log makes that as safe as a journal does, with far less waiting for the disk.
const settings = `
PRAGMA busy_timeout = 2000;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -32768;
PRAGMA temp_store = FILE;
`

func (db *DB) open(flags string) error {
	c := db.c
	id, err := c.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	tables, err := c.number("SELECT count(*) FROM sqlite_schema")
	switch {
	case err != nil:
		return err
	case tables > 0 && id != ApplicationID:
		return errForeign
	}
	if made, err := c.number("PRAGMA user_version"); err != nil || made > Version {
		return errors.Join(err, fmt.Errorf("made by a newer urlsift, with schema version %d; this one supports %d", made, Version))
	}
	if err := c.script(settings); err != nil {
		return err
	}
	if err := c.script("BEGIN EXCLUSIVE; COMMIT"); err != nil { // take the lock, and keep it
		return err
	}
	if tables == 0 {
		err = db.create(flags)
	} else {
		err = c.upgrade()
	}
	if err != nil {
		return err
	}
	if err := db.agree(flags); err != nil {
		return err
	}
	db.urls = newInserter(c, "urls", 11)
	db.documents = newInserter(c, "documents", 10)
	db.occurrences = newInserter(c, "occurrences", 19)
	db.rejected = newInserter(c, "rejected", 17)
	db.skipped = newInserter(c, "skipped", 9)
	if err := db.recall(); err != nil {
		return err
	}
	indexed, err := c.number("SELECT count(*) FROM sqlite_schema WHERE name = 'urls_url'")
	if err != nil || indexed > 0 {
		return err
	}
	db.bulk = true
	return db.learn()
}

// tables and indexes are the two parts of the schema. The indexes are made at the end of the first run, since making one from all
// rows costs less than half of updating it row by row.
var tables, indexes, _ = strings.Cut(Schema, "\n-- The indexes are made")

func (db *DB) create(flags string) error {
	if err := db.c.script("BEGIN;" + tables); err != nil {
		return err
	}
	if err := db.c.exec("INSERT INTO settings VALUES (?, 0)", flags); err != nil {
		return err
	}
	return db.c.script("COMMIT")
}

// agree returns an error if the sources in the database were read with other flags.
func (db *DB) agree(flags string) error {
	return db.c.each("SELECT flags FROM settings", nil, func(row []driver.Value) error {
		if made, _ := row[0].(string); made != flags {
			return fmt.Errorf("made with the flags %q, but now they are %q: use the same flags or another file", made, flags)
		}
		return nil
	})
}

// recall reads the last numbers assigned.
func (db *DB) recall() (err error) {
	for table, last := range map[string]*int64{
		"urls": &db.url, "documents": &db.document, "occurrences": &db.occurrence, "rejected": &db.refused, "skipped": &db.passed,
	} {
		if *last, err = db.c.number("SELECT max(id) FROM " + table); err != nil {
			return err
		}
	}
	db.urlText, db.documentText = db.url, db.document
	return nil
}

// learn reads all URLs into memory, so no index of them is needed. If there are too many, it makes the index.
func (db *DB) learn() error {
	db.known.complete = true
	err := db.c.each("SELECT url, id FROM urls", nil, func(row []driver.Value) error {
		if db.known.full() {
			return errMany
		}
		db.known.add(db.known.key(row[0].(string)), row[1].(int64))
		return nil
	})
	if errors.Is(err, errMany) {
		return db.index()
	}
	return err
}

var errMany = errors.New("too many URLs to know them all")

// index makes the indexes, if they do not exist.
func (db *DB) index() error {
	db.bulk = false
	for line := range strings.Lines(indexes) {
		if !strings.HasPrefix(line, "CREATE") {
			continue
		}
		if err := db.c.script(strings.Replace(line, " INDEX ", " INDEX IF NOT EXISTS ", 1)); err != nil {
			return err
		}
	}
	return nil
}

// begin opens a transaction, unless one is open.
func (db *DB) begin() error {
	switch {
	case db.c == nil:
		return errClosed
	case db.inside:
		return nil
	}
	db.inside = true
	return db.c.script("BEGIN IMMEDIATE")
}

// Pending returns how many rows have been added since the last Commit.
func (db *DB) Pending() int {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.pending
}

// URLs returns how many URLs have a number.
func (db *DB) URLs() int64 {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.url
}

// Commit commits the rows added so far.
func (db *DB) Commit() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.commit()
}

func (db *DB) commit() error {
	if !db.inside {
		return nil
	}
	if err := db.settle(); err != nil {
		return err
	}
	db.inside, db.pending = false, 0
	return db.c.script("COMMIT")
}

// settle writes the rows added so far to SQLite, and completes the full text.
func (db *DB) settle() error {
	for _, i := range []*inserter{db.urls, db.documents, db.occurrences, db.rejected, db.skipped} {
		if err := i.flush(); err != nil {
			return err
		}
	}
	if err := db.c.exec("INSERT INTO urls_fts (rowid, url) SELECT id, url FROM urls WHERE id > ?", db.urlText); err != nil {
		return err
	}
	if err := db.c.exec("INSERT INTO documents_fts (rowid, subject) SELECT id, subject FROM documents WHERE id > ?", db.documentText); err != nil {
		return err
	}
	db.urlText, db.documentText = db.url, db.document
	return nil
}

var errClosed = errors.New("the database has been closed")

// Close closes the database and drops rows that were not committed. It leaves a single file. Methods called after Close return
// errors.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.c == nil {
		return nil
	}
	if db.inside {
		db.c.script("ROLLBACK")
		db.inside = false
	}
	err := errors.Join(db.c.script("PRAGMA journal_mode = DELETE"), db.c.close())
	db.c = nil
	return err
}
