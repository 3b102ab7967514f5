package rfc1738

import (
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestIRIsHaveTheCharactersOfRFC3987(t *testing.T) {
	type span struct{ first, last rune }
	ucschar := []span{
		{0xA0, 0xD7FF},
		{0xF900, 0xFDCF},
		{0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD},
		{0x20000, 0x2FFFD},
		{0x30000, 0x3FFFD},
		{0x40000, 0x4FFFD},
		{0x50000, 0x5FFFD},
		{0x60000, 0x6FFFD},
		{0x70000, 0x7FFFD},
		{0x80000, 0x8FFFD},
		{0x90000, 0x9FFFD},
		{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	}
	iprivate := []span{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}
	in := func(spans []span, r rune) bool {
		for _, s := range spans {
			if s.first <= r && r <= s.last {
				return true
			}
		}
		return false
	}
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		path, query := iriChar(string(r), false), iriChar(string(r), true)
		if want := in(ucschar, r); path != want || query != (want || in(iprivate, r)) {
			t.Fatalf("%U: %v in a path, %v in a query", r, path, query)
		}
	}
	require.False(t, iriChar("\xc3", true))
	require.False(t, iriChar("\xed\xa0\x80", true), "a surrogate")
}

func TestDeviationsSaySinceWhenTheyAreLegal(t *testing.T) {
	_, deviations, err := ParseLenient("http://h/~\x01", nil)
	require.NoError(t, err)
	require.Equal(t, "tilde at offset 9: not in hsegment (RFC 1738 section 2.2), legal since RFC 2396",
		deviations[0].String())
	require.Equal(t, "control at offset 10: not in hsegment (RFC 1738 section 2.2)", deviations[1].String())
}

// Each byte of a URL may be one, and many of them must not take much memory.
func TestADeviationIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Deviation{}), uintptr(16))
}
