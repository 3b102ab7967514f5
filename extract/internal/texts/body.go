package texts

import "github.com/urlsift/urlsift/extract/internal/decode"

// next returns the lines up to the next stop that are in the buffer, and nil at the stop.
func (l *lines) next() []byte {
	s := &l.src
	if l.stop == noStop {
		l.stop, l.ahead = l.ahead, noStop
	}
	if l.stop != noStop {
		return nil
	}
	if len(s.Rest()) == 0 && s.Fill(1) == 0 {
		l.stop = atEnd
		return nil
	}
	if text := l.replay(); text != nil {
		return text
	}
	rest, suspects := l.view(), l.suspects()
	for at := 0; at < len(rest); {
		if !l.midLine && suspects.suspect(rest[at:]) {
			if at > 0 && !l.looksAhead(at) {
				return s.Take(at)
			}
			found := l.stopAt(at)
			rest = l.view() // looking ahead may have filled the buffer
			switch {
			case found == noStop:
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
		if l.armourAfterBlank && l.blank {
			l.armourAfterBlank, l.stop, l.kind = false, atArmour, '-'
			return s.Take(at)
		}
	}
	return s.Take(len(rest))
}

// view returns the bytes that next examines: the buffer, but only a little of it after a
// delimiter in mid-line, since next examines the bytes after it again.
func (l *lines) view() []byte {
	rest := l.src.Rest()
	if l.window > 0 && l.window < len(rest) {
		return rest[:l.window]
	}
	return rest
}

// looksAhead reports whether next may test the line at offset at for a stop before it
// returns the lines before it. The bytes needed for the test must probably be in the
// buffer, so that next does not wait for them.
func (l *lines) looksAhead(at int) bool {
	const few = 1 << 10 // bytes, that is several lines
	return l.declared == 0 && (len(l.src.Rest())-at >= few || l.src.Err != nil)
}

// unfinished returns the rest of a line that is only partly in the buffer, or a piece of
// it if it is very long.
func (l *lines) unfinished() []byte {
	line := l.src.Line(0)
	ended := l.src.EndsLine(line[len(line)-1])
	l.midLine, l.blank = !ended, ended && decode.BlankLine(line) && !l.midLine
	l.src.Skip(len(line))
	return line
}

// hasLine reports whether the next line exists and is not a stop; otherwise it sets stop.
// Armour does not begin within other armour.
func (l *lines) hasLine() bool {
	if l.stop != noStop {
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
	return l.stop == noStop
}

// replay returns the lines that were pushed back. It need not look for a stop in them.
func (l *lines) replay() []byte {
	n := l.pushedBack.end - l.src.Offset()
	if l.pushedBack.end = 0; n <= 0 {
		return nil
	}
	l.ahead, l.midLine, l.blank = l.pushedBack.ahead, l.pushedBack.midLine, l.pushedBack.blank
	return l.src.Take(int(n))
}

// A body is a stage that returns the lines of the source up to the next stop.
type body struct {
	decode.Section
	lines    *lines
	returned int64
}

func (b *body) Next() []byte {
	mid := b.lines.midLine
	text := b.lines.next()
	if len(b.lines.open) > 0 {
		b.lines.window *= 2
		text = b.lines.upToGlued(text, mid)
	}
	b.returned += int64(len(text))
	return text
}

func (b *body) IsWhole() bool { return b.lines.ahead != noStop }

func (b *body) IsCut() bool {
	return b.lines.stop == atEnd && (b.Section.IsCut() || b.lines.isShort(0))
}

// isShort reports whether the stream must not end after the next n bytes.
func (l *lines) isShort(n int) bool { return l.until > l.src.Offset()+int64(n) }

// back pushes the last n bytes back, which begin at the beginning of a line.
func (b *body) back(n int) {
	b.returned -= int64(b.lines.src.Back(n))
	b.lines.goOn()
}
