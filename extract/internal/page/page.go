package page

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// A Text is one of the texts of a page: the text between attributes, an attribute, or one
// of several URLs in an attribute.
type Text struct {
	// Element and Attribute are the names, in lower case, of the attribute whose value
	// the text is and of its element, or empty.
	Element, Attribute string
	// Shown is the visible text of the link, on one line, cut after 250 bytes, or empty.
	Shown string
	// Base is the base URL of links in the text, or empty.
	Base string
	// Scheme is the scheme of links that begin with two slashes.
	Scheme string
	// Whole reports whether the text is one URL rather than text that may contain URLs.
	Whole bool
	// Resumed reports whether the text begins within a word that a long comment divides.
	Resumed bool

	decode.Reader
}

// HoldsPage reports whether the text is a fragment of a page, as is common in feeds.
func (t *Text) HoldsPage() bool {
	return !t.Whole && holdsPage(t.AtLeast(headSize))
}

// A Reader reads a page, or another document with markup. As a [decode.Stage] it returns
// the text up to the next attribute.
type Reader struct {
	decode.Filter
	attributeTexts // element is that of the current tag, or of the raw text that is read
	state          state
	paragraph      paragraph
	relation       relation
	comments       comments
	shown          shown
	tag            bool // the current tag is a start tag
	json           bool // the script is in JSON

	linked  bool   // the text of the last link begins with a URL
	literal string // the open element of HTML in which a browser reads no tags, or ""
	foreign bool   // an SVG or a formula is open, in which an element may have no text
}

// Reset begins to read another page, and reuses memory.
func (m *Reader) Reset(page decode.Input, config Config) {
	if !config.Relative {
		config.Base = ""
	}
	*m = Reader{Filter: decode.Filter{Input: page, Output: m.Fresh(config.Keep)}, attributeTexts: attributeTexts{
		list: m.list, element: m.element, base: pageBase{url: config.Base, given: config.Base}, config: config}}
	if config.Relative {
		m.base.find(&m.Input)
	}
}

// Texts yields the texts in the order of the page. Each is valid until the next one.
// Texts returns false if yield did.
func (m *Reader) Texts(yield func(Text) bool) bool {
	for {
		resumed := m.comments.severed && !m.comments.comment
		m.begin()
		text := Text{Resumed: resumed, Reader: decode.ReaderOf(m)}
		if text.Has(1) && (!m.comments.split || m.config.All || decode.MayHoldURL(text.Buf)) && !yield(text) {
			return false
		}
		for m.Next() != nil {
		}
		if !m.comments.split {
			return true
		}
		for i := range m.list {
			a := &m.list[i]
			one := Text{Element: lowerName(m.element), Attribute: a.name, Shown: a.shown,
				Base: m.base.of(m.element), Scheme: m.base.linkScheme(), Whole: a.whole,
				Reader: decode.ReaderOf(a)}
			if !yield(one) {
				return false
			}
		}
	}
}

type state uint8

const (
	inText state = iota
	inTag
	inRaw // the text of a script or style
	inJunk
	inData // a CDATA section
	inName // the text of an element that names a namespace
)

// IsWhole reports whether the text has ended, with the page or before attributes.
func (m *Reader) IsWhole() bool {
	return m.comments.split || !m.comments.reading && len(m.comments.waiting) == 0 && m.Input.IsWhole()
}

// IsCut reports whether text is missing after the text.
func (m *Reader) IsCut() bool { return m.comments.cut || !m.comments.reading && m.Input.IsCut() }

// begin begins a new text.
func (m *Reader) begin() {
	m.Offsets.Reset()
	m.Out, m.list = m.Out[:0], m.list[:0]
	m.comments.begin()
}

func (m *Reader) Next() []byte {
	if n := len(m.Out); n > 0 {
		m.comments.last = m.Out[n-1]
	}
	m.Out = m.Out[:0]
	if m.comments.due && !m.comments.split {
		m.comments.readRemark(&m.Filter)
	}
	for len(m.Out) < decode.MaxChunk && !m.comments.split {
		if len(m.Buf) == 0 && !m.More() {
			if m.comments.endRemark(&m.Filter) {
				m.state = inText
				continue
			}
			if m.comments.endWord() {
				continue
			}
			break
		}
		switch m.state {
		case inText:
			m.text()
		case inTag:
			m.inside()
		case inRaw:
			m.raw()
		case inJunk:
			m.junk()
		case inData:
			m.data()
		case inName:
			m.skipName()
		}
	}
	return m.Decoded()
}

