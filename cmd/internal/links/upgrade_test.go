package links

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // the driver
)

// columns returns the columns of all tables and views, and the indexes.
func columns(t *testing.T, db *sql.DB) (list []string) {
	rows, err := db.Query(`SELECT s.type || ' ' || s.name || ' ' || coalesce(c.name, '') || ' ' || coalesce(c.type, '')
		FROM sqlite_schema s LEFT JOIN pragma_table_info(s.name) c WHERE s.name NOT LIKE '%_fts%' AND s.name NOT LIKE 'sqlite_stat%' ORDER BY s.type, s.name, c.cid`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var column string
		require.NoError(t, rows.Scan(&column))
		list = append(list, column)
	}
	require.NoError(t, rows.Err())
	return list
}

func openSQL(t *testing.T, file string) *sql.DB {
	db, err := sql.Open("sqlite", file)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// A database that an earlier version has made comes to have what a new one has, and keeps what is in it.
func TestOlderDatabasesAreBroughtUpToDate(t *testing.T) {
	t.Run("1", func(t *testing.T) { bringUpToDate(t, "testdata/schema-1.sql", "", "") })
	t.Run("2", func(t *testing.T) { bringUpToDate(t, "testdata/schema-2.sql", ", NULL, NULL, NULL, NULL, NULL", "") })
	t.Run("4", func(t *testing.T) {
		bringUpToDate(t, "testdata/schema-4.sql", ", NULL, NULL, NULL, NULL, NULL", ", NULL, NULL")
	})
	t.Run("5", func(t *testing.T) {
		fresh, name := newDB(t)
		require.NoError(t, fresh.Close())
		require.Equal(t, columns(t, openSQL(t, reopened(t, name))), columns(t, openSQL(t, reopened(t, older(t, "testdata/schema-5.sql", "INSERT INTO _settings VALUES ('', 0)")))))
	})
}

// older makes a database of an older schema, executes queries on it, and returns its name.
func older(t *testing.T, schema string, queries ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "old.db")
	text, err := os.ReadFile(schema)
	require.NoError(t, err)
	db := openSQL(t, file)
	for _, query := range append([]string{string(text)}, queries...) {
		_, err := db.Exec(query)
		require.NoError(t, err, query)
	}
	require.NoError(t, db.Close())
	return file
}

// bringUpToDate opens a database of an older schema. more and original are the values of the columns that it had in occurrences and
// urls by then.
func bringUpToDate(t *testing.T, name, more, original string) {
	file := older(t, name,
		"INSERT INTO settings VALUES ('', 1)",
		"INSERT INTO sources VALUES (1, 'a', 9, '', '', 'read', NULL, 'text', 9, 0, 1), (2, './a', 9, '', '', 'read', NULL, 'text', 9, 0, 1)",
		"INSERT INTO sources VALUES (3, '-', 9, '', '', 'read', NULL, 'text', 9, 0, 1)",
		"INSERT INTO documents VALUES (1, 1, 'b', NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
		"INSERT INTO urls VALUES (1, 'http://a.example/', 'http', 'a.example', NULL, NULL, NULL, 1, '{}'"+original+")",
		"INSERT INTO occurrences VALUES (1, 1, 1, 'bare', 0, 17, 1, 1, NULL, NULL, 0, NULL, NULL, NULL"+more+")",
	)
	here := "a" // since version 3 it is absolute
	if original == "" {
		var err error
		here, err = filepath.Abs("a")
		require.NoError(t, err)
	}

	_, err := flagsOfFile(file)
	require.ErrorContains(t, err, "run urlsift index on it first")
	db, err := Open(file, "")
	require.NoError(t, err)
	fill(t, db, "c", Occurrence{URL: "http://b.example/", Place: Place{Detail: &Detail{Attachment: "d.zip!e"}}})
	require.NoError(t, db.Skip(Skipped{Why: "unknown type"}))
	for path, id := range map[string]int64{here: 1, "./a": 2, "-": 3} {
		s, err := db.Source(path)
		require.NoError(t, err)
		require.Equal(t, id, s.ID, path)
	}
	require.NoError(t, db.Save(Source{ID: 3, State: Failed}))
	require.NoError(t, db.Finish())
	require.EqualValues(t, 1, number(t, db, "SELECT count(*) FROM urls_fts WHERE urls_fts MATCH '\"a.example\"'"))
	require.NoError(t, db.Close())
	_, err = flagsOfFile(file)
	require.NoError(t, err)

	fresh, name := newDB(t)
	require.NoError(t, fresh.Finish())
	require.NoError(t, fresh.Close())
	require.Equal(t, columns(t, openSQL(t, name)), columns(t, openSQL(t, file)))
	rows, err := openSQL(t, file).Query("SELECT url, file, coalesce(member, '') FROM found ORDER BY occurrence")
	require.NoError(t, err)
	defer rows.Close()
	var all [][3]string
	for rows.Next() {
		var row [3]string
		require.NoError(t, rows.Scan(&row[0], &row[1], &row[2]))
		all = append(all, row)
	}
	require.Equal(t, [][3]string{{"http://a.example/", here, "b"}, {"http://b.example/", "c", "d.zip!e"}}, all)
}

