package mailbox

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// FieldName returns the length of the name that a line begins with, if it is the first line of a field, or else 0. The scheme of a URL is
// not a name.
func FieldName(line []byte) int {
	n, _ := FieldStart(line)
	return n
}

// FieldStart returns the length of the name that a line begins with and the index of the colon after it, if it is the first line of a
// field, or else 0, 0.
func FieldStart(line []byte) (name, colon int) {
	n := 0
	for n < len(line) && nameSet[line[n]] {
		n++
	}
	if n == 0 || n > maxName {
		return 0, 0
	}
	colon = n
	for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
		colon++
	}
	if colon >= len(line) || line[colon] != ':' || colon+2 < len(line) && line[colon+1] == '/' && line[colon+2] == '/' {
		return 0, 0
	}
	return n, colon
}

// maxName is how long the name of a field may be.
const maxName = 200

// nameSet has ftext (RFC 5322, section 3.6.8).
var nameSet = ascii.SetOf(func(b byte) bool { return '!' <= b && b <= '~' && b != ':' })

// IsKnown reports whether name is that of a field by which a header is told from other text.
func IsKnown(name []byte) bool {
	if len(name) > 8 && bytes.EqualFold(name[:8], []byte("content-")) {
		return true
	}
	return slices.ContainsFunc(knownNames, func(k string) bool { return len(k) == len(name) && strings.EqualFold(k, string(name)) })
}

// BeginsKnown reports whether a line begins a field that IsKnown.
func BeginsKnown(line []byte) bool {
	n := FieldName(line)
	return n > 0 && IsKnown(line[:n])
}

var knownNames = []string{
	"from", "date", "subject", "to", "message-id", "received", "return-path", "newsgroups", "path", "mime-version", "sender",
	"cc", "reply-to", "references", "in-reply-to", "delivered-to", "status", "x-status", "xref", "lines", "organization",
	"article-i.d.", "posted", "relay-version", "posting-version", "x-mailer", "x-from-line", "received-date", "approved",
	"followup-to", "distribution", "list-id", "dkim-signature", "x-uidl", "x-mozilla-status", "importance", "envelope-to",
	"apparently-to", "errors-to", "resent-from", "x-received", "x-gmail-labels", "x-gm-thrid", "x-envelope-from", "keywords",
}

// Continues reports whether a line continues the field of the line before it.
func Continues(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// mayBeField reports whether a line that is not there as a whole may begin a field.
func mayBeField(line []byte) bool {
	return len(line) == 0 || FieldName(line) > 0 || FieldName(append(bytes.Clone(line), ':')) > 0
}

// banner is what Outlook puts before a header.
const banner = "Microsoft Mail Internet Headers Version "

// maxStrange is how many fields a header may begin with of which none is known.
const maxStrange = 32

// maxDamaged is how many damaged lines may stand between two fields that are known.
const maxDamaged = 8

// IsMessage reports whether a stream begins with a header. A header is known by two fields that are, by one and the blank line after it, or
// because it has nothing but what MIME has. Few damaged lines may stand between two fields
// that are, or before the first if they begin with a control character.
func IsMessage(h decode.Head, eol byte) bool {
	names, knownNames, damaged := 0, 0, 0
	prefaced := h.Starts(banner)
	for at := 0; at < len(h.Text); {
		line := decode.LineOf(h.Text[at:], eol)
		n := FieldName(line)
		switch {
		case !h.Ended && line[len(line)-1] != eol && (mayBeField(line) && !startsField(line) || line[0] == '\r'):
			h.NeedMore()
			return false
		case n > 0:
			names++
			if IsKnown(line[:n]) {
				knownNames++
			}
		case Continues(line) && names > 0:
		case at == 0 && (prefaced || bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))):
		case damaged < maxDamaged && !decode.BlankLine(line) &&
			(knownNames > 0 || BeginsControl(line) && line[0] != '\x1f'):
			damaged++
		default:
			return names > 1 && knownNames > 0 && damaged == 0 && decode.BlankLine(line) || isPart(h.Text)
		}
		switch {
		case knownNames > 1:
			return true
		case names > maxStrange && knownNames == 0:
			return false
		}
		at += len(line)
	}
	h.NeedMore()
	return h.Ended && names > 1 && knownNames > 0 && damaged == 0
}

// BeginsControl reports whether a line begins with a control character, which no text does.
func BeginsControl(line []byte) bool {
	return len(line) > 0 && (line[0] < ' ' && !('\t' <= line[0] && line[0] <= '\r') || line[0] == 0x7f)
}

// isPart reports whether a header has nothing but MIME's fields.
func isPart(b []byte) bool {
	n := FieldName(b)
	return n > len("content-") && (strings.EqualFold(string(b[:len("content-")]), "content-") || strings.EqualFold(string(b[:n]), "mime-version"))
}
