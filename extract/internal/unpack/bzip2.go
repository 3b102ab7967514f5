package unpack

import (
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"
	"math/bits"
	"slices"
)

// Each block of a bzip2 stream, and its end, begins with a mark of 48 bits, at any bit. A
// checksum of 32 bits follows it.
const (
	bzip2Block uint64 = 0x314159265359
	bzip2End   uint64 = 0x177245385090
	bzip2Mark         = 48 // bits
	bzip2Sum          = 32
)

const (
	// bzip2Shortest is less than the size of any block in bits: mark, checksum, and the
	// least of everything else.
	bzip2Shortest = 160
	// bzip2Longest is more than the size of any block in bytes: 900,000 symbols of at
	// most 20 bits, and tables.
	bzip2Longest = 3 << 20
	// bzip2Kept is the size up to which an unpacked block is kept until its checksum has
	// held. Few blocks are larger. They repeat the same few bytes, and are unpacked
	// twice.
	bzip2Kept = 2 << 20
)

// A bzip2Reader reads consecutive streams, block by block. It returns the bytes of a
// block only after its checksum has held. After a damaged block it looks for the next
// mark, bit by bit.
type bzip2Reader struct {
	in *source

	level byte // maximum size of blocks, from the header of the stream
	// the mark at the beginning of packed, after shift bits: bzip2Block or bzip2End, or 0
	// at the end of the input
	mark   uint64
	packed []byte // the bytes read of a block, from its mark on
	shift  int
	// the last block as a stream of its own, which ends with the mark after the block;
	// empty if there was no block before the mark
	framed []byte
	wasted int64 // bytes that were unpacked or allocated for blocks whose checksum did not hold

	sum    uint32 // of the blocks of the stream, to be compared at its end
	broken bool   // sum is unknown, because the stream is damaged

	out  bytes.Buffer // to be returned, unless it is too long
	long io.Reader    // reads out, or a block that is too long for it
	err  error        // to be returned after the bytes of long
}

func (*bzip2Reader) each(func()) {} // only proven bytes are returned
func (*bzip2Reader) close()      {}

// newBzip2Reader returns a reader of the input's streams.
func newBzip2Reader(s *source) *bzip2Reader {
	z := &bzip2Reader{in: s}
	z.long = &z.out
	z.begin()
	return z
}

// begin starts a stream, whose header is next.
func (z *bzip2Reader) begin() {
	head, _ := z.in.Peek(4)
	z.level, z.sum, z.broken = '9', 0, false
	if len(head) == 4 && '1' <= head[3] && head[3] <= '9' {
		z.level = head[3]
	}
	z.in.Discard(len(head))
	z.err, z.mark, z.shift, z.packed = nil, 0, 0, z.packed[:0]
	if between := z.scan(); between > 0 && z.mark != 0 {
		z.broken, z.err = true, errDamaged
	}
}

func (z *bzip2Reader) Read(p []byte) (int, error) {
	for len(p) > 0 {
		n, _ := z.long.Read(p)
		switch {
		case n > 0:
			return n, nil
		case z.err != nil:
			return 0, z.err
		}
		z.next()
	}
	return 0, nil
}

// resume continues at the mark after the damage. If the end of a stream is followed by
// bytes that are not a stream, it looks for a mark in them.
func (z *bzip2Reader) resume() bool {
	if z.err == errTrailing {
		z.broken, z.level, z.packed, z.shift = true, '9', z.packed[:0], 0
		z.scan()
	}
	if z.mark == 0 {
		return false
	}
	for z.err = nil; z.err == nil && z.long == &z.out && z.out.Len() == 0; {
		z.next()
	}
	return z.err != io.EOF || z.long != &z.out || z.out.Len() > 0
}

// next reads a block, or the end of a stream.
func (z *bzip2Reader) next() {
	switch z.mark {
	case bzip2Block:
		z.block()
	case bzip2End:
		z.end()
	default:
		z.err = io.ErrUnexpectedEOF
	}
}

// block reads a block, up to the next mark.
func (z *bzip2Reader) block() {
	z.scan()
	sum, err := uint32(0), errDamaged
	if z.isBlock() {
		sum = uint32(bitsOf(z.framed, len("BZh9")*8+bzip2Mark, bzip2Sum))
		err = z.unpack()
	}
	z.sum = (z.sum<<1 | z.sum>>31) ^ sum
	z.broken = z.broken || err != nil
	if z.mark == 0 {
		err = io.ErrUnexpectedEOF
	}
	z.err = err
}

// isBlock reports whether framed may be a block, by the fields after its checksum: the
// randomized bit, which must be 0, a pointer into the unpacked bytes, the set of its
// bytes, which is not empty, and the number of tables. Unpacking it instead would take as
// long as for a large block.
func (z *bzip2Reader) isBlock() bool {
	const at = len("BZh9")*8 + bzip2Mark + bzip2Sum
	if len(z.framed) == 0 || bitsOf(z.framed, at, 25) >= uint64(z.level-'0')*100_000 {
		return false
	}
	ranges := bits.OnesCount64(bitsOf(z.framed, at+25, 16))
	tables := at + 41 + 16*ranges
	if ranges == 0 || tables+3 > 8*len(z.framed) {
		return false
	}
	n := bitsOf(z.framed, tables, 3)
	return 2 <= n && n <= 6
}

// tooLarge are the errors of a block that is larger than its level allows.
var tooLarge = []error{
	bzip2.StructuralError("repeats past end of block"), bzip2.StructuralError("data exceeds block size"),
	bzip2.StructuralError("origPtr out of bounds"),
}

