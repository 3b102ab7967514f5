// Package database stores URLs and their occurrences in the SQLite database of urlsift
// index.
//
// The tables are in schema.sql. After each Commit the database is consistent, even if the
// process is killed. It has the place in each unfinished source from which reading can
// continue. If there is no such place, the rows of the source are removed when it is
// begun again. The package does not find URLs or choose the files to read.
package database

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// Schema is the SQL that creates a database.
//
//go:embed schema.sql
var Schema string

// A DB is a database open for writing. Other processes can read it, as of its last
// commit, and cannot write to it. Several goroutines may call its methods, but added rows
// belong to the source that was begun last.
type DB struct {
	mu  sync.Mutex
	c   *sqlite.Conn    // nil after Close
	sql sqlite.Sequence // runs all statements: after the first error none runs

	rows  *rows
	known *known
	bulk  bool // before indexes and full text exist; all URLs are known

	url, skipped          int64 // the last numbers assigned to URLs and skipped parts
	urlText, documentText int64 // the rows up to which the full text is complete
	// the last URL when the database was opened, and the number of later ones that were
	// removed
	first, gone int64

	source  int64 // the current source
	at      Mark  // the place in source
	run     int64 // the current run, or 0
	inside  bool  // a transaction is open, as it nearly always is
	version int64 // the data_version of the last transaction, or 0
	pending int   // rows in the transaction
}

// Open opens the database in file, and creates it if necessary. flags describes how
// sources are read. All sources of a database must be read in the same way, so Open
// returns an error if the database was made with other flags. Once the context has ended,
// all methods except Close fail with its cause.
func Open(ctx context.Context, file, flags string) (*DB, error) {
	if _, err := target.Real(file); err != nil {
		return nil, err
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, inFile(file, errors.New("not a regular file"))
	}
	c, err := sqlite.Open(file, "")
	if err != nil {
		return nil, inFile(file, err)
	}
	c.EndWith(ctx)
	db := &DB{c: c, sql: sqlite.Sequence{Conn: c}, known: newKnown(mostKnown)}
	db.rows = &rows{&db.sql, map[string]*inserts{}}
	if db.open(flags); db.sql.Err != nil {
		c.EndWith(context.Background()) // otherwise files beside the database would stay
		c.Script("ROLLBACK")
		c.Close()
		return nil, inFile(file, db.sql.Err)
	}
	return db, nil
}

// OpenOld opens an existing database made with any flags.
func OpenOld(ctx context.Context, file string) (*DB, error) {
	c, err := OpenReadOnly(file)
	if err != nil {
		return nil, err
	}
	flags, err := flagsOf(c)
	c.Close()
	if err != nil {
		return nil, inFile(file, err)
	}
	return Open(ctx, file, flags)
}

// The settings of a connection. A write-ahead log lets other processes read during
// writes. It is as safe as a journal, and waits much less for the disk. It grows to 4096
// pages (32 MB) before they are copied to the database.
const settings = `
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 4096;
PRAGMA temp_store = FILE;
`

// cacheMemory is the size of the page cache, in KiB.
const cacheMemory = 32768

func (db *DB) open(flags string) {
	db.isEmpty() // before anything is changed
	db.sql.Script(settings + fmt.Sprintf("PRAGMA cache_size = -%d", cacheMemory))
	db.hold()
	if db.isEmpty() { // no other process can create it now
		db.create(flags)
	}
	db.sql.Do(func() error { // compares the flags
		made, err := flagsOf(db.c)
		if err == nil && made != flags {
			err = fmt.Errorf("made with other options (%q, now %q); use the same options or another file",
				made, flags)
		}
		return err
	})
	db.recall()
	db.first = db.url
	if db.sql.Number("SELECT count(*) FROM sqlite_schema WHERE name = 'urls_url'") == 0 {
		db.bulk = true
		db.learn()
	}
}

// isEmpty reports whether the database is empty. A nonempty database of another version
// is an error. A nonempty database is complete, since other processes create it in one
// transaction.
func (db *DB) isEmpty() bool {
	empty := db.sql.Number("SELECT count(*) FROM sqlite_schema") == 0 && db.sql.Err == nil
	if !empty {
		db.sql.Do(func() error { return check(db.c) })
	}
	return empty
}

// tables and indexes are the two parts of the schema, divided by a heading. The indexes
// and the full text are made at the end of the first run: making an index from all rows
// costs less than half of updating it row by row.
var tables, indexes, _ = strings.Cut(Schema, "\n-- Indexes\n")

func (db *DB) create(flags string) {
	db.sql.Script(tables)
	for line := range strings.Lines(indexes) {
		// they have few rows, so making them later would cost more
		if strings.HasPrefix(line, "CREATE") && strings.Contains(line, " WHERE ") {
			db.sql.Script(line)
		}
	}
	db.sql.Exec("INSERT INTO _settings VALUES (?, 0)", flags)
	db.commit()
}

// flagsOf returns the flags of a database.
func flagsOf(c *sqlite.Conn) (string, error) { return c.Text("SELECT flags FROM _settings") }

// recall reads the last numbers that were assigned.
func (db *DB) recall() {
	for table, last := range map[string]*int64{
		"urls": &db.url, "documents": &db.at.document, "occurrences": &db.at.occurrence,
		"rejected": &db.at.refused, "skipped": &db.skipped,
	} {
		*last = db.sql.Number("SELECT max(id) FROM " + table)
	}
	db.urlText, db.documentText = db.url, db.at.document
}

