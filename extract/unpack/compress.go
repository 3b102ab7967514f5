package unpack

import (
	"errors"
	"io"
)

// The third byte of a .Z.
const (
	compressBits    = 0x1f // of the longest code
	compressBlock   = 0x80 // there is a code that clears the table
	compressUnknown = 0x60
)

const (
	minBits   = 9
	maxBits   = 16
	clearCode = 256
)

// An unLZW reads what Unix's compress wrote. Codes come in groups of eight of the same length, and the rest of a group is
// void where the length changes.
//
// 0 <= pos <= end <= len(out); group holds the bits of the codes that come next.
type unLZW struct {
	in    *source
	most  uint // bits of the longest code
	block bool

	group      [maxBits]byte
	next, last uint // bits of group that were read, and that there are
	bits       uint // of a code
	free       int  // the code that is defined next
	previous   int  // the code before, or -1
	first      byte // of what that stands for

	prefix   [1 << maxBits]uint16
	suffix   [1 << maxBits]byte
	out      [1 << maxBits]byte // what a code stands for is written from its end
	pos, end int
}

var errCode = errors.New("a code that is not defined yet")

func newUnLZW(s *source) (*unLZW, error) {
	var head [3]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	z := &unLZW{in: s, most: uint(head[2] & compressBits), block: head[2]&compressBlock != 0}
	for i := range 256 {
		z.suffix[i] = byte(i)
	}
	z.clear()
	return z, nil
}

// clear forgets all codes but those of single bytes.
func (z *unLZW) clear() {
	z.bits, z.free, z.previous = minBits, 256, -1
	if z.block {
		z.free = clearCode + 1
	}
	z.next, z.last = 0, 0
}

func (z *unLZW) Read(p []byte) (n int, err error) {
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

// decode puts what the next code stands for into out.
func (z *unLZW) decode() error {
	code, err := z.code()
	for err == nil && z.block && code == clearCode {
		z.clear()
		code, err = z.code()
	}
	if err != nil {
		return err
	}
	if code > z.free || code == z.free && z.previous < 0 || z.previous < 0 && code > 255 {
		return errCode
	}
	c := code
	i := len(z.out)
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
	z.define(code)
	return nil
}

// define assigns the next free code to the text of the previous one and the first byte of code.
func (z *unLZW) define(code int) {
	if z.previous >= 0 && z.free < 1<<z.most {
		z.prefix[z.free], z.suffix[z.free] = uint16(z.previous), z.first
		z.free++
		if z.free == 1<<z.bits && z.bits < z.most {
			z.bits++
			z.next, z.last = 0, 0
		}
	}
	z.previous = code
}

// code reads the next code.
func (z *unLZW) code() (int, error) {
	if z.next+z.bits > z.last {
		if z.cut() {
			return 0, io.ErrUnexpectedEOF
		}
		n, err := io.ReadFull(z.in, z.group[:z.bits])
		z.next, z.last = 0, uint(n)*8
		if z.last < z.bits {
			return 0, err
		}
	}
	i := z.next / 8
	var three uint32
	for k, b := range z.group[i:min(i+3, maxBits)] {
		three |= uint32(b) << (8 * k)
	}
	code := three >> (z.next % 8) & (1<<z.bits - 1)
	z.next += z.bits
	return int(code), nil
}

// cut reports whether the last group ends in a part of a code, and not with what fills a byte.
func (z *unLZW) cut() bool {
	rest := z.last - z.next
	return rest >= 8 || rest > 0 && z.group[z.last/8-1]>>(8-rest) != 0
}
