package texts

import (
	"bytes"
	"strconv"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/internal/octet"
)

// isEmlx reports whether a stream begins with the length of a message and the header of
// the message.
func isEmlx(h decode.Head, eol byte) bool {
	line := decode.LineOf(h.Text, eol)
	if _, ok := emlxLength(line); !ok {
		return false
	}
	line, rest := firstLine(h, eol)
	return line != nil && mailbox.IsMessage(rest, eol)
}

// emlxLength returns the length of a message from the line that consists of it.
func emlxLength(line []byte) (n int64, ok bool) {
	if len(line) == 0 || !octet.Digit[line[0]] { // the usual case, in which an error takes longer
		return 0, false
	}
	size, err := strconv.ParseUint(string(decode.TrimEnd(line)), 10, 40)
	return int64(size), err == nil
}

// emlx reads a message between a line with its length and a property list, which is
// skipped. The last line of the message may lack its line end. If no property list begins
// at the declared end, the length is wrong. The message then ends before the first line
// that begins a property list, or is cut if there is none.
func (w *walker) emlx() bool {
	at := w.src.Offset()
	size, _ := emlxLength(w.src.Line(0))
	w.skipLine()
	w.until = w.src.Offset() + size
	read := w.misjudged
	if size > maxCertain || w.plistAt(int(size)) {
		read = func(at int64) bool { return w.framed(at, &frame{w.src.All(), size, ""}, (*walker).readMessage) }
	}
	if !read(at) || w.src.Fill(1) == 0 && !w.endsInTime() {
		return false
	}
	if w.goOn(); w.plistAt(0) {
		w.passOver()
	}
	return w.leftover()
}

// misjudged reads a message with a wrong length. The message begins at an offset.
func (w *walker) misjudged(at int64) bool {
	w.begin()
	w.message.Offset, _ = w.src.Span(at, at)
	w.src.EOL = w.lineEnd()
	return w.readMessage() && (w.stop == atMessage || w.leftover())
}

// plistMark begins a property list.
const plistMark = "<?xml"

// plistAt reports whether the property list after a message begins at offset at.
func (l *lines) plistAt(at int) bool {
	l.src.Fill(at)
	line := l.src.Line(at)
	next := l.src.Line(at + len(line))
	return bytes.HasPrefix(line, []byte(plistMark)) &&
		(bytes.HasPrefix(next, []byte("<!DOCTYPE plist")) || bytes.HasPrefix(next, []byte("<plist")))
}
