package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Equal counts are in the order of the names, in whatever order they were added.
func TestTheMostFrequentComeFirst(t *testing.T) {
	var words register[string, tally]
	for _, word := range strings.Fields("b a c c d d d a b e") {
		row := words.row(word)
		row.name = word
		row.n++
	}
	words.row("unseen").name = "unseen"
	require.Equal(t, []tally{{"b", 2}, {"a", 2}, {"c", 2}, {"d", 3}, {"e", 1}, {"unseen", 0}}, words.rows)
	all := []tally{{"d", 3}, {"a", 2}, {"b", 2}, {"c", 2}, {"e", 1}}
	for n := 1; n < 8; n++ {
		require.Equal(t, append([]tally(nil), all[:min(n, len(all))]...),
			mostOf(words.rows, n, (*tally).counted), n)
	}
	require.Equal(t, []int{3, 0, 1, 2}, most(words.rows, 4, func(t *tally) tally { return tally{n: t.n} }),
		"without names in that of the rows")
}
