// Package heading returns the values by which URLs are counted and selected: the host,
// its domain, and the sender of the message.
package heading

import (
	"hash/maphash"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/suffix"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// Host returns the host that a browser asks for when it follows a URL, in lower case and
// without the dot of the root: in ASCII if IDNA maps it to that, with its escapes
// decoded, and an IP address in its usual form, "192.0.2.1" or "[2001:db8::1]". The host
// of a mailto URL is its address's domain.
func Host(text string) string {
	scheme, rest, _ := strings.Cut(text, ":")
	host := ""
	switch {
	case strings.HasPrefix(rest, "//"):
		host = urlhost.Of(text)
		if strings.EqualFold(scheme, "file") && len(strings.TrimSuffix(host, "|")) == 1 {
			return "" // a drive
		}
	case strings.EqualFold(scheme, "mailto"):
		host = domainIn(rest)
	}
	if isPlain(host) {
		return strings.ToLower(withoutRoot(host))
	}
	return asBrowsed.of(host)
}

// isPlain reports whether a browser changes only the case of the letters of a host.
func isPlain(host string) bool {
	for i := range len(host) {
		if c := host[i]; c >= utf8.RuneSelf || c == '%' || c == '[' {
			return false
		}
	}
	return len(host) == 0 || isName(withoutRoot(host))
}

// maxHost is the maximum length in bytes of a host that is converted as in a browser. A
// name has at most 253 characters, and each may be escaped.
const maxHost = 1 << 10

var browser = whatwg.NewParser()

// browsed returns a host in the form of browsers, without the dot of the root. An IPv6
// address that maps an IPv4 address becomes the latter. A host that a browser refuses is
// returned in lower case.
func browsed(host string) string {
	mapped := normalized(host)
	if strings.IndexByte(host, '%') < 0 {
		if host = mapped; isName(host) {
			return host
		}
		if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
			return literal(ip)
		}
	}
	if len(host) <= maxHost && utf8.ValidString(host) {
		if u, err := browser.Parse("http://" + host + "/"); err == nil {
			return normalized(u.Hostname())
		}
	}
	return mapped
}

// normalized returns a host in lower case, in ASCII if possible, and without the dot of
// the root.
func normalized(host string) string {
	if ascii, ok := idn.ToASCII(host); ok {
		host = ascii
	}
	return strings.ToLower(withoutRoot(host))
}

// withoutRoot returns a host without the dot of the root. A host that ends in an empty
// label is unchanged: without one dot, "192.." would be an address.
func withoutRoot(host string) string {
	if strings.HasSuffix(host, "..") {
		return host
	}
	return strings.TrimSuffix(host, ".")
}

// isName reports whether a host in ASCII is not an address in any form.
func isName(host string) bool {
	label := host[strings.LastIndexByte(host, '.')+1:]
	return len(host) > 0 && host[0] != '[' && (len(label) == 0 || label[0] < '0' || label[0] > '9')
}

// literal returns an IP address as a host.
func literal(ip netip.Addr) string {
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	return "[" + ip.String() + "]"
}

// domainIn returns the domain of the first address after "mailto:".
func domainIn(text string) string {
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if strings.IndexByte(text, '%') >= 0 {
		if decoded, err := url.PathUnescape(text); err == nil {
			text = decoded
		}
	}
	text, _, _ = strings.Cut(text, ",")
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return ""
	}
	return strings.TrimRight(text[at+1:], "> ")
}

// Pattern returns a pattern for hosts in the form of [Unicode] and [Host]: in lower case,
// and converted by [Host] if it is the name or address of one host. So "bücher.example",
// "0xc0.2.1" and "::1" match the hosts that a browser asks for.
func Pattern(typed string) string {
	address := strings.Trim(typed, "[]")
	if strings.IndexByte(address, ':') >= 0 {
		if _, err := netip.ParseAddr(address); err == nil {
			return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(browsed("[" + address + "]"))
		}
	}
	if strings.ContainsAny(typed, `*?[\/@#`) {
		return strings.ToLower(typed)
	}
	return Host("http://" + typed + "/")
}

// Unicode returns a host with its ASCII labels decoded (IDNA), or the host itself.
func Unicode(host string) string {
	if !strings.Contains(host, "xn--") {
		return host
	}
	return inUnicode.of(host)
}

// A memo is a function that caches some of its results. The same few hosts often follow
// each other, and mapping one takes microseconds.
type memo struct {
	f     func(text string) string
	known [256]atomic.Pointer[[2]string] // by the hash of the text
}

var seed = maphash.MakeSeed()

func (m *memo) of(text string) string {
	known := &m.known[maphash.String(seed, text)%uint64(len(m.known))]
	if last := known.Load(); last != nil && last[0] == text {
		return last[1]
	}
	result := m.f(text)
	if len(text) <= maxHost {
		known.Store(&[2]string{strings.Clone(text), result})
	}
	return result
}

var (
	asBrowsed = memo{f: func(host string) string { return strings.ToLower(browsed(host)) }}
	inUnicode = memo{f: func(host string) string {
		if text, err := idna.Lookup.ToUnicode(host); err == nil {
			return text
		}
		return host
	}}
)

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("%[0-9A-Fa-f]{2}") })

// Unescaped returns text with escapes of letters, digits and -._~ decoded, which mean the
// same in every scheme (RFC 3986 section 2.3), and with the digits of other escapes in
// upper case.
func Unescaped(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return escapes().ReplaceAllStringFunc(text, func(escape string) string {
		if c, _ := octet.Escaped(escape, 0, '%'); octet.Alnum[c] || strings.IndexByte("-._~", c) >= 0 {
			return string(rune(c))
		}
		return strings.ToUpper(escape)
	})
}

// Domain returns the end of a host in lower case that could be registered. An address, a
// name without dots, and a public suffix are returned whole.
func Domain(host string) string {
	if strings.IndexByte(host, '.') < 0 || strings.IndexByte(host, ':') >= 0 ||
		len(strings.Trim(host, "0123456789.")) == 0 {
		return host
	}
	return suffix.Domain(host)
}
