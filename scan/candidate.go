package scan

import "bytes"

// This file has the methods by which a caller looks at what follows a candidate, and makes the Scanner go on elsewhere. They read
// the Scanner's buffer, and so work only for the candidate that Next returned last.

// A Piece is what the line after a candidate begins with, if it may belong to the candidate.
type Piece struct {
	// Text is valid until the next call of [Scanner.Next].
	Text []byte
	// Start and End are its offsets in the input, in bytes.
	Start, End int64
	// Width is the length in bytes of the line before it, up to the end of the candidate or of the piece before.
	Width int
	// Alone reports whether nothing follows it on its line.
	Alone bool
}

// Continue returns the piece that may follow the candidate on the next line, and reports whether there is one. There is one only if
// nothing but blanks follows the candidate on its line, that line has at least width bytes, and the next line has the same
// leader. The next line is not read if the first one is shorter, so that a pipe's results need not wait for it.
//
// after is the zero Piece for the first piece, and the piece before for any other.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Continue(after Piece, width int) (Piece, bool) {
	if !c.MayContinue() {
		return Piece{}, false
	}
	s := c.s
	at, limit := s.next, s.start+s.max
	if after.Text != nil {
		at = int(after.End - s.base)
	}
	defer func(met int) { s.met = met }(s.met) // so that the same may be asked again
	before := s.buf[max(0, at-longestLine):at]
	p := Piece{Width: len(before) - lastBreak(before) - 1}
	if p.Width < width || s.inTable(s.start, at) || !s.nextLine(&at, limit) {
		return Piece{}, false
	}
	s.left = leftMark{}
	end := s.balanced(at, limit, bytes.IndexByte(s.buf[s.start:at], '?') >= 0)
	if len(s.brackets) > 0 {
		end = s.brackets[0]
	}
	if end == at || end >= limit {
		return Piece{}, false
	}
	p.Text, p.Start, p.End = s.buf[at:end], s.offset(at), s.offset(end)
	rest := s.skipBlanks(end, limit)
	p.Alone = !s.has(rest) || s.newline(rest) > 0
	return p, true
}

// MayContinue reports whether Continue may return a piece. It looks at one or two bytes that have been read already, and costs
// next to nothing.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) MayContinue() bool {
	s := c.s
	if s == nil {
		return false
	}
	i := s.next
	if i < s.end && blank(s.buf[i]) {
		i++
	}
	return s.next > 0 && (i >= s.end || spaceSet[s.buf[i]])
}

// Longer returns what follows the candidate and would belong to it with Config.IRI, and reports whether there is such a text: a bare
// URL that ends at a letter of a script without blanks between words may go on there. There is none if another URL begins in
// it. The text is valid until the next call of [Scanner.Next].
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Longer() ([]byte, bool) {
	s := c.s
	if s == nil || s.longer == 0 {
		return nil, false
	}
	end := s.wide(s.longer, s.start+s.max)
	return s.buf[s.longer:end], end > s.longer
}

// nextLine moves an index at the end of a line to where the text of the next one begins, if it has the same leader.
func (s *Scanner) nextLine(i *int, limit int) bool {
	s.opening = opening{bracket: s.start}
	g := s.gap(*i, limit)
	if g.kind != breakGap {
		return false
	}
	line := s.skipBlanks(*i, limit)
	line += s.newline(line)
	o := s.openingLine()
	if _, _, quoted := s.sameQuote(line, o.quote); !quoted {
		return false
	}
	if _, same := s.sameMark(line, o.line); !same && isComment(o.line) {
		return false // the comment is over
	}
	if mark := s.skipBlanks(line, limit); len(o.quote) == 0 && mark < g.end && bytes.IndexByte([]byte("*-+"), s.buf[mark]) >= 0 {
		return false // the next item of a list
	}
	*i = g.end
	return true
}

// isComment reports whether line, which is what stands before a candidate, begins with the mark of a comment.
func isComment(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	for _, mark := range []string{"#", "//", ";", "%"} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok {
			rest = bytes.TrimLeft(rest, mark)
			return len(rest) > 0 && blank(rest[0])
		}
	}
	return false
}

// Join makes the next call of [Scanner.Next] go on after a piece that Continue returned.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Join(p Piece) {
	s := c.s
	s.pos = int(p.End - s.base)
	s.floor = s.pos
}

// Open makes the next call of [Scanner.Next] go on inside the candidate, as if there were no brackets or quotes around it.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Open() {
	s := c.s
	s.refused = s.offset(s.opening.bracket)
	s.pos, s.floor = s.start, s.opening.bracket
}
