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

// Config says what to read and how. The zero Config suits most streams.
type Config struct {
	// Format is the format of the streams, or Auto.
	Format mail.Format
	// Keep is how many bytes of a text, before the last one that was read, [Text.Span] can be asked for. 0 means 256 KiB, which is enough
	// to find URLs of up to 64 KiB.
	Keep int
	// All also asks for texts of a page that cannot contain a URL. Otherwise they are skipped, to save time.
	All bool
	// Schemeless also asks for texts that can only contain a URL without a scheme: in pages, and in header fields that people write. See
	// [Text.Written].
	Schemeless bool
	// Wanted reports whether a text is wanted. It is called only for texts that are in memory as a whole when they begin, as most bodies of
	// messages are. All others are wanted. nil means that all texts are wanted. Wanted must not keep text.
	Wanted func(text []byte) bool
	// Relative also asks for the relative links of pages that have a base element, or of all pages if Base is set.
	Relative bool
	// Base is the URL that links are relative to on pages without a base element, or empty.
	Base string
	// Shown asks for the visible text of links. See Text.Shown.
	Shown bool
	// Names asks for the names of namespaces, vocabularies and types of documents in pages and XML.
	Names bool
	// Unpack returns the contents of packed content. how is empty for an attachment, which is detected by its first bytes. It is "flate" or
	// "lzw" for a stream of a PDF, the first line of a batch, such as "#! cunbatch", and how HTTP says that the body is encoded in a web
	// archive, such as "gzip, deflate". If Unpack is nil, a packed attachment is skipped, and other packed content is an Error.
	Unpack func(how string, r io.Reader) iter.Seq2[unpack.Entry, error]
	// Watch is called for each unpacked content with offsets of its own. The reader that it returns is read in place of the content. depth
	// is the Depth of the texts in it. Only one content of a depth is read at a time.
	Watch func(depth int, content unpack.Entry) io.Reader
	// Skip is called for a part that is skipped since it has no text or no text that can be read, at its place among the texts. The Problem
	// is the reason, one of a few, such as "unknown type". mediaType is that of the part, or empty. Skip is not called for a part that is
	// an Error.
	Skip func(skipped *Error, mediaType string)
	// Name returns the path of the stream. It is asked for in documents of Office, whose parts
	// refer to each other. If it is nil, the path is empty.
	Name func() string
	// Settled is called with the format of a stream that is [mail.Outlook] by its beginning, once all of the stream is read. Another one
	// than a message is [mail.Binary].
	Settled func(mail.Format)
	// File returns the stream as a file that can be read anywhere, or nil if it is none. A store of Outlook is read in it, and otherwise as a
	// whole.
	File func() *io.SectionReader
	// Message is called after the header of each message that is not part of another one, even if it cannot contain a URL.
	Message func(*mail.Message)
}

// An Error describes a place that could not be read. The texts around it are read.
type Error struct {
	// Offset counts in the stream, or in the Member if Depth is not 0, as the Span of a [Text] does.
	Offset int64
	Depth  int
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part, as [Text.Part].
	Part string
	// Member is the path in the part of what was attached, as [Text.Member].
	Member string
	// Problem describes the error.
	Problem string
	// Err is the error of Config.Unpack or of the decoder of a document, such as document.ErrEncrypted, or nil.
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

// ErrIncomplete is the error of [Text.Read] at the end of a text after which something is missing.
var ErrIncomplete = decode.ErrIncomplete

// A Text is a body, the value of a header field, the text of a page between two links, or a link. It is an io.Reader, and valid until the
// next Text.
type Text struct {
	// Message is the message of the text, or nil outside of messages. It may be kept.
	Message *mail.Message
	// Part is the path of the part of the message, such as "1.2", or empty for a text of the whole message.
	Part string
	// Member is the name of the attached file, followed by the path inside it: "report.zip!word/document.xml". It is taken from the
	// message and must not be trusted. It is empty if the part is not a file.
	Member string
	// Depth is how many contents without offsets in the stream were unpacked to get the text, such as an archive or a stream of a PDF. Span
	// counts in the stream if Depth is 0, and in the Member otherwise.
	Depth int
	// Header is the name of the header field of which the text is the value, or empty.
	Header string
	// HTML reports whether the text belongs to a page.
	HTML bool
	// Text is what is read, as if from a page: its Element and Attribute, what is Shown of it if Config.Shown is set, and its Base, or else
	// Config.Base. A link of a PDF is a Whole text, whose Element and Attribute are "annotation" and "uri". It is also Resumed if it
	// begins after damage.
	page.Text
	// Headless reports whether the text stands after damage and before the next header, so its encoding is unknown.
	Headless bool

	cut bool // something is missing after it, whatever the Reader says
}

// Read reads the text. Its error at the end is io.EOF, or ErrIncomplete if more belongs to the text: the stream failed, the part is
// damaged, or a long comment divides a word. [Reader.Texts] yields the reason after the text.
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err == io.EOF && t.cut {
		err = ErrIncomplete
	}
	return n, err
}

