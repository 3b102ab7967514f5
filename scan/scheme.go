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
	opaque  []string
	slashed byLast

	// heads has the bytes at which a line can end if a scheme is broken after it and the next line begins with a common scheme,
	// such as the "s" of "s⏎http".
	heads [256]bool

	// endings has the names that matter before a ":" whatever follows it: schemes, "url", and a blank, since the ":" of "URL :"
	// may have one before it. ends reports of two bytes whether an ending may end in them, which most words do not. A false is
	// certain.
	endings byLast
	ends    [1 << 12]bool
}

var defaultSchemes = sync.OnceValue(func() *schemes { return newSchemes(nil, nil, false) })

// newSchemes returns the known schemes, including those of a Config, and the disguised ones if defanged is set.
func newSchemes(added, addedOpaque []string, defanged bool) *schemes {
	s := &schemes{opaque: slices.Concat(opaque, names(addedOpaque))}
	slashed := slices.Concat(slashed, names(added))
	if defanged {
		slashed = append(slashed, maskedNames...)
	}
	for _, name := range slashed {
		s.slashed.add(name)
	}
	for _, name := range slices.Concat(s.opaque, slashed, []string{"url", " ", "\t", "\v", "\f"}) {
		s.expect(name)
		s.expectBroken(name)
	}
	if defanged {
		s.expect("[")
	}
	return s
}

// names returns the valid scheme names in list, in lower case.
func names(list []string) []string {
	var valid []string
	for _, name := range list {
		if name = strings.ToLower(name); name != "" && strings.Trim(name, letters+digits+"+-.") == "" {
			valid = append(valid, name)
		}
	}
	return valid
}

// Opaque reports whether name, in any case, is a scheme that begins a URL in bare text without "//".
func (t *text) Opaque(name []byte) bool { return t.schemes.isOpaque(name) }

// expect adds name to endings and ends.
func (s *schemes) expect(name string) {
	last := name[len(name)-1]
	s.endings.add(name)
	if len(name) > 1 {
		s.ends[pair(name[len(name)-2], last)] = true
		return
	}
	for b := range 1 << 8 {
		s.ends[pair(byte(b), last)] = true
	}
}

// matter reports whether text, which has at least two bytes, ends in one of endings.
func (s *schemes) matter(text []byte) bool {
	a, b := text[len(text)-2], text[len(text)-1]
	if !s.ends[pair(a, b)] {
		return false
	}
	for _, name := range s.endings.like(text) {
		if n := len(text) - len(name); n >= 0 && foldedEqual(text[n:], name) {
			return true
		}
	}
	return false
}

// expectBroken adds to heads the byte before the common scheme at the end of name.
func (s *schemes) expectBroken(name string) {
	for _, common := range []string{"http", "https", "ftp", "gopher"} {
		if head := strings.TrimSuffix(name, common); head != name && head != "" {
			last := head[len(head)-1]
			s.heads[last], s.heads[last&^0x20] = true, true
		}
	}
}

// pair returns a number for two bytes, which is the same for upper and lower case.
func pair(a, b byte) int { return int(a&0x1f)<<7 | int(b&0x5f) }

// isOpaque reports whether name, in any case, is a scheme that begins a URL in bare text without "//".
func (s *schemes) isOpaque(name []byte) bool { return contains(s.opaque, name) }

// isKnown reports whether name, in any case, is a known scheme, with or without "//".
func (s *schemes) isKnown(name []byte) bool {
	return s.isSlashed(name) || contains(s.opaque, name)
}

// knownBefore reports whether the text before the first ":" of text is a known scheme.
func (s *schemes) knownBefore(text []byte) bool {
	return s.isKnown(text[:max(0, bytes.IndexByte(text, ':'))])
}

// isSlashed reports whether name, in any case, is a known scheme that takes "//".
func (s *schemes) isSlashed(name []byte) bool { return contains(s.slashed.like(name), name) }

