// Package terminal parses the output of programs for a terminal: escape sequences
// (ECMA-48, ECMA-35, and those of xterm), and overstruck characters. It distinguishes
// sequences that are invisible at the terminal from those that move the cursor, after
// which other text follows.
package terminal

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

const (
	esc = 0x1b

	// longest is the maximum length in bytes of a sequence, and of the text in it. The
	// beginning of a longer one is read as a control character, and the rest as text.
	longest = 1 << 10
	// LongestStrike is the maximum number of characters that are overstruck at once.
	LongestStrike = 64
)

// A Sequence is an escape sequence, or a run of backspaces with the text after it that
// overstrikes the same characters.
type Sequence struct {
	Before int  // the number of bytes before a run of backspaces that are overstruck, and removed
	Size   int  // the length in bytes, or 0 if the text ends in the sequence
	Stays  byte // the control character that remains in its place, since other text follows, or 0
	Color  byte // the last digit of the parameter that selects the colour of the following text, or 0
	Target bool // the URL of a hyperlink follows
}

// Has reports whether text contains a byte that begins a sequence or a run of backspaces.
func Has(text []byte) bool {
	return bytes.IndexByte(text, esc) >= 0 || bytes.IndexByte(text, '\b') >= 0
}

const (
	left, right     = 8, 1 // the numbers of bytes that IsNear examines
	lowest, highest = 0x01010101_01010101, 0x80808080_80808080
)

// MayBeNear returns false for nearly all indexes at which IsNear does, and takes less
// time.
func MayBeNear(text []byte, i int) bool {
	if i < left || i+right >= len(text) || text[i+right] == esc || text[i+right] == '\b' {
		return true
	}
	x := binary.LittleEndian.Uint64(text[i-left:])
	return ((x^esc*lowest-lowest)|(x^'\b'*lowest-lowest))&^x&highest != 0
}

// IsNear reports whether text contains such a byte among the eight before index i, or
// right after it.
func IsNear(text []byte, i int) bool {
	if i < left || i+right >= len(text) {
		return Has(text[max(0, i-left):min(len(text), i+1+right)])
	}
	zero := func(x uint64) bool { return (x-lowest)&^x&highest != 0 } // whether a byte of x is 0
	x, next := binary.LittleEndian.Uint64(text[i-left:]), text[i+1]
	return next == esc || next == '\b' || zero(x^esc*lowest) || zero(x^'\b'*lowest)
}

