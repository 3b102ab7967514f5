package rfc1738

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Deviation is one place where a text breaks section 5 in a way that is known.
type Deviation struct {
	Kind Kind
	// Offset is the first byte of what section 5 does not allow, counted from the start of the text.
	Offset int
	// Rule is the production that was being read there. Section is the section of RFC 1738 that is broken.
	Rule, Section string
	// LegalSince is the first RFC whose grammar admits it, as "RFC 2396", or empty.
	LegalSince string
}

// A Kind is a way in which real URLs break section 5.
type Kind uint8

// The kinds of deviations.
const (
	Tilde             Kind = iota // a "~"
	National                      // another character of national
	Space                         // a blank
	Control                       // a byte 00 to 1F, or 7F
	NonASCII                      // a byte 80 to FF, or a UTF-8 sequence of them
	BarePercent                   // a "%" without two hex digits
	QuerySlash                    // "/" or "?" in a search
	SearchWithoutPath             // a search right after the host
	Userinfo                      // user or password where the scheme has none
	UserinfoChar                  // a second ":" or "@" in user and password
	UnderscoreHost                // "_" in a host
	RegName                       // a host of other labels than domain names have
	EmptyPort                     // ":" without a port
	IPv6                          // an address in brackets
	Param                         // ";" in a segment
	Reserved                      // another reserved character that the production leaves out
	Case                          // a literal in the other case
	FileLocal                     // "file:/", without the host's slashes
	FileDrive                     // a drive letter in the place of file's host
	NewsServer                    // a server in a newsurl
	NewsGroup                     // a group that begins with no letter, or with wildcards or escapes
	MailtoEmpty                   // no address
	RootDot                       // a dot after the last label
	numKinds
)

var kinds = [numKinds]struct{ name, section, legalSince string }{
	Tilde:             {"tilde", "2.2", "RFC 2396"},
	National:          {"national", "2.2", ""},
	Space:             {"space", "2.2", ""},
	Control:           {"control", "2.2", ""},
	NonASCII:          {"non-ascii", "2.2", "RFC 3987"},
	BarePercent:       {"bare-percent", "2.2", ""},
	QuerySlash:        {"query-slash", "3.3", "RFC 1808"},
	SearchWithoutPath: {"search-without-path", "3.3", "RFC 2396"},
	Userinfo:          {"userinfo", "3.3", ""},
	UserinfoChar:      {"userinfo-char", "3.1", "RFC 2396"},
	UnderscoreHost:    {"underscore-host", "3.1", "RFC 3986"},
	RegName:           {"reg-name", "3.1", "RFC 3986"},
	EmptyPort:         {"empty-port", "3.1", "RFC 2396"},
	IPv6:              {"ipv6", "3.1", "RFC 2732"},
	Param:             {"param", "3.2.2", "RFC 1808"},
	Reserved:          {"reserved", "5", "RFC 1808"},
	Case:              {"case", "5", ""},
	FileLocal:         {"file-local", "3.10", "RFC 8089"},
	FileDrive:         {"file-drive", "3.10", ""},
	NewsServer:        {"news-server", "3.6", "RFC 5538"},
	NewsGroup:         {"news-group", "3.6", "RFC 5538"},
	MailtoEmpty:       {"mailto-empty", "3.5", "RFC 2368"},
	RootDot:           {"root-dot", "3.1", "RFC 2396"},
}

// String is the kind's name, such as "tilde" or "empty-port".
func (k Kind) String() string { return kinds[k].name }

// String tells kind, offset, rule, section, and since when it is legal.
func (d Deviation) String() string {
	s := fmt.Sprintf("%s at offset %d: not in %s (RFC 1738 section %s)", d.Kind, d.Offset, d.Rule, d.Section)
	if d.LegalSince != "" {
		s += ", legal since " + d.LegalSince
	}
	return s
}

// Encoded gives the strict form of a URL that has these deviations: each character that section 5 does not allow is
// escaped, and an empty port goes. It is false where that gives no strict URL, or would mean another one: reserved
// characters are never escaped (2.2), and neither are control characters.
func (u URL) Encoded(deviations []Deviation) (string, bool) {
	var b strings.Builder
	b.Grow(len(u.text) + len(deviations)*len("%7E"))
	last := 0
	for _, d := range deviations {
		end := d.Offset + 1
		switch d.Kind {
		case National:
			if u.inAuthority(d.Offset) {
				return "", false // the brackets of an address
			}
		case Tilde, Space, BarePercent, EmptyPort:
		case NonASCII:
			_, size := utf8.DecodeRuneInString(u.text[d.Offset:])
			end = d.Offset + size
		default:
			return "", false
		}
		b.WriteString(u.text[last:d.Offset])
		if d.Kind != EmptyPort {
			for i := d.Offset; i < end; i++ {
				octet := u.text[i]
				b.Write([]byte{'%', hexDigits[octet>>4], hexDigits[octet&15]})
			}
		}
		last = end
	}
	b.WriteString(u.text[last:])
	if strict, known := Skim(octets(b.String())); known {
		return b.String(), strict
	}
	grammar := Grammar{}
	if u.scheme != nil && u.scheme.rule == ruleCustom {
		grammar.registered = map[string]*Scheme{u.scheme.Name: u.scheme}
	}
	if _, err := grammar.Parse(b.String()); err != nil {
		return "", false // where the production has no escapes
	}
	return b.String(), true
}