// flagsOfFile returns what flagsOf does.
func flagsOfFile(file string) (string, error) {
	c, err := connect(file)
	if err != nil {
		return "", err
	}
	defer c.close()
	return flagsOf(c)
}

// What version 5 knows of URLs and documents it also knows of those that older versions found.
func TestUpgradedRowsAreComplete(t *testing.T) {
	file := older(t, "testdata/schema-4.sql",
		"INSERT INTO settings VALUES ('', 5)",
		"INSERT INTO sources VALUES (1, '/a', 9, '', '', 'read', NULL, 'mbox', 9, 7, 1), (2, '/b', 9, '', '', 'read', NULL, 'mbox', 9, 0, 1)",
		`INSERT INTO documents VALUES (1, 1, NULL, 1, 0, 'x@a.example', '1996-05-01T00:00:00Z', 's', 'Joe <joe@A.example>', 'b.c, a.b,b.c'),
			(2, 2, NULL, 1, 0, 'x@a.example', NULL, NULL, NULL, NULL), (3, 2, NULL, 2, 0, 'x@a.example', NULL, NULL, NULL, NULL), (4, 2, 'm', NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
		`INSERT INTO urls VALUES (1, 'HTTP://www.A.example:80/%7Ejoe', 'http', 'www.a.example', '80', '%7Ejoe', NULL, 1, '{}', NULL, NULL),
			(2, 'http://a.example/a-b', 'http', 'a.example', NULL, 'a-b', NULL, 1, '{}', NULL, NULL), (3, 'http://a.example/ab', 'http', 'a.example', NULL, 'ab', NULL, 1, '{}', NULL, NULL)`,
		`INSERT INTO occurrences (document, url, kind, start, "end", broken, header, readings, attested) VALUES (1, 3, 'bare', 0, 1, 0, NULL, NULL, NULL),
			(1, 1, 'bare', 0, 1, 0, 'Subject', NULL, NULL), (2, 3, 'bare', 0, 1, 0, NULL, NULL, NULL),
			(3, 2, 'bare', 0, 1, 1, NULL, '[{"url":"http://a.example/ab","why":"hyphen","attested":true}]', 0)`,
		"INSERT INTO claims VALUES ('http://a.example/ab', 4), ('http://a.example/a-b', 4)",
	)
	db, err := Open(file, "")
	require.NoError(t, err)
	require.NoError(t, db.Finish())
	require.NoError(t, db.Close())
	for query, want := range map[string]string{
		"SELECT domain || ' ' || canonical FROM urls WHERE id = 1":                                  "a.example http://www.a.example/~joe",
		"SELECT sender_address || ' ' || sender_name FROM documents WHERE id = 1":                   "joe@a.example Joe",
		"SELECT group_concat(newsgroup) FROM newsgroups WHERE document = 1":                         "a.b,b.c",
		"SELECT group_concat(month || messages) FROM message_counts":                                "7",
		"SELECT best FROM found WHERE url = 'http://a.example/a-b'":                                 "http://a.example/ab",
		"SELECT occurrences || ' ' || messages FROM seen WHERE url = 'http://a.example/ab'":         "3 2",
		"SELECT count(*) || ' ' || count(DISTINCT identity) || ' ' || min(identity) FROM documents": "4 3 -4",
		"SELECT count(*) FROM found WHERE start = 0 AND stop = 1 AND line IS NULL":                  "4",
	} {
		var got string
		require.NoError(t, openSQL(t, file).QueryRow(query).Scan(&got), query)
		require.Equal(t, want, got, query)
	}
}

// reopened opens a database, which upgrades it, and closes it.
func reopened(t *testing.T, file string) string {
	db, err := Open(file, "")
	require.NoError(t, err)
	require.NoError(t, db.Finish())
	require.NoError(t, db.Close())
	return file
}

// Since version 6 a terminal obeys nothing that a database has, and files with names that were taken for each other are read again.
func TestUpgradedTextsHaveNoControlCharacters(t *testing.T) {
	rows := []string{
		"INSERT INTO sources VALUES (1, '/a\x1b', 9, '', '00', 'read', NULL, 'mbox', 9, 7, 1%[1]s), (2, '/a-\\xE9', 9, '', '00', 'read', 'x', 'mbox', 9, 0, 1%[1]s)",
		"INSERT INTO documents (id, source, member, number, subject, sender, newsgroups%[2]s) VALUES (1, 1, 'm\a', 1, 's\x1b \\x1B', 'j\x1boe <joe@a.example>', 'b.c,a\x1b'%[3]s)",
		"INSERT INTO urls (id, url, scheme, host, path, strict, parts) VALUES (1, 'http://a.example/\x1b', 'http', 'a.example', '\x1b', 0, '{}'), (2, 'http://a.example/', 'http', 'a.example', '', 1, '{}')",
	}
	for schema, with := range map[string][]any{"4": {"", "", ""}, "5": {", NULL", ", identity", ", -1"}} {
		settings := map[string]string{"4": "INSERT INTO settings VALUES ('', 0)", "5": "INSERT INTO _settings VALUES ('', 0); INSERT INTO newsgroups VALUES (1, 'a\x1b')"}
		queries := []string{settings[schema]}
		for _, row := range rows {
			queries = append(queries, fmt.Sprintf(row+" --%[1]s%[2]s%[3]s", with...))
		}
		stop := map[string]string{"4": `"end"`, "5": "stop"}[schema]
		queries = append(queries, "INSERT INTO occurrences (document, url, kind, start, "+stop+", broken, attachment, text) VALUES (1, 1, 'bare', 0, 1, 0, 'b\a', 't\a'), (1, 2, 'bare', 0, 1, 0, 'b', 't')")
		db := openSQL(t, reopened(t, older(t, "testdata/schema-"+schema+".sql", queries...)))
		for query, want := range map[string]string{
			"SELECT group_concat(path || ' ' || state || coalesce(trouble, ''), ',') FROM sources": `/a\x1B read,/a-\xE9 failedx` + "\n" + "two files could have this name in an older urlsift; the next run reads it again",
			"SELECT member || ' ' || subject || ' ' || sender || ' ' || newsgroups FROM documents": `m\x07 s\x1B \x5Cx1B j\x1Boe <joe@a.example> b.c,a\x1B`,
			"SELECT url || ' ' || path FROM urls WHERE id = 1":                                     "http://a.example/%1B %1B",
			"SELECT group_concat(attachment || text, ' ') FROM occurrences":                        `b\x07t\x07 bt`,
			"SELECT count(*) FROM newsgroups WHERE newsgroup = 'a\\x1B'":                           "1",
			"SELECT count(*) FROM urls_fts WHERE urls_fts MATCH '\"a.example\"'":                   "2",
		} {
			var got string
			require.NoError(t, db.QueryRow(query).Scan(&got), query)
			require.Equal(t, want, got, "%s: %s", schema, query)
		}
		_, err := db.Exec("INSERT INTO urls_fts (urls_fts, rank) VALUES ('integrity-check', 1); INSERT INTO documents_fts (documents_fts, rank) VALUES ('integrity-check', 1)")
		require.NoError(t, err)
	}
}
