package sift

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/scan"
)

// A lineIndex tells what a LineCounter does, though it keeps little.
func TestALineIndexCountsAsALineCounterDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, nearBytes+300<<10)
	for i := range text {
		text[i] = "\n\r\r\nabcdefghijklmnopqrstuvwxyz"[r.IntN(30)]
	}
	var x lineIndex
	x.reset(iotest.HalfReader(bytes.NewReader(text)), 0, 0)
	buf := make([]byte, 100_000)
	var lines scan.LineCounter
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
			lines.Add(text[at : at+n])
			if at += n; at < behind || text[at] == '\n' {
				continue
			}
			line, column := lines.Place()
			gotLine, gotColumn := x.at(int64(at))
			require.Equal(t, []int{line, column}, []int{gotLine, gotColumn}, at)
		}
	}
	lines.Add(text[at:])
	require.Equal(t, lines.Breaks(), x.breaks())
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