const hexDigits = "0123456789ABCDEF"

// inAuthority is true for an offset in what stands between "//" and the next "/" of a schemepart.
func (u URL) inAuthority(offset int) bool {
	start, end, ok := u.span(Schemepart)
	rest, slashes := strings.CutPrefix(u.text[start:end], "//")
	return ok && slashes && offset < end-len(rest)+len(authority(rest))
}

// deviate notes a deviation of kind k at offset.
func (c *Cursor) deviate(k Kind, offset int, r rule) {
	d := Deviation{k, offset, rules[r].name, kinds[k].section, c.legalSince(k, offset, r)}
	if s := c.url.scheme; s != nil && (k == Userinfo || k == Param || k == QuerySlash) {
		d.Section = rules[s.rule].section // the scheme's own, which leaves this out too
	}
	c.deviations = append(c.deviations, d)
}

// legalSince is the first RFC that allows a deviation of kind k at offset, in the URL's scheme.
func (c *Cursor) legalSince(k Kind, offset int, r rule) string {
	scheme := c.url.scheme
	switch {
	case k == Userinfo && scheme == schemeNNTP:
		return "RFC 5538"
	case k == UserinfoChar && c.text[offset] == '@',
		k == NonASCII && !iriChar(c.text[offset:], r == ruleSearch),
		k == Tilde && scheme == schemeNNTP,                              // RFC 5538 wants it escaped
		k == NewsGroup && scheme == schemeNNTP && c.text[offset] == '*', // and has no wildcards there
		(k == RootDot || k == IPv6) && r != ruleHostport && scheme == schemeNews:
		return ""
	}
	return kinds[k].legalSince
}

// iriChar is true if text begins with a character that RFC 3987 admits in an IRI: its ucschar, and in a query its iprivate.
func iriChar(text string, query bool) bool {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && size == 1, r < 0xA0, r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF, 0xFFF0 <= r && r <= 0xFFFF:
		return false
	case 0xE000 <= r && r <= 0xF8FF, r >= 0xF0000:
		return query
	}
	return r < 0xE0000 || r > 0xE0FFF
}

// forgive reads one character that r does not have but some URLs do, and notes it. A strict reading forgives nothing.
func (c *Cursor) forgive(r rule) bool {
	if !c.lenient || c.pos == len(c.text) {
		return false
	}
	start, b := c.pos, c.text[c.pos]
	kind, known := c.passes(r, b)
	c.pos++
	switch {
	case known && b == '%':
		c.pos += 2
	case known:
	case b == '~':
		kind = Tilde
	case nationalSet[b]:
		kind = National
	case b == ' ':
		kind = Space
	case b < ' ' || b == 0x7f:
		kind = Control
	case b >= 0x80:
		kind = NonASCII
		_, size := utf8.DecodeRuneInString(c.text[start:])
		c.pos = start + size
	case b == '%':
		kind = BarePercent
	default:
		c.pos = start
		return false
	}
	c.deviate(kind, start, r)
	return true
}

// passes tells whether b, though r does not have it, passes there, and as which kind.
func (c *Cursor) passes(r rule, b byte) (Kind, bool) {
	rest := c.text[c.pos:]
	switch r {
	case ruleUser:
		return UserinfoChar, b == '@' && c.pos < c.lastAt
	case rulePassword:
		return UserinfoChar, b == ':' || b == '@' && c.pos < c.lastAt
	case ruleFsegment:
		return Param, b == ';' && !(c.url.scheme == schemeFTP && typeAhead(rest))
	case rulePsegment:
		return Param, b == ';' && !c.fieldAhead()
	case ruleFieldvalue:
		return Reserved, b == '/' || b == '='
	case ruleSearch:
		return QuerySlash, b == '/' || b == '?'
	case ruleDatabase:
		return Reserved, b != '/' && b != '?' && reservedSet[b]
	case ruleWtype:
		return Reserved, b != '/' && reservedSet[b]
	case ruleWpath:
		return Reserved, reservedSet[b]
	case ruleGroup:
		return NewsGroup, b == '*' || groupSet[b] || b == '%' && len(rest) > 2 && hexSet[rest[1]] && hexSet[rest[2]]
	}
	return 0, false
}

