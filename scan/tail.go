package scan

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// An ending is where a bare URL, or its authority, ends.
type ending struct {
	end  int
	tail bool // a path, a query or a fragment begins at end
	flaw Flaw

	drive     bool // a drive letter precedes the path, so backslashes belong to it
	disguised bool
}

// A hint is a mark right before a bare URL, and where the URL ends because of it.
type hint struct {
	stop    byte // the URL ends before this byte, or 0
	closed  bool // the URL ends at closing, the index of the closing mark, or before it
	closing int
	exact   bool // the URL ends exactly at closing, whatever bytes it contains
	target  bool // the URL is the target of a hyperlink
	link    bool // the URL is the destination of a link in Markdown, in which a backslash escapes each mark
	quoted  bool // the URL is in a quoted field of Config.Delimiter, in which no delimiter ends it
}

// endsAt reports whether the closing mark is at index i.
func (m hint) endsAt(i int) bool { return m.closed && m.closing == i }

// hintBefore returns the hint before the URL that begins at index start:
//
//	{b}http://a/{/b}          after the "}" of markup, the next "{" ends the URL
//	@uref{http://a/, text}    in a command of Texinfo, or in "&url(" of xfpt, the next ","
//	OU=http://a/,O=b          in a distinguished name, the next ","
//	'http://a/'               the next "'", unless a letter or digit follows
//	`http://a/?`              the next "`"
//	[text](http://a/(b)c)     the partner of the bracket
//	\xc7http://a/\xc8         the partner of a quote of the Macintosh, or the same byte of a frame of DOS
//	\x81ihttp://a/\x81j       the next bracket or other mark of Shift_JIS
//	url(http://a/?b|c)        in CSS the ")", if the query has a "|"; likewise the "'" of a quoted URL
//
// target reports whether the URL begins the target of a hyperlink in text for a terminal.
// Such a URL ends at a control character.
func (t *text) hintBefore(start int, target bool) (m hint) {
	if target {
		if end := t.span(start, start+t.max+1, targetSet); t.is(end, esc) || t.is(end, '\a') {
			return hint{closing: end, closed: true, exact: true, target: true}
		}
	}
	before := t.before(start)
	switch first := t.before(start - 1); {
	case before >= 0xC0 && first < 0x80: // not UTF-8
		m.stop = cmp.Or(macQuotes[before], before)
	case before >= 0x40 && first == 0x81:
		m.stop = first
	}
	switch before {
	case '}':
		m.stop = '{'
	case '{':
		if t.inCommand(start) {
			m.stop = ','
		}
	case ':':
		if m.closing, m.closed = t.bencoded(start); m.closed {
			m.exact = true
			return m
		}
	case '(':
		if t.endsIn(start, "&url(") || t.endsIn(start, "u0026url(") {
			m.stop = ','
		}
		m.closing, m.link = t.destination(start)
		if m.closed = m.link; t.endsIn(start, "url(") {
			if end, bar := t.spanWithBar(start, start+t.max, styleSet); bar && t.is(end, ')') {
				m.closing, m.closed = end, true
			}
		}
	case '=':
		if t.endsIn(start, "ou=") || t.endsIn(start, "cn=") {
			m.stop = ','
		}
	case '\'', '\n', ' ', '\t':
		quote := before
		if before != '\'' {
			quote = t.quoteAbove(start)
		}
		if quote == '"' {
			if end := t.span(start, start+t.max, stretchSet); t.is(end, '"') && !octet.Alnum[t.at(end+1)] {
				return hint{closing: end, closed: true, exact: t.span(start, end, bareSet) < end}
			}
		}
		if quote != '\'' {
			break
		}
		const most = 3 // apostrophes in words
		end, bar := t.spanWithBar(start, start+t.max, apostropheSet)
		for k := 0; k < most && t.is(end, '\'') && t.isInWord(end, end+1); k++ {
			end = t.span(end+1, start+t.max, apostropheSet)
		}
		if t.is(end, '\'') && !octet.Alnum[t.at(end+1)] {
			return hint{closing: end, closed: true, exact: bar || t.endsInBraces(start, end)}
		}
		if next := t.newline(end); next > 0 && t.is(end-1, ';') &&
			t.is(t.skipBlanks(end+next, end+next+longestLeader), '\'') { // of an entity
			return hint{closing: end, closed: true}
		}
	}
	m.exact = m.closed
	if before == '`' {
		end, bar := t.spanWithBar(start, start+t.max, fieldSet)
		return hint{closing: end, closed: t.is(end, '`'), exact: bar && t.is(end, '`')}
	}
	return m
}

