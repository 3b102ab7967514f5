package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/index"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// query is a command for scripts: it prints the rows of a query on a database, one a
// line.
func query(ts *testscript.TestScript, neg bool, args []string) {
	rows, err := ask(ts.MkAbs(args[0]), args[1])
	for _, row := range rows {
		fmt.Fprintln(ts.Stdout(), row)
	}
	if err != nil {
		fmt.Fprintln(ts.Stderr(), err)
	}
	if neg == (err == nil) {
		ts.Fatalf("unexpected end of the query: %v", err)
	}
}

// ask returns the rows of a query on a database, with "|" between their values.
func ask(file, query string) (list []string, err error) {
	db, err := sqlite.Open(file, "")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return asked(db, query)
}

// asked is ask for an open database: opening one reads all of its schema.
func asked(db *sqlite.Conn, query string) (list []string, err error) {
	err = db.Each(query, nil, func(row sqlite.Row) error {
		var texts []string
		for i := range row.ColumnCount() {
			texts = append(texts, row.Text(i))
		}
		list = append(list, strings.Join(texts, "|"))
		return nil
	})
	return list, err
}

// requireSound requires that a database is in order, including its full text. Until the
// end of a first run the full text is empty.
func requireSound(t *testing.T, file string) {
	db, err := sqlite.Open(file, "")
	require.NoError(t, err)
	defer db.Close()
	queries := map[string][]string{
		"PRAGMA integrity_check":   {"ok"},
		"PRAGMA foreign_key_check": nil,
		"INSERT INTO urls_fts (urls_fts, rank) VALUES ('integrity-check', 1)":           nil,
		"INSERT INTO documents_fts (documents_fts, rank) VALUES ('integrity-check', 1)": nil,
	}
	indexed, err := asked(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'urls_url'")
	require.NoError(t, err)
	if indexed[0] == "0" {
		queries = map[string][]string{
			"PRAGMA integrity_check":   {"ok"},
			"PRAGMA foreign_key_check": nil,
			"SELECT count(*) FROM urls_fts WHERE urls_fts MATCH 'http OR https OR ftp'": {"0"},
		}
	}
	for query, want := range queries {
		got, err := asked(db, query)
		require.NoError(t, err, query)
		require.Equal(t, want, got, query)
	}
}

// contents returns all rows of a database, with their numbers.
func contents(t *testing.T, file string) (rows []string) {
	db, err := sqlite.Open(file, "")
	require.NoError(t, err)
	defer db.Close()
	tables, err := asked(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "+
		"'sqlite_stat%' AND name NOT LIKE '%_fts_%' ORDER BY name")
	require.NoError(t, err)
	require.Contains(t, tables, "skipped")
	require.Contains(t, tables, "urls_fts")
	tables = slices.DeleteFunc(tables, func(table string) bool { return table == "runs" }) // these have times
	for i, table := range tables {
		tables[i] = table + " ORDER BY 1, 2" // for tables with two columns
	}
	for _, from := range append(tables, "(SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE "+
		"'sqlite_stat%' ORDER BY name)") {
		from = strings.Replace(from, "_fts ORDER BY 1, 2", "_fts ORDER BY rowid", 1)
		from = strings.Replace(from, "_loose ORDER BY 1, 2", "_loose ORDER BY 1", 1)
		columns := "*"
		if strings.HasPrefix(from, "sources ") {
			// all but the run
			columns = "id, path, size, mtime, fingerprint, state, trouble, format, read, messages, lines"
		}
		some, err := asked(db, "SELECT "+columns+" FROM "+from)
		require.NoError(t, err)
		rows = append(append(rows, from), some...)
	}
	return rows
}

// requireSame requires that two databases have the same rows.
func requireSame(t *testing.T, want []string, file string) {
	got := contents(t, file)
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i])
	}
	require.Equal(t, len(want), len(got))
}

