// Package ascii has classes of bytes, and sets of words.
package ascii

import "strings"

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
