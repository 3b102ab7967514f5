package urljson

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/internal/octet"
)

// isPlain reports whether text needs no escapes in a JSON string. It examines eight bytes
// at a time, the last of them twice.
func isPlain(text string) bool {
	if len(text) < 8 {
		eight := [8]byte{'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'}
		copy(eight[:], text)
		return arePlain(binary.LittleEndian.Uint64(eight[:]))
	}
	for ; len(text) > 8; text = text[min(8, len(text)-8):] {
		if !arePlain(binary.LittleEndian.Uint64([]byte(text))) {
			return false
		}
	}
	return arePlain(binary.LittleEndian.Uint64([]byte(text)))
}

// arePlain is isPlain for eight bytes.
func arePlain(x uint64) bool {
	const each, high = 0x01010101_01010101, 0x80808080_80808080
	quote, slash := x^'"'*each, x^'\\'*each
	// the high bit of a byte is set if the byte is 0, below ' ' or above '~'; a byte after
	// such a one may be marked, too
	return ((quote-each)&^quote|(slash-each)&^slash|(x-' '*each)&^x|x|(x&^high+each))&high == 0
}

var plainSet = octet.Where(func(b byte) bool { return ' ' <= b && b < 0x7f && b != '"' && b != '\\' })

// AppendString appends text as a JSON string. Invalid UTF-8 becomes U+FFFD.
// jsontext.AppendQuote takes the same time (295 and 304 ns for a URL, a subject, a sender
// and a line that is not ASCII), but does not escape DEL, U+0080 to U+009F and hidden
// characters, which may control a terminal.
func AppendString(b []byte, text string) []byte {
	if isPlain(text) {
		return appendQuoted(b, text)
	}
	b = append(b, '"')
	start := 0
	for i, r := range text {
		var escape string
		switch {
		case r < 0x7f && plainSet[r]:
			continue
		case r == '"' || r == '\\':
			escape = `\` + string(r)
		case printable.IsControl(r) || printable.IsHidden(r):
			escape = escapeOf(r)
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			escape = `\ufffd`
		default:
			continue
		}
		b = append(append(b, text[start:i]...), escape...)
		start = i + utf8.RuneLen(r)
		if escape == `\ufffd` {
			start = i + 1
		}
	}
	return append(append(b, text[start:]...), '"')
}

// escapeOf returns the escape of a character in a JSON string: one or two UTF-16 units.
func escapeOf(r rune) string {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return escapeOf(high) + escapeOf(low)
	}
	return fmt.Sprintf(`\u%04X`, r)
}

// AppendURL appends a name and a URL, or a part of one. Invalid UTF-8 in it is
// percent-encoded, and then a "url" or "text" is followed by raw_base64, the original
// bytes.
func AppendURL(b []byte, name, text string) []byte {
	b = AppendText(appendName(b, name), text)
	if (name == "url" || name == "text") && !utf8.ValidString(text) {
		b = AppendString(append(b, `,"raw_base64":`...), base64.StdEncoding.EncodeToString([]byte(text)))
	}
	return b
}

func appendName(b []byte, name string) []byte {
	return append(append(append(b, '"'), name...), `":`...)
}

// appendQuoted appends text that needs no escapes in a JSON string.
func appendQuoted(b []byte, text string) []byte {
	return append(append(append(b, '"'), text...), '"')
}

// AppendText appends text made of a URL as a JSON string. Invalid UTF-8 is
// percent-encoded.
func AppendText(b []byte, text string) []byte {
	if !utf8.ValidString(text) {
		text = printable.URL(text)
	}
	return AppendString(b, text)
}
