package scan

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// This file has the rules for lines that end inside a URL: at the hyphen of a broken
// word, at the "=" of quoted-printable, right after a scheme, and between brackets.

// softHyphen returns the length of the soft hyphen at index i, or 0. A soft hyphen shows
// where a typesetter broke a word: U+00AD, U+2010, or 0xAD of Latin-1, at the end of its
// line.
func (t *text) softHyphen(i int) int {
	if t.at(i) < utf8.RuneSelf {
		return 0
	}
	r, size := t.rune(i)
	if next, more := t.rune(i + size); r == '\u00ad' && next == '\u2010' {
		size += more
	}
	if octet.IsSoftHyphen(t.buf[i:i+size]) && t.endsLine(i+size) && t.has(i+size) {
		return size
	}
	return 0
}

// withoutContinuation returns the end of the token [i,end) of a wrapper without a sign
// that its line continues: a soft hyphen, a backslash or a "\c", unless it may belong to
// the path of a file, the "%" of TeX, or the border of a box that it fills.
func (r *enclosure) withoutContinuation(t *text, i, end int) int {
	_, size := utf8.DecodeLastRune(t.buf[i:end])
	if end-1 > i && bytes.IndexByte([]byte("|#*"), t.buf[end-1]) >= 0 && t.endsLine(end) {
		o := t.openingAt(r.bracket, false)
		if _, _, ok := o.edge(t, end-1, end+longestBreak); ok {
			return end - 1
		}
	}
	if octet.EndsIn(t.buf[i:end], `\c`) { // of Prolog and roff
		size = len(`\c`)
	}
	continues := octet.IsSoftHyphen(t.buf[end-size:end]) || t.buf[end-size] == '\\' && !r.isFile(t) ||
		t.buf[end-1] == '%' && t.buf[end-2] != '\\' && t.inBraces(r.bracket+1)
	if !continues || !t.endsLine(end) {
		return end
	}
	if end -= size; r.link { // the backslash may be escaped
		end = t.spanBack(end, i, backslashSet)
	}
	return end
}

// cutHost reports whether the line ends in the host [start,end), and returns the index
// after the text of the host on it: the host ends in a hyphen or before a soft one,
// before a "." or in one before the last label of its name, in an IP address, in a ":"
// before a port, or inside a top-level domain. Hyphens on both sides draw a line.
func (t *text) cutHost(start, end int) (cut int, ok bool) {
	if t.goesOnAfterSpace(start, end) || t.endsInHyphen(start, end) || t.softHyphen(end) > 0 ||
		t.goesOnInDot(start, end) {
		return end, true
	}
	if !t.mayCutHost(start, end) {
		return 0, false
	}
	last, port := t.buf[end-1], t.is(end, ':')
	if port {
		end++
	}
	o := t.openingAt(start, true)
	line, next, broken := o.skipGap(t, end, end+longestBreak)
	next = cmp.Or(o.belowColumn(t, line), t.span(next, next+longestLeader, quoteSet))
	stop := t.span(next, next+maxHost, hostSet)
	rest, label := bytes.TrimRight(t.buf[next:stop], ".-"), t.spanBack(end, start, octet.Letter)
	inDomain, whole := !port && octet.Letter[last], t.isWhole(start, end)
	isDomain := inDomain && slices.Contains(certainDomains, string(t.buf[label:end])+string(rest))
	isNumber := port && len(rest) > 3 && rest[0] > '2' // not a year, or a number of a list
	isRest := beginsTail(t.at(stop)) || t.is(stop, ':') || isNumber || isDomain && !whole ||
		slices.Contains(certainDomains, string(rest))
	isOther := inDomain && (bytes.IndexByte(rest, '.') > 0 || whole && !isDomain) // not "co" and "m/"
	switch {
	case !broken, stop == next, !isRest, isOther:
		return 0, false
	case port:
		return end, octet.Digit.Span(rest) == len(rest)
	}
	return end, t.isTopLevel != nil && t.isHostName(slices.Concat(t.buf[start:end], rest))
}

