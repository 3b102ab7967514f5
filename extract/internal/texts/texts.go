package texts

import (
	"io"
	"iter"

	"github.com/urlsift/urlsift/extract/mail"
)

// New returns a Reader for config.
func New(config Config) *Reader { return &Reader{config: config} }

// Format returns the detected format of the last stream. A Single with more than one
// message becomes an Rmail.
func (r *Reader) Format() mail.Format { return r.format }

// Messages returns the number of messages read so far in the last stream.
func (r *Reader) Messages() int { return r.messages - r.before }

// MessageStart returns the offset of the message that is being read, or of the last one.
// In a stream of text all later texts are at or after it.
func (r *Reader) MessageStart() int64 {
	if m := r.walker.message; m != nil {
		return m.Offset
	}
	return r.offset
}

// StartAt sets the offset in bytes and the number of messages at which later streams
// begin.
func (r *Reader) StartAt(offset int64, messages int) { r.offset, r.before = offset, messages }

// Texts returns an iterator over the texts in a stream, in order. Iteration continues
// after an [*Error]. Any other error is returned unchanged from the stream, and ends the
// iteration.
func (r *Reader) Texts(stream io.Reader) iter.Seq2[*Text, error] {
	return r.texts(stream, func(w *walker) bool {
		if r.format == mail.Auto {
			w.src.Fill(HeadSize)
			r.format = FormatOf(w.src.Rest())
		}
		return w.readFormat(r.format)
	})
}

// Resume is like Texts for the rest of a stream after damage. The format of the stream is
// that of the Config.
func (r *Reader) Resume(rest io.Reader) iter.Seq2[*Text, error] {
	return r.texts(rest, func(w *walker) bool { return w.readRest(r.format) })
}

func (r *Reader) texts(stream io.Reader, read func(*walker) bool) iter.Seq2[*Text, error] {
	return func(yield func(*Text, error) bool) {
		r.messages, r.format = r.before, r.config.Format
		w := &r.walker
		w.reset(r, stream, nil, yield)
		w.src.StartAt(r.offset)
		if read(w) && w.src.Err != nil && w.src.Err != io.EOF {
			yield(nil, w.src.Err)
		}
	}
}
