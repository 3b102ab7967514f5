// Package printable makes text fit to be shown: it stays on its line, and does not
// control a terminal or a spreadsheet. On request, passwords in URLs are hidden and URLs
// are not links.
//
// The package does not decide what to print, or where. Nor does it find URLs: it looks
// for passwords in any text.
package printable

import (
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// IsControl reports whether r is a control character of ASCII or of Latin-1. Terminals
// obey both.
func IsControl(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 }

// IsGraphic reports whether text has only graphic characters of ASCII, which excludes the
// blank.
func IsGraphic(text string) bool {
	for i := range len(text) {
		if text[i]-'!' > '~'-'!' {
			return false
		}
	}
	return true
}

// IsHidden reports whether a terminal does not show r, or shows the text around it in
// another order: controls of the direction of text, separators of lines, and blanks and
// tags without a width. Joiners, which words of some scripts need, are not hidden.
func IsHidden(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x061c, r == 0x180e, r == 0xfeff, r == 0x200b, r == 0x200e, r == 0x200f,
		r == 0x2028, r == 0x2029:
		return true
	}
	return 0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f || 0xfff9 <= r && r <= 0xfffb ||
		0xe0000 <= r && r <= 0xe007f
}

// Text returns text with control characters, characters that hide or reorder others, and
// invalid UTF-8 written as \xNN.
func Text(text string) string { return escaped(text, `\x`) }

// URL returns a URL with the same characters percent-encoded.
func URL(url string) string { return escaped(url, "%") }

// escaped returns text with a sign and two digits for each byte of the characters that
// must not be shown.
func escaped(text, sign string) string {
	shown := 0
	for shown < len(text) && text[shown]-' ' <= '~'-' ' {
		shown++
	}
	if shown == len(text) {
		return text // the usual case
	}
	var b []byte
	last := 0 // text[last:] is still to be appended
	for i, r := range text {
		if ' ' <= r && r <= '~' {
			continue
		}
		size := utf8.RuneLen(r)
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			size = 1
		} else if !IsControl(r) && !IsHidden(r) {
			continue
		}
		b = append(b, text[last:i]...)
		last = i + size
		for _, c := range []byte(text[i:last]) {
			b = octet.AppendEscape(b, sign, c)
		}
	}
	return string(append(b, text[last:]...))
}

// Escape is like Text, but different texts stay different: a backslash that would begin
// an escape, such as that of `\xE9`, is written as \x5C. [Unescape] restores the text.
func Escape(text string) string { return Text(withoutEscapes(text)) }

// Name returns a file name in the form for JSON: like Escape, but valid UTF-8 keeps
// control and hidden characters.
func Name(name string) string {
	if utf8.ValidString(name) {
		return withoutEscapes(name)
	}
	return Escape(name)
}

// withoutEscapes returns text with \x5C for each backslash that begins an escape.
func withoutEscapes(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if b.WriteByte(text[i]); isEscape(text[i:]) {
			b.WriteString("x5C")
		}
	}
	return b.String()
}

// isEscape reports whether text begins with \xNN.
func isEscape(text string) bool {
	const digits = "0123456789ABCDEF"
	return len(text) >= 4 && text[0] == '\\' && text[1] == 'x' &&
		strings.IndexByte(digits, text[2]) >= 0 && strings.IndexByte(digits, text[3]) >= 0
}

// Unescape restores the text or the name from the result of Escape or Name: \xNN is a
// byte, and all else is unchanged.
func Unescape(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if !isEscape(text[i:]) {
			b.WriteByte(text[i])
			continue
		}
		c, _ := octet.Escaped(text, i+len(`\`), 'x')
		b.WriteByte(c)
		i += len(`\xNN`) - 1
	}
	return b.String()
}
