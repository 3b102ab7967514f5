package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
)

// stopAt returns the stop at the line at offset at, or noStop.
func (l *lines) stopAt(at int) stop {
	found := l.edgeAt(at)
	switch {
	case found != noStop || !l.plain:
	case l.src.Rest()[at] == '-':
		l.armourAfterBlank = l.begins(at, armour) && isArmour(l.src.Line(at))
	case l.beginsFile(at):
		return atArmour
	}
	return found
}

// begins reports whether the line at offset at may begin with prefix, without searching
// for its end.
func (l *lines) begins(at int, prefix string) bool { return decode.Starts(l.src.Rest()[at:], prefix) }

// edgeAt is stopAt for the beginnings and ends of messages and parts.
func (l *lines) edgeAt(at int) stop {
	switch {
	case l.src.Rest()[at] == '-':
		if len(l.open) > 0 && l.isDelimiter(l.src.Line(at)) || l.adopt(at) || l.plain && l.isRule(at) {
			return atBoundary
		}
	case l.isSeparator(at) && !l.withinLength(at):
		return atMessage
	}
	return noStop
}

// digestRule is the level of the lines between the items of a digest.
const digestRule = -1

// isRule reports whether the line at offset at is the line of dashes before an item of a
// digest (RFC 1153): 70 before the first item, 30 before the others, followed by a blank
// line and a header.
func (l *lines) isRule(at int) bool {
	dashes := 70
	if l.digest {
		dashes = 30
	}
	if !l.begins(at, "-----") { // the usual case
		return false
	}
	line := l.src.Line(at)
	if n := len(decode.TrimEnd(line)); n != dashes || len(bytes.Trim(line[:n], "-")) > 0 {
		return false
	}
	at += len(line)
	next := l.src.Line(at)
	if !decode.BlankLine(next) || len(next) == 0 {
		return false
	}
	if !mailbox.BeginsKnown(l.src.Line(at + len(next))) {
		return false
	}
	l.level, l.closing = digestRule, false
	return true
}

// isSeparator reports whether the line at offset at separates messages.
func (l *lines) isSeparator(at int) bool {
	separates := rowOf(l.format).separates
	return separates != nil && separates(l, at)
}

// fromFollows reports whether the line at offset at is a "From " line before a message.
func (l *lines) fromFollows(at int) bool {
	line := l.src.Line(at)
	if l.lenient && l.blank && bytes.HasPrefix(line, []byte("From ")) {
		return true
	}
	if eol := l.endOf(line, at); eol != l.src.EOL {
		defer func(own byte) { l.src.EOL = own }(l.src.EOL)
		l.src.EOL = eol
		line = l.src.Line(at)
	}
	next := at + len(line)
	return mailbox.IsFrom(line) && l.headerFollows(next, l.blank) ||
		mailbox.IsBareFrom(line) && l.fieldsFollow(next)
}

// endOf returns the byte that ends the line at offset at. It may differ from the end of
// the lines before.
func (l *lines) endOf(line []byte, at int) byte {
	cr := bytes.IndexByte(line, '\r')
	if cr < 0 {
		return '\n'
	}
	const most = 2 // CRs before an LF
	at += cr + 1
	l.src.Fill(at + most)
	after := l.src.Rest()[at:]
	if len(after) == 0 || bytes.HasPrefix(bytes.TrimPrefix(after, []byte("\r")), []byte("\n")) {
		return '\n'
	}
	return '\r'
}

// fieldsFollow reports whether a header begins at offset at: with a known field or with
// several fields.
func (l *lines) fieldsFollow(at int) bool {
	line := l.src.Line(at)
	n := mailbox.FieldName(line)
	return n > 0 && (mailbox.IsKnown(line[:n]) || l.messageFollows(at))
}

// dividerFollows reports whether the line at offset at is the ^_ before a message of an
// Rmail, the line between two messages of Becky or of Foxmail, or the "From " line before
// a message of a mailbox whose first "From " line is missing.
func (l *lines) dividerFollows(at int) bool {
	line := l.src.Line(at)
	return l.outermost && len(l.open) == 0 &&
		(isDivider(line) || isDot(line) || isFoxmail(line) || l.blank && mailbox.IsFrom(line)) &&
		l.messageFollows(at+len(line))
}

