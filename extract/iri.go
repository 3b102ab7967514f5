package extract

import (
	"github.com/urlsift/urlsift/extract/iri"
	"github.com/urlsift/urlsift/rfc1738"
)

// Encoded returns the strict form of a URL that has deviations, as [rfc1738.URL.Encoded] does. Of a URL with characters that
// are not ASCII it returns the URI form, with a host by IDNA, strict or not, as [iri.Encoded] does. It reports false if there
// is none.
func (r Result) Encoded() (string, bool) {
	u, deviations := r.parsed()
	if len(deviations) == 0 {
		return "", false
	}
	return iri.Encoded(r.m.options.grammar, u, deviations)
}

// Cautions returns what the RFC's section 6 warns of in the URL, and whether its host mixes scripts, as [iri.Cautions] does.
func (r Result) Cautions() []rfc1738.Caution { return iri.Cautions(r.URL()) }
