//go:build long

package old

import "bytes"

// rest returns the end of a candidate that begins at start and is read up to index i, from where it may have any byte of bareSet.
//
// Whether an opening bracket has no partner is known only at the end of the reading. The brackets met by then are remembered, so
// the next reading, which begins after the first of them, need not search for their partners again.
func (s *Scanner) rest(start, i int) int {
	limit := start + s.max
	if s.left.closing > i {
		return s.left.closing
	}
	end := s.balanced(i, limit, false)
	if len(s.brackets) == 0 || end > limit {
		return end
	}
	query, last := bytes.IndexByte(s.buf[i:end], '?'), lastParameter(s.buf[i:end])
	escaped := i + bytes.LastIndex(s.buf[i:end], []byte("%29")) // a ")" that may be the partner
	for k, open := range s.brackets {
		if s.buf[open] == '(' && open < escaped {
			continue
		}
		if query < 0 || open < i+query || open > i+last {
			s.remember(s.brackets[k:], i+last, escaped)
			s.bound = s.boundAt(i, end)
			return open
		}
	}
	return end
}

// lastParameter returns the index of the last "&name=" in text, or -1.
func lastParameter(text []byte) int {
	for {
		i := bytes.LastIndexByte(text, '&')
		if i < 0 {
			return -1
		}
		name := i + 1
		for name < len(text) && (alnumSet[text[name]] || bytes.IndexByte([]byte("_-.;[]%"), text[name]) >= 0) {
			name++
		}
		if name > i+1 && name < len(text) && text[name] == '=' {
			return i
		}
		text = text[:i]
	}
}

// balanced returns the index at which the text at index i ends. Brackets with partners belong to it, and a closing bracket
// without a partner ends it. The indexes of opening brackets without partners are left in s.brackets. It reads no further than
// limit. query reports whether a "?" precedes index i.
func (s *Scanner) balanced(i, limit int, query bool) int {
	s.brackets = s.brackets[:0]
	from, searched, fragment := i, i, -1
	for {
		for i < s.end && plainSet[s.buf[i]] {
			i++
		}
		if i > limit || !s.has(i) {
			return i
		}
		switch b := s.buf[i]; b {
		case '\'':
			if i == s.left.apostrophe {
				return i
			}
		case '(', '[', '{':
			for ; searched < i && !query; searched++ {
				query = s.buf[searched] == '?'
			}
			if size := s.pathMark(i, query); size > 0 {
				i += size
				continue
			}
			if s.isUnmatched(from, i, query) || b == '{' && s.left.tag || b == '[' && s.is(i+1, '/') {
				return i
			}
			s.brackets = append(s.brackets, i)
		case ')', ']', '}':
			n := len(s.brackets)
			if n == 0 || s.buf[s.brackets[n-1]] != partner(b) {
				return i
			}
			if open := s.brackets[n-1]; b != ')' && s.isLabel(open, i, query) {
				s.brackets = s.brackets[:n-1]
				return open
			}
			s.brackets = s.brackets[:n-1]
		case ',', ';', '&':
			if b == ',' && s.left.label || s.splits(i) {
				return i
			}
		case '#':
			if fragment >= 0 && !s.isRoute(fragment, i) {
				return i
			}
			fragment = i
		case '@':
			if s.is(i+1, '{') {
				return i // AmigaGuide's markup
			}
		default:
			size := 1
			if !plainSet[b] {
				if b < 0x80 {
					return i
				}
				if size = s.wordAt(i, from); size == 0 {
					return i
				}
			}
			i += size - 1
		}
		i++
	}
}

// isLabel reports whether the brackets at open and end belong to the text after a URL: "[" and "]" right after a letter, digit, "/"
// or ")" are AsciiDoc's label of a link, or a footnote, and "{" and "}" after a letter or digit in a path are markup. It returns false
// if the URL goes on after them, as it does after the name of a parameter ("?a[b]=c"), and after most templates ("/{id}/a").
func (s *Scanner) isLabel(open, end int, query bool) bool {
	before := s.buf[open-1]
	if !alnumSet[before] && before < 0x80 && (s.buf[open] == '{' || before != '/' && before != ')') || s.buf[open] == '{' && query {
		return false
	}
	if !s.has(end + 1) {
		return true
	}
	after := s.buf[end+1]
	return bytes.IndexByte([]byte("=[{&%_-/+"), after) < 0 && !(query && alnumSet[after]) &&
		!(after == '.' && s.has(end+2) && alnumSet[s.buf[end+2]])
}

// isRoute reports whether the "#" at index i continues a fragment whose "#" is at index fragment. It does if the fragment is a
// path, as the routes of web applications are, and another name follows.
func (s *Scanner) isRoute(fragment, i int) bool {
	route := s.buf[fragment+1 : i]
	if !s.has(i+1) || !alnumSet[s.buf[i+1]] || bytes.IndexByte(route, '/') < 0 && !bytes.HasPrefix(route, []byte("!")) {
		return false
	}
	n := i - fragment
	for k := range n {
		if !s.is(i+k, s.buf[fragment+k]) {
			return true
		}
	}
	return s.has(i+n) && alnumSet[s.buf[i+n]]
}

// entities are the characters that end a bare URL, as HTML writes them.
var entities = []string{"gt;", "lt;", "quot;", "#60;", "#62;", "#34;", "#x3c;", "#x3e;", "#x22;"}

