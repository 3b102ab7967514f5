package sift

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Reasons for which an entry of a directory is skipped. See [Reader.Files].
var (
	// ErrLink is the reason if Config.Follow is not set and the entry is a symbolic link.
	ErrLink = errors.New("symbolic link")
	// ErrLoop is the reason if the entry is a symbolic link to a directory that contains
	// it and is being walked already.
	ErrLoop = errors.New("symbolic link to a directory that contains it")
	// ErrSpecial is the reason if the entry is a device, a pipe or a socket, or a link to
	// one. Opening it might block.
	ErrSpecial = errors.New("device, pipe or socket")
	// ErrHidden and ErrHiddenFolder are the reasons if Config.Hidden is not set and the
	// name of a file or of a directory begins with a dot. A mail folder of a Maildir is
	// not hidden.
	ErrHidden       = errors.New("hidden")
	ErrHiddenFolder = errors.New("hidden directory")
	// ErrExcluded is the reason if patterns of Config leave the entry out.
	ErrExcluded = errors.New("excluded")
	// ErrDeep is the reason if the entry is a directory that is as deep as
	// Config.MaxDepth.
	ErrDeep = errors.New("directory too deep")
)

// Files returns an iterator over the files that paths name, in order, as inputs. A path
// to a directory names all files in it, sorted by name. Devices inside a directory are
// skipped, and so are symbolic links unless Config.Follow is set, and hidden entries
// unless Config.Hidden is set. A path itself may be a link, a device or hidden. A file
// that cannot be examined yields an [*Error] at its place.
//
// If skipped is not nil, it is called with the name of each skipped entry of a directory,
// and the reason. A skipped directory is not opened.
//
// A Maildir is a directory with the directories "cur" and "new". A directory in it that
// is a Maildir, too, is one of its mailboxes (Maildir++), such as ".Sent", and is always
// read.
func (r *Reader) Files(skipped func(name string, why error), paths ...string) iter.Seq2[*Input, error] {
	if skipped == nil {
		skipped = func(string, error) {}
	}
	return func(yield func(*Input, error) bool) {
		for _, path := range paths {
			if !r.path(path, skipped, yield) {
				return
			}
		}
	}
}

// FilesIn returns an iterator over the files of a file system, like Files for a
// directory. It follows no links.
func (r *Reader) FilesIn(fsys fs.FS) iter.Seq2[*Input, error] {
	return func(yield func(*Input, error) bool) {
		t := tree{r: r, root: ".", yield: yield, skipped: func(string, error) {}, join: path.Join}
		t.open = func(name string) (io.ReadCloser, error) { return fsys.Open(name) }
		t.readDir = func(name string) ([]fs.DirEntry, error) { return fs.ReadDir(fsys, name) }
		t.walk(".")
	}
}

// path yields the files that a path names. It reports whether more files are wanted.
func (r *Reader) path(name string, skipped func(string, error), yield func(*Input, error) bool) bool {
	if volume := filepath.VolumeName(name); len(volume) == len("C:") && volume == name {
		name += "." // otherwise the root of the drive would be walked instead of its current folder
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return yield(nil, notOpened(name, err))
	case !info.IsDir():
		in := &Input{Name: name, Named: true,
			Open: func(context.Context) (io.ReadCloser, error) { return openRegular(name) }}
		in.info = func() (fs.FileInfo, error) { return info, nil }
		if !info.Mode().IsRegular() {
			in.Stream, in.Open = true, func(ctx context.Context) (io.ReadCloser, error) {
				return openWaiting(ctx, name)
			}
		}
		return yield(in, nil)
	}
	separator := string(filepath.Separator)
	t := tree{r: r, root: strings.TrimRight(name, separator) + separator, yield: yield, skipped: skipped,
		join: filepath.Join, follow: r.config.Follow}
	t.open, t.readDir = openRegular, os.ReadDir
	return t.walk(t.root)
}

// openWaiting opens a pipe or device. Opening may block: a pipe blocks until another
// process opens it for writing. Reading may block, too. The end of the context ends both.
// A file that opens after that is closed by the garbage collector.
func openWaiting(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{interruptible(ctx, file), file}, nil
}

// A tree is a directory that is being walked.
type tree struct {
	r       *Reader
	root    string
	open    func(name string) (io.ReadCloser, error)
	readDir func(name string) ([]fs.DirEntry, error) // sorted by name
	join    func(names ...string) string
	skipped func(name string, why error)
	yield   func(*Input, error) bool
	follow  bool // follow symbolic links
}

