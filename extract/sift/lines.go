package sift

import (
	"io"

	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/internal/lines"
	"github.com/urlsift/urlsift/scan"
)

// A lineIndex counts the lines of the text that is read through it, and returns the line
// of an offset. It keeps the end of the text read so far, since it is asked only for
// offsets shortly before that end.
type lineIndex struct {
	maxURL int // the maximum length of a URL, for keptFor
	r      io.Reader
	base   int64         // the offset at which r begins,
	before int           // lines that ended before base
	offset int64         // bytes of r that have been read
	lines  lines.Counter // at offset
	// ring buffer of the end of the text: the byte at an offset is at index offset %
	// len(kept). It grows, up to keptFor bytes, so as not to lose text from offset needed
	// on. A small one stays in the cache of the processor.
	kept   []byte
	needed int64
	oldest func() int64    // returns an offset before which at is not called anymore, or is nil
	blocks []lines.Counter // at the beginning of each block of kept
	found  lines.Counter   // at foundAt, the offset last asked for
	of     int             // the number of the unpacked content that the text belongs to, or notUnpacked

	foundAt int64
}

// It is asked for offsets less than nearBytes before the end of the text read so far,
// unless MaxURL is greater than the default.
const (
	nearBytes     = 4 << 20
	lineBlockSize = 4 << 10
	leastKept     = nearBytes + lineBlockSize // a block is being overwritten
	firstKept     = 256 << 10
)

// keptFor returns the number of bytes of the text that are kept for URLs of up to maxURL
// bytes. A Finder reads half as much more before it returns a URL, and quoted-printable
// has three bytes for one, and line breaks.
func keptFor(maxURL int) int {
	const encoded, longest = 5, 1 << 28
	more := encoded * max(min(maxURL, longest)-scan.DefaultMaxURL, 0)
	return leastKept + (more+lineBlockSize-1)/lineBlockSize*lineBlockSize
}

// reset starts counting the lines of r. base is the offset at which r begins, before the
// number of lines before it.
func (x *lineIndex) reset(r io.Reader, base int64, before int) {
	*x = lineIndex{maxURL: x.maxURL, r: r, base: base, before: before, kept: x.kept,
		blocks: x.blocks, of: x.of}
	if x.kept == nil {
		x.resize(firstKept)
	}
}

// resize replaces the ring buffer by a larger one with the same text.
func (x *lineIndex) resize(n int) {
	kept, blocks := make([]byte, n), make([]lines.Counter, n/lineBlockSize)
	first := max(x.offset-int64(len(x.kept)), 0)
	for offset := first - first%lineBlockSize; offset < x.offset; offset += lineBlockSize {
		from, to := offset%int64(len(x.kept)), offset%int64(n)
		copy(kept[to:], x.kept[from:from+lineBlockSize])
		blocks[to/lineBlockSize] = x.blocks[from/lineBlockSize]
	}
	x.kept, x.blocks = kept, blocks
}

// makeRoom makes room for n more bytes, unless the ring buffer has its maximum size.
func (x *lineIndex) makeRoom(n int) {
	lacks := func() bool { return x.offset+int64(n)-x.needed > int64(len(x.kept)-lineBlockSize) }
	if lacks() && x.oldest != nil {
		x.needed = x.oldest() - x.base
	}
	for most := keptFor(x.maxURL); len(x.kept) < most && lacks(); {
		x.resize(min(2*len(x.kept), most))
	}
}

func (x *lineIndex) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	x.makeRoom(max(n, 0))
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

// at returns the line and the column of an offset, both from 1. It returns 0, 0 if the
// text at the offset is no longer kept.
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
func (x *lineIndex) breaks() int { return x.before + x.lines.Breaks }

// A nest counts the lines of contents that are nested in a stream of messages and have
// offsets of their own, by depth.
type nest struct {
	levels []*lineIndex
	counts bool // lines are counted
	maxURL int  // as in a lineIndex
}

// notUnpacked is the number of a content that was not unpacked, but has offsets of its
// own: a file in a document.
const notUnpacked = -1

// watch starts a content with offsets of its own, and counts its lines if they are
// wanted.
func (n *nest) watch(depth int, c unpack.Entry) io.Reader {
	for len(n.levels) < depth {
		n.levels = append(n.levels, &lineIndex{maxURL: n.maxURL})
	}
	x := n.levels[depth-1]
	if x.of = notUnpacked; c.Packed {
		x.of = c.Number
	}
	switch {
	case !n.counts:
		return c.Reader
	case c.Resumed:
		x.reset(c, c.Offset, x.breaks())
	default:
		x.reset(c, 0, 0)
	}
	return x
}
