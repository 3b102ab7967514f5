// Package iri maps URLs with characters that are not ASCII (RFC 3987) to URIs, gives their hosts one form, and tells hosts
// that are made to look like others.
//
// Where such a URL ends in a text is left to package scan, and what deviates in it to package rfc1738.
package iri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/rfc1738"
)

// profile is UTS 46 as browsers apply it to look up a name. It keeps characters that no registry admits, such as "_".
var profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(false))

// ToURI maps the text of a URL to a URI: its host by UTS 46, and all else that is not ASCII to escapes of its UTF-8 (RFC 3987
// section 3.1). It reports false for what is not UTF-8, and for a host that no name can have.
func ToURI(u rfc1738.URL) (string, bool) {
	text := u.String()
	if !utf8.ValidString(text) {
		return "", false
	}
	start, end, _ := u.HostSpan()
	host, ok := ToASCII(text[start:end])
	return escape(text[:start]) + host + escape(text[end:]), ok
}

// ToASCII maps a host to ASCII by UTS 46: "bücher.example" to "xn--bcher-kva.example". A host in ASCII stays as it is. It reports
// false for one that no name can have.
func ToASCII(host string) (string, bool) {
	if isASCII(host) {
		return host, true
	}
	ascii, err := profile.ToASCII(host)
	return ascii, err == nil && isASCII(ascii)
}

// Host returns the form by which hosts are compared: in ASCII where UTS 46 maps it to that, in lower case, and without the dot of
// the root.
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
