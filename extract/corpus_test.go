package extract

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/scan"
)

var update = flag.Bool("update", false, "rewrite what corpus/extract wants")

// optionConfigs maps the names of files in corpus/options to their configs.
var optionConfigs = map[string]Config{
	"iri":         {IRI: true},
	"deobfuscate": {Deobfuscate: true},
	"guess":       {Guess: scan.GuessAll},

	"guess-deobfuscate": {Guess: scan.GuessAll, Deobfuscate: true},
}

// describe prints the URLs found in text in the form of the .want files of the corpus.
func describe(t testing.TB, config Config, text string) string {
	t.Helper()
	config.Rejected = true
	var b strings.Builder
	for r, err := range newExtractor(config).All(strings.NewReader(text)) {
		require.NoError(t, err)
		if r.Err != nil {
			fmt.Fprintf(&b, "rejected %s %s\n", r, cmp.Or(string(r.Flaw), ruleOf(r).String()))
			describeReadings(&b, r)
			continue
		}
		fmt.Fprintf(&b, "%s %s", r.Kind, r)
		require.Equal(t, len(r.Deviations) == 0 && !r.Truncated, r.Strict(), "%s", r)
		var kinds []string
		for _, d := range r.Deviations {
			kinds = append(kinds, d.Kind.String())
		}
		for _, kind := range slices.Compact(kinds) {
			fmt.Fprintf(&b, " %s", kind)
		}
		if r.Guessed != 0 {
			fmt.Fprintf(&b, " guessed %s", r.Guessed)
		}
		b.WriteByte('\n')
		if encoded, ok := r.Encoded(); ok && strings.ContainsFunc(r.String(),
			func(r rune) bool { return r >= utf8.RuneSelf }) {
			fmt.Fprintf(&b, "  encoded %s\n", encoded)
		}
		describeReadings(&b, r)
	}
	return b.String()
}

func describeReadings(b *strings.Builder, r Result) {
	for reading := range r.Readings() {
		fmt.Fprintf(b, "  %s %s\n", reading.Why, reading.URL)
	}
}

func TestExtractsFindWhatTheCorpusWants(t *testing.T) {
	if *update {
		rewriteCorpus(t)
		return
	}
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	for _, e := range extracts {
		t.Run(e.Name, func(t *testing.T) {
			require.Equal(t, e.Want, describe(t, Config{}, e.Text),
				"the rule is: %s", e.Rule)
		})
	}
}

// The beginning and the end of a text are read with more care than its middle, which is
// often only skimmed.
func TestExtractsFindTheSameInTheMiddleOfAText(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	for _, e := range extracts {
		blank := strings.Repeat("\n", 40)
		if !strings.HasSuffix(e.Text, "\n") {
			blank = "\n" + blank
		}
		t.Run(e.Name, func(t *testing.T) {
			require.Equal(t, e.Want, describe(t, Config{}, blank+e.Text+blank), "the rule is: %s", e.Rule)
		})
	}
}

func TestOptionsFindWhatTheCorpusWants(t *testing.T) {
	cases, err := corpus.Options()
	require.NoError(t, err)
	for _, e := range cases {
		name, _, _ := strings.Cut(e.Name, "/")
		config, known := optionConfigs[name]
		require.True(t, known, e.Name)
		if !*update {
			t.Run(e.Name, func(t *testing.T) {
				require.Equal(t, e.Want, describe(t, config, e.Text),
					"the rule is: %s", e.Rule)
			})
		}
	}
}

func TestRewrittenLinksInTheCorpusAreUnwrapped(t *testing.T) {
	cases, err := corpus.Parse("unwrap")
	require.NoError(t, err)
	for _, c := range cases {
		require.NotEmpty(t, c.Fields, c.At)
		original := strings.Join(c.Fields[1:], "")
		for r := range All(strings.NewReader(c.Text)) {
			require.Equal(t, c.Text, r.String(), c.At)
			got, ok := r.Unwrapped()
			require.Equal(t, original != "", ok, c.At)
			require.Equal(t, original, got, c.At)
		}
	}
}

// rewriteCorpus updates the results in the corpus. Read its diff.
func rewriteCorpus(t *testing.T) {
	files, err := filepath.Glob("../corpus/[eo]*/*.txtar")
	require.NoError(t, err)
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		config := optionConfigs[strings.TrimSuffix(filepath.Base(name), ".txtar")]
		require.NoError(t, err)
		for i, f := range archive.Files {
			if text, ok := strings.CutSuffix(f.Name, ".want"); ok && i > 0 {
				require.Equal(t, text+".txt", archive.Files[i-1].Name)
				archive.Files[i].Data = []byte(describe(t, config, string(archive.Files[i-1].Data)))
			}
		}
		require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
	}
}
