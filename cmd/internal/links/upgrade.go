package links

import (
	"database/sql/driver"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/hosts"
	"github.com/urlsift/urlsift/extract"
)

// upgrades has for each version of the schema the statements that upgrade a database to the next version, other than those for
// views.
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
` + statement("CREATE TABLE skipped") + `
CREATE INDEX skipped_source ON skipped (source);
DROP VIEW found;
` + statement("CREATE VIEW found"),
	2: `
CREATE TEMP TABLE kept AS SELECT * FROM sources;
DROP TABLE sources;
` + statement("CREATE TABLE sources") + `
INSERT INTO sources SELECT * FROM temp.kept;
DROP TABLE temp.kept;
`,
	3: `
ALTER TABLE urls ADD COLUMN original TEXT;
ALTER TABLE urls ADD COLUMN original_host TEXT;
CREATE INDEX IF NOT EXISTS urls_original ON urls (original) WHERE original IS NOT NULL;
CREATE INDEX IF NOT EXISTS urls_original_host ON urls (original_host) WHERE original_host IS NOT NULL;
DROP VIEW found;
DROP VIEW seen;
` + statement("CREATE VIEW found") + statement("CREATE VIEW seen"),
}

// statement returns the statement of Schema with the given beginning.
func statement(begin string) string {
	_, rest, ok := strings.Cut(Schema, "\n"+begin)
	if !ok {
		panic("no statement begins with " + begin)
	}
	end := strings.Index(rest, ";\n")
	return begin + rest[:end] + ";"
}

// upgrade upgrades a database of an older urlsift. It keeps all rows.
func (c *conn) upgrade() error {
	for {
		version, err := c.number("PRAGMA user_version")
		if err != nil || version >= Version {
			return err
		}
		script, ok := upgrades[version]
		if !ok {
			return errForeign
		}
		if err := c.script("BEGIN;" + script); err != nil {
			return err
		}
		switch version {
		case 2:
			err = c.makeAbsolute()
		case 3:
			err = c.unwrap()
		}
		if err != nil {
			return err
		}
		if err := c.script(fmt.Sprintf("PRAGMA user_version = %d; COMMIT", version+1)); err != nil {
			return err
		}
	}
}

// makeAbsolute makes the paths of sources absolute. Version 2 kept them as typed, and so found them only when run in the same
// directory.
func (c *conn) makeAbsolute() error {
	paths := map[int64]string{}
	err := c.each("SELECT id, path FROM sources WHERE path <> '-'", nil, func(row []driver.Value) error {
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
	err := c.each("SELECT id, url FROM urls", nil, func(row []driver.Value) error {
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

// HostOf returns the host of a URL in the form of the column host.
func HostOf(url string) string { return string(hosts.AppendLower(nil, hosts.Of([]byte(url)))) }
