package sift

import (
	"io"
	"iter"

	"github.com/urlsift/urlsift/extract/internal/texts"
)

// The unpacked are the contents within a stream of messages that have offsets of their own.
type unpacked struct {
	lines   []*lineIndex // by depth
	number  int          // how many have been unpacked
	reading int          // the number of the one that is being read, or 0
}

// notUnpacked is the number of what was not unpacked, but has offsets of its own: a file in a document.
const notUnpacked = -1

// unpack unpacks a content inside a message or the like, within the limits of the input.
func (w *worker) unpack(how string, r io.Reader) iter.Seq2[texts.Content, error] {
	return func(yield func(texts.Content, error) bool) {
		around := w.unpacked.reading
		defer func() { w.unpacked.reading = around }()
		for e, err := range w.unpacker.Within(how, r) {
			if w.unpacked.reading = around; e.Packed {
				w.unpacked.number++
				w.unpacked.reading = w.unpacked.number
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// watch begins a content that has offsets of its own, and counts its lines if they are wanted.
func (w *worker) watch(depth int, c texts.Content) io.Reader {
	u := &w.unpacked
	for len(u.lines) < depth {
		u.lines = append(u.lines, new(lineIndex))
	}
	x := u.lines[depth-1]
	if x.of = notUnpacked; c.Packed {
		x.of = u.reading
	}
	switch {
	case !w.config.Extract.Lines:
		return c.Reader
	case c.Resumed:
		x.resume(c, c.Offset)
	default:
		x.reset(c)
	}
	return x
}

// holds reports whether the offsets of a text count in the content that is being read.
func (u *unpacked) holds(text *texts.Text) bool {
	if text.Depth == 0 {
		return u.reading == 0
	}
	return u.lines[text.Depth-1].of == u.reading
}

// linesOf returns the lines of the stream or content in which the offsets of a text count. stream has those of the stream.
func (u *unpacked) linesOf(text *texts.Text, stream *lineIndex) *lineIndex {
	if stream == nil || text.Depth == 0 {
		return stream
	}
	return u.lines[text.Depth-1]
}
