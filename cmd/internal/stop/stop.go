// Package stop ends a command in order after a signal.
package stop

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// An Error ends all reading, although it is returned by the Read of an input: a signal,
// or an output error.
type Error struct{ Err error }

func (e Error) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e Error) Unwrap() error { return e.Err }

// Ends returns the reason if an error ends all reading, and nil if the rest is still
// read.
func Ends(err error) error {
	if ends, ok := errors.AsType[Error](err); ok {
		return ends.Err
	}
	if by, ok := errors.AsType[Interrupted](err); ok {
		return by
	}
	return nil
}

// A Stopper waits for SIGINT, SIGTERM and SIGHUP, which is sent when a terminal is
// closed. A second signal ends the process at once.
type Stopper struct {
	ctx    context.Context // ends at the first signal
	cancel context.CancelCauseFunc
	signal chan os.Signal
	work   sync.Mutex // held during work, except while waiting for input
}

// New returns a Stopper, to be ended by End. A command that would leave something behind
// when killed, such as a temporary file, makes its Stopper before that, and ends it after
// everything is in place or removed.
func New() *Stopper {
	s := &Stopper{signal: make(chan os.Signal, 1)}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	for _, by := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(by) { // as under nohup, and in the background of a script
			signal.Notify(s.signal, by)
		}
	}
	go func() {
		by, ok := <-s.signal
		if !ok {
			return
		}
		signal.Stop(s.signal)
		s.cancel(Interrupted(by.(syscall.Signal)))
	}()
	return s
}

// End stops waiting for signals, and ends the context.
func (s *Stopper) End() {
	signal.Stop(s.signal)
	close(s.signal)
	s.cancel(nil)
}

// Asked reports whether a signal has asked to stop. It does so exactly when the context
// has ended: output that is left out from then on belongs to a run that is known to be
// incomplete.
func (s *Stopper) Asked() bool { return s.ctx.Err() != nil }

// Context returns a context that ends at the first signal.
func (s *Stopper) Context() context.Context { return s.ctx }

// Run calls do, and waits for it. If a signal arrives while do waits for more input in a
// Stream, Run returns, and do is never resumed.
func (s *Stopper) Run(do func() error) error {
	done, alone := make(chan error, 1), make(chan struct{})
	s.work.Lock()
	go func() { done <- do() }()
	go func() {
		<-s.ctx.Done()
		s.work.Lock()
		close(alone)
	}()
	select {
	case err := <-done:
		s.work.Unlock()
		return err
	case <-alone:
		return s.Err()
	}
}

// Err returns an Error after a signal, and nil before.
func (s *Stopper) Err() error {
	if s.Asked() {
		return Error{context.Cause(s.ctx)}
	}
	return nil
}

// Reader returns a reader of r for use outside of Run. Its Read returns after a signal.
func (s *Stopper) Reader(r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(s.ctx, func() { out.CloseWithError(s.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// Interrupted is the error of a run that a signal has stopped.
type Interrupted syscall.Signal

func (i Interrupted) Error() string {
	name := "SIGINT"
	switch syscall.Signal(i) {
	case syscall.SIGTERM:
		name = "SIGTERM"
	case syscall.SIGHUP:
		name = "SIGHUP"
	}
	return "stopped by " + name + ", before all was read"
}

// Status returns the exit status that shells use for a signal.
func (i Interrupted) Status() int { return 128 + int(i) }

// A stream is a reader that may block.
type stream struct {
	r      io.Reader
	stop   *Stopper
	before func() error
}

// Stream returns a reader of r for use within Run. before, unless it is nil, is called
// before each Read; its error ends all reading.
func (s *Stopper) Stream(r io.Reader, before func() error) io.Reader { return stream{r, s, before} }

func (s stream) Read(p []byte) (int, error) {
	if s.before != nil {
		if err := s.before(); err != nil {
			return 0, Error{err}
		}
	}
	if err := s.stop.Err(); err != nil {
		return 0, err
	}
	s.stop.work.Unlock()
	defer s.stop.work.Lock()
	return s.r.Read(p)
}
