package archive

import (
	"io"

	"github.com/urlsift/urlsift/scan"
)

// A lineIndex counts the lines of what is read through it, and tells on which line an offset stands. For that it keeps what was
// read last, since what is asked for lies not far before the end of that.
type lineIndex struct {
	r      io.Reader
	offset int64              // how far r was read
	lines  scan.LineCounter   // of what stands before offset
	kept   []byte             // what was read last, in which an offset has its place by the remainder of its division by the length
	blocks []scan.LineCounter // of what stands before each block of kept
}

// What is asked for lies less than nearBytes before the end of what was read.
const (
	nearBytes     = 4 << 20
	lineBlockSize = 1 << 10
)

// reset makes it count what is read from r.
func (x *lineIndex) reset(r io.Reader) {
	kept, blocks := x.kept, x.blocks
	if kept == nil {
		const n = nearBytes/lineBlockSize + 1 // one is being overwritten
		kept, blocks = make([]byte, n*lineBlockSize), make([]scan.LineCounter, n)
	}
	*x = lineIndex{r: r, kept: kept, blocks: blocks}
}

func (x *lineIndex) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	for p = p[:max(n, 0)]; len(p) > 0; {
		at := int(x.offset % int64(len(x.kept)))
		if at%lineBlockSize == 0 {
			x.blocks[at/lineBlockSize] = x.lines
		}
		part := p[:min(len(p), lineBlockSize-at%lineBlockSize)]
		copy(x.kept[at:], part)
		x.lines.Add(part)
		x.offset += int64(len(part))
		p = p[len(part):]
	}
	return n, err
}

// at returns the line and the column of an offset, from 1. It returns 0 for one that was read too long ago.
func (x *lineIndex) at(offset int64) (line, column int) {
	if x.offset-offset > nearBytes {
		return 0, 0
	}
	at := int(offset % int64(len(x.kept)))
	lines := x.blocks[at/lineBlockSize]
	lines.Add(x.kept[at-at%lineBlockSize : at])
	return lines.Place()
}

// breaks returns how many lines have ended in what was read.
func (x *lineIndex) breaks() int { return x.lines.Breaks() }
