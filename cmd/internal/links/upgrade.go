package links

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/hosts"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
)

// upgrades has for each version of the schema the statements that upgrade a database to the next version. Only the last step makes
// views and the tables of schema.sql.
var upgrades = map[int64]string{
	1: `
ALTER TABLE occurrences ADD COLUMN attachment TEXT;
ALTER TABLE occurrences ADD COLUMN element TEXT;
ALTER TABLE occurrences ADD COLUMN attribute TEXT;
ALTER TABLE occurrences ADD COLUMN text TEXT;
ALTER TABLE occurrences ADD COLUMN mismatch INTEGER;
ALTER TABLE rejected ADD COLUMN attachment TEXT;
ALTER TABLE rejected ADD COLUMN element TEXT;
ALTER TABLE rejected ADD COLUMN attribute TEXT;
CREATE TABLE skipped (id INTEGER PRIMARY KEY, source, member, number, part, attachment, start, type, why);
`,
	2: "",
	3: `
ALTER TABLE urls ADD COLUMN original TEXT;
ALTER TABLE urls ADD COLUMN original_host TEXT;
`,
	4: `
DROP VIEW IF EXISTS found;
DROP VIEW IF EXISTS seen;
DROP VIEW IF EXISTS hosts_by_year;
DROP VIEW IF EXISTS schemes_by_month;
DROP VIEW IF EXISTS broken;
DROP TABLE urls_fts;
DROP TABLE documents_fts;
ALTER TABLE sources RENAME TO old_sources;
ALTER TABLE documents RENAME TO old_documents;
ALTER TABLE urls RENAME TO old_urls;
ALTER TABLE occurrences RENAME TO old_occurrences;
ALTER TABLE rejected RENAME TO old_rejected;
ALTER TABLE skipped RENAME TO old_skipped;
` + tables + `
INSERT INTO sources SELECT id, path, size, mtime, fingerprint, state, trouble, format, read, messages, lines, NULL, NULL FROM old_sources;
INSERT INTO documents
    SELECT id, source, member, number, "offset", message_id, date, subject, sender, NULL, NULL, newsgroups, -id FROM old_documents;
INSERT INTO message_counts SELECT id, '', messages FROM old_sources WHERE messages > 0;
INSERT INTO urls SELECT id, url, scheme, host, NULL, port, path, fragment, strict, parts, NULL, original, original_host FROM old_urls;
INSERT INTO occurrences
    SELECT id, document, url, kind, start, "end", line, "column", part, header, broken, deviations, readings, attested, NULL,
        attachment, element, attribute, text, mismatch, NULL, NULL FROM old_occurrences;
INSERT INTO rejected
    SELECT id, document, text, kind, start, "end", line, "column", part, header, "offset", rule, section, message,
        attachment, element, attribute FROM old_rejected;
INSERT INTO skipped SELECT id, source, member, number, part, attachment, start, type, why FROM old_skipped;
INSERT INTO _claims SELECT url, occurrence FROM claims;
INSERT INTO _loose SELECT url FROM loose;
INSERT INTO _settings SELECT flags, 0 FROM settings; -- all is weighed again, since that finds the best URLs
DROP TABLE old_skipped;
DROP TABLE old_rejected;
DROP TABLE old_occurrences;
DROP TABLE old_documents;
DROP TABLE old_urls;
DROP TABLE old_sources;
DROP TABLE claims;
DROP TABLE loose;
DROP TABLE settings;
INSERT INTO urls_fts (urls_fts) VALUES ('rebuild');
INSERT INTO documents_fts (documents_fts) VALUES ('rebuild');
`,
	5: "",
}

// upgrade upgrades a database of an older urlsift. It keeps all rows.
func (db *DB) upgrade() error {
	for {
		version, err := db.c.number("PRAGMA user_version")
		if err != nil || version >= Version {
			return err
		}
		script, ok := upgrades[version]
		if !ok {
			return errForeign
		}
		if err := db.c.script(script); err != nil {
			return err
		}
		switch version {
		case 2:
			err = db.c.makeAbsolute()
		case 3:
			err = db.c.unwrap()
		case 4:
			err = db.complete()
		case 5:
			err = db.c.makeClean()
		}
		if err != nil {
			return err
		}
		if err := db.c.script(fmt.Sprintf("PRAGMA user_version = %d", version+1)); err != nil {
			return err
		}
		if err := db.end(); err != nil {
			return err
		}
	}
}

