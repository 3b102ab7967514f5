package page

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// A Config says how to read a page.
type Config struct {
	Kind Kind
	// All also asks for texts that cannot contain a URL.
	All bool
	// Relative also asks for relative links, on pages with a base element, or on all pages if Base is set.
	Relative bool
	Base     string
	// Shown asks for the text that readers see of links.
	Shown bool
	// Refers is called for each link in a part of Office that refers to its target by an id:
	// with the place in the target that it leads to, or an empty one. Places returns the
	// places in the target that has an id.
	Refers func(id, place string)
	Places func(id string) []string
	// Names also asks for the names of namespaces, vocabularies and types of documents, which
	// look like URLs.
	Names bool
	// Keep is the number of bytes of a text, before the last one that was read, for which spans are known.
	Keep int64
}

// A Text is one of the texts of a page: the text between attributes, an attribute, one of several URLs in an attribute.
type Text struct {
	// Element and Attribute are the names of the element and the attribute whose value it is, in lower case, or empty.
	Element, Attribute string
	// Shown is what readers see of the link, on one line, cut after 250 bytes, or empty.
	Shown string
	// Base is the URL that links are relative to here, or empty.
	Base string
	// Scheme is the scheme of links that begin with two slashes.
	Scheme string
	// Whole reports whether it is one URL, and not a text that may hold some.
	Whole bool
	// Resumed reports whether it begins within a word that a long comment divides.
	Resumed bool

	decode.Reader
}

// A Reader reads a page, or another document with markup. As a [decode.Stage] it returns the text up to the next attribute.
type Reader struct {
	decode.Filter
	config Config
	state  state
	paragraph
	relation
	comments
	name       []byte      // of the tag that is being read, or of the element whose raw text is
	tag        bool        // it is a start tag
	attributes []attribute // that were read last
	shown      string      // what readers see of the link in whose tag this is, if looked is set
	looked     bool
	base       string // what links are relative to, or empty
	scheme     string // of the first base element
	based      bool   // the page has said so itself
	json       bool   // the script is in JSON
	split      bool   // the text ended because of attributes or remarks
}

// Reset begins to read another page, in the same memory.
func (m *Reader) Reset(page decode.Input, config Config) {
	if !config.Relative {
		config.Base = ""
	}
	*m = Reader{Filter: decode.Filter{Input: page, Output: m.Fresh(config.Keep)}, config: config, name: m.name, attributes: m.attributes, base: config.Base}
	if config.Relative {
		m.lookForBase()
	}
}

