package scan

import "bytes"

// candidate gives the candidate to which the ":" at index i belongs, if there is one.
func (s *Scanner) candidate(i int) (Candidate, bool) {
	s.folds, s.text = s.folds[:0], s.text[:0]
	start := s.schemeStart(i)
	if open, ok := s.openURL(start, i); ok {
		return s.wrapper(Wrapped, open, i+1)
	}
	slashes := s.is(i+1, '/') && s.is(i+2, '/')
	name := s.buf[start:i]
	if open, ok := s.openAngle(start, i, slashes); ok {
		if c, ok := s.wrapper(Angle, open, open+bracketSize(s.buf[open])); ok {
			return c, true
		}
	}
	if slashes {
		if edge := s.schemes.leftEdge(name); edge >= 0 {
			return s.unwrapped(start+edge, s.authority(start+edge, i+3)), true
		}
		return Candidate{}, false
	}
	name = bytes.TrimLeft(name, "+-.")
	if !s.schemes.isOpaque(name) || !s.has(i+1) || !bareSet[s.buf[i+1]] {
		return Candidate{}, false
	}
	start = i - len(name)
	return s.unwrapped(start, s.rest(start, i+1)), true
}

// schemeStart gives the index at which the run of scheme characters before index i begins.
func (s *Scanner) schemeStart(i int) int {
	start, least := i, max(s.floor, i-maxScheme)
	for start > least && schemeSet[s.buf[start-1]] {
		start--
	}
	return start
}

// unwrapped gives the candidate at [start,end), which has no brackets around it.
func (s *Scanner) unwrapped(start, end int) Candidate {
	if end-start > s.max {
		s.skipping = true
		c := s.emit(s.unwrappedKind(start), start, start+s.max, start+s.max)
		c.Cut = true
		return c
	}
	kind := s.unwrappedKind(start)
	if kind == Quoted && !s.is(end, '"') {
		if c, ok := s.quoted(start, end); ok {
			return c
		}
		kind = Bare
	}
	s.start, s.next = start, end
	return s.emit(kind, start, end, end)
}

// unwrappedKind tells from what stands before index start how a candidate that begins there stands in its text. For a
// Quoted one, there must be a closing quote too.
func (s *Scanner) unwrappedKind(start int) Kind {
	switch {
	case start == s.floor:
	case s.buf[start-1] == '"':
		return Quoted
	case s.buf[start-1] == ':' || blank(s.buf[start-1]):
		colon := s.skipBlanksBack(start) - 1
		if colon >= s.floor && s.buf[colon] == ':' && s.urlEnds(s.skipBlanksBack(colon)) {
			return Prefixed
		}
	}
	return Bare
}

// skipBlanksBack gives the index after the last byte before index i that is no blank. It gives up after some blanks.
func (s *Scanner) skipBlanksBack(i int) int {
	least := max(s.floor, i-32)
	for i > least && blank(s.buf[i-1]) {
		i--
	}
	return i
}

// urlEnds is true if "URL" stands right before index i, as a word.
func (s *Scanner) urlEnds(i int) bool {
	start := i - len("URL")
	return start >= s.floor && foldedEqual(s.buf[start:i], "url") &&
		(start == 0 || !alnumSet[s.buf[start-1]] && s.buf[start-1] != '-')
}

// authority gives the index at which a candidate ends that begins at start and has its authority at index a: there, or
// where what follows "/", "?" or "#" ends. In an authority stands only what user, host and port may hold (3.1).
func (s *Scanner) authority(start, a int) int {
	limit := start + s.max + 1
	host, end := a, s.host(a, limit)
	if s.has(end) && userSet[s.buf[end]] {
		if at := s.userEnd(a, limit); at > 0 {
			host, end = at+1, s.host(at+1, limit)
		}
	}
	if end == host && s.is(end, '[') {
		end = s.bracketed(end)
	}
	end = s.port(end, limit)
	if end < limit && s.has(end) && (s.buf[end] == '/' || s.buf[end] == '?' || s.buf[end] == '#') {
		return s.rest(start, end)
	}
	return end
}

// run gives the index after the bytes of set that stand at index i, but not after limit.
func (s *Scanner) run(i, limit int, set *charset) int {
	for i < limit && s.has(i) && set[s.buf[i]] {
		i++
	}
	return i
}

// host gives the index after what may be a host at index i. Escapes are no part of one, but what has them is not another.
func (s *Scanner) host(i, limit int) int {
	for {
		i = s.run(i, limit, hostSet)
		if !s.is(i, '%') || s.run(i+1, i+3, hexSet) < i+3 {
			return i
		}
		i += 3
	}
}

// userEnd gives the index of the "@" before the host of the authority at index a, or 0.
func (s *Scanner) userEnd(a, limit int) int {
	const longest = 1 << 10
	end := s.run(a, min(limit, a+longest), userSet)
	for at := end - 1; at >= a; at-- {
		if s.buf[at] == '@' && s.has(at+1) && (alnumSet[s.buf[at+1]] || s.buf[at+1] == '[') {
			return at
		}
	}
	return 0
}

// bracketed gives the index after an address in brackets at index i, or i.
func (s *Scanner) bracketed(i int) int {
	const longest = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
	end := s.run(i+1, i+longest, addressSet)
	if s.is(end, ']') {
		return end + 1
	}
	return i
}