// quoteAbove returns the apostrophe or double quote that opens a string at the end of the
// line above that of the URL at index i, which has nothing before it, or 0.
func (t *text) quoteAbove(i int) byte {
	const most = 32 // with the quote, blanks and the marks of quoted lines
	before := t.buf[max(t.floor, i-most):i]
	k := bytes.LastIndexAny(before, `'"`)
	if k < 1 || bytes.IndexByte([]byte("(,=[ "), before[k-1]) < 0 {
		return 0 // the usual case
	}
	between := before[k+1:]
	if bytes.Count(between, []byte("\n")) != 1 || quotedBlankSet.Span(between) < len(between) {
		return 0
	}
	return before[k]
}

// macQuotes maps a quote of the Macintosh to its partner.
var macQuotes = map[byte]byte{0xC7: 0xC8, 0xC8: 0xC7, 0xD2: 0xD3, 0xD4: 0xD5, 0xE3: 0xD2}

// endsInBraces reports whether the text [start,end) between apostrophes ends in a
// placeholder, and not in a label in braces.
func (t *text) endsInBraces(start, end int) bool {
	return t.buf[end-1] == '}' && bytes.IndexByte(t.buf[start:end], ',') < 0
}

// bencoded returns the end of the URL at index start if it is a string of a torrent, with
// its length before it: "8:announce35:http://host.example/announce10:created by".
func (t *text) bencoded(start int) (end int, ok bool) {
	digits := t.spanBack(start-1, start-len("9999:"), octet.Digit)
	size, err := strconv.Atoi(string(t.buf[digits : start-1]))
	if end = start + size; err != nil || digits != t.floor && !octet.Letter[t.before(digits)] || !t.has(end-1) {
		return 0, false
	}
	t.has(end + longestLeader)
	return t.span(start, end, wordSet), bencode.Match(t.buf[end:min(end+longestLeader, t.end)])
}

// bencode matches the text after a string of a torrent.
var bencode = lazyregexp.New(`^[eld]*(?:[1-9][0-9]*:|i-?[0-9]+e|\s|$)`)

// destination returns the index of the ")" after the destination of a link in Markdown,
// "[text](destination)", that begins at index start, and reports whether one does. A
// destination has no white space, quotes or angle brackets, its round brackets have
// partners, and a title may follow it.
func (t *text) destination(start int) (end int, ok bool) {
	if t.before(start-1) != ']' {
		return 0, false
	}
	depth := 0
	for i, limit := start, start+t.max; i < limit && t.has(i); i++ {
		switch b := t.buf[i]; {
		case b == '\\' && markedSet[t.at(i+1)]:
			i++
		case depth == 0 && (b == ')' || blank(b) && (t.is(i+1, '"') || t.is(i+1, '\''))):
			return i, true
		// the label of another link ends
		case b <= ' ', b == 0x7f, b == '<', b == '>', b == '"', b == '(' && t.buf[i-1] == ']':
			return 0, false
		case b == '(':
			depth++
		case b == ')':
			depth--
		}
	}
	return 0, false
}

