package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/manifest"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/internal/testkit"
)

// A line of a manifest.
type manifestLine struct {
	Record, File, Member, Format, SHA256, Why, Part, Type, Version, Command, Directory, Began, Ended string
	Flags, Paths                                                                                     []string
	Size, Start, Offset, Bytes                                                                       *int64
	Manifest, Message, Members, Messages, URLs, Skipped, Errors, Inputs, Status, Sources, Unhashed   int
	Incomplete, Changed, Stopped                                                                     bool
	Unchanged                                                                                        any
}

// readManifest returns the lines of a manifest, and those of one kind.
func readManifest(t *testing.T, name, record string) (all, some []manifestLine) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		var one manifestLine
		require.NoError(t, json.Unmarshal([]byte(line), &one), line)
		if all = append(all, one); one.Record == record {
			some = append(some, one)
		}
	}
	require.Equal(t, "begin", all[0].Record)
	require.Equal(t, "end", all[len(all)-1].Record)
	return all, some
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// letters returns a mailbox with n messages. Each tenth has a program, and each 50th
// truncated base64.
func letters(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: %d\nMIME-Version: 1.0\n", i)
		switch {
		case i%50 == 7:
			fmt.Fprintf(&b, "Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8KQ\n\n")
		case i%10 == 3:
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=x\n\n--x\n"+
				"Content-Type: application/octet-stream; name=a.exe\nContent-Transfer-Encoding: base64\n"+
				"\nTVoAAQI=\n--x\n\nhttp://b%d.example/\n--x--\n\n", i)
		default:
			fmt.Fprintf(&b, "\n%shttp://a%d.example/\n\n",
				strings.Repeat("a line of text without any link in it\n", 20), i)
		}
	}
	return b.Bytes()
}

func gzipped(t *testing.T, data []byte) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return packed.Bytes()
}

//ci:long
func TestSumsInAManifestAreThoseOfTheBytes(t *testing.T) {
	t.Chdir(t.TempDir())
	size := chunkSize
	chunkSize = 100 << 10
	t.Cleanup(func() { chunkSize = size })
	var zipped bytes.Buffer
	z, part := zip.NewWriter(&zipped), letters(testkit.Times(25, 100))
	for i := range 30 {
		w, err := z.Create(fmt.Sprintf("m%d.txt", i))
		require.NoError(t, err)
		w.Write(part)
	}
	require.NoError(t, z.Close())
	mbox := letters(testkit.Times(1000, 4000))
	uncut := bytes.Join([][]byte{mbox, []byte(strings.Repeat("no place to cut here ", 300_000)), mbox}, nil)
	files := map[string][]byte{
		"uncut":       uncut, // a part of it is longer than the held bytes
		"a.txt":       []byte("see http://a.example/ there\n"),
		"box":         mbox,
		"box.gz":      gzipped(t, mbox),
		"empty":       nil,
		"packed.tgz":  pack(t),
		"z.zip":       zipped.Bytes(),
		"sfx.zip":     append([]byte("#!/bin/sh\nexit\n"), zipped.Bytes()...),
		"page.html":   []byte("<a href=http://c.example/>c</a>"),
		"trailing.gz": append(gzipped(t, mbox), "and more"...),
		"one":         bytes.Repeat([]byte("no place to cut here "), 200_000),
	}
	for name, data := range files {
		require.NoError(t, os.WriteFile(name, data, 0o666))
	}
	for _, jobs := range []string{"-j1", "-j2", "-j7"} {
		urlsift(t, "", jobs, "--json", "--force", "--manifest", "../m", ".")
		_, inputs := readManifest(t, "../m", "input")
		require.Len(t, inputs, len(files))
		for _, in := range inputs {
			data := files[filepath.Base(in.File)]
			require.Equal(t, sumOf(data), in.SHA256, in.File)
			require.EqualValues(t, len(data), *in.Size)
			require.False(t, in.Incomplete || in.Changed || in.Stopped)
			require.Nil(t, in.Start)
			switch filepath.Base(in.File) {
			case "box", "box.gz":
				require.EqualValues(t, len(mbox), *in.Bytes)
				require.Equal(t, "mbox", in.Format)
			case "z.zip":
				require.EqualValues(t, 30*len(part), *in.Bytes)
				require.Equal(t, "archive", in.Format)
			}
		}
	}
	for name, data := range files {
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.HalfReader(bytes.NewReader(data))} {
			var out, said bytes.Buffer
			run([]string{"urlsift", "--force", "--manifest", "../m"}, r, &out, &said)
			_, inputs := readManifest(t, "../m", "input")
			require.Equal(t, "-", inputs[0].File)
			require.Equal(t, sumOf(data), inputs[0].SHA256, name)
		}
		urlsift(t, "", "index", "--db", "../"+name+".db", "--force", "--manifest", "../m", name)
		_, inputs := readManifest(t, "../m", "input")
		require.Equal(t, sumOf(data), inputs[0].SHA256, name)
	}
}

