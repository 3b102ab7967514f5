package sift

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// linked makes folders with links: a/text is a text, a/up leads to the folder around a,
// a/b to b, and b/a to a.
func linked(t *testing.T) string {
	root := t.TempDir()
	for _, dir := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, dir), 0o777))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "a", "text"), []byte("http://a.example/\n"), 0o666))
	for name, to := range map[string]string{"a/up": root, "a/b": filepath.Join(root, "b"),
		"b/a": filepath.Join(root, "a"), "b/t": filepath.Join(root, "a", "text")} {
		if err := os.Symlink(to, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			if runtime.GOOS == "windows" {
				t.Skip("links need a privilege")
			}
			t.Fatal(err)
		}
	}
	return root
}

// walked returns the names of the files in a folder, and those of the skipped entries, by
// reason.
func walked(t *testing.T, config Config, root string) (files []string, passed map[string]error) {
	passed = map[string]error{}
	below := func(name string) string {
		name, err := filepath.Rel(root, name)
		require.NoError(t, err)
		return filepath.ToSlash(name)
	}
	for in, err := range newReader(t, config).Files(func(name string, why error) {
		passed[below(name)] = why
	}, root) {
		require.NoError(t, err)
		files = append(files, below(in.Name))
	}
	return files, passed
}

func TestLinksInFoldersAreReported(t *testing.T) {
	files, passed := walked(t, Config{}, linked(t))
	require.Equal(t, []string{"a/text"}, files)
	require.Equal(t, map[string]error{"a/up": ErrLink, "a/b": ErrLink, "b/a": ErrLink,
		"b/t": ErrLink}, passed)
	files, passed = walked(t, Config{Exclude: []string{"b", "up"}}, linked(t))
	require.Equal(t, []string{"a/text"}, files)
	require.Equal(t, map[string]error{"a/up": ErrExcluded, "a/b": ErrExcluded, "b": ErrExcluded}, passed)
}

func TestLinksAreFollowedAndLoopsEnd(t *testing.T) {
	files, passed := walked(t, Config{Follow: true}, linked(t))
	require.Equal(t, []string{"a/b/t", "a/text", "b/a/text", "b/t"}, files)
	require.Equal(t, map[string]error{"a/b/a": ErrLoop, "a/up": ErrLoop, "b/a/b": ErrLoop,
		"b/a/up": ErrLoop}, passed)
	files, _ = walked(t, Config{Follow: true, MaxDepth: 2}, linked(t))
	require.Equal(t, []string{"a/text", "b/t"}, files)
	root := linked(t)
	files, passed = walked(t, Config{Follow: true}, filepath.Join(root, "b", "a")) // the root is a link
	require.Equal(t, []string{"b/t", "text", "up/a/b/t"}, files[:3])
	require.Equal(t, ErrLoop, passed["b/a"])
	require.Equal(t, ErrLoop, passed["up/a/up"])
}

func TestWalkingStopsWhenNoMoreIsWanted(t *testing.T) {
	for range newReader(t, Config{Follow: true}).Files(nil, linked(t), linked(t)) {
		break
	}
}

// written makes files with a URL each in a folder, and returns the folder.
func written(t *testing.T, names ...string) string {
	root := t.TempDir()
	for _, name := range names {
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte("http://a.example/\n"), 0o666))
	}
	return root
}

func TestFoldersOfAMaildirAreRead(t *testing.T) {
	root := written(t, "cur/1", "new/2", ".Sent/cur/3", ".Sent/new/4", ".Sent/.hidden", ".Sent.1996/cur/5",
		".Sent.1996/new/6", ".git/config", ".state",
		"sub/.Sent/cur/7", "sub/.Sent/new/8")
	files, passed := walked(t, Config{}, root)
	require.Equal(t, []string{".Sent/cur/3", ".Sent/new/4", ".Sent.1996/cur/5", ".Sent.1996/new/6", "cur/1",
		"new/2"}, files)
	require.Equal(t, map[string]error{
		".Sent/.hidden": ErrHidden,
		".git":          ErrHiddenFolder,
		".state":        ErrHidden,
		"sub/.Sent":     ErrHiddenFolder,
	}, passed)
	files, passed = walked(t, Config{Exclude: []string{".Sent*"}}, root)
	require.Equal(t, []string{"cur/1", "new/2"}, files)
	require.Equal(t, ErrExcluded, passed[".Sent"])
}

func TestWhatIsPassedOverInFoldersIsReported(t *testing.T) {
	root := written(t, "a.txt", "b.html", "old/c.txt", "sub/d.txt", ".e", ".f/g")
	all := map[string]error{".e": ErrHidden, ".f": ErrHiddenFolder}
	_, passed := walked(t, Config{}, root)
	require.Equal(t, all, passed)
	_, passed = walked(t, Config{Hidden: true}, root)
	require.Empty(t, passed)
	_, passed = walked(t, Config{Include: []string{"*.txt"}, Exclude: []string{"old/", ".f"}}, root)
	require.Equal(t, map[string]error{".e": ErrExcluded, ".f": ErrExcluded, "b.html": ErrExcluded,
		"old": ErrExcluded}, passed)
	_, passed = walked(t, Config{Globs: []string{"!*.txt"}, MaxDepth: 1}, root)
	require.Equal(t, map[string]error{".e": ErrHidden, ".f": ErrHiddenFolder, "a.txt": ErrExcluded,
		"old": ErrDeep, "sub": ErrDeep}, passed)
}
