package document

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsFolded reports whether a document that begins with head is a calendar (RFC 5545), a card
// (RFC 6350), or the entries of a directory in LDIF (RFC 2849), such as an address book.
func IsFolded(head decode.Head) bool {
	if text := decode.AfterBlanks(head.Text); len(text) > 0 &&
		bytes.IndexByte([]byte("bdv#"), text[0]|0x20) < 0 { // the usual case
		return false
	}
	if BeginsLDIF(head) {
		return slices.ContainsFunc(signsOfLDIF, head.First(HeadOfLDIF).Lower().Contains)
	}
	head = head.AfterBlanks()
	return slices.ContainsFunc([]string{"begin:vcalendar", "begin:vcard"}, func(begin string) bool {
		return head.StartsFold(begin) && head.Has(len(begin)+1) && head.Text[len(begin)] <= ' '
	})
}

// BeginsLDIF reports whether a document may be LDIF. It is if one of signsOfLDIF is among
// its first HeadOfLDIF bytes.
func BeginsLDIF(head decode.Head) bool {
	return head.StartsFold("dn:") || head.StartsFold("version: 1") || head.StartsFold("# extended ldif")
}

var signsOfLDIF = []string{"\nobjectclass:", "\nchangetype:", "dn:: ", "dn: cn=", "dn: uid=",
	"dn: ou=", "dn: o=", ",dc="}

const HeadOfLDIF = 1 << 10

// A Folded decodes the text of calendars, cards and LDIF. It joins folded lines (RFC 5545,
// section 3.1; RFC 6350, section 3.2), decodes the escapes in values (RFC 5545, section
// 3.3.11), and decodes base64, if it is text, and quoted-printable in cards of version 2.1.
// Each value begins a line. The zero Folded is at the beginning of a document.
type Folded struct {
	begun     bool
	ldif      bool // values have no escapes, and "::" precedes base64
	encoded   bool // the value is in base64
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
	case d.encoded && d.inValue:
		d.encoded = false
		d.base64(t)
		return
	case c == '=' && d.printable && d.inValue:
		d.octets(t)
		return
	case c == '\\' && d.inValue && !d.ldif:
		d.escape(t)
		return
	case c == '"' && !d.inValue:
		d.quotes = !d.quotes
	case c == ':' && !d.inValue && !d.quotes:
		d.inValue = true
		t.put(1, ":\n")
		return
	}
	t.Take(&t.Input, 1+foldedSet.Span(t.Buf[1:]))
}

var foldedSet = octet.Complement("\r\n=\\\":")

// begin begins the property whose first line begins with head.
func (d *Folded) begin(head []byte) {
	d.inLine, d.inValue, d.quotes = true, false, false
	d.printable, d.page, d.encoded = false, false, false
	if text := decode.AfterBlanks(head); !d.begun && len(text) > 0 {
		d.begun, d.ldif = true, bytes.IndexByte([]byte("dv#"), text[0]|0x20) >= 0
	}
	if d.inValue = d.ldif && head[0] == '#'; d.inValue {
		return // a comment
	}
	quoted, value := false, []byte(nil)
	for i, c := range head {
		if c == '"' {
			quoted = !quoted
		}
		if c == ':' && !quoted || c == '\r' || c == '\n' {
			head, value = head[:i], head[i:]
			break
		}
	}
	d.encoded = d.ldif && bytes.HasPrefix(value, []byte("::"))
	if bytes.IndexByte(head, ';') < 0 {
		return
	}
	head = bytes.ToUpper(head)
	d.printable = bytes.Contains(head, []byte("QUOTED-PRINTABLE"))
	d.page = bytes.Contains(head, []byte("FMTTYPE=TEXT/HTML"))
	d.encoded = d.encoded || bytes.Contains(head, []byte("ENCODING=B"))
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

// base64 decodes a value in base64, which may be folded. It skips one that is no text,
// such as a picture, and leaves a long one as it is.
func (d *Folded) base64(t *Texts) {
	const longest = 64 << 10
	n, ended := valueEnd(t.Buf)
	for !ended && !t.Done && len(t.Buf) < longest {
		t.Double()
		n, ended = valueEnd(t.Buf)
	}
	if !ended && !t.Done {
		return
	}
	digits := bytes.Join(bytes.Fields(bytes.TrimLeft(t.Buf[:n], ":")), nil)
	out, err := base64.RawStdEncoding.DecodeString(string(bytes.TrimRight(digits, "=")))
	if err != nil || !utf8.Valid(out) {
		t.Skip(n)
		return
	}
	t.Put(&t.Input, n, out)
}

// valueEnd returns the length of the folded value at the beginning of b, and reports
// whether another line follows it.
func valueEnd(b []byte) (n int, ended bool) {
	for {
		k := bytes.IndexByte(b[n:], '\n')
		if n += k + 1; k < 0 || n == len(b) {
			return len(b), false
		}
		if b[n] != ' ' && b[n] != '\t' {
			return len(bytes.TrimRight(b[:n], "\r\n")), true
		}
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