// An input is read to its end even if it is searched no further, so that its sum is that
// of the file.
func TestAManifestSaysWhatWasNotSearched(t *testing.T) {
	t.Chdir(t.TempDir())
	mbox := letters(2000)
	require.NoError(t, os.WriteFile("box", mbox, 0o666))
	for _, flag := range []string{"-m1", "-l", "-L"} {
		urlsift(t, "", flag, "--force", "--manifest", "m", "box")
		_, inputs := readManifest(t, "m", "input")
		require.Equal(t, sumOf(mbox), inputs[0].SHA256)
		require.True(t, inputs[0].Stopped)
	}
	urlsift(t, "", "--force", "--manifest", "m", "--max-url", "10", "--include", "b*",
		pathOf(t, "a.tgz", pack(t)), "box")
	all, members := readManifest(t, "m", "member")
	require.Equal(t, []string{"--max-url=10", "--include=b*"}, all[0].Flags)
	require.Equal(t, []string{"a.tgz", "box"}, all[0].Paths)
	require.Equal(t, "box", members[0].Member)
	require.Equal(t, "mbox", members[0].Format)
	require.EqualValues(t, 76, *members[0].Size)
	require.Equal(t, "notes.zip!dir/note.txt", members[1].Member)
	require.Equal(t, "excluded", members[1].Why)
	require.Nil(t, members[1].Size)
	_, troubles := readManifest(t, "m", "error")
	require.Equal(t, "longer than --max-url, truncated", troubles[0].Why)
	require.Equal(t, "box", troubles[0].Member)
	require.EqualValues(t, 56, *troubles[0].Offset)
}

// pathOf writes a file, and returns its name.
func pathOf(t *testing.T, name string, data []byte) string {
	require.NoError(t, os.WriteFile(name, data, 0o666))
	return name
}

// Messages are counted from the beginning of the file, for any number of readers.
//
//ci:race
func TestAManifestIsTheSameForAnyNumberOfReaders(t *testing.T) {
	t.Chdir(t.TempDir())
	size := chunkSize
	chunkSize = 50 << 10
	t.Cleanup(func() { chunkSize = size })
	pathOf(t, "box", letters(3000))
	pathOf(t, "packed", pack(t))
	var first string
	for _, jobs := range []string{"-j1", "-j2", "-j8"} {
		urlsift(t, "", jobs, "--force", "--manifest", "m", "box", "missing", "packed", "box")
		_, errs := readManifest(t, "m", "error")
		require.Len(t, errs, 60+1+60)
		require.Equal(t, 8, errs[0].Message)
		require.Equal(t, 2958, errs[59].Message)
		require.Equal(t, "no such file or directory", errs[60].Why)
		require.Equal(t, "missing", errs[60].File)
		require.Contains(t, errs[0].Why, "base64 is cut")
		_, skipped := readManifest(t, "m", "skipped")
		require.Len(t, skipped, 600)
		require.Equal(t, 2994, skipped[299].Message)
		require.Equal(t, "application/vnd.microsoft.portable-executable", skipped[299].Type)
		require.Equal(t, "1", skipped[299].Part)
		all, inputs := readManifest(t, "m", "input")
		require.Equal(t, 3000, inputs[0].Messages)
		require.Equal(t, 300, inputs[0].Skipped)
		require.Equal(t, 60, inputs[0].Errors)
		end := all[len(all)-1]
		require.Equal(t, 3, end.Inputs)
		require.Equal(t, 6001, end.Messages)
		require.Equal(t, 121, end.Errors)
		require.Equal(t, exitTrouble, end.Status)
		if first == "" {
			first = withoutTimes(t, "m")
		}
		require.Equal(t, first, withoutTimes(t, "m"))
	}
}

