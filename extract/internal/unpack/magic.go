package unpack

import (
	"bytes"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
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
	flateFormat    format = "Flate" // of PDF, as the next one; neither is detected
	lzwFormat      format = "LZW"
	deflateFormat  format = "deflate" // of HTTP, only detected where it is declared
)

// A verdict reports whether the first bytes of content are those of a format, as far as
// they go.
type verdict uint8

const (
	no verdict = iota
	maybe
	yes
)

// firsts detects formats by their first bytes. If ended is set, head is all of the
// content.
var firsts = []struct {
	format format
	is     func(head []byte, ended bool) verdict
}{
	{gzipFormat, magic("\x1f\x8b\x08")},
	{bzip2Format, magic("BZh?1AY&SY")},
	{bzip2Format, magic("BZh?\x17\x72\x45\x38\x50\x90")}, // without content
	{xzFormat, magic(xzMagic)},
	{zstdFormat, magic("\x28\xb5\x2f\xfd")},
	{lz4Format, magic("\x04\x22\x4d\x18")},
	{lz4Format, magic("\x02\x21\x4c\x18")}, // of before version 1.0
	{zipFormat, magic(zipLocal)},
	{zipFormat, magic(zipEnd)}, // without members
	{zipFormat, magic(zipSpan + zipLocal)},
	{zipFormat, magic(zipSpan0 + zipLocal)},
	{arFormat, magic(arMagic)},
	{compressFormat, isCompress},
	{zstdFormat, isSkippable},
	{cpioFormat, isCpio},
	{zlibFormat, isZlib},
	{tarFormat, isTar},
}

// sniff returns the format of content that begins with head. If ended is set, head is all
// of the content. undecided reports whether the format depends on more bytes.
func sniff(head []byte, ended bool) (f format, undecided bool) {
	for _, first := range firsts {
		switch first.is(head, ended) {
		case yes:
			return first.format, false
		case maybe:
			undecided = true
		}
	}
	return plain, undecided && !ended
}

// sniffDeflate returns the format of content declared as deflate: a known format, deflate
// without a header, or plain. Text is plain, even if it could be deflate.
func (s *source) sniffDeflate() format {
	f := s.sniff()
	if f != plain {
		return f
	}
	head, _ := s.Peek(zlibLook)
	strange := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r) }
	if !bytes.ContainsFunc(head, strange) {
		return plain
	}
	_, err := io.Copy(io.Discard, io.LimitReader(flate.NewReader(bytes.NewReader(head)), 64*zlibLook))
	if err == nil || err == io.ErrUnexpectedEOF {
		return deflateFormat
	}
	return plain
}

// IsPacked reports whether an Unpacker unpacks a file that is head or begins with it.
func IsPacked(head []byte) bool {
	f, _ := sniff(head, true)
	return f != plain
}

// magic returns a function that detects a magic number, in which "?" is any byte.
func magic(number string) func([]byte, bool) verdict {
	return func(head []byte, _ bool) verdict { return isMagic(head, number) }
}

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

func isCompress(head []byte, _ bool) verdict {
	if v := isMagic(head, "\x1f\x9d"); v != yes {
		return v
	}
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
	if v := isMagic(head, "x?"); v != yes {
		return v
	}
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
