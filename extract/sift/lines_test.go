package sift

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/lines"
	"github.com/urlsift/urlsift/scan"
)

// A lineIndex returns the same places as a lines.Counter, though it keeps little text.
func TestALineIndexCountsAsACounterDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, nearBytes+300<<10)
	for i := range text {
		text[i] = "\n\r\r\nabcdefghijklmnopqrstuvwxyz"[r.IntN(30)]
	}
	var x lineIndex
	x.reset(iotest.HalfReader(bytes.NewReader(text)), 0, 0)
	buf := make([]byte, 100_000)
	var counter lines.Counter
	at := 0
	for {
		_, err := x.Read(buf)
		if err == io.EOF {
			break
		}
		for behind := int(x.offset) - nearBytes; at < behind; {
			n := min(1+r.IntN(50_000), len(text)-at)
			if at+n >= int(x.offset) {
				break
			}
			counter.Add(text[at : at+n])
			if at += n; at < behind || text[at] == '\n' {
				continue
			}
			line, column := counter.Place()
			gotLine, gotColumn := x.at(int64(at))
			require.Equal(t, []int{line, column}, []int{gotLine, gotColumn}, at)
		}
	}
	counter.Add(text[at:])
	require.Equal(t, counter.Breaks, x.breaks())
}

// A lineIndex keeps the text from the oldest offset on, in little memory if that is near.
func TestALineIndexKeepsWhatIsNeeded(t *testing.T) {
	text := bytes.Repeat([]byte("1234567\n"), 1<<20)
	for behind, size := range map[int64]int{100: firstKept, 200 << 10: firstKept, 1 << 20: 2 << 20, 4 << 20: leastKept} {
		var x lineIndex
		x.reset(bytes.NewReader(text), 1000, 7)
		x.oldest = func() int64 { return 1000 + max(x.offset-behind, 0) }
		for buf := make([]byte, 20_000); ; {
			if _, err := x.Read(buf); err == io.EOF {
				break
			}
			line, column := x.at(x.oldest())
			offset := int(x.oldest() - 1000)
			require.Equal(t, []int{7 + offset/8 + 1, offset%8 + 1}, []int{line, column}, behind)
		}
		require.Equal(t, size, len(x.kept), behind)
	}
}

// A URL that is longer than MaxURL has its line and column in a text, in a message and in
// a mailbox, in any encoding.
func TestATruncatedURLHasItsLineInTextAndInMail(t *testing.T) {
	const head, from = "From: joe@a.example\nSubject: s\nContent-Transfer-Encoding: ",
		"From joe@a.example Wed May  1 10:00:00 1996\n"
	long := func(unit string) string {
		return "see\n at http://long.example/" + strings.Repeat(unit, 8<<20/len(unit)) +
			" end\nhttp://next.example/\n"
	}
	for name, c := range map[string]struct{ before, body string }{
		"text":      {"", long("x")},
		"a message": {head + "7bit\n\n", long("x")},
		"a mailbox": {from + head + "7bit\n\nfirst\n\n" + from + head + "7bit\n\n", long("x")},
		"a page":    {head + "7bit\nContent-Type: text/html\n\n<pre>", long("x")},
		"a message, quoted-printable": {head + "quoted-printable\n\n",
			long(strings.Repeat("=78", 24) + "=\r\n")},
	} {
		input := c.before + c.body
		for _, longest := range []int{scan.DefaultMaxURL, 1 << 20, 4 << 20} {
			r := newReader(t, Config{Extract: extract.Config{Lines: true, MaxURL: longest}})
			for result, err := range r.Stream(t.Context(), "in", strings.NewReader(input)) {
				require.NoError(t, err, name)
				if result.Header == "" {
					var counter lines.Counter
					counter.Add([]byte(input[:result.Start]))
					line, column := counter.Place()
					require.Equal(t, []int{line, column}, []int{result.Line, result.Column},
						"%s, MaxURL %d, %.30s", name, longest, result)
				}
			}
		}
	}
}

func BenchmarkLines(b *testing.B) {
	for name, end := range map[string]string{"lf": "\n", "crlf": "\r\n"} {
		text := []byte(strings.Repeat("a line of a text of the usual length"+end, 1<<20))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var x lineIndex
			buf := make([]byte, 128<<10)
			for b.Loop() {
				x.reset(bytes.NewReader(text), 0, 0)
				for {
					if _, err := x.Read(buf); err == io.EOF {
						break
					}
				}
				require.Equal(b, 1<<20, x.breaks())
			}
		})
	}
}
