//go:build long

package old

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// This file reads URLs in source code that was not decoded: in the strings of JSON and JavaScript ("https:\/\/host.example\/a",
// "?a=1\u0026b=2"), in LaTeX and Markdown ("a\_b", "\~{}", "{\textasciitilde}"), in roff ("a\-b", "host\&.example", "\:/a"), and
// on the command lines of a shell ("\&"). The Text of the candidate has no escapes, and its Folds describe them.

// escapedSlashes returns the index after the ":" at index i and the "//" after it, if that is written as "\/\/", or 0. Text that was
// escaped several times has more backslashes.
func (s *Scanner) escapedSlashes(i int) int {
	i++
	for range 2 {
		n := s.backslashes(i)
		if n == 0 || !s.is(i+n, '/') {
			return 0
		}
		i += n + 1
	}
	return i
}

// backslashes returns how many backslashes are at index i, up to the number that repeated escaping makes.
func (s *Scanner) backslashes(i int) int {
	const most = 7
	n := 0
	for n < most && s.is(i+n, '\\') {
		n++
	}
	return n
}

// escapeAt returns the character that is escaped at index i, and the length of its escape, or 0 if there is none. If slashes are
// escaped, "\/" is an escape.
func (s *Scanner) escapeAt(i int, slashes bool) (meant string, size int) {
	switch {
	case s.is(i, '{') && s.is(i+1, '\\'):
		if meant, size = s.escapeAt(i+1, false); size > 0 && s.is(i+1+size, '}') {
			return meant, size + len("{}")
		}
	case s.has(i) && s.buf[i] >= utf8.RuneSelf:
		return "", s.invisible(i)
	case s.is(i, '$') && s.textAt(i, `$\sim$`):
		return "~", len(`$\sim$`)
	case s.is(i, '\\'):
		n := s.backslashes(i)
		if slashes && s.is(i+n, '/') {
			return "/", n + 1
		}
		if meant, size = s.numbered(i, n); size == 0 && n == 1 {
			meant, size = s.named(i)
		}
		return meant, size
	}
	return "", 0
}

// numbered returns the character written as \u0026 or \x26 after n backslashes at index i, and the length of its escape. The
// character must be one that a bare URL can have, or one outside ASCII that may be in a host. Several \xNN may be the bytes of one
// character in UTF-8.
func (s *Scanner) numbered(i, n int) (meant string, size int) {
	var r rune
	var end int
	switch {
	case s.is(i+n, 'x') && n == 1:
		r, end = s.octets(i)
	case s.is(i+n, 'u'):
		if r, end = s.hexAt(i+n, 'u', 4); utf16.IsSurrogate(r) && s.backslashes(end) == n {
			if low, next := s.hexAt(end+n, 'u', 4); next > 0 {
				r, end = utf16.DecodeRune(r, low), next
			}
		}
	}
	switch {
	case end == 0, r < utf8.RuneSelf && !bareSet[byte(r)]:
		return "", 0
	case isInvisible(r) && s.has(end) && bareSet[s.buf[end]]:
		return "", end - i
	case r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S, unicode.P, unicode.Join_Control):
		return "", 0
	}
	return string(r), end - i
}

// octets returns the character written as \xNN at index i, and the index after it, or 0. If the byte begins a character in UTF-8
// and its other bytes follow, the result is that character. Otherwise it is a character of Latin-1.
func (s *Scanner) octets(i int) (r rune, end int) {
	var text []byte
	next := i
	for !utf8.FullRune(text) || len(text) == 0 {
		if !s.is(next, '\\') {
			break
		}
		octet, after := s.hexAt(next+1, 'x', 2)
		if after == 0 {
			break
		}
		text, next = append(text, byte(octet)), after
	}
	if r, size := utf8.DecodeRune(text); size > 1 || len(text) > 0 && r < utf8.RuneSelf {
		return r, next
	}
	return s.hexAt(i+1, 'x', 2)
}

// hexAt returns the number at index i that is written as a letter and size hexadecimal digits, and the index after it, or 0.
func (s *Scanner) hexAt(i int, letter byte, size int) (r rune, end int) {
	if !s.is(i, letter) || s.run(i+1, i+1+size, hexSet) != i+1+size {
		return 0, 0
	}
	for _, b := range s.buf[i+1 : i+1+size] {
		digit := rune(b - '0')
		if b > '9' {
			digit = rune(lower(b)-'a') + 10
		}
		r = r<<4 | digit
	}
	return r, i + 1 + size
}

// namedEscapes are the names that LaTeX and roff write after a backslash for characters of URLs.
var namedEscapes = []substitute{
	{"(ti", "~"}, {"[ti]", "~"}, {"(hy", "-"},
	{"textasciitilde{}", "~"}, {"textasciitilde", "~"}, {"textunderscore{}", "_"}, {"textunderscore", "_"}, {"string~", "~"}, {"~{}", "~"},
}

// namedSet has the first bytes of namedEscapes.
var namedSet = func() *charset {
	first := ""
	for _, name := range namedEscapes {
		first += name.written[:1] + strings.ToUpper(name.written[:1])
	}
	return newCharset(first)
}()

