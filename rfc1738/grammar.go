package rfc1738

import "strings"

// This file is section 5, production by production, in the RFC's order. The characters are in char.go. The name of a predefined
// scheme and the ":" after it are read by readURL, and not again by the scheme's own production.

// genericurl     = scheme ":" schemepart
func (c *Cursor) genericurl() bool {
	return c.schemepart() // after readURL has read scheme ":"
}

// readURL reads the scheme's name, and leaves the rest to its production.
//
//	url            = httpurl | ftpurl | newsurl |
//	                 nntpurl | telneturl | gopherurl |
//	                 waisurl | mailtourl | fileurl |
//	                 prosperourl | otherurl
func (c *Cursor) readURL(g *Grammar) bool {
	if !c.schemeName() || !c.char(':', RuleScheme) {
		return false
	}
	c.url.scheme = g.lookup(c.text[:c.pos-1])
	switch c.url.scheme {
	case nil:
		return c.otherurl()
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
	if c.url.scheme.Syntax == nil {
		return c.otherurl()
	}
	return c.registeredURL()
}

// otherurl       = genericurl
func (c *Cursor) otherurl() bool { return c.genericurl() }

// scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
func (c *Cursor) schemeName() bool {
	c.chars(schemeSet)
	c.stop(RuleScheme)
	return c.pos > 0 && c.add(PartScheme, 0)
}

// schemepart     = *xchar | ip-schemepart
// *xchar accepts everything that an ip-schemepart accepts. The only question is whether the parts have names.
func (c *Cursor) schemepart() bool {
	m := c.mark()
	if !c.ipSchemepart() || c.moreXchars() {
		c.reset(m)
		c.xchars(PartSchemepart, RuleXchar)
	}
	if c.far == c.pos {
		c.farRule = RuleXchar // and not what an ip-schemepart wanted there
	}
	return true
}

// ip-schemepart  = "//" login [ "/" urlpath ]
func (c *Cursor) ipSchemepart() bool {
	if !strings.HasPrefix(c.text[c.pos:], "//") {
		return false
	}
	c.pos += 2
	if !c.ipv6Login() && !c.strictLogin() {
		return false
	}
	if c.char('/', RuleXchar) {
		c.urlpath()
	}
	return true
}

// login          = [ user [ ":" password ] "@" ] hostport
//
// Most have no user, so a hostport is tried first. What stands before an "@" can look like one. If nothing follows it that
// belongs to a login, it is one.
func (c *Cursor) login() bool {
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
func (c *Cursor) userinfo() bool {
	start := c.pos
	if c.lenient {
		c.lastAt = start + strings.LastIndexByte(authority(c.text[start:]), '@')
	}
	c.user()
	if !c.add(PartUser, start) {
		return false
	}
	if c.char(':', RuleUser) {
		start = c.pos
		c.password()
		if !c.add(PartPassword, start) {
			return false
		}
	}
	return c.char('@', RuleUser)
}

// hostport       = host [ ":" port ]
func (c *Cursor) hostport() bool {
	start := c.pos
	if !c.host() {
		c.stop(RuleHostport)
		return false
	}
	if !c.add(PartHost, start) {
		return false
	}
	m := c.mark()
	if c.char(':', RuleHostport) && !c.port() {
		c.reset(m)
	}
	return true
}

// host           = hostname | hostnumber
func (c *Cursor) host() bool {
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
//
// A toplabel is a domainlabel that begins with a letter. The name ends after the last one.
func (c *Cursor) hostname() bool {
	start, end := c.pos, -1
	for {
		label := c.pos
		if !c.domainlabel() {
			break
		}
		if c.toplabel(label) {
			end = c.pos
		}
		if !c.is('.') {
			break
		}
		c.pos++
		c.stop(RuleHostname)
	}
	if end < 0 {
		c.pos = start
		return false
	}
	c.pos = end
	return true
}

// domainlabel    = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
func (c *Cursor) domainlabel() bool {
	if !c.at(alphadigitSet) {
		return false
	}
	c.chars(labelSet)
	c.stop(RuleDomainlabel)
	for c.text[c.pos-1] == '-' {
		c.pos--
	}
	return true
}

// toplabel       = alpha | alpha *[ alphadigit | "-" ] alphadigit
func (c *Cursor) toplabel(start int) bool { return alphaSet[c.text[start]] }

// hostnumber     = digits "." digits "." digits "." digits
func (c *Cursor) hostnumber() bool {
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
func (c *Cursor) port() bool {
	start := c.pos
	return (c.digits(RulePort) || c.emptyPort()) && c.add(PartPort, start)
}

// user           = *[ uchar | ";" | "?" | "&" | "=" ]
func (c *Cursor) user() { c.run(userSet, RuleUser) }

// password       = *[ uchar | ";" | "?" | "&" | "=" ]
func (c *Cursor) password() { c.run(userSet, RulePassword) }

// urlpath        = *xchar    ; depends on protocol see section 3.1
func (c *Cursor) urlpath() { c.xchars(PartPath, RuleXchar) }

// ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
func (c *Cursor) ftpurl() bool {
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
func (c *Cursor) fpath() {
	start := c.pos
	c.fsegment()
	for c.is('/') {
		c.pos++
		c.fsegment()
	}
	c.add(PartPath, start)
}

// fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
func (c *Cursor) fsegment() { c.run(fsegSet, RuleFsegment) }

// ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
func (c *Cursor) ftptype() bool {
	start := c.pos
	if !c.next("AIDaid") {
		c.stop(RuleFtptype)
		return false
	}
	c.pos++
	c.stop(RuleFtptype)
	return c.add(PartType, start)
}

// fileurl        = "file://" [ host | "localhost" ] "/" fpath
func (c *Cursor) fileurl() bool {
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
//
// It reads https too, which has the same form (RFC 2818 section 2.4).
func (c *Cursor) httpurl() bool {
	if !c.literal("//", RuleHttpurl) || !c.server() {
		return false
	}
	if !c.char('/', RuleHttpurl) {
		c.searchWithoutPath()
		return true
	}
	c.hpath()
	if c.char('?', RuleHttpurl) {
		c.search()
	}
	return true
}

// hpath          = hsegment *[ "/" hsegment ]
func (c *Cursor) hpath() {
	start := c.pos
	c.hsegment()
	for c.is('/') {
		c.pos++
		c.hsegment()
	}
	c.add(PartPath, start)
}

// hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
func (c *Cursor) hsegment() { c.run(hsegSet, RuleHsegment) }

// search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
func (c *Cursor) search() {
	start := c.pos
	c.run(hsegSet, RuleSearch)
	c.add(PartSearch, start)
}

// gopherurl ends selector and search at the next "%09".
//
//	gopherurl      = "gopher://" hostport [ / [ gtype [ selector
//	                 [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
func (c *Cursor) gopherurl() bool {
	if !c.literal("//", RuleGopherurl) || !c.server() {
		return false
	}
	if !c.char('/', RuleGopherurl) || !c.gtype() {
		return true
	}
	c.selector()
	if !c.literal("%09", RuleSelector) {
		return true
	}
	c.gopherSearch()
	if c.literal("%09", RuleSelector) {
		c.gopherPlus()
	}
	return true
}

// gtype          = xchar
func (c *Cursor) gtype() bool {
	start := c.pos
	switch {
	case c.at(xcharSet):
		c.pos++
	case c.escape() || c.forgive(RuleGtype):
	default:
		c.stop(RuleGtype)
		return false
	}
	return c.add(PartGtype, start)
}

// selector       = *xchar
func (c *Cursor) selector() {
	start := c.pos
	c.runTo("%09", xcharSet, RuleSelector)
	c.add(PartSelector, start)
}

// gopherSearch reads gopherurl's search, which unlike http's may hold any xchar (3.4.1).
func (c *Cursor) gopherSearch() {
	start := c.pos
	c.runTo("%09", xcharSet, RuleGopherSearch)
	c.add(PartSearch, start)
}

// gopher+_string = *xchar
func (c *Cursor) gopherPlus() { c.xchars(PartGopherPlus, RuleGopherPlus) }

// mailtourl      = "mailto:" encoded822addr
func (c *Cursor) mailtourl() bool { return c.encoded822addr() }

// encoded822addr = 1*xchar               ; further defined in RFC822
func (c *Cursor) encoded822addr() bool {
	start := c.pos
	c.run(xcharSet, RuleEncoded822addr)
	return (c.pos > start || c.emptyMailto()) && c.add(PartAddress, start)
}

// newsurl        = "news:" grouppart
func (c *Cursor) newsurl() bool {
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
func (c *Cursor) grouppart() bool {
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
func (c *Cursor) group() bool {
	start := c.pos
	if !c.at(alphaSet) && !c.forgive(RuleGroup) {
		c.stop(RuleGroup)
		return false
	}
	c.chars(groupSet)
	for c.forgive(RuleGroup) {
		c.chars(groupSet)
	}
	c.stop(RuleGroup)
	return c.add(PartGroup, start)
}

// article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
func (c *Cursor) article() bool {
	m := c.mark()
	c.run(articleSet, RuleArticle)
	if c.pos > m.pos && c.char('@', RuleArticle) {
		if c.host() {
			return c.add(PartArticle, m.pos)
		}
		c.stop(RuleArticle)
	}
	c.reset(m)
	return false
}

// nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
func (c *Cursor) nntpurl() bool {
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
func (c *Cursor) telneturl() bool {
	if !c.literal("//", RuleTelneturl) || !c.login() {
		return false
	}
	if c.char('/', RuleTelneturl) {
		c.stop(RuleTelneturl)
		c.telnetPath()
	}
	return true
}

// waisurl        = waisdatabase | waisindex | waisdoc
func (c *Cursor) waisurl() bool {
	if !c.waisdatabase() {
		return false
	}
	if !c.waisindex() && !c.waisdoc() {
		c.deepDatabase()
	}
	return true
}

// waisdatabase   = "wais://" hostport "/" database
func (c *Cursor) waisdatabase() bool {
	if !c.literal("//", RuleWaisurl) || !c.server() || !c.char('/', RuleWaisurl) {
		return false
	}
	c.database()
	return true
}

// waisindex      = "wais://" hostport "/" database "?" search
func (c *Cursor) waisindex() bool {
	if !c.char('?', RuleWaisurl) {
		return false
	}
	c.search()
	return true
}

// waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
func (c *Cursor) waisdoc() bool {
	m := c.mark()
	if c.char('/', RuleWaisurl) {
		c.wtype()
		if c.char('/', RuleWtype) {
			c.wpath()
			return true
		}
	}
	c.reset(m)
	return false
}

// database       = *uchar
func (c *Cursor) database() {
	start := c.pos
	c.run(ucharSet, RuleDatabase)
	c.add(PartDatabase, start)
}

// wtype          = *uchar
func (c *Cursor) wtype() {
	start := c.pos
	c.run(ucharSet, RuleWtype)
	c.add(PartWtype, start)
}

// wpath          = *uchar
func (c *Cursor) wpath() {
	start := c.pos
	c.run(ucharSet, RuleWpath)
	c.add(PartWpath, start)
}

// prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
func (c *Cursor) prosperourl() bool {
	if !c.literal("//", RuleProsperourl) || !c.server() || !c.char('/', RuleProsperourl) {
		return false
	}
	c.ppath()
	start := c.pos
	for c.fieldspec() {
	}
	if c.pos > start {
		c.add(PartFields, start)
	}
	return true
}

// ppath          = psegment *[ "/" psegment ]
func (c *Cursor) ppath() {
	start := c.pos
	c.psegment()
	for c.is('/') {
		c.pos++
		c.psegment()
	}
	c.add(PartHSOName, start)
}

// psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
func (c *Cursor) psegment() { c.run(fsegSet, RulePsegment) }

// fieldspec      = ";" fieldname "=" fieldvalue
func (c *Cursor) fieldspec() bool {
	m := c.mark()
	if !c.char(';', RulePsegment) || !c.fieldname() {
		c.reset(m)
		return false
	}
	c.fieldvalue()
	return true
}

// fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
func (c *Cursor) fieldname() bool {
	c.run(fieldSet, RuleFieldname)
	return c.char('=', RuleFieldname)
}

// fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
func (c *Cursor) fieldvalue() { c.run(fieldSet, RuleFieldvalue) }

// escape         = "%" hex hex
func (c *Cursor) escape() bool {
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
	c.stopAt(pos, RuleEscape)
	return false
}

// xchars reads *xchar as part p.
func (c *Cursor) xchars(p Part, r Rule) bool {
	start := c.pos
	c.run(xcharSet, r)
	return c.add(p, start)
}

// digits         = 1*digit
func (c *Cursor) digits(r Rule) bool {
	start := c.pos
	c.chars(digitSet)
	c.stop(r)
	return c.pos > start
}

// fragment reads "#" *xchar, if it follows the URL (2.2 and the appendix).
func (c *Cursor) fragment() {
	if c.char('#', RuleFragment) {
		c.xchars(PartFragment, RuleFragment)
	}
}
