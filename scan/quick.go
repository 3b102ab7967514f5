package scan

import "bytes"

// quick gives the candidate to which the "://" at index i belongs, and where to go on, where that is plain: a common scheme,
// with nothing to its left that could mean more, in a text that is in the buffer already, and without brackets, commas, line
// breaks or the like in it. Its end is 0 if it cannot tell; what it gives is what candidate would give.
func (s *Scanner) quick(i int) (kind Kind, start, end, next int) {
	start = s.commonScheme(i)
	if start <= s.floor || s.end-i < quickest {
		return Bare, 0, 0, 0
	}
	end = i + 3
	switch s.buf[start-1] {
	case ' ', '\t', '\n', '(':
		end = s.plainURL(start, end)
		s.next = end
		return Bare, start, end, end
	case '<':
		for end < s.end && tokenSet[s.buf[end]] && s.buf[end] != '\\' {
			end++
		}
		if s.end-end >= quickest && s.buf[end] == '>' && end-start <= s.max && s.offset(start-1) != s.refused {
			return Angle, start, end, end + 1
		}
	case '"':
		for end < s.end && tokenSet[s.buf[end]] && s.buf[end] != '\\' && s.buf[end] != ',' && s.buf[end] != ';' {
			end++
		}
		if s.end-end >= quickest && s.buf[end] == '"' && end-start <= s.max && s.isQuote(start-1) {
			return Quoted, start, end, end
		}
	}
	return Bare, 0, 0, 0
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
	case string(s.buf[i-6:i]) == "gopher":
		start = i - 6
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
	if s.buf[before] == '\n' && s.mayBeBroken(before) {
		return 0
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
		switch b := s.buf[i]; {
		case b == ')', b == ']', b == '}':
		case (b == ',' || b == ';') && spaceSet[s.buf[i+1]]:
			i++
		case bareSet[b], b == '\\':
			return 0
		}
		return i
	}
	if s.end-i < quickest || i-start > s.max || userSet[s.buf[i]] || bytes.IndexByte([]byte(`[?#\`), s.buf[i]) >= 0 {
		return 0
	}
	return i
}

// mayBeBroken is true if what stands before the line feed at index i may be the beginning of a scheme, behind a bracket.
func (s *Scanner) mayBeBroken(i int) bool {
	least := max(s.floor, i-maxScheme)
	for i > least && (blank(s.buf[i-1]) || s.buf[i-1] == '\r') {
		i--
	}
	for i > least && schemeSet[s.buf[i-1]] {
		i--
	}
	return i == least || s.buf[i-1] == '<' || s.buf[i-1] == ';'
}