// unpack unpacks the framed block. It returns no bytes of it unless its checksum holds.
// Even then there is an error if something other than a mark follows the block.
func (z *bzip2Reader) unpack() error {
	const small = 16 << 10
	size, err := int64(0), error(nil)
	if len(z.framed) < small { // likely a small block, which a small table can decode
		size, err = z.decode('1')
	}
	if len(z.framed) >= small || slices.Contains(tooLarge, err) {
		size, err = z.decode(z.level)
	}
	const wrongSum = bzip2.StructuralError("block checksum mismatch")
	if size == 0 || err == wrongSum {
		z.out.Reset()
		return z.waste(size, err)
	}
	if z.long = &z.out; size > bzip2Kept {
		z.long = io.LimitReader(bzip2.NewReader(bytes.NewReader(bytes.Clone(z.framed))), size)
	}
	if err != io.ErrUnexpectedEOF { // expected after the mark
		return errDamaged
	}
	return nil
}

// decode decodes the framed block as one of a stream with a level. It returns the
// unpacked size of the block. The bytes are in out, unless there are more than bzip2Kept.
func (z *bzip2Reader) decode(level byte) (size int64, err error) {
	z.framed[len("BZh")] = level
	z.out.Reset()
	d := bzip2.NewReader(bytes.NewReader(z.framed))
	if size, err = io.CopyN(&z.out, d, bzip2Kept); err == nil {
		var more int64
		more, err = io.Copy(io.Discard, d)
		size += more
	}
	return size, err
}

// waste counts n bytes that were unpacked but cannot be returned, and the memory of the
// decoder. It returns err, or an error if the sum exceeds the limit. Without this limit,
// an input with many damaged blocks, each of a few bytes, would take a very long time.
func (z *bzip2Reader) waste(n int64, err error) error {
	u := z.in.limits
	if z.wasted += n + int64(z.level-'0')*100_000; z.wasted > max(u.allowed(z.in.raw.n), u.RatioFrom) {
		return &LimitError{"MaxRatio", int64(u.MaxRatio),
			fmt.Sprintf("damaged blocks unpack to more than %d times what was read", u.MaxRatio)}
	}
	if err == io.ErrUnexpectedEOF {
		err = errDamaged
	}
	return err
}

// end reads the end of a stream, and starts the next one.
func (z *bzip2Reader) end() {
	at := z.shift + bzip2Mark
	for len(z.packed)*8 < at+bzip2Sum {
		b, err := z.in.ReadByte()
		if err != nil {
			z.mark, z.err = 0, noEOF(err)
			return
		}
		z.packed = append(z.packed, b)
	}
	wrong := !z.broken && uint32(bitsOf(z.packed, at, bzip2Sum)) != z.sum
	if head, _ := z.in.Peek(len("BZh")); string(head) == "BZh" {
		z.begin()
	} else {
		z.mark, z.err = 0, z.in.nothingFollows()
	}
	if wrong && (z.err == nil || z.err == io.EOF) {
		z.err = errChecksum
	}
}

// scan reads up to the end of the next mark, frames the block before it, and makes packed
// begin with the mark. It returns the number of bits before the mark.
func (z *bzip2Reader) scan() int {
	first := 0 // the bit after the previous mark
	if z.mark != 0 {
		first = z.shift + bzip2Mark
	}
	long, window := false, uint64(0)
	for {
		z.in.Peek(1)
		text, _ := z.in.Peek(z.in.Buffered())
		if len(text) == 0 {
			size := len(z.packed) * 8
			z.frame(size, long)
			z.mark, z.packed = 0, z.packed[:0]
			return size - first
		}
		for i, b := range text {
			window = window<<8 | uint64(b)
			if !inBzip2Mark[byte(window>>24)] {
				continue
			}
			for after := range 8 {
				mark := window >> after & (1<<bzip2Mark - 1)
				if mark != bzip2Block && mark != bzip2End {
					continue
				}
				z.packed = append(z.packed, text[:i+1]...)
				at := len(z.packed)*8 - after - bzip2Mark
				z.in.Discard(i + 1)
				z.frame(at, long)
				z.packed = append(z.packed[:0], z.packed[at/8:]...)
				z.mark, z.shift = mark, at%8
				return at - first
			}
		}
		z.packed = append(z.packed, text...)
		z.in.Discard(len(text))
		if over := len(z.packed) - 8; over > bzip2Longest {
			long = true
			z.packed = append(z.packed[:0], z.packed[over:]...)
		}
	}
}

// inBzip2Mark holds all values of the fourth byte before the end of a mark, for a mark
// that ends at any bit of its last byte.
var inBzip2Mark = func() (in [256]bool) {
	for after := range 8 {
		in[byte(bzip2Block<<after>>24)], in[byte(bzip2End<<after>>24)] = true, true
	}
	return in
}()

// frame makes a stream of the block at the beginning of packed and of the mark after it.
// The block ends before the bit end.
func (z *bzip2Reader) frame(end int, long bool) {
	if z.framed = z.framed[:0]; long || z.mark != bzip2Block || end-z.shift < bzip2Shortest {
		return
	}
	z.framed = append(z.framed, 'B', 'Z', 'h', z.level)
	for i, b := range z.packed {
		b <<= z.shift
		if i+1 < len(z.packed) {
			b |= byte(uint(z.packed[i+1]) >> (8 - z.shift))
		}
		z.framed = append(z.framed, b)
	}
}

// bitsOf returns n bits of p, beginning with bit from.
func bitsOf(p []byte, from, n int) (bits uint64) {
	for i := from; i < from+n; i++ {
		bits = bits<<1 | uint64(p[i/8]>>(7-i%8)&1)
	}
	return bits
}
