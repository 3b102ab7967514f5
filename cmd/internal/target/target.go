// Package target writes the output of a command to the destination of -o.
package target

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Target takes the output. It is standard output, a device or pipe, or a file that is
// replaced only when the output is complete.
type Target struct {
	w    io.Writer
	file *os.File    // nil for standard output
	name string      // the final name of the file, or empty
	size int64       // bytes written
	old  fs.FileInfo // of the file to be replaced, or nil
}

// Open opens the file called name, or stdout if the name is empty or that of standard
// output. An existing regular file is replaced only with force.
func Open(name string, stdout io.Writer, force bool) (*Target, error) {
	switch name {
	case "", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return &Target{w: stdout}, nil
	}
	asked := name
	name, err := Real(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return newTarget(name, nil)
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && !force:
		return nil, fmt.Errorf("%s: already exists; use --force to replace it", asked)
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil || !info.Mode().IsRegular() {
		return &Target{w: file, file: file}, err
	}
	file.Close() // it is writable, so it may be replaced
	return newTarget(name, info)
}

// Real returns the name of the target of a link, so that the link is kept. A link to
// nothing is an error, since output must not be created under a name that the user did
// not type.
func Real(name string) (string, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real, nil
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", fmt.Errorf("%s: dangling symbolic link", name)
	}
	return name, nil
}

// newTarget returns a target beside the file called name. old is the existing file, or
// nil.
func newTarget(name string, old fs.FileInfo) (*Target, error) {
	sweep(name)
	var file *os.File
	err := create(name, func(temporary string) (err error) {
		file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	})
	if err == nil {
		claim(file)
	}
	if err == nil && old != nil {
		err = file.Chmod(old.Mode().Perm())
	}
	t := &Target{w: file, file: file, name: name, old: old}
	return t, t.named(err)
}

// named returns an error with the final name instead of the temporary one.
func (t *Target) named(err error) error {
	var failed *fs.PathError
	var renamed *os.LinkError
	switch {
	case t.name == "":
	case errors.As(err, &failed):
		return &fs.PathError{Op: failed.Op, Path: t.name, Err: failed.Err}
	case errors.As(err, &renamed):
		return &fs.PathError{Op: renamed.Op, Path: t.name, Err: renamed.Err}
	}
	return err
}

func (t *Target) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.size += int64(n)
	return n, t.named(err)
}

// Size returns the number of bytes written.
func (t *Target) Size() int64 { return t.size }

// Truncate removes all output after size bytes from a target that Replaces.
func (t *Target) Truncate(size int64) error {
	t.size = size
	if err := t.file.Truncate(size); err != nil {
		return t.named(err)
	}
	_, err := t.file.Seek(size, io.SeekStart)
	return t.named(err)
}

// Partial returns the name of a file that is to be renamed to name when it is whole. It
// is beside name, and not used by other programs.
func Partial(name string) string { return beside(name) + "part" }

// mark is in the names of temporary files.
const mark = ".urlsift."

// beside returns the common prefix of the names of temporary files of name.
func beside(name string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+mark)
}

// IsTemporary reports whether a file or folder is named like a temporary one of any run.
func IsTemporary(name string) bool {
	name = filepath.Base(name)
	i := strings.LastIndex(name, mark)
	if i <= 0 || name[0] != '.' {
		return false
	}
	return Partial(name[1:i]) == name || isNumbered(strings.TrimSuffix(name[i+len(mark):], aside))
}

// isNumbered reports whether text is the end of the name of a temporary file: the number
// of a process, and that of a try.
func isNumbered(text string) bool {
	pid, try, _ := strings.Cut(text, ".")
	return isNumber(pid) && isNumber(try)
}

// create calls do with temporary names of name until one does not exist yet.
// os.CreateTemp has no argument for the mode.
func create(name string, do func(temporary string) error) (err error) {
	for try := range 1000 {
		if err = do(fmt.Sprintf("%s%d.%d", beside(name), os.Getpid(), try)); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
}

// leftover is the age at which a temporary file is assumed to be no longer in use.
const leftover = time.Minute

// sweep removes temporary files beside name that killed runs have left.
func sweep(name string) {
	for path, info := range temporaries(name, "") {
		if info.Mode().IsRegular() {
			removeUnclaimed(path, os.Remove)
		}
	}
}

// temporaries returns an iterator over files and folders that are named like temporary
// files of name, end in suffix, and are old enough to be leftovers.
func temporaries(name, suffix string) iter.Seq2[string, fs.FileInfo] {
	return func(yield func(path string, info fs.FileInfo) bool) {
		dir, prefix := filepath.Split(beside(name))
		entries, _ := os.ReadDir(filepath.Dir(name))
		for _, entry := range entries {
			numbers, ok := strings.CutPrefix(entry.Name(), prefix)
			numbers, is := strings.CutSuffix(numbers, suffix)
			if !ok || !is || !isNumbered(numbers) {
				continue
			}
			info, err := entry.Info()
			if err == nil && time.Since(info.ModTime()) > leftover &&
				!yield(filepath.Join(dir, entry.Name()), info) {
				return
			}
		}
	}
}

// isNumber reports whether text consists of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// Rename replaces a file by another one durably: the contents are on disk before the name
// changes.
func Rename(from, to string) error {
	file, err := os.OpenFile(from, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return rename(from, to)
}

// rename renames a file, and syncs its folder where that is possible.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(to)); err == nil {
		dir.Sync() // the file system may not support this
		dir.Close()
	}
	return nil
}

// Takes returns a function that reports whether a file is the output, or the file to be
// replaced. Reading the output might never end.
func (t *Target) Takes() func(name string) bool {
	var own fs.FileInfo
	if written, ok := t.w.(*os.File); ok {
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

// Close renames the file, or removes it if it is not whole.
func (t *Target) Close(whole bool) error {
	if t.file == nil {
		return nil
	}
	var err error
	if whole && t.name != "" {
		err = t.file.Sync() // otherwise a crash could leave an empty file instead of the old one
	}
	err = errors.Join(err, t.file.Close())
	if t.name == "" {
		return err
	}
	if whole && err == nil {
		err = rename(t.file.Name(), t.name)
	}
	if !whole || err != nil {
		os.Remove(t.file.Name())
	}
	return t.named(err)
}

// Replaces reports whether a file replaces another one only when it is whole. Until then
// no other program sees it.
func (t *Target) Replaces() bool { return t.name != "" }

// ReplacesText reports whether the file to be replaced is not empty.
func (t *Target) ReplacesText() bool { return t.old != nil && t.old.Size() > 0 }
