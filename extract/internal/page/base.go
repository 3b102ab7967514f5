package page

import (
	"bytes"
	"cmp"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// A pageBase is the base of the relative links of a page.
type pageBase struct {
	url      string // the base URL of links, or empty
	given    string // Config.Base
	scheme   string // the scheme of the first base element
	declared bool   // the page has declared url
}

// maxBase is the number of bytes in which a base element is searched for.
const maxBase = 256 << 10

// baseTag matches the beginning of a base element, or a comment, whose contents are
// skipped.
var baseTag = lazyregexp.New(`(?is)<base[\x00-\x20]|<!--(?:-?>|.*?-->|.*)`)

// find finds the base element of the page before the page is read, since it
// applies to all links.
func (l *pageBase) find(in *decode.Input) {
	in.Has(maxBase)
	b := in.Buf[:min(len(in.Buf), maxBase)]
	for found := baseTag.FindIndex(b); found != nil; found = baseTag.FindIndex(b) {
		isBase := b[found[0]+1] != '!'
		if b = b[found[1]:]; isBase {
			var href []byte
			if href, b = attributeIn(b, "href"); len(href) > 0 {
				l.set(href)
				return
			}
		}
	}
}

// of returns the base URL of the links of an element, or "". The link of the base element
// is not relative to itself.
func (l *pageBase) of(element []byte) string {
	if string(element) == "base" {
		return l.given
	}
	return l.url
}

// linkScheme returns the scheme of the page's base if known so far, otherwise https.
func (l *pageBase) linkScheme() string { return cmp.Or(webScheme([]byte(l.url)), l.scheme, "https") }

// set stores the base URL that the page declares.
func (l *pageBase) set(href []byte) {
	l.url, l.declared = string(Resolve(nil, l.given, bytes.TrimSpace(href))), true
}
