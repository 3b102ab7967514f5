package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
)

func TestTheHostOfAMailtoIsThatOfItsFirstAddress(t *testing.T) {
	for url, want := range map[string]string{
		"mailto:Jane@B.Example":                              "b.example",
		"mailto:joe@a.example,jane@b.example?cc=c@d.example": "a.example",
		"mailto:joe":             "",
		"mailto:joe%40a.example": "a.example",
		"http://A.Example/b@c":   "a.example",
		"news:1@a.example":       "",
		"http://A.Example./b":    "a.example",
		"file://c|/b":            "",
	} {
		require.Equal(t, want, describe(url).Host, url)
	}
}

func TestAURLIsDescribedByItsParts(t *testing.T) {
	require.Equal(t, database.URL{
		Scheme: "http", Host: "a.example", Port: "8000", Path: "b", Fragment: "d", Strict: true,
		Parts:     `{"scheme":"http","host":"A.example","port":"8000","path":"b","search":"c"}`,
		Canonical: "http://a.example:8000/b?c",
	}, describe("http://A.example:8000/b?c#d"))
	require.False(t, describe("http://a.example/~b").Strict)
}

// The note that a source changed is kept despite other trouble, as much as fits.
func TestTheTroubleOfASourceIsKeptUpToALimit(t *testing.T) {
	var said strings.Builder
	x := &Indexer{Stderr: &said}
	x.warn(errors.New("before"))
	require.False(t, x.source.changed)
	x.warn(fmt.Errorf("a: %w", sift.ErrChanged))
	x.warn(errors.New("after"))
	require.True(t, x.source.changed)
	require.True(t, x.Trouble)
	require.Equal(t, "urlsift: before\nurlsift: a: changed while it was read\nurlsift: after\n",
		said.String())
	require.Equal(t, "before\na: changed while it was read\nafter", x.source.Trouble)
	require.Equal(t, "before\nafter", withoutChange(x.source.Trouble))
	require.Equal(t, "", withoutChange("a: changed while it was read"))
	for range 1000 {
		x.warn(errors.New("something long that is said again and again"))
	}
	require.Less(t, len(x.source.Trouble), maxTrouble+100)
	require.Greater(t, len(x.source.Trouble), maxTrouble)
}

func TestOtherFilesAreNotTakenForTheDatabase(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "links.db")
	is := IsDatabase(db)
	for _, name := range []string{"links.db", "links.db-wal", "links.db-shm", "links.db-journal", "other"} {
		path := filepath.Join(dir, name)
		require.False(t, is(path), "there is none")
		require.NoError(t, os.WriteFile(path, nil, 0o666))
		require.Equal(t, name != "other", is(path), name)
	}
}

func TestALinkWithoutTextIsNoMismatch(t *testing.T) {
	r := &sift.Result{Source: &sift.Source{Attribute: "href", Element: "a"}}
	require.Equal(t, &database.Detail{Element: "a", Attribute: "href"}, detailOf(r))
	r.Result, r.Shown = extract.FindString("http://a.example/")[0], "http://a.example/"
	require.False(t, detailOf(r).Mismatch)
	r.Shown = "http://b.example/"
	require.True(t, detailOf(r).Mismatch)
}

func TestTheTextAroundAURLIsNotCutInsideACharacter(t *testing.T) {
	text := strings.Repeat("x", database.MaxBeside)
	for _, character := range []string{"é", "日", "😀"} {
		for k := 1; k < len(character); k++ {
			rest := character[k:] + text
			before, _ := shownAround([]byte(rest[:database.MaxBeside]), nil)
			require.Equal(t, text[:database.MaxBeside-len(character)+k], before, "%q", rest)
			begun := text + character[:k]
			_, after := shownAround(nil, []byte(begun[len(begun)-database.MaxBeside:]))
			require.Equal(t, text[:database.MaxBeside-k], after, "%q", begun)
		}
	}
	before, _ := shownAround([]byte("\x80"), nil)
	require.Equal(t, `\x80`, before, "what was not cut stays as it is")
}
