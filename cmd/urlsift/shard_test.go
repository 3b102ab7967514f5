package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/internal/testkit"
)

// spool makes a folder with a mailbox that can be divided in several places, and other
// files.
func spool(t *testing.T) string {
	dir := t.TempDir()
	var box strings.Builder
	for i := range testkit.Times(1200, 6000) {
		fmt.Fprintf(&box, "From ann@a.example Wed May  1 10:00:00 1996\nSubject: %d\n"+
			"Date: Wed, 1 May 1996 10:00:00 +0000\n\n", i)
		fmt.Fprintf(&box, "See http://host%d.example/%d and <URL:http://long.example/a-\nb%d> there.\n%s\n\n",
			i%50, i%700, i, strings.Repeat("words ", i%240))
	}
	box.WriteString("From ann@a.example Wed May  1 10:00:00 1996\n" +
		"Content-Type: text/plain; charset=no-such\n\nh\xe9 http:///rejected http://bad.example/\n\n")
	for name, text := range map[string]string{
		"a.txt":  "see http://a.example/ there\n",
		"b.mbox": box.String(),
		"c/d":    "http://long.example/a-b1 http://a.example/ http://long.example/ab2\n",
		"e":      "",
		"f":      "nothing\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// shards runs urlsift for each of some shards, and returns the names of their files and
// the texts on standard error.
func shards(t *testing.T, of int, args ...string) (files []string, told string) {
	t.Helper()
	dir := t.TempDir()
	for i := 1; i <= of; i++ {
		name := filepath.Join(dir, fmt.Sprintf("part-%03d", i))
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"urlsift", "--shard", fmt.Sprintf("%d/%d", i, of), "-o", name},
			args...), strings.NewReader(""), &stdout, &stderr)
		require.LessOrEqual(t, status, exitTrouble)
		require.Empty(t, stdout.String())
		require.FileExists(t, name, stderr.String())
		files, told = append(files, name), told+stderr.String()
	}
	return files, told
}

// merged returns the output of urlsift merge.
func merged(t *testing.T, files []string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitFound, run(append([]string{"urlsift", "merge"}, files...), strings.NewReader(""),
		&stdout, &stderr), stderr.String())
	require.Empty(t, stderr.String())
	return stdout.String()
}

// Merged shards are the output of a single run, byte for byte, and so are their messages.
//
//ci:long
func TestMergedSharesAreTheOutputOfOneRun(t *testing.T) {
	t.Parallel()
	dir := spool(t)
	for i, form := range [][]string{
		{"--json"},
		{"-Hnb"},
		{"--csv"},
		{"--tsv"},
		{"-c"},
		{"-c", "--json"},
		{"--by", "host", "--csv"},
		{"-0"},
		{"-c0"},
		{"--json", "--rejected", "-j1"},
		{"--by", "host", "--json"}, {"--json", "-0"}, {"--by", "scheme", "--tsv"},
	} {
		args := append(form, dir, filepath.Join(dir, "none"))
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitTrouble, run(append([]string{"urlsift"}, args...), strings.NewReader(""),
			&stdout, &stderr))
		of := []int{3, 7}[:testkit.Times(1, 2)]
		if i == 0 {
			of = []int{1, 7, 2, 3, 4, 5, 6}[:testkit.Times(3, 7)]
		}
		for _, of := range of {
			files, told := shards(t, of, args...)
			require.True(t, stdout.String() == merged(t, files), "%v in %d shards", form, of)
			require.Equal(t, stderr.String(), told)
		}
		if i == 0 {
			files, _ := shards(t, 7, args...)
			full := 0
			for _, file := range files {
				if info, err := os.Stat(file); err == nil && info.Size() > 1000 {
					full++
				}
			}
			require.GreaterOrEqual(t, full, testkit.Times(3, 5), "a mailbox is divided")
		}
	}
}

// The look of a line does not matter: paths may begin like counts, tables or objects, and
// have any length.
func TestSharesAreMergedWhateverTheirPathsLookLike(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, top := range []string{"2019 mails", "count,x", `{"count":7,`, strings.Repeat("d/", 1000)} {
		require.NoError(t, os.MkdirAll(top, 0o777))
		for _, name := range []string{"x.txt", "y.txt"} {
			require.NoError(t, os.WriteFile(filepath.Join(top, name),
				[]byte("http://a.example/ http://a.example/\n"), 0o666))
		}
		want, _, _ := urlsift(t, "", "-H", top)
		files, _ := shards(t, 2, "-H", top)
		require.Equal(t, want, merged(t, files))
	}
}

