package scan

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// maxScheme is the maximum length in bytes of a scheme.
const maxScheme = 64

var (
	// usual are the schemes that most URLs have.
	usual = []string{"http", "https", "ftp", "gopher"}

	// slashed are schemes that take "//". Bare text may have any scheme before "//". These begin a URL even right after other
	// text ("post.https://") or a ",", and may be broken over two lines or have a line break after them.
	slashed = []string{
		"http", "https", "ftp", "gopher", "telnet", "nntp", "wais", "file", "prospero",
		"afs", "ftps", "git", "gophers", "imap", "irc", "ircs", "ldap", "ldaps", "mms", "news", "nfs", "nntps", "rlogin",
		"rsync", "rtsp", "sftp", "shttp", "snews", "ssh", "svn", "telnets", "tftp", "tn3270", "webdav", "wss",
		"z39.50", "z39.50r", "z39.50s",
	}

	// common are further schemes that need no evidence that a URL is meant.
	common = []string{
		"amqp", "amqps", "cifs", "finger", "hdfs", "imaps", "jdbc", "ldapi", "mongodb", "mqtt", "mysql", "pop", "pop3", "postgres", "postgresql",
		"redis", "rtmp", "s3", "sip", "sips", "smb", "smtp", "smtps", "tcp", "udp", "vnc", "ws", "xmpp",
	}

	// opaque are the schemes that begin a URL in bare text without "//".
	opaque = []string{"mailto", "news", "snews", "mid", "cid", "mailserver"}
)

// A schemes is a set of known schemes.
type schemes struct {
	slashed, opaque names // they begin a URL in bare text with "//", or without
	endings         names // those that matter before a ":" whatever follows it: all schemes, and "url"
}

var defaultSchemes = sync.OnceValue(func() *schemes { return newSchemes(nil, nil, false) })

// newSchemes returns the known schemes, including those of a Config, and the disguised ones if defanged is set.
func newSchemes(added, addedOpaque []string, defanged bool) *schemes {
	s := new(schemes)
	if defanged {
		added = slices.Concat(added, maskedNames)
	}
	s.slashed.add(slashed, added)
	s.opaque.add(opaque, addedOpaque)
	s.endings.add(slashed, added, opaque, addedOpaque, []string{"url"})
	return s
}

// usualBefore returns the length of the scheme before index i of text if that is one of usual in lower case, or 0. Most URLs begin here, so
// it has no loop.
func usualBefore(text []byte, i int) int {
	switch {
	case i < len("gopher"):
	case string(text[i-len("http"):i]) == "http":
		return len("http")
	case string(text[i-len("https"):i]) == "https":
		return len("https")
	case string(text[i-len("ftp"):i]) == "ftp":
		return len("ftp")
	case string(text[i-len("gopher"):i]) == "gopher":
		return len("gopher")
	}
	return 0
}

// next returns the index of the first ":" of text from index i on that may matter, with or without a sequence before it, or that ends text,
// since the next byte decides. It returns the length of text if there is none.
func (s *schemes) next(text []byte, i int) int {
	for ; ; i++ {
		if i += indexOrEnd(text[i:], ':'); i+1 >= len(text) || s.matter(text, i) || isOddBefore(text, i) {
			return i
		}
	}
}

// matter reports whether the ":" at index i of text may belong to a URL: a "/" follows, or before it ends a scheme, or "URL" and blanks.
func (s *schemes) matter(text []byte, i int) bool {
	return i+1 < len(text) && text[i+1] == '/' || s.precede(text[:i])
}

// precede reports whether text ends in a scheme, or in "URL" and blanks.
func (s *schemes) precede(text []byte) bool {
	if n := len(text); n > 0 && blankSet[text[n-1]] {
		return endsIn(bytes.TrimRight(text, blanks), "url")
	}
	return slices.ContainsFunc(s.endings.like(text), func(name string) bool { return endsIn(text, name) })
}

// isKnown reports whether name, in any case, is a known scheme, with or without "//".
func (s *schemes) isKnown(name []byte) bool { return s.slashed.has(name) || s.opaque.has(name) }

// names are names of schemes in lower case, indexed by the low bits of their last two bytes. Those of a single byte are in all places where
// that is the last. Most words end in none of them, as a few bits show.
type names struct {
	list [32][32][]string
	some [32]uint32 // a bit for each list that is not empty
}

