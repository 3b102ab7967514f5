package manifest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/sift"
)

// A witness records its events.
type witness struct{ told *[]string }

func (w witness) Event(e sift.Event) error {
	line := fmt.Sprintf("%T", e)
	switch e := e.(type) {
	case *sift.Result:
		line += e.String()
	case sift.Failure:
		line += e.Err.Error()
	case sift.End:
		line += fmt.Sprint(e.Bytes, e.Messages)
	}
	*w.told = append(*w.told, line)
	return nil
}

func (w witness) InOrder(any, sift.Position) error { return nil }

// A consumer beside a manifest receives the same events as without it, and the manifest
// covers all of them.
func TestBesideAManifestAConsumerIsToldTheSame(t *testing.T) {
	var packed bytes.Buffer
	z := tar.NewWriter(&packed)
	for _, file := range [][2]string{
		{"box", "From joe@a.example Wed May  1 10:00:00 1996\nSubject: one\n\nhttp://a.example/\n\n" +
			"From joe@a.example Wed May  1 10:00:00 1996\nContent-Type: image/png\n\n\x89PNG\r\n\x1a\n\n"},
		{"omitted", "http://b.example/"}, {"cut", "http://c.example/"},
	} {
		require.NoError(t, z.WriteHeader(&tar.Header{Name: file[0], Size: int64(len(file[1])), Mode: 0o600}))
		_, err := io.WriteString(z, file[1])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	t.Chdir(t.TempDir())
	var wrong bytes.Buffer
	g := gzip.NewWriter(&wrong)
	_, err := io.WriteString(g, "http://d.example/\n")
	require.NoError(t, err)
	require.NoError(t, g.Close())
	wrong.Bytes()[wrong.Len()-6] ^= 1 // in the checksum
	require.NoError(t, os.WriteFile("wrong.gz", wrong.Bytes(), 0o666))
	require.NoError(t, os.WriteFile("a.tar", packed.Bytes()[:packed.Len()-1500], 0o666)) // cut: a failure
	told := map[bool][]string{}
	for _, beside := range []bool{false, true} {
		var seen []string
		consumers := []func(sift.Hand) sift.Consumer{func(sift.Hand) sift.Consumer { return witness{&seen} }}
		m, err := Open("m", nil, true, Run{})
		require.NoError(t, err)
		if beside {
			consumers = append(consumers, m.New)
		}
		reader, err := sift.New(sift.Config{Exclude: []string{"omitted"}, Messages: true})
		require.NoError(t, err)
		inputs := func(yield func(*sift.Input, error) bool) {
			open := func(context.Context) (io.ReadCloser, error) { return os.Open("a.tar") }
			wrong := func(context.Context) (io.ReadCloser, error) { return os.Open("wrong.gz") }
			bad := func(context.Context) (io.ReadCloser, error) {
				return io.NopCloser(iotest.ErrReader(fs.ErrInvalid)), nil
			}
			_ = yield(&sift.Input{Name: "a.tar", Open: open}, nil) &&
				yield(&sift.Input{Name: "wrong.gz", Open: wrong}, nil) &&
				yield(&sift.Input{Name: "bad", Open: bad}, nil) && yield(nil, fs.ErrNotExist)
		}
		require.NoError(t, reader.Run(context.Background(), inputs, consumers...))
		require.NoError(t, m.Close(true, 0))
		told[beside] = seen
	}
	require.Equal(t, told[false], told[true])
	text, err := os.ReadFile("m")
	require.NoError(t, err)
	for _, record := range []string{`"member":"box"`, `"why":"excluded"`, `members may be missing"`,
		`"type":"image/png"`, `invalid checksum","unproven":1}`,
		`"urls":2,"unproven":1,"skipped":1,"errors":4`, `"why":"file does not exist"`,
		`"file":"bad","offset":0,`} {
		require.Contains(t, string(text), record)
	}
}

// The messages of a part are numbered from the beginning of the input. Text outside of
// messages has no number.
func TestErrorsOfPartsHaveTheNumbersOfTheirMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	m, err := Open("m", nil, true, Run{})
	require.NoError(t, err)
	c := m.New(nil)
	for _, message := range []int{2, 0} {
		require.NoError(t, c.InOrder(&trouble{Record: "error", Message: message, Why: "x"},
			sift.Position{Messages: 10}))
	}
	require.NoError(t, m.Close(true, 0))
	text, err := os.ReadFile("m")
	require.NoError(t, err)
	require.Contains(t, string(text), `"message":12`)
	require.NotContains(t, string(text), `"message":10`)
}

// A badFile is a file with an unreadable block.
type badFile struct {
	*os.File
	from, to int64
}

func (f badFile) Read(p []byte) (int, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	switch {
	case err != nil:
		return 0, err
	case at < f.from:
		return f.File.Read(p[:min(int64(len(p)), f.from-at)])
	}
	return 0, errors.New("bad block")
}

func (f badFile) ReadAt(p []byte, at int64) (int, error) {
	switch {
	case f.from <= at && at < f.to:
		return 0, errors.New("bad block")
	case at < f.from && f.from < at+int64(len(p)):
		n, _ := f.File.ReadAt(p[:f.from-at], at)
		return n, errors.New("bad block")
	}
	return f.File.ReadAt(p, at)
}

// A file is read on after an unreadable place, and its record is the same for any number
// of readers.
func TestTheRecordOfAFileWithABadBlockIsTheSameForAnyNumberOfReaders(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a",
		bytes.Repeat([]byte("see http://a.example/ there\n\n"), 20_000), 0o666))
	var want string
	for readers := range 3 {
		m, err := Open("m", nil, true, Run{})
		require.NoError(t, err)
		reader, err := sift.New(sift.Config{Readers: readers, ChunkSize: 100 << 10})
		require.NoError(t, err)
		open := func(context.Context) (io.ReadCloser, error) {
			f, err := os.Open("a")
			return badFile{f, 250 << 10, 260 << 10}, err
		}
		require.NoError(t, reader.Run(t.Context(),
			func(yield func(*sift.Input, error) bool) { yield(&sift.Input{Name: "a", Open: open}, nil) },
			m.New))
		require.NoError(t, m.Close(true, 0))
		text, err := os.ReadFile("m")
		require.NoError(t, err)
		_, record, _ := bytes.Cut(text, []byte("\n")) // after the time of the run
		record, _, _ = bytes.Cut(record, []byte("\n{\"record\":\"end\""))
		if readers == 0 {
			want = string(record)
		}
		require.Equal(t, want, string(record))
		require.Contains(t, want, `"size":256000`)
		require.Contains(t, want, `"incomplete":true`)
		require.Contains(t, want, `"errors":2`)
	}
}
