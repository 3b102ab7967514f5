package sift

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

//ci:race
func TestAFileThatChangesWhileItIsReadIsReported(t *testing.T) {
	line := "see http://a.example/path there\n"
	for what, change := range map[string]func(t *testing.T, name string){
		"shrinks": func(t *testing.T, name string) { require.NoError(t, os.Truncate(name, 5)) },
		"is rewritten": func(t *testing.T, name string) {
			require.NoError(t, os.WriteFile(name, []byte(strings.Repeat(line, 8000)), 0o666))
		},
		"grows": func(t *testing.T, name string) {
			file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = io.WriteString(file, line)
			require.NoError(t, err)
			require.NoError(t, file.Close())
		},
		"stays": nil,
	} {
		for _, readers := range []int{0, 1, 2} {
			t.Run(what, func(t *testing.T) {
				name := filepath.Join(t.TempDir(), "text")
				require.NoError(t, os.WriteFile(name, []byte(strings.Repeat(line, 8000)), 0o666))
				old := time.Now().Add(-time.Hour)
				require.NoError(t, os.Chtimes(name, old, old))
				r := newReader(t, Config{Readers: readers, ChunkSize: 8 << 10, Format: mail.Plain})
				var errs []error
				var once sync.Once
				found := 0
				require.NoError(t, r.Run(context.Background(), r.Files(nil, name), func(hand Hand) Consumer {
					c := &collector{hand, func(_ Result, err error) error {
						if err != nil {
							errs = append(errs, err)
						} else {
							found++
						}
						return nil
					}}
					return consumer{event: func(e Event) error {
						if _, ok := e.(Begin); ok && change != nil {
							once.Do(func() { change(t, name) })
						}
						return c.Event(e)
					}, inOrder: c.InOrder}
				}))
				if change == nil {
					require.Empty(t, errs)
					require.Equal(t, 8000, found)
					return
				}
				require.Len(t, errs, 1, "it is reported once")
				require.EqualError(t, errs[0], name+": changed while it was read")
				require.ErrorIs(t, errs[0], ErrChanged)
			})
		}
	}
}

// headless is a file whose beginning cannot be read at the first attempt.
type headless struct {
	*os.File
	failed bool
}

func (h *headless) ReadAt(p []byte, offset int64) (int, error) {
	if !h.failed {
		h.failed = true
		return 0, errors.New("try again")
	}
	return h.File.ReadAt(p, offset)
}

//ci:race
func TestAFileWhoseBeginningCannotBeExaminedIsNotTakenForText(t *testing.T) {
	name := filepath.Join(t.TempDir(), "box")
	require.NoError(t, os.WriteFile(name, []byte(strings.Repeat(box, 100)), 0o666))
	r := newReader(t, Config{Readers: 1, ChunkSize: 1 << 10})
	in := &Input{Name: name, Open: func(context.Context) (io.ReadCloser, error) {
		file, err := os.Open(name)
		return &headless{File: file}, err
	}}
	messages := map[int]bool{}
	for result, err := range r.Results(context.Background(),
		func(yield func(*Input, error) bool) { yield(in, nil) }) {
		require.NoError(t, err)
		require.NotNil(t, result.Message)
		messages[result.Message.Number] = true
	}
	require.Len(t, messages, 200)
}

// closedFolder is a file system with a folder that cannot be read.
type closedFolder struct{ fstest.MapFS }

func (f closedFolder) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "b" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.ReadDir(name)
}

func TestAFolderThatCannotBeReadIsReported(t *testing.T) {
	r := newReader(t, Config{})
	fsys := closedFolder{fstest.MapFS{"a": {Data: []byte("http://a.example/")}, "b/x": {},
		"c": {Data: []byte("http://c.example/")}}}
	require.Equal(t, []string{"a:0:0:0::http://a.example/", "error: b: permission denied",
		"c:0:0:0::http://c.example/"}, told(inFS(r, context.Background(), fsys)))
}

// A lockedFS opens no file whose name begins with "locked".
type lockedFS struct{ fstest.MapFS }

func (f lockedFS) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "locked") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.Open(name)
}

//ci:race
func TestFilesThatCannotBeOpenedAreReported(t *testing.T) {
	fsys := lockedFS{fstest.MapFS{}}
	for _, name := range []string{"a", "locked1", "b", "locked2"} {
		fsys.MapFS[name] = &fstest.MapFile{Data: []byte("http://" + name + ".example/\n")}
	}
	fsys.MapFS["locked3"] = &fstest.MapFile{Data: make([]byte, 128<<10)}
	for readers := range 4 {
		got := told(inFS(newReader(t, Config{Readers: readers}), t.Context(), fsys))
		require.Len(t, got, 5)
		for i, name := range []string{"locked1", "locked2", "locked3"} {
			require.Contains(t, got[2+i], name)
			require.Contains(t, got[2+i], "permission denied")
		}
	}
}
