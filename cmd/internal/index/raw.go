package index

import (
	"hash/crc32"
	"io"
	"sync/atomic"
)

// A raw reader hashes the bytes of a part of an input as they are read.
type raw struct {
	r    io.Reader
	file random // r, or nil if it is not a random reader
	hash uint32 // CRC-32C
	n    int64  // the number of bytes hashed
	err  error  // the first error that is not io.EOF, if failed or once the part has been read
	told bool   // err has been reported

	failed atomic.Bool // set after err, which another goroutine may set

	jumped bool // the file has not been read in order
}

// A random reader reads at any offset.
type random interface {
	io.ReaderAt
	io.Seeker
}

func (r *raw) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.hash = crc32.Update(r.hash, castagnoli, p[:n])
	r.n += int64(n)
	return n, r.note(err)
}

// note records an error.
func (r *raw) note(err error) error {
	if err != nil && err != io.EOF && r.err == nil {
		r.err = err
		r.failed.Store(true)
	}
	return err
}

// rest hashes the bytes that were not read. A file that was not read in order is read again.
func (r *raw) rest() {
	if r.err != nil {
		return
	}
	from := io.Reader(r)
	if r.jumped {
		r.hash, r.n = 0, 0
		if _, err := r.file.Seek(0, io.SeekStart); r.note(err) != nil {
			return
		}
	}
	buf := make([]byte, 64<<10)
	for {
		if _, err := from.Read(buf); err != nil {
			return
		}
	}
}

// A rawFile is a raw reader of a file.
type rawFile struct{ *raw }

func (r rawFile) ReadAt(p []byte, offset int64) (int, error) {
	r.jumped = true
	n, err := r.file.ReadAt(p, offset)
	return n, r.note(err)
}

func (r rawFile) Seek(offset int64, whence int) (int64, error) {
	r.jumped = true
	n, err := r.file.Seek(offset, whence)
	return n, r.note(err)
}
