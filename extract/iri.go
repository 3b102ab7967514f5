package extract

import (
	"github.com/urlsift/urlsift/extract/iri"
	"github.com/urlsift/urlsift/rfc1738"
)

// Encoded returns the strict form of a URL that has deviations, like [rfc1738.URL.Encoded]. For a URL with characters outside
// ASCII it returns the URI with the host in its IDNA form, strict or not, like [iri.Encoded]. It reports whether there is such a
// form.
func (r Result) Encoded() (string, bool) {
	if len(r.deviations) == 0 {
		return "", false
	}
	return iri.Encoded(r.options.grammar, r.url, r.deviations)
}

// Cautions returns what the RFC's section 6 warns of in the URL, and whether its host mixes scripts, like [iri.Cautions].
func (r Result) Cautions() []rfc1738.Caution { return iri.Cautions(r.url) }
