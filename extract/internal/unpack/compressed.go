package unpack

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
)

// newReader returns a reader of s, which is compressed in a format that is not an
// archive.
func newReader(s *source, f format) (decompressor, error) {
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
		z, err := newCompress(s)
		return single{z}, err
	case flateFormat:
		z, err := newFlateReader(s)
		return single{z}, err
	case deflateFormat:
		return single{flate.NewReader(s)}, nil
	case lzwFormat:
		return single{newPDFLZW(s)}, nil
	case zlibFormat:
		z, err := zlib.NewReader(s)
		return single{&alone{s, z}}, err
	}
	return nil, errNoReader
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
	return flate.NewReader(s), nil
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

// nothingFollows returns io.EOF if only zeros follow.
func (s *source) nothingFollows() error {
	if err := s.skipZeros(); err != nil {
		return err
	}
	return errTrailing
}

// smallWindow is the size in bytes up to which a window of xz is always allowed.
const smallWindow = 1 << 20

// maxWindow returns the size of the largest window that a stream may declare. The
// declared size is allocated. A stream within another may have half as much as the outer
// one, so all windows of an input together are smaller than twice Memory.
func (u *Unpacker) maxWindow() int64 { return u.Memory >> u.windows }

// checkWindow returns an error if a window of size bytes is too large.
func checkWindow(size uint64, most int64) error {
	if size <= uint64(most) {
		return nil
	}
	mebibytes := func(n uint64) uint64 { return (min(n, 1<<62) + 1<<20 - 1) >> 20 }
	text := fmt.Sprintf("needs a window of %d MiB, of %d MiB that are allowed", mebibytes(size),
		mebibytes(uint64(most)))
	return &LimitError{"Memory", most, text}
}
