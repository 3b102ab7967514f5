package sift

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.CollectLess()
	m.Run()
}

// told renders results and errors as lines.
func told(results iter.Seq2[Result, error]) (lines []string) {
	for r, err := range results {
		if err != nil {
			lines = append(lines, "error: "+err.Error())
			continue
		}
		number := 0
		if r.Message != nil {
			number = r.Message.Number
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d:%d:%s%s:%s", r.Name(), r.Line, r.Start, number,
			r.Part, r.Header, r))
	}
	return lines
}

func newReader(t testing.TB, config Config) *Reader {
	r, err := New(config)
	require.NoError(t, err)
	return r
}

// inFS returns the results in the files of fsys.
func inFS(r *Reader, ctx context.Context, fsys fs.FS) iter.Seq2[Result, error] {
	return r.Results(ctx, r.FilesIn(fsys))
}

// packed returns a tar of files in gzip.
func packed(t testing.TB, files ...[2]string) []byte { return gzipped(t, string(tarred(t, files...))) }

// tarred returns a tar of files.
func tarred(t testing.TB, files ...[2]string) []byte {
	var b bytes.Buffer
	a := tar.NewWriter(&b)
	for _, file := range files {
		require.NoError(t, a.WriteHeader(&tar.Header{Name: file[0], Mode: 0o644, Size: int64(len(file[1]))}))
		_, err := io.WriteString(a, file[1])
		require.NoError(t, err)
	}
	require.NoError(t, a.Close())
	return b.Bytes()
}

const box = "From joe@a.example Wed May  1 10:00:00 1996\nSubject: see http://subject.example/\n\n" +
	"http://one.example/\n\n" +
	"From joe@a.example Wed May  1 10:00:00 1996\nSubject: x\n\nhttp://two.example/\n"

//ci:race
func TestFilesOfAnFSAreReadWithTheirMembers(t *testing.T) {
	fsys := fstest.MapFS{
		"a/box": {Data: []byte(box)},
		"a/all.tgz": {Data: packed(t, [2]string{"x/text", "see http://text.example/\n"},
			[2]string{"box", box})},
		"b.txt":   {Data: []byte("see\nhttp://b.example/ there\n")},
		".hidden": {Data: []byte("http://hidden.example/\n")},
	}
	want := []string{
		"a/all.tgz!x/text:1:4:0::http://text.example/",
		"a/all.tgz!box:2:57:1:Subject:http://subject.example/",
		"a/all.tgz!box:4:82:1:1:http://one.example/", "a/all.tgz!box:9:159:2:1:http://two.example/",
		"a/box:2:57:1:Subject:http://subject.example/", "a/box:4:82:1:1:http://one.example/",
		"a/box:9:159:2:1:http://two.example/",
		"b.txt:2:4:0::http://b.example/",
	}
	for readers := range 4 {
		r := newReader(t, Config{Readers: readers, Extract: extract.Config{Lines: true}})
		require.Equal(t, want, told(inFS(r, t.Context(), fsys)))
	}
	r := newReader(t, Config{Include: []string{"box", "*.txt"}, Exclude: []string{"*.tgz"}, Hidden: true})
	require.Len(t, told(inFS(r, t.Context(), fsys)), 4)
}

// large makes a folder with a text and a mailbox that are read in chunks, a small file,
// and an archive that is decompressed while it is read.
func large(t testing.TB) string {
	dir := t.TempDir()
	text, _ := corpus.Generate(corpus.Densities[1], 400<<10, 1)
	var mails strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&mails, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: message %d\n"+
			"Content-Transfer-Encoding: quoted-printable\n\n", i)
		fmt.Fprintf(&mails, "See http://host.example/%d?a=3D1 there\n\n%s\n", i,
			strings.Repeat("words ", i%90))
		if i%500 == 499 {
			mails.WriteString("From joe@a.example Wed May  1 10:00:00 1996\n" +
				"Content-Type: text/plain; charset=no-such\n\nh\xe9 http://bad.example/\n\n")
		}
	}
	attached := "From joe@a.example Wed May  1 10:00:00 1996\nContent-Type: application/gzip; name=b.gz\n" +
		"Content-Transfer-Encoding: base64\n\n" +
		base64.StdEncoding.EncodeToString(packed(t, [2]string{"text", string(text[:1<<10])})) + "\n\n"
	archive := string(packed(t, [2]string{"a.txt", string(text)},
		[2]string{"b.mbox", strings.Repeat(attached, 5) + mails.String()}))
	for name, data := range map[string]string{"a.txt": string(text), "b.mbox": mails.String(),
		"c": "http://c.example/\n", "d.tgz": archive} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666))
	}
	return dir
}

// Numbers of lines and messages, also in errors, are those of the file, whichever reader
// reads which chunk.
//
//ci:race
func TestResultsAreTheSameForAnyNumberOfReaders(t *testing.T) {
	dir := large(t)
	paths := []string{dir, filepath.Join(dir, "none"), filepath.Join(dir, "c")}
	one := told(newReader(t, Config{Extract: extract.Config{Lines: true}}).Paths(t.Context(), paths...))
	require.Contains(t, strings.Join(one, "\n"), ", message 3006, part 1\n")
	require.Contains(t, strings.Join(one, "\n"), "d.tgz!b.mbox!b.gz!text:")
	for _, readers := range []int{1, 2, 5} {
		r := newReader(t, Config{Readers: readers, ChunkSize: 40 << 10, Extract: extract.Config{Lines: true}})
		require.Equal(t, one, told(r.Paths(t.Context(), paths...)))
	}
}

