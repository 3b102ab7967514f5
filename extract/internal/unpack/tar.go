package unpack

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
)

// tar yields the members of an archive. After its end, or a damaged header, it looks for
// the next header. Bytes after the end are reported, except for the zeros that fill the
// last record.
func (c *content) tar() bool {
	start := c.offset() // blocks are counted from here
	blocks := &tarBlocks{in: c.source}
	r := tar.NewReader(blocks)
	var last *layer
	end := int64(-1) // end of the last member, or -1 if unknown
	for {
		h, err := r.Next()
		if err == nil || errors.Is(err, tar.ErrInsecurePath) { // no path is written to
			sparse := isSparse(h)
			if end = -1; !sparse {
				end = c.offset() + (h.Size+tarBlock-1)/tarBlock*tarBlock
			}
			if tarHolds(h.Typeflag) {
				last = c.layer(c.path(h.Name), single{r})
				if last.counts = sparse; !c.enter(last) {
					return false
				}
			}
			continue
		}
		if err == io.EOF && 0 <= end && c.offset() <= end && c.failed() == nil {
			err = errNoTarEnd
		}
		end = -1
		if blocks.repeat(err) {
			if !c.failAt(c.offset()-tarBlock, errAfterTarEnd) {
				return false
			}
			r, last = tar.NewReader(blocks), nil
			continue
		}
		if err != io.EOF {
			f := c.failure(tarFormat, c.member, err)
			// the reason for the missing header
			if last != nil && last.failed() != nil && !errors.Is(err, tar.ErrHeader) {
				f = last.failed()
			}
			if !c.u.report(f) {
				return false
			}
		}
		found, other := c.findTarHeader(start)
		switch {
		case !found && err == io.EOF && other >= 0 && !c.failAt(other, errTarRest):
			return false
		case !found:
			return c.ends()
		case err == io.EOF && !c.fail(errAfterTarEnd):
			return false
		}
		r, last, blocks.blank = tar.NewReader(blocks), nil, false
	}
}

// failAt yields an error as a failure at an offset.
func (c *content) failAt(offset int64, err error) bool {
	return c.u.report(&failure{err: &Error{Member: c.member, Format: string(c.format),
		Offset: offset, Err: err}})
}

// errNoTarEnd reports that a tar lacks the block of zeros that marks its end.
var errNoTarEnd = errors.New("no end mark: members may be missing")

// errAfterTarEnd reports that members follow the zeros that mark the end of a tar. The
// header of a member may have been lost there, as in a hole of a disk, or two archives
// were concatenated.
var errAfterTarEnd = errors.New("members after the end mark: others before them may be missing")

// errTarRest reports that bytes other than members follow the zeros that mark the end of
// a tar.
var errTarRest = errors.New("unexpected bytes after the end mark: members may be missing")

// A tarBlocks is the input of archive/tar, which takes any block after a block of zeros
// for the second half of an end mark. If that block is a header, it must be read again.
type tarBlocks struct {
	in    *source
	last  [tarBlock]byte // the last block read
	blank bool           // last is all zeros
	after bool           // last follows a block of zeros
	again bool           // last is to be read again
}

func (b *tarBlocks) Read(p []byte) (int, error) {
	if b.again {
		b.again, b.after = false, false
		return copy(p, b.last[:]), nil
	}
	if len(p) == tarBlock { // headers are read so, and little else
		block, _ := b.in.Peek(tarBlock)
		clear(b.last[copy(b.last[:], block):])
		b.after, b.blank = b.blank, b.last == [tarBlock]byte{}
	}
	return b.in.Read(p)
}

// repeat reports whether an error is due to a header after a block of zeros. If so, the
// header is read next.
func (b *tarBlocks) repeat(err error) bool {
	b.again = errors.Is(err, tar.ErrHeader) && b.after && isTarHeader(b.last[:])
	return b.again
}

// findTarHeader moves to the next block that is a header. Blocks are counted from start.
// It returns false at the end. other is the offset of the first nonzero byte that was
// skipped, or -1.
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
		if rest := bytes.TrimLeft(block, "\x00"); other < 0 && len(rest) > 0 {
			other = s.offset() + int64(len(block)-len(rest))
		}
		s.Discard(len(block))
		if err != nil {
			return false, other
		}
	}
}

// tarHolds reports whether a member has contents. Unknown types are regular files, as in
// POSIX.
func tarHolds(kind byte) bool {
	switch kind {
	case tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo,
		tar.TypeXGlobalHeader,
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
