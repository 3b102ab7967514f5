package unpack

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
)

// tar reads the members of an archive. After its end, or a damaged header, the next header is looked for, and members after the end are
// told. Zeros that fill the last record are not.
func (w *walker) tar(s *source, member string, depth int, resumed bool) bool {
	start := s.offset() // which all blocks are counted from
	if resumed {
		if !s.findTarMagic() {
			return w.report(s.failed())
		}
		start = s.offset()
	}
	r := tar.NewReader(s)
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
			if err != io.EOF && !w.report(s.tarFailure(part, member, err)) {
				return false
			}
			if !s.findTarHeader(start) {
				return w.report(s.failed())
			}
			if err == io.EOF && !w.report(s.tarFailure(nil, member, errAfterTarEnd)) {
				return false
			}
			r, part = tar.NewReader(s), nil
			continue
		}
		if end = -1; !isSparse(h) {
			end = s.offset() + (h.Size+tarBlock-1)/tarBlock*tarBlock
		}
		if !tarHolds(h.Typeflag) {
			continue
		}
		part = &layer{in: s, r: r, format: tarFormat, member: path(member, h.Name), counts: isSparse(h)}
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

// findTarHeader goes to the next block that is a header. Blocks are counted from start. It is false at the end.
func (s *source) findTarHeader(start int64) bool {
	if over := (s.offset() - start) % tarBlock; over > 0 {
		s.discard(tarBlock - over)
	}
	for {
		block, err := s.Peek(tarBlock)
		if err != nil {
			s.Discard(len(block))
			return false
		}
		if isTarHeader(block) {
			return true
		}
		s.Discard(tarBlock)
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