// A lone CR ends a line of mail as it does in text.
// The text before the first message is plain text, also in a mailbox that is divided into
// chunks, and if no blank line ends it.
func TestTextBeforeTheFirstMessageIsPlain(t *testing.T) {
	mailbox := "=ybegin line=128 size=10 name=a\nhttp://before.example/\n" + strings.Repeat(box, 100)
	for _, config := range []Config{{}, {Readers: 1, ChunkSize: 4 << 10}} {
		lines := told(inFS(newReader(t, config), t.Context(), fstest.MapFS{"box": {Data: []byte(mailbox)}}))
		require.Contains(t, lines[0], "http://before.example/")
		require.Len(t, lines, 1+3*100)
	}
}

func TestALoneCREndsALineOfMailAndOfText(t *testing.T) {
	for _, format := range []mail.Format{mail.Single, mail.Plain} {
		r := newReader(t, Config{Format: format, Extract: extract.Config{Lines: true}})
		text := "From: a\r\nSubject: b\r\n\r\na\rhttp://b.example/\r\n"
		for result, err := range r.Stream(t.Context(), "-", strings.NewReader(text)) {
			require.NoError(t, err)
			require.Equal(t, []int{5, 1}, []int{result.Line, result.Column})
		}
	}
}

func TestErrorsNameFileFormatAndOffset(t *testing.T) {
	cut := packed(t, [2]string{"text", "see http://text.example/\n" + strings.Repeat("x", 99)})
	fsys := fstest.MapFS{"cut.tgz": {Data: cut[:len(cut)-30]},
		"text": {Data: []byte("http://after.example/\n")}}
	var failed *Error
	found := 0
	for r, err := range inFS(newReader(t, Config{}), t.Context(), fsys) {
		if err != nil {
			require.ErrorAs(t, err, &failed)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			continue
		}
		found++
		require.NotEmpty(t, r.File)
	}
	require.Equal(t, 2, found)
	require.Equal(t, "cut.tgz", failed.File)
	var inPacked *unpack.Error
	require.ErrorAs(t, failed, &inPacked)
	require.Equal(t, "gzip", inPacked.Format)

	for _, err := range newReader(t, Config{}).Paths(t.Context(), "no/such/file") {
		require.ErrorIs(t, err, fs.ErrNotExist)
		require.EqualError(t, err, "no/such/file: no such file or directory")
	}
	broken := errors.New("broken")
	stream := io.MultiReader(strings.NewReader("see http://a.example/ there\n"), iotest.ErrReader(broken))
	lines := told(newReader(t, Config{}).Stream(t.Context(), "in", stream))
	require.Equal(t, []string{"in:0:4:0::http://a.example/", "error: in: at offset 28: broken"}, lines)
}

func TestOnlyTextsThatChooseWantsAreSearched(t *testing.T) {
	r := newReader(t, Config{Choose: func(s *Source) bool {
		return s.Message != nil && s.Message.Number == 2 && s.Header == ""
	}})
	require.Equal(t, []string{"-:0:159:2:1:http://two.example/"},
		told(r.Stream(t.Context(), "-", strings.NewReader(box))))
}

// leftOver waits until no more goroutines run than before.
func leftOver(t *testing.T, before int) {
	t.Helper()
	for begun := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(begun), 5*time.Second)
	}
}

// After a break or an error of the caller no goroutine runs any more.
//
//ci:race
func TestNoGoroutineIsLeftWhenTheLoopEnds(t *testing.T) {
	dir := large(t)
	before := runtime.NumGoroutine()
	for _, readers := range []int{0, 1, 4} {
		r := newReader(t, Config{Readers: readers, ChunkSize: 20 << 10})
		for n := range 40 {
			for range r.Paths(t.Context(), dir, dir) {
				if n--; n < 0 {
					break
				}
			}
			leftOver(t, before)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		n := 0
		var last error
		for _, err := range r.Paths(ctx, dir, dir) {
			if n++; n == 100 {
				cancel(enough)
			}
			last = err
		}
		require.ErrorIs(t, last, enough)
		cancel(nil)
		require.Less(t, n, 5000)
		leftOver(t, before)
	}
}

//ci:race
func TestErrorsOfConsumersEndTheReading(t *testing.T) {
	dir, before := large(t), runtime.NumGoroutine()
	full := errors.New("disk full")
	for _, readers := range []int{0, 1, 4} {
		r := newReader(t, Config{Readers: readers, ChunkSize: 20 << 10})
		for _, inOrder := range []bool{false, true} {
			err := r.Run(t.Context(), r.Files(nil, dir), func(hand Hand) Consumer {
				n := 0
				failing := func() error {
					if n++; n > 100 {
						return full
					}
					return nil
				}
				return consumer{event: func(e Event) error {
					if _, ok := e.(*Result); !ok {
						return nil
					}
					if inOrder {
						return hand(nil, 0)
					}
					return failing()
				}, inOrder: func(any, Position) error { return failing() }}
			})
			require.Equal(t, full, err)
			leftOver(t, before)
		}
	}
}

// A pipe without a writer does not block the others.
//
//ci:race
func TestAPipeThatNobodyWritesToIsNotWaitedFor(t *testing.T) {
	name := pipe(t)
	for readers := range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		lines := told(newReader(t, Config{Readers: readers}).Paths(ctx, name))
		cancel()
		require.Equal(t, []string{"error: context deadline exceeded"}, lines)
	}
	writer, err := os.OpenFile(name, os.O_RDWR, 0) // opens it, but does not write
	require.NoError(t, err)
	defer writer.Close()
	for readers := range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		lines := told(newReader(t, Config{Readers: readers}).Paths(ctx, name))
		cancel()
		require.Equal(t, []string{"error: context deadline exceeded"}, lines)
	}
}

