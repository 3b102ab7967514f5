package scan

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// openURL returns the index of the bracket of the "<URL" or "<URI" before index i,
// perhaps with blanks after it, and reports whether there is one. "<URI::Escape>" is a
// name in a program.
func (t *text) openURL(i int) (open int, ok bool) {
	if end := t.skipBlanksBack(i); t.endsIn(end, "url") || t.endsIn(end, "uri") && !t.textAt(i, "::") {
		return t.bracketBefore(end - len("URL"))
	}
	return 0, false
}

// endsInURL reports whether "URL" or "URI" is right before index i.
func (t *text) endsInURL(i int) bool { return t.endsIn(i, "url") || t.endsIn(i, "uri") }

// skipPrefixes returns the index after each further "URL:" at index i.
func (t *text) skipPrefixes(i int) int {
	for next := t.skipBlanks(i, i+longestLeader); t.textAt(next, "url:") ||
		t.textAt(next, "uri:"); next = t.skipBlanks(i, i+longestLeader) {
		i = next + len("URL:")
	}
	return i
}

// bracketBefore returns the index of the "<" or "&lt;" right before index i, and reports
// whether there is one.
func (t *text) bracketBefore(i int) (open int, ok bool) {
	switch t.before(i) {
	case '<':
		return i - 1, true
	case ';':
		return i - len("&lt;"), t.endsIn(i, "&lt;")
	case 'c', 'C':
		for _, name := range []string{"u003c", "x3c"} {
			end := i - len(name)
			if open = t.spanBack(end, end-longestEscape, backslashSet); t.endsIn(i, name) && open < end {
				return open, true
			}
		}
	}
	return 0, false
}

// partner returns the partner of the bracket or quote at index open. Both are of the same
// length.
func (t *text) partner(open int) string {
	n := t.backslashes(open)
	switch {
	case n == 0:
		return partners[t.buf[open]]
	case t.is(open+n, 'x'):
		return string(t.buf[open:open+n]) + "x3e"
	}
	return string(t.buf[open:open+n]) + "u003e"
}

// partners maps the first byte of a bracket or quote to its partner. It lacks brackets
// that are written as numbers after backslashes.
var partners = [...]string{'<': ">", '&': "&gt;", '"': "\"", '\'': "'", '(': ")", '[': "]", '{': "}"}

// openAngle returns the index of the bracket before the scheme that ends at index i, and
// reports whether there is one. The run of scheme characters before i begins at index
// begin. If "//" follows the ":", any scheme will do. Otherwise, and if the scheme is
// broken over two lines, it must be a known one: "<ht", and on the next line "tp".
func (t *text) openAngle(begin, i int, slashes bool) (open int, ok bool) {
	if open, ok := t.bracketBefore(begin); ok && begin < i {
		return open, slashes || t.schemes.IsKnown(t.buf[begin:i])
	}
	if !slashes {
		return 0, false
	}
	first, ok := t.brokenScheme(begin, i)
	if !ok {
		return 0, false // the usual case
	}
	return t.bracketBefore(first)
}

// brokenScheme returns the index of the scheme that ends at index i, if a line breaks in
// it, before the run of scheme characters at index begin, and a bracket or quote opens
// right before it. It reports whether there is such a scheme, which must be known.
func (t *text) brokenScheme(begin, i int) (first int, ok bool) {
	least := max(t.floor, begin-longestLeader)
	lead := t.buf[max(t.floor, least-1):begin]
	if !edgeSet[t.before(t.skipBlanksBack(begin))] || !bytes.ContainsAny(lead, "<;([{'\"`") {
		return 0, false // the usual case
	}
	line := t.lineStart(begin, least)
	end := t.spanBack(t.spanBack(line-1, least, returnSet), least, octet.Blank)
	first = t.spanBack(end, least, schemeSet)
	if first == end || first <= t.floor || !t.schemes.IsKnown(slices.Concat(t.buf[first:end], t.buf[begin:i])) {
		return 0, false
	}
	o := t.openingAt(first-1, false)
	return first, t.skipBlanks(o.leader(t, line), i) == begin // there is no other text before it
}

