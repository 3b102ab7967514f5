package page

import (
	"html"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
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
	n = 1 + octet.Alnum.Span(b[1:min(len(b), maxEntity)])
	if n < len(b) && b[n] == ';' {
		n++
	} else if n < len(b) && b[n] == '=' {
		return b[:1], 1
	}
	if char, ok := common[string(b[:n])]; ok {
		return char, n
	}
	decoded := html.UnescapeString(string(b[:n]))
	more := octet.Letters + octet.Digits
	if b[n-1] == ';' {
		more = ";"
	}
	if decoded == string(b[:n]) || strings.ContainsAny(decoded[1:], more) {
		return b[:1], 1
	}
	return []byte(decoded), n
}

// decodeNumber decodes a reference that begins with "&#". It is literal if no digit
// follows.
func decodeNumber(b []byte) (text []byte, n int) {
	n = 2
	digits := octet.Digit
	if n < len(b) && b[n]|0x20 == 'x' {
		n++
		digits = octet.Hex
	}
	start := n
	n += digits.Span(b[n:min(len(b), maxEntity)])
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
	"&amp;": []byte("&"), "&lt;": []byte("<"), "&gt;": []byte(">"), "&quot;": []byte(`"`),
	"&nbsp;": []byte("\u00a0"),
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
