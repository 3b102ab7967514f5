package scan

import (
	"bytes"
	"unicode/utf8"
)

// Limits of what is read to the left of a guess, in bytes.
const (
	maxLocal  = 64 // the part of an address before its "@"
	maxNumber = 2  // the digits of "www2"
)

var (
	// localSet has the bytes that can precede the "@" of an address in text.
	localSet = newCharset(letters + digits + "._+%=&'~-")

	// stopSet has the bytes that, right before a guess, make it part of something else. stopMailSet is the same for an address.
	// No byte of localSet precedes an address.
	stopSet     = newCharset(letters + digits + `._-@/\%~$+#&?`)
	stopMailSet = newCharset(`@/\!#$^?`)
)

// guessWWW returns the place of a "www.host.example" or "ftp.host.example" whose first dot is at index i, or 0, 0.
func (t *text) guessWWW(i int) (start int, e ending) {
	name := i
	for name > t.floor && i-name < maxNumber && digitSet[t.buf[name-1]] {
		name--
	}
	start = name - len("www")
	if start < t.floor || !foldedEqual(t.buf[start:name], "www") && !foldedEqual(t.buf[start:name], "ftp") || !t.begins(start, false) {
		return 0, e
	}
	return start, t.guessedEnd(start)
}

// guessDomain returns the place of a "host.example/path" whose "/" is at index i, or 0, 0.
func (t *text) guessDomain(i int) (start int, e ending) {
	start = t.hostStart(i)
	if start == i || !t.begins(start, false) || !bareSet[t.at(i+1)] || t.buf[i+1] == '/' {
		return 0, e
	}
	return start, t.guessedEnd(start)
}

// guessHostPath returns the place of a "host.example:/path" whose ":" is at index i, including a user and "@" before it, or 0, 0.
func (t *text) guessHostPath(i int) (start int, e ending) {
	start = t.hostStart(i)
	if start == i || !t.hasPath(i) {
		return 0, e
	}
	if at := start - 1; at >= t.floor && t.buf[at] == '@' {
		if start = t.hostStart(at); start == at || !t.is(i+1, '/') {
			return 0, e // "git@host.example:joe/x"
		}
	}
	if !t.begins(start, true) || !t.isMeant(start, i, false) {
		return 0, e
	}
	e.end = i + 1
	if t.body(start, t.lookLeft(start), &e); t.is(e.end, '{') {
		return 0, ending{} // a pattern of file names
	}
	if list := bytes.Index(t.buf[i:e.end], []byte(",/")); list > 0 {
		e.end = i + list // of several files, each with its path
	}
	return start, e
}

// guessMail returns the place of a "joe@host.example" in which "joe" ends before index i and the host begins at index host, or 0,
// 0.
func (t *text) guessMail(i, host int) (start, end int) {
	start = t.localStart(i)
	if start == i {
		return 0, 0
	}
	end, marked := t.guessedHost(host)
	if end == host || t.is(end, '@') || t.is(end, '!') || t.is(end, ':') && t.is(end+1, '/') ||
		!t.isMeant(start, end, marked || host > i+len("@")) {
		return 0, 0
	}
	return start, end
}

// guessDisguised returns the place around a disguised dot or "@" at index i, as in "host[.]example", and its kind.
func (t *text) guessDisguised(i int) (kind Guess, start int, e ending) {
	switch mark := t.find(i, authorityMarks); {
	case mark.meant == "@" && t.guesses&GuessMail != 0:
		start, e.end = t.guessMail(i, i+len(mark.written))
		return GuessMail, start, e
	case mark.meant == "." && t.guesses&GuessWWW != 0:
		if start, e = t.guessWWW(i); e.end > 0 {
			return GuessWWW, start, e
		}
		fallthrough
	case mark.meant == "." && t.guesses&GuessDomain != 0:
		if start = t.hostStart(i); start < i && t.guesses&GuessDomain != 0 && t.begins(start, false) && !t.afterDot(start) {
			return GuessDomain, start, t.guessedEnd(start)
		}
	}
	return 0, 0, e
}

