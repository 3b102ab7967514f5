package sift

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"
)

// Copy asks that all bytes of the chunk are written to w, each once and in their order in the input, including those that no text needs. It
// may be called during the event [Begin]. All bytes have been written before [End], unless some could not be read: then there was a
// [Failure], and Failed is set. With several Config.Readers, those of a compressed file are written in another goroutine.
func (p *Chunk) Copy(w io.Writer) { p.bytes.to = append(p.bytes.to, w) }

// A bytesReader reads the bytes of a chunk. It fails when the context ends, counts, and copies.
type bytesReader struct {
	ctx   context.Context
	r     io.Reader
	reads int   // how many Reads have returned bytes
	n     int64 // how many bytes
	empty int   // how many Reads have returned nothing in a row

	to   []io.Writer
	mu   sync.Mutex // of what follows
	err  error      // the first error other than io.EOF
	told bool       // consumers were told of err, by a Failure
}

// fileBytes are the bytes of a file, which may be read in any order by ReadAt. A Seek must be undone by another one.
type fileBytes struct {
	*bytesReader
	file seekable
}

// reader returns what is to be read.
func (b *bytesReader) reader() io.Reader {
	if file, ok := b.r.(seekable); ok {
		return fileBytes{b, file}
	}
	return b
}

// maxEmpty is how many Reads in a row may return nothing, without an error. One more is io.ErrNoProgress.
const maxEmpty = 100

func (b *bytesReader) Read(p []byte) (int, error) {
	if err := ended(b.ctx); err != nil {
		return 0, b.note(err)
	}
	n, err := b.r.Read(p)
	if err != nil { // of a reader that may itself have ended with the context
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

// note keeps an error.
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

// file returns the current content as a file, or nil if it was unpacked or the input is no file.
func (w *worker) file() *io.SectionReader {
	f, ok := w.chunk.bytes.reader().(fileBytes)
	if !ok || w.packed {
		return nil
	}
	now, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	end, err := f.Seek(0, io.SeekEnd)
	if _, failed := f.Seek(now, io.SeekStart); err != nil || failed != nil {
		return nil
	}
	start := now - f.n
	return io.NewSectionReader(f, start, end-start)
}

// endCopies copies what is left of the chunk.
func (w *worker) endCopies() error {
	p, b := w.chunk, w.chunk.bytes
	if b.to == nil {
		return nil
	}
	for buf := make([]byte, 64<<10); b.err == nil; {
		if _, err := b.Read(buf); err != nil {
			break
		}
	}
	if p.Read, p.Failed = b.n, b.err != nil; !p.Failed || b.told {
		return nil
	}
	return w.warnOf(&Error{File: p.Input.Name, Offset: p.Start + b.n, Err: b.err})
}

// tells is called with the error of a Failure, and notes whether that is err.
func (b *bytesReader) tells(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.told = b.told || b.err != nil && errors.Is(err, b.err)
}
