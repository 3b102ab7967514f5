//go:build long

package old

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// This file reads what programs write for a terminal: escape sequences (ECMA-48, ECMA-35, and those of xterm), and characters that
// are struck over others. Both are folded out of the text in the buffer before any rule sees it, so a URL goes on after them, as it
// does for a reader at the terminal. Where a sequence moves the cursor, or text follows that is no text of the line, one control
// character is left, which ends a URL.
//
// Such text is rare. It is looked for right around a ":", and from there on in all text that a rule asks for. The first sequence that
// is met so makes the Scanner fold all text after it. Text without sequences is neither searched nor copied.

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

// A terminal is what is known of the sequences that were folded out of the buffer.
type terminal struct {
	folding bool   // all text from here on is folded
	holes   []hole // those in the buffer
	gone    int64  // the length of the sequences before holes
	unfolds []Fold
	color   color // of the text that follows
	written color // of the text before
	torn    bool  // the text in red begins inside a word
	shown   int64 // where the line of the last candidate begins, without sequences
	before  int64 // the length of the sequences before that line
}

// A hole is a place at which text was folded out of the buffer.
type hole struct {
	at     int64 // the offset in the folded text
	gone   int64 // the length of all sequences up to here
	target bool  // the URL of a hyperlink begins here
}

// A sequence is what the text at one place is to a terminal.
type sequence struct {
	size   int  // its length in bytes, or 0 if the text ends in it
	ends   bool // a control character stays in its place
	color  color
	target bool // the URL of a hyperlink follows
}