// tailEnd returns the ending of the URL that begins at index start, after the hint m, and
// whose tail begins at the ending e.
func (t *text) tailEnd(start int, m hint, e ending) ending {
	i := e.end
	if m.exact && m.closing > i {
		e.end = m.closing
		return e
	}
	const usualTail, longestStop = 256, 4 << 10
	limit, bound := start+t.max, unbounded
	e.end += unmarkedSet.Span(t.buf[i:max(i, min(t.end, i+usualTail))])
	if m == (hint{}) && e.end < t.end && t.buf[e.end] < 0x80 && !bareSet[t.buf[e.end]] &&
		t.buf[e.end] != '^' && t.buf[e.end] != '\\' {
		return e // the usual case: no mark can end the URL before its run ends
	}
	if m.closed && m.closing >= i {
		bound = m.closing
	}
	r := t.runAt(i, limit)
	// without a stop, m.stop is 0, and no run contains a NUL
	if k := bytes.IndexByte(t.buf[i:min(r.end, i+longestStop)], m.stop); k >= 0 {
		bound = min(bound, i+k)
	}
	if k, _ := slices.BinarySearch(r.delimiters, i-r.start); k < len(r.delimiters) && !m.quoted {
		bound = min(bound, r.start+r.delimiters[k]) // where the field ends
	}
	e.end = r.endFrom(i, bound, limit, e.disguised)
	if !e.disguised && t.isDisguisedMark(e.end) {
		e.end, e.disguised = r.endFrom(i, bound, limit, true), true
		if !t.restores {
			e.flaw = Obfuscated
		}
	}
	return e
}

// isOverwritten reports whether the character before index i is overstruck: a backspace
// is at index i, and text follows on the same line. Before a NUL there is no text, but a
// number after a string of a binary property list.
func (t *text) isOverwritten(i int) bool {
	return t.is(i, '\b') && t.has(i+1) && bytes.IndexByte([]byte("\x00\n\v\f\r"), t.buf[i+1]) < 0
}

// commandEnd returns the index at which the URL at [start,end) ends if it is an argument
// of a command that fetches it, since a shell goes on with another command after ";" or
// "&&". For any other URL it returns end, or the index of a "&&" in its path. After the
// ";" of a parameter, such as ";type=i", a URL goes on.
func (t *text) commandEnd(start, end int) int {
	cut := t.delimiterIn(start, end, ';')
	for cut < end && 'a' <= t.at(cut+1) && t.at(cut+1) <= 'z' && t.is(t.span(cut+1, end, octet.Alnum), '=') {
		cut = t.delimiterIn(cut+1, end, ';')
	}
	url, _, _ := bytes.Cut(t.buf[start:cut], []byte("&&"))
	if cut = start + len(url); cut < end && t.is(cut, '&') && !bytes.ContainsAny(url, "?#") ||
		len(bytes.Trim(t.buf[cut:end], ",;")) > 0 && t.isArgument(start) {
		return cut
	}
	return end
}

// isArgument reports whether only options and their values are between the URL at index
// start and one of [lexicon.Fetchers] on its line.
func (t *text) isArgument(start int) bool {
	return fetching.Match(t.buf[t.spanBack(start, start-100, commandSet):start])
}

// fetching matches one of [lexicon.Fetchers] and a blank, or a "+", which is how a query
// encodes it. "fetch" is also a word of a sentence, so it begins the command.
var fetching = lazyregexp.New(`(?:^|[^0-9A-Za-z-])(?:` +
	strings.Join(slices.DeleteFunc(slices.Clone(lexicon.Fetchers),
		func(name string) bool { return name == "fetch" }), "|") +
	`)[ \t\v\f+]|(?:^|[=/])[ \t]*(?:[$#%][ \t]+|sudo[ \t]+)*fetch[ \t\v\f+]`)

// commandSet holds the bytes that may separate a command from its argument.
var commandSet = octet.Complement(";&|<>\"'`(),:\r\n")

