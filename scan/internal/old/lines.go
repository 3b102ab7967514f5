//go:build long

package old

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// A LineCounter counts the lines of a text that is added piece by piece. A line ends after an LF and the CRs right before it, or
// after a CR that no LF follows. The lines of a wrapper are joined at the same places. The zero LineCounter is at the beginning
// of a text.
type LineCounter struct {
	breaks int   // before offset
	start  int64 // where the line of offset begins
	offset int64 // the length of the text added so far
	crs    int   // how many CRs stand right before offset that may belong to an LF
}

// Add adds the next piece of the text.
func (l *LineCounter) Add(piece []byte) {
	if l.crs == 0 { // as mostly
		n := loneCR(piece)
		l.addLFs(piece[:n])
		piece = piece[n:]
	}
	base := l.offset
	l.offset += int64(len(piece))
	lf := -1 // where the next LF is, once it has been searched for
	for i := 0; i < len(piece); {
		k := i
		for k < len(piece) && piece[k] == '\r' {
			k++
		}
		if l.crs += k - i; k == len(piece) {
			return // the next piece decides what they belong to
		}
		if piece[k] == '\n' {
			l.breaks, l.start, l.crs = l.breaks+1, base+int64(k)+1, 0
			k++
		} else {
			l.loneCRs(base + int64(k))
		}
		if lf < k {
			lf = k + indexOrEnd(piece[k:], '\n')
		}
		i = k + indexOrEnd(piece[k:lf], '\r')
	}
}

// addLFs adds the next piece of the text, in which an LF follows each CR, or is the next byte of the text.
// No CRs may wait for an LF.
func (l *LineCounter) addLFs(piece []byte) {
	if breaks := bytes.Count(piece, []byte{'\n'}); breaks > 0 {
		l.breaks += breaks
		l.start = l.offset + int64(lastLF(piece)) + 1
	}
	l.offset += int64(len(piece))
}

// lastLF returns the index of the last LF in text, or -1. It looks at eight bytes at a time, and bytes.LastIndexByte at one.
func lastLF(text []byte) int {
	for ; len(text) >= 8; text = text[:len(text)-8] {
		x := binary.LittleEndian.Uint64(text[len(text)-8:]) ^ '\n'*lowest  // a byte of it is 0 for an LF
		if lf := ^(x&^highest + ^uint64(highest) | x) & highest; lf != 0 { // the highest bit of each such byte
			return len(text) - 1 - bits.LeadingZeros64(lf)/8
		}
	}
	return bytes.LastIndexByte(text, '\n')
}

// loneCR returns the index of the first run of CRs in text that no LF follows, or the length of text.
func loneCR(text []byte) int {
	for at := 0; ; {
		k := bytes.IndexByte(text[at:], '\r')
		if k < 0 {
			return len(text)
		}
		first := at + k
		for at = first + 1; at < len(text) && text[at] == '\r'; at++ {
		}
		if at == len(text) || text[at] != '\n' {
			return first
		}
	}
}

// lineEnd returns the index of the first CR or LF in text, or the length of text.
func lineEnd(text []byte) int {
	text = text[:indexOrEnd(text, '\n')]
	return indexOrEnd(text, '\r')
}

// loneCRs counts the CRs that end at offset end and that no LF follows. Each of them ends a line.
func (l *LineCounter) loneCRs(end int64) {
	if l.crs > 0 {
		l.breaks, l.start, l.crs = l.breaks+l.crs, end, 0
	}
}

// Place returns the line and the column of the byte that follows the text added so far. Both count from 1, and the column counts
// bytes. That byte must not be an LF.
func (l *LineCounter) Place() (line, column int) {
	if l.crs > 0 {
		return l.breaks + l.crs + 1, 1
	}
	return l.breaks + 1, int(l.offset-l.start) + 1
}

// Breaks returns how many lines of the text added so far have ended, if the text ends here.
func (l *LineCounter) Breaks() int { return l.breaks + l.crs }
