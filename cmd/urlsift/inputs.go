package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract/archive"
)

// inputs are what the command is to read.
type inputs struct {
	reader *archive.Reader
	paths  []string
	hint   func(path string) string // tells what may be meant by a path that is missing
	list   *list                    // further paths, or nil
	stop   *stopper
	read   *atomic.Int64 // how many bytes have been read
	files  *atomic.Int64 // and of how many files
	stdin  io.Reader
	flush  func() error           // prints what was found, before more is waited for, or nil
	passes func(name string) bool // for a file that is not to be opened
}

func newInputs(c *cli.Context, reader *archive.Reader, flush func() error, stop *stopper) (*inputs, error) {
	in := &inputs{
		reader: reader, stop: stop, read: new(atomic.Int64), files: new(atomic.Int64), stdin: c.App.Reader, flush: flush,
		paths: c.Args().Slice(), hint: func(path string) string { return commandHint(path, c.App) },
	}
	name := c.String("files-from")
	if name == "" {
		if len(in.paths) == 0 {
			in.paths = []string{"-"}
		}
		return in, nil
	}
	var err error
	in.list, err = openList(name, stop.reader(in.stdin))
	return in, err
}

// all returns all inputs, in order.
func (in *inputs) all() iter.Seq2[*archive.Input, error] {
	return func(yield func(*archive.Input, error) bool) {
		for _, path := range in.paths {
			if path == "-" && !yield(in.standard(), nil) || path != "-" && !in.path(path, yield) {
				return
			}
		}
		if in.list != nil {
			path := func(path string) bool { return in.path(path, yield) }
			in.list.each(path, func(err error) bool { return in.stop.err() == nil && yield(nil, err) })
		}
	}
}

// path yields the inputs that a path names. It reports whether more are wanted.
func (in *inputs) path(path string, yield func(*archive.Input, error) bool) bool {
	for input, err := range in.reader.Files(path) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = hinted{err, in.hint(path)}
		case err == nil && in.passes(input.Name):
			continue
		case err == nil:
			in.watch(input)
		}
		if !yield(input, err) {
			return false
		}
	}
	return true
}

// A hinted error tells, too, what may be meant.
type hinted struct {
	error
	hint string
}

func (h hinted) Error() string { return h.error.Error() + h.hint }
func (h hinted) Unwrap() error { return h.error }

// watch has what is read of an input counted.
func (in *inputs) watch(input *archive.Input) {
	open := input.Open
	input.Open = func(ctx context.Context) (io.ReadCloser, error) {
		r, err := open(ctx)
		if err != nil {
			return nil, err
		}
		in.files.Add(1)
		if file, ok := regular(r); ok {
			return watchedFile{file, in.read}, nil
		}
		return struct {
			io.Reader
			io.Closer
		}{in.stream(r), r}, nil
	}
}

// standard returns standard input.
func (in *inputs) standard() *archive.Input {
	return &archive.Input{Name: "-", Stream: true, Open: func(context.Context) (io.ReadCloser, error) {
		if file, ok := regular(in.stdin); ok {
			return open{watchedFile{file, in.read}}, nil
		}
		return io.NopCloser(in.stream(in.stdin)), nil
	}}
}

// stream returns r as it is read by who has the turn. What was found is not held back while more is waited for.
func (in *inputs) stream(r io.Reader) io.Reader {
	return watchedStream{r: r, stop: in.stop, read: in.read, before: in.flush}
}

// An open file is not closed by who reads it.
type open struct{ watchedFile }

func (open) Close() error { return nil }

// regular returns a file that is read without waiting.
func regular(r io.Reader) (*os.File, bool) {
	file, ok := r.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := file.Stat()
	return file, err == nil && info.Mode().IsRegular()
}

// measure tells in total how many bytes there are to be read, if that can be known.
func (in *inputs) measure(total *atomic.Int64) {
	if in.list != nil || slices.Contains(in.paths, "-") {
		return
	}
	sum := int64(0)
	for input, err := range in.reader.Files(in.paths...) {
		if err != nil || in.passes(input.Name) {
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
