package numeral

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASeriesWritesNumbersAsStrconvDoes(t *testing.T) {
	var s Series
	prefixed := Series{Prefix: ": "}
	for _, i := range []int64{0, 9, 9999, 10_000, 10_001, 19_999, 20_000, 9999, 123_456_789, 123_450_000, 123_449_999, 20_007, -1, -123_456, math.MaxInt64, math.MaxInt64 - 1, 42} {
		require.Equal(t, "x"+strconv.FormatInt(i, 10), string(s.Append([]byte("x"), i)))
		require.Equal(t, "x: "+strconv.FormatInt(i, 10), string(prefixed.Append([]byte("x"), i)))
	}
}

func BenchmarkSeries(b *testing.B) {
	var s Series
	buf, i := make([]byte, 0, 32), int64(100_000_000)
	b.Run("near", func(b *testing.B) {
		for b.Loop() {
			i += 450
			buf = s.Append(buf[:0], i)
		}
	})
	b.Run("strconv", func(b *testing.B) {
		for b.Loop() {
			i += 450
			buf = strconv.AppendInt(buf[:0], i, 10)
		}
	})
}
