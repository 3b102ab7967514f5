package texts

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

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
