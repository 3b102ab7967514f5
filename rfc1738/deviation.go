package rfc1738

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Deviation is one place where a URL breaks section 5 in a known way. It is small,
// since a URL may have one in each byte.
type Deviation struct {
	// Offset counts bytes from the beginning of the text that was parsed, and is where
	// the URL breaks section 5.
	Offset int
	Kind   Kind
	// Rule is the production of section 5 being read at Offset.
	Rule Rule
	// LegalSince is the number of the first RFC whose grammar allows the deviation, such
	// as 2396, or 0 if none does.
	LegalSince uint16

	scheme Rule // of the URL, if Section is that of its scheme
}

// Section returns the section of RFC 1738 that the URL breaks, such as "2.2".
func (d Deviation) Section() string {
	if d.Kind >= numKinds {
		return ""
	}
	return cmp.Or(kinds[d.Kind].section, rules[d.scheme].section)
}

// deviation is a Deviation in JSON.
type deviation struct {
	Kind       Kind   `json:"kind"`
	Offset     int    `json:"offset"`
	Rule       Rule   `json:"rule"`
	Section    string `json:"section"`
	LegalSince string `json:"legal_since,omitempty"` // such as "RFC 2396"
}

// MarshalJSON returns an object with all fields and the Section.
func (d Deviation) MarshalJSON() ([]byte, error) {
	return json.Marshal(deviation{d.Kind, d.Offset, d.Rule, d.Section(), nameOf(d.LegalSince)})
}

// UnmarshalJSON reads what MarshalJSON returns.
func (d *Deviation) UnmarshalJSON(text []byte) error {
	var read deviation
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	since, err := numberOf(read.LegalSince)
	if err != nil {
		return err
	}
	*d = Deviation{Offset: read.Offset, Kind: read.Kind, Rule: read.Rule, LegalSince: since}
	for r := range rules {
		if d.Section() == "" && rules[r].section == read.Section {
			d.scheme = Rule(r)
		}
	}
	return nil
}

// nameOf returns the name of an RFC, such as "RFC 2396", or "" for 0.
func nameOf(rfc uint16) string {
	if rfc == 0 {
		return ""
	}
	return fmt.Sprintf("RFC %d", rfc)
}

// numberOf returns the number of an RFC from its name by nameOf.
func numberOf(name string) (uint16, error) {
	if name == "" {
		return 0, nil
	}
	digits, ok := strings.CutPrefix(name, "RFC ")
	number, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0, fmt.Errorf("rfc1738: %q is not the name of an RFC", name)
	}
	return uint16(number), nil
}

// A Kind is a known way in which URLs break section 5.
type Kind uint8

// The kinds of deviations.
const (
	KindTilde             Kind = iota // a "~"
	KindNational                      // another character of the RFC's production national
	KindSpace                         // a blank
	KindControl                       // a byte 00 to 1F, or 7F
	KindNonASCII                      // a byte 80 to FF, or a UTF-8 sequence of them
	KindBarePercent                   // a "%" without two hex digits
	KindQuerySlash                    // "/" or "?" in a search
	KindSearchWithoutPath             // a search right after the host
	KindUserinfo                      // user or password where the scheme has none
	KindUserinfoChar                  // a second ":" or "@" in user and password
	KindUnderscoreHost                // "_" in a host
	KindRegName                       // a label of a host that is not allowed at this place in a domain name
	KindEmptyPort                     // ":" without a port
	KindIPv6                          // an address in brackets
	KindParam                         // ";" in a segment
	KindReserved                      // another reserved character that the production does not allow
	KindCase                          // a literal in the wrong case
	KindFileLocal                     // "file:/", without the host's slashes
	KindFileDrive                     // a drive letter in the place of file's host
	KindFileWebDAV                    // "@" and a port, or "@SSL", after file's host
	KindNewsServer                    // a server in a newsurl
	KindNewsGroup                     // a group that does not begin with a letter, or has "*" or escapes
	KindMailtoEmpty                   // a mailto without an address
	KindHash                          // a second "#"
	KindRootDot                       // a dot after the last label
	numKinds
)