// authority is what of rest can belong to user, host and port.
func authority(rest string) string {
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return rest[:i]
	}
	return rest
}

// typeAhead is true if rest is a typecode, in either case, and the end of the URL.
func typeAhead(rest string) bool {
	const literal = ";type="
	n := len(literal)
	return len(rest) > n && strings.EqualFold(rest[:n], literal) && strings.IndexByte("AIDaid", rest[n]) >= 0 &&
		(len(rest) == n+1 || rest[n+1] == '#')
}

// typeLiteral is ftpurl's ";type=".
func (c *Cursor) typeLiteral() bool {
	if c.lenient && typeAhead(c.text[c.pos:]) {
		if !strings.HasPrefix(c.text[c.pos:], ";type=") {
			c.deviate(Case, c.pos+1, ruleFtpurl)
		}
		c.pos += len(";type=")
		return true
	}
	return c.literal(";type=", ruleFtpurl)
}

// fieldAhead is true if a fieldspec stands at the position.
func (c *Cursor) fieldAhead() bool {
	m := c.mark()
	ok := c.fieldspec()
	c.reset(m)
	return ok
}

// server reads the hostport of a scheme that has no user. The lenient reading takes one all the same.
func (c *Cursor) server() bool {
	m := c.mark()
	ok := c.hostport()
	if !c.lenient || strings.IndexByte(authority(c.text[m.pos:]), '@') < 0 {
		return ok
	}
	c.reset(m)
	c.deviate(Userinfo, c.pos, ruleHostport)
	if c.userinfo() && c.hostport() {
		return true
	}
	c.reset(m)
	return c.hostport()
}

// hostEnds is true where a host is over, whatever follows it.
func (c *Cursor) hostEnds() bool { return c.pos == len(c.text) || c.next("/:?#") }

// loginEnds is true if nothing follows that could belong to user or password.
func (c *Cursor) loginEnds() bool {
	if c.lenient {
		return c.pos == len(c.text) || c.next("/#")
	}
	return c.pos == len(c.text) || !userSet[c.text[c.pos]] && !c.next(":@%")
}

// emptyPort forgives the ":" before the position, which no digit follows.
func (c *Cursor) emptyPort() bool {
	if !c.lenient || c.pos < len(c.text) && !c.next("/?#") {
		return false
	}
	c.deviate(EmptyPort, c.pos-1, rulePort)
	return true
}

// looseHost reads a host that is neither hostname nor hostnumber, and notes what is wrong with each label.
func (c *Cursor) looseHost() bool {
	if c.ipv6() {
		return true
	}
	m := c.mark()
	c.chars(looseSet)
	for c.escape() {
		c.chars(looseSet)
	}
	if c.pos == m.pos || !c.hostEnds() || !c.looseLabels(m.pos, c.text[m.pos:c.pos]) {
		c.reset(m)
		return false
	}
	return true
}

// looseLabels notes the deviations of a name that stands at start, or is false if nobody could take it for a host.
func (c *Cursor) looseLabels(start int, name string) bool {
	named, numbers := strings.TrimSuffix(name, "."), true
	if !strings.ContainsFunc(decode(named), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError }) {
		return false
	}
	pos := start
	for label := range strings.SplitSeq(named, ".") {
		last := pos+len(label) == start+len(named)
		number := label != "" && strings.Trim(label, digit) == ""
		numbers = numbers && number
		switch {
		case last && number && !numbers:
			return false // a.1
		case last && label != "" && digitSet[label[0]] && !isHostnumber(named):
			c.deviate(RegName, pos, ruleHostname)
		}
		c.looseLabel(pos, label)
		pos += len(label) + 1
	}
	if len(named) < len(name) {
		c.deviate(RootDot, start+len(named), ruleHostname)
		if isHostnumber(named) {
			c.deviations[len(c.deviations)-1].LegalSince = kinds[RegName].legalSince // RFC 2396 has it for names alone
		}
	}
	return true
}

// looseLabel notes the deviations of the label that stands at pos.
func (c *Cursor) looseLabel(pos int, label string) {
	if label == "" || label[0] == '-' {
		c.deviate(RegName, pos, ruleDomainlabel)
	}
	for i, r := range label {
		switch {
		case r == '%':
			c.deviate(RegName, pos+i, ruleDomainlabel)
		case r == '_':
			c.deviate(UnderscoreHost, pos+i, ruleDomainlabel)
		case r >= 0x80:
			c.deviate(NonASCII, pos+i, ruleDomainlabel)
		}
	}
	if n := len(label); n > 1 && label[n-1] == '-' {
		c.deviate(RegName, pos+n-1, ruleDomainlabel)
	}
}

