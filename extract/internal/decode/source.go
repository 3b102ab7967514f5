package decode

import (
	"bytes"
	"io"
	"math"
)

// A Source reads a stream through one buffer, in which lines can be examined before they
// are consumed.
//
// 0 <= pos <= end <= len(buf)
type Source struct {
	// Err is the last error of the stream's Read.
	Err error
	// Up is the stage that decodes the stream, or nil.
	Up Stage
	// EOL is the byte that ends a line. If it is CR, LF also ends one.
	EOL byte

	r    io.Reader
	buf  []byte
	base int64 // the offset of buf[0]
	pos  int   // buf[:pos] has been consumed
	end  int   // buf[end:] has not been read
}

// MaxLine is the minimum number of bytes of a longer line that [Source.Line] returns.
const MaxLine = 8 << 10

const (
	chunk   = 128 << 10 // how many bytes a source reads at a time
	maxKept = 2 << 20   // the maximum size of a buffer that is reused for the next stream
)

// Reset begins to read another stream. up is the stage that decodes the stream, or nil.
func (s *Source) Reset(r io.Reader, up Stage) {
	buf := s.buf
	if len(buf) == 0 || len(buf) > maxKept {
		buf = make([]byte, chunk)
	}
	*s = Source{r: r, Up: up, buf: buf, EOL: '\n'}
}

// StartAt sets the offset of the first byte, before anything is read.
func (s *Source) StartAt(offset int64) { s.base = offset }

// Offset returns the offset in the source of the next byte.
func (s *Source) Offset() int64 { return s.base + int64(s.pos) }

// Span returns the offsets in the stream of [start,end) of the source.
func (s *Source) Span(start, end int64) (int64, int64) {
	if s.Up == nil {
		return start, end
	}
	return s.Up.Span(start, end)
}

// Fill buffers n bytes, and returns the number of buffered bytes, which is less than n
// only at the end.
func (s *Source) Fill(n int) int {
	if s.end-s.pos >= n {
		return s.end - s.pos
	}
	room := chunk // more would not stay in the cache of the processor
	if n > chunk {
		room = math.MaxInt
	}
	if min(room, len(s.buf))-s.pos < n {
		s.shift(n)
	}
	for tries := 0; s.end-s.pos < n && s.Err == nil; tries++ {
		if tries == 100 {
			s.Err = io.ErrNoProgress
			break
		}
		m, err := s.r.Read(s.buf[s.end:min(s.end+chunk, room, len(s.buf))])
		if m > 0 {
			s.end += m
			tries = 0
		}
		s.Err = err
	}
	return s.end - s.pos
}

// shift moves the unread bytes to the beginning of the buffer, and enlarges the buffer if
// there is still no room for n bytes.
func (s *Source) shift(n int) {
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

// IsCut reports whether reading failed after the consumed bytes.
func (s *Source) IsCut() bool { return s.FailsAfter(0) }

// FailsAfter reports whether reading failed after the next n bytes.
func (s *Source) FailsAfter(n int) bool { return s.pos+n == s.end && s.Err != nil && s.Err != io.EOF }

// Rest returns the buffered bytes that have not been consumed.
func (s *Source) Rest() []byte { return s.buf[s.pos:s.end] }

// Skip consumes n bytes.
func (s *Source) Skip(n int) { s.pos += n }

// Next consumes and returns the buffered bytes. It reads if there are none, and returns
// nil at the end.
func (s *Source) Next() []byte {
	if s.Fill(1) == 0 {
		return nil
	}
	return s.Take(s.end - s.pos)
}

// Take consumes and returns n bytes.
func (s *Source) Take(n int) []byte {
	text := s.buf[s.pos : s.pos+n]
	s.pos += n
	return text
}

// Back pushes back the last n consumed bytes, or as many as are still buffered, and
// returns their number.
func (s *Source) Back(n int) int {
	n = min(n, s.pos)
	s.pos -= n
	return n
}

// Line returns the line at offset at relative to the current position, including its end.
// Of a line longer than MaxLine it may return only the first MaxLine bytes or more.
func (s *Source) Line(at int) []byte {
	if begin := s.pos + at; begin < s.end && s.EOL == '\n' {
		rest := s.buf[begin:s.end]
		if k := bytes.IndexByte(rest, '\n'); k >= 0 { // the usual case
			return rest[:k+1]
		}
	}
	searched := 0
	for {
		if s.end-s.pos < at {
			return nil
		}
		rest := s.buf[s.pos+at : s.end]
		if k := IndexEnd(rest[searched:], s.EOL); k >= 0 {
			return rest[:searched+k+1]
		}
		if len(rest) >= MaxLine || s.Fill(at+len(rest)+1) <= at+len(rest) {
			return rest
		}
		searched = len(rest)
	}
}

// TrimEnd returns a line without its end and the blanks before the end.
func TrimEnd(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r' || line[n-1] == ' ' || line[n-1] == '\t') {
		n--
	}
	return line[:n]
}

// BlankLine reports whether a line is empty.
func BlankLine(line []byte) bool { return len(line) <= 2 && len(TrimEnd(line)) == 0 }

// All returns the rest of the source as a stage, unchanged.
func (s *Source) All() Section { return Section{s, s.Offset()} }

// A Section is a stage that returns the bytes of a source from an offset on.
type Section struct {
	*Source
	Start int64
}

func (Section) IsWhole() bool { return false }

func (s Section) Span(start, end int64) (int64, int64) {
	return s.Source.Span(s.Start+start, s.Start+end)
}

// EndsLine reports whether a byte ends a line.
func (s *Source) EndsLine(b byte) bool { return b == '\n' || b == s.EOL }

// IndexEnd returns the index of the byte that ends the first line of text, or -1. eol is
// as [Source.EOL].
func IndexEnd(text []byte, eol byte) int {
	const few = 128 // bytes searched at once, since one of the two bytes may be far away
	if eol != '\r' {
		return bytes.IndexByte(text, eol)
	}
	for at := 0; at < len(text); at += few {
		part := text[at:min(at+few, len(text))]
		k := bytes.IndexByte(part, '\n')
		if k >= 0 {
			part = part[:k]
		}
		if cr := bytes.IndexByte(part, '\r'); cr >= 0 {
			k = cr
		}
		if k >= 0 {
			return at + k
		}
	}
	return -1
}

// LineOf returns the first line of text, including its end.
func LineOf(text []byte, eol byte) []byte {
	if k := IndexEnd(text, eol); k >= 0 {
		return text[:k+1]
	}
	return text
}

// Starts reports whether line begins with prefix, or prefix begins with line.
func Starts(line []byte, prefix string) bool {
	n := min(len(line), len(prefix))
	return string(line[:n]) == prefix[:n]
}
