package mailbox

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// itsHeader matches the one-line header of a message from ITS, such as "JOE@MIT-AI
// 09/12/79 02:09:30 Re: title".
var itsHeader = lazyregexp.New(`(?s)^([A-Z0-9][A-Z0-9-]*@[A-Z0-9@-]+) ` + // a user and a host
	`((?:0[1-9]|1[0-2])/(?:0[1-9]|[12][0-9]|3[01])/(?:3[2-9]|[4-9][0-9]) ` +
	`(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2})(?: Re: (.*))?$`)

// IsITS reports whether a line is the header of a message from ITS, the Incompatible
// Timesharing System of the PDP-10.
func IsITS(line []byte) bool {
	return BeginsITS(line) && itsHeader.Match(decode.TrimEnd(line))
}

// BeginsITS reports whether text, which need not be a whole line, may begin such a header.
func BeginsITS(text []byte) bool {
	n := itsSet.Span(text)
	return n == len(text) || text[n] == ' ' && bytes.IndexByte(text[:n], '@') > 0
}

// itsSet has the characters of the user and the host.
var itsSet = octet.SetOf(octet.Capitals + octet.Digits + "-@")

// ITSHeader returns the parts of such a line.
func ITSHeader(line []byte) (from, date, subject []byte) {
	parts := itsHeader.FindSubmatch(decode.TrimEnd(line))
	return parts[1], parts[2], parts[3]
}

// MayBeITS reports whether an incomplete line may be the header of a message from ITS.
// Names may also be fields.
func MayBeITS(line []byte) bool {
	const rest = " 11/11/99 00:00:00 Re: title" // completes any line that is correct so far
	n := bytes.IndexByte(line, ' ')
	return n > 0 && IsITS(slices.Concat(line, []byte(rest[min(len(line)-n, len(rest)):])))
}

// IsANews reports whether a stream begins with an article of A News: five header lines
// without field names.
func IsANews(h decode.Head, eol byte) bool {
	if !h.Starts("A") {
		return false
	}
	for i, fits := range []func(line []byte) bool{
		func(id []byte) bool {
			return len(id) > 2 && !bytes.ContainsAny(id, " \t:") && bytes.IndexByte(id, '.') >= 0
		},
		func(groups []byte) bool {
			return bytes.IndexByte(groups, '.') > 0 &&
				!bytes.ContainsAny(groups, " :")
		},
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