// guessedEnd returns the end of the guess whose host begins at index start, or 0 if there is no guess.
func (t *text) guessedEnd(start int) (e ending) {
	end, marked := t.guessedHost(start)
	switch {
	case end == start, !t.isMeant(start, end, marked):
		return e
	case !t.defang && t.find(end, authorityMarks).meant == ".":
		return e // the text goes on after a disguised dot
	case t.is(end, '@'), t.is(end, '%'), t.textAt(end, "://"), t.guesses&GuessHostPath != 0 && t.hasPath(end):
		return e // a user, an escape, a scheme, or another guess
	case t.is(end, ':'):
		port := t.run(end+1, end+1+len(":65535"), digitSet)
		after := port
		for t.is(after, '.') || t.is(after, ':') {
			after++
		}
		if port > end+1 && !portSet[t.at(after)] {
			if !marked && isWebPort(t.buf[end+1:port]) && !t.is(port, '/') {
				return e // an address to connect to, as in logs: nobody types a port that is the default
			}
			end = port
		}
	}
	m := t.lookLeft(start)
	e = ending{end: end, worn: disguise{any: marked}}
	switch {
	case beginsPath(t.at(end)):
		t.body(start, m, &e)
	case marked:
		if size := t.markAt(end, authorityMarks, "/"); size > 0 {
			e.end += size
			t.body(start, m, &e)
		}
	}
	return e
}

// afterDot reports whether a host and a disguised dot without blanks are right before index i, so no host begins there.
func (t *text) afterDot(i int) bool {
	const longestDot = len("[punkt]")
	if i > 0 && blank(t.buf[i-1]) {
		return false // the word "dot" of a sentence, perhaps
	}
	for dot := i - 1; dot > t.floor && dot >= i-longestDot; dot-- {
		if mark := t.find(dot, authorityMarks); mark.meant == "." && dot+len(mark.written) == i && alnumSet[t.buf[dot-1]] {
			return true
		}
	}
	return false
}

// isWebPort reports whether a port is that of http or https.
func isWebPort(port []byte) bool {
	port = bytes.TrimLeft(port, "0")
	return string(port) == "80" || string(port) == "443"
}

// hasPath reports whether ":" and a path are at index i. The path begins with "/", or with a name that a "/" follows or that ends
// as the names of packed files do: "pub/x", "x.tar.Z".
func (t *text) hasPath(i int) bool {
	if !t.is(i, ':') {
		return false
	}
	i++
	if t.is(i, '/') {
		return pathSet[t.at(i+1)] && t.buf[i+1] != '-'
	}
	end := t.run(i, i+maxLocal, pathSet)
	if end == i || digitSet[t.buf[i]] || t.buf[i] == '.' || t.buf[i] == '-' {
		return false // a port, or a sentence
	}
	if t.is(end, '/') {
		return t.has(end+1) && t.buf[end+1] != '/' && bareSet[t.buf[end+1]]
	}
	name := bytes.ToLower(bytes.TrimRight(t.buf[i:end], ".*"))
	for _, suffix := range packedSuffixes {
		if len(name) > len(suffix) && bytes.HasSuffix(name, []byte(suffix)) {
			return true
		}
	}
	return false
}

// pathSet has the bytes of the first name of a path.
var pathSet = newCharset(letters + digits + "._~+*-")

// packedSuffixes are the suffixes of files that FTP servers offer.
var packedSuffixes = []string{
	".z", ".gz", ".tgz", ".bz2", ".zip", ".tar", ".shar", ".hqx", ".sit", ".arc", ".zoo", ".lzh", ".lha", ".uue", ".ps", ".txt",
}