// walk yields the files in a directory. It reports whether more files are wanted.
func (t *tree) walk(folder string) bool {
	entries, err := t.readDir(folder)
	if err != nil && !t.yield(nil, notOpened(folder, err)) {
		return false
	}
	mail := isMaildir(entries)
	inside := strings.TrimSuffix(t.join(folder, "x"), "x") // joins clean the folder each time
	for _, entry := range entries {
		if !t.entry(inside+entry.Name(), entry, mail) {
			return false
		}
	}
	return true
}

// isMaildir reports whether a directory with the given entries is a Maildir. The
// directory "tmp" is not required: it is always empty, so some copies lack it.
func isMaildir(entries []fs.DirEntry) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name && e.IsDir() })
	}
	return has("cur") && has("new")
}

// entry yields a file found in the walk, or the files in a directory, if they are to be
// read. inMaildir reports whether the entry is in a Maildir. entry reports whether more
// files are wanted.
func (t *tree) entry(name string, entry fs.DirEntry, inMaildir bool) bool {
	switch {
	case !t.r.config.Hidden && strings.HasPrefix(entry.Name(), ".") && !(inMaildir && t.isMailbox(name, entry)):
		why := ErrHidden
		if entry.IsDir() {
			why = ErrHiddenFolder
		}
		t.passes(name, entry.IsDir(), why)
		return true
	case entry.Type()&fs.ModeSymlink != 0:
		return t.link(name)
	case entry.IsDir():
		return t.folder(name, nil)
	}
	return t.file(name, entry.Type(), entry.Info)
}

// isMailbox reports whether an entry of a Maildir is a Maildir, too.
func (t *tree) isMailbox(name string, entry fs.DirEntry) bool {
	if !entry.IsDir() && entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	entries, _ := t.readDir(name) // an error is reported when the directory is walked
	return isMaildir(entries)
}

// passes skips an entry if a pattern excludes it, or else if why is not nil, for that
// reason. It reports whether the entry was skipped.
func (t *tree) passes(name string, folder bool, why error) bool {
	if out, _ := t.r.globs.entry(t.root, name, folder); out {
		why = ErrExcluded
	}
	if why != nil {
		t.skipped(name, why)
	}
	return why != nil
}

// folder yields the files in a directory of the walk, unless it is skipped. info
// describes the directory if it is the target of a link. folder reports whether more
// files are wanted.
func (t *tree) folder(name string, info fs.FileInfo) bool {
	var why error
	if depth := 1 + strings.Count(filepath.ToSlash(strings.TrimPrefix(name, t.root)),
		"/"); t.r.config.MaxDepth > 0 && depth >= t.r.config.MaxDepth {
		why = ErrDeep
	} else if info != nil && t.contains(name, info) {
		why = ErrLoop
	}
	return t.passes(name, true, why) || t.walk(name)
}

// file yields a file, unless it is skipped. It reports whether more files are wanted.
func (t *tree) file(name string, mode fs.FileMode, info func() (fs.FileInfo, error)) bool {
	var why error
	if !mode.IsRegular() {
		why = ErrSpecial
	}
	if t.passes(name, false, why) {
		return true
	}
	_, wanted := t.r.globs.entry(t.root, name, false)
	open := func(context.Context) (io.ReadCloser, error) { return t.open(name) }
	return t.yield(&Input{Name: name, Open: open, wanted: wanted, info: info}, nil)
}

// link yields the target of a symbolic link. It reports whether more files are wanted.
func (t *tree) link(name string) bool {
	if !t.follow {
		if out, _ := t.r.globs.entry(t.root, name, true); out { // otherwise a file may still be excluded
			return t.passes(name, false, ErrLink)
		}
		t.skipped(name, ErrLink)
		return true
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return t.passes(name, false, nil) || t.yield(nil, notOpened(name, err))
	case !info.IsDir():
		return t.file(name, info.Mode(), func() (fs.FileInfo, error) { return info, nil })
	}
	return t.folder(name, info)
}

// contains reports whether folder contains a link, at any depth.
func (t *tree) contains(link string, folder fs.FileInfo) bool {
	for at := filepath.Clean(link); at != filepath.Clean(t.root); {
		above := filepath.Dir(at)
		if above == at {
			return false
		}
		info, err := os.Stat(above)
		if err == nil && os.SameFile(info, folder) {
			return true
		}
		at = above
	}
	return false
}