// goesOnInDot reports whether the line ends in the first label of a host, at [start,end),
// and the next one begins with a "." and the rest of it, or with the rest and a path up to
// the partner of the bracket before the URL. A request of roff has only letters.
func (t *text) goesOnInDot(start, end int) bool {
	host := t.buf[start:end]
	if bytes.IndexByte(host, '.') >= 0 || !t.endsLine(end) || octet.EqualFold(host, "localhost") {
		return false
	}
	o := t.openingAt(start, true)
	_, next, broken := o.skipGap(t, end, end+longestBreak)
	stop := t.span(next, next+maxHost, hostSet)
	rest := bytes.TrimRight(t.buf[next:stop], ".-")
	if !broken || t.isTopLevel == nil || !t.isHostName(slices.Concat(host, rest)) {
		return false
	}
	dotted := bytes.LastIndexByte(rest, '.') > 0
	if t.is(next, '.') {
		return dotted || beginsTail(t.at(stop)) || t.is(stop, ':')
	}
	scheme := t.spanBack(start-len("://"), start-maxScheme, schemeSet)
	open, closing := t.opensBefore(scheme)
	tail := t.buf[stop:t.span(stop, stop+maxHost, tokenSet)]
	return open < scheme && dotted && beginsTail(t.at(stop)) && bytes.Contains(tail, []byte(closing))
}

// endsInHyphen reports whether the line ends in the host [start,end) and a hyphen,
// without hyphens on both sides, which draw a line.
func (t *text) endsInHyphen(start, end int) bool {
	return t.buf[end-1] == '-' && t.endsLine(end) &&
		!(t.endsIn(end, "---") && t.is(t.spanBack(start-len("://"), start-maxScheme, schemeSet), '-'))
}

// mayCutHost reports whether the line ends where the host [start,end) may go on: see
// cutHost.
func (t *text) mayCutHost(start, end int) bool {
	host, dotless := t.buf[start:end], t.buf[start:end-1]
	switch {
	case t.is(end, ':'):
		return t.endsLine(end + 1)
	case isPartOfAddress(host), mayCutDomain(host):
		return t.endsLine(end)
	}
	return t.buf[end-1] == '.' && t.endsLine(end) && (!t.isWhole(start, end-1) || endsInBrand(dotless))
}

// mayCutDomain reports whether the last label of a host, up to three letters, may be a
// part of a top-level domain.
func mayCutDomain(host []byte) bool {
	const longest = 3
	dot := bytes.LastIndexByte(host, '.')
	label := host[dot+1:]
	return dot > 0 && 0 < len(label) && len(label) <= longest && octet.Letter[label[len(label)-1]] &&
		!slices.Contains(certainDomains, string(label))
}

// goesOnAfterSpace reports whether a space of a typesetter, such as U+200A or U+202F, is
// at index i inside the host that begins at index start: before a dot or after one,
// without such spaces the text is the name of a host, and the text up to there is not.
func (t *text) goesOnAfterSpace(start, i int) bool {
	if !t.isSpace(i) {
		return false // the usual case
	}
	host := bytes.Clone(t.buf[start:i])
	for end := i; end < i+maxHost; {
		size, _ := t.spaceAt(end)
		if size == 0 && !hostSet[t.at(end)] {
			break
		} else if size == 0 {
			host, size = append(host, t.buf[end]), 1
		}
		end += size
	}
	rest := host[i-start:]
	inName := bytes.IndexByte(t.buf[start:i], '.') > 0 && !t.isWhole(start, i)
	return len(rest) > 0 && (rest[0] == '.' || inName) &&
		t.isHostName(bytes.TrimRight(host, ".-_"))
}

// goesOnAfterMark reports whether a narrow space of a typesetter is at index i, beside a
// mark of the URL that begins at index start and probably goes on: "http://host.example/
// a". Where such a space is also right before the URL, it may separate words.
func (t *text) goesOnAfterMark(start, i int) bool {
	size, r := t.spaceAt(i)
	if !isNarrow(r) {
		return false // the usual case
	}
	before, next := t.buf[i-1], t.at(i+size)
	return !t.endsIn(start, string(r)) && (before != '.' || 'a' <= next && next <= 'z') &&
		(octet.Alnum[next] && bytes.IndexByte([]byte("./-_?&=#~"), before) >= 0 ||
			octet.Alnum[t.at(i+size+1)] && bytes.IndexByte([]byte("./-_?&=#~"), next) >= 0 || t.textAt(i+size, `\/`))
}

