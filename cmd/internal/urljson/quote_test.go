package urljson

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// FuzzStringsAreJSON compares the strings with those of encoding/json. Invalid bytes
// become one U+FFFD each.
func FuzzStringsAreJSON(f *testing.F) {
	for _, text := range []string{"", "a\"b\\c", "\x00\x1f\x7f\u0080\u009f\u00a0", "é\xff", "\xef", "a\xefb",
		"\xef\xbf", "\ufffd", "\xef\xbf\xbd\xef", "\u2028<&>", "\U0001f600", "\u202egnp.exe",
		"a\U000e0041\u200db"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted := AppendString(nil, text)
		require.True(t, utf8.Valid(quoted))
		require.Equal(t, -1, strings.IndexFunc(string(quoted), printable.IsControl))
		require.Equal(t, -1, strings.IndexFunc(string(quoted), printable.IsHidden))
		var back string
		require.NoError(t, json.Unmarshal(quoted, &back))
		require.Equal(t, string([]rune(text)), back)
		require.True(t, utf8.ValidString(printable.Text(text)))
		require.True(t, utf8.Valid(AppendText(nil, text)))
	})
}

func TestOneByteMakesATextNeedEscapes(t *testing.T) {
	for size := 1; size <= 20; size++ {
		for at := range size {
			for b := range 0x100 {
				text := []byte(strings.Repeat("~", size))
				text[at] = byte(b)
				require.Equal(t, plainSet[b], isPlain(string(text)), "%q", text)
			}
		}
	}
}
