package index

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/testkit"
)

// A disk opens files that fail or change.
type disk struct {
	fail func(offset int64, size int) error // returns the error of a read, or nil; may do anything else
	only string                             // the name of the file whose reads may fail, or empty for all
}

var failing sync.Mutex // held while fail runs

// A diskFile is a file on a disk.
type diskFile struct {
	*os.File
	disk disk
	at   int64
}

func (f *diskFile) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	return n, err
}

func (f *diskFile) ReadAt(p []byte, offset int64) (int, error) {
	if f.disk.fail != nil && (f.disk.only == "" || f.disk.only == f.Name()) {
		failing.Lock()
		err := f.disk.fail(offset, len(p))
		failing.Unlock()
		if err != nil {
			return 0, &fs.PathError{Op: "read", Path: f.Name(), Err: err}
		}
	}
	return f.File.ReadAt(p, offset)
}

// indexed indexes files in a database, and returns the output on standard error.
func indexed(t *testing.T, db string, d disk, names ...string) (stderr string, trouble bool) {
	t.Helper()
	reader, err := sift.New(sift.Config{Extract: extract.Config{Lines: true, Rejected: true}, Messages: true,
		Readers: 2, ChunkSize: 4 << 10})
	require.NoError(t, err)
	to, err := database.Open(t.Context(), db, "")
	require.NoError(t, err)
	var said strings.Builder
	x := New(to, &said)
	consumers := NewConsumers(x, heading.Filter{}, false)
	var inputs iter.Seq2[*sift.Input, error] = func(yield func(*sift.Input, error) bool) {
		for in, err := range reader.Files(nil, names...) {
			if err == nil {
				name := in.Name
				in.Open = func(context.Context) (io.ReadCloser, error) {
					file, err := os.Open(name)
					return &diskFile{File: file, disk: d}, err
				}
			}
			if !yield(in, err) {
				return
			}
		}
	}
	require.NoError(t, reader.Run(context.Background(), x.Fresh(reader, inputs), consumers.New))
	require.NoError(t, x.Finish())
	x.Summary()
	require.NoError(t, to.Close())
	return said.String(), x.Trouble
}

// dumped returns the rows of a database.
func dumped(t *testing.T, file string) string {
	t.Helper()
	db, err := sqlite.Open(file, "")
	require.NoError(t, err)
	defer db.Close()
	var b strings.Builder
	for _, query := range []string{
		"SELECT json_array(id, path, size, mtime, fingerprint, state, trouble, format, read, messages, " +
			"lines) FROM sources ORDER BY id",
		"SELECT json_array(id, source, member, number, message_offset, subject) FROM documents ORDER BY id",
		"SELECT json_array(occurrence, document, url, file, start, stop, line, col) FROM found ORDER BY " +
			"occurrence",
	} {
		require.NoError(t, db.Each(query, nil, func(row sqlite.Row) error {
			_, err := fmt.Fprintln(&b, row.Text(0))
			return err
		}))
	}
	return b.String()
}

// fresh returns the rows of a new database of the files.
func fresh(t *testing.T, names ...string) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "fresh.db")
	_, trouble := indexed(t, db, disk{}, names...)
	require.False(t, trouble)
	return dumped(t, db)
}

// box returns a mailbox, whose texts differ by a seed.
func box(messages, seed int) string {
	var b strings.Builder
	for i := range messages {
		fmt.Fprintf(&b, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: number %d\n\n"+
			"See http://host%d.example/%d/%04d there.\n%s\n"+
			"\n", i, i%7, i, seed, strings.Repeat("words ", 200+i%30))
	}
	return b.String()
}

// text returns a text of lines.
func text(lines int) string {
	return strings.Repeat("see http://a.example/1 there\n"+strings.Repeat("some words on a line\n", 7)+"\n\n",
		lines/10)
}

// write writes a file whose modification time is an hour ago.
func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(name, old, old))
}

