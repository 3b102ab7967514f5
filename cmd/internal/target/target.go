// Package target writes the output of a command to where -o says.
package target

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Target is what the output is written to: standard output, a device or pipe, or a file that takes the place of another
// when it is whole.
type Target struct {
	io.Writer
	file *os.File
	name string      // what the file is to be called in the end, or nothing
	old  fs.FileInfo // of what is called so until then, or nil
}

// Open opens the file called name, or stdout if the name is empty.
func Open(name string, stdout io.Writer) (*Target, error) {
	if name == "" {
		return &Target{Writer: stdout}, nil
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real // a link stays one
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return newTarget(name, nil)
	case err != nil:
		return nil, err
	case info.Mode().IsRegular():
		return newTarget(name, info)
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return &Target{Writer: file, file: file}, nil
}

// newTarget gives a target beside the file called name, of which old tells if it is there already.
func newTarget(name string, old fs.FileInfo) (*Target, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	for try := 0; ; try++ {
		file, err := os.OpenFile(temporary(name, try), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && try < 1000 {
			continue
		}
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			return nil, &fs.PathError{Op: failed.Op, Path: name, Err: failed.Err} // the name that was asked for
		}
		return &Target{Writer: file, file: file, name: name, old: old}, err
	}
}

// temporary gives a name beside name, another for each try. os.CreateTemp would do, but for the mode.
func temporary(name string, try int) string {
	return filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d.%d", filepath.Base(name), os.Getpid(), try))
}

// Takes gives what tells of a file whether it is written, or what was written takes its place. Who reads such a file may read
// what he writes, and never come to an end.
func (t *Target) Takes() func(name string) bool {
	var own fs.FileInfo
	if written, ok := t.Writer.(*os.File); ok {
		own, _ = written.Stat()
	}
	if own == nil || !own.Mode().IsRegular() {
		return func(string) bool { return false }
	}
	return func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && (os.SameFile(info, own) || t.old != nil && os.SameFile(info, t.old))
	}
}

// Close puts the file in its place, or removes it where not all was written.
func (t *Target) Close(whole bool) error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	if t.name == "" {
		return err
	}
	if whole && err == nil {
		err = os.Rename(t.file.Name(), t.name)
	}
	if !whole || err != nil {
		os.Remove(t.file.Name())
	}
	return err
}

// Replaces reports whether it takes the place of a file only when it is whole.
func (t *Target) Replaces() bool { return t.name != "" }