func TestDetectReturnsTheFormatOfAFile(t *testing.T) {
	r := newReader(t, Config{})
	for text, want := range map[string]struct {
		format mail.Format
		chunks bool
	}{
		box: {mail.Mbox, true}, "text\n": {mail.Plain, true}, "<html>": {mail.HTML, false},
		string(packed(t)): {mail.Auto, false},
	} {
		format, chunks := r.Detect(strings.NewReader(text))
		require.Equal(t, want.format, format)
		require.Equal(t, want.chunks, chunks)
	}
}

func TestErrSkipInputSkipsTheRestOfAnInput(t *testing.T) {
	fsys := fstest.MapFS{
		"a": {Data: packed(t, [2]string{"x", "http://one.example/ http://two.example/\n"},
			[2]string{"y", box})},
		"b": {Data: []byte(box)},
		"c": {Data: []byte("http://c.example/ http://d.example/\n")},
		"d": {Data: []byte("<a href='http://e.example/'>x</a> http://f.example/\n")},
	}
	r := newReader(t, Config{ChunkSize: -1})
	var found, other []string
	stopped := 0
	require.NoError(t, r.Run(t.Context(), r.FilesIn(fsys), listening(func(e Event) error {
		switch e := e.(type) {
		case *Result:
			found = append(found, e.String())
			return ErrSkipInput
		case Failure:
			return e.Err
		}
		return nil
	}), listening(func(e Event) error {
		switch e := e.(type) {
		case *Result:
			other = append(other, e.String())
		case End:
			require.True(t, e.Stopped)
			stopped++
		}
		return nil
	})))
	require.Equal(t, []string{"http://one.example/", "http://subject.example/", "http://c.example/",
		"http://e.example/"}, found)
	require.Equal(t, found, other, "a consumer that skips the rest hides nothing from another")
	require.Equal(t, len(fsys), stopped)
}

func TestMaxDepthLimitsTheWalk(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"a", "b/a", "b/b/a", "b/b/b/a"} {
		fsys[name] = &fstest.MapFile{Data: []byte("http://a.example/\n")}
	}
	for depth, want := range []int{4, 1, 2, 3, 4, 4} {
		r := newReader(t, Config{MaxDepth: depth})
		require.Len(t, told(inFS(r, t.Context(), fsys)), want, depth)
	}
}

//ci:race
func TestAConfigThatCannotBeUsedIsRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"MaxDepth is -1: use 0 or more":                                                      {MaxDepth: -1},
		"MaxNesting is -1: use 0 or more":                                                    {MaxNesting: -1},
		"MaxMembers is -1: use 0 or more":                                                    {MaxMembers: -1},
		"MaxRatio is -1: use 0 or more":                                                      {MaxRatio: -1},
		"Readers is -1: use 0 or more":                                                       {Readers: -1},
		"Memory is -1: use 0 or more":                                                        {Memory: -1},
		"Readers is 257: use 0 to 256":                                                       {Readers: MaxReaders + 1},
		"Format is Format(99): use a constant of package mail":                               {Format: 99},
		`Base is "/a": use an absolute URL, such as https://host.example/`:                   {Base: "/a"},
		`Base is "host.example": use an absolute URL, such as https://host.example/`:         {Base: "host.example"},
		`Base is "mailto:joe@a.example": use an absolute URL, such as https://host.example/`: {Base: "mailto:joe@a.example"},
		`Base is "http://a%zz/": use an absolute URL, such as https://host.example/`:         {Base: "http://a%zz/"},
	} {
		_, err := New(config)
		require.EqualError(t, err, "sift: "+want)
	}
}

//ci:race
func TestAConfigAtItsLimitsIsNotRefused(t *testing.T) {
	for _, config := range []Config{
		{ChunkSize: -1}, // files are read whole
		{Readers: MaxReaders}, {Base: "https://a.example"}, {Base: "file:///a/b"},
	} {
		newReader(t, config)
	}
	for format := mail.Auto; !strings.HasPrefix(format.String(), "Format("); format++ {
		newReader(t, Config{Format: format})
	}
}
