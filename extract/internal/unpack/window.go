package unpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// smallWindow is how large a window of xz may be in any case, in bytes.
const smallWindow = 1 << 20

// maxWindow returns how large a window a stream may look back on. All that it asks for is allocated. A stream within another may have half
// as much as the one around it, so that all windows of an input together are smaller than twice Memory.
func (w *walker) maxWindow() int64 { return w.Memory >> w.windows }

// checkWindow returns an error if a window of size bytes is too large.
func checkWindow(size, most int64) error {
	if size > most || size < 0 {
		return &LimitError{"Memory", most, fmt.Sprintf("needs a window of %s, of %s that are allowed", mebibytes(size), mebibytes(most))}
	}
	return nil
}

// mebibytes returns a number of bytes as errors print it.
func mebibytes(n int64) string {
	if n < 0 {
		return "more than 8 EiB"
	}
	return fmt.Sprintf("%d MiB", (n+1<<20-1)>>20)
}

// A zstdReader reads frames that follow each other.
type zstdReader struct {
	*zstd.Decoder
	frames *zstdFrames
	frame  int // the number of the one that is being read
}

func newZstdReader(s *source) (*zstdReader, error) {
	frames := &zstdFrames{most: s.w.maxWindow()}
	frames.begin(s, frames.header)
	d, err := zstd.NewReader(frames, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(uint64(max(frames.most, zstd.MinWindowSize))))
	return &zstdReader{Decoder: d, frames: frames}, err
}

func (z *zstdReader) Read(p []byte) (int, error) {
	if z.Decoder == nil {
		return 0, io.ErrClosedPipe
	}
	n, err := readFrames(p, z.Decoder, &z.frames.frame, z.begin)
	if z.frames.failed != nil && err != nil {
		err = z.frames.failed
	}
	if err == zstd.ErrWindowSizeExceeded || err == zstd.ErrDecoderSizeExceeded {
		err = errDamaged // the header that was examined says otherwise
	}
	return n, err
}

func (z *zstdReader) resume() bool {
	if z.frames.failed != nil || !z.frames.in.findStream(zstdFormat) {
		return false
	}
	z.begin()
	return true
}

// begin begins a frame, whose header is next.
func (z *zstdReader) begin() {
	z.frames.begin(z.frames.in, z.frames.header)
	z.frames.state, z.frames.head, z.frames.sum = nil, z.frames.head[:0], false
	z.Decoder.Reset(z.frames)
	z.frame++
}

func (z *zstdReader) number() int { return z.frame }

// close frees the window.
func (z *zstdReader) close() {
	z.Decoder.Close()
	z.Decoder = nil
}

// A zstdFrames is a frame of zstd. It passes no header on that asks for too large a window (RFC 8878 section 3.1.1).
type zstdFrames struct {
	frame
	most  int64 // how large a window may be
	state func(*zstdFrames, byte) error
	head  []byte // what was read of a header
	sum   bool   // a checksum follows the frame
}

// header reads a byte of the header of a frame or a block.
func (z *zstdFrames) header(b byte) error {
	if z.state == nil {
		z.state = (*zstdFrames).whole
	}
	z.head = append(z.head, b)
	return z.state(z, b)
}

// whole reads the header of a frame.
func (z *zstdFrames) whole(byte) error {
	var h zstd.Header
	switch err := h.Decode(z.head); {
	case errors.Is(err, io.ErrUnexpectedEOF) && len(z.head) < zstd.HeaderMaxSize:
		return nil
	case err != nil:
		z.rest = 1<<63 - 1 // the decoder says what is wrong
		return nil
	case h.Skippable:
		z.rest = int64(h.SkippableSize)
	default:
		size := h.WindowSize
		if h.SingleSegment {
			size = h.FrameContentSize
		}
		if err := checkWindow(int64(min(size, 1<<62)), z.most); err != nil {
			return err
		}
		z.state, z.sum = (*zstdFrames).block, h.HasCheckSum
	}
	z.head = z.head[:0]
	return nil
}

// block reads the header of a block: "Last_Block, Block_Type, Block_Size".
func (z *zstdFrames) block(byte) error {
	if len(z.head) < 3 {
		return nil
	}
	head := uint32(z.head[0]) | uint32(z.head[1])<<8 | uint32(z.head[2])<<16
	z.head = z.head[:0]
	if z.rest = int64(head >> 3); head>>1&3 == 1 { // "RLE_Block: a single byte"
		z.rest = 1
	}
	if head&1 == 0 {
		return nil
	}
	z.last = true
	if z.sum {
		z.rest += 4
	}
	return nil
}

// nextXZ returns the offset of the stream that follows another, of which the end is in text, with zeros between them.
func nextXZ(text []byte) int {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte(xzMagic))
		if i < 0 {
			return len(text)
		}
		at += i
		if end := bytes.TrimRight(text[:at], "\x00"); len(end) == 0 || bytes.HasSuffix(end, []byte("YZ")) {
			return at
		}
	}
}

// xzDictionary returns the size of the dictionary of the first block of a stream (The .xz File Format, sections 2.1.1, 3.1 and
// 5.3.1).
func xzDictionary(stream []byte) (size int64, ok bool) {
	const header = 12
	if len(stream) < header+2 {
		return 0, false
	}
	block := stream[header:]
	flags, p := block[1], block[2:min(len(block), (int(block[0])+1)*4)]
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
			if p[0] == 40 {
				return 1<<32 - 1, true
			}
			return (2 + int64(p[0]&1)) << (p[0]/2 + 11), true
		}
		p = p[n:]
	}
	return 0, false
}
