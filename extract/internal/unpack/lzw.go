package unpack

import (
	"errors"
	"io"
)

// An lzw reads what is compressed by the algorithm of Lempel, Ziv and Welch. How codes are written, when they grow, and which of them
// stand for no text is the matter of its codes.
//
// 0 <= pos <= end <= len(out)
type lzw struct {
	codes interface {
		// next returns the next code that stands for text.
		next(t *lzw) (int, error)
	}
	reserved int // the first code that is defined after a clear

	free     int  // the code that is defined next
	previous int  // the code before, or -1
	first    byte // of what that stands for

	prefix   []uint16 // the code of all but the last byte of what a code stands for,
	suffix   []byte   // and that byte
	out      []byte   // what a code stands for is written from its end
	pos, end int
}

// newLZW returns a reader of codes that have at most some bits.
func newLZW(reserved int, bits uint) *lzw {
	size := 1 << bits
	return &lzw{reserved: reserved, free: reserved, previous: -1, prefix: make([]uint16, size), suffix: make([]byte, size), out: make([]byte, size)}
}

const (
	minBits = 9 // of a code
	maxBits = 16
)

var errCode = errors.New("a code that is not defined yet")

// clear forgets all codes but those of single bytes.
func (z *lzw) clear() { z.free, z.previous = z.reserved, -1 }

func (z *lzw) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if z.pos == z.end {
			code, err := z.codes.next(z)
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

// pdfCodes are the codes of PDF's LZW (ISO 32000-1 section 7.4.4.2): 9 to 12 bits, the highest bit first, which grow one code early. The
// table is cleared by a code of its own, at the latest when it is full.
type pdfCodes struct {
	in    *source
	ended bool
	hold  uint32 // bits that were read
	held  uint   // how many
	bits  uint   // of a code
}

const (
	pdfBits  = 12 // of the longest code
	pdfClear = 256
	pdfEnd   = 257
)

func newPDFLZW(s *source) *lzw {
	z := newLZW(pdfEnd+1, pdfBits)
	z.codes = &pdfCodes{in: s, bits: minBits}
	return z
}

// next returns the next code. Some programs leave out the last one, which says that it is the end.
func (c *pdfCodes) next(z *lzw) (int, error) {
	for !c.ended {
		if z.free == 1<<c.bits-1 && c.bits < pdfBits {
			c.bits++
		}
		for c.held < c.bits {
			b, err := c.in.ReadByte()
			if err != nil {
				return 0, err
			}
			c.hold = c.hold<<8 | uint32(b)
			c.held += 8
		}
		c.held -= c.bits
		switch code := int(c.hold >> c.held & (1<<c.bits - 1)); code {
		case pdfEnd:
			c.ended = true
		case pdfClear:
			z.clear()
			c.bits = minBits
		default:
			return code, nil
		}
	}
	return 0, io.EOF
}
