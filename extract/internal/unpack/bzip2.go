package unpack

import (
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"
	"math/bits"
	"slices"
)

// A mark of 48 bits stands before each block of a bzip2 stream and at its end, at any bit. A checksum of 32 bits follows it.
const (
	bzip2Block uint64 = 0x314159265359
	bzip2End   uint64 = 0x177245385090
	bzip2Mark         = 48 // bits
	bzip2Sum          = 32
)

const (
	// bzip2Shortest is less than a block has, in bits: mark, checksum, and the least of everything else.
	bzip2Shortest = 160
	// bzip2Longest is more than a block has, in bytes: 900,000 symbols of at most 20 bits, and tables.
	bzip2Longest = 3 << 20
	// bzip2Kept is how much of what a block unpacks to is kept until its checksum has held. Few blocks have more, which repeat the same
	// few bytes: they are unpacked twice.
	bzip2Kept = 2 << 20
)

// A bzip2Reader reads streams that follow each other, block by block. It returns nothing of a block before the checksum of that has
// held. After a damaged block it looks for the next mark, bit by bit.
type bzip2Reader struct {
	in *source

	level  byte   // how large blocks are, as the header of the stream says
	mark   uint64 // bzip2Block or bzip2End: what packed begins with, after shift bits; or 0 at the end of the input
	packed []byte // what was read of a block, from its mark on
	shift  int
	framed []byte // a stream of one block, without its end but for a mark, or empty if there is no such block
	wasted int64  // bytes that were unpacked, or allocated for that, of blocks whose checksum did not hold

	sum    uint32 // of the blocks of the stream, as its end should have it
	broken bool   // sum is not known, since some of the stream is damaged

	out  bytes.Buffer // what is to be returned, or else
	long io.Reader    // what has too much for that
	err  error        // after that
}

func (*bzip2Reader) each(func()) {} // since only what is proven is returned
func (*bzip2Reader) close()      {}

// newBzip2Reader returns a reader of the input's streams.
func newBzip2Reader(s *source) *bzip2Reader {
	z := &bzip2Reader{in: s}
	z.long = &z.out
	z.begin()
	return z
}

// begin begins a stream, whose header is next.
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

// resume goes on at the mark after the damage. If bytes that are no stream follow the end of a stream, it looks for a mark in them.
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

// isBlock reports whether what is framed may be a block, by the fields after its checksum: a bit that it is randomized, which it is not, a
// pointer into what it unpacks to, the ranges of its bytes and then the bytes, of which there are some, and how many tables it has. To find
// that out by unpacking takes as long as a large block does.
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

// tooLarge are the errors of a block that is larger than those of its level.
var tooLarge = []error{
	bzip2.StructuralError("repeats past end of block"), bzip2.StructuralError("data exceeds block size"), bzip2.StructuralError("origPtr out of bounds"),
}

// unpack unpacks the block that is framed. Nothing of it is returned unless its checksum holds. There may be an error then, too, if
// something else than a mark follows the block.
func (z *bzip2Reader) unpack() error {
	const small = 16 << 10
	size, err := int64(0), error(nil)
	if len(z.framed) < small { // which hardly needs the table of a large one
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
	if err != io.ErrUnexpectedEOF { // which is expected after the mark
		return errDamaged
	}
	return nil
}

// decode decodes the block that is framed, as one of a stream with a level. It returns how much the block unpacks to, all of which is in out
// unless it is more than bzip2Kept.
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

// waste counts n bytes that were unpacked in vain, and the memory for that. It returns err, or an error if the sum exceeds the limit: a few
// bytes may stand for a large block, and bytes that are not returned are counted nowhere else.
func (z *bzip2Reader) waste(n int64, err error) error {
	u := z.in.u
	if z.wasted += n + int64(z.level-'0')*100_000; z.wasted > max(u.allowed(z.in.raw.n), u.RatioFrom) {
		return &LimitError{"MaxRatio", int64(u.MaxRatio), fmt.Sprintf("damaged blocks unpack to more than %d times what was read", u.MaxRatio)}
	}
	if err == io.ErrUnexpectedEOF {
		err = errDamaged
	}
	return err
}

// end reads the end of a stream, and begins the next one.
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

// scan reads up to the end of the next mark, frames the block before it, and begins packed with the mark. It returns how many bits are
// before the mark.
func (z *bzip2Reader) scan() int {
	first := 0 // bit after the mark before
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

// inBzip2Mark has the bytes that the fourth byte before the end of a mark can be, wherever in its last byte a mark ends.
var inBzip2Mark = func() (in [256]bool) {
	for after := range 8 {
		in[byte(bzip2Block<<after>>24)], in[byte(bzip2End<<after>>24)] = true, true
	}
	return in
}()

// frame makes a stream of the block that packed begins with, and of the mark after it. The block ends before a bit.
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

// bitsOf returns n bits of p from a bit on.
func bitsOf(p []byte, from, n int) (bits uint64) {
	for i := from; i < from+n; i++ {
		bits = bits<<1 | uint64(p[i/8]>>(7-i%8)&1)
	}
	return bits
}