// withoutTimes returns a manifest without its times.
func withoutTimes(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	all, _ := readManifest(t, name, "")
	for _, key := range []string{all[0].Began, all[len(all)-1].Ended} {
		_, err := time.Parse(time.RFC3339Nano, key)
		require.NoError(t, err)
		text = bytes.Replace(text, []byte(key), []byte("-"), 1)
	}
	return string(text)
}

// A changingWriter changes a file when it is written to.
type changingWriter struct {
	t    *testing.T
	name string
}

func (w changingWriter) Write(p []byte) (int, error) {
	file, err := os.OpenFile(w.name, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(w.t, err)
	_, err = file.WriteString("more\n")
	require.NoError(w.t, err)
	return len(p), file.Close()
}

func TestAManifestSaysThatAFileChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "growing", bytes.Repeat([]byte("see http://a.example/\n"), 100_000))
	var said bytes.Buffer
	status := run([]string{"urlsift", "-j1", "--manifest", "m", "growing"}, nil,
		changingWriter{t, "growing"}, &said)
	require.Equal(t, exitTrouble, status)
	_, inputs := readManifest(t, "m", "input")
	require.True(t, inputs[0].Changed)
	_, errs := readManifest(t, "m", "error")
	require.Equal(t, "changed while it was read", errs[0].Why)
}

func TestAManifestSaysThatReadingFailed(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "see http://a.example/ there\n"
	for _, packed := range []bool{false, true} {
		data := []byte(text)
		if packed {
			data = gzipped(t, data) // only the manifest reads past its end
		}
		var out, said bytes.Buffer
		broken := io.MultiReader(bytes.NewReader(data), iotest.ErrReader(errors.New("disk on fire")))
		status := run([]string{"urlsift", "--force", "--manifest", "m"}, broken, &out, &said)
		require.Equal(t, exitTrouble, status)
		require.Equal(t, "http://a.example/\n", out.String())
		require.Equal(t, 1, strings.Count(said.String(), "disk on fire"), said.String())
		all, inputs := readManifest(t, "m", "input")
		require.True(t, inputs[0].Incomplete)
		require.Equal(t, sumOf(data), inputs[0].SHA256)
		require.Equal(t, exitTrouble, all[len(all)-1].Status)
		_, errs := readManifest(t, "m", "error")
		require.Len(t, errs, 1)
		require.Contains(t, errs[0].Why, "disk on fire")
	}
}