// makeAbsolute makes the paths of sources absolute. Version 2 kept them as typed, and so found them only when run in the same
// directory.
func (c *conn) makeAbsolute() error {
	paths := map[int64]string{}
	err := c.each("SELECT id, path FROM sources WHERE path <> '-'", nil, func(row []any) error {
		path, _ := row[1].(string)
		absolute, err := filepath.Abs(path)
		if absolute != path {
			paths[row[0].(int64)] = absolute
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(paths)) { // if a file has two names, the first one counts, and the other stays
		if err := c.exec("UPDATE OR IGNORE sources SET path = ? WHERE id = ?", paths[id], id); err != nil {
			return err
		}
	}
	return nil
}

// unwrap adds the originals of rewritten links.
func (c *conn) unwrap() error {
	originals := map[int64]string{}
	err := c.each("SELECT id, url FROM urls", nil, func(row []any) error {
		if original, ok := extract.Unwrap(row[1].(string)); ok {
			originals[row[0].(int64)] = original
		}
		return nil
	})
	if err != nil {
		return err
	}
	for id, original := range originals {
		if err := c.exec("UPDATE urls SET original = ?, original_host = ? WHERE id = ?", cleanURL(original), orNull(clean(HostOf(original))), id); err != nil {
			return err
		}
	}
	return nil
}

// rowsOfUpgrade is how many rows are read before they are updated.
const rowsOfUpgrade = 10_000

// complete adds what version 5 knows of URLs and documents, and makes the indexes, by which the URLs of a document are found.
func (db *DB) complete() error {
	err := db.c.inSteps("SELECT id, url, host FROM urls WHERE id > ? ORDER BY id LIMIT ?", func(row []any) error {
		url, _ := row[1].(string)
		host, _ := row[2].(string)
		canonical := Canonical(url, host)
		if canonical == url {
			canonical = ""
		}
		return db.c.exec("UPDATE urls SET domain = ?, canonical = ? WHERE id = ?", orNull(domainOf(host)), orNull(canonical), row[0])
	})
	if err != nil {
		return err
	}
	if err := db.index(nil); err != nil {
		return err
	}
	query := "SELECT id, number, message_id, date, subject, sender, newsgroups FROM documents WHERE id > ? ORDER BY id LIMIT ?"
	return db.c.inSteps(query, db.completeDocument)
}

// completeDocument adds what version 5 knows of a document.
func (db *DB) completeDocument(row []any) error {
	text := func(i int) string { t, _ := row[i].(string); return t }
	number, _ := row[1].(int64)
	d := Document{Number: int(number), MessageID: text(2), Date: text(3), Subject: text(4), Sender: text(5), Newsgroups: text(6)}
	id := row[0].(int64)
	l := last{id: id}
	address, name := senderOf(d.Sender)
	if l.sum = identifying(&d, address); l.sum != nil {
		query := "SELECT u.url FROM occurrences o JOIN urls u ON u.id = o.url WHERE o.document = ? AND o.header IS NULL ORDER BY o.id"
		err := db.c.each(query, []any{id}, func(row []any) error {
			l.adds(row[0].(string))
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, group := range groups(d.Newsgroups) {
		if err := db.c.exec("INSERT INTO newsgroups VALUES (?, ?)", id, group); err != nil {
			return err
		}
	}
	return db.c.exec("UPDATE documents SET sender_address = ?, sender_name = ?, identity = ? WHERE id = ?",
		orNull(valid(address)), orNull(valid(name)), l.identity(), id)
}

// inSteps calls do for each row of a query for rows with an id after its first parameter, as many as its second. do may change them.
func (c *conn) inSteps(query string, do func(row []any) error) error {
	for after := int64(0); ; {
		var rows [][]any
		err := c.each(query, []any{after, int64(rowsOfUpgrade)}, func(row []any) error {
			rows = append(rows, slices.Clone(row))
			return nil
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := do(row); err != nil {
				return err
			}
		}
		after = rows[len(rows)-1][0].(int64)
	}
}

// cleaned are the columns that are clean since version 6, with what makes them so. A name that is not UTF-8 was escaped before.
var cleaned = []struct {
	table   string
	clean   func(text string) string
	columns []string
}{
	{"sources", printable.Text, []string{"path"}},
	{"documents", printable.Text, []string{"member"}},
	{"documents", clean, []string{"message_id", "subject", "sender", "sender_address", "sender_name", "newsgroups"}},
	{"urls", cleanURL, []string{"url", "path", "fragment", "canonical", "original"}},
	{"occurrences", printable.Text, []string{"attachment"}},
	{"occurrences", clean, []string{"header", "element", "attribute", "text"}},
	{"rejected", cleanURL, []string{"text"}},
	{"rejected", printable.Text, []string{"attachment"}},
	{"rejected", clean, []string{"header", "element", "attribute"}},
	{"skipped", printable.Text, []string{"member", "attachment", "type"}},
	{"newsgroups", clean, []string{"newsgroup"}},
	{"_claims", cleanURL, []string{"url"}},
}

// makeClean adds the column sha256, makes texts clean, and has sources whose names may be those of two files read again.
func (c *conn) makeClean() error {
	has, err := c.number("SELECT count(*) FROM pragma_table_info('sources') WHERE name = 'sha256'")
	if err == nil && has == 0 {
		err = c.script("ALTER TABLE sources ADD COLUMN sha256 TEXT")
	}
	if err == nil {
		err = c.doubt()
	}
	if err != nil {
		return err
	}
	changed := false
	for _, of := range cleaned {
		for _, column := range of.columns {
			some, err := c.cleanColumn(of.table, column, of.clean)
			if err != nil {
				return err
			}
			changed = changed || some
		}
	}
	if !changed {
		return nil
	}
	finished, err := c.number("SELECT count(*) FROM sqlite_schema WHERE name = 'urls_url'")
	if err != nil || finished == 0 {
		return err // there is no full text yet
	}
	return c.script("INSERT INTO urls_fts (urls_fts) VALUES ('rebuild'); INSERT INTO documents_fts (documents_fts) VALUES ('rebuild')")
}

// cleanColumn makes the texts in a column clean, and reports whether some were not. Where there is a row with the clean text already,
// the other one stays as it is.
func (c *conn) cleanColumn(table, column string, clean func(text string) string) (changed bool, err error) {
	key := "id"
	if table == "newsgroups" || table == "_claims" { // which have no id, but an index by the text
		key = column
	}
	var rows [][2]any
	err = c.each(fmt.Sprintf("SELECT %s, %s FROM %s WHERE %[2]s IS NOT NULL", key, column, table), nil, func(row []any) error {
		if text, _ := row[1].(string); clean(text) != text {
			rows = append(rows, [2]any{row[0], clean(text)})
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	query := fmt.Sprintf("UPDATE OR IGNORE %s SET %s = ? WHERE %s = ?", table, column, key)
	for _, row := range rows {
		if err := c.exec(query, row[1], row[0]); err != nil {
			return false, err
		}
	}
	return len(rows) > 0, nil
}

// doubt has sources read again whose names hold what reads as an escape: older versions gave the same name to a file that has a byte
// there, and to one that has the escape.
func (c *conn) doubt() error {
	var ids []int64
	err := c.each("SELECT id, path FROM sources", nil, func(row []any) error {
		if path, _ := row[1].(string); printable.Unescape(path) != path {
			ids = append(ids, row[0].(int64))
		}
		return nil
	})
	if err != nil {
		return err
	}
	const why = "two files could have this name in an older urlsift; the next run reads it again"
	for _, id := range ids {
		query := `UPDATE sources SET state = 'failed', read = 0, fingerprint = '', trouble = coalesce(trouble || char(10), '') || ? WHERE id = ?`
		if err := c.exec(query, why, id); err != nil {
			return err
		}
	}
	return nil
}

// HostOf returns the host of a URL in the form of the column host.
func HostOf(url string) string { return strings.ToLower(hosts.Of(url)) }
