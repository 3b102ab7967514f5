package target

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	require.ErrorContains(t, write("three", true, true),
		`contains files that urlsift report did not write, such as "a/thesis.txt"; use an empty directory`)
	has("index.html", "two")
	require.NoError(t, os.Remove(filepath.Join(name, "a", "thesis.txt")))
	require.NoError(t, os.WriteFile(filepath.Join(name, "a", "c.html"), nil, 0o644))
	require.ErrorContains(t, write("three", true, true), `such as "a/c.html"`)
	require.NoError(t, os.Remove(filepath.Join(name, "a", "c.html")))
	require.NoError(t, os.WriteFile(filepath.Join(name, "files.txt"), []byte("index.html\na/b.html\n"), 0o644))
	require.ErrorContains(t, write("three", true, true), `such as "a/b.html"`, "it is not the list of a Folder")
}

// Temporary folders of a killed run are removed, and a folder that it had put aside is
// restored. Nothing else is changed.
func TestTemporaryFoldersOfKilledRunsAreSwept(t *testing.T) {
	if !canClaimFolders {
		t.Skip("not here")
	}
	top := t.TempDir()
	name := filepath.Join(top, "out")
	own := func(path string) bool { return path == "index.html" }
	running, err := OpenFolder(name, false, own)
	require.NoError(t, err)
	keep := []string{".out.2.0", ".out.6.0.old", ".out.urlsift.1", ".out.urlsift.4.0", ".out.urlsift.5.0",
		filepath.Base(running.temporary)}
	old := time.Now().Add(-time.Hour)
	for _, one := range append([]string{".out.urlsift.2.0", ".out.urlsift.3.1", ".out.urlsift.6.0.old"},
		keep...) {
		os.Mkdir(filepath.Join(top, one), 0o777)
		file := "index.html"
		if one == ".out.urlsift.4.0" {
			file = "thesis.txt"
		}
		require.NoError(t, os.WriteFile(filepath.Join(top, one, file), []byte(one), 0o666))
		if strings.HasSuffix(one, aside) {
			require.NoError(t, os.WriteFile(filepath.Join(top, one, listName),
				[]byte(listHead+"\nindex.html\n"), 0o666))
		}
		if one != ".out.urlsift.5.0" { // it may be new and not claimed yet
			require.NoError(t, os.Chtimes(filepath.Join(top, one), old, old))
		}
	}
	_, err = OpenFolder(name, false, own)
	require.ErrorContains(t, err, "already exists; use --force to replace it")
	text, err := os.ReadFile(filepath.Join(name, "index.html"))
	require.NoError(t, err)
	require.Equal(t, ".out.urlsift.6.0.old", string(text))
	require.ElementsMatch(t, append(keep, "out"), names(t, top))
	require.NoError(t, running.Close(false))

	require.NoError(t, os.Rename(filepath.Join(top, ".out.urlsift.1"),
		filepath.Join(top, ".out.urlsift.6.0.old")))
	f, err := OpenFolder(name, true, own)
	require.NoError(t, err)
	require.NoError(t, f.Close(false))
	require.ElementsMatch(t, []string{".out.2.0", ".out.6.0.old", ".out.urlsift.4.0", ".out.urlsift.5.0",
		"out"}, names(t, top))
}

func TestNothingIsWrittenThroughALinkToNothing(t *testing.T) {
	top := t.TempDir()
	link := filepath.Join(top, "link")
	if err := os.Symlink("nothing", link); err != nil {
		t.Skip(err)
	}
	_, err := OpenFolder(link+"/", true, func(string) bool { return true })
	require.EqualError(t, err, link+": dangling symbolic link")
	_, err = Open(link, io.Discard, true)
	require.EqualError(t, err, link+": dangling symbolic link")
	require.Equal(t, []string{"link"}, names(t, top))
}

func TestAFileIsNotReplacedByAFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(name, nil, 0o644))
	_, err := OpenFolder(name+"/", true, func(string) bool { return true })
	require.Error(t, err)
}
