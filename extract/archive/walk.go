package archive

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Files returns an iterator over the files that paths name, in order, as inputs. A path to a folder names all files in it, sorted
// by name. Links and devices inside a folder are skipped, but a path may itself be a link or a device. A file that cannot be
// examined yields an [*Error] at its place.
func (r *Reader) Files(paths ...string) iter.Seq2[*Input, error] {
	return func(yield func(*Input, error) bool) {
		for _, path := range paths {
			if !r.path(path, yield) {
				return
			}
		}
	}
}

// FilesIn returns an iterator over the files of a file system, like Files for a folder.
func (r *Reader) FilesIn(fsys fs.FS) iter.Seq2[*Input, error] {
	return func(yield func(*Input, error) bool) {
		t := tree{r: r, root: ".", yield: yield, open: func(name string) (io.ReadCloser, error) { return fsys.Open(name) }}
		fs.WalkDir(fsys, ".", t.entry)
	}
}

// path yields the files that a path names. It reports whether more files are wanted.
func (r *Reader) path(path string, yield func(*Input, error) bool) bool {
	if volume := filepath.VolumeName(path); len(volume) == len("C:") && volume == path {
		path += "." // or the root of the drive would be walked, in the place of its current folder
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return yield(nil, notOpened(path, err))
	case !info.IsDir():
		in := &Input{Name: path, Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) }}
		in.info = func() (fs.FileInfo, error) { return info, nil }
		if !info.Mode().IsRegular() {
			in.Stream, in.Open = true, func(ctx context.Context) (io.ReadCloser, error) { return openWaiting(ctx, path) }
		}
		return yield(in, nil)
	}
	root := strings.TrimRight(path, string(filepath.Separator)) + string(filepath.Separator) // a link in paths is followed
	t := tree{r: r, root: root, yield: yield, open: func(name string) (io.ReadCloser, error) { return os.Open(name) }}
	err = filepath.WalkDir(root, t.entry)
	return err == nil && !t.stopped
}

// openWaiting opens a pipe or device. Opening may block: that of a pipe blocks until another process opens it for writing.
func openWaiting(ctx context.Context, name string) (io.ReadCloser, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// A tree is a folder that is being walked.
type tree struct {
	r       *Reader
	root    string
	open    func(name string) (io.ReadCloser, error)
	yield   func(*Input, error) bool
	stopped bool // no more is wanted
}

// entry yields a file found in the walk, if it must be read.
func (t *tree) entry(name string, entry fs.DirEntry, err error) error {
	met := entry != nil && name != t.root
	hidden := met && !t.r.config.Hidden && strings.HasPrefix(entry.Name(), ".")
	out, wanted := false, false
	if met {
		out, wanted = t.r.globs.entry(t.root, name, entry.IsDir())
	}
	goOn := true
	switch {
	case err != nil:
		goOn = t.yield(nil, notOpened(name, err))
	case hidden || out || !entry.Type().IsRegular(): // folders are walked by themselves; links and devices are not followed
	default:
		open := func(context.Context) (io.ReadCloser, error) { return t.open(name) }
		goOn = t.yield(&Input{Name: name, Open: open, wanted: wanted, info: entry.Info}, nil)
	}
	switch {
	case !goOn:
		t.stopped = true
		return fs.SkipAll
	case entry != nil && entry.IsDir() && (hidden || out || err != nil || met && t.isDeep(name)):
		return fs.SkipDir
	}
	return nil
}

// isDeep reports whether a folder met in the walk is as deep as none is entered.
func (t *tree) isDeep(name string) bool {
	depth := 1 + strings.Count(filepath.ToSlash(strings.TrimPrefix(name, t.root)), "/")
	return t.r.config.MaxDepth > 0 && depth >= t.r.config.MaxDepth
}
