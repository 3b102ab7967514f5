package unpack

import (
	"fmt"
	"io"

	"github.com/mikelolasagasti/xz"
)

const xzMagic = "\xfd7zXZ\x00"

// xzStep is how much the library is handed at a time, and so how far the offset of an error may be after the damage.
const xzStep = 128

// An xzReader reads streams that follow each other, with zeros between them. All memory that a stream asks for is allocated, so the
// library's reader serves all streams of an input that are nested equally deep.
type xzReader struct {
	in     *source
	z      *xz.Reader
	window int // how much memory a stream may ask for
}

// newXZReader returns a reader of the input's streams. An xz within another one may ask for half as much memory, so that all of them
// together take less than twice maxWindow.
func newXZReader(s *source) (io.Reader, error) {
	w := s.w
	window := maxWindow >> w.xzNested
	if w.xzNested == len(w.xz) {
		z, err := xz.NewReader(nil, uint32(window))
		if err != nil {
			return nil, err
		}
		w.xz = append(w.xz, z)
	}
	x := &xzReader{s, w.xz[w.xzNested], window}
	err := x.z.Reset(xzSource{s})
	x.z.Multistream(false)
	return x, x.reason(err)
}

func (x *xzReader) Read(p []byte) (int, error) {
	for {
		n, err := x.z.Read(p)
		if err == io.EOF {
			err = x.next()
		}
		if n > 0 || err != nil {
			return n, x.reason(err)
		}
	}
}

// next goes to the next stream. Its error is io.EOF if there is none.
func (x *xzReader) next() error {
	err := x.z.Reset(nil)
	x.z.Multistream(false)
	if err == xz.ErrFormat || err == xz.ErrBuf {
		return errTrailing
	}
	return err
}

// reason returns what an error of the library says here.
func (x *xzReader) reason(err error) error {
	switch err {
	case xz.ErrBuf:
		return io.ErrUnexpectedEOF
	case xz.ErrMemlimit:
		return fmt.Errorf("needs a window of more than %d MiB", x.window>>20)
	case xz.ErrData:
		return errDamaged
	}
	return err
}

// An xzSource is a source as the library takes it: in small pieces of the same size, except for the last. How much the library
// decodes of a stream that is cut depends on the pieces, and must not depend on how the input is read.
type xzSource struct{ in *source }

func (s xzSource) Read(p []byte) (int, error) {
	if _, err := s.in.Peek(1); err != nil {
		return 0, err
	}
	n, _ := io.ReadFull(s.in.Reader, p[:min(len(p), xzStep)])
	return n, nil // an error comes with the next piece
}