// zipped returns a zip of a text.
func zipped(t *testing.T, text string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "box", Method: zip.Store})
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// A source that changes while it is read is reported and read again, until it does not
// change.
//
//ci:long
func TestASourceThatChangesWhileItIsReadIsReportedAndReadAgain(t *testing.T) {
	rewrite := func(t *testing.T, name string) {
		require.NoError(t, os.WriteFile(name, []byte(box(200, 2)), 0o666))
	}
	for i, c := range []struct {
		what, begin string
		change      func(t *testing.T, name string)
		told        string
	}{
		{"it is rewritten", box(200, 1), rewrite, "changed while it was read"},
		{"it shrinks", box(200, 1), func(t *testing.T, name string) {
			require.NoError(t, os.Truncate(name, 3000))
		}, "changed while it was read"},
		{"it grows", box(200, 1), func(t *testing.T, name string) {
			require.NoError(t, os.WriteFile(name, []byte(box(205, 1)), 0o666))
		}, "changed while it was read"},
		{"it is another file, of the same size and time", box(200, 1), func(t *testing.T, name string) {
			info, err := os.Stat(name)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(name+".new", []byte(box(200, 2)), 0o666))
			require.NoError(t, os.Chtimes(name+".new", info.ModTime(), info.ModTime()))
			require.NoError(t, os.Rename(name+".new", name))
		}, "replaced while it was read"},
		{"a shorter one gets its time", box(200, 1), func(t *testing.T, name string) {
			info, err := os.Stat(name)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(name, []byte(box(100, 2)), 0o666))
			require.NoError(t, os.Chtimes(name, info.ModTime(), info.ModTime()))
		}, "changed while it was read"},
		{"a text is rewritten", text(20000), rewrite, "changed while it was read"},
		{"a zip is rewritten", zipped(t, box(200, 1)), func(t *testing.T, name string) {
			require.NoError(t, os.WriteFile(name, []byte(zipped(t, box(200, 2))), 0o666))
		}, "changed while it was read"},
	} {
		for when := range 3 { // at its first read, in the middle, or at the last
			if !testkit.Long() && when != i%3 {
				continue
			}
			t.Run(c.what, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				name, db := filepath.Join(dir, "box"), filepath.Join(dir, "links.db")
				write(t, name, c.begin)
				left := when * (readsOf(t, name) - 1) / 2
				said, trouble := indexed(t, db, disk{fail: func(int64, int) error {
					if left--; left == -1 {
						c.change(t, name)
					}
					return nil
				}}, name)
				require.Less(t, left, 0)
				require.True(t, trouble || when == 0)
				if trouble {
					require.Contains(t, said, name+": "+c.told)
					require.True(t, strings.Contains(dumped(t, db), `"failed"`))
				}
				said, trouble = indexed(t, db, disk{}, name)
				require.False(t, trouble, said)
				want := fresh(t, name)
				require.True(t, slices.Equal(occurrences(want), occurrences(dumped(t, db))))
				require.False(t, strings.Contains(dumped(t, db), `"failed"`))
				said, _ = indexed(t, db, disk{}, name)
				require.Contains(t, said, "read 0 sources, 1 unchanged;")
			})
		}
	}
}

// occurrences returns the rows of a dump without their numbers.
func occurrences(dump string) (rows []string) {
	for line := range strings.Lines(dump) {
		if _, rest, ok := strings.Cut(line, `,"http`); ok {
			rows = append(rows, rest)
		}
	}
	return rows
}

// A source that the disk refuses once is tried again in each run, and reported until it
// is read.
//
//ci:long
func TestASourceThatCouldNotBeReadIsTriedAgain(t *testing.T) {
	for what, content := range map[string]string{
		"mailbox": box(200, 1), "text": text(20000), "zip": zipped(t, box(200, 1)),
	} {
		dir := t.TempDir()
		name, db := filepath.Join(dir, what), filepath.Join(dir, "links.db")
		write(t, name, content)
		want := fresh(t, name)
		reads := readsOf(t, name)
		require.Greater(t, reads, 4)
		told := 0
		at := []int{0, reads / 2, reads - 1, 1, reads - 2}[:testkit.Times(3, 5)]
		for _, k := range at {
			require.NoError(t, removed(db))
			for i := range 2 {
				left := k
				_, trouble := indexed(t, db, disk{fail: func(int64, int) error {
					if left--; left == -1 {
						return []syscall.Errno{syscall.EIO, syscall.EAGAIN, syscall.ENOMEM}[(k+i)%3]
					}
					return nil
				}}, name)
				if trouble {
					told++
				}
				if got := dumped(t, db); !trouble {
					require.True(t, want == got,
						"%s: read %d of %d: not told, and so it must be whole", what, k, reads)
				} else {
					require.False(t, strings.Contains(got, `"trouble"`), "%s: read %d of %d", what, k, reads)
				}
			}
			said, trouble := indexed(t, db, disk{}, name)
			require.False(t, trouble, said)
			require.True(t, want == dumped(t, db), "%s: read %d of %d", what, k, reads)
		}
		require.GreaterOrEqual(t, told, len(at)-1, "%s: most reads matter", what)
	}
}

// readsOf returns the number of reads of a file when it is indexed.
func readsOf(t *testing.T, name string) (reads int) {
	_, trouble := indexed(t, filepath.Join(t.TempDir(), "count.db"),
		disk{fail: func(int64, int) error { reads++; return nil }}, name)
	require.False(t, trouble)
	return reads
}

