package database

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/internal/testkit"
)

// opened returns a connection to a database.
func opened(t *testing.T, file string) *sqlite.Conn {
	c, err := sqlite.Open(file, "")
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// filled makes a finished database with rows in each table.
func filled(t *testing.T) (file string) {
	t.Helper()
	db, file := newDB(t)
	require.NoError(t, db.BeginRun("(test)", "", "", day))
	s := Source{Path: "/a", Format: "mbox", Messages: 3}
	require.NoError(t, db.Begin(&s))
	require.NoError(t, db.Document(Document{Number: 1, MessageID: "1@a.example", Date: "1996-05-01T10:00:00Z",
		Subject: "of links", Sender: "Joe <joe@a.example>", Newsgroups: "comp.test"}))
	require.NoError(t, db.Add(broken, describe))
	require.NoError(t, db.Add(Occurrence{URL: short}, describe))
	require.NoError(t, db.Reject(Rejected{Text: "http:///x", Rule: "hostport", Section: "3.1"}))
	require.NoError(t, db.Skip(Skipped{Type: "image/png", Why: "unknown type"}))
	require.NoError(t, db.Count(map[int]int{0: 1, 1996*12 + 4: 2}))
	s.State, s.Trouble = Trouble, "a: damaged"
	require.NoError(t, db.Save(s))
	require.NoError(t, db.Finish())
	require.NoError(t, db.EndRun(Run{SourcesRead: 1}, day))
	_, err := db.SetHostsDown([]HostDown{{Host: "a.example", Checked: "2026-01-31", Status: "NXDOMAIN"}})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	return file
}

// names returns the names of the tables or views of a database.
func names(t *testing.T, db *sqlite.Conn, kind string) (list []string) {
	for _, row := range rowsOfQuery(t, db,
		"SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' AND name NOT LIKE "+
			"'%_fts_%' ORDER BY name", kind) {
		list = append(list, row[0].(string))
	}
	return list
}

// columnsOf returns the names of the columns of a table or view.
func columnsOf(t *testing.T, db *sqlite.Conn, table string) (list []string) {
	for _, row := range rowsOfQuery(t, db, "SELECT name FROM pragma_table_info(?)", table) {
		list = append(list, row[0].(string))
	}
	require.NotEmpty(t, list, table)
	return list
}

// statements are Schema without comments.
var statements = regexp.MustCompile(`--.*`).ReplaceAllString(Schema, "")

// SQLite 3.34 and later can open a database. The features listed here are later.
func TestTheSchemaNeedsNoLaterSQLite(t *testing.T) {
	for _, later := range []string{
		`->`, `(?i)\)\s*STRICT\b`, `(?i)\bRETURNING\b`, `(?i)\bMATERIALIZED\b`, `(?i)\b(RIGHT|FULL)\b`,
		`(?i)\bDISTINCT FROM\b`, `(?i)\bDROP COLUMN\b`,
		`(?i)\b(format|unixepoch|string_agg|concat|concat_ws|octet_length|timediff|unhex|jsonb?|json_pretty|if|median|ceil|floor|ln|log|pow|sqrt)\(`,
	} {
		require.False(t, regexp.MustCompile(later).MatchString(statements), later)
	}
}

// The installed sqlite3 reads every table and view.
//
//ci:long
func TestTheInstalledSQLiteReadsEveryView(t *testing.T) {
	sqlite3 := testkit.Program(t, "sqlite3", "sqlite3")
	file := filled(t)
	db := opened(t, file)
	list := append(names(t, db, "view"), names(t, db, "table")...)
	require.Greater(t, len(list), 25)
	db.Close()
	for _, name := range list {
		out, err := exec.Command(sqlite3, "-readonly", file, "SELECT * FROM "+name).CombinedOutput()
		require.NoError(t, err, "%s: %s", name, out)
		require.True(t, len(out) > 0 || slices.Contains([]string{"copies", "_loose"}, name),
			"%s has no rows", name)
	}
}

// reserved are the reserved words of PostgreSQL, DuckDB and SQL that might be column
// names.
var reserved = strings.Fields(`all analyse and any array as asc asymmetric both case cast check collate column constraint create current_date
	default deferrable desc distinct do else end except exists false fetch for foreign from grant group having in initially intersect into lateral
	leading limit localtime not null offset on only or order placing primary references returning select session_user some symmetric table then to
	trailing true union unique user using variadic when where window with`)

// No query needs quotes around a column.
func TestNoColumnIsCalledLikeAWordOfSQL(t *testing.T) {
	db := opened(t, filled(t))
	for _, table := range append(names(t, db, "view"), names(t, db, "table")...) {
		for _, column := range columnsOf(t, db, table) {
			require.NotContains(t, reserved, strings.ToLower(column), table)
			if !strings.HasSuffix(table, "_fts") {
				rowsOfQuery(t, db, "SELECT "+column+" FROM "+table)
			}
		}
	}
}

// planOf returns SQLite's plan for a query.
func planOf(t *testing.T, db *sqlite.Conn, query string) string {
	var b strings.Builder
	for _, row := range rowsOfQuery(t, db, "EXPLAIN QUERY PLAN "+query) {
		b.WriteString(row[3].(string) + "\n")
	}
	return b.String()
}

// A query of a view for one URL, host or domain scans no table.
func TestViewsUseIndexes(t *testing.T) {
	made, file := newDB(t)
	s := Source{Path: "a"}
	require.NoError(t, made.Begin(&s))
	for i := range 1000 {
		require.NoError(t, made.Document(Document{Number: i + 1, MessageID: fmt.Sprint(i),
			Sender: fmt.Sprintf("joe%d@a.example", i%100), Newsgroups: fmt.Sprintf("test.%d", i%20)}))
		for k := range 5 {
			require.NoError(t, made.Add(Occurrence{URL: fmt.Sprintf("http://host%d.example/%d", (i+k)%300,
				i*k%7)}, func(url string) URL {
				return URL{Scheme: "http", Host: heading.Host(url), Parts: "{}"}
			}))
		}
	}
	require.NoError(t, made.Finish())
	require.NoError(t, made.Close())
	db := opened(t, file)
	scan := regexp.MustCompile(`SCAN (u|o|d|w|n)\b( |\n)`)
	for _, query := range []string{
		"SELECT * FROM seen WHERE url = 'x'", "SELECT * FROM seen WHERE host = 'x'",
		"SELECT * FROM seen WHERE domain = 'x'",
		"SELECT * FROM found WHERE url = 'x'", "SELECT * FROM found WHERE host = 'x'",
		"SELECT * FROM found WHERE document = 1",
		"SELECT * FROM hosts_by_year WHERE host = 'x'", "SELECT * FROM by_domain WHERE domain = 'x'",
		"SELECT * FROM by_newsgroup WHERE newsgroup = 'x'",
		"SELECT * FROM by_sender WHERE sender_address = 'x'",
	} {
		plan := planOf(t, db, query)
		require.False(t, scan.MatchString(plan), "%s\n%s", query, plan)
	}
	require.True(t, scan.MatchString(planOf(t, db, "SELECT * FROM seen")), "all of it needs one")
}

// Datasette finds the full text by this query (its detect_fts).
func TestDatasetteFindsTheFullText(t *testing.T) {
	db := opened(t, filled(t))
	for _, table := range []string{"urls", "documents"} {
		rows := rowsOfQuery(t, db, `SELECT name FROM sqlite_master WHERE rootpage = 0 AND (sql LIKE '%VIRTUAL TABLE%USING FTS%content="`+table+`"%'
			OR sql LIKE '%VIRTUAL TABLE%USING FTS%content=['||?||']%' OR (tbl_name = ? AND sql LIKE '%VIRTUAL TABLE%USING FTS%'))`, table, table)
		require.Equal(t, [][]any{{table + "_fts"}}, rows)
	}
}

// The metadata describes every table, view and column, and nothing else, and all its
// queries run.
func TestTheMetadataForDatasetteMatchesTheSchema(t *testing.T) {
	file := filled(t)
	text, err := Metadata(file)
	require.NoError(t, err)
	var all struct {
		Title     string
		Databases map[string]struct {
			Tables, Queries map[string]struct {
				Title, Description, SQL string
				Facets                  []string
				Units, Columns          map[string]string
				SortDesc                string `json:"sort_desc"`
				LabelColumn             string `json:"label_column"`
				FTSTable                string `json:"fts_table"`
				Hidden                  bool
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &all))
	require.Equal(t, "URLs in links", all.Title)
	require.Len(t, all.Databases, 1)
	told := all.Databases[strings.TrimSuffix(filepath.Base(file), ".db")]
	db := opened(t, file)
	for _, name := range append(names(t, db, "view"), names(t, db, "table")...) {
		page, ok := told.Tables[name]
		require.True(t, ok, name)
		delete(told.Tables, name)
		require.Equal(t, strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_fts"), page.Hidden, name)
		require.True(t, page.Hidden || page.Description != "", name)
		columns := columnsOf(t, db, name)
		need := append(page.Facets, page.SortDesc, page.LabelColumn)
		for column := range page.Units {
			need = append(need, column)
		}
		for column := range page.Columns {
			need = append(need, column)
		}
		for _, column := range need {
			require.True(t, column == "" || slices.Contains(columns, column), "%s has no %s", name, column)
		}
		if page.FTSTable != "" {
			columnsOf(t, db, page.FTSTable)
		}
	}
	require.Empty(t, told.Tables)
	require.Greater(t, len(told.Queries), 5)
	values := map[string]string{
		":url":       short,
		":domain":    "a.example",
		":words":     "a",
		":year":      "1996",
		":newsgroup": "comp.test",
		":address":   "joe@a.example",
	}
	for name, query := range told.Queries {
		require.NotEmpty(t, query.Title, name)
		var args []any
		asked := map[string]bool{}
		// SQLite numbers them in this order
		for _, parameter := range regexp.MustCompile(`:\w+`).FindAllString(query.SQL, -1) {
			require.Contains(t, values, parameter)
			if asked[parameter] {
				continue
			}
			asked[parameter] = true
			value := values[parameter]
			if name == "words_in_subjects" {
				value = "links"
			}
			args = append(args, value)
		}
		require.NotEmpty(t, rowsOfQuery(t, db, query.SQL, args...), name)
	}
	_, err = Metadata(filepath.Join(t.TempDir(), "none.db"))
	require.Error(t, err)
}
