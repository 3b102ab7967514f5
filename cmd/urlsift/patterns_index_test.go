//go:build unix

package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// repeated holds patterns. Each repetition is one or more rows of a database.
// Formerly slow ones come first: one URL with readings.
var repeated = []string{
	"see http://list.example/x\u4f8b now\n",
	"<URL:http://list.example/a-\nb>\n",
	"<URL:http://list.example/a b>\n",
	"<URL:http://list.example/a b>\nhttp://list.example/a%20b\n",
	"see http://list.example/x now\n",
	"http://list.example/x\u4f8b\nhttp://list.example/x\n",
	"http://a.1/\n",
	"https://h.example/?url=http%3A%2F%2Fa.example%2F\nhttp://a.example/\n",
	"From a Wed May  1 00:04:05 1996\nNewsgroups: a.b,c.d\nMessage-ID: <a@a.example>\n\n" +
		"http://list.example/x\u4f8b\n\n",
	// alone a card without URLs, so that its rows come to a database with one row
	"BEGIN:VCARD\nA+AGendstream\n http://list.example/x\u4f8b\n",
}

// rounds holds the commands that make and read a database, in order. A is the text, and B
// another one with the same and more.
var rounds = []string{
	"index --db x.db A", "index --db x.db B", "index --db x.db A B", "report --db x.db -o x.html",
	"export --db x.db --format jsonl",
	"export --db x.db --format urls", "export --db x.db --format stix", "export --db x.db --format misp",
	"export --db x.db --format cdx",
}

// rowTimes returns for each of the commands the processor time in seconds per row, for a
// text with some repetitions of a pattern.
func rowTimes(t *testing.T, pattern string, repeats int) (seconds []float64) {
	t.Chdir(t.TempDir())
	text := strings.Repeat(pattern, repeats)
	require.NoError(t, os.WriteFile("A", []byte(text), 0o666))
	require.NoError(t, os.WriteFile("B", []byte(text+"http://b.example/\n"+text), 0o666))
	for i, command := range rounds {
		if i == 2 {
			require.NoError(t, os.WriteFile("A", []byte("http://c.example/\n"+text), 0o666))
		}
		var said bytes.Buffer
		before := processorTime()
		status := run(slices.Concat([]string{"urlsift"}, strings.Fields(command)), strings.NewReader(""),
			io.Discard, &said)
		seconds = append(seconds, (processorTime()-before).Seconds()/float64(repeats))
		if status == exitTrouble { // with the text, such as a header over 1 MB
			require.Regexp(t, "^urlsift: [AB]: ", said.String(), command)
		}
	}
	return seconds
}

// The cost per row of a database does not grow with the number of rows, for any repeated
// pattern.
//
//ci:part
func TestNoPatternIsSlowInADatabase(t *testing.T) {
	const growth = 4 // for 8 times the rows, as in isSlowHere
	few := testkit.Times(250, 1000)
	patterns := slices.Clone(repeated[:testkit.Times(4, len(repeated))])
	b := breeder{rand.New(rand.NewPCG(*searchSeed, 1))}
	for range testkit.Times(0, 50) {
		patterns = append(patterns, b.trial().pattern()+" http://list.example/x\u4f8b\n")
	}
	first, step := testkit.Part()
	for i := first; i < len(patterns); i += step {
		pattern := patterns[i]
		least, more := rowTimes(t, pattern, few), rowTimes(t, pattern, 8*few)
		for try := 0; try < 3 && slower(least, more, growth) >= 0; try++ {
			least, more = minima(least, rowTimes(t, pattern, few)), minima(more, rowTimes(t, pattern, 8*few))
		}
		if i := slower(least, more, growth); i >= 0 {
			t.Errorf("%s: %q: %.1f times as long for a row of 8 times the text", rounds[i], pattern,
				more[i]/least[i])
		}
	}
}

// slower returns the index of the first time that has grown by the factor growth, or -1.
func slower(least, more []float64, growth float64) int {
	for i := range more {
		if more[i] > growth*least[i] {
			return i
		}
	}
	return -1
}

// minima returns the lesser of each pair of times.
func minima(a, b []float64) []float64 {
	least := slices.Clone(a)
	for i := range b {
		least[i] = min(a[i], b[i])
	}
	return least
}