// fieldEnd returns the end of the bare URL at [start,end), after the hint m, in its field
// of a table. It is not beyond limit. fieldEnd reports whether the URL fills the field,
// or the text that the hint encloses. In a quoted field, and in text that is no table, it
// returns end.
func (t *text) fieldEnd(start, end int, m hint, limit int) (last int, whole bool) {
	if m.endsAt(end) || end-start > t.max {
		return end, m.endsAt(end)
	}
	if m.quoted {
		return end, false
	}
	delimiter := t.fieldDelimiter(start, end)
	if delimiter == 0 {
		return end, false
	}
	if t.beginsField(start, delimiter) && !(isSeparator(t.at(end)) && t.schemeAt(end+1)) {
		last, _ = t.spanWithBar(start, start+longestRow, fieldSet)
		last = t.delimiterIn(start, last, delimiter)
		if last <= limit && (!t.has(last) || t.is(last, delimiter) || t.newline(last) > 0) {
			return start + len(bytes.TrimRightFunc(t.buf[start:last], isInvisible)), true
		}
	}
	return t.delimiterIn(start, end, delimiter), false
}

// iriEnd returns the index after the text at index i that could belong to a bare URL with
// Config.IRI. It returns i if that text has a ":" after ASCII, since another URL may
// begin there. Round brackets with a text belong to it after ASCII: "桜_(花)".
func (t *text) iriEnd(i, limit int) int {
	end := t.iriSpan(i, limit)
	for t.is(end, '(') && t.buf[end-1] < utf8.RuneSelf {
		inner := t.iriSpan(end+1, limit)
		if inner == end+1 || !t.is(inner, ')') {
			break
		}
		end = t.iriSpan(inner+1, limit)
	}
	if end >= limit || t.is(end, ':') {
		return i
	}
	return end
}

// iriSpan is iriEnd without brackets, and with the ":" after ASCII left to the caller.
func (t *text) iriSpan(i, limit int) int {
	end, part := i, hostPart
	for size := 1; size > 0 && end < limit; end += size {
		b := t.at(end)
		if size = t.bareAt(end, part, true); bytes.IndexByte([]byte(":()[]{}'"), b) >= 0 &&
			(b != ':' || t.buf[end-1] < 0x80) {
			size = 0
		}
		if part = max(part, pathPart); b == '?' {
			part = queryPart
		}
	}
	return end
}

// enclosers are marks that enclose text, with their partners.
var enclosers = map[rune]rune{
	'\n': '\n', '(': ')', '[': ']', '{': '}', '`': '`', '\'': '\'', '*': '*', '_': '_', '|': '|', '>': '<',
	'“': '”', '„': '“', '‘': '’', '«': '»',
	'（': '）', '［': '］', '「': '」', '『': '』', '【': '】', '《': '》', '〈': '〉',
}

// particles are those of Korean that follow a noun directly.
var particles = strings.Fields("은 는 이 가 을 를 에 에서 에게 와 과 의 로 으로 도 만 까지 부터 이다 입니다 라고")

// longerEnd returns the end of a bare URL whose text from index start to i precedes a
// letter of a script without blanks between words. If one of enclosers is right before
// the URL, and its partner follows text that could belong to the URL too, the URL ends at
// the partner. Otherwise it ends at i. A tab and the ends of a line enclose as well.
// Between "[" and "]" a blank may end the URL, as in a wiki's "[http://host.example/中文
// label]". In round or curly brackets the URL goes on only if the byte before index i is
// punctuation: in "(http://host.example/x参照)" the Han text is a word of its own. A
// particle of Korean alone at the end of a line is not part of the URL.
func (t *text) longerEnd(start, i int) int {
	edge := func(r rune, size int) rune {
		if size == 0 || r == '\t' || r == '\r' {
			return '\n'
		}
		return r
	}
	before, last := edge(utf8.DecodeLastRune(t.buf[:start])), t.buf[i-1]
	closing := enclosers[before]
	if closing == 0 || start == t.floor && before != '\n' ||
		strings.ContainsRune("({（【", before) && (octet.Alnum[last] || last >= 0x80) {
		return i
	}
	end := t.iriEnd(i, start+t.max)
	if before == '\n' && octet.Contains(particles, t.buf[i:end]) {
		return i
	}
	if after := edge(t.rune(end)); after == closing || before == '[' && blank(t.at(end)) {
		return end
	}
	return i
}
