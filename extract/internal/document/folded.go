package document

import (
	"bytes"
	"encoding/hex"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsFolded reports whether a document that begins with head is a calendar (RFC 5545) or a
// card (RFC 6350).
func IsFolded(head decode.Head) bool {
	if text := decode.AfterBlanks(head.Text); len(text) > 0 && text[0]|0x20 != 'b' { // the usual case
		return false
	}
	head = head.AfterBlanks().First(32).Lower()
	return slices.ContainsFunc([]string{"begin:vcalendar", "begin:vcard"}, func(begin string) bool {
		return head.Starts(begin) && head.Has(len(begin)+1) && head.Text[len(begin)] <= ' '
	})
}

// A Folded decodes the text of calendars and cards. It joins folded lines (RFC 5545,
// section 3.1; RFC 6350, section 3.2), decodes the escapes in values (RFC 5545, section
// 3.3.11), and decodes quoted-printable in cards of version 2.1. Each value begins a
// line. The zero Folded is at the beginning of a document.
type Folded struct {
	inLine    bool // the name of the property has been examined
	inValue   bool
	quotes    bool // in a quoted value of a parameter
	printable bool // the value is in quoted-printable
	page      bool // the value is HTML
	out       []byte
}

// maxHead is the number of bytes of a property that are examined to determine the
// encoding of its value.
const maxHead = 1 << 10

func (d *Folded) next(t *Texts) {
	if !d.inLine {
		for len(t.Buf) < maxHead && bytes.IndexByte(t.Buf, '\n') < 0 && t.Double() {
		}
		d.begin(t.Buf[:min(len(t.Buf), maxHead)])
	}
	c := t.Buf[0]
	if c == '\r' || c == '\n' {
		d.lineEnd(t)
		return
	}
	if t.ends(d.page && d.inValue) {
		return
	}
	switch {
	case c == '=' && d.printable && d.inValue:
		d.octets(t)
		return
	case c == '\\' && d.inValue:
		d.escape(t)
		return
	case c == '"' && !d.inValue:
		d.quotes = !d.quotes
	case c == ':' && !d.inValue && !d.quotes:
		d.inValue = true
		t.put(1, ":\n")
		return
	}
	n := 1
	for n < len(t.Buf) && !foldedStops[t.Buf[n]] {
		n++
	}
	t.Take(&t.Input, n)
}

var foldedStops = [256]bool{'\r': true, '\n': true, '=': true, '\\': true, '"': true, ':': true}

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
func (d *Folded) lineEnd(t *Texts) {
	n := 1
	if t.Has(2) && string(t.Buf[:2]) == "\r\n" {
		n = 2
	}
	switch {
	case t.Has(n+1) && (t.Buf[n] == ' ' || t.Buf[n] == '\t'):
		t.Skip(n + 1)
	case !t.ends(false):
		d.inLine = false
		t.put(n, "\n")
	}
}

// octets decodes quoted-printable: a run of octets, or a soft line break.
func (d *Folded) octets(t *Texts) {
	for len(t.Buf) < 4*maxHigh && bytes.IndexByte(t.Buf, '\n') < 0 && t.Double() {
	}
	b := t.Buf
	for _, br := range []string{"=\r\n", "=\n"} {
		if bytes.HasPrefix(b, []byte(br)) {
			t.Skip(len(br))
			return
		}
	}
	d.out = d.out[:0]
	n := 0
	for n+3 <= len(b) && b[n] == '=' && len(d.out) < maxHigh {
		out, err := hex.AppendDecode(d.out, b[n+1:n+3])
		if err != nil {
			break
		}
		d.out = out
		n += 3
	}
	switch {
	case n == 0:
		t.Take(&t.Input, 1)
	case utf8.Valid(d.out):
		t.Put(&t.Input, n, d.out)
	default:
		t.decode(n, western, d.out)
	}
}

// escape decodes the text after a backslash.
func (d *Folded) escape(t *Texts) {
	if t.Has(2) {
		switch c := t.Buf[1]; c {
		case 'n', 'N':
			t.put(2, "\n")
			return
		case ',', ';', ':', '\\', '"':
			t.put(2, string(t.Buf[1:2]))
			return
		}
	}
	t.Take(&t.Input, 1)
}
