package scan

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// authority returns the end of the authority at index a of the URL that begins at index
// start. The authority has the characters of user, host and port (3.1), or a drive takes
// its place. If e.flaw is set, e.end is the end of the rejected text, and no path begins
// there. A placeholder such as "%s" is read too, so that the candidate is rejected and
// not cut.
func (t *text) authority(start, a int) ending {
	limit := start + t.max + 1
	if t.textAt(start, "file") {
		if drive := driven.Find(t.buf[a:t.span(a, a+longestDrive, lineSet)]); drive != nil {
			return ending{end: a + len(drive), tail: true, drive: true}
		}
	}
	host, end, e, ok := t.afterUser(a, limit)
	if ok {
		return e
	}
	if end > host {
		if cut, ok := t.cutHost(host, end); ok || t.isAbbreviated(host, end) || t.isCompound(host, end) {
			return ending{end: max(cut, end), flaw: Broken}
		}
		if name := t.nameEnd(host, end); name < end {
			return ending{end: name}
		}
	}
	// after a host with a dot, a blank is the usual case, and no byte after it is read
	if afterHostSet[t.at(end)] || t.is(end, ' ') && isLabel(t.buf[host:end]) && openingSet[t.at(end+1)] {
		e, ok := t.afterHost(start, host, end, limit)
		if ok {
			return e
		}
		end = e.end
	}
	end = t.hosts(start, t.port(start, host, end, limit), limit)
	if at := t.template(end); at > end {
		return ending{end: at, flaw: Placeholder}
	}
	nul, soft := end, end
	if t.is(end, ':') {
		nul = t.span(end, min(limit, end+maxHost), userSet)
		soft++ // the port is on the next line
	}
	switch {
	case t.is(soft, '=') && t.isSoftBreak(start, soft):
		return ending{end: soft, flaw: SoftBroken}
	case t.at(nul) == 0 && t.goesOnAfterNUL(start, host, nul):
		return ending{end: end, flaw: ForeignHost}
	}
	return ending{end: end, tail: end < limit && beginsTail(t.at(end))}
}

// afterUser returns the host [host,end) of the authority at index a, after its user. If
// the user shows that there is none, it returns true and the ending of the URL.
func (t *text) afterUser(a, limit int) (host, end int, e ending, ok bool) {
	host, end = a, t.host(a, limit)
	if end == a && t.is(a, '+') && octet.Digit[t.at(a+1)] {
		end = t.host(a+1, limit) // the number of a telephone
	}
	if !userSet[t.at(end)] {
		return host, end, e, false // the usual case
	}
	if end, ok := t.templateAfterUser(end, limit); ok {
		return host, end, ending{end: end, flaw: Placeholder}, true
	}
	at, isUser, cut := t.userEnd(a, limit)
	if cut {
		return host, end, ending{end: limit}, true
	}
	if !isUser && t.is(end, ':') && !octet.Digit[t.at(end+1)] {
		if marred, ok := t.marredPassword(host, end); ok {
			return host, end, ending{end: marred, flaw: ForeignHost}, true
		}
		if !t.restores && t.template(end) == end {
			at, isUser = t.passwordEnd(end, limit)
		}
	}
	if isUser {
		host, end = at+1, t.host(at+1, limit)
	}
	return host, end, e, false
}

