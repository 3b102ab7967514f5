package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// broken is an open occurrence. long is its URL, and short another reading.
var (
	long, short = "http://a.example/a-b", "http://a.example/ab"
	broken      = Occurrence{URL: long, Broken: true,
		Readings: `[{"url":"http://a.example/ab","why":"hyphen"}]`}
)

// number returns the number that a query returns.
func number(t *testing.T, db *DB, query string) int64 {
	t.Helper()
	n, err := db.c.Number(query)
	require.NoError(t, err)
	return n
}

// text returns the text that a query returns.
func text(t *testing.T, db *DB, query string) string {
	t.Helper()
	value, err := db.c.Text(query)
	require.NoError(t, err)
	return value
}

// A contradictory row is an error, and the transaction is rolled back.
func TestARowThatContradictsAnotherRollsTheTransactionBack(t *testing.T) {
	db, file := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/1"})
	require.NoError(t, db.Commit())
	fill(t, db, "b", Occurrence{URL: "http://a.example/2"})
	db.at.occurrence = 0 // as if the number were unused
	require.NoError(t, db.Add(Occurrence{URL: "http://a.example/3"}, describe), "it is inserted with others")
	require.ErrorContains(t, db.Commit(), "UNIQUE")
	require.NoError(t, db.Close())
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	require.EqualValues(t, 1, number(t, db, "SELECT count(*) FROM occurrences"))
	require.EqualValues(t, 1, number(t, db, "SELECT count(*) FROM sources"))
}

// The claims of an occurrence are deleted with it, since its number is reused.
func TestClaimsAreDeletedWithTheirOccurrences(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", broken, broken)
	require.NoError(t, db.Finish())
	require.EqualValues(t, 4, number(t, db, "SELECT count(*) FROM _claims"))
	fill(t, db, "a", Occurrence{URL: long}, Occurrence{URL: short})
	require.EqualValues(t, 0, number(t, db, "SELECT count(*) FROM _claims"))
	require.NoError(t, db.Finish())
	require.EqualValues(t, 0, number(t, db, "SELECT count(*) FROM _claims"))
	require.EqualValues(t, 0, number(t, db, "SELECT count(*) FROM occurrences WHERE attested IS NOT NULL"))
}

// An occurrence that reuses a number weighed before is weighed.
func TestAnOccurrenceWithAReusedIDIsWeighed(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: long})
	fill(t, db, "b", Occurrence{URL: short}, Occurrence{URL: short}, Occurrence{URL: short})
	require.NoError(t, db.Finish())
	fill(t, db, "b", broken)
	require.NoError(t, db.Finish())
	require.Equal(t, []string{"1"}, attested(t, db))
	require.EqualValues(t, 2, number(t, db, "SELECT weighed FROM _settings"))
}

// A database has all of its tables, or it has none and is created anew.
func TestADatabaseHasAllItsTablesOrNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "links.db")
	whole := tables
	tables += ";\nCREATE TABLE urls (id);"
	_, err := Open(t.Context(), file, "")
	tables = whole
	require.ErrorContains(t, err, "already exists")
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	require.EqualValues(t, 1, number(t, db, "SELECT count(*) FROM _settings"))
	fill(t, db, "a", Occurrence{URL: long})
	require.NoError(t, db.Finish())
}

// A database that is open cannot be opened by another process, even before any write.
func TestADatabaseIsForOneAtATime(t *testing.T) {
	requireInUse := func(t *testing.T, db *DB, file string) {
		t.Parallel() // it waits for the other
		_, err := Open(t.Context(), file, "")
		require.ErrorContains(t, err, filepath.Base(file)+": in use by another program")
		fill(t, db, "c", Occurrence{URL: short})
		require.NoError(t, db.Finish())
		require.NoError(t, db.Close())
	}
	t.Run("that is new", func(t *testing.T) {
		db, file := newDB(t)
		requireInUse(t, db, file)
	})
	t.Run("that was there", func(t *testing.T) {
		file := made(t, "a", "")
		db, err := Open(t.Context(), file, "")
		require.NoError(t, err)
		requireInUse(t, db, file)
	})
	t.Run("that was left by who was killed", func(t *testing.T) {
		file := made(t, "a", "")
		killed, err := Open(t.Context(), file, "")
		require.NoError(t, err)
		fill(t, killed, "b", Occurrence{URL: long})
		require.NoError(t, killed.Commit())
		left := filepath.Join(t.TempDir(), "left.db")
		for _, suffix := range []string{"", "-wal"} {
			data, err := os.ReadFile(file + suffix)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(left+suffix, data, 0o666))
		}
		require.NoError(t, killed.Close())
		db, err := Open(t.Context(), left, "")
		require.NoError(t, err)
		requireInUse(t, db, left)
	})
}

