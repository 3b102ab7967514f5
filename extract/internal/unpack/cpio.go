package unpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
)

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
	{
		magic:    "070702",
		size:     110,
		align:    4,
		base:     16,
		mode:     span{14, 22},
		nameSize: span{94, 102},
		fileSize: span{54, 62},
		sum:      span{102, 110},
	},
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

// cpioTrailer is the name of the last member.
const cpioTrailer = "TRAILER!!!"

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

// padding returns the number of bytes to skip after n bytes, up to the next boundary.
func (v *cpioVariant) padding(n int64) int64 { return -n & (v.align - 1) }

// cpio yields the members of an archive. Several archives may follow each other,
// separated by zeros.
func (c *content) cpio() bool {
	for ended := false; ; {
		h, err := c.cpioHeader()
		switch {
		case err == io.EOF && ended:
			return true
		case err != nil:
			if !c.fail(err) {
				return false
			}
			if !c.find(cpioFormat) {
				return c.ends()
			}
			continue
		}
		if ended = h.name == cpioTrailer; ended {
			if err := c.skipZeros(); err != nil && err != io.EOF {
				return c.fail(err)
			}
			continue
		}
		l := c.stored(h.name, h.size)
		if h.sum >= 0 {
			l.r, l.sums = single{&checked{r: l.r, want: uint32(h.sum)}}, true
		}
		if h.mode&cpioType == cpioRegular && !c.enter(l) {
			return false
		}
		if !l.skip() {
			more := c.u.report(l.failed())
			if !more || !errors.Is(l.err, errChecksum) { // a wrong sum does not hide the next members
				return more
			}
		}
		c.Discard(int(h.padding))
	}
}

// A checked reader reads r, and compares the sum of its bytes with want at the end.
type checked struct {
	r         io.Reader
	sum, want uint32
}

func (s *checked) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	for _, b := range p[:n] {
		s.sum += uint32(b)
	}
	if err == io.EOF && s.sum != s.want {
		err = errChecksum
	}
	return n, err
}

// cpioHeader reads a header and the name after it. Its error is io.EOF at the end.
func (s *source) cpioHeader() (cpioHeader, error) {
	v, err := s.cpioVariant()
	if err != nil {
		return cpioHeader{}, err
	}
	head := make([]byte, v.size)
	if _, err := io.ReadFull(s, head); err != nil {
		return cpioHeader{}, err
	}
	h := v.parse(head)
	if h.mode < 0 || h.size < 0 || h.nameSize < 1 || h.nameSize > maxName {
		return h, errHeader
	}
	name := make([]byte, h.nameSize+v.padding(int64(v.size)+h.nameSize))
	if _, err := io.ReadFull(s, name); err != nil {
		return h, io.ErrUnexpectedEOF
	}
	name, _, _ = bytes.Cut(name, []byte{0})
	h.name, h.padding = string(name), v.padding(h.size)
	return h, nil
}

// cpioVariant returns the form of the next header.
func (s *source) cpioVariant() (*cpioVariant, error) {
	head, err := s.Peek(len(cpioVariants[0].magic))
	for _, v := range cpioVariants {
		if isMagic(head, v.magic) == yes {
			return v, nil
		}
	}
	if len(head) > 0 {
		s.Discard(1) // so that the same magic number is not found again
		return nil, errHeader
	}
	return nil, err
}

// isCpioMagic reports whether b is a magic number that is long enough to search for.
func isCpioMagic(b []byte) bool {
	return string(b) == "070701" || string(b) == "070702" || string(b) == "070707"
}