// kinds holds the name of each kind, the section that it breaks, and the first RFC that
// allows it. An empty section means the section of the URL's own scheme.
var kinds = [numKinds]struct {
	name, section string
	legalSince    uint16
}{
	KindTilde:             {"tilde", "2.2", 2396},
	KindNational:          {"national", "2.2", 0},
	KindSpace:             {"space", "2.2", 0},
	KindControl:           {"control", "2.2", 0},
	KindNonASCII:          {"non-ascii", "2.2", 3987},
	KindBarePercent:       {"bare-percent", "2.2", 0},
	KindQuerySlash:        {"query-slash", "", 1808},
	KindSearchWithoutPath: {"search-without-path", "3.3", 2396},
	KindUserinfo:          {"userinfo", "", 0},
	KindUserinfoChar:      {"userinfo-char", "3.1", 2396},
	KindUnderscoreHost:    {"underscore-host", "3.1", 3986},
	KindRegName:           {"reg-name", "3.1", 3986},
	KindEmptyPort:         {"empty-port", "3.1", 2396},
	KindIPv6:              {"ipv6", "3.1", 2732},
	KindParam:             {"param", "", 1808},
	KindReserved:          {"reserved", "5", 1808},
	KindCase:              {"case", "5", 0},
	KindFileLocal:         {"file-local", "3.10", 8089},
	KindFileDrive:         {"file-drive", "3.10", 0},
	KindFileWebDAV:        {"file-webdav", "3.10", 0},
	KindNewsServer:        {"news-server", "3.6", 5538},
	KindNewsGroup:         {"news-group", "3.6", 5538},
	KindMailtoEmpty:       {"mailto-empty", "3.5", 2368},
	KindHash:              {"hash", "2.2", 0},
	KindRootDot:           {"root-dot", "3.1", 2396},
}

// String returns the kind's name, such as "tilde" or "empty-port".
func (k Kind) String() string {
	if k >= numKinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kinds[k].name
}

// MarshalText returns the kind's name. It returns an error if k is not one of the
// constants.
func (k Kind) MarshalText() ([]byte, error) { return marshal(k, numKinds) }

// UnmarshalText sets k to the kind with the given name. If there is none, it returns an
// error and leaves k unchanged.
func (k *Kind) UnmarshalText(name []byte) error { return unmarshal(name, k, numKinds) }

// String describes the deviation in one sentence, with all of its fields.
func (d Deviation) String() string {
	s := fmt.Sprintf("%s at offset %d: not in %s (RFC 1738 section %s)", d.Kind, d.Offset, d.Rule, d.Section())
	if d.LegalSince != 0 {
		s += ", legal since " + nameOf(d.LegalSince)
	}
	return s
}

// Encoded returns the strict form of the URL that [ParseLenient] returned with these
// deviations, and reports whether there is one. It escapes each character that section 5
// does not allow, and removes the ":" before an empty port. There is a strict form only
// if all deviations are of the kinds tilde, national, space, non-ascii, bare-percent,
// hash and empty-port, and none is in a production without escapes, such as host. An
// escaped reserved character would mean another URL (2.2). A URL without deviations is
// its own strict form.
func (u URL) Encoded(deviations []Deviation) (string, bool) {
	var b strings.Builder
	b.Grow(len(u.text) + len(deviations)*len("%7E"))
	last := 0
	for _, d := range deviations {
		end := d.Offset + 1
		switch d.Kind {
		case KindNational:
			if u.inAuthority(d.Offset) {
				return "", false // the brackets around an address
			}
		case KindTilde, KindSpace, KindBarePercent, KindEmptyPort, KindHash:
		case KindNonASCII:
			_, size := utf8.DecodeRuneInString(u.text[d.Offset:])
			end = d.Offset + size
		default:
			return "", false
		}
		b.WriteString(u.text[last:d.Offset])
		if d.Kind != KindEmptyPort {
			for i := d.Offset; i < end; i++ {
				octet := u.text[i]
				b.Write([]byte{'%', hexDigits[octet>>4], hexDigits[octet&15]})
			}
		}
		last = end
	}
	b.WriteString(u.text[last:])
	grammar := Grammar{}
	if u.scheme != nil {
		grammar.registered = map[string]*Scheme{u.scheme.Name: u.scheme}
	}
	if _, err := grammar.Parse(b.String()); err != nil {
		return "", false // the production has no escapes
	}
	return b.String(), true
}

