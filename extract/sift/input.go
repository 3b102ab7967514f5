package sift

import (
	"cmp"
	"context"
	"io"
	"io/fs"

	"github.com/urlsift/urlsift/extract/mail"
)

// An Input is read as one file. [Reader.Files] returns Inputs. Their fields may be
// changed before they are passed to [Reader.Run] or [Reader.Results].
type Input struct {
	// Name is the name of the input in sources and errors.
	Name string
	// Open opens the input. The returned reader is closed after it has been read. Open,
	// and Read of the returned reader, may block, but only until the context ends.
	// Several goroutines may call the Open of several Inputs at once.
	//
	// If the reader has a method Stat that describes a regular file, several readers may
	// read it ahead of its turn, and in chunks if it is also an [io.ReaderAt]. A zip file
	// is read by its directory, and a store of Outlook of any size, if the reader is an
	// [io.ReaderAt] and [io.Seeker]. Any other reader may block, and is read in its turn.
	Open func(context.Context) (io.ReadCloser, error)
	// Stream asks that the input is read from its current position, even if it is a
	// regular file. It is read in its turn, unless it is a regular file at its start that
	// can be read in chunks. The position is then moved to its end.
	Stream bool
	// Named reports whether the caller named the input itself, instead of a directory
	// that contains it.
	Named bool
	// Format is the format of the input, if it is known.
	Format mail.Format
	// From is the position at which reading begins, where [Divide] can divide the file.
	From Position
	// Size is the offset in bytes at which reading ends, even if the file has grown, or 0
	// to read to the end.
	Size int64
	// Undivided asks that [Reader.Shard] does not divide the input.
	Undivided bool
	// Data is for the caller's use.
	Data any

	wanted bool                        // a pattern includes it by name
	info   func() (fs.FileInfo, error) // returns the FileInfo of the file without opening it, or nil
}

// known returns the FileInfo of an input that is a whole file, if it is known without
// opening the file. Otherwise it returns nil.
func (in *Input) known(err error) fs.FileInfo {
	if err != nil || in.info == nil || in.From.Offset > 0 || in.Size > 0 {
		return nil
	}
	info, err := in.info()
	// files in /proc have size 0
	if err != nil || info.Mode().IsRegular() && (in.Stream || info.Size() == 0) {
		return nil
	}
	return info
}

// A Position is a place in a file.
type Position struct {
	Offset   int64 // in bytes, from 0
	Lines    int   // the number of lines that end before it, counted if Extract.Lines is set
	Messages int   // the number of messages before it
}

// A Chunk is read by one reader in one go. It is a whole input or a stretch of a large
// file. It may be kept.
type Chunk struct {
	Input *Input
	// Start and End are the offsets of the chunk in the input, in bytes. End is 0 if the
	// chunk extends to the end of the input.
	Start, End int64
	// InTurn reports whether the chunk is read in its turn, after all chunks before it. A
	// [Hand] then passes records on at once.
	InTurn bool

	// Set before the event End:
	Bytes    int64 // the number of bytes of content, after unpacking
	Lines    int   // the number of lines that ended, counted if Extract.Lines is set
	Messages int   // the number of messages
	// Format is the format of the chunk, or of the last member of an archive.
	Format mail.Format
	// Archive reports whether the chunk is an archive with members.
	Archive bool
	// Stopped reports whether a Consumer has skipped the rest of the chunk.
	Stopped bool
	// Read is the number of bytes of the chunk that were read, and Failed reports whether
	// the others could not be read. They are set only if the chunk is copied, see
	// [Chunk.Copy].
	Read   int64
	Failed bool

	r         io.Reader    // returns its bytes
	closes    func() error // closes r
	file      *watched     // the file of the chunk, or nil
	undivided bool         // it cannot be read in chunks
	bytes     *bytesReader
}

// First reports whether the chunk is the first of its input that is read.
func (p *Chunk) First() bool { return p.Start == p.Input.From.Offset }

// open opens the input as one chunk, unless err is not nil.
func (in *Input) open(ctx context.Context, err error) (*Chunk, error) {
	if err != nil {
		return nil, err
	}
	file, err := in.Open(ctx)
	if err != nil {
		return nil, notOpened(in.Name, err)
	}
	p := &Chunk{Input: in, Start: in.From.Offset, End: in.Size, file: watch(file), r: file,
		closes: file.Close}
	p.undivided = p.file == nil || in.Stream && !atStart(file)
	if at, ok := file.(io.ReaderAt); ok && (p.Start > 0 || p.End > 0) {
		p.r = section(at, p.Start, p.End)
	}
	return p, nil
}

// section returns a reader of a file from start to end, or to the end of the file if end
// is 0.
func section(file io.ReaderAt, start, end int64) io.Reader {
	return io.NewSectionReader(file, start, cmp.Or(end, 1<<63-1)-start)
}

// atStart reports whether nothing of a file has been read.
func atStart(file io.Reader) bool {
	s, ok := file.(io.Seeker)
	if !ok {
		return false
	}
	offset, err := s.Seek(0, io.SeekCurrent)
	return err == nil && offset == 0
}

// Copy asks that all bytes of the chunk are written to w, once and in the order of the
// input, including bytes that hold no text. It may be called during the event [Begin].
// All bytes have been written before [End]. If some could not be read, there was a
// [Failure], and Failed is set. With several Config.Readers, the bytes of a compressed
// file are written in another goroutine.
func (p *Chunk) Copy(w io.Writer) { p.bytes.to = append(p.bytes.to, w) }

// endCopies copies the rest of the chunk. It returns the error of reading it, unless a
// Failure has reported that error.
func (p *Chunk) endCopies() error {
	b := p.bytes
	if b.to == nil {
		return nil
	}
	if b.err == nil {
		io.Copy(io.Discard, b) // b keeps the error
	}
	if p.Read, p.Failed = b.n, b.err != nil; !p.Failed || b.told {
		return nil
	}
	return &Error{File: p.Input.Name, Offset: p.Start + b.n, Err: b.err}
}

// close closes the reader of the chunk.
func (p *Chunk) close() {
	if p != nil && p.closes != nil {
		p.closes()
		p.closes = nil
	}
}