// A closed database is one file, which can be read on a read-only disk.
func TestAClosedDatabaseIsOneFile(t *testing.T) {
	db, file := newDB(t)
	fill(t, db, "a", Occurrence{URL: long})
	require.NoError(t, db.Finish())
	require.Equal(t, "wal", text(t, db, "PRAGMA journal_mode"))
	require.NoError(t, db.Close())
	list, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, list, 1)
	head, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, []byte{1, 1}, head[18:20], "the versions of the format: no write-ahead log")
}

// A database of another version, later or earlier, is refused with a remedy, and
// unchanged.
func TestADatabaseOfAnotherVersionIsRefused(t *testing.T) {
	for _, version := range []int{0, Version + 1, 6} {
		db, file := newDB(t)
		require.NoError(t, db.c.Script(fmt.Sprint("PRAGMA user_version = ", version)))
		require.NoError(t, db.Commit())
		require.NoError(t, db.Close())
		before, err := os.ReadFile(file)
		require.NoError(t, err)
		want := fmt.Sprintf("%s: has schema version %d, this urlsift needs 2; index the sources again "+
			"into a new file", file, version)
		for name, open := range map[string]func() error{
			"Open":     func() error { _, err := Open(t.Context(), file, ""); return err },
			"OpenOld":  func() error { _, err := OpenOld(t.Context(), file); return err },
			"Metadata": func() error { _, err := Metadata(file); return err },
			"ShardOf":  func() error { _, err := ShardOf(file); return err },
			"Merge": func() error {
				return Merge(t.Context(), filepath.Join(t.TempDir(), "merged.db"), []string{file})
			},
		} {
			require.EqualError(t, open(), want, name)
		}
		after, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
}

// A power failure may lose a commit, but not the database.
func TestCommitsAreSynchronousEnoughThatNoDatabaseIsLost(t *testing.T) {
	db, _ := newDB(t)
	require.EqualValues(t, 1, number(t, db, "PRAGMA synchronous"), "NORMAL")
}

// Several goroutines may save sources while one adds and commits.
//
//ci:race
func TestSourcesAreSavedWhileOthersAreAdded(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: long})
	known, err := db.Source("a")
	require.NoError(t, err)
	var g sync.WaitGroup
	for range 2 {
		g.Go(func() {
			for range 50 {
				if err := db.Save(known); err != nil {
					t.Error(err)
				}
			}
		})
	}
	g.Go(func() {
		for range 500 {
			db.Pending()
			runtime.Gosched()
		}
	})
	s := Source{Path: "b"}
	for i := range 50 {
		require.NoError(t, db.Begin(&s))
		require.NoError(t, db.Document(Document{}))
		require.NoError(t, db.Add(Occurrence{URL: long}, describe))
		if db.Pending() > 10 || i == 49 {
			require.NoError(t, db.Commit())
		}
	}
	g.Wait()
	require.NoError(t, db.Commit())
	require.Zero(t, db.Pending())
}

func TestASavedSourceIsReadBackUnchanged(t *testing.T) {
	db, _ := newDB(t)
	want := Source{
		Path:        "a",
		Size:        1,
		MTime:       "2",
		Fingerprint: "3",
		State:       Trouble,
		Trouble:     "4",
		Format:      "5",
		Read:        6,
		Messages:    7,
		Lines:       8,
	}
	begun := want
	require.NoError(t, db.Begin(&begun))
	want.ID = begun.ID
	require.NoError(t, db.Save(want))
	got, err := db.Source("a")
	require.NoError(t, err)
	require.Equal(t, want, got)
	none, err := db.Source("b")
	require.NoError(t, err)
	require.Zero(t, none)
}

func TestTheCacheOfURLsKeepsToItsLimit(t *testing.T) {
	k := newKnown(16)
	require.NotEqual(t, k.key("a")[0], k.key("a")[1], "two hashes")
	require.NotZero(t, k.key("a")[1])
	for i := range 1000 {
		key := k.key(fmt.Sprint(i))
		k.add(key, int64(i+1))
		require.EqualValues(t, i+1, k.ids[key])
		require.LessOrEqual(t, len(k.ids), 16)
	}
	require.Zero(t, k.ids[k.key("0")], "it was forgotten")
	require.NotZero(t, k.ids[k.key("992")], "it was not")
}

