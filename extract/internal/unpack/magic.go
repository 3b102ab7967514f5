package unpack

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zlib"
)

// A format is the name of a format, as printed in errors. It is detected by a row of
// firsts, and read by a case of content.open if it is an archive, or else of newReader.
// If it can be found again after damage, it has a row of marks. A fixture tests it, and
// doc.go lists it.
type format string

const (
	plain          format = "" // unknown
	gzipFormat     format = "gzip"
	bzip2Format    format = "bzip2"
	xzFormat       format = "xz"
	zstdFormat     format = "zstd"
	lz4Format      format = "lz4"
	compressFormat format = "compress"
	zlibFormat     format = "zlib"
	tarFormat      format = "tar"
	cpioFormat     format = "cpio"
	zipFormat      format = "zip"
	arFormat       format = "ar"
	flateFormat    format = "Flate" // in a PDF, like the next one; neither is detected
	lzwFormat      format = "LZW"
	deflateFormat  format = "deflate" // of HTTP, only detected where it is declared
)

// A verdict reports whether content has a format, as far as its first bytes show.
type verdict uint8

const (
	no verdict = iota
	maybe
	yes
)

const (
	xzMagic  = "\xfd7zXZ\x00"
	arMagic  = "!<arch>\n"
	tarMagic = "ustar" // of all but the oldest headers, at tarMagicAt

	// Signatures of the parts of a zip.
	zipLocal     = "PK\x03\x04" // a header before the contents of a member
	zipSpan      = "PK\x07\x08" // a descriptor after them, or the mark of a first volume
	zipSpan0     = "PK00"       // the mark of a first volume that is the only one
	zipCentral   = "PK\x01\x02" // a header in the directory
	zipEnd       = "PK\x05\x06" // the end of the directory
	zip64End     = "PK\x06\x06"
	zip64Locator = "PK\x06\x07"
)

// firsts detects formats by a magic number, in which "?" is any byte, and by the bytes
// that begin with it. If ended is set, head is all of the content.
var firsts = []struct {
	format format
	magic  string
	is     func(head []byte, ended bool) verdict
}{
	{gzipFormat, "\x1f\x8b\x08", nil},
	{bzip2Format, "BZh?1AY&SY", nil},
	{bzip2Format, "BZh?\x17\x72\x45\x38\x50\x90", nil}, // without content
	{xzFormat, xzMagic, nil},
	{zstdFormat, "\x28\xb5\x2f\xfd", nil},
	{lz4Format, "\x04\x22\x4d\x18", nil},
	{lz4Format, "\x02\x21\x4c\x18", nil}, // of before version 1.0
	{zipFormat, zipLocal, nil},
	{zipFormat, zipEnd, nil}, // without members
	{zipFormat, zipSpan + zipLocal, nil},
	{zipFormat, zipSpan0 + zipLocal, nil},
	{arFormat, arMagic, nil},
	{compressFormat, "\x1f\x9d", isCompress},
	{zstdFormat, "", isSkippable},
	{cpioFormat, "", isCpio},
	{zlibFormat, "x?", isZlib},
	{tarFormat, "", isTar},
}

// sniff returns the format of content that begins with head. If ended is set, head is all
// of the content. undecided reports whether the format depends on more bytes.
func sniff(head []byte, ended bool) (f format, undecided bool) {
	if len(head) == 0 {
		return plain, !ended
	}
	for i := range firsts {
		first := &firsts[i]
		is := isMagic(head, first.magic)
		if is == yes && first.is != nil {
			is = first.is(head, ended)
		}
		switch is {
		case yes:
			return first.format, false
		case maybe:
			undecided = true
		}
	}
	return plain, undecided && !ended
}

// IsPacked reports whether an Unpacker unpacks a file that is head or begins with it.
func IsPacked(head []byte) bool {
	f, _ := sniff(head, true)
	return f != plain
}

// isMagic reports whether head begins with a magic number.
func isMagic(head []byte, magic string) verdict {
	for i := range min(len(head), len(magic)) {
		if magic[i] != '?' && head[i] != magic[i] {
			return no
		}
	}
	if len(head) < len(magic) {
		return maybe
	}
	return yes
}

// The third byte of a .Z.
const (
	compressBits    = 0x1f // length of the longest code
	compressBlock   = 0x80 // a code clears the table
	compressUnknown = 0x60
)

func isCompress(head []byte, _ bool) verdict {
	if len(head) < 3 {
		return maybe
	}
	if bits := head[2] & compressBits; bits < 9 || bits > 16 || head[2]&compressUnknown != 0 {
		return no
	}
	return yes
}

// isSkippable detects a skippable frame of zstd. lz4 has them too, but hardly ever begins
// with one.
func isSkippable(head []byte, _ bool) verdict {
	if len(head) > 0 && head[0]>>4 != 5 {
		return no
	}
	return isMagic(head, "?\x2a\x4d\x18")
}

// zlibLook is the number of bytes that must be valid deflate, since text may begin like
// zlib.
const zlibLook = 256

