package unpack

import (
	"io"
	"slices"
)

// A tail holds the last bytes of a compressed stream. If a piece is cut, its decoder
// reads the beginning of the next one, which is then read again.
type tail struct {
	size   int      // minimum number of bytes to keep, or 0
	file   Seekable // has the bytes, so they are kept only after damage, or nil
	kept   []byte   // the last bytes
	end    int64    // the offset after kept, if file is not nil
	behind int      // number of bytes at the end of kept that are to be read again
	again  int64    // number of bytes that have been read again
}

// tailSizes holds the number of bytes to keep for each format with pieces. A decoder
// rarely accepts more bytes of another piece. lz4 has blocks of up to 4 MiB.
var tailSizes = map[format]int{
	gzipFormat: 1 << 20, xzFormat: 1 << 20, zstdFormat: 1 << 20, lz4Format: 4<<20 + 2*bufferSize,
}

// add keeps bytes.
func (t *tail) add(p []byte) {
	if t.size == 0 || t.file != nil {
		return
	}
	most := t.size + t.size/2 // the difference makes moves rare
	if len(t.kept)+len(p) > most {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-t.size:]...)
	}
	if len(t.kept)+len(p) > cap(t.kept) {
		t.kept = slices.Grow(t.kept, min(len(t.kept)+len(p), most-len(t.kept)))
	}
	t.kept = append(t.kept, p...)
}

// recall keeps the last n bytes of file, which has been read to the offset end.
func (t *tail) recall(n int, end int64) {
	if t.file == nil || t.end == end {
		return
	}
	t.kept, t.end = slices.Grow(t.kept[:0], n)[:n], end
	last := Section(t.file, int64(n))
	if last == nil {
		t.kept = t.kept[:0]
	} else if _, err := io.ReadFull(last, t.kept); err != nil {
		t.kept = t.kept[:0] // the file has become shorter
	}
}

// reread reads kept bytes again. It returns few at a time, because most false beginnings
// fail after a few bytes.
func (t *tail) reread(p []byte) int {
	n := copy(p[:min(len(p), 4<<10)], t.kept[len(t.kept)-t.behind:])
	t.behind -= n
	return n
}

// keep makes the source keep the bytes of a stream that begins here.
func (s *source) keep(f format) {
	buffered, _ := s.Peek(s.Buffered())
	s.raw.tail = tail{size: tailSizes[f], kept: s.raw.kept[:0]}
	if file, ok := s.raw.r.(Seekable); ok && Section(file, 0) != nil {
		s.raw.file = file // copies of all bytes would displace those of the decoder in the cache
	}
	s.raw.add(buffered)
	s.piece = s.offset()
}

// afterBeginning returns the kept bytes that follow the first byte of the current piece.
func (s *source) afterBeginning() []byte {
	r := &s.raw
	end := r.n + int64(r.behind)
	n := int(max(0, min(r.base+end-s.piece-1, int64(r.size))))
	r.recall(n, end)
	return r.kept[len(r.kept)-min(n, len(r.kept)):]
}

// overruns reports whether another piece of a format may begin in the bytes of the current
// one, which extends to the end of the source. The header of the other one may be cut.
func (s *source) overruns(f format) bool {
	m, ok := marks[f]
	return ok && m.index(append(slices.Clip(s.afterBeginning()), make([]byte, m.size)...)) >= 0
}

// rewind moves to the first place after the beginning of the current piece at which
// another piece of a format may begin. To keep the total time linear, it stays where it
// is if more bytes would be read again than have been read.
func (s *source) rewind(f format) {
	r, m, rest := &s.raw, marks[f], s.afterBeginning()
	i := m.index(rest)
	if i < 0 {
		i = max(0, len(rest)-m.size+1)
	}
	left := len(rest) - i // bytes to be read from there on
	back := left - s.Buffered() - r.behind
	end := r.n + int64(r.behind)
	switch {
	case back <= 0:
		s.Discard(-back)
	case r.again+int64(back) <= end+int64(r.size):
		r.again += int64(back)
		r.n, r.behind = end-int64(left), left
		s.Reader.Reset(r)
	}
}
