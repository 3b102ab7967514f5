package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// FieldName returns the length of the name that a line begins with, if it is the first line of a field, or else 0. A URL is
// none.
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

// IsKnown reports whether a field of this name tells a header from other text.
func IsKnown(name []byte) bool {
	if len(name) > 8 && bytes.EqualFold(name[:8], []byte("content-")) {
		return true
	}
	for _, k := range knownNames {
		if len(k) == len(name) && strings.EqualFold(k, string(name)) {
			return true
		}
	}
	return false
}

var knownNames = []string{
	"from", "date", "subject", "to", "message-id", "received", "return-path", "newsgroups", "path", "mime-version", "sender",
	"cc", "reply-to", "references", "in-reply-to", "delivered-to", "status", "x-status", "xref", "lines", "organization",
	"article-i.d.", "posted", "relay-version", "posting-version", "x-mailer", "x-from-line", "received-date", "approved",
	"followup-to", "distribution", "list-id", "dkim-signature", "x-uidl", "x-mozilla-status", "importance", "envelope-to",
	"apparently-to", "errors-to", "resent-from", "x-received", "x-gmail-labels", "x-gm-thrid", "x-envelope-from", "keywords",
}

// Continues reports whether a line Continues the field of the line before it.
func Continues(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// MayBeField reports whether a line that is not there as a whole may begin a field.
func MayBeField(line []byte) bool {
	n := 0
	for n < len(line) && nameSet[line[n]] {
		n++
	}
	rest := bytes.TrimLeft(line[n:], " \t")
	return n <= maxName && len(rest) == 0 || FieldName(line) > 0
}
