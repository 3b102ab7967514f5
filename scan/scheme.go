package scan

import (
	"slices"
	"strings"
)

// maxScheme is the length of the longest scheme that is looked for.
const maxScheme = 64

var (
	// slashed are schemes that take "//". Any scheme does in bare text; these begin a URL even where other text is glued to
	// their left ("post.https://"), where a "," stands before them, and where a line break is inside or after them.
	slashed = []string{
		"http", "https", "ftp", "gopher", "telnet", "nntp", "wais", "file", "prospero",
		"afs", "ftps", "git", "gophers", "imap", "irc", "ircs", "ldap", "ldaps", "mms", "news", "nfs", "nntps", "rlogin",
		"rsync", "rtsp", "sftp", "shttp", "snews", "ssh", "svn", "telnets", "tftp", "tn3270", "webdav", "wss",
		"z39.50", "z39.50r", "z39.50s",
	}

	// opaque are the schemes that stand in bare text without "//".
	opaque = []string{"mailto", "news", "snews", "mid", "cid", "mailserver"}
)

// schemes tells which schemes are known.
type schemes struct {
	opaque  []string
	slashed byLast

	// heads tells of a byte whether it may be the last on its line of a scheme that ends in a common one on the next, as the "s"
	// of "shttp" is.
	heads [256]bool

	// endings has the names that matter before a ":" whatever follows: schemes, "url", and a blank, since one may stand before
	// the ":" of "URL". ends tells of two bytes whether one of them may end so, which most words do not; it is right where it is
	// false.
	endings byLast
	ends    [1 << 12]bool
}

var defaultSchemes = newSchemes(nil, nil, false)

// newSchemes returns the schemes that are known, with those of a Config, and defanged ones if asked for.
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

// names returns those of list that a scheme can have, in lower case.
func names(list []string) []string {
	var valid []string
	for _, name := range list {
		if name = strings.ToLower(name); name != "" && strings.Trim(name, letters+digits+"+-.") == "" {
			valid = append(valid, name)
		}
	}
	return valid
}

// Opaque reports whether name, in any case, is a scheme that stands in bare text without "//".
func (s *Scanner) Opaque(name []byte) bool { return s.schemes.isOpaque(name) }

// expect notes how name ends.
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

// matter is true if what ends text, which has two bytes or more, matters before a ":".
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

// expectBroken notes in heads what stands before a common scheme that name ends in.
func (s *schemes) expectBroken(name string) {
	for _, common := range []string{"http", "https", "ftp", "gopher"} {
		if head := strings.TrimSuffix(name, common); head != name && head != "" {
			last := head[len(head)-1]
			s.heads[last], s.heads[last&^0x20] = true, true
		}
	}
}

// pair gives the same number for the same two bytes, and for those that are letters in the other case.
func pair(a, b byte) int { return int(a&0x1f)<<7 | int(b&0x5f) }

// isOpaque is true if name, in any case, stands in bare text without "//".
func (s *schemes) isOpaque(name []byte) bool { return contains(s.opaque, name) }

// isKnown is true if name is a scheme that is known, with or without "//".
func (s *schemes) isKnown(name []byte) bool {
	return s.isSlashed(name) || contains(s.opaque, name)
}

// isSlashed is true if name is a scheme that is known and takes "//".
func (s *schemes) isSlashed(name []byte) bool { return contains(s.slashed.like(name), name) }

// byLast has names in lower case by their last byte.
type byLast [256][]string

func (names *byLast) add(name string) {
	last := name[len(name)-1]
	names[last] = append(names[last], name)
}

// like gives the names that end in the same byte as text.
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

// leftEdge gives the offset in run, which stands before "://", at which the scheme begins, or -1 if there is none: the
// whole run, but the longest known scheme that an unknown run ends in, unless a "+" joins it to the rest, and without
// punctuation before the first letter or digit. It tells whether the scheme is known.
func (s *schemes) leftEdge(run []byte) (edge int, known bool) {
	longest := 0
	for _, name := range s.slashed.like(run) {
		if n := len(name); n > longest && n <= len(run) && foldedEqual(run[len(run)-n:], name) && glues(run[:len(run)-n], n) {
			longest = n
		}
	}
	if longest > 0 {
		return len(run) - longest, true
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

// glues reports whether a known scheme of n bytes may be found after what stands before it: after anything but a "+". One
// that is so short that words end in it is found only after punctuation, or after the "X" of shell archives.
func glues(before []byte, n int) bool {
	const short = 3
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	return last != '+' && (n > short || !letterSet[last] || string(before) == "X")
}
