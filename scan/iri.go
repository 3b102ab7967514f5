package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// strokes are symbols that stand between words as punctuation does: arrows, the signs of trade marks, lines of tables, and
// the wide forms of ASCII's.
var strokes = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0xA9, Hi: 0xA9, Stride: 1}, {Lo: 0xAE, Hi: 0xAE, Stride: 1}, {Lo: 0x2122, Hi: 0x2122, Stride: 1},
	{Lo: 0x2190, Hi: 0x21FF, Stride: 1}, {Lo: 0x2500, Hi: 0x259F, Stride: 1},
	{Lo: 0xFF01, Hi: 0xFF0F, Stride: 1}, {Lo: 0xFF1A, Hi: 0xFF20, Stride: 1}, {Lo: 0xFF3B, Hi: 0xFF40, Stride: 1},
	{Lo: 0xFF5B, Hi: 0xFF64, Stride: 1}, {Lo: 0xFFE0, Hi: 0xFFFF, Stride: 1},
}}

// joiners are no letters, but belong to a word between two of them, though not in a host or before another URL: an
// apostrophe, but for a possessive ’s, the middle dots, the en dash, and the two marks without width that some scripts need.
const joiners = "’·・–\u200c\u200d"

// iriChar gives the length of the character at index i if it is not ASCII and can stand in an IRI without brackets around
// it, or 0: RFC 3987's ucschar and, where a "?" stands at or after index from, its iprivate; but punctuation is the
// sentence's. In a host from is i.
func (s *Scanner) iriChar(i, from int) int {
	r, size := s.rune(i)
	switch {
	case r < 0xA0, r == utf8.RuneError, unicode.Is(unicode.Noncharacter_Code_Point, r):
		return 0
	case bytes.ContainsRune([]byte(joiners), r):
		before, _ := utf8.DecodeLastRune(s.buf[:i])
		after, letter := s.rune(i + size)
		if !inWord(before) || !inWord(after) || from == i && r != '・' || s.slashedAt(i+size) {
			return 0
		}
		if next, _ := s.rune(i + size + letter); r == '’' && after == 's' && !inWord(next) {
			return 0
		}
	case unicode.Is(unicode.Co, r):
		if s.query < s.offset(from) || s.query >= s.offset(i) {
			s.query = s.offset(from + bytes.IndexByte(s.buf[from:i], '?'))
		}
		if s.query < s.offset(from) {
			return 0
		}
	case unicode.In(r, unicode.P, unicode.Z, unicode.C, strokes):
		return 0
	}
	return size
}

func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// rune gives the character at index i, and its length. It reads no further than that.
func (s *Scanner) rune(i int) (rune, int) {
	end := i
	for end < i+utf8.UTFMax && s.has(end) && !utf8.FullRune(s.buf[i:end]) {
		end++
	}
	return utf8.DecodeRune(s.buf[i:end])
}
