package texts

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/octet"
)

// noBoundary is the boundary of a multipart that declares none. It matches no line.
const noBoundary = "\n"

// isDelimiter reports whether line is a delimiter of an open multipart (RFC 2046, section
// 5.1.1), and sets level, closing and glued.
func (l *lines) isDelimiter(line []byte) bool {
	name, ok := bytes.CutPrefix(decode.TrimEnd(line), []byte("--"))
	if !ok {
		return false
	}
	for i, b := range slices.Backward(l.open) {
		rest, ok := bytes.CutPrefix(name, []byte(b))
		if !ok || b == "" && len(line) > 2 && line[2] == ' ' { // the beginning of a signature
			continue
		}
		if len(rest) == 0 || string(rest) == "--" || len(b) > 1 && isGlued(rest) {
			after := bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("--")), " \t")
			l.level, l.closing, l.glued = i, bytes.HasPrefix(rest, []byte("--")), 0
			if len(after) > 0 {
				l.glued = 2 + len(name) - len(after)
			}
			return true
		}
	}
	return false
}

// isGlued reports whether rest, the text after a boundary, was glued to the delimiter: a
// field of a part, text after a blank, or text after the closing delimiter. Otherwise
// rest is the end of a longer boundary.
func isGlued(rest []byte) bool {
	after, closing := bytes.CutPrefix(rest, []byte("--"))
	c := after[0]
	return c == ' ' || c == '\t' || mailbox.BeginsKnown(rest) || closing && (c == '<' || octet.Letter[c])
}

// upToGlued cuts text, which was just returned, before a delimiter of the innermost
// multipart that was glued to the end of a line. mid reports whether text begins within a
// line. Very long lines are skipped, since they are not returned whole.
func (l *lines) upToGlued(text []byte, mid bool) []byte {
	const least, most = 2, 200
	boundary := l.open[len(l.open)-1]
	if len(boundary) < least || len(boundary) > most {
		return text
	}
	var buf [2 + most]byte
	delimiter := append(append(buf[:0], "--"...), boundary...)
	for at := 0; ; at += len(delimiter) {
		k := bytes.Index(text[at:], delimiter)
		if k < 0 {
			return text
		}
		at += k
		line := bytes.LastIndexByte(text[:at], l.src.EOL) + 1
		rest := decode.TrimEnd(decode.LineOf(text[at+len(delimiter):], l.src.EOL))
		if at > line && at-line < decode.MaxLine/2 && (line > 0 || !mid) && text[at-1] > ' ' &&
			(len(rest) == 0 || string(rest) == "--") {
			l.src.Back(len(text) - at)
			l.window = 256
			l.stop, l.ahead, l.level, l.closing, l.glued = atBoundary, noStop, len(l.open)-1, len(rest) > 0, 0
			return text[:at]
		}
	}
}

// adopt reports whether the line at offset at is the first delimiter of the innermost
// multipart, whose header declares another boundary or none, and makes it the boundary.
func (l *lines) adopt(at int) bool {
	if !l.preamble {
		return false
	}
	innermost := len(l.open) - 1
	line := l.src.Line(at)
	name, ok := bytes.CutPrefix(decode.TrimEnd(line), []byte("--"))
	if !ok || len(name) == 0 || len(name) > 200 {
		return false
	}
	boundary := string(name)
	next := l.src.Line(at + len(line))
	n := mailbox.FieldName(next)
	if n < 8 || !bytes.EqualFold(next[:8], []byte("content-")) {
		return false
	}
	l.open[innermost] = boundary
	l.level, l.closing, l.glued = innermost, false, 0
	return true
}

// withinPart reports whether a "From " line at offset at is in a part, such as an
// attached patch: a delimiter of an open multipart follows, and the boundary does not
// occur before it. It does occur in the header of the same message, when a complete copy
// follows a truncated one. Few other "From " lines may precede the delimiter, so that no
// line is searched more than a few times.
func (l *lines) withinPart(at int) bool {
	if l.format != mail.Mbox || len(l.open) == 0 || l.preamble {
		return false
	}
	here := l.src.Offset() + int64(at)
	if here < l.partUntil {
		return true
	}
	const most = 256 << 10 // as many bytes as are searched to divide a mailbox
	l.src.Fill(at + most)
	text := l.src.Rest()[at:]
	text = untilFrom(text[:min(len(text), most)], l.src.EOL)
	for _, b := range slices.Backward(l.open) {
		k := bytes.Index(text, []byte(b)) - len("--")
		if b != "" && k > 0 && l.src.EndsLine(text[k-1]) &&
			l.isDelimiter(decode.LineOf(text[k:], l.src.EOL)) {
			l.partUntil = here + int64(k)
			return true
		}
	}
	return false
}

// untilFrom returns text before the last of the next lines that begin with "From ", up to
// most lines.
func untilFrom(text []byte, eol byte) []byte {
	const most = 16
	end := 0
	for range most {
		k := bytes.Index(text[end:], []byte{eol, 'F', 'r', 'o', 'm', ' '})
		if k < 0 {
			return text
		}
		end += k + 1
	}
	return text[:end]
}
