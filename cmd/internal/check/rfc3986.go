package check

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/rfc1738"
)

// A later is a text parsed by RFC 3986: a URI with its components, in order, or an error.
type later struct {
	components []component
	err        *laterError
}

// A component is a component of a URI, with its name in RFC 3986.
type component struct{ name, text string }

// A laterError is the place at which a text violates the grammar of RFC 3986.
type laterError struct {
	offset        int
	what          string // the byte there, in the form to be shown
	rule, section string
}

func (e *laterError) Error() string {
	return fmt.Sprintf("%s at offset %d: not in %s (RFC 3986 section %s)", e.what, e.offset, e.rule, e.section)
}

// Sets of characters of RFC 3986. Those with a "%" include escapes.
const (
	unreserved = octet.Letters + octet.Digits + "-._~"
	subDelims  = "!$&'()*+,;="
	pchar      = unreserved + "%" + subDelims + ":@"
)

// rules holds the characters allowed in the components of a URI, with the sections.
var rules = map[string]struct{ rule, allowed, section string }{
	"scheme":   {"scheme", octet.Letters + octet.Digits + "+-.", "3.1"},
	"userinfo": {"userinfo", unreserved + "%" + subDelims + ":", "3.2.1"},
	"host":     {"reg-name", unreserved + "%" + subDelims, "3.2.2"},
	"port":     {"port", octet.Digits, "3.2.3"},
	"path":     {"path", pchar + "/", "3.3"},
	"query":    {"query", pchar + "/?", "3.4"},
	"fragment": {"fragment", pchar + "/?", "3.5"},
}

// components matches any text, and splits it at the delimiters of components, like the
// expression in appendix B. Colons in brackets belong to an address.
var components = sync.OnceValue(func() *regexp.Regexp {
	const authority = `(?:(?P<userinfo>[^@/?#]*)@)?(?P<host>(?:[^\]/?#]*\])?[^:/?#]*)(?::(?P<port>[^/?#]*))?`
	return regexp.MustCompile(`(?s)^(?P<scheme>[^:?#]*)(:?)(?://` + authority +
		`)?(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?$`)
})

// parse3986 parses a text as a URI, which must have a scheme.
func parse3986(text string) (u later) {
	at := components().FindStringSubmatchIndex(text)
	for i, name := range components().SubexpNames() {
		rule, ok := rules[name]
		start, end := at[2*i], at[2*i+1]
		if !ok || start < 0 {
			continue
		}
		part := text[start:end]
		u.components = append(u.components, component{name, part})
		wrong := wrongIn(part, rule.allowed)
		switch {
		case name == "host" && strings.HasPrefix(part, "["):
			if !isLiteral(part) {
				u.fail(text, start, "IP-literal", "3.2.2")
			}
		case name == "scheme" && (part == "" || !octet.Letter[part[0]]):
			u.fail(text, 0, rule.rule, rule.section)
		case wrong >= 0:
			u.fail(text, start+wrong, rule.rule, rule.section)
		case name == "scheme" && !strings.HasPrefix(text[end:], ":"):
			u.fail(text, end, rule.rule, rule.section)
		}
	}
	return u
}

// isLiteral reports whether a host is an IP-literal: an IPv6 address, or one of a later
// version, in brackets.
func isLiteral(host string) bool {
	inner, closed := strings.CutSuffix(host[1:], "]")
	if version, rest, ok := strings.Cut(inner, "."); ok && len(version) > 1 &&
		(version[0] == 'v' || version[0] == 'V') {
		return closed && wrongIn(version[1:], octet.HexDigits) < 0 && rest != "" &&
			wrongIn(rest, unreserved+subDelims+":") < 0
	}
	address, err := netip.ParseAddr(inner)
	return closed && err == nil && address.Is6() && address.Zone() == ""
}

// wrongIn returns the index of the first byte that is neither allowed nor part of an
// escape, or -1.
func wrongIn(text, allowed string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] >= 0x80 || strings.IndexByte(allowed, text[i]) < 0:
			return i
		case text[i] == '%':
			if _, ok := octet.Escaped(text, i, '%'); !ok {
				return i
			}
			i += 2
		}
	}
	return -1
}

// fail keeps the first error.
func (u *later) fail(text string, offset int, rule, section string) {
	if u.err != nil {
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

// redacted returns the result for a text without the passwords in it.
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

// veiled returns the text in the form to be written.
func (c component) veiled(veil printable.Veil) string {
	if c.name == "host" {
		return veil.Part(rfc1738.PartHost, c.text)
	}
	return veil.Text(c.text)
}

// normal returns the normal form of a URI, by which URIs are compared (6.2.2, and the
// default port and empty path of 6.2.3).
func (u *later) normal() string {
	scheme := strings.ToLower(u.components[0].text)
	b := []byte(scheme + ":")
	hasHost := slices.ContainsFunc(u.components, func(c component) bool { return c.name == "host" })
	if hasHost {
		b = append(b, "//"...)
	}
	for _, c := range u.components[1:] {
		switch c.name {
		case "userinfo":
			b = append(append(b, heading.Unescaped(c.text)...), '@')
		case "host":
			b = append(b, heading.Unescaped(strings.ToLower(heading.Unescaped(c.text)))...)
		case "port":
			if c.text != "" && strings.TrimLeft(c.text, "0") != defaultPort(scheme) {
				b = append(append(b, ':'), c.text...)
			}
		case "path":
			path := heading.Unescaped(c.text)
			// which would be an authority
			if short := withoutDots(path); hasHost ||
				strings.HasPrefix(path, "/") && !strings.HasPrefix(short, "//") {
				path = short
			}
			if path == "" && hasHost && (scheme == "http" || scheme == "https") {
				path = "/"
			}
			b = append(b, path...)
		case "query":
			b = append(append(b, '?'), heading.Unescaped(c.text)...)
		case "fragment":
			b = append(append(b, '#'), heading.Unescaped(c.text)...)
		}
	}
	return string(b)
}

// defaultPort returns the default port of a scheme, or "".
func defaultPort(scheme string) string {
	// or the zero URL, which has no port
	u, _, _ := rfc1738.ParseLenient(strings.ToLower(scheme)+"://h/", nil)
	return u.Port()
}

// withoutDots returns a path without the segments "." and ".." (5.2.4).
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
