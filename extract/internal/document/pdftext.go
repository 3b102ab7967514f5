package document

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// A PDFText decodes the text that a content stream of a PDF shows (ISO 32000-1 section 9.4). If glyphs are moved, the text has a
// blank for a move within the line, and a line break for any other. The zero PDFText is at the beginning of a stream.
//
// The codes of glyphs are taken for characters, which is right for simple fonts. If a font has codes of its own, its text cannot
// be decoded without the font.
type PDFText struct {
	lexer
	array   bool    // strings are shown with numbers between them
	operand float64 // the operand read last
	count   int     // how many were read
	line    float64 // the line's position, by the last matrix
	image   bool    // the data of an inline image follows
}

// Codes returns how many bytes of the strings read so far cannot be text, since their fonts have codes of their own.
func (d *PDFText) Codes() int { return d.codes }

func (d *PDFText) next(t *Texts) {
	switch {
	case d.image:
		d.inImage(t)
		return
	case d.common(t, false, ""): // strings shown in a row are one text
		return
	}
	switch t.Buf[0] {
	case '/':
		t.Skip(1 + len(word(t, 1)))
	case '<': // a dictionary begins
		t.Skip(min(len(t.Buf), 2))
	case '[', ']':
		d.array = t.Buf[0] == '['
		t.Skip(1)
	case '>', '{', '}', ')':
		t.Skip(1)
	default:
		name := word(t, 0)
		t.put(len(name), d.word(name))
	}
}

// word returns the text that a number or an operator stands for.
func (d *PDFText) word(name []byte) string {
	if c := name[0]; ascii.Digit(c) || c == '+' || c == '-' || c == '.' { // since an error takes long
		if v, err := strconv.ParseFloat(string(name), 64); err == nil {
			return d.number(v)
		}
	}
	text := d.operator(string(name))
	d.count = 0
	return text
}

// gap is the least distance between glyphs that is taken for a blank, in thousandths of the font's size.
const gap = 200

func (d *PDFText) number(v float64) string {
	if d.array {
		if v < -gap {
			return " "
		}
		return ""
	}
	d.operand = v
	d.count++
	return ""
}

func (d *PDFText) operator(name string) string {
	moved := false
	switch name {
	case "Td", "TD":
		moved = d.count < 2 || d.operand != 0
	case "Tm":
		moved = d.count < 6 || d.operand != d.line
		d.line = d.operand
	case "T*", "'", `"`, "ET":
		moved = true
	case "ID":
		d.image = true
		return ""
	default:
		return ""
	}
	if moved {
		return "\n"
	}
	return " "
}

// inImage skips the data of an inline image, up to "EI" between blanks.
func (d *PDFText) inImage(t *Texts) {
	if !t.Has(3) {
		t.Skip(len(t.Buf))
		return
	}
	n := bytes.Index(t.Buf, []byte("EI"))
	if n < 0 {
		t.Skip(len(t.Buf) - 2)
		return
	}
	after := !t.Has(n+3) || pdfBlank[t.Buf[n+2]]
	if n > 0 && !pdfBlank[t.Buf[n-1]] || !after {
		t.Skip(n + 1)
		return
	}
	d.image = false
	t.Skip(n + 2)
}

// ShowsText reports whether a stream of a PDF that begins with head is a content stream, by its operators.
func ShowsText(head []byte) bool {
	known, all := 0, 0
	for word := range bytes.FieldsSeq(head) {
		if all++; all == 200 {
			break
		}
		if _, err := strconv.ParseFloat(string(word), 64); err == nil || slices.Contains(contentOperators, string(word)) || word[0] == '/' {
			known++
		}
	}
	return known > 0 && known*2 >= all || bytes.Contains(head, []byte("Tj")) && bytes.Contains(head, []byte("BT"))
}

// contentOperators are the operators of ISO 32000-1, annex A.
var contentOperators = strings.Fields("b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n " +
	"q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"")
