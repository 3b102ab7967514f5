package sift

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/texts"
)

// A faultyFS has a file "b" whose bytes between two offsets cannot be read: fail is
// called instead.
type faultyFS struct {
	fstest.MapFS
	at, until int64
	fail      func() error
}

func (f faultyFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if name == "b" && err == nil {
		return &faultyFile{file.(seekableFile), f}, nil
	}
	return file, err
}

type faultyFile struct {
	seekableFile
	fs faultyFS
}

func (f *faultyFile) Read(p []byte) (int, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	switch {
	case err != nil:
		return 0, err
	case f.fs.at <= at && at < f.fs.until:
		return 0, f.fs.fail()
	case at < f.fs.at:
		p = p[:min(int64(len(p)), f.fs.at-at)]
	}
	return f.seekableFile.Read(p)
}

func (f *faultyFile) ReadAt(p []byte, offset int64) (int, error) {
	if f.fs.at <= offset && offset < f.fs.until {
		return 0, f.fs.fail()
	}
	n, err := f.seekableFile.ReadAt(p, offset)
	if offset < f.fs.at && f.fs.at < offset+int64(n) {
		return int(f.fs.at - offset), f.fs.fail()
	}
	return n, err
}

// A panic while an input is read is reported with its place and its origin, and the other
// inputs are read.
//
//ci:race
func TestAPanicWhileAnInputIsReadIsItsTrouble(t *testing.T) {
	line := "see http://b.example/ here\n"
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for range 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: "m"})
		require.NoError(t, err)
		_, err = io.WriteString(w, strings.Repeat(line, 4))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	mbox := strings.Repeat("From a@b.example Mon Jan  1 00:00:00 1996\nSubject: x\n\n"+line+"\n", 5)
	for what, data := range map[string]string{
		"text": strings.Repeat(line, 8), "mbox": mbox, "zip": archive.String(), "nothing": line,
	} {
		fsys := faultyFS{MapFS: fstest.MapFS{"b": {Data: []byte(data)}}, at: 180, until: 1 << 20}
		fsys.fail = func() error { panic("odd state") }
		if what == "nothing" {
			fsys.at = 0
		}
		for i := range 9 {
			fsys.MapFS[string(rune('a'+2*i))] = &fstest.MapFile{Data: []byte(mbox)}
		}
		var first []string
		for _, readers := range []int{0, 1, 4} {
			lines := told(inFS(newReader(t, Config{Readers: readers}), t.Context(), fsys))
			var errs []string
			n := 0
			for _, one := range lines {
				switch {
				case strings.HasPrefix(one, "error: "):
					errs = append(errs, one)
				case !strings.HasPrefix(one, "b"):
					n++
				}
			}
			require.Equal(t, 9*5, n, "%s, %d readers", what, readers)
			require.Len(t, errs, 1, "%s, %d readers", what, readers)
			require.Contains(t, errs[0],
				"please report it: panic in sift.TestAPanicWhileAnInputIsReadIsItsTrouble.func1 "+
					"(defect_test.go:")
			require.Contains(t, errs[0], "odd state", what)
			if first = append(first, fmt.Sprint(lines)); what != "zip" {
				require.Contains(t, errs[0],
					fmt.Sprintf("at offset %d", min(fsys.at, int64(len(data)))), what)
			}
			require.Equal(t, first[0], first[len(first)-1], what)
		}
	}
}

// After an unreadable place of a large file, or one at which reading panics, a single
// reader reads on at the same offset as several.
//
//ci:race
func TestAFileIsReadOnAfterAPlaceThatCannotBeRead(t *testing.T) {
	var mails strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&mails, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: message %d\n\n"+
			"See http://host.example/%d there\n\n", i, i)
	}
	for what, text := range map[string]string{"text": strings.ReplaceAll(manyURLs(300<<10), "\n", "\n\n"),
		"mbox": mails.String()} {
		for _, at := range []int64{1, 20 << 10, 25 << 10, 61 << 10, 120 << 10, 290 << 10} {
			fsys := faultyFS{fstest.MapFS{"b": {Data: []byte(text)}}, at, at + 8<<10,
				func() error { return errors.New("bad block") }}
			last := text[strings.LastIndex(text, "http"):]
			last, _, _ = strings.Cut(last, " ")
			var want []string
			for _, readers := range []int{4, 1, 0} {
				r := newReader(t, Config{Readers: readers, ChunkSize: 20 << 10,
					Extract: extract.Config{Lines: true}})
				got := told(inFS(r, t.Context(), fsys))
				if want == nil {
					want = got
				}
				require.Equal(t, want, got, "%s with a bad block at %d, %d readers", what, at, readers)
				require.Contains(t, strings.Join(got, "\n"),
					fmt.Sprintf("error: b: at offset %d: bad block", at), what)
				require.Equal(t, at < 280<<10, strings.HasSuffix(got[len(got)-1], last),
					"%s at %d: %s", what, at, got[len(got)-1])
				if texts.HeadSize < at && at < 280<<10 { // otherwise the format is unknown
					odd := fsys
					odd.fail = func() error { panic("odd state") }
					got = told(inFS(r, t.Context(), odd))
					require.Contains(t, strings.Join(got, "\n"), "odd state", what)
					require.True(t, strings.HasSuffix(got[len(got)-1], last),
						"%s at %d: %s", what, at, got[len(got)-1])
				}
			}
		}
	}
}
