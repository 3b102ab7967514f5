package output

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/target"
)

func TestCountsStandBelowEachOtherOnATerminal(t *testing.T) {
	for _, align := range []bool{false, true} {
		var b strings.Builder
		to, err := target.Open("", &b, false)
		require.NoError(t, err)
		p := NewPrinter(to, io.Discard, &Options{End: '\n', Count: true, Align: align, Context: NoContext})
		for range 12 {
			p.counts.Add([]byte("http://a.example/"), 1)
		}
		p.counts.Add([]byte("http://b.example/"), 1)
		require.NoError(t, p.Finish())
		want := "12 http://a.example/\n1 http://b.example/\n"
		if align {
			want = "12 http://a.example/\n 1 http://b.example/\n"
		}
		require.Equal(t, want, b.String())
	}
}