const hexDigits = "0123456789ABCDEF"

// inAuthority reports whether offset is between the "//" and the next "/", "?" or "#" of
// a schemepart.
func (u URL) inAuthority(offset int) bool {
	start, end, ok := u.span(PartSchemepart)
	rest, slashes := strings.CutPrefix(u.text[start:end], "//")
	return ok && slashes && offset < end-len(rest)+len(authority(rest))
}

// deviate records a deviation of kind k at offset.
func (c *cursor) deviate(k Kind, offset int, r Rule) {
	d := Deviation{Offset: offset, Kind: k, Rule: r, LegalSince: c.legalSince(k, offset, r)}
	if d.Section() == "" {
		d.scheme = c.url.scheme.rule
	}
	c.deviations = append(c.deviations, d)
}

// legalSince returns the first RFC that allows a deviation of kind k at offset, in the
// URL's scheme.
func (c *cursor) legalSince(k Kind, offset int, r Rule) uint16 {
	scheme := c.url.scheme
	switch {
	case k == KindUserinfo && scheme == schemeNNTP:
		return 5538
	case k == KindUserinfoChar && c.text[offset] == '@',
		k == KindNonASCII && !iriChar(c.text[offset:], r == RuleSearch),
		// RFC 5538 requires an escape
		k == KindTilde && scheme == schemeNNTP,
		// RFC 5538 has no wildcards in nntp
		k == KindNewsGroup && scheme == schemeNNTP && c.text[offset] == '*',
		// and no root dot in a Message-ID
		k == KindRootDot && scheme == schemeNews && !strings.HasPrefix(c.text[len("news:"):], "//"):
		return 0
	}
	return kinds[k].legalSince
}

// iriChar reports whether text begins with a character that RFC 3987 allows in an IRI: a
// ucschar, and in a query also an iprivate.
func iriChar(text string, query bool) bool {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && size == 1, r < 0xA0, r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF,
		0xFFF0 <= r && r <= 0xFFFD:
		return false
	case 0xE000 <= r && r <= 0xF8FF, r >= 0xF0000:
		return query
	}
	return r < 0xE0000 || r > 0xE0FFF
}

// forgive reads one character that r does not allow but some URLs have, and records the
// deviation. A strict parse forgives nothing.
func (c *cursor) forgive(r Rule) bool {
	if !c.lenient || c.pos == len(c.text) {
		return false
	}
	start, b := c.pos, c.text[c.pos]
	kind, known := c.passes(r, b)
	c.pos++
	switch {
	case known:
	case b == '~':
		kind = KindTilde
	case nationalSet[b]:
		kind = KindNational
	case b == ' ':
		kind = KindSpace
	case b < ' ' || b == 0x7f:
		kind = KindControl
	case strings.HasPrefix(c.text[start:], "\ufffd"): // a character that was lost
		c.pos = start
		return false
	case b >= 0x80:
		kind = KindNonASCII
		_, size := utf8.DecodeRuneInString(c.text[start:])
		c.pos = start + size
	case b == '%':
		kind = KindBarePercent
	default:
		c.pos = start
		return false
	}
	c.deviate(kind, start, r)
	return true
}

