package unpack

import (
	"bytes"
	"io"
	"math"

	"github.com/mikelolasagasti/xz"
)

const xzMagic = "\xfd7zXZ\x00"

const (
	// xzStep is how much the library is handed at a time, and so how far the offset of an error may be after the damage.
	xzStep = 128
	// xzRecent is how much of what the library was handed is kept: at least the header of a stream and that of a block.
	xzRecent = 1200
)

// An xzReader reads streams that follow each other, with zeros between them.
type xzReader struct {
	z      *xz.Reader // that of all streams of an input that are nested equally deep
	most   int64      // how large a window may be
	in     *source
	stream int    // the number of the stream
	later  bool   // the stream is not the first
	begun  bool   // some of the stream has been read
	ended  bool   // all of it has
	recent []byte // what the library was handed before that, with the end of the stream before
	last   []byte // the piece that it was handed last
	start  int64  // where the stream begins in the input
	at     int64  // up to where the library was handed the input
}

// newXZReader returns a reader of the input's streams.
func newXZReader(s *source) (io.Reader, error) {
	w := s.w
	for w.windows >= len(w.xz) {
		w.xz = append(w.xz, nil)
	}
	most := max(w.maxWindow(), smallWindow)
	if w.xz[w.windows] == nil {
		z, err := xz.NewReader(nil, uint32(min(most, math.MaxUint32)))
		if err != nil {
			return nil, err
		}
		w.xz[w.windows] = z
	}
	x := &xzReader{z: w.xz[w.windows], most: most, in: s, start: s.position(), at: s.position()}
	err := x.begin(xzSource{x})
	return x, x.reason(err)
}

// begin makes the library read from r.
func (x *xzReader) begin(r io.Reader) error {
	err := x.z.Reset(r)
	x.z.Multistream(false)
	return err
}

func (x *xzReader) Read(p []byte) (int, error) {
	for {
		var n int
		err := io.EOF
		if !x.ended {
			n, err = x.z.Read(p)
		}
		x.begun = x.begun || n > 0
		switch {
		case err == io.EOF && n > 0:
			x.ended, err = true, nil
		case err == io.EOF:
			x.ended, err = false, x.next()
		}
		if n > 0 || err != nil {
			return n, x.reason(err)
		}
	}
}

// tooLarge returns the error of a stream that asks for too large a window.
func (x *xzReader) tooLarge() error {
	start := 0
	if x.later {
		start = nextXZ(x.recent)
	}
	if size, ok := xzDictionary(x.recent[start:]); ok && !x.begun {
		return checkWindow(size, x.most)
	}
	return errDamaged // a later block asks for more than the first
}

// next goes to the next stream. Its error is io.EOF if there is none.
func (x *xzReader) next() error {
	x.later, x.begun, x.recent = true, false, append(x.recent[:0], x.last...)
	err := x.z.Reset(nil)
	x.z.Multistream(false)
	x.start = x.at - int64(len(x.recent)) + int64(nextXZ(x.recent))
	x.stream++
	if err == xz.ErrFormat || err == xz.ErrBuf {
		return errTrailing
	}
	return err
}

func (x *xzReader) number() int { return x.stream }

// resume goes to the next stream whose header is right. The library may have been handed its beginning already.
func (x *xzReader) resume() bool {
	for {
		from := x.following()
		if from == nil {
			return false
		}
		x.start, x.recent, x.later, x.begun = x.at, x.recent[:0], false, false
		x.stream++
		if x.begin(from) == nil {
			return true
		}
	}
}

// following returns a reader of what begins like a stream after the current one, or nil.
func (x *xzReader) following() io.Reader {
	handed := int64(len(x.last))
	next, _ := x.in.Peek(len(xzMagic) - 1)
	text := append(bytes.Clone(x.last), next...)
	after := max(x.start+1-(x.at-handed), 0) // where in text another stream may begin
	if i := bytes.Index(text[min(after, int64(len(text))):], []byte(xzMagic)); i >= 0 && after+int64(i) < handed {
		text = text[after+int64(i) : handed]
		x.at -= int64(len(text))
		return io.MultiReader(xzAgain{x, bytes.NewReader(text)}, xzSource{x})
	}
	if !x.in.findStream(xzFormat) {
		return nil
	}
	x.at = x.in.position()
	return xzSource{x}
}

// reason returns what an error of the library says here.
func (x *xzReader) reason(err error) error {
	switch err {
	case xz.ErrBuf:
		return io.ErrUnexpectedEOF
	case xz.ErrData:
		return errDamaged
	case xz.ErrMemlimit:
		return x.tooLarge()
	}
	return err
}

// keep keeps what the library is handed.
func (x *xzReader) keep(piece []byte) {
	x.last = append(x.last[:0], piece...)
	x.at += int64(len(piece))
	if x.begun {
		return
	}
	if over := len(x.recent) + len(piece) - xzRecent; over > 0 {
		x.recent = append(x.recent[:0], x.recent[min(over, len(x.recent)):]...)
	}
	x.recent = append(x.recent, piece...)
}

// An xzSource is a source as the library takes it: in small pieces of the same size, except for the last. How much the library
// decodes of a stream that is cut depends on the pieces, and must not depend on how the input is read.
type xzSource struct{ x *xzReader }

func (s xzSource) Read(p []byte) (int, error) {
	in := s.x.in
	if _, err := in.Peek(1); err != nil {
		return 0, err
	}
	n, _ := io.ReadFull(in.Reader, p[:min(len(p), xzStep)])
	s.x.keep(p[:n])
	return n, nil // an error comes with the next piece
}

// An xzAgain hands the library what it was handed before.
type xzAgain struct {
	x *xzReader
	r io.Reader
}

func (a xzAgain) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	a.x.keep(p[:n])
	return n, err
}
