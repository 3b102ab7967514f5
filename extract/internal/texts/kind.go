package texts

import (
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// A formatRow holds everything that the rest of the package knows about a format. A row
// of formats leaves out what the format does not have.
type formatRow struct {
	format mail.Format

	// How the format is detected. A document is detected by its first bytes, messages by
	// their first lines. The detector works on an incomplete first line, using its
	// beginning, and on the whole lines. Both are called only for streams that begin with
	// a byte of first, which blanks may precede in a document. If first is empty, that
	// byte is the first one of begins, or any byte if begins is empty too.
	first      string
	isDocument func(h decode.Head) bool
	begins     string
	isMessages func(h decode.Head, eol byte) bool

	read      func(w *walker) bool        // reads a stream
	separator string                      // the beginnings of a line between messages, separated by "|"
	separates func(l *lines, at int) bool // reports whether the line at offset at separates messages
	message   func(w *walker) bool        // reads a message after its separator line
	rest      afterDamage                 // how the rest of a stream is read after damage
	divide    func(text []byte) (at int)  // see Divider
	text      bool                        // whether a run of NUL bytes anywhere is damage
	whole     bool                        // whether a stream is read into memory whole
}

// An afterDamage states how the rest of a stream is read after damage.
type afterDamage uint8

const (
	unread   afterDamage = iota // not at all: it means nothing without the beginning of the document
	alike                       // as a stream of the format
	headless                    // as a stream of the format whose first message has no header
	bodily                      // as the body of a message
)

// formats holds the formats in the order of detection. A format without a detector is
// found elsewhere: HTML, XML and Single by formatOfLines, Binary by documentFormat, and a
// part of a document by its name. Others are only declared or set by a flag.
var formats []formatRow

// rowsBy maps the first byte of a stream to the rows of formats that may begin with it,
// as a set of bits.
var rowsBy [256]uint64

// byFormat maps formats to their rows.
var byFormat [mail.NumFormats]*formatRow

// rowOf returns the row of a format. An unknown format is read as text.
func rowOf(format mail.Format) *formatRow {
	if format >= mail.NumFormats {
		format = mail.Plain
	}
	return byFormat[format]
}

// hasMessages reports whether streams of the format are mail, with the line ends of
// messages.
func (k *formatRow) hasMessages() bool { return k.rest == headless || k.rest == bodily }

// firstLine returns the first line and the text after it. The line is nil if it may be
// incomplete.
func firstLine(h decode.Head, eol byte) (line []byte, rest decode.Head) {
	line = decode.LineOf(h.Text, eol)
	if !h.Ended && decode.IndexEnd(line, eol) < 0 {
		h.NeedMore()
		return nil, h
	}
	h.Text = h.Text[len(line):]
	return line, h
}

// Divider returns the function that divides streams of a format, or nil if there is none.
// Its argument is part of a stream and begins with a line. It returns the last index at
// which both halves, each read as a stream of the format, have the same texts as the
// whole, or 0 if there is none.
func Divider(format mail.Format) func(text []byte) int { return rowOf(format).divide }

// IsText reports whether a stream of a format is text, in which a run of NUL bytes
// anywhere is damage.
func IsText(format mail.Format) bool { return rowOf(format).text }

// mmdfLine is the line between messages of an MMDF.
const mmdfLine = "\x01\x01\x01\x01"

func isMMDF(line []byte) bool { return string(decode.TrimEnd(line)) == mmdfLine }