func removed(db string) error {
	if err := os.Remove(db); !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Rows from a run in which the disk worked stay when it fails, and the failure is
// reported.
func TestRowsStayWhenTheDiskFailsLater(t *testing.T) {
	dir := t.TempDir()
	name, db := filepath.Join(dir, "box"), filepath.Join(dir, "links.db")
	write(t, name, box(20, 1))
	indexed(t, db, disk{}, name)
	want := dumped(t, db)
	for _, text := range []string{box(20, 1), box(20, 1) + box(10, 2)} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666)) // touched, or grown
		said, trouble := indexed(t, db, disk{fail: func(offset int64, size int) error {
			if size != 512<<10 && offset == 0 {
				return syscall.EIO
			}
			return nil
		}}, name)
		if trouble {
			require.Contains(t, said, "input/output error")
		}
		require.True(t, trouble)
		if len(text) == len(box(20, 1)) {
			require.True(t, want == dumped(t, db))
		}
	}
	_, trouble := indexed(t, db, disk{}, name)
	require.False(t, trouble)
	require.True(t, slices.Equal(occurrences(fresh(t, name)), occurrences(dumped(t, db))))
}

func TestChecksumsOfPartsAreJoined(t *testing.T) {
	text := []byte(box(200, 1))
	sum := func(text []byte) uint32 { return crc32.Checksum(text, castagnoli) }
	for _, at := range []int{0, 1, 7, 1000, 64 << 10, 65<<10 + 1, len(text) - 1, len(text)} {
		require.Equal(t, sum(text), joined(sum(text[:at]), sum(text[at:]), int64(len(text)-at)), at)
	}
}

// A mailbox is resumed at its old end only if the text before is unchanged.
func TestAMailboxThatGrewAndChangedIsReadAnew(t *testing.T) {
	dir := t.TempDir()
	name, db := filepath.Join(dir, "box"), filepath.Join(dir, "links.db")
	for _, c := range []struct{ text, said string }{
		{box(20, 1), "read 1 source, 0 unchanged; 20 documents"},
		{box(20, 1), "read 0 sources, 1 unchanged;"},
		{box(20, 1) + box(5, 2), "read 1 source (1 continued), 0 unchanged; 5 documents"},
		{box(20, 3) + box(5, 2) + box(1, 1), "read 1 source, 0 unchanged; 26 documents"},
		{box(20, 3) + box(5, 2) + box(1, 1) + "http://a.example/", "read 1 source, 0 unchanged; 26 documents"},
		{box(20, 4) + box(5, 2) + box(1, 1) + "http://a.example/", "read 1 source, 0 unchanged; 26 documents"},
		{box(1, 1), "read 1 source, 0 unchanged; 1 document with"},
		{box(1, 1) + "\n" + box(1, 2), "read 1 source (1 continued), 0 unchanged; 1 document with"},
		{box(2, 4), "read 1 source, 0 unchanged; 2 documents"},
		{strings.TrimSuffix(box(2, 4), "\n"), "read 1 source, 0 unchanged; 2 documents"},
		{strings.TrimSuffix(box(2, 4), "\n") + "\r\n\n" + box(1, 5),
			"read 1 source (1 continued), 0 unchanged; 1 document"},
		{box(2, 4) + "http://unended.example/=", "read 1 source, 0 unchanged; 2 documents"},
		{box(2, 4) + "http://unended.example/=\n" + box(1, 5), "read 1 source, 0 unchanged; 3 documents"},
	} {
		write(t, name, c.text)
		touched := time.Now().Add(-time.Duration(len(c.text)) * time.Second)
		require.NoError(t, os.Chtimes(name, touched, touched))
		said, trouble := indexed(t, db, disk{}, name, name)
		require.False(t, trouble)
		said = strings.Replace(said, "1 unchanged;", "0 unchanged;", 1) // in the second run
		require.Contains(t, strings.Replace(said, "2 unchanged;", "1 unchanged;", 1), c.said)
		require.Equal(t, occurrences(fresh(t, name)), occurrences(dumped(t, db)))
	}
}

// A source that is touched is not read again, and its new time is recorded.
func TestATouchedSourceIsNotReadAgain(t *testing.T) {
	dir := t.TempDir()
	name, db := filepath.Join(dir, "text"), filepath.Join(dir, "links.db")
	write(t, name, text(20))
	indexed(t, db, disk{}, name)
	for i := range 2 {
		if i == 0 {
			require.NoError(t, os.Chtimes(name, time.Now(), time.Now().Add(-time.Minute)))
		}
		reads := 0
		said, _ := indexed(t, db, disk{fail: func(int64, int) error { reads++; return nil }}, name)
		require.Contains(t, said, "read 0 sources, 1 unchanged;")
		require.Equal(t, i == 0, reads > 0, "it is compared once")
	}
	require.Equal(t, fresh(t, name), dumped(t, db))
}

