package document

import (
	"bytes"

	"golang.org/x/text/encoding/charmap"
)

// Types of records of a workbook (MS-XLS, section 2.3).
const (
	xlsFormula   = 0x0006
	xlsName      = 0x0018
	xlsNote      = 0x001c
	xlsEncrypted = 0x002f
	xlsContinue  = 0x003c
	xlsStrings   = 0x00fc
	xlsTextBox   = 0x01b6
	xlsHyperlink = 0x01b8
	xlsArray     = 0x0221
	xlsShared    = 0x04bc
	xlsBegin     = 0x0809
)

// xlsTexts maps the types of records with one string to the number of bytes before its
// length: a cell, a rich cell, the result of a formula, the header and footer of pages, a
// part of a query, the name of another workbook, and in versions before 97 a comment.
var xlsTexts = map[int]int{0x0204: 6, 0x00d6: 6, 0x0207: 0, 0x0014: 0, 0x0015: 0, 0x00cd: 0, 0x01ae: 2,
	xlsNote: 4}

// A workbook reads the records of a workbook of Excel 5 to 2003 (MS-XLS), each with the
// records that continue it.
type workbook struct {
	b     []byte
	at    int // the current offset
	end   int // the end of the record
	is97  bool
	text  LegacyText
	yield func(*LegacyText) bool
	done  bool // no more texts are wanted
}

// bookTexts yields the texts of a workbook.
func bookTexts(s *Legacy, yield func(*LegacyText) bool) error {
	const head, version97 = 4, 0x0600
	x := workbook{b: s.Data, yield: yield, text: LegacyText{b: s.Data}}
	for at := 0; at+head <= len(x.b) && !x.done; {
		kind := le16(x.b[at:])
		x.at = at + head
		x.end = min(x.at+le16(x.b[at+2:]), len(x.b))
		at = x.end
		switch body := x.b[x.at:x.end]; kind {
		case xlsBegin:
			x.is97 = len(body) > 1 && le16(body) >= version97
		case xlsEncrypted:
			return ErrEncrypted
		case xlsStrings:
			x.strings()
		case xlsTextBox:
			x.textBox(body)
		case xlsHyperlink:
			x.hyperlink()
		case xlsFormula, xlsName, xlsArray, xlsShared:
			literals(x.b[:x.end], x.at, x.literal, x.giveLiteral)
		default:
			if skip, ok := xlsTexts[kind]; ok && (kind != xlsNote || !x.is97) {
				x.skip(skip)
				x.string()
			}
		}
	}
	return nil
}

// give passes the text to yield.
func (x *workbook) give() {
	x.done = x.done || !x.yield(&x.text)
	x.text.renew(x.b)
}

// has reports whether n more bytes follow in the record or in one that continues it.
func (x *workbook) has(n int) bool {
	const head = 4
	if x.at == x.end && x.end+head <= len(x.b) && le16(x.b[x.end:]) == xlsContinue {
		x.at += head
		x.end = min(x.at+le16(x.b[x.at-2:]), len(x.b))
	}
	return x.end-x.at >= n
}

func (x *workbook) skip(n int) {
	for n > 0 && x.has(1) {
		k := min(n, x.end-x.at)
		x.at += k
		n -= k
	}
}

// number reads a number of one, two or four bytes.
func (x *workbook) number(size int) (n int) {
	for i := range size {
		if !x.has(1) {
			break
		}
		n |= int(x.b[x.at]) << (8 * i)
		x.at++
	}
	return n
}

// strings reads the table of strings (MS-XLS section 2.4.265).
func (x *workbook) strings() {
	for x.skip(8); x.has(1) && !x.done; {
		x.string()
	}
}

// string reads a string, its formatting, and its pronunciation (MS-XLS, section 2.5.293).
func (x *workbook) string() {
	const wide, extended, rich = 1, 4, 8
	if !x.is97 {
		x.narrow(x.number(2))
		x.give()
		return
	}
	n, flags, formats, more := x.number(2), x.number(1), 0, 0
	if flags&rich != 0 {
		formats = x.number(2)
	}
	if flags&extended != 0 {
		more = x.number(4)
	}
	if size := 1 + flags&wide; n >= 3 && x.has(3*size) && x.b[x.at] == 1 && x.b[x.at+size] == 5 {
		x.skip(3 * size) // before a URL: a mark, its kind, and its length (MS-XLS, section 2.5.277)
		n -= 3
	}
	x.characters(n, flags&wide != 0)
	x.give()
	x.skip(4*formats + more)
}

