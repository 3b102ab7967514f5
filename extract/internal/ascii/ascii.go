// Package ascii has classes of bytes, and sets of words.
package ascii

import (
	"bytes"
	"strings"
)

// Words returns the set of words, which blanks divide.
func Words(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// SetOf returns the set of the bytes for which member reports true.
func SetOf(member func(byte) bool) (set [256]bool) {
	for i := range set {
		set[i] = member(byte(i))
	}
	return set
}

// UpTo returns the index in text of the first of some bytes, or the length of text.
func UpTo(text, some string) int {
	if n := strings.IndexAny(text, some); n >= 0 {
		return n
	}
	return len(text)
}

// Digit reports whether b is a digit.
func Digit(b byte) bool { return '0' <= b && b <= '9' }

// Letter reports whether b is a letter of ASCII.
func Letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// Hex has the values of hexadecimal digits, and 0xFF for other bytes.
var Hex = func() (table [256]byte) {
	for i := range table {
		table[i] = 0xFF
	}
	for i, digit := range []byte("0123456789abcdef0123456789ABCDEF") {
		table[digit] = byte(i % 16)
	}
	return table
}()

// Unescape returns text in which a sign and two hexadecimal digits are decoded to a byte.
func Unescape(text []byte, sign byte) []byte {
	if bytes.IndexByte(text, sign) < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b == sign && i+2 < len(text) && Hex[text[i+1]] < 16 && Hex[text[i+2]] < 16 {
			b = Hex[text[i+1]]<<4 | Hex[text[i+2]]
			i += 2
		}
		out = append(out, b)
	}
	return out
}

// AppendEscaped appends text to dst, with all bytes that are not plain percent-encoded.
func AppendEscaped(dst []byte, text string, plain *[256]bool) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if b := text[i]; plain[b] {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', hex[b>>4], hex[b&15])
		}
	}
	return dst
}
