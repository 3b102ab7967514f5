package texts

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// withinPart reports whether a "From " line at offset at from here stands in a part, such as a patch that is attached: a delimiter of an
// open multipart follows, and nothing before it has the boundary. The header of the same message has it, where it is kept once more after
// a copy that is cut. Few more such lines may stand before the delimiter, so that each is searched a few times at most.
func (l *lines) withinPart(at int) bool {
	if l.format != mail.Mbox || len(l.open) == 0 || l.preamble {
		return false
	}
	here := l.src.Offset() + int64(at)
	if here < l.held {
		return true
	}
	const most = 256 << 10 // as many as a mailbox is divided by
	l.src.Fill(at + most)
	text := l.src.Rest()[at:]
	text = untilFrom(text[:min(len(text), most)], l.src.EOL)
	for _, b := range slices.Backward(l.open) {
		k := bytes.Index(text, []byte(b)) - len("--")
		if b != "" && k > 0 && l.src.EndsLine(text[k-1]) && l.isDelimiter(decode.LineOf(text[k:], l.src.EOL)) {
			l.held = here + int64(k)
			return true
		}
	}
	return false
}

// untilFrom returns text up to one of the next lines that begin with "From ".
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
