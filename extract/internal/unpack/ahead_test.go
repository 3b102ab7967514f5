package unpack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"github.com/urlsift/urlsift/corpus"
)

// long returns an input of each format that is read ahead, which unpacks to more than is decompressed in turn, and a bomb.
func long(t testing.TB) map[string][]byte {
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for b.Len() < 400_000 {
		fmt.Fprintf(&b, "see http://host%d.example/%x\n", random.IntN(99), random.Uint64())
	}
	text := b.String()
	var members []got
	for i := range 40 {
		members = append(members, got{Member: fmt.Sprint(i), Text: text[i*10000 : (i+1)*10000]})
	}
	return map[string][]byte{
		"gzip": gzipOf(t, text), "zlib": zlibOf(t, text, 6), "zstd": zstdOf(t, text), "lz4": lz4Of(t, text), "xz": xzOf(t, text),
		"bzip2": clearBzip2, "compress": compressOf(text, maxBits), "tar.gz": gzipOf(t, string(tarOf(t, members...))),
		"gz.gz": gzipOf(t, string(gzipOf(t, text))), "members of gzip": append(gzipOf(t, text), gzipOf(t, text)...),
		"bomb": gzipOf(t, strings.Repeat("\x00", 16<<20)), "tar.gz of bombs": gzipOf(t, string(tarOf(t,
			got{Member: "a.gz", Text: string(gzipOf(t, strings.Repeat("\x00", 12<<20)))}, got{Member: "b", Text: text}))),
	}
}

// apart returns what Ahead yields, as all does.
func apart(c Config, r io.Reader) []got { return collect(c.New().Ahead(r)) }

func TestReadingAheadChangesNoEntry(t *testing.T) {
	config := Config{MaxRatio: 20}
	for name, input := range long(t) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			for i := range corpus.Times(2, 8) {
				damaged := bytes.Clone(input)
				switch {
				case i == 0:
				case i%2 == 0:
					damaged = damaged[:random.IntN(len(damaged))]
				default:
					damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
				}
				want := all(config, bytes.NewReader(damaged))
				require.Equal(t, want, apart(config, bytes.NewReader(damaged)))
				if !strings.Contains(name, "bomb") { // where one is cut depends on how much is read at a time
					require.Equal(t, want, apart(config, iotest.HalfReader(bytes.NewReader(damaged))), "in other pieces")
				}
			}
			failed := errors.New("disk failed")
			read := func(r func(Config, io.Reader) []got) []got {
				return r(config, io.MultiReader(bytes.NewReader(input[:len(input)*3/4]), iotest.ErrReader(failed)))
			}
			require.Equal(t, read(all), read(apart))
		})
	}
}

// Whatever ends the iteration, nobody reads the input after it, and an Unpacker can be used again.
func TestReadingAheadEndsWithTheIteration(t *testing.T) {
	inputs := long(t)
	u := Config{}.New()
	before := runtime.NumGoroutine()
	for range corpus.Times(1, 3) {
		for name, input := range inputs {
			in := bytes.NewReader(input)
			for e, err := range u.Ahead(in) {
				require.NoError(t, err, name)
				_, err = io.CopyN(io.Discard, e, 200_000)
				if err == io.EOF {
					continue // a short member
				}
				require.NoError(t, err, name)
				break
			}
			left := in.Len()
			runtime.Gosched()
			require.Equal(t, left, in.Len(), name)
			require.Equal(t, all(Config{}, bytes.NewReader(input)), collect(u.Ahead(bytes.NewReader(input))), name)
		}
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}
