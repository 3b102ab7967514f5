package mailbox

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// HeadSize is the number of bytes at the beginning of a stream that determine its format.
const HeadSize = 33 << 10 // includes the mark of an ISO 9660 image

// FirstMessage looks for the first message in head, the beginning of a stream that begins
// as text: a "From " line before a known field, perhaps with a damaged line in between,
// or the header that [Preface] finds. It returns its index and true, or false and an
// index before which no message begins, regardless of the bytes after head. When more of
// the stream has been read, FirstMessage is called again with a longer head and that
// index as from, which is 0 in the first call. all reports whether head is the whole
// stream. Only the first HeadSize bytes of head are examined.
func FirstMessage(head []byte, from int, all bool) (at int, found bool) {
	if len(head) >= HeadSize {
		head, all = head[:HeadSize], true
	}
	at, found = firstFrom(head, from, all)
	if from < maxPreface {
		if before, is := Preface(decode.NewHead(head, all)); before < at {
			return before, is
		}
	}
	return at, found
}

// firstFrom is FirstMessage for messages with a "From " line.
func firstFrom(head []byte, from int, all bool) (at int, found bool) {
	eol := byte('\r') // before the first LF
	if bytes.IndexByte(head[:from], '\n') >= 0 {
		eol = '\n'
	}
	midLine := from > 0 && head[from-1] != '\n' && head[from-1] != eol
	for at = from; at < len(head); {
		if eol == '\n' && !midLine {
			if at += nextFrom(head[at:]); at == len(head) {
				break
			}
		}
		line := decode.LineOf(head[at:], '\n')
		if eol == '\r' {
			line = line[:len(decode.LineOf(line, '\r'))]
		}
		next := head[at+len(line):]
		switch {
		case midLine || !decode.Starts(line, "From "):
		case !all && !(endsIn(line, eol) && startsField(next)):
			return at, false
		case IsFrom(line) || IsBareFrom(line):
			after := next[len(decode.LineOf(next, eol)):]
			next = next[:len(next)-len(after)]
			if BeginsKnown(next) {
				return at, true
			}
			switch blank := len(decode.TrimEnd(next)) == 0; {
			case !all && !(endsIn(next, eol) && (blank || startsField(after))):
				return at, false
			case !blank && BeginsKnown(decode.LineOf(after, eol)):
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

// nextFrom returns the index of the first line of text that begins with "From " or is the
// last.
func nextFrom(text []byte) int {
	if decode.Starts(text, "From ") {
		return 0
	}
	for at := 0; ; at++ { // a search for "\nFrom " stops at each line
		k := bytes.Index(text[at:], []byte("From "))
		if k < 0 {
			return bytes.LastIndexByte(text, '\n') + 1
		}
		if at += k; text[at-1] == '\n' {
			return at
		}
	}
}

func endsIn(line []byte, eol byte) bool {
	return len(line) > 0 && (line[len(line)-1] == eol || line[len(line)-1] == '\n')
}

// startsField reports whether enough of a line is known to decide whether it begins a
// field: a colon and the two bytes after it, which are "//" in a URL.
func startsField(line []byte) bool {
	k := bytes.IndexAny(line, ":\r\n")
	return k >= 0 && (line[k] != ':' || len(line) > k+2)
}