// mailbox returns messages with numbers from first on, whose URLs occur several times,
// some of them broken.
func mailbox(first, count int) string {
	var b strings.Builder
	for i := first; i < first+count; i++ {
		fmt.Fprintf(&b, "From joe@a.example Wed May  1 10:%02d:00 1996\nSubject: number %d\n"+
			"Message-ID: <%d@a.example>\n\n", i%60, i, i)
		fmt.Fprintf(&b, "See http://host.example/%d/a-b and <URL:http://host.example/%d/a-\n"+
			"b>, or http://host.example/%d.\n", i, i%97, i%7)
		fmt.Fprintf(&b, "http://-%d/ is none. %s\n\n", i, strings.Repeat("words ", i%50))
	}
	return b.String()
}

// collect makes a folder of sources of all kinds.
func collect(t *testing.T) string {
	times := testkit.Times(1, 4)
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	dense, _ := corpus.Generate(corpus.Densities[2], times*50<<10, 1)
	mixed, _ := corpus.Generate(corpus.Densities[1], times*75<<10, 2)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, mailbox(3000, times*75))
	require.NoError(t, z.Close())
	write("a.mbox", mailbox(0, times*400))
	write("b.txt", string(dense))
	write("c.gz", packed.String())
	write("d.gz", packed.String()[:packed.Len()/2])
	write("e.txt", string(mixed))
	for i := range 30 {
		write(fmt.Sprintf("f%02d", i), mailbox(i, 1))
	}
	write("g.mbox", mailbox(2000, times*150)+"From joe@a.example Wed May  1 10:00:00 1996\n"+
		"Content-Type: image/png\n\n\x89PNG\n\n")
	return dir
}

