package texts

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
)

// Divider returns the function that finds where a part of a stream of a format can be divided, or nil if there is none. text is the part,
// which begins with a line. The function returns the last index of text at which both halves, each read as a stream of the format, have the
// same texts as the whole, or 0 if it finds none.
func Divider(format mail.Format) func(text []byte) int { return dividers[format] }

var dividers = map[mail.Format]func(text []byte) int{mail.Mbox: mailbox.DivideMbox, mail.WARC: mailbox.DivideWARC}

// Config says how to read. The zero Config is what most streams want.
type Config struct {
	// Format is the format of the streams, or Auto.
	Format mail.Format
	// Keep is the number of bytes before the end of what was read of a text for which Span is exact. 0 stands for 256 KiB. That is
	// enough to find URLs of up to 64 KiB with a buffer of twice that.
	Keep int
	// All asks also for those texts of a page in which no URL can stand. Without it they are passed over, to save time.
	All bool
	// Schemeless asks also for those texts of pages, and those values of header fields that people write, in which only a URL without
	// a scheme can stand. See [Text.Written].
	Schemeless bool
	// Wanted reports whether a text is wanted. It is called for texts that are at hand as a whole when they begin, as bodies of
	// messages mostly are. Others, and all texts if it is nil, are wanted. It must not keep text.
	Wanted func(text []byte) bool
	// Relative asks also for the relative links of pages that are known to be relative to something: to what their base element says,
	// or else to Base.
	Relative bool
	// Base is the URL that links are relative to on pages without a base element, or empty.
	Base string
	// Shown asks for the text that readers see of links. See Text.Shown.
	Shown bool
	// Unpack returns the contents of what is packed. how is empty for an attachment, whose first bytes tell what it is; "flate" or
	// "lzw" for a stream of a PDF; and the line of a batch, such as "#! cunbatch", or the Content-Encoding in a web archive.
	// Without it what is packed is skipped if it is an attachment, and else an Error.
	Unpack func(how string, r io.Reader) iter.Seq2[Content, error]
	// Watch is called for each content that was unpacked and has offsets of its own, and returns what is read in its place. depth
	// is the Depth of the texts in it. One content of a depth is read at a time.
	Watch func(depth int, content Content) io.Reader
	// Skip is called for what is passed over because it has no text, or none that can be read. It comes in its place among the
	// texts. What is an Error, too, is not told.
	Skip func(Skipped)
	// Message is called for each message that is not part of another one, after its header was read, also if no URL can be in it.
	Message func(*mail.Message)
}

// A Content is what Config.Unpack returns: one of the files in an archive, or what was compressed.
type Content struct {
	// Member is its path in the archive, or empty.
	Member string
	// Packed reports whether it was packed at all.
	Packed bool
	// Resumed reports whether it is the rest of the Content before it, after damage, and Offset is how many bytes stood before it.
	Resumed bool
	Offset  int64
	io.Reader
}

// A Skipped is a part that was passed over.
type Skipped struct {
	// Message, Part, Member, Depth and Offset are those of an Error.
	Message int
	Part    string
	Member  string
	Depth   int
	Offset  int64
	// Type is the media type that the part has, or empty.
	Type string
	// Why is the reason, one of a few, such as "unknown type".
	Why string
}