// narrow reads n characters in a version before 97.
func (x *workbook) narrow(n int) {
	n = min(n, x.end-x.at)
	x.text.add(x.at, x.at+n, charmap.Windows1252)
	x.at += n
}

// characters reads n characters. A record that continues the characters states their
// width again.
func (x *workbook) characters(n int, wide bool) {
	for n > 0 {
		if x.at == x.end {
			if !x.has(1) {
				return
			}
			wide = x.b[x.at]&1 != 0
			x.at++
		}
		size, page := 1, charmap.ISO8859_1
		if wide {
			size, page = 2, nil
		}
		k := min(n, (x.end-x.at)/size)
		x.text.add(x.at, x.at+k*size, page)
		n -= k
		if x.at += k * size; k == 0 {
			x.at = x.end // half a character
		}
	}
}

// textBox reads the text of a comment or a text box, which is in the following records
// (MS-XLS, section 2.4.329).
func (x *workbook) textBox(body []byte) {
	const lengthAt = 10
	if x.is97 && len(body) >= lengthAt+2 {
		x.at = x.end
		x.characters(le16(body[lengthAt:]), false)
		x.give()
	}
}

// literal returns the beginning, the size and the code page of the string after a token
// of a formula: its length, and since version 97 the width of its characters.
func (x *workbook) literal(at int) (start, size int, page *charmap.Charmap) {
	size = int(x.b[at+1])
	switch {
	case !x.is97:
		return at + 2, size, charmap.Windows1252
	case x.b[at+2] == 0:
		return at + 3, size, charmap.Windows1252
	case x.b[at+2] == 1:
		return at + 3, 2 * size, nil
	}
	return at, len(x.b), nil // no string
}

// giveLiteral passes a string of a formula to yield.
func (x *workbook) giveLiteral(start, end int, page *charmap.Charmap) bool {
	x.text.add(start, end, page)
	x.give()
	return !x.done
}

// literals calls give with the bounds of the strings of a formula, from an offset to the
// end of b, that may contain a URL: a token (MS-XLS, section 2.5.198.89), and what
// literal reads after it. Other tokens are not read.
func literals(b []byte, at int, literal func(at int) (start, size int, page *charmap.Charmap),
	give func(start, end int, page *charmap.Charmap) bool) bool {
	const token, shortest = 0x17, 3
	for ; at+shortest <= len(b); at++ {
		if b[at] != token {
			continue
		}
		start, size, page := literal(at)
		if end := start + size; end <= len(b) && mayBeLink(b[start:end], page == nil) {
			if at = end - 1; !give(start, end, page) {
				return false
			}
		}
	}
	return true
}

// mayBeLink reports whether a string of a formula contains a colon and no control
// characters.
func mayBeLink(text []byte, wide bool) bool {
	for i, c := range text {
		if c < ' ' && !(wide && i&1 == 1) {
			return false
		}
	}
	return bytes.IndexByte(text, ':') >= 0
}

// urlMoniker precedes a URL in the target of a link (MS-OSHARED, section 2.3.7.2).
const urlMoniker = "\xe0\xc9\xea\x79\xf9\xba\xce\x11\x8c\x82\x00\xaa\x00\x4b\xa9\x0b"

// hyperlink reads the link of a range of cells (MS-XLS, section 2.4.140), a Hyperlink
// Object (MS-OSHARED, section 2.3.7.1).
func (x *workbook) hyperlink() {
	const cells, identifier, version = 8, 16, 4
	const hasMoniker, hasPlace, hasName, hasFrame = 1 << 0, 1 << 3, 1 << 4, 1 << 7
	x.skip(cells + identifier + version)
	flags := x.number(4)
	for _, other := range []int{hasName, hasFrame} {
		if flags&other != 0 {
			x.skip(2 * x.number(4))
		}
	}
	x.text.Link = true
	if flags&hasMoniker != 0 && bytes.HasPrefix(x.b[x.at:x.end], []byte(urlMoniker)) {
		x.skip(len(urlMoniker))
		start, end := x.ended(x.number(4))
		x.text.add(start, end, nil)
	}
	if flags&hasPlace != 0 {
		x.text.fragment(x.ended(2 * x.number(4)))
	}
	x.give()
}

// ended reads a string of n bytes, and returns the bounds of the part before the first
// NUL.
func (x *workbook) ended(n int) (start, end int) {
	start = x.at
	stop := min(start+n, x.end)
	for end = start; end+1 < stop && le16(x.b[end:]) != 0; {
		end += 2
	}
	x.at = stop
	return start, end
}
