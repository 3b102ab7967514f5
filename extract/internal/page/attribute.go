package page

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// attribute prepares the value of an attribute as texts, if it can contain URLs.
func (m *Reader) attribute(a rawAttribute) {
	m.attributes = m.attributes[:0]
	raw := m.Buf[a.start:a.end]
	hopeless := bytes.IndexByte(raw, ':') < 0 && bytes.IndexByte(raw, '&') < 0 && m.base == "" &&
		!m.config.All && !slashed(raw)
	if m.refer != 0 && m.tag && m.config.Kind == Office {
		m.noteReference(a.name, raw)
	}
	m.raised = m.raised || m.config.Kind == Office && isRaised(m.name, a.name, raw)
	if bytes.EqualFold(a.name, []byte("type")) && string(m.name) == "script" {
		m.json = bytes.Contains(bytes.ToLower(raw), []byte("json"))
	}
	if len(raw) == 0 || len(a.name) > maxEntity || hopeless || !m.tag {
		return
	}
	name := lowerName(a.name)
	if !m.config.Names && isName(m.config.Kind, m.name, name) {
		return
	}
	if bytes.HasPrefix(raw, []byte("3D")) && len(raw) > 2 {
		// undecoded quoted-printable: it is read as text
		one, raw := m.add(name, false), m.Buf[a.start-1:a.end]
		one.stands(m, a.start-1, raw)
		one.Plain(0, len(raw))
		one.Out = append(one.Out, raw...)
		m.split = true
		return
	}
	if places := m.places(a, name); places != nil {
		m.placed(places, name, a.start, raw)
	} else {
		m.values(name, a.start, raw)
	}
	if m.split = len(m.attributes) > 0; m.split && m.config.Shown && m.attributes[0].whole &&
		isAnchor(m.name, name) {
		m.attributes[0].shown = m.shownHere(a.size)
	}
}

// isAnchor reports whether an attribute is a link of an element visible to readers, in
// HTML, SVG or OpenDocument.
func isAnchor(element []byte, attribute string) bool {
	return string(element) == "a" && (attribute == "href" || attribute == "xlink:href") ||
		string(element) == "text:a" && attribute == "xlink:href"
}

// URLs in the values of some attributes, captured as groups.
var (
	// words matches the words of a list separated by blanks.
	words = lazyregexp.New(`([^\x00-\x20]+)`)
	// refreshing matches the content of a meta element that opens another page after a
	// delay. The URL may be quoted.
	refreshing = lazyregexp.New(`(?is)^[\x00-\x20\d.]+[;,][\x00-\x20]*url[\x00-\x20]*=[\x00-\x20]*(?:"([^"]*)|'([^']*)|(.*))`)
	// inStyle matches a URL in a style, which may be quoted, and beforeStyle the text
	// before it.
	inStyle     = lazyregexp.New(`(?is)url\([\x00-\x20]*(?:"([^"]*)"?|'([^']*)'?|&quot;(.*?)(?:&quot;|$)|&#39;(.*?)(?:&#39;|$)|&apos;(.*?)(?:&apos;|$)|([^)]*)\)?)`)
	beforeStyle = lazyregexp.New(`(?i)^url\([\x00-\x20]*(?:"|'|&quot;|&#39;|&apos;)?`)
)

// values adds the URLs of a value, or a text.
func (m *Reader) values(name string, at int, raw []byte) {
	var pattern *lazyregexp.Regexp
	switch {
	case strings.HasSuffix(name, "srcset"):
		m.candidates(name, at, raw)
		return
	case name == "ping":
		pattern = words
	case name == "style" && bytes.IndexByte(raw, '(') >= 0:
		pattern = inStyle
	case name == "content" && string(m.name) == "meta":
		pattern = refreshing
	}
	if pattern == nil || !m.matches(pattern, name, at, raw) {
		m.value(name, at, raw, m.isLink(name, raw))
	}
}

