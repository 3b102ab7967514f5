package document

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// sheetMagics are the beginnings of the parts with strings of a workbook in the binary
// format of Excel since 2007 (MS-XLSB): the table of strings, a sheet, and comments.
var sheetMagics = []string{"\x9f\x01\x08", "\x81\x01\x00", "\xf4\x04\x00"}

// IsSheet reports whether a document that begins with head is such a part.
func IsSheet(head decode.Head) bool { return slices.ContainsFunc(sheetMagics, head.Starts) }

// Sheet returns the stream in such a part.
func Sheet(b []byte) Legacy { return Legacy{Data: b, texts: sheetTexts} }

// sheetStrings maps the types of records with a string to the number of bytes before it:
// an item of the table, a cell, the result of a formula, a comment (MS-XLSB, section
// 2.3.2).
var sheetStrings = map[int]int{19: 1, 6: 8, 8: 8, 637: 1}

// The records with a formula, one for each of four kinds of results.
const firstFormula, lastFormula = 8, 11

// sheetTexts yields the strings of a part, including those in its formulas.
func sheetTexts(s *Legacy, yield func(*LegacyText) bool) error {
	t, b := LegacyText{b: s.Data}, s.Data
	give := func(start, end int) bool {
		t.renew(b)
		t.wide(start, end)
		return yield(&t)
	}
	for at := 0; at < len(b); {
		kind, n := sheetNumber(b[at:], 2)
		size, m := sheetNumber(b[at+n:], 4)
		start := at + n + m
		if m == 0 || size > len(b)-start {
			return errStream
		}
		at = start + size
		body := start
		if skip, ok := sheetStrings[kind]; ok && size >= skip+4 {
			characters := le32(b[start+skip:])
			if body = start + skip + 4; characters > (at-body)/2 {
				return errStream
			}
			if !give(body, body+2*characters) {
				return nil
			}
			body += 2 * characters
		}
		for kind >= firstFormula && kind <= lastFormula && body < at {
			var end int
			if body, end = sheetLiteral(b[:at], body); end > 0 && !give(body, end) {
				return nil
			}
			body = max(body, end)
		}
	}
	return nil
}

// sheetNumber reads a number in units of seven bits, and returns its length in bytes, or
// 0.
func sheetNumber(b []byte, longest int) (number, n int) {
	for n < min(longest, len(b)) {
		number |= int(b[n]&0x7f) << (7 * n)
		if n++; b[n-1] < 0x80 || n == longest {
			return number, n
		}
	}
	return 0, 0
}

// sheetLiteral returns the next string of a formula that may be a link. It follows a
// token and its length. end is 0 if no such string begins before start.
func sheetLiteral(b []byte, at int) (start, end int) {
	const token, head = 0x17, 3
	for ; at+head <= len(b); at++ {
		if b[at] != token {
			continue
		}
		start, end = at+head, at+head+2*le16(b[at+1:])
		if end <= len(b) && mayBeLink(b[start:end], true) {
			return start, end
		}
	}
	return len(b), 0
}