// passes reports whether b, which r does not allow, is a deviation with a kind of its
// own, and returns that kind.
func (c *cursor) passes(r Rule, b byte) (Kind, bool) {
	rest := c.text[c.pos:]
	switch r {
	case RuleUser:
		return KindUserinfoChar, b == '@' && c.pos < c.lastAt
	case RulePassword:
		return KindUserinfoChar, b == ':' || b == '@' && c.pos < c.lastAt
	case RuleFragment:
		return KindHash, b == '#'
	case RuleFsegment:
		return KindParam, b == ';' && !(c.url.scheme == schemeFTP && typeAhead(rest))
	case RulePsegment:
		return KindParam, b == ';' && !c.fieldAhead()
	case RuleFieldvalue:
		return KindReserved, b == '/' || b == '='
	case RuleSearch:
		return KindQuerySlash, b == '/' || b == '?'
	case RuleDatabase:
		return KindReserved, b != '/' && b != '?' && reservedSet[b]
	case RuleWtype:
		return KindReserved, b != '/' && reservedSet[b]
	case RuleWpath:
		return KindReserved, reservedSet[b]
	case RuleGroup:
		// of "news:", or of the path of nntp
		if b == '.' && (c.text[c.pos-1] == ':' || c.text[c.pos-1] == '/') {
			return 0, false
		}
		return KindNewsGroup, b == '*' || groupSet[b] ||
			b == '%' && len(rest) > 2 && hexSet[rest[1]] && hexSet[rest[2]]
	}
	return 0, false
}

// authority returns the longest prefix of rest that can belong to user, host and port.
func authority(rest string) string {
	n := 0
	for n < len(rest) && rest[n] != '/' && rest[n] != '?' && rest[n] != '#' {
		n++
	}
	return rest[:n]
}

// typeAhead reports whether rest is a typecode, in either case, and the URL ends with it.
func typeAhead(rest string) bool {
	const literal = ";type="
	n := len(literal)
	return len(rest) > n && strings.EqualFold(rest[:n], literal) && strings.IndexByte("AIDaid", rest[n]) >= 0 &&
		(len(rest) == n+1 || rest[n+1] == '#')
}

// typeLiteral reads ftpurl's ";type=". The lenient reading takes it in either case.
func (c *cursor) typeLiteral() bool {
	if c.lenient && typeAhead(c.text[c.pos:]) {
		if !strings.HasPrefix(c.text[c.pos:], ";type=") {
			c.deviate(KindCase, c.pos+1, RuleFtpurl)
		}
		c.pos += len(";type=")
		return true
	}
	return c.literal(";type=", RuleFtpurl)
}

// fieldAhead reports whether a fieldspec begins at the position.
func (c *cursor) fieldAhead() bool {
	m := c.mark()
	ok := c.fieldspec()
	c.reset(m)
	return ok
}

// server reads the hostport of a scheme without user and password. A lenient parse
// accepts a whole login.
func (c *cursor) server() bool {
	if !c.lenient || strings.IndexByte(authority(c.text[c.pos:]), '@') < 0 {
		return c.hostport()
	}
	m := c.mark()
	c.deviate(KindUserinfo, c.pos, RuleHostport)
	if c.userinfo() && c.hostport() {
		return true
	}
	c.reset(m)
	return c.hostport()
}

// hostEnds reports whether a host can end at the position, in a lenient reading.
func (c *cursor) hostEnds() bool { return c.pos == len(c.text) || c.atAny("/:?#") }

// loginEnds reports whether nothing follows that could belong to user or password.
func (c *cursor) loginEnds() bool {
	if c.lenient {
		return c.pos == len(c.text) || c.atAny("/#")
	}
	return c.pos == len(c.text) || !userSet[c.text[c.pos]] && !c.atAny(":@%")
}