// afterHost returns the ending of a URL if the text after its host [host,end) decides it:
// mostly because another host is meant. Otherwise it returns false and the end of the
// host, which may be an IP literal.
func (t *text) afterHost(start, host, end, limit int) (e ending, ok bool) {
	switch {
	case end == host:
		if end = t.literal(end); end > host && octet.Alnum[t.at(t.span(end, limit, hostMarkSet))] {
			return ending{end: t.span(end, limit, userSet), flaw: ForeignHost}, true
		}
	case !t.restores && t.isDisguised(end):
		return ending{end: t.span(end+len("[.]"), limit, hostSet), flaw: Obfuscated}, true
	case stringEndSet[t.at(end)] && (t.hostGoesOn(end) || t.isSplit(t.buf[host:end], end) ||
		t.fillsString(start, end) && isFirstLabel(t.buf[host:end])) && t.nextString(end) == 0 &&
		t.besideString(start, end) == 0,
		t.is(end, '\\') && (t.goesOnAfterControl(end) ||
			t.goesOnNextLine(host, end) && t.continuation(end, host) == 0):
		return ending{end: end, flaw: ForeignHost}, true
	case !t.restores && t.is(end, ']') && octet.Alnum[t.at(end+1)] &&
		isFirstLabel(t.buf[host:end]): // "evil.]example"
		return ending{end: end, flaw: Obfuscated}, true
	case t.isStarred(host, end):
		return ending{end: t.span(end, limit, starredSet), flaw: ForeignHost}, true
	case t.isForeign(host, end, limit):
		return ending{end: t.foreignEnd(end, limit), flaw: ForeignHost}, true
	case t.is(end, '=') && t.textAt(start, "ldap") &&
		// a distinguished name replaces the host: "ldap://CN=Users,DC=host"
		bytes.Contains(t.buf[end:t.span(end, limit, userSet)], []byte("DC=")):
		return ending{end: end, tail: true}, true
	case t.is(end, '=') && !t.isSoftBreak(start, end) && bytes.IndexByte(t.buf[host:end], '.') < 0:
		return ending{end: t.span(end, limit, userSet), flaw: ForeignHost}, true
	}
	return ending{end: end}, false
}

// isLabel reports whether host has no dot, except in "www.".
func isLabel(host []byte) bool {
	return bytes.IndexByte(bytes.TrimPrefix(host, []byte("www.")), '.') < 0
}

// isAbbreviated reports whether an ellipsis is in place of the end of the host [start,end),
// as in a narrow column of a table: "http://www.host.exa...", "http://www.host.exa…",
// "http://ho…", "http://www...". After "localhost..." a sentence stops.
func (t *text) isAbbreviated(start, end int) bool {
	name := bytes.TrimRight(t.buf[start:end], ".")
	dots := end - start - len(name)
	if dots < len("...") && !t.textAt(end, "…") {
		return false // the usual case
	}
	return (bytes.IndexByte(name, '.') > 0 || dots == 0 && !hostSet[t.at(end+len("…"))] ||
		dots > 0 && len(name) > 0 && !octet.EqualFold(name, "localhost")) &&
		t.isTopLevel != nil && !t.isWhole(start, start+len(name))
}

// nameEnd returns the end of the host [start,end) without the dashes of a sentence after
// its whole name, "http://host.example- and", and without the scheme of another URL,
// "http://a.examplehttp://b.example".
func (t *text) nameEnd(start, end int) int {
	host, last := t.buf[start:end], t.buf[end-1]
	switch {
	case t.is(end, ':') && t.textAt(end, "://"):
		if host = withoutScheme(host); len(host) == end-start {
			return end
		}
	case last != '-' && last != '_' || !octet.Space[t.at(end)] && !dashEndSet[t.at(end)]:
		return end // the usual case
	}
	name := start + len(bytes.TrimRight(host, "-_."))
	if t.isTopLevel == nil || !t.isWhole(start, name) {
		return end
	}
	return name
}

// withoutScheme returns the text before the scheme of a URL that was pasted after it
// without a blank, or the whole text.
func withoutScheme(text []byte) []byte {
	for _, scheme := range []string{"https", "http", "ftp"} {
		if octet.EndsIn(text, scheme) {
			return text[:len(text)-len(scheme)]
		}
	}
	return text
}

// dashEndSet has the marks of a sentence that may follow a dash after a host.
var dashEndSet = octet.SetOf(",;)]}")

// isCompound reports whether the host [start,end) is the second part of a word whose
// first is a scheme, as in Dutch and German: "http://-url".
func (t *text) isCompound(start, end int) bool {
	return t.buf[start] == '-' && bytes.IndexByte(t.buf[start:end], '.') < 0
}

// goesOnAfterControl reports whether a host goes on after a control character that is
// escaped at index i, and is none of those that browsers drop: "http://a\u0001b/".
func (t *text) goesOnAfterControl(i int) bool {
	r, size := t.units(i, t.backslashes(i))
	return size > 0 && (r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f) && hostSet[t.at(i+size)]
}

// goesOnNextLine reports whether the host [start,i) goes on after the backslash at index
// i and a line break, as in a string of Python or a shell.
func (t *text) goesOnNextLine(start, i int) bool {
	name, size := bytes.TrimRight(t.buf[start:i], "."), t.newline(i+1)
	return size > 0 && hostSet[t.at(i+1+size)] && !t.schemeAt(i+1+size) &&
		(len(name) < i-start || bytes.IndexByte(name, '.') > 0 && !t.isWhole(start, i))
}

