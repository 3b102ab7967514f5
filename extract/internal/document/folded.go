package document

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsFolded reports whether a document that begins with head is a calendar (RFC 5545) or a card (RFC 6350).
func IsFolded(head decode.Head) bool {
	head = head.AfterBlanks().First(32).Lower()
	for _, begin := range []string{"begin:vcalendar", "begin:vcard"} {
		if head.Starts(begin) && head.Has(len(begin)+1) && head.Text[len(begin)] <= ' ' {
			return true
		}
	}
	return false
}

// A Folded decodes the text of calendars and cards. It joins folded lines (RFC 5545 section 3.1, RFC 6350 section 3.2), undoes
// the escapes in values (RFC 5545 section 3.3.11), and decodes quoted-printable in cards of version 2.1. A value begins a line of
// its own. The zero Folded is at the beginning of a document.
type Folded struct {
	inLine    bool // the property's name has been looked at
	inValue   bool
	quotes    bool // in a parameter's value, which is quoted
	printable bool // the value is in quoted-printable
	page      bool // the value is HTML
	out       []byte
}

// maxHead is how many bytes of a property are examined to find out how its value is encoded.
const maxHead = 1 << 10

// Decode implements [Decoder].
func (d *Folded) Decode(b []byte, ended bool) (int, Token) {
	if !d.inLine {
		if len(b) < maxHead && bytes.IndexByte(b, '\n') < 0 && !ended {
			return 0, Token{}
		}
		d.begin(b[:min(len(b), maxHead)])
	}
	switch c := b[0]; {
	case c == '\r' || c == '\n':
		return d.lineEnd(b, ended)
	case c == '=' && d.printable && d.inValue:
		return d.octets(b, ended)
	case c == '\\' && d.inValue:
		return d.escape(b, ended)
	case c == '"' && !d.inValue:
		d.quotes = !d.quotes
		return 1, same(b[:1])
	case c == ':' && !d.inValue && !d.quotes:
		d.inValue = true
		return 1, Token{Text: []byte(":\n")}
	}
	n := 1
	for n < len(b) && !foldedStops[b[n]] {
		n++
	}
	return n, d.text(b[:n])
}

var foldedStops = [256]bool{'\r': true, '\n': true, '=': true, '\\': true, '"': true, ':': true}

// text returns a token of text, which is HTML if the property's value is.
func (d *Folded) text(text []byte) Token { return Token{Text: text, HTML: d.page && d.inValue} }

// begin begins the property whose first line begins with head.
func (d *Folded) begin(head []byte) {
	d.inLine, d.inValue, d.quotes = true, false, false
	quoted := false
	for i, c := range head {
		if c == '"' {
			quoted = !quoted
		}
		if c == ':' && !quoted || c == '\r' || c == '\n' {
			head = head[:i]
			break
		}
	}
	d.printable, d.page = false, false
	if bytes.IndexByte(head, ';') < 0 {
		return
	}
	head = bytes.ToUpper(head)
	d.printable = bytes.Contains(head, []byte("QUOTED-PRINTABLE"))
	d.page = bytes.Contains(head, []byte("FMTTYPE=TEXT/HTML"))
}

// lineEnd decodes a line break, which is dropped if the line is folded.
func (d *Folded) lineEnd(b []byte, ended bool) (int, Token) {
	n := 1
	if b[0] == '\r' {
		if len(b) < 2 && !ended {
			return 0, Token{}
		}
		if len(b) > 1 && b[1] == '\n' {
			n = 2
		}
	}
	if len(b) == n && !ended {
		return 0, Token{}
	}
	if len(b) > n && (b[n] == ' ' || b[n] == '\t') {
		return n + 1, Token{}
	}
	d.inLine = false
	return n, Token{Text: []byte("\n")}
}

// octets decodes quoted-printable: a run of octets, or a soft line break.
func (d *Folded) octets(b []byte, ended bool) (int, Token) {
	if len(b) < 4*maxHigh && !ended {
		if bytes.IndexByte(b, '\n') < 0 {
			return 0, Token{}
		}
	}
	for _, br := range []string{"=\r\n", "=\n"} {
		if bytes.HasPrefix(b, []byte(br)) {
			return len(br), Token{}
		}
	}
	d.out = d.out[:0]
	n := 0
	for n+3 <= len(b) && b[n] == '=' && len(d.out) < maxHigh {
		high, low := hexDigit(b[n+1]), hexDigit(b[n+2])
		if high < 0 || low < 0 {
			break
		}
		d.out = append(d.out, byte(high<<4|low))
		n += 3
	}
	if n == 0 {
		return 1, d.text(b[:1])
	}
	text := d.out
	if !utf8.Valid(text) {
		text = decodeText(charmap.Windows1252, text)
	}
	return n, d.text(text)
}

// escape decodes the text after a backslash.
func (d *Folded) escape(b []byte, ended bool) (int, Token) {
	if len(b) < 2 && !ended {
		return 0, Token{}
	}
	if len(b) < 2 {
		return 1, d.text(b)
	}
	switch b[1] {
	case 'n', 'N':
		return 2, d.text([]byte("\n"))
	case ',', ';', ':', '\\', '"':
		return 2, d.text([]byte{b[1]})
	}
	return 1, d.text(b[:1])
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(b byte) int {
	switch {
	case '0' <= b && b <= '9':
		return int(b - '0')
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}
