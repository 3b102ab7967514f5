package unpack

import "io"

// An lzw reads what is compressed as PDF has it (ISO 32000-1 section 7.4.4.2): codes of 9 to 12 bits, the highest bit first, which
// grow one code early. The table is cleared by a code of its own, at the latest when it is full.
//
// 0 <= pos <= end <= len(out)
type lzw struct {
	in    *source
	begun bool
	ended bool

	hold     uint32 // bits that were read
	held     uint   // how many
	bits     uint   // of a code
	free     int    // the code that is defined next
	previous int    // the code before, or -1
	first    byte   // of what that stands for

	prefix   [1 << lzwBits]uint16
	suffix   [1 << lzwBits]byte
	out      [1 << lzwBits]byte // what a code stands for is written from its end
	pos, end int
}

const (
	lzwBits  = 12
	lzwClear = 256
	lzwEnd   = 257
)

func (z *lzw) Read(p []byte) (n int, err error) {
	if !z.begun {
		z.begun = true
		z.clear()
	}
	for n < len(p) {
		if z.pos == z.end {
			if err := z.decode(); err != nil {
				return n, err
			}
		}
		k := copy(p[n:], z.out[z.pos:z.end])
		z.pos += k
		n += k
	}
	return n, nil
}

// clear forgets all codes but those of single bytes.
func (z *lzw) clear() { z.bits, z.free, z.previous = minBits, lzwEnd+1, -1 }

// decode puts what the next code stands for into out.
func (z *lzw) decode() error {
	if z.ended {
		return io.EOF
	}
	code, err := z.code()
	switch {
	case err != nil:
		return err
	case code == lzwEnd:
		z.ended = true
		return io.EOF
	case code == lzwClear:
		z.clear()
		return nil
	case code > z.free, code == z.free && z.previous < 0:
		return errCode
	}
	c, i := code, len(z.out)
	if code == z.free { // it stands for what is defined just now
		i--
		z.out[i] = z.first
		c = z.previous
	}
	for c > lzwEnd {
		i--
		z.out[i] = z.suffix[c]
		c = int(z.prefix[c])
	}
	i--
	z.out[i] = byte(c)
	z.pos, z.end, z.first = i, len(z.out), byte(c)
	if z.previous >= 0 && z.free < 1<<lzwBits {
		z.prefix[z.free], z.suffix[z.free] = uint16(z.previous), z.first
		z.free++
		if z.free == 1<<z.bits-1 && z.bits < lzwBits {
			z.bits++
		}
	}
	z.previous = code
	return nil
}

// code reads the next code. Some programs leave out the last one, which says that it is the end.
func (z *lzw) code() (int, error) {
	for z.held < z.bits {
		b, err := z.in.ReadByte()
		if err != nil {
			return 0, err
		}
		z.hold = z.hold<<8 | uint32(b)
		z.held += 8
	}
	z.held -= z.bits
	return int(z.hold >> z.held & (1<<z.bits - 1)), nil
}
