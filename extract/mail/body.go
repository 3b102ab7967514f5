package mail

import "bytes"

// A stop is why the lines of a body end.
type stop uint8

const (
	going      stop = iota
	atEnd           // of the stream
	atMessage       // before a line that separates messages
	atBoundary      // before a delimiter of an open multipart
	atArmour        // before lines that hold no text
)

// A body is a stage that returns the lines of the source up to the next stop, as they are.
type body struct {
	w     *walker
	start int64 // the offset in the source of its first byte
	given int64
}

func (b *body) next() []byte {
	lines := b.w.lines()
	b.given += int64(len(lines))
	return lines
}

func (b *body) isWhole() bool { return b.w.ahead != going }

func (b *body) isCut() bool { return b.w.stop == atEnd && b.w.src.isCut() }

func (b *body) span(start, end int64) (int64, int64) {
	return b.w.src.span(b.start+start, b.start+end)
}

// back takes back the last n bytes, which begin with a line.
func (b *body) back(n int) {
	n = min(n, b.w.src.pos)
	b.w.src.pos -= n
	b.given -= int64(n)
	b.w.goOn()
}

// A seen says what lines knows of what it has returned: there is no stop before the offset end. The rest is the state after that.
type seen struct {
	end            int64
	ahead          stop
	midLine, blank bool
}

func (w *walker) sees() seen {
	return seen{end: w.src.offset(), ahead: max(w.stop, w.ahead), midLine: w.midLine, blank: w.blank}
}

// again returns what was taken back of what lines has seen, if it is read again as what it was read as before.
func (w *walker) again() []byte {
	n := w.seen.end - w.src.offset()
	if w.seen.end = 0; n <= 0 {
		return nil
	}
	w.ahead, w.midLine, w.blank = w.seen.ahead, w.seen.midLine, w.seen.blank
	return w.give(w.src.pos + int(n))
}

// lines returns lines up to the next stop, as many as there are in the buffer, and nil at the stop.
func (w *walker) lines() []byte {
	s := &w.src
	if w.stop == going {
		w.stop, w.ahead = w.ahead, going
	}
	if w.stop != going {
		return nil
	}
	if s.pos == s.end && s.fill(1) == 0 {
		w.stop = atEnd
		return nil
	}
	if text := w.again(); text != nil {
		return text
	}
	for i := s.pos; i < s.end; {
		if !w.midLine && w.suspects.has[s.buf[i]] && w.suspect(s.buf[i:s.end]) {
			at := i - s.pos
			if at > 0 && !w.looksAhead(at) {
				return w.give(i)
			}
			found := w.stopAt(at)
			i = s.pos + at // looking ahead may have moved it
			switch {
			case found == going:
			case at == 0:
				w.stop = found
				return nil
			default:
				w.ahead = found
				return w.give(i)
			}
		}
		n := 0
		if w.armour {
			n = bytes.IndexByte(s.buf[i:s.end], s.eol) + 1
		} else {
			text := s.buf[i:s.end]
			if w.mayDivide() {
				text = w.undivided(text, s.base+int64(i))
			}
			n = w.suspects.next(text, s.eol)
		}
		if n == 0 {
			if i > s.pos {
				return w.give(i)
			}
			return w.unfinished()
		}
		w.blank = endsBlank(s.buf[i:i+n], s.eol, w.midLine)
		w.midLine = false
		i += n
		if w.armour && w.blank {
			w.armour, w.stop, w.kind = false, atArmour, '-'
			return w.give(i)
		}
	}
	return w.give(s.end)
}

// divider is ^_, which begins a line between messages of an Rmail.
const divider = '\x1f'

// mayDivide reports whether a line of ^_ may separate messages here.
func (w *walker) mayDivide() bool { return w.format == Single && w.parent == nil && len(w.open) == 0 }

// undivided returns what stands before the next line of text that begins with ^_, or all of text, which stands at an offset.
func (w *walker) undivided(text []byte, offset int64) []byte {
	known := w.clear - offset
	if known >= int64(len(text)) {
		return text
	}
	for n := max(int(known), 1); n < len(text); n++ {
		k := bytes.IndexByte(text[n:], divider)
		if k < 0 {
			break
		}
		if n += k; text[n-1] == w.src.eol {
			text = text[:n]
		}
	}
	w.clear = offset + int64(len(text))
	return text
}

// looksAhead reports whether lines may look for a stop at bytes from here before it returns what stands before that. What comes next is
// mostly there then, and need not be waited for.
func (w *walker) looksAhead(at int) bool {
	const few = 1 << 10 // bytes, which are several lines
	return w.declared == 0 && (w.src.end-w.src.pos-at >= few || w.src.err != nil)
}

