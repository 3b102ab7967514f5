package database

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.SideBySide()
	m.Run()
}

func describe(url string) URL { return URL{Scheme: "http", Host: "a.example", Parts: "{}"} }

func newDB(t *testing.T) (db *DB, file string) {
	file = filepath.Join(t.TempDir(), "links.db")
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db, file
}

// fill adds a source with one document that contains URLs, one after the other.
func fill(t *testing.T, db *DB, path string, occurrences ...Occurrence) {
	known, err := db.Source(path)
	require.NoError(t, err)
	s := Source{ID: known.ID, Path: path}
	require.NoError(t, db.Begin(&s))
	require.NoError(t, db.Document(Document{}))
	for _, o := range occurrences {
		require.NoError(t, db.Add(o, describe))
	}
	s.State = Read
	require.NoError(t, db.Save(s))
}

func TestEachURLHasOneRowHoweverFewAreCached(t *testing.T) {
	db, _ := newDB(t)
	db.known.most = 16
	var all []Occurrence
	for i := range 3000 {
		all = append(all, Occurrence{URL: fmt.Sprintf("http://a.example/%d", (i*i+i/7)%1000)})
	}
	distinct := map[string]bool{}
	for _, o := range all {
		distinct[o.URL] = true
	}
	fill(t, db, "a", all[:5]...)
	require.True(t, db.bulk, "five are remembered")
	fill(t, db, "b", all[5:]...)
	require.False(t, db.bulk)
	require.NoError(t, db.Finish())
	n, err := db.c.Number("SELECT count(*) FROM urls")
	require.NoError(t, err)
	require.EqualValues(t, len(distinct), n)
	urls := rowsOfQuery(t, db.c, "SELECT u.url FROM occurrences o JOIN urls u ON u.id = o.url ORDER BY o.id")
	require.Len(t, urls, len(all))
	for i, row := range urls {
		require.Equal(t, all[i].URL, row[0])
	}
}

// A source that continues at the end of a part has no rows of the next part until that
// ends, even while URLs become too many.
func TestNothingIsCommittedInTheMiddleOfAPart(t *testing.T) {
	db, file := newDB(t)
	db.known.most = 16
	s := Source{Path: "a", Size: 20}
	require.NoError(t, db.Begin(&s))
	require.NoError(t, db.Document(Document{}))
	require.NoError(t, db.Add(Occurrence{URL: "http://a.example/"}, describe))
	s.Read = 10
	require.NoError(t, db.Save(s))
	require.NoError(t, db.Commit())
	for i := range 100 {
		require.NoError(t, db.Add(Occurrence{URL: fmt.Sprintf("http://a.example/%d", i)}, describe))
	}
	require.False(t, db.bulk, "they are many")
	require.NoError(t, db.Close()) // as if killed
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	n, err := db.c.Number("SELECT count(*) FROM occurrences")
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

// attested returns for each open occurrence whether its URL is attested, and which of its
// readings are.
func attested(t *testing.T, db *DB) (list []string) {
	query := `SELECT coalesce(o.attested, -1) || ' ' || coalesce(group_concat(r.value ->> 'url', ' ') FILTER (WHERE r.value ->> 'attested'), '')
		FROM occurrences o LEFT JOIN json_each(o.readings) r WHERE o.broken OR o.readings IS NOT NULL GROUP BY o.id`
	for _, row := range rowsOfQuery(t, db.c, query) {
		list = append(list, strings.TrimSpace(row[0].(string)))
	}
	return list
}

// A URL that occurs unbroken elsewhere is attested, also by later occurrences, and no
// longer when they are removed.
func TestAReadingIsAttestedWhileItStandsUnbrokenElsewhere(t *testing.T) {
	long, short, broken := "http://a.example/a-b", "http://a.example/ab", Occurrence{
		URL: "http://a.example/a-b", Broken: true, Readings: `[{"url":"http://a.example/ab","why":"hyphen"}]`,
	}
	cut := Occurrence{URL: "http://a.example/c",
		Readings: `[{"url":"http://a.example/cd","why":"next-line"}]`}
	db, file := newDB(t)
	step := func(path string, occurrences []Occurrence, want ...string) {
		var err error
		if db == nil {
			db, err = Open(t.Context(), file, "")
			require.NoError(t, err)
		}
		fill(t, db, path, occurrences...)
		require.NoError(t, db.Finish())
		require.Equal(t, want, attested(t, db))
		require.NoError(t, db.Close())
		db = nil
	}
	// an occurrence does not attest itself or others like it
	step("a", []Occurrence{broken, broken, cut, cut}, "0", "0", "0", "0")
	step("many", make([]Occurrence, 0), "0", "0", "0", "0")
	step("b", []Occurrence{{URL: long}}, "1", "1", "0", "0")
	step("c", []Occurrence{{URL: short}, {URL: "http://a.example/cd"}},
		"1 "+short, "1 "+short, "0 http://a.example/cd", "0 http://a.example/cd")
	step("d", []Occurrence{broken}, "1 "+short, "1 "+short, "0 http://a.example/cd",
		"0 http://a.example/cd", "1 "+short)
	step("b", nil, "0 "+short, "0 "+short, "0 http://a.example/cd", "0 http://a.example/cd", "0 "+short)
	step("c", nil, "0", "0", "0", "0", "0")
	step("a", nil, "0")
	step("d", nil)
}

// Readings keep their order and their texts, except for the encoded bytes.
func TestTheFirstAttestedReadingIsTheBest(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/x",
		Readings: `[{"url":"http://a.example/1","why":"hyphen"},` +
			`{"url":"http://a.example/\u0001<\/\u00e9","raw_base64":"AA==","why":"space"},` +
			`{"url":"http://a.example/3","why":"space"}]`},
		Occurrence{URL: "http://a.example/3"}, Occurrence{URL: "http://a.example/\x01</\u00e9"})
	require.NoError(t, db.Finish())
	require.Equal(t, [][]any{{`[{"url":"http://a.example/1","why":"hyphen"},{"url":"http://a.example/\u0001<\/\u00e9","why":"space","attested":true},` +
		`{"url":"http://a.example/3","why":"space","attested":true}]`, int64(0),
		"http://a.example/%01</\u00e9"}},
		rowsOfQuery(t, db.c, "SELECT readings, attested, u.url FROM occurrences o JOIN urls u ON u.id = "+
			"best"))
}

