package inputs

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The paths of any list are parts of it, each once.
func FuzzPathsOfAListAreInIt(f *testing.F) {
	for _, text := range []string{"a\nb\n", "a\x00b\nc\x00", "a\r\nb\r\n", "-\n", "\n\n",
		strings.Repeat("x", maxPath+1) + "\na", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := openList("-", bytes.NewReader(text))
		require.NoError(t, err)
		rest, told := text, 0
		l.each(func(path string) bool {
			require.NotEmpty(t, path)
			require.NotContains(t, path, "\x00")
			at := bytes.Index(rest, []byte(strings.TrimPrefix(path, "./")))
			require.GreaterOrEqual(t, at, 0)
			rest = rest[at+len(strings.TrimPrefix(path, "./")):]
			return true
		}, func(error) bool { told++; return true })
		require.LessOrEqual(t, told, len(text)/maxPath)
	})
}
