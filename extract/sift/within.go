package sift

import (
	"io"

	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// notUnpacked is the number of a content that was not unpacked, but has offsets of its
// own: a file in a document.
const notUnpacked = -1

// watch starts a content with offsets of its own within a stream of messages, and counts
// its lines if they are wanted.
func (w *worker) watch(depth int, c unpack.Entry) io.Reader {
	for len(w.within) < depth {
		w.within = append(w.within, &lineIndex{maxURL: w.lines.maxURL})
	}
	x := w.within[depth-1]
	if x.of = notUnpacked; c.Packed {
		x.of = c.Number
	}
	switch {
	case !w.config.Extract.Lines:
		return c.Reader
	case c.Resumed:
		x.reset(c, c.Offset, x.breaks())
	default:
		x.reset(c, 0, 0)
	}
	return x
}
