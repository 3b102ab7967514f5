package document

import "golang.org/x/text/encoding/charmap"

// wordTexts yields the text of a document of Word 6 to 2003 (MS-DOC): the body, and after
// it notes, headers, comments and text boxes, in the order of the piece table.
func wordTexts(s *Legacy, yield func(*LegacyText) bool) error {
	// The beginning of the stream (FibBase), and the following fields in versions before
	// 97 and since.
	const (
		before97, since97 = 0xa5dc, 0xa5ec
		flagsAt           = 0x0a
		complex           = 1 << 2
		encrypted         = 1 << 8
		oneTable          = 1 << 9
		textAt, tableOf95 = 0x18, 0x160
		tableOf97         = 0x1a2
		headSize          = tableOf97 + 8
	)
	b := s.Data
	if len(b) < headSize {
		return errStream
	}
	version, flags := le16(b), le16(b[flagsAt:])
	in, at := b, tableOf95
	switch {
	case version != before97 && version != since97:
		return errVersion
	case flags&encrypted != 0:
		return ErrEncrypted
	case version == since97 && flags&oneTable != 0:
		in, at = s.beside["1Table"], tableOf97
	case version == since97:
		in, at = s.beside["0Table"], tableOf97
	}
	t := LegacyText{b: b}
	if version == before97 && flags&complex == 0 {
		start, end := le32(b[textAt:]), le32(b[textAt+4:])
		if start > end || end > len(b) {
			return errStream
		}
		t.narrow(start, end, charmap.Windows1252)
		yield(&t)
		return nil
	}
	start, size := le32(b[at:]), le32(b[at+4:])
	if start > len(in) || size > len(in)-start {
		return errStream
	}
	err := t.pieces(pieceTable(in[start:start+size]), version == since97)
	yield(&t)
	return err
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

// pieces adds the text of all pieces (MS-DOC, section 2.8.35): the positions of their
// characters, followed by eight bytes for each piece. Pieces of a sound document do not
// overlap, so together they are no longer than the stream.
func (t *LegacyText) pieces(table []byte, is97 bool) error {
	const positionSize, size, narrow = 4, 8, 1 << 30
	n := (len(table) - positionSize) / (positionSize + size)
	if n < 1 {
		return errStream
	}
	b := t.b
	for i, left := 0, len(b); i < n; i++ {
		characters := le32(table[positionSize*(i+1):]) - le32(table[positionSize*i:])
		start := le32(table[positionSize*(n+1)+size*i+2:])
		width := 1
		if is97 && start&narrow == 0 {
			width = 2
		} else if is97 {
			start = start &^ narrow / 2
		}
		if characters < 0 || start > len(b) || characters > min(left, len(b)-start)/width {
			return errStream
		}
		left -= characters * width
		if end := start + characters*width; width == 2 {
			t.wide(start, end)
		} else {
			t.narrow(start, end, charmap.Windows1252)
		}
	}
	return nil
}