// splits reports whether another URL, or the path of a file, follows the "," or ";" at index i, or whether the "&" there begins
// one of entities, possibly escaped several times.
func (s *Scanner) splits(i int) bool {
	if s.buf[i] != '&' {
		return s.schemeAt(i+1) || s.drivesAt(i+1)
	}
	i++
	for range 3 {
		for _, entity := range entities {
			if s.textAt(i, entity) {
				return true
			}
		}
		const again = "amp;"
		if !s.textAt(i, again) {
			return false
		}
		i += len(again)
	}
	return false
}

// drivesAt reports whether a Windows path begins at index i: with a drive, or with a variable.
func (s *Scanner) drivesAt(i int) bool {
	if s.is(i, '%') {
		end := s.run(i+1, i+maxScheme, letterSet)
		return end > i+1 && s.is(end, '%') && s.is(end+1, '\\')
	}
	return s.has(i) && letterSet[s.buf[i]] && s.is(i+1, ':') && s.is(i+2, '\\')
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

// A bound says which other readings end where one did. A second "#", and the partner of a mark to the left, do not end all of them.
type bound struct {
	last  int64 // the offset at which the last of them may begin
	label bool  // only those in a reference of Texinfo
}

// boundAt returns the bound of the reading that began at index i and ended at index end.
func (s *Scanner) boundAt(i, end int) bound {
	switch {
	case end == s.left.apostrophe, s.is(end, '{') && s.left.tag:
		return bound{last: s.offset(i)}
	case s.is(end, '#'):
		return bound{last: s.offset(i + bytes.LastIndexByte(s.buf[i:end], '#'))}
	}
	return bound{last: s.offset(end), label: s.is(end, ',') && s.left.label}
}

// remember records the indexes of brackets that have no partners, and of the last parameter and the last "%29" after them.
func (s *Scanner) remember(open []int, parameter, escaped int) {
	s.unmatched = s.unmatched[:0]
	for _, i := range open {
		s.unmatched = append(s.unmatched, s.offset(i))
	}
	s.met, s.parameter, s.escapedRound = 0, s.offset(parameter), s.offset(escaped)
}

// isUnmatched reports whether the bracket at index i is known to have no partner in a reading that began at index from, and does not
// stay because of what is after it. It must be called from left to right.
func (s *Scanner) isUnmatched(from, i int, query bool) bool {
	offset := s.offset(i)
	if s.offset(from) > s.bound.last || s.bound.label && !s.left.label || s.buf[i] == '(' && offset < s.escapedRound {
		return false
	}
	for s.met < len(s.unmatched) && s.unmatched[s.met] < offset {
		s.met++
	}
	return s.met < len(s.unmatched) && s.unmatched[s.met] == offset && !(query && offset < s.parameter)
}

// drivePath returns the end of the URL of a file that begins at start and has its authority at index a, if its path begins with a
// drive, as on Windows: "file:///C:/a", "file://localhost/C|/a", "file://C|/a", "file:///C:\a\b". Backslashes belong to it.
func (s *Scanner) drivePath(start, a, limit int) (end int, ok bool) {
	const scheme = "file"
	if !foldedEqual(s.buf[start:min(start+len(scheme), a)], scheme) {
		return 0, false
	}
	i := a
	if local := "localhost/"; s.textAt(i, local) {
		i += len(local) - 1
	}
	if s.is(i, '/') {
		i++
	}
	if !s.has(i) || !letterSet[s.buf[i]] || !s.is(i+1, ':') && !s.is(i+1, '|') || !s.is(i+2, '/') && !s.is(i+2, '\\') {
		return 0, false
	}
	for i += 3; i < limit; i++ {
		if i = s.rest(start, i); !s.is(i, '\\') || !s.has(i+1) || !bareSet[s.buf[i+1]] && s.buf[i+1] != '\\' {
			break
		}
	}
	return i, true
}

// commandEnd returns the index at which the URL at [start,end) ends if it is an argument of a command that fetches it, since a
// shell goes on with another command after ";" or "&&". For any other URL it returns end.
func (s *Scanner) commandEnd(start, end int) int {
	stop := -1
	rest := end
	for rest > start && (s.buf[rest-1] == ';' || s.buf[rest-1] == ',') {
		rest-- // such an end belongs to the sentence in any case
	}
	for i := start; i < rest; i++ {
		if s.buf[i] == ';' && !s.endsEntity(i) || s.buf[i] == '&' && i+1 < rest && s.buf[i+1] == '&' {
			stop = i
			break
		}
	}
	if stop < 0 || !s.isArgument(start) {
		return end
	}
	return stop
}

// fetchers are commands that fetch the URLs in their arguments.
var fetchers = []string{"wget", "curl", "fetch", "lwp-download", "aria2c"}

// isArgument reports whether the URL at index start follows one of fetchers on its line, with nothing but options and their values
// between. Instead of blanks there may be "+", as in a query.
func (s *Scanner) isArgument(start int) bool {
	const reach = 100
	least, begin := max(s.floor, start-reach), start
	for begin > least && !commandEndSet[s.buf[begin-1]] {
		begin--
	}
	text := s.buf[begin:start]
	for _, name := range fetchers {
		i := bytes.LastIndex(text, []byte(name))
		if i < 0 || i > 0 && (alnumSet[text[i-1]] || text[i-1] == '-') {
			continue
		}
		between := text[i+len(name):]
		if len(between) > 0 && (blank(between[0]) || between[0] == '+') {
			return true
		}
	}
	return false
}

// commandEndSet has the bytes that cannot be between a command and its argument.
var commandEndSet = newCharset(";&|<>\"'`(),:\r\n")
