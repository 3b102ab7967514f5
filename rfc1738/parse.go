package rfc1738

import "math"

// section5 is the grammar of the RFC, without registered schemes.
var section5 Grammar

// Parse parses text, which must be exactly one URL, optionally with a fragment. Blanks or
// "<URL:" around it are errors. Parse accepts what section 5 accepts. A non-nil error is
// an [*Error]. The URL shares the memory of text.
func Parse(text string) (URL, error) { return section5.Parse(text) }

// ParseLenient is like [Parse], but also accepts text that breaks section 5 in known
// ways. It appends a [Deviation] for each break to deviations, in the order of the text,
// and returns the extended slice. It appends nothing if and only if Parse accepts text.
// If text is not a URL, ParseLenient returns the zero URL, deviations unchanged, and an
// [*Error] at the furthest byte that any reading reached. The URL shares the memory of
// text.
func ParseLenient(text string, deviations []Deviation) (URL, []Deviation, error) {
	return section5.ParseLenient(text, deviations)
}

// Parse is like the function [Parse], but knows the registered schemes too.
func (g *Grammar) Parse(text string) (URL, error) {
	c := cursor{text: text, failPos: -1}
	if !c.read(g) || c.pos < len(text) {
		return URL{}, c.err()
	}
	return c.result(), nil
}

// ParseLenient is like the function [ParseLenient], but knows the registered schemes too.
func (g *Grammar) ParseLenient(text string, deviations []Deviation) (u URL, _ []Deviation, err error) {
	deviations, err = g.parseLenient(&u, text, deviations)
	return u, deviations, err
}

// parseLenient does the work of ParseLenient, which can then be inlined.
func (g *Grammar) parseLenient(u *URL, text string, deviations []Deviation) ([]Deviation, error) {
	if len(text) <= math.MaxUint32 {
		if all := deviations; u.readPlain(text, &all) {
			return all, nil
		}
	}
	var err error
	*u, deviations, err = g.lenient(text, deviations)
	return deviations, err
}

// lenient is ParseLenient by the productions alone, without the short cut.
func (g *Grammar) lenient(text string, deviations []Deviation) (URL, []Deviation, error) {
	c := cursor{text: text, failPos: -1, lenient: true, deviations: deviations}
	if !c.read(g) || c.pos < len(text) {
		return URL{}, deviations, c.err()
	}
	return c.result(), c.deviations, nil
}

// read reads a URL and its fragment.
func (c *cursor) read(g *Grammar) bool {
	if len(c.text) > math.MaxUint32 {
		// spans have 32 bits, so reading a longer text fails at the first byte beyond
		c.text = c.text[:math.MaxUint32]
	}
	if !c.readURL(g) {
		return false
	}
	if c.url.scheme != nil {
		c.fail(c.url.scheme.rule)
	}
	c.fragment()
	return true
}

// result returns the URL that has been read.
func (c *cursor) result() URL {
	c.url.text = c.text[:c.pos]
	clear(c.url.parts[c.url.n:]) // the remains of an abandoned reading, which would make equal URLs differ
	return c.url
}
