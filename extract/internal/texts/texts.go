package texts

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// Config selects the texts to read and how to read them. The zero Config suits most
// streams.
type Config struct {
	// Format is the format of the streams, or Auto.
	Format mail.Format
	// Keep is the number of bytes of a text, up to the last one that was read, for which
	// [Text.Span] can be called. 0 means 256 KiB, which is enough to find URLs of up to
	// 64 KiB.
	Keep int
	// All includes texts of a page that cannot contain a URL, which are otherwise skipped
	// to save time.
	All bool
	// Schemeless includes texts that can only contain a URL without a scheme: in pages,
	// and in header fields that people write. See [Text.Written].
	Schemeless bool
	// Wanted reports whether a text is wanted; nil means that all texts are. It is called
	// only for texts that are completely in memory when they begin, as most message
	// bodies are. Other texts are always wanted. Wanted must not keep text.
	Wanted func(text []byte) bool
	// Relative includes the relative links of pages that have a base element, or of all
	// pages if Base is set.
	Relative bool
	// Base is the base URL of pages without a base element, or empty.
	Base string
	// Shown includes the visible text of links. See Text.Shown.
	Shown bool
	// Names includes the names of namespaces, vocabularies and document types in pages
	// and XML.
	Names bool
	// Unpack returns the contents of packed content. how is empty for an attachment,
	// whose type is detected by its first bytes. It is "flate" or "lzw" for a stream of a
	// PDF, the first line of a batch, such as "#! cunbatch", and the content coding of an
	// HTTP body in a web archive, such as "gzip, deflate". If Unpack is nil, a packed
	// attachment is skipped, and other packed content is an Error.
	Unpack func(how string, r io.Reader) iter.Seq2[unpack.Entry, error]
	// Watch is called for each unpacked content with its own offsets, and returns a
	// reader to read in its place. depth is the Depth of the texts in it. At most one
	// content of each depth is read at a time.
	Watch func(depth int, content unpack.Entry) io.Reader
	// Skip is called for a part that is skipped because it has no text or no readable
	// text, in order with the texts. The Problem is the reason, one of a few, such as
	// "unknown type". mediaType is the media type of the part, or empty. Skip is not
	// called for a part that is an Error.
	Skip func(skipped *Error, mediaType string)
	// Name returns the path of the stream, or is nil for an empty path. It is called in
	// Office documents, whose parts refer to each other.
	Name func() string
	// Settled is called when a stream that begins as [mail.Outlook] has been read
	// completely, with its final format: [mail.Binary] if the stream is not a message.
	Settled func(mail.Format)
	// File returns the stream as a file that can be read at any offset, or nil if it is
	// not a file. An Outlook store is then read in place, and otherwise in memory.
	File func() *io.SectionReader
	// Message is called after the header of each message that is not part of another one,
	// even if the header cannot contain a URL.
	Message func(*mail.Message)
}

// An Error describes a place that could not be read. The texts around it are read.
type Error struct {
	// Offset is relative to the stream, or to the Member if Depth is not 0, as is the
	// Span of a [Text].
	Offset int64
	Depth  int
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part, as [Text.Part].
	Part string
	// Member is the path of an attached file within the part, as [Text.Member].
	Member string
	// Problem describes the error.
	Problem string
	// Err is the error of Config.Unpack or of the decoder of a document, such as
	// document.ErrEncrypted, or nil.
	Err error
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	where := ""
	if e.Message > 0 {
		where = fmt.Sprintf(", message %d", e.Message)
	}
	if e.Part != "" {
		where += ", part " + e.Part
	}
	if e.Member != "" {
		where += ", " + e.Member
	}
	return fmt.Sprintf("%s at offset %d%s", e.Problem, e.Offset, where)
}

// ErrIncomplete is returned by [Text.Read] at the end of a text if the following text is
// missing.
var ErrIncomplete = decode.ErrIncomplete

// A Text is a body, the value of a header field, the text of a page between two links, or
// a link. It is an io.Reader, and valid until the next Text.
type Text struct {
	// Message is the message that contains the text, or nil outside of messages. It may
	// be kept.
	Message *mail.Message
	// Part is the path of the part of the message, such as "1.2", or empty for a text of
	// the whole message.
	Part string
	// Member is the name of the attached file, followed by the path inside it:
	// "report.zip!word/document.xml". It comes from the message and must not be trusted.
	// It is empty if the part is not a file.
	Member string
	// Depth is the number of contents without offsets in the stream that were unpacked to
	// get the text, for example an archive or a stream of a PDF. Span returns offsets in
	// the stream if Depth is 0, and in the Member otherwise.
	Depth int
	// Header is the name of the header field whose value the text is, or empty.
	Header string
	// HTML reports whether the text belongs to a page.
	HTML bool
	// Text is read as if from a page. It has an Element and an Attribute, the Shown text
	// if Config.Shown is set, and a Base, which defaults to Config.Base. A link of a PDF
	// is a Whole text with Element "annotation" and Attribute "uri". A text is also
	// Resumed if it begins after damage.
	page.Text
	// Headless reports whether the text is between damage and the next header, so its
	// encoding is unknown.
	Headless bool

	cut bool // text is missing after it, even if the Reader does not report that
}

// Read reads the text. At the end it returns io.EOF, or ErrIncomplete if more belongs to
// the text: the stream failed, the part is damaged, or a long comment divides a word.
// [Reader.Texts] yields the reason after the text.
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err == io.EOF && t.cut {
		err = ErrIncomplete
	}
	return n, err
}

// Written reports whether the text was written by people rather than programs: it is a
// body, or the value of a field such as Subject. Only in such a text can a word without a
// scheme be meant as a URL.
func (t *Text) Written() bool { return isWritten(t.Header) }

// Span returns the offsets from which bytes [start,end) of the text were decoded, in the
// stream or, if Depth is not 0, in the Member. Bytes that were decoded together have one
// span, for example an escape or four characters of base64. Only the last text read can
// be asked for. See Config.Keep.
func (t *Text) Span(start, end int64) (int64, int64) { return t.From.Span(start, end) }

// A Reader reads one stream after another. It is not for use by several goroutines at
// once.
type Reader struct {
	config   Config
	format   mail.Format
	messages int
	places   places
	packages Package
	offset   int64 // the offset at which the next stream begins
	before   int   // the number of messages before the next stream
	walker   walker
}

// New returns a Reader for config.
func New(config Config) *Reader { return &Reader{config: config} }

// Format returns the detected format of the last stream. A Single with more than one
// message becomes an Rmail.
func (r *Reader) Format() mail.Format { return r.format }

// Messages returns the number of messages read so far in the last stream.
func (r *Reader) Messages() int { return r.messages - r.before }

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

// path formats the path of a part.
func path(numbers []int) string {
	b := make([]byte, 0, 32)
	for i, n := range numbers {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

// writtenFields are the header fields that people write. Only in these can text without a
// scheme be a URL or an address: other fields contain names of hosts and of messages.
var writtenFields = map[string]bool{
	"subject": true, "from": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "sender": true,
	"followup-to":    true,
	"mail-copies-to": true, "organization": true, "organisation": true, "summary": true, "keywords": true,
	"comments": true,
	"comment":  true, "description": true, "content-description": true, "location": true, "x-url": true,
	"x-uri": true,
	"x-www": true, "x-homepage": true, "x-home-page": true, "x-web": true, "x-ftp": true, "x-archive": true,
}

// isWritten reports whether people write the values of a header field. The empty name
// means a body.
func isWritten(field string) bool {
	return field == "" || writtenFields[strings.ToLower(field)]
}
