package rfc1738

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// writtenProductions returns the productions in the comments of this package, unchanged.
func writtenProductions(t *testing.T) map[string]string {
	t.Helper()
	begins := regexp.MustCompile(`^([a-z0-9+_-]+) += `)
	found := map[string]string{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil,
			parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, group := range tree.Comments {
			name := ""
			for _, comment := range group.List {
				line := strings.TrimPrefix(comment.Text, "//")
				line = line[min(1, len(line)):] // a blank, or a tab before code
				switch m := begins.FindStringSubmatch(line); {
				case m != nil:
					name = m[1]
					found[name] = line
				case name != "" && strings.HasPrefix(line, "        "):
					found[name] += "\n" + line
				default:
					name = ""
				}
			}
		}
	}
	return found
}

// rfcProductions returns the productions of section 5, with their line breaks.
func rfcProductions() map[string]string {
	begins := regexp.MustCompile(`^([a-z0-9+_-]+) += `)
	found, name := map[string]string{}, ""
	for line := range strings.SplitSeq(corpus.Section5(), "\n") {
		switch m := begins.FindStringSubmatch(line); {
		case m != nil:
			name = m[1]
			found[name] = line
		case name != "" && strings.HasPrefix(line, "        "):
			found[name] += "\n" + line
		default:
			name = ""
		}
	}
	return found
}

func TestEveryProductionStandsInTheCodeUnaltered(t *testing.T) {
	want, got := rfcProductions(), writtenProductions(t)
	require.Equal(t, 67, len(want))
	require.Equal(t, want, got)
}

func TestTheOracleReadsAllProductions(t *testing.T) {
	names := slices.Sorted(maps.Keys(productions()))
	require.Equal(t, slices.Sorted(maps.Keys(rfcProductions())), names)
}

func TestTheCharactersOfSection5AreThoseOfASCII(t *testing.T) {
	all := unreserved + reserved + national + punctuation
	for b := byte('!'); b <= '~'; b++ {
		require.Equal(t, 1, strings.Count(all, string(b)), string(b))
	}
	require.Len(t, all, '~'-'!'+1)
}

// The grammar in the corpus is that of the RFC, if the RFC is at hand.
func TestTheGrammarInTheCorpusIsThatOfTheRFC(t *testing.T) {
	rfc, err := os.ReadFile("../../shared/rfc/rfc1738.txt")
	if err != nil {
		t.Skip("the RFC is not at hand:", err)
	}
	_, section, _ := strings.Cut(string(rfc), "\n5. BNF")
	section, _, _ = strings.Cut("5. BNF"+section, "\n6. Security")
	pageBreak := regexp.MustCompile(`\n+Berners-Lee, Masinter & McCahill +\[Page \d+\]\n\f?\n?\n*RFC 1738.*\n+`)
	section = pageBreak.ReplaceAllString(section, "\n\n")
	squeeze := regexp.MustCompile(`\n{2,}`) // the RFC's pages end in different numbers of blank lines
	require.Equal(t, squeeze.ReplaceAllString(strings.TrimSpace(section), "\n\n"),
		squeeze.ReplaceAllString(strings.TrimSpace(corpus.Section5()), "\n\n"))
}
