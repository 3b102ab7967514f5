package archive

import (
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/mail"
)

// A Handler receives the results of one reader. An error that one of its methods returns ends all reading, and [Reader.Run]
// returns it.
type Handler interface {
	// Begin is called before a part is read.
	Begin(p *Part) error
	// Result is called for each result of the part. r is valid only during the call, but its Source may be kept.
	Result(r *Result) error
	// Error is called for anything that cannot be read, at its place among the results. err is an [*Error], or an error that the
	// sequence of inputs yielded. Such an error, and one of an input that cannot be opened, is reported in the order of the
	// inputs, between parts. [ErrChanged] is reported in the part that is read last.
	Error(err error) error
	// End is called after a part was read. The counts in p are then complete.
	End(p *Part) error
}

// ErrSkipInput is returned by [Handler.Result] to skip the rest of the current part. [Reader.Run] does not return it as an error. With
// a negative Config.PartSize, the part is the whole input.
var ErrSkipInput = errors.New("skip the rest of this input")

// A ContentHandler is a [Handler] that also learns the format of inputs and of members of archives.
type ContentHandler interface {
	Handler
	// Content is called before an input or member that is neither compressed nor an archive is read, or a part of it. The
	// Message, Part, Header and HTML of s are not set.
	Content(s *Source) error
}

// A SkipHandler is a [Handler] that also learns which inputs, members of archives and parts of messages are skipped, since they have no
// text or no text that can be read.
type SkipHandler interface {
	Handler
	// Skip is called for what is skipped, at its place among the results. s is valid only during the call.
	Skip(s *Skipped) error
}

// A MessageHandler is a [Handler] that also learns of each message, whether or not anything is found in it.
type MessageHandler interface {
	Handler
	// Message is called for each message that is not part of another one, after its header was read. Of m only what the header
	// says may be used.
	Message(m *mail.Message)
}

// A Skipped is an input, a member of an archive, or a part of a message or of a document that was not read.
type Skipped struct {
	// Source describes it. It has no Message.
	*Source
	// Message is the number of its message, or 0.
	Message int
	// Offset is the offset in bytes at which the part begins in the input or the member.
	Offset int64
	// Type is the media type, by the first bytes, or else as the message has it. It is empty if it is unknown.
	Type string
	// Why is the reason, such as "unknown type".
	Why string
}

// Whole reports whether a whole input was skipped, and not a member or a part of it.
func (s *Skipped) Whole() bool { return s.Member == "" && s.Format == mail.Binary }

// Shift adjusts a skipped part in a later part of a file, whose messages are counted from the beginning of the part, so that they
// count from the beginning of the file. before is the position of that part of the file.
func (s *Skipped) Shift(before Position) {
	if s.Message > 0 {
		s.Message += before.Messages
	}
}

// A MemberHandler is a [Handler] that also learns of each member of an archive that is an input.
type MemberHandler interface {
	Handler
	// Member is called after a member was read or left out. m is valid only during the call.
	Member(m *Member) error
}

// A Member is a member of an archive.
type Member struct {
	// Source describes the member. Its Format is Auto if the member was left out.
	*Source
	// Size is the number of bytes that were unpacked and read, or 0 if the member was left out.
	Size int64
	// Excluded reports whether the member was left out, because of the patterns of Config.
	Excluded bool
}

// A RawHandler is a [Handler] that also sees the bytes of inputs before they are unpacked or decoded.
type RawHandler interface {
	Handler
	// Raw is called after Begin, and returns the reader through which the part is read. In End the handler may read what is left
	// of r. If r is an io.ReaderAt and io.Seeker, the returned reader should be both; otherwise a zip file is read from its
	// beginning and not by its directory. With several Config.Readers, a compressed file is read from another goroutine, which has
	// ended before End is called.
	Raw(p *Part, r io.Reader) io.Reader
}

// A TextHandler is a [Handler] that also sees the decoded texts.
type TextHandler interface {
	Handler
	// Text is called before a text is read, and returns the reader through which it is read. t is valid until EndText.
	Text(t *Text) io.Reader
	// EndText is called after a text was read.
	EndText() error
}

// A Text is a decoded text, for a [TextHandler].
type Text struct {
	io.Reader
	Source *Source

	text   *mail.Text // nil for plain text
	lines  *lineIndex // nil if lines are not wanted
	offset int64
	before int // the number of lines before the part
}

// Place returns the place of the byte at an offset of the text: its offset in bytes in the input or the member, and its line.
// Lines count from 1. The line is 0 unless Extract.Lines is set. Place only knows the end of the text read so far.
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