var (
	textSet    = octet.Complement("<&")
	cellSet    = octet.Complement("<&_")
	wordSet    = octet.Where(func(b byte) bool { return b != '<' && b != '&' && b > ' ' })
	commentSet = octet.Complement("<&-")
)

// text reads the text before the next markup or escape, or that markup or escape.
func (m *Reader) text() {
	b, set := m.Buf, textSet
	switch {
	case m.comments.comment:
		set = commentSet
	case m.comments.waits():
		rest := m.comments.waiting[0].at + maxRemark - m.At
		if rest <= 0 {
			m.comments.sever()
			return
		}
		b, set = b[:min(len(b), int(rest))], wordSet
	case m.config.Kind == Office:
		set = cellSet
	}
	if n := set.Span(b); n > 0 {
		m.Take(&m.Input, n)
		return
	}
	switch m.Buf[0] {
	case '&':
		m.Has(2 * maxEntity)
		text, n := DecodeEntity(m.Buf)
		if m.config.Kind == Office && headings[string(m.element)] && string(text) == "&" {
			text, n = headingCode(m.Buf, n)
		}
		m.Put(&m.Input, n, text)
	case '_':
		const escaped = "_x000D_" // a line break in a cell of a sheet
		if m.Has(len(escaped)); bytes.HasPrefix(m.Buf, []byte(escaped)) {
			m.Put(&m.Input, len(escaped), lineBreak)
			return
		}
		m.Take(&m.Input, 1)
	case '-':
		m.Has(len(otherEnd))
		n := endOfComment(m.Buf)
		if n == 0 {
			m.Take(&m.Input, 1)
			return
		}
		m.comments.comment = false
		m.Put(&m.Input, n, lineBreak)
		if m.comments.severed {
			m.comments.endText()
		}
	case '<':
		m.open()
	default:
		m.comments.endWord()
	}
}

// open reads the beginning of a tag or comment. Any other "<" is text, as in
// "<http://host.example/>".
func (m *Reader) open() {
	const longest = 64
	m.Has(longest)
	b := m.Buf
	switch {
	case bytes.HasPrefix(b, []byte(commentStart)):
		m.comments.open(&m.Filter)
		return
	case bytes.HasPrefix(b, []byte(dataStart)):
		if m.comments.endWord() {
			return
		}
		m.state = inData
		m.Put(&m.Input, len(dataStart), []byte("\n"))
		return
	case len(b) > 1 && (b[1] == '!' || b[1] == '?') && (m.config.Kind == XML || m.declares()):
		m.declaration() // which may name a document
		return
	case len(b) > 1 && (b[1] == '!' || b[1] == '?'):
		m.state = inJunk
		m.Skip(2)
		return
	}
	m.openTag(longest)
}

// openTag is open for a tag, whose name is at most longest bytes long.
func (m *Reader) openTag(longest int) {
	b, start := m.Buf, 1
	if len(b) > 1 && b[1] == '/' {
		start = 2
	}
	n := start + tagSet.Span(b[start:min(len(b), longest)])
	if n == start || !octet.Letter[b[start]] || m.isAddress(b[start:n], b[n:]) {
		m.Take(&m.Input, 1)
		return
	}
	if m.config.Kind == XML && m.divided(string(b[start:n])) {
		return
	}
	if m.config.Kind == XML && (len(m.Out) > 0 || m.comments.last > 0) && !m.comments.waits() {
		// each element has its own text
		m.comments.endText()
		return
	}
	m.element, m.tag = m.element[:0], start == 1
	for _, c := range b[start:n] {
		if octet.Letter[c] {
			c |= 0x20
		}
		m.element = append(m.element, c)
	}
	if m.config.Kind == Office && m.tag && m.paragraph.aside(&m.Filter, &m.comments, m.element) {
		return
	}
	breaks := m.breaks()
	if m.linked && !m.tag && string(m.element) == "a" && n+1 < len(b) && b[n] == '>' && besideLink[b[n+1]] {
		breaks = []byte(" ")
	}
	if breaks != nil && m.comments.endWord() {
		return
	}
	m.paragraph.count(m.config.Kind, m.element, m.tag)
	m.relation.refer = refersTo[string(localName(m.element))]
	m.state, m.json, m.shown, m.paragraph.closed = inTag, false, shown{}, false
	m.Put(&m.Input, n, breaks)
}

// besideLink has the bytes of a sentence that may follow a link without a blank, and
// would then go on its URL: "<a>http://host.example/</a>,but". After others the rest of a
// URL may follow: "<a>http://host.example</a>/x".
var besideLink = octet.SetOf(octet.Letters + octet.Digits + ".,:;!(")

