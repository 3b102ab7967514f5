package rfc1738

import (
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// This file is section 5, production by production, in the RFC's order. The characters
// are in char.go. The name of a predefined scheme and the ":" after it are read by
// readURL, and not again by the scheme's own production.

// readURL reads the scheme's name, and leaves the rest to its production.
//
//	url            = httpurl | ftpurl | newsurl |
//	                 nntpurl | telneturl | gopherurl |
//	                 waisurl | mailtourl | fileurl |
//	                 prosperourl | otherurl
func (c *cursor) readURL(g *Grammar) bool {
	if !c.schemeName() || !c.char(':', RuleScheme) {
		return false
	}
	c.url.scheme = g.lookup(c.text[:c.pos-1])
	switch c.url.scheme {
	case schemeHTTP, schemeHTTPS:
		return c.httpurl()
	case schemeFTP:
		return c.ftpurl()
	case schemeNews:
		return c.newsurl()
	case schemeNNTP:
		return c.nntpurl()
	case schemeTelnet:
		return c.telneturl()
	case schemeGopher:
		return c.gopherurl()
	case schemeWAIS:
		return c.waisurl()
	case schemeMailto:
		return c.mailtourl()
	case schemeFile:
		return c.fileurl()
	case schemeProspero:
		return c.prosperourl()
	}
	return c.otherurl()
}

// scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
func (c *cursor) schemeName() bool {
	c.chars(schemeSet)
	c.fail(RuleScheme)
	return c.pos > 0 && c.add(PartScheme, 0)
}

// otherurl       = genericurl
// genericurl     = scheme ":" schemepart
// schemepart     = *xchar | ip-schemepart
//
// The scheme and its ":" have been read. *xchar accepts everything that an ip-schemepart
// accepts. The ip-schemepart is tried first only to name the parts.
func (c *cursor) otherurl() bool {
	m := c.mark()
	if !c.ipSchemepart() || c.moreXchars() {
		c.reset(m)
		c.readPart(PartSchemepart, xcharSet, RuleXchar)
	}
	if c.failPos == c.pos {
		c.failRule = RuleXchar // not the rule at which the ip-schemepart failed
	}
	return true
}

// ip-schemepart  = "//" login [ "/" urlpath ]
// urlpath        = *xchar    ; depends on protocol see section 3.1
func (c *cursor) ipSchemepart() bool {
	if !strings.HasPrefix(c.text[c.pos:], "//") {
		return false
	}
	c.pos += 2
	if !c.ipv6Login() && !c.strictLogin() {
		return false
	}
	if c.char('/', RuleXchar) {
		c.readPart(PartPath, xcharSet, RuleXchar)
	}
	return true
}

// login          = [ user [ ":" password ] "@" ] hostport
//
// Most URLs have no user, so a hostport is tried first. But "user:password" before an "@"
// can be read as host:port. So the hostport is kept only if the next character cannot
// belong to a login. Otherwise userinfo is read first.
func (c *cursor) login() bool {
	m := c.mark()
	if c.hostport() && c.loginEnds() {
		return true
	}
	c.reset(m)
	if c.userinfo() && c.hostport() {
		return true
	}
	c.reset(m)
	return c.hostport()
}

// userinfo is the optional part of login, user [ ":" password ] "@".
//
// user           = *[ uchar | ";" | "?" | "&" | "=" ]
// password       = *[ uchar | ";" | "?" | "&" | "=" ]
func (c *cursor) userinfo() bool {
	if c.lenient {
		c.lastAt = c.pos + strings.LastIndexByte(authority(c.text[c.pos:]), '@')
	}
	if !c.readPart(PartUser, userSet, RuleUser) ||
		c.char(':', RuleUser) && !c.readPart(PartPassword, userSet, RulePassword) {
		return false
	}
	return c.char('@', RuleUser)
}

// hostport       = host [ ":" port ]
func (c *cursor) hostport() bool {
	start := c.pos
	if !c.host() {
		c.fail(RuleHostport)
		return false
	}
	c.add(PartHost, start)
	m := c.mark()
	if c.char(':', RuleHostport) && !c.port() {
		c.reset(m)
	}
	return true
}

// host           = hostname | hostnumber
func (c *cursor) host() bool {
	m := c.mark()
	ok := c.hostname() || c.at(digitSet) && c.hostnumber()
	if c.lenient && (!ok || !c.hostEnds()) {
		strict := c.mark()
		c.reset(m)
		if c.looseHost() {
			return true
		}
		c.reset(strict)
	}
	return ok
}

// hostname       = *[ domainlabel "." ] toplabel
// toplabel       = alpha | alpha *[ alphadigit | "-" ] alphadigit
//
// A toplabel is a domainlabel that begins with a letter. The name ends after the last
// toplabel.
func (c *cursor) hostname() bool {
	start, end := c.pos, -1
	for {
		label := c.pos
		if !c.domainlabel() {
			break
		}
		if alphaSet[c.text[label]] {
			end = c.pos
		}
		if !c.is('.') {
			break
		}
		c.pos++
		c.fail(RuleHostname)
	}
	if end < 0 {
		c.pos = start
		return false
	}
	c.pos = end
	return true
}

// domainlabel    = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
func (c *cursor) domainlabel() bool {
	if !c.at(alphadigitSet) {
		return false
	}
	c.chars(labelSet)
	c.fail(RuleDomainlabel)
	for c.text[c.pos-1] == '-' {
		c.pos--
	}
	return true
}

// hostnumber     = digits "." digits "." digits "." digits
func (c *cursor) hostnumber() bool {
	m := c.mark()
	for group := 0; group < 4; group++ {
		if group > 0 && !c.char('.', RuleHostname) || !c.digits(RuleHostname) {
			c.reset(m)
			return false
		}
	}
	return true
}

// port           = digits
func (c *cursor) port() bool {
	start := c.pos
	return (c.digits(RulePort) || c.emptyPort()) && c.add(PartPort, start)
}

// ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
func (c *cursor) ftpurl() bool {
	if !c.literal("//", RuleFtpurl) || !c.login() {
		return false
	}
	if c.char('/', RuleFtpurl) {
		c.fpath()
		m := c.mark()
		if !c.typeLiteral() || !c.ftptype() {
			c.reset(m)
		}
	}
	return true
}

// fpath          = fsegment *[ "/" fsegment ]
// fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
func (c *cursor) fpath() { c.path(PartPath, fsegSet, RuleFsegment) }

// path reads segments with a "/" between them as part p.
func (c *cursor) path(p Part, segment *octet.Set, r Rule) {
	start := c.pos
	c.charsOrEscapes(segment, r)
	for c.is('/') {
		c.pos++
		c.charsOrEscapes(segment, r)
	}
	c.add(p, start)
}

// ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
func (c *cursor) ftptype() bool {
	start := c.pos
	if !c.atAny("AIDaid") {
		c.fail(RuleFtptype)
		return false
	}
	c.pos++
	c.fail(RuleFtptype)
	return c.add(PartType, start)
}

// fileurl        = "file://" [ host | "localhost" ] "/" fpath
func (c *cursor) fileurl() bool {
	if !c.literal("//", RuleFileurl) {
		return c.fileLocal()
	}
	if c.fileDrive() {
		return true
	}
	start := c.pos
	c.host()
	c.add(PartHost, start)
	c.fileWebDAV()
	if !c.char('/', RuleFileurl) {
		return false
	}
	c.fpath()
	return true
}

// httpurl        = "http://" hostport [ "/" hpath [ "?" search ]]
// hpath          = hsegment *[ "/" hsegment ]
// hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//
// It reads https too, which has the same form (RFC 2818 section 2.4).
func (c *cursor) httpurl() bool {
	if !c.literal("//", RuleHttpurl) || !c.server() {
		return false
	}
	if !c.char('/', RuleHttpurl) {
		c.searchWithoutPath()
		return true
	}
	c.path(PartPath, hsegSet, RuleHsegment)
	if c.char('?', RuleHttpurl) {
		c.search()
	}
	return true
}

// search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
func (c *cursor) search() { c.readPart(PartSearch, hsegSet, RuleSearch) }

// gopherurl ends selector and search at the next "%09". Its search may hold any xchar,
// unlike that of http (3.4.1).
//
//	gopherurl      = "gopher://" hostport [ / [ gtype [ selector
//	                 [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//	selector       = *xchar
//	gopher+_string = *xchar
func (c *cursor) gopherurl() bool {
	const tab = "%09"
	if !c.literal("//", RuleGopherurl) || !c.server() {
		return false
	}
	if !c.char('/', RuleGopherurl) || !c.gtype() {
		return true
	}
	c.readPartTo(tab, PartSelector, xcharSet, RuleSelector)
	if !c.literal(tab, RuleSelector) {
		return true
	}
	c.readPartTo(tab, PartSearch, xcharSet, RuleGopherSearch)
	if c.literal(tab, RuleSelector) {
		c.readPart(PartGopherPlus, xcharSet, RuleGopherPlus)
	}
	return true
}

// gtype          = xchar
func (c *cursor) gtype() bool {
	start := c.pos
	switch {
	case c.at(xcharSet):
		c.pos++
	case c.escape() || c.forgive(RuleGtype):
	default:
		c.fail(RuleGtype)
		return false
	}
	return c.add(PartGtype, start)
}

// mailtourl      = "mailto:" encoded822addr
// encoded822addr = 1*xchar               ; further defined in RFC822
func (c *cursor) mailtourl() bool {
	start := c.pos
	c.charsOrEscapes(xcharSet, RuleEncoded822addr)
	return (c.pos > start || c.emptyMailto()) && c.add(PartAddress, start)
}

// newsurl        = "news:" grouppart
func (c *cursor) newsurl() bool {
	m := c.mark()
	if c.grouppart() && c.done() {
		return true
	}
	c.reset(m)
	return c.newsServer() || c.grouppart()
}

// grouppart      = "*" | group | article
//
// An article is tried first, since it is longer than the other two.
func (c *cursor) grouppart() bool {
	start := c.pos
	if c.article() {
		return true
	}
	if c.char('*', RuleGrouppart) && (c.done() || !c.lenient) {
		return c.add(PartGroup, start)
	}
	c.pos = start
	return c.group()
}

// group          = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
func (c *cursor) group() bool {
	start := c.pos
	if !c.at(alphaSet) && !c.forgive(RuleGroup) {
		c.fail(RuleGroup)
		return false
	}
	c.chars(groupSet)
	for c.forgive(RuleGroup) {
		c.chars(groupSet)
	}
	c.fail(RuleGroup)
	return c.add(PartGroup, start)
}

// article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
func (c *cursor) article() bool {
	m := c.mark()
	c.charsOrEscapes(articleSet, RuleArticle)
	if c.pos > m.pos && c.char('@', RuleArticle) {
		if c.host() {
			return c.add(PartArticle, m.pos)
		}
		c.fail(RuleArticle)
	}
	c.reset(m)
	return false
}

// nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
func (c *cursor) nntpurl() bool {
	if !c.literal("//", RuleNntpurl) || !c.server() || !c.char('/', RuleNntpurl) || !c.group() {
		return false
	}
	m := c.mark()
	if c.char('/', RuleNntpurl) {
		start := c.pos
		if !c.digits(RuleDigits) {
			c.reset(m)
			return true
		}
		c.add(PartNumber, start)
	}
	return true
}

// telneturl      = "telnet://" login [ "/" ]
func (c *cursor) telneturl() bool {
	if !c.literal("//", RuleTelneturl) || !c.login() {
		return false
	}
	if c.char('/', RuleTelneturl) {
		c.fail(RuleTelneturl)
		c.telnetPath()
	}
	return true
}

// waisurl        = waisdatabase | waisindex | waisdoc
// waisdatabase   = "wais://" hostport "/" database
// waisindex      = "wais://" hostport "/" database "?" search
// waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
// database       = *uchar
// wtype          = *uchar
// wpath          = *uchar
func (c *cursor) waisurl() bool {
	if !c.literal("//", RuleWaisurl) || !c.server() || !c.char('/', RuleWaisurl) {
		return false
	}
	c.readPart(PartDatabase, ucharSet, RuleDatabase)
	if c.char('?', RuleWaisurl) {
		c.search()
		return true
	}
	m := c.mark()
	if c.char('/', RuleWaisurl) {
		c.readPart(PartWtype, ucharSet, RuleWtype)
		if c.char('/', RuleWtype) {
			c.readPart(PartWpath, ucharSet, RuleWpath)
			return true
		}
	}
	c.reset(m)
	c.deepDatabase()
	return true
}

// prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
// ppath          = psegment *[ "/" psegment ]
// psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
func (c *cursor) prosperourl() bool {
	if !c.literal("//", RuleProsperourl) || !c.server() || !c.char('/', RuleProsperourl) {
		return false
	}
	c.path(PartHSOName, fsegSet, RulePsegment)
	start := c.pos
	for c.fieldspec() {
	}
	if c.pos > start {
		c.add(PartFields, start)
	}
	return true
}

// fieldspec      = ";" fieldname "=" fieldvalue
// fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
// fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
func (c *cursor) fieldspec() bool {
	m := c.mark()
	if c.char(';', RulePsegment) {
		c.charsOrEscapes(fieldSet, RuleFieldname)
		if c.char('=', RuleFieldname) {
			c.charsOrEscapes(fieldSet, RuleFieldvalue)
			return true
		}
	}
	c.reset(m)
	return false
}

// escape         = "%" hex hex
func (c *cursor) escape() bool {
	text, pos := c.text, c.pos
	if pos >= len(text) || text[pos] != '%' {
		return false
	}
	if pos+2 < len(text) && hexSet[text[pos+1]] && hexSet[text[pos+2]] {
		c.pos += 3
		return true
	}
	pos++
	if pos < len(text) && hexSet[text[pos]] {
		pos++
	}
	c.failAt(pos, RuleEscape)
	return false
}

// digits         = 1*digit
func (c *cursor) digits(r Rule) bool {
	start := c.pos
	c.chars(digitSet)
	c.fail(r)
	return c.pos > start
}

// fragment reads "#" *xchar, if it follows the URL (2.2 and the appendix).
func (c *cursor) fragment() {
	if c.char('#', RuleFragment) {
		c.readPart(PartFragment, xcharSet, RuleFragment)
	}
}
