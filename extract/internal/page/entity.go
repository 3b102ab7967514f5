package page

import (
	"html"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// maxEntity is how long a character reference may be.
const maxEntity = 32

// DecodeEntity decodes what begins with "&". A name without ";" stays if a letter, digit or "=" follows, as in "?a=1&copy=2", and so does
// one that only begins as a known name does, as in "&notit;".
func DecodeEntity(b []byte) (text []byte, n int) {
	if len(b) > 1 && b[1] == '#' {
		return decodeNumber(b)
	}
	n = 1
	for n < len(b) && n < maxEntity && (ascii.Digit(b[n]) || ascii.Letter(b[n])) {
		n++
	}
	if n < len(b) && b[n] == ';' {
		n++
	} else if n < len(b) && b[n] == '=' {
		return b[:1], 1
	}
	if char, ok := common[string(b[:n])]; ok {
		return char, n
	}
	decoded := html.UnescapeString(string(b[:n]))
	more := alphanumeric
	if b[n-1] == ';' {
		more = ";"
	}
	if decoded == string(b[:n]) || strings.ContainsAny(decoded[1:], more) {
		return b[:1], 1
	}
	return []byte(decoded), n
}

const alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// decodeNumber decodes what begins with "&#". It stays if no digit follows.
func decodeNumber(b []byte) (text []byte, n int) {
	n = 2
	isDigit := ascii.Digit
	if n < len(b) && b[n]|0x20 == 'x' {
		n++
		isDigit = func(c byte) bool { return ascii.Hex[c] < 16 }
	}
	start := n
	for n < len(b) && n < maxEntity && isDigit(b[n]) {
		n++
	}
	if n == start {
		return b[:1], 1
	}
	number := string(b[:n])
	if n < len(b) && b[n] == ';' {
		n++
	}
	return []byte(html.UnescapeString(number + ";")), n
}

// common are the references that are met most.
var common = map[string][]byte{
	"&amp;": []byte("&"), "&lt;": []byte("<"), "&gt;": []byte(">"), "&quot;": []byte(`"`), "&nbsp;": []byte("\u00a0"),
}
