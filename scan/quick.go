package scan

// quick gives the candidate to which the "://" at index i belongs where that is plain: a common scheme, with nothing to its
// left that could mean more, in a text that is in the buffer already, and without brackets, commas, line breaks or the like
// in it. It is false if it cannot tell; what it gives is what candidate would give.
func (s *Scanner) quick(i int) (Candidate, bool) {
	start := s.commonScheme(i)
	if start <= s.floor || s.end-i < quickest {
		return Candidate{}, false
	}
	end := i + 3
	switch s.buf[start-1] {
	case ' ', '\t', '\n', '(':
		if end = s.plainURL(start, end); end == 0 {
			return Candidate{}, false
		}
	case '<':
		for end < s.end && tokenSet[s.buf[end]] && s.buf[end] != '\\' {
			end++
		}
		if s.end-end < quickest || s.buf[end] != '>' || end-start > s.max || s.offset(start-1) == s.refused {
			return Candidate{}, false
		}
		s.folds, s.text = s.folds[:0], s.text[:0]
		return s.emit(Angle, start, end, end+1), true
	case '"':
		if !s.isQuote(start - 1) {
			return Candidate{}, false
		}
		for end < s.end && (tokenSet[s.buf[end]] || s.buf[end] == '&') && s.buf[end] != '\\' {
			end++
		}
		if s.end-end < quickest || s.buf[end] != '"' || end-start > s.max {
			return Candidate{}, false
		}
		s.folds, s.text = s.folds[:0], s.text[:0]
		return s.emit(Quoted, start, end, end), true
	default:
		return Candidate{}, false
	}
	s.folds, s.text = s.folds[:0], s.text[:0]
	c := s.emit(Bare, start, end, end)
	s.next = end
	return c, true
}

// quickest is how many bytes must be in the buffer behind a candidate for quick.
const quickest = 16

// commonScheme gives the index at which a common scheme in small letters begins, whose ":" is at index i, with no other
// scheme character before it; or 0.
func (s *Scanner) commonScheme(i int) int {
	start := 0
	switch {
	case i < 8:
	case string(s.buf[i-4:i]) == "http":
		start = i - 4
	case string(s.buf[i-5:i]) == "https":
		start = i - 5
	case string(s.buf[i-3:i]) == "ftp":
		start = i - 3
	}
	return start
}

// plainURL gives the index after a bare URL with a plain host, of which the authority begins at index i, or 0.
func (s *Scanner) plainURL(start, i int) int {
	before := start - 1
	for before > s.floor && blank(s.buf[before]) {
		before--
	}
	if before <= s.floor || before < start-8 || edgeSet[s.buf[before]] {
		return 0 // URL: or a leader may stand there
	}
	if s.buf[before] == '\n' && (schemeSet[s.buf[before-1]] || spaceSet[s.buf[before-1]]) {
		return 0 // so may the beginning of the scheme
	}
	host := i
	for i < s.end && hostSet[s.buf[i]] {
		i++
	}
	if i == s.end || i == host {
		return 0
	}
	if s.buf[i] == '/' {
		for i < s.end && plainSet[s.buf[i]] {
			i++
		}
		if s.end-i < quickest || i-start > s.max {
			return 0
		}
		if bareSet[s.buf[i]] || s.buf[i] == '\\' {
			return 0
		}
		return i
	}
	if s.end-i < quickest || i-start > s.max || userSet[s.buf[i]] || s.buf[i] == '[' || s.buf[i] == '?' || s.buf[i] == '#' || s.buf[i] == '\\' {
		return 0
	}
	return i
}