// isDivider reports whether line separates messages of an Rmail.
func isDivider(line []byte) bool {
	return len(line) > 0 && line[0] == divider && len(decode.TrimEnd(line)) == 1
}

// messageFollows reports whether a message begins at offset at.
func (l *lines) messageFollows(at int) bool {
	const most, blanks = 4 << 10, 16 // bytes of the header, and before it
	l.src.Fill(at + most)
	text := l.src.Rest()
	text = text[min(at, len(text)):min(at+most, len(text))]
	if text = text[leading(text[:min(blanks, len(text))]):]; len(text) == 0 {
		return false
	}
	return mailbox.IsMessage(decode.Whole(text), l.src.EOL) || mailbox.IsITS(decode.LineOf(text, l.src.EOL))
}

// headerFollows reports whether a message header can begin at offset at. blank reports
// whether a blank line precedes.
func (l *lines) headerFollows(at int, blank bool) bool {
	rest := l.src.Rest()[at:]
	if name, colon := mailbox.FieldStart(rest); name > 0 && colon+2 < len(rest) { // the usual case
		return true
	}
	line := l.src.Line(at)
	if mailbox.FieldName(line) > 0 || bytes.HasPrefix(line, []byte(">From ")) {
		return true
	}
	if len(decode.TrimEnd(line)) > 0 && mailbox.BeginsKnown(l.src.Line(at+len(line))) {
		return true // a damaged line
	}
	if len(line) == 0 || decode.BlankLine(line) || l.src.EOL == '\n' && mailbox.IsFrom(line) {
		return blank
	}
	_, prefaced := mailbox.Preface(decode.Whole(l.peek(at)))
	return prefaced
}

// maxCertain is the maximum length of the rest of a body for which withinLength tests the
// declared length. A longer one is not trusted.
const maxCertain = 1 << 20

// withinLength reports whether a separator at offset at is part of the body, according to
// its parts or the length that the header declares. The length is right if it is followed
// by another separator or the end of the stream.
func (l *lines) withinLength(at int) bool {
	if len(l.open) == 0 && l.declared == 0 { // the usual case
		return false
	}
	if l.withinPart(at) {
		return true
	}
	ahead := l.declared - l.src.Offset() - int64(at)
	if ahead <= 0 || ahead > maxCertain {
		return false
	}
	if !l.lengthConfirmed && !l.provesRight(at+int(ahead)) {
		l.declared = 0
		return false
	}
	l.lengthConfirmed = true
	return true
}

func (l *lines) provesRight(ahead int) bool {
	const blanks = 4
	there := l.src.Fill(ahead + blanks + decode.MaxLine)
	if there < ahead {
		return false
	}
	rest := l.src.Rest()[ahead:]
	for i := 0; i < blanks && len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r'); i++ {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		return true
	case l.format == mail.Rnews:
		return bytes.HasPrefix(rest, []byte("#! "))
	}
	line := decode.LineOf(rest, l.src.EOL)
	return mailbox.IsFrom(line) || mailbox.IsBareFrom(line)
}

// aNewsFollows reports whether an article of A News is next.
func (l *lines) aNewsFollows() bool {
	if l.src.Fill(1) == 0 || l.src.Rest()[0] != 'A' { // the usual case
		return false
	}
	for at := 0; ; {
		line := l.src.Line(at)
		at += len(line)
		h := decode.NewHead(l.src.Rest()[:at], len(line) == 0)
		if is := mailbox.IsANews(h, l.src.EOL); is || !h.IsShort() {
			return is
		}
	}
}

// isFoxmail reports whether line is the one before each message of Foxmail.
func isFoxmail(line []byte) bool {
	return string(decode.TrimEnd(line)) == "\x10\x10\x10\x10\x10\x10\x10\x11\x11\x11\x11\x11\x11S"
}

func isDot(line []byte) bool { return line[0] == '.' && len(decode.TrimEnd(line)) == 1 }
