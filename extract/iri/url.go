package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/rfc1738"
)

// CautionMixedScript warns of a host that has letters of several scripts in one label, as [MixedScript] tells.
const CautionMixedScript rfc1738.Caution = "mixed-script"

// Cautions returns what the RFC's section 6 warns of in a URL, as [rfc1738.URL.Cautions] does, and [CautionMixedScript].
func Cautions(u rfc1738.URL) []rfc1738.Caution {
	cautions := u.Cautions()
	if start, end, ok := u.HostSpan(); ok && MixedScript(u.String()[start:end]) {
		cautions = append(cautions, CautionMixedScript)
	}
	return cautions
}

// Encoded returns the strict form of a URL that has deviations, as [rfc1738.URL.Encoded] does. Of a URL with characters that are
// not ASCII, and that is UTF-8, it returns the URI form, strict or not. The grammar is the one that parsed the URL. It reports false if
// there is no such form.
func Encoded(g *rfc1738.Grammar, u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	if isASCII(u.String()) || !utf8.ValidString(u.String()) {
		return u.Encoded(deviations)
	}
	uri, ok := ToURI(u)
	if !ok {
		return "", false
	}
	u, deviations, err := g.Lenient(uri, nil)
	if err != nil {
		return "", false
	}
	if strict, ok := u.Encoded(deviations); ok {
		return strict, true
	}
	return uri, true
}

// hasPunycode reports whether a label of the host is in punycode.
func hasPunycode(host string) bool {
	const prefix = "xn--"
	for i := strings.Index(host, "--"); i >= 2; {
		if strings.EqualFold(host[i-2:i+2], prefix) {
			return true
		}
		next := strings.Index(host[i+1:], "--")
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}
