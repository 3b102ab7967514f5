package links

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A database of version 2 comes to know what its rewritten links were made of.
func TestLinksOfOlderDatabasesAreUnwrapped(t *testing.T) {
	file := older(t, "testdata/schema-2.sql",
		"INSERT INTO settings VALUES ('', 3)", "INSERT INTO sources VALUES (1, '-', 9, '', '', 'read', NULL, 'text', 9, 0, 1)",
		"INSERT INTO documents VALUES (1, 1, NULL, NULL, NULL, NULL, '1996-05-01T00:00:00Z', NULL, NULL, NULL)",
		"INSERT INTO urls VALUES (1, 'https://www.google.com/url?q=https%3A%2F%2FHost.example%2Fx', 'https', 'www.google.com', NULL, 'url', NULL, 1, '{}')",
		"INSERT INTO urls VALUES (2, 'https://Host.example/x', 'https', 'host.example', NULL, 'x', NULL, 1, '{}')",
		"INSERT INTO occurrences (document, url, kind, start, \"end\", broken) VALUES (1, 1, 'bare', 0, 1, 0), (1, 2, 'bare', 2, 3, 0), (1, 2, 'bare', 4, 5, 0)",
	)
	db, err := Open(file, "")
	require.NoError(t, err)
	require.NoError(t, db.Finish())
	require.NoError(t, db.Close())

	made := openSQL(t, file)
	var url, first string
	var occurrences, documents, rewritten int
	require.NoError(t, made.QueryRow("SELECT url FROM found WHERE original_host = 'host.example' AND original = 'https://Host.example/x'").Scan(&url))
	require.Equal(t, "https://www.google.com/url?q=https%3A%2F%2FHost.example%2Fx", url)
	query := "SELECT occurrences, documents, first, rewritten FROM seen WHERE url = 'https://Host.example/x'"
	require.NoError(t, made.QueryRow(query).Scan(&occurrences, &documents, &first, &rewritten))
	require.Equal(t, []any{3, 1, "1996-05-01T00:00:00Z", 1}, []any{occurrences, documents, first, rewritten})
}
