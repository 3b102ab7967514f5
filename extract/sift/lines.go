package sift

import (
	"io"

	"github.com/urlsift/urlsift/scan"
)

// A lineIndex counts the lines of the text that is read through it, and returns the line of an offset. It keeps the text read
// last, since the offsets in question are shortly before its end.
type lineIndex struct {
	maxURL int // the maximum length of a URL, for keptFor
	r      io.Reader
	base   int64              // the offset at which r begins,
	before int                // and how many lines ended before that
	offset int64              // how much of r has been read
	lines  scan.LineCounter   // at offset
	kept   []byte             // the text read last, as a ring buffer: the byte at an offset is at the offset modulo the length
	blocks []scan.LineCounter // at the beginning of each block of kept
	found  scan.LineCounter   // at foundAt, the offset in question last
	of     int                // the number of the unpacked content whose text it is, or notUnpacked

	foundAt int64
}

// Offsets in question are less than nearBytes before the end of the text read so far, unless URLs may be longer than by default.
const (
	nearBytes     = 4 << 20
	lineBlockSize = 4 << 10
	leastKept     = nearBytes + lineBlockSize // a block is being overwritten
)

// keptFor returns how much of the text is kept for URLs of up to maxURL bytes. A Finder reads half as much more before it returns one, and
// quoted-printable has three bytes for one, and line breaks.
func keptFor(maxURL int) int {
	const encoded, longest = 5, 1 << 28
	more := encoded * max(min(maxURL, longest)-scan.DefaultMaxURL, 0)
	return leastKept + (more+lineBlockSize-1)/lineBlockSize*lineBlockSize
}

// reset begins to count the lines of r, which begins at an offset after a number of lines.
func (x *lineIndex) reset(r io.Reader, base int64, before int) {
	*x = lineIndex{maxURL: x.maxURL, r: r, base: base, before: before, kept: x.kept, blocks: x.blocks, of: x.of}
	if x.kept == nil {
		n := keptFor(x.maxURL)
		x.kept, x.blocks = make([]byte, n), make([]scan.LineCounter, n/lineBlockSize)
	}
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

// at returns the line and the column of an offset, both from 1. It returns 0, 0 for an offset that was read too long ago.
func (x *lineIndex) at(offset int64) (line, column int) {
	offset -= x.base
	if x.offset-offset > int64(len(x.kept)-lineBlockSize) {
		return 0, 0
	}
	at := int(offset % int64(len(x.kept)))
	from := at - at%lineBlockSize
	if since := int(offset - x.foundAt); 0 <= since && since < at-from {
		from = at - since
	} else {
		x.found = x.blocks[at/lineBlockSize]
	}
	x.found.Add(x.kept[from:at])
	x.foundAt = offset
	line, column = x.found.Place()
	return x.before + line, column
}

// breaks returns the number of lines that ended so far.
func (x *lineIndex) breaks() int { return x.before + x.lines.Breaks() }