// isStarred reports whether the host [start,i) goes on after a mark that somebody put
// into it, or in place of a letter: "http://fod*rx.example/", "http://fodrx*.example",
// "http://www.fodrx*com", "http://fodrx*.example/".
func (t *text) isStarred(start, i int) bool {
	if !starSet[t.at(i)] {
		return false
	}
	next := i + 1
	if t.is(next, '.') {
		next++
	}
	if !octet.Alnum[t.at(next)] {
		return false
	}
	_, more := t.moreHost(next)
	cut := bytes.IndexByte(t.buf[start:i], '.') > 0 && t.buf[i-1] != '.' && !t.isWhole(start, i)
	return more && (next == i+1 || bytes.IndexByte(t.buf[start:i], '.') < 0) || cut
}

// foreignEnd returns the index after the rest of a host at index i with bytes outside
// ASCII, before another URL.
func (t *text) foreignEnd(i, limit int) int {
	for i = t.span(i, limit, foreignHostSet); i < limit && isSeparator(t.at(i)) && !t.schemeAt(i+1); {
		i = t.span(i+1, limit, foreignHostSet)
	}
	return i
}

// hosts returns the index after the further hosts and ports of a list at index i, in the
// schemes that have lists, or after the properties that follow the host of SQL Server.
func (t *text) hosts(start, i, limit int) int {
	if b := t.at(i); !isSeparator(b) && b != '\\' {
		return i // the usual case
	}
	scheme := t.buf[start : start+schemeSet.Span(t.buf[start:i])]
	if octet.EqualFold(scheme, "sqlserver") && (t.is(i, ';') || t.is(i, '\\')) {
		return t.span(i+t.backslashes(i), limit, bareSet)
	}
	for octet.Contains(lexicon.Listing, scheme) && t.is(i, ',') {
		end := t.host(i+1, limit)
		if end == i+1 || t.splits(i) {
			break
		}
		i = t.port(start, i+1, end, limit)
	}
	return i
}

// driven matches the drive of a file in place of an authority, or one that a host shares:
// "file:///C:/a", "file://localhost/C|/a", "file://C|/a", "file:///C:\a\b",
// "file://host.example/c$/a".
var driven = lazyregexp.New(`(?i)^(?:(?:(?:localhost)?/)?[a-z][:|]|[\w.-]+/[a-z]\$)[/\\]`)

const longestDrive = 80 // with its host, in bytes

// host returns the index after the text at index i that may be a host. A host has no
// escapes, but host reads them too.
func (t *text) host(i, limit int) int {
	start := i
	for size := 1; size > 0 && i < limit; i += size {
		i = t.span(i, limit, hostSet)
		if size, _ = t.inHost(start, i, limit); t.is(i, '%') && t.span(i+1, i+3, octet.Hex) == i+3 {
			size = 3
		}
	}
	return i
}

// userEnd returns the index of the "@" before the host of the authority at index a, and
// reports whether there is one. cut reports whether the user may go on after limit. If the
// text before the "@" has a comma or the like, and no ":", it is a URL and an address:
// "http://a.example,joe@b.example".
func (t *text) userEnd(a, limit int) (at int, ok, cut bool) {
	password, list := false, false
	for i, size := a, 0; ; i += size {
		i = t.span(i, limit, octet.Alnum)
		b := t.at(i)
		switch size = t.bareAt(i, hostPart, t.iri); {
		case i >= limit, size == 0, b < 0x80 && !userSet[b], t.beginsDisguised(i):
			return at, ok, i == limit && (password || !list)
		}
		password = password || b == ':'
		list = list || isSeparator(b) && !t.textAt(i, ";auth=") || b == '&' // of IMAP and POP
		if b == '@' && (password || !list) && t.mayBeginHost(i+1, password) {
			at, ok = i, true
		}
	}
}

// mayBeginHost reports whether a host may be at index i, after the "@" of a user, perhaps
// with a password.
func (t *text) mayBeginHost(i int, password bool) bool {
	switch b := t.at(i); {
	case b >= 0x80:
		return password || t.charAt(i, hostPart, t.iri) > 0
	case b == ':':
		return portSet[t.at(i+1)]
	default:
		return octet.Alnum[b] || b == '[' || b == '/'
	}
}