// learn reads all URLs into memory, which replaces an index of them. If there are too
// many, it makes the index.
func (db *DB) learn() {
	if db.sql.Number("SELECT count(*) FROM urls") > int64(db.known.most) {
		db.index(db.commit)
		return
	}
	db.sql.Each(func(row sqlite.Row) { db.known.add(db.known.key(row.Text(0)), row.Int(1)) },
		"SELECT url, id FROM urls")
}

// sortMemory is the memory in KiB that SQLite uses to sort the rows of an index. Rows
// sorted at once then fit into the processor's cache: with 32 MiB sorting takes 1.4 times
// as long. SQLite uses at least 250 pages, which are 2 MiB.
const sortMemory = 2048

// index makes the full text of a first run, and missing indexes. It calls done, unless
// that is nil, after each index.
func (db *DB) index(done func()) {
	db.makeText()
	db.sql.Script(fmt.Sprintf("PRAGMA cache_size = -%d", sortMemory))
	for line := range strings.Lines(indexes) {
		if strings.HasPrefix(line, "CREATE") {
			db.sql.Script(strings.Replace(line, " INDEX ", " INDEX IF NOT EXISTS ", 1))
			if done != nil {
				done()
			}
		}
	}
	db.sql.Script(fmt.Sprintf("PRAGMA cache_size = -%d", cacheMemory))
}

// fullText makes the full text of all rows. With 32 MiB for new words, it is written in
// fewer parts, which are merged less often. Rows must be added in order.
const fullText = `
INSERT INTO urls_fts (urls_fts, rank) VALUES ('hashsize', 33554432);
INSERT INTO urls_fts (rowid, url) SELECT id, url FROM urls ORDER BY id;
INSERT INTO urls_fts (urls_fts, rank) VALUES ('hashsize', 1048576);
INSERT INTO documents_fts (documents_fts, rank) VALUES ('hashsize', 33554432);
INSERT INTO documents_fts (rowid, subject) SELECT id, subject FROM documents ORDER BY id;
INSERT INTO documents_fts (documents_fts, rank) VALUES ('hashsize', 1048576);
`

// makeText makes the full text in a first run. It is committed together with the first
// index, urls_url, so the full text exists if that does.
func (db *DB) makeText() {
	if !db.bulk {
		return
	}
	db.begin()
	db.bulk = false
	db.urlText, db.documentText = db.url, db.at.document
	db.sql.Script(fullText)
}

// begin opens a transaction, unless one is open.
func (db *DB) begin() {
	if !db.inside {
		db.sql.Script("BEGIN IMMEDIATE")
		db.inside = db.sql.Err == nil
	}
}

// write calls do in a transaction, and returns the first error of all statements so far.
func (db *DB) write(do func()) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.begin()
	do()
	return db.sql.Err
}

// hold opens a transaction that locks the database, since a second writer would assign
// the same numbers. It is an error if another connection has written since the last
// transaction.
func (db *DB) hold() {
	db.begin()
	version := db.sql.Number("PRAGMA data_version")
	if db.sql.Err == nil && db.version != 0 && version != db.version {
		db.sql.Err = errors.New("another program wrote to it during the run; run it again: it resumes")
	}
	db.version = version
}

// release commits the rows added so far, and leaves no transaction open.
func (db *DB) release() {
	db.settle()
	db.inside, db.pending = false, 0
	db.sql.Script("COMMIT")
}

// Pending returns the number of rows added since the last Commit.
func (db *DB) Pending() int {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.pending
}

// URLs returns the number of the last URL, minus the number of URLs added since Open that
// Finish has removed.
func (db *DB) URLs() int64 {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.url - db.gone
}

// Commit commits the rows added so far.
func (db *DB) Commit() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.commit()
	return db.sql.Err
}

// commit commits the rows added so far, and opens the next transaction.
func (db *DB) commit() {
	if db.inside {
		db.release()
		db.hold()
	}
}

// settle inserts all rows, including the row of the last document, and completes the full
// text, except in a first run.
func (db *DB) settle() {
	db.at.last.write(db.rows)
	db.rows.flush()
	if db.bulk {
		return
	}
	db.sql.Exec("INSERT INTO urls_fts (rowid, url) SELECT id, url FROM urls WHERE id > ? ORDER BY id",
		db.urlText)
	db.sql.Exec("INSERT INTO documents_fts (rowid, subject) SELECT id, subject FROM documents WHERE id > "+
		"? ORDER BY id", db.documentText)
	db.urlText, db.documentText = db.url, db.at.document
}

var errClosed = errors.New("the database has been closed")

// ErrShared is returned by [DB.Close] if other programs have the database open. The
// database is complete then, but its write-ahead log, FILE-wal, remains beside it until
// the last of them closes it, or until the next Close.
var ErrShared = errors.New("open in another program; its -wal and -shm files stay " +
	"until that program closes it")

// Close closes the database and drops uncommitted rows. It leaves a single file, or
// returns ErrShared. Methods called after Close return errors.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.c == nil {
		return nil
	}
	db.c.EndWith(context.Background())
	db.c.Script("ROLLBACK")
	err := db.c.Script("PRAGMA busy_timeout = 200; PRAGMA journal_mode = DELETE")
	if err != nil && Explain(err) == errInUse {
		db.c.Script("PRAGMA wal_checkpoint(TRUNCATE)") // as far as other connections allow
		err = ErrShared
	}
	err = errors.Join(err, db.c.Close())
	db.c, db.sql = nil, sqlite.Sequence{Err: errClosed}
	return err
}
