package unpack

import (
	"bufio"
	"fmt"
	"io"
)

// bufferSize is the number of bytes that are read at a time.
const bufferSize = 64 << 10

// A source holds the bytes of one format. It counts them, and keeps the error that ends
// them, since libraries change errors and bufio.Reader forgets them.
type source struct {
	*bufio.Reader // reads the source itself
	u             *Unpacker
	raw           rawReader
}

// A rawReader fills the buffer of a source.
type rawReader struct {
	r     io.Reader
	count *int64 // Unpacker.in for the input itself, or nil
	base  int64  // the offset of the first byte
	n     int64  // bytes read
	err   error  // io.EOF or a *failure
}

func (r *rawReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.r.Read(p)
	r.n += int64(n)
	if r.count != nil {
		*r.count += int64(n)
	}
	if err == nil || err == io.EOF {
		r.err = err
		return n, err
	}
	f, ok := err.(*failure)
	if !ok {
		f = &failure{err: err} // the error of the input
	}
	r.err = f
	return n, f
}

func newSource(u *Unpacker) *source {
	s := &source{u: u}
	s.Reader = bufio.NewReaderSize(&s.raw, bufferSize)
	return s
}

// reset makes the source read r, whose first byte is at offset base.
func (s *source) reset(r io.Reader, base int64) {
	s.raw = rawReader{r: r, base: base}
	s.Reader.Reset(&s.raw)
}

// offset returns the offset of the next byte.
func (s *source) offset() int64 { return s.raw.base + s.raw.n - int64(s.Buffered()) }

// failed returns the error that ended the source early, or nil.
func (s *source) failed() *failure {
	f, _ := s.raw.err.(*failure)
	return f
}

// ended returns the error that ended the source early, once all bytes before it have been
// read, or nil.
func (s *source) ended() *failure {
	if s.Buffered() > 0 {
		return nil
	}
	return s.failed()
}

// failure returns the failure for an error of a format's decoder, or the failure of the
// source if that is the cause.
func (s *source) failure(f format, member string, err error) *failure {
	_, limited := err.(*LimitError)
	if cause := s.ended(); cause != nil && !limited {
		return cause
	}
	return &failure{err: &Error{Member: member, Format: string(f), Offset: s.offset(), Err: noEOF(err)}}
}

// sniff returns the format, from as few bytes as possible.
func (s *source) sniff() format {
	for ended := false; ; {
		head, _ := s.Peek(s.Buffered())
		f, undecided := sniff(head, ended)
		if !undecided {
			return f
		}
		_, err := s.Peek(len(head) + 1) // the bytes of one more Read
		ended = err != nil
	}
}

// skipZeros discards zeros. Its error is io.EOF if nothing else follows.
func (s *source) skipZeros() error {
	for {
		b, err := s.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			return s.UnreadByte()
		}
	}
}

// noEOF returns err, or io.ErrUnexpectedEOF for io.EOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// discard skips n bytes.
func (s *source) discard(n int64) error {
	_, err := io.CopyN(io.Discard, s, n)
	return err
}

// A contents reads content that is not packed any further: first the buffered bytes, and
// then those of the source, bypassing its buffer.
type contents source

func (c *contents) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.Buffered() > 0 {
		return c.Reader.Read(p)
	}
	n, err = c.raw.Read(p)
	if f, ok := err.(*failure); ok {
		f.told = true
		return n, f.err
	}
	return n, err
}

// A layer reads the unpacked content of a format. All its errors are failures.
type layer struct {
	in     *source
	r      decompressor
	format format
	member string
	depth  int   // number of formats around it
	counts bool  // the output may be larger than the input
	sums   bool  // it ends with a checksum
	n      int64 // bytes of output
	check  int   // its number in Unpacker.checks, from 1, or 0
	err    error
}

func (l *layer) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p)
	if l.counts && l.count(n) && err == nil {
		l.r.close() // otherwise it would read on
		ratio := l.in.u.MaxRatio
		err = &LimitError{"MaxRatio", int64(ratio),
			fmt.Sprintf("unpacks to more than %d times what was read", ratio)}
	}
	if err != nil && err != io.EOF {
		err = l.failure(err)
	}
	l.err = err
	return n, err
}

// count counts n more bytes, and reports whether they are too many.
func (l *layer) count(n int) bool {
	u := l.in.u
	l.n += int64(n)
	u.out += int64(n)
	if l.depth > shallow {
		u.deep += int64(n)
	}
	if !u.overRatio(l.depth) {
		return false
	}
	if u.bombs++; u.bombs > forgiven {
		return true
	}
	u.out -= l.n
	u.gone += l.n
	if l.depth > shallow {
		u.deep -= l.n
	}
	return true
}

// skip discards the rest of the layer. It returns false if the layer ends early.
func (l *layer) skip() bool {
	_, err := io.Copy(io.Discard, l)
	return err == nil
}

// failed returns the error that ended the layer early, or nil.
func (l *layer) failed() *failure {
	f, _ := l.err.(*failure)
	return f
}

// maxName is the maximum length of a member's name, and of the table of names of an ar.
const maxName = 1 << 20

// stored returns a layer that reads the next size bytes of an archive as a member.
func (c *content) stored(name string, size int64) *layer {
	return c.layer(c.path(name), single{&exactly{r: c, n: size}})
}

// An exactly reads n bytes of r. Fewer are an error.
type exactly struct {
	r io.Reader
	n int64
}

func (e *exactly) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p[:min(int64(len(p)), e.n)])
	e.n -= int64(n)
	if err == io.EOF && e.n > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
