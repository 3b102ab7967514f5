package unpack

import (
	"fmt"
	"io"
)

// An Unpacker unpacks one input after another, and data that is encoded in the entries of
// an input, such as an attachment of a message. The limits hold for an input together
// with that data. An Unpacker is not for use by several goroutines at once.
type Unpacker struct {
	limits
	ledger
	yield   func(Entry, error) bool
	open    func(*content) bool // yields the entries of a content
	first   int                 // number of formats around the content whose entries yield takes
	sources []*source           // unused
	other   bool                // another goroutine may decompress the input
}

// report yields an error, unless it is nil or was yielded before.
func (u *Unpacker) report(f *failure) bool {
	if f == nil || f.told {
		return true
	}
	f.told = true
	return u.yield(Entry{}, f.err)
}

// source returns a source that reads r, whose first byte is at offset base. free takes it
// back.
func (u *Unpacker) source(r io.Reader, base int64) *source {
	if len(u.sources) == 0 {
		u.free(newSource(&u.limits))
	}
	last := len(u.sources) - 1
	s := u.sources[last]
	u.sources = u.sources[:last]
	s.reset(r, base)
	return s
}

func (u *Unpacker) free(s *source) { u.sources = append(u.sources, s) }

// A content is the content of a source. Its methods return false when no more entries are
// wanted.
type content struct {
	u *Unpacker
	*source
	format  format
	member  string // the path, as in Entry
	depth   int    // number of formats around it
	resumed bool   // it begins in the middle, after damage
}

// give yields the content as an entry.
func (c *content) give() bool {
	e := Entry{Member: c.member, Packed: c.depth > c.u.first, Reader: (*contents)(c.source)}
	if c.resumed {
		e.Resumed, e.Offset = true, c.offset()
	}
	u := c.u
	if e.Packed || u.reading == nil {
		depth, around, reading := u.depth, u.entry, u.reading
		defer func() { u.depth, u.entry, u.reading = depth, around, reading }()
		u.entries++
		u.depth, u.entry, u.reading = c.depth, u.entries, c.source
	}
	e.Number = u.entry
	return u.yield(e, nil)
}

// layer returns a layer that reads r at the path of a member.
func (c *content) layer(member string, r decompressor) *layer {
	return &layer{in: c.source, r: r, format: c.format, member: member, depth: c.depth + 1}
}

// enter yields the contents of a member of an archive.
func (c *content) enter(l *layer) bool { return c.enterAs(l, l) }

// enterAs yields the contents of a member of an archive. r reads the layer.
func (c *content) enterAs(l *layer, r io.Reader) bool {
	u := c.u
	if u.bombs > forgiven {
		return false
	}
	if u.members++; u.members > u.MaxMembers {
		text := fmt.Sprintf("more than %d members", u.MaxMembers)
		u.report(l.in.failure(l.format, l.member, &LimitError{"MaxMembers", int64(u.MaxMembers), text}))
		return false
	}
	if l.sums {
		defer u.cover(l)()
	}
	s := u.source(r, 0)
	defer u.free(s)
	in := content{u, s, s.sniff(), l.member, l.depth, false}
	return u.open(&in)
}

// path returns the path of a member of the archive.
func (c *content) path(name string) string {
	if c.member == "" {
		return name
	}
	return c.member + "!" + name
}

// fail yields the failure for an error of the content's format.
func (c *content) fail(err error) bool { return c.u.report(c.failure(c.format, c.member, err)) }

// ends yields the error that ended the content early, if any.
func (c *content) ends() bool { return c.u.report(c.failed()) }

// maxName is the maximum length of a member's name, and of the table of names of an ar.
const maxName = 1 << 20

// stored returns a layer that reads the next size bytes of an archive as a member.
func (c *content) stored(name string, size int64) *layer {
	return c.layer(c.path(name), single{&exactly{r: c, n: size}})
}
