package sift

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/testkit"
)

// records returns a web archive with n records.
func records(n int) string {
	var b strings.Builder
	for i := range n {
		page := fmt.Sprintf("see http://page.example/%d\n%s", i, strings.Repeat("words and words\n", i%400))
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:x:%d>\r\n"+
			"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, len(page), page)
	}
	return b.String()
}

// shareable makes a folder with files that can be divided in several places, and others.
func shareable(t testing.TB) string {
	dir := large(t)
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return data
	}
	for name, data := range map[string][]byte{
		"d.mbox":   bytes.Repeat(read("b.mbox"), 2),
		"e/f.warc": []byte(records(700)),
		"e/g.tgz":  packed(t, [2]string{"box", box}),
		"e/h":      nil,
		"i.txt":    bytes.Repeat(read("a.txt"), 2),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	return dir
}

// same requires equal lines, and shows only the first difference.
func same(t testing.TB, want, got []string, about ...any) {
	t.Helper()
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], about...)
	}
	require.Equal(t, len(want), len(got), about...)
}

// The shares of a folder, one after the other, have the same results as the whole: the
// same offsets, lines, message numbers and errors.
//
//ci:long
func TestTheSharesOfAFolderAreTheWhole(t *testing.T) {
	dir := shareable(t)
	paths := []string{filepath.Join(dir, "none"), dir, filepath.Join(dir, "c"), filepath.Join(dir, "none")}
	all, some := []int{7, 100}, []int{7}
	if testkit.Long() {
		all, some = []int{1, 2, 3, 4, 5, 6, 7, 100}, []int{3, 7}
	}
	for i, config := range []Config{
		{Extract: extract.Config{Lines: true}},
		{},
		{Extract: extract.Config{Lines: true}, Readers: 2, ChunkSize: 300 << 10},
		{Extract: extract.Config{Lines: true}, ChunkSize: -1},
		{Format: mail.Plain, Extract: extract.Config{Lines: true}},
	}[:testkit.Times(3, 5)] {
		r := newReader(t, config)
		whole := told(r.Paths(t.Context(), paths...))
		require.Greater(t, len(whole), 10_000)
		if i > 0 {
			all = some
		}
		for _, of := range all {
			var shares []string
			cut := 0
			for number := 1; number <= of; number++ {
				inputs := func(yield func(*Input, error) bool) {
					for in, err := range r.Shard(t.Context(), r.Files(nil, paths...), number, of) {
						if err == nil && in.From.Offset > 0 {
							cut++
						}
						if !yield(in, err) {
							return
						}
					}
				}
				shares = append(shares, told(r.Results(t.Context(), inputs))...)
			}
			same(t, whole, shares, "%+v in %d", config, of)
			if config.ChunkSize >= 0 && of >= 7 {
				require.GreaterOrEqual(t, cut, 4)
			}
		}
	}
}

// An impossible share is an error, and no input is examined.
func TestAShareThatThereCannotBeIsAnError(t *testing.T) {
	r := newReader(t, Config{})
	for _, share := range [][2]int{{0, 2}, {3, 2}, {-1, 2}, {1, 0}, {0, 0}, {-1, -1}} {
		none := func(func(*Input, error) bool) { require.Fail(t, "nothing is read") }
		want := fmt.Sprintf("error: sift: shard %d of %d: use 1 of N to N of N", share[0], share[1])
		require.Equal(t, []string{want},
			told(r.Results(t.Context(), r.Shard(t.Context(), none, share[0], share[1]))))
	}
}

// Streams have no size, and belong to one share.
func TestAStreamBelongsToOneShare(t *testing.T) {
	r := newReader(t, Config{})
	stream := func(yield func(*Input, error) bool) {
		yield(&Input{Name: "-", Stream: true,
			Open: func(context.Context) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(box)), nil
			}}, nil)
	}
	require.Empty(t, told(r.Results(t.Context(), r.Shard(t.Context(), stream, 1, 2))))
	require.Len(t, told(r.Results(t.Context(), r.Shard(t.Context(), stream, 2, 2))), 3)
}

// A stream that is a file at its start is read in chunks.
//
//ci:race
func TestAStreamThatIsAFileIsReadInParts(t *testing.T) {
	name := filepath.Join(shareable(t), "d.mbox")
	r := newReader(t, Config{Readers: 3, ChunkSize: divideWindow})
	for at, several := range map[int64]bool{0: true, 1: false} {
		var mu sync.Mutex
		var chunks []*Chunk
		stream := func(yield func(*Input, error) bool) {
			yield(&Input{Name: "-", Stream: true, Open: func(context.Context) (io.ReadCloser, error) {
				file, err := os.Open(name)
				if err == nil {
					_, err = file.Seek(at, io.SeekStart)
				}
				return file, err
			}}, nil)
		}
		require.NoError(t, r.Run(t.Context(), stream, listening(func(e Event) error {
			if b, ok := e.(Begin); ok {
				mu.Lock()
				defer mu.Unlock()
				chunks = append(chunks, b.Chunk)
			}
			return nil
		})))
		require.Equal(t, several, len(chunks) > 1)
	}
}

