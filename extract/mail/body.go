package mail

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

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

func (b *body) isCut() bool { return b.w.stop == atEnd && b.w.src.isCut() }

func (b *body) span(start, end int64) (int64, int64) {
	return b.w.src.span(b.start+start, b.start+end)
}

// back takes back the last n bytes, which begin with a line.
func (b *body) back(n int) {
	n = min(n, b.w.src.pos)
	b.w.src.pos -= n
	b.given -= int64(n)
	b.w.stop, b.w.midLine, b.w.blank = going, false, false
}

// lines returns lines up to the next stop, as many as there are in the buffer, and nil at the stop.
func (w *walker) lines() []byte {
	s := &w.src
	if w.stop != going {
		return nil
	}
	if s.pos == s.end && s.fill(1) == 0 {
		w.stop = atEnd
		return nil
	}
	for i := s.pos; i < s.end; {
		if !w.midLine && w.suspects[s.buf[i]] && w.suspect(s.buf[i:s.end]) {
			if i > s.pos {
				return w.give(i)
			}
			if w.stop = w.stopHere(); w.stop != going {
				return nil
			}
			i = s.pos // looking ahead may have moved it
		}
		n := 0
		if w.armour {
			n = bytes.IndexByte(s.buf[i:s.end], s.eol) + 1
		} else {
			n = nextSuspect(s.buf[i:s.end], s.eol, w.suspects)
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

// nextSuspect returns the index of the next line of text that begins with a suspect. Without one it returns the index of the last
// line, which may be empty or not be there as a whole, or 0 if there is no other than the first.
//
// It looks at eight bytes at a time: lines are short, and a call to look for the end of each costs more than its bytes.
func nextSuspect(text []byte, eol byte, suspects *[256]bool) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	last, i := 0, 0
	for ; i+8 < len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:]) ^ uint64(eol)*ones
		for ends := (x - ones) &^ x & highs; ends != 0; ends &= ends - 1 {
			next := i + bits.TrailingZeros64(ends)/8 + 1
			if text[next-1] != eol {
				continue // a 1 after a 0 in x looks like another 0
			}
			if suspects[text[next]] {
				return next
			}
			last = next
		}
	}
	for i++; i <= len(text); i++ {
		if text[i-1] == eol {
			if last = i; i < len(text) && suspects[text[i]] {
				return i
			}
		}
	}
	return last
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

// stopHere tells whether the line that comes next is a stop.
func (w *walker) stopHere() stop {
	switch w.src.rest()[0] {
	case '-':
		if w.delimiter() || w.plain && w.rule() {
			return atBoundary
		}
		w.armour = w.plain && isArmour(w.src.line(0))
		return going
	case 'b', '=', '(':
		if w.plain && w.encoded() {
			w.kind = w.src.rest()[0]
			return atArmour
		}
	}
	if w.separator() && !w.withinLength() {
		return atMessage
	}
	return going
}

// delimiter tells whether the line that comes next is a delimiter of an open multipart.
func (w *walker) delimiter() bool {
	line := w.src.line(0)
	return w.isDelimiter(line) || w.adopt(trimEnd(line))
}

// isDelimiter reports whether line is a delimiter of an open multipart (RFC 2046, section 5.1.1), and keeps of which.
func (w *walker) isDelimiter(line []byte) bool {
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

// adopt takes a line for a delimiter of the innermost multipart, of which none was found yet: the header says it is another,
// or says nothing.
func (w *walker) adopt(line []byte) bool {
	innermost := len(w.open) - 1
	name, ok := bytes.CutPrefix(line, []byte("--"))
	if !w.preamble || !ok || len(name) == 0 || len(name) > 200 {
		return false
	}
	next := w.src.line(len(w.src.line(0)))
	n := fieldName(next)
	if n < 8 || !bytes.EqualFold(next[:8], []byte("content-")) {
		return false
	}
	w.open[innermost] = string(name)
	w.level, w.closing = innermost, false
	return true
}

// withinLength reports whether a separator belongs to the body, by a length that proves right: where the body ends by it,
// another separator or the end of the stream follows.
func (w *walker) withinLength() bool {
	ahead := w.declared - w.src.offset()
	if ahead <= 0 || ahead > maxCertain {
		return false
	}
	if w.proved == unknown {
		w.proved = wrong
		if w.provesRight(int(ahead)) {
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
