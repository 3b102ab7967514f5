package scan

import (
	"bytes"
	"encoding/binary"
	"math"
	"sort"
	"unicode/utf8"
)

// This file reads what programs write for a terminal: escape sequences (ECMA-48, ECMA-35, and those of xterm), and characters that are
// struck over others. Both are folded out of the text before any rule sees it, so a URL goes on after them, as it does for a reader at the
// terminal. Where a sequence moves the cursor, or no text of the line follows, one control character is left, which ends a URL.

const (
	esc = 0x1b
	bel = '\a'

	// longestSequence is how long a sequence, and the text inside it, may be in bytes. The beginning of a longer one is read as a control
	// character, and the rest as text.
	longestSequence = 1 << 10
	// longestStrike is how many characters may be struck over at a time.
	longestStrike = 64
	// reach is how far before a ":" sequences are looked for, in bytes.
	reach = 1 << 8
	// inspected is how many bytes are searched for sequences at a time.
	inspected = 1 << 8
)

var (
	// csiSet has the parameters of a sequence, intermediateSet the bytes before its final one, linkSet the parameters of a hyperlink,
	// stringSet strings, and designatedSet text in another charset.
	csiSet          = setOf(digits + ":;<=>?")
	intermediateSet = setOf(" !\"#$%&'()*+,-./")
	linkSet         = outside(graphic + " \x7f").but(";")
	stringSet       = outside(graphic + " \x7f").but(":")
	designatedSet   = complement("\x00\x1b\r\n")
)

// A sequence is what text is to a terminal: an escape sequence, or a run of backspaces with the text after it that is struck over the same.
type sequence struct {
	before int  // how many bytes before a run of backspaces are struck over by others, and go
	size   int  // its length in bytes, or 0 if the text ends in it
	mark   byte // the control character that stays in its place, or 0: a backspace if a part of a word is replaced
	color  color
	target bool // the URL of a hyperlink follows
}

// A control is the text from an escape character on, as far as a sequence may reach.
type control struct {
	text  []byte
	short bool // a rule asked for what is not in it
}

// at returns the byte at index i, or 0 if there is none.
func (c *control) at(i int) byte {
	if i < len(c.text) {
		return c.text[i]
	}
	c.short = true
	return 0
}

