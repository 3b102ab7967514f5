package mailbox

import (
	"bytes"

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
	n := itsUser(line)
	if n == 0 || len(line) == n {
		return false
	}
	date := line[n+1 : min(len(line), n+1+len(itsShape))]
	for i, c := range date {
		if ascii.Digit(itsShape[i]) != ascii.Digit(c) || !ascii.Digit(c) && c != itsShape[i] {
			return false
		}
	}
	return line[n] == ' ' && decode.Starts(line[n+1+len(date):], " Re: ")
}

// IsANews reports whether text begins with an article of A News, and whether that is certain: five lines, and no names of fields.
func IsANews(text []byte, eol byte, all bool) (is, certain bool) {
	if len(text) == 0 || text[0] != 'A' {
		return false, all || len(text) > 0
	}
	for i, fits := range []func(line []byte) bool{
		func(id []byte) bool {
			return len(id) > 2 && !bytes.ContainsAny(id, " \t:") && bytes.IndexByte(id, '.') >= 0
		},
		func(groups []byte) bool { return bytes.IndexByte(groups, '.') > 0 && !bytes.ContainsAny(groups, " :") },
		func(route []byte) bool { return bytes.IndexByte(route, '!') > 0 },
		func(date []byte) bool { return !ParseMark(string(date)).IsZero() },
	} {
		line := decode.LineOf(text, eol)
		switch {
		case !all && bytes.IndexByte(line, eol) < 0:
			return false, i < 2 && bytes.ContainsAny(line, " \t:")
		case !fits(decode.TrimEnd(line)):
			return false, true
		}
		text = text[len(line):]
	}
	return true, true
}