// named returns the character written after the backslash at index i, as itself or by name, and the length of the escape. After a
// character that is not named, the text must look like the rest of a URL.
func (s *Scanner) named(i int) (meant string, size int) {
	if s.has(i+1) && namedSet[s.buf[i+1]] {
		for _, name := range namedEscapes {
			if lower(s.buf[i+1]) == name.written[0] && s.textAt(i+1, name.written) {
				return name.meant, 1 + len(name.written)
			}
		}
	}
	if !s.has(i + 2) {
		return "", 0
	}
	after := s.buf[i+2]
	switch b := s.buf[i+1]; {
	case b == ':' && (bareSet[after] || after == '\\'), b == '&' && after == '.':
		return "", 2 // a place where roff may break a line, or sees no end of a sentence
	case b == '.' && alnumSet[after] && 0 < s.login && s.login < i && bytes.IndexByte(s.buf[s.login:min(i, s.login+maxHost)], '/') >= 0:
		return ".", 2 // in a path; in a host it may belong to a pattern
	case b == '-' && alnumSet[after] && alnumSet[s.buf[i-1]]:
		return "-", 2
	case b == '_' && (bareSet[after] || after == '\\'), b == '%' && s.run(i+2, i+4, hexSet) == i+4,
		(b == '#' || b == '&' || b == '~' || b == '$') && alnumSet[after]:
		return string(b), 2
	}
	return "", 0
}

// isInvisible reports whether r is a mark without width: the soft hyphen, or a place where a line may or may not break. Browsers do not
// show these, and a host does not have them.
func isInvisible(r rune) bool {
	return r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}

// invisibleSet has the first bytes of marks without width.
var invisibleSet = newCharset("\xC2\xE2\xEF")

// invisible returns the length of the marks without width at index i, if the text after them may go on a URL, or 0.
func (s *Scanner) invisible(i int) int {
	const most = 16
	end := i
	for range most {
		r, size := s.rune(end)
		if !isInvisible(r) {
			break
		}
		end += size
	}
	if end == i || !s.has(end) || !bareSet[s.buf[end]] && s.wordAt(end, end) == 0 || s.slashedAt(end) {
		return 0
	}
	return end - i
}

// visibleEnd returns the end of the text at [i,end) without marks that have no width, or end if it has nothing else.
func (s *Scanner) visibleEnd(i, end int) int {
	if end == i || s.buf[end-1] < utf8.RuneSelf {
		return end
	}
	last := end
	for last > i {
		r, size := utf8.DecodeLastRune(s.buf[i:last])
		if !isInvisible(r) {
			return last
		}
		last -= size
	}
	return end
}

// isEscaped reports whether a bare URL that could end at index i goes on after an escape there.
func (s *Scanner) isEscaped(i int) bool {
	if s.is(i, ':') && s.has(i+1) && invisibleSet[s.buf[i+1]] {
		return s.invisible(i+1) > 0 // before a port
	}
	if !s.has(i) || s.buf[i] != '\\' && s.buf[i] != '{' && s.buf[i] < utf8.RuneSelf {
		return false
	}
	if s.buf[i-1] == '$' {
		i--
	}
	_, size := s.escapeAt(i, false)
	return size > 0
}

// escaped finds the candidate with the ":" at index i before escaped slashes, after a run of scheme characters that begins at index
// run. It reports false if its scheme is not known.
func (s *Scanner) escaped(run, i int) bool {
	start, known := 0, false
	if run > s.floor && s.buf[run-1] == '\\' {
		start, known = s.escapedScheme(i)
	}
	if !known {
		start, known = s.schemes.leftEdge(s.buf[run:i])
		start += run
	}
	if known {
		s.login = s.escapedSlashes(i)
		s.unescaped(start, true)
	}
	return known
}

// escapedScheme returns the index at which a known scheme before the ":" at index i begins, if some of its letters are escaped, as
// in "\x68ttp" and "h\u0074tp".
func (s *Scanner) escapedScheme(i int) (start int, ok bool) {
	var name [maxScheme]byte
	var at [maxScheme]int // where each letter of name begins
	n, escapes := maxScheme, 0
	for start = i; n > 0 && start > s.floor; {
		b, before := s.buf[start-1], start-1
		for _, form := range []string{`\x00`, `\u0000`} {
			escape := start - len(form)
			if escape < s.floor || s.buf[escape] != '\\' {
				continue
			}
			if r, end := s.hexAt(escape+1, form[1], len(form)-len(`\x`)); end == start {
				b, before = byte(min(r, utf8.RuneSelf)), escape
				escapes++
			}
		}
		if !schemeSet[b] {
			break
		}
		n--
		start = before
		name[n], at[n] = b, start
	}
	edge, known := s.schemes.leftEdge(name[n:])
	if !known || escapes == 0 {
		return 0, false
	}
	first := n + edge
	return at[first], i-at[first] > maxScheme-first // some of its letters take more than a byte
}

