package unpack

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
)

// tar reads the members of an archive. After its end, or a damaged header, the next header is looked for. What follows the end is told,
// be it members or other bytes. Zeros that fill the last record are not.
func (w *walker) tar(s *source, member string, depth int, resumed bool) bool {
	start := s.offset() // which all blocks are counted from
	if resumed {
		if !s.findTarMagic() {
			return w.report(s.failed())
		}
		start = s.offset()
	}
	blocks := &tarBlocks{in: s}
	r := tar.NewReader(blocks)
	var part *layer
	end := int64(-1) // where the last member ends in s, if that is known
	for {
		h, err := r.Next()
		if errors.Is(err, tar.ErrInsecurePath) {
			err = nil // nothing is written to any path
		}
		if err == io.EOF && 0 <= end && s.offset() <= end && s.failed() == nil {
			err = errNoTarEnd
		}
		if err != nil {
			end = -1
			if blocks.repeat(err) {
				if !w.report(tarFailureAt(s.offset()-tarBlock, member, errAfterTarEnd)) {
					return false
				}
				r, part = tar.NewReader(blocks), nil
				continue
			}
			if err != io.EOF && !w.report(s.tarFailure(part, member, err)) {
				return false
			}
			found, other := s.findTarHeader(start)
			if !found {
				if err == io.EOF && other >= 0 && !w.report(tarFailureAt(other, member, errTarRest)) {
					return false
				}
				return w.report(s.failed())
			}
			if err == io.EOF && !w.report(s.tarFailure(nil, member, errAfterTarEnd)) {
				return false
			}
			r, part, blocks.blank = tar.NewReader(blocks), nil, false
			continue
		}
		if end = -1; !isSparse(h) {
			end = s.offset() + (h.Size+tarBlock-1)/tarBlock*tarBlock
		}
		if !tarHolds(h.Typeflag) {
			continue
		}
		part = &layer{in: s, r: single{r}, format: tarFormat, member: path(member, h.Name), counts: isSparse(h)}
		if !w.member(part, depth) {
			return false
		}
	}
}

// errNoTarEnd says that a tar ends without the block of zeros that marks its end.
var errNoTarEnd = errors.New("no end mark: members may be missing")

// errAfterTarEnd says that the zeros that mark the end of a tar are followed by more members. The header of a member may have been lost
// there, as in a hole of a disk, or two archives were put together.
var errAfterTarEnd = errors.New("members after the end mark: others before them may be missing")

// errTarRest says that the zeros that mark the end of a tar are followed by something else that is no member either.
var errTarRest = errors.New("bytes after the end mark that are no member: members may be missing")

// tarFailureAt returns the failure that an error at an offset is.
func tarFailureAt(offset int64, member string, err error) *failure {
	return &failure{err: &Error{Member: member, Format: string(tarFormat), Offset: offset, Err: err}}
}

// A tarBlocks is what archive/tar reads. That takes the block after a block of zeros for the second one of an end mark, whatever it is:
// if it is a header, it is to be read again.
type tarBlocks struct {
	in    *source
	last  [tarBlock]byte // that was read as a block
	blank bool           // it is nothing but zeros
	after bool           // it comes after a block of zeros
	again bool           // last comes next
}

func (b *tarBlocks) Read(p []byte) (int, error) {
	if b.again {
		b.again, b.after = false, false
		return copy(p, b.last[:]), nil
	}
	if len(p) == tarBlock { // as headers are read, and hardly anything else
		block, _ := b.in.Peek(tarBlock)
		clear(b.last[copy(b.last[:], block):])
		b.after, b.blank = b.blank, b.last == [tarBlock]byte{}
	}
	return b.in.Read(p)
}

// repeat reports whether an error is that of a header after a block of zeros. If so, the header comes next.
func (b *tarBlocks) repeat(err error) bool {
	b.again = errors.Is(err, tar.ErrHeader) && b.after && isTarHeader(b.last[:])
	return b.again
}

// tarFailure returns the failure of part, if that is why there is no next header.
func (s *source) tarFailure(part *layer, member string, err error) *failure {
	if part != nil && part.failed() != nil && !errors.Is(err, tar.ErrHeader) {
		return part.failed()
	}
	return s.failure(tarFormat, member, err)
}

// findTarMagic goes to the next header that has a magic number, as all but the oldest have, wherever it begins. It is false at the end.
func (s *source) findTarMagic() bool {
	const magic, at = "ustar", 257
	for {
		head, err := s.Peek(at + len(magic))
		if err != nil {
			s.Discard(len(head))
			return false
		}
		head, _ = s.Peek(max(len(head), s.Buffered()))
		i := bytes.Index(head[at:], []byte(magic))
		if i < 0 {
			s.Discard(len(head) - at - len(magic) + 1)
			continue
		}
		s.Discard(i)
		if block, _ := s.Peek(tarBlock); len(block) == tarBlock && isTarHeader(block) {
			return true
		}
		s.Discard(1)
	}
}

// findTarHeader goes to the next block that is a header. Blocks are counted from start. It is false at the end. It also returns the offset
// of the first byte on the way that is not zero, or -1.
func (s *source) findTarHeader(start int64) (found bool, other int64) {
	other = -1
	if over := (s.offset() - start) % tarBlock; over > 0 {
		s.discard(tarBlock - over)
	}
	for {
		block, err := s.Peek(tarBlock)
		if err == nil && isTarHeader(block) {
			return true, other
		}
		if zeros := len(block) - len(bytes.TrimLeft(block, "\x00")); other < 0 && zeros < len(block) {
			other = s.offset() + int64(zeros)
		}
		s.Discard(len(block))
		if err != nil {
			return false, other
		}
	}
}

// tarHolds reports whether a member has contents. Types that are not known are regular files, as POSIX says.
func tarHolds(kind byte) bool {
	switch kind {
	case tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo, tar.TypeXGlobalHeader,
		'D', 'V': // GNU's list of a directory, and name of a volume
		return false
	}
	return true
}

// isSparse reports whether a member is longer than its bytes in the archive.
func isSparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}