// isNarrow reports whether r is a space that is narrower than that between words.
func isNarrow(r rune) bool { return '\u2004' <= r && r <= '\u200a' || r == '\u202f' }

// isPartOfAddress reports whether host is the beginning of an IP address that lacks a
// number.
func isPartOfAddress(host []byte) bool {
	dots := bytes.Count(host, []byte("."))
	return 0 < dots && dots < 3 && len(bytes.Trim(host, "."+octet.Digits)) == 0
}

// certainDomains are top-level domains that are not words of a sentence.
var certainDomains = []string{"com", "edu", "gov", "info", "mil", "net", "org"}

// endsInBrand reports whether the top-level domain of a host is the name of a company
// that has had a host in another one for longer: "code.google." before "com" is not whole.
func endsInBrand(host []byte) bool {
	return slices.Contains(brands, string(host[bytes.LastIndexByte(host, '.')+1:]))
}

var brands = []string{"amazon", "apple", "google", "microsoft", "monash", "oracle", "sony", "yahoo",
	"youtube"}

// isSoftBreak reports whether the "=" at index i, in the authority of the URL that begins
// at index start, is a soft line break of quoted-printable that was not decoded, and the
// authority or a path goes on in the next line. A URL between two "=" is
// not broken.
func (t *text) isSoftBreak(start, i int) bool {
	o := t.openingAt(start, false)
	line, _, broken := o.skipGap(t, i+1, i+1+longestBreak)
	next, same := t.sameQuote(line, o.line)
	switch {
	case !same:
		next = line // an encoder does not repeat the marks of the quote
	case next > line && t.is(next, ' '):
		next++
	}
	return broken && (hostSet[t.at(next)] || t.is(next, ':') || beginsTail(t.at(next)) ||
		t.textAt(next, "=2e")) && // escaped at the beginning of a line, as SMTP wants it
		t.before(start) != '=' && !t.schemeAt(next) && !t.textAt(next, "www.")
}

// cutAddress returns the ending e of the URL of the address at index a, with a flaw if
// its host continues after a NUL or an undecoded soft break.
func (t *text) cutAddress(start, a int, e ending) ending {
	at := a + bytes.LastIndexByte(t.buf[a:e.end], '@')
	switch {
	case at < a || bytes.IndexByte(t.buf[at:e.end], '?') >= 0:
	case t.at(e.end) == 0 && t.goesOnAfterNUL(start, at+1, e.end):
		e.flaw = ForeignHost
	case t.buf[e.end-1] == '=' && t.isSoftBreak(start, e.end-1):
		e.end, e.flaw = e.end-1, SoftBroken
	}
	return e
}

// goesOnAfterNUL reports whether the authority [a,i) of the URL that begins at index
// start continues after a NUL at index i. A NUL may also end a string of a program or a
// line of a list: then there is another NUL before the URL, or the host is complete and
// the following text ends in a NUL or is not a host, port or path.
func (t *text) goesOnAfterNUL(start, a, i int) bool {
	const longest = 8
	next := t.span(i, i+longest, nulSet)
	isString := start > t.floor && t.buf[start-1] < ' ' && !octet.Space[t.buf[start-1]]
	if next == i || isString || !bareSet[t.at(next)] || t.schemeAt(next) {
		return false
	}
	_, more := t.moreHost(next)
	end := t.span(next, next+maxHost, bareSet)
	return !t.isWhole(a, i) || (more || beginsTail(t.at(next))) && !(t.has(end) && t.at(end) == 0)
}