// unescaped finds the candidate that begins at index start and has escapes: "\/" in place of "/", if slashes are escaped. A slash
// that is not escaped then ends the candidate, since it closes the text in which the others are escaped.
//
// Text that could belong to the URL may go on long after the URL, with others in it. So it is read piece by piece until the end of
// the URL is certain, unless a quote before the URL may have a partner after it. The first piece ends where another URL may have
// begun in the login, or after it. It is certain at a bracket that an earlier reading found to have no partner.
func (s *Scanner) unescaped(start int, slashes bool) {
	s.folds, s.text = s.folds[:0], s.text[:0]
	quoted := start > s.floor && s.buf[start-1] == '"'
	i, limit := start, start+s.max
	n, piece := 0, 1<<5
	query, known := false, false // a "?" was read, and a bracket that is known to have no partner
	for login := true; !known && i <= limit && s.has(i); i++ {
		if last := len(s.text) - 1; login && i > s.login && !userSet[s.text[last]] && s.text[last] < 0x80 {
			login, piece = false, min(piece, last+len("://"))
		}
		if len(s.text) >= piece && !quoted {
			if end, certain := s.bareLength(start); certain {
				n = end
				break
			}
			piece *= 2
		}
		b := s.buf[i]
		if b == ',' && !quoted && !slashes && !s.defang && s.schemeAt(i+1) {
			break
		}
		if b == '\\' || b == '{' || b == '$' || invisibleSet[b] {
			if meant, size := s.escapeAt(i, slashes); size > 0 {
				s.text = append(s.text, meant...)
				at, end := len(s.text)-len(meant), s.offset(i+size)
				s.folds = append(s.folds, Fold{At: at, Start: s.offset(i), End: end - int64(len(meant)), Mark: true})
				i += size - 1
				continue
			}
		}
		if !bareSet[b] && b < 0x80 || slashes && b == '/' {
			break
		}
		s.text = append(s.text, b)
		query = query || b == '?'
		known = (b == '(' || b == '[' || b == '{') && !quoted && s.isUnmatched(start, i, query)
	}
	if i > limit {
		s.folds, s.text = s.folds[:0], s.text[:0]
		s.bare(start, i)
		return
	}
	next := i
	kind, before := s.bareKind(start)
	if n == 0 {
		n, _ = s.bareLength(start)
	}
	if !known {
		s.rememberEscaped(start)
	}
	switch {
	case quoted && s.is(i+s.backslashes(i), '"'):
		kind = Quoted
	case n < len(s.text) || s.template(i) == i:
		s.text = s.text[:n]
	default:
		s.text = append(s.text, '\\') // a pattern such as "http:\/\/host\.example" must not be a URL
	}
	for n := len(s.folds); n > 0 && s.folds[n-1].At >= len(s.text); n-- {
		s.folds = s.folds[:n-1]
	}
	end := start + len(s.text)
	for _, f := range s.folds {
		end += int(f.End - f.Start)
	}
	if kind == Quoted {
		s.emit(kind, start, end, next)
		s.found.Escaped = true
		return
	}
	s.emit(kind, start, end, end)
	s.found.Escaped, s.found.Flaw = true, s.inner.flaw
	s.found.Before = s.buf[max(before-4, 0):before]
	s.next = end
}

// bareLength returns the length of the bare URL at the beginning of s.text, which begins at index start of the buffer. It reports
// whether that is certain, whatever follows s.text.
func (s *Scanner) bareLength(start int) (n int, certain bool) {
	if s.inner == nil {
		s.inner = &Scanner{settings: s.settings}
	}
	in := s.inner
	s.text = append(s.text, 0)[:len(s.text)]
	in.buffer = buffer{r: nothing{}, buf: s.text[:len(s.text)+1], end: len(s.text), got: len(s.text)}
	in.current = current{refused: -1}
	in.unmatched = in.unmatched[:0]
	if start > s.floor && s.buf[start-1] == '\'' {
		in.left.apostrophe = max(0, bytes.IndexByte(s.text, '\''))
	}
	authority := bytes.Index(s.text, []byte("://")) + len("://")
	n = in.slashedEnd(0, authority)
	return min(n, len(s.text)), in.err == nil
}

// rememberEscaped is remember for the brackets that bareLength found to have no partners in s.text, which begins at index start of the
// buffer.
func (s *Scanner) rememberEscaped(start int) {
	if len(s.inner.unmatched) == 0 {
		return
	}
	c := Candidate{Start: s.offset(start), Folds: s.folds}
	s.met, s.parameter, s.escapedRound = 0, c.Offset(int(s.inner.parameter)), c.Offset(int(s.inner.escapedRound))
	s.bound = bound{last: c.Offset(int(s.inner.bound.last)), label: s.inner.bound.label}
	s.unmatched = s.unmatched[:0]
	for _, open := range s.inner.unmatched {
		for len(c.Folds) > 0 && c.Folds[0].At <= int(open) {
			c.Start += c.Folds[0].End - c.Folds[0].Start
			c.Folds = c.Folds[1:]
		}
		s.unmatched = append(s.unmatched, c.Start+open)
	}
}

// nothing is an empty input.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
