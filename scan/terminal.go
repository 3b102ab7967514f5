package scan

import (
	"bytes"
	"encoding/binary"
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
