package archive

import (
	"errors"
	"io"
	"io/fs"
	"sync/atomic"
)

// ErrChanged is the reason of an Error about a file whose size or time of change differed after it was read from what they were
// before. What was found is a mixture of what the file was and what it has become.
var ErrChanged = errors.New("changed while it was read")

// A watched file is a regular one, of which it is known how it was before it was read.
type watched struct {
	file   stater
	before fs.FileInfo
	unread atomic.Int32 // parts that are not read to their end yet, and one more until all are handed out
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

// read is called after a part was read. It returns ErrChanged after the last one if the file is not as it was before the first.
func (w *watched) read() error {
	if w == nil || w.unread.Add(-1) > 0 {
		return nil
	}
	after, err := w.file.Stat()
	if err != nil || after.Size() == w.before.Size() && after.ModTime().Equal(w.before.ModTime()) {
		return err
	}
	return ErrChanged
}