// An Error tells what could not be read. What stands around it was.
type Error struct {
	// Offset is where it stands in the stream, or in the Member, as the Span of a [Text] with that Depth.
	Offset int64
	Depth  int
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part, as [Text.Part].
	Part string
	// Member is the path in the part of what was attached, as [Text.Member].
	Member string
	// Problem says what is wrong.
	Problem string
	// Err is the reason, if another package told it: that of Config.Unpack, or of a document, such as ErrEncrypted.
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

// ErrEncrypted is the Err of the [Error] of a document that is encrypted.
var ErrEncrypted = document.ErrEncrypted

// A Text is a run of text: a body, a value of a header field, the text of a page between two links, a link. It is read as
// an io.Reader, and valid until the next one.
type Text struct {
	// Message is the message that holds it, or nil outside of messages.
	Message *mail.Message
	// Part is the path of the part, such as "1.2". It is empty for what belongs to the message as a whole.
	Part string
	// Member is the name of the file that the part is, and the path of what is packed in that: "report.zip!word/document.xml". It
	// is what the message says, and not to be trusted. It is empty for what is no file.
	Member string
	// Depth is how often something was unpacked that has no offsets in the stream: an archive, a stream of a PDF. Span is in the
	// stream if it is 0, and else in the Member.
	Depth int
	// Header is the name of the header field whose value it is, or else empty.
	Header string
	// Attribute is the name, in lower case, of the HTML attribute whose value it is, or else empty; and Element is that of its
	// element. For a link of a PDF they are "uri" and "annotation".
	Element, Attribute string
	// Shown is what readers see of the link that it is, on one line, cut after 250 bytes. It is empty unless Config.Shown is set, and
	// for what is no link of a page.
	Shown string
	// HTML reports whether the text belongs to a page.
	HTML bool
	// Base is the URL that a page says its links are relative to, or else Config.Base, or empty.
	Base string
	// Whole reports whether the text is one URL, and not a text that may hold some.
	Whole bool

	// Resumed reports whether the text begins after damage, or within a word that a long comment divides, so that something may be
	// missing before it.
	Resumed bool
	// Headless reports whether the text stands after damage and before the next header, so that nobody knows how it is encoded.
	Headless bool

	from decode.Reader
	cut  bool // something is missing after it, whatever from says
}

// Read reads the text. Its error at the end is io.EOF, or ErrIncomplete where the stream failed, the part is damaged or a long comment
// divides a word: more belongs to the text then. What failed is told by [Reader.Texts], after the text.
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	if err == io.EOF && t.cut {
		err = ErrIncomplete
	}
	return n, err
}

// Written reports whether people wrote the text, rather than programs: it is a body, or the value of a field such as Subject. What looks
// like a URL without a scheme is one only there.
func (t *Text) Written() bool { return isWritten(t.Header) }

// Span returns the offsets in the stream, or in the Member if Depth is not 0, of what bytes [start,end) of the text were decoded from.
// What was decoded together is given together: an escape, four characters of base64. It can be asked for what was read last, see
// Config.Keep.
func (t *Text) Span(start, end int64) (int64, int64) { return t.from.Stage.Span(start, end) }

// A Reader reads one stream after another. It is not for use by several goroutines at once.
type Reader struct {
	config   Config
	format   mail.Format
	messages int
	walker   walker
}

// New returns a Reader.
func New(config Config) *Reader { return &Reader{config: config} }

// Format is what the last stream was taken for. A Single in which another message follows has become an Rmail by then.
func (r *Reader) Format() mail.Format { return r.format }

// Messages is how many messages there have been in the last stream so far.
func (r *Reader) Messages() int { return r.messages }

// Texts yields the texts in a stream, in their order. An error of type *Error does not stop what
// follows; any other is the stream's own, passed through unchanged, and the last.
func (r *Reader) Texts(stream io.Reader) iter.Seq2[*Text, error] {
	return r.texts(stream, func(w *walker) bool {
		if r.format == mail.Auto {
			w.src.Fill(HeadSize)
			r.format = formatAt(w.src.Rest())
		}
		return w.container(r.format)
	})
}

// Resume yields the texts in the rest of a stream, after damage, as Texts does. The stream is of the format of the Config. Offsets and
// messages count from where the rest begins.
func (r *Reader) Resume(rest io.Reader) iter.Seq2[*Text, error] {
	return r.texts(rest, func(w *walker) bool { return w.after(r.format) })
}

func (r *Reader) texts(stream io.Reader, read func(*walker) bool) iter.Seq2[*Text, error] {
	return func(yield func(*Text, error) bool) {
		r.messages, r.format = 0, r.config.Format
		w := &r.walker
		w.reset(r, stream, nil, yield)
		if read(w) && w.src.Err != nil && w.src.Err != io.EOF {
			yield(nil, w.src.Err)
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
	b := make([]byte, 0, 32)
	for i, n := range numbers {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

// writtenFields are the header fields that people write, and so may mean a URL or an address by what has no scheme. Others have
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