// endsBlank reports whether the last of some lines is blank. midLine reports that the first is the rest of one.
func endsBlank(lines []byte, eol byte, midLine bool) bool {
	n := len(lines) - 1
	if eol == '\n' && n > 0 && lines[n-1] == '\r' {
		n--
	}
	return n == 0 && !midLine || n > 0 && lines[n-1] == eol
}

// give returns what stands before index i.
func (w *walker) give(i int) []byte {
	lines := w.src.buf[w.src.pos:i]
	w.src.pos = i
	return lines
}

// unfinished returns the line that is there only in part: whole, or if it is very long, as much as there is.
func (w *walker) unfinished() []byte {
	line := w.src.line(0)
	ended := line[len(line)-1] == w.src.eol
	w.midLine, w.blank = !ended, ended && blankLine(line) && !w.midLine
	w.src.skip(len(line))
	return line
}

// suspect reports whether a line may be a stop, and is to be looked at. The line may be incomplete.
func (w *walker) suspect(line []byte) bool {
	switch line[0] {
	case '-':
		return len(line) == 1 || line[1] == '-'
	case 'F':
		return starts(line, "From ")
	case '#':
		return starts(line, "#! ")
	case 'b':
		return starts(line, "begin ")
	case '=':
		return starts(line, "=ybegin ")
	case '(':
		return starts(line, "(This file must be converted")
	}
	return true
}

// starts reports whether line begins as prefix does, as far as it is there.
func starts(line []byte, prefix string) bool {
	n := min(len(line), len(prefix))
	return string(line[:n]) == prefix[:n]
}

// stopAt tells whether the line at bytes from here is a stop.
func (w *walker) stopAt(at int) stop {
	switch w.src.rest()[at] {
	case '-':
		if w.delimiter(at) || w.plain && w.rule(at) {
			return atBoundary
		}
		w.armour = w.plain && isArmour(w.src.line(at))
		return going
	case 'b', '=', '(':
		if w.plain && w.encoded(at) {
			w.kind = w.src.rest()[at]
			return atArmour
		}
	}
	if w.separator(at) && !w.withinLength(at) {
		return atMessage
	}
	return going
}

// delimiter tells whether the line at bytes from here is a delimiter of an open multipart.
func (w *walker) delimiter(at int) bool {
	return w.isDelimiter(w.src.line(at)) || w.adopt(at)
}

// isDelimiter reports whether line is a delimiter of an open multipart (RFC 2046, section 5.1.1), and keeps of which.
func (w *walker) isDelimiter(line []byte) bool {
	if len(w.open) == 0 {
		return false
	}
	name, ok := bytes.CutPrefix(trimEnd(line), []byte("--"))
	if !ok {
		return false
	}
	for i := len(w.open) - 1; i >= 0; i-- {
		b := w.open[i]
		if b == "" || len(name) < len(b) || string(name[:len(b)]) != b {
			continue
		}
		if rest := name[len(b):]; len(rest) == 0 || string(rest) == "--" {
			w.level, w.closing = i, len(rest) > 0
			return true
		}
	}
	return false
}

// adopt takes the line at bytes from here for a delimiter of the innermost multipart, of which none was found yet: the header says it
// is another, or says nothing.
func (w *walker) adopt(at int) bool {
	if !w.preamble {
		return false
	}
	innermost := len(w.open) - 1
	line := w.src.line(at)
	name, ok := bytes.CutPrefix(trimEnd(line), []byte("--"))
	if !ok || len(name) == 0 || len(name) > 200 {
		return false
	}
	boundary := string(name)
	next := w.src.line(at + len(line))
	n := fieldName(next)
	if n < 8 || !bytes.EqualFold(next[:8], []byte("content-")) {
		return false
	}
	w.open[innermost] = boundary
	w.level, w.closing = innermost, false
	return true
}

// withinLength reports whether a separator at bytes from here belongs to the body, by a length that proves right: where the body ends
// by it, another separator or the end of the stream follows.
func (w *walker) withinLength(at int) bool {
	ahead := w.declared - w.src.offset() - int64(at)
	if ahead <= 0 || ahead > maxCertain {
		return false
	}
	if w.proved == unknown {
		w.proved = wrong
		if w.provesRight(at + int(ahead)) {
			w.proved = right
		}
	}
	return w.proved == right
}

type proof uint8

const (
	unknown proof = iota
	right
	wrong
)

func (w *walker) provesRight(ahead int) bool {
	const blanks = 4
	there := w.src.fill(ahead + blanks + maxLine)
	if there < ahead {
		return false
	}
	rest := w.src.rest()[ahead:]
	for i := 0; i < blanks && len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r'); i++ {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		return true
	case w.format == Rnews:
		return bytes.HasPrefix(rest, []byte("#! "))
	}
	return isFrom(lineOf(rest, w.src.eol))
}
