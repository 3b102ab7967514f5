package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/rfc1738"
)

// CautionMixedScript warns of a host with letters of several scripts in one label. See [MixedScript].
const CautionMixedScript rfc1738.Caution = "mixed-script"

// Cautions returns the cautions of [rfc1738.URL.Cautions], followed by [CautionMixedScript] if it applies.
func Cautions(u rfc1738.URL) []rfc1738.Caution {
	cautions := u.Cautions()
	if text := u.String(); isASCII(text) && !strings.Contains(text, "--") {
		return cautions // as most URLs: no letters of other scripts, and no punycode
	}
	if start, end, ok := u.HostSpan(); ok && MixedScript(u.String()[start:end]) {
		cautions = append(cautions, CautionMixedScript)
	}
	return cautions
}

// Encoded returns the strict form of a URL with deviations, like [rfc1738.URL.Encoded]. If the URL has characters outside ASCII
// and is UTF-8, Encoded returns its URI, strict or not. g must be the grammar that parsed the URL. Encoded reports false if there
// is no such form.
func Encoded(g *rfc1738.Grammar, u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	if isASCII(u.String()) || !utf8.ValidString(u.String()) {
		return u.Encoded(deviations)
	}
	uri, ok := ToURI(u)
	if !ok {
		return "", false
	}
	u, deviations, err := g.ParseLenient(uri, nil)
	if err != nil {
		return "", false
	}
	if strict, ok := u.Encoded(deviations); ok {
		return strict, true
	}
	for _, d := range deviations {
		if d.Kind == rfc1738.KindControl {
			return "", false // which no URI has
		}
	}
	return uri, true
}

// hasPunycode reports whether a label of the host is in Punycode.
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
