package unpack

import (
	"errors"
	"io"
)

// An lzw reads what is compressed by the algorithm of Lempel, Ziv and Welch, in codes of 9 bits and more.
//
// 0 <= pos <= end <= len(out)
type lzw struct {
	in *source
	lzwCodes
	bits uint   // of a code
	read uint   // bytes of codes of that length
	hold uint32 // bits that were read, and are not of a code yet
	held uint   // how many

	free     int  // the code that is defined next
	previous int  // the code before, or -1
	first    byte // of what that stands for

	prefix   []uint16 // the code of all but the last byte of what a code stands for,
	suffix   []byte   // and that byte
	out      []byte   // what a code stands for is written from its end
	pos, end int
}

// lzwCodes say how codes are written.
type lzwCodes struct {
	most     uint // bits of the longest code
	clears   int  // the code that clears the table, or -1
	ends     int  // the code that is the end, or -1
	reserved int  // the first code that is defined after a clear
	early    int  // how many codes sooner than they must codes grow
	high     bool // the highest bit of a code comes first. Otherwise codes come in groups of eight, the rest of which is void if codes grow
}

const (
	minBits   = 9 // of a code
	clearCode = 256
)

var errCode = errors.New("a code that is not defined yet")

// The third byte of a .Z.
const (
	compressBits    = 0x1f // of the longest code
	compressBlock   = 0x80 // there is a code that clears the table
	compressUnknown = 0x60
)

// newCompress returns a reader of what Unix's compress writes.
func newCompress(s *source) (*lzw, error) {
	var head [3]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	codes := lzwCodes{most: uint(head[2] & compressBits), clears: -1, ends: -1, reserved: clearCode}
	if head[2]&compressBlock != 0 {
		codes.clears, codes.reserved = clearCode, clearCode+1
	}
	return newLZW(s, codes), nil
}

// newPDFLZW returns a reader of PDF's LZW (ISO 32000-1 section 7.4.4.2): 9 to 12 bits, which grow one code early. The table is cleared at
// the latest when it is full.
func newPDFLZW(s *source) *lzw {
	return newLZW(s, lzwCodes{most: 12, clears: clearCode, ends: clearCode + 1, reserved: clearCode + 2, early: 1, high: true})
}

func newLZW(s *source, codes lzwCodes) *lzw {
	size := 1 << codes.most
	return &lzw{
		in: s, lzwCodes: codes, bits: minBits, free: codes.reserved, previous: -1,
		prefix: make([]uint16, size), suffix: make([]byte, size), out: make([]byte, size),
	}
}

func (z *lzw) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if z.pos == z.end {
			code, err := z.next()
			if err == nil {
				err = z.decode(code)
			}
			if err != nil {
				return n, err
			}
		}
		k := copy(p[n:], z.out[z.pos:z.end])
		z.pos += k
		n += k
	}
	return n, nil
}

// next returns the next code that stands for text. Some programs leave out the last one, which says that it is the end.
func (z *lzw) next() (int, error) {
	for {
		if z.free == 1<<z.bits-z.early && z.bits < z.most {
			z.begin(z.bits + 1)
		}
		for z.held < z.bits {
			b, err := z.in.ReadByte()
			if err == io.EOF && !z.high && (z.held >= 8 || z.hold != 0) { // a part of a code, and not what fills a byte
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return 0, err
			}
			if z.high {
				z.hold = z.hold<<8 | uint32(b)
			} else {
				z.hold |= uint32(b) << z.held
			}
			z.held += 8
			z.read++
		}
		z.held -= z.bits
		bits := z.hold
		if z.high {
			bits >>= z.held
		} else {
			z.hold >>= z.bits
		}
		switch code := int(bits & (1<<z.bits - 1)); code {
		case z.clears:
			z.free, z.previous = z.reserved, -1
			z.begin(minBits)
		case z.ends:
			return 0, io.EOF
		default:
			return code, nil
		}
	}
}

// begin begins with another length of codes.
func (z *lzw) begin(bits uint) {
	if !z.high {
		if over := z.read % z.bits; over > 0 {
			z.in.Discard(int(z.bits - over))
		}
		z.read, z.hold, z.held = 0, 0, 0
	}
	z.bits = bits
}

// decode puts what a code stands for into out, and assigns the next free code to the text of the code before and the first byte of
// this one.
func (z *lzw) decode(code int) error {
	if code > z.free || z.previous < 0 && code > 255 {
		return errCode
	}
	c, i := code, len(z.out)
	if code == z.free { // it stands for what is defined just now
		i--
		z.out[i] = z.first
		c = z.previous
	}
	for c > 255 {
		i--
		z.out[i] = z.suffix[c]
		c = int(z.prefix[c])
	}
	i--
	z.out[i] = byte(c)
	z.pos, z.end, z.first = i, len(z.out), byte(c)
	if z.previous >= 0 && z.free < len(z.prefix) {
		z.prefix[z.free], z.suffix[z.free] = uint16(z.previous), z.first
		z.free++
	}
	z.previous = code
	return nil
}
