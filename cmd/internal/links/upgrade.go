package links

import (
	"fmt"
	"strings"
)

// upgrades have for each version of the schema what makes the next one of it, besides views.
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
}

// statement returns the statement of Schema that begins so.
func statement(begin string) string {
	_, rest, ok := strings.Cut(Schema, "\n"+begin)
	if !ok {
		panic("no statement begins with " + begin)
	}
	end := strings.Index(rest, ";\n")
	return begin + rest[:end] + ";"
}

// upgrade brings a database that an older urlsift has made up to date. What is in it stays.
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
		if err := c.script(fmt.Sprintf("BEGIN;%s PRAGMA user_version = %d; COMMIT", script, version+1)); err != nil {
			return err
		}
	}
}
