package unpack

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// Nothing panics, output is bounded, and cuts of the input do not matter, except to the
// place where a bomb is cut.
func FuzzUnpackingIsBoundedHoweverInputIsCut(f *testing.F) {
	for _, fixture := range fixtures(f) {
		if len(fixture.input) < 6000 {
			f.Add(fixture.input)
		}
	}
	f.Add(gzipOf(f, string(gzipOf(f, strings.Repeat("\x00", 1<<20)))))
	f.Add(sparseTar)
	f.Add(overlapping(f, strings.Repeat("\x00", 1<<16), 20))
	f.Fuzz(func(t *testing.T, input []byte) {
		config := Config{MaxRatio: 2, RatioFrom: 1, MaxMembers: 100, MaxNesting: 4}
		whole := all(config, bytes.NewReader(input))
		asStream := all(config, stream{bytes.NewReader(input)})
		bytewise := all(config, iotest.OneByteReader(bytes.NewReader(input)))
		bomb := false
		for _, list := range [][]got{whole, asStream, bytewise} {
			total := 0
			for _, g := range list {
				total += len(g.Text)
				bomb = bomb || strings.Contains(g.Err, "unpacks to more")
			}
			require.LessOrEqual(t, total, (forgiven+1)*config.MaxRatio*(headroom+len(input))*2)
		}
		if !bomb {
			require.Equal(t, asStream, bytewise)
		}
	})
}
