package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract/mail"
)

// A walker gives the files that paths name, one after the other.
type walker struct {
	paths  []string
	hint   func(path string) string // tells what may be meant by a path that is missing
	list   *list                    // further paths, or nil
	globs  globs
	stop   *stopper
	read   *atomic.Int64 // how many bytes have been read
	files  *atomic.Int64 // and of how many files
	stdin  io.Reader
	flush  func() error      // prints what was found, before more is waited for
	hidden bool              // whether files and folders are read whose names begin with a dot
	whole  bool              // whether files are not to be cut into parts
	passes func(string) bool // for a file that is not to be opened
	// take gives the jobs of a file in a way of its own, or is nil.
	take func(w walker, file watchedFile, info fs.FileInfo, wanted bool) bool
	// format tells what a file is that may be cut, or that it is nothing of the kind.
	format func(*os.File) (mail.Format, bool)
	do     func(*job) bool
	each   func(name string, wanted bool) bool // gets each file; walk gives it to do
}

func newWalker(c *cli.Context, readers []*reader, flush func() error, stop *stopper) (*walker, error) {
	w := &walker{
		stop: stop, read: new(atomic.Int64), files: new(atomic.Int64), stdin: c.App.Reader, flush: flush,
		paths: c.Args().Slice(), globs: readers[0].globs, hidden: c.Bool("hidden"), whole: len(readers) == 1 || c.IsSet("context"),
		hint:   func(path string) string { return commandHint(path, c.App) },
		format: (&reader{input: c.String("input")}).fileFormat,
	}
	name, stdin := c.String("files-from"), w.stdin
	if name == "" {
		return w, nil
	}
	if len(readers) == 1 {
		stdin = watchedStream{stdin, stop, new(atomic.Int64)}
	}
	var err error
	w.list, err = openList(name, stdin)
	return w, err
}

// walk gives to do a job for each file, or for each of its parts, until that is false.
func (w walker) walk(do func(*job) bool) {
	w.do = do
	w.each = w.file
	if len(w.paths) == 0 && w.list == nil {
		w.paths = []string{"-"}
	}
	for _, path := range w.paths {
		if !w.path(path) {
			return
		}
	}
	if w.list != nil {
		w.list.each(w.path, w.warn)
	}
}

// path gives a file, the files of a directory, or standard input. What cannot be read is a warning. It is false when no
// more is wanted.
func (w walker) path(path string) bool {
	if path == "-" {
		return w.do(w.stream("-", w.stdin))
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return w.warn(errors.New(plainly(err) + w.hint(path)))
	case err != nil:
		return w.warn(err)
	case !info.IsDir():
		return w.each(path, false)
	}
	root := strings.TrimRight(path, string(filepath.Separator)) + string(filepath.Separator) // a link that is named is followed
	stopped := false
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		hidden := !w.hidden && name != root && entry != nil && strings.HasPrefix(entry.Name(), ".")
		goOn, out, wanted := true, false, false
		if entry != nil && name != root {
			out, wanted = w.globs.entry(root, name, entry.IsDir())
		}
		switch {
		case err != nil:
			goOn = w.warn(err)
		case hidden || out || !entry.Type().IsRegular(): // directories come one by one; links and devices are not followed
		default:
			goOn = w.each(name, wanted)
		}
		switch {
		case !goOn:
			stopped = true
			return fs.SkipAll
		case entry != nil && entry.IsDir() && (hidden || out || err != nil):
			return fs.SkipDir
		}
		return nil
	})
	return err == nil && !stopped
}

// measure tells in total how many bytes there are to be read, if that can be known.
func (w walker) measure(total *atomic.Int64) {
	if w.list != nil || len(w.paths) == 0 || slices.Contains(w.paths, "-") {
		return
	}
	sum := int64(0)
	w.do = func(*job) bool { return true }
	w.each = func(name string, _ bool) bool {
		info, err := os.Stat(name)
		if err != nil {
			return true
		}
		sum += info.Size()
		return info.Mode().IsRegular()
	}
	for _, path := range w.paths {
		if !w.path(path) {
			return
		}
	}
	total.Store(sum)
}

func (w walker) warn(err error) bool { return w.do(&job{warning: plainly(err)}) }

// file gives a file, which is wanted if a pattern asks for its name.
func (w walker) file(name string, wanted bool) bool {
	if w.passes(name) {
		return true
	}
	file, err := os.Open(name)
	if err != nil {
		return w.warn(err)
	}
	w.files.Add(1)
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		j := w.stream(name, file)
		j.close = file.Close
		return w.do(j)
	}
	watched := watchedFile{file, w.stop, w.read}
	switch {
	case w.take != nil:
		return w.take(w, watched, info, wanted)
	case !w.whole && info.Size() >= 2*partSize:
		if format, ok := w.format(file); ok {
			return parts(watched, part{name: name, format: format}, info.Size(), w.do)
		}
	}
	return w.do(&job{part: part{name: name, r: watched, wanted: wanted}, close: file.Close})
}

// stream gives a job for what may have to be waited for. What was found is not held back meanwhile.
func (w walker) stream(name string, r io.Reader) *job {
	if file, ok := regular(r); ok {
		watched := watchedFile{file, w.stop, w.read}
		return &job{part: part{name: name, r: watched}, close: func() error { return nil }, inline: true}
	}
	watched := watchedStream{r, w.stop, w.read}
	return &job{part: part{name: name, r: watched, before: w.flush}, close: func() error { return nil }, inline: true}
}

// regular gives a file that is read without waiting.
func regular(r io.Reader) (*os.File, bool) {
	file, ok := r.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := file.Stat()
	return file, err == nil && info.Mode().IsRegular()
}
