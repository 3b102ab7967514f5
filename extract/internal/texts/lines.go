package texts

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
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

// lines are the lines of a stream, which are read up to a stop.
type lines struct {
	src      decode.Source
	format   mail.Format
	suspects *suspects // of the format

	// Where they stopped, or will:
	stop    stop
	ahead   stop // the one at which the lines end that next returned last, if that is known
	level   int  // of which open multipart, for atBoundary
	closing bool // it was the last delimiter
	kind    byte // of armour, for atArmour: what its first line begins with

	// Where they are:
	midLine bool  // what comes next is not the beginning of a line
	blank   bool  // the line before was blank
	armour  bool  // the next blank line is followed by armour
	seen    seen  // what of the lines that come next was read before, and taken back
	clear   int64 // up to which offset no line begins with ^_, as far as that is known

	// What may stop them:
	open      []string // the boundaries of multiparts
	preamble  bool     // the innermost multipart has had no delimiter yet
	plain     bool     // the body is plain text, in which encoded files stand
	digest    bool     // the body is an item of a digest
	declared  int64    // the offset at which the message ends by its header, or 0
	proved    proof    // whether it does
	outermost bool     // they were not decoded from other lines
	lenient   bool     // they begin with a mailbox, for whose first message any "From " line does
}

func (l *lines) setFormat(f mail.Format) { l.format, l.suspects = f, suspectSets[f] }

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
	rest := s.Rest()
	for at := 0; at < len(rest); {
		if !l.midLine && l.suspects.has[rest[at]] && l.suspect(rest[at:]) {
			if at > 0 && !l.looksAhead(at) {
				return s.Take(at)
			}
			found := l.stopAt(at)
			rest = s.Rest() // looking ahead may have read more
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
		text, n := rest[at:], 0
		if l.armour {
			n = bytes.IndexByte(text, s.EOL) + 1
		} else {
			if l.mayDivide() {
				text = l.undivided(text, s.Offset()+int64(at))
			}
			n = l.suspects.next(text, s.EOL)
		}
		if n == 0 {
			if at > 0 {
				return s.Take(at)
			}
			return l.unfinished()
		}
		l.blank = endsBlank(text[:n], s.EOL, l.midLine)
		l.midLine = false
		at += n
		if l.armour && l.blank {
			l.armour, l.stop, l.kind = false, atArmour, '-'
			return s.Take(at)
		}
	}
	return s.Take(len(rest))
}

// divider is ^_, which begins a line between messages of an Rmail.
const divider = '\x1f'

// mayDivide reports whether a line of ^_ may separate messages here.
func (l *lines) mayDivide() bool { return l.format == mail.Single && l.outermost && len(l.open) == 0 }

// undivided returns what stands before the next line of text that begins with ^_, or all of text, which stands at an offset.
func (l *lines) undivided(text []byte, offset int64) []byte {
	known := l.clear - offset
	if known >= int64(len(text)) {
		return text
	}
	for n := max(int(known), 1); n < len(text); n++ {
		k := bytes.IndexByte(text[n:], divider)
		if k < 0 {
			break
		}
		if n += k; text[n-1] == l.src.EOL {
			text = text[:n]
		}
	}
	l.clear = offset + int64(len(text))
	return text
}

// looksAhead reports whether next may look for a stop at bytes from here before it returns what stands before that. What comes next is
// mostly there then, and need not be waited for.
func (l *lines) looksAhead(at int) bool {
	const few = 1 << 10 // bytes, which are several lines
	return l.declared == 0 && (len(l.src.Rest())-at >= few || l.src.Err != nil)
}

// endsBlank reports whether the last of some lines is blank. midLine reports that the first is the rest of one.
func endsBlank(lines []byte, eol byte, midLine bool) bool {
	n := len(lines) - 1
	if eol == '\n' && n > 0 && lines[n-1] == '\r' {
		n--
	}
	return n == 0 && !midLine || n > 0 && lines[n-1] == eol
}

// unfinished returns the line that is there only in part: whole, or if it is very long, as much as there is.
func (l *lines) unfinished() []byte {
	line := l.src.Line(0)
	ended := line[len(line)-1] == l.src.EOL
	l.midLine, l.blank = !ended, ended && decode.BlankLine(line) && !l.midLine
	l.src.Skip(len(line))
	return line
}

// suspect reports whether a line may be a stop, and is to be looked at. The line may be incomplete.
func (l *lines) suspect(line []byte) bool {
	switch line[0] {
	case '-':
		return len(line) == 1 || line[1] == '-'
	case 'F':
		return decode.Starts(line, "From ")
	case '#':
		return decode.Starts(line, "#! ")
	case 'b':
		return decode.Starts(line, "begin ")
	case '=':
		return decode.Starts(line, "=ybegin ")
	case '(':
		return decode.Starts(line, "(This file must be converted")
	}
	return true
}

// skipLine passes over the line at which the lines stopped.
func (l *lines) skipLine() {
	l.src.Skip(len(l.src.Line(0)))
	l.goOn()
}

// goOn has the lines begin anew where the source is, at the beginning of a line and after one that is not blank.
func (l *lines) goOn() { l.stop, l.ahead, l.midLine, l.blank = going, going, false, false }

// nextLine reports whether there is a line that is not a stop.
func (l *lines) nextLine() bool {
	if l.stop != going {
		return false
	}
	if l.src.Fill(1) == 0 {
		l.stop = atEnd
		return false
	}
	l.goOn()
	if c := l.src.Rest()[0]; c != 'b' && c != '=' && c != '(' && l.suspects.has[c] && l.suspect(l.src.Rest()) {
		l.stop = l.stopAt(0)
	}
	return l.stop == going
}