func TestOnlyARunThatCameToItsEndWritesAManifest(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "a.txt", []byte("http://a.example/\n"))
	pathOf(t, "m", []byte("old\n"))
	_, said, status := urlsift(t, "", "--manifest", "m", "a.txt")
	require.Equal(t, exitTrouble, status)
	require.Equal(t, "urlsift: m: already exists; use --force to replace it\n", said)
	for _, args := range [][]string{
		{"--force", "--manifest", "m", "-o", "./m", "a.txt"},
		{"--force", "--manifest", "m", "-q", "a.txt"},
		{"--force", "--manifest", "m", "m"},
	} {
		_, _, status = urlsift(t, "", args...)
		require.Equal(t, exitTrouble, status)
	}
	for _, failed := range []error{syscall.EPIPE, errors.New("disk full")} {
		var said bytes.Buffer
		status = run([]string{"urlsift", "--force", "--manifest", "m", "a.txt"}, nil,
			&failingWriter{0, failed}, &said)
		require.Equal(t, exitTrouble, status)
		require.Contains(t, said.String(), "urlsift: m: not written: the run failed or was interrupted\n")
	}
	text, err := os.ReadFile("m")
	require.NoError(t, err)
	require.Equal(t, "old\n", string(text))
	require.NoError(t, os.Remove("m"))
	out, _, _ := urlsift(t, "", "--manifest", "m", "--stats", "-c", ".")
	require.Equal(t, "1 http://a.example/\n", out)
	all, inputs := readManifest(t, "m", "input")
	require.Len(t, inputs, 1, "the manifest is no input")
	require.Equal(t, []string{"--count"}, all[0].Flags)
	require.Equal(t, manifest.Version, all[0].Manifest)
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, files, 2, "nothing is left beside it")
}

// The index reads only the added part, whose sum is in the manifest.
func TestAManifestOfAnIndexRunHasWhatWasAdded(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "same", []byte("http://a.example/\n"))
	pathOf(t, "box", letters(20))
	_, _, status := urlsift(t, "", "index", "--db", "x.db", "--manifest", "m", "same", "box")
	require.Equal(t, exitTrouble, status)
	all, inputs := readManifest(t, "m", "input")
	require.Equal(t, "index", all[0].Command)
	require.Equal(t, 20, inputs[1].Messages)
	pathOf(t, "box", append(letters(20), letters(5)...))
	urlsift(t, "", "index", "--db", "x.db", "--force", "--manifest", "m", "same", "box")
	all, inputs = readManifest(t, "m", "input")
	require.Equal(t, "box", inputs[0].File)
	require.EqualValues(t, len(letters(20)), *inputs[0].Start)
	require.EqualValues(t, len(letters(5)), *inputs[0].Size)
	require.Equal(t, sumOf(letters(5)), inputs[0].SHA256)
	require.Equal(t, 5, inputs[0].Messages)
	_, skipped := readManifest(t, "m", "skipped")
	require.Equal(t, 24, skipped[0].Message)
	require.Equal(t, "same", inputs[1].File)
	require.Equal(t, true, inputs[1].Unchanged)
	require.EqualValues(t, 1, all[len(all)-1].Unchanged)
}

