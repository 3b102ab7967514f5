// Package iri maps URLs with characters outside ASCII (RFC 3987) to URIs, normalizes their hosts, and detects hosts that imitate
// others.
//
// Package scan decides where such a URL ends in a text, and package rfc1738 how it deviates.
package iri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/rfc1738"
)

// profile is UTS 46 as browsers use it to look up names. It keeps characters that no registry admits, such as "_".
var profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(false))

// ToURI returns the URI of a URL, and reports whether there is one. It maps the host by UTS 46, and escapes all other characters
// outside ASCII in UTF-8 (RFC 3987 section 3.1). There is no URI if the text is not UTF-8, or if the host cannot be a domain
// name.
func ToURI(u rfc1738.URL) (string, bool) {
	text := u.String()
	if !utf8.ValidString(text) {
		return "", false
	}
	start, end, _ := u.HostSpan()
	host, ok := ToASCII(text[start:end])
	return escape(text[:start]) + host + escape(text[end:]), ok
}

// ToASCII maps a host to ASCII by UTS 46, such as "bücher.example" to "xn--bcher-kva.example", and reports whether it could. It
// returns a host in ASCII unchanged. It reports false for a host that cannot be a domain name.
func ToASCII(host string) (string, bool) {
	if isASCII(host) {
		return host, true
	}
	ascii, err := profile.ToASCII(host)
	return ascii, err == nil && isASCII(ascii)
}

// HostOf returns the host of a URL as a browser finds it, or "" if no "//" follows the scheme: in URLs of the Web it ends before a
// backslash, too.
func HostOf(url string) string {
	scheme, authority, _ := strings.Cut(url, "://")
	ends := "/?#"
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ws", "wss":
		ends = `/?#\`
	}
	if i := strings.IndexAny(authority, ends); i >= 0 {
		authority = authority[:i]
	}
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	address := strings.LastIndexByte(host, ']') + 1
	if i := strings.IndexByte(host[address:], ':'); i >= 0 {
		host = host[:address+i]
	}
	return host
}

// Host returns a normalized form of a host, for comparison: in lower case, in ASCII if UTS 46 maps it to ASCII, and without a
// final dot.
func Host(host string) string {
	if ascii, ok := ToASCII(host); ok {
		host = ascii
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func escape(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, octet := range []byte(text) {
		if octet < utf8.RuneSelf {
			b.WriteByte(octet)
		} else {
			fmt.Fprintf(&b, "%%%02X", octet)
		}
	}
	return b.String()
}
