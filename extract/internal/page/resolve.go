package page

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// Resolve appends to dst the URL of a link on a page with a base URL (RFC 3986, section
// 5.2). Bytes that are not allowed in a path or fragment are escaped. A link with a
// scheme is unchanged, and so is every link if base has no "//" after its scheme.
func Resolve(dst []byte, base string, link []byte) []byte {
	from, to := divide(base), divide(string(link))
	if from.scheme == "" || from.host == "" || to.scheme != "" {
		return append(dst, link...)
	}
	dst = append(dst, from.scheme...)
	if to.host == "" {
		dst = append(dst, from.host...)
	}
	dst = append(dst, to.host...)
	path := len(dst)
	if to.host == "" && to.path == "" {
		dst = octet.AppendEscaped(dst, from.path, unescaped)
		to.search = cmp.Or(to.search, from.search)
	} else if to.host == "" && to.path[0] != '/' {
		dst = append(octet.AppendEscaped(dst, from.path[:max(strings.LastIndexByte(from.path, '/'), 0)],
			unescaped), '/')
	}
	dst = octet.AppendEscaped(dst, to.path, unescaped)
	dst = append(dst[:path+len(withoutDots(dst[path:]))], to.search...)
	if to.fragment != "" {
		dst = octet.AppendEscaped(append(dst, '#'), to.fragment[1:], unescaped)
	}
	return dst
}

// hasScheme reports whether a URL begins with a scheme, and thus is not relative.
func hasScheme(link []byte) bool {
	for i, c := range link {
		switch {
		case octet.Letter[c]:
		case i == 0:
			return false
		case c == ':':
			return true
		case !octet.Digit[c] && c != '+' && c != '-' && c != '.':
			return false
		}
	}
	return false
}

// IsSchemeRelative reports whether a link begins with two slashes of either kind before a
// host, according to browsers.
func IsSchemeRelative(link []byte) bool {
	if len(link) < 3 || !isSlash(link[0]) || !isSlash(link[1]) {
		return false
	}
	host := bytes.TrimLeft(link, `/\`)
	return len(host) > 0 && (octet.Letter[host[0]] || octet.Digit[host[0]] || host[0] >= 0x80 ||
		host[0] == '[' || host[0] == '%')
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// HasUsualName reports whether a link without a scheme begins with a usual name of a
// server.
func HasUsualName(link []byte) bool {
	return len(link) > 4 && (bytes.EqualFold(link[:4], []byte("www.")) ||
		bytes.EqualFold(link[:4], []byte("ftp.")))
}

// webScheme returns the scheme of an http or https URL, or "".
func webScheme(url []byte) string {
	for _, scheme := range []string{"https", "http"} {
		if n := len(scheme); len(url) > n && url[n] == ':' && bytes.EqualFold(url[:n], []byte(scheme)) {
			return scheme
		}
	}
	return ""
}

// IsText reports whether a link must be read as text: text that cannot begin a link
// precedes its URL, such as quotes, brackets, dots, blanks and zero-width characters,
// escaped or not, or its host contains such characters, or another scheme precedes it.
func IsText(link []byte) bool {
	_, host, _ := bytes.Cut(link, []byte("://"))
	host = host[:octet.UpTo(string(host), "/?#")]
	return bytes.ContainsAny(host, "\u00ad\u200b\u2060\ufeff") && hasScheme(link) ||
		hasLead(link) || isNested(link)
}

// isNested reports whether a URL may follow the scheme of a link and is not a part of an
// address: "view-source:http://host.example/", "mailto:?body=http://host.example/".
func isNested(link []byte) bool {
	_, rest, _ := bytes.Cut(link, []byte(":"))
	return len(rest) > 0 && !isSlash(rest[0]) && bytes.IndexByte(rest, ':') >= 0 && hasScheme(link) &&
		webScheme(link) == "" && bytes.IndexByte(rest, '@') < 0
}

func hasLead(link []byte) bool {
	i, n := 0, 1
	for ; n > 0 && i < len(link); i += n {
		switch c := link[i]; {
		case c >= 0x80, bytes.IndexByte([]byte(" \"'`(<[{.+-\\"), c) >= 0:
			n = 1
		case c == '%' && i+2 < len(link) && octet.Hex[link[i+1]] && octet.Hex[link[i+2]]:
			n = 3
		default:
			n = 0
		}
	}
	return i > 0 && hasScheme(link[i:]) && bytes.Contains(link[i:], []byte("://"))
}

// A reference is a URL or a relative link, divided as in RFC 3986, appendix B. Its parts
// include their delimiters.
type reference struct{ scheme, host, path, search, fragment string }

func divide(text string) (r reference) {
	if n := octet.UpTo(text, ":/?#"); n < len(text) && text[n] == ':' {
		r.scheme, text = text[:n+1], text[n+1:]
	}
	if strings.HasPrefix(text, "//") {
		n := 2 + octet.UpTo(text[2:], "/?#")
		r.host, text = text[:n], text[n:]
	}
	path, search := octet.UpTo(text, "?#"), octet.UpTo(text, "#")
	r.path, r.search, r.fragment = text[:path], text[path:search], text[search:]
	return r
}

// withoutDots removes the segments "." and ".." from a path that begins with "/" (RFC
// 3986, section 5.2.4).
func withoutDots(path []byte) []byte {
	out := path[:0]
	for len(path) > 0 {
		n := bytes.IndexByte(path[1:], '/') + 1
		last := n == 0
		if last {
			n = len(path)
		}
		segment := path[:n]
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

// unescaped holds the bytes that need no escape in paths and fragments. Line breaks and
// tabs are removed later, as in any link.
var unescaped = octet.Where(func(b byte) bool {
	return octet.Letter[b] || octet.Digit[b] || strings.IndexByte("-._~!$&'()*+,;=:@/?[]%\t\r\n", b) >= 0
})