// The manifest of an index names every source of the database, from any run, with the
// SHA-256 of all of it.
//
//ci:long
func TestAManifestNamesEverySourceOfTheIndex(t *testing.T) {
	readme, err := os.ReadFile("doc/manifest.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("old", 0o777))
	write := func(name string, data []byte) { pathOf(t, name, data) }
	names := []string{"box", "same", "old/gone", "old/changed", "old/stopped", "old/kept", "-"}
	for _, name := range names[:len(names)-1] {
		write(name, append(letters(3), name...))
	}
	stdin := string(gzipped(t, []byte("http://stdin.example/\n")))
	urlsift(t, "", "index", "--db", "../x.db", "box", "same", "old")
	urlsift(t, stdin, "index", "--db", "../x.db", "-")
	proven := func(args ...string) (sums, whys map[string]string, total manifestLine, said string) {
		_, said, _ = urlsift(t, "", append([]string{"index", "--db", "../x.db", "--force", "--manifest",
			"../m"}, args...)...)
		all, sources := readManifest(t, "../m", "source")
		sums, whys = map[string]string{}, map[string]string{}
		for _, s := range sources {
			name, err := filepath.Rel(all[0].Directory, s.File)
			if err != nil {
				name = s.File
			}
			if whys[name] = s.Why; s.SHA256 != "" {
				sums[name] = s.SHA256
			}
		}
		require.Len(t, sources, len(names))
		return sums, whys, all[len(all)-1], said
	}
	require.NoError(t, os.Remove("old/gone"))
	write("old/changed", append(letters(3), "old/Changed"...))
	_, err = ask("../x.db", "UPDATE sources SET state = 'reading' WHERE path LIKE '%stopped'")
	require.NoError(t, err)
	write("box", append(letters(3), letters(2)...)) // and box has grown
	want := map[string]string{"box": sumOf(append(letters(3), letters(2)...)),
		"same": sumOf(append(letters(3), "same"...)), "old/kept": sumOf(append(letters(3), "old/kept"...))}
	sums, whys, total, said := proven("box", "same")
	require.Equal(t, want, sums)
	require.Equal(t, map[string]string{
		"box":         "",
		"same":        "",
		"old/kept":    "",
		"old/gone":    "gone",
		"old/changed": "changed since it was read",
		"old/stopped": "not read to its end",
		"-":           "no file, and read without --manifest",
	}, whys)
	require.Equal(t, len(names), total.Sources)
	require.Equal(t, 4, total.Unhashed)
	require.Contains(t, said, "urlsift: ../m: 4 sources of the database without SHA-256; their records "+
		"say why\n")

	// Known sums are kept, also of files that have been removed.
	require.NoError(t, os.Remove("old/kept"))
	sums, _, _, _ = proven("same")
	require.Equal(t, want, sums)
	delete(want, "old/kept")

	// A source that is read again has a new sum, also standard input and a damaged file.
	write("same", append(gzipped(t, letters(3)), "damage"...))
	want["same"] = sumOf(append(gzipped(t, letters(3)), "damage"...))
	write("old/gone", []byte("http://back.example/\n"))
	want["old/gone"] = sumOf([]byte("http://back.example/\n"))
	want["old/changed"] = sumOf(append(letters(3), "old/Changed"...))
	want["old/stopped"] = sumOf(append(letters(3), "old/stopped"...))
	_, said, _ = urlsift(t, stdin, "index", "--db", "../x.db", "--force", "--manifest", "../m", "-",
		"same", "old")
	require.NotContains(t, said, "without SHA-256")
	require.NoError(t, os.WriteFile("old/kept", append(letters(3), "old/kept"...), 0o666))
	want["old/kept"] = sumOf(append(letters(3), "old/kept"...))
	sums, _, total, _ = proven("old")
	want["-"] = sumOf([]byte(stdin))
	require.Equal(t, want, sums)
	require.Zero(t, total.Unhashed)

	// A run without a manifest forgets the sums of the sources that it reads.
	write("box", letters(7))
	want["box"] = sumOf(letters(7))
	urlsift(t, "", "index", "--db", "../x.db", "box")
	rows, err := ask("../x.db", "SELECT count(*) FROM sources WHERE sha256 IS NULL")
	require.NoError(t, err)
	require.Equal(t, []string{"1"}, rows)
	sums, _, _, _ = proven("box")
	require.Equal(t, want, sums)
	rows, err = ask("../x.db", "DELETE FROM sources WHERE path = '-' RETURNING path") // not a file
	require.NoError(t, err)
	require.Len(t, rows, 1)
	names = names[:len(names)-1]
	proven("box")
	testkit.Program(t, "jq", "jq")
	testkit.Program(t, "perl", "perl")
	require.Equal(t, len(names), strings.Count(checkByREADME(t, string(readme), "source"), ": OK\n"))
}

func TestAManifestSaysWhatWasPassedOverInFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "a.txt", []byte("http://a.example/\n"))
	if err := os.Symlink("a.txt", "link.txt"); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"-s", "http"}, {"index", "--db", "../x.db"}, {"--shard", "1/1"}} {
		urlsift(t, "", append(args, "--force", "--manifest", "../m", ".")...)
		all, skipped := readManifest(t, "../m", "skipped")
		require.Len(t, skipped, 1)
		require.Equal(t, "link.txt", skipped[0].File)
		require.Equal(t, "symbolic link", skipped[0].Why)
		require.Equal(t, 1, all[len(all)-1].Skipped)
	}
}

