package sift

import (
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// An openFS counts the files that are open.
type openFS struct {
	fstest.MapFS
	now, most atomic.Int32
}

func (f *openFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if info, _ := file.Stat(); err != nil || info.IsDir() {
		return file, err
	}
	for now := f.now.Add(1); ; {
		if most := f.most.Load(); now <= most || f.most.CompareAndSwap(most, now) {
			return &openFile{file.(seekableFile), &f.now}, nil
		}
	}
}

type seekableFile interface {
	fs.File
	seekable
}

type openFile struct {
	seekableFile
	now *atomic.Int32
}

func (f *openFile) Close() error {
	f.now.Add(-1)
	return f.seekableFile.Close()
}

// A reader has at most one file open. Besides, the file handed out next may be open, and
// the one whose turn it is.
//
//ci:race
func TestNoMoreFilesAreOpenThanThereAreReadersAndTwo(t *testing.T) {
	for _, readers := range []int{0, 1, 2, 8} {
		for _, size := range []int{1, 3 << 10, 64 << 10} {
			fsys := &openFS{MapFS: fstest.MapFS{}}
			for i := range 40 {
				text := strings.Repeat("nothing is here\n", size/16) + fmt.Sprintf("http://h%d.example/\n", i)
				fsys.MapFS[fmt.Sprint(i)] = &fstest.MapFile{Data: []byte(text)}
			}
			for _, chunk := range []int64{1 << 10, -1} {
				require.Len(t, told(inFS(newReader(t, Config{Readers: readers, ChunkSize: chunk}),
					t.Context(), fsys)), 40)
				require.Zero(t, fsys.now.Load())
				require.LessOrEqual(t, fsys.most.Load(), int32(readers+2))
			}
		}
	}
}

// Files handed out after the end of a run are closed, too.
//
//ci:race
func TestFilesAreClosedWhenNothingMoreIsWanted(t *testing.T) {
	fsys := &openFS{MapFS: fstest.MapFS{}}
	for i := range 40 {
		text := strings.Repeat(fmt.Sprintf("http://h%d.example/\n", i), 400)
		fsys.MapFS[fmt.Sprint(i)] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, readers := range []int{0, 1, 8} {
		for _, chunk := range []int64{1 << 10, -1} {
			for range inFS(newReader(t, Config{Readers: readers, ChunkSize: chunk}), t.Context(), fsys) {
				break
			}
			require.Zero(t, fsys.now.Load())
		}
	}
}
