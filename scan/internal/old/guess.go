//go:build long

package old

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Guess is a kind of place that is meant as a URL but has no scheme, or a set of such kinds.
type Guess uint8

// The kinds of guesses. Config.Means decides which names are meant.
const (
	GuessWWW      Guess = 1 << iota // www.host.example/path, and ftp.host.example
	GuessHostPath                   // host.example:/path, and joe@host.example:/path
	GuessMail                       // joe@host.example
	GuessDomain                     // host.example/path

	GuessAll = GuessWWW | GuessHostPath | GuessMail | GuessDomain
)

var guessNames = []string{"www", "host-path", "mail", "domain"}

// String returns the name of a kind, such as "host-path". For a set it returns the names of its kinds, separated by commas.
func (g Guess) String() string {
	var names []string
	for i, name := range guessNames {
		if g&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// ParseGuess returns the kind with the given name, and reports whether there is one.
func ParseGuess(name string) (Guess, bool) {
	for i, known := range guessNames {
		if name == known {
			return 1 << i, true
		}
	}
	return 0, false
}

// Limits of what is read to the left of a guess, in bytes.
const (
	maxLocal  = 64 // the part of an address before its "@"
	maxNumber = 2  // the digits of "www2"

	guessBefore = 40 // the text before a guess that Config.Means is told
)

var (
	// localSet has the bytes that can precede the "@" of an address in text.
	localSet = newCharset(letters + digits + "._+%=&'~-")

	// stopSet has the bytes that, right before a guess, make it part of something else. stopMailSet is the same for an address.
	// No byte of localSet precedes an address.
	stopSet     = newCharset(letters + digits + `._-@/\%~$+#&?`)
	stopMailSet = newCharset(`@/\!#$^?`)
)

// guess finds the guess that the byte at index i reveals. It is not part of a URL with a scheme.
func (s *Scanner) guess(i int) bool {
	s.worn = disguise{}
	var kind Guess
	var start, end int
	switch b := s.buf[i]; {
	case b == '.' && s.guesses&GuessWWW != 0:
		kind = GuessWWW
		start, end = s.guessWWW(i)
	case b == ':' && s.guesses&GuessHostPath != 0:
		kind = GuessHostPath
		start, end = s.guessHostPath(i)
	case b == '@' && s.guesses&GuessMail != 0:
		kind = GuessMail
		start, end = s.guessMail(i, i+1)
	case b == '/' && s.guesses&GuessDomain != 0:
		kind = GuessDomain
		start, end = s.guessDomain(i)
	case s.defang && b != '_':
		kind, start, end = s.guessDisguised(i)
	}
	if end == 0 {
		return false
	}
	s.folds, s.text = s.folds[:0], s.text[:0]
	s.found.Guess = kind
	s.field(start, end)
	s.next = 0
	return true
}

// guessWWW returns the place of a "www.host.example" or "ftp.host.example" whose first dot is at index i, or 0, 0.
func (s *Scanner) guessWWW(i int) (start, end int) {
	name := i
	for name > s.floor && i-name < maxNumber && digitSet[s.buf[name-1]] {
		name--
	}
	start = name - len("www")
	if start < s.floor || !foldedEqual(s.buf[start:name], "www") && !foldedEqual(s.buf[start:name], "ftp") || !s.begins(start, false) {
		return 0, 0
	}
	return start, s.guessedEnd(GuessWWW, start)
}

// guessDomain returns the place of a "host.example/path" whose "/" is at index i, or 0, 0.
func (s *Scanner) guessDomain(i int) (start, end int) {
	start = s.hostStart(i)
	if start == i || !s.begins(start, false) || !s.has(i+1) || !bareSet[s.buf[i+1]] || s.buf[i+1] == '/' {
		return 0, 0
	}
	return start, s.guessedEnd(GuessDomain, start)
}

// guessHostPath returns the place of a "host.example:/path" whose ":" is at index i, including a user and "@" before it, or 0, 0.
func (s *Scanner) guessHostPath(i int) (start, end int) {
	start = s.hostStart(i)
	if start == i || !s.hasPath(i) {
		return 0, 0
	}
	if at := start - 1; at >= s.floor && s.buf[at] == '@' {
		if start = s.hostStart(at); start == at || !s.is(i+1, '/') {
			return 0, 0 // "git@host.example:joe/x"
		}
	}
	if !s.begins(start, true) || !s.isMeant(GuessHostPath, start, i) {
		return 0, 0
	}
	s.lookLeft(start)
	if end = s.rest(start, i+1); s.is(end, '{') {
		return 0, 0 // a pattern of file names
	}
	if list := bytes.Index(s.buf[i:end], []byte(",/")); list > 0 {
		end = i + list // of several files, each with its path
	}
	return start, end
}

// guessMail returns the place of a "joe@host.example" in which "joe" ends before index i and the host begins at index host, or 0,
// 0.
func (s *Scanner) guessMail(i, host int) (start, end int) {
	start = s.localStart(i)
	if start == i {
		return 0, 0
	}
	end, _ = s.guessedHost(host)
	if end == host || s.is(end, '@') || s.is(end, '!') || s.is(end, ':') && s.is(end+1, '/') || !s.isMeant(GuessMail, start, end) {
		return 0, 0
	}
	return start, end
}

// guessDisguised returns the place around a disguised dot or "@" at index i, as in "host[.]example", and its kind.
func (s *Scanner) guessDisguised(i int) (kind Guess, start, end int) {
	switch mark := s.find(i, authorityMarks); {
	case mark.meant == "@" && s.guesses&GuessMail != 0:
		start, end = s.guessMail(i, i+len(mark.written))
		return GuessMail, start, end
	case mark.meant == "." && s.guesses&GuessWWW != 0:
		if start, end = s.guessWWW(i); end > 0 {
			return GuessWWW, start, end
		}
		fallthrough
	case mark.meant == "." && s.guesses&GuessDomain != 0:
		if start = s.hostStart(i); start < i && s.guesses&GuessDomain != 0 && s.begins(start, false) && !s.afterDot(start) {
			return GuessDomain, start, s.guessedEnd(GuessDomain, start)
		}
	}
	return 0, 0, 0
}

// guessedEnd returns the end of the guess whose host begins at index start, or 0 if there is no guess.
func (s *Scanner) guessedEnd(kind Guess, start int) int {
	end, marked := s.guessedHost(start)
	switch {
	case end == start, !s.isMeant(kind, start, end):
		return 0
	case !s.defang && s.find(end, authorityMarks).meant == ".":
		return 0 // the text goes on after a disguised dot
	case s.is(end, '@'), s.is(end, '%'), s.textAt(end, "://"), s.guesses&GuessHostPath != 0 && s.hasPath(end):
		return 0 // a user, an escape, a scheme, or another guess
	case s.is(end, ':'):
		port := s.run(end+1, end+1+len(":65535"), digitSet)
		after := port
		for s.is(after, '.') || s.is(after, ':') {
			after++
		}
		if port > end+1 && !(s.has(after) && portSet[s.buf[after]]) {
			if !marked && isWebPort(s.buf[end+1:port]) && !s.is(port, '/') {
				return 0 // an address to connect to, as in logs: nobody types a port that is the default
			}
			end = port
		}
	}
	s.lookLeft(start)
	s.worn.any = marked
	switch {
	case s.is(end, '/'), s.is(end, '?'), s.is(end, '#'):
		return s.rest(start, end)
	case marked:
		if size := s.markAt(end, authorityMarks, "/"); size > 0 {
			return s.rest(start, end+size)
		}
	}
	return end
}

// afterDot reports whether a host and a disguised dot without blanks are right before index i, so no host begins there.
func (s *Scanner) afterDot(i int) bool {
	const longestDot = len("[punkt]")
	if i > 0 && blank(s.buf[i-1]) {
		return false // the word "dot" of a sentence, perhaps
	}
	for dot := i - 1; dot > s.floor && dot >= i-longestDot; dot-- {
		if mark := s.find(dot, authorityMarks); mark.meant == "." && dot+len(mark.written) == i && alnumSet[s.buf[dot-1]] {
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
func (s *Scanner) hasPath(i int) bool {
	if !s.is(i, ':') {
		return false
	}
	i++
	if s.is(i, '/') {
		return s.has(i+1) && pathSet[s.buf[i+1]] && s.buf[i+1] != '-'
	}
	end := s.run(i, i+maxLocal, pathSet)
	if end == i || digitSet[s.buf[i]] || s.buf[i] == '.' || s.buf[i] == '-' {
		return false // a port, or a sentence
	}
	if s.is(end, '/') {
		return s.has(end+1) && s.buf[end+1] != '/' && bareSet[s.buf[end+1]]
	}
	name := bytes.ToLower(bytes.TrimRight(s.buf[i:end], ".*"))
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
func (s *Scanner) guessedHost(i int) (end int, marked bool) {
	limit := i + maxHost + 1
	if s.defang {
		if end, marked = s.disguisedHost(i, limit); !marked {
			end = i
		}
	}
	if !marked {
		end = s.host(i, limit)
	}
	if r, size := s.rune(end); r == utf8.RuneError && size == 1 && end > i && alnumSet[s.buf[end-1]] {
		return i, false // a letter of another charset
	}
	for end > i && (s.buf[end-1] == '.' || s.buf[end-1] == '-') {
		end--
	}
	return end, marked
}

// hostStart returns the index at which the host that ends before index i begins.
func (s *Scanner) hostStart(i int) int {
	start, least := i, max(s.floor, i-maxHost-1)
	for start > least {
		size := 1
		if !hostSet[s.buf[start-1]] {
			var r rune
			if r, size = utf8.DecodeLastRune(s.buf[least:start]); r < utf8.RuneSelf || !inSpacedWord(r) {
				break
			}
		}
		start -= size
	}
	return start
}

// localStart returns the index at which the part of an address before the "@" begins. It ends before index i. localStart returns
// i if that text is the end of something else. Punctuation does not belong to the part.
func (s *Scanner) localStart(i int) int {
	start, least := i, max(s.floor, i-maxLocal-1)
	for start > least && localSet[s.buf[start-1]] {
		start--
	}
	if start == i || i-start > maxLocal || s.buf[i-1] == '.' || start > 0 && (stopMailSet[s.buf[start-1]] || s.inWordAt(start)) {
		return i
	}
	for _, line := range []string{"..", "--"} { // "coast to coast......joe@host.example"
		start += bytes.LastIndex(s.buf[start:i], []byte(line)) + 1
	}
	if equals := bytes.LastIndexByte(s.buf[start:i], '='); equals > 0 && isAddressName(s.buf[start:start+equals]) && start+equals+1 < i {
		start += equals + 1
	}
	for start < i && !alnumSet[s.buf[start]] {
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

// isMeant reports whether Config.Means takes [start,end) for a host or an address.
func (s *Scanner) isMeant(kind Guess, start, end int) bool {
	if s.means == nil {
		return true
	}
	name := s.buf[start:end]
	if s.defang {
		if s.edits = edits(s.edits[:0], name, false); len(s.edits) > 0 {
			s.restored = apply(s.restored[:0], name, s.edits)
			name, kind = s.restored, kind&GuessMail
			name, _, _ = bytes.Cut(name, []byte(":")) // its port
		}
	}
	return s.means(kind, s.buf[max(start-guessBefore, 0):start], name)
}

// begins reports whether a guess can begin at index start: the text before it must not make it part of a word, a path, an address
// or a URL. A "/" may precede it if nothing precedes the "/". Two of them may always precede it, unless slash allows only one.
func (s *Scanner) begins(start int, slash bool) bool {
	if start == 0 {
		return true // the beginning of the input, since the buffer keeps more than a host of the text before
	}
	switch before := s.buf[start-1]; {
	case before == '/':
		first := start - 1
		for first > s.floor && start-first <= 2 && s.buf[first-1] == '/' {
			first--
		}
		n := start - first
		return n <= 2 && (n == 2 || slash) && (first == 0 || !stopSet[s.buf[first-1]] && s.buf[first-1] != ':')
	default:
		return !stopSet[before] && !s.inWordAt(start)
	}
}

// inWordAt reports whether a letter outside ASCII, of a script with blanks between words, is right before index i.
func (s *Scanner) inWordAt(i int) bool {
	if i == 0 || s.buf[i-1] < utf8.RuneSelf {
		return false
	}
	before, _ := utf8.DecodeLastRune(s.buf[max(0, i-utf8.UTFMax):i])
	return inSpacedWord(before)
}
