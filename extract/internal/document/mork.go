package document

import (
	"encoding/hex"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsMork reports whether a document that begins with head is in Mork, the text database
// of Netscape, Mozilla and Thunderbird.
func IsMork(head decode.Head) bool { return head.Starts("// <!-- <mdb:mork:z v=") }

// A Mork decodes the values of a database in Mork: of a cell "(key=value)" or
// "(^key=value)". Each is a line. In a value a backslash precedes a mark, or a line break
// that is not part of the value, and "$" two hexadecimal digits. The zero Mork is at the
// beginning of a document.
type Mork struct {
	inCell, inValue, inComment bool
}

func (d *Mork) next(t *Texts) {
	c := t.Buf[0]
	switch {
	case d.inValue:
		d.value(t, c)
	case d.inComment:
		d.inComment = c != '\n' && c != '\r'
		t.Skip(1)
	case d.inCell && c == '=':
		d.inValue = true
		t.put(1, "\n")
	default:
		if t.Has(2); c == '/' && len(t.Buf) > 1 && t.Buf[1] == '/' {
			d.inComment = true
		}
		d.inCell = c == '(' || d.inCell && c != ')' && c != '('
		t.Skip(1)
	}
}

// value reads the text of a value, which c begins.
func (d *Mork) value(t *Texts, c byte) {
	switch c {
	case ')':
		d.inCell, d.inValue = false, false
		t.put(1, "\n")
		return
	case '\\':
		t.Has(3)
		switch next := string(t.Buf[1:min(len(t.Buf), 3)]); {
		case next == "\r\n":
			t.Skip(3)
		case next == "" || next[0] == '\n' || next[0] == '\r':
			t.Skip(min(2, len(t.Buf)))
		default:
			t.put(2, next[:1])
		}
		return
	case '$':
		t.Has(3)
		octets, err := hex.DecodeString(string(t.Buf[1:min(len(t.Buf), 3)]))
		if err == nil && len(octets) == 1 {
			if octets[0] == 0 { // in UTF-16
				octets = nil
			}
			t.put(3, string(octets))
			return
		}
	}
	n := 1
	for n < len(t.Buf) && t.Buf[n] != ')' && t.Buf[n] != '\\' && t.Buf[n] != '$' {
		n++
	}
	t.Take(&t.Input, n)
}
