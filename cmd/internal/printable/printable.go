// Package printable makes text safe to print: a line stays a line, and a terminal obeys nothing in it.
//
// What is printed, and where, is left to others.
package printable

import (
	"strings"
	"unicode/utf8"
)

// HexDigits are the digits of escapes.
const HexDigits = "0123456789ABCDEF"

// IsControl reports whether r is a control character of ASCII or of Latin-1. Terminals obey both.
func IsControl(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 }

// IsGraphic reports whether text has only graphic characters of ASCII, which do not include the blank.
func IsGraphic[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i]-'!' > '~'-'!' {
			return false
		}
	}
	return true
}

// isHidden reports whether a terminal shows r as nothing, or shows what stands around it in another order: controls of the direction
// of text, separators of lines, and blanks and tags without a width. The joiners that words of some scripts need are not among them.
func isHidden(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x061c, r == 0x180e, r == 0xfeff, r == 0x200b, r == 0x200e, r == 0x200f, r == 0x2028, r == 0x2029:
		return true
	}
	return 0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f || 0xfff9 <= r && r <= 0xfffb || 0xe0000 <= r && r <= 0xe007f
}

// Text returns text with control characters, characters that hide or reorder others, and invalid UTF-8 written as \xNN.
func Text(text string) string {
	if IsGraphic(text) {
		return text
	}
	var line []byte
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			size = 1
		}
		if !IsControl(r) && !isHidden(r) && !(r == utf8.RuneError && size == 1) {
			line = append(line, text[i:i+size]...)
			continue
		}
		for _, b := range []byte(text[i : i+size]) {
			line = append(line, '\\', 'x', HexDigits[b>>4], HexDigits[b&15])
		}
	}
	return string(line)
}

// Name returns a file name as JSON and databases take it. If it is not valid UTF-8, it is written as Text does.
func Name(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return Text(name)
}

// AppendURL appends a URL. Control characters and invalid UTF-8 are percent-encoded.
func AppendURL(line, url []byte) []byte {
	if IsGraphic(url) {
		return append(line, url...)
	}
	for len(url) > 0 {
		r, size := utf8.DecodeRune(url)
		if IsControl(r) || isHidden(r) || r == utf8.RuneError && size == 1 {
			for _, b := range url[:size] {
				line = append(line, '%', HexDigits[b>>4], HexDigits[b&15])
			}
		} else {
			line = append(line, url[:size]...)
		}
		url = url[size:]
	}
	return line
}