// A part of a file read in a shard has a start, and the shards cover the file.
func TestTheManifestsOfSharesCoverTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	size := chunkSize
	chunkSize = 20 << 10
	t.Cleanup(func() { chunkSize = size })
	data := bytes.Repeat([]byte("see http://a.example/\n\n"), 50_000)
	pathOf(t, "text", data)
	at := int64(0)
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		urlsift(t, "", "--shard", shard, "--force", "--manifest", "m", "text")
		all, inputs := readManifest(t, "m", "input")
		require.Equal(t, []string{"--shard=" + shard}, all[0].Flags)
		require.Equal(t, at, *inputs[0].Start)
		end := at + *inputs[0].Size
		require.Equal(t, sumOf(data[at:end]), inputs[0].SHA256)
		at = end
	}
	require.EqualValues(t, len(data), at)
}

func TestNamesInAManifestHaveNoControlCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	pathOf(t, "a\x1b[31m\u009b<&>", []byte("http://a.example/\n"))
	urlsift(t, "", "--manifest", "../m", ".")
	text, err := os.ReadFile("../m")
	require.NoError(t, err)
	require.NotContains(t, string(text), "\x1b")
	require.NotContains(t, string(text), "\u009b")
	require.Contains(t, string(text), `"file":"a\u001B[31m\u009B<&>"`)
}

// For any two features, the database has the same rows with a manifest as without. By
// default each is combined with its neighbours.
//
//ci:long
func TestAManifestChangesNothingOfTheIndex(t *testing.T) {
	defer inSmallPieces()()
	t.Chdir(t.TempDir())
	mbox := bytes.ReplaceAll(letters(100), []byte("\nSubject: 1"),
		[]byte("\nDate: Wed, 1 May 1996 10:00:00 +0000\nFrom: Joe <joe@a.example>\nNewsgroups: a.b\n"+
			"Subject: 1"))
	require.NoError(t, os.Mkdir("in", 0o777))
	pathOf(t, "in/box", mbox)
	pathOf(t, "in/box.gz", gzipped(t, mbox[:len(mbox)/2]))
	pathOf(t, "in/a.tgz", pack(t))
	pathOf(t, "in/.hidden", []byte("http://hidden.example/\n"))
	pathOf(t, "in/bad.gz", gzipped(t, mbox)[:900])
	features := [][]string{
		{"-j3"},
		{"--since", "1996"},
		{"--no-headers"},
		{"--hidden"},
		{"--shard", "1/2"},
		{"--root", "."},
		{"--max-url", "15"},
		{"again"},
		{"grown"},
	}
	dump := func(args ...string) (rows []string) {
		db := filepath.Join(t.TempDir(), "x.db")
		args = append([]string{"index", "--db", db, "in"}, args...)
		pathOf(t, "in/box", mbox)
		for _, more := range []string{"again", "grown"} {
			for i, arg := range args {
				if arg != more {
					continue
				}
				args[i] = "--stats"
				_, said, _ := urlsift(t, "", args...)
				require.Contains(t, said, "\nurlsift: read ")
				if more == "grown" {
					pathOf(t, "in/box", append(mbox[:len(mbox):len(mbox)], letters(3)...))
				}
			}
		}
		_, said, _ := urlsift(t, "", args...)
		require.Contains(t, said, "urlsift: read ")
		for _, row := range contents(t, db) {
			rows = append(rows, timesOf.ReplaceAllString(row, "TIME"))
		}
		return rows
	}
	for i, one := range features {
		for _, other := range features[i+1 : min(i+1+testkit.Times(1, len(features)), len(features))] {
			args := append(one[:len(one):len(one)], other...)
			require.Equal(t, dump(args...), dump(append(args, "--force", "--manifest", "../m")...), args)
		}
	}
}

// timesOf matches the times of files, but not those of messages.
var timesOf = regexp.MustCompile(`2\d{3}-\d\d-\d\dT[\d:.]+Z`)

