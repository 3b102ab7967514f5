package rfc1738

import (
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// A cursor reads a text from left to right for the productions, and records the parts of
// the URL. Each reading method reads the construct that it names, moves past it and
// returns true, or reads nothing and returns false. In a lenient parse the methods also
// accept known deviations, and record them.
type cursor struct {
	text string
	pos  int // text[:pos] has been read; 0 <= pos <= len(text)

	// The furthest byte that a production could not read, and the innermost production
	// that tried.
	failPos  int
	failRule Rule

	url URL // the scheme and the parts read so far

	lenient    bool
	deviations []Deviation
	lastAt     int // the last "@" of the authority, in a lenient reading of userinfo
}

// A mark is a state of a cursor to which it can return.
type mark struct{ pos, n, deviations int }

func (c *cursor) mark() mark { return mark{c.pos, c.url.n, len(c.deviations)} }

func (c *cursor) reset(m mark) {
	c.pos, c.url.n, c.deviations = m.pos, m.n, c.deviations[:m.deviations]
}

// add records text[start:pos] as part p. It returns true, as the end of a production
// does.
func (c *cursor) add(p Part, start int) bool {
	c.url.parts[c.url.n] = span{p, uint32(start), uint32(c.pos)}
	c.url.n++
	return true
}

// fail records that r could not read the byte at the position. If several rules fail at
// the same byte, the first of them is the innermost.
func (c *cursor) fail(r Rule) { c.failAt(c.pos, r) }

func (c *cursor) failAt(pos int, r Rule) {
	if pos > c.failPos {
		c.failPos, c.failRule = pos, r
	}
}

func (c *cursor) err() *Error { return newError(c.text, c.failPos, c.failRule) }

// done reports whether the URL ends at the position: at the end of the text, or at the
// "#" of the fragment.
func (c *cursor) done() bool { return c.pos == len(c.text) || c.text[c.pos] == '#' }

// at reports whether the next byte is in set.
func (c *cursor) at(set *octet.Set) bool { return c.pos < len(c.text) && set[c.text[c.pos]] }

// is reports whether the next byte is b.
func (c *cursor) is(b byte) bool { return c.pos < len(c.text) && c.text[c.pos] == b }

// atAny reports whether the next byte is one of chars.
func (c *cursor) atAny(chars string) bool {
	return c.pos < len(c.text) && strings.IndexByte(chars, c.text[c.pos]) >= 0
}

// char reads b.
func (c *cursor) char(b byte, r Rule) bool {
	if c.is(b) {
		c.pos++
		return true
	}
	c.fail(r)
	return false
}

// literal reads lit, in the same case.
func (c *cursor) literal(lit string, r Rule) bool {
	rest := c.text[c.pos:]
	if strings.HasPrefix(rest, lit) {
		c.pos += len(lit)
		return true
	}
	n := 0
	for n < len(rest) && rest[n] == lit[n] {
		n++
	}
	c.failAt(c.pos+n, r)
	return false
}

// chars reads the longest run of characters of set, which may be empty.
func (c *cursor) chars(set *octet.Set) {
	c.pos += spanOf(set, c.text[c.pos:])
}

// charsOrEscapes reads the longest run of characters of set and escapes, which may be
// empty.
func (c *cursor) charsOrEscapes(set *octet.Set, r Rule) { c.charsOrEscapesTo("", set, r) }

// charsOrEscapesTo is like charsOrEscapes, but stops before the given escape, such as
// "%09". An empty escape stops nothing.
func (c *cursor) charsOrEscapesTo(escape string, set *octet.Set, r Rule) {
	for {
		c.chars(set)
		if escape != "" && strings.HasPrefix(c.text[c.pos:], escape) {
			return
		}
		if !c.escape() && !c.forgive(r) {
			c.fail(r)
			return
		}
	}
}

// readPart reads a run of characters of set and escapes as part p.
func (c *cursor) readPart(p Part, set *octet.Set, r Rule) bool { return c.readPartTo("", p, set, r) }

// readPartTo is like readPart, but stops before the given escape.
func (c *cursor) readPartTo(escape string, p Part, set *octet.Set, r Rule) bool {
	start := c.pos
	c.charsOrEscapesTo(escape, set, r)
	return c.add(p, start)
}