// emptyPort forgives the ":" before the position, which no digit follows.
func (c *cursor) emptyPort() bool {
	if !c.lenient || c.pos < len(c.text) && !c.atAny("/?#") {
		return false
	}
	c.deviate(KindEmptyPort, c.pos-1, RulePort)
	return true
}

// looseHost reads a host that is neither a hostname nor a hostnumber, and records the
// deviations of each label.
func (c *cursor) looseHost() bool {
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

// looseLabels records the deviations of a name that begins at offset start. It returns
// false if no program would accept the name as a host.
func (c *cursor) looseLabels(start int, name string) bool {
	named, numbers := strings.TrimSuffix(name, "."), true
	if strings.Contains(name, "\ufffd") || !strings.ContainsFunc(decode(named),
		func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError }) {
		return false
	}
	pos := start
	for label := range strings.SplitSeq(named, ".") {
		last := pos+len(label) == start+len(named)
		number := label != "" && digitSet[label[0]] && strings.Trim(label, digit) == ""
		numbers = numbers && number
		switch {
		case last && number && !numbers && !isIPNumber(named):
			return false // a.1
		case last && label != "" && digitSet[label[0]] && !isHostnumber(named):
			c.deviate(KindRegName, pos, RuleHostname)
		}
		c.looseLabel(pos, label)
		pos += len(label) + 1
	}
	if len(named) < len(name) {
		c.deviate(KindRootDot, start+len(named), RuleHostname)
		if isHostnumber(named) {
			// RFC 2396 allows it only in names
			c.deviations[len(c.deviations)-1].LegalSince = kinds[KindRegName].legalSince
		}
	}
	return true
}

// looseLabel records the deviations of the label at offset pos.
func (c *cursor) looseLabel(pos int, label string) {
	if label == "" || label[0] == '-' {
		c.deviate(KindRegName, pos, RuleDomainlabel)
	}
	for i, r := range label {
		switch {
		case r == '%':
			c.deviate(KindRegName, pos+i, RuleDomainlabel)
		case r == '_':
			c.deviate(KindUnderscoreHost, pos+i, RuleDomainlabel)
		case r >= 0x80:
			c.deviate(KindNonASCII, pos+i, RuleDomainlabel)
		}
	}
	if n := len(label); n > 1 && label[n-1] == '-' {
		c.deviate(KindRegName, pos+n-1, RuleDomainlabel)
	}
}

func isHostnumber(name string) bool {
	return strings.Count(name, ".") == 3 && strings.Trim(name, digit+".") == "" && !strings.Contains(name, "..")
}

// ipv6 reads an address in brackets (RFC 2732).
func (c *cursor) ipv6() bool {
	rest := c.text[c.pos:]
	if !strings.HasPrefix(rest, "[") {
		return false
	}
	end := strings.IndexByte(authority(rest), ']')
	if end < 0 || strings.Count(rest[:end], ":") < len("::") { // an error of ParseAddr takes memory
		return false
	}
	addr, err := netip.ParseAddr(rest[1:end])
	if err != nil || !addr.Is6() || addr.Zone() != "" {
		return false
	}
	c.deviate(KindIPv6, c.pos, RuleHostport)
	c.pos += end + 1
	return true
}

// strictLogin reads the login of a genericurl. A "//" that no login follows is not a
// deviation.
func (c *cursor) strictLogin() bool {
	lenient := c.lenient
	c.lenient = false
	ok := c.login()
	c.lenient = lenient
	return ok
}

// ipv6Login reads the login of a genericurl if its host is an address in brackets, since
// these are not xchars.
func (c *cursor) ipv6Login() bool {
	m := c.mark()
	isIPv6 := func(d Deviation) bool { return d.Kind == KindIPv6 }
	if c.lenient && strings.Contains(authority(c.text[c.pos:]), "[") && c.login() &&
		slices.ContainsFunc(c.deviations[m.deviations:], isIPv6) {
		return true
	}
	c.reset(m)
	return false
}

