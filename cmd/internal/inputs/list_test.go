package inputs

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathsOfAListEndWithALineOrANUL(t *testing.T) {
	long := strings.Repeat("x", maxPath+1)
	for _, c := range []struct {
		text     string
		paths    []string
		warnings int
	}{
		{"a\nb c\n\nd", []string{"a", "b c", "d"}, 0},
		{"a\nb\x00c\x00", []string{"a\nb", "c"}, 0},
		{"\x00\n", []string{"\n"}, 0},
		{"a\r\nb c\r\n\r\nd", []string{"a", "b c", "d"}, 0},
		{"a\r\nb\n", []string{"a\r", "b"}, 0},
		{"a\r\x00b\r\x00", []string{"a\r", "b\r"}, 0},
		{"-\n", []string{"./-"}, 0},
		{"a\n" + long + "\nb\n", []string{"a", "b"}, 1},
		{"a\n" + long, []string{"a"}, 1},
		{"", nil, 0},
	} {
		l, err := openList("-", strings.NewReader(c.text))
		require.NoError(t, err)
		var paths []string
		warnings := 0
		require.True(t, l.each(func(path string) bool { paths = append(paths, path); return true },
			func(error) bool { warnings++; return true }))
		require.Equal(t, c.paths, paths)
		require.Equal(t, c.warnings, warnings)
	}
}

func TestOfALongListNoMoreIsReadThanIsNeeded(t *testing.T) {
	var b bytes.Buffer
	for i := range 100_000 {
		fmt.Fprintln(&b, i)
	}
	l, err := openList("-", &b)
	require.NoError(t, err)
	n := 0
	require.False(t, l.each(func(string) bool { n++; return n < 10 }, nil))
	require.Greater(t, b.Len(), 400_000, "no more is read of it than is needed")
}
