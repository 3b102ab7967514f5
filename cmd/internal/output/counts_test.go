package output

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/target"
)

// The first of these URLs was found once, and the second twelve times.
func TestCountsArePrinted(t *testing.T) {
	for want, o := range map[string]Options{
		"12 http://a.example/\n1 http://b.example/\n":            {},
		"12 http://a.example/\n 1 http://b.example/\n":           {Align: true}, // aligned, for a terminal
		"1 http://b.example/\n12 http://a.example/\n":            {Shard: true}, // in the order of the input
		"count,url\n12,http://a.example/\n1,http://b.example/\n": {Format: csvTable, By: "url"},
	} {
		o.End, o.Count, o.Context = '\n', true, NoContext
		var b strings.Builder
		to, err := target.Open("", &b, false)
		require.NoError(t, err)
		p := NewPrinter(to, io.Discard, &o)
		p.counts.Add([]byte("http://b.example/"), 1)
		for range 12 {
			p.counts.Add([]byte("http://a.example/"), 1)
		}
		require.NoError(t, p.Finish())
		require.Equal(t, want, b.String())
	}
}
