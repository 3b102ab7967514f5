package rfc1738

import "math"

// section5 is the grammar as the RFC has it.
var section5 Grammar

// Parse parses text, which must be one URL, with or without a fragment, and nothing else: no blanks, no "<URL:" before it. It
// accepts what section 5 accepts. A non-nil error is an [*Error]. The URL shares text.
func Parse(text string) (URL, error) { return section5.Parse(text) }

// Lenient parses text as [Parse] does, but goes on where section 5 is broken in one of the known ways. For each of them it
// appends a [Deviation] to deviations, in the order of the text, and returns the extended slice. It appends none if and only if
// Parse accepts text. A non-nil error is an [*Error], at the furthest byte that any reading reached. The URL is then the zero
// URL, and deviations are returned unchanged. The URL shares text.
func Lenient(text string, deviations []Deviation) (URL, []Deviation, error) {
	return section5.Lenient(text, deviations)
}

// Parse is like the function [Parse], with the schemes that were registered.
func (g *Grammar) Parse(text string) (URL, error) {
	c := Cursor{text: text, far: -1}
	if !c.read(g) || c.pos < len(text) {
		return URL{}, c.err()
	}
	return c.result(), nil
}

// Lenient is like the function [Lenient], with the schemes that were registered.
func (g *Grammar) Lenient(text string, deviations []Deviation) (URL, []Deviation, error) {
	if s := (sketch{}); len(text) <= math.MaxUint32 && s.read(text) {
		u := URL{text: text, scheme: s.scheme.scheme}
		return u, s.parts(&u, deviations), nil
	}
	return g.lenient(text, deviations)
}

// lenient does what Lenient does, by the productions alone.
func (g *Grammar) lenient(text string, deviations []Deviation) (URL, []Deviation, error) {
	c := Cursor{text: text, far: -1, lenient: true, deviations: deviations}
	if !c.read(g) || c.pos < len(text) {
		return URL{}, deviations, c.err()
	}
	return c.result(), c.deviations, nil
}

// read reads a URL and its fragment.
func (c *Cursor) read(g *Grammar) bool {
	if len(c.text) > math.MaxUint32 {
		c.text = c.text[:math.MaxUint32] // spans have 32 bits; the rest is an error at its first byte
	}
	if !c.readURL(g) {
		return false
	}
	if c.url.scheme != nil {
		c.stop(c.url.scheme.rule)
	}
	c.fragment()
	return true
}

// result returns the URL that was read.
func (c *Cursor) result() URL {
	c.url.text = c.text[:c.pos]
	clear(c.url.parts[c.url.n:]) // what an abandoned reading left there, so that equal URLs are ==
	return c.url
}