// divided reads a tag of XML within a word that may be a URL, and reports whether it did:
// the text right before and after the tag is not blank. Emphasis does not divide the
// word. Any other element that is not besideWord may, so the rest of the word is lost.
func (m *Reader) divided(element string) bool {
	const longest = 1 << 10
	word := m.Out[bytes.LastIndexAny(m.Out, " \t\r\n<>\"")+1:]
	if !bytes.Contains(word, []byte("://")) || bytes.HasSuffix(word, lost) {
		return false
	}
	m.Has(longest)
	b := m.Buf[:min(len(m.Buf), longest)]
	n := bytes.IndexByte(b, '>') + 1
	name := string(localName(strings.ToLower(element)))
	switch {
	case n == 0 || n == len(b) || b[n] <= ' ' || b[n] == '<' || besideWord[name],
		bytes.Contains(b[n:min(len(b), n+len("gopher://"))], []byte("://")):
		return false
	case (inline[name] || inlineOfXML[name]) && !decode.MayHoldURL(b[:n]):
		m.Put(&m.Input, n, nil)
	case b[1] == '/':
		return false
	default:
		m.Put(&m.Input, 0, lost)
	}
	return true
}

// breaks returns the replacement for the current tag: nothing for an inline tag,
// otherwise a line break.
func (m *Reader) breaks() []byte {
	switch kind := m.config.Kind; {
	case kind == XML, kind == HTML && !inline[string(m.element)] && !inlineOfXML[string(m.element)]:
		return lineBreak
	case kind == HTML:
		return nil
	}
	switch name := string(localName(m.element)); {
	case m.tag && name == "nobreakhyphen":
		return hyphen
	case m.tag && name == "sym": // a character of a font with symbols
		return lost
	case isInline(m.element, m.paragraph.depth > 0):
		return nil
	}
	return lineBreak
}

// declares reports whether the declaration or the instruction at the beginning of the
// buffer can contain a URL, like those of PHP, of style sheets and of entities.
func (m *Reader) declares() bool {
	const longest = 4 << 10
	m.Has(longest)
	text, _, closed := bytes.Cut(m.Buf[:min(len(m.Buf), longest)], []byte(">"))
	return (closed || text[1] == '?') &&
		(m.config.Names || !bytes.HasPrefix(text, []byte("<?xml:"))) && decode.MayHoldURL(text)
}

// declaration reads the beginning of an XML declaration. The rest is read as text, except
// a document type with a public identifier: it names a vocabulary, and is not fetched.
func (m *Reader) declaration() {
	const longest = 1 << 10
	m.Has(longest)
	n := len(publicType.Find(m.Buf[:min(len(m.Buf), longest)]))
	if n == 0 || m.config.Names {
		m.Take(&m.Input, 2)
		return
	}
	m.Skip(n)
}

// publicType matches the beginning of a declaration with a public identifier and a system
// identifier (XML 1.0, section 4.2.2).
var publicType = lazyregexp.New(`(?i)^<!doctype[\x00-\x20]+[^\x00-\x20"'<>]+[\x00-\x20]+public[\x00-\x20]+` +
	`(?:"[^"]*"|'[^']*')[\x00-\x20]*(?:"[^"]*"|'[^']*')?[\x00-\x20]*>?`)

// skipName skips the text of an element that names a namespace.
func (m *Reader) skipName() {
	n := bytes.IndexByte(m.Buf, '<')
	if n < 0 {
		m.Skip(len(m.Buf))
		return
	}
	m.Skip(n)
	m.state = inText
}

// isAddress adapts the function below to XML, where element names may have any prefix.
func (m *Reader) isAddress(name, rest []byte) bool {
	return isAddress(name, rest) && (m.config.Kind != XML || name[len(name)-1] == ':' ||
		len(rest) > 0 && rest[0] != ' ' && rest[0] != '>')
}

const (
	dataStart = "<![CDATA["
	dataEnd   = "]]>"
)

// data reads text without markup.
func (m *Reader) data() {
	n := bytes.IndexByte(m.Buf, ']')
	switch {
	case n == 0 && m.Has(len(dataEnd)) && string(m.Buf[:len(dataEnd)]) == dataEnd:
		m.state = inText
		m.Put(&m.Input, len(dataEnd), []byte("\n"))
		return
	case n == 0:
		n = 1
	case n < 0:
		n = len(m.Buf)
	}
	m.Take(&m.Input, n)
}

// junk skips a declaration.
func (m *Reader) junk() {
	n := bytes.IndexByte(m.Buf, '>')
	if n < 0 {
		m.Skip(len(m.Buf))
		return
	}
	m.Skip(n + 1)
	m.state = inText
}