// A foldedText is a text without its folds.
type foldedText struct {
	text  []byte
	folds []Fold
}

// An enclosure is the text between two brackets or quotes.
type enclosure struct {
	foldedText
	start, end int     // the text is [start,end)
	next       int     // the index after the closing mark, or 0
	bracket    int     // the index of the opening bracket or quote
	opening    opening // the beginning of its line, if broken is set
	broken     bool    // a line may end in the text
	open       bool    // the text ended before the closing mark
	token      []byte  // the last token
	beside     bool    // a blank in mid-line precedes the last token
	blanks     int     // the number of blanks in mid-line so far
	link       bool    // a backslash escapes each mark
}

// begin makes r the enclosure after the bracket or quote at an index, still without text.
func (r *enclosure) begin(bracket int) {
	*r = enclosure{foldedText: foldedText{r.text[:0], r.folds[:0]}, bracket: bracket}
}

// mayBreak returns the index after the blanks at index i, and reports whether a gap with
// a line break may begin at i.
func (t *text) mayBreak(i, limit int) (end int, ok bool) {
	end = t.skipBlanks(i, limit)
	return end, edges[t.at(end)] || t.newline(end) > 0
}

// skipGap is [opening.skipGap] for the line on which r opens. It does not return where
// the next line begins.
func (r *enclosure) skipGap(t *text, i, limit int) (end int, broken bool) {
	if end, broken = t.mayBreak(i, limit); !broken {
		return end, false // the usual case
	}
	if !r.broken {
		r.opening, r.broken = t.openingAt(r.bracket, false), true
	}
	line, end, broken := r.opening.skipGap(t, i, limit)
	if broken {
		end = cmp.Or(r.opening.belowColumn(t, line), end)
	}
	return end, broken
}

