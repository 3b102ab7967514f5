package texts

import (
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// A stop is the reason for which the lines of a body end.
type stop uint8

const (
	going      stop = iota
	atEnd           // of the stream
	atMessage       // before a line that separates messages
	atBoundary      // before a delimiter of an open multipart
	atArmour        // before lines that hold no text
)

// lines are the lines of a stream, which are read up to a stop.
type lines struct {
	src    decode.Source
	format mail.Format

	// Where they stopped, or will stop:
	stop    stop
	ahead   stop // the stop after the lines that next returned last, if it is known
	level   int  // of which open multipart, for atBoundary
	closing bool // it was the last delimiter
	glued   int  // the index in its line of text that was glued to the delimiter, or 0
	kind    byte // of armour, for atArmour: what its first line begins with

	// Where they are:
	midLine bool // what comes next is not the beginning of a line
	blank   bool // the line before was blank
	armour  bool // the next blank line is followed by armour
	window  int  // how much next looks at, if not 0
	seen    seen // what of the lines that come next was read before, and taken back

	// What may stop them:
	open      []string // the boundaries of multiparts
	preamble  bool     // the innermost multipart has had no delimiter yet
	plain     bool     // the body is plain text, in which encoded files stand
	digest    bool     // the body is an item of a digest
	declared  int64    // the offset at which the message ends by its header, or 0
	proved    bool     // the message does end there
	held      int64    // the offset of a delimiter, up to which lines belong to a part
	outermost bool     // they are a file
	lenient   bool     // they begin with a mailbox, whose first message may follow any "From " line
}

// next returns lines up to the next stop, as many as there are in the buffer, and nil at the stop.
func (l *lines) next() []byte {
	s := &l.src
	if l.stop == going {
		l.stop, l.ahead = l.ahead, going
	}
	if l.stop != going {
		return nil
	}
	if len(s.Rest()) == 0 && s.Fill(1) == 0 {
		l.stop = atEnd
		return nil
	}
	if text := l.again(); text != nil {
		return text
	}
	rest, suspects := l.view(), l.suspects()
	for at := 0; at < len(rest); {
		if !l.midLine && suspects.suspect(rest[at:]) {
			if at > 0 && !l.looksAhead(at) {
				return s.Take(at)
			}
			found := l.stopAt(at)
			rest = l.view() // looking ahead may have read more
			switch {
			case found == going:
			case at == 0:
				l.stop = found
				return nil
			default:
				l.ahead = found
				return s.Take(at)
			}
		}
		n := l.upTo(rest[at:])
		switch {
		case n == 0 && at == 0:
			return l.unfinished()
		case n == 0:
			return s.Take(at)
		}
		l.blank = l.endsBlank(rest[at : at+n])
		at += n
		l.midLine = false
		if l.armour && l.blank {
			l.armour, l.stop, l.kind = false, atArmour, '-'
			return s.Take(at)
		}
	}
	return s.Take(len(rest))
}

// view returns what next looks at: what there is in the buffer, but little of it after a delimiter in mid-line, since next looks again at
// what follows that.
func (l *lines) view() []byte {
	rest := l.src.Rest()
	if l.window > 0 && l.window < len(rest) {
		return rest[:l.window]
	}
	return rest
}

// endsBlank reports whether the last of lines is blank.
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

// divider is ^_, which begins a line between messages of an Rmail.
const divider = '\x1f'

// looksAhead reports whether next may look for a stop at offset at from here before it returns the lines before that. It may if the bytes
// that decide are most likely in the buffer, so that next does not wait for them.
func (l *lines) looksAhead(at int) bool {
	const few = 1 << 10 // bytes, which are several lines
	return l.declared == 0 && (len(l.src.Rest())-at >= few || l.src.Err != nil)
}

// unfinished reads the rest of a line that is only in part in the buffer, and returns it, or as much of it as there is if it is very long.
func (l *lines) unfinished() []byte {
	line := l.src.Line(0)
	ended := l.src.EndsLine(line[len(line)-1])
	l.midLine, l.blank = !ended, ended && decode.BlankLine(line) && !l.midLine
	l.src.Skip(len(line))
	return line
}

// skipLine passes over the line at which the lines stopped.
func (l *lines) skipLine() {
	l.src.Skip(len(l.src.Line(0)))
	l.goOn()
}

// skipDelimiter passes over the delimiter at which the lines stopped.
func (l *lines) skipDelimiter() {
	if l.glued == 0 {
		l.skipLine()
		return
	}
	l.src.Skip(l.glued)
	l.goOn()
}

// goOn has the lines begin anew where the source is, at the beginning of a line and after one that is not blank.
func (l *lines) goOn() { l.stop, l.ahead, l.midLine, l.blank = going, going, false, false }

// nextLine reports whether there is a line that is no stop. Armour does not begin within other armour.
func (l *lines) nextLine() bool {
	if l.stop != going {
		return false
	}
	if l.src.Fill(1) == 0 {
		l.stop = atEnd
		return false
	}
	l.goOn()
	if l.suspects().suspect(l.src.Rest()) {
		l.stop = l.edgeAt(0)
	}
	return l.stop == going
}

// isUnclosed reports whether the lines have ended with a message, and not at a boundary of a multipart in it.
func (l *lines) isUnclosed() bool {
	return len(l.open) > 0 && (l.stop == atEnd || l.stop == atMessage)
}

// A seen describes lines that were returned and taken back: up to the offset end they have no stop. The other fields are the state there.
type seen struct {
	end            int64
	ahead          stop
	midLine, blank bool
}

func (l *lines) sees() seen {
	return seen{end: l.src.Offset(), ahead: max(l.stop, l.ahead), midLine: l.midLine, blank: l.blank}
}

// again returns the lines of seen that were taken back, without looking for a stop in them.
func (l *lines) again() []byte {
	n := l.seen.end - l.src.Offset()
	if l.seen.end = 0; n <= 0 {
		return nil
	}
	l.ahead, l.midLine, l.blank = l.seen.ahead, l.seen.midLine, l.seen.blank
	return l.src.Take(int(n))
}

// A body is a stage that returns the lines of the source up to the next stop.
type body struct {
	decode.Section
	lines *lines
	given int64
}

func (b *body) Next() []byte {
	mid := b.lines.midLine
	lines := b.lines.next()
	if len(b.lines.open) > 0 {
		b.lines.window *= 2
		lines = b.lines.upToGlued(lines, mid)
	}
	b.given += int64(len(lines))
	return lines
}

func (b *body) IsWhole() bool { return b.lines.ahead != going }

func (b *body) IsCut() bool { return b.lines.stop == atEnd && b.Section.IsCut() }

// back takes back the last n bytes, which begin with a line.
func (b *body) back(n int) {
	b.given -= int64(b.lines.src.Back(n))
	b.lines.goOn()
}