// change changes a folder of sources: one grows, and others are changed, touched, or
// removed.
func change(t *testing.T, dir string) {
	name := func(name string) string { return filepath.Join(dir, name) }
	box, err := os.OpenFile(name("a.mbox"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = io.WriteString(box, mailbox(1600, testkit.Times(400, 700)))
	require.NoError(t, err)
	require.NoError(t, box.Close())
	text, err := os.ReadFile(name("e.txt"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name("e.txt"),
		append([]byte("http://new.example/ "), text[len(text)/2:]...), 0o666))
	require.NoError(t, os.WriteFile(name("f03"), []byte(mailbox(5000, 1)), 0o666))
	require.NoError(t, os.Chtimes(name("f04"), time.Now(), time.Now().Add(time.Hour)))
	require.NoError(t, os.Remove(name("f05")))
}

// inSmallPieces makes parts and commits small, so there are as many as at full sizes.
func inSmallPieces() (undo func()) {
	size, rows, wait := chunkSize, index.RowsPerCommit, index.TimePerCommit
	chunkSize, index.RowsPerCommit, index.TimePerCommit = 40<<10, testkit.Times(150, 300), time.Hour
	return func() {
		chunkSize, index.RowsPerCommit, index.TimePerCommit = size, rows, wait
	}
}

// killedAfter is the environment variable that makes the test binary the command, to be
// killed after so many commits, or never if it is 0.
const killedAfter = "URLSIFT_TEST_KILLED_AFTER"

func mainKilled(after string) {
	left, _ := strconv.Atoi(after)
	inSmallPieces()
	index.Committed = func() {
		if left--; left == 0 {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
	}
	main()
}

// kill runs index on dir and kills it after so many commits, or if commits is 0 after a
// time. It reports whether index ended before that.
func kill(t *testing.T, db, dir string, jobs, commits int, wait time.Duration) bool {
	command := exec.Command(os.Args[0], "index", "--db", db, "-j", strconv.Itoa(jobs), dir)
	command.Env = append(os.Environ(), fmt.Sprintf("%s=%d", killedAfter, commits))
	var stderr bytes.Buffer
	command.Stderr = &stderr
	require.NoError(t, command.Start())
	if commits == 0 {
		timer := time.AfterFunc(wait, func() { command.Process.Kill() })
		defer timer.Stop()
	}
	err := command.Wait()
	if command.ProcessState.ExitCode() >= 0 {
		require.Contains(t, stderr.String(), "urlsift: read ")
		return true
	}
	require.Error(t, err)
	return false
}

// However often indexing is killed, the last run leaves the same rows as an undisturbed
// one. The times are random, and the numbers of commits too.
//
//ci:part
func TestAKilledIndexIsCompletedByTheNextRun(t *testing.T) {
	if raceDetector {
		t.Skip("it is processes of their own that are killed, and slow with the race detector")
	}
	defer inSmallPieces()()
	times := testkit.Times(2, 50)
	part, step := testkit.Part()
	dir := collect(t)
	first := filepath.Join(t.TempDir(), "first.db")
	commits := 0
	index.Committed = func() { commits++ }
	defer func() { index.Committed = func() {} }()
	undisturbed := func(summary string) (want []string, took time.Duration) {
		commits = 0
		begun := time.Now()
		_, stderr, _ := urlsift(t, "", "index", "-j1", "--db", first, dir)
		took = time.Since(begun)
		require.Contains(t, stderr, summary)
		requireSound(t, first)
		return contents(t, first), took
	}
	want, took := undisturbed("read 36 sources, 0 unchanged;")
	copied, err := os.ReadFile(first)
	require.NoError(t, err)
	for _, stage := range []string{"first run", "run on what has changed"} {
		if stage != "first run" {
			change(t, dir)
			want, took = undisturbed("read 3 sources (1 continued), 32 unchanged;")
		}
		for i := part; i < times; i += step {
			db := filepath.Join(t.TempDir(), "killed.db")
			if stage != "first run" {
				require.NoError(t, os.WriteFile(db, copied, 0o666))
			}
			kills := 0
			next := func() int {
				if i > 0 {
					return rand.IntN(2) * (1 + rand.IntN(commits))
				}
				return 8 + rand.IntN(8) // repeatedly: more than the largest source that is begun again takes
			}
			for !kill(t, db, dir, 1+i%2, next(), time.Duration(rand.Int64N(int64(2*took)))) {
				kills++
				if _, err := os.Stat(db); err == nil && made(db) {
					requireSound(t, db)
				}
			}
			t.Logf("%s: killed %d times, of %d commits", stage, kills, commits)
			requireSound(t, db)
			requireSame(t, want, db)
		}
	}
}

// made reports whether a database has tables.
func made(db string) bool {
	rows, err := ask(db, "SELECT count(*) FROM sqlite_schema")
	return err == nil && rows[0] != "0"
}

// Small parts, several readers and a small cache do not change the rows.
//
//ci:long
//ci:race
func TestTheIndexIsTheSameForAnyNumberOfReaders(t *testing.T) {
	dir := collect(t)
	one := filepath.Join(t.TempDir(), "one.db")
	_, _, status := urlsift(t, "", "index", "-j1", "--db", one, dir)
	require.Equal(t, exitTrouble, status, "d.gz is damaged")
	want := contents(t, one)
	require.Greater(t, len(want), testkit.Times(2_500, 10_000))
	defer inSmallPieces()()
	for _, jobs := range []string{"1", "2", "5"} {
		db := filepath.Join(t.TempDir(), "several.db")
		_, _, status := urlsift(t, "", "index", "-j", jobs, "--db", db, dir)
		require.Equal(t, exitTrouble, status)
		requireSame(t, want, db)
	}
}

// The index has the results of find.
//
//ci:long
func TestTheIndexHasWhatFindFinds(t *testing.T) {
	dir := collect(t)
	db := filepath.Join(t.TempDir(), "links.db")
	urlsift(t, "", "index", "--db", db, dir)
	lines, _, _ := urlsift(t, "", "-nbH", dir)
	rows, err := ask(db, "SELECT file || ':' || line || ':' || start || ':' || url FROM found ORDER BY "+
		"occurrence")
	require.NoError(t, err)
	require.Equal(t, without(lines, incomplete(t, dir)), strings.Join(rows, "\n")+"\n")
	rejected, _, _ := urlsift(t, "", "--rejected", dir)
	rows, err = ask(db, "SELECT text FROM rejected")
	require.NoError(t, err)
	require.Equal(t, strings.Count(rejected, "\trejected: "), len(rows))
}

// incomplete returns the beginnings of the lines, with -nbH, of URLs that touch damage,
// which the index leaves out.
func incomplete(t *testing.T, dir string) (beginnings []string) {
	out, _, _ := urlsift(t, "", "--json", dir)
	for line := range strings.Lines(out) {
		var r struct {
			Incomplete  bool
			Line, Start int
			Source      struct{ File string }
		}
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		if r.Incomplete {
			beginnings = append(beginnings, fmt.Sprintf("%s:%d:%d:", r.Source.File, r.Line, r.Start))
		}
	}
	require.NotEmpty(t, beginnings)
	return beginnings
}

// without returns the lines that do not begin with one of some beginnings.
func without(lines string, beginnings []string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		if !slices.ContainsFunc(beginnings, func(s string) bool { return strings.HasPrefix(line, s) }) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Different names on disk are different in the database, and none of them controls a
// terminal.
func TestFilesWithAwkwardNamesAreDifferentSources(t *testing.T) {
	top := t.TempDir()
	db := filepath.Join(top, "links.db")
	require.NoError(t, os.Mkdir(filepath.Join(top, "in"), 0o777))
	t.Chdir(filepath.Join(top, "in"))
	names := awkwardNames(t)
	urlsift(t, "", "index", "--db", db, "--root", ".", ".")
	_, stderr, _ := urlsift(t, "", "index", "--db", db, "--root", ".", ".")
	require.Contains(t, stderr, fmt.Sprintf("read 0 sources, %d unchanged;", len(names)))
	rows, err := ask(db, "SELECT file, url FROM found")
	require.NoError(t, err)
	require.Len(t, rows, len(names))
	for _, row := range rows {
		name, url, _ := strings.Cut(row, "|")
		require.Equal(t, fmt.Sprintf("http://%x.example/", printable.Unescape(name)), url)
		require.Equal(t, row, printable.Text(row))
	}
	out, _, _ := urlsift(t, "", "--by", "source", ".")
	require.Equal(t, len(names), strings.Count(out, "\n"), out)
}

// Header fields and URLs have no control characters in the database, and jsonl has the
// values of --json.
func TestTheDatabaseHasNoControlCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "m\x1b.eml", []byte("Subject: a\x1b[31m \\x1B\aa\nFrom: J\x1boe <j@a.example>\n"+
		"Newsgroups: a.b\x1b\nMessage-ID: <\x1b@a.example>\n\n<URL:http://a.example/\x1b[2Jb>\n"))
	urlsift(t, "", "index", "--db", "../x.db", ".")
	for _, table := range []string{"sources", "documents", "urls", "newsgroups", "found"} {
		rows, err := ask("../x.db", "SELECT * FROM "+table)
		require.NoError(t, err)
		require.Len(t, rows, 1)
		require.Equal(t, rows[0], printable.Text(rows[0]), table)
	}
	rows, err := ask("../x.db", "SELECT subject, url FROM found")
	require.NoError(t, err)
	require.Equal(t, []string{`a\x1B[31m \x5Cx1B\x07a|http://a.example/%1Bb`}, rows)
	type object struct {
		Source struct{ Subject, From, Newsgroups string }
	}
	var found, exported object
	out, _, _ := urlsift(t, "", "--json", ".")
	require.NoError(t, json.Unmarshal([]byte(out), &found))
	out, _, _ = urlsift(t, "", "export", "--db", "../x.db", "--format", "jsonl")
	require.NoError(t, json.Unmarshal([]byte(out), &exported))
	require.Equal(t, found, exported)
	require.Equal(t, "a\x1b[31m \\x1B\aa", found.Source.Subject)
}

// BenchmarkIndex measures the occurrences per second that the first run of an index
// records: in texts with a URL every 89 bytes, a quarter or nearly all of them new, and
// in a mailbox. "of-reading" is the rate of the index divided by that of printing the
// URLs.
func BenchmarkIndex(b *testing.B) {
	part, urls := corpus.Generate(corpus.Densities[2], 4<<20, 1)
	whole, more := corpus.Generate(corpus.Densities[2], 16<<20, 2)
	mail, mailed := mailOf(2000, 18)
	for _, of := range []struct {
		name string
		text []byte
		urls int
		new  float64 // the share of occurrences with a new URL
	}{
		{"quarter", bytes.Repeat(part, 4), 4 * urls, 0.25},
		{"new", whole, more, 1},
		{"mail", mail, mailed, 1. / 3},
	} {
		b.Run(of.name, func(b *testing.B) { benchmarkIndex(b, of.text, of.urls, of.new) })
	}
}

func benchmarkIndex(b *testing.B, text []byte, urls int, fresh float64) {
	file := filepath.Join(b.TempDir(), "text")
	require.NoError(b, os.WriteFile(file, text, 0o666))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	n, reading := 0, time.Duration(0)
	for b.Loop() {
		b.StopTimer()
		begun := time.Now()
		require.Equal(b, exitFound, run([]string{"urlsift", file}, nil, io.Discard, io.Discard))
		reading += time.Since(begun)
		db := filepath.Join(b.TempDir(), fmt.Sprintf("%d.db", n))
		n++
		b.StartTimer()
		require.Equal(b, exitFound, run([]string{"urlsift", "index", "--db", db, file}, nil,
			io.Discard, io.Discard))
		b.StopTimer()
		rows, err := ask(db, "SELECT (SELECT count(*) FROM occurrences), (SELECT count(*) FROM urls)")
		require.NoError(b, err)
		var occurrences, distinct int
		_, err = fmt.Sscanf(rows[0], "%d|%d", &occurrences, &distinct)
		require.NoError(b, err)
		require.Equal(b, urls, occurrences)
		require.InDelta(b, fresh, float64(distinct)/float64(urls), 0.02)
		require.NoError(b, os.Remove(db))
		b.StartTimer()
	}
	b.ReportMetric(float64(urls*n)/b.Elapsed().Seconds(), "occurrences/s")
	b.ReportMetric(reading.Seconds()/b.Elapsed().Seconds(), "of-reading")
}

// mailOf returns a mailbox in which each of some texts is in several messages, and the
// number of URLs in it. A sixth of the messages has URLs.
func mailOf(texts, times int) (mailbox []byte, urls int) {
	var b bytes.Buffer
	b.Grow(texts * times * 5 << 9)
	for n := range texts * times {
		fmt.Fprintf(&b, "From u@mail.example Thu Jan  1 00:00:00 1998\n"+
			"From: Some One <u%d@mail.example>\nTo: list@mail.example\n"+
			"Subject: about %d\nDate: Thu, 1 Jan 1998 %02d:%02d:%02d +0000\n"+
			"Message-ID: <%d@mail.example>\n\n", n%1000, n, n/3600%24, n/60%60, n%60, n)
		text, found := corpus.Generate(corpus.Densities[1], 1<<11, uint64(n/times))
		if n%6 > 0 {
			text, found = bytes.ReplaceAll(text, []byte("://"), []byte(" // ")), 0
			text = bytes.ReplaceAll(text, []byte(":"), []byte(" "))
		}
		urls += found
		b.Write(text)
		b.WriteString("\n\n")
	}
	return b.Bytes(), urls
}
