package scan

import "bytes"

// This file is what whoever judges a candidate may ask of the Scanner that found it: what stands on the next line, and to go
// on searching elsewhere. All of it reads the Scanner's buffer, and so holds for the candidate that Next returned last.

// A Piece is what the next line begins with where a candidate runs to the end of its line.
type Piece struct {
	// Text may continue the candidate. It is valid until the next call of Next.
	Text []byte
	// Start and End are its offsets in the input.
	Start, End int64
	// Width is the length in bytes of the line before it, up to the end of the candidate.
	Width int
	// Alone reports that nothing follows it on its line.
	Alone bool
}

// Continue returns what may continue the candidate, where it runs to the end of its line, and that line has at least width
// bytes: what stands on the next line, after the leader that both have, as far as it can belong to a URL. It reports whether
// there is such a piece. After a narrower line it does not read the next one, so that nobody waits for it. The first piece
// follows the zero Piece, each other one the piece before it.
//
// The candidate must be the one that Next returned last.
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

// MayContinue reports whether Continue may return a piece. It is a look at one byte or two: mostly the line goes on after the
// candidate.
//
// The candidate must be the one that Next returned last.
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

// Longer returns what follows the candidate and would belong to it with Config.IRI: where a bare URL ends at a letter of a
// script without blanks between words, it may as well go on. It reports false where nothing does, or where another URL
// begins in it. The text is valid until the next call of Next.
//
// The candidate must be the one that Next returned last.
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

// isComment is true for what stands on a line before a candidate if it begins with the mark of a comment.
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

// Join makes the next call of Next go on after a piece that Continue returned.
//
// The candidate must be the one that Next returned last.
func (c *Candidate) Join(p Piece) {
	s := c.s
	s.pos = int(p.End - s.base)
	s.floor = s.pos
}

// Open makes the next call of Next go on inside the candidate, as if there were no brackets or quotes around it.
//
// The candidate must be the one that Next returned last.
func (c *Candidate) Open() {
	s := c.s
	s.refused = s.offset(s.opening.bracket)
	s.pos, s.floor = s.start, s.opening.bracket
}
