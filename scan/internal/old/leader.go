//go:build long

package old

import "bytes"

const (
	longestLine   = 1 << 10 // how far to the left the beginning of a line is searched
	longestLeader = 1 << 8  // the maximum length of a leader
	longestBreak  = 1 << 11 // the maximum length of the text between two pages of an RFC
)

// An opening is the beginning of the line on which a wrapper opens, with which the leaders of the next lines are compared.
type opening struct {
	bracket int    // the index of the opening bracket or quote
	known   bool   // whether line and quote are set
	line    []byte // the line before the bracket
	quote   []byte // the leader of a quote at the beginning of line, without its blanks
}

// openingLine returns the opening of the wrapper that is being read.
func (s *Scanner) openingLine() *opening {
	if !s.opening.known {
		s.readOpening()
	}
	return &s.opening
}

func (s *Scanner) readOpening() {
	o := &s.opening
	o.known = true
	line := s.buf[max(0, o.bracket-longestLine-1):o.bracket] // with the end of the line before it
	start := lastBreak(line) + 1
	if start == 0 && o.bracket > longestLine {
		return // the line is too long to have a leader
	}
	o.line = line[start:]
	s.marks = quoteLeader(s.marks[:0], o.line)
	o.quote = s.marks
}

// quoteLeader appends to marks those of the quote leader that line begins with, without blanks: ">", "&gt;", "|", ":", and initials
// before ">", as in "> >", "JD>" or "|".
func quoteLeader(marks, line []byte) []byte {
	for i := 0; ; {
		for i < len(line) && blank(line[i]) {
			i++
		}
		size := quoteMark(line[i:])
		if size == 0 {
			return marks
		}
		marks = append(marks, line[i:i+size]...)
		i += size
	}
}

// quoteMark returns the length of the mark at the beginning of text, or 0.
func quoteMark(text []byte) int {
	const initials = 10
	n := 0
	for n < len(text) && n < initials && letterSet[text[n]] {
		n++
	}
	switch rest := text[n:]; {
	case len(rest) > 0 && rest[0] == '>':
		return n + 1
	case n > 0:
		return 0
	case bytes.HasPrefix(rest, []byte("&gt;")):
		return len("&gt;")
	case len(rest) > 0 && (rest[0] == '|' || rest[0] == ':') && (len(rest) == 1 || blank(rest[1]) || rest[1] == '>' || rest[1] == rest[0]):
		return 1
	}
	return 0
}

// A gapKind says what separates two pieces of a candidate.
type gapKind uint8

const (
	noGap    gapKind = iota // nothing
	blankGap                // blanks inside a line
	breakGap                // a line break
	badGap                  // a blank line, or more than a gap may have
)

// A gap is the white space and the leader between two pieces.
type gap struct {
	kind    gapKind
	end     int // the index after it
	dropped int // the index after the first ">" that was dropped with a leader, or 0
}

// gap reads the gap at index i.
func (s *Scanner) gap(i, limit int) gap {
	end := s.skipBlanks(i, limit)
	n := s.newline(end)
	switch {
	case n == 0 && end == i:
		return gap{kind: noGap, end: end}
	case end >= limit:
		return gap{kind: badGap, end: end}
	case n == 0:
		return gap{kind: blankGap, end: end}
	}
	line := end + n
	g := s.lineGap(line, limit)
	if g.kind == badGap && g.end < limit {
		if text, ok := s.pageBreak(line); ok {
			return s.lineGap(text, limit)
		}
	}
	return g
}

// lineGap reads the leader of the line at index i, and the blanks after it.
func (s *Scanner) lineGap(i, limit int) gap {
	leader, dropped := s.leader(i)
	g := gap{kind: breakGap, end: s.skipBlanks(leader, limit), dropped: dropped}
	if g.end >= limit || s.newline(g.end) > 0 {
		g.kind = badGap
	}
	return g
}

