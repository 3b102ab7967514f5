package texts

import (
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

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

// typed is the number of bytes of a text that are examined at least, so one line is enough
// when text is typed.
const typed = 32

// sniff returns enough of the beginning of a text to determine its format.
func sniff(t *decode.Reader) []byte {
	head := decode.NewHead(t.AtLeast(sniffed), false)
	if binaryType(head) == "" && head.IsShort() {
		return t.AtLeast(HeadSize)
	}
	return head.Text
}

// attached reads a part that is not just text.
func (w *walker) attached(h *header, t decode.Reader, b *body, from decode.Stage, format mail.Format,
	binary bool) bool {
	switch {
	case binary:
		return w.packed(h, &t, b, from, format)
	case format == mail.Binary:
		w.skipped(binaryType(decode.Whole(sniff(&t))), whyBinary, b.Start)
		w.skipBinary(from)
		return true
	}
	return w.taken(format, &t, from)
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

// taken reads an attachment of a format.
func (w *walker) taken(format mail.Format, t *decode.Reader, from decode.Stage) bool {
	if w.nested >= maxNested {
		return w.fail(w.src.Offset(), "attachments are nested too deeply") && w.handPart(*t)
	}
	w.remember(from, format)
	if format == mail.Single && IsWide(t.Buf) {
		t.DecodeCharset(decode.WideCharset(t.Buf), new(decode.Charset), nestedKeep)
		from = t.From
	}
	in := w.inside(t, from)
	ok := false
	if format == mail.Single {
		in.src.EOL = in.lineEnd()
		in.outermost, in.outerMessages = true, 1
		ok = in.within(ofType("message/rfc822", ""), 0) && in.others()
	} else {
		ok = in.readFormat(format)
	}
	t.Drain()
	return ok
}

// remember sets for how many bytes back a stage and the stages before it keep offsets:
// nestedKeep, or everything for a format that is read whole.
func (w *walker) remember(from decode.Stage, format mail.Format) {
	if !rowOf(format).whole {
		keepOf(from, nestedKeep)
		return
	}
	keepOf(from, 0)
	for up := w; up != nil; up = up.parent {
		keepOf(up.src.Up, 0)
	}
}

// keepOf sets the Keep of a decoding stage.
func keepOf(s decode.Stage, keep int64) {
	switch s := s.(type) {
	case *base64Body:
		s.Keep = keep
	case *decode.QuotedPrintable:
		s.Keep = keep
	case *uuencoded:
		s.Keep = keep
	case *session:
		s.Keep = keep
	case *decode.Base64:
		s.Keep = keep
	case *chunks:
		s.Keep = keep
	}
}

// file reads the whole source as an attached file.
func (w *walker) file(mediaType string) bool {
	if mediaType == "" || strings.HasPrefix(mediaType, "multipart/") ||
		strings.HasPrefix(mediaType, "message/") {
		mediaType = "application/octet-stream"
	}
	return w.leaf(ofType(mediaType, "")) && w.leftover()
}