// A file has the same results wherever it is divided, and a later offset never has an
// earlier place.
func TestALaterPlaceIsCutNoEarlier(t *testing.T) {
	dir := shareable(t)
	r := newReader(t, Config{Extract: extract.Config{Lines: true}})
	for _, name := range []string{"d.mbox", "e/f.warc", "i.txt"} {
		name = filepath.Join(dir, name)
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		file, size := bytes.NewReader(data), int64(len(data))
		format, chunks := r.Detect(file)
		require.True(t, chunks, name)
		last, places := int64(0), 0
		for offset := int64(0); offset <= size+divideWindow; offset += 10_007 {
			cut, err := Divide(file, size, format, offset)
			require.NoError(t, err)
			require.GreaterOrEqual(t, cut, min(offset, size))
			require.GreaterOrEqual(t, cut, last)
			if cut != last {
				places++
			}
			last = cut
		}
		require.Equal(t, size, last)
		require.Greater(t, places, 2, name)
	}
	cut, err := Divide(strings.NewReader(""), 1<<20, mail.HTML, 5)
	require.NoError(t, err)
	require.EqualValues(t, 1<<20, cut)
}

// Each window is tried, from the first that begins at or after the offset, except the
// last of the file.
func TestAFileIsCutInTheNextWindowThatCanBe(t *testing.T) {
	lines := strings.Repeat("text..\n\n", divideWindow/8)
	text := lines + strings.Repeat("x", divideWindow) + lines + lines
	size := int64(len(text))
	for _, c := range []struct{ offset, after, to int64 }{
		{1, 2, 3},
		{divideWindow, 2, 3},
		{divideWindow + 1, 2, 3},
		{2 * divideWindow, 2, 3},
		{2*divideWindow + 1, 4, 4},
		{3 * divideWindow, 4, 4},
		{size, 4, 4},
	} {
		cut, err := Divide(strings.NewReader(text), size, mail.Plain, c.offset)
		require.NoError(t, err)
		require.True(t, c.after*divideWindow <= cut && cut <= c.to*divideWindow,
			"%d is cut at %d", c.offset, cut)
		require.True(t, c.to < 4 == (cut < size))
	}
}

// A part that can no longer be read is an error in its place, and not a wrong number.
func TestAShareOfAFileThatCannotBeCountedIsAnError(t *testing.T) {
	dir := shareable(t)
	r := newReader(t, Config{Extract: extract.Config{Lines: true}})
	var inputs iter.Seq2[*Input, error] = func(yield func(*Input, error) bool) {
		for in, err := range r.Files(nil, filepath.Join(dir, "d.mbox")) {
			open, n := in.Open, 0
			in.Open = func(ctx context.Context) (io.ReadCloser, error) {
				if n++; n > 1 {
					return nil, &os.PathError{Op: "open", Path: in.Name, Err: os.ErrPermission}
				}
				return open(ctx)
			}
			yield(in, err)
		}
	}
	for _, err := range r.Shard(t.Context(), inputs, 2, 2) {
		require.ErrorIs(t, err, os.ErrPermission)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range r.Shard(ctx, r.Files(nil, dir), 1, 2) {
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestSharesOfLargeSizesDoNotOverflow(t *testing.T) {
	const total = 1 << 62
	require.EqualValues(t, total, portion(total, 1000, 1000))
	require.EqualValues(t, total/2, portion(total, 500, 1000))
	require.Zero(t, portion(total, 0, 1000))
}

// A file of unknown size may grow: the share with its end has all that it contains when
// it is read.
func TestTheLastShareEndsWithItsFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(name,
		[]byte(strings.Repeat("From joe@a.example Wed May  1 10:00:00 1996\nSubject: x\n\n"+
			"http://a.example/\n\n", 40_000)), 0o666))
	r := newReader(t, Config{ChunkSize: 1 << 10})
	n := 0
	for in, err := range r.Shard(t.Context(), r.Files(nil, name), 2, 2) {
		require.NoError(t, err)
		require.Positive(t, in.From.Offset)
		require.Zero(t, in.Size)
		n++
	}
	require.Equal(t, 1, n)
}
