package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/urlsift/urlsift/extract/archive"
)

// Local files are read by package os, others by the file systems of the Beam SDK. These cannot read from an offset on, so that
// what they have for it is in rangers.

// isRemote reports whether a name is that of an object, such as gs://bucket/name.
func isRemote(name string) bool { return strings.Contains(name, "://") }

// A ranger opens the bytes of an object from an offset on, as many as size.
type ranger func(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error)

// rangers has the schemes whose objects can be read from an offset on.
var rangers = map[string]ranger{"gs": rangeOfGS, "s3": rangeOfS3}

var (
	systemsMutex sync.Mutex
	systems      = map[string]filesystem.Interface{}
)

// system returns the file system that an object is in. It stays open.
func system(ctx context.Context, name string) (filesystem.Interface, error) {
	scheme, _, _ := strings.Cut(name, "://")
	systemsMutex.Lock()
	defer systemsMutex.Unlock()
	if s := systems[scheme]; s != nil {
		return s, nil
	}
	s, err := filesystem.New(context.WithoutCancel(ctx), name)
	if err == nil {
		systems[scheme] = s
	}
	return s, err
}

// sizeOf returns the size of a file in bytes.
func sizeOf(ctx context.Context, name string) (int64, error) {
	if !isRemote(name) {
		info, err := os.Stat(name)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	s, err := system(ctx, name)
	if err != nil {
		return 0, err
	}
	return s.Size(ctx, name)
}

// openWhole opens a file.
func openWhole(ctx context.Context, name string) (io.ReadCloser, error) {
	if !isRemote(name) {
		return os.Open(name)
	}
	s, err := system(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := s.OpenRead(ctx, name)
	return object{r}, err
}

// An object is read as a regular file is, though it comes from elsewhere: to its end, and without anybody writing to it.
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
	scheme, _, _ := strings.Cut(name, "://")
	if open := rangers[scheme]; open != nil {
		return open(ctx, name, start, end-start)
	}
	r, err := openWhole(ctx, name)
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, start); err != nil {
		r.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(r, end-start), r}, nil
}

// splits reports whether a file can be read from an offset without reading the bytes before it.
func splits(name string) bool {
	scheme, _, _ := strings.Cut(name, "://")
	return !isRemote(name) || rangers[scheme] != nil
}

// at is a file that is read at offsets.
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

// A newFile is a file that is being written. It is there when it is committed, as a whole, or not at all.
type newFile struct {
	io.Writer
	commit func() error
	abort  func()
}

// create begins to write a file, and takes the place of one that is there.
func create(ctx context.Context, name string) (*newFile, error) {
	if !isRemote(name) {
		return createLocal(name)
	}
	s, err := system(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	w, err := s.OpenWrite(ctx, name)
	if err != nil {
		cancel()
		return nil, err
	}
	commit := func() error {
		defer cancel()
		return w.Close()
	}
	return &newFile{w, commit, cancel}, nil // an object is there when it has been closed
}

func createLocal(name string) (*newFile, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
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
	s, err := system(ctx, folder)
	if err != nil {
		return err
	}
	names, err := s.List(ctx, folder+"/*")
	if err != nil {
		return err
	}
	for _, name := range names {
		err = errors.Join(err, removeFile(ctx, name))
	}
	return err
}

// match calls yield for each file that a pattern matches, or that is in a folder that it matches, in order, and for what cannot
// be examined.
func match(ctx context.Context, r *archive.Reader, pattern string, yield func(name string, err error)) {
	names, err := expand(ctx, pattern)
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
		for in, err := range r.Files(name) {
			if err != nil {
				yield(name, err)
			} else {
				yield(in.Name, nil)
			}
		}
	}
}

// expand returns the files that a pattern matches, in the order of their names.
func expand(ctx context.Context, pattern string) (names []string, err error) {
	if isRemote(pattern) {
		s, err := system(ctx, pattern)
		if err != nil {
			return nil, err
		}
		names, err = s.List(ctx, pattern)
		slices.Sort(names)
		return names, err
	}
	if _, err := os.Lstat(pattern); err == nil { // though it may look like a pattern
		return []string{pattern}, nil
	}
	names, err = doublestar.FilepathGlob(pattern)
	slices.Sort(names)
	return names, err
}

// removeFile removes a file.
func removeFile(ctx context.Context, name string) error {
	if !isRemote(name) {
		return os.Remove(name)
	}
	s, err := system(ctx, name)
	if err != nil {
		return err
	}
	remover, ok := s.(filesystem.Remover)
	if !ok {
		return fmt.Errorf("%s: cannot be removed", name)
	}
	return remover.Remove(ctx, name)
}
