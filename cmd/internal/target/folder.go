package target

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Folder is a folder that is written as a whole. It has a temporary name until Close.
type Folder struct {
	name, temporary string
	old             bool     // a folder of that name exists and has files
	files           []string // created so far, with slashes
	claimed         io.Closer
}

// A list of the files of a folder is in the folder, too: after listHead, a name a line.
const (
	listName = "files.txt"
	listHead = "# Files that urlsift wrote. It replaces a directory only if it has no others."
)

// listed returns a function that reports whether the list of a folder has a file.
func listed(folder string) func(path string) bool {
	text, _ := os.ReadFile(filepath.Join(folder, listName))
	lines := strings.Split(string(text), "\n")
	if lines[0] != listHead {
		return func(string) bool { return false }
	}
	files := map[string]bool{listName: true}
	for _, path := range lines[1:] {
		files[path] = true
	}
	return func(path string) bool { return files[path] }
}

// writeList writes the list of the files created so far.
func (f *Folder) writeList() error {
	lines := strings.Join(append([]string{listHead}, f.files...), "\n") + "\n"
	w, err := f.Create(listName)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, lines)
	return errors.Join(err, w.Close())
}

// IsFolder reports whether a name is that of a folder: it ends with a slash, or a folder
// of that name exists.
func IsFolder(name string) bool {
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// OpenFolder begins to write a folder. An existing folder is replaced if it is empty.
// Otherwise it is replaced only with force, and only if a Folder wrote all its files. own
// reports whether such a folder may have a file, by its path with slashes: those of
// killed runs, which have no list yet, are removed if they have no others.
func OpenFolder(name string, force bool, own func(path string) bool) (*Folder, error) {
	asked := name
	name, err := Real(filepath.Clean(name))
	if err != nil {
		return nil, err
	}
	sweepFolders(name, own)
	f := &Folder{name: name}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: not a directory", asked)
	default:
		if f.old, err = hasOnly(name, listed(name)); err != nil {
			return nil, fmt.Errorf("%s: %w", asked, err)
		}
		if f.old && !force {
			return nil, fmt.Errorf("%s: already exists; use --force to replace it", asked)
		}
	}
	err = create(name, func(temporary string) error {
		f.temporary = temporary
		return os.Mkdir(temporary, 0o777)
	})
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = &fs.PathError{Op: failed.Op, Path: asked, Err: failed.Err}
	}
	if err == nil {
		f.claimed = claimFolder(f.temporary)
	}
	return f, err
}

// aside is the suffix of the name of a folder that is being replaced.
const aside = ".old"

// sweepFolders removes temporary folders beside name that killed runs have left, if own
// accepts all their files. If such a run was about to replace a folder, that is restored.
func sweepFolders(name string, own func(path string) bool) {
	if !canClaimFolders {
		return
	}
	for _, suffix := range []string{"", aside} {
		for path, info := range temporaries(name, suffix) {
			if !info.IsDir() {
				continue
			}
			removeUnclaimed(path, func(path string) error {
				swept := func(path string) bool { return path == listName || own(path) }
				if _, err := hasOnly(path, swept); err != nil {
					return err
				}
				if _, err := os.Lstat(name); suffix == aside && errors.Is(err, fs.ErrNotExist) {
					return os.Rename(path, name)
				}
				return os.RemoveAll(path)
			})
		}
	}
}

// hasOnly reports whether a folder has files. A file that own rejects is an error.
func hasOnly(folder string, own func(path string) bool) (files bool, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular() || !own(path):
			return fmt.Errorf("contains files that urlsift report did not write, such as %q; use an empty "+
				"directory", path)
		}
		files = true
		return nil
	})
	return files, err
}

// Create creates a file of the folder. Its path has slashes.
func (f *Folder) Create(path string) (io.WriteCloser, error) {
	name := filepath.Join(f.temporary, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, f.named(err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, f.named(err)
	}
	f.files = append(f.files, path)
	return folderFile{file, f}, nil
}

// A folderFile is a file of a folder. Its errors have the name of the folder.
type folderFile struct {
	*os.File
	in *Folder
}

func (f folderFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, f.in.named(err)
}

func (f folderFile) Close() error { return f.in.named(f.File.Close()) }

// named returns an error with the name of the folder instead of the temporary name.
func (f *Folder) named(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: failed.Op, Path: strings.Replace(failed.Path, f.temporary, f.name, 1),
			Err: failed.Err}
	}
	return err
}

// Close renames the folder, or removes it if it is not whole.
func (f *Folder) Close(whole bool) error {
	defer f.claimed.Close()
	if !whole {
		return os.RemoveAll(f.temporary)
	}
	if err := f.writeList(); err != nil {
		os.RemoveAll(f.temporary)
		return err
	}
	aside := f.temporary + aside
	defer claimFolder(f.name).Close()
	err := os.Rename(f.name, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		os.RemoveAll(f.temporary)
		return err
	}
	replaces := err == nil
	if err := rename(f.temporary, f.name); err != nil {
		if replaces {
			os.Rename(aside, f.name)
		}
		os.RemoveAll(f.temporary)
		return err
	}
	if replaces {
		return os.RemoveAll(aside)
	}
	return nil
}