// passwordEnd returns the index of the "@" after the ":" and a password at index i that
// has brackets, apostrophes or references, and reports whether there is one:
// "http://joe:(x)@host.example/".
func (t *text) passwordEnd(i, limit int) (at int, ok bool) {
	end := t.span(i, limit, passwordSet)
	at = i + bytes.LastIndexByte(t.buf[i:end], '@')
	host := t.span(at, limit, userSet)
	return at, at > i+1 && octet.Alnum[t.at(at+1)] && (bytes.IndexByte(t.buf[at:host], '.') >= 0 ||
		t.is(host, '/') || octet.Space[t.at(host)] || !t.has(host))
}

// marredPassword returns the index of the "@" after the ":" at index i and a password
// with a quote, an angle bracket or a backslash, and reports whether there is one. Since
// these usually end a URL, the user [a,i) must have no dot, and the host a dot:
// "http://joe:p\"w@host.example/".
func (t *text) marredPassword(a, i int) (at int, ok bool) {
	mark := t.span(i+1, i+maxHost, passwordSet)
	if mark == i+1 || !marredSet[t.at(mark)] || t.is(mark+t.backslashes(mark), '@') ||
		bytes.IndexByte(t.buf[a:i], '.') >= 0 {
		return 0, false
	}
	end := t.span(mark, i+maxHost, marredSet)
	at = i + bytes.LastIndexByte(t.buf[i:end], '@')
	host := t.span(at+1, at+maxHost, portSet)
	return at, at > mark && (t.is(host, '/') || octet.Space[t.at(host)] || !t.has(host)) &&
		bytes.IndexByte(t.buf[at:host], '.') > 1
}

// literal returns the index after an IP literal in brackets at index i, or i.
func (t *text) literal(i int) int {
	const longest = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
	end := t.span(i+1, i+longest, literalSet)
	if t.is(i, '[') && t.is(end, ']') {
		return end + 1
	}
	return i
}

// template returns the index after the beginning of a placeholder at index i, or i if
// there is none.
func (t *text) template(i int) int {
	switch b := t.at(i); {
	case placeholders[b] == nil, replacingSet[b] && !beforeNameSet[t.buf[i-1]] && !t.textAt(i, "&lt;"),
		b == '&' && t.buf[i-1] == '.' && t.referenceEnds(i),
		!placeholders[b].Match(t.buf[i:t.span(i, i+len("[:")+maxScheme, lineSet)]):
		return i
	case b == ':' || b == '@':
		return i + 2
	}
	return i + 1
}

// templateAfterUser returns the index after the beginning of a placeholder that follows
// the "@" after a user, from index i on, and reports whether there is one.
func (t *text) templateAfterUser(i, limit int) (end int, ok bool) {
	user := t.buf[i:t.span(i, min(limit, i+maxHost), userSet)]
	for k := bytes.IndexByte(user, '@'); k >= 0 && k < len(user); k += 1 + octet.IndexOrEnd(user[k+1:], '@') {
		// "joe:p@ss@host.example" has a password, "joe:@pass@host.example" a placeholder
		isPassword := k > 0 && octet.Alnum[user[k-1]] && octet.Letter[t.at(i+k+1)] &&
			bytes.IndexByte(user[:k], ':') >= 0
		if end := t.template(i + k); end > i+k && !isPassword {
			return end, true
		}
	}
	return 0, false
}

// named matches the name in the brackets of a placeholder.
const named = `[a-zA-Z_][\w .-]*`

