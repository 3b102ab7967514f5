package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
)

// peeked is how much is looked at to decide what is in doubt.
const peeked = 8 << 10

// peek returns what comes after offset at from here, as far as it may decide something.
func (l *lines) peek(at int) []byte {
	there := l.src.Fill(at + peeked)
	text := l.src.Rest()[min(at, there):]
	return text[:min(len(text), peeked)]
}

// settleEncoding decides by the body which of the encodings that are declared beside each other it has.
func (w *walker) settleEncoding(h *header) {
	begin, _, _ := bytes.Cut(bytes.TrimLeft(w.peek(0), " \t\r\n"), []byte{w.src.EOL, '-', '-'})
	switch has := func(encoding string) bool { return h.encoding == encoding || h.rival == encoding }; {
	case has(encodedBase64) && beginsBase64(begin, w.src.EOL):
		h.encoding = encodedBase64
	case has(encodedQuoted) && isQuoted(begin):
		h.encoding = encodedQuoted
	default:
		h.encoding = ""
	}
	h.rival = ""
}

// beginsBase64 reports whether text begins with a line of base64, and not with a word.
func beginsBase64(text []byte, eol byte) bool {
	const long = 40
	line := decode.LineOf(text, eol)
	return !bytes.HasPrefix(line, []byte("--")) && (decode.IsWholeLine(line, 0) || len(line) > long && decode.IsBase64(line, false))
}

// isQuoted reports whether text is in quoted-printable: each "=" in it begins an escape or ends a line, and some of them do what is only
// done in quoted-printable.
func isQuoted(text []byte) bool {
	sure := false
	for {
		_, after, found := bytes.Cut(text, []byte("="))
		if text = after; !found || len(text) < 2 {
			return sure
		}
		high, low := ascii.Hex[text[0]], ascii.Hex[text[1]]
		switch {
		case len(bytes.TrimLeft(decode.LineOf(text, '\n'), " \t\r\n")) == 0:
			sure = true
		case high > 15 || low > 15:
			return false
		default:
			c := high<<4 | low
			sure = sure || c == '=' || c == ' ' || c >= 0x80
			if c < ' ' && c != '\t' && c != '\r' && c != '\n' {
				return false
			}
		}
	}
}

// isEncodedWhole reports whether a multipart is encoded as a whole, which it should not be (RFC 2045, section 6.4).
func (w *walker) isEncodedWhole(h *header) bool {
	begin := w.peek(0)
	if h.encoding == encodedBase64 {
		return beginsBase64(bytes.TrimLeft(begin, " \t\r\n"), w.src.EOL)
	}
	_, after, found := bytes.Cut(begin, []byte("--"))
	first, _, _ := bytes.Cut(after, []byte("\n\n"))
	first, _, _ = bytes.Cut(first, []byte("\r\n\r\n"))
	return found && h.encoding == encodedQuoted && bytes.Contains(first, []byte("=3D")) // in a delimiter, or in the header of a part
}

// settleMultipart decides between two media types, one of which is that of a multipart, by whether a delimiter of it follows.
func (w *walker) settleMultipart(h *header) {
	first, second := w.delimits(&h.contentType), w.delimits(h.second)
	switch isFirst, isSecond := isMultipart(h.mediaType), isMultipart(h.second.mediaType); {
	case !isFirst && !isSecond: // the page tells, see [walker.settlePage]
		return
	case second && !first, !isSecond && !first:
		h.contentType = *h.second
	}
	h.second = nil
}

// settlePage decides between two media types, one of which is that of a page, by the decoded text.
func (h *header) settlePage(t *decode.Reader) {
	if first := page.IsType(h.mediaType); first != page.IsType(h.second.mediaType) {
		begin := t.AtLeast(sniffed)
		if first != (bytes.Contains(begin, []byte("</")) || page.IsHTML(decode.Whole(begin))) {
			h.contentType = *h.second
		}
	}
	h.second = nil
}

func isMultipart(mediaType string) bool { return strings.HasPrefix(mediaType, "multipart/") }

// delimits reports whether a line that begins a part of a multipart follows.
func (w *walker) delimits(t *contentType) bool {
	if !isMultipart(t.mediaType) || t.boundary == "" {
		return false
	}
	begin, delimiter := w.peek(0), []byte("--"+t.boundary)
	return bytes.HasPrefix(begin, delimiter) || bytes.Contains(begin, append([]byte{w.src.EOL}, delimiter...))
}