// appleDisk begins a disk image of Apple (.dmg), which consists of many short streams of
// zlib. Package texts skips it.
const appleDisk = "x\x01s\rbb`"

func isZlib(head []byte, ended bool) verdict {
	if isMagic(head, appleDisk) == yes {
		return no
	}
	if bytes.IndexByte([]byte("\x01^\x9c\xda"), head[1]) < 0 {
		return no
	}
	head = head[:min(len(head), zlibLook)] // always, so that the result does not depend on cuts
	z, err := zlib.NewReader(bytes.NewReader(head))
	if err == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(z, 64*zlibLook))
	}
	switch {
	case err == nil, len(head) == zlibLook && err == io.ErrUnexpectedEOF,
		err == zlib.ErrChecksum && head[1] != '^':
		return yes
	case err != io.ErrUnexpectedEOF && err != io.EOF:
		return no
	case ended && head[1] != '^':
		return yes // cut
	}
	return maybe
}

// Offsets of the fields of a tar header.
const (
	tarBlock    = 512
	tarName     = 100
	tarMode     = 108 // its end
	tarChecksum = 148
	tarType     = 156
	tarMagicAt  = 257
)

// isTar detects a header with the right checksum. Its name must not begin with a control
// character or blank or contain a line feed, so that a line of text need not wait for the
// rest of a block.
func isTar(head []byte, _ bool) verdict {
	name, _, _ := bytes.Cut(head[:min(len(head), tarName)], []byte{0})
	if len(head) > 0 && head[0] <= ' ' || bytes.IndexByte(name, '\n') >= 0 {
		return no
	}
	for _, b := range head[min(len(head), tarName):min(len(head), tarMode)] {
		if (b < '0' || b > '7') && b != ' ' && b != 0 {
			return no
		}
	}
	if len(head) < tarBlock {
		return maybe
	}
	if isTarHeader(head[:tarBlock]) {
		return yes
	}
	return no
}

// isTarHeader reports whether a block has the right checksum, which is computed with
// blanks in its own place. Old programs summed signed bytes.
func isTarHeader(block []byte) bool {
	field := string(bytes.Trim(block[tarChecksum:tarType], " \x00"))
	want, err := strconv.ParseInt(field, 8, 32)
	if err != nil {
		return false
	}
	var sum, signed int64
	for i, b := range block {
		if tarChecksum <= i && i < tarType {
			b = ' '
		}
		sum += int64(b)
		signed += int64(int8(b))
	}
	return want == sum || want == signed
}

// A cpioVariant is one of the forms of a cpio header: digits of equal or unequal width,
// or binary.
type cpioVariant struct {
	magic string
	size  int // of the header
	align int64
	base  int              // of the digits, or 0
	order binary.ByteOrder // of binary, or nil
	// Fields: mode, size of the name, size of the file, and the sum of its bytes, if any.
	mode, nameSize, fileSize, sum span
}

// A span is the place of a field: [start,end).
type span struct{ start, end int }

var cpioVariants = []*cpioVariant{
	{magic: "070701", size: 110, align: 4, base: 16, mode: span{14, 22}, nameSize: span{94, 102},
		fileSize: span{54, 62}},
	{magic: "070702", size: 110, align: 4, base: 16, mode: span{14, 22}, nameSize: span{94, 102},
		fileSize: span{54, 62}, sum: span{102, 110}},
	{magic: "070707", size: 76, align: 1, base: 8, mode: span{18, 24}, nameSize: span{59, 65},
		fileSize: span{65, 76}},
	{magic: "\xc7\x71", size: 26, align: 2, order: binary.LittleEndian, mode: span{6, 8},
		nameSize: span{20, 22}, fileSize: span{22, 26}},
	{magic: "\x71\xc7", size: 26, align: 2, order: binary.BigEndian, mode: span{6, 8}, nameSize: span{20, 22},
		fileSize: span{22, 26}},
}

// Types of files, in the mode.
const (
	cpioType    = 0o170000
	cpioRegular = 0o100000
	cpioOdd     = 0o010000 // set only for pipes, and no archive begins with one
)

// A cpioHeader is a parsed header.
type cpioHeader struct {
	name                 string
	mode, nameSize, size int64
	padding              int64 // after the file
	sum                  int64 // of the bytes of the file, or -1
}

// parse parses a header. A field that is not a number is -1.
func (v *cpioVariant) parse(head []byte) cpioHeader {
	h := cpioHeader{
		sum:      -1,
		mode:     v.number(head[v.mode.start:v.mode.end]),
		nameSize: v.number(head[v.nameSize.start:v.nameSize.end]),
		size:     v.number(head[v.fileSize.start:v.fileSize.end]),
	}
	if v.sum.end > 0 && h.mode&cpioType == cpioRegular {
		h.sum = v.number(head[v.sum.start:v.sum.end])
	}
	return h
}

