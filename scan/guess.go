package scan

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

const (
	maxLocal = 64 // the maximum number of bytes read before the "@" of an address
	// the maximum distance from the end of a guess to the next one, and from the ":" of a
	// list of files to its end
	longGuess  = 512
	localMarks = "._+%=&'~-"
)

var (
	// localSet has the bytes that can precede the "@" of an address in text.
	localSet = octet.SetOf(octet.Letters + octet.Digits + localMarks)
	slashSet = octet.SetOf("/")

	// lineMarkSet has the marks of a line, and of a sentence, that may be before the name
	// of a host: "-----www.host.example-----".
	lineMarkSet = octet.SetOf(".-_~+#")

	// stopSet has the bytes that, right before a guess, make it part of something else.
	// stopMailSet is the same for an address, and lacks the bytes of localSet.
	stopSet     = octet.SetOf(octet.Letters + octet.Digits + `._-@/\%~$+#&?`)
	stopMailSet = octet.SetOf(`@/\!#$^?`)
)

// guessAt returns the kind of the guess that the byte, or the disguised "." or "@", at
// index i may reveal, and where it and its host begin.
func (t *text) guessAt(i int) (kind Guess, start, host int) {
	b, size := t.buf[i], 1
	if bytes.IndexByte([]byte(".:@/"), b) < 0 {
		sub := t.substituteAt(i, lexicon.InAuthority)
		if !t.restores || sub.Meant != "." && sub.Meant != "@" {
			return 0, 0, 0
		}
		b, size = sub.Meant[0], len(sub.Written)
	}
	switch {
	case b == '@' && t.guesses&GuessMail != 0:
		kind, start, host = GuessMail, t.localStart(i), i+size
	case b == ':' && t.guesses&GuessHostPath != 0:
		kind = GuessHostPath
		start, host = t.pathHost(i)
	case b == '.' && t.guesses&GuessWWW != 0 && t.wwwStart(i) < i:
		kind, start = GuessWWW, t.wwwStart(i)
	case t.guesses&GuessDomain != 0 && (size > 1 || b == '/' && !t.is(i+1, '/')):
		kind, start = GuessDomain, t.domainStart(i, size > 1)
	}
	if start == i {
		return 0, 0, 0
	}
	return kind, start, max(start, host)
}

// domainStart returns the index at which the host before the byte at index i begins, or i
// if it is no guess. disguised reports whether the byte begins a disguised mark.
func (t *text) domainStart(i int, disguised bool) int {
	start := t.hostStart(i)
	if t.before(start) == ':' && t.spanBack(i, start, octet.Digit) == start && start < i { // a port
		start = t.hostStart(start - 1)
	}
	lead := t.buf[max(t.floor, start-len(" [at] ")):start]
	isInner := disguised && (t.dotBefore(start) < start || disguisedAt.Match(lead))
	if t.is(start, '.') || !t.guessBegins(start, false) || isInner {
		return i
	}
	return start
}

// disguisedAt matches the "@" of an address in brackets.
var disguisedAt = lazyregexp.New(`[\[({](?:@|at)[\])}]$`)

// wwwStart returns the index at which the "www" or "ftp" before the dot at index i
// begins, or i if there is none.
func (t *text) wwwStart(i int) int {
	name := t.spanBack(i, i-len("22"), octet.Digit)
	if name < i && t.before(name) == '-' {
		name-- // "www-03"
	}
	start := name - len("www")
	if !t.endsIn(name, "www") && !t.endsIn(name, "ftp") || t.dotBefore(start) != start {
		return i
	}
	line := t.spanBack(start, start-maxScheme, lineMarkSet)
	if t.guessBegins(start, false) || line < start && (start-line > 2 ||
		bytes.IndexByte([]byte("._~"), t.buf[line]) >= 0) && t.guessBegins(line, false) {
		return start
	}
	return i
}

// pathHost returns where the host before the ":" at index i begins, and the user before
// it, if a path follows. Otherwise both are i.
func (t *text) pathHost(i int) (start, host int) {
	host = t.hostStart(i)
	if start = host; t.before(host) == '@' {
		start = t.hostStart(host - 1)
	}
	if host == i || start == host-1 || start < host && !t.is(i+1, '/') || // "git@host.example:joe/x"
		!t.hasPath(i) || !t.isHostName(t.buf[host:i]) || !t.guessBegins(start, true) {
		return i, i
	}
	return start, host
}

