package archive

import (
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/mail"
)

// A Handler is told what one reader finds. An error that it returns ends all reading, and is that of [Reader.Run].
type Handler interface {
	// Begin is called before a part is read.
	Begin(p *Part) error
	// Result is called for each result of the part. It is valid during the call, except for its Source.
	Result(r *Result) error
	// Error is called for what cannot be read, in its place among the results: with an *Error, or with an error that came
	// in the place of an input. That one, and what cannot be opened, comes in its turn, outside of parts. That a file changed
	// while it was read is known when all of its parts have been read, and told in the part that was read last.
	Error(err error) error
	// End is called after a part was read. What it counted is known then.
	End(p *Part) error
}

// SkipInput is returned by [Handler.Result] to skip the rest of the part that is read. It is not the error of [Reader.Run]. With a
// negative Config.PartSize, the part is all of the input.
var SkipInput = errors.New("skip the rest of this input")

// A ContentHandler is a [Handler] that is told, too, what inputs and members of archives are.
type ContentHandler interface {
	Handler
	// Content is called before what is neither compressed nor an archive is read, or one of its parts. It is not told of
	// Message, Part, Header and HTML.
	Content(s *Source) error
}

// A SkipHandler is a [Handler] that is told, too, what is passed over in messages since it has no text, or none that can be read.
type SkipHandler interface {
	Handler
	// Skip is called in its place among the results. What it is given is valid during the call.
	Skip(s *Skipped) error
}

// A Skipped is a part of a message, or of a document, that was passed over.
type Skipped struct {
	// Source is what it is. It does not tell of its message, but for the number.
	*Source
	Message int
	// Offset is where it begins in the input, or in the member.
	Offset int64
	// Type is its media type, or empty if nothing tells it.
	Type string
	// Why is the reason, such as "unknown type".
	Why string
}

// Shift makes what was skipped in a later part of a file, whose messages are numbered from the part's beginning, a part of the
// file: before is what stands before the part.
func (s *Skipped) Shift(before Position) {
	if s.Message > 0 {
		s.Message += before.Messages
	}
}

// A RawHandler is a [Handler] that sees the bytes of inputs, too, before anything is unpacked or decoded.
type RawHandler interface {
	Handler
	// Raw is called after Begin, and returns what the part is read through. It may read what was left of r in End. If r is an
	// io.ReaderAt and io.Seeker, what it returns should be both, or a zip is read from its beginning.
	Raw(p *Part, r io.Reader) io.Reader
}

// A TextHandler is a [Handler] that sees texts, too.
type TextHandler interface {
	Handler
	// Text is called before a text is read, and returns what it is to be read through.
	Text(t *Text) io.Reader
	// EndText is called after it was read.
	EndText() error
}

// A Text is a text as a [TextHandler] sees it: decoded.
type Text struct {
	io.Reader
	Source *Source

	text   *mail.Text // nil for plain text
	lines  *lineIndex // nil if nobody asks for lines
	offset int64
	before int // how many lines stand before the part
}

// Place returns the offset in the input, or the member, of the byte at an offset of the text, and its line, counted from 1, or 0
// unless Extract.Lines is set. Only what was read last can be asked for.
func (t *Text) Place(offset int64) (start int64, line int) {
	if start = offset; t.text != nil {
		start, _ = t.text.Span(offset, offset+1)
	}
	if t.lines != nil {
		line, _ = t.lines.at(start)
		line += t.before
	}
	return t.offset + start, line
}
