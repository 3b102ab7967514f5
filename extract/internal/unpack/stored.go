package unpack

import "io"

// maxName is how long the name of a member may be, and the table of names of an ar.
const maxName = 1 << 20

// stored returns a layer that reads the next size bytes of an archive as a member.
func (c *content) stored(name string, size int64) *layer {
	return c.layer(c.path(name), single{&exactly{r: c, n: size}})
}

// An exactly reads n bytes of r, and less only with an error.
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
