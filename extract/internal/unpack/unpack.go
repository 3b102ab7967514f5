package unpack

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/mikelolasagasti/xz"
)

// Config sets the limits of unpacking. The zero Config suits most inputs. Where a limit is reached, the reason of the [Error] is a
// [LimitError].
type Config struct {
	// MaxNesting is how many formats may be nested: a .tar.gz has two. 0 means 10.
	MaxNesting int
	// MaxMembers is how many members all archives in an input may have together. 0 means 100 million.
	MaxMembers int
	// MaxRatio is how many bytes may be unpacked for each byte that is read. The first 512 KiB count as read beforehand. 0 means
	// 500.
	MaxRatio int
	// RatioFrom is how many bytes may be unpacked from an input in any case, before MaxRatio is applied to it. Bytes that are nested
	// in more than three formats are held to MaxRatio by themselves, from the first byte. 0 means 1 GiB.
	RatioFrom int64
	// Memory is how large a window a compressed stream may ask for, in bytes, to look back on. A stream within another may ask for
	// half as much as the one around it, so that the windows of an input are together smaller than twice Memory. 0 means 512 MiB.
	Memory int64
}

// What a zero Config stands for.
const (
	defaultDepth     = 10
	defaultMembers   = 100_000_000
	defaultRatio     = 500
	defaultRatioFrom = 1 << 30
	defaultMemory    = 512 << 20
)

// A LimitError is the reason of an [Error] if a limit of [Config] was reached.
type LimitError struct {
	// Limit is the name of the field of Config, such as "MaxRatio".
	Limit string
	// Max is the limit.
	Max  int64
	text string
}

// Error returns what was reached.
func (e *LimitError) Error() string { return e.text }

// An Entry is a content that is neither compressed nor an archive.
type Entry struct {
	// Member is its path inside the input: "" for the input itself, "b.tar!c" for the member c of an archive that is the
	// member b.tar. Compression adds nothing to it. It is what the archive says, and not to be trusted.
	Member string
	// Packed reports whether anything was unpacked to get it: if not, it is the input itself.
	Packed bool
	// Resumed reports whether it is the rest of the entry before it, after damage of which nobody knows how much it took. Offset is
	// then how many bytes of it were unpacked before.
	Resumed bool
	Offset  int64
	// Reader reads the content. It is valid until the next Entry. Its errors are those of All.
	io.Reader
}

// An Error says where a compressed stream or an archive cannot be read, and why.
type Error struct {
	// Member is the path of what was being read, as in Entry.
	Member string
	// Format is the name of the format that was being read, such as "gzip".
	Format string
	// Offset is how far its bytes were read, counted from their beginning. For the contents of another format these are
	// the bytes that it unpacks to.
	Offset int64
	// Err is the reason.
	Err error
	// Check is the number of the checksum that failed, or that can hold no more since what it covers is damaged. Nothing that it
	// covers is proven, however little of it is damaged. See [Unpacker.Checks]. It is 0 if no checksum failed: the input is cut, or a
	// limit was reached, or all that was read has a checksum of its own, which held.
	Check int
}

// Error tells member, format, offset and reason.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s at offset %d: %v", e.Format, e.Offset, e.Err)
	if e.Member == "" {
		return text
	}
	return e.Member + ": " + text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// All yields the contents of r, one after the other. An error comes with an empty Entry. It is an [*Error], or r's own. What can
// still be read after an error follows it.
//
// An input of no known format is one Entry. Only the first Read decides what the format is, unless more bytes are needed to tell.
//
// A zip is read by its central directory if r is an io.ReaderAt and io.Seeker, as a file is.
func (c Config) All(r io.Reader) iter.Seq2[Entry, error] {
	return c.New().All(r)
}

// A walker goes through an input. Its methods are false when no more entries are wanted.
type walker struct {
	Config
	*spent
	yield func(Entry, error) bool
	root  io.Reader // the input, or nil for what stands in an entry

	levels []*source    // of contents, by depth below the first
	zips   []*zipReader // likewise
	first  int          // in how many formats the walker's own input is nested
}

// spent is what has been used up of the limits of an input.
type spent struct {
	members int   // so far
	in, out int64 // bytes that were read, and unpacked
	deep    int64 // of out, the bytes that are nested in more than shallow formats
	gone    int64 // bytes that were unpacked from bombs, which out and deep no longer have
	bombs   int   // members that were cut by MaxRatio
	depth   int   // of the entry that is being read

	entries int     // so far
	entry   int     // the number of the one that is being read
	reading *source // its bytes

	windows int          // in how many streams with windows the content that is being read is nested
	xz      []*xz.Reader // by that number, or nil

	checks []check // that cover what is being read, from the outermost
	check  int     // the last number of one
}

// content yields what r holds, which is nested in depth formats.
func (w *walker) content(r io.Reader, member string, depth int) bool {
	s := w.begin(r, depth)
	return w.format(s, s.sniff(), member, depth, false)
}

// begin begins a content that is nested in depth formats.
func (w *walker) begin(r io.Reader, depth int) *source {
	s := w.level(depth)
	s.reset(r, 0)
	if w.root != nil && depth == 0 {
		s.raw.count = &w.in
	}
	return s
}

