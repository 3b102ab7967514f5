package unpack

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"slices"
)

// A check is a checksum that covers the bytes being read, and has not been compared yet.
type check struct {
	number int
	from   int64 // offset in the unpacked bytes of its layer at which it begins
	depth  int   // of the layer
	entry  int   // number of the entry that was being read when it began
	read   int64 // offset in that entry at that time
	asked  bool  // Checks has returned it, and returns it until it has held
}

// covers reports whether a checksum covers bytes before the offset end of the entry that
// is being read. end is -1 if it is unknown.
func (c *check) covers(end int64, s *spent) bool {
	return c.asked || end < 0 || (c.depth != s.depth || end > c.from) && (c.entry != s.entry || end > c.read)
}

// Checks returns the numbers of the checksums that cover the bytes being read and have
// not been compared yet, from the outermost. A number belongs to one checksum of the
// input. [Error.Check] is the number of one that failed. Bytes may have been read ahead:
// Checks leaves out a checksum that covers only bytes after offset end of the entry with
// a number. The numbers may be kept and must not be changed.
func (u *Unpacker) Checks(entry int, end int64) []int {
	if len(u.checks) == 0 {
		return nil // the usual case
	}
	return u.covering(entry, end)
}

func (u *Unpacker) covering(entry int, end int64) []int {
	if entry != u.entry {
		end = -1 // the current entry has no known end
	}
	u.scratch = u.scratch[:0]
	for i := range u.checks {
		if c := &u.checks[i]; c.covers(end, &u.spent) {
			c.asked = true
			u.scratch = append(u.scratch, c.number)
		}
	}
	if !slices.Equal(u.scratch, u.numbers) {
		u.numbers = append([]int(nil), u.scratch...)
	}
	return u.numbers
}

// cover begins a checksum that covers a layer, or the first piece of it. The returned
// function ends it.
func (u *Unpacker) cover(l *layer) (end func()) {
	before := len(u.checks)
	u.checks = append(u.checks, u.newCheck(0, l.depth))
	l.check = len(u.checks)
	// the checksum of the previous piece has held
	l.r.each(func() { u.checks[l.check-1] = u.newCheck(l.n, l.depth) })
	return func() { u.checks = u.checks[:before] }
}

// newCheck returns a checksum that covers the following bytes.
func (s *spent) newCheck(from int64, depth int) check {
	s.check++
	c := check{number: s.check, from: from, depth: depth, entry: s.entry}
	if s.reading != nil {
		c.read = s.reading.offset()
	}
	return c
}

// failure returns the failure for an error of the layer. If its bytes are damaged, the
// outstanding checksums can no longer prove the bytes before the damage. If it is cut,
// they are not in doubt.
func (l *layer) failure(err error) *failure {
	own := l.in.ended() == nil
	f := l.in.failure(l.format, l.member, err)
	if e, ok := f.err.(*Error); ok && own && l.check > 0 && l.isDamage(err) {
		e.Check = l.in.u.checks[l.check-1].number
	}
	return f
}

// isDamage reports whether an error of the layer means that its bytes are wrong.
func (l *layer) isDamage(err error) bool {
	if _, limited := err.(*LimitError); limited || err == errTrailing || err == io.ErrClosedPipe {
		return false
	}
	return !l.in.atEnd() || !errors.Is(err, io.ErrUnexpectedEOF)
}

// atEnd reports whether the source has been read to its end.
func (s *source) atEnd() bool { return s.raw.err != nil && s.Buffered() == 0 }

// isDamaged reports whether damage ended the layer.
func (l *layer) isDamaged() bool {
	f := l.failed()
	if f == nil || l.in.ended() != nil {
		return false
	}
	e, ok := f.err.(*Error)
	return ok && (e.Err == errTrailing || l.isDamage(e.Err))
}

// resumes moves to the next readable place of a compressed stream after damage. It
// reports whether there is one.
func (l *layer) resumes() bool {
	if !l.isDamaged() || !l.r.resume() {
		return false
	}
	l.err = nil
	return true
}

// A mark is the beginning of a piece of a format, by which the piece is found after
// damage. first is its byte at index at. match is called with size bytes.
type mark struct {
	first    byte
	at, size int
	match    func([]byte) bool
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

// find moves to the next mark of a format. It returns false at the end, and if the format
// has no mark.
func (s *source) find(f format) bool {
	m, ok := marks[f]
	if !ok {
		io.Copy(io.Discard, s)
		return false
	}
	for {
		head, _ := s.Peek(max(m.size, s.Buffered()))
		i := 0
		for ; i+m.size <= len(head); i++ {
			k := bytes.IndexByte(head[i+m.at:len(head)-m.size+m.at+1], m.first)
			if k < 0 {
				i = len(head) - m.size + 1
				break
			}
			if i += k; m.match(head[i : i+m.size]) {
				s.Discard(i)
				return true
			}
		}
		if len(head) < m.size {
			s.Discard(len(head))
			return false
		}
		s.Discard(i)
	}
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
