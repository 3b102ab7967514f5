package unpack

import (
	"io/fs"
	"iter"
)

// FS yields the contents of the files of a file system, in the order of their paths, as All yields those of each. Links,
// devices and pipes are passed over. What cannot be opened is an error, and the rest follows.
//
// To read a directory whose links nobody can be trusted with, open it as an [os.Root] and give its FS.
func (c Config) FS(fsys fs.FS) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.Type().IsRegular() {
				return nil // directories come one by one
			}
			if !c.file(fsys, name, err, yield) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// file yields the contents of a file, or its error. It reports whether more are wanted.
func (c Config) file(fsys fs.FS, name string, err error, yield func(Entry, error) bool) bool {
	var file fs.File
	if err == nil {
		file, err = fsys.Open(name)
	}
	if err != nil {
		return yield(Entry{File: name}, err)
	}
	defer file.Close()
	for entry, err := range c.All(file) {
		entry.File = name
		if !yield(entry, err) {
			return false
		}
	}
	return true
}