// brokenHead returns the head h of a known scheme. If a line breaks right after its ":",
// ":/" or "://", where no URL ends (appendix), perhaps with the "=" of quoted-printable,
// and the next line begins with the rest of "//" and a host, the authority is there. So
// it is after a space of a typesetter.
func (t *text) brokenHead(h head) head {
	end, rest := h.authority, "//"
	switch {
	case h.slashes:
		rest = ""
	case t.is(end, '/'):
		end, rest = end+1, "/"
	}
	name := t.buf[h.start:h.end]
	isOpaque := rest == "//" && t.schemes.Opaque.Has(name)
	from := end
	if t.is(from, '=') { // perhaps a soft line break of quoted-printable
		from++
	}
	inString := rest != "" && t.is(from, '"')
	if !inString && !octet.Space[t.at(from)] {
		size, r := t.spaceAt(from)
		if a := from + size + len(rest); isNarrow(r) && t.textAt(from+size, rest) && t.beginsHost(a) {
			h.slashes, h.authority, h.gap = true, a, gap{from, from + size}
		}
		return h
	}
	if !isOpaque && !t.schemes.Slashed.Has(name) {
		return h
	}
	o := t.openingAt(h.start, false)
	line, next, broken := o.skipGap(t, from, from+longestBreak)
	if inString {
		next = from + cmp.Or(t.nextString(from), t.besideString(h.start, from))
		line, broken = next, next > from
	}
	if !broken {
		return h
	}
	next = cmp.Or(o.belowColumn(t, line), next)
	if isOpaque && t.isAddress(next, octet.EqualFold(name, "mailto")) {
		h.authority, h.gap = next, gap{end, next}
		return h
	}
	if !t.textAt(next, rest) {
		return h
	}
	h.slashes = true
	a := next + len(rest)
	if _, same := t.sameQuote(line, o.line); !same { // the line has more or fewer marks of a quote
		next = t.span(next, next+longestLeader, quoteSet)
		a = next + len(rest)
	}
	if t.beginsHost(a) {
		h.authority, h.gap = a, gap{end, next}
	}
	return h
}

// isAddress reports whether a mail address is at index i or, unless isMail is set, the
// identifier of a message, which has a digit before the "@".
func (t *text) isAddress(i int, isMail bool) bool {
	at := t.span(i, i+maxHost, userSet.But("@:,;&"))
	end := t.span(at+1, at+1+maxHost, hostSet)
	return at > i && t.is(at, '@') && end > at+1 && t.isHostName(bytes.TrimRight(t.buf[at+1:end], ".-_")) &&
		(isMail || bytes.ContainsAny(t.buf[i:at], octet.Digits))
}

// beginsHost reports whether the name of a host, an IP address or "localhost" is at index
// i.
func (t *text) beginsHost(i int) bool {
	end := t.host(i, i+maxHost)
	name := bytes.TrimRight(t.buf[i:end], ".-_")
	return t.literal(i) > i || octet.EqualFold(name, "localhost") ||
		bytes.IndexByte(name, '.') > 0 && t.isHostName(name)
}

// belowColumn returns the index of the text on the line at index line that is in the same
// column as the URL at the bracket, which ends its line, and has other text to its left,
// or 0 if there is none. The URL is in the last column of wide lines: pdftotext prints
// the columns of a page side by side. A line with more columns is justified.
func (o *opening) belowColumn(t *text, line int) int {
	const gap, indent, wide, most = "   ", 6, 90, 4
	left, least := bytes.LastIndex(o.line, []byte(gap)), o.bracket-len(o.line)+wide
	if left < 0 || t.span(o.bracket, least, lineSet) < least {
		return 0
	}
	columns := bytes.Split(o.line[:left], []byte(gap))
	if len(slices.DeleteFunc(columns, func(c []byte) bool { return len(c) == 0 })) > most {
		return 0
	}
	column := utf8.RuneCount(o.line[:left]) + len(gap)
	first := t.skipBlanks(line, line+longestLine)
	for i, k := line, 0; k <= column+indent && t.has(i) && t.newline(i) == 0; k++ {
		if k >= column-indent && i > first && t.buf[i] != ' ' && t.endsIn(i, gap) {
			if bytes.IndexByte([]byte("([<"), t.buf[i]) >= 0 {
				return 0
			}
			return i
		}
		_, size := t.rune(i)
		i += size
	}
	return 0
}

// hasHost reports whether the name of a host follows the "@" of an address.
func (t *text) hasHost(address []byte) bool {
	at := bytes.IndexByte(address, '@')
	return at > 0 && t.isHostName(address[at+1:])
}

// opensBefore returns the index of the bracket or quote right before index i, and its
// partner, or i if there is none. A double quote is none: see [enclosure.readQuoted]. A
// round or square bracket may end the line above.
func (t *text) opensBefore(i int) (open int, closing string) {
	b := t.before(i)
	if quotedBlankSet[b] {
		above := t.spanBack(i, i-widest, quotedBlankSet)
		if c := t.before(above); (c == '(' || c == '[') && bytes.IndexByte(t.buf[above:i], '\n') >= 0 {
			return above - 1, partners[c]
		}
	}
	if bytes.IndexByte([]byte("([{"), b) >= 0 {
		return i - 1, partners[b]
	}
	if b < utf8.RuneSelf && b != '\'' && b != '`' && !(b == ' ' && t.before(i-1) == "«"[1]) {
		return i, "" // the usual case
	}
	for _, quotes := range quotePairs {
		if t.endsIn(i, quotes[0]) && !t.endsIn(i, "''") {
			open, closing = i-len(quotes[0]), quotes[1]
			_, broken := t.mayBreak(t.span(i, i+longestBreak, bareSet), i+longestBreak)
			if b == '`' && broken && t.is(t.span(i, i+longestBreak, unquotedSet), '`') {
				closing = quotes[0] // of Markdown
			}
			if t.before(open) == '\\' { // of a string in another one
				closing = `\` + closing
			}
			return open, closing
		}
	}
	return i, ""
}

// isAfterWords reports whether words are before index i, and a round bracket before them,
// as in "(see also: http://host.example/a-⏎b)".
func (t *text) isAfterWords(i int) bool {
	const longest = 24
	open := t.spanBack(i, i-longest, sentenceSet) - 1
	return open+1 < i && t.before(open+1) == '(' && t.before(open) != ']'
}

// sentenceSet has the bytes of words in a sentence and between them.
var sentenceSet = octet.SetOf(octet.Letters + " .,:")

// unquotedSet lacks the partners of a backtick.
var unquotedSet = octet.Complement("'`")

// isQuote reports whether b, the first byte of a bracket or quote, is that of a quote, or
// a mark of emphasis.
func isQuote(b byte) bool { return bytes.IndexByte([]byte("'`\"*_"), b) >= 0 || b >= utf8.RuneSelf }

// quotePairs are quotes with their partners, each before those with which it ends.
var quotePairs = [][2]string{
	{"``", "''"}, {"`", "'"}, {"'", "'"}, {"“", "”"}, {"„", "“"}, {"‘", "’"},
	{"«", "»"}, {"« ", "»"}, {"«\u00a0", "»"}, {"‹", "›"},
	{"⟨", "⟩"}, {"\u2329", "\u232a"}, // as groff writes angle brackets
	{"〈", "〉"}, {"（", "）"}, {"「", "」"}, {"『", "』"}, {"《", "》"}, {"【", "】"}, // of East Asia
}

// readBracketed reads the URL that begins at index start, right after the bracket or
// quote of r or after "URL:" there, up to the partner of the bracket, on at most five
// lines. It returns false if the partner does not follow, or if the URL is not known to
// go on over the lines. enclosed is where the partner is, or 0.
//
// The URL continues if [text.certainlyGoesOn] says so, if its line ends in a backslash
// and is no text of a link of Markdown, in such a link, or if it is repeated before or
// after the bracket, as in the links of html2text. Otherwise a link of a wiki looks the
// same: "[http://host.example/⏎label]". A label may also follow the lines of a URL.
func (r *enclosure) readBracketed(t *text, start int, closing string) (enclosed int, ok bool) {
	r.link = t.is(r.bracket, '(') && t.before(r.bracket) == ']'
	whole := r.readPieces(t, start, closing)
	isText := whole && len(r.folds) > 0 && closing == "]" && t.is(r.next, '(') // of a link of Markdown
	if isText {
		r.begin(r.bracket)
		r.link = true
		whole = r.readPieces(t, start, closing)
		r.link = false
	}
	if c := bytes.IndexByte(r.text, ','); whole && c >= 0 && t.inCommand(start) { // a label follows
		if n := len(r.folds); n == 0 || r.folds[n-1].At >= c {
			return 0, false
		}
		r.text, r.end = r.text[:c], r.end-(len(r.text)-c)
	}
	first := slices.IndexFunc(r.folds, func(f Fold) bool { return f.Break })
	if !whole || first < 0 || hasLabel(r.text, false) {
		return 0, false
	}
	enclosed = r.next - len(closing)
	if !t.standsBare(r.text) || r.link || r.isSaidAgain(t) || r.isSaidBefore(t) || closing == "⟩" {
		return enclosed, t.standsBare(r.text)
	}
	isRest := func(f Fold) bool {
		i := f.At
		isOther := t.softHyphen(int(f.Start-t.base)) > 0 || closing == "''" ||
			t.is(r.bracket, '[') && mayLabel(r.text[:i], r.text[i:])
		name := r.text[i:] // of a file, and not a label
		inString := closing == "'" && r.text[i-1] == '/' && hostSet.Span(name) == len(name) && !t.isHostName(name)
		return t.certainlyGoesOn(r.text, i) || !isOther && (inString || t.isRestOfPath(r.text, i))
	}
	last := slices.IndexFunc(r.folds, func(f Fold) bool {
		end := int(f.Start - t.base)
		return f.Break && !isRest(f) &&
			(isText || !t.is(end, '\\') || t.buf[end-1] == '\\') && !t.endsIn(end, `\-`) &&
			!t.joinsStrings(end, int(f.End-t.base))
	})
	if last > first && (t.is(r.bracket, '[') ||
		isForeign(r.text[:r.folds[last].At], r.text[r.folds[last].At:])) {
		f := r.folds[last]
		r.text, r.folds, r.end = r.text[:f.At], r.folds[:last], int(f.Start-t.base)
		r.next = r.end
	}
	return enclosed, last != first
}

// readPieces reads the pieces of a URL, without blanks, on at most five lines, up to the
// partner of the bracket or, in a link of Markdown, the title. It reports whether one
// follows.
func (r *enclosure) readPieces(t *text, i int, closing string) bool {
	const longestToken, mostBreaks = 256, 4
	const reach = (mostBreaks + 1) * (longestToken + longestBreak + longestLeader)
	if !r.link && t.lacks(closing[0], i, i+reach) {
		return false
	}
	start, open := i, t.buf[r.bracket]
	depth := 0
	for breaks := 0; breaks <= mostBreaks; breaks++ {
		var end int
		end, depth = t.bracketedToken(i, i+longestToken, open, closing[0], depth)
		if isQuote(open) {
			end = r.closingQuote(t, i, end, closing)
		} else {
			end = t.joinedEnd(i, end)
		}
		if end == i || end >= i+longestToken ||
			breaks > 0 && (r.isFollowed(t, i) || r.hasOther(t, i, end)) {
			return false
		}
		r.add(t, breaks > 0, i, end)
		switch last := t.skipBlanks(end, end+longestBreak); {
		case depth <= 0 && t.textAt(last, closing) && (last == end || !isQuote(open) || closing == "»"):
			return r.closeAt(last + len(closing))
		case r.link && depth <= 0 && last > end && (t.is(last, '"') || t.is(last, '\'')):
			return r.closeAt(end)
		}
		next, broken := r.skipGap(t, end, end+longestBreak)
		if !broken || t.endsLiteral(start, end) || t.isList(r.bracket) ||
			open == '\'' && (cellEndSet[t.before(r.bracket)] || t.isScalar(r.bracket, next)) {
			return false
		}
		// The line has more marks of a quote. An apostrophe there may be any mark.
		i = t.span(next, next+longestLeader, quoteSet)
		mayClose := depth <= 0 && !r.link && bytes.IndexByte([]byte("'*_"), closing[0]) < 0
		if mayClose && t.textAt(i, closing) && !octet.Alnum[t.at(i+len(closing))] {
			return r.closeAt(i + len(closing)) // on a line by itself
		}
	}
	return false
}

// closeAt makes next the index after the partner of the bracket of r, and returns true.
// After a last token without text there is no fold.
func (r *enclosure) closeAt(next int) bool {
	if n := len(r.folds) - 1; n >= 0 && r.folds[n].At == len(r.text) {
		r.folds = r.folds[:n]
	}
	r.next = next
	return true
}

// hasOther reports whether another URL begins in the piece [i,end) and is no part of the
// URL of r: it follows neither "/", "?", "=", "&" nor "%3D".
func (r *enclosure) hasOther(t *text, i, end int) bool {
	colon := i + bytes.Index(t.buf[i:end], []byte("://"))
	begin := t.spanBack(colon, i, schemeSet)
	if begin == i {
		name := t.spanBack(r.end, r.start, schemeSet)
		inScheme := t.schemes.Slashed.Has(slices.Concat(t.buf[name:r.end], t.buf[i:colon])) && name < r.end
		return colon > i && !inScheme && !embeds(r.text)
	}
	isEscape := t.is(begin-1, '%') && octet.Hex[t.buf[begin]] && octet.Hex[t.buf[begin+1]]
	return colon > i && !isEscape && bytes.IndexByte([]byte("/?=&"), t.buf[begin-1]) < 0
}

// closingQuote returns the index of the first quote closing in the piece [i,end) that is
// no apostrophe in a word, or end.
func (r *enclosure) closingQuote(t *text, i, end int, closing string) int {
	for first := i; ; {
		k := bytes.Index(t.buf[i:end], []byte(closing))
		if k < 0 {
			return end
		}
		i += k
		lost := unicode.IsUpper(rune(t.at(i+len(closing)))) && // a line break, after the name of a file
			suffixed.Match(slices.Concat(r.text, t.buf[first:i]))
		if lost || !strings.Contains("'’_", closing) || !t.isInWord(i, i+len(closing)) {
			return i
		}
		i += len(closing)
	}
}

// isSaidAgain reports whether the text of r is repeated after its bracket.
func (r *enclosure) isSaidAgain(t *text) bool {
	after := t.skipBlanks(r.next, r.next+longestLeader)
	if t.is(r.next, '(') { // in a link of Markdown
		after++
	}
	after += t.newline(after)
	after = t.skipBlanks(after, after+longestLeader)
	end := after + len(r.text)
	return t.has(end-1) && bytes.Equal(t.buf[after:end], r.text) &&
		(!t.is(r.next, '(') || t.buf[end-1] != ')' || t.is(end, ')'))
}

// isSaidBefore reports whether the text of r is also before its bracket, perhaps over
// several lines.
func (r *enclosure) isSaidBefore(t *text) bool {
	before := t.buf[max(0, r.bracket-back/2):r.bracket]
	for k := len(r.text); k > 0; k-- {
		before = bytes.TrimRight(before, octet.Spaces)
		if !bytes.HasSuffix(before, r.text[k-1:k]) {
			return false
		}
		before = before[:len(before)-1]
	}
	return true
}

// bracketedToken returns the end of the token at index i, before the partner of a bracket
// around it or a reference that ends a URL, and the number of brackets of this kind that
// are open after it, if depth were before it: less than 0 at the partner.
func (t *text) bracketedToken(i, limit int, open, closing byte, depth int) (end, after int) {
	end = t.token(i, limit, "&gt;")
	for k := i; ; k++ {
		if k += unbracketedSet.Span(t.buf[k:end]); k == end {
			return end, depth
		}
		switch b := t.buf[k]; {
		case b == open:
			depth++
		case b == closing:
			depth--
		}
		if depth < 0 || t.buf[k] == '&' && t.referenceEnds(k) &&
			!(t.textAt(k, "&amp;") && t.endsLine(k+len("&amp;"))) {
			return k, depth
		}
	}
}
