package mail

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

// A Format is what a stream is.
type Format uint8

// The formats. Auto is none: it asks for the one that the beginning of the stream looks like.
const (
	Auto   Format = iota
	Plain         // text, given as it is
	Single        // one message or article
	Mbox          // messages behind "From " lines, in any dialect
	MMDF          // messages between lines of four ^A
	Babyl         // messages of Rmail, behind ^_
	Rnews         // a batch of articles, each behind its length
	HTML          // a page
	WARC          // records of a web archive

	NumFormats = iota // how many there are
)

var formatNames = [...]string{"auto", "text", "message", "mbox", "mmdf", "babyl", "rnews", "html", "warc"}

// String is the format's name, such as "mbox".
func (f Format) String() string { return formatNames[f] }

// Config says how to read. The zero Config is what most streams want.
type Config struct {
	// Format is what streams are taken for.
	Format Format
	// Keep is for how many bytes of a text, behind what was read of it, Span can be asked. 0 is 256 KiB, which is enough for
	// who finds things of 64 KiB in a buffer of twice that.
	Keep int
	// All asks also for those texts of a page in which no URL can stand. Without it they are passed over, to save time.
	All bool
	// Unpack decompresses what stands behind a line such as "#! cunbatch" in a batch, or in a web archive has a
	// Content-Encoding such as "gzip"; how is that. Without it this is an Error.
	Unpack func(how string, r io.Reader) (io.Reader, error)
}

// An Error tells what could not be read. What stands around it was.
type Error struct {
	// Offset is where it stands in the stream.
	Offset int64
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part, as [Text.Part].
	Part string
	// Problem says what is wrong.
	Problem string
}

func (e *Error) Error() string {
	where := ""
	if e.Message > 0 {
		where = fmt.Sprintf(", message %d", e.Message)
	}
	if e.Part != "" {
		where += ", part " + e.Part
	}
	return fmt.Sprintf("%s at offset %d%s", e.Problem, e.Offset, where)
}

// A Text is a run of text: a body, a value of a header field, the text of a page between two links, a link. It is read as
// an io.Reader, and valid until the next one.
type Text struct {
	// Message is the message that holds it, or nil outside of messages.
	Message *Message
	// Part is the path of the part, such as "1.2". It is empty for what belongs to the message as a whole.
	Part string
	// Header is the name of the header field whose value it is, or else empty.
	Header string
	// Attribute is the name, in lower case, of the HTML attribute whose value it is, or else empty.
	Attribute string
	// HTML is true for what belongs to a page.
	HTML bool
	// Base is the URL by which a page says that its relative links are meant, or empty. Then these are given, too.
	Base string
	// Whole is true for a text that is one URL, and not a text that may hold some.
	Whole bool

	stage stage
	chunk []byte
	ended bool
}

// Read reads the text. Its only error is io.EOF: errors of the stream come after the text.
func (t *Text) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !t.peek() {
		return 0, io.EOF
	}
	n := copy(p, t.chunk)
	t.chunk = t.chunk[n:]
	return n, nil
}

// peek is true if there is more of the text, and has it in chunk.
func (t *Text) peek() bool {
	for len(t.chunk) == 0 && !t.ended {
		t.chunk = t.stage.next()
		t.ended = t.chunk == nil
	}
	return len(t.chunk) > 0
}

// atLeast gives what the text begins with, n bytes or more if it has them, however the stream was cut.
func (t *Text) atLeast(n int) []byte {
	if !t.peek() || len(t.chunk) >= n {
		return t.chunk
	}
	t.chunk = bytes.Clone(t.chunk)
	for len(t.chunk) < n && !t.ended {
		next := t.stage.next()
		t.chunk = append(t.chunk, next...)
		t.ended = next == nil
	}
	return t.chunk
}

// isBlank is true for a text of nothing but a few blanks.
func (t *Text) isBlank() bool {
	const few = 16
	begin := t.atLeast(few + 1)
	return len(begin) <= few && len(bytes.TrimSpace(begin)) == 0
}

// Span gives the offsets in the stream of what bytes [start,end) of the text were decoded from. What was decoded together
// is given together: an escape, four characters of base64. It can be asked for what was read last, see Config.Keep.
func (t *Text) Span(start, end int64) (int64, int64) { return t.stage.span(start, end) }

// drain passes over the rest of the text.
func (t *Text) drain() {
	for t.peek() {
		t.chunk = nil
	}
}

// A Reader reads one stream after another. It is not for use by several goroutines at once.
type Reader struct {
	config   Config
	format   Format
	messages int
	walker   walker
}

// New gives a Reader.
func New(config Config) *Reader { return &Reader{config: config} }

// Format is what the last stream was taken for.
func (r *Reader) Format() Format { return r.format }

// Messages is how many messages there have been in the last stream so far.
func (r *Reader) Messages() int { return r.messages }

// Texts gives the texts in a stream, in the order in which they stand there. An error of type *Error does not stop what
// follows; any other is the stream's own, passed through unchanged, and the last.
func (r *Reader) Texts(stream io.Reader) iter.Seq2[*Text, error] {
	return func(yield func(*Text, error) bool) {
		r.messages, r.format = 0, r.config.Format
		w := &r.walker
		w.reset(r, stream, nil, yield)
		if r.format == Auto {
			r.format = w.detect()
		}
		if w.container(r.format) && w.src.err != nil && w.src.err != io.EOF {
			yield(nil, w.src.err)
		}
	}
}

// path is the path of a part as a text.
func path(numbers []int) string {
	switch len(numbers) {
	case 0:
		return ""
	case 1:
		if numbers[0] == 1 {
			return "1" // nearly all
		}
	}
	var b strings.Builder
	for i, n := range numbers {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
