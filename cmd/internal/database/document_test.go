package database

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

var day = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func TestSpellingsOfAURLHaveOneCanonicalForm(t *testing.T) {
	for url, want := range map[string]string{
		"HTTP://Host.Example:80/%7Ejoe#top":    "http://host.example/~joe",
		"http://host.example":                  "http://host.example/",
		"http://host.example?q":                "http://host.example/?q",
		"http://host.example./a":               "http://host.example/a",
		"http://host.example:/a":               "http://host.example/a",
		"http://host.example:0080/a":           "http://host.example/a",
		"http://host.example:08080/a":          "http://host.example:8080/a",
		"http://host.example:443/":             "http://host.example:443/",
		"https://host.example:443/":            "https://host.example/",
		"http://u%41:P%2f@Host.example/A":      "http://uA:P%2F@host.example/A",
		"http://host.example/%2f%2F%zz%4":      "http://host.example/%2F%2F%zz%4",
		"http://host.example/a/./b/../c?A=%3d": "http://host.example/a/./b/../c?A=%3D",
		"ftp://host.example:21/a;type=I":       "ftp://host.example/a;type=I",
		"gopher://host.example:70":             "gopher://host.example/",
		"telnet://host.example:23":             "telnet://host.example",
		"http://[2001:DB8::1]:80/":             "http://[2001:db8::1]/",
		"http://b\u00fccher.example/":          "http://xn--bcher-kva.example/",
		"mailto:Joe%2B1@A.Example":             "mailto:Joe%2B1@A.Example",
		"mailto:%4aoe@a.example#x":             "mailto:Joe@a.example",
		"NEWS:comp.test":                       "news:comp.test",
		"file:///C:/A":                         "file:///C:/A",
		"file://C:/A":                          "file://c/A",
		`http://a.example\@b.example/%41`:      "http://a.example/@b.example/A",
		`http://u@A.example:80\@b.example\c`:   `http://u@a.example/@b.example\c`,
		`gopher://a.example\@b.example/%41`:    `gopher://a.example\@b.example/A`,
		// a letter that is longer in lower case
		"\u023a://Host.example/#": "\u2c65://host.example/",
		"foo://A.example:1:2/":    "foo://a.example:1:2/",
	} {
		require.Equal(t, want, Canonical(url, heading.Host(url)), url)
	}
}

// identities returns the identities of all documents.
func identities(t *testing.T, db *DB) (list []int64) {
	for _, row := range rowsOfQuery(t, db.c, "SELECT identity FROM documents ORDER BY id") {
		list = append(list, row[0].(int64))
	}
	return list
}

func TestCopiesOfAMessageHaveOneIdentity(t *testing.T) {
	db, _ := newDB(t)
	add := func(d Document, occurrences ...Occurrence) {
		require.NoError(t, db.Document(d))
		for _, o := range occurrences {
			require.NoError(t, db.Add(o, describe))
		}
	}
	s := Source{Path: "a"}
	require.NoError(t, db.Begin(&s))
	message := Document{Number: 1, MessageID: "1@a.example", Subject: "s"}
	one, two := Occurrence{URL: "http://a.example/1"}, Occurrence{URL: "http://a.example/2"}
	inHeader := Occurrence{URL: "http://archive.example/1", Place: Place{Header: "Archived-At"}}
	add(message, one, two)           // 0
	add(message, inHeader, one, two) // 1: a copy, with another header
	add(message, two, one)           // 2: another text
	add(message, one)                // 3: another text
	add(Document{Number: 1, MessageID: "2@a.example", Subject: "s"}, one, two)
	// 5: not a message
	add(Document{}, one, two)
	// 6
	add(Document{Number: 3, Date: "1996-05-01T10:00:00Z", Sender: "Joe <joe@A.example>", Subject: "s"}, one)
	// 7: a copy
	add(Document{Number: 9, Date: "1996-05-01T10:00:00Z", Sender: "joe@a.example (Joe)", Subject: "s"}, one)
	// 8
	add(Document{Number: 9, Date: "1996-05-01T10:00:00Z", Sender: "joe@a.example (Joe)", Subject: "Re"}, one)
	// 9: unknown
	add(Document{Number: 10, Date: "1996-05-01T10:00:00Z", Subject: "s"}, one)
	require.NoError(t, db.Finish())
	ids := identities(t, db)
	require.Equal(t, ids[0], ids[1])
	require.Equal(t, ids[6], ids[7])
	distinct := map[int64]bool{}
	for i, id := range ids {
		distinct[id] = true
		require.Equal(t, i == 5 || i == 9, id < 0)
	}
	require.Len(t, distinct, 8)
	require.EqualValues(t, -6, ids[5])
	require.EqualValues(t, 2, number(t, db, "SELECT count(DISTINCT identity) FROM copies"))
	require.EqualValues(t, 8, number(t, db, "SELECT messages FROM seen WHERE url = 'http://a.example/1'"))
	require.EqualValues(t, 10, number(t, db, "SELECT documents FROM seen WHERE url = 'http://a.example/1'"))
}

