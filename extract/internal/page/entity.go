package page

import (
	"html"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// maxEntity is the maximum length of a character reference.
const maxEntity = 32

// DecodeEntity decodes the character reference at the beginning of b. A name without ";"
// is literal if followed by a letter, digit or "=", as in "?a=1&copy=2", or if it only
// begins with a known name, as in "&notit;".
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

// decodeNumber decodes a reference that begins with "&#". It is literal if no digit
// follows.
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

// common holds the most frequent references.
var common = map[string][]byte{
	"&amp;": []byte("&"), "&lt;": []byte("<"), "&gt;": []byte(">"), "&quot;": []byte(`"`), "&nbsp;": []byte("\u00a0"),
}

// jsonEscape decodes an escape of JSON (RFC 8259, section 7).
func jsonEscape(f *decode.Filter) {
	const longest = len(`\u0000`)
	f.Has(longest)
	b := f.Buf
	if len(b) < 2 {
		f.Take(&f.Input, 1)
		return
	}
	text, known := jsonEscapes[b[1]]
	if known {
		f.Put(&f.Input, 2, []byte(text))
	} else if b[1] != 'u' || len(b) < longest {
		f.Take(&f.Input, 1)
	} else if code, err := strconv.ParseUint(string(b[2:longest]), 16, 32); err != nil {
		f.Take(&f.Input, 2)
	} else {
		f.Put(&f.Input, longest, []byte(string(rune(code))))
	}
}

// jsonEscapes maps characters after a backslash to their meanings.
var jsonEscapes = map[byte]string{'/': "/", '"': `"`, '\\': `\`, 'n': "\n", 'r': "\n", 't': "\n", 'b': "\n",
	'f': "\n"}