// Written reports whether people wrote the text, rather than programs: it is a body, or the value of a field such as Subject. Only
// there text without a scheme may be meant as a URL.
func (t *Text) Written() bool { return isWritten(t.Header) }

// Span returns the offsets in the stream, or in the Member if Depth is not 0, of what bytes [start,end) of the text were decoded from.
// Bytes that were decoded together have one span: that of an escape, or of four characters of base64. Only the text that was read last can
// be asked for. See Config.Keep.
func (t *Text) Span(start, end int64) (int64, int64) { return t.From.Span(start, end) }

// A Reader reads one stream after another. It is not for use by several goroutines at once.
type Reader struct {
	config   Config
	format   mail.Format
	messages int
	places   places
	packages Package
	offset   int64 // at which the next stream begins,
	before   int   // and how many messages stand before that
	walker   walker
}

// New returns a Reader for config.
func New(config Config) *Reader { return &Reader{config: config} }

// Format returns the format of the last stream, as it was detected. After a Single with more than one message it is Rmail.
func (r *Reader) Format() mail.Format { return r.format }

// Messages returns the number of messages read so far in the last stream.
func (r *Reader) Messages() int { return r.messages - r.before }

// StartAt sets where later streams begin: at an offset in bytes, after a number of messages. Offsets and messages are counted from there.
func (r *Reader) StartAt(offset int64, messages int) { r.offset, r.before = offset, messages }

// Texts returns an iterator over the texts in a stream, in order. After an [*Error] the iteration goes on. Any other error is the stream's
// own, unchanged, and ends the iteration.
func (r *Reader) Texts(stream io.Reader) iter.Seq2[*Text, error] {
	return r.texts(stream, func(w *walker) bool {
		if r.format == mail.Auto {
			w.src.Fill(HeadSize)
			r.format = FormatOf(w.src.Rest())
		}
		return w.container(r.format)
	})
}

// Resume is like Texts for the rest of a stream after damage. The stream has the format of the Config.
func (r *Reader) Resume(rest io.Reader) iter.Seq2[*Text, error] {
	return r.texts(rest, func(w *walker) bool { return w.after(r.format) })
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

// path is the path of a part as a text.
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

// writtenFields are the header fields that people write. Only there text without a scheme may mean a URL or an address: other fields have
// names of hosts and of messages.
var writtenFields = map[string]bool{
	"subject": true, "from": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "sender": true, "followup-to": true,
	"mail-copies-to": true, "organization": true, "organisation": true, "summary": true, "keywords": true, "comments": true,
	"comment": true, "description": true, "content-description": true, "location": true, "x-url": true, "x-uri": true,
	"x-www": true, "x-homepage": true, "x-home-page": true, "x-web": true, "x-ftp": true, "x-archive": true,
}

// isWritten reports whether people write the values of a header field. An empty name stands for a body.
func isWritten(field string) bool {
	return field == "" || writtenFields[strings.ToLower(field)]
}
