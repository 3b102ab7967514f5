package decode

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestFillReturnsHowMuchThereIs(t *testing.T) {
	var s Source
	s.Reset(strings.NewReader("abcdef"), nil)
	require.Equal(t, 6, s.Fill(6))
	s.Skip(2)
	require.Equal(t, 4, s.Fill(1))
	require.Equal(t, 4, s.Fill(9))
}

func TestBytesThatAreBufferedCanBeTakenBack(t *testing.T) {
	var s Source
	s.Reset(strings.NewReader("abcdef"), nil)
	s.Fill(6)
	require.Equal(t, "abc", string(s.Take(3)))
	require.Equal(t, 2, s.Back(2))
	require.Equal(t, int64(1), s.Offset())
	require.Equal(t, "bcdef", string(s.Next()))
	require.Nil(t, s.Next())
	require.Equal(t, 6, s.Back(7))
	require.Equal(t, "abcdef", string(s.Rest()))
}

func TestAWholeSourceInUTF16IsDecodedHoweverItIsRead(t *testing.T) {
	const text = "see http://host.example/"
	wide := strings.Join(strings.Split(text, ""), "\x00") + "\x00"
	for _, r := range []io.Reader{strings.NewReader(wide), iotest.OneByteReader(strings.NewReader(wide))} {
		var s Source
		s.Reset(r, nil)
		whole := s.Whole(0)
		got, err := io.ReadAll(&whole)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}
}

func TestAHeadHasNoMoreThanItsBytes(t *testing.T) {
	h := Whole([]byte("abc"))
	require.True(t, h.Has(3) && h.Starts("abc"))
	require.False(t, h.Has(4) || h.Starts("abcd"))
}

func TestOffsetsOfPiecesThatFollowEachOtherAreKeptOnce(t *testing.T) {
	var o Offsets
	for i := range 3 {
		o.Add(int64(4*i), 4, 3, 3)
	}
	require.Len(t, o.list, 1, "or they would take memory for each")
	o.Add(13, 4, 3, 3)
	require.Len(t, o.list, 2)
	start, end := o.Span(3, 10)
	require.Equal(t, [2]int64{4, 17}, [2]int64{start, end})
}

// Each piece comes from three bytes of the input, one of which is dropped, as in tags.
func TestOffsetsOfManyPiecesAreKeptAsFarAsTheyAreAskedFor(t *testing.T) {
	const keep, count = 5 * blockSize / 2, 20 * blockSize
	o, all := Offsets{Keep: keep}, Offsets{}
	for i := range count {
		o.Add(int64(3*i), 2, 1, 1)
		all.Add(int64(3*i), 2, 1, 1)
	}
	require.LessOrEqual(t, len(o.full), keep/blockSize+1, "or a long text would take much memory")
	for at := int64(0); at < count; at += 1000 {
		start, end := all.Span(at, at+2)
		require.Equal(t, [2]int64{3 * at, 3*at + 5}, [2]int64{start, end})
		if at >= count-keep {
			start, end = o.Span(at, at+2)
			require.Equal(t, [2]int64{3 * at, 3*at + 5}, [2]int64{start, end})
		}
	}
	allocs := testing.AllocsPerRun(1, func() {
		for i := range count {
			o.Add(int64(3*(count+i)), 2, 1, 1)
		}
	})
	require.Less(t, allocs, 3.0, "the memory is used again")
	o.Reset()
	o.Add(7, 1, 1, 5)
	start, end := o.Span(0, 5)
	require.Equal(t, [2]int64{7, 12}, [2]int64{start, end})
}