// placeholders has, by their first byte, patterns of a placeholder, a wildcard or a
// regular expression in place of a user, password, host or port, or of a part of one.
// Where a tag, a note or the label of a link is as likely, the pattern asks for more of
// the authority.
var placeholders = [256]*lazyregexp.Regexp{
	// "http://www.%s.com", "http://www.%[hdr(host)]/", and a group of a pattern
	'%': lazyregexp.New(`^%(?:[a-zA-Z{(\[]|[1-9](?:[^[:xdigit:]]|$))`),
	// "http://${host}/", "http://host.example$1"
	'$': lazyregexp.New(`^\$[\w{(]`),
	// "ssh://git@$host/", "http://host.@domain@/"
	'@': lazyregexp.New(`^@(?:\$|%[g-zG-Z{(]|%[a-fA-F]|<` + named + `>|\{(?:\{|` + named + `\}` + more +
		`)|[a-zA-Z_]\w*@(?:[^0-9]|$))`),
	// "ftp://ftp.*.com/"
	'*': lazyregexp.New(`^\*[*./a-zA-Z0-9]`),
	// "http://www.#{host}.example/", "http://www.`hostname`.example/", and in a batch file
	'#': lazyregexp.New(`^#\{`),
	'`': lazyregexp.New("^`" + named + "`"),
	'|': lazyregexp.New(`^\|` + named + `\|`),
	'!': lazyregexp.New(`^!` + named + `!`),
	// "https://api-{region}.host.example/"
	'{': lazyregexp.New(`^\{(?:\{|` + named + `\}` + more + `)`),
	// "https://s3.<region>.host.example/"
	'<': lazyregexp.New(`^<` + named + `>` + more),
	'&': lazyregexp.New(`^&(?:lt;` + named + `&gt;|\w{3,};)` + more),
	// "http://localhost:{{port}}/", "http://host:~p/",
	// "http://joe:<password>@host.example/", 'http://host:'+port, and the "::" of an IPv6
	// address without its brackets
	':': lazyregexp.New(`^:(?:\{|\\*["'][ \t]*[+&]|:(?:/|[[:xdigit:]]{1,4}(?:[^\w-]|$))|` +
		`[%$~#][a-zA-Z{(\\]|\\+d|<%|[<[]` + portName + `|[<[]` + named + `[>\]]@)`),
	// "http://host[a-z].com", "http://host[:port]/", "http://192.0.2.1[aa::ff]"
	'[': lazyregexp.New(`^\[(?:[[:xdigit:]]*::[[:xdigit:]:]*\]|(?i:\^[^\]]|\\|-?a-z|0-9|[:#]` + portName + `)|` +
		named + `\]` + more + `)`),
	// "http://host\.com", "http://host\d+.com", "http://host.example\1"
	'\\': lazyregexp.New(`^\\+(?:\.|[1-9](?:[^0-9]|$)|[dwsWDSe][{+*?.[\\()$])`),
	// "http://host(?:a|b).com", "mysql://joe@tcp(host:3306)/"
	'(': lazyregexp.New(`^\((?:[?[\\]|\.[*+]|[\w.-]+:[0-9]+\))`),
}

// more matches the rest of an authority after a placeholder.
const more = `(?:[/@]|[.:-][a-zA-Z0-9<{[$%])`

// portName matches a name in place of a port.
const portName = `(?i:[\w.:-]*port|(?:xx+|nn+)(?:[^\w.:-]|$))`

// portWord matches a word in place of a port: one with "port" in it, or nothing but "x"
// or "n".
var portWord = lazyregexp.New(`(?i)port|^(?:xx+|nn+)$`)

// afterPortSet has the marks of a sentence after a word in place of a port.
var afterPortSet = octet.SetOf(".,:;)]}'")

// port returns the index after the ":" and the port at index i, or i if there is none. A
// word counts as a port before a "/", as in "http://host:port/", and before an "@"
// without a host. Before white space or the end, any word does after a host without a
// dot, or if the same marks enclose the URL, and a word such as "port" after any host.
func (t *text) port(start, host, i, limit int) int {
	if !t.is(i, ':') {
		return i
	}
	if t.textAt(i+1, "%3") && octet.Digit[t.at(i+3)] { // an escaped digit
		return t.host(i+1, limit)
	}
	end := t.span(i+1, limit, octet.Digit)
	if end > i+1 && !portSet[t.at(end)] && !t.is(end, '@') {
		return end
	}
	words := end
	for size := 1; size > 0 && words < limit; words += size {
		words = t.span(words, limit, octet.Alnum)
		if b := t.at(words); b < 0x80 && !portSet[b] || t.beginsDisguised(words) {
			break
		}
		size = t.bareAt(words, hostPart, true)
	}
	word := bytes.TrimRight(t.buf[i+1:words], ".-_:")
	words = i + 1 + len(word)
	ends := octet.Space[t.at(words)] || t.is(words, '\'') || t.is(words, '`') || !t.has(words)
	switch {
	case t.is(words, '@'):
		return words + 1
	case t.is(words, '/'), len(word) > 0 && t.isBetween(start, words):
		return words
	case len(word) > 0 && ends && bytes.IndexByte(t.buf[host:i], '.') < 0:
		return words
	case (!bareSet[t.at(words)] || afterPortSet[t.at(words)]) && portWord.Match(word):
		return words
	case end > i+1 && octet.Letter[t.at(end)] && !t.schemeAt(end):
		return words
	case end > i+1, t.is(end, '?'), t.is(end, '#'):
		return end
	}
	return i
}

