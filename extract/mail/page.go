package mail

import (
	"bytes"
	"strings"
)

// A pageConfig says how to read a page.
type pageConfig struct {
	// XML is set for a document in XML that is no page. Its elements are those of Office and OpenDocument.
	XML bool
	// All asks also for those texts in which no URL can stand.
	All bool
	// Relative asks also for relative links, if it is known what they are relative to: to what the base element says, or else to Base.
	Relative bool
	Base     string
	// Shown asks for the text that readers see of links.
	Shown bool
	// Keep is how many bytes back from the end of what was read a span can be asked about.
	Keep int64
}

// A pageText is one of the texts of a page: the text between attributes, an attribute, one of several URLs in an attribute.
type pageText struct {
	// Element and Attribute are the names of the element and the attribute whose value it is, in lower case, or empty.
	Element, Attribute string
	// Shown is what readers see of the link that it is, on one line, or empty.
	Shown string
	// Base is the URL that links are relative to here, or empty.
	Base string
	// Whole reports whether it is one URL.
	Whole bool
	// Resumed reports whether it begins within a word that a long comment divides.
	Resumed bool

	textReader
}

// A markup reads a page, or another document with markup. As a stage it returns the text up to the next attribute.
type markup struct {
	input
	output
	config pageConfig
	state  state
	comments
	name       []byte      // of the tag that is being read, or of the element whose raw text is
	tag        bool        // it is a start tag
	attributes []attribute // that were read last
	shown      string      // what readers see of the link in whose tag this is, if looked is set
	looked     bool
	base       string // what links are relative to, or empty
	based      bool   // the page has said so itself
	json       bool   // the script is in JSON
	split      bool   // the text ended because of attributes or remarks
}

// reset begins to read another page, in the same memory.
func (m *markup) reset(page input, config pageConfig) {
	if !config.Relative {
		config.Base = ""
	}
	*m = markup{input: page, output: m.fresh(config.Keep), config: config, name: m.name, attributes: m.attributes, base: config.Base}
	if config.Relative {
		m.lookForBase()
	}
}

