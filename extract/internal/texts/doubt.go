package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/internal/octet"
)

// settleEncoding chooses between two declared encodings by looking at the body, which may
// also contradict quoted-printable.
func (w *walker) settleEncoding(h *header) {
	begin, _, _ := bytes.Cut(bytes.TrimLeft(w.peek(0), " \t\r\n"), []byte{w.src.EOL, '-', '-'})
	if h.rival == "" {
		begin, _, _ = bytes.Cut(begin, []byte{w.src.EOL, 'F', 'r', 'o', 'm', ' '})
		if sure, contrary := quotedSigns(begin); contrary && !sure {
			h.encoding = ""
		}
		return
	}
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

// beginsBase64 reports whether text begins with a line of base64 rather than with a word.
func beginsBase64(text []byte, eol byte) bool {
	const long = 40
	line := decode.LineOf(text, eol)
	return !bytes.HasPrefix(line, []byte("--")) &&
		(decode.IsWholeLine(line, 0) || len(line) > long && decode.IsBase64(line, false))
}

// isQuoted reports whether text is in quoted-printable: each "=" begins an escape or ends
// a line, and at least one of these occurs only in quoted-printable.
func isQuoted(text []byte) bool {
	sure, contrary := quotedSigns(text)
	return sure && !contrary
}

// quotedSigns reports whether an "=" of text occurs only in quoted-printable, and whether
// one cannot occur there. An escape in lower case may be chance, as in "?a=b&c=dd": then
// there must be more of them than of those that cannot occur.
func quotedSigns(text []byte) (sure, contrary bool) {
	balance := 0
	for {
		_, after, found := bytes.Cut(text, []byte("="))
		if text = after; !found || len(text) < 2 {
			return sure || balance > 0, contrary
		}
		high, low := octet.HexValue[text[0]], octet.HexValue[text[1]]
		c := high<<4 | low
		switch {
		case len(bytes.TrimLeft(decode.LineOf(text, '\n'), " \t\r\n")) == 0:
			sure = true
		case high > 15 || low > 15 || c < ' ' && bytes.IndexByte([]byte("\t\r\n\f\b\x0e\x0f\x1b"), c) < 0:
			contrary = true
			balance--
		case c != '=' && c != ' ' && c < 0x80:
		case text[0] >= 'a' || text[1] >= 'a':
			balance++
		default:
			sure = true
		}
	}
}

// isEncodedWhole reports whether a multipart is encoded as a whole, contrary to RFC 2045,
// section 6.4.
func (w *walker) isEncodedWhole(h *header) bool {
	begin := w.peek(0)
	if h.encoding == encodedBase64 {
		return beginsBase64(bytes.TrimLeft(begin, " \t\r\n"), w.src.EOL)
	}
	_, after, found := bytes.Cut(begin, []byte("--"))
	first, _, _ := bytes.Cut(after, []byte("\n\n"))
	first, _, _ = bytes.Cut(first, []byte("\r\n\r\n"))
	// It is in a delimiter, or in the header of a part.
	return found && h.encoding == encodedQuoted && bytes.Contains(first, []byte("=3D"))
}

// settleMultipart chooses between two media types, one of them of a multipart, by looking
// for its delimiter.
func (w *walker) settleMultipart(h *header) {
	first, second := w.delimits(&h.contentType), w.delimits(h.second)
	switch isFirst, isSecond := isMultipart(h.mediaType), isMultipart(h.second.mediaType); {
	case !isFirst && !isSecond: // the page decides, see [header.settlePage]
		return
	case second && !first, !isSecond && !first:
		h.contentType = *h.second
	}
	h.second = nil
}

// settlePage chooses between two media types, one of them of a page, by looking at the
// decoded text.
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

// delimits reports whether a line follows that begins a part of a multipart.
func (w *walker) delimits(t *contentType) bool {
	if !isMultipart(t.mediaType) || t.boundary == "" {
		return false
	}
	begin, delimiter := w.peek(0), []byte("--"+t.boundary)
	return bytes.HasPrefix(begin, delimiter) || bytes.Contains(begin, append([]byte{w.src.EOL}, delimiter...))
}
