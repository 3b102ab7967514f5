// Package lines counts the lines of texts.
package lines

import (
	"bytes"
	"encoding/binary"

	"github.com/urlsift/urlsift/internal/octet"
)

// A Counter counts the lines of a text that is added piece by piece. A line ends after an
// LF and the CRs right before it, or after a CR that no LF follows. The lines of a
// wrapper are joined at the same places. The zero Counter is at the beginning of a text.
type Counter struct {
	Breaks int   // the number of lines of the text added so far that have ended
	Start  int64 // where the line of Offset begins
	Offset int64 // the length of the text added so far
	crs    int   // the number of CRs right before Offset, which belong to an LF that follows
}

// Add adds the text that comes next.
func (l *Counter) Add(text []byte) {
	for len(text) > 0 {
		size := loneCR(text)
		if size == 0 {
			size, l.crs, l.Breaks, l.Start = 1, l.crs+1, l.Breaks+1, l.Offset+1
		} else {
			if text[0] == '\r' || text[0] == '\n' {
				l.Breaks -= l.crs
			}
			if n := bytes.Count(text[:size], []byte{'\n'}); n > 0 {
				l.Breaks, l.Start = l.Breaks+n, l.Offset+int64(bytes.LastIndexByte(text[:size], '\n'))+1
			}
			l.crs = 0
		}
		l.Offset, text = l.Offset+int64(size), text[size:]
	}
}

// loneCR returns the index of the first CR in text that no LF follows, or the length of
// text.
func loneCR(text []byte) int {
	// bytes that are looked at together, since to look for each CR costs more in the
	// lines of mail
	const block = 32
	rest := text[octet.IndexOrEnd(text, '\r'):]
	for len(rest) > block && loneCRs(rest)|loneCRs(rest[8:])|loneCRs(rest[16:])|loneCRs(rest[24:]) == 0 {
		rest = rest[block:]
	}
	for at := len(text) - len(rest); ; at++ {
		if at += octet.IndexOrEnd(text[at:], '\r'); at+1 >= len(text) || text[at+1] != '\n' {
			return at
		}
	}
}

// loneCRs returns a word that is 0 if each CR in the first eight bytes of text has an LF
// after it.
func loneCRs(text []byte) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	// 0 where the byte is one
	cr, lf := binary.LittleEndian.Uint64(text)^'\r'*ones, binary.LittleEndian.Uint64(text[1:])^'\n'*ones
	return (cr - ones) &^ cr &^ ((lf - ones) &^ lf) & highs
}

// Place returns the line and the column of the byte that follows the text added so far.
// Both count from 1, and the column counts bytes. That byte must not be an LF.
func (l *Counter) Place() (line, column int) { return l.Breaks + 1, int(l.Offset-l.Start) + 1 }
