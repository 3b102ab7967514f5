package output

import (
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/octet"
)

// Escape sequences before and after a text of each kind.
const (
	nameStyle      = "\x1b[35m"
	numberStyle    = "\x1b[32m"
	markStyle      = "\x1b[36m"
	toleratedStyle = "\x1b[33m"
	rejectedStyle  = "\x1b[31m"
	strictStyle    = "\x1b[1m" // within a line of text
	plainStyle     = "\x1b[m"
)

// styleOf returns the style of a URL. A strict URL on a line of its own has none.
func styleOf(r *extract.Result) string {
	switch {
	case r.Err != nil:
		return rejectedStyle
	case !r.Strict():
		return toleratedStyle
	}
	return ""
}

// marks reports whether URLs are printed in color or as links.
func (o *Options) marks() bool { return o.Color || o.Links }

// style appends the beginning of a style, if colors are on.
func (o *Options) style(b []byte, style string) []byte {
	if o.Color {
		return append(b, style...)
	}
	return b
}

// styled appends text, in a style if there is one and colors are on.
func (o *Options) styled(b []byte, style, text string) []byte {
	if style == "" {
		return append(b, text...)
	}
	return o.style(append(o.style(b, style), text...), plainStyle)
}

// place appends a part of the place of a result or a line, with the mark after it.
func (o *Options) place(b []byte, style, text, mark string) []byte {
	return o.styled(o.styled(b, style, text), markStyle, mark)
}

// linked appends text in a style, as a link if there is one.
func (o *Options) linked(b []byte, style, text, link string) []byte {
	if link == "" {
		return o.styled(b, style, text)
	}
	b = append(append(append(b, "\x1b]8;;"...), link...), "\x1b\\"...)
	return append(o.styled(b, style, text), "\x1b]8;;\x1b\\"...)
}

// maxLink is the maximum length of links that terminals accept.
const maxLink = 2083

// link returns the target of the link for a URL, in printable ASCII. It returns "" if
// links are off, for a rejected candidate, for a URL that was defanged or is printed so,
// for a scheme that is not safe to click on, and for a URL whose password is not printed.
func (o *Options) link(r *extract.Result, url string) string {
	if !o.Links || r.Err != nil || r.Truncated || r.Restored || o.Defang {
		return ""
	}
	name, _, _ := strings.Cut(url, ":")
	switch strings.ToLower(name) {
	case "http", "https", "ftp", "gopher", "mailto", "news", "nntp":
	default:
		return ""
	}
	if o.Redact && strings.Contains(url, printable.Stars) {
		return ""
	}
	var link []byte
	for _, c := range []byte(url) {
		if '!' <= c && c <= '~' {
			link = append(link, c)
		} else {
			link = octet.AppendEscape(link, "%", c)
		}
	}
	if len(link) > maxLink {
		return ""
	}
	return string(link)
}
