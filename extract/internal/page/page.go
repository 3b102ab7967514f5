package page

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// A Config configures a Reader.
type Config struct {
	Kind Kind
	// All includes texts that cannot contain a URL.
	All bool
	// Relative includes relative links, on pages with a base element, or on all pages if
	// Base is set.
	Relative bool
	Base     string
	// Shown includes the visible text of links.
	Shown bool
	// Refers is called for each link in an Office part that refers to its target by an
	// id, with the place in the target, or an empty one. Places returns the places in the
	// target with an id.
	Refers func(id, place string)
	Places func(id string) []string
	// Names includes the names of namespaces, vocabularies and document types, which look
	// like URLs.
	Names bool
	// Keep is the number of bytes of a text, up to the last one that was read, for which
	// spans are known.
	Keep int64
}

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

// A Reader reads a page, or another document with markup. As a [decode.Stage] it returns
// the text up to the next attribute.
type Reader struct {
	decode.Filter
	config Config
	state  state
	paragraph
	relation
	comments
	name       []byte      // of the current tag, or of the element whose raw text is read
	tag        bool        // it is a start tag
	attributes []attribute // the last ones read
	shown      string      // if looked is set: the visible text of the link with this tag
	looked     bool
	base       string // the base URL of links, or empty
	scheme     string // the scheme of the first base element
	based      bool   // the page has declared base
	json       bool   // the script is in JSON
	split      bool   // the text ended because of attributes or remarks
}

// Reset begins to read another page, and reuses memory.
func (m *Reader) Reset(page decode.Input, config Config) {
	if !config.Relative {
		config.Base = ""
	}
	*m = Reader{Filter: decode.Filter{Input: page, Output: m.Fresh(config.Keep)}, config: config,
		name: m.name, attributes: m.attributes, base: config.Base}
	if config.Relative {
		m.lookForBase()
	}
}

// Texts yields the texts in the order of the page. Each is valid until the next one.
// Texts returns false if yield did.
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
			one := Text{Element: lowerName(m.name), Attribute: a.name, Shown: a.shown, Base: m.relativeTo(),
				Scheme: m.schemeHere(), Whole: a.whole, Reader: decode.ReaderOf(a)}
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

// An attribute is a decoded value, or one of several URLs in a value.
type attribute struct {
	decode.Value
	name    string
	whole   bool
	program bool // a program, whose escapes are decoded
	shown   string
}

// longest returns the length in bytes to which attributes are cut. It grows with Keep, so
// that a cut value is still longer than any URL that the caller can use.
func (c *Config) longest() int { return max(128<<10, int(c.Keep)) }

// IsWhole reports whether the text has ended, with the page or before attributes.
func (m *Reader) IsWhole() bool {
	return m.split || !m.reading && len(m.waiting) == 0 && m.Input.IsWhole()
}

// IsCut reports whether text is missing after the text.
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
	cellStops    = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' || b == '_' })
	wordStops    = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' || b <= ' ' })
	commentStops = ascii.SetOf(func(b byte) bool { return b == '<' || b == '&' || b == '-' })
)

// text reads the text before the next markup or escape, or that markup or escape.
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
	case m.config.Kind == Office:
		stops = &cellStops
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

// open reads the beginning of a tag or comment. Any other "<" is text, as in
// "<http://host.example/>".
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
	case len(b) > 1 && (b[1] == '!' || b[1] == '?') && m.config.Kind == XML: // may name a document
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
	if m.config.Kind == XML && (len(m.Out) > 0 || m.last > 0) && !m.waits() { // each element has its own text
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

// breaks returns the replacement for the current tag: nothing for an inline tag,
// otherwise a line break.
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
	`(?:"[^"]*"|'[^']*')[\x00-\x20]*(?:"[^"]*"|'[^']*')?`)

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

var tagSet = ascii.SetOf(func(b byte) bool {
	return ascii.Digit(b) || ascii.Letter(b) || b == ':' || b == '-' || b == '_' || b == '.'
})

// isAddress adapts the function below to XML, where element names may have any prefix.
func (m *Reader) isAddress(name, rest []byte) bool {
	return isAddress(name, rest) && (m.config.Kind != XML || len(rest) > 0 && rest[0] != ' ' && rest[0] != '>')
}

// isAddress reports whether a "<", name and rest are a URL or an address in angle
// brackets.
func isAddress(name, rest []byte) bool {
	if len(rest) > 0 && (rest[0] == '@' || rest[0] == '/' && name[len(name)-1] == ':') {
		return true
	}
	scheme, after, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		return false
	}
	return bytes.IndexByte(after, ':') >= 0 ||
		slices.Contains([]string{"url", "mailto", "news", "mid", "cid", "snews"}, string(bytes.ToLower(scheme)))
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
	if m.Has(end) && m.Buf[1] == '/' && bytes.EqualFold(m.Buf[2:end], m.name) &&
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

// inside reads the next item in a tag: blanks, its end, or one attribute.
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

// A rawAttribute is an undecoded attribute.
type rawAttribute struct {
	name       []byte
	start, end int // offsets of the value
	size       int
}

// splitAttribute parses the attribute at the beginning of b. It returns false if it needs
// more of b to find the end, unless end is set.
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

// quoted parses a quoted value. A value without its closing quote, which would include
// the next tag, ends with its own tag.
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
	if tagEnd := bytes.IndexByte(text, '>'); tagEnd >= 0 && bytes.IndexByte(text[tagEnd:], '<') >= 0 &&
		!isText[string(bytes.ToLower(a.name))] {
		a.end = a.start + tagEnd
		a.size = a.end
	}
	return *a, true
}

// stands sets the place of the value raw, which is at index at of the buffer, and whether
// text is missing after it.
func (a *attribute) stands(m *Reader, at int, raw []byte) {
	a.From, a.At = m.From, m.At+int64(at)
	a.Cut = m.Done && at+len(raw) == len(m.Buf) && m.From.IsCut()
}

// decode decodes a value. Blanks around a URL are dropped, as are line breaks in it with
// the blanks after them.
func (a *attribute) decode(m *Reader, at int, raw []byte) {
	a.stands(m, at, raw)
	raw = bytes.TrimRight(raw, " \t\r\n\f")
	broken := a.whole // only blanks since the last line break or the beginning
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
