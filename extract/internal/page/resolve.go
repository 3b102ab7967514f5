package page

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// Resolve appends to dst what a link means on a page whose links are relative to base (RFC 3986, section 5.2). Bytes that a path or a
// fragment cannot have are escaped. A link with a scheme means itself, and so does each link if base has no "//" after its scheme.
func Resolve(dst []byte, base string, link []byte) []byte {
	from, to := divide(base), divide(link)
	if from.scheme == "" || from.host == "" || len(to.scheme) > 0 {
		return append(dst, link...)
	}
	dst = append(dst, from.scheme...)
	if len(to.host) == 0 {
		dst = append(dst, from.host...)
	}
	dst = append(dst, to.host...)
	path := len(dst)
	if len(to.host) == 0 && len(to.path) == 0 {
		dst = appendEscaped(dst, from.path)
		if len(to.search) == 0 {
			to.search = []byte(from.search)
		}
	} else if len(to.host) == 0 && to.path[0] != '/' {
		dst = append(appendEscaped(dst, from.path[:max(strings.LastIndexByte(from.path, '/'), 0)]), '/')
	}
	dst = appendEscaped(dst, to.path)
	dst = append(dst[:path+len(withoutDots(dst[path:]))], to.search...)
	if len(to.fragment) > 0 {
		dst = appendEscaped(append(dst, '#'), to.fragment[1:])
	}
	return dst
}

// A reference is a URL or a relative link, divided as in RFC 3986, appendix B. Its parts have their delimiters.
type reference[T string | []byte] struct{ scheme, host, path, search, fragment T }

func divide[T string | []byte](text T) (r reference[T]) {
	if n := upTo(text, ":/?#"); n < len(text) && text[n] == ':' {
		r.scheme, text = text[:n+1], text[n+1:]
	}
	if len(text) > 1 && text[0] == '/' && text[1] == '/' {
		n := 2 + upTo(text[2:], "/?#")
		r.host, text = text[:n], text[n:]
	}
	path, search := upTo(text, "?#"), upTo(text, "#")
	r.path, r.search, r.fragment = text[:path], text[path:search], text[search:]
	return r
}

// upTo returns the index of the first of some bytes in text, or its length.
func upTo[T string | []byte](text T, some string) int {
	for n := range len(text) {
		for i := range len(some) {
			if text[n] == some[i] {
				return n
			}
		}
	}
	return len(text)
}

// withoutDots removes the segments "." and ".." from a path that begins with "/" (RFC 3986, section 5.2.4).
func withoutDots(path []byte) []byte {
	out := path[:0]
	for len(path) > 0 {
		n := 1 + upTo(path[1:], "/")
		segment, last := path[:n], n == len(path)
		path = path[n:]
		switch string(segment) {
		case "/..":
			out = out[:max(bytes.LastIndexByte(out, '/'), 0)]
			fallthrough
		case "/.":
			if last {
				out = append(out, '/')
			}
		default:
			out = append(out, segment...)
		}
	}
	return out
}

// unescaped are the bytes that stand in paths and fragments without an escape. Line breaks and tabs are left out later, as in any link.
var unescaped = func() (set [256]bool) {
	for b := range set {
		set[b] = ascii.Letter(byte(b)) || ascii.Digit(byte(b)) || strings.IndexByte("-._~!$&'()*+,;=:@/?[]%\t\r\n", byte(b)) >= 0
	}
	return set
}()

func appendEscaped[T string | []byte](dst []byte, text T) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if b := text[i]; unescaped[b] {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', hex[b>>4], hex[b&15])
		}
	}
	return dst
}