// leader returns the index after the leader of the line at index i, and the index after the first ">" in it, or 0.
//
// A leader is either a quote leader that the opening line also has (> , JD> , : ), or any other mark in the same column of both
// lines (# , * , -- ). If the opening line has no quote leader, a ">" is a leader only if another ">" closes the wrapper on the
// same line: the first line of the quote has lost its leader.
func (s *Scanner) leader(i int) (end, dropped int) {
	o := s.openingLine()
	if len(o.quote) == 0 && s.has(i) && !leaderSet[s.buf[i]] {
		return i, 0 // as mostly
	}
	if len(o.quote) > 0 {
		if end, dropped, ok := s.sameQuote(i, o.quote); ok {
			return s.lostQuote(s.skipBlanks(end, end+1), end), dropped
		}
	}
	if end, ok := s.sameMark(i, o.line); ok {
		return end, 0
	}
	if len(o.quote) == 0 {
		return s.lostQuote(i, i), 0
	}
	return i, 0
}

// lostQuote returns the index after a ">" at index i if one token without blanks and another ">" follow it, or else the index
// none.
func (s *Scanner) lostQuote(i, none int) int {
	if !s.is(i, '>') {
		return none
	}
	token := s.skipBlanks(i+1, i+2)
	end := s.run(token, token+longestLeader, tokenSet)
	if end == token || !s.is(end, '>') {
		return none
	}
	return i + 1
}

// sameQuote reads the marks of the opening line's leader on the line at index i.
func (s *Scanner) sameQuote(i int, marks []byte) (end, dropped int, ok bool) {
	limit := i + longestLeader
	for k, mark := range marks {
		i = s.skipBlanks(i, limit)
		if !s.is(i, mark) {
			return 0, 0, false
		}
		i++
		if mark == '>' || mark == ';' && bytes.HasSuffix(marks[:k+1], []byte("&gt;")) {
			if dropped == 0 {
				dropped = i
			}
		}
	}
	return i, dropped, true
}

// sameMark reads a mark on the line at index i that the opening line has in the same column: a mark with a blank after it on both
// lines, or a diff's mark in column 0 before text in the same column.
func (s *Scanner) sameMark(i int, opening []byte) (end int, ok bool) {
	start := s.skipBlanks(i, i+longestLeader)
	end = s.run(start, start+4, markSet)
	from, to := start-i, end-i
	if from == to || from >= len(opening) || len(bytes.Trim(opening[:from], " \t"+marks)) > 0 {
		return 0, false
	}
	if to < len(opening) && bytes.Equal(opening[from:to], s.buf[start:end]) && blank(opening[to]) && s.has(end) && blank(s.buf[end]) {
		return end, true
	}
	if mark := opening[0]; from == 0 && mark == s.buf[i] && bytes.IndexByte([]byte("+-!<"), mark) >= 0 {
		if mark == '<' && !(len(opening) > 1 && blank(opening[1]) && s.has(i+1) && blank(s.buf[i+1])) {
			return 0, false // a tag
		}
		text := s.skipBlanks(i+1, i+longestLeader)
		column := len(opening) - len(bytes.TrimLeft(opening[1:], " \t"))
		return i + 1, text-i == column
	}
	return 0, false
}

// pageBreak reports whether a page of an RFC ends at index i, with blank lines, a footer that ends in "[Page n]", the header of
// the next page, and a blank or indented line. It returns the index of the line with which the text goes on.
func (s *Scanner) pageBreak(i int) (text int, ok bool) {
	limit := i + longestBreak
	footer, end := s.textLine(i, limit)
	if !bytes.HasSuffix(footer, []byte("]")) || !bytes.Contains(footer, []byte("[Page ")) {
		return 0, false
	}
	header, after := s.textLine(end, limit)
	if len(header) == 0 || s.skipBlanks(after, limit) == after && s.newline(after) == 0 {
		return 0, false
	}
	for after < limit {
		line := s.skipBlanks(after, limit)
		n := s.newline(line)
		if n == 0 {
			return after, s.has(line)
		}
		after = line + n
	}
	return 0, false
}

// textLine returns the first line from index i on that is not blank, without white space around it, and the index after that
// line.
func (s *Scanner) textLine(i, limit int) (line []byte, next int) {
	for i < limit && s.has(i) {
		start := i
		i += lineEnd(s.buf[i:min(limit, s.end)])
		for i < limit && s.has(i) && s.newline(i) == 0 {
			i++
		}
		line = bytes.TrimSpace(s.buf[start:i])
		i += s.newline(i)
		if len(line) > 0 {
			break
		}
	}
	return line, i
}
