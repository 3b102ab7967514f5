package scan

import (
	"bytes"
	"sort"
	"strings"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// A run is a stretch of text at whose end every bare URL in it must also end: before
// white space, a control character, "<", ">" or a quote, a closing bracket without a
// partner, a separator before another URL, and the like. It begins where the path of its
// first URL does. Its pairs of brackets do not depend on where a URL begins, so the URLs
// in a run share it, and runs do not overlap.
type run struct {
	start, end int
	open       bool      // it was read up to a limit, and may go on
	template   bool      // it contains a placeholder in curly brackets
	lastAt     int       // the offset of its last "@" from start, or -1
	brackets   []bracket // its bytes that may end a URL
	stack      []int     // stack of indexes into brackets: one for each that is still open
	delimiters []int     // offsets from start of each Config.Delimiter byte, if that is set
}

// A bracket is a byte of a run at which a URL may end: a bracket, a second "#", or a
// disguise in brackets.
//
//	opening bracket   partner is its closing bracket, or noPartner: the URL ends before it
//	closing bracket   partner is its opening bracket
//	"#"               partner is the previous "#": a URL that contains both ends before this one
//	"." and ":"       a dot in brackets, or another disguise: neither ends a disguised URL
type bracket struct {
	at, partner int // offsets from the beginning of the run
	query       int // offset of the last "?" before it, or -1
	// a URL that begins after this offset ends at the bracket: it is in the brackets, or
	// they are its label
	cutAfter int
	byte     byte
}

const (
	unbounded = int(^uint(0) >> 1)
	noPartner = unbounded // is after every end
	never     = unbounded // no URL begins after it
)

// maxOpen is the maximum number of open brackets. Without it, a URL could end at any of
// many brackets for a reason far ahead, and each of the next URLs would read all of them
// again.
const maxOpen = 32

var (
	// unmarkedSet has the bytes that always continue a run. plainRunSet has the bytes
	// that the method read skips without a look at each.
	unmarkedSet = bareSet.But("()[]{},;&#@")
	plainRunSet = unmarkedSet.But("?")
)

// bareAt returns the length of the character at index i if a bare URL may go on with it,
// or 0.
func (t *text) bareAt(i int, part urlPart, iri bool) int {
	switch b := t.at(i); {
	case b >= 0x80:
		return t.charAt(i, part, iri)
	case !bareSet[b] && !(b == '^' && part == queryPart && t.isCaret(i)), (isSeparator(b) || b == '&') &&
		t.splits(i),
		b == '@' && t.is(i+1, '{') && t.isAmigaGuide(i+2):
		return 0
	}
	return 1
}

// isCaret reports whether the "^" at index i belongs to the value of a parameter, as in
// "?s=^INDEX", "?i=x^(1/3)" or "?14@119.a^1@.ee7", and is not that of a control
// character, "^M".
func (t *text) isCaret(i int) bool {
	next, second := t.at(i+1), t.at(i+2)
	isControl := 'A' <= next && next <= 'Z' && !('A' <= second && second <= 'Z') && !octet.Digit[second]
	return (octet.Alnum[next] || next == '(' || next == '*') && !isControl && !t.schemeAt(i+1)
}

// isAmigaGuide reports whether a command of AmigaGuide or the label of its link is at
// index i, after "@{".
func (t *text) isAmigaGuide(i int) bool {
	end := t.span(i, i+maxScheme, octet.Letter)
	return t.is(i, '"') || (t.is(end, '}') || blank(t.at(end))) &&
		octet.Contains(lexicon.AmigaGuide, t.buf[i:end])
}

// runAt returns the run that contains index i, read far enough for any URL that ends
// before limit.
func (t *text) runAt(i, limit int) *run {
	r := &t.last
	if !(r.start <= i && i < r.end && (!r.open || limit < r.end)) {
		r.read(t, i, limit+t.max/2+1)
	}
	return r
}

// read reads the run that begins at index i, up to limit.
func (r *run) read(t *text, i, limit int) {
	*r = run{start: i, brackets: r.brackets[:0], stack: r.stack[:0], delimiters: r.delimiters[:0]}
	query, hash, part := -1, -1, pathPart // the last "?" and the last "#"
	for size := 1; size > 0 && i < limit; i += size {
		i = t.span(i, limit, plainRunSet)
		switch b := t.at(i); b {
		case '?':
			size, query, part = 1, i-r.start, queryPart
		case '(', '[', '{', ')', ']', '}':
			if size = 0; i > r.start && t.endsHZ(i) {
				i-- // the "~" before it
			} else {
				size = r.addBracket(t, bracket{at: i - r.start, partner: noPartner, query: query, cutAfter: never,
					byte: b})
			}
		case '#':
			size = 1
			if _, n := t.reference(i); n > 0 && t.buf[i-1] == '&' {
				continue
			}
			if hash >= 0 && !t.isRoute(r.start+hash, i) {
				r.brackets = append(r.brackets, bracket{at: i - r.start, partner: hash, cutAfter: never, byte: b})
			}
			hash = i - r.start
		default:
			size = t.bareAt(i, part, t.iri)
		}
	}
	r.close(t, i, limit)
}

// endsHZ reports whether the bracket at index i, with a "~" before it, ends or begins
// Chinese text in HZ (RFC 1843): "~{", pairs of bytes, and "~}".
func (t *text) endsHZ(i int) bool {
	switch {
	case t.buf[i-1] != '~':
		return false
	case t.buf[i] == '}':
		line := t.buf[t.lineStart(i, max(0, i-longestLine)) : i-1]
		return bytes.LastIndex(line, []byte("~{")) > bytes.LastIndex(line, []byte("~}"))
	}
	end := t.span(i+1, i+longestLeader, hzSet)
	return t.buf[i] == '{' && end > i+2 && (end-i)%2 == 1 && t.textAt(end, "~}")
}

// addBracket adds a bracket, or a disguise that begins with it, and returns its length,
// or 0 if the run ends before it.
func (r *run) addBracket(t *text, m bracket) int {
	i, size, top := r.start+m.at, 1, len(r.stack)-1
	disguise := len(t.substituteAt(i, lexicon.InPath).Written)
	switch tag := m.byte == '[' && t.is(i+1, '/'); { // of a forum's markup
	case disguise > 0:
		size, m.partner, m.cutAfter = disguise, 0, t.labelAfter(i, i+disguise-1, m.query)
		if tag {
			m.cutAfter = -1
		}
		if m.byte = ':'; t.isDisguisedMark(i) {
			m.byte = '.'
		}
	case tag:
		return 0
	case m.byte == '(' || m.byte == '[' || m.byte == '{':
		r.stack = append(r.stack[max(0, top+2-maxOpen):], len(r.brackets))
	case top < 0 || r.brackets[r.stack[top]].byte != "([{"[strings.IndexByte(")]}", m.byte)]:
		return 0
	default:
		open := &r.brackets[r.stack[top]]
		open.partner, m.partner, m.cutAfter = m.at, open.at, open.at
		open.cutAfter = t.labelAfter(r.start+open.at, i, open.query)
		if m.byte == '}' {
			if r.template && open.cutAfter == open.query {
				open.cutAfter = never
			}
			r.template = r.template || open.cutAfter == never
		}
		if top > 0 { // in other brackets, which are a part of the URL if it begins before them
			open.cutAfter = max(open.cutAfter, r.brackets[r.stack[top-1]].at)
		}
		r.stack = r.stack[:top]
	}
	r.brackets = append(r.brackets, m)
	return size
}

// close ends the run at index i. Brackets that are still open have no partners, but a "("
// may have an escaped one.
func (r *run) close(t *text, i, limit int) {
	text := t.buf[r.start:i]
	r.end, r.open, r.lastAt = i, i >= limit, bytes.LastIndexByte(text, '@')
	// without a delimiter, t.delimiter is 0, and no run contains a NUL
	for at := t.delimiterIn(r.start, i, t.delimiter); at < i; at = t.delimiterIn(at+1, i, t.delimiter) {
		r.delimiters = append(r.delimiters, at-r.start)
	}
	if len(r.stack) == 0 {
		return // the usual case
	}
	parameter, escaped := bytes.LastIndexByte(parameters.Find(text), '&'), bytes.LastIndex(text,
		[]byte("%29"))
	for k := range r.brackets {
		switch m := &r.brackets[k]; {
		case m.partner < noPartner:
		case m.byte == '(' && m.at < escaped:
			m.partner = escaped
		case m.at <= parameter:
			// the bracket is part of the name of a parameter, if the URL contains the "?"
			m.partner, m.cutAfter = m.at, m.query
		}
	}
}

// parameters matches text up to and including its last "&name=".
var parameters = lazyregexp.New(`^.*&[\w.;[\]%-]+=`)

// endFrom returns the index at which a URL ends. Its path begins at index i, and it
// cannot go past index bound. If the URL is not disguised, it ends before a disguised
// dot. A URL that goes on beyond limit is not shortened at a bracket.
func (r *run) endFrom(i, bound, limit int, disguised bool) int {
	from, last := i-r.start, min(r.end, bound)-r.start
	first := sort.Search(len(r.brackets), func(k int) bool { return r.brackets[k].at >= from })
	outer, closes := 0, -1 // the outermost bracket that is open, and its partner
	for k := first; k < len(r.brackets) && r.brackets[k].at < last; k++ {
		m := &r.brackets[k]
		switch isDisguise := m.byte == '.' || m.byte == ':'; {
		case isDisguise && disguised:
		case m.byte == '.' && from > m.cutAfter, m.partner == noPartner && r.end <= limit:
			return r.start + m.at
		case m.byte == '#' && from <= m.partner, from > m.cutAfter && (m.partner != m.at || r.end <= limit):
			last = m.at
		case m.at > closes:
			outer, closes = m.at, m.partner
		}
	}
	if closes >= last && r.start+last <= limit {
		return r.start + outer
	}
	return r.start + last
}

// labelAfter returns an offset: URLs that begin after it end before the brackets at open
// and end, which are their label. It returns -1 if this holds for all URLs, and never
// if the brackets are part of every URL. Labels follow a letter or digit, and "[" may
// also follow a "/" or ")":
//
//	path[text]        AsciiDoc's label of a link, or a footnote
//	path[http://h/]   Outlook's target of a link
//	path{text}        markup
//
// In "?a[b]=c" and "?a[]" the brackets belong to the name of a parameter: labelAfter
// returns the offset of the "?". For most templates, such as "/{id}/a", it returns
// never.
func (t *text) labelAfter(open, end, query int) int {
	before, after := t.buf[open-1], t.at(end+1)
	isWord := octet.Alnum[before] || before >= 0x80
	word := t.spanBack(open, open-maxScheme, octet.Letter)
	isNote := t.buf[open] == '[' && octet.Digit.Span(t.buf[open+1:end]) == end-open-1
	switch {
	case isNestedDisguise(t.buf[open+1 : end]):
		return never
	case isNote && (isWord && after == '[' || before == '~'): // "[1][2]", and LaTeX's "~[3]"
		return query
	case t.buf[open] == '[' && (isWord || before == '/') && t.schemeAt(open+1):
		return -1
	case t.buf[open] == '[' && t.endsIn(t.spanBack(open, open-maxHost, hostSet), "#egg="):
		return never // a package of Python, with extras
	case t.buf[open] == '{' && (t.before(word) == '@' || t.endsIn(word, "[@]")):
		return never // a command of Texinfo: "@url{http://host.example/@var{name}}"
	case before == '/' && after == '`':
		return never // a placeholder in code: "`http://host.example/[name]`"
	case t.buf[open] == '(', !isWord && (t.buf[open] == '{' || before != '/' && before != ')'),
		bytes.IndexByte([]byte("=[{&%_-/+"), after) >= 0, after == '.' && octet.Alnum[t.at(end+2)]:
		return never
	case t.buf[open] == '{' || octet.Alnum[after],
		end == open+1 && bytes.IndexByte([]byte("?&"), t.before(t.spanBack(open, open-maxHost, hostSet))) >= 0:
		return query
	}
	return -1
}

// isNestedDisguise reports whether text is a disguise in brackets, perhaps in further
// ones. In "[[.]]" it means that the brackets belong to the URL.
func isNestedDisguise(text []byte) bool {
	if len(text) < len("[.]") || len(text) > maxOpen || bytes.IndexByte([]byte("[({"), text[0]) < 0 {
		return false
	}
	mark := bytes.Trim(text, "[](){}")
	return len(mark) == 1 && bytes.IndexByte([]byte(".:/@?=-"), mark[0]) >= 0
}

// isRoute reports whether the "#" at index i continues the fragment that begins with the
// "#" at index fragment. The text after both must differ, and the fragment must be
//
//	#/docs/api#part       a path, or begins with "!", as the routes of web applications
//	#a/b.html#//c/d       a path before another
//	#a/b.c#               a path at the end of a line
//	##chan                empty: the name of a channel has two
//	?channels=#a,#b       one of a list of names in a query
//	/#_oftc_#chan:host    the name of a network before that of a channel
//	?a#1&b#2              the name of a parameter: a program wrote "#" for "="
//	/#{a}/#{b}            placeholders
func (t *text) isRoute(fragment, i int) bool {
	route, before, next := t.buf[fragment+1:i], t.buf[max(0, fragment-1)], t.at(i+1)
	isPath := bytes.IndexByte(route, '/') >= 0 || bytes.HasPrefix(route, []byte("!"))
	amp := bytes.LastIndexByte(route, '&')
	isParameter := 0 <= amp && amp+1 < len(route) && hostSet.Span(route[amp+1:]) == len(route)-amp-1
	isName := bytes.HasSuffix(route, []byte(",")) && bytes.IndexByte([]byte("=,#"), before) >= 0
	switch {
	case next == '#' && (isPath || isName), next == '{', len(route) == 0 && octet.Alnum[next],
		isParameter && bareSet[next] && next != '#':
		return true
	case !octet.Alnum[next] && !(isPath && (next == '_' || next == '/' || t.newline(i+1) > 0)),
		!isPath && !isName && !(before == '/' && bytes.HasSuffix(route, []byte("_"))):
		return false
	}
	n := i - fragment
	return isName || !t.has(i+n-1) || !bytes.Equal(t.buf[fragment:i], t.buf[i:i+n]) || octet.Alnum[t.at(i+n)]
}

// hasAddress reports whether an address may follow the ":" at index i, after a scheme
// without "//" that begins at index start. Without an "@" there is none, and the next
// candidate may begin in the same run: "cid:1;url:http://host.example/".
func (t *text) hasAddress(start, i int) bool {
	if t.restores || !octet.Contains([]string{"mailto", "mid", "cid", "mailserver"}, t.buf[start:i]) {
		return true
	}
	limit := start + t.max
	r := t.runAt(i+1, limit)
	if meant, _ := t.escapeAt(r.end, 0); meant != "" && meant != "/" {
		return true // the "@" may follow
	}
	return r.start+r.lastAt > i || r.end > limit || // a URL that is too long must be reported as truncated
		octet.EqualFold(t.buf[start:i], "mailto") && bytes.Contains(t.buf[i:min(r.end, i+maxHost)], []byte("%40"))
}
