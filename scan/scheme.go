package scan

import (
	"slices"
	"strings"
)

// maxScheme is the length of the longest scheme that is looked for.
const maxScheme = 64

var (
	// glued are the schemes that are found where other text is glued to their left, as in "post.https://".
	glued = []string{"https", "http", "ftp", "gopher", "telnet", "wais", "nntp", "file", "prospero"}

	// slashed are other schemes that take "//". Any scheme does in bare text; these are known well enough to begin a URL
	// where one would not be looked for.
	slashed = []string{
		"afs", "ftps", "git", "gophers", "imap", "irc", "ircs", "ldap", "ldaps", "mms", "news", "nfs", "nntps", "rlogin",
		"rsync", "rtsp", "sftp", "shttp", "sip", "snews", "ssh", "svn", "telnets", "tftp", "tn3270", "webdav", "ws", "wss",
		"z39.50", "z39.50r", "z39.50s",
	}

	// opaque are the schemes that stand in bare text without "//".
	opaque = []string{"mailto", "news", "snews", "mid", "cid", "mailserver"}
)

// schemes tells which schemes are known.
type schemes struct {
	opaque  []string
	slashed []string

	// last tells of the byte before a ":" whether it can be the last of a scheme for which it matters what follows, or of
	// "URL".
	last charset
}

var defaultSchemes = newSchemes(nil)

// newSchemes gives the schemes that are known, added ones included, which are in lower case.
func newSchemes(added []string) *schemes {
	s := &schemes{
		opaque:  slices.Concat(opaque, added),
		slashed: slices.Concat(glued, slashed, added),
	}
	for _, name := range slices.Concat(s.opaque, s.slashed, []string{"url"}) {
		b := name[len(name)-1]
		s.last[b] = true
		s.last[strings.ToUpper(string(b))[0]] = true
	}
	return s
}

// isOpaque is true if name, in any case, stands in bare text without "//".
func (s *schemes) isOpaque(name []byte) bool { return contains(s.opaque, name) }

// isKnown is true if name is a scheme that is known, with or without "//".
func (s *schemes) isKnown(name []byte) bool {
	return contains(s.slashed, name) || contains(s.opaque, name)
}

func contains(names []string, name []byte) bool {
	for _, known := range names {
		if foldedEqual(name, known) {
			return true
		}
	}
	return false
}

// leftEdge gives the offset in run, which stands before "://", at which the scheme begins, or -1 if there is none: the
// whole run, but the known scheme that an unknown run ends in, unless a "+" joins it to the rest, and without
// punctuation before the first letter or digit.
func (s *schemes) leftEdge(run []byte) int {
	if contains(s.slashed, run) {
		return 0
	}
	for _, name := range glued {
		edge := len(run) - len(name)
		if edge > 0 && run[edge-1] != '+' && foldedEqual(run[edge:], name) {
			return edge
		}
	}
	edge := 0
	for edge < len(run) && !alnumSet[run[edge]] {
		edge++
	}
	for _, b := range run[edge:] {
		if letterSet[b] {
			return edge
		}
	}
	return -1
}
