package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/urlsift/urlsift/extract/sift"
)

// Package os reads local files, and the buckets of remote.go read others.

// sizeOf returns the size of a file in bytes.
func sizeOf(ctx context.Context, name string) (int64, error) {
	if !isRemote(name) {
		info, err := os.Stat(name)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	b, _, name, err := locate(name)
	if err != nil {
		return 0, err
	}
	return b.size(ctx, name)
}

// openWhole opens a file.
func openWhole(ctx context.Context, name string) (io.ReadCloser, error) {
	if !isRemote(name) {
		return os.Open(name)
	}
	b, _, name, err := locate(name)
	if err != nil {
		return nil, err
	}
	r, err := b.open(ctx, name, 0, -1)
	return object{r}, err
}

// An object is a remote input that is read like a regular file: it has an end, and nobody
// writes to it.
type object struct{ io.ReadCloser }

func (object) Stat() (fs.FileInfo, error) { return objectInfo{}, nil }

type objectInfo struct{}

func (objectInfo) Name() string       { return "" }
func (objectInfo) Size() int64        { return 0 }
func (objectInfo) Mode() fs.FileMode  { return 0o444 }
func (objectInfo) ModTime() time.Time { return time.Time{} }
func (objectInfo) IsDir() bool        { return false }
func (objectInfo) Sys() any           { return nil }

// openRange opens the bytes of a file from start to end.
func openRange(ctx context.Context, name string, start, end int64) (io.ReadCloser, error) {
	if !isRemote(name) {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{io.NewSectionReader(file, start, end-start), file}, nil
	}
	b, _, name, err := locate(name)
	if err != nil || start == end {
		return io.NopCloser(strings.NewReader("")), err
	}
	return b.open(ctx, name, start, end-start)
}

// at is a file to be read at offsets.
type at struct {
	ctx  context.Context
	name string
	size int64
}

func (a at) ReadAt(p []byte, offset int64) (int, error) {
	end := min(offset+int64(len(p)), a.size)
	if offset >= end {
		return 0, io.EOF
	}
	r, err := openRange(a.ctx, a.name, offset, end)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	n, err := io.ReadFull(r, p[:end-offset])
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// A newFile is a file that is being written. It appears complete when it is committed, or
// not at all.
type newFile struct {
	io.Writer
	commit func() error
	abort  func()
}

// create begins to write a file, which replaces an existing one.
func create(ctx context.Context, name string) (*newFile, error) {
	if !isRemote(name) {
		return createLocal(name)
	}
	b, _, name, err := locate(name)
	if err != nil {
		return nil, err
	}
	return b.create(ctx, name)
}

func createLocal(name string) (*newFile, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".urlsift.*")
	if err != nil {
		return nil, err
	}
	abort := func() {
		file.Close()
		os.Remove(file.Name())
	}
	commit := func() error {
		err := errors.Join(file.Chmod(0o644), file.Close())
		if err == nil {
			err = os.Rename(file.Name(), name)
		}
		if err != nil {
			os.Remove(file.Name())
		}
		return err
	}
	return &newFile{file, commit, abort}, nil
}

// removeAll removes a folder and the files in it.
func removeAll(ctx context.Context, folder string) error {
	if !isRemote(folder) {
		return os.RemoveAll(folder)
	}
	names, err := namesOf(ctx, folder+"/")
	for _, name := range names {
		err = errors.Join(err, removeFile(ctx, name))
	}
	return err
}

// match calls yield in order for each file that matches a pattern, or is in a folder that
// matches. If a file cannot be examined, it passes the error.
func (o *Options) match(ctx context.Context, r *sift.Reader, pattern string,
	yield func(name string, err error)) {
	names, err := o.expand(ctx, pattern)
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		yield(pattern, err)
		return
	}
	for _, name := range names {
		if isRemote(name) {
			yield(name, nil)
			continue
		}
		for in, err := range r.Files(nil, name) {
			if err != nil {
				yield(name, err)
			} else {
				yield(in.Name, nil)
			}
		}
	}
}

// expand returns the files that match a pattern, in the order in which folders are
// walked.
func (o *Options) expand(ctx context.Context, pattern string) (names []string, err error) {
	if isRemote(pattern) {
		names, err = o.expandRemote(ctx, pattern)
	} else if _, missing := os.Lstat(pattern); missing == nil { // even if it looks like a pattern
		names = []string{pattern}
	} else {
		names, err = doublestar.FilepathGlob(pattern)
	}
	slices.SortFunc(names, func(a, b string) int {
		return slices.Compare(strings.Split(filepath.ToSlash(a), "/"),
			strings.Split(filepath.ToSlash(b), "/"))
	})
	return names, err
}

// beginning returns the files whose names have a prefix.
func beginning(ctx context.Context, text string) (names []string, err error) {
	if isRemote(text) {
		return namesOf(ctx, text)
	}
	folder, base := filepath.Split(text)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), base) {
			names = append(names, folder+entry.Name())
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return names, err
}

// removeFile removes a file.
func removeFile(ctx context.Context, name string) error {
	if !isRemote(name) {
		return os.Remove(name)
	}
	b, _, name, err := locate(name)
	if err != nil {
		return err
	}
	return b.remove(ctx, name)
}
