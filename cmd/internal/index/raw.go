package index

import (
	"hash/crc32"
	"io"
)

// A raw reader hashes the bytes of a part of an input as they are read.
type raw struct {
	r    io.Reader
	file random // r, or nil if it is not one
	hash uint32 // CRC-32C
	n    int64  // how many bytes
	err  error  // the first one, which is not io.EOF
	told bool   // err has been reported

	jumped bool // the file is not read from its beginning to its end
}

// A random reader reads a file anywhere.
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

// note keeps an error.
func (r *raw) note(err error) error {
	if err != nil && err != io.EOF && r.err == nil {
		r.err = err
	}
	return err
}

// rest hashes what was not read. A file that was read here and there is read again.
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
