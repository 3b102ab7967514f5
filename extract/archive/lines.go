package archive

import (
	"bytes"
	"io"
)

// A lineIndex counts the lines of what is read through it, and tells on which line an offset stands. For that it keeps what was
// read last, since what is asked for lies not far behind.
type lineIndex struct {
	r      io.Reader
	offset int64 // how far r was read
	lines  int   // line feeds before offset
	start  int64 // where the line begins that offset is on
	kept   []byte
	blocks []lineBlock // of kept, in which an offset has its place by what is left when it is divided by the length
}

// A lineBlock is what was known where a block of lineIndex.kept begins.
type lineBlock struct {
	lines int
	start int64
}

// What is asked for lies less than nearBytes behind what was read.
const (
	nearBytes     = 4 << 20
	lineBlockSize = 4 << 10
)

// reset makes it count what is read from r.
func (x *lineIndex) reset(r io.Reader) {
	kept, blocks := x.kept, x.blocks
	if kept == nil {
		const n = nearBytes/lineBlockSize + 1 // one is being overwritten
		kept, blocks = make([]byte, n*lineBlockSize), make([]lineBlock, n)
	}
	*x = lineIndex{r: r, kept: kept, blocks: blocks}
}

func (x *lineIndex) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	for p = p[:max(n, 0)]; len(p) > 0; {
		at := int(x.offset % int64(len(x.kept)))
		if at%lineBlockSize == 0 {
			x.blocks[at/lineBlockSize] = lineBlock{x.lines, x.start}
		}
		part := p[:min(len(p), lineBlockSize-at%lineBlockSize)]
		copy(x.kept[at:], part)
		if breaks := bytes.Count(part, []byte{'\n'}); breaks > 0 {
			x.lines += breaks
			x.start = x.offset + int64(bytes.LastIndexByte(part, '\n')) + 1
		}
		x.offset += int64(len(part))
		p = p[len(part):]
	}
	return n, err
}

// at gives the line and the column of an offset, from 1.
func (x *lineIndex) at(offset int64) (line, column int) {
	at := int(offset % int64(len(x.kept)))
	block := x.blocks[at/lineBlockSize]
	before := x.kept[at-at%lineBlockSize : at]
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		return block.lines + bytes.Count(before, []byte{'\n'}) + 1, len(before) - i
	}
	return block.lines + 1, int(offset-block.start) + 1
}

// breaks gives how many line feeds have been read.
func (x *lineIndex) breaks() int { return x.lines }