func (v *cpioVariant) number(field []byte) int64 {
	switch {
	case v.base > 0:
		n, err := strconv.ParseUint(string(field), v.base, 40)
		if err != nil {
			return -1
		}
		return int64(n)
	case len(field) == 2:
		return int64(v.order.Uint16(field))
	}
	// The more significant half comes first in either order.
	return int64(v.order.Uint16(field))<<16 | int64(v.order.Uint16(field[2:]))
}

// isCpio detects a header of digits, or a binary one with a known type of file, if its
// name ends at the right place.
func isCpio(head []byte, _ bool) verdict {
	for _, v := range cpioVariants {
		is := isMagic(head, v.magic)
		switch {
		case is == no:
			continue
		case v.base > 0 && !areDigits(head[:min(len(head), v.size)], v.base):
			return no
		case is == maybe || len(head) < v.size:
			return maybe
		case v.base > 0:
			return yes
		}
		return isBinaryCpio(v, head)
	}
	return no
}

func isBinaryCpio(v *cpioVariant, head []byte) verdict {
	h, rest := v.parse(head), head[v.size:]
	if kind := h.mode & cpioType; kind == 0 || kind&cpioOdd != 0 || h.nameSize < 2 || h.nameSize > 256 {
		return no
	}
	end := bytes.IndexByte(rest, 0)
	switch {
	case int64(end) == h.nameSize-1:
		return yes
	case end >= 0, int64(len(rest)) >= h.nameSize:
		return no
	}
	return maybe
}

func areDigits(text []byte, base int) bool {
	for _, b := range text {
		if !('0' <= b && b <= '7' || base == 16 && ('8' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f')) {
			return false
		}
	}
	return true
}

// A mark is the beginning of a piece of a format. After damage, the next piece is found by
// its mark. first is the byte of the mark at index at. match is called with size bytes.
type mark struct {
	first    byte
	at, size int
	match    func([]byte) bool
}

// index returns the index of the first mark in b, or -1.
func (m *mark) index(b []byte) int {
	for i := 0; i+m.size <= len(b); i++ {
		k := bytes.IndexByte(b[i+m.at:len(b)-m.size+m.at+1], m.first)
		if k < 0 {
			return -1
		}
		if i += k; m.match(b[i : i+m.size]) {
			return i
		}
	}
	return -1
}

// marks holds the mark of each format in which it can be found with some certainty.
var marks = map[format]mark{
	gzipFormat:  {'\x1f', 0, 10, isGzipHeader},
	bzip2Format: {'B', 0, 3, func(b []byte) bool { return string(b) == "BZh" }},
	xzFormat:    {xzMagic[0], 0, 12, isXZHeader},
	zstdFormat:  {'\x28', 0, 5, isZstdHeader},
	lz4Format:   {'\x04', 0, 6, isLZ4Header},
	tarFormat:   {tarMagic[0], tarMagicAt, tarBlock, isTarMagic},
	cpioFormat:  {'0', 0, 6, isCpioMagic},
	zipFormat:   {'P', 0, 4, isZipSignature},
}

// isGzipHeader reports whether b begins a gzip header (RFC 1952, section 2.3.1): ID1,
// ID2, CM, FLG, MTIME, XFL and OS.
func isGzipHeader(b []byte) bool {
	return isMagic(b, "\x1f\x8b\x08") == yes && b[3]&0xe0 == 0 && (b[8] == 0 || b[8] == 2 || b[8] == 4) &&
		(b[9] <= 13 || b[9] == 255)
}

// isXZHeader reports whether b is the header of a stream with a valid checksum (The .xz
// File Format, section 2.1.1).
func isXZHeader(b []byte) bool {
	return isMagic(b, xzMagic) == yes && crc32.ChecksumIEEE(b[6:8]) == le32(b[8:])
}

// isZstdHeader reports whether b begins a frame (RFC 8878, section 3.1.1): the magic
// number, and a descriptor without the reserved bit.
func isZstdHeader(b []byte) bool { return isMagic(b, "\x28\xb5\x2f\xfd") == yes && b[4]&0x08 == 0 }

// isLZ4Header reports whether b begins a frame (LZ4 Frame Format Description): the magic
// number, FLG of version 1, and BD with the size of a block, both without the reserved
// bits.
func isLZ4Header(b []byte) bool {
	return isMagic(b, "\x04\x22\x4d\x18") == yes && b[4]&0xc2 == 0x40 && b[5]&0x8f == 0 && b[5] >= 4<<4
}

func isTarMagic(b []byte) bool { return isMagic(b[tarMagicAt:], tarMagic) == yes && isTarHeader(b) }

// isCpioMagic reports whether b is a magic number that is long enough to search for.
func isCpioMagic(b []byte) bool {
	return string(b) == "070701" || string(b) == "070702" || string(b) == "070707"
}

func isZipSignature(b []byte) bool {
	return slices.Contains([]string{zipLocal, zipCentral, zipEnd, zip64End}, string(b))
}

func le16(p []byte) uint16 { return binary.LittleEndian.Uint16(p) }

func le32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }
