// Package octet provides sets of bytes and words, comparisons of text that ignore case,
// and escapes of bytes.
package octet

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// A Set is a set of bytes.
type Set [256]bool

// SetOf returns the set of chars.
func SetOf(chars string) *Set {
	var set Set
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = true
	}
	return &set
}

// Where returns the set of the bytes for which member reports true.
func Where(member func(byte) bool) *Set {
	var set Set
	for i := range set {
		set[i] = member(byte(i))
	}
	return &set
}

// But returns the set without chars.
func (set Set) But(chars string) *Set {
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = false
	}
	return &set
}

// Span returns the length of the prefix of text that consists of bytes of set. Three
// bytes at a time are faster than one.
func (set *Set) Span(text []byte) int {
	i := 0
	for ; i < len(text)-2; i += 3 {
		switch {
		case !set[text[i]]:
			return i
		case !set[text[i+1]]:
			return i + 1
		case !set[text[i+2]]:
			return i + 2
		}
	}
	for i < len(text) && set[text[i]] {
		i++
	}
	return i
}

// PlainSpan returns the length of the prefix of text that consists of letters, digits,
// "-", "." and "/": usually the whole URL after its scheme. It examines eight bytes at a
// time.
func PlainSpan(text []byte) int {
	const each, high = 0x01010101_01010101, 0x80808080_80808080
	rest := text
	for ; len(rest) >= 8; rest = rest[8:] {
		x := binary.LittleEndian.Uint64(rest)
		low := x &^ high
		small := low | 0x20*each
		// The first sum has the high bit of a byte set if the byte is at or above the
		// lower bound, the second if it is above the upper bound.
		letters := (small + (0x80-'a')*each) &^ (small + (0x7f-'z')*each)
		// "-", ".", "/" and the digits are adjacent
		others := (low + (0x80-'-')*each) &^ (low + (0x7f-'9')*each)
		if end := (x | ^(letters | others)) & high; end != 0 {
			return len(text) - len(rest) + bits.TrailingZeros64(end)/8
		}
	}
	for len(rest) > 0 && plain[rest[0]] {
		rest = rest[1:]
	}
	return len(text) - len(rest)
}

const (
	Smalls    = "abcdefghijklmnopqrstuvwxyz"
	Capitals  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	Letters   = Smalls + Capitals
	Digits    = "0123456789"
	HexDigits = Digits + "abcdefABCDEF"
	Blanks    = " \t\v\f"
	Spaces    = Blanks + "\r\n"
)

var (
	Letter = SetOf(Letters)
	Alnum  = SetOf(Letters + Digits)
	Digit  = SetOf(Digits)
	Hex    = SetOf(HexDigits)
	Space  = SetOf(Spaces)
	Blank  = SetOf(Blanks)
	ASCII  = Where(func(b byte) bool { return b < 0x80 })
	plain  = SetOf(Letters + Digits + "-./")
)

// Outside returns the set of chars and the bytes outside ASCII.
func Outside(chars string) *Set {
	set := SetOf(chars)
	for i := 0x80; i < len(set); i++ {
		set[i] = true
	}
	return set
}

// Complement returns the set of all bytes except chars.
func Complement(chars string) *Set {
	set := SetOf(chars)
	for i := range set {
		set[i] = !set[i]
	}
	return set
}

// IndexOrEnd returns the index of the first b in text, or the length of text.
func IndexOrEnd(text []byte, b byte) int {
	if i := bytes.IndexByte(text, b); i >= 0 {
		return i
	}
	return len(text)
}

// Lower returns a letter in lower case, and any other byte unchanged.
func Lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

// AppendLower appends text with its ASCII letters in lower case.
func AppendLower(b []byte, text string) []byte {
	for i := range len(text) {
		b = append(b, Lower(text[i]))
	}
	return b
}

// EqualFold reports whether text equals name, ignoring case. name is in lower case.
func EqualFold(text []byte, name string) bool {
	if len(text) != len(name) {
		return false
	}
	for i, b := range text {
		if Lower(b) != name[i] {
			return false
		}
	}
	return true
}

// EndsIn reports whether text ends in name, ignoring case. name is in lower case.
func EndsIn(text []byte, name string) bool {
	n := len(text) - len(name)
	return n >= 0 && EqualFold(text[n:], name)
}

// Contains reports whether name is one of names, ignoring case.
func Contains(names []string, name []byte) bool {
	return slices.ContainsFunc(names, func(known string) bool { return EqualFold(name, known) })
}

// IsSoftHyphen reports whether text begins with a character that typesetters write where
// they break a word over two lines: U+00AD, U+2010, or 0xAD of Latin-1.
func IsSoftHyphen(text []byte) bool {
	return len(text) > 0 && (text[0] == 0xAD || bytes.HasPrefix(text, []byte("\u00ad")) ||
		bytes.HasPrefix(text, []byte("\u2010")))
}

// Words returns the set of words, which blanks divide.
func Words(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
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

// HexValue has the values of hexadecimal digits, and 0xFF for other bytes.
var HexValue = func() (table [256]byte) {
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
		b, ok := Escaped(text, i, sign)
		if ok {
			i += len("41")
		} else {
			b = text[i]
		}
		out = append(out, b)
	}
	return out
}

// Escaped returns the byte that a sign and two hexadecimal digits at index i of text are
// the escape of, and reports whether there is one.
func Escaped[T string | []byte](text T, i int, sign byte) (b byte, ok bool) {
	if text[i] != sign || i+2 >= len(text) || !Hex[text[i+1]] || !Hex[text[i+2]] {
		return 0, false
	}
	return HexValue[text[i+1]]<<4 | HexValue[text[i+2]], true
}

// AppendEscape appends the escape of b, which begins with a sign, to dst.
func AppendEscape(dst []byte, sign string, b byte) []byte {
	const hex = "0123456789ABCDEF"
	return append(append(dst, sign...), hex[b>>4], hex[b&15])
}

// AppendEscaped appends text to dst, with all bytes that are not plain percent-encoded.
func AppendEscaped(dst []byte, text string, plain *Set) []byte {
	for i := range len(text) {
		if b := text[i]; plain[b] {
			dst = append(dst, b)
		} else {
			dst = AppendEscape(dst, "%", b)
		}
	}
	return dst
}
