package unpack

import (
	"io"

	"github.com/pierrec/lz4/v4"
)

// A frame passes a frame of a compressed stream on to a decoder, and then ends, so that it is known when the checksum of the frame has
// held.
type frame struct {
	in     *source
	header func(byte) error // reads the next byte of a header
	rest   int64            // bytes left of a block, or of what has no meaning here
	last   bool             // no header follows them
	ended  bool             // all of the frame was passed on
	failed error
}

// begin begins a frame, which is next in s.
func (f *frame) begin(s *source, header func(byte) error) { *f = frame{in: s, header: header} }

func (f *frame) Read(p []byte) (int, error) {
	if f.failed != nil {
		return 0, f.failed
	}
	if f.ended {
		return 0, io.EOF
	}
	if _, err := f.in.Peek(1); err != nil {
		return 0, err
	}
	text, _ := f.in.Peek(min(len(p), f.in.Buffered()))
	i := 0
	for i < len(text) && f.failed == nil && !f.ended {
		if f.rest > 0 {
			skipped := min(f.rest, int64(len(text)-i))
			f.rest -= skipped
			i += int(skipped)
		} else if f.failed = f.header(text[i]); f.failed == nil {
			i++
		}
		f.ended = f.last && f.rest == 0
	}
	n := copy(p, text[:i])
	f.in.Discard(n)
	return n, f.failed
}

// readFrames reads what r decodes from a frame, and from the next ones. begin begins the next.
func readFrames(p []byte, r io.Reader, f *frame, begin func()) (int, error) {
	n, err := r.Read(p)
	for n == 0 && err == io.EOF && f.ended {
		if _, err := f.in.Peek(1); err != nil {
			return 0, err
		}
		begin()
		n, err = r.Read(p)
	}
	if n > 0 && err == io.EOF {
		err = nil // nor has the next frame begun
	}
	return n, err
}

// An lz4Reader reads frames that follow each other.
type lz4Reader struct {
	*lz4.Reader
	frame
	count int    // the number of the frame
	head  []byte // what was read of a header
	state func() error
	flags byte
}

func newLZ4Reader(s *source) (*lz4Reader, error) {
	z := &lz4Reader{}
	z.frame.begin(s, z.headerByte)
	z.state = z.magic
	z.Reader = lz4.NewReader(&z.frame)
	return z, z.Apply(lz4.ConcurrencyOption(1))
}

func (z *lz4Reader) Read(p []byte) (int, error) { return readFrames(p, z.Reader, &z.frame, z.next) }

// next begins a frame, whose header is next.
func (z *lz4Reader) next() {
	z.frame.begin(z.in, z.headerByte)
	z.state, z.head = z.magic, z.head[:0]
	z.Reset(&z.frame)
	z.count++
}

func (z *lz4Reader) number() int { return z.count }

func (z *lz4Reader) resume() bool {
	if !z.in.findStream(lz4Format) {
		return false
	}
	z.next()
	return true
}

func (z *lz4Reader) headerByte(b byte) error {
	z.head = append(z.head, b)
	return z.state()
}

// magic reads what a frame begins with (LZ4 Frame Format Description).
func (z *lz4Reader) magic() error {
	if len(z.head) < 4 {
		return nil
	}
	switch magic := le32(z.head); {
	case magic == 0x184d2204:
		z.state = z.descriptor
	case magic>>4 == 0x184d2a5: // a skippable frame
		z.state = z.skippable
	default: // one of before version 1.0, which has no end, or none
		z.rest = 1<<63 - 1
	}
	z.head = z.head[:0]
	return nil
}

// descriptor reads FLG, BD, the content size, the ID of a dictionary, and HC.
func (z *lz4Reader) descriptor() error {
	z.flags = z.head[0]
	if size := 3 + 8*int(z.flags>>3&1) + 4*int(z.flags&1); len(z.head) == size {
		z.state, z.head = z.block, z.head[:0]
	}
	return nil
}

// block reads the size of a block, which is 0 at the end of the frame. Checksums follow as the flags say.
func (z *lz4Reader) block() error {
	if len(z.head) < 4 {
		return nil
	}
	size := int64(le32(z.head) &^ (1 << 31))
	if z.head = z.head[:0]; size == 0 {
		z.last, z.rest = true, 4*int64(z.flags>>2&1)
	} else {
		z.rest = size + 4*int64(z.flags>>4&1)
	}
	return nil
}

func (z *lz4Reader) skippable() error {
	if len(z.head) == 4 {
		z.last, z.rest = true, int64(le32(z.head))
	}
	return nil
}
