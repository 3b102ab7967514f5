package unpack

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"

	"github.com/ulikunitz/xz/lzma"
)

const (
	xzMagic  = "\xfd7zXZ\x00"
	xzFooter = "YZ"
	lzma2    = 0x21 // the number of the filter
)

// An xzReader reads the container, and leaves what is in its blocks to package lzma. Package xz would read it too, but
// takes any amount of memory that a block asks for, and keeps a list of blocks.
//
// A stream is a header, blocks, an index of them, and a footer. Streams follow each other, with zeros between them.
type xzReader struct {
	in     *source
	inside bool  // a stream
	check  byte  // its kind of checksum
	blocks int64 // of the stream so far

	start int64     // where the contents of the block begin
	block io.Reader // nil between blocks
	sum   hash.Hash // nil if the checksum is of no known kind
	size  int64     // of the block, or -1
	n     int64     // bytes of the block that were read
}

func (x *xzReader) Read(p []byte) (int, error) {
	for x.block == nil {
		if err := x.next(); err != nil {
			return 0, err
		}
	}
	n, err := x.block.Read(p)
	x.n += int64(n)
	if x.sum != nil {
		x.sum.Write(p[:n])
	}
	if err == io.EOF {
		x.block = nil
		err = x.endBlock()
	}
	return n, err
}

