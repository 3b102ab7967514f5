package index

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file that has grown has the same rows as if it were read at once, wherever reading is
// resumed, and for any number of readers.
func FuzzAGrownFileHasTheRowsOfOneReadAtOnce(f *testing.F) {
	for i, content := range []string{box(3, 1), box(20, 2), text(300), "", "\n",
		box(2, 1) + "\n\n" + box(2, 2), "From a@b\n\n" + box(1, 1)} {
		f.Add(content, uint(len(content)/2))
		f.Add(content, uint(len(content)*(i+1)/8))
	}
	first := box(5, 1)
	f.Add(first+"\n"+box(5, 2), uint(len(first)))
	f.Add(first+box(5, 2), uint(len(first)))
	f.Add(first+"Content-Type: text/html\n", uint(len(first)-1))
	f.Fuzz(func(t *testing.T, content string, cut uint) {
		dir := t.TempDir()
		name, db := filepath.Join(dir, "box"), filepath.Join(dir, "links.db")
		for _, so := range []string{content[:cut%uint(len(content)+1)], content} {
			require.NoError(t, os.WriteFile(name, []byte(so), 0o666))
			indexed(t, db, disk{}, name)
		}
		whole := filepath.Join(dir, "fresh.db")
		indexed(t, whole, disk{}, name)
		want, got := occurrences(dumped(t, whole)), occurrences(dumped(t, db))
		require.True(t, slices.Equal(want, got), "%q\n%q", want, got)
	})
}