// Texts yields the texts, in the order of the page. Each is valid until the next one. Texts returns false if yield did.
func (m *Reader) Texts(yield func(Text) bool) bool {
	for {
		resumed := m.severed && !m.comment
		m.begin()
		text := Text{Resumed: resumed, Reader: decode.ReaderOf(m)}
		if text.Has(1) && (!m.split || m.config.All || decode.MayHoldURL(text.Buf)) && !yield(text) {
			return false
		}
		for m.Next() != nil {
		}
		if !m.split {
			return true
		}
		for i := range m.attributes {
			a := &m.attributes[i]
			one := Text{Element: lowerName(m.name), Attribute: a.name, Shown: a.shown, Base: m.relativeTo(), Scheme: m.schemeHere(), Whole: a.whole, Reader: decode.ReaderOf(a)}
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

// An attribute is the value of one, or one of several URLs in it, decoded.
type attribute struct {
	decode.Value
	name    string
	whole   bool
	program bool // whose escapes are undone
	shown   string
}

// longest returns the length in bytes above which an attribute is cut. It grows with Keep, so that a cut value is still longer than any
// URL that the caller has use for.
func (c *Config) longest() int { return max(128<<10, int(c.Keep)) }

// IsWhole reports whether the text has ended, with the page or before attributes.
func (m *Reader) IsWhole() bool {
	return m.split || !m.reading && len(m.waiting) == 0 && m.Input.IsWhole()
}

// IsCut reports whether something is missing after the text.
func (m *Reader) IsCut() bool { return m.cut || !m.reading && m.Input.IsCut() }

// begin begins a new text.
func (m *Reader) begin() {
	m.Offsets.Reset()
	m.Out, m.last = m.Out[:0], 0
	m.severed = m.severed && m.comment
	m.split, m.cut = false, false
}

func (m *Reader) Next() []byte {
	if n := len(m.Out); n > 0 {
		m.last = m.Out[n-1]
	}
	m.Out = m.Out[:0]
	if m.due && !m.split {
		m.readRemark()
	}
	for len(m.Out) < decode.MaxChunk && !m.split {
		if len(m.Buf) == 0 && !m.More() {
			if m.endRemark() || m.endWord() {
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
	textStops    = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' })
	wordStops    = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' || b <= ' ' })
	commentStops = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' || b == '-' })
)

// text reads text up to what is to be decoded, or that.
func (m *Reader) text() {
	b, stops, n := m.Buf, &textStops, 0
	switch {
	case m.comment:
		stops = &commentStops
	case m.waits():
		rest := m.waiting[0].at + maxRemark - m.At
		if rest <= 0 {
			m.sever()
			return
		}
		b, stops = b[:min(len(b), int(rest))], &wordStops
	}
	for n < len(b) && !stops[b[n]] {
		n++
	}
	if n > 0 {
		m.Take(&m.Input, n)
		return
	}
	switch m.Buf[0] {
	case '&':
		m.Has(maxEntity)
		text, n := DecodeEntity(m.Buf)
		m.Put(&m.Input, n, text)
	case '-':
		m.Has(len(otherEnd))
		n := endOfComment(m.Buf)
		if n == 0 {
			m.Take(&m.Input, 1)
			return
		}
		m.comment = false
		m.Put(&m.Input, n, lineBreak)
		if m.severed {
			m.endText()
		}
	case '<':
		m.open()
	default:
		m.endWord()
	}
}

// open reads the beginning of a tag or comment. A "<" that begins neither is text, as that of "<http://host.example/>".
func (m *Reader) open() {
	const longest = 64
	m.Has(longest)
	b := m.Buf
	switch {
	case bytes.HasPrefix(b, []byte(commentStart)):
		m.openComment()
		return
	case bytes.HasPrefix(b, []byte(dataStart)):
		if m.endWord() {
			return
		}
		m.state = inData
		m.Put(&m.Input, len(dataStart), []byte("\n"))
		return
	case len(b) > 1 && (b[1] == '!' || b[1] == '?') && m.config.Kind == XML: // a declaration, which may name a document
		m.declaration()
		return
	case len(b) > 1 && (b[1] == '!' || b[1] == '?'):
		m.state = inJunk
		m.Skip(2)
		return
	}
	start := 1
	if len(b) > 1 && b[1] == '/' {
		start = 2
	}
	n := start
	for n < min(len(b), longest) && tagSet[b[n]] {
		n++
	}
	if n == start || !ascii.Letter(b[start]) || m.isAddress(b[start:n], b[n:]) {
		m.Take(&m.Input, 1)
		return
	}
	if m.config.Kind == XML && (len(m.Out) > 0 || m.last > 0) && !m.waits() { // each element has a text of its own
		m.endText()
		return
	}
	m.name, m.tag = m.name[:0], start == 1
	for _, c := range b[start:n] {
		if ascii.Letter(c) {
			c |= 0x20
		}
		m.name = append(m.name, c)
	}
	if m.config.Kind == Office && m.tag && m.aside() {
		return
	}
	breaks := m.breaks()
	if breaks != nil && m.endWord() {
		return
	}
	m.count(m.tag)
	m.refer = refersTo[string(localName(m.name))]
	m.state, m.json, m.looked, m.closed = inTag, false, false, false
	m.Put(&m.Input, n, breaks)
}

// breaks returns what stands for the tag that was begun: nothing, if it is one within a line, or else a line break.
func (m *Reader) breaks() []byte {
	switch kind := m.config.Kind; {
	case kind == XML, kind == HTML && !inline[string(m.name)]:
		return lineBreak
	case kind == HTML:
		return nil
	}
	switch name := string(localName(m.name)); {
	case m.tag && name == "nobreakhyphen":
		return hyphen
	case isInline(m.name, m.depth > 0):
		return nil
	}
	return lineBreak
}

var lineBreak, hyphen = []byte("\n"), []byte("-")

// declaration reads the beginning of a declaration of XML. The rest is read as text, without
// the type of the document if that has a public identifier: it names a vocabulary, and is not
// fetched.
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
	`(?:"[^"]*"|'[^']*')[\x00-\x20]*(?:"[^"]*"|'[^']*')?`)

// skipName passes over the text of an element that names a namespace.
func (m *Reader) skipName() {
	n := bytes.IndexByte(m.Buf, '<')
	if n < 0 {
		m.Skip(len(m.Buf))
		return
	}
	m.Skip(n)
	m.state = inText
}

var tagSet = ascii.SetOf(func(b byte) bool {
	return ascii.Digit(b) || ascii.Letter(b) || b == ':' || b == '-' || b == '_' || b == '.'
})

// isAddress is the function below. In XML, the names of elements may have any prefix.
func (m *Reader) isAddress(name, rest []byte) bool {
	return isAddress(name, rest) && (m.config.Kind != XML || len(rest) > 0 && rest[0] != ' ' && rest[0] != '>')
}

// isAddress reports whether it is a URL or an address in angle brackets.
func isAddress(name, rest []byte) bool {
	if len(rest) > 0 && (rest[0] == '@' || rest[0] == '/' && name[len(name)-1] == ':') {
		return true
	}
	scheme, after, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		return false
	}
	return bytes.IndexByte(after, ':') >= 0 || slices.Contains([]string{"url", "mailto", "news", "mid", "cid", "snews"}, string(bytes.ToLower(scheme)))
}

const (
	dataStart = "<![CDATA["
	dataEnd   = "]]>"
)

// data reads text in which nothing is markup.
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

// junk passes over a declaration.
func (m *Reader) junk() {
	n := bytes.IndexByte(m.Buf, '>')
	if n < 0 {
		m.Skip(len(m.Buf))
		return
	}
	m.Skip(n + 1)
	m.state = inText
}

// raw reads the text of a script or style as it is, up to its end tag. Escapes of JSON are undone.
func (m *Reader) raw() {
	n := 0
	if m.json {
		for n < len(m.Buf) && m.Buf[n] != '<' && m.Buf[n] != '\\' {
			n++
		}
		if n < len(m.Buf) && m.Buf[n] == '\\' && n == 0 {
			m.jsonEscape()
			return
		}
	} else if n = m.rawLength(); m.styleURL(&n) {
		return
	}
	if n > 0 {
		m.Take(&m.Input, n)
		return
	}
	end := len(m.name) + 2
	if m.Has(end) && m.Buf[1] == '/' && bytes.EqualFold(m.Buf[2:end], m.name) && (!m.Has(end+1) || !tagSet[m.Buf[end]]) {
		m.state = inText
		return
	}
	m.Take(&m.Input, 1)
}

// rawLength returns how much is there before a "<". It looks at no more than is read next, since a URL of a style may end that.
func (m *Reader) rawLength() int {
	const longest = 4 << 10
	text := m.Buf[:min(len(m.Buf), longest)]
	if n := bytes.IndexByte(text, '<'); n >= 0 {
		return n
	}
	return len(text)
}

// inside reads what comes next in a tag: blanks, its end, or one attribute.
func (m *Reader) inside() {
	n := 0
	for n < len(m.Buf) && (m.Buf[n] <= ' ' || m.Buf[n] == '/') {
		n++
	}
	if n > 0 {
		m.closed = m.Buf[n-1] == '/'
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

// endTag reads the end of a tag.
func (m *Reader) endTag() {
	var breaks []byte
	if m.raised {
		if m.endWord() {
			return
		}
		breaks = lineBreak
	}
	if m.closed && m.tag {
		m.count(false)
	}
	m.endReference()
	m.raised, m.state = false, inText
	m.Put(&m.Input, 1, breaks)
	switch {
	case !m.tag:
	case m.config.Kind == HTML && (string(m.name) == "script" || string(m.name) == "style"):
		m.state = inRaw
	case m.config.Kind != HTML && !m.config.Names && naming[string(localName(m.name))]:
		m.state = inName
	}
}

// A rawAttribute is an attribute as it stands in a tag.
type rawAttribute struct {
	name       []byte
	start, end int // where its value stands
	size       int
}

// splitAttribute reads the attribute that b begins with. It is false if more of b is needed to know where it ends, which is
// not asked for at the end.
func splitAttribute(b []byte, end bool) (rawAttribute, bool) {
	n := 1
	for n < len(b) && b[n] > ' ' && b[n] != '=' && b[n] != '>' && (b[n] != '/' || b[0] == '"') {
		n++
	}
	a := rawAttribute{name: b[:n]}
	for n < len(b) && b[n] <= ' ' {
		n++
	}
	if n >= len(b) && !end {
		return a, false
	}
	if n >= len(b) || b[n] != '=' {
		a.size = len(a.name)
		return a, true
	}
	n++
	for n < len(b) && b[n] <= ' ' {
		n++
	}
	if n >= len(b) {
		a.start, a.end, a.size = n, n, n
		return a, end
	}
	if b[n] == '"' || b[n] == '\'' {
		return a.quoted(b, n, end)
	}
	a.start = n
	for n < len(b) && b[n] > ' ' && b[n] != '>' {
		n++
	}
	a.end, a.size = n, n
	return a, end || n < len(b)
}

// quoted reads a quoted value. One whose end is missing, so that the next tag would belong to it, ends with its own tag.
func (a *rawAttribute) quoted(b []byte, n int, end bool) (rawAttribute, bool) {
	a.start = n + 1
	k := bytes.IndexByte(b[a.start:], b[n])
	if k < 0 && !end {
		return *a, false
	}
	if k < 0 {
		k = len(b) - a.start
	}
	text := b[a.start : a.start+k]
	a.end = a.start + k
	a.size = min(a.end+1, len(b))
	if tagEnd := bytes.IndexByte(text, '>'); tagEnd >= 0 && bytes.IndexByte(text[tagEnd:], '<') >= 0 && !isText[string(bytes.ToLower(a.name))] {
		a.end = a.start + tagEnd
		a.size = a.end
	}
	return *a, true
}

// stands sets the place of the value raw, which is at index at of the buffer, and whether something is missing after it.
func (a *attribute) stands(m *Reader, at int, raw []byte) {
	a.From, a.At = m.From, m.At+int64(at)
	a.Cut = m.Done && at+len(raw) == len(m.Buf) && m.From.IsCut()
}

// decode decodes a value. Around a URL blanks do not count, nor do line breaks in it, with the blanks after them.
func (a *attribute) decode(m *Reader, at int, raw []byte) {
	a.stands(m, at, raw)
	raw = bytes.TrimRight(raw, " \t\r\n\f")
	broken := a.whole // nothing but blanks since the last line break, or the beginning
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '&':
			text, n := DecodeEntity(raw[i:])
			a.Lump(int64(i), n, len(text))
			a.Out = append(a.Out, text...)
			i += n
			broken = false
			continue
		case c == '%' && a.program && i+2 < len(raw) && ascii.Hex[raw[i+1]] < 16 && ascii.Hex[raw[i+2]] < 16:
			a.Lump(int64(i), 3, 1)
			a.Out = append(a.Out, ascii.Hex[raw[i+1]]<<4|ascii.Hex[raw[i+2]])
			i += 2
		case a.whole && (c == '\t' || c == '\r' || c == '\n'):
			broken = broken || c != '\t'
		case c == ' ' && broken:
		default:
			a.Plain(int64(i), 1)
			a.Out = append(a.Out, c)
			broken = false
		}
		i++
	}
}

func IsType(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml" || mediaType == "text/x-amp-html"
}

// inMeta is the charset that a page itself tells.
var inMeta = lazyregexp.New(`(?i)(?:charset|^<\?xml[^>]*encoding)=["']*([a-z0-9_-]*)`)

// metaCharset returns the charset that a page itself tells, if it is one that this can be read in.
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

// Charset returns the charset of a page that begins with head: that of its byte order mark, or else the one that is declared,
// or else the one that it tells itself.
func Charset(declared string, head []byte) string {
	if order := decode.ByteOrder(head); order != "" {
		return order
	}
	if declared == "" {
		return metaCharset(head)
	}
	return declared
}
