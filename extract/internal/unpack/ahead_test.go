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

	"github.com/urlsift/urlsift/internal/testkit"
)

// Results, errors, their offsets, and proofs do not depend on which goroutine
// decompresses: for good, cut, damaged and failing inputs, and bombs.
//
//ci:long
//ci:race
func TestReadingAheadChangesNothing(t *testing.T) {
	u := Config{MaxRatio: 20, RatioFrom: 1 << 20}.New()
	for name, input := range compressedLong(t, inTurn+inTurn/2) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			same := func(r func() io.Reader) {
				require.Equal(t, toldOf(u, u.Ahead(r(), false)), toldOf(u, u.Ahead(r(), true)))
			}
			for i := range testkit.Times(2, 12) {
				damaged := bytes.Clone(input)
				switch at := random.IntN(len(damaged)); {
				case i == 0:
				case i%2 == 0:
					damaged = damaged[:at]
				case i%3 == 0:
					damaged = append(damaged[:at], input...)
				default:
					damaged[at] ^= 1 << random.IntN(8)
				}
				same(func() io.Reader { return bytes.NewReader(damaged) })
			}
			same(func() io.Reader {
				return io.MultiReader(bytes.NewReader(input[:len(input)*7/8]),
					iotest.ErrReader(errors.New("disk failed")))
			})
		})
	}
}

// The members of a gzip have checksums of their own. One of them is wrong.
//
//ci:race
func TestReadingAheadProvesTheSamePieces(t *testing.T) {
	var input []byte
	const members, damaged = 12, 10
	for i := range members {
		member := gzipOf(t, fmt.Sprint(i, strings.Repeat("see http://a.example/ there ", inTurn/damaged/20)))
		if i == damaged {
			member = wrong(member, -6)
		}
		input = append(input, member...)
	}
	u := Config{}.New()
	want := toldOf(u, u.All(bytes.NewReader(input)))
	require.Len(t, want, 2)
	require.Greater(t, len(want[0].Proven), inTurn)
	require.Less(t, len(want[0].Proven), len(want[0].Text))
	require.Equal(t, want, toldOf(u, u.Ahead(bytes.NewReader(input), true)))
}

// Content that is not a bomb because much input was read is not one if it was read ahead.
func TestWhatIsReadAheadCountsForTheRatio(t *testing.T) {
	input := gzipOf(t, longText(6*inTurn))
	u := Config{MaxRatio: 4, RatioFrom: 1}.New()
	for e, err := range u.Ahead(bytes.NewReader(input), true) {
		require.NoError(t, err)
		n, err := io.Copy(io.Discard, e)
		require.NoError(t, err)
		require.Greater(t, n, int64(4*headroom))
	}
}

// After any end of the iteration, nobody reads the input.
//
//ci:race
func TestReadingAheadEndsWithTheIteration(t *testing.T) {
	u := Config{}.New()
	before := runtime.NumGoroutine()
	for name, input := range compressedLong(t, 2*inTurn) {
		in := bytes.NewReader(input)
		for e, err := range u.Ahead(in, true) {
			require.NoError(t, err, name)
			if _, err = io.CopyN(io.Discard, e, inTurn+1); err != io.EOF { // at the end of a short member
				require.NoError(t, err, name)
				break
			}
		}
		left := in.Len()
		runtime.Gosched()
		require.Equal(t, left, in.Len(), name)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// A panic in the goroutine that reads ahead becomes one of the goroutine that reads the
// entries, which can recover it.
//
//ci:race
func TestAPanicAheadIsThatOfTheReader(t *testing.T) {
	input := gzipOf(t, longText(2*inTurn))
	read := 0
	u := Config{}.New()
	for e, err := range u.Ahead(io.MultiReader(bytes.NewReader(input[:len(input)*3/4]), panics{}), true) {
		require.NoError(t, err)
		require.Panics(t, func() {
			for n, err := 0, error(nil); err == nil; read += n {
				n, err = e.Read(make([]byte, 1000))
			}
		})
		break
	}
	require.Greater(t, read, inTurn, "what is before it is read")
}

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("a bug") }
