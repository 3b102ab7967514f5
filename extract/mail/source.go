package mail

import (
	"bytes"
	"io"
)

// A source is a stream, seen as lines in one buffer.
//
// 0 <= pos <= end <= len(buf)
type source struct {
	r    io.Reader
	err  error // what r said last
	up   stage // what r reads, if that was decoded from the stream
	buf  []byte
	base int64 // the offset of buf[0]
	pos  int   // buf[:pos] has been given out
	end  int   // buf[end:] has not been read
	eol  byte  // what ends a line
}

// What a source holds: as much as it reads at a time, what it looks at of one line, and what of its buffer is used for the next stream.
const (
	chunk   = 128 << 10
	maxLine = 8 << 10
	maxKept = 2 << 20
)

func (s *source) reset(r io.Reader, up stage) {
	buf := s.buf
	if len(buf) == 0 || len(buf) > maxKept {
		buf = make([]byte, chunk)
	}
	*s = source{r: r, up: up, buf: buf, eol: '\n'}
}

// startAt has offsets begin with one, before anything is read.
func (s *source) startAt(offset int64) { s.base = offset }

// offset returns the offset in the source of what comes next.
func (s *source) offset() int64 { return s.base + int64(s.pos) }

// span returns the offsets in the stream of [start,end) of the source.
func (s *source) span(start, end int64) (int64, int64) {
	if s.up == nil {
		return start, end
	}
	return s.up.span(start, end)
}

// fill buffers n bytes, and returns how many there are: fewer only at the end.
func (s *source) fill(n int) int {
	if s.end-s.pos >= n {
		return s.end - s.pos
	}
	if len(s.buf)-s.pos < n {
		s.shift(n)
	}
	for tries := 0; s.end-s.pos < n && s.err == nil; tries++ {
		if tries == 100 {
			s.err = io.ErrNoProgress
			break
		}
		m, err := s.r.Read(s.buf[s.end:])
		if m > 0 {
			s.end += m
			tries = 0
		}
		s.err = err
	}
	return s.end - s.pos
}

// shift moves what is still to come to the beginning of the buffer, which grows if that does not make room for n bytes.
func (s *source) shift(n int) {
	buf := s.buf
	if len(buf) < n {
		buf = make([]byte, max(2*n, 2*len(buf)))
	}
	copy(buf, s.buf[s.pos:s.end])
	s.buf = buf
	s.base += int64(s.pos)
	s.end -= s.pos
	s.pos = 0
}

// isCut reports whether reading failed after all that was given out.
func (s *source) isCut() bool { return s.failsAfter(0) }

// failsAfter reports whether reading failed after the next n bytes.
func (s *source) failsAfter(n int) bool { return s.pos+n == s.end && s.err != nil && s.err != io.EOF }

// rest is what can be looked at without reading.
func (s *source) rest() []byte { return s.buf[s.pos:s.end] }

// skip passes over n bytes.
func (s *source) skip(n int) { s.pos += n }

// next passes over what can be looked at, or what is read then, and returns it. It returns nil at the end.
func (s *source) next() []byte {
	if s.fill(1) == 0 {
		return nil
	}
	return s.take(s.end - s.pos)
}

// take passes over n bytes, and returns them.
func (s *source) take(n int) []byte {
	text := s.buf[s.pos : s.pos+n]
	s.pos += n
	return text
}

// back takes back n of the bytes that were given out last, or as many as are still buffered, and returns how many.
func (s *source) back(n int) int {
	n = min(n, s.pos)
	s.pos -= n
	return n
}

// line returns the line that begins at bytes from here, with its end, or as much of it as is looked at.
func (s *source) line(at int) []byte {
	searched := 0
	for {
		if s.end-s.pos < at {
			return nil
		}
		rest := s.buf[s.pos+at : s.end]
		if k := bytes.IndexByte(rest[searched:], s.eol); k >= 0 {
			return rest[:searched+k+1]
		}
		if len(rest) >= maxLine || s.fill(at+len(rest)+1) <= at+len(rest) {
			return rest
		}
		searched = len(rest)
	}
}

// trimEnd returns a line without what ends it, and without blanks before that.
func trimEnd(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r' || line[n-1] == ' ' || line[n-1] == '\t') {
		n--
	}
	return line[:n]
}

// blankLine reports whether a line is empty.
func blankLine(line []byte) bool { return len(line) <= 2 && len(trimEnd(line)) == 0 }

// all returns the rest of the source as a stage, as it is.
func (s *source) all() stage { return &all{src: s, at: s.offset()} }

// An all is a stage that returns the rest of a source as it is, from an offset on.
type all struct {
	src *source
	at  int64
}

func (a *all) next() []byte { return a.src.next() }

func (a *all) isCut() bool { return a.src.isCut() }

func (*all) isWhole() bool { return false }

func (a *all) span(start, end int64) (int64, int64) { return a.src.span(a.at+start, a.at+end) }

func lineOf(text []byte, eol byte) []byte {
	if k := bytes.IndexByte(text, eol); k >= 0 {
		return text[:k+1]
	}
	return text
}

// starts reports whether line begins as prefix does, as far as it is there.
func starts(line []byte, prefix string) bool {
	n := min(len(line), len(prefix))
	return string(line[:n]) == prefix[:n]
}