// guessedHost returns the index after a host at index i, without the dots and hyphens at its end, and reports whether part of it
// was disguised.
func (t *text) guessedHost(i int) (end int, marked bool) {
	limit := i + maxHost + 1
	if t.defang {
		if end, marked = t.disguisedHost(i, limit, disguise{}); !marked {
			end = i
		}
	}
	if !marked {
		end = t.host(i, limit)
	}
	if r, size := t.rune(end); r == utf8.RuneError && size == 1 && end > i && alnumSet[t.buf[end-1]] {
		return i, false // a letter of another charset
	}
	for end > i && (t.buf[end-1] == '.' || t.buf[end-1] == '-') {
		end--
	}
	return end, marked
}

// hostStart returns the index at which the host that ends before index i begins.
func (t *text) hostStart(i int) int {
	start, least := i, max(t.floor, i-maxHost-1)
	for start > least {
		size := 1
		if !hostSet[t.buf[start-1]] {
			var r rune
			if r, size = utf8.DecodeLastRune(t.buf[least:start]); r < utf8.RuneSelf || classOf(r) != spaced {
				break
			}
		}
		start -= size
	}
	return start
}

// localStart returns the index at which the part of an address before the "@" begins. It ends before index i. localStart returns
// i if that text is the end of something else. Punctuation does not belong to the part.
func (t *text) localStart(i int) int {
	start, least := i, max(t.floor, i-maxLocal-1)
	for start > least && localSet[t.buf[start-1]] {
		start--
	}
	if start == i || i-start > maxLocal || t.buf[i-1] == '.' || start > 0 && (stopMailSet[t.buf[start-1]] || t.inWordAt(start)) {
		return i
	}
	for _, line := range []string{"..", "--"} { // "coast to coast......joe@host.example"
		start += bytes.LastIndex(t.buf[start:i], []byte(line)) + 1
	}
	if equals := bytes.LastIndexByte(t.buf[start:i], '='); equals > 0 && isAddressName(t.buf[start:start+equals]) && start+equals+1 < i {
		start += equals + 1
	}
	for start < i && !alnumSet[t.buf[start]] {
		start++
	}
	return start
}

// isAddressName reports whether text is the name of a value that is an address: the "smtp.mailfrom" before a "=".
func isAddressName(text []byte) bool {
	name := bytes.ToLower(text[bytes.LastIndexAny(text, ".&~'")+1:])
	switch string(name) {
	case "i", "email", "e-mail", "mail", "mailfrom", "from", "to", "cc", "bcc", "user", "sender", "rcpt", "addr", "address":
		return true
	}
	return false
}

// isMeant reports whether [start,end), which may have a user before the host, has the name of a host. marked says whether part of that is
// disguised.
func (t *text) isMeant(start, end int, marked bool) bool {
	name := t.buf[start:end]
	if marked {
		if edits := edits(nil, name, false); len(edits) > 0 {
			name, _, _ = bytes.Cut(apply(nil, name, edits), []byte(":")) // without its port
		}
	}
	return t.isHostName(name[bytes.LastIndexByte(name, '@')+1:])
}

// begins reports whether a guess can begin at index start: the text before it must not make it part of a word, a path, an address
// or a URL. A "/" may precede it if nothing precedes the "/". Two of them may always precede it, unless slash allows only one.
func (t *text) begins(start int, slash bool) bool {
	if start == 0 {
		return true // the beginning of the input, since the buffer keeps more than a host of the text before
	}
	switch before := t.buf[start-1]; {
	case before == '/':
		first := start - 1
		for first > t.floor && start-first <= 2 && t.buf[first-1] == '/' {
			first--
		}
		n := start - first
		return n <= 2 && (n == 2 || slash) && (first == 0 || !stopSet[t.buf[first-1]] && t.buf[first-1] != ':')
	default:
		return !stopSet[before] && !t.inWordAt(start)
	}
}

// inWordAt reports whether a letter outside ASCII, of a script with blanks between words, is right before index i.
func (t *text) inWordAt(i int) bool {
	if i == 0 || t.buf[i-1] < utf8.RuneSelf {
		return false
	}
	before, _ := utf8.DecodeLastRune(t.buf[max(0, i-utf8.UTFMax):i])
	return classOf(before) == spaced
}
