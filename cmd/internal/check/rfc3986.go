package check

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/rfc1738"
)

// A later is what RFC 3986 makes of a text: a URI with its components, or an error.
type later struct {
	scheme, path                    string
	userinfo, port, query, fragment *string // nil if there is none
	host                            *string
	err                             *laterError
}

// A laterError says where a text leaves the grammar of RFC 3986.
type laterError struct {
	offset        int
	what          string // the byte there, as it is shown
	rule, section string
}

func (e *laterError) Error() string {
	return fmt.Sprintf("%s at offset %d: not in %s (RFC 3986 section %s)", e.what, e.offset, e.rule, e.section)
}

// Sets of characters, as RFC 3986 has them.
const (
	alpha3986  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digit3986  = "0123456789"
	unreserved = alpha3986 + digit3986 + "-._~"
	subDelims  = "!$&'()*+,;="
	pchar      = unreserved + subDelims + ":@"
)

// parse3986 reads a text as a URI, which is one with a scheme.
func parse3986(text string) (u later) {
	rest, at := text, 0
	// take takes a component that ends before one of some characters, and checks its characters.
	take := func(stops, allowed string, escapes bool, rule, section string) string {
		n := strings.IndexAny(rest, stops)
		if n < 0 || stops == "" {
			n = len(rest)
		}
		part := rest[:n]
		if i := wrongIn(part, allowed, escapes); i >= 0 {
			u.fail(text, at+i, rule, section)
		}
		rest, at = rest[n:], at+n
		return part
	}
	skip := func(n int) { rest, at = rest[n:], at+n }

	// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	u.scheme = take(":/?#", alpha3986+digit3986+"+-.", false, "scheme", "3.1")
	if u.scheme == "" || !strings.Contains(alpha3986, u.scheme[:1]) {
		u.fail(text, 0, "scheme", "3.1")
	}
	if !strings.HasPrefix(rest, ":") {
		u.fail(text, at, "scheme", "3.1")
	}
	if u.err != nil {
		return u
	}
	skip(1)
	if strings.HasPrefix(rest, "//") {
		skip(2)
		start := at
		u.authority(text, start, take("/?#", "", true, "", ""))
	}
	path := take("?#", pchar+"/", true, "path", "3.3")
	u.path = path
	if strings.HasPrefix(rest, "?") {
		skip(1)
		query := take("#", pchar+"/?", true, "query", "3.4")
		u.query = &query
	}
	if strings.HasPrefix(rest, "#") {
		skip(1)
		fragment := take("", pchar+"/?", true, "fragment", "3.5")
		u.fragment = &fragment
	}
	return u
}

// authority reads an authority = [ userinfo "@" ] host [ ":" port ] that begins at an offset of a text.
func (u *later) authority(text string, at int, authority string) {
	if i := strings.IndexByte(authority, '@'); i >= 0 {
		userinfo := authority[:i]
		u.userinfo = &userinfo
		if j := wrongIn(userinfo, unreserved+subDelims+":", true); j >= 0 {
			u.fail(text, at+j, "userinfo", "3.2.1")
		}
		authority, at = authority[i+1:], at+i+1
	}
	host := authority
	after := strings.IndexByte(authority, ']') + 1 // within an address in brackets there are colons
	if i := strings.IndexByte(authority[after:], ':'); i >= 0 {
		host = authority[:after+i]
		port := authority[after+i+1:]
		u.port = &port
		if j := wrongIn(port, digit3986, false); j >= 0 {
			u.fail(text, at+len(host)+1+j, "port", "3.2.3")
		}
	}
	u.host = &host
	if strings.HasPrefix(host, "[") {
		if !isLiteral(host) {
			u.fail(text, at, "IP-literal", "3.2.2")
		}
	} else if j := wrongIn(host, unreserved+subDelims, true); j >= 0 {
		u.fail(text, at+j, "reg-name", "3.2.2")
	}
}

// isLiteral reports whether a host is an IP-literal: an IPv6 address, or one of a later version, in brackets.
func isLiteral(host string) bool {
	inner, closed := strings.CutSuffix(host[1:], "]")
	if version, rest, ok := strings.Cut(inner, "."); ok && len(version) > 1 && (version[0] == 'v' || version[0] == 'V') {
		return closed && wrongIn(version[1:], digit3986+"abcdefABCDEF", false) < 0 && rest != "" && wrongIn(rest, unreserved+subDelims+":", false) < 0
	}
	address, err := netip.ParseAddr(inner)
	return closed && err == nil && address.Is6() && address.Zone() == ""
}