// texts yields the texts, in the order of the page. Each is valid until the next one. texts returns false if yield did.
func (m *markup) texts(yield func(pageText) bool) bool {
	for {
		resumed := m.severed && !m.comment
		m.begin()
		text := pageText{Resumed: resumed, textReader: textReader{stage: m}}
		if text.peek() && (!m.split || m.config.All || mayHoldURL(text.chunk)) && !yield(text) {
			return false
		}
		for m.next() != nil {
		}
		if !m.split {
			return true
		}
		for i := range m.attributes {
			a := &m.attributes[i]
			one := pageText{Element: lowerName(m.name), Attribute: a.name, Shown: a.shown, Base: m.relativeTo(), Whole: a.whole, textReader: textReader{stage: a}}
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
)

// An attribute is the value of one, or one of several URLs in it, decoded.
type attribute struct {
	value
	name  string
	whole bool
	shown string
}

// longest returns the length in bytes above which an attribute is cut. It grows with Keep, so that a cut value is still longer than any
// URL that the caller has use for.
func (c *pageConfig) longest() int { return max(128<<10, int(c.Keep)) }

// isWhole reports whether the text has ended, with the page or before attributes.
func (m *markup) isWhole() bool {
	return m.split || !m.reading && len(m.waiting) == 0 && m.input.isWhole()
}

// isCut reports whether something is missing after the text.
func (m *markup) isCut() bool { return m.cut || !m.reading && m.input.isCut() }

func (m *markup) span(start, end int64) (int64, int64) {
	return m.from.span(m.offsets.span(start, end))
}

// begin begins a new text.
func (m *markup) begin() {
	m.offsets.reset()
	m.out, m.last = m.out[:0], 0
	m.severed = m.severed && m.comment
	m.split, m.cut = false, false
}

func (m *markup) next() []byte {
	if n := len(m.out); n > 0 {
		m.last = m.out[n-1]
	}
	m.out = m.out[:0]
	if m.due && !m.split {
		m.readRemark()
	}
	for len(m.out) < most && !m.split {
		if len(m.buf) == 0 && !m.more() {
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
		}
	}
	if len(m.out) == 0 {
		return nil
	}
	return m.out
}

var (
	textStops    = setOf(func(b byte) bool { return b == '<' || b == '&' })
	wordStops    = setOf(func(b byte) bool { return b == '<' || b == '&' || b <= ' ' })
	commentStops = setOf(func(b byte) bool { return b == '<' || b == '&' || b == '-' })
)

// text reads text up to what is to be decoded, or that.
func (m *markup) text() {
	b, stops, n := m.buf, &textStops, 0
	switch {
	case m.comment:
		stops = &commentStops
	case m.waits():
		rest := m.waiting[0].at + maxRemark - m.at
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
		m.take(&m.input, n)
		return
	}
	switch m.buf[0] {
	case '&':
		m.entity()
	case '-':
		m.has(len(otherEnd))
		n := endOfComment(m.buf)
		if n == 0 {
			m.take(&m.input, 1)
			return
		}
		m.comment = false
		m.put(&m.input, n, lineBreak)
		if m.severed {
			m.endText()
		}
	case '<':
		m.open()
	default:
		m.endWord()
	}
}

// entity decodes a character reference.
func (m *markup) entity() {
	m.has(maxEntity)
	text, n := decodeEntity(m.buf)
	m.put(&m.input, n, text)
}

// open reads the beginning of a tag or comment. A "<" that begins neither is text, as that of "<http://host.example/>".
func (m *markup) open() {
	const longest = 64
	m.has(longest)
	b := m.buf
	switch {
	case bytes.HasPrefix(b, []byte(commentStart)):
		m.openComment()
		return
	case bytes.HasPrefix(b, []byte(dataStart)):
		if m.endWord() {
			return
		}
		m.state = inData
		m.put(&m.input, len(dataStart), []byte("\n"))
		return
	case len(b) > 1 && (b[1] == '!' || b[1] == '?'):
		m.state = inJunk
		m.skip(2)
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
	if n == start || !letter(b[start]) || isAddress(b[start:n], b[n:]) {
		m.take(&m.input, 1)
		return
	}
	m.name, m.tag = m.name[:0], start == 1
	for _, c := range b[start:n] {
		if letter(c) {
			c |= 0x20
		}
		m.name = append(m.name, c)
	}
	breaks := m.breaks()
	if breaks != nil && m.endWord() {
		return
	}
	m.state, m.json, m.looked = inTag, false, false
	m.put(&m.input, n, breaks)
}

// breaks returns what stands for the tag that was begun: nothing, if it is one within a line, or else a line break.
func (m *markup) breaks() []byte {
	switch {
	case !m.config.XML && !inline[string(m.name)]:
		return lineBreak
	case !m.config.XML, inlineXML(m.name):
		return nil
	case m.tag && bytes.HasSuffix(m.name, []byte(":nobreakhyphen")):
		return hyphen
	}
	return lineBreak
}

var lineBreak, hyphen = []byte("\n"), []byte("-")

var tagSet = setOf(func(b byte) bool { return digit(b) || letter(b) || b == ':' || b == '-' || b == '_' || b == '.' })

// isAddress reports whether it is a URL or an address in angle brackets.
func isAddress(name, rest []byte) bool {
	if len(rest) > 0 && (rest[0] == '@' || rest[0] == '/' && name[len(name)-1] == ':') {
		return true
	}
	scheme, after, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		return false
	}
	switch string(bytes.ToLower(scheme)) {
	case "url", "mailto", "news", "mid", "cid", "snews":
		return true
	}
	return bytes.IndexByte(after, ':') >= 0
}

const (
	dataStart = "<![CDATA["
	dataEnd   = "]]>"
)

// data reads text in which nothing is markup.
func (m *markup) data() {
	n := bytes.IndexByte(m.buf, ']')
	switch {
	case n == 0 && m.has(len(dataEnd)) && string(m.buf[:len(dataEnd)]) == dataEnd:
		m.state = inText
		m.put(&m.input, len(dataEnd), []byte("\n"))
		return
	case n == 0:
		n = 1
	case n < 0:
		n = len(m.buf)
	}
	m.take(&m.input, n)
}

// junk passes over a declaration.
func (m *markup) junk() {
	n := bytes.IndexByte(m.buf, '>')
	if n < 0 {
		m.skip(len(m.buf))
		return
	}
	m.skip(n + 1)
	m.state = inText
}

// raw reads the text of a script or style as it is, up to its end tag. Escapes of JSON are undone.
func (m *markup) raw() {
	n := 0
	if m.json {
		for n < len(m.buf) && m.buf[n] != '<' && m.buf[n] != '\\' {
			n++
		}
		if n < len(m.buf) && m.buf[n] == '\\' && n == 0 {
			m.jsonEscape()
			return
		}
	} else if n = m.rawLength(); m.styleURL(&n) {
		return
	}
	if n > 0 {
		m.take(&m.input, n)
		return
	}
	end := len(m.name) + 2
	if m.has(end) && m.buf[1] == '/' && bytes.EqualFold(m.buf[2:end], m.name) && (!m.has(end+1) || !tagSet[m.buf[end]]) {
		m.state = inText
		return
	}
	m.take(&m.input, 1)
}

// rawLength returns how much is there before a "<". It looks at no more than is read next, since a URL of a style may end that.
func (m *markup) rawLength() int {
	const longest = 4 << 10
	text := m.buf[:min(len(m.buf), longest)]
	if n := bytes.IndexByte(text, '<'); n >= 0 {
		return n
	}
	return len(text)
}

// inside reads what comes next in a tag: blanks, its end, or one attribute.
func (m *markup) inside() {
	n := 0
	for n < len(m.buf) && (m.buf[n] <= ' ' || m.buf[n] == '/') {
		n++
	}
	if n > 0 {
		m.skip(n)
		return
	}
	if m.buf[0] == '>' {
		m.skip(1)
		m.state = inText
		if m.tag && !m.config.XML && (string(m.name) == "script" || string(m.name) == "style") {
			m.state = inRaw
		}
		return
	}
	for {
		a, ok := splitAttribute(m.buf, m.done || len(m.buf) >= m.config.longest())
		if ok {
			m.attribute(a)
			m.skip(a.size)
			return
		}
		m.double()
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

// mayBeCut notes whether something is missing after the value raw, which stands at an index of what is to be read.
func (a *attribute) mayBeCut(m *markup, at int, raw []byte) {
	a.cut = m.done && at+len(raw) == len(m.buf) && m.from.isCut()
}

func (a *attribute) set(m *markup, at int, raw []byte) {
	a.mayBeCut(m, at, raw)
	a.from, a.at = m.from, m.at+int64(at)
	a.plain(0, len(raw))
	a.out = append(a.out, raw...)
}

// decode decodes a value. Around a URL blanks do not count, nor do line breaks in it, with the blanks after them.
func (a *attribute) decode(m *markup, at int, raw []byte) {
	a.mayBeCut(m, at, raw)
	a.from, a.at = m.from, m.at+int64(at)
	raw = bytes.TrimRight(raw, " \t\r\n\f")
	broken := a.whole // nothing but blanks since the last line break, or the beginning
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '&':
			text, n := decodeEntity(raw[i:])
			a.lump(int64(i), n, len(text))
			a.out = append(a.out, text...)
			i += n
			broken = false
			continue
		case a.whole && (c == '\t' || c == '\r' || c == '\n'):
			broken = broken || c != '\t'
		case c == ' ' && broken:
		default:
			a.plain(int64(i), 1)
			a.out = append(a.out, c)
			broken = false
		}
		i++
	}
}

func isPage(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// metaCharset returns the charset that a page itself tells, if it is one that this can be read in.
func metaCharset(begin []byte) string {
	const most = 1 << 10
	begin = bytes.ToLower(begin[:min(len(begin), most)])
	_, rest, ok := bytes.Cut(begin, []byte("charset="))
	if !ok || bytes.IndexByte(begin, 0) >= 0 {
		return ""
	}
	rest = bytes.TrimLeft(rest, "\"'")
	n := 0
	for n < len(rest) && (letter(rest[n]) || digit(rest[n]) || rest[n] == '-' || rest[n] == '_') {
		n++
	}
	label := string(rest[:n])
	if !knownCharset(label) || strings.HasPrefix(label, "utf") {
		return ""
	}
	return label
}

// pageCharset returns the charset of a page that begins with head: that of its byte order mark, or else the one that is declared,
// or else the one that it tells itself.
func pageCharset(declared string, head []byte) string {
	if order := byteOrder(head); order != "" {
		return order
	}
	if declared == "" {
		return metaCharset(head)
	}
	return declared
}

// isHTML reports whether text begins a page, and whether that is certain.
func isHTML(text []byte, all bool) (is, certain bool) {
	const most = 2 << 10
	if len(text) >= most {
		text, all = text[:most], true
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && text[0] != '<' {
		return false, true
	}
	text = bytes.ToLower(text)
	certain = true
	for _, prefix := range []string{"<!doctype html", "<html", "<head>", "<body", "<svg", "<?xml", "<!--", "<!doctype svg"} {
		switch {
		case !starts(text, prefix):
		case len(text) < len(prefix):
			certain = all
		case prefix[1] == '?' || prefix == "<!--" || prefix == "<!doctype svg":
			is = bytes.Contains(text, []byte("<html")) || bytes.Contains(text, []byte("<svg"))
			return is, is || all
		default:
			return true, true
		}
	}
	return false, certain
}
