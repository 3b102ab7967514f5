package sift

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// interruptible returns a reader of r whose Read returns when the context ends, even if
// the Read of r blocks. A blocked Read cannot be ended: it goes on in a goroutine, with a
// buffer of its own, and its bytes are lost. If the context never ends, or r is a regular
// file, which does not block, interruptible returns r itself.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil || regular(r) != nil {
		return r
	}
	return &interruptibleReader{ctx: ctx, r: r}
}

type interruptibleReader struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (i *interruptibleReader) Read(p []byte) (int, error) {
	if err := ended(i.ctx); err != nil {
		return 0, err // the last Read may still go on
	}
	if i.buf == nil {
		i.buf = make([]byte, 64<<10)
	}
	buf := i.buf[:min(len(p), len(i.buf))]
	n, err := await(i.ctx, func() (int, error) { return i.r.Read(buf) })
	return copy(p, buf[:n]), err
}

// await returns the results of f. If the context ends first, await returns its error, and
// f goes on in a goroutine.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ended(ctx)
	}
}

// ended returns the error of a context that has ended, and nil before.
func ended(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); !errors.Is(cause, err) {
		return &endError{cause, err}
	}
	return context.Cause(ctx)
}

// An endError is the error of a context that was ended with a cause.
type endError struct{ cause, err error }

func (e *endError) Error() string { return e.cause.Error() }

func (e *endError) Unwrap() []error { return []error{e.cause, e.err} }

// A stater is a file that may be a regular file.
type stater interface{ Stat() (fs.FileInfo, error) }

// regular returns the FileInfo of a regular file, and nil for anything else.
func regular(r io.Reader) fs.FileInfo {
	file, ok := r.(stater)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}
