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
	most  uint   // bits of the longest code
	block bool   // there is a code that clears the table
	bits  uint   // of a code
	read  uint   // bytes of codes of that length
	hold  uint32 // bits that were read, and are not of a code yet
	held  uint   // how many
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
func (c *compressCodes) begin(bits uint) {
	if over := c.read % c.bits; over > 0 {
		c.in.Discard(int(c.bits - over))
	}
	c.bits, c.read, c.hold, c.held = bits, 0, 0, 0
}

func (c *compressCodes) next(z *lzw) (int, error) {
	for {
		if z.free == 1<<c.bits && c.bits < c.most {
			c.begin(c.bits + 1)
		}
		for c.held < c.bits {
			b, err := c.in.ReadByte()
			if err == io.EOF && (c.held >= 8 || c.hold != 0) { // a part of a code, and not what fills a byte
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return 0, err
			}
			c.hold |= uint32(b) << c.held
			c.held += 8
			c.read++
		}
		code := int(c.hold & (1<<c.bits - 1))
		c.hold >>= c.bits
		if c.held -= c.bits; !c.block || code != clearCode {
			return code, nil
		}
		z.clear()
		c.begin(minBits)
	}
}