// An error has the offset in the file at which reading failed, in any chunk, and the
// readable rest is read.
func TestErrorsSayWhereReadingFailed(t *testing.T) {
	for what, content := range map[string]string{"mailbox": box(900, 1), "text": text(60000)} {
		dir := t.TempDir()
		name := filepath.Join(dir, what)
		write(t, name, content)
		chunks := 0
		for _, at := range []int64{100_000, 600_000, 1_000_000} {
			var failed []int64
			said, trouble := indexed(t, filepath.Join(dir, fmt.Sprint(at)),
				disk{fail: func(offset int64, size int) error {
					if offset <= at && at < offset+int64(size) {
						failed = append(failed, offset) // also of the goroutine that divides the file
						return syscall.EIO
					}
					return nil
				}}, name)
			require.True(t, trouble)
			lines := strings.Split(said, "\n")
			var offset int64
			fmt.Sscanf(strings.TrimPrefix(lines[0], "urlsift: "+name+": at offset "), "%d", &offset)
			require.Equal(t, fmt.Sprintf("urlsift: %s: at offset %d: %s: input/output error", name, offset,
				name), lines[0])
			require.Contains(t, failed, offset)
			require.True(t, strings.HasPrefix(lines[1], "urlsift: read 1 source"),
				"it is reported once: %s", said)
			if offset > 300_000 {
				chunks++
			}
		}
		require.Positive(t, chunks)
	}
}

// An error in place of an input, such as an unreadable folder, is reported, and the rest
// is read.
func TestInputsThatCannotBeOpenedAreReported(t *testing.T) {
	dir := t.TempDir()
	name, db := filepath.Join(dir, "text"), filepath.Join(dir, "links.db")
	write(t, name, text(20))
	said, trouble := indexed(t, db, disk{}, filepath.Join(dir, "missing"), name)
	require.True(t, trouble)
	require.Contains(t, said, "urlsift: "+filepath.Join(dir, "missing")+": no such file or directory\n")
	require.Contains(t, said, "read 1 source,")
}

// The state of a source does not affect another one.
//
//ci:race
func TestSourcesReadInOneRunDoNotMix(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "links.db")
	var names []string
	for _, content := range []string{"http://a.example/", "http://b.example/", box(2, 1),
		"http://c.example/ http:///x"} {
		names = append(names, filepath.Join(dir, fmt.Sprint(len(names))))
		write(t, names[len(names)-1], content)
	}
	failing := true
	said, trouble := indexed(t, db, disk{only: names[0], fail: func(int64, int) error {
		if failing {
			failing = false
			return syscall.EIO
		}
		return nil
	}}, names...)
	require.True(t, trouble)
	require.Contains(t, said, "read 4 sources, 0 unchanged; 4 documents with 4 URLs, 4 of them new; 1 "+
		"rejected;")
	rows := dumped(t, db)
	require.Contains(t, rows, fmt.Sprintf("[1,%q,17,", names[0]))
	require.Contains(t, rows, `"failed"`)
	require.Equal(t, 3, strings.Count(rows, `"read",null`), rows)
	require.Contains(t, rows, "[1,2,null,null,null,null]\n[2,3,null,1,0,\"number 0\"]\n[3,3,null,2,")
	require.Contains(t, rows, "[4,4,null,null,null,null]\n")
	said, trouble = indexed(t, db, disk{}, names...)
	require.False(t, trouble)
	require.Contains(t, said, "read 1 source, 3 unchanged; 1 document with 1 URL, 1 of them new; 0 rejected;")
	require.Equal(t, 4, strings.Count(dumped(t, db), `"read",null`))
}

// A result whose methods panic makes an error, and no row.
func TestAPanicOfAResultIsTroubleOfItsSource(t *testing.T) {
	x, err := extract.New(extract.Config{})
	require.NoError(t, err)
	finder := x.NewFinder()
	finder.Reset(strings.NewReader("http://a.example/ http://b.example/\n"))
	first, next := &sift.Result{Source: &sift.Source{File: "a"}}, &sift.Result{}
	require.NoError(t, finder.Next(&first.Result))
	require.NoError(t, new(row).of(first, nil))
	require.NoError(t, finder.Next(&next.Result))
	require.ErrorContains(t, new(row).of(first, nil), // its readings may no longer be asked for
		"a: at offset 0: a bug of urlsift, please report it: panic in extract.")
}
