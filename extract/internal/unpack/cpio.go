package unpack

import (
	"bytes"
	"errors"
	"io"
)

// cpioTrailer is the name of the last member.
const cpioTrailer = "TRAILER!!!"

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
