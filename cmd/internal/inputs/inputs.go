// Package inputs opens the inputs of the command: the paths on its command line, those in
// a list, and standard input.
//
// Package sift walks folders.
package inputs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"sync/atomic"

	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/extract/sift"
)

// Inputs are the inputs of a run.
type Inputs struct {
	// Reader walks folders.
	Reader *sift.Reader
	// Paths name files and folders, or "-" for Stdin.
	Paths []string
	Stdin io.Reader
	Stop  *stop.Stopper
	// Hint returns text to append to the error of a path that does not exist.
	Hint func(path string) string
	// Flush, unless it is nil, is called before a wait for more of a stream.
	Flush func() error
	// Skip reports whether a file must not be opened.
	Skip func(name string) bool

	// Shard is the number of the shard to read, from 1 to Shards, or 0 for all. With
	// Undivided, no file is divided.
	Shard, Shards int
	Undivided     bool

	// Read is the number of bytes read so far, and Files the number of files.
	Read, Files atomic.Int64

	// Empty holds the folders without a file to read. It is set when all inputs have been
	// read.
	Empty []string

	// Skipped counts the skipped entries of folders by the reasons of
	// [sift.Reader.Files]. It is set when all inputs have been read.
	Skipped map[error]int
	// Tell is called with the name and the reason of each skipped entry, and Forget
	// before they are counted anew.
	Tell   func(name string, why error)
	Forget func()

	list *list // further paths, or nil
}

// List adds the paths in a file, or with "-" those on standard input.
func (in *Inputs) List(name string) (err error) {
	in.list, err = openList(name, in.Stop.Reader(in.Stdin))
	return err
}

// All returns the inputs of the shard, in order.
func (in *Inputs) All() iter.Seq2[*sift.Input, error] {
	if in.Shard == 0 {
		return in.each()
	}
	if in.list != nil {
		in.list.again()
	}
	return in.Reader.Shard(in.Stop.Context(), in.each(), in.Shard, in.Shards)
}

// each returns the inputs of all shards.
func (in *Inputs) each() iter.Seq2[*sift.Input, error] {
	return func(yield func(*sift.Input, error) bool) {
		in.Empty, in.Skipped = nil, map[error]int{} // otherwise a shard would count them twice
		in.Forget()
		for _, path := range in.Paths {
			if path == "-" && !yield(in.standard(), nil) || path != "-" && !in.path(path, true, yield) {
				return
			}
		}
		if in.list != nil {
			path := func(path string) bool { return in.path(path, false, yield) }
			in.list.each(path, func(err error) bool { return in.Stop.Err() == nil && yield(nil, err) })
		}
	}
}

// path yields the inputs of a path. named reports whether the path is on the command
// line. path reports whether more are wanted.
func (in *Inputs) path(path string, named bool, yield func(*sift.Input, error) bool) bool {
	none := true
	for input, err := range in.Reader.Files(in.skip, path) {
		none = false
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = hinted{err, in.Hint(path)}
		case err == nil && in.Skip(input.Name):
			continue
		case err == nil:
			input.Named, input.Undivided = input.Named && named, in.Undivided
			in.watch(input)
		}
		if !yield(input, err) {
			return false
		}
	}
	if none {
		in.Empty = append(in.Empty, path)
	}
	return true
}

// skip counts a skipped entry of a folder, unless it is a temporary file of the command.
func (in *Inputs) skip(name string, why error) {
	if target.IsTemporary(name) {
		return
	}
	in.Skipped[why]++
	in.Tell(name, why)
}

// A hinted error has a hint appended.
type hinted struct {
	error
	hint string
}

func (h hinted) Error() string { return h.error.Error() + h.hint }
func (h hinted) Unwrap() error { return h.error }

// watch counts the bytes read of an input.
func (in *Inputs) watch(input *sift.Input) {
	open := input.Open
	input.Open = func(ctx context.Context) (io.ReadCloser, error) {
		r, err := open(ctx)
		if err != nil {
			return nil, err
		}
		in.Files.Add(1)
		if file, ok := r.(*os.File); ok && !input.Stream {
			return File{file, &in.Read}, nil
		}
		return struct {
			io.Reader
			io.Closer
		}{in.stream(r), r}, nil
	}
}

// standard returns standard input.
func (in *Inputs) standard() *sift.Input {
	return &sift.Input{Name: "-", Stream: true, Named: true,
		Open: func(context.Context) (io.ReadCloser, error) {
			if file, ok := regular(in.Stdin); ok {
				return open{File{file, &in.Read}}, nil
			}
			return io.NopCloser(in.stream(in.Stdin)), nil
		}}
}

// stream returns a reader that may block. It flushes the results before each wait.
func (in *Inputs) stream(r io.Reader) io.Reader {
	return counted{in.Stop.Stream(r, in.Flush), &in.Read}
}

// A counted counts the bytes read.
type counted struct {
	r    io.Reader
	read *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// A File is a regular file whose bytes are counted when they are read.
type File struct {
	*os.File
	read *atomic.Int64
}

func (f File) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read.Add(int64(n))
	return n, err
}

// ReadAt is that of os.File.
func (f File) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.File.ReadAt(p, offset)
	f.read.Add(int64(n))
	return n, err
}

// An open file is not closed by its reader.
type open struct{ File }

func (open) Close() error { return nil }

// regular returns r as a file if it can be read without waiting.
func regular(r io.Reader) (*os.File, bool) {
	file, ok := r.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := file.Stat()
	return file, err == nil && info.Mode().IsRegular()
}

// Measure stores the total number of bytes to be read, if it can be known.
func (in *Inputs) Measure(total *atomic.Int64) {
	if in.list != nil || in.Shard > 0 || slices.Contains(in.Paths, "-") {
		return
	}
	sum := int64(0)
	for input, err := range in.Reader.Files(nil, in.Paths...) {
		if err != nil || in.Skip(input.Name) {
			continue
		}
		info, err := os.Stat(input.Name)
		if err != nil {
			continue
		}
		if sum += info.Size(); !info.Mode().IsRegular() {
			return
		}
	}
	total.Store(sum)
}