// next goes to the next block, or over what is between streams. Its error is io.EOF at the end of the last one.
func (x *xzReader) next() error {
	if !x.inside {
		return x.startStream()
	}
	size, err := x.in.ReadByte()
	switch {
	case err != nil:
		return noEOF(err)
	case size == 0:
		x.inside = false
		return noEOF(x.endStream())
	}
	return noEOF(x.startBlock(size))
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (x *xzReader) startStream() error {
	if err := x.in.skipZeros(); err != nil {
		return err
	}
	if head, _ := x.in.Peek(len(xzMagic)); isMagic(head, xzMagic) == no {
		return errTrailing
	}
	var head [12]byte
	if _, err := io.ReadFull(x.in, head[:]); err != nil {
		return noEOF(err)
	}
	flags := head[6:8]
	if flags[0] != 0 || flags[1] > 15 || crc32.ChecksumIEEE(flags) != binary.LittleEndian.Uint32(head[8:]) {
		return errHeader
	}
	x.inside, x.check, x.blocks = true, flags[1], 0
	return nil
}

// startBlock reads the header of a block behind its first byte.
func (x *xzReader) startBlock(size byte) error {
	head := make([]byte, (int(size)+1)*4)
	head[0] = size
	if _, err := io.ReadFull(x.in, head[1:]); err != nil {
		return err
	}
	fields, sum := head[:len(head)-4], head[len(head)-4:]
	if crc32.ChecksumIEEE(fields) != binary.LittleEndian.Uint32(sum) {
		return errHeader
	}
	window, err := x.blockFields(fields[1], bytes.NewReader(fields[2:]))
	if err != nil {
		return err
	}
	x.blocks++
	x.sum, x.n, x.start = newCheck(x.check), 0, x.in.offset()
	x.block, err = lzma.Reader2Config{DictCap: window}.NewReader2(x.in)
	return err
}

// blockFields gives the size of the window.
func (x *xzReader) blockFields(flags byte, fields *bytes.Reader) (window int, err error) {
	if flags&0x40 != 0 { // the compressed size, which the end of the contents tells as well
		if _, err := binary.ReadUvarint(fields); err != nil {
			return 0, errHeader
		}
	}
	x.size = -1
	if flags&0x80 != 0 {
		size, err := binary.ReadUvarint(fields)
		if err != nil || size > 1<<62 {
			return 0, errHeader
		}
		x.size = int64(size)
	}
	filter, err := binary.ReadUvarint(fields)
	if err != nil {
		return 0, errHeader
	}
	if flags&3 != 0 || filter != lzma2 {
		return 0, fmt.Errorf("filter 0x%02x is not supported", filter)
	}
	var property [2]byte // its size, and the window
	if _, err := io.ReadFull(fields, property[:]); err != nil || property[0] != 1 {
		return 0, errHeader
	}
	asked, err := lzma.DecodeDictCap(property[1])
	if err != nil {
		return 0, errHeader
	}
	if asked > maxWindow {
		return 0, fmt.Errorf("it asks for a window of %d MiB, more than %d", asked>>20, maxWindow>>20)
	}
	return max(lzma.MinDictCap, min(int(asked), x.needed())), nil
}

// needed is how large a window a block can use that ends within the buffer: not more than it unpacks to. That keeps small
// files from asking for much.
func (x *xzReader) needed() (size int) {
	p, err := x.in.Peek(min(x.in.Buffered()+1, bufferSize)) // the end of the input is known only behind it
	for len(p) >= 6 && p[0] != 0 {
		n, skip := int(p[1])<<8|int(p[2])+1, 3 // of a chunk as it is
		if p[0] >= 0x80 {
			n += int(p[0]&0x1f) << 16
			skip = int(p[3])<<8 | int(p[4]) + 1 + 5
		} else {
			skip += n
		}
		if p[0] >= 0xc0 {
			skip++ // properties
		}
		size += n
		p = p[min(skip, len(p)):]
	}
	if err != nil || len(p) > 0 && p[0] == 0 {
		return size
	}
	return maxWindow
}

// endBlock reads what stands behind the contents of a block: zeros, so that its length is a multiple of four, and its
// checksum.
func (x *xzReader) endBlock() error {
	if x.size >= 0 && x.n != x.size {
		return errChecksum
	}
	if err := x.padding(x.in.offset() - x.start); err != nil {
		return err
	}
	sum := make([]byte, checkSizes[x.check])
	if _, err := io.ReadFull(x.in, sum); err != nil {
		return noEOF(err)
	}
	if x.sum == nil {
		return nil
	}
	want := x.sum.Sum(nil)
	if x.check != checkSHA256 {
		slices.Reverse(want) // hash has the most significant byte first
	}
	if !bytes.Equal(sum, want) {
		return errChecksum
	}
	return nil
}

// padding reads zeros up to a multiple of four.
func (x *xzReader) padding(n int64) error {
	for ; n%4 != 0; n++ {
		b, err := x.in.ReadByte()
		if err != nil {
			return noEOF(err)
		}
		if b != 0 {
			return errChecksum
		}
	}
	return nil
}

// endStream reads the index behind its first byte, and the footer.
func (x *xzReader) endStream() error {
	start := x.in.offset() - 1
	index := &summed{x.in, crc32.ChecksumIEEE([]byte{0})}
	n, err := binary.ReadUvarint(index)
	if err != nil {
		return err
	}
	if n != uint64(x.blocks) {
		return errChecksum
	}
	for range 2 * n { // sizes of blocks, which are known
		if _, err := binary.ReadUvarint(index); err != nil {
			return err
		}
	}
	for (x.in.offset()-start)%4 != 0 {
		if _, err := index.ReadByte(); err != nil {
			return err
		}
	}
	var foot [16]byte // the checksum of the index, and the footer
	if _, err := io.ReadFull(x.in, foot[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(foot[:]) != index.sum || string(foot[14:]) != xzFooter ||
		binary.LittleEndian.Uint32(foot[4:]) != crc32.ChecksumIEEE(foot[8:14]) {
		return errChecksum
	}
	return nil
}

// A summed source keeps a checksum of what is read of it.
type summed struct {
	in  *source
	sum uint32
}

func (s *summed) ReadByte() (byte, error) {
	b, err := s.in.ReadByte()
	if err == nil {
		s.sum = crc32.Update(s.sum, crc32.IEEETable, []byte{b})
	}
	return b, err
}

// Kinds of checksums.
const (
	checkCRC32  = 1
	checkCRC64  = 4
	checkSHA256 = 10
)

// checkSizes are the sizes of checksums, of those kinds too that nobody has defined.
var checkSizes = [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

var crc64Table = crc64.MakeTable(crc64.ECMA)

// newCheck gives a hash, or nil if there is none for that kind.
func newCheck(kind byte) hash.Hash {
	switch kind {
	case checkCRC32:
		return crc32.NewIEEE()
	case checkCRC64:
		return crc64.New(crc64Table)
	case checkSHA256:
		return sha256.New()
	}
	return nil
}
