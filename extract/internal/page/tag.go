package page

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/internal/octet"
)

var tagSet = octet.SetOf(octet.Letters + octet.Digits + ":-_.")

// tagName returns the name at the beginning of a tag, in lower case.
func tagName(b []byte) string {
	const longest = 32
	b = bytes.TrimPrefix(b, []byte("/"))
	return string(bytes.ToLower(b[:tagSet.Span(b[:min(len(b), longest)])]))
}

// isAddress reports whether a "<", name and rest are a URL or an address in angle
// brackets.
func isAddress(name, rest []byte) bool {
	if len(rest) > 0 && (rest[0] == '@' || rest[0] == '/' && name[len(name)-1] == ':') ||
		name[len(name)-1] == ':' && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("//")) { // over two lines
		return true
	}
	scheme, after, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		return false
	}
	return bytes.IndexByte(after, ':') >= 0 ||
		slices.Contains([]string{"url", "mailto", "news", "mid", "cid", "snews"}, string(bytes.ToLower(scheme)))
}

// A rawAttribute is an undecoded attribute.
type rawAttribute struct {
	name       []byte
	start, end int // offsets of the value
	size       int
}

// printableEquals is the rest of the "=" before a value in undecoded quoted-printable.
// The value includes it and the quotes.
var printableEquals = []byte("3D")

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
	quote := n
	if bytes.HasPrefix(b[n:], printableEquals) {
		quote += len(printableEquals)
	}
	if quote < len(b) && (b[quote] == '"' || b[quote] == '\'') {
		a, ok := a.quoted(b, quote, end)
		if quote > n {
			a.start, a.end = n, a.size
		}
		return a, ok
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
