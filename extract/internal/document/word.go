package document

import (
	"sort"

	"golang.org/x/text/encoding/charmap"
)

// Versions, and offsets and flags in the beginning of the stream (MS-DOC, section 2.5.1).
const (
	wordBefore97 = 0xa5dc
	wordSince97  = 0xa5ec

	fibFlags      = 0x0a
	fibText       = 0x18
	fibFormats97  = 0xfa
	fibTable95    = 0x160
	fibTable97    = 0x1a2
	fibSize       = fibTable97 + 8
	fibHasPieces  = 1 << 2
	fibEncrypted  = 1 << 8
	fibFirstTable = 1 << 9
)

// wordTexts yields the text of a document of Word 6 to 2003 (MS-DOC): the body, and after
// it notes, headers, comments and text boxes, in the order of the piece table. Deleted
// text follows as another text.
func wordTexts(s *Legacy, yield func(*LegacyText) bool) error {
	b := s.Data
	if len(b) < fibSize {
		return errStream
	}
	version, flags := le16(b), le16(b[fibFlags:])
	switch {
	case version != wordBefore97 && version != wordSince97:
		return errVersion
	case flags&fibEncrypted != 0:
		return ErrEncrypted
	}
	w := wordReader{live: LegacyText{b: b}, gone: LegacyText{b: b}, is97: version == wordSince97}
	err := w.read(s, flags)
	if yield(&w.live) {
		yield(&w.gone)
	}
	return err
}

// A wordReader separates the current text of a document from the deleted text that the
// document keeps.
type wordReader struct {
	live, gone LegacyText
	deleted    [][2]int // the spans of deleted or raised characters in the stream
	is97       bool
}

// read reads a document.
func (w *wordReader) read(s *Legacy, flags int) error {
	b := s.Data
	if !w.is97 && flags&fibHasPieces == 0 {
		start, end := le32(b[fibText:]), le32(b[fibText+4:])
		if start > end || end > len(b) {
			return errStream
		}
		w.add(start, end, 1)
		return nil
	}
	in, at := b, fibTable95
	if w.is97 {
		in, at = s.beside["0Table"], fibTable97
		if flags&fibFirstTable != 0 {
			in = s.beside["1Table"]
		}
		w.deleted = deletions(b, placed(in, b[fibFormats97:]))
	}
	return w.pieces(pieceTable(placed(in, b[at:])))
}

// wordPages are the code pages of characters, by their width.
var wordPages = map[int]*charmap.Charmap{1: charmap.Windows1252, 2: nil}

// add adds the characters in [start,end), each of width bytes.
func (w *wordReader) add(start, end, width int) {
	for start < end {
		to, stop := &w.live, end
		i := sort.Search(len(w.deleted), func(i int) bool { return w.deleted[i][1] > start })
		switch {
		case i == len(w.deleted):
		case w.deleted[i][0] <= start:
			to, stop = &w.gone, min(end, w.deleted[i][1])
		default:
			stop = min(end, w.deleted[i][0])
		}
		stop = max(stop-(stop-start)%width, start+width)
		n := len(to.rest)
		to.add(start, stop, wordPages[width])
		if to == &w.gone && n > 0 && len(to.rest) > n && to.rest[n-1].end != start {
			to.rest[n].before = '\n'
		}
		start = stop
	}
}

// placed returns the part of b that place describes by its offset and length.
func placed(b, place []byte) []byte {
	start, size := le32(place), le32(place[4:])
	if start > len(b) || size > len(b)-start {
		return nil
	}
	return b[start : start+size]
}

// deletions returns the spans of characters that are not part of the line. The table
// lists the pages of formats (MS-DOC, sections 2.8.5 and 2.9.33).
func deletions(b, table []byte) (all [][2]int) {
	const size, most = 512, 64 << 10
	n := min((len(table)-4)/8, len(b)/size)
	for i := range max(n, 0) {
		at := le32(table[4*((len(table)-4)/8+1+i):]) & (1<<22 - 1) * size
		if at+size > len(b) || len(all) > most {
			break
		}
		page := b[at : at+size]
		runs := int(page[size-1])
		if 5*runs+4 >= size {
			break
		}
		for k := range runs {
			format := 2 * int(page[4*(runs+1)+k])
			if format > 0 && format+1+int(page[format]) < size && isAside(page[format+1:][:page[format]]) {
				all = append(all, [2]int{le32(page[4*k:]), le32(page[4*k+4:])})
			}
		}
	}
	return all
}

// isAside reports whether formats mark characters as deleted, or move them off the line
// like the number of a note (MS-DOC, section 2.6.1).
func isAside(formats []byte) bool {
	const mark, script, position, variable = 0x0800, 0x2a48, 0x4845, 6
	sizes := [8]int{1, 1, 2, 4, 2, 2, variable: 1, 7: 3}
	for len(formats) > 2 {
		code := le16(formats)
		size := sizes[code>>13]
		switch {
		case code == mark, code == script, code == position:
			return formats[2] != 0
		case code>>13 == variable:
			size += int(formats[2])
		}
		formats = formats[min(2+size, len(formats)):]
	}
	return false
}

// pieceTable returns the piece table in a Clx (MS-DOC, section 2.9.38). Any number of
// changes may precede it.
func pieceTable(clx []byte) []byte {
	const change, table = 1, 2
	for len(clx) > 5 && clx[0] == change {
		clx = clx[min(3+le16(clx[1:]), len(clx)):]
	}
	if len(clx) < 5 || clx[0] != table {
		return nil
	}
	return clx[5:min(5+le32(clx[1:]), len(clx))]
}

// pieces adds the text of all pieces of a table (MS-DOC, section 2.8.35). The table has
// the positions of their characters, and then eight bytes for each piece. Pieces of a
// sound document do not overlap, so together they are no longer than the stream.
func (w *wordReader) pieces(table []byte) error {
	const positionSize, size, narrow = 4, 8, 1 << 30
	n := (len(table) - positionSize) / (positionSize + size)
	if n < 1 {
		return errStream
	}
	b := w.live.b
	for i, left := 0, len(b); i < n; i++ {
		characters := le32(table[positionSize*(i+1):]) - le32(table[positionSize*i:])
		start := le32(table[positionSize*(n+1)+size*i+2:])
		width := 1
		if w.is97 && start&narrow == 0 {
			width = 2
		} else if w.is97 {
			start = start &^ narrow / 2
		}
		if characters < 0 || start > len(b) || characters > min(left, len(b)-start)/width {
			return errStream
		}
		left -= characters * width
		w.add(start, start+characters*width, width)
	}
	return nil
}
