//go:build long

package old

import "bytes"

// This file has the methods that look at what follows a candidate, and make the Scanner go on elsewhere. They read the Scanner's
// buffer, so they work only for the candidate that Next returned last.

// A Piece is the beginning of the line after a candidate, if it may belong to the candidate.
type Piece struct {
	// Text is valid until the next call of [Scanner.Next].
	Text []byte
	// Start and End are the offsets of the piece in the input, in bytes.
	Start, End int64
	// Width is the length in bytes of the line before the piece, up to the end of the candidate or of the previous piece.
	Width int
	// Alone reports whether nothing follows the piece on its line.
	Alone bool
}

// Continue returns the piece that may follow the candidate on the next line, and reports whether there is one. There is a piece
// only if nothing but blanks follows the candidate on its line, that line has at least width bytes, and the next line has the
// same leader. Continue does not read the next line if the first is shorter than width, so results from a pipe need not wait for
// it.
//
// For the first piece, after is the zero Piece. For any other it is the previous piece.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Continue(after Piece, width int) (Piece, bool) {
	if !c.MayContinue() {
		return Piece{}, false
	}
	s := c.s
	at, limit := s.next, s.start+s.max
	if after.Text != nil {
		at = s.index(after.End)
	}
	defer func(met int) { s.met = met }(s.met) // so that Continue can be called again
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
	p.Text = s.buf[at:end]
	p.Start, p.End = s.source(at, end)
	rest := s.skipBlanks(end, limit)
	p.Alone = !s.has(rest) || s.newline(rest) > 0
	return p, true
}

// MayContinue reports whether Continue may return a piece. It looks at one or two bytes that are already in the buffer, and is
// cheap.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) MayContinue() bool {
	s := c.s
	if s == nil {
		return false
	}
	i := s.next
	end := s.searchable()
	if i < end && blank(s.buf[i]) {
		i++
	}
	return s.next > 0 && (i >= end || spaceSet[s.buf[i]])
}

// MayBeLonger reports whether Longer may return text. It is cheap.
func (c *Candidate) MayBeLonger() bool { return c.s != nil && c.s.longer > 0 }

// Longer returns the text after the candidate that would belong to it with Config.IRI, and reports whether there is any. A bare
// URL that ends at a letter of a script without blanks between words may go on there. Longer returns false if another URL begins
// in that text. The slice is valid until the next call of [Scanner.Next].
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Longer() ([]byte, bool) {
	s := c.s
	if !c.MayBeLonger() {
		return nil, false
	}
	end := s.wide(s.longer, s.start+s.max)
	return s.buf[s.longer:end], end > s.longer
}

// nextLine moves an index from the end of a line to the beginning of the next line's text, if that line has the same leader.
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

// isComment reports whether line, the text before a candidate, begins with the mark of a comment.
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

// Join makes the next call of [Scanner.Next] continue after piece p, which Continue returned.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Join(p Piece) {
	s := c.s
	s.pos = s.index(p.End)
	s.floor = s.pos
}

// Open makes the next call of [Scanner.Next] continue inside the candidate, as if it had no brackets or quotes around it.
//
// The candidate must be the one that [Scanner.Next] returned last.
func (c *Candidate) Open() {
	s := c.s
	s.refused = s.offset(s.opening.bracket)
	s.pos, s.floor = s.start, s.opening.bracket
}