// hasEvidence reports whether a URL of an unknown scheme is meant at index start, with its authority at [a,end), and not just
// text with "://" in it, such as "ht://Dig", a password, or a line of uuencoded data. The scheme must begin with a letter, and
// have no capitals, only capitals, or a single one at its beginning. The text after "//" must have a dot in its host, a user, a
// port or a path, or be "localhost". path reports whether a path follows the authority.
func (t *text) hasEvidence(start, a, end int, path bool) bool {
	if start > t.floor && (t.buf[start-1] == '_' || t.buf[start-1] >= 0x80) || !letterSet[t.buf[start]] || t.isEncoded(start) ||
		t.isSevered(start, a-len("://")) {
		return false
	}
	var small, large bool
	for _, b := range t.buf[start+1 : a-len("://")] {
		small = small || 'a' <= b && b <= 'z'
		large = large || 'A' <= b && b <= 'Z'
	}
	if large && (small || lower(t.buf[start]) == t.buf[start]) {
		return false
	}
	host := t.host(a, end)
	dot := bytes.IndexByte(t.buf[a:host], '.')
	return path || host < end || dot > 0 && a+dot+1 < host || foldedEqual(t.buf[a:host], "localhost")
}

// isSevered reports whether the unknown scheme at [start,i) is only the end of one: that of http or ftp, or what follows an escape, or
// the second of two strings that a program joins, as in "te" + "lnet://host.example".
func (t *text) isSevered(start, i int) bool {
	return contains(severed, t.buf[start:i]) || t.escapeEnds(start) || t.stringEnds(start)
}

// severed are the ends of http, https and ftp.
var severed = []string{"ttp", "ttps", "tp", "tps"}

