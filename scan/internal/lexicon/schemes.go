// Package lexicon contains the words and characters known to the finder of URLs: the
// schemes, the disguises of schemes and of the marks of a host, and the classes of
// characters. It examines bytes passed to it, and reads no input.
package lexicon

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/internal/octet"
)

// SchemeMarks are the marks that a scheme can have.
const SchemeMarks = "+-."

var (
	// Usual are the schemes that most URLs have.
	Usual = []string{"http", "https", "ftp", "gopher"}

	// slashed are schemes with "//". Bare text may have any scheme before "//". These
	// begin a URL even right after other text ("post.https://") or a ",", and may be
	// broken over two lines or have a line break after them.
	slashed = strings.Fields(`http https ftp gopher telnet nntp wais file prospero afs ftps git gophers imap irc
	ircs ldap ldaps mms news nfs nntps rlogin rsync rtsp sftp shttp snews ssh svn
	telnets tftp tn3270 webdav wss z39.50 z39.50r z39.50s`)

	// Common are further schemes that need no evidence that a URL is meant.
	Common = strings.Fields(`amqp amqps cifs feed finger hdfs imaps ipfs ipns jdbc ldapi mongodb mqtt mysql pop
	pop3 postgres postgresql redis rtmp s3 sip sips smb smtp smtps tcp udp vnc webcal ws
	xmpp callto facetime rdar skype sms steam tel`)

	// Listing are the schemes whose authority may be a list of hosts.
	Listing = strings.Fields("mongodb amqp amqps kafka nats redis redis-sentinel zookeeper zk memcached " +
		"cassandra couchbase postgres postgresql mysql mariadb loadbalance replication sequential aurora pulsar " +
		"pulsar+ssl rediss clickhouse hive2 etcd")

	// opaque are the schemes that begin a URL in bare text without "//".
	opaque = []string{"mailto", "news", "snews", "mid", "cid", "mailserver"}
)

// Schemes is a set of known schemes.
type Schemes struct {
	Slashed, Opaque Names // they begin a URL in bare text with "//", or without
	endings         Names // those that matter before any ":": all schemes, "url" and "uri"
}

// DefaultSchemes returns the known schemes of the zero Config.
var DefaultSchemes = sync.OnceValue(func() *Schemes { return NewSchemes(nil, nil, false) })

// NewSchemes returns the known schemes, including those of a Config, and the disguised
// ones if defanged is set.
func NewSchemes(added, addedOpaque []string, defanged bool) *Schemes {
	s := new(Schemes)
	if defanged {
		added = slices.Concat(added, disguisedNames)
	}
	s.Slashed.add(slashed, added)
	s.Opaque.add(opaque, addedOpaque)
	s.endings.add(slashed, added, opaque, addedOpaque, []string{"url", "uri"})
	for _, b := range []byte(octet.Blanks) {
		s.endings.some[b] = ^uint32(0) // after "URL"
	}
	return s
}

