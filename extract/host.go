package extract

import (
	"github.com/urlsift/urlsift/extract/internal/iri"
	"github.com/urlsift/urlsift/extract/internal/suffix"
	"github.com/urlsift/urlsift/rfc1738"
)

// Host returns the host of a URL as it is written there, where a browser finds it, or "" if no "//" follows the scheme: in URLs of the Web
// it ends before a backslash, too.
func Host(url string) string { return iri.HostOf(url) }

// ASCII maps a host to ASCII by UTS 46, such as "bücher.example" to "xn--bcher-kva.example", and reports whether it could. It returns a
// host in ASCII unchanged. It reports false for a host that cannot be a domain name.
func ASCII(host string) (string, bool) { return iri.ToASCII(host) }

// Domain returns the registrable domain of a host, which is its public suffix and the label before that: "bbc.co.uk" for
// "www.bbc.co.uk". It reports false if the host is a public suffix or has an empty label. The host must be a name in ASCII and in lower
// case.
func Domain(host string) (string, bool) { return suffix.Domain(host) }

// CautionMixedScript is the caution that a label of the host mixes scripts, as in one that imitates another host: "раypal" begins with two
// Cyrillic letters. Han with Kana, Bopomofo or Hangul, and Latin with these, are common and do not count.
const CautionMixedScript = iri.CautionMixedScript

// Cautions returns what the RFC's section 6 warns of in a URL, and [CautionMixedScript] if it applies.
func Cautions(u rfc1738.URL) []rfc1738.Caution { return iri.Cautions(u) }

// Encoded returns the strict form of a URL that [rfc1738.ParseLenient] accepted with deviations, like [rfc1738.URL.Encoded]. For a URL with
// characters outside ASCII it returns the URI with the host in its IDNA form, strict or not. It reports whether there is such a form.
func Encoded(u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	if len(deviations) == 0 {
		return "", false
	}
	return iri.Encoded(new(rfc1738.Grammar), u, deviations)
}

// Encoded returns the strict form of a URL that has deviations. See [Encoded].
func (r Result) Encoded() (string, bool) {
	if len(r.Deviations) == 0 { // as of most; the zero Result has no options
		return "", false
	}
	return iri.Encoded(r.options.grammar, r.URL, r.Deviations)
}
