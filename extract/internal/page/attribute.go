package page

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// An attributeTexts reads the values of one attribute after another.
type attributeTexts struct {
	list    []attributeText // those of the last attribute
	element []byte          // the name of the element
	base    pageBase
	config  Config
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
	refreshing = lazyregexp.New(`(?is)^[\x00-\x20\d.]+[;,][\x00-\x20]*url[\x00-\x20]*=[\x00-\x20]*` +
		`(?:"([^"]*)|'([^']*)|(.*))`)
	// inStyle matches a URL in a style, which may be quoted, and beforeStyle the text
	// before it.
	inStyle = lazyregexp.New(`(?is)url\([\x00-\x20]*(?:"([^"]*)"?|'([^']*)'?|&quot;(.*?)(?:&quot;|$)|` +
		`&#39;(.*?)(?:&#39;|$)|&apos;(.*?)(?:&apos;|$)|([^)]*)\)?)`)
	beforeStyle = lazyregexp.New(`(?i)^url\([\x00-\x20]*(?:"|'|&quot;|&#39;|&apos;)?`)
)

// read adds the URLs of a value, or a text.
func (v *attributeTexts) read(in *decode.Input, name string, at int, raw []byte) {
	var pattern *lazyregexp.Regexp
	switch {
	case strings.HasSuffix(name, "srcset"):
		v.candidates(in, name, at, raw)
		return
	case name == "ping":
		pattern = words
	case name == "style" && bytes.IndexByte(raw, '(') >= 0:
		pattern = inStyle
	case name == "content" && string(v.element) == "meta":
		pattern = refreshing
	}
	if pattern == nil || !v.matches(in, pattern, name, at, raw) {
		v.value(in, name, at, raw, v.isLink(name, raw))
	}
}

// matches adds the URLs of a value that are groups of a pattern. It reports whether there
// are any.
func (v *attributeTexts) matches(in *decode.Input, pattern *lazyregexp.Regexp, name string, at int,
	raw []byte) bool {
	all := pattern.FindAllSubmatchIndex(raw, -1)
	for _, found := range all {
		start, end := group(found)
		v.value(in, name, at+start, raw[start:end], !isProgram(raw[start:end]))
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
func (v *attributeTexts) isLink(name string, raw []byte) bool {
	if v.config.Kind == XML {
		return isXMLLink(name, raw)
	}
	if links[name] || v.config.Kind == Office && name == "target" {
		return !isProgram(raw) && !isTemplate(raw)
	}
	if !strings.HasPrefix(name, "data-") && (name != "content" || string(v.element) != "meta") {
		return false
	}
	raw = bytes.TrimSpace(raw)
	return hasScheme(raw) && bytes.Contains(raw, []byte("://")) && bytes.IndexByte(raw, ' ') < 0
}

// isXMLLink reports whether a value in XML is one URL, perhaps over indented lines.
func isXMLLink(name string, raw []byte) bool {
	name = name[strings.LastIndexByte(name, ':')+1:]
	if !links[name] && !slices.ContainsFunc([]string{"url", "uri", "href"},
		func(end string) bool { return strings.HasSuffix(name, end) }) {
		return false
	}
	for line := range bytes.Lines(raw) {
		if bytes.IndexByte(bytes.TrimSpace(line), ' ') >= 0 {
			return false
		}
	}
	return hasScheme(raw) && bytes.Contains(raw, []byte("://"))
}

// isProgram reports whether a link contains a program or a document, which is read as
// text.
func isProgram(raw []byte) bool {
	return isLinkTo(raw, "javascript:") || isLinkTo(raw, "vbscript:") || isLinkTo(raw, "data:")
}

// isTemplate reports whether a program has yet to write a link, from text that begins as
// in ERB, PHP, Jinja or Handlebars.
func isTemplate(raw []byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return slices.ContainsFunc([]string{"<%", "<?", "{%", "{{"},
		func(mark string) bool { return bytes.HasPrefix(raw, []byte(mark)) })
}

// isLinkTo reports whether a link begins with a scheme, ignoring case.
func isLinkTo(raw []byte, scheme string) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) >= len(scheme) && strings.EqualFold(string(raw[:len(scheme)]), scheme)
}

// value adds a value that is one URL, or a text if it can contain a URL.
func (v *attributeTexts) value(in *decode.Input, name string, at int, raw []byte, whole bool) {
	one := v.add(name, whole)
	one.program = !whole && links[name] && isProgram(raw)
	one.decode(in, at, raw)
	text := one.Out
	if v.config.Relative && string(v.element) == "base" && name == "href" && !v.base.declared && len(text) > 0 {
		v.base.set(text)
	}
	if string(v.element) == "base" && v.base.scheme == "" {
		v.base.scheme = webScheme(text)
	}
	relative := whole && (v.base.of(v.element) != "" && len(text) > 0 && text[0] != '#' && !hasScheme(text) ||
		v.config.Kind != Office && IsSchemeRelative(text) || // a share of Windows in Office
		v.config.All && HasUsualName(text))
	if !relative && (!decode.MayHoldURL(text) ||
		!whole && name == "style" && !bytes.Contains(text, []byte("//"))) {
		v.list = v.list[:len(v.list)-1]
	}
}

// slashed reports whether a link in the value may begin with two slashes of either kind.
func slashed(raw []byte) bool {
	i := bytes.IndexAny(raw, `/\`)
	return i >= 0 && (i+1 < len(raw) && isSlash(raw[i+1]) || bytes.Contains(raw[i:], []byte("//")) ||
		bytes.Contains(raw[i:], []byte(`\\`)))
}

// add adds an attribute without a value, and reuses memory.
func (v *attributeTexts) add(name string, whole bool) *attributeText {
	n := len(v.list)
	if n == cap(v.list) {
		v.list = append(v.list, attributeText{})
	}
	v.list = v.list[:n+1]
	one := &v.list[n]
	*one = attributeText{name: name, whole: whole, Value: decode.Value{Output: one.Fresh(0)}}
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
		"object p script source span svg table td tr action alt background content data-href data-src href " +
		"name ping src srcset style title url value xlink:href") {
		all[name], all[strings.ToUpper(name)] = name, name
	}
	return all
}()

// candidates adds the URLs of a srcset. Each may be followed by descriptors, and by a
// comma before the next one.
func (v *attributeTexts) candidates(in *decode.Input, name string, at int, raw []byte) {
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
		v.value(in, name, at+start, link, true)
		if len(link) < i-start {
			continue // it has no descriptors
		}
		for i < len(raw) && raw[i] != ',' {
			i++
		}
	}
}

// placed adds a target once for each of the places in it. A target with a fragment has
// none.
func (v *attributeTexts) placed(in *decode.Input, places []string, name string, at int, raw []byte) {
	if bytes.IndexByte(raw, '#') >= 0 {
		places = []string{""}
	}
	for _, place := range places {
		n := len(v.list)
		v.value(in, name, at, raw, v.isLink(name, raw))
		if len(v.list) > n && place != "" {
			one := &v.list[n]
			one.Lump(int64(len(raw)), 0, 1+len(place))
			one.Out = append(append(one.Out, '#'), place...)
		}
	}
}