// The identity does not depend on where commits come.
func TestACommitInAMessageDoesNotChangeItsIdentity(t *testing.T) {
	var want []int64
	for _, commits := range []bool{false, true} {
		db, _ := newDB(t)
		s := Source{Path: "a"}
		require.NoError(t, db.Begin(&s))
		for i := range 3 {
			require.NoError(t, db.Document(Document{Number: i + 1, MessageID: "x"}))
			for _, url := range []string{"http://a.example/1", "http://a.example/2"} {
				require.NoError(t, db.Add(Occurrence{URL: url}, describe))
				if commits {
					require.NoError(t, db.Commit())
				}
			}
		}
		require.NoError(t, db.Finish())
		if !commits {
			want = identities(t, db)
		}
		require.Equal(t, want, identities(t, db))
		require.EqualValues(t, 1, number(t, db, "SELECT count(DISTINCT identity) FROM documents"))
	}
}

func TestTheBestURLIsTheOneThatIsAttested(t *testing.T) {
	db, _ := newDB(t)
	best := func() string {
		require.NoError(t, db.Finish())
		return text(t, db, "SELECT best FROM found WHERE broken")
	}
	fill(t, db, "a", broken)
	require.Equal(t, long, best(), "as it was found")
	fill(t, db, "b", Occurrence{URL: short})
	require.Equal(t, short, best())
	require.EqualValues(t, 2, number(t, db, "SELECT occurrences FROM seen WHERE url = '"+short+"'"))
	require.EqualValues(t, 0, number(t, db, "SELECT count(*) FROM seen WHERE url = '"+long+"'"))
	require.EqualValues(t, 1, number(t, db, "SELECT urls FROM by_domain"))
	fill(t, db, "c", Occurrence{URL: long})
	require.Equal(t, long, best(), "both are attested")
	fill(t, db, "c")
	require.Equal(t, short, best())
	fill(t, db, "b")
	require.Equal(t, long, best())
}

func TestMessagesAreCountedByMonth(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a")
	require.NoError(t, db.Count(map[int]int{0: 1, 1996*12 + 4: 2}))
	require.NoError(t, db.Count(map[int]int{1996*12 + 4: 3, 1996*12 + 11: 1}))
	fill(t, db, "b")
	require.NoError(t, db.Count(map[int]int{1996*12 + 4: 10}))
	months := func() (list []any) {
		for _, row := range rowsOfQuery(t, db.c,
			"SELECT coalesce(month, '-'), messages FROM by_month ORDER BY month") {
			list = append(list, row[0], row[1])
		}
		return list
	}
	require.Equal(t, []any{"-", int64(1), "1996-05", int64(15), "1996-12", int64(1)}, months())
	fill(t, db, "a") // begun again
	require.Equal(t, []any{"1996-05", int64(10)}, months())
}

func TestRunsAreRecorded(t *testing.T) {
	db, _ := newDB(t)
	require.NoError(t, db.BeginRun("v1", "--iri", "", day))
	fill(t, db, "a")
	require.Equal(t, "v1 --iri 2026-01-31T12:00:00Z",
		text(t, db, "SELECT version || ' ' || flags || ' ' || started FROM runs WHERE ended IS NULL"))
	require.NoError(t, db.EndRun(Run{1, 2, 3, 4, 5, 6, 7, 8, 9}, day.Add(time.Minute)))
	require.NoError(t, db.BeginRun("v2", "--iri", "", day))
	fill(t, db, "b")
	rows := rowsOfQuery(t, db.c, "SELECT * FROM runs ORDER BY id")
	require.Equal(t, []any{
		int64(1), "v1", "--iri", "2026-01-31T12:00:00Z", "2026-01-31T12:01:00Z", int64(1), int64(2),
		int64(3), int64(4), int64(5), int64(6), int64(7), int64(8), int64(9),
	}, rows[0])
	require.Nil(t, rows[1][4])
	require.Equal(t, [][]any{{"a", int64(1)}, {"b", int64(2)}},
		rowsOfQuery(t, db.c, "SELECT path, run FROM sources"))
}

func TestTheListOfHostsThatAreDownIsReplaced(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/"})
	require.NoError(t, db.Finish())
	for _, list := range [][]HostDown{{{Host: "a.example"}, {Host: "b.example"}},
		{{Host: "a.example", Checked: "2026-01-31", Status: "timeout"}}} {
		known, err := db.SetHostsDown(list)
		require.NoError(t, err)
		require.EqualValues(t, 1, known)
		require.EqualValues(t, len(list), number(t, db, "SELECT count(*) FROM hosts_down"))
	}
	require.Equal(t, "http://a.example/ timeout https://web.archive.org/web/*/http://a.example/",
		text(t, db, "SELECT url || ' ' || status || ' ' || link FROM dead"))
	require.EqualValues(t, 1, number(t, db, "SELECT down FROM wayback"))
}

// rowsOfQuery returns the rows of a query.
func rowsOfQuery(t *testing.T, c *sqlite.Conn, query string, args ...any) [][]any {
	t.Helper()
	var rows [][]any
	require.NoError(t, c.Each(query, args, func(row sqlite.Row) error {
		values := make([]any, row.ColumnCount())
		for i := range values {
			if values[i] = row.Int(i); row.IsNull(i) {
				values[i] = nil
			} else if row.ColumnType(i).String() != "SQLITE_INTEGER" {
				values[i] = row.Text(i)
			}
		}
		rows = append(rows, values)
		return nil
	}), query)
	return rows
}
