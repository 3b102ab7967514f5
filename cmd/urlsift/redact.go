package main

import (
	"bytes"
	"regexp"

	"github.com/urlsift/urlsift/rfc1738"
)

// stars stand in the place of a password. A password may consist of them (section 5), so a URL stays one.
const stars = "***"

// A mask is where a password stands in a text.
type mask struct{ start, end int }

// freeStops end a URL in free text, for who looks for passwords there.
const freeStops = " \t\r\n<>\"`"

// passwords gives where passwords stand in a text, in their order: what stands between ":" and "@" behind "//", as in
// ftp://user:password@host/. It is tolerant, since it is for what is no URL by any grammar, too: a password may have any
// characters that are not in stops, also "/", unless what stands behind ":" is a port. URLs in URLs count, encoded or not.
func passwords(text []byte, stops string) []mask {
	var masks []mask
	last := bytes.LastIndexByte(text, '@')
	for at := 0; at < last; {
		i := bytes.Index(text[at:], []byte(":/"))
		if i < 0 {
			break
		}
		for at += i + 1; at < len(text) && text[at] == '/'; {
			at++
		}
		rest := text[at:]
		if n := bytes.IndexAny(rest, stops); n >= 0 {
			rest = rest[:n]
		}
		if m, ok := password(rest); ok {
			masks = append(masks, mask{at + m.start, at + m.end})
			at += m.end
		}
	}
	if bytes.IndexByte(text, '%') >= 0 {
		for _, m := range encodedPassword.FindAllSubmatchIndex(text, -1) {
			masks = insert(masks, mask{m[2], m[3]})
		}
	}
	return masks
}

// encodedPassword finds a password in a URL that is encoded, as the parameters of links have some.
var encodedPassword = regexp.MustCompile(`(?i)%3A%2F%2F(?:[^&\s%]|%(?:[^23\s]|2[^F]|3[^A]))*%3A((?:[^&\s%]|%(?:[^2\s]|2[^F]))*)%40`)

// insert puts a mask where it belongs, unless it overlaps another.
func insert(masks []mask, m mask) []mask {
	i := 0
	for i < len(masks) && masks[i].end <= m.start {
		i++
	}
	if i < len(masks) && masks[i].start < m.end {
		return masks
	}
	return append(masks[:i], append([]mask{m}, masks[i:]...)...)
}

// password gives where the password stands in what is behind "//".
func password(text []byte) (m mask, ok bool) {
	authority := text
	if i := bytes.IndexAny(text, "/?#"); i >= 0 {
		authority = text[:i]
	}
	colon, at := bytes.IndexByte(authority, ':'), bytes.LastIndexByte(authority, '@')
	switch {
	case at >= 0:
		return mask{colon + 1, at}, 0 <= colon && colon < at
	case colon < 0, text[0] == '[', len(bytes.Trim(authority[colon+1:], "0123456789")) == 0:
		return mask{}, false // a host, and its port
	}
	at = bytes.LastIndexByte(text, '@')
	return mask{colon + 1, at}, at > colon
}

// hide gives a URL without its passwords.
func hide[T string | []byte](url T) T { return without(url, passwords([]byte(url), "")) }

// hideFree gives any text without the passwords of URLs in it.
func hideFree(text string) string { return without(text, passwords([]byte(text), freeStops)) }

// hideBeginning gives the beginning of a URL without its password, of which the end may be missing.
func hideBeginning(url []byte) []byte {
	hidden := hide(url)
	scheme, rest, _ := bytes.Cut(url, []byte(":"))
	behind := bytes.TrimLeft(rest, "/")
	if colon := bytes.IndexByte(behind, ':'); len(behind) < len(rest) && !bytes.ContainsAny(behind, "/?#@") && colon >= 0 {
		return append(bytes.Clone(url[:len(scheme)+1+len(rest)-len(behind)+colon+1]), stars...)
	}
	return hidden
}

// without gives a text with stars in the place of masks.
func without[T string | []byte](text T, masks []mask) T {
	if len(masks) == 0 {
		return text
	}
	var b []byte
	last := 0
	for _, m := range masks {
		b = append(append(b, text[last:m.start]...), stars...)
		last = m.end
	}
	return T(append(b, text[last:]...))
}

// shift gives where a byte of a text stands in the text without masks, and whether it stands in one of them.
func shift(masks []mask, offset int) (shifted int, masked bool) {
	shifted = offset
	for _, m := range masks {
		switch {
		case m.end <= offset:
			shifted += len(stars) - (m.end - m.start)
		case m.start <= offset:
			return shifted + m.start - offset, true
		}
	}
	return shifted, false
}

// redacted is what is told of a URL without its passwords: the offsets are those in what is left.
func redacted(text []byte, u rfc1738.URL, deviations []rfc1738.Deviation, e *rfc1738.Error) ([]byte, rfc1738.URL, []rfc1738.Deviation, *rfc1738.Error) {
	masks := passwords(text, "")
	if len(masks) == 0 {
		return text, u, deviations, e
	}
	text = without(text, masks)
	if u != (rfc1738.URL{}) {
		u, _, _ = rfc1738.Lenient(text, nil)
	}
	shifted := make([]rfc1738.Deviation, len(deviations))
	for i, d := range deviations {
		d.Offset, _ = shift(masks, d.Offset)
		shifted[i] = d
	}
	return text, u, shifted, redactedError(e, masks)
}

// redactedError is an error that does not tell a byte of a password.
func redactedError(e *rfc1738.Error, masks []mask) *rfc1738.Error {
	if e == nil {
		return nil
	}
	told, masked := *e, false
	if told.Offset, masked = shift(masks, e.Offset); masked {
		told.Byte = '*'
	}
	return &told
}
