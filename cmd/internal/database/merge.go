package database

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Merge creates the database file from others, which were made from shares of the same input. A file of the input must be in a
// single share. If parts are in the order of the shares, the rows are those that one run would have made. A source in several
// parts is taken from the first. It is an error if file exists. After an error, and if the context ends before all is done, nothing is
// left; the error is then the cause of the context's end.
func Merge(ctx context.Context, file string, parts []string) (err error) {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s: %w", file, os.ErrExist)
	}
	flags := ""
	for i, part := range parts {
		c, err := OpenReadOnly(part)
		if err != nil {
			return err
		}
		made := ""
		if err = checkEnded(c); err == nil {
			made, err = flagsOf(c)
		}
		c.Close()
		if err == nil && i > 0 && made != flags {
			err = fmt.Errorf("made with the flags %q, but %s with %q", made, parts[0], flags)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, Explain(err))
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
	db, err := Open(file, flags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	defer db.c.EndWith(ctx)()
	if err := db.index(db.commit); err != nil {
		return err
	}
	for _, part := range parts {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := db.merge(part); err != nil {
			return fmt.Errorf("%s: %w", part, Explain(err))
		}
	}
	return db.Finish()
}

// Remove removes a database, if there is one, and the files that SQLite keeps beside it.
func Remove(file string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// checkEnded returns an error if the last run on a database was stopped.
func checkEnded(c *sqlite.Conn) error {
	stopped, err := c.Number(`SELECT EXISTS (SELECT 1 FROM sources WHERE state = 'reading')
		OR EXISTS (SELECT 1 FROM runs WHERE id = (SELECT max(id) FROM runs) AND ended IS NULL)`)
	if err == nil && stopped > 0 {
		err = errors.New("incomplete: its run was stopped; run it again first")
	}
	return err
}

// merging copies the rows of a part, with numbers after the existing ones. A URL that exists keeps its number.
const merging = `
CREATE TEMP TABLE new_sources (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_sources
    SELECT id, (SELECT coalesce(max(id), 0) FROM main.sources) + row_number() OVER (ORDER BY id)
    FROM part.sources p WHERE NOT EXISTS (SELECT 1 FROM main.sources m WHERE m.path = p.path);
CREATE TEMP TABLE new_documents (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, source INTEGER NOT NULL);
INSERT INTO new_documents
    SELECT d.id, (SELECT coalesce(max(id), 0) FROM main.documents) + row_number() OVER (ORDER BY d.id), s.new
    FROM part.documents d JOIN new_sources s ON s.old = d.source;
CREATE TEMP TABLE new_urls (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_urls
    SELECT p.id, m.id FROM part.urls p JOIN main.urls m ON m.url = p.url;
INSERT INTO new_urls
    SELECT p.id, (SELECT coalesce(max(id), 0) FROM main.urls) + row_number() OVER (ORDER BY p.id)
    FROM part.urls p
    WHERE p.id NOT IN (SELECT old FROM new_urls)
        AND EXISTS (SELECT 1 FROM part.occurrences o JOIN new_documents d ON d.old = o.document WHERE o.url = p.id);

CREATE TEMP TABLE new_runs (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO new_runs
    SELECT id, (SELECT coalesce(max(id), 0) FROM main.runs) + row_number() OVER (ORDER BY id) FROM part.runs;

INSERT INTO main.runs
    SELECT n.new, version, flags, started, ended, sources_read, sources_skipped, sources_failed, bytes, messages, documents, occurrences,
        rejected, new_urls
    FROM part.runs JOIN new_runs n ON n.old = id ORDER BY id;
INSERT INTO main.sources
    SELECT n.new, path, size, mtime, fingerprint, state, trouble, format, read, messages, lines, r.new, sha256
    FROM part.sources JOIN new_sources n ON n.old = id LEFT JOIN new_runs r ON r.old = run ORDER BY id;
INSERT INTO main.message_counts
    SELECT n.new, month, messages FROM part.message_counts JOIN new_sources n ON n.old = source;
INSERT INTO main.documents
    SELECT n.new, n.source, member, number, message_offset, message_id, date, subject, sender, sender_address, sender_name, newsgroups,
        CASE WHEN identity < 0 THEN -n.new ELSE identity END
    FROM part.documents JOIN new_documents n ON n.old = id ORDER BY id;
INSERT INTO main.newsgroups
    SELECT n.new, newsgroup FROM part.newsgroups JOIN new_documents n ON n.old = document;
INSERT INTO main.urls
    SELECT n.new, url, scheme, host, domain, port, path, fragment, strict, parts, canonical, original, original_host
    FROM part.urls JOIN new_urls n ON n.old = id WHERE n.new > (SELECT coalesce(max(id), 0) FROM main.urls) ORDER BY id;
INSERT INTO main.occurrences
    SELECT (SELECT coalesce(max(id), 0) FROM main.occurrences) + row_number() OVER (ORDER BY o.id), d.new, u.new,
        kind, start, stop, line, col, part, header, broken, deviations, readings, attested, NULL, attachment, element, attribute,
        text, mismatch, line_before, line_after
    FROM part.occurrences o JOIN new_documents d ON d.old = document JOIN new_urls u ON u.old = url ORDER BY o.id;
INSERT INTO main.rejected
    SELECT (SELECT coalesce(max(id), 0) FROM main.rejected) + row_number() OVER (ORDER BY r.id), d.new,
        text, kind, start, stop, line, col, part, header, error_offset, rule, section, message, attachment, element, attribute
    FROM part.rejected r JOIN new_documents d ON d.old = document ORDER BY r.id;
INSERT INTO main.skipped
    SELECT (SELECT coalesce(max(id), 0) FROM main.skipped) + row_number() OVER (ORDER BY s.id), n.new,
        member, number, part, attachment, start, type, why
    FROM part.skipped s JOIN new_sources n ON n.old = s.source ORDER BY s.id;
INSERT OR IGNORE INTO main.hosts_down SELECT host, checked, status FROM part.hosts_down;
DROP TABLE new_runs;
DROP TABLE new_sources;
DROP TABLE new_documents;
DROP TABLE new_urls;
`

// merge adds the rows of a part.
func (db *DB) merge(part string) error {
	name, err := sqlite.Name(part, "mode=ro")
	if err != nil {
		return err
	}
	if err := db.release(); err != nil {
		return err
	}
	if err := db.c.Exec("ATTACH ? AS part", name); err != nil {
		return err
	}
	if err := db.hold(); err != nil {
		return err
	}
	if err := db.c.Script(merging); err != nil {
		return err
	}
	if err := db.renumber(); err != nil {
		return err
	}
	if err := db.release(); err != nil {
		return err
	}
	if err := db.c.Script("DETACH part"); err != nil {
		return err
	}
	return db.hold()
}

// renumber records the last numbers assigned, so the full text of the new rows is made.
func (db *DB) renumber() error {
	urls, documents := db.urlText, db.documentText
	err := db.recall()
	db.urlText, db.documentText = urls, documents
	return err
}