// UsualBefore returns the length of the scheme before index i of text if it is one of
// Usual in lower case, or 0. It has no loop, since most URLs begin here.
func UsualBefore(text []byte, i int) int {
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

// afterScheme holds "/" and the bytes with which an escaped "/" begins.
var afterScheme = octet.SetOf(`/\&`)

// MayMatter returns false for most indexes at which Matters does, and takes less time.
func (s *Schemes) MayMatter(text []byte, i int) bool {
	return i < 2 || i+1 >= len(text) || afterScheme[text[i+1]] ||
		s.endings.some[text[i-1]]>>(text[i-2]&31)&1 != 0
}

// Matters reports whether the ":" at index i of text may belong to a URL: a "/" or an
// escaped one follows, or a scheme, or "URL" and blanks, precedes.
func (s *Schemes) Matters(text []byte, i int) bool {
	return i+1 < len(text) && afterScheme[text[i+1]] || s.isEnding(text[:i])
}

// isEnding reports whether text ends in a scheme, or in "URL" and blanks.
func (s *Schemes) isEnding(text []byte) bool {
	if n := len(text); n > 0 && octet.Blank[text[n-1]] {
		return octet.EndsIn(bytes.TrimRight(text, octet.Blanks), "url")
	}
	for _, name := range s.endings.like(text) {
		if octet.EndsIn(text, name) {
			return true
		}
	}
	return false
}

// IsKnown reports whether name is a known scheme, with or without "//", ignoring case.
func (s *Schemes) IsKnown(name []byte) bool { return s.Slashed.Has(name) || s.Opaque.Has(name) }

// Names holds names of schemes in lower case, indexed by the low bits of their last two
// bytes. A name of one byte is in all lists for that last byte. A few bits suffice to
// exclude most words.
type Names struct {
	list [32][32][]string
	some [256]uint32 // for each last byte, a bit for each list that may contain a name
}

// add adds the valid names in lists, in upper or lower case.
func (names *Names) add(lists ...[]string) {
	for _, name := range slices.Concat(lists...) {
		if name = strings.ToLower(name); name == "" ||
			strings.Trim(name, octet.Letters+octet.Digits+SchemeMarks) != "" {
			continue
		}
		last := name[len(name)-1]
		for before := range byte(32) {
			if n := len(name); n == 1 || name[n-2]&31 == before {
				names.list[last&31][before] = append(names.list[last&31][before], name)
				names.some[last] |= 1 << before
				names.some[bytes.ToUpper([]byte{last})[0]] |= 1 << before
			}
		}
	}
}

// like returns the names that may end text.
func (names *Names) like(text []byte) []string {
	n := len(text)
	if n == 0 {
		return nil
	}
	last, before := text[n-1], text[max(0, n-2)]
	if names.some[last]>>(before&31)&1 == 0 {
		return nil
	}
	return names.list[last&31][before&31]
}

// Has reports whether name is one of names, ignoring case.
func (names *Names) Has(name []byte) bool { return octet.Contains(names.like(name), name) }

// LeftEdge returns the offset in run, the text before "://", at which the scheme begins,
// and reports whether the scheme is known. The scheme is the longest known one at the end
// of run, unless a "+" joins it to the rest. If a letter is right before it and it ends
// in one of Usual, that one is the scheme, since the first letter more likely belongs to
// a word: the "s" in "filesftp". If there is no known scheme, the scheme is all of run
// from its first letter or digit on. Without any letter the offset is -1.
func (s *Schemes) LeftEdge(run []byte) (edge int, known bool) {
	longest := 0
	for _, name := range s.Slashed.like(run) {
		if n := len(name); n > longest && octet.EndsIn(run, name) && glues(run[:len(run)-n], n) {
			longest = n
		}
	}
	if longest > 0 {
		edge = len(run) - longest
		for _, name := range Usual {
			if edge > 0 && octet.Letter[run[edge-1]] && string(run[:edge]) != archived &&
				octet.EndsIn(run, name) {
				return len(run) - len(name), true
			}
		}
		return edge, true
	}
	edge = len(run) - len(bytes.TrimLeft(run, SchemeMarks))
	if !bytes.ContainsAny(run[edge:], octet.Letters) {
		edge = -1
	}
	return edge, false
}

// archived precedes each line in a shell archive.
const archived = "X"

// glues reports whether a known scheme of n bytes counts right after the text before. It
// counts after anything but a "+" that joins it to a name. A short scheme, with which
// words may end, counts only after punctuation, or after the "X" of shell archives.
func glues(before []byte, n int) bool {
	const short = 3
	if command, ok := bytes.CutSuffix(before, []byte("+")); ok {
		// a command line in a query, where "+" encodes a blank, or a "%20" before a "+"
		name := command[bytes.LastIndexByte(command, '+')+1:]
		return octet.Contains(Fetchers, command) ||
			!beginsInLetter(name) && !beginsInLetter(bytes.TrimLeft(command, SchemeMarks))
	}
	return len(before) == 0 || n > short || !octet.Letter[before[len(before)-1]] || string(before) == archived
}

// beginsInLetter reports whether name may be the name of a scheme.
func beginsInLetter(name []byte) bool { return len(name) > 0 && octet.Letter[name[0]] }

// Fetchers are commands that fetch the URLs in their arguments.
var Fetchers = []string{"wget", "curl", "fetch", "lwp-download", "aria2c"}

// Tags are the elements of HTML that may follow a URL in the source of a page, and keys
// in angle brackets. A name such as "<address>" or "<source>" more often replaces text.
var Tags = strings.Fields("a b i p s u q br hr li td tr th dd dt dl ol ul em tt h1 h2 h3 h4 h5 h6 pre wbr " +
	"img sup sub div span font nobr cite code center strong small strike table tbody caption form input body " +
	"html head title script style blockquote g grin snip cr lf crlf enter return")

// disguisedNames are the disguised schemes that consist of scheme characters. They count
// as known schemes.
var disguisedNames = strings.Fields("hxxp hxxps hxtp htxp h++p h..p h--p hxxx hxxxs httx httxs hzzp hzzps " +
	"hxxxp hxxxps fxp sfxp fxtp")

// AmigaGuide are the inline commands of AmigaGuide's markup: "@{b}".
var AmigaGuide = strings.Fields(`b ub i ui u uu plain body code bg fg apen bpen amigaguide jcenter jleft
	jright lindent line par pard pari settabs tab cleartabs`)
