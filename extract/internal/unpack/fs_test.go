package unpack

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func ExampleConfig_FS() {
	root, err := os.OpenRoot("testdata")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	for entry, err := range (Config{}).FS(root.FS()) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		if entry.File == "gnu.ar" {
			fmt.Println(entry.File, entry.Member)
		}
	}
	// Output:
	// gnu.ar one
	// gnu.ar two
	// gnu.ar a-name-that-is-longer-than-sixteen-bytes
	// gnu.ar empty
}

func TestAFileSystemIsReadAsAWhole(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, "packed")
	w.Close()
	fsys := fstest.MapFS{
		"b/packed":   {Data: packed.Bytes()},
		"a":          {Data: []byte("plain")},
		"c":          {Data: packed.Bytes()[:packed.Len()-4]},
		"d/e/f":      {Data: []byte("last")},
		"link":       {Data: []byte("a"), Mode: os.ModeSymlink},
		"empty-file": {},
	}
	got := map[string]string{}
	failed := 0
	for entry, err := range (Config{}).FS(fsys) {
		if err != nil {
			failed++
			continue
		}
		text, err := io.ReadAll(entry)
		if err != nil {
			failed++
		}
		got[entry.File] += string(text)
	}
	require.Equal(t, 1, failed)
	delete(got, "empty-file")
	require.Equal(t, map[string]string{"a": "plain", "b/packed": "packed", "c": "packed", "d/e/f": "last"}, got)
}

func TestOfAFileSystemNoMoreIsReadThanIsWanted(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("x"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b"), []byte("y"), 0o666))
	n := 0
	for range (Config{}).FS(os.DirFS(dir)) {
		n++
		break
	}
	require.Equal(t, 1, n)
}
