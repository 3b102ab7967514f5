package extract

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

var update = flag.Bool("update", false, "rewrite what corpus/extract wants")

// describe writes what was found in text as the .want files of the corpus do.
func describe(t testing.TB, text string) string {
	t.Helper()
	var b strings.Builder
	for r, err := range New(Config{Rejected: true}).All(strings.NewReader(text)) {
		require.NoError(t, err)
		if r.Err != nil {
			fmt.Fprintf(&b, "rejected %s %s\n", r, r.Err.Rule)
			continue
		}
		fmt.Fprintf(&b, "%s %s", r.Kind, r)
		var kinds []string
		for _, d := range r.Deviations {
			kinds = append(kinds, d.Kind.String())
		}
		for _, kind := range slices.Compact(kinds) {
			fmt.Fprintf(&b, " %s", kind)
		}
		b.WriteByte('\n')
		for reading := range r.Readings() {
			fmt.Fprintf(&b, "  %s %s\n", reading.Why, reading.URL)
		}
	}
	return b.String()
}

func TestExtractsFindWhatTheCorpusWants(t *testing.T) {
	if *update {
		rewrite(t)
		return
	}
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	for _, e := range extracts {
		t.Run(e.Name, func(t *testing.T) { require.Equal(t, e.Want, describe(t, e.Text)) })
	}
}

// rewrite puts what is found into the corpus. Its diff is to be read.
func rewrite(t *testing.T) {
	files, err := filepath.Glob("../corpus/extract/*.txtar")
	require.NoError(t, err)
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for i, f := range archive.Files {
			if text, ok := strings.CutSuffix(f.Name, ".want"); ok && i > 0 {
				require.Equal(t, text+".txt", archive.Files[i-1].Name)
				archive.Files[i].Data = []byte(describe(t, string(archive.Files[i-1].Data)))
			}
		}
		require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
	}
}
