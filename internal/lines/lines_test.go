package lines

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The count of lines does not depend on how the text is divided.
func TestLinesAreCountedInLongTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString([]string{"\r\n", "\r\n", "\r", "\n", "\v", "\f", "\x8d", "\x00", "a", "ab",
				"abcdefg"}[random.IntN(11)])
		}
		text := b.String()
		breaks, start := 0, 0
		for i := 0; i < len(text); i++ {
			after := strings.TrimLeft(text[i:], "\r")
			if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(after, "\n") {
				breaks, start = breaks+1, i+1
			}
		}
		cut := random.IntN(len(text) + 1)
		var l Counter
		l.Add([]byte(text[:cut]))
		l.Add([]byte(text[cut:]))
		require.Equal(t, breaks, l.Breaks, "%q cut at %d", text, cut)
		line, column := l.Place()
		require.Equal(t, []int{breaks + 1, len(text) - start + 1}, []int{line, column}, "%q cut at %d", text,
			cut)
	}
}

func TestLinesEndWithLFCRLFOrCR(t *testing.T) {
	for text, want := range map[string][]int{
		"ab":                    {1, 3, 0},
		"a\nb":                  {2, 2, 1},
		"a\r\nb":                {2, 2, 1},
		"a\rb":                  {2, 2, 1},
		"a\r\r\nb":              {2, 2, 1},
		"a\r\rb":                {3, 2, 2},
		"\n\n\rb\r\n\r\nccc\nd": {7, 2, 6},
		"a\n\r":                 {3, 1, 2},
	} {
		for size := 1; size <= len(text); size++ {
			var l Counter
			for rest := text; rest != ""; {
				n := min(size, len(rest))
				l.Add([]byte(rest[:n]))
				rest = rest[n:]
			}
			line, column := l.Place()
			require.Equal(t, want, []int{line, column, l.Breaks}, "%q in pieces of %d", text, size)
		}
	}
}
