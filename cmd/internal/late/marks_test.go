package late

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The marks show a consumer which results a failed checksum covers.
func TestAMarkIsThatOfTheFirstResultAChecksumCovers(t *testing.T) {
	var m Marks[int]
	n := 0
	cover := func(checks ...int) {
		m.Cover(checks, func() int { return n })
		n++
	}
	cover()
	cover(1)
	cover(1, 2)
	cover(1, 2)
	cover(1, 3)
	_, ok := m.Failed(2)
	require.False(t, ok, "it has held")
	before, ok := m.Failed(3)
	require.True(t, ok)
	require.Equal(t, 4, before)
	cover(1)
	before, ok = m.Failed(1)
	require.True(t, ok)
	require.Equal(t, 1, before)

	m = Marks[int]{} // first 5 and then 6 cover 4
	n = 0
	cover(4)
	cover(5, 4)
	cover(6, 4)
	before, ok = m.Failed(6)
	require.True(t, ok)
	require.Equal(t, 2, before)
	before, ok = m.Failed(4)
	require.True(t, ok)
	require.Equal(t, 0, before)
}
