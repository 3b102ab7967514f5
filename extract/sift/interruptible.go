package sift

import (
	"context"
	"io"
)

// interruptible returns a reader of r whose Read returns when the context ends, even if that of r blocks. Nobody can end a Read, so
// it goes on in a goroutine, with a buffer of its own, and what it reads is lost. A context that never ends and a regular file, which
// does not block, cost nothing: r is returned.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil || regular(r) != nil {
		return r
	}
	return &interruptibleReader{ctx: ctx, r: r, done: make(chan readResult, 1)}
}

type interruptibleReader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte
	done chan readResult
}

type readResult struct {
	n   int
	err error
}

func (i *interruptibleReader) Read(p []byte) (int, error) {
	if err := ended(i.ctx); err != nil {
		return 0, err // the last Read may still go on
	}
	if i.buf == nil {
		i.buf = make([]byte, 64<<10)
	}
	buf := i.buf[:min(len(p), len(i.buf))]
	go func() {
		n, err := i.r.Read(buf)
		i.done <- readResult{n, err}
	}()
	select {
	case read := <-i.done:
		return copy(p, buf[:read.n]), read.err
	case <-i.ctx.Done():
		return 0, ended(i.ctx)
	}
}
