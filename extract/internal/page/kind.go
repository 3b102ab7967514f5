package page

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// headSize is the number of bytes of a stream that determine its kind.
const headSize = 4 << 10

// KindOf returns the kind of markup at the beginning of a stream, and reports whether
// there is any.
//
// The stream must begin with an XML declaration, a document type, or a tag that ends in
// the first 4 KiB, possibly after comments. A tag of HTML must have attributes with
// values or an end tag after it, and no Markdown. Any other tag must have a namespace or
// an end tag. Thus prose about "<b>", a line of chat by <joe>, and Markdown that begins
// with a tag remain text. Package mail has the rule in full.
func KindOf(h decode.Head) (kind Kind, ok bool) {
	h = h.First(headSize).AfterBlanks()
	if !h.Starts("<") {
		if len(h.Text) > 0 && h.Text[0]|0x20 != 'v' {
			return HTML, false
		}
		h = h.First(200).Lower() // perhaps a page on the Windows clipboard
		return HTML, h.Starts("version:") && h.Contains("\nstarthtml:")
	}
	h = h.Lower()
	all, declared := h, false
	for {
		end := ""
		switch {
		case h.Starts("<?xml"):
			declared, end = true, "?>"
		case h.Starts(commentStart):
			end = commentEnd
		case h.Starts("<?mso-"): // of templates of Office
			end = "?>"
		case h.Starts("<!doctype"):
			return kindOfType(h)
		default:
			return kindOfRoot(all, h, declared)
		}
		if !h.Contains(end) {
			return kindOfRoot(all, h, declared)
		}
		_, h.Text, _ = bytes.Cut(h.Text, []byte(end))
		h.Text = bytes.TrimLeft(h.Text, " \t\r\n")
	}
}

// IsHTML reports whether a stream begins a page.
func IsHTML(h decode.Head) bool {
	kind, ok := KindOf(h)
	return ok && kind == HTML
}

// kindOfType returns the kind of a document with a document type declaration.
func kindOfType(h decode.Head) (Kind, bool) {
	h = h.First(len("<!doctype ") + len("netscape-bookmark-file"))
	name := bytes.TrimLeft(bytes.TrimPrefix(h.Text, []byte("<!doctype")), " \t\r\n")
	for _, page := range []string{"html", "netscape-bookmark-file", "svg"} {
		if bytes.HasPrefix(name, []byte(page)) {
			return HTML, true
		}
	}
	h.NeedMore()
	return XML, h.Ended && len(name) > 0 && octet.Letter[name[0]]
}

// kindOfRoot returns the kind of a document that begins with a tag. all includes the text
// before the tag. declared reports whether it declares XML.
func kindOfRoot(all, h decode.Head, declared bool) (Kind, bool) {
	for _, name := range []string{"<html", "<head>", "<body", "<svg"} {
		if h.Starts(name) || len(all.Text) > len(h.Text) && (name == "<html" || name == "<svg") &&
			all.Contains(name) {
			return HTML, true
		}
	}
	if declared {
		h.NeedMore()
		return XML, h.Ended
	}
	tag, ok, cut := startTag(h.Text)
	if ok || cut {
		h.NeedMore()
	}
	switch {
	case !ok, !h.Ended:
		return XML, false
	case ofPages[tag.name]:
		return HTML, (tag.values || h.Contains("</")) && !isMarkdown(h)
	}
	return XML, tag.namespace || tag.closed && tag.values || tag.nests && h.Contains("</") ||
		h.Contains("</"+tag.name+">")
}

// isMarkdown reports whether text that begins with a tag continues in Markdown.
func isMarkdown(h decode.Head) bool {
	return slices.ContainsFunc([]string{"](", "\n```", "\n# ", "\n## ", "\n### "}, h.Contains)
}

// A tag is a start tag.
type tag struct {
	name      string
	values    bool // it has attributes with values
	namespace bool // one of its attributes declares a namespace
	closed    bool // it is also an end tag
	nests     bool // another tag follows
}

// startTag parses the start tag at the beginning of b, which is in lower case. It reports
// whether there is one, and whether more of b is needed to decide.
func startTag(b []byte) (t tag, ok, cut bool) {
	n := 1 + tagSet.Span(b[min(1, len(b)):])
	switch {
	case n >= len(b):
		return t, false, true
	case n == 1, !octet.Letter[b[1]], isAddress(b[1:n], b[n:]):
		return t, false, false
	}
	t.name = string(b[1:n])
	b, bare := b[n:], false
	for {
		b = bytes.TrimLeft(b, " \t\r\n")
		switch {
		case len(b) == 0, string(b) == "/":
			return t, t.namespace, true
		case b[0] == '>', b[0] == '/' && b[1] == '>':
			t.closed = b[0] == '/'
			rest := bytes.TrimLeft(b[1:], "> \t\r\n")
			t.nests = len(rest) > 1 && rest[0] == '<' && (octet.Letter[rest[1]] || rest[1] == '!')
			return t, t.values || !bare, false
		case !octet.Letter[b[0]] && b[0] != '_':
			return t, false, false
		}
		a, _ := splitAttribute(b, true)
		t.values, bare = t.values || a.start > 0, bare || a.start == 0
		t.namespace = t.namespace || a.start > 0 && bytes.HasPrefix(a.name, []byte("xmlns"))
		b = b[min(a.size, len(b)):]
	}
}

// holdsPage reports whether a decoded text of XML contains tags of a page.
func holdsPage(text []byte) bool {
	text = text[:min(len(text), headSize)]
	for {
		k := bytes.IndexByte(text, '<')
		if k < 0 || k+1 >= len(text) {
			return false
		}
		text = text[k+1:]
		if name := tagName(text); ofPages[name] || inWiki[name] {
			return true
		}
	}
}

// ofPages are the elements that a fragment of a page may begin with.
var ofPages = octet.Words("a abbr address applet article aside audio b base big blockquote br button " +
	"center code dd del details div dl dt em embed fieldset figure font footer form frame frameset h1 h2 " +
	"h3 h4 h5 h6 header hr i iframe img input ins label li link main map meta nav nobr noscript object ol " +
	"option p pre q s samp script section select small span strike strong style sub summary sup table " +
	"tbody td textarea tfoot th thead title tr tt u ul var video")

// inWiki are other elements in the text of a wiki.
var inWiki = octet.Words("ref nowiki references gallery syntaxhighlight")
