package target

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFolderIsReplacedAsAWhole(t *testing.T) {
	top := t.TempDir()
	name := filepath.Join(top, "out")
	own := func(path string) bool { return path == "index.html" || path == "a/b.html" }
	write := func(text string, force, whole bool) error {
		f, err := OpenFolder(name+"/", force, own)
		if err != nil {
			return err
		}
		for _, path := range []string{"a/b.html", "index.html"} {
			w, err := f.Create(path)
			require.NoError(t, err)
			_, err = io.WriteString(w, text)
			require.NoError(t, err)
			require.NoError(t, w.Close())
		}
		return f.Close(whole)
	}
	has := func(path, want string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(name, path))
		require.NoError(t, err)
		require.Equal(t, want, string(text))
		entries, err := os.ReadDir(top)
		require.NoError(t, err)
		require.Len(t, entries, 1, "nothing is left beside it")
	}
	require.True(t, IsFolder(name+"/"))
	require.False(t, IsFolder(name))
	require.NoError(t, os.Mkdir(name, 0o755))
	require.True(t, IsFolder(name))
	require.NoError(t, write("one", false, true), "an empty folder is replaced")
	has("a/b.html", "one")
	require.ErrorContains(t, write("two", false, true), "already exists; use --force to replace it")
	require.NoError(t, write("two", true, false))
	has("index.html", "one")
	require.NoError(t, write("two", true, true))
	has("index.html", "two")
	require.NoError(t, os.WriteFile(filepath.Join(name, "a", "thesis.txt"), nil, 0o644))
	require.ErrorContains(t, write("three", true, true), `has files of other programs, such as "a/thesis.txt"`)
	has("index.html", "two")
}

func TestAFileIsNotReplacedByAFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(name, nil, 0o644))
	_, err := OpenFolder(name+"/", true, func(string) bool { return true })
	require.Error(t, err)
}
