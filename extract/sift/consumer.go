package sift

import (
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Consumer receives the events of one reader. [Reader.Run] makes one for each reader.
type Consumer interface {
	// Event is called for each event, in the goroutine of the reader. e has one of the
	// types listed at [Event]. It is valid only during the call, unless its type says
	// otherwise. An error ends all reading, and [Reader.Run] returns it, unless it is
	// [ErrSkipInput].
	Event(e Event) error
	// InOrder is called with each record that the Consumer has passed to its [Hand]: in
	// the order of the inputs and of the calls of the Hand, in the goroutine that called
	// [Reader.Run]. before is the position of the record's chunk in its input, or the
	// zero Position between chunks. Lines and messages of events count from the beginning
	// of their chunk, because the numbers of the chunks before it are not known yet. The
	// Consumer adds the numbers of before, but neither to a 0 nor to the line of a Source
	// that is Apart. If the record is a [*Result], [*Skipped] or [*Error], they have been
	// added. An error ends all reading.
	InOrder(record any, before Position) error
}

// A Hand passes a record on to the InOrder of its Consumer. size is the approximate size
// of the record in bytes. A Hand may be called during Event, and while the Reader of a
// [Text] is read.
//
// If the chunk is read in its turn, the Hand calls InOrder at once and returns its error.
// Otherwise it collects records until they are large or the chunk ends. It waits while
// too many collected records are ahead of their turn. It returns an error if the run ends
// early.
type Hand func(record any, size int) error

// ErrSkipInput is returned by [Consumer.Event] to skip the rest of the current chunk.
// [Reader.Run] does not return it as an error. With a negative Config.ChunkSize, the
// chunk is the whole input.
var ErrSkipInput = errors.New("skip the rest of this input")

// An Event is a [Begin], [Content], [*Member], [*Message], [*Text], [EndText], [*Result],
// [*Skipped], [Failure] or [End].
type Event interface{ event() }

type (
	// Begin precedes the reading of a chunk.
	Begin struct{ *Chunk }
	// End follows the reading of a chunk. The counts of the Chunk are complete.
	End struct{ *Chunk }
	// Content precedes the reading of an input or member that is neither compressed nor
	// an archive, or of a part of it. The Message, Part, Header and HTML of the Source
	// are not set.
	Content struct{ *Source }
	// EndText follows the reading of the text of the last [*Text] event.
	EndText struct{ *Text }
	// Failure comes for anything that cannot be read, at its place among the results. Err
	// is an [*Error], or an error that the sequence of inputs yielded, and may be kept.
	// The error of the sequence, or of an input that cannot be opened, comes in the order
	// of the inputs, between chunks. [ErrChanged] comes in the chunk that is read last.
	Failure struct{ Err error }
)

// A Message comes for each message that is not part of another one, even if it has no
// results. It comes after its header was read, if Config.Messages is set. Only its fields
// that are taken from the header may be used.
type Message struct {
	*mail.Message
	// Checks holds the numbers of the checksums that cover the message, as for a
	// [Result].
	Checks []int
}

// A Skipped comes for an input, a member of an archive, or a part of a message or of a
// document that was not read, because it has no text or no readable text.
type Skipped struct {
	// Source describes the skipped input, member or part. It has no Message. It may be
	// kept.
	*Source
	// Message is the number of its message, or 0.
	Message int
	// Offset is the offset in bytes at which the part begins in the input or the member.
	Offset int64
	// Type is the media type by the first bytes, or else the one in the message's header.
	// It is empty if unknown.
	Type string
	// Why is the reason, such as "unknown type".
	Why string
	// Whole reports whether the whole input was skipped, rather than a member or a part.
	Whole bool
}

// A Member comes after a member of an archive was read or left out.
type Member struct {
	// Source describes the member. Its Format is Auto for an excluded member.
	*Source
	// Size is the number of bytes that were unpacked and read, or 0 for an excluded
	// member.
	Size int64
	// Excluded reports whether patterns of Config left the member out.
	Excluded bool
}

// A Text comes before a decoded text is read, if Config.Texts is set. It is valid until
// EndText.
type Text struct {
	// Reader returns the text. A Consumer may replace it by a reader that reads from it.
	// If several Consumers do, each reads from the reader of the previous one.
	io.Reader
	Source *Source

	text   *texts.Text // nil for plain text
	lines  *lineIndex  // nil if lines are not counted
	offset int64       // of plain text
}

// Place returns the place of the byte at an offset of the text: its offset in bytes in
// the input or the member, and its line. Lines count from 1. The line is 0 unless
// Extract.Lines is set. Place works only near the end of the text read so far.
func (t *Text) Place(offset int64) (start int64, line int) {
	if start = t.offset + offset; t.text != nil {
		start, _ = t.text.Span(offset, offset+1)
	}
	if t.lines != nil {
		line, _ = t.lines.at(start)
	}
	return start, line
}

func (Begin) event()    {}
func (Content) event()  {}
func (*Member) event()  {}
func (*Message) event() {}
func (*Text) event()    {}
func (EndText) event()  {}
func (*Result) event()  {}
func (*Skipped) event() {}
func (Failure) event()  {}
func (End) event()      {}
