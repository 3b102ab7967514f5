package mail

import "bytes"

// digestRule is the level of the lines between the items of a digest.
const digestRule = -1

// rule tells whether the line at bytes from here is one of dashes before an item of a digest (RFC 1153): 70 before the first, 30
// before the others, a blank line, and a header.
func (w *walker) rule(at int) bool {
	dashes := 70
	if w.digest {
		dashes = 30
	}
	line := w.src.line(at)
	if n := len(trimEnd(line)); n != dashes || len(bytes.Trim(line[:n], "-")) > 0 {
		return false
	}
	at += len(line)
	next := w.src.line(at)
	if !blankLine(next) || len(next) == 0 {
		return false
	}
	next = w.src.line(at + len(next))
	if n := fieldName(next); n == 0 || !known(next[:n]) {
		return false
	}
	w.level, w.closing = digestRule, false
	return true
}

// items reads the items of a digest, each of which is a message. Their numbers are those of parts of the part that holds
// them.
func (w *walker) items() bool {
	w.digest = true
	defer func() { w.digest = false }()
	at, ok := len(w.path), true
	for number := 1; ok && w.stop == atBoundary && w.level == digestRule; number++ {
		w.skipLine()
		w.skipBlank()
		w.path = append(w.path[:at], number)
		var h header
		if h, ok = w.header(nil); ok {
			ok = w.content(&h, 1)
		}
	}
	w.path = w.path[:at]
	return ok
}
