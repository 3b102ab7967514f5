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

// fetchers are commands that fetch the URLs in their arguments.
var fetchers = []string{"wget", "curl", "fetch", "lwp-download", "aria2c"}

// maskedNames are the disguised schemes that consist of scheme characters only. They are known schemes.
var maskedNames = []string{
	"hxxp", "hxtp", "htxp", "h++p", "h..p", "h--p", "fxp", "sfxp",
}
