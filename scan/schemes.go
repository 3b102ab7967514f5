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

// matter reports whether the ":" at index i of text may belong to a URL: a "/" follows, or before it ends a scheme, or "URL" and blanks.
func (s *schemes) matter(text []byte, i int) bool {
	if i+1 < len(text) && text[i+1] == '/' {
		return true
	}
	text = text[:i]
	if i > 0 && blank(text[i-1]) {
		return endsIn(bytes.TrimRight(text, blanks), "url")
	}
	for _, name := range s.endings.like(text) {
		if endsIn(text, name) {
			return true
		}
	}
	return false
}

// isOpaque reports whether name, in any case, is a scheme that begins a URL in bare text without "//".
func (s *schemes) isOpaque(name []byte) bool { return contains(s.opaque.like(name), name) }

// isSlashed reports whether name, in any case, is a known scheme that takes "//".
func (s *schemes) isSlashed(name []byte) bool { return contains(s.slashed.like(name), name) }

// isKnown reports whether name, in any case, is a known scheme, with or without "//".
func (s *schemes) isKnown(name []byte) bool { return s.isSlashed(name) || s.isOpaque(name) }

// names are names of schemes in lower case, indexed by their last byte. Most words end in none of them, as their last two bytes show.
type names struct {
	list   [256][]string
	before [256]uint32 // a bit for each letter before the last one
}

// add adds the names in lists that are valid, in any case.
func (names *names) add(lists ...[]string) {
	for _, name := range slices.Concat(lists...) {
		if name = strings.ToLower(name); name == "" || strings.Trim(name, letters+digits+"+-.") != "" {
			continue
		}
		last := name[len(name)-1]
		names.list[last] = append(names.list[last], name)
		if len(name) > 1 {
			names.before[last] |= 1 << (name[len(name)-2] & 31)
		} else {
			names.before[last] = ^uint32(0)
		}
	}
}

// like returns the names with the last byte of text, or none if text ends in none of them.
func (names *names) like(text []byte) []string {
	n := len(text)
	if n == 0 {
		return nil
	}
	last := lower(text[n-1])
	if n > 1 && names.before[last]>>(text[n-2]&31)&1 == 0 {
		return nil
	}
	return names.list[last]
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
	for _, name := range s.slashed.like(run) {
		if n := len(name); n > longest && endsIn(run, name) && glues(run[:len(run)-n], n) {
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
		if n := len(run) - len(name); n > edge && endsIn(run, name) {
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