// A reading stored with escapes is attested by a URL stored with the same escapes.
func TestAReadingThatIsEscapedIsAttestedLater(t *testing.T) {
	db, file := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/x",
		Readings: `[{"url":"http://a.example/\u0001","why":"space"}]`})
	require.NoError(t, db.Finish())
	require.Equal(t, []string{"0"}, attested(t, db))
	require.NoError(t, db.Close())
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	fill(t, db, "b", Occurrence{URL: "http://a.example/\x01"})
	require.NoError(t, db.Finish())
	require.Equal(t, []string{"0 http://a.example/\x01"}, attested(t, db))
}

// SQLite interprets some names: file:a is a URL, :memory: is not a file, and
// settings follow a "?".
func TestTheNameOfADatabaseIsNoURIOfSQLite(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a?mode=ro", "file:b", ":memory:", "c%41", "d#e", "é \u00e9"} {
		db, err := Open(t.Context(), name, "")
		require.NoError(t, err, name)
		require.NoError(t, db.Close(), name)
		require.FileExists(t, name)
	}
}

// A walk asks for sources until it is stopped.
//
//ci:race
func TestADatabaseCanBeClosedWhileSourcesAreLookedUp(t *testing.T) {
	db, file := newDB(t)
	asked := make(chan error)
	go func() {
		for {
			_, err := db.Source("a")
			if err == nil {
				err = db.Save(Source{ID: 1, Path: "a"})
			}
			if err != nil {
				asked <- err
				return
			}
		}
	}()
	require.NoError(t, db.Close())
	require.ErrorIs(t, <-asked, errClosed)
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	require.NoError(t, db.Close())
}

func TestTextsInTheDatabaseAreUTF8WithoutControlCharacters(t *testing.T) {
	require.Equal(t, `a\xFFb\x00`, clean("a\xffb\x00"))
	require.Equal(t, `a\x1B[31m\x07`, clean("a\x1b[31m\a"))
	require.Equal(t, `a\x5Cx1B`, clean(`a\x1B`))
	require.Equal(t, "http://a.example/%1B", cleanURL("http://a.example/\x1b"))
	require.Equal(t, "%00", cleanURL("\x00"))
	require.Equal(t, "%FF", cleanURL("\xff"))
	require.Equal(t, "http://é/%FF%00\ufffd", cleanURL("http://é/\xff\x00\ufffd"))
}

// If several programs create a database at once, each has it or an error that another one
// has it.
//
//ci:race
func TestSeveralProgramsMayCreateOneDatabaseAtOnce(t *testing.T) {
	for range 3 {
		file := filepath.Join(t.TempDir(), "links.db")
		errs := make(chan error)
		for range 4 {
			go func() {
				db, err := Open(t.Context(), file, "")
				if err == nil {
					if err = db.Close(); errors.Is(err, ErrShared) {
						err = nil
					}
				}
				errs <- err
			}()
		}
		had := 0
		for range 4 {
			if err := <-errs; err == nil {
				had++
			} else {
				require.ErrorContains(t, err, "run it again")
			}
		}
		require.Positive(t, had)
		db, err := Open(t.Context(), file, "")
		require.NoError(t, err)
		require.NoError(t, db.Close())
	}
}

func TestADatabaseIsNotMadeThroughALinkToNothing(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "links.db")
	if err := os.Symlink("elsewhere.db", link); err != nil {
		t.Skip(err)
	}
	_, err := Open(t.Context(), link, "")
	require.EqualError(t, err, link+": dangling symbolic link")
	require.NoFileExists(t, filepath.Join(dir, "elsewhere.db"))
}

