package archive

import (
	"context"
	"io"
	"io/fs"

	"github.com/urlsift/urlsift/extract/mail"
)

// An Input is what is read as one file. Reader.Files makes them; what is read may be changed before it is handed on to
// [Reader.Run] or [Reader.Results].
type Input struct {
	// Name is what sources and errors call it.
	Name string
	// Open opens it. What it returns is closed when all that was found has been handled. It may wait, until the context
	// ends.
	//
	// A regular file, by its method Stat, is read ahead of its turn where there are several readers, in parts if it is an
	// [io.ReaderAt], too. A zip is read by its central directory if it is an [io.ReaderAt] and [io.Seeker]. Anything else may
	// have to be waited for, and is read in its turn.
	Open func(context.Context) (io.ReadCloser, error)
	// Stream asks for it to be read in its turn, from where it stands, though it may be a regular file.
	Stream bool
	// Format is what it is, if that is known.
	Format mail.Format
	// From is where reading begins: an offset at which a file that can be read in parts can be cut, and what stands before.
	From Position
	// Size, unless it is 0, is up to where it is read, though it may have grown.
	Size int64
	// Data is the caller's.
	Data any

	wanted bool                        // a pattern asks for its name
	info   func() (fs.FileInfo, error) // of the file, if it need not be opened for it
}

// A Position is a place in a file.
type Position struct {
	Offset   int64 // in bytes, from 0
	Lines    int   // how many lines have ended before it, counted if Extract.Lines is set
	Messages int   // how many messages stand before it
}

// A Part is what one reader reads in one go: an input, or a part of a large file.
type Part struct {
	Input *Input
	// Start and End are its offsets in the input. End is 0 if it goes to the end of the input.
	Start, End int64
	// InTurn reports whether it is read in its turn, and so what is handed over is handled at once.
	InTurn bool

	// At its end:
	Bytes    int64 // how many bytes of content it had, unpacked
	Lines    int   // how many lines ended, counted if Extract.Lines is set
	Messages int   // how many messages
	// Format is what it was taken for, or what the last member of an archive was.
	Format mail.Format
	// Archive reports whether it had members.
	Archive bool

	file  *watched                  // that it belongs to, or nil
	turns chan func(Position) error // what is to be called in order
	stop  <-chan struct{}           // closed when nothing is wanted any more
}

// First reports whether it is the first part of its input that is read.
func (p *Part) First() bool { return p.Start == p.Input.From.Offset }

// Relative reports whether numbers of lines and messages count from the part's beginning, since what stands before is not known
// yet. See [Result.Shift].
func (p *Part) Relative() bool { return p.Start > 0 && !p.InTurn }

// InOrder hands f over to be called when the turn of the part has come: when all that was handed over before, and by the parts
// before, has been called. f is told what stands before the part. Calls do not overlap. InOrder waits while what was handed
// over earlier by this part has not been called. Its error says that nothing is wanted any more; that of f ends the reading.
//
// For a part that is read in its turn f is called at once, and its error returned.
func (p *Part) InOrder(f func(before Position) error) error {
	if p.InTurn {
		return f(p.before())
	}
	select {
	case p.turns <- f:
		return nil
	case <-p.stop:
		return errStopped
	}
}

// before is what stands before a part that is read in its turn, and so is all of its input.
func (p *Part) before() Position { return p.Input.From }

// A stater is a file of which it can be known whether it is a regular one.
type stater interface{ Stat() (fs.FileInfo, error) }

// A seekable is a file as package unpack needs it to read a zip by its directory.
type seekable interface {
	io.ReaderAt
	io.Seeker
}

// regular returns what is known of a regular file, and nil for anything else.
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