// sequenceAt returns the escape sequence that text begins with. final reports whether text is the rest of the input.
//
// These are folded out: colours and other renditions (SGR) with the designation of ASCII before them, erasing to the end of the line (EL),
// and strings without a ":", such as the end of a hyperlink. All others end a URL.
func sequenceAt(text []byte, final bool) sequence {
	s := sequence{size: 1, ends: true}
	if len(text) > 1 {
		switch b := text[1]; {
		case b == '[':
			s = controlSequence(text)
		case b == ']', b == 'P', b == '_', b == '^', b == 'X', b == 'k':
			s = controlString(text)
		case b == esc:
			return sequence{size: 1} // doubled, as tmux wants it in what it passes on
		case ' ' <= b && b <= '/':
			s = designation(text, final)
		case bytes.IndexByte([]byte(`78DEMc=\`), b) >= 0:
			s.size = 2 // the others are rare, so b may well belong to the text
		}
	} else if !final {
		s.size = 0
	}
	switch {
	case s.size == len(text) && !s.ends && !final:
		return sequence{} // see below
	case s.size == 0 && (final || len(text) > longestSequence):
		return sequence{size: 1, ends: true}
	case s.size > 0 && !s.ends && s.size < len(text) && text[s.size] == 0x0f:
		s.size++ // the shift to the usual charset, which the terminals of screen and tmux have after "ESC [ m"
	}
	return s
}

// controlSequence returns the sequence that text begins with, after "ESC [": parameters, intermediate bytes, and a final byte.
func controlSequence(text []byte) sequence {
	i := 2
	for i < len(text) && '0' <= text[i] && text[i] <= '?' {
		i++
	}
	parameters := text[2:i]
	for i < len(text) && ' ' <= text[i] && text[i] <= '/' {
		i++
	}
	switch {
	case i == len(text):
		return sequence{}
	case text[i] < '@' || text[i] > '~':
		return sequence{size: 1, ends: true}
	case text[i] == 'm':
		return sequence{size: i + 1, color: colorOf(parameters)}
	case text[i] == 'K' && (len(parameters) == 0 || string(parameters) == "0"):
		return sequence{size: i + 1}
	}
	return sequence{size: i + 1, ends: true}
}

// A color is what a sequence says of the colour of the text after it.
type color uint8

const (
	sameColor color = iota
	red             // of text that was removed, where green text replaces it
	green           // of text that was added
	otherColor
)

// Programs that compare words, such as "git diff --word-diff=color", write removed text in red and right after it what replaces it in
// green. Green text right after red text is therefore no part of it.

// colorOf returns the colour that the parameters of SGR select.
func colorOf(parameters []byte) (c color) {
	for p := range bytes.SplitSeq(parameters, []byte{';'}) {
		switch string(p) {
		case "31", "91":
			c = red
		case "32", "92":
			c = green
		case "38":
			return otherColor // its own parameters follow
		case "", "0", "00", "39", "30", "33", "34", "35", "36", "37", "90", "93", "94", "95", "96", "97":
			c = otherColor
		}
	}
	return c
}

// controlString returns the string that text begins with, up to "ESC \" or BEL. If there is a ":" in it, it may hold a URL, and only
// its beginning is the sequence, so that the rest is read as text.
func controlString(text []byte) sequence {
	const passed = "\x1bPtmux;"
	begin := 2
	if bytes.HasPrefix(text, []byte(passed)) {
		return sequence{size: len(passed)} // the sequences that tmux passes on are read by themselves
	}
	if text[1] == ']' {
		for begin < len(text) && '0' <= text[begin] && text[begin] <= '9' {
			begin++
		}
		if begin < len(text) && text[begin] == ';' {
			begin++
		}
	}
	const link = "\x1b]8;"
	target := string(text[:begin]) == link
	if target { // then come parameters, and another ";"
		end := begin
		for end < len(text) && end < longestSequence && text[end] >= ' ' && text[end] != ';' {
			end++
		}
		if end == len(text) && end < longestSequence {
			return sequence{}
		}
		if target = end < longestSequence && text[end] == ';'; target {
			begin = end + 1
		}
	}
	i := begin
	for i < len(text) && i < longestSequence && text[i] >= ' ' && text[i] != ':' {
		i++
	}
	switch {
	case i == len(text) && i < longestSequence, i+1 == len(text) && text[i] == esc:
		return sequence{}
	case i == longestSequence || text[i] == ':':
		return sequence{size: begin, ends: true, target: target}
	case text[i] == bel:
		return sequence{size: i + 1}
	case text[i] == esc && text[i+1] == '\\':
		return sequence{size: i + 2}
	}
	return sequence{size: begin, ends: true}
}

// designation returns the sequence that text begins with, after "ESC" and an intermediate byte. If it designates a charset that does
// not have ASCII, the text in that charset belongs to it, up to the next sequence or the end of the line. One that has ASCII ends a URL,
// since text in ISO-2022 goes back to it at the end of other text, but before "ESC [", with which terminals put an end to all renditions.
func designation(text []byte, final bool) sequence {
	i := 1
	for i < len(text) && ' ' <= text[i] && text[i] <= '/' {
		i++
	}
	if i == len(text) {
		return sequence{}
	}
	set, between := text[i], text[1:i]
	i++
	switch {
	case set < '0' || set > '~':
		return sequence{size: 1, ends: true}
	case between[0] == '#':
		return sequence{size: i, ends: true} // lines of double height, or a test of the screen
	case between[0] == '$' && (len(between) == 1 || between[1] == '('), // two bytes are a character
		string(between) == "(" && (set == '0' || set == '2' || set == 'I'): // lines and boxes, katakana
	case string(between) != "(": // they say nothing of the text that follows
		return sequence{size: i}
	case i+1 < len(text) || final:
		return sequence{size: i, ends: !bytes.HasPrefix(text[i:], []byte("\x1b["))}
	default:
		return sequence{}
	}
	for i < len(text) && i < longestSequence && text[i] != esc && text[i] != '\n' && text[i] != '\r' {
		i++
	}
	if i == len(text) && i < longestSequence && !final {
		return sequence{}
	}
	return sequence{size: i, ends: true}
}

// A strike is what a run of backspaces does to the text around it.
type strike struct {
	before int // how many bytes before the run are struck over by others, and go
	size   int // the length of the run, and of the bytes after it that strike over the same; or 0 if the text ends there
	ends   bool
}

// strikeAt returns what the backspaces that text begins with do. before is the text before them. Characters that are struck over by
// themselves are bold, and those struck over by "_", or the other way round, are underlined. Anything else moves the cursor.
func strikeAt(before, text []byte, final bool) strike {
	n := 0
	for n < len(text) && text[n] == '\b' {
		n++
	}
	moved := strike{size: n, ends: true}
	if n > longestStrike {
		return moved
	}
	from := len(before)
	for range n {
		_, size := utf8.DecodeLastRune(before[:from])
		from -= size
	}
	to := n
	for range n {
		if !final && !utf8.FullRune(text[to:]) {
			return strike{}
		}
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	under, over := before[from:], text[n:to]
	switch {
	case utf8.RuneCount(under) != n || utf8.RuneCount(over) != n:
		return moved
	case strikes(over, under):
		return strike{size: to}
	case len(under) == n && strikes(under, over):
		return strike{before: n, size: n}
	}
	return moved
}

// strikes reports whether each character of over is "_" or the same as that of under.
func strikes(over, under []byte) bool {
	for len(over) > 0 && len(under) > 0 {
		a, n := utf8.DecodeRune(over)
		b, m := utf8.DecodeRune(under)
		if a < ' ' || b < ' ' || a != '_' && !bytes.Equal(over[:n], under[:m]) {
			return false
		}
		over, under = over[n:], under[m:]
	}
	return len(over) == len(under)
}

// indexOdd returns the index of the first byte of text with which a sequence or a run of backspaces begins, or -1.
func indexOdd(text []byte) int {
	i := bytes.IndexByte(text, esc)
	if i >= 0 {
		text = text[:i]
	}
	if k := bytes.IndexByte(text, '\b'); k >= 0 {
		return k
	}
	return i
}

// indexOrEnd returns the index of the first b in text, or the length of text.
func indexOrEnd(text []byte, b byte) int {
	if i := bytes.IndexByte(text, b); i >= 0 {
		return i
	}
	return len(text)
}

// mayMatter reports whether a ":" at index i of text that does not matter might do so without the sequences around it: the two bytes
// before it end a scheme, in which a sequence may stand, or one of them ends a sequence, or one follows. For most words it returns false.
func (s *Scanner) mayMatter(text []byte, i int) bool {
	if i < 2 || i+1 >= len(text) {
		return true
	}
	a, b := text[i-2], text[i-1]
	return tailSet[a] || tailSet[b] || tailSet[text[i+1]] || s.schemes.ends[pair(a, b)]
}

// tailSet has the bytes with which those sequences end that are folded out, and those with which others begin.
var tailSet = newCharset("mKBJ\x0f\b\a\\\x1b")

// isOddBefore reports whether there is a sequence in the eight bytes before index i of text, or right after it.
func isOddBefore(text []byte, i int) bool {
	const left, right = 8, 1
	if i < left || i+right >= len(text) {
		return indexOdd(text[max(0, i-left):min(len(text), i+1+right)]) >= 0
	}
	next := text[i+1]
	return hasOdd(binary.LittleEndian.Uint64(text[i-left:])) || next == esc || next == '\b'
}

const lowest, highest = 0x01010101_01010101, 0x80808080_80808080

// hasOdd reports whether one of eight bytes is one with which a sequence or a run of backspaces begins.
func hasOdd(x uint64) bool { return zero(x^esc*lowest)|zero(x^'\b'*lowest) != 0 }

// zero returns a number that is 0 unless a byte of x is 0.
func zero(x uint64) uint64 { return (x - lowest) &^ x & highest }

// searchable returns the index before which the buffer may be searched for a ":".
func (s *Scanner) searchable() int {
	if s.folding {
		return s.end
	}
	return s.got
}

// isOdd reports whether there is a sequence around the ":" at index i. If there is none, the text around it may be read by all rules.
func (s *Scanner) isOdd(i int) bool {
	if i+inspected/4 < s.end || s.folding {
		return false
	}
	from, to := max(s.end, s.floor, i-reach), min(s.got, i+inspected/4)
	if from >= to {
		return false
	}
	if indexOdd(s.buf[from:to]) >= 0 {
		return true
	}
	for to > i+1 && s.buf[to-1] == '_' {
		to-- // a backspace may follow
	}
	s.end = max(s.end, to)
	return false
}

// foldFrom makes the Scanner fold all text from around index i on. No rule has read that text.
func (s *Scanner) foldFrom(i int) {
	s.pos = min(s.pos, i)
	s.end = max(s.end, s.floor, i-reach)
	s.startFolding()
}

// startFolding makes the Scanner fold all text from s.end on.
func (s *Scanner) startFolding() {
	s.folding = true
	s.paired = min(s.paired, s.offset(s.end))
	s.pos = min(s.pos, s.end)
	s.fold()
}

// inspect lets rules read on in text that has been read but not searched for sequences. It returns false if there is none.
func (s *Scanner) inspect() bool {
	to := min(s.got, s.end+inspected)
	for to < s.got && s.buf[to-1] == '_' {
		to++
	}
	if to == s.got && s.err == nil {
		for least := max(s.end, to-longestStrike); to > least && s.buf[to-1] == '_'; {
			to-- // a backspace may follow
		}
	}
	if to == s.end {
		return false
	}
	if indexOdd(s.buf[s.end:to]) >= 0 {
		s.startFolding()
		return true
	}
	s.end = to
	return true
}

// fold folds sequences out of the text between end and got. What may be the beginning of a sequence stays behind end, unless nothing
// follows.
func (s *Scanner) fold() {
	final := s.err != nil
	text := s.buf[s.end:s.got]
	least, to := s.end, s.end // buf[:to] is folded
	nextEsc, nextBack := -1, -1
	for len(text) > 0 {
		at := s.got - len(text)
		if nextEsc < at {
			nextEsc = at + indexOrEnd(text, esc)
		}
		if nextBack < at {
			nextBack = at + indexOrEnd(text, '\b')
		}
		next := min(nextEsc, nextBack) - at
		if to += copy(s.buf[to:], text[:next]); next > 0 {
			s.written = s.color
		}
		if text = text[next:]; len(text) == 0 {
			break
		}
		size, ends, target := 0, false, false
		if text[0] == esc {
			q := sequenceAt(text, final)
			if size, ends, target = q.size, q.ends, q.target; size > 0 && q.color != sameColor {
				if q.color == red && s.color != red {
					s.torn = to > 0 && (alnumSet[s.buf[to-1]] || bytes.IndexByte([]byte("/.:-_%=&?#@~+"), s.buf[to-1]) >= 0)
				}
				if ends = q.color == green && s.written == red; ends && s.torn {
					text[0] = '\b' // a part of a word is replaced
				}
				s.color = q.color
			}
		} else {
			q := strikeAt(s.buf[max(s.floor, to-longestStrike*utf8.UTFMax):to], text, final)
			if q.before > to-least {
				q = strike{size: 1, ends: true}
			}
			if size, ends = q.size, q.ends; q.before > 0 {
				to -= q.before
				s.leave(to, q.before, false)
			}
		}
		if size == 0 {
			break
		}
		if ends {
			s.buf[to] = text[0]
			to++
			size--
			text = text[1:]
		}
		s.leave(to, size, target)
		text = text[size:]
	}
	s.end, s.got = to, to+copy(s.buf[to:], text)
	if final {
		return
	}
	if n := len(s.holes); n > 0 {
		least = max(least, int(s.holes[n-1].at-s.base))
	}
	for least = max(least, to-longestStrike); s.end > least && s.buf[s.end-1] == '_'; {
		s.end-- // a backspace may follow
	}
}

// leave records that size bytes were folded out before index i of the folded text.
func (s *Scanner) leave(i, size int, target bool) {
	gone, at := s.gone, s.offset(i)
	if n := len(s.holes); n > 0 {
		gone = s.holes[n-1].gone
	}
	gone += int64(size)
	for n := len(s.holes); n > 0 && s.holes[n-1].at >= at; n-- {
		s.holes = s.holes[:n-1]
	}
	if size > 0 || target {
		s.holes = append(s.holes, hole{at, gone, target})
	}
}

// forget drops the holes before the buffer.
func (s *Scanner) forget() {
	n := s.holesTo(s.base - 1)
	if n > 0 {
		s.gone = s.holes[n-1].gone
		s.holes = slices.Delete(s.holes, 0, n)
	}
}

// holesTo returns how many of the holes are at or before an offset in the folded text.
func (s *Scanner) holesTo(at int64) int {
	n, _ := slices.BinarySearchFunc(s.holes, at+1, func(h hole, at int64) int { return int(h.at - at) })
	return n
}

// goneTo returns the length of the sequences before the byte at an offset in the folded text.
func (s *Scanner) goneTo(at int64) int64 {
	if n := s.holesTo(at); n > 0 {
		return s.holes[n-1].gone
	}
	return s.gone
}

// source returns the offsets in the input of the text [start,end) of the buffer.
func (s *Scanner) source(start, end int) (int64, int64) {
	from, to := s.offset(start), s.offset(end)
	if len(s.holes) == 0 && s.gone == 0 {
		return from, to
	}
	return from + s.goneTo(from), to + s.goneTo(max(from, to-1))
}

// index returns the index in the buffer of the byte at an offset in the input.
func (s *Scanner) index(offset int64) int {
	n, _ := slices.BinarySearchFunc(s.holes, offset+1, func(h hole, offset int64) int { return int(h.at + h.gone - offset) })
	at := offset - s.gone
	if n > 0 {
		at = offset - s.holes[n-1].gone
	}
	if n < len(s.holes) {
		at = min(at, s.holes[n].at)
	}
	return int(at - s.base)
}

// unfold makes the offsets of a candidate in the folded text those in the input. The sequences inside the candidate are folds of it.
func (s *Scanner) unfold(c *Candidate) {
	start, end := c.Start, c.End
	n, m := s.holesTo(start), s.holesTo(end-1)
	gone := s.goneTo(start)
	c.Start, c.End = start+gone, end+s.goneTo(end-1)
	if c.Line > 0 {
		if s.counter.crs > 0 {
			c.Column += int(gone - s.goneTo(start-1))
		} else {
			c.Column += int(gone - s.before)
		}
	}
	inside := s.holes[n:max(n, m)]
	if len(inside) == 0 && len(c.Folds) == 0 {
		return
	}
	folds, taken := s.unfolds[:0], start
	upTo := func(to int64) {
		for len(inside) > 0 && inside[0].at < to {
			h := inside[0]
			folds = append(folds, Fold{At: int(h.at - taken), Start: h.at + gone, End: h.at + h.gone, Mark: true})
			gone, inside = h.gone, inside[1:]
		}
	}
	for _, f := range c.Folds {
		upTo(f.Start)
		from, to := f.Start, f.End
		f.Start += gone
		for len(inside) > 0 && inside[0].at <= max(from, to) {
			gone, inside = inside[0].gone, inside[1:]
		}
		f.End = to + gone
		folds = append(folds, f)
		taken += to - from
	}
	upTo(end)
	c.Folds, s.unfolds = folds, folds
}

// placeLine records how much was folded out before the line of the next candidate.
func (s *Scanner) placeLine() {
	if s.shown != s.counter.start {
		s.shown, s.before = s.counter.start, s.goneTo(s.counter.start-1)
	}
}

// targetEnd returns the index after the URL of a hyperlink that begins at index start, or 0 if there is none: all text up to the
// control character that ends it.
func (s *Scanner) targetEnd(start int) int {
	n := s.holesTo(s.offset(start))
	if n == 0 || s.holes[n-1].at != s.offset(start) || !s.holes[n-1].target {
		return 0
	}
	i := start
	for limit := start + s.max; i <= limit && s.has(i) && s.buf[i] > ' '; i++ {
	}
	if s.is(i, esc) || s.is(i, bel) {
		return i
	}
	return 0
}

// isOverwritten reports whether other text is written over that before index i.
func (s *Scanner) isOverwritten(i int) bool {
	return s.is(i, '\b') && s.has(i+1) && s.newline(i+1) == 0
}