// At returns the sequence at the beginning of text, which is an escape character or a
// backspace. before is the text before it, without sequences, and final reports whether
// text is the rest of the input.
//
// These leave no mark: colours and other renditions (SGR) and a designation of ASCII
// before them, erasing to the end of the line (EL), strings without a ":", such as the
// end of a hyperlink, and bold or underlined characters.
func At(before, text []byte, final bool) Sequence {
	if text[0] == '\b' {
		return strike(before, text, final)
	}
	c := control{text: text[:min(len(text), longest)]}
	q := Sequence{Size: 1, Stays: esc}
	switch b := c.at(1); {
	case b == '[':
		q = c.sequence()
	case bytes.IndexByte([]byte("]P_^Xk"), b) >= 0:
		q = c.string()
	case b == esc:
		q.Stays = 0 // doubled, as tmux requires in the sequences that it passes on
	case b <= '/':
		q = c.designation()
	case bytes.IndexByte([]byte(`78DEMc=\`), b) >= 0:
		q.Size = 2 // other controls are rare, so b may well belong to the text
	}
	if q.Stays == 0 && c.at(q.Size) == 0x0f {
		q.Size++ // the shift to the usual charset, which screen and tmux add to "ESC [ m"
	}
	if c.short && !final && len(text) < longest {
		return Sequence{}
	}
	return q
}

// Without returns a copy of text without its sequences.
func Without(text []byte) (out []byte) {
	for len(text) > 0 {
		n := bytes.IndexAny(text, "\x1b\b")
		if n < 0 {
			n = len(text)
		}
		out, text = append(out, text[:n]...), text[n:]
		if len(text) > 0 {
			q := At(out, text, true)
			if out = out[:len(out)-min(q.Before, len(out))]; q.Stays != 0 {
				out = append(out, q.Stays)
			}
			text = text[q.Size:]
		}
	}
	return out
}

// A control is the text from an escape character on, up to the maximum length of a
// sequence.
type control struct {
	text  []byte
	short bool // a byte after the end of text was requested
}

// at returns the byte at index i, or 0 if there is none.
func (c *control) at(i int) byte {
	if i < len(c.text) {
		return c.text[i]
	}
	c.short = true
	return 0
}

// run returns the index after the bytes from first to last at index i. It stops before
// end.
func (c *control) run(i int, first, last, end byte) int {
	for b := c.at(i); first <= b && b <= last && b != end; b = c.at(i) {
		i++
	}
	return i
}

// sequence returns the sequence after "ESC [": parameters, intermediate bytes, and a
// final byte.
func (c *control) sequence() Sequence {
	end := c.run(2, '0', '?', 0)
	i, parameters := c.run(end, ' ', '/', 0), c.text[2:end]
	switch b := c.at(i); {
	case b < '@' || b > '~':
		return Sequence{Size: 1, Stays: esc}
	case b == 'm':
		return Sequence{Size: i + 1, Color: colorOf(parameters)}
	case b == 'K' && (len(parameters) == 0 || string(parameters) == "0"):
		return Sequence{Size: i + 1}
	}
	return Sequence{Size: i + 1, Stays: esc}
}

// colorOf returns the colour selected by the parameters of SGR.
func colorOf(parameters []byte) (color byte) {
	for p := range bytes.SplitSeq(parameters, []byte{';'}) {
		switch {
		case string(p) == "38":
			return '0' // its own parameters follow
		case len(bytes.Trim(p, "0")) == 0:
			color = '0'
		case len(p) == 2 && (p[0] == '3' || p[0] == '9'):
			color = p[1]
		}
	}
	return color
}

// string returns the string up to "ESC \" or BEL. If the string contains a ":", and
// therefore perhaps a URL, the sequence is only its beginning, so that the rest is read
// as text.
func (c *control) string() Sequence {
	const passed, link = "\x1bPtmux;", "\x1b]8;"
	if bytes.HasPrefix(c.text, []byte(passed)) {
		return Sequence{Size: len(passed)} // the sequences that tmux passes on are read by themselves
	}
	begin, target := c.run(2, '0', '9', 0), false
	if c.at(begin) == ';' {
		begin++
	}
	if string(c.text[:begin]) == link { // parameters and another ";" follow
		if end := c.run(begin, ' ', 0xff, ';'); c.at(end) == ';' {
			begin, target = end+1, true
		}
	}
	i := c.run(begin, ' ', 0xff, ':')
	switch b := c.at(i); {
	case b == '\a':
		return Sequence{Size: i + 1}
	case b == esc && c.at(i+1) == '\\':
		return Sequence{Size: i + 2}
	}
	return Sequence{Size: begin, Stays: esc, Target: target}
}

// designation returns the sequence after "ESC" and an intermediate byte. If it designates
// a charset without ASCII, the text in that charset belongs to it, up to the next
// sequence or white space, which such text has only where its end is lost. A charset with
// ASCII leaves a mark, since ISO-2022 text returns to ASCII at the end of other text,
// except before "ESC [", with which terminals end all renditions.
func (c *control) designation() Sequence {
	i := c.run(1, ' ', '/', 0)
	end, set, between := i+1, c.at(i), string(c.text[1:i])
	switch {
	case set < '0' || set > '~':
		end = 1
	case between[0] == '#': // double-height lines, or a test of the screen
	case between[0] == '$' && (len(between) == 1 || between[1] == '('), // two-byte characters
		between == "(" && (set == '0' || set == '2' || set == 'I'): // lines and boxes, katakana
		for c.at(end) > ' ' {
			end++
		}
	case between != "(" || c.at(end) == esc && c.at(end+1) == '[': // the others do not affect the text
		return Sequence{Size: end}
	}
	return Sequence{Size: end, Stays: esc}
}

// strike returns the effect of the backspaces at the beginning of text. Characters
// overstruck by themselves are bold, and those overstruck by "_", or "_" overstruck by
// them, are underlined. Anything else moves the cursor.
func strike(before, text []byte, final bool) Sequence {
	n := len(text) - len(bytes.TrimLeft(text, "\b"))
	moved := Sequence{Size: n, Stays: '\b'}
	if n > LongestStrike {
		return moved
	}
	from, to := len(before), n
	for range n {
		_, size := utf8.DecodeLastRune(before[:from])
		from -= size
	}
	// The text after the run overstrikes that before it, or the other way round.
	over, under := true, true
	for range n {
		a, size := utf8.DecodeRune(before[from:])
		b, width := utf8.DecodeRune(text[to:])
		switch {
		case !final && !utf8.FullRune(text[to:]):
			return Sequence{} // another backspace may follow, too
		case a < ' ' || b < ' ' || size == 0 || width == 0:
			return moved
		}
		same := bytes.Equal(before[from:from+size], text[to:to+width])
		over, under = over && (same || b == '_'), under && (same || a == '_') && size == 1
		from, to = from+size, to+width
	}
	switch {
	case over:
		return Sequence{Size: to}
	case under:
		return Sequence{Before: n, Size: n}
	}
	return moved
}
