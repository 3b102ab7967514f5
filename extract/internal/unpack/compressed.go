package unpack

import (
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
)

// newReader returns a reader of what is compressed in s, by a format that is no archive.
func newReader(s *source, f format) (io.Reader, error) {
	switch f {
	case gzipFormat:
		return newGzipReader(s)
	case bzip2Format:
		return newBzip2Reader(s), nil
	case xzFormat:
		return newXZReader(s)
	case zstdFormat:
		return newZstdReader(s)
	case lz4Format:
		return newLZ4Reader(s)
	case compressFormat:
		return newCompress(s)
	case flateFormat:
		return newFlateReader(s)
	case lzwFormat:
		return newPDFLZW(s), nil
	}
	z, err := zlib.NewReader(s)
	return &alone{s, z}, err
}

// newFlateReader returns a reader of what stands after a header of zlib.
func newFlateReader(s *source) (io.Reader, error) {
	var head [2]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	if head[0]&0xf != 8 {
		return nil, errHeader
	}
	return flate.NewReader(s), nil
}

// A gzipReader reads all members of a gzip file, and zeros after them, which tapes leave.
type gzipReader struct {
	in     *source
	z      *gzip.Reader
	member int  // that is being read
	ended  bool // it has ended, and its checksum held
}

func newGzipReader(s *source) (*gzipReader, error) {
	z, err := gzip.NewReader(s)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipReader{in: s, z: z}, nil
}

func (g *gzipReader) Read(p []byte) (int, error) {
	for {
		if g.ended {
			if err := g.next(); err != nil {
				return 0, err
			}
		}
		n, err := g.z.Read(p)
		if g.ended = err == io.EOF; g.ended {
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (g *gzipReader) number() int { return g.member }

func (g *gzipReader) resume() bool {
	for g.in.findStream(gzipFormat) {
		if g.begin() == nil {
			return true
		}
	}
	return false
}

// next goes to the next member. Its error is io.EOF if there is none.
func (g *gzipReader) next() error {
	if head, _ := g.in.Peek(2); isMagic(head, "\x1f\x8b") != yes {
		return g.in.nothingFollows()
	}
	return g.begin()
}

// begin begins a member, whose header is next.
func (g *gzipReader) begin() error {
	if err := g.z.Reset(g.in); err != nil {
		return err
	}
	g.z.Multistream(false)
	g.member++
	g.ended = false
	return nil
}

// nothingFollows returns io.EOF if nothing follows but zeros.
func (s *source) nothingFollows() error {
	if err := s.skipZeros(); err != nil {
		return err
	}
	return errTrailing
}

// An alone reader is one of something after which nothing follows.
type alone struct {
	in *source
	r  io.Reader
}

func (a *alone) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if err == io.EOF {
		err = a.in.nothingFollows()
	}
	return n, err
}