// matches adds the URLs of a value that are groups of a pattern. It reports whether there
// are any.
func (m *Reader) matches(pattern *lazyregexp.Regexp, name string, at int, raw []byte) bool {
	all := pattern.FindAllSubmatchIndex(raw, -1)
	for _, found := range all {
		start, end := group(found)
		m.value(name, at+start, raw[start:end], true)
	}
	return all != nil
}

// group returns the offsets of the URL that a pattern captured.
func group(found []int) (start, end int) {
	for found = found[2:]; found[0] < 0; found = found[2:] {
	}
	return found[0], found[1]
}

// isLink reports whether a value is one URL, according to the name of its attribute, or
// for some names to the value itself.
func (m *Reader) isLink(name string, raw []byte) bool {
	if m.config.Kind == XML {
		return isXMLLink(name, raw)
	}
	if links[name] || m.config.Kind == Office && name == "target" {
		return !isProgram(raw)
	}
	if !strings.HasPrefix(name, "data-") && (name != "content" || string(m.name) != "meta") {
		return false
	}
	raw = bytes.TrimSpace(raw)
	return hasScheme(raw) && bytes.Contains(raw, []byte("://")) && bytes.IndexByte(raw, ' ') < 0
}

// isProgram reports whether a link contains a program or a document, which is read as
// text.
func isProgram(raw []byte) bool {
	return isLinkTo(raw, "javascript:") || isLinkTo(raw, "vbscript:") || isLinkTo(raw, "data:")
}

// isLinkTo reports whether a link begins with a scheme, ignoring case.
func isLinkTo(raw []byte, scheme string) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) >= len(scheme) && strings.EqualFold(string(raw[:len(scheme)]), scheme)
}

// hasScheme reports whether a URL begins with a scheme, and thus is not relative.
func hasScheme(link []byte) bool {
	for i, c := range link {
		switch {
		case ascii.Letter(c):
		case i == 0:
			return false
		case c == ':':
			return true
		case !ascii.Digit(c) && c != '+' && c != '-' && c != '.':
			return false
		}
	}
	return false
}

// value adds a value that is one URL, or a text if it can contain a URL.
func (m *Reader) value(name string, at int, raw []byte, whole bool) {
	one := m.add(name, whole)
	one.program = !whole && links[name] && isProgram(raw)
	one.decode(m, at, raw)
	text := one.Out
	if m.config.Relative && string(m.name) == "base" && name == "href" && !m.based && len(text) > 0 {
		m.setBase(text)
	}
	if string(m.name) == "base" && m.scheme == "" {
		m.scheme = webScheme(text)
	}
	relative := whole && (m.relativeTo() != "" && len(text) > 0 && text[0] != '#' && !hasScheme(text) ||
		IsSchemeRelative(text) || m.config.All && HasUsualName(text))
	if !relative && (!decode.MayHoldURL(text) ||
		!whole && name == "style" && !bytes.Contains(text, []byte("//"))) {
		m.attributes = m.attributes[:len(m.attributes)-1]
	}
}