// A list of paths on standard input is divided, too.
//
//ci:long
func TestAListOnStandardInputIsDividedIntoShares(t *testing.T) {
	dir := spool(t)
	list := filepath.Join(dir, "c/d") + "\n" + filepath.Join(dir, "a.txt") + "\n" +
		filepath.Join(dir, "c/d") + "\n"
	var all string
	for i := range 3 {
		var stdout, stderr bytes.Buffer
		run([]string{"urlsift", "--shard", fmt.Sprintf("%d/3", i+1), "-f", "-"}, strings.NewReader(list),
			&stdout, &stderr)
		require.Empty(t, stderr.String())
		all += stdout.String()
	}
	const long = "http://long.example/a-b1\nhttp://a.example/\nhttp://long.example/ab2\n"
	require.Equal(t, long+"http://a.example/\n"+long, all)
}

// rows returns all rows of all tables, except which run read a source.
func rows(t *testing.T, file string) string {
	t.Helper()
	db, err := sqlite.Open(file, "")
	require.NoError(t, err)
	defer db.Close()
	var b strings.Builder
	for _, table := range []string{"sources", "documents", "newsgroups", "message_counts", "urls",
		"occurrences", "rejected", "_claims", "_settings", "found", "broken"} {
		order := "1"
		if table != "_settings" {
			order = "1, 2"
		}
		columns := "*"
		if table == "sources" {
			columns = "id, path, size, mtime, fingerprint, state, trouble, format, read, messages, lines"
		}
		found, err := asked(db, "SELECT "+columns+" FROM "+table+" ORDER BY "+order)
		require.NoError(t, err)
		for _, values := range found {
			fmt.Fprintln(&b, table, values)
		}
	}
	for _, query := range []string{"SELECT count(*) FROM urls_fts WHERE urls_fts MATCH 'long'",
		"SELECT count(*) FROM documents_fts WHERE documents_fts MATCH '17'"} {
		n, err := db.Number(query)
		require.NoError(t, err)
		fmt.Fprintln(&b, "full text", n)
	}
	return b.String()
}

// Files left by a killed merge do not affect the next one.
func TestAMergeIgnoresWhatAKilledOneLeft(t *testing.T) {
	dir := t.TempDir()
	name := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(name("a"), []byte("http://a.example/\n"), 0o666))
	_, _, status := urlsift(t, "", "index", "--shard", "1/1", "--db", name("a.db"), name("a"))
	require.Equal(t, exitFound, status)
	left, err := database.Open(t.Context(), name("left.db"), "")
	require.NoError(t, err)
	require.NoError(t, left.Begin(&database.Source{Path: "left"}))
	require.NoError(t, left.Commit())
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(name("left.db" + suffix))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name(".merged.db.urlsift.part"+suffix), data, 0o666))
	}
	require.NoError(t, left.Close())
	require.NoError(t, os.WriteFile(name("merged.db.part"), []byte("of the user"), 0o666))
	_, stderr, status := urlsift(t, "", "merge", "-o", name("merged.db"), name("a.db"))
	require.Equal(t, exitFound, status, stderr)
	require.Equal(t, rows(t, name("a.db")), rows(t, name("merged.db")))
	require.NoFileExists(t, name(".merged.db.urlsift.part-wal"))
	require.FileExists(t, name("merged.db.part"), "it is no temporary file of urlsift")
}

// A merged database has the rows of a single run, with their numbers, and evidence from
// all shards.
//
//ci:long
func TestAMergedDatabaseHasTheRowsOfOneRun(t *testing.T) {
	t.Parallel()
	dir, out := spool(t), t.TempDir()
	index := func(args ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		require.NotEqual(t, 3, run(append([]string{"urlsift", "index"}, args...), strings.NewReader(""),
			&stdout, &stderr))
		require.NotContains(t, stderr.String(), "database")
	}
	whole := filepath.Join(out, "whole.db")
	index("--db", whole, dir, filepath.Join(dir, "a.txt"))
	want := rows(t, whole)
	require.Contains(t, want, `"attested":true`)
	for _, of := range []int{3, 1, 2, 7}[:testkit.Times(1, 4)] {
		args := []string{"urlsift", "merge", "-o", filepath.Join(out, fmt.Sprint(of, ".db"))}
		for i := 1; i <= of; i++ {
			part := filepath.Join(out, fmt.Sprintf("%d-%d.db", of, i))
			index("--db", part, "--shard", fmt.Sprintf("%d/%d", i, of), dir, filepath.Join(dir, "a.txt"))
			args = append(args, part)
		}
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitFound, run(args, strings.NewReader(""), &stdout, &stderr), stderr.String())
		got := rows(t, args[3])
		if want != got {
			a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
			for i := range min(len(a), len(b)) {
				require.Equal(t, a[i], b[i], "%d shards", of)
			}
			require.Equal(t, len(a), len(b))
		}
	}
}
