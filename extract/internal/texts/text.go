package texts

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

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

	place *place // of the walker that yields it
	cut   bool   // text is missing after it, even if the Reader does not report that
}

// Message returns the message that contains the text, or nil outside of messages. It may
// be kept, and must be asked for before the next Text.
func (t *Text) Message() *mail.Message { return t.place.share() }

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

// path formats the path of a part.
func path(numbers []int) string {
	if len(numbers) == 1 {
		return strconv.Itoa(numbers[0]) // without an allocation if it is small
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

// writtenFields are the header fields that people write. Only in these can text without a
// scheme be a URL or an address: other fields contain names of hosts and of messages.
var writtenFields = map[string]bool{
	"subject": true, "from": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "sender": true,
	"followup-to": true, "mail-copies-to": true, "organization": true, "organisation": true, "summary": true,
	"keywords": true, "comments": true, "comment": true, "description": true, "content-description": true,
	"location": true, "x-url": true, "x-uri": true, "x-www": true, "x-homepage": true, "x-home-page": true,
	"x-web": true, "x-ftp": true, "x-archive": true,
}

// isWritten reports whether people write the values of a header field. The empty name
// means a body.
func isWritten(field string) bool {
	return field == "" || writtenFields[strings.ToLower(field)]
}
