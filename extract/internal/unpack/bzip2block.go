package unpack

import (
	"compress/bzip2"
	"encoding/binary"
	"io"
)

const (
	bzip2Symbols = 258     // of a code: two for runs, 255 places, and the end
	bzip2Codes   = 6       // of a block
	bzip2Group   = 50      // symbols of a group, which have the same code
	bzip2Length  = 20      // bits of the longest code word
	bzip2Quick   = 10      // bits that are looked up at once
	bzip2Run     = 2 << 20 // symbols that are the same, as bzip2 has it
)

// A bzip2Decoder decodes one block after the other, without what comes around it. compress/bzip2 allocates 3.6 MB for each stream, which is
// too much for each mark that may be false.
type bzip2Decoder struct {
	in       []byte // with 8 bytes after the end
	bit, end int

	codes  [bzip2Codes]bzip2Code
	groups []byte   // their codes
	table  []uint32 // of the symbols, in the lower 8 bits, and of where the next one is
	size   int      // of table
	first  uint32   // place in it

	place  uint32
	left   int // symbols
	last   int // byte, or -1
	same   int // how often that came in a row
	repeat int // how often it is still to come
}

// A bzip2Code is a prefix code. Its words are in the order of their lengths, and then of their symbols.
type bzip2Code struct {
	quick   [1 << bzip2Quick]uint16 // length and symbol of the word that these bits begin with, or 0
	limit   [bzip2Length + 1]uint32 // what is less begins with a word of that length, or a shorter one
	before  [bzip2Length + 1]int    // what is added to a word for its place in symbols
	symbols [bzip2Symbols + 1]uint16
}

// bits returns the next n bits, at most 32. At the end of the block it returns zeros, and sets d.bit beyond that.
func (d *bzip2Decoder) bits(n int) (bits int) {
	if d.bit+n <= d.end {
		bits = int(binary.BigEndian.Uint64(d.in[d.bit>>3:]) << (d.bit & 7) >> (64 - n))
	}
	d.bit += n
	return bits
}

// decode decodes the block of in that stands before bit end, and after its checksum. It has at most limit symbols.
func (d *bzip2Decoder) decode(in []byte, end, limit int) error {
	d.in, d.bit, d.end, d.size = append(in, make([]byte, 8)...), bzip2Mark+bzip2Sum, end, 0
	if d.bits(1) != 0 {
		return bzip2.StructuralError("deprecated randomized files")
	}
	origin := d.bits(24)
	var places [256]byte
	symbols, ranges := 0, d.bits(16)
	for i := range 16 {
		if ranges<<i&0x8000 == 0 {
			continue
		}
		used := d.bits(16)
		for k := range 16 {
			if used<<k&0x8000 != 0 {
				places[symbols] = byte(16*i + k)
				symbols++
			}
		}
	}
	if symbols == 0 {
		return bzip2.StructuralError("no symbols in input")
	}
	if err := d.readCodes(symbols + 2); err != nil {
		return err
	}
	var counts [256]uint32
	if err := d.readSymbols(&places, &counts, symbols+1, limit); err != nil {
		return err
	}
	if origin >= d.size {
		return bzip2.StructuralError("origPtr out of bounds")
	}
	sum := uint32(0)
	for i, n := range counts {
		counts[i] = sum
		sum += n
	}
	table := d.table[:d.size]
	for i, t := range table {
		b := byte(t)
		table[counts[b]] |= uint32(i) << 8
		counts[b]++
	}
	d.first = table[origin] >> 8
	d.rewind()
	return nil
}

// readCodes reads the codes, and which groups of symbols have which of them.
func (d *bzip2Decoder) readCodes(symbols int) error {
	codes := d.bits(3)
	if codes < 2 || codes > bzip2Codes {
		return bzip2.StructuralError("invalid number of Huffman trees")
	}
	groups := d.bits(15)
	if groups == 0 {
		return bzip2.StructuralError("no tree selectors given")
	}
	order := [bzip2Codes]byte{0, 1, 2, 3, 4, 5}
	d.groups = d.groups[:0]
	for range groups {
		at := 0
		for at < codes && d.bits(1) != 0 {
			at++
		}
		if at == codes {
			return bzip2.StructuralError("tree index too large")
		}
		if d.bit > d.end {
			return errDamaged
		}
		code := order[at]
		copy(order[1:], order[:at])
		order[0] = code
		d.groups = append(d.groups, code)
	}
	var lengths [bzip2Symbols]byte
	for i := range codes {
		length := d.bits(5)
		for k := range symbols {
			for {
				if length < 1 || length > bzip2Length {
					return bzip2.StructuralError("Huffman length out of range")
				}
				if d.bits(1) == 0 {
					break
				}
				length += 1 - 2*d.bits(1)
			}
			lengths[k] = byte(length)
		}
		if d.bit > d.end {
			return errDamaged
		}
		if !d.codes[i].make(lengths[:symbols]) {
			return bzip2.StructuralError("equal symbols in Huffman tree")
		}
	}
	return nil
}