// isUnclosed reports whether the lines have ended with a message, and not at a boundary of a multipart in it.
func (l *lines) isUnclosed() bool {
	return len(l.open) > 0 && (l.stop == atEnd || l.stop == atMessage)
}

// A seen says what is known of lines that were returned: there is no stop before the offset end. The rest is the state after that.
type seen struct {
	end            int64
	ahead          stop
	midLine, blank bool
}

func (l *lines) sees() seen {
	return seen{end: l.src.Offset(), ahead: max(l.stop, l.ahead), midLine: l.midLine, blank: l.blank}
}

// again returns what was taken back of the lines that were seen, if it is read again as what it was read as before.
func (l *lines) again() []byte {
	n := l.seen.end - l.src.Offset()
	if l.seen.end = 0; n <= 0 {
		return nil
	}
	l.ahead, l.midLine, l.blank = l.seen.ahead, l.seen.midLine, l.seen.blank
	return l.src.Take(int(n))
}

// A body is a stage that returns the lines of the source up to the next stop, as they are.
type body struct {
	lines *lines
	start int64 // the offset in the source of its first byte
	given int64
}

func (b *body) Next() []byte {
	lines := b.lines.next()
	b.given += int64(len(lines))
	return lines
}

func (b *body) IsWhole() bool { return b.lines.ahead != going }

func (b *body) IsCut() bool { return b.lines.stop == atEnd && b.lines.src.IsCut() }

func (b *body) Span(start, end int64) (int64, int64) {
	return b.lines.src.Span(b.start+start, b.start+end)
}

// back takes back the last n bytes, which begin with a line.
func (b *body) back(n int) {
	b.given -= int64(b.lines.src.Back(n))
	b.lines.goOn()
}

// suspects are the bytes that lines begin with that may be stops.
type suspects struct {
	has   [256]bool
	alike [2]likeness // all of them, and a few others
}

// suspectSets have the suspects of each format.
var suspectSets = func() (sets [mail.Binary + 1]*suspects) {
	for f := range sets {
		mark := "b"
		if k := containerOf(mail.Format(f)); k != nil && k.mark != "" {
			mark = k.mark
		}
		sets[f] = &suspects{
			has:   ascii.SetOf(func(b byte) bool { return strings.IndexByte(mark+"-b=(", b) >= 0 }),
			alike: [2]likeness{newLikeness('-', '=', '('), newLikeness('b', mark[0])},
		}
	}
	sets[mail.Single].has[divider] = true // for which undivided looks, since it has little in common with the others
	return sets
}()

// next returns the index of the next line of text that begins with a suspect. Without one it returns the index of the last line,
// which may be empty or not be there as a whole, or 0 if there is no other than the first.
//
// It looks at 32 bytes at a time without regard to lines, which are short: to look for the end of each costs more than its bytes.
func (s *suspects) next(text []byte, eol byte) int {
	const block = 4 * wordSize
	i, ends, a, b := 0, uint64(eol)*ones, s.alike[0], s.alike[1]
	for ; i+block < len(text); i += block {
		t := text[i : i+block+1]
		if apart(t, ends, a, b)&apart(t[wordSize:], ends, a, b)&apart(t[2*wordSize:], ends, a, b)&apart(t[3*wordSize:], ends, a, b)&highs == highs {
			continue
		}
		if n := s.in(t, eol); n > 0 {
			return i + n
		}
	}
	for ; i+1 < len(text); i++ {
		if text[i] == eol && s.has[text[i+1]] {
			return i + 1
		}
	}
	return bytes.LastIndexByte(text, eol) + 1
}

// in returns the index of the first suspect at the beginning of a line of text, which is a block and one more byte, or 0.
func (s *suspects) in(text []byte, eol byte) int {
	for i := 0; i+wordSize < len(text); i += wordSize {
		for near := ^apart(text[i:], uint64(eol)*ones, s.alike[0], s.alike[1]) & highs; near != 0; near &= near - 1 {
			if n := i + bits.TrailingZeros64(near)/8; text[n] == eol && s.has[text[n+1]] {
				return n + 1
			}
		}
	}
	return 0
}

// apart compares eight bytes of text, and those after them, with the ends of lines and the bytes that follow these. Byte i of what it
// returns has no highest bit if text[i] ends a line and text[i+1] is like a or b. Bytes that have the highest bit count as those without
// it, so that what is found has to be looked at again. ends is a word of eight bytes that end lines.
func apart(text []byte, ends uint64, a, b likeness) uint64 {
	here := binary.LittleEndian.Uint64(text) ^ ends | highs
	next := binary.LittleEndian.Uint64(text[1:])
	// With its highest bit, a byte is at least 128. If no other bit differs it loses that when 1 is subtracted.
	return ((here | a.differ(next)) - ones) & ((here | b.differ(next)) - ones)
}

// A likeness describes bytes that have some bits in common, in each byte of a word.
type likeness struct{ mask, value uint64 }

// newLikeness returns the likeness of some bytes.
func newLikeness(first byte, others ...byte) likeness {
	mask := byte(0xff)
	for _, b := range others {
		mask &^= b ^ first
	}
	return likeness{mask: uint64(mask) * ones, value: uint64(first&mask) * ones}
}

// differ returns the bits in which the bytes of a word differ from the likeness.
func (l likeness) differ(word uint64) uint64 { return (word & l.mask) ^ l.value }

// zeroBytes returns a word that has the highest bit of each byte that is 0 in another word, and no other bit.
func zeroBytes(word uint64) uint64 { return ^((word&^highs + (ones * 0x7f)) | word) & highs }

// A word is eight bytes that are looked at together.
const (
	wordSize = 8
	ones     = 0x0101010101010101 // 1 in each byte
	highs    = 0x8080808080808080 // the highest bit of each byte
)
