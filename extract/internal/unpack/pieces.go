package unpack

import (
	"io"

	"github.com/klauspost/compress/gzip"
)

// A decompressor reads what is compressed in a source, or the contents of a member of an archive.
type decompressor interface {
	io.Reader
	// each has a function called before each piece but the first. A piece of a stream has a checksum of its own.
	each(begins func())
	// resume goes to what can be read after damage. It reports whether there is something.
	resume() bool
	// close frees its memory.
	close()
}

// A single is a decompressor of something that has one piece, and in which nothing can be found after damage.
type single struct{ io.Reader }

func (single) each(func())  {}
func (single) resume() bool { return false }
func (single) close()       {}

// A pieces reads pieces that follow each other: the members of a gzip, the frames of a zstd or an lz4, the streams of an xz.
type pieces struct {
	in     *source
	format format
	// magic is what each piece begins with. Nothing else follows but zeros, which tapes leave. If it is "", the decoder says what is wrong.
	magic  string
	z      io.Reader    // the decoder
	begin  func() error // makes z read the piece that is next in the input
	begins func()       // is called before each piece but the first
	frame  *frame       // that of the piece, or nil
	ended  bool         // the piece has ended, and its checksum held
}

func (p *pieces) Read(b []byte) (int, error) {
	for {
		if p.ended {
			if err := p.next(); err != nil {
				return 0, err
			}
		}
		n, err := p.z.Read(b)
		if p.ended = err == io.EOF; p.ended {
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// next goes to the next piece. Its error is io.EOF if there is none.
func (p *pieces) next() error {
	if p.format == xzFormat { // which may have zeros between its streams
		if err := p.in.skipZeros(); err != nil {
			return err
		}
	}
	head, err := p.in.Peek(max(len(p.magic), 1))
	switch {
	case len(head) == 0:
		return err
	case p.magic != "" && isMagic(head, p.magic) != yes:
		return p.in.nothingFollows()
	}
	return p.another()
}

// another begins another piece, which is next in the input.
func (p *pieces) another() error {
	p.ended = false
	p.begins()
	return p.begin()
}

func (p *pieces) each(begins func()) { p.begins = begins }

func (*pieces) close() {}

func (p *pieces) resume() bool {
	for {
		if f := p.frame; f != nil && f.held > 0 { // that of the damage, in which another piece may begin
			f.held = 0
			p.in.Discard(1)
		}
		if !p.in.find(p.format) {
			return false
		}
		if p.another() == nil {
			return true
		}
	}
}

// newGzip returns a reader of the members of a gzip.
func newGzip(s *source) (*pieces, error) {
	z, err := gzip.NewReader(s)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &pieces{in: s, format: gzipFormat, magic: "\x1f\x8b", z: z, begin: func() error {
		err := z.Reset(s)
		z.Multistream(false)
		return err
	}}, nil
}

// A frame passes a piece on to a decoder part by part, and then ends: a decoder must not read the next piece before it is known that the
// checksum of this one has held.
type frame struct {
	in   *source
	part func() (int64, error) // returns the length of the part that is next: of a header, or of a block with its header
	left int64                 // bytes of a part
	last bool                  // no part follows
	held int                   // how many bytes were read last: the source goes past them when more are asked for
	err  error
}

// toTheEnd is the length of a part whose end is not known. The decoder says what is wrong with it.
const toTheEnd = 1<<63 - 1

func (f *frame) Read(p []byte) (int, error) {
	f.in.Discard(f.held)
	f.held = 0
	for f.left == 0 && f.err == nil {
		if f.last {
			return 0, io.EOF
		}
		f.left, f.err = f.part()
	}
	if f.err != nil {
		return 0, f.err
	}
	text, err := f.in.Peek(int(min(int64(len(p)), f.left, bufferSize))) // as many as there are, however the input is read
	if f.held = copy(p, text); f.held == 0 {
		return 0, err
	}
	f.left -= int64(f.held)
	return f.held, nil
}