// awkwardNames returns names of files that programs often mishandle.
func awkwardNames(t *testing.T) (names []string) {
	for _, name := range []string{
		"a-\xe9", `a-\xE9`, `a-\x5CxE9`, `a\b`, "new\nline", "return\r", "re\rturn", `\`, `\n`,
		"esc\x1b", " blank ", "caf\u00e9", "\\\xe9", `quote"'$`, "\u202e",
	} {
		if err := os.WriteFile(name, fmt.Appendf(nil, "http://%x.example/\n", name), 0o666); err != nil {
			t.Logf("a file cannot be called %q here: %v", name, err)
			continue
		}
		names = append(names, name)
	}
	return names
}

// Between NULs, names are unchanged, so that other programs can open the files.
func TestNamesBetweenNULsStandAsTheyAre(t *testing.T) {
	t.Chdir(t.TempDir())
	names := awkwardNames(t)
	for _, c := range []struct{ flags, before, after string }{
		{"-0 -l", "", "\x00"},
		{"-0 -H --host *.example -b", "", ":0:URL\x00"},
		{"-0 --by source", "1 ", "\x00"},
		{`--format {file}\0`, "", "\x00"},
		{`--format {file}\0{url}\n`, "", "\x00URL\n"},
		{"-0 --format {file}", "", "\x00"},
		{`--format \0{member}{file}\n`, "\x00", "\n"},
	} {
		for _, name := range names {
			out, _, _ := urlsift(t, "", append(strings.Fields(c.flags), name)...)
			require.Equal(t, c.before+name+strings.ReplaceAll(c.after, "URL",
				fmt.Sprintf("http://%x.example/", name)), out, c.flags)
		}
	}
	out, _, _ := urlsift(t, "", "-0", "-L", "--scheme", "ftp", ".")
	require.ElementsMatch(t, names, strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"))
	for _, args := range [][]string{{"-l"}, {"-H"}, {"--by", "source"}, {"--format", "{file}"},
		{"-0", "--format", `{file}\n`}, {"-0", "--json"}} {
		out, _, _ := urlsift(t, "", append(args, ".")...)
		require.Contains(t, out, `\xE9`)
		require.NotContains(t, out, "\xe9")
	}
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	for name, text := range map[string]string{"a\x00b\x1b": "http://a.example/",
		"caf\u00e9\u202e": "http://b.example/"} {
		w, err := z.Create(name)
		require.NoError(t, err)
		io.WriteString(w, text)
	}
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile("x.zip", zipped.Bytes(), 0o666))
	out, _, _ = urlsift(t, "", "-0H", "x.zip")
	require.Contains(t, out, "x.zip!caf\u00e9\u202e:http://b.example/\x00")
	require.Contains(t, out, `x.zip!a\x00b\x1B:http://a.example/`+"\x00", "a NUL in a name divides nothing")
}

// checkByREADME runs the command of the page on manifests that checks the records of one
// kind of the manifest ../m, and returns what it prints.
func checkByREADME(t *testing.T, readme, record string) string {
	recipe := regexp.MustCompile(`(?m)^    \$ (jq .*\n .* \| sha256sum -c)$`).FindStringSubmatch(readme)
	require.NotNil(t, recipe)
	script := strings.NewReplacer("mail.manifest", "../m", `"input"`,
		fmt.Sprintf("%q", record)).Replace(recipe[1])
	out, err := exec.Command("sh", "-c", script).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// Files of any name are distinguished, and the command in the page on manifests checks
// them.
//
//ci:long
func TestSha256sumChecksEachFileOfAManifest(t *testing.T) {
	readme, err := os.ReadFile("doc/manifest.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	names := awkwardNames(t)
	urlsift(t, "", "--manifest", "../m", ".")
	_, inputs := readManifest(t, "../m", "input")
	var told []string
	for _, in := range inputs {
		told = append(told, printable.Unescape(in.File))
	}
	require.ElementsMatch(t, names, told)
	testkit.Program(t, "jq", "jq")
	testkit.Program(t, "perl", "perl")
	require.Equal(t, len(names), strings.Count(checkByREADME(t, string(readme), "input"), ": OK\n"))
}