// add adds the names in lists that are valid, in any case.
func (names *names) add(lists ...[]string) {
	for _, name := range slices.Concat(lists...) {
		if name = strings.ToLower(name); name == "" || strings.Trim(name, letters+digits+schemeMarks) != "" {
			continue
		}
		last := name[len(name)-1] & 31
		for before := range byte(32) {
			if n := len(name); n == 1 || name[n-2]&31 == before {
				names.list[last][before] = append(names.list[last][before], name)
				names.some[last] |= 1 << before
			}
		}
	}
}

// like returns the names that may be at the end of text.
func (names *names) like(text []byte) []string {
	n := len(text)
	if n == 0 {
		return nil
	}
	last, before := text[n-1]&31, text[max(0, n-2)]&31
	if names.some[last]&(1<<before) == 0 {
		return nil // as mostly
	}
	return names.list[last][before]
}

// has reports whether name, in any case, is one of names.
func (names *names) has(name []byte) bool { return contains(names.like(name), name) }

// contains reports whether name, in any case, is one of names.
func contains(names []string, name []byte) bool {
	return slices.ContainsFunc(names, func(known string) bool { return foldedEqual(name, known) })
}

// leftEdge returns the offset in run at which the scheme begins, and reports whether the scheme is known. run is the text before
// "://". The scheme is the longest known one at the end of run, unless a "+" joins it to the rest. If a letter is right before it and
// it ends in one of usual, that is the scheme, since its first letter is more likely that of a word: the "s" in "filesftp".
// If no known one is there, the scheme is all of run from its first letter or digit on. If that has no letter, the offset is -1.
func (s *schemes) leftEdge(run []byte) (edge int, known bool) {
	longest := 0
	for _, name := range s.slashed.like(run) {
		if n := len(name); n > longest && endsIn(run, name) && glues(run[:len(run)-n], n) {
			longest = n
		}
	}
	if longest > 0 {
		edge = len(run) - longest
		for _, name := range usual {
			if edge > 0 && letterSet[run[edge-1]] && string(run[:edge]) != archived && endsIn(run, name) {
				return len(run) - len(name), true
			}
		}
		return edge, true
	}
	edge = len(run) - len(bytes.TrimLeft(run, schemeMarks))
	if !bytes.ContainsAny(run[edge:], letters) {
		edge = -1
	}
	return edge, false
}

// archived is what a shell archive has before each line.
const archived = "X"

// glues reports whether a known scheme of n bytes counts right after the text before. It counts after anything but a "+". A
// scheme so short that words end in it counts only after punctuation, or after the "X" of shell archives.
func glues(before []byte, n int) bool {
	const short = 3
	if command, ok := bytes.CutSuffix(before, []byte("+")); ok {
		return contains(fetchers, command) // a command line in a query, where "+" stands for a blank
	}
	return len(before) == 0 || n > short || !letterSet[before[len(before)-1]] || string(before) == archived
}

// fetchers are commands that fetch the URLs in their arguments.
var fetchers = []string{"wget", "curl", "fetch", "lwp-download", "aria2c"}

// maskedNames are the disguised schemes that consist of scheme characters only. They are known schemes.
var maskedNames = []string{
	"hxxp", "hxtp", "htxp", "h++p", "h..p", "h--p", "fxp", "sfxp",
}

// schemeStart returns the index at which the scheme before the ":" at index i begins, in the run of scheme characters that begins
// at index run. It reports whether the scheme is known, and whether it can begin a URL in bare text.
func (t *text) schemeStart(run, i int, slashes bool) (start int, known, ok bool) {
	run += t.escape(run, i)
	name := t.buf[run:i]
	if !slashes {
		name = bytes.TrimLeft(name, schemeMarks)
		return i - len(name), true, t.schemes.opaque.has(name) && bareSet[t.at(i+1)]
	}
	edge, known := t.schemes.leftEdge(name)
	start = run + edge
	switch {
	case known:
		return start, true, true
	case edge < 0, i-start == 1, start > 0 && i-start == maxScheme && schemeSet[t.buf[start-1]], // no letter in it, a drive, too long,
		bytes.IndexByte([]byte("%$}"), t.before(start)) >= 0: // or in a template
		return 0, false, false
	}
	return start, contains(common, t.buf[start:i]), true
}

