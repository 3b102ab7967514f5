package unpack

import (
	"io"

	"github.com/klauspost/compress/gzip"
)

// A decompressor reads compressed data of a source, or the contents of a member of an
// archive.
type decompressor interface {
	io.Reader
	// each sets a function to be called before each piece except the first. A piece of a
	// stream has a checksum of its own.
	each(begins func())
	// resume moves to the next readable place after damage. It reports whether there is
	// one.
	resume() bool
	// close frees the decompressor's memory.
	close()
}

// A single is a decompressor of a single piece, with no readable places after damage.
type single struct{ io.Reader }

func (single) each(func())  {}
func (single) resume() bool { return false }
func (single) close()       {}

// A pieces reads consecutive pieces: the members of a gzip, the frames of a zstd or an
// lz4, the streams of an xz.
type pieces struct {
	in     *source
	format format
	// magic is the beginning of each piece. Only zeros may follow the last one, as tapes
	// leave them. If magic is "", the decoder reports errors.
	magic  string
	z      io.Reader    // the decoder
	begin  func() error // prepares z for the next piece of the input
	begins func()       // called before each piece except the first
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

// next moves to the next piece. Its error is io.EOF at the end.
func (p *pieces) next() error {
	if p.format == xzFormat { // zeros may separate its streams
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

// another starts the next piece of the input.
func (p *pieces) another() error {
	p.ended, p.in.piece = false, p.in.offset()
	p.begins()
	return p.begin()
}

func (p *pieces) each(begins func()) { p.begins = begins }

func (*pieces) close() {}

func (p *pieces) resume() bool {
	for {
		if !p.ended { // another piece may begin within the bytes of this one
			p.in.rewind(p.format)
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
	z, err := gzip.NewReader(s.Reader)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &pieces{in: s, format: gzipFormat, magic: "\x1f\x8b", z: z, begin: func() error {
		err := z.Reset(s.Reader)
		z.Multistream(false)
		return err
	}}, nil
}

// A frame passes a piece on to a decoder part by part, and then ends: a decoder must not
// read the next piece before the checksum of this one has held.
type frame struct {
	in   *source
	part func() (int64, error) // returns the length of the next part: a header, or a block with its header
	left int64                 // bytes left in the part
	last bool                  // this is the last part
	held int                   // bytes read last: the next Read of the frame discards them from the source
	err  error
}

// toTheEnd is the length of a part whose end is unknown. The decoder reports errors in
// it.
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
	// peeks all buffered bytes, so that results do not depend on reads
	text, err := f.in.Peek(int(min(int64(len(p)), f.left, bufferSize)))
	if f.held = copy(p, text); f.held == 0 {
		return 0, err
	}
	f.left -= int64(f.held)
	return f.held, nil
}
