package unpack

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/mikelolasagasti/xz"
)

// An xzFrame is a stream of an xz (The .xz File Format). It does not pass on a header
// that declares too large a window.
type xzFrame struct {
	frame
	most    int64  // maximum size of a window
	sum     int64  // size of the checksum after a block
	records uint64 // records left in the index
}

// newXZ returns a reader of the streams of an xz.
func newXZ(s *source) (*pieces, error) {
	u := s.limits
	for u.windows >= len(u.xz) {
		u.xz = append(u.xz, nil)
	}
	f := &xzFrame{most: max(u.maxWindow(), smallWindow)}
	if u.xz[u.windows] == nil {
		var err error
		if u.xz[u.windows], err = xz.NewReader(nil, uint32(min(f.most, math.MaxUint32))); err != nil {
			return nil, err
		}
	}
	z := &xzReader{u.xz[u.windows]}
	begin := func() error {
		f.frame = frame{in: s, part: f.header}
		err := z.z.Reset(f)
		z.z.Multistream(false)
		return z.reason(err)
	}
	return &pieces{in: s, format: xzFormat, magic: xzMagic, z: z, begin: begin}, begin()
}

// Read passes few bytes to the library at a time: if they are damaged, the library
// returns nothing of what it decoded from them.
func (f *xzFrame) Read(p []byte) (int, error) {
	const step = 128
	return f.frame.Read(p[:min(len(p), step)])
}

// An xzReader reads a stream of an xz.
type xzReader struct {
	z *xz.Reader // shared by all streams of an input at the same depth
}

func (x *xzReader) Read(p []byte) (int, error) {
	n, err := x.z.Read(p)
	return n, x.reason(err)
}

// reason returns the reason to report for an error of the library.
func (x *xzReader) reason(err error) error {
	switch err {
	case xz.ErrBuf:
		return io.ErrUnexpectedEOF
	case xz.ErrData:
		return errDamaged
	}
	return err
}

// header returns the length of the header of a stream, which specifies the type of its
// checksums (2.1.1).
func (f *xzFrame) header() (int64, error) {
	head, err := f.in.Peek(8)
	if err != nil {
		return toTheEnd, nil
	}
	if f.sum = 0; head[7] > 0 {
		f.sum = 4 << ((head[7] - 1) & 15 / 3)
	}
	f.part = f.blockHeader
	return 12, nil
}

// blockHeader returns the length of the header of a block (3.1), or of the first part of
// the index.
func (f *xzFrame) blockHeader() (int64, error) {
	head, err := f.in.Peek(1)
	switch {
	case err != nil:
		return toTheEnd, nil
	case head[0] == 0:
		return f.index()
	}
	size := 4 * (int(head[0]) + 1)
	if head, err = f.in.Peek(size); err != nil {
		return toTheEnd, nil
	}
	window, ok := xzWindow(head[1:])
	if !ok {
		return toTheEnd, nil
	}
	f.part = f.chunk
	return int64(size), checkWindow(window, f.most)
}

// xzWindow returns the size of the window that a block needs (5.3.1). header is the
// header of the block, without its size.
func xzWindow(header []byte) (size uint64, ok bool) {
	flags, p := header[0], header[1:]
	number := func() uint64 {
		n, k := binary.Uvarint(p)
		p = p[max(k, 0):]
		return n
	}
	for _, sized := range []byte{0x40, 0x80} { // "Compressed Size", "Uncompressed Size"
		if flags&sized != 0 {
			number()
		}
	}
	for range flags&3 + 1 {
		id, n := number(), number()
		if n > uint64(len(p)) {
			return 0, false
		}
		if id == 0x21 && n == 1 && p[0] <= 40 {
			return min(uint64(2+p[0]&1)<<(p[0]/2+11), math.MaxUint32), true
		}
		p = p[n:]
	}
	return 0, false
}

// chunk returns the length of a chunk of LZMA2: a control byte, its sizes and its bytes.
// The padding and the checksum of the block follow the last one.
func (f *xzFrame) chunk() (int64, error) {
	const last, stored, packed, newProperties = 0, 2, 0x80, 0xc0
	head, _ := f.in.Peek(5)
	switch {
	case len(head) > 0 && head[0] == last:
		f.part = f.blockHeader
		return 1 + f.padding(1) + f.sum, nil
	case len(head) < 5:
	case head[0] <= stored:
		return 3 + int64(binary.BigEndian.Uint16(head[1:])) + 1, nil
	case head[0] >= newProperties:
		return 6 + int64(binary.BigEndian.Uint16(head[3:])) + 1, nil
	case head[0] >= packed:
		return 5 + int64(binary.BigEndian.Uint16(head[3:])) + 1, nil
	}
	return toTheEnd, nil
}

// padding returns the number of bytes missing to a multiple of four, n bytes further in
// the stream.
func (f *xzFrame) padding(n int64) int64 { return -(f.in.offset() + n - f.in.piece) & 3 }

// index returns the length of the beginning of the index (4), which specifies the number
// of records.
func (f *xzFrame) index() (int64, error) {
	head, _ := f.in.Peek(1 + binary.MaxVarintLen64)
	n, k := binary.Uvarint(head[1:])
	if k <= 0 {
		return toTheEnd, nil
	}
	f.records, f.part = n, f.record
	return 1 + int64(k), nil
}

// record returns the length of a record of the index: two numbers. Padding, a checksum
// and the footer of the stream follow the last one.
func (f *xzFrame) record() (int64, error) {
	if f.records == 0 {
		f.last = true
		return f.padding(0) + 4 + 12, nil
	}
	f.records--
	head, _ := f.in.Peek(2 * binary.MaxVarintLen64)
	_, k := binary.Uvarint(head)
	_, n := binary.Uvarint(head[max(k, 0):])
	if k <= 0 || n <= 0 {
		return toTheEnd, nil
	}
	return int64(k + n), nil
}
