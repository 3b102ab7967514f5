package unpack

import (
	"bufio"
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
)

// bufferSize is the number of bytes that are read at a time.
const bufferSize = 64 << 10

// A source holds the bytes of one format. It counts them, and keeps the error that ends
// them, since libraries change errors and bufio.Reader forgets them.
type source struct {
	*bufio.Reader // reads the source itself
	raw           rawReader
	limits        *limits
	piece         int64 // offset of the current piece of a compressed stream
}

// A rawReader fills the buffer of a source.
type rawReader struct {
	r     io.Reader
	count *int64 // spent.in for the input itself, or nil
	base  int64  // the offset of the first byte
	n     int64  // bytes read
	err   error  // io.EOF or a *failure
	tail
}

func (r *rawReader) Read(p []byte) (int, error) {
	if r.behind > 0 {
		n := r.reread(p)
		r.n += int64(n)
		return n, nil
	}
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.r.Read(p)
	r.add(p[:n])
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

func newSource(of *limits) *source {
	s := &source{limits: of}
	s.Reader = bufio.NewReaderSize(&s.raw, bufferSize)
	return s
}

// reset makes the source read r, whose first byte is at offset base.
func (s *source) reset(r io.Reader, base int64) {
	s.raw = rawReader{r: r, base: base, tail: tail{kept: s.raw.kept[:0]}}
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
	if !s.atEnd() {
		return nil
	}
	return s.failed()
}

// atEnd reports whether the source has been read to its end.
func (s *source) atEnd() bool { return s.raw.err != nil && s.Buffered()+s.raw.behind == 0 }

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

// sniffDeflate returns the format of content declared as deflate: a known format, deflate
// without a header, or plain. Text is plain, even if it could be deflate.
func (s *source) sniffDeflate() format {
	f := s.sniff()
	if f != plain {
		return f
	}
	head, _ := s.Peek(zlibLook)
	strange := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r) }
	if !bytes.ContainsFunc(head, strange) {
		return plain
	}
	_, err := io.Copy(io.Discard, io.LimitReader(flate.NewReader(bytes.NewReader(head)), 64*zlibLook))
	if err == nil || err == io.ErrUnexpectedEOF {
		return deflateFormat
	}
	return plain
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
		if i := m.index(head); i >= 0 {
			s.Discard(i)
			return true
		}
		if len(head) < m.size {
			s.Discard(len(head))
			return false
		}
		s.Discard(len(head) - m.size + 1)
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

// nothingFollows returns io.EOF if only zeros follow.
func (s *source) nothingFollows() error {
	if err := s.skipZeros(); err != nil {
		return err
	}
	return errTrailing
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
// then the bytes of the source, bypassing its buffer.
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

// A Seekable is a file that can be read as a zip, by its directory.
type Seekable interface {
	io.ReaderAt
	io.Seeker
}

// Section returns the bytes of a file from n bytes before its position to its end. It
// returns nil if the file does not seek.
func Section(file Seekable, n int64) *io.SectionReader {
	now, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	end, err := file.Seek(0, io.SeekEnd)
	if _, failed := file.Seek(now, io.SeekStart); err != nil || failed != nil {
		return nil
	}
	return io.NewSectionReader(file, now-n, end-now+n)
}