// While one program writes to a database, others read its last commit, and cannot write.
//
//ci:race
func TestADatabaseCanBeReadWhileItIsWritten(t *testing.T) {
	db, file := newDB(t)
	other := opened(t, file)
	count := func() any { return rowsOfQuery(t, other, "SELECT count(*) FROM found")[0][0] }
	require.EqualValues(t, 0, count())
	fill(t, db, "a", Occurrence{URL: "http://a.example/"})
	require.EqualValues(t, 0, count())
	require.NoError(t, db.Commit())
	require.EqualValues(t, 1, count())
	require.ErrorContains(t, other.Script("PRAGMA busy_timeout = 10; DELETE FROM urls"), "database is locked")
	fill(t, db, "b", Occurrence{URL: "http://b.example/"})
	require.NoError(t, db.Finish())
	require.ErrorIs(t, db.Close(), ErrShared)
	require.EqualValues(t, 2, count())
	require.NoError(t, other.Close())
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	list, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// A write of another program between two transactions is detected, since numbers could be
// assigned twice.
func TestARunEndsWhenAnotherProgramWritesToItsDatabase(t *testing.T) {
	db, file := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/"})
	db.release()
	require.NoError(t, db.sql.Err)
	require.NoError(t, opened(t, file).Script("CREATE TABLE mine (x)"))
	db.hold()
	require.ErrorContains(t, db.sql.Err, "another program wrote to it")
}

// A URL is described once, before it is added, and never if it is known.
func TestANewURLIsDescribedOnce(t *testing.T) {
	db, _ := newDB(t)
	described := map[string]int{}
	count := func(url string) URL {
		described[url]++
		return describe(url)
	}
	never := func(url string) URL {
		t.Errorf("%s was not described before", url)
		return describe(url)
	}
	require.NoError(t, db.Begin(&Source{Path: "a"}))
	require.NoError(t, db.Document(Document{}))
	for range 2 {
		list := []Occurrence{{URL: "http://a.example/1"}, {URL: "http://a.example/2"},
			{URL: "http://a.example/1"}, {URL: "http://a.example/\xff"}}
		for _, o := range list {
			db.Describe(&o, count)
			require.NoError(t, db.Add(o, never))
		}
	}
	require.Equal(t, map[string]int{"http://a.example/1": 1, "http://a.example/2": 1,
		"http://a.example/\xff": 1}, described)
	require.NoError(t, db.Finish())
	require.EqualValues(t, 3, number(t, db, "SELECT count(*) FROM urls WHERE domain = 'a.example'"))
}

// A document that is taken back leaves no rows, and the previous document is continued.
func TestADocumentThatIsTakenBackLeavesNoRows(t *testing.T) {
	dump := func(takesBack, commits, known bool) (rows []string) {
		db, _ := newDB(t)
		if known {
			fill(t, db, "before", Occurrence{URL: "http://a.example/before"})
			require.NoError(t, db.Finish())
		}
		s := Source{Path: "a"}
		require.NoError(t, db.Begin(&s))
		message := func(n int) Document {
			return Document{Number: n, MessageID: fmt.Sprintf("<%d@a.example>", n), Subject: "subject",
				Newsgroups: "comp.a"}
		}
		add := func(url string) { require.NoError(t, db.Add(Occurrence{URL: url}, describe)) }
		require.NoError(t, db.Document(message(1)))
		add("http://a.example/1")
		if takesBack {
			m := db.Mark()
			add("http://a.example/wrong")
			require.NoError(t, db.Reject(Rejected{Text: "http://"}))
			if commits {
				require.NoError(t, db.Commit())
			}
			require.NoError(t, db.Document(message(2)))
			add("http://a.example/1")
			require.NoError(t, db.TakeBack(m))
		}
		add("http://a.example/3")
		require.NoError(t, db.Document(message(3)))
		add("http://a.example/4")
		s.State = Read
		require.NoError(t, db.Save(s))
		require.NoError(t, db.Finish())
		for _, query := range []string{
			"SELECT d.id || ' ' || d.identity || ' ' || message_id || ' ' || o.id || ' ' || u.url FROM " +
				"occurrences o JOIN documents d ON d.id = o.document JOIN urls u ON u.id = o.url ORDER " +
				"BY o.id",
			"SELECT 'url ' || url FROM urls ORDER BY url",
			"SELECT 'rejected ' || count(*) FROM rejected",
			"SELECT 'documents ' || count(*) FROM documents",
			"SELECT 'groups ' || count(*) FROM newsgroups",
			"SELECT 'text ' || count(*) FROM urls_fts WHERE urls_fts MATCH 'wrong'",
			"SELECT 'subjects ' || count(*) FROM documents_fts WHERE documents_fts MATCH 'subject'",
		} {
			for _, row := range rowsOfQuery(t, db.c, query) {
				rows = append(rows, fmt.Sprint(row[0]))
			}
		}
		if takesBack {
			require.EqualValues(t, 1, db.gone)
		}
		return rows
	}
	for _, known := range []bool{false, true} {
		want := dump(false, false, known)
		require.Equal(t, want, dump(true, false, known))
		require.Equal(t, want, dump(true, true, known))
	}
}