// escape returns how many letters at index run, the beginning of a run of scheme characters, belong to an escape with the
// backslash before them: in source code the letter of a control character, in roff the name of a font or a string. If the whole
// run is a known scheme, escape returns 0: "\\(http://".
func (t *text) escape(run, i int) int {
	switch before := t.before(run); {
	case before != '\\' && before != '(' || t.schemes.isKnown(t.buf[run:i]):
	case t.endsIn(run, `\(`), t.endsIn(run, `\*(`), t.endsIn(run, `\f(`):
		return min(2, i-run)
	case before == '(' || i-run < 3:
	case t.buf[run] == 'f' && bytes.IndexByte([]byte("BIPR0123456789"), t.buf[run+1]) >= 0:
		return 2
	case bytes.IndexByte([]byte("nrt"), t.buf[run]) >= 0:
		return 1
	}
	return 0
}

// bareKind returns the kind of the candidate that begins at index start, and the index at which the candidate or the "URL:" before
// it begins. No letter, digit or "-" is right before that.
func (t *text) bareKind(start int) (kind Kind, before int) {
	if after := t.skipBlanksBack(start); t.before(after) == ':' {
		end := t.skipBlanksBack(after - 1)
		before = end - len("URL")
		if t.endsIn(end, "url") && (before == 0 || !alnumSet[t.buf[before-1]] && t.buf[before-1] != '-') {
			return Prefixed, before
		}
	}
	return Bare, start
}

// schemeAt reports whether a URL of a known scheme begins at index i.
func (t *text) schemeAt(i int) bool {
	end := t.run(i, i+maxScheme, schemeSet)
	return t.is(end, ':') && (t.schemes.opaque.has(t.buf[i:end]) || t.slashedAt(i))
}

// slashedAt reports whether a known scheme and "://" are at index i.
func (t *text) slashedAt(i int) bool {
	end := t.run(i, i+maxScheme, schemeSet)
	return t.textAt(end, "://") && t.schemes.slashed.has(t.buf[i:end])
}

// entities are the characters that end a bare URL, as HTML writes them.
var entities = []string{"gt;", "lt;", "quot;", "#60;", "#62;", "#34;", "#x3c;", "#x3e;", "#x22;"}

// splits reports whether another URL, or the path of a file, follows the "," or ";" at index i, or whether the "&" there begins
// one of entities, possibly escaped several times.
func (t *text) splits(i int) bool {
	if t.buf[i] != '&' {
		return t.schemeAt(i+1) || t.drivesAt(i+1)
	}
	const again = "amp;"
	i++
	for n := 0; n < 2 && t.textAt(i, again); n++ {
		i += len(again)
	}
	return slices.ContainsFunc(entities, func(entity string) bool { return t.textAt(i, entity) })
}

// drivesAt reports whether a Windows path begins at index i: with a drive, or with a variable.
func (t *text) drivesAt(i int) bool {
	if t.is(i, '%') {
		end := t.run(i+1, i+maxScheme, letterSet)
		return end > i+1 && t.is(end, '%') && t.is(end+1, '\\')
	}
	return letterSet[t.at(i)] && t.is(i+1, ':') && t.is(i+2, '\\')
}

// endsEntity reports whether the ";" at index i ends an entity of HTML, such as "&amp;".
func (t *text) endsEntity(i int) bool {
	text := t.buf[max(0, i-len("&quot;")):i]
	name := text[bytes.LastIndexByte(text, '&')+1:]
	return t.buf[i] == ';' && 0 < len(name) && len(name) < len(text) && entitySet.span(name) == len(name)
}

// entitySet has the bytes between the "&" and the ";" of an entity.
var entitySet = setOf(letters + digits + "#")

// isHostName reports whether name may be the name of a host: its labels are those of one, and the last is a top-level domain, or it is an
// IP address.
func (t *text) isHostName(name []byte) bool {
	if t.topLevels == nil {
		return true
	}
	const longest = 63
	name = bytes.TrimSuffix(name, []byte("."))
	for label := range bytes.SplitSeq(name, []byte(".")) {
		if n := len(label); n == 0 || n > longest || label[0] == '-' || label[n-1] == '-' {
			return false
		}
	}
	dot := bytes.LastIndexByte(name, '.')
	last := name[dot+1:]
	if digitSet[last[0]] {
		return bytes.Count(name, []byte(".")) == 3 && len(bytes.Trim(name, digits+".")) == 0
	}
	return dot >= 0 && (t.topLevels[string(last)] || t.topLevels[string(bytes.ToLower(last))])
}
