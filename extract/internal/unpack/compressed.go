package unpack

import (
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
)

// newReader returns a reader of s, which is compressed in a format that is not an
// archive.
func newReader(s *source, f format) (decompressor, error) {
	var z io.Reader
	var err error
	switch f {
	case gzipFormat:
		return newGzip(s)
	case bzip2Format:
		return newBzip2Reader(s), nil
	case xzFormat:
		return newXZ(s)
	case zstdFormat:
		return newZstd(s)
	case lz4Format:
		return newLZ4(s)
	case compressFormat:
		z, err = newCompress(s)
	case flateFormat:
		z, err = newFlateReader(s)
	case deflateFormat:
		z = flate.NewReader(s.Reader)
	case lzwFormat:
		z = newPDFLZW(s)
	case zlibFormat:
		z, err = zlib.NewReader(s.Reader)
		z = &alone{s, z}
	default:
		err = errNoReader
	}
	return single{z}, err
}

// errNoReader reports that a format which is known by its first bytes has no case here or
// in open.
var errNoReader = errors.New("no reader")

// newFlateReader returns a reader of the format of zlib. It checks only the method in the
// header.
func newFlateReader(s *source) (io.Reader, error) {
	var head [2]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	if head[0]&0xf != 8 {
		return nil, errHeader
	}
	return flate.NewReader(s.Reader), nil
}

// An alone reads r, which must extend to the end of the source, except for zeros.
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