// port gives the index after the ":" and the port at index i, or i. A word before a "/" is taken for one, so that
// "http://host:port/" is not a URL rather than another one.
func (s *Scanner) port(i, limit int) int {
	if !s.is(i, ':') {
		return i
	}
	if end := s.run(i+1, limit, digitSet); end > i+1 || s.is(end, '/') {
		return end
	}
	if end := s.run(i+1, limit, hostSet); s.is(end, '/') {
		return end
	}
	return i
}

// rest gives the index at which a candidate ends that begins at start and is read up to index i, where all may stand
// that bareSet has.
//
// That an opening bracket has no partner is known only further on, where the reading stops. The brackets that were met by
// then are remembered, so that the next reading, which begins behind the first of them, need not go there again.
func (s *Scanner) rest(start, i int) int {
	end, again := s.balanced(i, start+s.max)
	if len(s.brackets) == 0 {
		return end
	}
	if !again {
		s.remember(s.brackets)
	}
	return s.brackets[0]
}

// balanced gives the index at which what stands at index i ends for its brackets: those that have partners stay, a
// closing one without ends it. The indexes of opening ones without are left in s.brackets. It gives up behind limit.
//
// It is true where a reading that begins later might go further: at a second "#".
func (s *Scanner) balanced(i, limit int) (end int, again bool) {
	s.brackets = s.brackets[:0]
	fragment := false
	for {
		for i < s.end && plainSet[s.buf[i]] {
			i++
		}
		if i > limit || !s.has(i) {
			return i, false
		}
		switch b := s.buf[i]; b {
		case '(', '[', '{':
			if s.isUnmatched(i) {
				return i, false
			}
			s.brackets = append(s.brackets, i)
		case ')', ']', '}':
			n := len(s.brackets)
			if n == 0 || s.buf[s.brackets[n-1]] != partner(b) {
				return i, false
			}
			s.brackets = s.brackets[:n-1]
		case ',', ';':
			if s.schemeAt(i + 1) {
				return i, false
			}
		case '&':
			if s.entityAt(i) {
				return i, false
			}
		case '#':
			if fragment {
				return i, true
			}
			fragment = true
		default:
			if !plainSet[b] {
				return i, false
			}
		}
		i++
	}
}

func partner(b byte) byte {
	switch b {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

// remember notes the indexes of brackets that have no partners.
func (s *Scanner) remember(open []int) {
	s.unmatched = s.unmatched[:0]
	for _, i := range open {
		s.unmatched = append(s.unmatched, s.offset(i))
	}
	s.met = 0
}

// isUnmatched is true if the bracket at index i is known to have no partner. The readings that ask go from left to right.
func (s *Scanner) isUnmatched(i int) bool {
	offset := s.offset(i)
	for s.met < len(s.unmatched) && s.unmatched[s.met] < offset {
		s.met++
	}
	return s.met < len(s.unmatched) && s.unmatched[s.met] == offset
}

// schemeAt is true if a URL of a known scheme begins at index i.
func (s *Scanner) schemeAt(i int) bool {
	end := s.run(i, i+maxScheme, schemeSet)
	return s.is(end, ':') && (s.schemes.isOpaque(s.buf[i:end]) || s.slashedAt(i))
}

// entityAt is true if &gt; &lt; or &quot; stands at index i.
func (s *Scanner) entityAt(i int) bool {
	return s.textAt(i, "&gt;") || s.textAt(i, "&lt;") || s.textAt(i, "&quot;")
}

// textAt is true if text, which is in lower case, stands at index i in any case.
func (s *Scanner) textAt(i int, text string) bool {
	for k := range len(text) {
		if !s.has(i+k) || lower(s.buf[i+k]) != text[k] {
			return false
		}
	}
	return true
}

// A Piece is what the next line begins with where a candidate runs to the end of its line.
type Piece struct {
	// Text may continue the candidate. It is valid until the next call of Next.
	Text []byte
	// Start and End are its offsets in the input.
	Start, End int64
	// Width is the length in bytes of the line before it, up to the end of the candidate.
	Width int
	// Alone is true if nothing stands behind it on its line.
	Alone bool
}

// Continue gives what may continue the candidate that Next gave last, where it runs to the end of its line, and that line
// has at least width bytes: what stands on the next line, after the leader that both have, as far as it can belong to a URL.
// Called again, it gives what may continue that. It is false if there is nothing of the kind. Of narrower lines it does not
// read the next one, so that nobody waits for it.
func (s *Scanner) Continue(width int) (Piece, bool) {
	at, limit := s.next, s.start+s.max
	s.next = 0
	if at == 0 {
		return Piece{}, false
	}
	before := s.buf[max(0, at-longestLine):at]
	p := Piece{Width: len(before) - bytes.LastIndexAny(before, "\n\r") - 1}
	if p.Width < width || !s.nextLine(&at, limit) {
		return Piece{}, false
	}
	end, _ := s.balanced(at, limit)
	if len(s.brackets) > 0 {
		end = s.brackets[0]
	}
	if end == at || end >= limit {
		return Piece{}, false
	}
	s.next = end
	p.Text, p.Start, p.End = s.buf[at:end], s.offset(at), s.offset(end)
	rest := s.skipBlanks(end, limit)
	p.Alone = !s.has(rest) || s.newline(rest) > 0
	return p, true
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
	if mark := s.skipBlanks(line, limit); len(o.quote) == 0 && mark < g.end && bytes.IndexByte([]byte("*-+"), s.buf[mark]) >= 0 {
		return false // the next item of a list
	}
	*i = g.end
	return true
}

// Join makes the next search go on behind a piece that Continue gave.
func (s *Scanner) Join(p Piece) {
	s.pos = int(p.End - s.base)
	s.floor = s.pos
}
