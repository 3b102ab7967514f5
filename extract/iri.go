package extract

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/rfc1738"
)

// Encoded is the strict form of a URL that has deviations, as [rfc1738.URL.Encoded] gives it, or else the URI form of an
// IRI, with a host in ASCII (RFC 3987 section 3.1), strict or not. It is false if there is none.
func (r Result) Encoded() (string, bool) {
	u, deviations := r.parsed()
	if len(deviations) == 0 {
		return "", false
	}
	if !r.m.options.IRI || !hasNonASCII(deviations) {
		return u.Encoded(deviations)
	}
	uri, ok := toURI(u)
	if !ok {
		return "", false
	}
	u, deviations, err := r.m.options.grammar.Lenient(uri, nil)
	if err != nil {
		return "", false
	}
	if strict, ok := u.Encoded(deviations); ok {
		return strict, true
	}
	return uri, true
}

func hasNonASCII(deviations []rfc1738.Deviation) bool {
	for _, d := range deviations {
		if d.Kind == rfc1738.KindNonASCII {
			return true
		}
	}
	return false
}

// toURI maps an IRI to a URI: its host by IDNA, and all else that is not ASCII to escapes of its UTF-8. It is false for
// what is not UTF-8, and for a host that IDNA does not allow.
func toURI(u rfc1738.URL) (string, bool) {
	iri := u.String()
	if !utf8.ValidString(iri) {
		return "", false
	}
	start, end, _ := u.HostSpan()
	host := iri[start:end]
	if strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		var err error
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return "", false
		}
	}
	return escapeNonASCII(iri[:start]) + host + escapeNonASCII(iri[end:]), true
}

func escapeNonASCII(text string) string {
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