// rowsOf returns the rows of a database.
func rowsOf(t *testing.T, file string) (list []string) {
	t.Helper()
	c := opened(t, file)
	for _, table := range []string{"sources", "documents", "urls", "occurrences", "rejected", "skipped",
		"_settings", "urls_fts", "documents_fts"} {
		for _, row := range rowsOfQuery(t, c, "SELECT * FROM "+table+" ORDER BY rowid") {
			list = append(list, fmt.Sprint(table, row))
		}
	}
	return list
}

// made makes a database of sources with single letters as names.
func made(t *testing.T, sources, flags string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), sources+".db")
	db, err := Open(t.Context(), file, flags)
	require.NoError(t, err)
	for _, name := range sources {
		fill(t, db, string(name), broken, Occurrence{URL: "http://a.example/" + string(name)},
			Occurrence{URL: short})
		require.NoError(t, db.Document(Document{Number: 2, Subject: "of " + string(name),
			Member: string(name)}))
		require.NoError(t, db.Add(Occurrence{URL: "http://b.example/"}, describe))
		require.NoError(t, db.Reject(Rejected{Text: "http://" + string(name)}))
		require.NoError(t, db.Skip(Skipped{Type: "image/png", Why: string(name)}))
	}
	require.NoError(t, db.Finish())
	require.NoError(t, db.Close())
	return file
}

func TestMergedSharesHaveTheRowsOfOneRun(t *testing.T) {
	t.Parallel() // it waits for the disk
	want := rowsOf(t, made(t, "abcd", "--iri"))
	require.Greater(t, len(want), 40)
	for _, parts := range [][]string{{"abcd"}, {"ab", "cd"}, {"a", "b", "c", "d"}, {"ab", "bc", "d"}} {
		var files []string
		for _, sources := range parts {
			files = append(files, made(t, sources, "--iri"))
		}
		to := filepath.Join(t.TempDir(), "merged.db")
		require.NoError(t, Merge(t.Context(), to, files))
		require.Equal(t, want, rowsOf(t, to), parts)
		require.ErrorIs(t, Merge(t.Context(), to, files), os.ErrExist)
		db, err := Open(t.Context(), to, "--iri") // rows can be added
		require.NoError(t, err)
		require.False(t, db.bulk)
		fill(t, db, "e", Occurrence{URL: short})
		require.NoError(t, db.Finish())
		require.EqualValues(t, 5, number(t, db, "SELECT count(*) FROM sources"))
		require.NoError(t, db.Close())
	}
}

func TestAMergeThatFailsLeavesNoFile(t *testing.T) {
	t.Parallel() // it waits for the disk
	good := made(t, "a", "")
	foreign := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(foreign,
		[]byte("not a database, but a text that is long enough to be told from one"), 0o666))
	damaged := made(t, "b", "")
	c := opened(t, damaged)
	require.NoError(t, c.Script("DROP TABLE skipped"))
	require.NoError(t, c.Close())
	stopped := filepath.Join(t.TempDir(), "stopped.db")
	db, err := Open(t.Context(), stopped, "")
	require.NoError(t, err)
	require.NoError(t, db.Begin(&Source{Path: "x"}))
	require.NoError(t, db.Commit())
	require.NoError(t, db.Close())
	between := made(t, "c", "") // stopped after a source
	db, err = Open(t.Context(), between, "")
	require.NoError(t, err)
	require.NoError(t, db.BeginRun("v1", "", "", time.Now()))
	require.NoError(t, db.Close())
	for other, said := range map[string]string{
		between:               "its run was interrupted",
		made(t, "b", "--iri"): `made with the options "--iri", but ` + good + ` with ""`,
		filepath.Join(t.TempDir(), "none", "x.db"): "no such file",
		stopped: "its run was interrupted",
		foreign: "not a database made by urlsift index",
		damaged: "no such table",
	} {
		to := filepath.Join(t.TempDir(), "merged.db")
		require.ErrorContains(t, Merge(t.Context(), to, []string{good, other}), said)
		list, err := os.ReadDir(filepath.Dir(to))
		require.NoError(t, err)
		require.Empty(t, list)
	}
}

// A merge that is ended at any statement leaves no file.
func TestAMergeThatIsStoppedLeavesNoFile(t *testing.T) {
	t.Parallel() // it waits for the disk
	parts := []string{made(t, "ab", ""), made(t, "cd", "")}
	enough := errors.New("enough")
	for n := range 20 {
		ctx, cancel := context.WithCancelCause(t.Context())
		if n == 0 {
			cancel(enough)
		}
		timer := time.AfterFunc(time.Duration(n)*time.Millisecond, func() { cancel(enough) })
		to := filepath.Join(t.TempDir(), "merged.db")
		err := Merge(ctx, to, parts)
		timer.Stop()
		list, failed := os.ReadDir(filepath.Dir(to))
		require.NoError(t, failed)
		if err == nil { // it was faster
			require.Len(t, list, 1)
			continue
		}
		require.Equal(t, enough, err)
		require.Empty(t, list)
	}
}