// raw reads the text of a script or style unchanged, up to its end tag. Escapes of JSON
// are decoded.
func (m *Reader) raw() {
	n := 0
	if m.json {
		for n < len(m.Buf) && m.Buf[n] != '<' && m.Buf[n] != '\\' {
			n++
		}
		if n < len(m.Buf) && m.Buf[n] == '\\' && n == 0 {
			jsonEscape(&m.Filter)
			return
		}
	} else if n = m.rawLength(); m.styleURL(&n) || m.namespace(&n) || m.call(&n) {
		return
	}
	if n > 0 {
		m.Take(&m.Input, n)
		return
	}
	end := len(m.element) + 2
	if m.Has(end) && m.Buf[1] == '/' && bytes.EqualFold(m.Buf[2:end], m.element) &&
		(!m.Has(end+1) || !tagSet[m.Buf[end]]) {
		m.state = inText
		return
	}
	m.Take(&m.Input, 1)
}

// rawLength returns the number of bytes before a "<". It is limited to the next text,
// since a URL of a style may end the text.
func (m *Reader) rawLength() int {
	const longest = 4 << 10
	text := m.Buf[:min(len(m.Buf), longest)]
	if n := bytes.IndexByte(text, '<'); n >= 0 {
		return n
	}
	return len(text)
}

// styleURL reads a relative link of a style element, if the next text begins with one and
// relative links are wanted. Otherwise it may reduce n, the length of the next text, so
// that the text ends before such a link.
func (m *Reader) styleURL(n *int) bool {
	if string(m.element) != "style" || m.base.url == "" && bytes.IndexByte(m.Buf[:*n], '(') < 0 {
		return false
	}
	const longest = 2 << 10
	if *n < longest && m.Has(longest) {
		*n = m.rawLength()
	}
	const url = "url("
	at := 0
	for at+len(url) <= *n && (m.Buf[at+len(url)-1] != '(' ||
		!bytes.EqualFold(m.Buf[at:at+len(url)], []byte(url))) {
		at++
	}
	switch {
	case at+len(url) > *n:
		if *n >= longest { // the link may begin at the end
			*n -= len(url)
		}
		return false
	case at > 0:
		*n = at
		return false
	}
	text := m.Buf[:min(len(m.Buf), longest)]
	// The end of the link, which may be far, does not matter.
	if link := text[len(beforeStyle.Find(text)):]; hasScheme(link) ||
		m.base.url == "" && !IsSchemeRelative(link) {
		*n = len(url)
		return false
	}
	found := inStyle.FindSubmatchIndex(text)
	start, end := group(found)
	link := bytes.TrimRight(text[start:end], " \t\r\n")
	if len(link) == 0 {
		*n = len(url)
		return false
	}
	m.list = m.list[:0]
	m.value(&m.Input, "url", start, link, true)
	m.comments.split = len(m.list) > 0
	m.Put(&m.Input, found[1], lineBreak)
	return true
}

// namespace skips the name of a namespace in a style element, if the next text begins
// with it. Otherwise it may reduce n, so that the text ends before the next "@".
func (m *Reader) namespace(n *int) bool {
	const longest = 1 << 10
	if m.config.Names || string(m.element) != "style" {
		return false
	}
	if at := bytes.IndexByte(m.Buf[:*n], '@'); at != 0 {
		if at > 0 {
			*n = at
		}
		return false
	}
	m.Has(longest)
	rule := namespaceRule.Find(m.Buf[:min(len(m.Buf), longest)])
	if m.Skip(len(rule)); len(rule) == 0 {
		*n = 1
	}
	return len(rule) > 0
}

// namespaceRule matches such a name (CSS Namespaces, section 2).
var namespaceRule = lazyregexp.New(`^(?i)@namespace[ \t\r\n/"'][^;<]*;`)

// inside reads the next item in a tag: blanks, its end, or one attribute.
func (m *Reader) inside() {
	n := 0
	for n < len(m.Buf) && (m.Buf[n] <= ' ' || m.Buf[n] == '/') {
		n++
	}
	if n > 0 {
		m.paragraph.closed = m.Buf[n-1] == '/'
		m.Skip(n)
		return
	}
	if m.Buf[0] == '>' {
		m.endTag()
		return
	}
	for {
		a, ok := splitAttribute(m.Buf, m.Done || len(m.Buf) >= m.config.longest())
		if ok {
			m.attribute(a)
			m.Skip(a.size)
			return
		}
		m.Double()
	}
}

