package document

import (
	"encoding/binary"
	"slices"

	"golang.org/x/text/encoding/charmap"

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
var sheetStrings = map[uint64]int{19: 1, 6: 8, 8: 8, 637: 1}

// The records with a formula, one for each of four kinds of results.
const firstFormula, lastFormula = 8, 11

// sheetTexts yields the strings of a part, including those in its formulas.
func sheetTexts(s *Legacy, yield func(*LegacyText) bool) error {
	t, b := LegacyText{b: s.Data}, s.Data
	give := func(start, end int, page *charmap.Charmap) bool {
		t.renew(b)
		t.add(start, end, page)
		return yield(&t)
	}
	literal := func(at int) (int, int, *charmap.Charmap) { return at + 3, 2 * le16(b[at+1:]), nil }
	for at := 0; at < len(b); {
		kind, n := binary.Uvarint(b[at:])
		size, m := binary.Uvarint(b[at+max(n, 0):])
		if at += n + m; n <= 0 || m <= 0 || size > uint64(len(b)-at) {
			return errStream
		}
		end := at + int(size)
		if skip, ok := sheetStrings[kind]; ok && end-at >= skip+4 {
			if at += skip + 4; le32(b[at-4:]) > (end-at)/2 {
				return errStream
			}
			if start := at; !give(start, start+2*le32(b[at-4:]), nil) {
				return nil
			}
			at += 2 * le32(b[at-4:])
		}
		if firstFormula <= kind && kind <= lastFormula && !literals(b[:end], at, literal, give) {
			return nil
		}
		at = end
	}
	return nil
}
