package mailbox

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// FieldName returns the length of the name at the beginning of line if line is the first
// one of a field, otherwise 0. The scheme of a URL is not a name.
func FieldName(line []byte) int {
	n, _ := FieldStart(line)
	return n
}

// FieldStart returns the length of the name at the beginning of line and the index of the
// colon after it if line is the first one of a field, otherwise 0, 0.
func FieldStart(line []byte) (name, colon int) {
	n := nameLength(line)
	if n == 0 || n > maxName || isLink(line[:n]) {
		return 0, 0
	}
	for colon = n; colon < len(line) && line[colon] != ':'; colon++ {
		if line[colon] != ' ' && line[colon] != '\t' {
			return 0, 0
		}
	}
	if colon == len(line) || colon+2 < len(line) && line[colon+1] == '/' && line[colon+2] == '/' {
		return 0, 0
	}
	return n, colon
}

// isLink reports whether name is a scheme without "//", or begins with a bracket or a
// quote, as in "[mailto:joe@host.example] On Behalf Of", which refilling takes for a line.
func isLink(name []byte) bool {
	switch name[0] {
	case '[', '<', '(', '"':
		return true
	}
	return len(name) == len("mailto") && bytes.EqualFold(name, []byte("mailto"))
}

// maxName is the maximum length of the name of a field.
const maxName = 200

// nameLength returns the number of bytes of nameSet at the beginning of line. It examines
// eight at a time.
func nameLength(line []byte) int {
	const ones, highs = 0x01010101_01010101, 0x80808080_80808080
	n := 0
	for ; n+8 <= len(line); n += 8 {
		x := binary.LittleEndian.Uint64(line[n:])
		colon := x ^ ':'*ones
		// The highest bit of the first byte outside of nameSet is set, and of none before.
		if end := (x | (x + ones) | (x-'!'*ones)&^x | (colon-ones)&^colon) & highs; end != 0 {
			return n + bits.TrailingZeros64(end)/8
		}
	}
	return n + nameSet.Span(line[n:])
}

// nameSet is ftext (RFC 5322, section 3.6.8).
var nameSet = octet.Where(func(b byte) bool { return '!' <= b && b <= '~' && b != ':' })

// IsKnown reports whether name is one of the field names that distinguish a header from
// other text.
func IsKnown(name []byte) bool {
	if len(name) > 8 && bytes.EqualFold(name[:8], []byte("content-")) {
		return true
	}
	return slices.ContainsFunc(knownNames, func(k string) bool {
		return len(k) == len(name) && strings.EqualFold(k, string(name))
	})
}

// BeginsKnown reports whether a line begins a field that IsKnown.
func BeginsKnown(line []byte) bool {
	n := FieldName(line)
	return n > 0 && IsKnown(line[:n])
}

var knownNames = []string{
	"from", "date", "subject", "to", "message-id", "received", "return-path", "newsgroups", "path",
	"mime-version", "sender", "cc", "reply-to", "references", "in-reply-to", "delivered-to", "status",
	"x-status", "xref", "lines", "organization", "article-i.d.", "posted", "relay-version",
	"posting-version", "x-mailer", "x-from-line", "received-date", "approved", "followup-to", "distribution",
	"list-id", "dkim-signature", "x-uidl", "x-mozilla-status", "importance", "envelope-to", "apparently-to",
	"errors-to", "resent-from", "x-received", "x-gmail-labels", "x-gm-thrid", "x-envelope-from", "keywords",
}

// Continues reports whether a line continues the field of the line before it.
func Continues(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// mayBeField reports whether an incomplete line may begin a field. Its name may go on, so
// that "mailto" is no scheme yet.
func mayBeField(line []byte) bool {
	ended := func(end string) bool { return FieldName(append(bytes.Clone(line), end...)) > 0 }
	return len(line) == 0 || FieldName(line) > 0 || ended(":") || ended("x:")
}

// banner is written by Outlook before a header.
const banner = "Microsoft Mail Internet Headers Version "

// maxStrange is the maximum number of unknown fields at the beginning of a header.
const maxStrange = 32

// maxDamaged is the maximum number of damaged lines between two known fields.
const maxDamaged = 8

// IsMessage reports whether a stream begins with a header. A header has two known fields,
// or one and a blank line after it, or only MIME fields. A few damaged lines may occur
// between two known fields, or before the first if they begin with a control character.
func IsMessage(h decode.Head, eol byte) bool {
	names, knownNames, damaged := 0, 0, 0
	prefaced := h.Starts(banner)
	for at := 0; at < len(h.Text); {
		line := decode.LineOf(h.Text[at:], eol)
		n := FieldName(line)
		switch {
		case !h.Ended && line[len(line)-1] != eol &&
			(mayBeField(line) && !startsField(line) || line[0] == '\r'):
			h.NeedMore()
			return false
		case n > 0:
			names++
			if IsKnown(line[:n]) {
				knownNames++
			}
		case Continues(line) && names > 0:
		case at == 0 && (prefaced || bytes.HasPrefix(line, []byte("From ")) ||
			bytes.HasPrefix(line, []byte(">From "))):
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

// BeginsControl reports whether a line begins with a control character that does not
// occur in text.
func BeginsControl(line []byte) bool {
	return len(line) > 0 && (line[0] < ' ' && !('\t' <= line[0] && line[0] <= '\r') || line[0] == 0x7f)
}

// isPart reports whether a header contains only MIME fields.
func isPart(b []byte) bool {
	n := FieldName(b)
	return n > len("content-") && (strings.EqualFold(string(b[:len("content-")]), "content-") ||
		strings.EqualFold(string(b[:n]), "mime-version"))
}