// add appends the token [i,end) without escapes and characters without width. broken
// reports whether a line break precedes it.
func (r *enclosure) add(t *text, broken bool, i, end int) {
	if len(r.text) == 0 {
		r.start = i
	} else {
		gap := Fold{At: len(r.text), Start: t.offset(r.end), End: t.offset(i), Break: broken}
		if n := len(r.folds) - 1; n >= 0 && r.folds[n].At == gap.At && r.folds[n].End == gap.Start &&
			!r.folds[n].Notation { // nothing is left of the last token
			gap.Start, gap.Break = r.folds[n].Start, r.folds[n].Break || broken
			r.folds = r.folds[:n]
		}
		r.folds = append(r.folds, gap)
		if r.beside = !broken; r.beside {
			r.blanks++
		}
	}
	r.token = t.buf[i:end]
	isMargin := func(c rune) bool { return isInvisible(c) || c == '\u00a0' }
	first, last := i, i+len(bytes.TrimRightFunc(t.buf[i:r.withoutContinuation(t, i, end)], isMargin))
	for at := t.span(i, last, plainTokenSet); at+1 < last; at = t.span(max(at+1, i), last, plainTokenSet) {
		meant, size := r.escapeAt(t, at)
		if r.link && at+size > last { // the mark closes the link
			meant, size = `\`, len(`\\`)
		}
		if (at > first || r.link || r.isEscapedSpace(t, at)) && size > 0 && at+size <= last {
			r.text = append(append(r.text, t.buf[i:at]...), meant...)
			i = at + size
			r.folds = append(r.folds, Fold{At: len(r.text) - len(meant), Start: t.offset(at),
				End: t.offset(i - len(meant)), Notation: true})
		}
	}
	r.text, r.end = append(r.text, t.buf[i:last]...), last
}

// escapeAt is like [text.escapeAt], but in a link a backslash escapes any mark, and a
// space of a typesetter is dropped. A backslash in the path of a file is not an escape.
func (r *enclosure) escapeAt(t *text, i int) (meant string, size int) {
	switch n := t.backslashes(i); {
	case r.link && n > 0 && markedSet[t.at(i+n)]: // perhaps in JSON
		return string(t.buf[i+n]), n + 1
	case r.link && n > 1:
		return `\`, len(`\\`)
	case t.is(i, '\\') && !t.is(i+t.backslashes(i), '/') && r.isFile(t):
		return "", 0
	case t.isSpace(i):
		size, _ = t.spaceAt(i)
		return "", size
	case r.isEscapedSpace(t, i):
		return "", t.backslashes(i) + len("n")
	}
	return t.escapeAt(i, 0)
}

// isEscapedSpace reports whether white space is escaped at index i, as in the strings of
// JSON. Right after a host, the backslash may replace a "/".
func (r *enclosure) isEscapedSpace(t *text, i int) bool {
	n := t.backslashes(i)
	_, path, _ := bytes.Cut(t.buf[r.start:min(i, r.start+maxHost)], []byte("://"))
	return n > 0 && bytes.IndexByte([]byte("nrt"), t.at(i+n)) >= 0 &&
		(bytes.IndexByte(path, '/') >= 0 || bytes.IndexByte([]byte(`>\\"`), t.at(i+n+len("n"))) >= 0)
}

// isFile reports whether the scheme is "file". Its colon may be disguised.
func (r *enclosure) isFile(t *text) bool {
	return t.textAt(r.start, "file") && !schemeSet[t.at(r.start+len("file"))]
}

// readWrapper reads the text between the bracket at index open and its partner, beginning
// at index from. It returns false if there is no partner, or if the text is prose.
//
// All white space is folded out (appendix), and after a line break the leader of the next
// line. If no closing bracket follows, one in a leader that was folded out closes the
// wrapper, but not right after the scheme: the one of an empty line that has more marks
// than the line before it, or else the first one.
func (r *enclosure) readWrapper(t *text, open, from int) bool {
	var early enclosure
	limit, closing, marks := from+t.max, t.partner(open), 0
	for i := from; ; {
		start, broken := r.skipGap(t, i, limit)
		last := t.lastLine(start, i) // where its leader is, after the header of a page
		at, before := bytes.Index(t.buf[last:start], []byte(closing)), marks
		marks = bytes.Count(t.buf[last:start], []byte(closing))
		if rises := 0 < before && before < marks && t.newline(start) > 0; at >= 0 &&
			(rises || early.next == 0 && r.mayClose(t, last)) {
			early = *r
			early.next = last + at + len(closing)
		}
		end := t.joinedEnd(start, t.token(start, limit, closing))
		r.open = end == t.end
		if end > limit || i < limit && start == limit {
			break
		}
		if end == start && len(r.text) > 0 && t.textAt(end, closing) && !(broken && r.isQuoteMark(t, end)) {
			r.next = end + len(closing)
			return true
		}
		if next := r.labelEnd(t, start, closing, broken); next > 0 && len(r.text) > 0 {
			r.next = next
			return true
		}
		if end == start || len(r.text) > 0 && r.isOther(t, !broken, start, end, closing) {
			break
		}
		r.add(t, broken, start, end)
		if i = end; r.end == end-1 && t.is(r.end, '|') {
			i = r.end // the border of a box
		}
	}
	if early.next > 0 && !t.isRest(early.next-len(closing)) {
		*r = early
	}
	return r.next > 0
}

// joinedEnd returns the index of the apostrophe that closes a string of a program at the
// end of the token [i,end), if another one follows on the next line, or else end.
func (t *text) joinedEnd(i, end int) int {
	quote := i + len(bytes.TrimSuffix(t.buf[i:end], []byte(","))) - 1
	if quote > i && t.buf[quote] == '\'' && t.joint(quote) > 0 {
		return quote
	}
	return end
}

// isQuoteMark reports whether the ">" at index i, which begins its line, is the mark of a
// quote.
func (r *enclosure) isQuoteMark(t *text, i int) bool {
	return r.isRequoted(t, i) ||
		quoteEnd(r.opening.line) > 0 && (t.isRest(i) || r.opening.isTorn(t, i))
}

// isOther reports whether the token [i,end) is no part of the URL: it belongs to a
// sentence, or is a note before the closing mark, or the end of the URL again. mid is as
// for isProse.
func (r *enclosure) isOther(t *text, mid bool, i, end int, closing string) bool {
	token := t.buf[i:end]
	return r.isProse(t, mid, i) ||
		t.textAt(end, closing) && (isNote(token) || mid && repeatsEnd(r.text, token))
}

// labelEnd returns the index after the closing mark of a wrapper, if a label in brackets of
// its own is at index i before it: "<http://host.example/ (the page)>". It returns 0 if
// there is none. A selector of gopher may have brackets, and so may a path: they contain
// a blank if a line break precedes them.
func (r *enclosure) labelEnd(t *text, i int, closing string, broken bool) (next int) {
	b := t.at(i)
	if b != '(' && b != '[' || octet.EqualFold(r.text[:min(len(r.text), len("gopher"))], "gopher") {
		return 0
	}
	line := t.buf[i:t.span(i, i+longestLeader, lineSet)]
	if k := bytes.Index(line, []byte(partners[b]+closing)); k > 0 && (!broken || bytes.IndexByte(line[:k], ' ') > 0) {
		next = i + k + len(partners[b]) + len(closing)
	}
	return next
}

// mayClose reports whether a mark in the leader of the line at index i may close the
// wrapper.
func (r *enclosure) mayClose(t *text, i int) bool {
	return len(r.text) > 0 && !bytes.HasSuffix(bytes.TrimRight(r.text, "/"), []byte{':'}) &&
		!bytes.HasSuffix(r.text, []byte("**")) && // which Gmail wrote where a line may be broken
		!r.isRequoted(t, i) && !r.opening.isTorn(t, i)
}

// isTorn reports whether the URL [start,end), right after a "<" that nothing closes, ends
// its line, and the next line has another one before the rest of the first, or the whole
// URL again, as a program inserts it: "<http://host⏎<http://host.example/> .example/>".
func (t *text) isTorn(start, end int) bool {
	o := t.openingAt(start-1, false)
	line, _, broken := o.skipGap(t, end, end+longestBreak)
	again := t.span(line, line+longestLeader, quoteSet) + len("<")
	after := again + end - start
	return broken && (o.isTorn(t, line) || t.before(again) == '<' && end-start < longestLine && t.has(after) &&
		bytes.Equal(t.buf[again:after], t.buf[start:end]) && t.buf[after] != '>')
}

// isRest reports whether the line with the marks of a quote at index i looks like the
// rest of a URL: after a blank it has a token with a mark of a path or a query, and
// nothing else or a link. Then no mark closes the wrapper.
func (t *text) isRest(i int) bool {
	start := t.span(i, i+longestLeader, quoteSet)
	end := t.token(start, start+longestLeader, ">")
	link := t.skipBlanks(end, end+longestLeader)
	return end > start+1 && blank(t.before(start)) && !t.slashedAt(start) &&
		bytes.ContainsAny(t.buf[start:end], "/?=&%_#") &&
		(t.endsLine(end) || t.is(link, '<') && t.linkAt(link+1))
}

// isRequoted reports whether the line at index i and the next one have marks of a quote
// that the opening line has lost.
func (r *enclosure) isRequoted(t *text, i int) bool {
	end := i
	if t.textAt(i, "> >") && quoteEnd(r.opening.line) == 0 {
		end = t.span(i, i+longestLine, lineSet)
	}
	return end > i && t.is(end+t.newline(end), '>')
}

// isNamed reports whether the token at index i is a text for the URL before it, which is
// a whole host: "<http://host.example Home>". Without the blank it would be another host.
func (r *enclosure) isNamed(t *text, i int) bool {
	_, host, ok := bytes.Cut(r.text, []byte("://"))
	token := t.buf[i:t.span(i, i+maxHost, tokenSet)]
	return ok && t.isTopLevel != nil && octet.Letter[t.at(i)] && !bytes.ContainsAny(token, "/?#:") &&
		t.isHostName(host) && !t.isHostName(slices.Concat(host, token))
}

// isProse reports whether the token at index i belongs to a sentence, after a wrapper
// without its closing bracket. mid reports whether there is a blank in mid-line before
// the token.
func (r *enclosure) isProse(t *text, mid bool, i int) bool {
	isScheme := func(name string) bool { return octet.EqualFold(r.text[:min(len(r.text), len(name))], name) }
	hasAddress := func(text []byte) bool { return bytes.IndexByte(text, '@') >= 0 }
	switch {
	case t.slashedAt(i):
		return mid || !embeds(r.text)
	case mid && bytes.IndexByte([]byte(",.;"), r.token[len(r.token)-1]) >= 0 && !t.endsHost(i):
		return true
	case mid && r.isNamed(t, i):
		return true
	case mid && isScheme("mailto:") && hasAddress(r.text) &&
		hasAddress(t.buf[i:t.span(i, i+maxHost, tokenSet)]):
		return true // another address
	case isScheme("gopher:"): // a selector has blanks and words
		return mid && r.blanks == 8
	}
	return mid && r.blanks == 3 || (mid || r.beside) && len(bytes.TrimLeft(r.token, octet.Smalls)) == 0 &&
		!(mid && r.isCut(t, i))
}

// isCut reports whether the only blank inside a line, before index i, is in a word at the
// beginning of the line: a path or a fragment follows it, and then the closing bracket.
// Translators have put it there.
func (r *enclosure) isCut(t *text, i int) bool {
	const short = 3
	end := t.token(i, i+longestLeader, ">")
	return len(r.folds) > 0 && r.blanks == 0 && len(r.token) > short && t.is(end, '>') &&
		bytes.ContainsAny(t.buf[i:end-1], "/#.-")
}

// endsHost reports whether the last label of a host is at index i.
func (t *text) endsHost(i int) bool {
	end := t.span(i, i+maxHost, octet.Letter)
	return slices.Contains(certainDomains, string(t.buf[i:end])) && beginsTail(t.at(end))
}

// embeds reports whether another URL belongs to the one that begins with text: text ends
// in the time of a copy of a page, "/web/2001/" or "/20010203/", or in the "=" of a
// parameter.
func embeds(text []byte) bool {
	if bytes.HasSuffix(text, []byte("=")) {
		return bytes.IndexByte(text, '?') > 0
	}
	return archived.Match(text[max(0, len(text)-longestTime):])
}

const longestTime = 32 // in bytes, with its slashes

// archived matches such a time at the end of a URL.
var archived = lazyregexp.New(`/(?:web/(?:[0-9]{4,}|\*)|[0-9]{8,})(?:[a-z]{2}_)?/$`)

// repeatsEnd reports whether the last word in angle brackets is the last segment of the
// URL before it, and so its label, as in Haddock: "<http://host.example/name name>".
func repeatsEnd(url, word []byte) bool {
	before, ok := bytes.CutSuffix(url, word)
	return ok && bytes.HasSuffix(before, []byte("/"))
}

// hasLabel reports whether a "|" in the text of a URL begins the label of a link, as in
// Slack's "<http://host.example/a|label>". A "|" after a drive letter does not. A "|" in
// the query does only if query is set and no other parameter follows.
func hasLabel(text []byte, query bool) bool {
	i := bytes.IndexByte(text, '|')
	if i < 0 {
		return false
	}
	rest := text[i+1:]
	if i > 1 && text[i-2] == '/' && octet.Letter[text[i-1]] &&
		(len(rest) == 0 || rest[0] == '/' || rest[0] == '\\') {
		return hasLabel(rest, query)
	}
	return bytes.IndexByte(text[:i], '?') < 0 || query && !bytes.ContainsAny(rest, "=&|/")
}

// readQuoted reads the text between the double quote before index start and its partner,
// on at most five lines. Another double quote does not precede it.
func (r *enclosure) readQuoted(t *text, start int) bool {
	const most = 4 // line breaks
	limit, isField := start+t.max, false
	switch escaped := t.escapedQuote(start); {
	case len(escaped) > 0:
		return r.readQuotedBy(t, start, escaped)
	case t.before(start) != '"' || t.before(start-1) == '"':
		return false
	case t.delimiter != 0 || start > 1 && cellEndSet[t.buf[start-2]]:
		isField = true // which may have breaks of its own
	}
	end := t.quotedLine(start, limit, nil)
	if start > 2 && t.buf[start-2] == '\t' && !octet.Space[t.buf[start-3]] && !blank(t.at(end+t.newline(end))) {
		isField = true // after a tab, with a line that is not indented
	}
	r.add(t, false, start, end)
	for range most {
		begin, broken := r.skipGap(t, end, limit)
		quote := end - 1 // of a program, whose strings contain the double quotes
		if t.buf[quote] == ',' {
			quote--
		}
		joint := 0
		if t.buf[quote] == '\'' && quote > start {
			joint = t.joint(quote)
		}
		if joint > 0 {
			begin, broken = quote+joint, true
		}
		if !broken || r.isFollowed(t, begin) || t.isScalar(start-1, begin) || t.isList(start-1) ||
			bytes.Count(r.text, []byte("}")) > bytes.Count(r.text, []byte("{")) {
			break
		}
		if joint == 0 && closesString(r.text) || t.endsLiteral(start, end) ||
			bytes.HasSuffix(r.text, []byte(".git")) && octet.Alnum[t.at(begin)] { // a branch
			break
		}
		if quoteEnd(r.opening.line) > 0 { // the line has other marks of the quote
			begin = t.span(begin, begin+longestLeader, prefixSet)
		}
		if joint > 0 {
			r.text, r.end = r.text[:len(r.text)-(end-quote)], quote
		} else if t.buf[end-1] == '\'' && end > start+1 {
			if !t.is(begin, '\'') {
				break
			}
			r.text, r.end, begin = r.text[:len(r.text)-1], r.end-1, begin+1
		}
		if end = t.quotedLine(begin, limit, nil); end == begin {
			if len(r.folds) > 0 && (t.before(start-1) == '=' || octet.Alnum[t.at(end+1)]) {
				return false // a list with the quote on a line of its own, or the next string
			}
			break
		}
		r.add(t, true, begin, end)
	}
	r.next, r.open = end, end == t.end
	isField = len(r.folds) > 0 && (isField || cellEndSet[t.at(end+1)] && !octet.Space[t.at(end+2)] &&
		bytes.IndexByte([]byte(":=("), t.before(start-1)) < 0) // and no member of an object
	return end <= limit && t.is(end, '"') && t.nextString(end) == 0 && !isField && t.isWholeString(r.text, end)
}

// closesString reports whether a line of text ends in the apostrophe that closes a string
// around it, and in marks of a program after that.
func closesString(text []byte) bool {
	before := bytes.TrimRight(text, "),;]}")
	return len(before) < len(text) && bytes.HasSuffix(before, []byte("'")) &&
		bytes.Count(text, []byte("'"))%2 == 1
}

// isFollowed reports whether another URL begins at index i, after white space. One without
// "//" may also be part of a path or a query, as in "http://host.example/a/⏎sip:joe@host".
// After the mark of a list it may lack its scheme: "http://host.example/a;⏎b.example/x".
func (r *enclosure) isFollowed(t *text, i int) bool {
	if bytes.IndexByte(r.text, ':') < 0 {
		return false // the line ends in its scheme
	}
	end := t.span(i, i+maxScheme, schemeSet)
	if isSeparator(t.before(r.end)) && r.hasPath() && t.beginsHost(i) {
		host := t.host(i, i+maxHost)
		return t.is(host, '/') || t.is(host, ':') && octet.Digit[t.at(host+1)]
	}
	return t.slashedAt(i) && !embeds(r.text) || t.is(end, ':') && t.schemes.IsKnown(t.buf[i:end]) &&
		bytes.IndexByte([]byte("/?=&"), t.before(r.end)) < 0
}

// hasPath reports whether the URL has a path and no query.
func (r *enclosure) hasPath() bool {
	return bytes.Count(r.text, []byte("/")) > len("//") && bytes.IndexByte(r.text, '?') < 0
}

// isUnfinished reports whether a placeholder that looks like a fragment is in place of
// the end of a host or of a port.
func isUnfinished(host []byte) bool {
	k := bytes.Index(host, []byte("#{"))
	return k > 0 && beforeNameSet[host[k-1]] && !bytes.ContainsAny(host[:k], "/?")
}

// isWholeString reports whether url, in quotes up to index end, may be a whole URL: its
// closing quote is not inside a placeholder, and a program does not add the rest of the
// host or a port.
func (t *text) isWholeString(url []byte, end int) bool {
	host, ok := soleHost(url)
	return !hasLabel(url, false) && !isOpenTemplate(url) && !isUnfinished(host) &&
		!(ok && (t.template(end-1) >= end || t.hostGoesOn(end) || t.isSplit(host, end) || isFirstLabel(host)))
}

// isScalar reports whether the text in quotes that begins at index quote and continues at
// index next of the next line is a YAML scalar, in which a line break means a blank: a
// key or the mark of an item begins the line, the next line is indented more, and the
// last line before them with less indentation has a key or an item, too.
func (t *text) isScalar(quote, next int) bool {
	const most = 4 // lines
	least := max(0, quote-longestLine)
	begin := t.lineStart(quote, least)
	indent := octet.Blank.Span(t.buf[begin:quote])
	if next-t.lastLine(next, quote) <= indent || !scalarKey.Match(t.buf[begin:quote]) {
		return false
	}
	for range most {
		end := least + len(withoutBreak(t.buf[least:begin]))
		begin = t.lastLine(end, least)
		if line := t.buf[begin:end]; octet.Blank.Span(line) <= indent {
			return scalarLine.Match(line)
		}
	}
	return false
}

// isList reports whether the quote at index quote opens the value of a variable of a
// shell that holds the files of a package, one a line. Programs that build the package
// know its name.
func (t *text) isList(quote int) bool {
	return fileList.Match(t.buf[t.lineStart(quote, max(0, quote-longestLine)):quote])
}

// fileList matches the name of such a variable.
var fileList = lazyregexp.New(`^[ \t]*(?:source\w*|SRC_URI)[ \t]*\+?=[ \t]*$`)

// scalarKey matches the text before a YAML scalar on its line, and scalarLine a line of a
// mapping or of a sequence.
var (
	scalarKey  = lazyregexp.New(`^ *(?:(?:- +)*[a-z_][\w.-]*:|-) +$`)
	scalarLine = lazyregexp.New(`^(?: *(?:- +)*[a-z_][\w.-]*:(?: |$)| *- |---)`)
)

// readQuotedBy reads the text between a quote that is escaped and the next, on one line.
func (r *enclosure) readQuotedBy(t *text, start int, quote []byte) bool {
	mark := quote
	if mark[0] == '^' {
		mark = quote[:1]
	}
	end := t.quotedLine(start, start+t.max, mark)
	if end == start || end > start+t.max || !t.follows(end, quote) {
		r.open = end == t.end
		return false
	}
	r.add(t, false, start, end)
	r.next = end
	return t.isWholeString(r.text, end)
}

// quotedLine returns the index after the text from index i on that can be one line of a
// quoted URL, before the closing quote if that is escaped.
func (t *text) quotedLine(i, limit int, quote []byte) int {
	stop := limit + 1
	for i = t.span(i, stop, plainLineSet); i < stop && t.has(i); i = t.span(i+1, stop, plainLineSet) {
		if b := t.buf[i]; b == '\\' || !tokenSet[b] && b != '&' || t.follows(i, quote) ||
			isSeparator(b) && t.schemeAt(i+1) || b >= utf8.RuneSelf && t.isSpace(i) {
			break
		}
	}
	return i
}

// spaceAt returns the length of the white space outside ASCII at index i, which may be
// written as a number, and the white space. It returns 0 if there is none.
func (t *text) spaceAt(i int) (size int, space rune) {
	switch b := t.at(i); {
	case b >= utf8.RuneSelf:
		space, size = t.rune(i)
	case b == '\\':
		space, size = t.units(i, t.backslashes(i))
	}
	if space <= '\u0085' || !unicode.IsSpace(space) { // U+0085 is a control character
		return 0, 0
	}
	return size, space
}

// isSpace reports whether white space outside ASCII is at index i.
func (t *text) isSpace(i int) bool {
	size, _ := t.spaceAt(i)
	return size > 0
}
