package export

import (
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// uri returns a URL in a form that a program can fetch: without its fragment, which is
// not sent to servers, with the host that a browser asks for, with "/" for a backslash
// that ends the authority, and with all other characters escaped that RFC 3986 does not
// allow. It never has blanks, control characters or quotes.
func uri(url string) string {
	url, _, _ = strings.Cut(url, "#")
	start, end, stop := urlhost.Browsed(url)
	host, path := url[start:end], url[stop:]
	var b strings.Builder
	if !utf8.ValidString(host) { // no browser has read it: its bytes are escaped as elsewhere
		escape(&b, host, strings.HasPrefix(host, "["))
		return uri(url[:start] + b.String() + url[end:])
	}
	if strings.HasPrefix(path, `\`) {
		path = "/" + path[1:]
	}
	// No browser asks for a host that is still escaped.
	if browsed := heading.Host(url); host != "" && browsed != "" &&
		printable.IsGraphic(browsed) && !strings.Contains(browsed, "%") {
		host = browsed
	}
	b.Grow(len(url) + 16)
	escape(&b, url[:start], false)
	escape(&b, host, strings.HasPrefix(host, "["))
	escape(&b, url[end:stop], false)
	escape(&b, path, false)
	return b.String()
}

// allowed holds the characters of RFC 3986, except for "#", "%", "[" and "]".
var allowed = octet.SetOf(octet.Letters + octet.Digits + "-._~" + ":/?@" + "!$&'()*+,;=")

// escape writes text, and escapes all bytes that are not allowed. Brackets are allowed
// only around an address.
func escape(b *strings.Builder, text string, address bool) {
	for i := range len(text) {
		c := text[i]
		if _, escape := octet.Escaped(text, i, '%'); allowed[c] || escape || address && (c == '[' || c == ']') {
			b.WriteByte(c)
		} else {
			b.Write(octet.AppendEscape(nil, "%", c))
		}
	}
}
