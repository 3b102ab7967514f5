package texts

import (
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// A stop is the reason why the lines of a body end.
type stop uint8

const (
	noStop     stop = iota
	atEnd           // the end of the stream
	atMessage       // before a line that separates messages
	atBoundary      // before a delimiter of an open multipart
	atArmour        // before ASCII armour, uuencode, yEnc or BinHex
)

// lines reads a stream line by line, up to a stop. Its methods take the offset at of a
// line relative to the current position of src.
type lines struct {
	src    decode.Source
	format mail.Format

	// The current or next stop:
	stop    stop
	ahead   stop // the stop after the lines that next has just returned, or noStop if not known
	level   int  // for atBoundary: the index in open of the multipart
	closing bool // for atBoundary: the delimiter is the closing one
	glued   int  // for atBoundary: the index of text that follows the delimiter on its line, or 0
	kind    byte // for atArmour: the first byte of the armour, or a byte for its variant

	// The current position:
	midLine          bool      // it is within a line
	blank            bool      // the previous line was blank
	armourAfterBlank bool      // armour begins after the next blank line
	window           int       // the number of bytes that next examines, or 0 for no limit
	pushedBack       lineState // the state after lines that were read and pushed back

	// Conditions for stops:
	open            []string // the boundaries of multiparts
	preamble        bool     // the innermost multipart has had no delimiter yet
	plain           bool     // the body is plain text, which may contain encoded files
	digest          bool     // the body is an item of a digest
	declared        int64    // the end of the message according to its header, or 0
	lengthConfirmed bool     // declared has been confirmed
	until           int64    // where the stream ends at the earliest; 0 if unknown, or -1 if not trusted
	partUntil       int64    // the offset of a delimiter: lines before it belong to a part
	outermost       bool     // the stream is a file
	lenient         bool     // a mailbox begins the stream: any "From " line may precede its first message
}

// endsBlank reports whether the last line of text is blank.
func (l *lines) endsBlank(text []byte) bool {
	for range len("\r\n") {
		if text = text[:len(text)-1]; len(text) == 0 {
			return !l.midLine
		}
		switch c := text[len(text)-1]; {
		case l.src.EndsLine(c):
			return true
		case c != '\r':
			return false
		}
	}
	return false
}

// divider is ^_: it begins the line between two messages of an Rmail.
const divider = '\x1f'

// skipLine skips the line at the stop.
func (l *lines) skipLine() {
	l.src.Skip(len(l.src.Line(0)))
	l.goOn()
}

// skipDelimiter skips the delimiter at the stop.
func (l *lines) skipDelimiter() {
	if l.glued == 0 {
		l.skipLine()
		return
	}
	l.src.Skip(l.glued)
	l.goOn()
}

// goOn clears the stop. The source is at the beginning of a line, and the previous line
// counts as not blank.
func (l *lines) goOn() { l.stop, l.ahead, l.midLine, l.blank = noStop, noStop, false, false }

// isUnclosed reports whether the message ended while a multipart was still open.
func (l *lines) isUnclosed() bool {
	return len(l.open) > 0 && (l.stop == atEnd || l.stop == atMessage)
}

// A lineState is the state of a reader of lines at offset end. The lines before end were
// read and pushed back, and contain no stop.
type lineState struct {
	end            int64
	ahead          stop
	midLine, blank bool
}

func (l *lines) state() lineState {
	return lineState{end: l.src.Offset(), ahead: max(l.stop, l.ahead), midLine: l.midLine, blank: l.blank}
}

// peeked is the number of bytes that are examined in cases of doubt.
const peeked = 8 << 10

// peek returns the next bytes after offset at, up to peeked.
func (l *lines) peek(at int) []byte {
	there := l.src.Fill(at + peeked)
	text := l.src.Rest()[min(at, there):]
	return text[:min(len(text), peeked)]
}