// isBetween reports whether [start,i) is between apostrophes, backticks or tags.
func (t *text) isBetween(start, i int) bool {
	before, after := t.before(start), t.at(i)
	return before == after && (after == '\'' || after == '`') || before == '>' && after == '<'
}

// hasEvidence reports whether a URL of an unknown scheme is meant at index start, with
// its authority at [a,end) and perhaps a path. Otherwise the "://" is in other text, such
// as "ht://Dig" or a password. The scheme must begin with a letter, and have no capitals,
// only capitals, or single ones at its beginning and after a "+". The rest must have a
// dot in its host, a user, a port or a path, or be "localhost", unless the scheme has the
// prefix of private ones.
func (t *text) hasEvidence(start, a, end int, tail bool) bool {
	return t.isScheme(start, a-len("://")) && (t.isPrivate(start) || t.isPlace(a, end, tail))
}

// isPrivate reports whether the scheme at index start has the prefix of private ones.
func (t *text) isPrivate(start int) bool { return t.textAt(start, "x-") || t.textAt(start, "web+") }

// isPlace reports whether the authority at [a,end), and perhaps a path, are evidence of a
// URL.
func (t *text) isPlace(a, end int, tail bool) bool {
	host := t.host(a, end)
	dot := bytes.IndexByte(t.buf[a:host], '.')
	return tail || host < end || dot > 0 && a+dot+1 < host || octet.EqualFold(t.buf[a:host], "localhost")
}

// hostGoesOn reports whether the quote at index i closes a string to which a program
// joins another one, which continues the host.
func (t *text) hostGoesOn(i int) bool {
	const longest = 160
	t.has(i + longest - 1)
	joint := joined.Find(t.buf[i:min(i+longest, t.end)])
	return joint != nil && !t.schemeAt(i+len(joint)-1)
}

// joined matches the end of a string and the beginning of another one that is joined to
// it, or to one of two strings: the text after the "a" in "http://a" + ".example" and in
// "(b ? 'http://a' : 'http://c') + '.example'".
var joined = lazyregexp.New(`^\\*["'](?:` +
	`(?:\s*(?:\+\+?|\|\||<>|//[\s&+$*]*|\\+u003[cC]\\+u003[eE]|~)\s*|\s+\.\.?\s+|\.\.?)\\*["'][\w.@-]|` +
	`\s*:\s*["'][^"']*["']\s*\)\s*\+\s*["'][\w.-]|\s*\)\s*\+\s*["']\.)`)

// isSplit reports whether host, which lacks its end, fills a string up to index i beside
// another one, as in C and Basic: "http://host.exa" "mple/x".
func (t *text) isSplit(host []byte, i int) bool {
	const longest = 64
	t.has(i + longest - 1)
	joint := besides.Find(t.buf[i:min(i+longest, t.end)])
	next := i + len(joint) - 1
	return joint != nil && !t.isHostName(host) && bytes.IndexByte(host, '.') > 0 && !t.schemeAt(next) &&
		(bytes.IndexByte(joint, '\n') < 0 ||
			t.isHostName(slices.Concat(host, t.buf[next:t.span(next, next+maxHost, hostSet)])))
}

// besides matches the end of a string and the beginning of one beside it.
var besides = lazyregexp.New(`^\\*["'](?:[ \t]*(?:&|\\+u0026)[ \t]*(?:_?\s+)?|\s+)\\*["'][\w.@-]`)

// fillsString reports whether [start,i) is between quotes of the same kind.
func (t *text) fillsString(start, i int) bool {
	quote := t.at(i + t.backslashes(i))
	return (quote == '"' || quote == '\'' || quote == '`') && t.before(start) == quote
}

// isFirstLabel reports whether the host of a URL that fills a string ends in the dot
// after its first label, so that a program adds the others: "https://ssl.".
func isFirstLabel(host []byte) bool {
	return len(host) > 1 && bytes.IndexByte(host, '.') == len(host)-1 && !octet.EqualFold(host, "localhost.")
}
