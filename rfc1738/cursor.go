package rfc1738

import "strings"

// A Cursor reads a text from left to right for the Syntax of a [Scheme], and records the parts of the URL. Each reading method
// either reads the construct it names, moves past it and returns true, or reads nothing and returns false. In a parse by
// [ParseLenient] the methods also accept known deviations, and record them.
//
// A Cursor is valid only until the Syntax returns.
type Cursor struct {
	text string
	pos  int // text[:pos] has been read; 0 <= pos <= len(text)

	// The furthest byte that a production could not take, and the innermost production that looked at it.
	far     int
	farRule Rule

	url URL // the scheme and the parts read so far

	lenient    bool
	deviations []Deviation
	lastAt     int // the last "@" of the authority, in a lenient reading of userinfo
}

// A mark is a state of a Cursor to which it can return.
type mark struct{ pos, n, deviations int }

func (c *Cursor) mark() mark { return mark{c.pos, c.url.n, len(c.deviations)} }

func (c *Cursor) reset(m mark) {
	c.pos, c.url.n, c.deviations = m.pos, m.n, c.deviations[:m.deviations]
}

// add records text[start:pos] as part p. If the URL already has the maximum number of parts, which no URL of section 5 has, add
// moves back to start and returns false. The last place is reserved for the fragment.
func (c *Cursor) add(p Part, start int) bool {
	if c.url.n == maxParts-1 && p != PartFragment {
		c.pos = start
		return false
	}
	c.url.parts[c.url.n] = span{p, uint32(start), uint32(c.pos)}
	c.url.n++
	return true
}

// stop records that r could not read the byte at the position. If several rules stop at the same byte, the first of them is the
// innermost.
func (c *Cursor) stop(r Rule) { c.stopAt(c.pos, r) }

func (c *Cursor) stopAt(pos int, r Rule) {
	if pos > c.far {
		c.far, c.farRule = pos, r
	}
}

func (c *Cursor) err() *Error { return newError(c.text, c.far, c.farRule) }

// done reports whether the URL ends at the position: at the end of the text, or at the "#" of the fragment.
func (c *Cursor) done() bool { return c.pos == len(c.text) || c.text[c.pos] == '#' }

// at reports whether the next byte is in set.
func (c *Cursor) at(set *byteSet) bool { return c.pos < len(c.text) && set[c.text[c.pos]] }

// is reports whether the next byte is b.
func (c *Cursor) is(b byte) bool { return c.pos < len(c.text) && c.text[c.pos] == b }

// next reports whether the next byte is one of chars.
func (c *Cursor) next(chars string) bool {
	return c.pos < len(c.text) && strings.IndexByte(chars, c.text[c.pos]) >= 0
}

// char reads b.
func (c *Cursor) char(b byte, r Rule) bool {
	if c.is(b) {
		c.pos++
		return true
	}
	c.stop(r)
	return false
}

// literal reads lit, in the same case.
func (c *Cursor) literal(lit string, r Rule) bool {
	rest := c.text[c.pos:]
	if strings.HasPrefix(rest, lit) {
		c.pos += len(lit)
		return true
	}
	n := 0
	for n < len(rest) && rest[n] == lit[n] {
		n++
	}
	c.stopAt(c.pos+n, r)
	return false
}

// chars reads the longest run of characters of set, which may be empty.
func (c *Cursor) chars(set *byteSet) {
	c.pos += set.span(c.text[c.pos:])
}

// run reads the longest run of characters of set and escapes, which may be empty.
func (c *Cursor) run(set *byteSet, r Rule) { c.runTo("", set, r) }

// runTo is like run, but stops before the given escape, such as "%09", unless that is empty.
func (c *Cursor) runTo(escape string, set *byteSet, r Rule) {
	for {
		c.chars(set)
		if escape != "" && strings.HasPrefix(c.text[c.pos:], escape) {
			return
		}
		if !c.escape() && !c.forgive(r) {
			c.stop(r)
			return
		}
	}
}

// part reads a run as part p.
func (c *Cursor) part(p Part, set *byteSet, r Rule) bool { return c.partTo("", p, set, r) }

// partTo is like part, but stops before the given escape.
func (c *Cursor) partTo(escape string, p Part, set *byteSet, r Rule) bool {
	start := c.pos
	c.runTo(escape, set, r)
	return c.add(p, start)
}

// Literal reads exactly text. Case matters.
func (c *Cursor) Literal(text string) bool { return c.literal(text, RuleCustom) }

// Login reads [ user [ ":" password ] "@" ] host [ ":" port ] (3.1), as [PartUser], [PartPassword], [PartHost] and [PartPort].
func (c *Cursor) Login() bool { return c.login() }

// Hostport reads host [ ":" port ] (3.1), as [PartHost] and [PartPort].
func (c *Cursor) Hostport() bool { return c.server() }

// Uchars reads *[ uchar | also ] as part p, which may be empty. The characters of also must be reserved ones (2.2).
func (c *Cursor) Uchars(p Part, also string) bool {
	set := *ucharSet
	for i := 0; i < len(also); i++ {
		set[also[i]] = true
	}
	return c.part(p, &set, RuleCustom)
}

// Xchars reads *xchar as part p, which may be empty.
func (c *Cursor) Xchars(p Part) bool { return c.part(p, xcharSet, RuleXchar) }

// Digits reads 1*digit as part p.
func (c *Cursor) Digits(p Part) bool {
	start := c.pos
	return c.digits(RuleCustom) && c.add(p, start)
}

// Optional calls read, and moves the Cursor back to where it was if read returns false. Optional always returns true.
func (c *Cursor) Optional(read func(*Cursor) bool) bool {
	m := c.mark()
	if !read(c) {
		c.reset(m)
	}
	return true
}