// wrongIn returns the index of the first byte that is neither allowed nor part of an escape, or -1. No set of allowed characters
// allows all.
func wrongIn(text, allowed string, escapes bool) int {
	if allowed == "" {
		return -1
	}
	for i := 0; i < len(text); i++ {
		switch {
		case escapes && text[i] == '%':
			if i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2]) {
				return i
			}
			i += 2
		case text[i] >= 0x80 || strings.IndexByte(allowed, text[i]) < 0:
			return i
		}
	}
	return -1
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

// fail keeps the error that comes first in the text.
func (u *later) fail(text string, offset int, rule, section string) {
	if u.err != nil && u.err.offset <= offset {
		return
	}
	what := "end of text"
	switch {
	case offset >= len(text):
	case text[offset] <= ' ' || text[offset] >= 0x7f:
		what = fmt.Sprintf("byte %#02x", text[offset])
	default:
		what = `"` + text[offset:offset+1] + `"`
	}
	u.err = &laterError{offset, what, rule, section}
}

// redacted returns what RFC 3986 makes of a text, without the passwords in it.
func (u later) redacted(text string) later {
	masks := printable.Passwords(text, "")
	if len(masks) == 0 {
		return u
	}
	hidden := parse3986(string(printable.WithoutMasks([]byte(text), masks)))
	hidden.err = nil
	if u.err != nil {
		e, masked := *u.err, false
		if e.offset, masked = printable.ShiftMasked(masks, e.offset); masked {
			e.what = `"*"`
		}
		hidden.err = &e
	}
	return hidden
}

// A component is a component of a URI by its name in RFC 3986.
type component struct{ name, text string }

// veiled returns the text as it is written.
func (c component) veiled(veil printable.Veil) string {
	if c.name == "host" {
		return veil.Part(rfc1738.PartHost, c.text)
	}
	return veil.Text(c.text)
}

// components returns the components that there are, in order.
func (u *later) components() []component {
	all := []component{{"scheme", u.scheme}}
	add := func(name string, text *string) {
		if text != nil {
			all = append(all, component{name, *text})
		}
	}
	add("userinfo", u.userinfo)
	add("host", u.host)
	add("port", u.port)
	all = append(all, component{"path", u.path})
	add("query", u.query)
	add("fragment", u.fragment)
	return all
}

// normal returns the form of a URI by which others are compared with it (6.2.2, and of 6.2.3 the default port and the empty path).
func (u *later) normal() string {
	b := []byte(strings.ToLower(u.scheme) + ":")
	if u.host != nil {
		b = append(b, "//"...)
		if u.userinfo != nil {
			b = append(append(b, plain(*u.userinfo)...), '@')
		}
		b = append(b, normalHost(*u.host)...)
		if u.port != nil && *u.port != "" && strings.TrimLeft(*u.port, "0") != defaultPort(u.scheme) {
			b = append(append(b, ':'), *u.port...)
		}
	}
	path := plain(u.path)
	if u.host != nil || strings.HasPrefix(path, "/") {
		if short := withoutDots(path); u.host != nil || !strings.HasPrefix(short, "//") { // which would be an authority
			path = short
		}
	}
	if scheme := strings.ToLower(u.scheme); path == "" && u.host != nil && (scheme == "http" || scheme == "https") {
		path = "/"
	}
	b = append(b, path...)
	if u.query != nil {
		b = append(append(b, '?'), plain(*u.query)...)
	}
	if u.fragment != nil {
		b = append(append(b, '#'), plain(*u.fragment)...)
	}
	return string(b)
}

// normalHost returns a host in lower case, but for the digits of its escapes.
func normalHost(host string) string {
	var b strings.Builder
	for host = strings.ToLower(plain(host)); host != ""; {
		if host[0] == '%' {
			b.WriteString(strings.ToUpper(host[:3]))
			host = host[3:]
			continue
		}
		b.WriteByte(host[0])
		host = host[1:]
	}
	return b.String()
}

// defaultPort returns the default port of a scheme, or nothing.
func defaultPort(scheme string) string {
	u, _, err := rfc1738.ParseLenient(strings.ToLower(scheme)+"://h/", nil)
	if strings.EqualFold(scheme, "https") {
		return "443"
	}
	if err != nil {
		return ""
	}
	return u.Port()
}

// plain returns text with escapes of unreserved characters decoded, and the digits of the others in capitals (6.2.2.1, 6.2.2.2).
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		var c byte
		fmt.Sscanf(text[i+1:i+3], "%02x", &c)
		if c < 0x80 && strings.IndexByte(unreserved, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(text[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

// withoutDots returns a path without its segments "." and ".." (5.2.4).
func withoutDots(path string) string {
	if path == "" {
		return path
	}
	segments := strings.Split(path, "/")
	var out []string
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case ".", "..":
			if segment == ".." && len(out) > 1 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, segment)
		}
	}
	return strings.Join(out, "/")
}
