package document

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
)

// A PDFText decodes the text that a content stream of a PDF shows (ISO 32000-1 section 9.4). If glyphs are moved, the text has a
// blank for a move within the line, and a line break for any other. The zero PDFText is at the beginning of a stream.
//
// The codes of glyphs are taken for characters, which is right for simple fonts. If a font has codes of its own, its text cannot
// be decoded without the font.
type PDFText struct {
	lexer
	array    bool       // strings are shown with numbers between them
	operands [6]float64 // the operands read last
	count    int
	line     float64 // the line's position, by the last matrix
	image    bool    // the data of an inline image follows
}

// Codes returns how many bytes of the strings read so far cannot be text, since their fonts have codes of their own.
func (d *PDFText) Codes() int { return d.codes }

// Decode implements [Decoder].
func (d *PDFText) Decode(b []byte, ended bool) (int, Token) {
	if d.image {
		return d.inImage(b, ended)
	}
	if n, t, ok := d.common(b, ended, false); ok {
		return n, d.joined(t)
	}
	switch b[0] {
	case '/':
		n, ok := word(b[1:], ended)
		if !ok {
			return 0, Token{}
		}
		return 1 + n, Token{}
	case '<':
		if len(b) < 2 && !ended {
			return 0, Token{}
		}
		return min(len(b), 2), Token{} // a dictionary begins
	case '[', ']':
		d.array = b[0] == '['
		return 1, Token{}
	case '>', '{', '}', ')':
		return 1, Token{}
	}
	n, ok := word(b, ended)
	if !ok {
		return 0, Token{}
	}
	if '0' <= b[0] && b[0] <= '9' || b[0] == '+' || b[0] == '-' || b[0] == '.' { // since an error takes long
		if v, err := strconv.ParseFloat(string(b[:n]), 64); err == nil {
			return n, d.number(v)
		}
	}
	t := d.operator(string(b[:n]))
	d.count = 0
	return n, t
}

// joined drops the line break after a string, since strings shown in a row are one text.
func (d *PDFText) joined(t Token) Token {
	if d.closed {
		t.Text = bytes.TrimSuffix(t.Text, []byte("\n"))
	}
	return t
}

// gap is the least distance between glyphs that is taken for a blank, in thousandths of the font's size.
const gap = 200

func (d *PDFText) number(v float64) Token {
	if d.array {
		if v < -gap {
			return Token{Text: []byte(" ")}
		}
		return Token{}
	}
	copy(d.operands[:], d.operands[1:])
	d.operands[len(d.operands)-1] = v
	d.count++
	return Token{}
}

func (d *PDFText) operator(name string) Token {
	last := len(d.operands) - 1
	moved := false
	switch name {
	case "Td", "TD":
		moved = d.count < 2 || d.operands[last] != 0
	case "Tm":
		moved = d.count < 6 || d.operands[last] != d.line
		d.line = d.operands[last]
	case "T*", "'", `"`, "ET":
		moved = true
	case "ID":
		d.image = true
		return Token{}
	default:
		return Token{}
	}
	if moved {
		return Token{Text: []byte("\n")}
	}
	return Token{Text: []byte(" ")}
}

// inImage skips the data of an inline image, up to "EI" between blanks.
func (d *PDFText) inImage(b []byte, ended bool) (int, Token) {
	n := bytes.Index(b, []byte("EI"))
	switch {
	case n < 0 && ended:
		return len(b), Token{}
	case n < 0 && len(b) > 2:
		return len(b) - 2, Token{}
	case n < 0, n+2 == len(b) && !ended:
		if n > 1 {
			return n - 1, Token{}
		}
		return 0, Token{}
	}
	if n > 0 && !pdfBlank[b[n-1]] || n+2 < len(b) && !pdfBlank[b[n+2]] {
		return n + 1, Token{}
	}
	d.image = false
	return n + 2, Token{}
}

// ShowsText reports whether a stream of a PDF that begins with head is a content stream, by its operators.
func ShowsText(head []byte) bool {
	known, all := 0, 0
	for word := range bytes.FieldsSeq(head) {
		if all++; all == 200 {
			break
		}
		if _, err := strconv.ParseFloat(string(word), 64); err == nil || contentOperators()[string(word)] || word[0] == '/' {
			known++
		}
	}
	return known > 0 && known*2 >= all || bytes.Contains(head, []byte("Tj")) && bytes.Contains(head, []byte("BT"))
}

// contentOperators are the operators of ISO 32000-1, annex A.
var contentOperators = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields("b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n " +
		"q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"") {
		all[name] = true
	}
	return all
})
