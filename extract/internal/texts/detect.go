package texts

import (
	"bytes"
	"math/bits"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// HeadSize is the number of bytes at the beginning of a stream that determine its format.
const HeadSize = mailbox.HeadSize

// Detect returns the format of a stream that begins with head, and reports whether the
// format is certain, that is, independent of the bytes that follow. It is certain if head
// is the whole stream or has HeadSize bytes. A doubtful stream is Plain. Only a folder of
// Pegasus Mail, which begins with its name, may begin with what is certainly Plain.
//
// More of a stream is needed only while its header may continue. A first line that can
// only begin text makes the stream Plain at once, even if the line is incomplete. A Plain
// stream may contain messages after its text.
func Detect(head []byte, all bool) (f mail.Format, certain bool) {
	h := decode.NewHead(head, all).First(HeadSize)
	f, doubtful := documentFormat(h)
	if f == mail.Plain && !doubtful {
		if f = textFormat(h); f == mail.Plain && !h.IsShort() && document.HoldsPDF(h) {
			f = mail.PDF
		}
	}
	return f, f != mail.Plain || !h.IsShort()
}

// documentFormat returns the format of a document by its first bytes, or Binary, or
// Plain. doubtful reports whether it may be a document.
func documentFormat(h decode.Head) (f mail.Format, doubtful bool) {
	if binaryType(h) != "" {
		return mail.Binary, false
	}
	return firstIn(h, documentRows(h.Text), func(k *formatRow, h decode.Head) bool {
		return k.isDocument != nil && k.isDocument(h)
	})
}

// firstIn returns the format of the first of rows that applies to h, or Plain. doubtful
// reports whether a row may apply once more of the stream is known, in place of those
// after it.
func firstIn(h decode.Head, rows uint64,
	applies func(k *formatRow, h decode.Head) bool) (f mail.Format, doubtful bool) {
	own := decode.NewHead(h.Text, h.Ended)
	for ; rows != 0 && !doubtful; rows &= rows - 1 {
		k := &formats[bits.TrailingZeros64(rows)]
		if applies(k, own) {
			return k.format, false
		}
		doubtful = own.IsShort()
	}
	if doubtful {
		h.NeedMore()
	}
	return mail.Plain, doubtful
}

// documentRows returns the rows of all documents that text may begin, and some others, as
// a set of bits like those of rowsBy.
func documentRows(text []byte) uint64 {
	begin := decode.AfterBlanks(text)
	if len(begin) == 0 {
		return 1<<len(formats) - 1
	}
	return rowsBy[text[0]] | rowsBy[begin[0]]
}

// textFormat returns the format of text by its beginning.
func textFormat(h decode.Head) mail.Format {
	switch {
	case decode.MayBeUnmarked(h.Text) && !h.Has(decode.UnmarkedSize) && !h.Ended:
		return mail.Plain
	case decode.Unmarked(h.Text) != "":
		return wideFormat(h)
	}
	h.Text = h.Text[leading(h.Text):]
	for _, mark := range byteMarks {
		h.Starts(mark) // or may start with it once more of the stream is there
	}
	switch eol := lineEnd(h.Text, h.Ended); {
	case len(h.Text) == 0:
		return mail.Plain
	case decode.ByteOrder(h.Text) != "":
		return wideFormat(h)
	case eol != 0:
		return formatOfLines(h, eol)
	}
	f := formatOfLines(h, '\n')
	if f != formatOfLines(h, '\r') {
		h.NeedMore()
		return mail.Plain
	}
	return f
}

// wideFormat is textFormat for text in UTF-16 or UTF-32. It considers only ASCII
// characters.
func wideFormat(h decode.Head) mail.Format {
	h = h.First(8 << 10)
	h.Text = bytes.ReplaceAll(bytes.TrimLeft(h.Text, "\xff\xfe\x00"), []byte{0}, nil)
	if format := markupFormat(h); format != mail.Plain || !mailbox.IsMessage(h, '\n') {
		return format
	}
	return mail.Single
}

// markupFormat returns the format of a page or a document in XML, or Plain.
func markupFormat(h decode.Head) mail.Format {
	switch kind, ok := page.KindOf(h); {
	case !ok:
		return mail.Plain
	case kind == page.XML:
		return mail.XML
	}
	return mail.HTML
}

// IsWide reports whether a stream that begins with head is text in UTF-16 or UTF-32: it
// has a byte order mark, or, for UTF-16, a NUL in nearly every other byte of its first
// KiB. head is the whole stream or at least 1 KiB.
func IsWide(head []byte) bool { return decode.WideCharset(head) != "" }

// byteMarks are the byte order marks.
var byteMarks = []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"}

// lineEnd returns the byte that ends the lines of text: CR if no LF precedes the first
// blank line, otherwise LF. It returns 0 if it needs more text to decide.
func lineEnd(text []byte, all bool) byte {
	lone := false
	for at := 0; ; {
		k := decode.IndexEnd(text[at:], '\r')
		if k < 0 {
			break
		}
		at += k
		first := at
		at = len(text) - len(bytes.TrimLeft(text[at:], "\r"))
		switch {
		case at < len(text) && text[at] == '\n':
			return '\n'
		case at-first > 1 && (all || at < len(text)):
			return '\r'
		}
		lone = true
	}
	switch {
	case !all:
		return 0
	case lone:
		return '\r'
	}
	return '\n'
}

// formatOfLines is textFormat for lines. The first line is not blank.
func formatOfLines(h decode.Head, eol byte) mail.Format {
	first := decode.LineOf(h.Text, eol)
	whole := h.Ended || first[len(first)-1] == eol
	f, doubtful := firstIn(h, rowsBy[first[0]], func(k *formatRow, h decode.Head) bool {
		return k.isMessages != nil && h.Starts(k.begins) && k.isMessages(h, eol)
	})
	if f != mail.Plain || doubtful {
		return f
	}
	switch format := markupFormat(h); {
	case format != mail.Plain:
		return format
	case mailbox.IsMessage(h, eol), mailbox.IsANews(h, eol), whole && mailbox.IsITS(first):
		return mail.Single
	case !whole && mailbox.MayBeITS(first):
		h.NeedMore()
	}
	return mail.Plain
}

// leading returns the length of the blanks and of the ^_ of an Rmail at the beginning of
// b. They may precede a header, and do not count as text.
func leading(b []byte) int {
	after := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n\x1f")
	return len(b) - len(after)
}

// FormatOf returns the format of a stream that begins with head. head is the whole stream
// or has HeadSize bytes.
func FormatOf(head []byte) mail.Format {
	f, _ := Detect(head, true)
	if f != mail.Plain || IsWide(head) {
		return f
	}
	if _, found := mailbox.FirstMessage(head, 0, true); found {
		return mail.Mbox
	}
	return mail.Plain
}

// formatOf returns the format of a part, for example of a document or of messages, or
// Plain. If the part is Plain, or its messages begin later, binary reports whether it
// does not look like text and may therefore be packed.
func formatOf(h *header, t *decode.Reader) (format mail.Format, binary bool) {
	switch {
	case page.IsType(h.mediaType):
		if binaryType(decode.Whole(t.AtLeast(typed))) != "" {
			return mail.Binary, false
		}
		return mail.Plain, false
	case h.mediaType == "" || strings.HasPrefix(h.mediaType, "text/") && h.mediaType != "text/xml" &&
		h.mediaType != "text/css":
		head := t.AtLeast(typed)
		if document.BeginsLDIF(decode.Whole(head)) {
			head = t.AtLeast(document.HeadOfLDIF)
		}
		return declaredText(decode.Whole(head)), false
	}
	head := sniff(t)
	format = FormatOf(head)
	return format, (format == mail.Plain || format == mail.Mbox) && isBinary(head) && !IsWide(head)
}

// typed is the number of bytes of a text that are examined at least, so one line is
// enough when text is typed.
const typed = 32

// sniff returns enough of the beginning of a text to determine its format.
func sniff(t *decode.Reader) []byte {
	head := decode.NewHead(t.AtLeast(sniffed), false)
	if binaryType(head) == "" && head.IsShort() {
		return t.AtLeast(HeadSize)
	}
	return head.Text
}

// declaredText returns the format of content that is declared as text: a format only if
// no text begins in the same way, otherwise Plain.
func declaredText(head decode.Head) mail.Format {
	switch {
	case binaryType(head) != "":
		return mail.Binary
	case document.IsRTF(head):
		return mail.RTF
	case document.IsFolded(head):
		return mail.Calendar
	}
	return mail.Plain
}
