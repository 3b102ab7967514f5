package unpack

import (
	"io"
	"iter"
)

// An Unpacker unpacks one input after another, and what stands encoded in the entries of an input, such as an attachment in a
// message: all of this together is within the limits of the input. It is not for use by several goroutines at once.
type Unpacker struct {
	config Config
	spent
	spare []*walker // with buffers
}

// New returns an Unpacker.
func (c Config) New() *Unpacker {
	if c.MaxNesting <= 0 {
		c.MaxNesting = defaultDepth
	}
	if c.MaxMembers <= 0 {
		c.MaxMembers = defaultMembers
	}
	if c.MaxRatio <= 0 {
		c.MaxRatio = defaultRatio
	}
	if c.RatioFrom <= 0 {
		c.RatioFrom = defaultRatioFrom
	}
	if c.Memory <= 0 {
		c.Memory = defaultMemory
	}
	return &Unpacker{config: c}
}

// All begins an input, and yields its contents as [Config.All] does.
func (u *Unpacker) All(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		u.spent = spent{}
		w := u.walker(yield)
		defer u.release(w)
		w.root = r
		w.content(r, "", 0)
	}
}

// Plain begins an input that is not unpacked, though what stands encoded in it may be. It returns what is to be read in its
// place.
func (u *Unpacker) Plain(r io.Reader) io.Reader {
	u.spent = spent{}
	return &rawReader{r: r, count: &u.in}
}

// Within yields the contents of r, which was decoded from the entry that is being read, or from the input of Plain. Members count
// from r, and nesting from the entry. An input that is no known format is one Entry that is not Packed.
func (u *Unpacker) Within(r io.Reader) iter.Seq2[Entry, error] { return u.within(r, plain) }

// Flate yields the contents of r as Within does. It is compressed as PDF has it (ISO 32000-1 section 7.4.4), in the format of zlib,
// of which the header may have any numbers. What stands after its end is passed over, and its checksum, which may be missing.
func (u *Unpacker) Flate(r io.Reader) iter.Seq2[Entry, error] { return u.within(r, flateFormat) }

// LZW yields the contents of r as Within does. It is compressed as PDF has it (ISO 32000-1 section 7.4.4), which nothing tells.
func (u *Unpacker) LZW(r io.Reader) iter.Seq2[Entry, error] { return u.within(r, lzwFormat) }

func (u *Unpacker) within(r io.Reader, known format) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		w := u.walker(yield)
		defer u.release(w)
		w.first = u.depth
		if known == plain {
			w.content(r, "", w.first)
			return
		}
		w.format(w.begin(r, w.first), known, "", w.first, false)
	}
}

// walker returns a walker whose buffers nobody uses.
func (u *Unpacker) walker(yield func(Entry, error) bool) *walker {
	var w *walker
	if n := len(u.spare); n > 0 {
		w, u.spare = u.spare[n-1], u.spare[:n-1]
	} else {
		w = new(walker)
	}
	w.Config, w.spent, w.yield, w.root, w.first = u.config, &u.spent, yield, nil, 0
	return w
}

func (u *Unpacker) release(w *walker) {
	u.xz = u.xz[:min(u.windows, len(u.xz))]
	w.yield, w.root = nil, nil
	u.spare = append(u.spare, w)
}