// guessedPath returns the ending of a "host.example:/path" that begins at index start,
// after the hint m, and has its ":" at index i. It reports whether it is a guess.
func (t *text) guessedPath(start, i int, m hint) (e ending, ok bool) {
	if e = t.tailEnd(start, m, ending{end: i + 1}); t.is(e.end, '{') {
		return e, false // a pattern of file names
	}
	if list := bytes.Index(t.buf[i:min(e.end, i+longGuess)], []byte(",/")); list > 0 {
		e.end = i + list // of several files, each with its path
	}
	return e, true
}

// guessedPort returns the index after the port of a guess whose host is [host,end), which
// is end if it has none. It returns false if the host is a part of something else.
func (t *text) guessedPort(host, end int, disguised bool) (port int, ok bool) {
	switch {
	case t.is(end, '@'), t.is(end, '%'), t.textAt(end, "://"): // a user, an escape, or a scheme
		return 0, false
	case disguised:
		return t.port(host, host, end, end+maxHost), true
	case t.guesses&GuessHostPath != 0 && t.hasPath(end), // another guess
		// the text goes on after a disguised dot
		!t.restores && t.substituteAt(end, lexicon.InAuthority).Meant == ".":
		return 0, false
	case !t.is(end, ':'):
		return end, true
	}
	port = t.span(end+1, end+1+len(":65535"), octet.Digit)
	after := port
	for t.is(after, '.') || t.is(after, ':') {
		after++
	}
	switch {
	case port == end+1 || portSet[t.at(after)]:
		return end, true
	case octet.Contains([]string{"80", "443"}, bytes.TrimLeft(t.buf[end+1:port], "0")) && !t.is(port, '/'):
		return 0, false // an address to connect to, as in logs: nobody types a port that is the default
	}
	return port, true
}

// dotBefore returns the index of the disguised dot without blanks right before index i,
// after a letter or digit, or i if there is none.
func (t *text) dotBefore(i int) int {
	if i > 0 && blank(t.buf[i-1]) {
		return i // the word "dot" of a sentence, perhaps
	}
	for dot := i - 1; dot > t.floor && dot >= i-len("[punkt]"); dot-- {
		if sub := t.substituteAt(dot, lexicon.InAuthority); sub.Meant == "." &&
			dot+len(sub.Written) == i && (octet.Alnum[t.buf[dot-1]] || t.inWordAt(dot)) {
			return dot
		}
	}
	return i
}

// hasPath reports whether ":" and a path are at index i. The path begins with "/", or
// with a name that a "/" follows or that ends as the names of packed files do: "pub/x",
// "x.tar.Z".
func (t *text) hasPath(i int) bool {
	if !t.is(i, ':') {
		return false
	}
	i++
	end := t.span(i, i+maxLocal, pathSet)
	switch {
	case t.is(i, '/'):
		return pathSet[t.at(i+1)] && t.buf[i+1] != '-'
	case end == i, octet.Digit[t.buf[i]], t.buf[i] == '.', t.buf[i] == '-':
		return false // a port, or a sentence
	case t.is(end, '/'):
		return bareSet[t.at(end+1)] && t.buf[end+1] != '/'
	}
	name := bytes.TrimRight(t.buf[i:end], ".*")
	dot := bytes.LastIndexByte(name, '.')
	return dot > 0 && octet.Contains(packedSuffixes, name[dot:])
}

// pathSet has the bytes of the first name of a path.
var pathSet = octet.SetOf(octet.Letters + octet.Digits + "._~+*-")

// packedSuffixes are the suffixes of files that FTP servers offer.
var packedSuffixes = strings.Fields(".z .gz .tgz .bz2 .zip .tar .shar .hqx .sit .arc .zoo .lzh .lha .uue " +
	".ps .txt")

// guessedHost returns the index after a host at index i, without the dots and hyphens at
// its end, and the underscores if no path follows.
func (t *text) guessedHost(i int) int {
	end := t.host(i, i+maxHost+1)
	if r, size := t.rune(end); r == utf8.RuneError && size == 1 && end > i && octet.Alnum[t.buf[end-1]] {
		return i // a letter of another charset
	}
	marks := ".-_"
	if beginsTail(t.at(end)) {
		marks = ".-"
	}
	return i + len(bytes.TrimRight(t.buf[i:end], marks))
}