// format yields what s holds, which is of a format. If it is resumed it begins somewhere in the middle, after damage.
func (w *walker) format(s *source, f format, member string, depth int, resumed bool) bool {
	switch {
	case f == plain:
		e := Entry{Member: member, Packed: depth > w.first, Reader: (*contents)(s)}
		if resumed {
			e.Resumed, e.Offset = true, s.offset()
		}
		return w.give(e, s, depth)
	case depth >= w.MaxNesting:
		return w.report(s.failure(f, member, &LimitError{"MaxNesting", int64(w.MaxNesting), fmt.Sprintf("nested deeper than %d levels", w.MaxNesting)}))
	}
	switch f {
	case tarFormat:
		return w.tar(s, member, depth, resumed)
	case cpioFormat:
		return w.cpio(s, member, depth, resumed)
	case arFormat:
		return w.ar(s, member, depth, resumed)
	case zipFormat:
		return w.zip(s, member, depth, resumed)
	}
	if resumed && !s.findStream(f) {
		return w.report(s.failed())
	}
	unpacked, err := newReader(s, f)
	if err != nil {
		return w.report(s.failure(f, member, err))
	}
	if f == xzFormat || f == zstdFormat {
		w.windows++
		defer func() { w.windows-- }()
	}
	defer unpacked.close()
	l := &layer{in: s, r: unpacked, format: f, member: member, counts: true, depth: depth + 1}
	if f != bzip2Format { // of which only what is proven is returned
		defer w.cover(l)()
	}
	return w.stream(l)
}

// stream yields what a compressed stream holds, and what of it can be read after damage. That is of the same format as what stands
// before, unless nothing does.
func (w *walker) stream(l *layer) bool {
	s := w.begin(l, l.depth)
	f := s.sniff()
	more := w.format(s, f, l.member, l.depth, false)
	for more && l.resumes() {
		known := f != plain || l.n > 0
		s = w.begin(l, l.depth)
		s.raw.base = l.n
		if head, _ := s.Peek(1); len(head) == 0 && l.isDamaged() {
			continue // it only looks like a block or frame, and is part of the damage that was told
		}
		if !known {
			f = s.sniff()
		}
		more = w.format(s, f, l.member, l.depth, known || f == plain)
	}
	return more
}

// give yields an entry, whose bytes s has, and which is nested in depth formats.
func (w *walker) give(e Entry, s *source, depth int) bool {
	aroundDepth, around, reading := w.depth, w.entry, w.reading
	defer func() { w.depth, w.entry, w.reading = aroundDepth, around, reading }()
	w.entries++
	w.depth, w.entry, w.reading = depth, w.entries, s
	return w.yield(e, nil)
}

// level returns the source that is used for contents at depth. There is one for each, since one content is read at a time.
func (w *walker) level(depth int) *source {
	if depth -= w.first; depth == len(w.levels) {
		w.levels = append(w.levels, newSource(w))
	}
	return w.levels[depth]
}

// zipReader returns what reads the members of a zip at depth. One zip at a depth is read at a time.
func (w *walker) zipReader(depth int) *zipReader {
	for depth -= w.first; depth >= len(w.zips); {
		w.zips = append(w.zips, &zipReader{raw: newSource(w)})
	}
	return w.zips[depth]
}

// member yields the contents of a member of an archive that is nested in depth formats.
func (w *walker) member(l *layer, depth int) bool {
	if w.bombs > forgiven {
		return false
	}
	w.members++
	if w.members > w.MaxMembers {
		w.report(l.in.failure(l.format, l.member, &LimitError{"MaxMembers", int64(w.MaxMembers), fmt.Sprintf("more than %d members", w.MaxMembers)}))
		return false
	}
	l.depth = depth + 1
	if l.sums {
		defer w.cover(l)()
	}
	return w.content(l, l.member, depth+1)
}

// path returns the path of a member of the archive at parent.
func path(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "!" + name
}

// report yields an error, unless it is nil or was yielded before.
func (w *walker) report(f *failure) bool {
	if f == nil || f.told {
		return true
	}
	f.told = true
	return w.yield(Entry{}, f.err)
}

// headroom is how many bytes count as read beforehand, so that a small file of nothing but zeros is no bomb.
const headroom = 512 << 10

// forgiven is how many bombs may be in an input. What comes after one more is not read.
const forgiven = 4

// shallow is in how many formats bytes may be nested that RatioFrom allows.
const shallow = 3

// overRatio reports whether more was unpacked than MaxRatio allows for what is nested in depth formats.
func (w *walker) overRatio(depth int) bool {
	allowed := (w.in + headroom) * int64(w.MaxRatio)
	return w.out > allowed && w.out+w.gone > w.RatioFrom || depth > shallow && w.deep > allowed
}

// ErrEncrypted is the reason of an Error about what is encrypted.
var ErrEncrypted = errors.New("encrypted")

var (
	errTrailing = errors.New("unexpected bytes after the end")
	errChecksum = errors.New("wrong checksum or size")
	errHeader   = errors.New("damaged header")
	errDamaged  = errors.New("damaged, or with a wrong checksum")
)

// A failure is an error on its way through the levels, which is told once.
type failure struct {
	err  error
	told bool
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }
