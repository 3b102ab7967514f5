package corpus

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the counts in README.md")

var parseFiles = []string{"valid", "invalid", "deviations", "open", "equivalent", "means", "unwrap"}

func TestEachCaseStandsOnce(t *testing.T) {
	seen := map[string]string{}
	for _, name := range parseFiles {
		cases, err := Parse(name)
		require.NoError(t, err)
		for _, c := range cases {
			key := name + " " + c.Text
			require.Empty(t, seen[key], "%s is there twice", c.At)
			seen[key] = c.At
		}
	}
	extracts, err := Extracts()
	require.NoError(t, err)
	options, err := Options()
	require.NoError(t, err)
	mails, err := Mails()
	require.NoError(t, err)
	for _, e := range slices.Concat(extracts, options, mails) {
		require.Empty(t, seen[e.Name], "%s is there twice", e.Name)
		require.Empty(t, seen[e.Text], "%s has the text of %s", e.Name, seen[e.Text])
		seen[e.Name], seen[e.Text] = e.Name, e.Name
	}
}

func TestTheREADMECountsTheCases(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	counts := map[string]int{}
	for _, name := range parseFiles {
		cases, err := Parse(name)
		require.NoError(t, err)
		counts["parse/"+name+".txt"] = len(cases)
	}
	extracts, err := Extracts()
	require.NoError(t, err)
	counts["extract/*.txtar"] = len(extracts)
	options, err := Options()
	require.NoError(t, err)
	counts["options/*.txtar"] = len(options)
	mails, err := Mails()
	require.NoError(t, err)
	counts["mail/*.txtar"] = len(mails)
	counts["worst.txt"] = len(WorstCases())
	if *update {
		for file, n := range counts {
			row := regexp.MustCompile("(\\| `" + regexp.QuoteMeta(file) + "` \\|.*\\| )\\d+ \\|")
			readme = row.ReplaceAll(readme, fmt.Appendf(nil, "${1}%d |", n))
		}
		require.NoError(t, os.WriteFile("README.md", readme, 0o666))
		return
	}
	for file, n := range counts {
		require.Regexp(t, regexp.QuoteMeta("| `"+file+"` |")+".*"+fmt.Sprintf(`\| %d \|`, n), string(readme))
	}
}

func TestEscapesAndMarksAreResolved(t *testing.T) {
	text, marks := marked(`a\x20^b\^\\^`)
	require.Equal(t, `a b^\`, text)
	require.Equal(t, []int{2, 5}, marks)
	require.Equal(t, "\tx\xff", unescape(`\x09x\xff`))
}

func TestGeneratedTextsAreTheSameEachTime(t *testing.T) {
	for _, d := range Densities {
		a, n := Generate(d, 1<<16, 7)
		b, m := Generate(d, 1<<16, 7)
		require.Equal(t, a, b)
		require.Equal(t, n, m)
		require.InDelta(t, d.Spacing, len(a)/n, float64(d.Spacing)/3)
		c, _ := Generate(d, 1<<16, 8)
		require.NotEqual(t, a, c)
	}
	for name := range WorstCases() {
		require.GreaterOrEqual(t, len(Worst(name, 1000)), 1000)
	}
}
