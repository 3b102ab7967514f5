package scan

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file reads URLs in source code with its escapes: in the strings of JSON and
// JavaScript ("https:\/\/host.example\/a", "?a=1\u0026b=2"), in LaTeX and Markdown
// ("a\_b", "\~{}", "{\textasciitilde}"), in roff ("a\-b", "host\&.example", "\:/a"), and
// on the command lines of a shell ("\&"). The Text of the candidate has no escapes, and
// its Folds describe them.

// escapedSlashes returns the index after the "//" that follows the ":" at index i and is
// written as "\/\/" or the like, or by repeated escaping with more backslashes. One of
// the slashes may be plain. It reports whether there is a "//".
func (t *text) escapedSlashes(i int) (end int, ok bool) {
	end = i + 1
	for range "//" {
		meant, size := t.escapeAt(end, 0)
		if t.is(end, '/') {
			meant, size = "/", 1
		}
		if end += size; meant != "/" {
			return end, false
		}
	}
	return end, end > i+len("://")
}

// slashesAt reports whether "//", perhaps with escapes, follows the ":" at index i.
func (t *text) slashesAt(i int) (ok bool) {
	switch t.at(i + 1) {
	case '/', '\\', '&':
		if ok = t.textAt(i+1, "//"); !ok {
			_, ok = t.escapedSlashes(i)
		}
	}
	return ok
}

// backslashes returns the number of backslashes at index i, up to the most that repeated
// escaping makes.
func (t *text) backslashes(i int) int { return t.span(i, i+longestEscape, backslashSet) - i }

const longestEscape = 7