// sequenceAt returns the escape sequence that text begins with. final reports whether text is the rest of the input.
//
// These are folded out: colours and other renditions (SGR) with the designation of ASCII before them, erasing to the end of the line (EL),
// and strings without a ":", such as the end of a hyperlink. All others end a URL.
func sequenceAt(text []byte, final bool) sequence {
	c := control{text: text[:min(len(text), longestSequence)]}
	q := sequence{size: 1, mark: esc}
	switch b := c.at(1); {
	case b == '[':
		q = c.sequence()
	case b == ']', b == 'P', b == '_', b == '^', b == 'X', b == 'k':
		q = c.string()
	case b == esc:
		q.mark = 0 // doubled, as tmux wants it in what it passes on
	case ' ' <= b && b <= '/':
		q = c.designation()
	case bytes.IndexByte([]byte(`78DEMc=\`), b) >= 0:
		q.size = 2 // the others are rare, so b may well belong to the text
	}
	if q.mark == 0 && c.at(q.size) == 0x0f {
		q.size++ // the shift to the usual charset, which the terminals of screen and tmux have after "ESC [ m"
	}
	if c.short && !final && len(text) < longestSequence {
		return sequence{}
	}
	return q
}

// sequence returns the sequence after "ESC [": parameters, intermediate bytes, and a final byte.
func (c *control) sequence() sequence {
	end := 2 + csiSet.span(c.text[2:])
	i, parameters := end+intermediateSet.span(c.text[end:]), c.text[2:end]
	switch b := c.at(i); {
	case b < '@' || b > '~':
		return sequence{size: 1, mark: esc}
	case b == 'm':
		return sequence{size: i + 1, color: colorOf(parameters)}
	case b == 'K' && (len(parameters) == 0 || string(parameters) == "0"):
		return sequence{size: i + 1}
	}
	return sequence{size: i + 1, mark: esc}
}

// A color is the last digit of the parameter with which SGR selects the colour of the text after it, or 0 if it selects none.
type color byte

// Programs that compare words, such as "git diff --word-diff=color", write removed text in red and right after it what replaces it in
// green. Green text right after red text is therefore no part of it.
const (
	red   color = '1'
	green color = '2'
)

// colorOf returns the colour that the parameters of SGR select.
func colorOf(parameters []byte) (c color) {
	for p := range bytes.SplitSeq(parameters, []byte{';'}) {
		switch {
		case string(p) == "38":
			return '0' // its own parameters follow
		case len(bytes.Trim(p, "0")) == 0:
			c = '0'
		case len(p) == 2 && (p[0] == '3' || p[0] == '9'):
			c = color(p[1])
		}
	}
	return c
}

// string returns the string up to "ESC \" or BEL. If there is a ":" in it, it may hold a URL, and only its beginning is the sequence, so
// that the rest is read as text.
func (c *control) string() sequence {
	const passed, link = "\x1bPtmux;", "\x1b]8;"
	if bytes.HasPrefix(c.text, []byte(passed)) {
		return sequence{size: len(passed)} // the sequences that tmux passes on are read by themselves
	}
	begin, target := 2, false
	if c.at(1) == ']' {
		if begin += digitSet.span(c.text[begin:]); c.at(begin) == ';' {
			begin++
		}
	}
	if string(c.text[:begin]) == link { // then come parameters, and another ";"
		if end := begin + linkSet.span(c.text[begin:]); c.at(end) == ';' {
			begin, target = end+1, true
		}
	}
	i := begin + stringSet.span(c.text[begin:])
	switch b := c.at(i); {
	case b == bel:
		return sequence{size: i + 1}
	case b == esc && c.at(i+1) == '\\':
		return sequence{size: i + 2}
	default:
		return sequence{size: begin, mark: esc, target: target && b == ':'}
	}
}

// designation returns the sequence after "ESC" and an intermediate byte. If it designates a charset that does not have ASCII, the text in
// that charset belongs to it, up to the next sequence or the end of the line. One that has ASCII ends a URL, since text in ISO-2022 goes
// back to it at the end of other text, but before "ESC [", with which terminals put an end to all renditions.
func (c *control) designation() sequence {
	i := 1 + intermediateSet.span(c.text[1:])
	end, set, between := i+1, c.at(i), string(c.text[1:i])
	switch {
	case set < '0' || set > '~':
		end = 1
	case between[0] == '#': // lines of double height, or a test of the screen
	case between[0] == '$' && (len(between) == 1 || between[1] == '('), // two bytes are a character
		between == "(" && (set == '0' || set == '2' || set == 'I'): // lines and boxes, katakana
		for designatedSet[c.at(end)] {
			end++
		}
	case between != "(" || c.at(end) == esc && c.at(end+1) == '[': // the others say nothing of the text that follows
		return sequence{size: end}
	}
	return sequence{size: end, mark: esc}
}

// strikeAt returns what the backspaces that text begins with do. before is the text before them. Characters that are struck over by
// themselves are bold, and those struck over by "_", or the other way round, are underlined. Anything else moves the cursor.
func strikeAt(before, text []byte, final bool) sequence {
	n := len(text) - len(bytes.TrimLeft(text, "\b"))
	moved := sequence{size: n, mark: '\b'}
	switch {
	case n > longestStrike:
		return moved
	case n == len(text) && !final:
		return sequence{}
	}
	from, to := len(before), n
	for range n {
		_, size := utf8.DecodeLastRune(before[:from])
		from -= size
	}
	over, under := true, true // over: the text after the run strikes over that before it; under: the other way round
	for range n {
		a, size := utf8.DecodeRune(before[from:])
		b, width := utf8.DecodeRune(text[to:])
		same := bytes.Equal(before[from:from+size], text[to:to+width])
		switch {
		case a >= ' ' && size > 0 && !final && !utf8.FullRune(text[to:]):
			return sequence{}
		case a < ' ' || b < ' ' || size == 0 || width == 0:
			return moved
		}
		over, under = over && (same || b == '_'), under && (same || a == '_') && size == 1
		from, to = from+size, to+width
	}
	switch {
	case over:
		return sequence{size: to}
	case under:
		return sequence{before: n, size: n}
	}
	return moved
}

// hasOdd reports whether text has a byte with which a sequence or a run of backspaces begins.
func hasOdd(text []byte) bool {
	return bytes.IndexByte(text, esc) >= 0 || bytes.IndexByte(text, '\b') >= 0
}

// isOddBefore reports whether there is a sequence in the eight bytes before index i of text, or right after it.
func isOddBefore(text []byte, i int) bool {
	const left, right = 8, 1
	if i < left || i+right >= len(text) {
		return hasOdd(text[max(0, i-left):min(len(text), i+1+right)])
	}
	const lowest, highest = 0x01010101_01010101, 0x80808080_80808080
	zero := func(x uint64) bool { return (x-lowest)&^x&highest != 0 } // whether a byte of x is 0
	x, next := binary.LittleEndian.Uint64(text[i-left:]), text[i+1]
	if next == esc || next == '\b' {
		return true
	}
	return (x-' '*lowest)&^x&highest != 0 && (zero(x^esc*lowest) || zero(x^'\b'*lowest)) // after a look for any control character
}

// A terminal is what is known of the sequences that were folded out of the buffer.
type terminal struct {
	folding  bool  // all text from here on is folded
	holes    holes // those in the buffer, after the last one before it
	color    color // of the text that follows
	written  color // of the text before
	torn     bool  // the text in red begins inside a word
	lineGone int64 // the length of the sequences before the line up to which lines have been counted
}

// holes are the places at which text was taken out of another, or replaced by text of another length. They map the offsets of the text to
// those of the other one, its source. The first hole is before all text.
type holes []hole

type hole struct {
	at     int64 // the offset in the text
	gone   int64 // what is added to an offset from here on for that in the source
	target bool  // the URL of a hyperlink begins here
}

// to returns how many holes are at or before an offset.
func (h holes) to(at int64) int { return sort.Search(len(h), func(k int) bool { return h[k].at > at }) }

// gone returns what is added to an offset for that in the source.
func (h holes) gone(at int64) int64 { return h[h.to(at)-1].gone }

// before returns how many holes begin before an offset in the source.
func (h holes) before(offset int64) int {
	return 1 + sort.Search(len(h)-1, func(k int) bool { return h[k+1].at+h[k].gone >= offset })
}

// offset returns the offset of the byte at an offset in the source. If that is in a hole, it is the offset of the hole.
func (h holes) offset(offset int64) int64 {
	last := h[h.before(offset)-1]
	return last.at + max(0, offset-last.at-last.gone)
}

// folds adds the holes [from,to) to list, as folds of a text that begins at an offset.
func (h holes) folds(list []Fold, from, to int, start int64) []Fold {
	for k := from; k < to; k++ {
		list = append(list, Fold{At: int(h[k].at - start), Start: h[k].at + h[k-1].gone, End: h[k].at + h[k].gone, Mark: true})
	}
	return list
}

// searchable returns the index before which the buffer may be searched for a ":".
func (w *window) searchable() int {
	if w.terminal.folding {
		return w.end
	}
	return w.got
}

// inspect lets rules read up to index to. It looks for sequences there, from index from on, unless it did, and folds all text after one.
func (w *window) inspect(from, to int) {
	if to = min(to, w.got); w.terminal.folding || to <= w.end {
		return
	}
	w.end = max(w.end, w.floor, from)
	if to < w.got || w.err == nil && w.got < len(w.buf) {
		to = w.settled(w.end, to)
	}
	if w.terminal.folding = hasOdd(w.buf[w.end:to]); w.terminal.folding {
		w.pos = min(w.pos, w.end)
		w.fold()
	} else {
		w.end = to
	}
}

// fold folds sequences out of the text between end and got. The beginning of a sequence stays behind end, unless nothing follows.
func (w *window) fold() {
	final := w.err != nil
	text := w.buf[w.end:w.got]
	least, to := w.end, w.end // buf[:to] is folded, and before least nothing changes any more
	for len(text) > 0 {
		part := text[:min(len(text), inspected)]
		next := indexOrEnd(part[:indexOrEnd(part, esc)], '\b')
		if to += copy(w.buf[to:], part[:next]); next > 0 {
			w.terminal.written = w.terminal.color
		}
		if text = text[next:]; next == len(part) {
			continue
		}
		var q sequence
		if text[0] == esc {
			q = w.terminal.paint(sequenceAt(text, final), w.buf[:to])
		} else if q = strikeAt(w.buf[max(w.floor, to-longestStrike*utf8.UTFMax):to], text, final); q.before > to-least {
			q = sequence{size: 1, mark: '\b'}
		}
		if q.size == 0 {
			break
		}
		if to -= q.before; q.mark != 0 {
			w.buf[to] = q.mark
			to, q.size, text = to+1, q.size-1, text[1:]
		}
		w.leave(to, q.before+q.size, q.target)
		text, least = text[q.size:], to
	}
	w.end, w.got = to, to+copy(w.buf[to:], text)
	if !final {
		w.end = w.settled(least, to)
	}
}

// settled returns index to, or that of the "_" before it after index least, since backspaces may follow.
func (w *window) settled(least, to int) int {
	least = max(least, to-longestStrike)
	return least + len(bytes.TrimRight(w.buf[least:to], "_"))
}

// paint records the colour of the text after a sequence, and what of it the sequence replaces. before is the text before the sequence.
func (t *terminal) paint(q sequence, before []byte) sequence {
	if q.color == 0 {
		return q
	}
	if n := len(before); q.color == red && t.color != red {
		t.torn = n > 0 && (alnumSet[before[n-1]] || bytes.IndexByte([]byte("/.:-_%=&?#@~+"), before[n-1]) >= 0)
	}
	if t.color = q.color; q.color == green && t.written == red {
		if q.mark = esc; t.torn {
			q.mark = '\b'
		}
	}
	return q
}

// leave records that size bytes were folded out before index i of the folded text.
func (w *window) leave(i, size int, target bool) {
	holes, at := w.terminal.holes, w.offset(i)
	gone := holes[len(holes)-1].gone + int64(size)
	for holes[len(holes)-1].at >= at {
		holes = holes[:len(holes)-1]
	}
	if size > 0 {
		holes = append(holes, hole{at, gone, target})
	}
	w.terminal.holes = holes
}

// source returns the offsets in the input of the text [start,end), whose offsets have no sequences.
func (w *window) source(start, end int64) (from, to int64) {
	return start + w.terminal.holes.gone(start), end + w.terminal.holes.gone(max(start, end-1))
}

// index returns the index in the buffer of the byte at an offset in the input.
func (w *window) index(offset int64) int { return int(w.terminal.holes.offset(offset) - w.base) }

// unfold makes the offsets of a candidate in the folded text those in the input. The sequences inside the candidate are folds of it.
func (w *window) unfold(c *Candidate) {
	holes, start := w.terminal.holes, c.Start
	inside := holes.folds(nil, holes.to(start), holes.to(c.End-1), 0)
	c.Start, c.End = w.source(start, c.End)
	if c.Line > 0 {
		c.Column += int(c.Start - start - w.terminal.lineGone)
	}
	c.Folds = joinFolds(c.Folds, start, inside, c.Start)
}

// joinFolds returns the folds of a text that was made from another one, which begins at offset start. inner are the folds that made it, and
// outer those of the other text, both by their offsets in the other text, where it begins at offset from. It changes both.
func joinFolds(inner []Fold, from int64, outer []Fold, start int64) (folds []Fold) {
	shift, gone := start-from, from
	if len(outer) == 0 {
		for k := range inner {
			inner[k].Start, inner[k].End = inner[k].Start+shift, inner[k].End+shift
		}
		return inner
	}
	for _, f := range append(inner, Fold{Start: math.MaxInt64}) {
		for ; len(outer) > 0 && int64(outer[0].At) <= f.Start; outer = outer[1:] {
			shift += outer[0].End - outer[0].Start
			outer[0].At -= int(gone)
			folds = append(folds, outer[0])
		}
		gone += f.End - f.Start
		f.Start += shift
		for ; len(outer) > 0 && int64(outer[0].At) < f.End; outer = outer[1:] {
			shift += outer[0].End - outer[0].Start
			f.Break = f.Break || outer[0].Break
		}
		f.End += shift
		folds = append(folds, f)
	}
	return folds[:len(folds)-1]
}

// isTarget reports whether the URL of a hyperlink begins at index start.
func (w *window) isTarget(start int) bool {
	last := w.terminal.holes[w.terminal.holes.to(w.offset(start))-1]
	return last.at == w.offset(start) && last.target
}
