package mailbox

import (
	"bytes"
	"math"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// maxPreface is the maximum number of bytes of text before a header, and maxFull of the
// header after it. Together they are less than HeadSize.
const maxPreface, maxFull = 4 << 10, 24 << 10

// Preface looks for the header of a message at the beginning of a stream, where a few
// lines of text may precede it, such as those of a mail queue. The text has no blank
// line. Text often quotes a header, so this one must be complete.
//
// Preface returns the length of the text and true, or an index before which no such
// header begins and false.
func Preface(h decode.Head) (at int, found bool) {
	for at = len(h.Text) - len(bytes.TrimLeft(h.Text, " \t\r\n")); at < maxPreface; {
		line, complete := anyLine(h.Text[at:], h.Ended)
		n := FieldName(line)
		switch {
		case !complete && (mayBeField(line) && !startsField(line) || n > 0 && IsKnown(line[:n]) ||
			decode.Starts(line, "From ")):
			h.NeedMore()
			return at, false
		case !complete, len(decode.TrimEnd(line)) == 0, line[0] == 'F' && (IsFrom(line) || IsBareFrom(line)):
			return math.MaxInt, false
		case n > 0 && IsKnown(line[:n]):
			rest := h
			rest.Text = h.Text[at:]
			size, is := fullHeader(rest.First(maxFull))
			if is || h.IsShort() {
				return at, is
			}
			at += size
		default:
			at += len(line)
		}
	}
	return math.MaxInt, false
}

// mailFields are known fields that occur only in mail and news. HTTP and notes have others.
var mailFields = octet.Words("from received return-path message-id newsgroups content-transfer-encoding")

// fullHeader reports whether h begins with a header that ends before a blank line or with
// h, and has three known fields, one of them in mailFields. Otherwise it returns the
// length of the lines that begin no such header.
func fullHeader(h decode.Head) (size int, is bool) {
	known, isMail := 0, false
	for size < len(h.Text) {
		line, complete := anyLine(h.Text[size:], h.Ended)
		n := FieldName(line)
		switch {
		case !complete && !h.Ended:
			h.NeedMore()
			return 0, false
		case n > 0 && strings.EqualFold(string(line[:n]), "Sent"):
			return size + len(line), false // Outlook quotes a header with it
		case n > 0 && IsKnown(line[:n]):
			known++
			isMail = isMail || mailFields[strings.ToLower(string(line[:n]))]
		case n == 0 && (decode.BlankLine(line) || !Continues(line) && (complete || len(h.Text) < maxFull)):
			return size + len(line), decode.BlankLine(line) && isMail && known > 2
		}
		size += len(line)
	}
	h.NeedMore()
	return size, h.Ended && isMail && known > 2
}

// anyLine returns the first line of text, which ends with LF, CR and LF, or CR. all
// reports whether nothing follows text, and complete whether the line is known to end.
func anyLine(text []byte, all bool) (line []byte, complete bool) {
	k := decode.IndexEnd(text, '\r')
	switch {
	case k < 0:
		return text, false
	case text[k] == '\n': // the usual case
		return text[:k+1], true
	case k+1 < len(text) && text[k+1] == '\n':
		return text[:k+2], true
	}
	switch after := bytes.TrimLeft(text[k:], "\r"); {
	case len(after) > 0 && after[0] == '\n':
		return text[:len(text)-len(after)+1], true
	case len(after) == 0 && !all:
		return text, false
	}
	return text[:k+1], true
}
