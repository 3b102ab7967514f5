package unpack

import "io"

// The third byte of a .Z.
const (
	compressBits    = 0x1f // of the longest code
	compressBlock   = 0x80 // there is a code that clears the table
	compressUnknown = 0x60
)

const clearCode = 256

// compressCodes are the codes of Unix's compress: groups of eight of the same length, and the rest of a group is void where the length
// changes.
type compressCodes struct {
	in    *source
	most  uint // bits of the longest code
	block bool // there is a code that clears the table
	bits  uint // of a code

	group      [maxBits]byte // the bits of the codes that come next
	read, last uint          // bits of group that were read, and that there are
}

func newCompress(s *source) (*lzw, error) {
	var head [3]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	c := &compressCodes{in: s, most: uint(head[2] & compressBits), block: head[2]&compressBlock != 0, bits: minBits}
	reserved := clearCode
	if c.block {
		reserved++
	}
	z := newLZW(reserved, c.most)
	z.codes = c
	return z, nil
}

// begin begins with another length of codes.
func (c *compressCodes) begin(bits uint) { c.bits, c.read, c.last = bits, 0, 0 }

func (c *compressCodes) next(z *lzw) (int, error) {
	for {
		if z.free == 1<<c.bits && c.bits < c.most {
			c.begin(c.bits + 1)
		}
		code, err := c.code()
		if err != nil || !c.block || code != clearCode {
			return code, err
		}
		z.clear()
		c.begin(minBits)
	}
}

// code reads a code.
func (c *compressCodes) code() (int, error) {
	if c.read+c.bits > c.last {
		if c.cut() {
			return 0, io.ErrUnexpectedEOF
		}
		n, err := io.ReadFull(c.in, c.group[:c.bits])
		c.read, c.last = 0, uint(n)*8
		if c.last < c.bits {
			return 0, err
		}
	}
	i := c.read / 8
	var three uint32
	for k, b := range c.group[i:min(i+3, maxBits)] {
		three |= uint32(b) << (8 * k)
	}
	code := three >> (c.read % 8) & (1<<c.bits - 1)
	c.read += c.bits
	return int(code), nil
}

// cut reports whether the last group ends in a part of a code, and not with what fills a byte.
func (c *compressCodes) cut() bool {
	rest := c.last - c.read
	return rest >= 8 || rest > 0 && c.group[c.last/8-1]>>(8-rest) != 0
}
