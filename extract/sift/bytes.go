package sift

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// A bytesReader reads the bytes of a chunk, counts them, and copies them. It fails when
// the context ends.
type bytesReader struct {
	ctx   context.Context
	r     io.Reader
	reads int   // Reads that returned bytes
	n     int64 // bytes read
	empty int   // consecutive Reads that returned nothing

	to   []io.Writer
	mu   sync.Mutex // guards err and told
	err  error      // the first error other than io.EOF
	told bool       // a Failure has passed err to the consumers
}

type seekable = unpack.Seekable

// fileBytes are the bytes of a file, for ReadAt too. A Seek must be undone by another
// Seek.
type fileBytes struct {
	*bytesReader
	file seekable
}

// reader returns the reader that decoders read from.
func (b *bytesReader) reader() io.Reader {
	if file, ok := b.r.(seekable); ok {
		return fileBytes{b, file}
	}
	return b
}

// maxEmpty is the number of consecutive Reads that may return no bytes and no error. One
// more is io.ErrNoProgress.
const maxEmpty = 100

func (b *bytesReader) Read(p []byte) (int, error) {
	if err := ended(b.ctx); err != nil {
		return 0, b.note(err)
	}
	n, err := b.r.Read(p)
	if err != nil { // r may have ended with the context, too
		err = cmp.Or(ended(b.ctx), err)
	}
	if n > 0 {
		b.reads++
		b.n += int64(n)
	}
	if n > 0 || err != nil || len(p) == 0 {
		b.empty = 0
	} else if b.empty++; b.empty > maxEmpty {
		err = io.ErrNoProgress
	}
	for _, w := range b.to {
		if _, failed := w.Write(p[:n]); failed != nil {
			err = failed
		}
	}
	return n, b.note(err)
}

// note keeps the first error.
func (b *bytesReader) note(err error) error {
	if err != nil && err != io.EOF {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.err = cmp.Or(b.err, err)
	}
	return err
}

func (f fileBytes) ReadAt(p []byte, offset int64) (int, error) {
	if err := ended(f.ctx); err != nil {
		return 0, f.note(err)
	}
	n, err := f.file.ReadAt(p, offset)
	return n, f.note(err)
}

func (f fileBytes) Seek(offset int64, whence int) (int64, error) {
	n, err := f.file.Seek(offset, whence)
	return n, f.note(err)
}

// noteTold notes whether err, the error of a Failure, is the error of b.
func (b *bytesReader) noteTold(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.told = b.told || b.err != nil && errors.Is(err, b.err)
}