// moreXchars reports whether the schemepart continues at the position.
func (c *cursor) moreXchars() bool {
	if c.lenient {
		return !c.done()
	}
	m := c.mark()
	more := c.at(xcharSet) || c.escape()
	c.reset(m)
	return more
}

// searchWithoutPath forgives httpurl's missing "/" before a search.
func (c *cursor) searchWithoutPath() {
	if c.lenient && c.is('?') {
		c.deviate(KindSearchWithoutPath, c.pos, RuleHttpurl)
		c.pos++
		c.search()
	}
}

// fileLocal reads the path of a fileurl without "//".
func (c *cursor) fileLocal() bool {
	if !c.lenient || !c.is('/') {
		return false
	}
	c.deviate(KindFileLocal, c.pos, RuleFileurl)
	c.pos++
	c.fpath()
	return true
}

// fileDrive reads a path that begins with a drive letter where fileurl has its host.
func (c *cursor) fileDrive() bool {
	rest := c.text[c.pos:]
	if !c.lenient || len(rest) < 3 || !alphaSet[rest[0]] || rest[1] != ':' && rest[1] != '|' ||
		rest[2] != '/' && rest[2] != '\\' {
		return false
	}
	c.deviate(KindFileDrive, c.pos, RuleFileurl)
	c.fpath()
	return true
}

// fileWebDAV forgives what Windows writes after the host of a file that it reads by
// WebDAV: "@" and a port, "@SSL", or both.
func (c *cursor) fileWebDAV() {
	const ssl = "@SSL"
	if !c.lenient || !c.is('@') || c.text[c.pos-1] == '/' {
		return
	}
	name, _, _ := strings.Cut(c.text[c.pos:], "/")
	port := name
	if len(name) >= len(ssl) && strings.EqualFold(name[:len(ssl)], ssl) {
		port = name[len(ssl):]
	}
	if digits := strings.TrimPrefix(port, "@"); port != "" &&
		(digits == "" || digits == port || strings.Trim(digits, digit) != "") {
		return
	}
	c.deviate(KindFileWebDAV, c.pos, RuleFileurl)
	c.pos += len(name)
	if port != "" {
		c.add(PartPort, c.pos-len(port)+1)
	}
}

// emptyMailto forgives a mailtourl without an address.
func (c *cursor) emptyMailto() bool {
	if !c.lenient || !c.done() {
		return false
	}
	c.deviate(KindMailtoEmpty, c.pos, RuleEncoded822addr)
	return true
}

// newsServer forgives a newsurl that names a server: "//" server "/", followed by a
// grouppart or nothing (RFC 5538). Many such URLs also lack the last "/", which no RFC
// allows.
func (c *cursor) newsServer() bool {
	m := c.mark()
	if !c.lenient || !strings.HasPrefix(c.text[c.pos:], "//") {
		return false
	}
	c.deviate(KindNewsServer, c.pos, RuleGrouppart)
	c.pos += 2
	if !c.login() {
		c.reset(m)
		return false
	}
	if c.done() {
		c.deviations[m.deviations].LegalSince = 0
		return true
	}
	if c.char('/', RuleGrouppart) && (c.done() || c.grouppart()) {
		return true
	}
	c.reset(m)
	return false
}

// telnetPath forgives what follows telneturl's "/".
func (c *cursor) telnetPath() {
	if c.lenient && !c.done() {
		c.deviate(KindReserved, c.pos, RuleTelneturl)
		c.readPart(PartPath, xcharSet, RuleXchar)
	}
}

// deepDatabase forgives a "/" in a waisurl's database, after which no waisdoc follows.
func (c *cursor) deepDatabase() {
	if c.lenient && c.is('/') {
		c.charsOrEscapes(ucharSet, RuleWpath)
		c.url.parts[c.url.n-1].end = uint32(c.pos)
	}
}
