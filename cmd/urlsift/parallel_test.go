package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/corpus"
)

// folder makes a directory of small files and of a large one, which is read in parts.
// Some cause warnings.
func folder(t testing.TB) string {
	size, most := chunkSize, output.BatchSize
	chunkSize, output.BatchSize = 200<<10, 10<<10
	t.Cleanup(func() { chunkSize, output.BatchSize = size, most })
	dir := t.TempDir()
	for i := range 40 {
		text, _ := corpus.Generate(corpus.Densities[i%3], 3000, uint64(i))
		if i%7 == 0 {
			text = append(text, "http://cut.example/"+strings.Repeat("x", 70<<10)+"\n"...)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d", i)), text, 0o666))
	}
	text, _ := corpus.Generate(corpus.Densities[1], 5<<18, 99)
	unbroken := bytes.ReplaceAll(text[:1<<19], []byte("\n\n"), []byte("\n"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "large"), append(text, unbroken...), 0o666))
	return dir
}

//ci:race
func TestStatsAreTheSameForAnyNumberOfReaders(t *testing.T) {
	dir := folder(t)
	_, one, _ := urlsift(t, "", "-j1", "--stats", dir)
	_, several, _ := urlsift(t, "", "-j3", "--stats", dir)
	require.Contains(t, one, "of 41 files")
	_, found, _ := strings.Cut(one, " s, ")
	_, found, _ = strings.Cut(found, "\n")
	require.Contains(t, several, found)
	for _, figures := range []string{one, several} {
		require.Equal(t, output.MaxNotes, strings.Count(figures, ": text\n"),
			"of more files it says how many there are")
		require.Contains(t, figures, "urlsift: formats: 41 text\n")
	}
}

// A shard reports the formats of the files that begin in it.
//
//ci:race
func TestStatsOfAShareAreTheSameForAnyNumberOfReaders(t *testing.T) {
	name := filepath.Join(folder(t), "large")
	_, one, _ := urlsift(t, "", "-j1", "--stats", "--shard", "2/2", name)
	_, several, _ := urlsift(t, "", "-j3", "--stats", "--shard", "2/2", name)
	for _, figures := range []string{one, several} {
		require.Contains(t, figures, "large: text\n")
		require.Contains(t, figures, "urlsift: formats: 1 text\n")
	}
}

// The numbers in a template count from the beginning of a file that is read in parts, in
// any order and number.
func TestATemplateMayHaveNumbersSeveralTimes(t *testing.T) {
	size := chunkSize
	chunkSize = 16 << 10
	t.Cleanup(func() { chunkSize = size })
	name := filepath.Join(t.TempDir(), "box")
	var box strings.Builder
	for i := range 500 {
		fmt.Fprintf(&box, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: s\n\n%s\n"+
			"http://a.example/%d\n\n", strings.Repeat("words\n", 10+i%20), i)
	}
	require.NoError(t, os.WriteFile(name, []byte(box.String()), 0o666))
	template := "{message} {line} {url} {line}:{message}"
	one, _, _ := urlsift(t, "", "-j1", "--format", template, name)
	require.Contains(t, one, "\n500 ")
	several, _, _ := urlsift(t, "", "-j3", "--format", template, name)
	require.Equal(t, one, several)
}

// A failingWriter accepts some bytes, and then fails.
type failingWriter struct {
	left int
	err  error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, w.err
	}
	return len(p), nil
}

//ci:race
func TestSeveralReadersStopWhereTheOutputFails(t *testing.T) {
	dir := folder(t)
	for _, left := range []int{0, 20_000, 60_000} {
		var stderr bytes.Buffer
		out := &failingWriter{left, syscall.EPIPE}
		require.Equal(t, exitFound, run([]string{"urlsift", "-j3", "--json", filepath.Join(dir, "large")},
			nil, out, &stderr))
		require.Empty(t, stderr.String(), "a closed pipe is no trouble")
		out = &failingWriter{left, errors.New("disk full")}
		require.Equal(t, exitTrouble, run([]string{"urlsift", "-j3", dir}, nil, out, &stderr))
		require.Contains(t, stderr.String(), "disk full")
	}
}

// If standard input is a file, it is read from its position to its end, with several
// readers too. A second read finds nothing more.
func TestStandardInputMayBeAFile(t *testing.T) {
	name := filepath.Join(folder(t), "large")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, at := range []int{0, 100_000} {
		want, _, _ := urlsift(t, string(text[at:]), "-j1", "--json")
		for _, jobs := range []string{"-j1", "-j3"} {
			file, err := os.Open(name)
			require.NoError(t, err)
			defer file.Close()
			_, err = file.Seek(int64(at), io.SeekStart)
			require.NoError(t, err)
			var out, stderr bytes.Buffer
			require.Equal(t, exitFound, run([]string{"urlsift", jobs, "--json", "-", "-"}, file, &out,
				&stderr), stderr.String())
			require.Equal(t, want, out.String())
			end, err := file.Seek(0, io.SeekCurrent)
			require.NoError(t, err)
			require.EqualValues(t, len(text), end)
		}
	}
}
