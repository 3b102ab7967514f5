//go:build long

package old

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
func (s *Scanner) Opaque(name []byte) bool { return s.schemes.isOpaque(name) }

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

// isCommon reports whether name is one of common.
func (s *schemes) isCommon(name []byte) bool { return contains(common, name) }

// hasEvidence reports whether a URL of an unknown scheme is meant at index start, with its authority at [a,end), and not just
// text with "://" in it, such as "ht://Dig", a password, or a line of uuencoded data. The scheme must begin with a letter, and
// have no capitals, only capitals, or a single one at its beginning. The text after "//" must have a dot in its host, a user, a
// port or a path, or be "localhost". path reports whether a path follows the authority.
func (s *Scanner) hasEvidence(start, a, end int, path bool) bool {
	if start > s.floor && (s.buf[start-1] == '_' || s.buf[start-1] >= 0x80) || !letterSet[s.buf[start]] || s.isEncoded(start) ||
		s.isSevered(start, a-len("://")) {
		return false
	}
	var small, large bool
	for _, b := range s.buf[start+1 : a-len("://")] {
		small = small || 'a' <= b && b <= 'z'
		large = large || 'A' <= b && b <= 'Z'
	}
	if large && (small || lower(s.buf[start]) == s.buf[start]) {
		return false
	}
	host := s.host(a, end)
	dot := bytes.IndexByte(s.buf[a:host], '.')
	return path || host < end || dot > 0 && a+dot+1 < host || foldedEqual(s.buf[a:host], "localhost")
}

// isSevered reports whether the unknown scheme at [start,i) is only the end of one: that of http or ftp, or what follows an escape, or
// the second of two strings that a program joins, as in "te" + "lnet://host.example".
func (s *Scanner) isSevered(start, i int) bool {
	return contains(severed, s.buf[start:i]) || s.escapeEnds(start) || s.stringEnds(start)
}

// severed are the ends of http, https and ftp.
var severed = []string{"ttp", "ttps", "tp", "tps"}

// escapeEnds reports whether an escape of a character ends right before index i: a backslash whose digits or name are in the run of
// scheme characters, "\67 " of CSS, "\u{67}", or a reference of HTML.
func (s *Scanner) escapeEnds(i int) bool {
	const longest = len("&#x000067;")
	least := max(s.floor, i-longest)
	if i == least || s.buf[i-1] == '\\' {
		return i > least
	}
	text := s.buf[least : i-1]
	switch digits := len(bytes.TrimRight(text, "0123456789abcdefABCDEF")); {
	case digits == len(text):
		return false
	case s.buf[i-1] == ';':
		return bytes.HasSuffix(bytes.TrimRight(text[:digits], "xX"), []byte("&#"))
	case s.buf[i-1] == '}':
		return bytes.HasSuffix(text[:digits], []byte(`\u{`))
	default:
		return blank(s.buf[i-1]) && bytes.HasSuffix(text[:digits], []byte(`\`))
	}
}

// joints are the operators by which programs join strings.
var joints = []string{"+", "||", "..", ".", "&", "~"}

// stringEnds reports whether the quote right before index i opens a string that is joined to another one, which ends in a character of
// a scheme.
func (s *Scanner) stringEnds(i int) bool {
	const far = 64
	quote := i - 1
	if quote < s.floor || s.buf[quote] != '"' && s.buf[quote] != '\'' {
		return false
	}
	before := bytes.TrimRight(s.buf[max(s.floor, quote-far):quote], space)
	for _, operator := range joints {
		if joined, ok := bytes.CutSuffix(before, []byte(operator)); ok {
			joined = bytes.TrimRight(joined, space)
			n := len(joined)
			return n > 1 && joined[n-1] == s.buf[quote] && schemeSet[joined[n-2]]
		}
	}
	return false
}

// hostGoesOn reports whether the quote at index i closes a string that is joined to another one, which begins with what a host or a user
// may have, and not with another URL. A full stop with a blank only after it ends a sentence.
func (s *Scanner) hostGoesOn(i int) bool {
	const far = 64
	if !s.is(i, '"') && !s.is(i, '\'') {
		return false
	}
	at := s.skipBlanks(i+1, i+far)
	k := slices.IndexFunc(joints, func(operator string) bool { return s.textAt(at, operator) })
	if k < 0 {
		return false
	}
	next := at + len(joints[k])
	if at == i+1 && s.is(next, ' ') && joints[k] == "." {
		return false
	}
	next = s.run(next, i+far, spaceSet)
	return s.is(next, s.buf[i]) && s.has(next+1) && (hostSet[s.buf[next+1]] || s.buf[next+1] == '@') && !s.schemeAt(next+1)
}

// addressSchemes are the schemes without "//" that are followed by an address, or a list of them.
var addressSchemes = []string{"mailto", "mid", "cid", "mailserver"}

// hasAddress reports whether an address may follow the ":" at index i, after a scheme without "//" that begins at index start. If
// no "@" follows a scheme that needs one, another URL may follow: "cid:1;url:http://host.example/".
func (s *Scanner) hasAddress(start, i int) bool {
	needed := false
	for _, scheme := range addressSchemes {
		needed = needed || foldedEqual(s.buf[start:i], scheme)
	}
	if s.defang || !needed {
		return true
	}
	limit := start + s.max + 1
	end := s.runOn(i+1, limit, noAtSet, &s.noAt)
	return end == limit || s.is(end, '@') // what is too long must be reported as cut
}

// isEncoded reports whether the line at index i is a line of uuencoded data. Its first character encodes its number of bytes.
// Each three bytes are four characters, and none of these is a lower-case letter.
func (s *Scanner) isEncoded(i int) bool {
	const longest = 1 + 60
	if s.buf[i] > '`' {
		return false
	}
	least := max(0, i-longest)
	begin := s.lineStart(i, least)
	if begin == least && s.offset(least) > 0 {
		return false
	}
	end := begin
	for end <= begin+longest && s.has(end) && ' ' <= s.buf[end] && s.buf[end] <= '`' {
		end++
	}
	octets := int(s.buf[begin]-' ') & 63
	return octets > 0 && end-begin == 1+(octets+2)/3*4 && (!s.has(end) || s.newline(end) > 0)
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
