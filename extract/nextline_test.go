package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// The lines of an example are around the "⏎". No rule before its own holds for it.
func TestEachRuleOfAJunctionDecidesItsExample(t *testing.T) {
	for i, rule := range junctionRules {
		x, r := standard.NewFinder(), Result{}
		x.Reset(strings.NewReader(strings.ReplaceAll(rule.example, "⏎", "\n") + "\n"))
		require.NoError(t, x.Next(&r))
		piece, ok := x.scanner.Continue(scan.Piece{}, 0)
		require.True(t, ok, rule.example)
		url, token := x.candidate.Text, trim(piece.Text, nil)
		j := &junction{piece, url, token, !octet.Alnum[url[len(url)-1]] || !octet.Alnum[token[0]]}
		for k, other := range junctionRules[:i+1] {
			require.Equal(t, k == i, other.holds(j), "%q, rule %d", rule.example, k)
		}
	}
}
