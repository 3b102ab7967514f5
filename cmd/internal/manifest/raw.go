package manifest

import "io"

// A raw reader passes the bytes of a part to take as they are read, each once and in their order in the input.
type raw struct {
	r    io.Reader
	take func(p []byte) error
	n    int64 // how many bytes were passed
	at   int64 // where the next Read begins
	err  error // the first error of reading that is not io.EOF
	late bool  // err came when all that the part needed had been read

	file random // r, if it is read in any order
	base int64  // where the part begins in file
}

// A random reader reads at any offset.
type random interface {
	io.ReaderAt
	io.Seeker
}

// newRaw returns a raw reader of r. In any order it reads only if anyOrder is true.
func newRaw(r io.Reader, anyOrder bool, take func(p []byte) error) *raw {
	one := &raw{r: r, take: take}
	if file, ok := r.(random); ok && anyOrder {
		if base, err := file.Seek(0, io.SeekCurrent); err == nil {
			one.file, one.base = file, base
		}
	}
	return one
}

// reader returns the reader for who reads the part.
func (r *raw) reader() io.Reader {
	if r.file != nil {
		return rawFile{r}
	}
	return r
}

func (r *raw) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if from := r.n - r.at; 0 <= from && from < int64(n) {
		r.n = r.at + int64(n)
		if failed := r.take(p[from:n]); failed != nil {
			err = failed
		}
	}
	r.at += int64(n)
	return n, r.note(err)
}

// note keeps an error.
func (r *raw) note(err error) error {
	if err != nil && err != io.EOF && r.err == nil {
		r.err = err
	}
	return err
}

// rest reads what was not passed yet.
func (r *raw) rest() {
	if r.err != nil {
		return
	}
	r.late = true
	if r.at != r.n {
		if _, err := (rawFile{r}).Seek(r.base+r.n, io.SeekStart); err != nil {
			return
		}
	}
	for buf := make([]byte, 64<<10); ; {
		if _, err := r.Read(buf); err != nil {
			return
		}
	}
}

// A rawFile is a raw reader of a file that may be read in any order.
type rawFile struct{ *raw }

func (r rawFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.file.ReadAt(p, offset)
	return n, r.note(err)
}

func (r rawFile) Seek(offset int64, whence int) (int64, error) {
	n, err := r.file.Seek(offset, whence)
	if err == nil {
		r.at = n - r.base
	}
	return n, r.note(err)
}
