package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/index"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// outputs holds flags for the outputs of find.
var outputs = []string{"-H -n -b", "--json --rejected", "--csv", "--tsv", "-u", "-c", "-c --json",
	"--by domain", "--by newsgroup", "--stats", "-C 1", "-l", "-L", "-m 3",
	"--format {source.file}:{line}:{url}"}

// archiveOf makes a directory with the inputs of archives: text, mail, pages and
// archives, damaged and whole, large and small.
func archiveOf(t *testing.T) string {
	size, most := chunkSize, output.BatchSize
	chunkSize, output.BatchSize = 30<<10, 5<<10
	t.Cleanup(func() { chunkSize, output.BatchSize = size, most })
	dir := t.TempDir()
	text, _ := corpus.Generate(corpus.Densities[1], testkit.Times(100<<10, 200<<10), 7)
	packed := pack(t)
	for name, data := range map[string][]byte{
		"text":       text,
		"box":        letters(testkit.Times(200, 700)),
		"sub/box.gz": gzipped(t, letters(70)),
		"a.tgz":      packed,
		"cut.tgz":    packed[:len(packed)-20],
		"page.html": []byte("<a href='http://c.example/'>c</a>\n<img src=http://d.example/" +
			strings.Repeat("x", 70<<10) + ">"),
		"broken": []byte("<URL:http://a.example/x-\n  y> and http://a.example/x-y\nhttp://a.example/a\n" +
			"b c <URL:http://a.example/%zz>\n"),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	return dir
}

// took matches the time of a run in messages.
var took = regexp.MustCompile(`(in|;) \d+\.\d\d s(, \d+ MB/s)?`)

// The same input has the same output to the byte, for any number of readers and
// processors, and at any time.
//
//ci:long
func TestTheSameInputHasTheSameOutput(t *testing.T) {
	dir := archiveOf(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, flags := range outputs {
		var first string
		for i, jobs := range []string{"-j1", "-j2", "-j8", "-j1", "-j8", "-j0"}[:testkit.Times(3, 6)] {
			runtime.GOMAXPROCS(1 + i%4)
			args := append(strings.Fields(flags), jobs, "--force", "--manifest", filepath.Join(dir, "../m"),
				dir, filepath.Join(dir, "box"), filepath.Join(dir, "none"))
			out, said, status := urlsift(t, "", args...)
			all := fmt.Sprintf("%s\n%s\n%d\n%s", out, took.ReplaceAllString(said, ""), status,
				withoutTimes(t, filepath.Join(dir, "../m")))
			if first == "" {
				first = all
			}
			require.True(t, first == all, "%s %s:\n%s", flags, jobs, firstDifference(first, all))
		}
		require.Contains(t, first, "box")
	}
}

// firstDifference returns the first different lines of two texts.
func firstDifference(a, b string) string {
	these, those := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(these), len(those)) {
		if these[i] != those[i] {
			return fmt.Sprintf("line %d:\n%.300s\n%.300s", i, these[i], those[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(these), len(those))
}

// A reader may return few bytes at a time.
//
//ci:long
func TestReadSizesDoNotChangeTheOutput(t *testing.T) {
	dir := archiveOf(t)
	every := testkit.Times(7, 1)
	for at, name := range []string{"text", "box", "sub/box.gz", "a.tgz", "cut.tgz", "page.html", "broken"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		for i, flags := range outputs {
			if (at+i)%every != 0 {
				continue // each input with some outputs, each output with some inputs
			}
			var first string
			for i, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)),
				iotest.HalfReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
				var out, said bytes.Buffer
				status := run(append([]string{"urlsift", "--force", "--manifest", filepath.Join(dir, "../m")},
					strings.Fields(flags)...), r, &out, &said)
				all := fmt.Sprintf("%s\n%s\n%d\n%s", out.String(), took.ReplaceAllString(said.String(), ""),
					status, withoutTimes(t, filepath.Join(dir, "../m")))
				if first == "" {
					first = all
				}
				require.True(t, first == all, "%s %s %d:\n%s", name, flags, i, firstDifference(first, all))
			}
		}
	}
}

// A pipe has the results of a file, including those that the next line might have
// continued.
func TestAPipeHasTheOutputOfAFile(t *testing.T) {
	t.Parallel()
	const text = "<URL:http://a.example/b-\nc>\nhttp://a.example/a\n\n" +
		"http://www.host.example/people/joe/papers/1996/\n"
	name := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	for _, flags := range outputs {
		args := strings.Fields(flags)
		want, _, _ := urlsift(t, "", append(args, name)...)
		for _, pieces := range [][]string{{text}, strings.SplitAfter(text, "\n")} {
			command := exec.Command("urlsift", args...)
			in, err := command.StdinPipe()
			require.NoError(t, err)
			var out bytes.Buffer
			command.Stdout = &out
			require.NoError(t, command.Start())
			for _, piece := range pieces {
				in.Write([]byte(piece))
			}
			in.Close()
			command.Wait()
			require.Equal(t, strings.ReplaceAll(want, name, "-"), out.String(), flags)
		}
	}
}

// An index made twice has the same rows, with the same numbers, and the same report.
//
//ci:long
func TestAnIndexMadeTwiceIsTheSame(t *testing.T) {
	dir := archiveOf(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rows := index.RowsPerCommit
	defer func() { index.RowsPerCommit = rows }()
	var first, page string
	for i, jobs := range []string{"-j1", "-j8", "-j1", "-j2"}[:testkit.Times(2, 4)] {
		runtime.GOMAXPROCS(1 + i)
		index.RowsPerCommit = []int{250_000, 7, 100, 1000}[i]
		db := filepath.Join(t.TempDir(), "x.db")
		_, said, status := urlsift(t, "", "index", jobs, "--db", db, dir, filepath.Join(dir, "none"))
		require.Equal(t, exitTrouble, status, said)
		stopClock(t, db)
		got, made := dumpOf(t, db), reportOf(t, db)
		if first == "" {
			first, page = got, made
		}
		require.True(t, first == got, "%s:\n%s", jobs, firstDifference(first, got))
		require.True(t, page == made, "%s:\n%s", jobs, firstDifference(page, made))
	}
	require.Greater(t, strings.Count(first, "INSERT INTO occurrences"), testkit.Times(300, 1000))
}

// stopClock sets the times of all runs in a database to the same time.
func stopClock(t *testing.T, file string) {
	db, err := sqlite.Open(file, "")
	require.NoError(t, err)
	require.NoError(t, db.Script("UPDATE runs SET started = '2020-01-01T00:00:00Z', ended = "+
		"'2020-01-01T00:00:00Z'"))
	require.NoError(t, db.Close())
}

// dumpOf returns the contents of a database as SQL. It leaves out the tables that SQLite
// keeps for the full text, which commits divide.
func dumpOf(t *testing.T, file string) string {
	var b strings.Builder
	tables, err := ask(file, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
	require.NoError(t, err)
	b.WriteString(strings.Join(tables, "\n") + "\n")
	names, err := ask(file, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE "+
		"'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_fts_%' ORDER BY name")
	require.NoError(t, err)
	for _, name := range names {
		columns, err := ask(file, "SELECT name FROM pragma_table_info('"+name+"')")
		require.NoError(t, err)
		var quoted []string
		for _, column := range columns {
			quoted = append(quoted, `quote("`+column+`")`)
		}
		rows, err := ask(file, "SELECT "+strings.Join(quoted,
			", ")+` FROM "`+name+`" ORDER BY `+strings.Join(quoted, ", "))
		require.NoError(t, err)
		for _, row := range rows {
			b.WriteString("INSERT INTO " + name + " " + row + "\n")
		}
	}
	return b.String()
}

// reportOf returns the report of a database, without times of today's files.
func reportOf(t *testing.T, file string) string {
	out, said, status := urlsift(t, "", "report", "--db", file)
	require.Equal(t, exitFound, status, said)
	return strings.ReplaceAll(out, time.Now().UTC().Format(time.DateOnly), "today")
}
