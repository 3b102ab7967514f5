package sift

import (
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Consumer receives the events of one reader. [Reader.Run] makes one for each reader.
type Consumer interface {
	// Event is called for each event, in the goroutine of the reader. e is one of the types that [Event] names, and valid only during
	// the call, unless its type says more. An error ends all reading, and [Reader.Run] returns it, unless it is [ErrSkipInput].
	Event(e Event) error
	// InOrder is called with each record that the Consumer has passed to its [Hand]: in the order of the inputs and of the calls of the
	// Hand, in the goroutine that has called [Reader.Run]. before is the position in its input of the chunk that the record belongs to, or
	// the zero Position between chunks. Lines and messages of events count from the beginning of their chunk, since it is not known yet how
	// many precede it: before has the numbers to add, unless they are 0 or the line is one of a Source that is Apart. If the record is
	// itself a [*Result], [*Skipped] or [*Error], they have been added. An error ends all reading.
	InOrder(record any, before Position) error
}

// A Hand passes a record on to the InOrder of the Consumer that it was made for. size is about how many bytes the record has. A Hand may be
// called during Event, and while the Reader of a [Text] is read.
//
// If the chunk is read in its turn, InOrder is called at once, and the Hand returns its error. Otherwise records are collected until they
// are large or the chunk ends, and the Hand waits while too many of them have not been taken. It returns an error if no more are wanted.
type Hand func(record any, size int) error

// ErrSkipInput is returned by [Consumer.Event] to skip the rest of the current chunk. [Reader.Run] does not return it as an error. With
// a negative Config.ChunkSize, the chunk is the whole input.
var ErrSkipInput = errors.New("skip the rest of this input")

// An Event is something that a reader meets: a [Begin], [Content], [*Member], [*Message], [*Text], [EndText], [*Result], [*Skipped],
// [Failure] or [End].
type Event interface{ event() }

type (
	// Begin comes before a chunk is read.
	Begin struct{ *Chunk }
	// End comes after a chunk was read. The counts of the Chunk are then complete.
	End struct{ *Chunk }
	// Content comes before an input or member that is neither compressed nor an archive is read, or a part of it. The Message, Part,
	// Header and HTML of the Source are not set.
	Content struct{ *Source }
	// EndText comes after a text was read. The Text is the Text of the last [*Text].
	EndText struct{ *Text }
	// Failure comes for anything that cannot be read, at its place among the results. Err is an [*Error], or an error that the sequence
	// of inputs yielded, and may be kept. Such an error, and that of an input that cannot be opened, comes in the order of the inputs,
	// between chunks. [ErrChanged] comes in the chunk that is read last.
	Failure struct{ Err error }
)

// A Message comes for each message that is not part of another one, whether or not anything is found in it, after its header was read, if
// Config.Messages is set. Of the message only what its header says may be used.
type Message struct {
	*mail.Message
	// Checks has the numbers of the checksums that cover the message, as those of a [Result].
	Checks []int
}

// A Skipped comes for an input, a member of an archive, or a part of a message or of a document that was not read, since it has no text
// or no text that can be read.
type Skipped struct {
	// Source describes it. It has no Message. It may be kept.
	*Source
	// Message is the number of its message, or 0.
	Message int
	// Offset is the offset in bytes at which the part begins in the input or the member.
	Offset int64
	// Type is the media type, by the first bytes, or else as the message has it. It is empty if it is unknown.
	Type string
	// Why is the reason, such as "unknown type".
	Why string
	// Whole reports whether the whole input was skipped, and not a member or a part of it.
	Whole bool
}

// A Member comes after a member of an archive was read or left out.
type Member struct {
	// Source describes the member. Its Format is Auto if the member was left out.
	*Source
	// Size is the number of bytes that were unpacked and read, or 0 if the member was left out.
	Size int64
	// Excluded reports whether the member was left out, because of the patterns of Config.
	Excluded bool
}

// A Text comes before a decoded text is read, if Config.Texts is set. It is valid until EndText.
type Text struct {
	// Reader returns the text. A Consumer may replace it by a reader that reads through it. If several Consumers do, each reads
	// through the Hand of the one before.
	io.Reader
	Source *Source

	text   *texts.Text // nil for plain text
	lines  *lineIndex  // nil if lines are not wanted
	offset int64       // of plain text
}

// Place returns the place of the byte at an offset of the text: its offset in bytes in the input or the member, and its line.
// Lines count from 1. The line is 0 unless Extract.Lines is set. Place only knows the end of the text read so far.
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

// tell passes an event to all consumers. It returns the first of their errors other than ErrSkipInput, or else that.
func (w *worker) tell(e Event) (first error) {
	w.telling = true
	for _, c := range w.consumers {
		if err := c.Event(e); err != nil && (first == nil || first == ErrSkipInput) {
			first = err
		}
	}
	w.telling = false
	return first
}

// add makes one more consumer of what the worker meets.
func (w *worker) add(newConsumer func(Hand) Consumer) {
	i := len(w.consumers)
	w.consumers = append(w.consumers, newConsumer(func(record any, size int) error {
		one := handed{w.consumers[i], record}
		if w.relay != nil {
			return w.relay.put(one, size)
		}
		before := Position{}
		if w.chunk != nil {
			before = w.from
		}
		was := w.telling
		w.telling = true
		err := one.take(&before)
		w.telling = was
		return err
	}))
}
