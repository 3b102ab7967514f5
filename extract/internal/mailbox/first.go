package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// HeadSize is how many bytes of a stream tell what it is.
const HeadSize = 33 << 10 // with the mark of an ISO 9660 image

// FirstMessage returns where in head messages begin, which is the beginning of a stream that Detect takes for Plain: the index of
// a "From " line and a known field after it. If there is none, it returns up to which index there is none, whatever follows; from
// there on head can be looked at again when there is more of it, or the stream as a whole is text if head is all of it, or has
// HeadSize bytes. from is where to begin to look: 0, or what was returned before.
func FirstMessage(head []byte, from int, all bool) (at int, found bool) {
	if len(head) >= HeadSize {
		head, all = head[:HeadSize], true
	}
	eol := byte('\r') // where no LF came before
	if bytes.IndexByte(head[:from], '\n') >= 0 {
		eol = '\n'
	}
	midLine := from > 0 && head[from-1] != '\n' && head[from-1] != eol
	for at = from; at < len(head); {
		line := decode.LineOf(head[at:], '\n')
		if eol == '\r' {
			line = line[:len(decode.LineOf(line, '\r'))]
		}
		next := head[at+len(line):]
		switch {
		case midLine || !decode.Starts(line, "From "):
		case !all && !(endsIn(line, eol) && startsField(next)):
			return at, false
		case IsFrom(line):
			next = decode.LineOf(next, eol)
			if n := FieldName(next); n > 0 && IsKnown(next[:n]) {
				return at, true
			}
		}
		if endsIn(line, '\n') {
			eol = '\n'
		}
		midLine = false
		at += len(line)
	}
	return at, false
}

func endsIn(line []byte, eol byte) bool { return line[len(line)-1] == eol || line[len(line)-1] == '\n' }

// startsField reports whether enough of a line is there to know whether it begins a field: its colon, and two bytes in which
// that of a URL goes on.
func startsField(line []byte) bool {
	k := bytes.IndexAny(line, ":\r\n")
	return k >= 0 && (line[k] != ':' || len(line) > k+2)
}

// maxStrange is how many fields a header may begin with of which none is known.
const maxStrange = 32

// IsMessage reports whether text begins with a header, and whether that is certain. A header is known by two fields that are, by
// one and the blank line after it, or because it has nothing but what MIME has.
func IsMessage(text []byte, eol byte, all bool) (is, certain bool) {
	names, knownNames, at := 0, 0, 0
	for at < len(text) && knownNames < 2 {
		line := decode.LineOf(text[at:], eol)
		whole := all || line[len(line)-1] == eol
		n := FieldName(line)
		switch {
		case n > 0:
			names++
			if IsKnown(line[:n]) {
				knownNames++
			}
		case Continues(line) && names > 0:
		case at == 0 && (bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))):
		case !whole && (MayBeField(line) || line[0] == '\r'):
			return false, false
		default:
			return names > 1 && knownNames > 0 && decode.BlankLine(line) || isPart(text), true
		}
		if names > maxStrange && knownNames == 0 {
			return false, true
		}
		at += len(line)
	}
	if knownNames > 1 {
		return true, true
	}
	return all && names > 1 && knownNames > 0, all
}

// isPart reports whether a header has nothing but MIME's fields.
func isPart(b []byte) bool {
	n := FieldName(b)
	return n > len("content-") && (strings.EqualFold(string(b[:len("content-")]), "content-") || strings.EqualFold(string(b[:n]), "mime-version"))
}