func isHostnumber(name string) bool {
	return strings.Count(name, ".") == 3 && strings.Trim(name, digit+".") == "" && !strings.Contains(name, "..")
}

// ipv6 reads an address in brackets, as RFC 2732 has it.
func (c *Cursor) ipv6() bool {
	rest := c.text[c.pos:]
	if !strings.HasPrefix(rest, "[") {
		return false
	}
	end := strings.IndexByte(authority(rest), ']')
	if end < 0 {
		return false
	}
	addr, err := netip.ParseAddr(rest[1:end])
	if err != nil || !addr.Is6() || addr.Zone() != "" {
		return false
	}
	c.deviate(IPv6, c.pos, ruleHostport)
	c.pos += end + 1
	return true
}

// strictLogin reads a login of a genericurl, whose misfit is no deviation.
func (c *Cursor) strictLogin() bool {
	lenient := c.lenient
	c.lenient = false
	ok := c.login()
	c.lenient = lenient
	return ok
}

// ipv6Login reads a login of a genericurl whose host is an address in brackets, which are not even xchars.
func (c *Cursor) ipv6Login() bool {
	m := c.mark()
	isIPv6 := func(d Deviation) bool { return d.Kind == IPv6 }
	if c.lenient && strings.Contains(authority(c.text[c.pos:]), "[") && c.login() && slices.ContainsFunc(c.deviations[m.deviations:], isIPv6) {
		return true
	}
	c.reset(m)
	return false
}

// moreXchars is true if schemepart goes on at the position.
func (c *Cursor) moreXchars() bool {
	if c.lenient {
		return !c.done()
	}
	m := c.mark()
	more := c.at(xcharSet) || c.escape()
	c.reset(m)
	return more
}

// searchWithoutPath forgives httpurl's missing "/" before a search.
func (c *Cursor) searchWithoutPath() {
	if c.lenient && c.is('?') {
		c.deviate(SearchWithoutPath, c.pos, ruleHttpurl)
		c.pos++
		c.search()
	}
}

// fileLocal reads the path of a fileurl without "//".
func (c *Cursor) fileLocal() bool {
	if !c.lenient || !c.is('/') {
		return false
	}
	c.deviate(FileLocal, c.pos, ruleFileurl)
	c.pos++
	c.fpath()
	return true
}

// fileDrive reads a path that begins with a drive letter where fileurl has its host.
func (c *Cursor) fileDrive() bool {
	rest := c.text[c.pos:]
	if !c.lenient || len(rest) < 3 || !alphaSet[rest[0]] || rest[1] != ':' && rest[1] != '|' || rest[2] != '/' && rest[2] != '\\' {
		return false
	}
	c.deviate(FileDrive, c.pos, ruleFileurl)
	c.fpath()
	return true
}

// emptyMailto forgives a mailtourl without an address.
func (c *Cursor) emptyMailto() bool {
	if !c.lenient || !c.done() {
		return false
	}
	c.deviate(MailtoEmpty, c.pos, ruleEncoded822addr)
	return true
}

// newsServer reads a newsurl that names a server, as RFC 5538 has it: "//" server "/" and then a grouppart or nothing.
// Many leave out the last "/" too, which no RFC allows.
func (c *Cursor) newsServer() bool {
	m := c.mark()
	if !c.lenient || !strings.HasPrefix(c.text[c.pos:], "//") {
		return false
	}
	c.deviate(NewsServer, c.pos, ruleGrouppart)
	c.pos += 2
	if !c.login() {
		c.reset(m)
		return false
	}
	if c.done() {
		c.deviations[m.deviations].LegalSince = ""
		return true
	}
	if c.char('/', ruleGrouppart) && (c.done() || c.grouppart()) {
		return true
	}
	c.reset(m)
	return false
}

// telnetPath forgives what follows telneturl's "/".
func (c *Cursor) telnetPath() {
	if c.lenient && !c.done() {
		c.deviate(Reserved, c.pos, ruleTelneturl)
		c.xchars(Path, ruleXchar)
	}
}

// deepDatabase forgives the "/" that makes of a waisurl's database neither a waisdatabase nor a waisdoc.
func (c *Cursor) deepDatabase() {
	if c.lenient && c.is('/') {
		c.run(ucharSet, ruleWpath)
		c.url.parts[c.url.n-1].end = uint32(c.pos)
	}
}
