package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Merge creates the database file from others, which were made from shards of the same
// input. A file of the input must be in a single shard. If shards are in order, the rows
// are those of a single run. A source in several of them is taken from the first. It is
// an error if file exists. After an error, or if the context ends too early, the file is
// removed; in the second case the error is the context's cause.
func Merge(ctx context.Context, file string, shards []string) (err error) {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s: %w", file, os.ErrExist)
	}
	flags := ""
	for i, shard := range shards {
		c, err := OpenReadOnly(shard)
		if err != nil {
			return err
		}
		made := ""
		if err = checkEnded(c); err == nil {
			made, err = flagsOf(c)
		}
		c.Close()
		if err == nil && i > 0 && made != flags {
			err = fmt.Errorf("made with the options %q, but %s with %q", made, shards[0], flags)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", shard, Explain(err))
		}
		flags = made
	}
	defer func() {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err == nil {
			return
		}
		if left := Remove(file); left != nil {
			err = errors.Join(err, left)
		}
	}()
	db, err := Open(ctx, file, flags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if db.index(db.commit); db.sql.Err != nil {
		return db.sql.Err
	}
	for _, shard := range shards {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if db.merge(shard); db.sql.Err != nil {
			return fmt.Errorf("%s: %w", shard, Explain(db.sql.Err))
		}
	}
	return db.Finish()
}

// Remove removes a database, if it exists, and the files that SQLite keeps beside it.
func Remove(file string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// checkEnded returns an error if the last run on a database did not end.
func checkEnded(c *sqlite.Conn) error {
	stopped, err := c.Number(`SELECT EXISTS (SELECT 1 FROM sources WHERE state = 'reading')
		OR EXISTS (SELECT 1 FROM runs WHERE id = (SELECT max(id) FROM runs) AND ended IS NULL)`)
	if err == nil && stopped > 0 {
		err = errors.New("incomplete: its run was interrupted; run it again first")
	}
	return err
}

// numbered assigns numbers after the existing ones to the rows of a shard. An existing
// URL keeps its number.
const numbered = `
CREATE TEMP TABLE new_sources (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_sources
    SELECT id, (SELECT coalesce(max(id), 0) FROM main.sources) + row_number() OVER (ORDER BY id)
    FROM shard.sources p WHERE NOT EXISTS (SELECT 1 FROM main.sources m WHERE m.path = p.path);
CREATE TEMP TABLE new_documents (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, source INTEGER NOT NULL);
INSERT INTO new_documents
    SELECT d.id, (SELECT coalesce(max(id), 0) FROM main.documents) + row_number() OVER (ORDER BY d.id), s.new
    FROM shard.documents d JOIN new_sources s ON s.old = d.source;
CREATE TEMP TABLE new_urls (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_urls
    SELECT p.id, m.id FROM shard.urls p JOIN main.urls m ON m.url = p.url;
INSERT INTO new_urls
    SELECT p.id, (SELECT coalesce(max(id), 0) FROM main.urls) + row_number() OVER (ORDER BY p.id)
    FROM shard.urls p
    WHERE p.id NOT IN (SELECT old FROM new_urls)
        AND EXISTS (SELECT 1 FROM shard.occurrences o JOIN new_documents d ON d.old = o.document
            WHERE o.url = p.id);

CREATE TEMP TABLE new_runs (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_runs
    SELECT id, (SELECT coalesce(max(id), 0) FROM main.runs) + row_number() OVER (ORDER BY id) FROM shard.runs;
`

// copies describes how the rows of each table are copied: the tables that a row p of the
// shard is joined with, and the values of columns that differ from the shard's. A NULL id
// becomes the next number.
var copies = []struct {
	table, from string
	columns     map[string]string
}{
	{"runs", "JOIN new_runs r ON r.old = p.id", map[string]string{"id": "r.new"}},
	{"sources", "JOIN new_sources s ON s.old = p.id LEFT JOIN new_runs r ON r.old = p.run",
		map[string]string{"id": "s.new", "run": "r.new"}},
	{"message_counts", "JOIN new_sources s ON s.old = p.source", map[string]string{"source": "s.new"}},
	{"documents", "JOIN new_documents d ON d.old = p.id",
		map[string]string{"id": "d.new", "source": "d.source",
			"identity": "iif(p.identity < 0, -d.new, p.identity)"}},
	{"newsgroups", "JOIN new_documents d ON d.old = p.document", map[string]string{"document": "d.new"}},
	{"urls", "JOIN new_urls u ON u.old = p.id AND u.new > (SELECT coalesce(max(id), 0) FROM main.urls)",
		map[string]string{"id": "u.new"}},
	{"occurrences", "JOIN new_documents d ON d.old = p.document JOIN new_urls u ON u.old = p.url",
		map[string]string{"id": "NULL", "document": "d.new", "url": "u.new", "best": "NULL"}},
	{"rejected", "JOIN new_documents d ON d.old = p.document",
		map[string]string{"id": "NULL", "document": "d.new"}},
	{"skipped", "JOIN new_sources s ON s.old = p.source", map[string]string{"id": "NULL", "source": "s.new"}},
}

// merged drops the tables made by numbered.
const merged = `
INSERT OR IGNORE INTO main.hosts_down SELECT host, checked, status FROM shard.hosts_down;
DROP TABLE new_runs;
DROP TABLE new_sources;
DROP TABLE new_documents;
DROP TABLE new_urls;
`

// merge adds the rows of a shard.
func (db *DB) merge(shard string) {
	name, err := sqlite.Name(shard, "mode=ro")
	db.sql.Do(func() error { return err })
	db.release()
	db.sql.Exec("ATTACH ? AS shard", name)
	db.hold()
	db.sql.Script(numbered)
	for _, t := range copies {
		var order string
		var values []string
		db.sql.Each(func(row sqlite.Row) {
			name := "p." + row.Text(0)
			order, values = cmp.Or(order, name), append(values, cmp.Or(t.columns[row.Text(0)], name))
		}, "SELECT name FROM pragma_table_info(?)", t.table)
		from := " FROM shard." + t.table + " p " + t.from
		db.sql.Exec("INSERT INTO main." + t.table + " SELECT " + strings.Join(values, ", ") + from +
			" ORDER BY " + order)
	}
	db.sql.Script(merged)
	urls, documents := db.urlText, db.documentText
	db.recall()
	db.urlText, db.documentText = urls, documents // makes the full text of the new rows
	db.release()
	db.sql.Script("DETACH shard")
	db.hold()
}