var backslashSet = octet.SetOf(`\`)

// escapeAt returns the character that is escaped at index i, and the length of its escape
// or 0. The authority of the URL begins at index login, or login is 0.
func (t *text) escapeAt(i, login int) (meant string, size int) {
	switch b := t.at(i); {
	case b == '{' && t.textAt(i, "{~}"):
		return "~", len("{~}")
	case b == '{' && (t.is(i+1, '\\') || t.is(i+1, '$')):
		if mark := t.at(i + 2); bytes.IndexByte([]byte("#$%&~"), mark) >= 0 && t.is(i+3, '}') { // of LaTeX
			return string(mark), len(`{\%}`)
		}
		if meant, size = t.escapeAt(i+1, login); t.is(i+1+size, '}') {
			return meant, size + len("{}")
		}
	case b >= utf8.RuneSelf:
		return "", t.invisible(i)
	case b == '\'' && t.isDoubled(i, login):
		return "'", len("''")
	case b == '"':
		return "", cmp.Or(t.nextString(i), t.besideString(t.schemeBefore(login), i))
	case b == '\n' || b == '\r':
		return "", t.literalBreak(t.schemeBefore(login), i)
	case b == '&':
		if meant, size = t.markOfMarkup(i, 1); size == 0 {
			size = t.literalBreak(t.schemeBefore(login), i)
		}
		return meant, size
	case b == '^' || b == '%' || b == '@':
		return t.otherEscape(i, login)
	case b == '$':
		for _, tilde := range lexicon.Tildes {
			if t.textAt(i, tilde) {
				return "~", len(tilde)
			}
		}
	case b == '\\':
		return t.backslashed(i, login)
	}
	return "", 0
}

// backslashed is escapeAt for escapes with a backslash.
func (t *text) backslashed(i, login int) (meant string, size int) {
	n := t.backslashes(i)
	switch {
	case t.is(i+n, '/'):
		return "/", n + 1
	case n == 1 && login > len("://") && t.newline(i+1) > 0:
		return "", t.continuation(i, login)
	case t.is(i+n, ':') && schemeSet[t.before(i)] && t.slashesAt(i+n):
		return ":", n + 1
	}
	if meant, size = t.numbered(i, n); size == 0 {
		return t.named(i, n, login)
	}
	if meant == "&" {
		if mark, whole := t.markOfMarkup(i, size); whole > 0 {
			return mark, whole
		}
	}
	return meant, size
}

// otherEscape is escapeAt for escapes without a backslash of cmd.exe, TeX and Texinfo.
func (t *text) otherEscape(i, login int) (meant string, size int) {
	switch t.buf[i] {
	case '^':
		return t.caretAt(i)
	case '%':
		return "", t.comment(i, login)
	}
	return t.atMark(i, login)
}

// caretAt returns the mark that cmd.exe escapes with a "^" at index i, in "?a=1^&b=2" and
// "^%^20", and the length of its escape, or 0.
func (t *text) caretAt(i int) (meant string, size int) {
	meant, size = string(rune(t.at(i+1))), 1
	if n := t.backslashes(i + 1); n > 0 {
		meant, size = t.numbered(i+1, n)
	}
	next := i + 1 + size
	if meant == "%" && t.is(next, '^') {
		next++
	}
	if meant == "%" && t.span(next, next+2, octet.Hex) == next+2 || meant == "&" && bareSet[t.at(next)] {
		return meant, next - i
	}
	return "", 0
}

// comment returns the length of the "%" at index i, of the line break after it and of the
// blanks on the next line, or 0. They divide an argument of a command of TeX, which is
// the URL whose authority begins at index login: "\url{http://host.example/a%".
func (t *text) comment(i, login int) int {
	next := i + 1 + t.newline(i+1)
	if next == i+1 || login < len("{a://") {
		return 0
	}
	next = t.skipBlanks(next, next+longestLeader)
	start := t.schemeBefore(login)
	if !t.inBraces(start) || !bareSet[t.at(next)] || t.linkAt(next) {
		return 0
	}
	return next - i
}

// inBraces reports whether index i is in an argument of a command of TeX, at its beginning.
func (t *text) inBraces(i int) bool {
	b := t.before(i - 1)
	return t.before(i) == '{' && (octet.Letter[b] || bytes.IndexByte([]byte("*]}"), b) >= 0)
}

// atMark returns the "@" that Texinfo escapes with another at index i, or "" where it may
// break a line, and the length of the escape, or 0. The authority of the URL, which is
// the argument of a command, begins at index login: "@url{http://host.example/@@a/@/b}".
func (t *text) atMark(i, login int) (meant string, size int) {
	if login < len("@url{a://") || !t.inCommand(t.schemeBefore(login)) {
		return "", 0
	}
	n := 1 + t.backslashes(i+1)
	switch b := t.at(i + n); {
	case b == '@' && n == 1:
		return "@", 2
	case b == '/', b == '-' && n == 1:
		return "", n + 1
	}
	return "", 0
}

// schemeBefore returns the index of the scheme before the authority at index login, and
// before a colon and slashes that may be escaped.
func (t *text) schemeBefore(login int) int {
	colon := t.spanBack(login, login-3*longestEscape, slashedSet)
	return t.spanBack(colon, colon-maxScheme, schemeSet)
}

var slashedSet = octet.SetOf(`:/\`)

// inCommand reports whether the URL at index start is the argument of a command of Texinfo.
func (t *text) inCommand(start int) bool {
	return t.endsIn(start, "@uref{") || t.endsIn(start, "@url{") || t.endsIn(start, "@href{") ||
		t.endsIn(start, "@indicateurl{")
}

// markOfMarkup returns the mark of a URL, or the apostrophe in a word, that templates
// write as a reference at index i, with an "&" of n bytes, and the length of the
// reference, or 0.
func (t *text) markOfMarkup(i, n int) (meant string, size int) {
	r, size := t.reference(i + n)
	if size > 0 && (strings.ContainsRune("/.:=", r) || r == '\'' && t.isInWord(i, i+n+size)) {
		return string(r), n + size
	}
	return "", 0
}

// numbered returns the character written as \u0026 or \x26 after n backslashes at index
// i, and the length of its escape. The character must be one that a bare URL can have, or
// one outside ASCII that may be in a host.
func (t *text) numbered(i, n int) (meant string, size int) {
	r, size := t.units(i, n)
	switch {
	case r < utf8.RuneSelf && !bareSet[byte(r)]:
		return "", 0
	case isInvisible(r) && t.goesOn(i+size):
		return "", size + t.repeatedHyphen(i, i+size)
	case !unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S, unicode.P, unicode.Join_Control):
		return "", 0
	}
	return string(r), size
}

// continuation returns the length of the backslash at index i, of the line break after it
// and of the blanks on the next line, or 0. They continue the value of a property, which
// is the URL whose authority begins at index login: "url=http://host.example/\". After a
// quote they continue a string, if the next line begins without blanks.
func (t *text) continuation(i, login int) int {
	begin := i + 1 + t.newline(i+1)
	next := t.skipBlanks(begin, begin+longestLeader)
	colon := t.spanBack(login-len("://"), login-maxScheme, backslashSet)
	start := t.spanBack(colon, login-maxScheme, schemeSet)
	line := t.buf[t.lineStart(start, max(0, start-longestLine)):start]
	quote := t.before(start)
	if start == 0 || !bareSet[t.at(next)] || t.linkAt(next) ||
		!((quote == '"' || quote == '\'') && next == begin || property.Match(line)) {
		return 0
	}
	return next - i
}

// property matches the name of a property and the "=" after it, or the beginning of a
// quoted value of YAML.
var property = lazyregexp.New(`^[ \t]*(?:[\w.-]+[ \t]*=[ \t]*$|(?:- )*[\w.-]+: ")`)

// literalBreak returns the length of the text at index i where a string of Fortran or COBOL
// continues on the next line, or 0. It holds nothing but the URL that begins at index start:
//
//	'http://host.example/a&⏎    &b'       Fortran
//	'http://host.example/a⏎     1b'       Fortran, after 72 columns
//	'http://host.example/a⏎      -  'b'   COBOL
func (t *text) literalBreak(start, i int) int {
	quote, end := t.before(start), i
	if t.is(end, '&') {
		end++
	} else if quote != '\'' && quote != '"' || i <= start {
		return 0 // the usual case
	}
	next := end + t.newline(end)
	if next == end {
		return 0
	}
	lead := t.buf[t.lineStart(start, max(0, start-longestLine)):start]
	line := t.buf[t.lineStart(i, max(0, i-longestLine)):i]
	t.has(next + longestLeader)
	m := literal.FindSubmatch(t.buf[next:min(next+longestLeader, t.end)])
	switch {
	case m == nil:
	case end > i && bytes.HasSuffix(m[0], []byte("&")) && bytes.ContainsAny(lead, `'"`),
		end == i && bytes.Equal(m[2], t.buf[start-1:start]),
		end == i && len(m[1]) > 0 && len(line) == 72 && statement.Match(line):
		return next + len(m[0]) - i
	}
	return 0
}

// endsLiteral reports whether a string of Fortran or COBOL, as in literalBreak, continues
// on the line after index end, perhaps with a "&" before it.
func (t *text) endsLiteral(start, end int) bool {
	return t.literalBreak(start, end) > 0 || t.buf[end-1] == '&' && t.literalBreak(start, end-1) > 0
}

// literal matches the beginning of a line that continues a string in free form, in fixed
// form or in COBOL. statement matches that of any line in fixed form.
var (
	literal   = lazyregexp.New(`^(?: {5}([1-9+$*.>#!&])|[ \t]*&|.{6}- *(["']))`)
	statement = lazyregexp.New(`^(?: {5}[ 0-9+$*.>#!&]| *[0-9]+ )`)
)

// units returns the character written as units of UTF-16 or UTF-8 at index i, each after
// n backslashes, or 0, and the length of its escape. A byte that does
// not begin a UTF-8 character is decoded as Latin-1.
func (t *text) units(i, n int) (r rune, size int) {
	form := t.notation(i+n, n)
	if form.most == 0 {
		return 0, 0
	}
	var units [utf8.UTFMax]rune
	var octets [utf8.UTFMax]byte
	found, width := 0, n+form.mark+form.digits+form.brace
	for at := i; found < form.most && t.backslashes(at) == n && t.notation(at+n, n) == form &&
		t.has(at+width-1); at += width {
		unit, err := strconv.ParseUint(string(t.buf[at+n+form.mark:at+width-form.brace]), form.base, 31)
		if err != nil || form.brace > 0 && t.buf[at+width-1] != '}' {
			break
		}
		units[found], octets[found] = rune(unit), byte(unit)
		found++
	}
	r, size = utf8.DecodeRune(octets[:found])
	switch {
	case found == 0 && form.mark == 0:
		return 0, 0
	case form.most == utf8.UTFMax && size > 1:
		return r, size * width
	case found > 1 && utf16.IsSurrogate(units[0]):
		return utf16.DecodeRune(units[0], units[1]), 2 * width
	case form.base == 8 && units[0] < utf8.RuneSelf && octet.Alnum[units[0]]:
		return 0, 0 // no program writes a letter so: it is the name of a file on Windows
	}
	return units[0], width
}

// A notation is a way to write a unit of a character as a number after backslashes.
type notation struct {
	mark, digits, brace int // the bytes before, in and after the number
	base, most          int // the base of the number, and the maximum number of units
}

// notations has, by their first byte, "\u0026", "\U00000026", "\x26" and "\046".
var (
	notations = [256]notation{'u': {1, 4, 0, 16, 2}, 'U': {1, 8, 0, 16, 1}, 'x': {1, 2, 0, 16, utf8.UTFMax},
		'0': octal, '1': octal, '2': octal, '3': octal}
	octal = notation{0, 3, 0, 8, utf8.UTFMax}
)

// notation returns the notation at index i, after n backslashes, or the zero notation.
func (t *text) notation(i, n int) notation {
	form := notations[t.at(i)]
	switch first := i + len("u{"); {
	case n > 1 && form.most != 2:
		return notation{}
	case form.most == 2 && t.is(i+1, '{'):
		digits := t.span(first, first+len("10ffff"), octet.Hex) - first
		return notation{len("u{"), digits, len("}"), 16, 1}
	}
	return form
}

// named returns the character written after the n backslashes at index i, as itself or by
// name, and the length of the escape. After a character that is not named, the text must
// look like the rest of a URL. The authority of the URL begins at index login, or login
// is 0.
func (t *text) named(i, n, login int) (meant string, size int) {
	next := i + n + 1
	if name := t.substituteAt(i+n, lexicon.NamedEscapes); name.Written != "" {
		return name.Meant, n + len(name.Written)
	}
	b, after, isItself := t.at(i+n), t.at(next), false
	goesOn := bareSet[after] || after == '\\'
	switch b {
	case '-':
		if n == 1 && t.isDiscretionary(i) {
			return "", 2
		}
	case '@':
		if login < i && t.isTopLevel != nil && t.isHostName(t.buf[login:i]) {
			return "", 0 // a browser reads the "\" as "/", so this is the host
		}
	case ':':
		if 0 < login && (t.endsIn(login, `\://`) || octet.Digit[after] && !t.inPath(i, login)) {
			return ":", n + 1 // before a port, or in the value of a property
		}
		if n == 1 && (goesOn || after == '>') {
			return "", 2 // where roff may break a line
		}
	case '&':
		if n == 1 && (after == '.' || after == '>') {
			return "", 2 // where roff must not see the end of a sentence
		}
	case '.': // in a host it may belong to a pattern
		isItself = 0 < login && (octet.Alnum[after] && t.inPath(i, login) || t.inMarkup(i, login))
	case '_':
		isItself = goesOn || !blank(after) && t.inPath(i, login)
	case '%':
		isItself = t.span(next, next+2, octet.Hex) == next+2
	case '?':
		isItself = octet.Alnum[after] && t.inPath(i, login) && t.isEscapedValue(next)
	case '#', '~':
		isItself = octet.Alnum[after]
	case '\'':
		isItself = t.isInWord(i, next)
	}
	if isItself || n == 1 && t.isMark(i) {
		return string(b), n + 1
	}
	return "", 0
}

// isMark reports whether a mark that is escaped once is at index i.
func (t *text) isMark(i int) bool {
	switch b, after := t.at(i+1), t.at(i+2); b {
	case '-': // of roff
		return (bareSet[after] || after == '\\') && i > 0 && bareSet[t.buf[i-1]]
	case '@':
		return octet.Alnum[after] || after == '$' || after == '['
	case '&', '$', ';', ',', '!':
		return octet.Alnum[after]
	case '=':
		return bareSet[after]
	case '(', ')', '{', '}', '[', ']', '*':
		return t.isEscapedPair(i)
	}
	return false
}

// isDiscretionary reports whether the "-" that is escaped at index i marks where TeX may
// divide a word. It begins a label of the host, or one before it does, as in
// "http://www.\-host.\-example/\-a".
func (t *text) isDiscretionary(i int) bool {
	lead := t.buf[max(0, i-maxHost):i]
	colon := bytes.LastIndex(lead, []byte("://"))
	if colon < 0 {
		return false
	}
	url := lead[colon+len("://"):]
	beginsLabel := bytes.IndexByte(url, '/') < 0 && (len(url) == 0 || url[len(url)-1] == '.')
	return beginsLabel || bytes.HasPrefix(url, []byte(`\-`)) || bytes.Contains(url, []byte(`.\-`))
}

// isEscapedValue reports whether the name of a parameter and "=" are at index i.
func (t *text) isEscapedValue(i int) bool {
	end := t.span(i, i+maxHost, hostSet)
	end += t.backslashes(end)
	return t.is(end, '=')
}

// inPath reports whether index i is in the path of the URL whose authority begins at
// index login, or in brackets.
func (t *text) inPath(i, login int) bool {
	return login == 0 || bytes.IndexByte(t.buf[login:min(i, login+maxHost)], '/') >= 0
}

// inMarkup reports whether index i is in the host of a URL, whose authority begins at index
// login, in a manual of roff, in the destination of a link of Markdown, or in its text.
func (t *text) inMarkup(i, login int) bool {
	start := t.spanBack(login-len("://"), login-maxScheme, schemeSet)
	return i < login+maxHost && (t.endsIn(start, "](") || t.inRoff(login) ||
		t.before(start) == '[' && t.textAt(t.span(start, start+maxHost, labelSet), "]("))
}

// inRoff reports whether a request of roff begins a line not far before index i: programs
// that write manuals escape each dot.
func (t *text) inRoff(i int) bool {
	const farthest = 512
	lead := t.buf[max(0, i-farthest):i]
	at := bytes.LastIndex(lead, []byte("\n.")) + len("\n")
	return (at > 0 || i <= farthest) && at+1 < len(lead) && lead[at] == '.' && octet.Letter[lead[at+1]]
}

// labelSet has the bytes of a URL that is the text of a link.
var labelSet = octet.Complement(octet.Spaces + "[]()<>\"")

// isInWord reports whether letters or digits are before and after [i,end), as around an
// apostrophe.
func (t *text) isInWord(i, end int) bool {
	before, after := t.before(i), t.at(end)
	return (octet.Alnum[before] || before >= 0x80) && (octet.Alnum[after] || after >= 0x80 || after == '%')
}

// isDoubled reports whether the two apostrophes at index i mean one, as in SQL: the URL
// whose authority begins at index login is in a string between apostrophes. After two
// apostrophes, as in the italics of Wikitext, a URL is not in such a string.
func (t *text) isDoubled(i, login int) bool {
	if login < len("a://") || !t.is(i+1, '\'') || !t.isInWord(i, i+2) {
		return false
	}
	start := t.spanBack(login-len("://"), login-maxScheme, schemeSet)
	return t.before(start) == '\'' && t.before(start-1) != '\'' || t.inString(start, nearString)
}

// nearString is how far before a URL the beginning of a string is searched for in which
// an apostrophe is written twice.
const nearString = 128

// isEscapedPair reports whether one of two escaped brackets or asterisks around a name is
// at index i, as in "/Foo_\(bar\)" and "/v\{version\}". A regular expression has other
// marks between them.
func (t *text) isEscapedPair(i int) bool {
	const longest = 128
	isPair := func(open, end int) bool {
		pair := escapedPair.Find(t.buf[open:end])
		return pair != nil && (open == i || open+len(pair) == i+2)
	}
	lead := t.buf[max(t.floor, i-longest):i]
	mark := string(t.buf[i : i+2])
	switch mark {
	case `\)`:
		mark = `\(`
	case `\}`:
		mark = `\{`
	case `\]`:
		mark = `\[`
	}
	open := i - len(lead) + bytes.LastIndex(lead, []byte(mark))
	return mark[1] == t.buf[i+1] && isPair(i, t.span(i, i+longest, lineSet)) ||
		bytes.HasPrefix(t.buf[max(0, open):i], []byte(mark)) && isPair(open, i+2)
}

// escapedPair matches a name between two marks that are escaped.
var escapedPair = lazyregexp.New(`^\\(?:\{[\w-]+\\\}|\[[\w-]*\\\]|` +
	`\((?:[\w.,'%-]|\\_|[^\x00-\x7f])+\\\)|\*(?:[\w.,'%-]|\\_|[^\x00-\x7f])+\\\*)`)

// invisible returns the length of the characters without width at index i, if the text
// after them may continue a URL, or 0.
func (t *text) invisible(i int) int {
	const longest = 48
	end := i
	for r, size := t.rune(i); isInvisible(r) && end < i+longest; r, size = t.rune(end) {
		end += size
	}
	if end > i {
		end += t.repeatedHyphen(i, end)
	}
	if !t.goesOn(end) {
		return 0
	}
	return end - i
}

// repeatedHyphen returns the length of a U+2010 at index end if a "-" precedes the
// characters without width that begin at index i: the fonts of some pages have "-",
// U+00AD and U+2010 for one hyphen.
func (t *text) repeatedHyphen(i, end int) int {
	if t.before(i) != '-' {
		return 0
	}
	r, size := t.rune(end)
	if n := t.backslashes(end); n > 0 {
		r, size = t.units(end, n)
	}
	if r != '\u2010' {
		return 0
	}
	return size
}

// goesOn reports whether the text at index i, after characters without width, may
// continue a URL.
func (t *text) goesOn(i int) bool {
	const most = 8 // further marks, escaped
	for range most {
		n := t.backslashes(i)
		r, size := t.units(i, n)
		switch {
		case n == 0:
			return (bareSet[t.at(i)] || t.charAt(i, hostPart, t.iri) > 0) && !t.slashedAt(i)
		case !isInvisible(r):
			return t.is(i+n, '/') || r >= utf8.RuneSelf || r > 0 && bareSet[byte(r)]
		}
		i += size
	}
	return false
}

// isEscaped reports whether a bare URL that could end at index i goes on after an escape
// there.
func (t *text) isEscaped(i, login int) bool {
	if t.is(i, ':') {
		word := t.span(i+1, i+maxHost, userSet) // a port or a password
		return t.invisible(i+1) > 0 || (word == i+1 || t.textAt(word, `\@`)) && t.is(word, '\\') &&
			t.isEscaped(word, login)
	}
	switch {
	case t.buf[i-1] == '$':
		i--
	case t.buf[i-1] == '&' && t.literalBreak(t.schemeBefore(login), i-1) > 0:
		return true
	case t.buf[i-1] == '%' && t.comment(i-1, login) > 0:
		return true
	}
	if _, size := t.escapeAt(i, login); size > 0 {
		return true
	}
	if !t.is(i, '\\') {
		return false // the usual case
	}
	r, _ := t.units(i, t.backslashes(i))
	return r == '<' || r == '>' // possibly of a closing mark
}

// escapedScheme returns the index at which the scheme before the ":" at index i begins,
// and reports whether it is known or may be meant. Some of its letters are escaped, as in
// "\x68ttp" and "h\u0074tp", or the slashes after the ":".
func (t *text) escapedScheme(i int, slashes bool) (start int, known, ok bool) {
	const longest = maxScheme * len(`\u0000`)
	var d edit
	k := t.spanBack(i, i-longest, escapedSchemeSet)
	colon := t.spanBack(i, i-longestEscape, backslashSet) // which may be escaped, too
	for d.begin(t, k); k < colon; {
		letter, size := t.numbered(k, t.backslashes(k))
		if len(letter) != 1 {
			size = 0
		}
		k = d.add(t, k, size, letter)
	}
	at, known, ok := d.schemeStart(d.nameStart(len(d.buf)), len(d.buf), true)
	if !ok {
		return 0, false, false
	}
	start = int(d.offset(at) - t.base)
	// the escapes of letters have several bytes
	return start, known, (slashes || colon < i) && (known || t.isScheme(start, colon)) ||
		known && i-start > len(d.buf)-at
}

// escapedQuote returns the double quote right before index i if it is escaped, as in
// "\\\"", CSV's two quotes, the "^" of cmd.exe and HTML's "&quot;".
func (t *text) escapedQuote(i int) []byte {
	from := i
	switch t.before(i) {
	case '"':
		if from = t.spanBack(i-1, i-1-longestEscape, backslashSet); from == i-1 && t.before(from) == '"' {
			from--
		} else if t.before(from) == '^' {
			from--
		} else if from == i-1 {
			return nil
		}
	case ';', '2':
		for _, mark := range lexicon.Quotes {
			if t.endsIn(i, mark) {
				from = t.spanBack(i-len(mark), i-len(mark)-longestEscape, backslashSet)
			}
		}
	}
	return t.buf[from:i]
}

// follows reports whether text is at index i, and not empty.
func (t *text) follows(i int, text []byte) bool {
	return len(text) > 0 && t.has(i+len(text)-1) && bytes.Equal(t.buf[i:i+len(text)], text)
}

// nextString returns the number of bytes from the quote at index i, at the end of its
// line, through the quote that opens the next line, or 0. The quotes are those of two
// strings of a message in a catalog of gettext, which are one text.
func (t *text) nextString(i int) int {
	if !t.inMessage(i) {
		return 0 // the usual case, in which later text is not read: it may not have been written yet
	}
	line := i + 1 + t.newline(i+1)
	open := t.span(line, line+len("> > +#~ "), catalogSet)
	before, _, _ := bytes.Cut(t.buf[t.lineStart(i, max(0, i-longestLine)):i], []byte(`"`))
	replaced := bytes.ContainsAny(before, "+-") && bytes.ContainsAny(t.buf[line:open], "+-") && // in a diff
		bytes.IndexByte(before, '-') >= 0 != (bytes.IndexByte(t.buf[line:open], '-') >= 0)
	if line == i+1 || !t.is(open, '"') || replaced {
		return 0
	}
	return open + 1 - i
}

// besideString returns the number of bytes from the quote at index i, which closes a string
// of a program, through the quote that opens the next one, or 0. The next one is on the
// next line, and has the rest of the URL at index start, which is in escaped quotes:
// "<a href=\"http://host.exa" and "mple/\">".
func (t *text) besideString(start, i int) int {
	quote := t.escapedQuote(start)
	if len(quote) == 0 || quote[len(quote)-1] != '"' || start >= i || t.before(i) == '\\' || t.follows(i, quote) {
		return 0 // the usual case
	}
	joint := t.joint(i)
	next := i + joint
	end := t.span(next, next+longestLine, bareSet)
	again := quote[0] == '\\' && end > next && t.is(end, '"') // in a third string
	if t.schemeAt(next) || !t.follows(end, quote) && !again {
		return 0
	}
	return joint
}

// joint returns the number of bytes from the quote at index i, which closes a string of a
// program, through the one that opens the next string, on the next line, or 0.
func (t *text) joint(i int) int {
	const longest = 64
	t.has(i + longest - 1)
	joint := nextLine.Find(t.buf[i:min(i+longest, t.end)])
	if joint == nil || joint[0] != joint[len(joint)-1] {
		return 0
	}
	return len(joint)
}

// joinsStrings reports whether [i,end) is no more than the marks between two strings on
// adjacent lines that are one text: no line ends in it, and no comma separates them.
func (t *text) joinsStrings(i, end int) bool {
	n := t.joint(i)
	return n > 0 && n == end-i && bytes.IndexByte(t.buf[i:end], ',') < 0 && !t.endsIn(i, `\n`)
}

// nextLine matches the end of a string, perhaps an operator or a comma, and the beginning
// of a string on the next line.
var nextLine = lazyregexp.New(
	`^["'][ \t]*(?:[\\.+,]|& ?_?|\+\+|<>|\|\|)?[ \t]*\r?\n[ \t]*(?:(?:[.+&]|\+\+|<>|<<|\|\|)[ \t]*)?[bfruBFRUL$]{0,2}["']`)

// inMessage reports whether only strings are on the lines between the line of index i and
// the name of a message, or of a translation. It remembers the lines of strings, so that
// each is read once.
func (t *text) inMessage(i int) bool {
	least := max(0, i-back/2)
	begin, ok := t.lineFrom(i, i-rowReach)
	read, last := t.strings, t.offset(begin)
	for ; ok; ok = begin > least || t.offset(least) == 0 {
		line := bytes.TrimLeft(t.buf[begin:i], "#~|+-> ")
		if !bytes.HasPrefix(line, []byte(`"`)) {
			return bytes.HasPrefix(line, []byte("msgid")) || bytes.HasPrefix(line, []byte("msgstr")) ||
				bytes.HasPrefix(line, []byte("msgctxt"))
		}
		if at := t.offset(begin); read.from <= at && at <= read.to {
			begin = max(least, int(read.from-t.base))
		}
		t.strings.from, t.strings.to = t.offset(begin), last
		i = len(withoutBreak(t.buf[:begin]))
		begin = t.lastLine(i, least)
	}
	return false
}

// catalogSet has the bytes before a string on a line of a catalog that is out of use,
// in a diff or in a quote.
var catalogSet = octet.SetOf("#~|+-> ")

// isInString reports whether the URL at index start is in quotes that close before white
// space. The text between the opening quote and the URL has no slash, except in other
// URLs: a slash may belong to a command such as "s/a/b/".
func (t *text) isInString(start int) bool {
	const farthest = 256
	lead := t.buf[max(0, start-farthest):start]
	at := bytes.LastIndexAny(lead, "\"'`<>"+octet.Spaces)
	if at < 0 || bytes.IndexByte([]byte("\"'`"), lead[at]) < 0 {
		return false
	}
	slash := bytes.IndexByte(lead[at+1:], '/')
	if slash == 0 || slash > 0 && bytes.IndexByte([]byte(`:\`), lead[at+slash]) < 0 {
		return false
	}
	open := start - len(lead) + at
	end := t.span(start, start+t.max, quotedSet)
	for t.has(end) && !octet.Space[t.buf[end]] && t.buf[end] != t.buf[open] && end < start+t.max {
		end = t.span(end+1, start+t.max, quotedSet)
	}
	return t.is(end, t.buf[open])
}

// quotedSet has the bytes of a string without white space and quotes.
var quotedSet = octet.Complement(octet.Spaces + "\"'`")

// An edit is a copy of a stretch of text without its escapes or its disguise, with a map
// back to the offsets in the input. The plain rules read the copy.
type edit struct {
	text
	holes holes
}

// A decoded is the edit of a stretch with escapes, for each URL in it.
type decoded struct {
	edit
	start, to int64 // the offsets of the stretch in the input
	closed    bool  // an unescaped slash ends the stretch: in sed's s/http:\/\/h/x/ it is the delimiter
	back      bool  // "\\" means "/", and is not an escape
	open      bool  // the copy ends at a limit, and the stretch may go on
	inMarkup  bool  // its marks are references, so all of it is escaped
	stop      int   // the end of the stretch in buf; the text after it only ends the URL
	first     int   // the index of the first hole in the last URL
	// the last apostrophe that closing returned, and the index from which it is the first
	apostrophe struct{ from, at int }
}

// begin makes d an empty stretch that begins at index i of t.
func (d *edit) begin(t *text, i int) {
	d.settings, d.buf = t.settings, d.buf[:0]
	d.holes = append(d.holes[:0], hole{at: -1, gone: t.offset(i)})
	d.last.end, d.line.to, d.strings.to = 0, 0, -1 // so that its run and its lines are read again
}

// put adds meant in place of the next size bytes of the input.
func (d *edit) put(size int, meant string) {
	if size != len(meant) {
		gone := d.holes[len(d.holes)-1].gone + int64(size-len(meant))
		d.holes = append(d.holes, hole{at: int64(len(d.buf)), gone: gone})
	}
	d.buf = append(d.buf, meant...)
}

// add adds meant in place of size bytes at index i of t, or the byte there if size is 0.
// It returns the index after them.
func (d *edit) add(t *text, i, size int, meant string) int {
	if size == 0 {
		d.buf = append(d.buf, t.buf[i])
		return i + 1
	}
	d.put(size, meant)
	return i + size
}

// read makes d the stretch that begins with h, without the escapes after index plain, and
// some text around it. It extends to the next byte that ends every URL, so that following
// URLs reuse it.
func (d *decoded) read(t *text, h *head, plain int, closed bool) {
	const around = 128
	from := max(0, h.start-around)
	d.begin(t, from)
	d.start, d.closed, d.back, d.inMarkup, d.apostrophe.at = t.offset(h.start), closed, h.back, false, -1
	d.readAround(t, from, h.start)
	if b := t.before(plain); b == '$' || b == '%' || b == '&' {
		plain-- // perhaps the "$" of "$\sim$"
	}
	from = h.start
	if g := h.gap; g.end > 0 {
		d.buf = append(d.buf, t.buf[from:g.start]...)
		d.put(g.end-g.start, "")
		from = g.end
	}
	d.buf = append(d.buf, t.buf[from:max(from, plain)]...)
	i, login, limit, quote := max(h.start, plain), h.authority, h.start+t.max+t.max/2, t.escapedQuote(h.start)
	for i < limit && t.has(i) {
		if n := plainStretchSet.Span(t.buf[i:min(limit, t.end)]); n > 0 {
			d.buf = append(d.buf, t.buf[i:i+n]...)
			i += n
			continue
		}
		b, meant, size := t.buf[i], "", 0
		if d.back && b == '\\' {
			meant, size = "/", 1
		} else if escapeSet[b] || b >= utf8.RuneSelf {
			meant, size = t.escapeAt(i, login)
		}
		d.inMarkup = d.inMarkup || size > 0 && t.buf[i+size-1] == ';' // after a reference
		isMark := b == '&' && size == 0 || meant == "&"
		if name := i + max(size, 1); d.inMarkup && isMark && t.textAt(name, "amp;") {
			meant, size = "&", name+len("amp;")-i
		}
		if size == 0 && (!stretchSet[b] || closed && b == '/' || (b == '&' || b == '^') && t.follows(i, quote)) {
			break
		}
		if i = d.add(t, i, size, meant); (size == 0 || meant != "") && bytes.HasSuffix(d.buf, []byte("://")) {
			login = i
		}
	}
	d.to, d.stop, d.open = t.offset(i), len(d.buf), i >= limit
	t.has(i + around/2 - 1)
	d.readAround(t, i, min(i+around/2, t.end))
	d.end = len(d.buf)
}

// readAround adds the text [i,end) of t before or after the stretch. It decodes only
// escapes with the number of a character.
func (d *edit) readAround(t *text, i, end int) {
	for from := i; ; {
		i += octet.IndexOrEnd(t.buf[i:end], '\\')
		if i == end {
			d.buf = append(d.buf, t.buf[from:end]...)
			return
		}
		if b := t.at(i + 1); b != '\\' && notations[b].most == 0 {
			i++ // the usual case
		} else if r, size := t.units(i, t.backslashes(i)); r > 0 && i+size <= end {
			d.buf = append(d.buf, t.buf[from:i]...)
			d.put(size, string(r))
			i += size
			from = i
		} else {
			i++
		}
	}
}

// isQuoted reports whether the URL at index at of d, which begins at index start of t, is
// in quotes of the same kind and ends with d, at index stop of t.
func (d *decoded) isQuoted(t *text, start, at, stop int) bool {
	quote := t.escapedQuote(start)
	if len(quote) > 0 && !t.follows(stop, quote) ||
		len(quote) == 0 && !(t.before(start) == '"' && t.is(stop, '"')) {
		return false
	}
	return d.quotedLine(at, d.stop, nil) == d.stop && d.isWholeString(d.buf[at:d.stop], d.stop)
}

// linkedEnd returns the index of the type of a file in [a,end), whose URL has an escaped
// ":", or end: "file = {Text:http\://host.example/x.pdf:PDF}" of JabRef.
func (d *edit) linkedEnd(a, end int) int {
	if file := fileType.FindIndex(d.buf[a:end]); file != nil {
		return a + file[0]
	}
	return end
}

// fileType matches the type after a linked file of BibTeX.
var fileType = lazyregexp.New(`:[A-Z][A-Za-z]*(?:;|$)`)

// hasEscapedMark reports whether a mark of emphasis is at index i, and one before index
// end is escaped.
func (d *edit) hasEscapedMark(i, end int) bool {
	isMark := bytes.IndexByte([]byte("*_~"), d.buf[i]) >= 0 && d.at(i+1) != '/'
	return isMark && d.holes.gone(int64(i)-1) != d.holes.gone(int64(end)-1)
}

// closing returns the index of the first unescaped apostrophe from index i on, and
// reports whether there is one. It remembers it for the next URL.
func (d *decoded) closing(i int) (at int, ok bool) {
	if q := &d.apostrophe; i < q.from || q.at < i {
		q.from = i
		for q.at = i; q.at < len(d.buf); q.at++ {
			q.at += octet.IndexOrEnd(d.buf[q.at:], '\'')
			if !octet.Alnum[d.at(q.at+1)] && d.holes[d.holes.upTo(int64(q.at))-1].at < int64(q.at) {
				break
			}
		}
	}
	if at = d.apostrophe.at; at >= len(d.buf) {
		return 0, false
	}
	return at, true
}

// holesTo returns how many holes are before index i, which is in the last URL.
func (d *decoded) holesTo(i int) int {
	k := d.first
	for k < len(d.holes) && d.holes[k].at < int64(i) {
		k++
	}
	return k
}

// offset is like [edit.offset], for an index in the last URL.
func (d *decoded) offset(i int) int64 { return int64(i) + d.holes[d.holesTo(i)-1].gone }

// offset returns the input offset just after the byte before index i.
func (d *edit) offset(i int) int64 { return int64(i) + d.holes.gone(int64(i)-1) }
