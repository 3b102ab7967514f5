package unpack

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A zstdFrame is a frame of a zstd (RFC 8878 section 3.1.1). It does not pass on a header
// that declares too large a window.
type zstdFrame struct {
	frame
	most int64 // maximum size of a window
	sum  int64 // size of the checksum after the last block
}

// newZstd returns a reader of the frames of a zstd.
func newZstd(s *source) (*zstdPieces, error) {
	f := &zstdFrame{frame: frame{in: s}, most: s.limits.maxWindow()}
	f.part = f.header
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(uint64(max(f.most, zstd.MinWindowSize))))
	if err != nil {
		return nil, err
	}
	return &zstdPieces{pieces{in: s, format: zstdFormat, z: z, begin: func() error {
		f.frame = frame{in: s, part: f.header}
		return z.Reset(f)
	}}, f, z}, nil
}

// A zstdPieces reads the frames of a zstd.
type zstdPieces struct {
	pieces
	f *zstdFrame
	d *zstd.Decoder
}

func (z *zstdPieces) Read(p []byte) (int, error) {
	n, err := z.pieces.Read(p)
	if err != nil && z.f.err != nil {
		err = z.f.err
	}
	if err == zstd.ErrWindowSizeExceeded || err == zstd.ErrDecoderSizeExceeded {
		err = errDamaged // the header that was examined differs
	}
	return n, err
}

func (z *zstdPieces) close() { z.d.Close() }

// header returns the length of the header of a frame.
func (f *zstdFrame) header() (int64, error) {
	for n := len("\x28\xb5\x2f\xfd") + 1; ; n++ {
		head, _ := f.in.Peek(n)
		var h zstd.Header
		err := h.Decode(head)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF) && len(head) == n && n < zstd.HeaderMaxSize:
			continue
		case err != nil:
			return toTheEnd, nil
		case h.Skippable:
			f.last = true
			return int64(h.HeaderSize) + int64(h.SkippableSize), nil
		}
		size := h.WindowSize
		if h.SingleSegment {
			size = h.FrameContentSize
		}
		if f.part, f.sum = f.block, 0; h.HasCheckSum {
			f.sum = 4
		}
		return int64(h.HeaderSize), checkWindow(size, f.most)
	}
}

// block returns the length of a block, with its header: "Last_Block, Block_Type,
// Block_Size".
func (f *zstdFrame) block() (int64, error) {
	b, err := f.in.Peek(3)
	if err != nil {
		return toTheEnd, nil
	}
	head := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
	size := head >> 3
	if head>>1&3 == 1 { // "RLE_Block: a single byte"
		size = 1
	}
	if f.last = head&1 != 0; f.last {
		size += f.sum
	}
	return 3 + size, nil
}
