package extract

import (
	"strings"

	"github.com/urlsift/urlsift/extract/iri"
	"github.com/urlsift/urlsift/rfc1738"
)

// Encoded returns the strict form of a URL that has deviations, like [rfc1738.URL.Encoded]. For a URL with characters outside
// ASCII it returns the URI with the host in its IDNA form, strict or not, like [iri.Encoded]. It reports whether there is such a
// form.
func (r Result) Encoded() (string, bool) {
	u, deviations := r.Parsed()
	if len(deviations) == 0 {
		return "", false
	}
	return iri.Encoded(r.m.options.grammar, *u, deviations)
}

// AppendEncoded appends what Encoded returns to b, and reports whether there is such a form.
func (r *Result) AppendEncoded(b []byte) ([]byte, bool) {
	if u, deviations := r.Parsed(); r.isViewed() {
		last := 0
		for i := range deviations { // each is a "~", and where that may stand an escape may, too
			b = append(append(b, u.String()[last:deviations[i].Offset]...), "%7E"...)
			last = deviations[i].Offset + 1
		}
		return append(b, u.String()[last:]...), len(deviations) > 0
	}
	encoded, ok := r.Encoded()
	return append(b, encoded...), ok
}

// isViewed reports whether a URL that rfc1738.Skim knows has been parsed as a view.
func (r *Result) isViewed() bool { return r.generation > 0 && r.m.state == viewed }

// Cautions returns what the RFC's section 6 warns of in the URL, and whether its host mixes scripts, like [iri.Cautions].
func (r Result) Cautions() []rfc1738.Caution {
	u, _ := r.Parsed()
	return iri.Cautions(*u)
}

// MayHaveCautions is a fast test: if it returns false, Cautions returns nil. It returns false for most URLs.
func (r *Result) MayHaveCautions() bool {
	u, _ := r.Parsed()
	if !r.isViewed() {
		return true
	}
	// The URL has no password, and its host is a name in ASCII without "--". An escape may stand for a control character.
	for i := range u.NumParts() {
		if part, _ := u.PartAt(i); part == rfc1738.PartPort {
			return true
		}
	}
	return strings.IndexByte(u.String(), '%') >= 0
}
