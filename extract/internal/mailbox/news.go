package mailbox

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// itsShape is the shape of the date in the header of a message between users of ITS.
const itsShape = "99/99/99 99:99:99"

// IsITS reports whether a line is the header of a message between users of ITS, such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title".
func IsITS(line []byte) bool {
	from, _, _ := ITSHeader(line)
	return from != nil
}

// ITSHeader takes such a line apart. It returns nil if it is none.
func ITSHeader(line []byte) (from, date, subject []byte) {
	const title = " Re: "
	line = decode.TrimEnd(line)
	n := itsUser(line)
	if n == 0 || len(line) < n+1+len(itsShape) {
		return nil, nil, nil
	}
	rest := line[n+1+len(itsShape):]
	date = inShape(line[:len(line)-len(rest)], itsShape)
	if date == nil || two(date) < 1 || two(date) > 12 || two(date[3:]) < 1 || two(date[3:]) > 31 || two(date[6:]) <= 31 || !isClock(date[9:]) ||
		len(rest) > 0 && !bytes.HasPrefix(rest, []byte(title)) {
		return nil, nil, nil
	}
	return line[:n], date, bytes.TrimPrefix(rest, []byte(title))
}

// itsUser returns the length of the name of a user and a host that a line begins with, in capitals, or 0.
func itsUser(line []byte) int {
	n := 0
	for n < len(line) && ('A' <= line[n] && line[n] <= 'Z' || ascii.Digit(line[n]) || n > 0 && (line[n] == '-' || line[n] == '@')) {
		n++
	}
	if at := bytes.IndexByte(line[:n], '@'); at < 1 || at+1 == n {
		return 0
	}
	return n
}

// MayBeITS reports whether a line that is not there as a whole may be the header of a message between users of ITS. Names may be
// fields, too.
func MayBeITS(line []byte) bool {
	const rest = " 11/11/99 00:00:00 Re: title" // which goes on any line that is right so far
	n := itsUser(line)
	return n > 0 && n < len(line) && IsITS(slices.Concat(line, []byte(rest[min(len(line)-n, len(rest)):])))
}

// IsANews reports whether a stream begins with an article of A News: five lines, and no names of fields.
func IsANews(h decode.Head, eol byte) bool {
	if !h.Starts("A") {
		return false
	}
	for i, fits := range []func(line []byte) bool{
		func(id []byte) bool {
			return len(id) > 2 && !bytes.ContainsAny(id, " \t:") && bytes.IndexByte(id, '.') >= 0
		},
		func(groups []byte) bool { return bytes.IndexByte(groups, '.') > 0 && !bytes.ContainsAny(groups, " :") },
		func(route []byte) bool { return bytes.IndexByte(route, '!') > 0 },
		func(date []byte) bool { return !ParseMark(string(date)).IsZero() },
	} {
		line := decode.LineOf(h.Text, eol)
		switch {
		case !h.Ended && bytes.IndexByte(line, eol) < 0:
			if i >= 2 || !bytes.ContainsAny(line, " \t:") {
				h.NeedMore()
			}
			return false
		case !fits(decode.TrimEnd(line)):
			return false
		}
		h.Text = h.Text[len(line):]
	}
	return true
}