// A database has the shard that its runs have read.
func TestADatabaseNamesItsShare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.db")
	index := func(shard string, ends bool) {
		db, err := Open(t.Context(), file, "")
		require.NoError(t, err)
		require.NoError(t, db.BeginRun("v1", "", shard, time.Now()))
		if ends {
			require.NoError(t, db.EndRun(Run{}, time.Now()))
		}
		require.NoError(t, db.Close())
	}
	index("one", false)
	_, err := ShardOf(file)
	require.ErrorContains(t, err, "its run was interrupted")
	index("one", true)
	shard, err := ShardOf(file)
	require.NoError(t, err)
	require.Equal(t, "one", shard)
	index("", true)
	_, err = ShardOf(file)
	require.ErrorContains(t, err, file+": not a single shard")
	_, err = ShardOf(made(t, "a", ""))
	require.ErrorContains(t, err, "not a shard")
}

// The full text is made at the end of a first run, once for each row.
func TestTheFullTextIsBuiltOnceAtTheEndOfTheFirstRun(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/one"})
	require.NoError(t, db.Commit())
	const found = "SELECT count(*) FROM urls_fts WHERE urls_fts MATCH 'one'"
	require.EqualValues(t, 0, number(t, db, found))
	require.NoError(t, db.Finish())
	fill(t, db, "b", Occurrence{URL: "http://b.example/one"})
	require.NoError(t, db.Finish())
	require.EqualValues(t, 2, number(t, db, found))
	require.NoError(t, db.c.Script("INSERT INTO urls_fts (urls_fts, rank) VALUES ('integrity-check', 1)"))
}

// A first run that is stopped while it makes the indexes has made the full text, which
// the next run completes.
func TestTheFullTextOfAStoppedFirstRunIsCompleted(t *testing.T) {
	db, file := newDB(t)
	fill(t, db, "a", Occurrence{URL: "http://a.example/one"})
	require.NoError(t, db.Commit())
	db.index(func() {
		db.commit()
		db.sql.Err = io.EOF // stops it after the first index
	})
	require.NoError(t, db.Close())
	db, err := Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	fill(t, db, "a", Occurrence{URL: "http://a.example/two"}) // not read to its end
	require.NoError(t, db.Finish())
	require.NoError(t, db.c.Script("INSERT INTO urls_fts (urls_fts, rank) VALUES ('integrity-check', 1)"))
	require.EqualValues(t, 0, number(t, db, "SELECT count(*) FROM urls_fts WHERE urls_fts MATCH 'one'"))
}

// Without statistics SQLite chooses slow plans.
func TestAFinishedDatabaseHasStatistics(t *testing.T) {
	db, _ := newDB(t)
	fill(t, db, "a", Occurrence{URL: long})
	require.NoError(t, db.Finish())
	require.EqualValues(t, 1, number(t, db, "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"))
}

// A run that is stopped while the database is opened leaves no file beside it.
func TestADatabaseThatIsNotOpenedInTimeLeavesASingleFile(t *testing.T) {
	begun := time.Now()
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "x.db"), "")
	require.NoError(t, err)
	took := time.Since(begun)
	require.NoError(t, db.Close())
	const tries = 100
	for n := range tries {
		dir := t.TempDir()
		ctx, cancel := context.WithTimeout(t.Context(), took*time.Duration(n)/tries)
		if db, err := Open(ctx, filepath.Join(dir, "x.db"), ""); err == nil {
			require.NoError(t, db.Close())
		}
		cancel()
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.LessOrEqual(t, len(entries), 1, "%v", entries)
	}
}

// A run that is stopped keeps its commits. The next run does the rest.
func TestADatabaseEndsWithItsContext(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.db")
	ctx, cancel := context.WithCancelCause(t.Context())
	db, err := Open(ctx, file, "")
	require.NoError(t, err)
	fill(t, db, "a", Occurrence{URL: "http://a.example/x",
		Readings: `[{"url":"http://a.example/y","why":"iri"}]`})
	require.NoError(t, db.Commit())
	enough := errors.New("enough")
	cancel(enough)
	require.Eventually(t, func() bool { return db.Finish() == enough }, time.Second, time.Millisecond)
	require.Equal(t, enough, db.Document(Document{}))
	require.NoError(t, db.Close())
	db, err = Open(t.Context(), file, "")
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.Finish())
	require.Equal(t, []string{"0"}, attested(t, db))
}
