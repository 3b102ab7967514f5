package unpack

import "github.com/pierrec/lz4/v4"

// An lz4Frame is a frame of an lz4 (LZ4 Frame Format Description).
type lz4Frame struct {
	frame
	flags byte
}

// newLZ4 returns a reader of the frames of an lz4.
func newLZ4(s *source) (*pieces, error) {
	f := &lz4Frame{}
	z := lz4.NewReader(f)
	begin := func() error {
		f.frame = frame{in: s, part: f.header}
		z.Reset(f)
		return nil
	}
	begin()
	return &pieces{in: s, format: lz4Format, z: z, begin: begin},
		z.Apply(lz4.ConcurrencyOption(1))
}

// header returns the length of the beginning of a frame: the magic number, FLG, BD, the
// content size, the ID of a dictionary, and HC.
func (f *lz4Frame) header() (int64, error) {
	head, _ := f.in.Peek(8)
	if len(head) < 8 {
		return toTheEnd, nil
	}
	switch magic := le32(head); {
	case magic == 0x184d2204:
		f.flags, f.part = head[4], f.block
		return 4 + 3 + 8*int64(f.flags>>3&1) + 4*int64(f.flags&1), nil
	case magic>>4 == 0x184d2a5: // a skippable frame
		f.last = true
		return 8 + int64(le32(head[4:])), nil
	}
	return toTheEnd, nil // a frame from before version 1.0, which has no end mark, or no frame
}

// block returns the length of a block, including its size field, which is 0 at the end of
// the frame. The flags select the checksums that follow.
func (f *lz4Frame) block() (int64, error) {
	head, err := f.in.Peek(4)
	if err != nil {
		return toTheEnd, nil
	}
	if size := int64(le32(head) &^ (1 << 31)); size > 0 {
		return 4 + size + 4*int64(f.flags>>4&1), nil
	}
	f.last = true
	return 4 + 4*int64(f.flags>>2&1), nil
}
