package unpack

import (
	"errors"
	"io"
)

// An lzw reads data that is compressed by the algorithm of Lempel, Ziv and Welch, in
// codes of 9 bits and more.
//
// 0 <= pos <= end <= len(out)
type lzw struct {
	in *source
	lzwCodes
	bits uint   // length of a code
	read uint   // bytes read in codes of that length
	hold uint32 // bits that were read for the next code
	held uint   // their number

	free     int  // the next code to be defined
	previous int  // the previous code, or -1
	first    byte // the first byte of its text

	prefix   []uint16 // for each code, the code of its text without the last byte
	suffix   []byte   // and the last byte
	out      []byte   // the text of a code is written at its end
	pos, end int
}

// lzwCodes describes how codes are written.
type lzwCodes struct {
	most     uint // bits of the longest code
	clears   int  // the code that clears the table, or -1
	ends     int  // the code that marks the end, or -1
	reserved int  // the first code defined after a clear
	early    int  // how many codes early the length of codes grows
	// the highest bit of a code comes first; otherwise codes come in groups of eight, and
	// growing discards the rest of a group
	high bool
}

const (
	minBits   = 9 // length of a code
	clearCode = 256
)

var errCode = errors.New("a code that is not defined yet")

// newCompress returns a reader of the output of Unix compress.
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

// newPDFLZW returns a reader of PDF's LZW (ISO 32000-1 section 7.4.4.2): 9 to 12 bits,
// which grow one code early. The table must be cleared before it is full.
func newPDFLZW(s *source) *lzw {
	return newLZW(s, lzwCodes{most: 12, clears: clearCode, ends: clearCode + 1, reserved: clearCode + 2,
		early: 1, high: true})
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

// next returns the next code that has a text. Some programs omit the final code, which
// marks the end.
func (z *lzw) next() (int, error) {
	for {
		if z.free == 1<<z.bits-z.early && z.bits < z.most {
			z.begin(z.bits + 1)
		}
		for z.held < z.bits {
			b, err := z.in.ReadByte()
			// a part of a code, and not the padding of a byte
			if err == io.EOF && !z.high && (z.held >= 8 || z.hold != 0) {
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

// begin switches to another length of codes.
func (z *lzw) begin(bits uint) {
	if !z.high {
		if over := z.read % z.bits; over > 0 {
			z.in.Discard(int(z.bits - over))
		}
		z.read, z.hold, z.held = 0, 0, 0
	}
	z.bits = bits
}

// decode puts the text of a code into out, and assigns the next free code to the text of
// the previous code and the first byte of this one.
func (z *lzw) decode(code int) error {
	if code > z.free || z.previous < 0 && code > 255 {
		return errCode
	}
	c, i := code, len(z.out)
	if code == z.free { // the code that is being defined
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
