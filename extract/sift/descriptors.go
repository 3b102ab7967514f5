package sift

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// descriptors are the open files that the process may have. Where there are too few, those who read ahead wait until others have
// closed theirs. One is spare, for the part whose turn it is, since the others may wait for that part.
type descriptors struct {
	busy atomic.Int64 // jobs that are handed out and not yet closed

	mu    sync.RWMutex // locked while spare changes hands
	spare *os.File     // or nil
	lent  bool
	runs  int // calls of Run that need the spare
}

// turnKey is the key in a context of the channel that is closed when the turn of the job comes that opens files.
type turnKey struct{}

// isExhausted reports whether err says that too many files are open.
func isExhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// begin opens the spare file, and end closes it.
func (d *descriptors) begin() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.runs++; d.runs == 1 {
		d.spare, _ = os.Open(os.DevNull) // which takes what the runtime needs to wait for files, while there is enough
	}
}

func (d *descriptors) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.runs--; d.runs == 0 {
		d.spare.Close()
		d.spare, d.lent = nil, false
	}
}

// do calls open, and waits and calls it again while too many files are open and others will be closed.
func (d *descriptors) do(ctx context.Context, open func() error) error {
	const longest = 20 * time.Millisecond
	for wait := time.Millisecond / 4; ; wait = min(2*wait, longest) {
		d.mu.RLock()
		err := open()
		d.mu.RUnlock()
		switch {
		case !isExhausted(err):
			return err
		case d.isNext(ctx):
			return d.lend(open)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ended(ctx)
		}
	}
}

// isNext reports whether nothing is before what is opened that would close a file.
func (d *descriptors) isNext(ctx context.Context) bool {
	turn, ok := ctx.Value(turnKey{}).(chan struct{})
	if !ok {
		return d.busy.Load() == 0
	}
	select {
	case <-turn:
		return true
	default:
		return false
	}
}

// lend calls open with the spare file closed.
func (d *descriptors) lend(open func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.spare != nil {
		d.spare.Close()
		d.spare, d.lent = nil, true
	}
	return open()
}

// close closes a file, and takes its place for the spare file if that was lent.
func (d *descriptors) close(file io.Closer) {
	d.mu.RLock()
	lent := d.lent
	d.mu.RUnlock()
	if !lent {
		file.Close()
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	file.Close()
	if d.lent {
		spare, err := openRegular(os.DevNull)
		if d.lent = err != nil; err == nil {
			d.spare = spare
		}
	}
}

// openFile opens a file that is most likely a regular one.
func (d *descriptors) openFile(ctx context.Context, name string) (file io.ReadCloser, err error) {
	err = d.do(ctx, func() error {
		opened, err := openRegular(name)
		if err == nil {
			file = opened
		}
		return err
	})
	return file, err
}
