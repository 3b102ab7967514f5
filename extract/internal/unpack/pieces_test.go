package unpack

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// longText returns a text of size bytes.
func longText(size int) string {
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for b.Len() < size {
		fmt.Fprintf(&b, "see http://host%d.example/%x\n", random.IntN(99), random.Uint64())
	}
	return b.String()[:size]
}

// compressedLong returns an input of each compressed format, which unpacks to size bytes
// or more, and a bomb.
func compressedLong(t testing.TB, size int) map[string][]byte {
	if made[size] != nil {
		return made[size]
	}
	text := longText(size)
	var members []got
	for i := range 40 {
		members = append(members, got{Member: fmt.Sprint(i), Text: text[i*size/40 : (i+1)*size/40]})
	}
	made[size] = map[string][]byte{
		"gzip":            gzipOf(t, text),
		"zlib":            zlibOf(t, text, 6),
		"zstd":            zstdOf(t, text),
		"lz4":             lz4Of(t, text),
		"xz":              xzOf(t, text),
		"bzip2":           bytes.Repeat(clearBzip2, 1+size/len(clearText())),
		"compress":        compressOf(text, maxBits),
		"tar.gz":          gzipOf(t, string(tarOf(t, members...))),
		"gz.gz":           gzipOf(t, string(gzipOf(t, text))),
		"members of gzip": append(gzipOf(t, text), gzipOf(t, text)...),
		"bomb":            gzipOf(t, strings.Repeat("\x00", 16<<20)),
		"tar.gz of bombs": gzipOf(t, string(tarOf(t,
			got{Member: "a.gz", Text: string(gzipOf(t, strings.Repeat("\x00", 12<<20)))},
			got{Member: "b", Text: text}))),
	}
	return made[size]
}

// made has what compressedLong has returned, by size. No test changes it.
var made = map[int]map[string][]byte{}

//ci:long
func TestDamageIsTheSameHoweverAnInputIsRead(t *testing.T) {
	config := Config{MaxRatio: 20}
	for name, input := range compressedLong(t, 400_000) {
		if strings.Contains(name, "bomb") {
			continue // the place of its cut depends on the sizes of reads
		}
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			for i := range testkit.Times(2, 8) {
				damaged := bytes.Clone(input)
				switch {
				case i == 0:
				case i%2 == 0:
					damaged = damaged[:random.IntN(len(damaged))]
				default:
					damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
				}
				require.Equal(t, all(config, bytes.NewReader(damaged)),
					all(config, iotest.HalfReader(bytes.NewReader(damaged))))
			}
		})
	}
}

// After any end of the iteration, an Unpacker can be used again.
func TestAnIterationMayEndAnywhere(t *testing.T) {
	u := Config{}.New()
	for name, input := range compressedLong(t, 400_000) {
		for e, err := range u.All(bytes.NewReader(input)) {
			require.NoError(t, err, name)
			if _, err = io.CopyN(io.Discard, e, 200_000); err == nil {
				break
			}
			require.Equal(t, io.EOF, err, name) // a short member
		}
		require.Equal(t, all(Config{}, bytes.NewReader(input)), collect(u.All(bytes.NewReader(input))), name)
	}
}
