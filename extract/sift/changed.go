package sift

import (
	"errors"
	"io"
	"io/fs"
	"sync/atomic"
)

// ErrChanged is the reason of an [Error] about a file whose size or modification time
// changed during the reading. Its results mix old and new contents.
var ErrChanged = errors.New("changed while it was read")

// A watched file is a regular file whose size and modification time were taken before the
// reading.
type watched struct {
	file   stater
	before fs.FileInfo
	unread atomic.Int32 // chunks not yet read to their end, plus one until all chunks are handed out
}

// watch returns a watched file, or nil if r is not a regular file.
func watch(r io.Reader) *watched {
	info := regular(r)
	if info == nil {
		return nil
	}
	w := &watched{file: r.(stater), before: info}
	w.unread.Add(1)
	return w
}

// size returns the size of the file before the reading, or -1 if there is no file.
func (w *watched) size() int64 {
	if w == nil {
		return -1
	}
	return w.before.Size()
}

// read is called when b has read a chunk. After the last chunk it returns an Error if the
// file, with the given name, has changed since it was opened. A file that a single Read
// returned whole cannot have changed in between.
func (w *watched) read(name string, b *bytesReader) error {
	if w == nil || w.unread.Add(-1) > 0 || b.reads == 1 && b.n == w.before.Size() {
		return nil
	}
	after, err := w.file.Stat()
	switch {
	case err != nil:
		return notOpened(name, err)
	case after.Size() != w.before.Size() || !after.ModTime().Equal(w.before.ModTime()):
		return notOpened(name, ErrChanged)
	}
	return nil
}