// escapeEnds reports whether an escape of a character ends right before index i: a backslash whose digits or name are in the run of
// scheme characters, "\67 " of CSS, "\u{67}", or a reference of HTML.
func (t *text) escapeEnds(i int) bool {
	const longest = len("&#x000067;")
	least := max(t.floor, i-longest)
	if i == least || t.buf[i-1] == '\\' {
		return i > least
	}
	text := t.buf[least : i-1]
	switch digits := len(bytes.TrimRight(text, "0123456789abcdefABCDEF")); {
	case digits == len(text):
		return false
	case t.buf[i-1] == ';':
		return bytes.HasSuffix(bytes.TrimRight(text[:digits], "xX"), []byte("&#"))
	case t.buf[i-1] == '}':
		return bytes.HasSuffix(text[:digits], []byte(`\u{`))
	default:
		return blank(t.buf[i-1]) && bytes.HasSuffix(text[:digits], []byte(`\`))
	}
}

// joints are the operators by which programs join strings.
var joints = []string{"+", "||", "..", ".", "&", "~"}

// stringEnds reports whether the quote right before index i opens a string that is joined to another one, which ends in a character of
// a scheme.
func (t *text) stringEnds(i int) bool {
	const far = 64
	quote := i - 1
	if quote < t.floor || t.buf[quote] != '"' && t.buf[quote] != '\'' {
		return false
	}
	before := bytes.TrimRight(t.buf[max(t.floor, quote-far):quote], space)
	for _, operator := range joints {
		if joined, ok := bytes.CutSuffix(before, []byte(operator)); ok {
			joined = bytes.TrimRight(joined, space)
			n := len(joined)
			return n > 1 && joined[n-1] == t.buf[quote] && schemeSet[joined[n-2]]
		}
	}
	return false
}

// hostGoesOn reports whether the quote at index i closes a string that is joined to another one, which begins with what a host or a user
// may have, and not with another URL. A full stop with a blank only after it ends a sentence.
func (t *text) hostGoesOn(i int) bool {
	const far = 64
	if !t.is(i, '"') && !t.is(i, '\'') {
		return false
	}
	at := t.skipBlanks(i+1, i+far)
	k := slices.IndexFunc(joints, func(operator string) bool { return t.textAt(at, operator) })
	if k < 0 {
		return false
	}
	next := at + len(joints[k])
	if at == i+1 && t.is(next, ' ') && joints[k] == "." {
		return false
	}
	next = t.run(next, i+far, spaceSet)
	return t.is(next, t.buf[i]) && t.has(next+1) && (hostSet[t.buf[next+1]] || t.buf[next+1] == '@') && !t.schemeAt(next+1)
}

// addressSchemes are the schemes without "//" that are followed by an address, or a list of them.
var addressSchemes = []string{"mailto", "mid", "cid", "mailserver"}

// hasAddress reports whether an address may follow the ":" at index i, after a scheme without "//" that begins at index start. If
// no "@" follows a scheme that needs one, another URL may follow: "cid:1;url:http://host.example/".
func (t *text) hasAddress(start, i int) bool {
	needed := false
	for _, scheme := range addressSchemes {
		needed = needed || foldedEqual(t.buf[start:i], scheme)
	}
	if t.defang || !needed {
		return true
	}
	limit := start + t.max
	r := t.runAt(i+1, limit, false)
	return r.start+r.address > i || r.end > limit // what is too long must be reported as cut
}

// isEncoded reports whether the line at index i is a line of uuencoded data. Its first character encodes its number of bytes.
// Each three bytes are four characters, and none of these is a lower-case letter.
func (t *text) isEncoded(i int) bool {
	const longest = 1 + 60
	if t.buf[i] > '`' {
		return false
	}
	least := max(0, i-longest)
	begin := t.lineStart(i, least)
	if begin == least && t.offset(least) > 0 {
		return false
	}
	end := begin
	for end <= begin+longest && t.has(end) && ' ' <= t.buf[end] && t.buf[end] <= '`' {
		end++
	}
	octets := int(t.buf[begin]-' ') & 63
	return octets > 0 && end-begin == 1+(octets+2)/3*4 && (!t.has(end) || t.newline(end) > 0)
}

// byLast has names in lower case, indexed by their last byte.
type byLast [256][]string

func (names *byLast) add(name string) {
	last := name[len(name)-1]
	names[last] = append(names[last], name)
}

// like returns the names whose last byte is that of text.
func (names *byLast) like(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return names[lower(text[len(text)-1])]
}

func contains(names []string, name []byte) bool {
	for _, known := range names {
		if foldedEqual(name, known) {
			return true
		}
	}
	return false
}

// leftEdge returns the offset in run at which the scheme begins, and reports whether the scheme is known. run is the text before
// "://". The scheme is the longest known one at the end of run, unless a "+" joins it to the rest. If a letter is right before it and
// it ends in http, https or ftp, these are the scheme, since its first letter is more likely that of a word: the "s" in "filesftp".
// If no known one is there, the scheme is all of run from its first letter or digit on. If that has no letter, the offset is -1.
func (s *schemes) leftEdge(run []byte) (edge int, known bool) {
	longest := 0
	names := s.slashed.like(run)
	if n := len(run); n > 1 && !s.ends[pair(run[n-2], run[n-1])] {
		names = nil
	}
	for _, name := range names {
		if n := len(name); n > longest && n <= len(run) && foldedEqual(run[len(run)-n:], name) && glues(run[:len(run)-n], n) {
			longest = n
		}
	}
	if longest > 0 {
		edge = len(run) - longest
		if edge > 0 && letterSet[run[edge-1]] && string(run[:edge]) != archived {
			edge = unglued(run, edge)
		}
		return edge, true
	}
	edge = 0
	for edge < len(run) && !alnumSet[run[edge]] {
		edge++
	}
	for _, b := range run[edge:] {
		if letterSet[b] {
			return edge, false
		}
	}
	return -1, false
}

// unglued returns the offset in run of the plain scheme at the end of the one at offset edge, right after a letter, or edge.
func unglued(run []byte, edge int) int {
	for _, name := range []string{"http", "https", "ftp"} {
		if n := len(run) - len(name); n > edge && foldedEqual(run[n:], name) {
			return n
		}
	}
	return edge
}

// archived is what a shell archive has before each line.
const archived = "X"

// glues reports whether a known scheme of n bytes counts right after the text before. It counts after anything but a "+". A
// scheme so short that words end in it counts only after punctuation, or after the "X" of shell archives.
func glues(before []byte, n int) bool {
	const short = 3
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	if last == '+' {
		return contains(fetchers, before[:len(before)-1]) // a command line in a query, where "+" stands for a blank
	}
	return n > short || !letterSet[last] || string(before) == archived
}

// schemeStart returns the index at which the scheme before the ":" at index i begins, in the run of scheme characters that begins
// at index run. It reports whether the scheme is known, and whether it can begin a URL in bare text.
func (t *text) schemeStart(run, i int, slashes bool) (start int, known, ok bool) {
	if slashes && run > 0 && commonScheme(t.buf, i) == run {
		return run, true, true // as mostly
	}
	run += t.escape(run, i)
	name := t.buf[run:i]
	if !slashes {
		for len(name) > 0 && !alnumSet[name[0]] {
			name = name[1:]
		}
		return i - len(name), true, t.schemes.isOpaque(name) && t.has(i+1) && bareSet[t.buf[i+1]]
	}
	edge, known := t.schemes.leftEdge(name)
	start = run + edge
	switch {
	case known:
		return start, true, true
	case edge < 0, i-start == 1, start > 0 && i-start == maxScheme && schemeSet[t.buf[start-1]]:
		return 0, false, false // no letter in it, a drive, or too long
	case start > t.floor && bytes.IndexByte([]byte("%$}"), t.buf[start-1]) >= 0:
		return 0, false, false // a template
	}
	return start, contains(common, t.buf[start:i]), true
}

// escape returns how many letters at index run, the beginning of a run of scheme characters, belong to an escape with the
// backslash before them: in source code the letter of a control character, in roff the name of a font or a string. If the whole
// run is a known scheme, escape returns 0: "\\(http://".
func (t *text) escape(run, i int) int {
	if run == t.floor || t.buf[run-1] != '\\' && t.buf[run-1] != '(' {
		return 0
	}
	least := max(t.floor, run-len(`\*(`))
	before := t.buf[least:run]
	switch {
	case t.schemes.isKnown(t.buf[run:i]):
		return 0
	case bytes.HasSuffix(before, []byte(`\(`)), bytes.HasSuffix(before, []byte(`\*(`)), bytes.HasSuffix(before, []byte(`\f(`)):
		return min(2, i-run)
	case !bytes.HasSuffix(before, []byte(`\`)) || i-run < 3:
		return 0
	case t.buf[run] == 'f' && bytes.IndexByte([]byte("BIPR0123456789"), t.buf[run+1]) >= 0:
		return 2
	case bytes.IndexByte([]byte("nrt"), t.buf[run]) >= 0:
		return 1
	}
	return 0
}

// bareKind returns the kind of the candidate that begins at index start, and the index at which the candidate or the "URL:" before
// it begins.
func (t *text) bareKind(start int) (kind Kind, before int) {
	if start > t.floor && (t.buf[start-1] == ':' || blank(t.buf[start-1])) {
		colon := t.skipBlanksBack(start) - 1
		if colon >= t.floor && t.buf[colon] == ':' {
			if end := t.skipBlanksBack(colon); t.urlEnds(end) {
				return Prefixed, end - len("URL")
			}
		}
	}
	return Bare, start
}

// urlEnds reports whether "URL" is right before index i, without a letter, digit or "-" before it.
func (t *text) urlEnds(i int) bool {
	start := i - len("URL")
	return start >= t.floor && foldedEqual(t.buf[start:i], "url") &&
		(start == 0 || !alnumSet[t.buf[start-1]] && t.buf[start-1] != '-')
}

// schemeAt reports whether a URL of a known scheme begins at index i.
func (t *text) schemeAt(i int) bool {
	end := t.run(i, i+maxScheme, schemeSet)
	if !t.is(end, ':') {
		return false
	}
	name := t.buf[i:end]
	return t.schemes.isOpaque(name) || t.textAt(end, "://") && t.schemes.isSlashed(name)
}

// commonScheme returns the index at which the scheme before the ":" at index i begins, if it is a common one in lower case, or 0.
func commonScheme(text []byte, i int) int {
	if i <= len("gopher") {
		return 0
	}
	switch text[i-1] {
	case 'p':
		switch {
		case string(text[i-4:i]) == "http":
			return i - 4
		case string(text[i-3:i]) == "ftp":
			return i - 3
		}
	case 's':
		if string(text[i-5:i]) == "https" {
			return i - 5
		}
	case 'r':
		if string(text[i-6:i]) == "gopher" {
			return i - 6
		}
	}
	return 0
}
