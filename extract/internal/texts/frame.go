package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// framed reads the message that a stage returns. The message begins at an offset.
func (w *walker) framed(at int64, s decode.Stage, read func(in *walker) bool) bool {
	w.begin()
	w.message.Offset, _ = w.src.Span(at, at)
	ok := w.sameMessage(s, read)
	w.endMessage()
	return ok
}

// framedWhole reads a message from a stage that knows its length.
func (w *walker) framedWhole(at int64, s decode.Stage) bool {
	return w.framed(at, s, (*walker).readMessage) &&
		(!s.IsCut() || w.src.IsCut() || w.fail(w.src.Offset(), "message is cut"))
}

// sameMessage lets another walker read the output of a stage, at the same place.
func (w *walker) sameMessage(s decode.Stage, read func(in *walker) bool) bool {
	in := w.over(s)
	here := w.place
	here.path, here.headerText = append(in.path[:0], w.path...), append(in.headerText[:0], w.headerText...)
	in.place = here
	in.src.EOL = in.lineEnd()
	ok := read(in) && in.leftover()
	decode.Drain(s)
	return ok
}

// A frame is a stage that returns the bytes of a source up to a length or up to a mark.
type frame struct {
	decode.Section
	left int64
	mark string
}

func (f *frame) Next() []byte {
	there := f.Fill(max(len(f.mark), 1))
	n := int(min(int64(len(f.Rest())), f.left))
	if f.mark != "" {
		if k := bytes.Index(f.Rest(), []byte(f.mark)); k >= 0 {
			n = k
		} else if there >= len(f.mark) {
			n -= len(f.mark) - 1 // the mark may begin there
		}
	}
	if n == 0 {
		return nil
	}
	f.left -= int64(n)
	return f.Take(n)
}

// IsCut reports whether the source is shorter than the length.
func (f *frame) IsCut() bool {
	return f.Section.IsCut() || f.mark == "" && f.left > 0 && f.Fill(1) == 0
}

// recoded is embedded in stages that decode the bytes of a source.
type recoded struct {
	src *decode.Source
	decode.Output
}

func (r *recoded) IsCut() bool { return r.src.IsCut() }

func (*recoded) IsWhole() bool { return false }

func (r *recoded) Span(start, end int64) (int64, int64) {
	return r.src.Span(r.Offsets.Span(start, end))
}
