package unpack

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"strings"
)

// New returns an Unpacker.
func (c Config) New() *Unpacker {
	return &Unpacker{open: (*content).open, limits: limits{Config: Config{
		MaxNesting: positive(c.MaxNesting, 10),
		MaxMembers: positive(c.MaxMembers, 100_000_000),
		MaxRatio:   positive(c.MaxRatio, 500),
		RatioFrom:  positive(c.RatioFrom, 1<<30), Memory: positive(c.Memory, 512<<20),
	}}}
}

// positive returns n if it is positive, and or otherwise.
func positive[T int | int64](n, or T) T { return cmp.Or(max(n, 0), or) }

// All begins an input, r, and yields its contents, one after the other. An error comes
// with an empty Entry. It is an [*Error], or r's own. The readable rest follows an error.
//
// An input of no known format is one Entry. Only the first Read determines the format,
// unless it needs more bytes.
//
// A zip is read by its central directory if r is an io.ReaderAt and io.Seeker, as a file
// is.
func (u *Unpacker) All(r io.Reader) iter.Seq2[Entry, error] { return u.Ahead(r, false) }

// Ahead is like All, but if other is set and r is compressed and not small, another
// goroutine reads and decompresses it, up to 1 MiB ahead of the entries. Read of r must
// not block then. The goroutine has ended when the iteration ends.
func (u *Unpacker) Ahead(r io.Reader, other bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		u.spent, u.ledger, u.other = spent{}, ledger{}, other
		u.each(r, plain, &u.in, yield)
	}
}

// Plain begins an input that is not unpacked, although Within may unpack data that is
// encoded in it. It returns the reader to use in place of r.
func (u *Unpacker) Plain(r io.Reader) io.Reader {
	u.spent, u.ledger = spent{}, ledger{}
	return &rawReader{r: r, count: &u.in}
}

// Within yields the contents of r, which was decoded from the current entry, or from the
// input of Plain. Members count from r, and nesting from the entry. An input of no known
// format is one Entry that is not Packed.
//
// how is "flate" or "lzw" for data that is compressed with a filter of PDF (ISO 32000-1
// section 7.4.4), which cannot be detected. Flate is the format of zlib, but only the
// method in its header is checked. Bytes after its end are skipped, and so is its
// checksum, which may be missing. If how ends in "deflate", data in no known format may
// be deflate without the header of zlib, as servers send it.
func (u *Unpacker) Within(how string, r io.Reader) iter.Seq2[Entry, error] {
	known := map[string]format{"flate": flateFormat, "lzw": lzwFormat}[how]
	if strings.HasSuffix(how, "deflate") {
		known = deflateFormat
	}
	return func(yield func(Entry, error) bool) { u.each(r, known, nil, yield) }
}

// each yields the contents of r. known is its format, or plain if it is not known. count,
// unless it is nil, counts the bytes of r.
func (u *Unpacker) each(r io.Reader, known format, count *int64, yield func(Entry, error) bool) {
	around, first := u.yield, u.first
	u.yield, u.first = yield, u.depth
	s := u.source(r, 0)
	defer func() {
		u.free(s)
		u.yield, u.first, u.xz = around, first, u.xz[:min(u.windows, len(u.xz))]
	}()
	s.raw.count = count
	switch known {
	case plain:
		known = s.sniff()
	case deflateFormat:
		known = s.sniffDeflate()
	}
	c := content{u, s, known, "", u.depth, false}
	c.open()
}

// open yields the entries of the content.
func (c *content) open() bool {
	switch {
	case c.format == plain:
		return c.give()
	case c.depth >= c.u.MaxNesting:
		return c.fail(&LimitError{"MaxNesting", int64(c.u.MaxNesting),
			fmt.Sprintf("nested deeper than %d levels", c.u.MaxNesting)})
	case c.resumed && !c.find(c.format):
		return c.ends()
	}
	switch c.format {
	case tarFormat:
		return c.tar()
	case cpioFormat:
		return c.cpio()
	case arFormat:
		return c.ar()
	case zipFormat:
		return c.zip()
	}
	return c.stream()
}

// stream yields the content of a compressed stream, and the readable content after
// damage. If content precedes the damage, its format is also that of the rest.
func (c *content) stream() bool {
	c.keep(c.format)
	r, err := newReader(c.source, c.format)
	if err != nil {
		return c.fail(err)
	}
	u := c.u
	if c.raw.count != nil {
		r = newAhead(r, c.source, u.other)
	}
	defer r.close()
	if c.format == xzFormat || c.format == zstdFormat {
		u.windows++
		defer func() { u.windows-- }()
	}
	l := c.layer(c.member, r)
	l.counts = true
	if c.format != bzip2Format { // bzip2 returns only proven bytes
		defer u.cover(l)()
	}
	s := u.source(l, 0)
	defer u.free(s)
	in := content{u, s, s.sniff(), c.member, c.depth + 1, false}
	more := in.open()
	for more && l.resumes() {
		known := in.format != plain || l.n > 0
		s.reset(l, l.n)
		if head, _ := s.Peek(1); len(head) == 0 && l.isDamaged() {
			continue // it only resembles a block or frame, and belongs to the damage that was reported
		}
		if !known {
			in.format = s.sniff()
		}
		in.resumed = known || in.format == plain
		more = in.open()
	}
	return more
}