// make makes the code whose words have these lengths. It is false if there cannot be so many.
func (c *bzip2Code) make(lengths []byte) bool {
	clear(c.quick[:])
	word, n := 0, 0
	for length := 1; length <= bzip2Length; length++ {
		c.before[length] = n - word
		for symbol, l := range lengths {
			if int(l) != length {
				continue
			}
			if word >= 1<<length {
				return false
			}
			if over := bzip2Quick - length; over >= 0 {
				for i := range 1 << over {
					c.quick[word<<over+i] = uint16(length<<9 | symbol)
				}
			}
			c.symbols[n] = uint16(symbol)
			n++
			word++
		}
		c.limit[length] = uint32(word << (bzip2Length - length))
		word <<= 1
	}
	return true
}

// readSymbols reads the symbols up to that of the end into the table, and counts them. places has the bytes in the order in which they
// came last.
func (d *bzip2Decoder) readSymbols(places *[256]byte, counts *[256]uint32, last, limit int) error {
	var code *bzip2Code
	group, left := 0, 0
	run, power := 0, 1
	for {
		if left == 0 {
			if group == len(d.groups) {
				return bzip2.StructuralError("insufficient selector indices for number of symbols")
			}
			code, left = &d.codes[d.groups[group]], bzip2Group
			group++
		}
		left--
		if d.bit >= d.end {
			return errDamaged
		}
		next := uint32(binary.BigEndian.Uint64(d.in[d.bit>>3:]) << (d.bit & 7) >> (64 - bzip2Length))
		symbol := 0
		if q := int(code.quick[next>>(bzip2Length-bzip2Quick)]); q != 0 {
			d.bit += q >> 9
			symbol = q & (1<<9 - 1)
		} else {
			length := bzip2Quick + 1
			for length <= bzip2Length && next >= code.limit[length] {
				length++
			}
			if length > bzip2Length {
				return errDamaged // no word
			}
			d.bit += length
			symbol = int(code.symbols[code.before[length]+int(next>>(bzip2Length-length))])
		}
		if symbol < 2 {
			run += power << symbol
			if power <<= 1; run > bzip2Run {
				return bzip2.StructuralError("repeat count too large")
			}
			continue
		}
		more := run
		if symbol < last {
			more++
		}
		if more > limit-d.size {
			return bzip2.StructuralError("data exceeds block size")
		}
		if d.size+more > len(d.table) {
			d.table = append(d.table[:d.size], make([]uint32, min(limit, max(2*d.size, d.size+more, 1<<12))-d.size)...)
		}
		if run > 0 {
			b := places[0]
			for i := range run {
				d.table[d.size+i] = uint32(b)
			}
			counts[b] += uint32(run)
			d.size += run
			run, power = 0, 1
		}
		if symbol == last {
			return nil
		}
		b := places[symbol-1]
		copy(places[1:symbol], places[:symbol-1])
		places[0] = b
		d.table[d.size] = uint32(b)
		counts[b]++
		d.size++
	}
}

// rewind goes to the beginning of the block that was decoded.
func (d *bzip2Decoder) rewind() {
	d.place, d.left, d.last, d.same, d.repeat = d.first, d.size, -1, 0, 0
}

// Read reads what the block stands for: a byte after four that are the same says how many more of them follow.
func (d *bzip2Decoder) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if d.repeat > 0 {
			p[n] = byte(d.last)
			n++
			d.repeat--
			continue
		}
		if d.left == 0 {
			if n == 0 {
				return 0, io.EOF
			}
			break
		}
		t := d.table[d.place]
		d.place = t >> 8
		d.left--
		b := int(byte(t))
		if d.same == 4 {
			d.repeat, d.same = b, 0
			continue
		}
		if b != d.last {
			d.last, d.same = b, 0
		}
		d.same++
		p[n] = byte(b)
		n++
	}
	return n, nil
}
