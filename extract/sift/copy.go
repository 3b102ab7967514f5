package sift

import (
	"errors"
	"io"
)

// Copy has all bytes of the part written to w, each once and in their order in the input, also those that nobody needs to read. It may be
// called during the event [Begin]. All have been written before [End], unless they could not be read, which is a [Failure]: then Failed is
// set.
func (p *Part) Copy(w io.Writer) {
	if p.copied == nil {
		p.copied = new(copier)
	}
	p.copied.to = append(p.copied.to, w)
}

// A copier copies the bytes of a part as they are read.
type copier struct {
	r    io.Reader
	to   []io.Writer
	n    int64 // how many bytes were copied
	at   int64 // where the next Read begins
	err  error // the first error other than io.EOF
	told bool  // err was told

	file seekable // r, if it may be read in any order
	base int64    // where the part begins in file
}

// of returns a reader of r that copies what it reads. A nil copier returns r.
func (c *copier) of(r io.Reader) io.Reader {
	if c == nil {
		return r
	}
	c.r = r
	if file, ok := r.(seekable); ok {
		if base, err := file.Seek(0, io.SeekCurrent); err == nil {
			c.file, c.base = file, base
			return copiedFile{c}
		}
	}
	return c
}

func (c *copier) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if from := c.n - c.at; 0 <= from && from < int64(n) {
		c.n = c.at + int64(n)
		for _, w := range c.to {
			if _, failed := w.Write(p[from:n]); failed != nil {
				err = failed
			}
		}
	}
	c.at += int64(n)
	return n, c.note(err)
}

// note keeps an error.
func (c *copier) note(err error) error {
	if err != nil && err != io.EOF && c.err == nil {
		c.err = err
	}
	return err
}

// tells is called with an error that is told.
func (c *copier) tells(err error) {
	c.told = c.told || c.err != nil && errors.Is(err, c.err)
}

// rest copies what was not copied yet.
func (c *copier) rest() {
	if c.err != nil {
		return
	}
	if c.at != c.n {
		if _, err := (copiedFile{c}).Seek(c.base+c.n, io.SeekStart); err != nil {
			return
		}
	}
	for buf := make([]byte, 64<<10); ; {
		if _, err := c.Read(buf); err != nil {
			return
		}
	}
}

// A copiedFile is a copier of a file that may be read in any order.
type copiedFile struct{ *copier }

func (f copiedFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.file.ReadAt(p, offset)
	return n, f.note(err)
}

func (f copiedFile) Seek(offset int64, whence int) (int64, error) {
	n, err := f.file.Seek(offset, whence)
	if err == nil {
		f.at = n - f.base
	}
	return n, f.note(err)
}

// endCopies copies what is left of the part.
func (w *worker) endCopies() error {
	p, c := w.part, w.part.copied
	if c == nil {
		return nil
	}
	c.rest()
	if p.Read, p.Failed = c.n, c.err != nil; !p.Failed || c.told {
		return nil
	}
	return w.warnOf(&Error{File: p.Input.Name, Offset: p.Start + c.n, Err: c.err})
}