// hostStart returns the index at which the host that ends before index i begins.
func (t *text) hostStart(i int) int {
	least := max(t.floor, i-maxHost-1)
	return least + len(bytes.TrimRightFunc(t.buf[least:i], func(r rune) bool {
		return r == '.' || r == '-' || r == '_' || lexicon.ClassOf(r) == lexicon.Spaced
	}))
}

// localStart returns the index at which the part of an address before the "@" at index i
// begins, which is no punctuation. It returns i if that text is the end of something
// else.
func (t *text) localStart(i int) int {
	start := t.spanBack(i, i-maxLocal-1, localSet)
	for start > t.floor && i-start <= maxLocal && t.inWordAt(start) { // a letter outside ASCII
		_, size := utf8.DecodeLastRune(t.buf[t.floor:start]) // the last URL may have been cut in it
		start = t.spanBack(start-size, i-maxLocal-1, localSet)
	}
	if user := t.spanBack(start-1, i-maxLocal-1, localSet); t.before(start) == '/' && t.is(user, '~') {
		start = user // a user's list: "~joe/list@host.example"
	}
	for dot := t.dotBefore(start); dot < start; dot = t.dotBefore(start) {
		if !t.restores {
			return i // else another address would be found
		}
		start = t.spanBack(dot, i-maxLocal-1, localSet)
	}
	if start == i || i-start > maxLocal || t.buf[i-1] == '.' ||
		start > 0 && (stopMailSet[t.buf[start-1]] || t.inWordAt(start)) {
		return i
	}
	for _, line := range []string{"..", "--"} { // "coast to coast......joe@host.example"
		start += bytes.LastIndex(t.buf[start:i], []byte(line)) + 1
	}
	local := t.buf[start:i]
	equals := max(0, bytes.LastIndexByte(local, '='))
	if equals+1 < len(local) && octet.Contains(addressNames,
		local[bytes.LastIndexAny(local[:equals], ".&~'")+1:equals]) {
		start += equals + 1
	}
	begin := i - len(bytes.TrimLeft(t.buf[start:i], localMarks))
	if begin == start+1 && begin < i && t.buf[start] == '~' && !t.is(t.span(i+1, i+maxHost, hostSet), '~') {
		return start // no emphasis
	}
	if t.isInsideLocal(start) {
		return i // else another address would be found
	}
	return begin
}

// isInsideLocal reports whether a mark right before index start belongs to a local part.
// A quote may also close a name, "Joe Doe"joe@host.example, if no dot follows.
func (t *text) isInsideLocal(start int) bool {
	lead, mark := t.buf[max(t.floor, start-maxLocal):start], t.before(start)
	return bytes.IndexByte([]byte("*;\""), mark) >= 0 && insideLocal.Match(lead) &&
		!(mark == '"' && !t.is(start, '.') && bytes.Count(lead, []byte(`"`))%2 == 0)
}

// insideLocal matches the beginning of a local part, and a mark or a reference after it.
// After a whole address, "*" separates two.
var insideLocal = lazyregexp.New(`(?:^|[^\w.@-])[\w.-]*[0-9A-Za-z](?:[*"]|&(?:amp|apos|#39|#x27);)$`)

// addressNames are the names of values that are addresses, such as the "mailfrom" before
// a "=".
var addressNames = strings.Fields("i email e-mail mail mailfrom from to cc bcc user sender rcpt addr address")

// guessBegins reports whether a guess can begin at index start: the text before it must
// not make it part of a word, a path, an address or a URL. A "/" may precede it if
// nothing precedes the "/". Two of them may always precede it, unless slash allows only
// one.
func (t *text) guessBegins(start int, slash bool) bool {
	first := t.spanBack(start, start-2, slashSet)
	// At index 0 the input begins, since the buffer keeps more than a host of the text
	// before.
	return (slash || first != start-1) && !t.inWordAt(start) &&
		(first == 0 || !stopSet[t.buf[first-1]] && (first == start || t.buf[first-1] != ':'))
}

// inWordAt reports whether a letter outside ASCII, of a script with blanks between words,
// is right before index i.
func (t *text) inWordAt(i int) bool {
	before, _ := utf8.DecodeLastRune(t.buf[max(0, i-utf8.UTFMax):i])
	return before >= utf8.RuneSelf && lexicon.ClassOf(before) == lexicon.Spaced
}