// slashed reports whether a link in the value may begin with two slashes of either kind.
func slashed(raw []byte) bool {
	i := bytes.IndexAny(raw, `/\`)
	return i >= 0 && (i+1 < len(raw) && isSlash(raw[i+1]) || bytes.Contains(raw[i:], []byte("//")) ||
		bytes.Contains(raw[i:], []byte(`\\`)))
}

// add adds an attribute without a value, and reuses memory.
func (m *Reader) add(name string, whole bool) *attribute {
	n := len(m.attributes)
	if n == cap(m.attributes) {
		m.attributes = append(m.attributes, attribute{})
	}
	m.attributes = m.attributes[:n+1]
	one := &m.attributes[n]
	*one = attribute{name: name, whole: whole, Value: decode.Value{Output: one.Fresh(0)}}
	return one
}

// lowerName returns the name of an element or attribute in lower case. It does not
// allocate for common names.
func lowerName(name []byte) string {
	if known, ok := commonNames[string(name)]; ok {
		return known
	}
	return string(bytes.ToLower(name))
}

var commonNames = func() map[string]string {
	all := map[string]string{}
	for _, name := range strings.Fields("a area base body button div form iframe img input link meta " +
		"object p script source span svg table td tr " +
		"action alt background content data-href data-src href name ping src srcset style title url value " +
		"xlink:href") {
		all[name], all[strings.ToUpper(name)] = name, name
	}
	return all
}()

// candidates adds the URLs of a srcset. Each may be followed by descriptors, and by a
// comma before the next one.
func (m *Reader) candidates(name string, at int, raw []byte) {
	for i := 0; i < len(raw); {
		if raw[i] <= ' ' || raw[i] == ',' {
			i++
			continue
		}
		start := i
		for i < len(raw) && raw[i] > ' ' {
			i++
		}
		link := bytes.TrimRight(raw[start:i], ",")
		m.value(name, at+start, link, true)
		if len(link) < i-start {
			continue // it has no descriptors
		}
		for i < len(raw) && raw[i] != ',' {
			i++
		}
	}
}

// styleURL reads a relative link of a style element, if the next text begins with one and
// relative links are wanted. Otherwise it may reduce n, the length of the next text, so
// that the text ends before such a link.
func (m *Reader) styleURL(n *int) bool {
	if string(m.name) != "style" || m.base == "" && bytes.IndexByte(m.Buf[:*n], '(') < 0 {
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
	if link := text[len(beforeStyle.Find(text)):]; hasScheme(link) || m.base == "" && !IsSchemeRelative(link) {
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
	m.attributes = m.attributes[:0]
	m.value("url", start, link, true)
	m.split = len(m.attributes) > 0
	m.Put(&m.Input, found[1], lineBreak)
	return true
}

// jsonEscape decodes an escape of JSON (RFC 8259, section 7).
func (m *Reader) jsonEscape() {
	const longest = len(`\u0000`)
	m.Has(longest)
	b := m.Buf
	if len(b) < 2 {
		m.Take(&m.Input, 1)
		return
	}
	text, known := jsonEscapes[b[1]]
	if known {
		m.Put(&m.Input, 2, []byte(text))
	} else if b[1] != 'u' || len(b) < longest {
		m.Take(&m.Input, 1)
	} else if code, err := strconv.ParseUint(string(b[2:longest]), 16, 32); err != nil {
		m.Take(&m.Input, 2)
	} else {
		m.Put(&m.Input, longest, []byte(string(rune(code))))
	}
}

// jsonEscapes maps characters after a backslash to their meanings.
var jsonEscapes = map[byte]string{'/': "/", '"': `"`, '\\': `\`, 'n': "\n", 'r': "\n", 't': "\n", 'b': "\n",
	'f': "\n"}

// maxBase is the number of bytes in which a base element is searched for.
const maxBase = 256 << 10

// baseTag matches the beginning of a base element, or a comment, whose contents are
// skipped.
var baseTag = lazyregexp.New(`(?is)<base[\x00-\x20]|<!--(?:-?>|.*?-->|.*)`)

// lookForBase finds the base element of the page before the page is read, since it
// applies to all links.
func (m *Reader) lookForBase() {
	m.Has(maxBase)
	b := m.Buf[:min(len(m.Buf), maxBase)]
	for found := baseTag.FindIndex(b); found != nil; found = baseTag.FindIndex(b) {
		isBase := b[found[0]+1] != '!'
		if b = b[found[1]:]; isBase {
			var href []byte
			if href, b = attributeIn(b, "href"); len(href) > 0 {
				m.setBase(href)
				return
			}
		}
	}
}

// relativeTo returns the base URL of links at the current position, or "". The link of
// the base element is not relative to itself.
func (m *Reader) relativeTo() string {
	if string(m.name) == "base" {
		return m.config.Base
	}
	return m.base
}

// schemeHere returns the scheme of the page's base if known so far, otherwise https.
func (m *Reader) schemeHere() string { return cmp.Or(webScheme([]byte(m.base)), m.scheme, "https") }

// setBase stores the base URL that the page declares.
func (m *Reader) setBase(href []byte) {
	m.base, m.based = string(Resolve(nil, m.config.Base, bytes.TrimSpace(href))), true
}

// attributeIn returns the value of an attribute of a tag and the text after the value, or
// the whole tag if there is no such attribute.
func attributeIn(b []byte, name string) (value, rest []byte) {
	for {
		b = bytes.TrimLeft(b, " \t\r\n/")
		if len(b) == 0 || b[0] == '>' {
			return nil, b
		}
		a, _ := splitAttribute(b, true)
		if bytes.EqualFold(a.name, []byte(name)) {
			var one attribute
			one.whole = true
			one.decode(&Reader{}, 0, b[a.start:a.end])
			return one.Out, b[a.size:]
		}
		b = b[a.size:]
	}
}

// Limits for the visible text of a link: the distance to its end, and the length that is
// kept.
const (
	maxLinkText = 4 << 10
	maxShown    = 250
)

// shownHere returns the visible text of the link whose tag continues after n bytes, on
// one line. It is computed once for each tag.
func (m *Reader) shownHere(n int) string {
	for have := 0; !m.looked; {
		b := m.Buf[n:min(len(m.Buf), n+maxLinkText)]
		if text, ended := linkText(b, string(m.name)); ended || len(b) == maxLinkText || m.Done {
			m.shown, m.looked = text, true
			break
		}
		have = len(m.Buf)
		m.Has(have + 1)
	}
	return m.shown
}

// linkText returns the text of the link whose tag continues with b. element is the name
// of its element. It reports whether the link ends in b.
func linkText(b []byte, element string) (string, bool) {
	i, inTag := 0, true
	var out []byte
	blank := false
	put := func(text []byte) {
		for _, c := range text {
			if c <= ' ' {
				blank = len(out) > 0
				continue
			}
			if blank {
				out, blank = append(out, ' '), false
			}
			out = append(out, c)
		}
	}
	var quote byte
	for i < len(b) && len(out) < maxShown {
		c := b[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case inTag && (c == '"' || c == '\'') && i > 0 && b[i-1] == '=':
			quote = c
		case inTag:
			inTag = c != '>'
		case bytes.HasPrefix(b[i:], []byte(commentStart)):
			i += cmp.Or(commentLength(b[i:], 0), len(b)-i)
			continue
		case c == '<' && i+1 < len(b) && (ascii.Letter(b[i+1]) || b[i+1] == '/' || b[i+1] == '!'):
			name := tagName(b[i+1:])
			if name == element { // its end tag, or the next link
				return string(out), true
			}
			prefixed := strings.IndexByte(name, ':') > 0
			if inTag = true; !inline[name] && !(prefixed && isInline([]byte(name), true)) {
				put([]byte{' '})
			}
		case c == '&':
			text, n := DecodeEntity(b[i:])
			if bytes.Equal(text, noBreakSpace) {
				text = []byte{' '}
			}
			put(text)
			i += n
			continue
		default:
			put(b[i : i+1])
		}
		i++
	}
	return strings.ToValidUTF8(string(out), ""), len(out) >= maxShown
}

var noBreakSpace = []byte("\u00a0")

// tagName returns the name at the beginning of a tag, in lower case.
func tagName(b []byte) string {
	const longest = 32
	b = bytes.TrimPrefix(b, []byte("/"))
	n := 0
	for n < min(len(b), longest) && tagSet[b[n]] {
		n++
	}
	return string(bytes.ToLower(b[:n]))
}
