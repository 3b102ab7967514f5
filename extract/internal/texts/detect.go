package texts

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// HeadSize is how many bytes of a stream tell what it is.
const HeadSize = mailbox.HeadSize

// Detect returns what a stream is taken for that begins with head, and reports whether that is certain, whatever follows. It is
// certain if head is all of the stream, or has HeadSize bytes. When in doubt the stream is Plain.
//
// More of a stream is wanted only as long as its header may go on. A first line that cannot begin anything else makes it Plain at
// once, even if it is not there as a whole. Messages may follow the text of a stream that is Plain.
func Detect(head []byte, all bool) (f mail.Format, certain bool) {
	if len(head) >= HeadSize {
		head, all = head[:HeadSize], true
	}
	f, certain = documentFormat(head, all)
	if f != mail.Plain {
		return f, true
	}
	if !all && len(head) < decode.UnmarkedSize && decode.MayBeUnmarked(head) {
		return mail.Plain, false
	}
	if decode.Unmarked(head) != "" {
		is, surely := page.IsHTML(narrow(head), all || len(head) >= narrowed)
		if is {
			return mail.HTML, true
		}
		return mail.Plain, certain && surely
	}
	f, likewise := textFormat(head[leading(head):], all)
	return f, certain && likewise
}

// documentFormat returns of what format a document is by its first bytes, or Binary, or Plain, and reports whether that is certain.
func documentFormat(head []byte, all bool) (f mail.Format, certain bool) {
	mediaType, surely := binaryType(head, all)
	switch {
	case mediaType != "":
		return mail.Binary, true
	case document.IsPDF(head):
		return mail.PDF, true
	case document.IsRTF(head):
		return mail.RTF, true
	case document.IsTNEF(head):
		return mail.TNEF, true
	case document.IsCompound(head):
		return mail.Outlook, true
	case document.IsCMS(head):
		return mail.Signed, true
	case document.IsFolded(head):
		return mail.Calendar, true
	}
	is, certain := document.IsOffice(head, all)
	if is {
		return mail.Office, true
	}
	return mail.Plain, certain && surely && (all || !document.MayBegin(head))
}

// textFormat returns what text is by its beginning, and reports whether that is certain.
func textFormat(text []byte, all bool) (f mail.Format, certain bool) {
	switch {
	case len(text) == 0:
		return mail.Plain, all
	case decode.ByteOrder(text) != "":
		is, certain := page.IsHTML(narrow(text), all || len(text) >= narrowed)
		if is {
			return mail.HTML, true
		}
		return mail.Plain, certain
	case !all && mayBeMark(text):
		return mail.Plain, false
	}
	if eol := lineEnd(text, all); eol != 0 {
		return detect(text, eol, all)
	}
	byLF, certainly := detect(text, '\n', false)
	byCR, likewise := detect(text, '\r', false)
	return byLF, certainly && likewise && byLF == byCR
}

// IsWide reports whether a stream that begins with head is text in UTF-16 or UTF-32: it has a byte order mark, or else, for UTF-16, a
// NUL in nearly every other byte of its first KiB. head is all of the stream or has at least that.
func IsWide(head []byte) bool { return decode.WideCharset(head) != "" }

// narrowed is how much of text in UTF-16 or UTF-32 is looked at.
const narrowed = 8 << 10

// narrow returns the beginning of text in UTF-16 or UTF-32 as far as it is ASCII, for who looks for words.
func narrow(b []byte) []byte {
	b = b[:min(len(b), narrowed)]
	return bytes.ReplaceAll(bytes.TrimLeft(b, "\xff\xfe\x00"), []byte{0}, nil)
}

// byteMarks are the byte order marks.
var byteMarks = []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"}

// mayBeMark reports whether all of text may be the beginning of a byte order mark.
func mayBeMark(text []byte) bool {
	return slices.ContainsFunc(byteMarks, func(mark string) bool { return len(text) < len(mark) && string(text) == mark[:len(text)] })
}

// lineEnd returns what ends the lines of text: a CR, if no LF comes before the first blank line, or else an LF. It is 0 as long as
// that is open.
func lineEnd(text []byte, all bool) byte {
	lone := false
	for at := 0; ; {
		k := bytes.IndexAny(text[at:], "\r\n")
		if k < 0 {
			break
		}
		at += k
		first := at
		for at < len(text) && text[at] == '\r' {
			at++
		}
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

// detect is Detect for the lines of text, which begins with none that is blank.
func detect(text []byte, eol byte, all bool) (f mail.Format, certain bool) {
	first := decode.LineOf(text, eol)
	if !all && first[len(first)-1] != eol {
		return mail.Plain, !mayBegin(first)
	}
	for _, k := range kinds {
		if bytes.HasPrefix(first, []byte(k.begins)) && k.is(first) {
			return k.format, true
		}
	}
	isPage, certain := page.IsHTML(text, all)
	if isPage {
		return mail.HTML, true
	}
	is, surely := mailbox.IsMessage(text, eol, all)
	news, likewise := mailbox.IsANews(text, eol, all)
	if is || news || mailbox.IsITS(first) {
		return mail.Single, true
	}
	return mail.Plain, certain && surely && likewise
}

// mayBegin reports whether a line that is not there as a whole may be the first of messages or a page.
func mayBegin(line []byte) bool {
	for _, k := range kinds {
		if decode.Starts(line, k.begins) {
			return true
		}
	}
	if decode.Starts(line, ">From ") { // as a message that was moved begins
		return true
	}
	isPage, certain := page.IsHTML(line, false)
	news, likewise := mailbox.IsANews(line, '\n', false)
	return isPage || !certain || news || !likewise || mailbox.MayBeField(line) || mailbox.MayBeITS(line)
}

// leading is the length of what may stand before a header without being text: blanks, and the ^_ of an Rmail.
func leading(b []byte) int {
	after := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n\x1f")
	return len(b) - len(after)
}

// formatAt returns what something is that begins with head, of which no more is wanted.
func formatAt(head []byte) mail.Format {
	f, _ := Detect(head, true)
	if f != mail.Plain || IsWide(head) {
		return f
	}
	if _, found := mailbox.FirstMessage(head, 0, true); found {
		return mail.Mbox
	}
	return mail.Plain
}
