package unpack

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/mikelolasagasti/xz"
)

// An Unpacker unpacks one input after another, and data that is encoded in the entries of
// an input, such as an attachment of a message. The limits hold for an input together
// with that data. An Unpacker is not for use by several goroutines at once.
type Unpacker struct {
	Config
	spent
	yield   func(Entry, error) bool
	first   int       // number of formats around the content whose entries yield takes
	sources []*source // unused
	numbers []int     // the last result of Checks
	scratch []int     // for the next result
	other   bool      // another goroutine may decompress the input
}

// spent counts how much of the limits of an input is used up.
type spent struct {
	members int   // so far
	in, out int64 // bytes read and unpacked
	deep    int64 // the bytes of out that are nested in more than shallow formats
	gone    int64 // bytes unpacked from bombs, subtracted from out and deep
	bombs   int   // members cut by MaxRatio
	depth   int   // depth of the current entry

	entries int     // so far
	entry   int     // number of the current entry
	reading *source // its bytes

	windows int          // number of streams with windows around the current content
	xz      []*xz.Reader // by that number; nil if not used yet

	checks []check // those that cover the current bytes, from the outermost
	check  int     // the number of the last check
}

// New returns an Unpacker.
func (c Config) New() *Unpacker {
	return &Unpacker{Config: Config{
		MaxNesting: positive(c.MaxNesting, 10),
		MaxMembers: positive(c.MaxMembers, 100_000_000),
		MaxRatio:   positive(c.MaxRatio, 500),
		RatioFrom:  positive(c.RatioFrom, 1<<30), Memory: positive(c.Memory, 512<<20),
	}}
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
		u.spent, u.other = spent{}, other
		u.each(r, plain, &u.in, yield)
	}
}

// Plain begins an input that is not unpacked, although Within may unpack data that is
// encoded in it. It returns the reader to use in place of r.
func (u *Unpacker) Plain(r io.Reader) io.Reader {
	u.spent = spent{}
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
	c := content{s, known, "", u.depth, false}
	c.open()
}

// source returns a source that reads r, whose first byte is at offset base. free takes it
// back.
func (u *Unpacker) source(r io.Reader, base int64) *source {
	if len(u.sources) == 0 {
		u.free(newSource(u))
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
	*source
	format  format
	member  string // the path, as in Entry
	depth   int    // number of formats around it
	resumed bool   // it begins in the middle, after damage
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

// stream yields the content of a compressed stream, and the readable content after
// damage. That has the format of the content before the damage, if there is any.
func (c *content) stream() bool {
	r, err := newReader(c.source, c.format)
	if err != nil {
		return c.fail(err)
	}
	u := c.u
	if c.raw.count != nil {
		r = u.newAhead(r, c.source)
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
	in := content{s, s.sniff(), c.member, c.depth + 1, false}
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
	in := content{s, s.sniff(), l.member, l.depth, false}
	return in.open()
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

// report yields an error, unless it is nil or was yielded before.
func (u *Unpacker) report(f *failure) bool {
	if f == nil || f.told {
		return true
	}
	f.told = true
	return u.yield(Entry{}, f.err)
}

// headroom is the number of bytes that count as read beforehand, so that a small file of
// zeros is not a bomb.
const headroom = 512 << 10

// forgiven is the number of bombs that an input may have. The rest after one more is not
// read.
const forgiven = 4

// shallow is the nesting of formats up to which RatioFrom counts.
const shallow = 3

// allowed returns the number of bytes that MaxRatio allows to unpack from the bytes read.
func (u *Unpacker) allowed(read int64) int64 { return (read + headroom) * int64(u.MaxRatio) }

// overRatio reports whether more was unpacked than MaxRatio allows for content nested in
// depth formats.
func (u *Unpacker) overRatio(depth int) bool {
	allowed := u.allowed(u.in)
	return u.out > allowed && u.out+u.gone > u.RatioFrom || depth > shallow && u.deep > allowed
}
