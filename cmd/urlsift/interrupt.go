package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// A stopper tells when somebody asks to stop, by SIGINT, SIGTERM or, where a terminal is
// closed, SIGHUP. The second time the process ends at once.
type stopper struct {
	asked  atomic.Bool
	ctx    context.Context // ends when somebody asks
	cancel context.CancelCauseFunc
	signal chan os.Signal
	turn   sync.Mutex // held by who works, but not while it waits for more input
}

func newStopper() *stopper {
	s := &stopper{signal: make(chan os.Signal, 1)}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	for _, by := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(by) { // as it is behind nohup, and in the background of a script
			signal.Notify(s.signal, by)
		}
	}
	go func() {
		by, ok := <-s.signal
		if !ok {
			return
		}
		signal.Stop(s.signal)
		s.asked.Store(true)
		s.cancel(interrupted(by.(syscall.Signal)))
	}()
	return s
}

// end ends the waiting for signals.
func (s *stopper) end() {
	signal.Stop(s.signal)
	close(s.signal)
	s.cancel(nil)
}

// run calls do, and waits for it to end. If somebody asks to stop while do waits for more input, it is left alone there,
// and never goes on.
func (s *stopper) run(do func() error) error {
	done, alone := make(chan error, 1), make(chan struct{})
	s.turn.Lock()
	go func() { done <- do() }()
	go func() {
		<-s.ctx.Done()
		s.turn.Lock()
		close(alone)
	}()
	select {
	case err := <-done:
		s.turn.Unlock()
		return err
	case <-alone:
		return s.err()
	}
}

// err is what a Read gives from when somebody asks to stop on, or nil.
func (s *stopper) err() error {
	if s.asked.Load() {
		return outputError{context.Cause(s.ctx)}
	}
	return nil
}

// reader gives what r reads. Who stops does not wait for more of it.
func (s *stopper) reader(r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(s.ctx, func() { out.CloseWithError(s.err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// interrupted is the error of what was stopped by a signal.
type interrupted syscall.Signal

func (i interrupted) Error() string {
	name := "SIGINT"
	switch syscall.Signal(i) {
	case syscall.SIGTERM:
		name = "SIGTERM"
	case syscall.SIGHUP:
		name = "SIGHUP"
	}
	return "stopped by " + name + ", before all was read"
}

// status is the exit status that shells have for a signal.
func (i interrupted) status() int { return 128 + int(i) }

// A watchedFile counts what is read of it.
type watchedFile struct {
	*os.File
	read *atomic.Int64
}

func (f watchedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read.Add(int64(n))
	return n, err
}

func (f watchedFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.File.ReadAt(p, offset)
	f.read.Add(int64(n))
	return n, err
}

// A watchedStream is the same for what may have to be waited for. It is read by who has the turn, after what is to be done
// before.
type watchedStream struct {
	r      io.Reader
	stop   *stopper
	read   *atomic.Int64
	before func() error // or nil
}

func (s watchedStream) Read(p []byte) (int, error) {
	if s.before != nil {
		if err := s.before(); err != nil {
			return 0, outputError{err}
		}
	}
	if err := s.stop.err(); err != nil {
		return 0, err
	}
	s.stop.turn.Unlock()
	n, err := s.r.Read(p)
	s.stop.turn.Lock()
	s.read.Add(int64(n))
	return n, err
}
