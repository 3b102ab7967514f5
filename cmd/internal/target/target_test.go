package target

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// names returns the names of the files in a folder.
func names(t *testing.T, dir string) (list []string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestAFileThatCannotGetItsNameIsAnError(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	to, err := Open(name, io.Discard, false)
	require.NoError(t, err)
	_, err = io.WriteString(to, "text")
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(name, "folder"), 0o777)) // created meanwhile
	err = to.Close(true)
	require.ErrorContains(t, err, name)
	require.NotContains(t, err.Error(), ".out.urlsift.")
	require.Equal(t, []string{"out"}, names(t, dir), "nothing is left beside it")
}

func TestAFileThatCannotBeClosedIsAnError(t *testing.T) {
	for _, whole := range []bool{true, false} {
		dir := t.TempDir()
		to, err := Open(filepath.Join(dir, "out"), io.Discard, false)
		require.NoError(t, err)
		require.NoError(t, to.file.Close())
		require.ErrorIs(t, to.Close(whole), os.ErrClosed)
		require.Empty(t, names(t, dir))
	}
}

func TestAFileIsReplacedOnlyWhenItIsWhole(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o666))
	for _, whole := range []bool{false, true} {
		to, err := Open(name, io.Discard, true)
		require.NoError(t, err)
		require.True(t, to.Replaces())
		_, err = io.WriteString(to, "new")
		require.NoError(t, err)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "old", string(text))
		require.NoError(t, to.Close(whole))
		require.Equal(t, []string{"out"}, names(t, dir))
	}
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
}

// Temporary files of a killed run are removed, and nothing else.
func TestTemporaryFilesOfKilledRunsAreSwept(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	running, err := Open(name, io.Discard, false)
	require.NoError(t, err)
	keep := []string{".out.1.2", ".out.urlsift.1", ".out.urlsift.1.x", ".out.urlsift.x.1", ".out.urlsift..1",
		".out.urlsift.1.2.3", ".other.1.2", "out.1.2", ".out.urlsift.3.0"}
	for _, other := range append([]string{".out.urlsift.999999.0", ".out.urlsift.1.12"}, keep...) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, other), nil, 0o666))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".out.urlsift.4.0"), 0o777))
	keep = append(keep, filepath.Base(running.file.Name()), ".out.urlsift.4.0")
	old := time.Now().Add(-time.Hour)
	for _, one := range names(t, dir) {
		if one != ".out.urlsift.3.0" { // it may be new and not claimed yet
			require.NoError(t, os.Chtimes(filepath.Join(dir, one), old, old))
		}
	}
	to, err := Open(name, io.Discard, false)
	require.NoError(t, err)
	require.NoError(t, to.Close(false))
	require.ElementsMatch(t, keep, names(t, dir))
	require.NoError(t, running.Close(true))
	require.FileExists(t, name)
}

func TestRenameReplacesNoFolder(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	require.NoError(t, os.WriteFile(from, []byte("text"), 0o666))
	require.NoError(t, Rename(from, to))
	require.Equal(t, []string{"to"}, names(t, dir))
	require.Error(t, Rename(from, to))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "folder", "x"), 0o777))
	require.Error(t, Rename(to, filepath.Join(dir, "folder")))
}

func TestNamesOfStandardOutputOpenNoFile(t *testing.T) {
	var stdout bytes.Buffer
	for _, name := range []string{"", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
		to, err := Open(name, &stdout, false)
		require.NoError(t, err)
		require.Nil(t, to.file)
		_, err = io.WriteString(to, "x")
		require.NoError(t, err)
		require.False(t, to.Replaces())
		require.NoError(t, to.Close(true))
	}
	require.Equal(t, "xxxx", stdout.String())
}