// attribute prepares the value of an attribute as texts, if it can contain URLs.
func (m *Reader) attribute(a rawAttribute) {
	m.list = m.list[:0]
	raw := m.Buf[a.start:a.end]
	hopeless := bytes.IndexByte(raw, ':') < 0 && bytes.IndexByte(raw, '&') < 0 && m.base.url == "" &&
		!m.config.All && !slashed(raw)
	if m.relation.refer != 0 && m.tag && m.config.Kind == Office {
		m.relation.note(a.name, raw)
	}
	switch p := &m.paragraph; m.config.Kind {
	case Office:
		p.raised = p.raises(m.element, a.name, raw) || p.raised
	case HTML:
		p.raised = p.moves(m.element, a.name, raw) || p.raised
	}
	if bytes.EqualFold(a.name, []byte("type")) && string(m.element) == "script" {
		m.json = bytes.Contains(bytes.ToLower(raw), []byte("json"))
	}
	if len(raw) == 0 || len(a.name) > maxEntity || hopeless || !m.tag {
		return
	}
	name := lowerName(a.name)
	if !m.config.Names && isName(m.config.Kind, m.element, name) {
		return
	}
	if bytes.HasPrefix(raw, printableEquals) && len(raw) > 2 {
		// undecoded quoted-printable: it is read as text
		one, raw := m.add(name, false), m.Buf[a.start-1:a.end]
		one.setPlace(&m.Input, a.start-1, raw)
		one.Plain(0, len(raw))
		one.Out = append(one.Out, raw...)
		m.comments.split = true
		return
	}
	if places := m.relation.places(&m.Input, &m.config, a, name); places != nil {
		m.placed(&m.Input, places, name, a.start, raw)
	} else {
		m.read(&m.Input, name, a.start, raw)
	}
	if m.comments.split = len(m.list) > 0; m.comments.split && m.config.Shown && m.list[0].whole &&
		isAnchor(m.element, name) {
		m.list[0].shown = m.shown.of(&m.Input, a.size, m.element)
	}
}

// endTag reads the end of a tag.
func (m *Reader) endTag() {
	var breaks []byte
	if m.paragraph.raised {
		if m.comments.endWord() {
			return
		}
		breaks = lineBreak
	}
	if m.paragraph.closed && m.tag {
		m.paragraph.count(m.config.Kind, m.element, false)
	}
	m.relation.end(&m.config, m.tag)
	m.paragraph.raised, m.state = false, inText
	m.Put(&m.Input, 1, breaks)
	if m.config.Kind == HTML && string(m.element) == "a" {
		const longest = 64
		m.Has(longest)
		text := bytes.TrimLeft(m.Buf[:min(len(m.Buf), longest)], " \t\r\n")
		n := bytes.Index(text, []byte("://")) + 1
		m.linked = m.tag && n > 1 && hasScheme(text[:n])
	}
	switch {
	case m.config.Kind == HTML:
		m.enter(string(m.element))
	case m.tag && !m.config.Names && naming[string(localName(m.element))]:
		m.state = inName
	}
}

// enter notes which text follows a tag of HTML. A script or style in a comment, or in an
// element whose tags a browser does not read, ends with that.
func (m *Reader) enter(element string) {
	isForeign := element == "svg" || element == "math"
	switch {
	case !m.tag && element == m.literal:
		m.literal = ""
	case !m.tag && isForeign:
		m.foreign = false
	case !m.tag, m.literal != "", m.comments.comment:
	case literals[element]:
		m.literal = element
	case isForeign:
		m.foreign = !m.paragraph.closed
	case (element == "script" || element == "style") && !(m.foreign && m.paragraph.closed):
		m.state = inRaw
	}
}

func IsType(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml" || mediaType == "text/x-amp-html"
}

// inMeta matches the charset declared in a page.
var inMeta = lazyregexp.New(`(?i)(?:charset|^<\?xml[^>]*encoding)=["']*([a-z0-9_-]*)`)

// metaCharset returns the charset declared in a page, or "" if it is unknown or one of
// the UTFs: in UTF-16 and UTF-32 the declaration could not be read.
func metaCharset(begin []byte) string {
	const most = 1 << 10
	begin = begin[:min(len(begin), most)]
	found := inMeta.FindSubmatch(begin)
	if found == nil || bytes.IndexByte(begin, 0) >= 0 {
		return ""
	}
	label := strings.ToLower(string(found[1]))
	if !decode.KnownCharset(label) || strings.HasPrefix(label, "utf") {
		return ""
	}
	return label
}

// Charset returns the charset of a page that begins with head: that of its byte order
// mark, or the declared one, or the one declared in the page, in this order.
func Charset(declared string, head []byte) string {
	if order := decode.ByteOrder(head); order != "" {
		return order
	}
	if declared == "" {
		return metaCharset(head)
	}
	return declared
}
