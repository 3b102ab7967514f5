package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
)

// Summed records the SHA-256 of all bytes of an input after its last chunk. size is their
// number.
func (x *Indexer) Summed(_ *sift.Chunk, sum string, size int64) error {
	s := &x.source.Source
	if x.source.repeated || s.State != database.Read && s.State != database.Trouble || s.Size != size {
		return nil
	}
	s.SHA256 = sum
	return x.db.Save(*s)
}

// sourcesAtOnce is the number of sources in memory at a time.
const sourcesAtOnce = 1000

// Sources calls do for each source of the database, in the order of their paths, with its
// SHA-256. If that is unknown, the source is read again. If the source cannot be read, or
// its size or fingerprint has changed, there is no SHA-256, and why is the reason.
func (x *Indexer) Sources(ctx context.Context, do func(s database.Source, why string) error) error {
	for after := ""; ; {
		list, err := x.db.Sources(after, sourcesAtOnce)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return x.commit()
		}
		for _, s := range list {
			why := ""
			if s.SHA256 == "" {
				if why, err = x.hash(ctx, &s); err != nil {
					return err
				}
			}
			if err := do(s, why); err != nil {
				return err
			}
		}
		after = list[len(list)-1].Path
	}
}

// hash computes and records the SHA-256 of a source, or returns the reason why it
// cannot.
func (x *Indexer) hash(ctx context.Context, s *database.Source) (why string, err error) {
	switch {
	case s.State == database.Reading:
		return "not read to its end", nil
	case s.State == database.Failed:
		return "must be read again", nil
	case s.Fingerprint == "":
		return "no file, and read without --manifest", nil
	}
	name := printable.Unescape(s.Path)
	if x.Root != "" {
		name = filepath.Join(x.Root, filepath.FromSlash(name))
	}
	sum, same, err := sumOf(ctx, name, s)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(err, fs.ErrNotExist):
		return "gone", nil
	case err != nil:
		x.Trouble = true
		message.Warn(x.Stderr, "%s", message.Of(err))
		return message.Of(err), nil
	case !same:
		return "changed since it was read", nil
	}
	s.SHA256 = sum
	if err := x.db.Save(*s); err != nil || time.Since(x.committed) < TimePerCommit {
		return "", err
	}
	return "", x.commit()
}

// sumOf returns the SHA-256 of a file. It reports whether the file has the size and the
// fingerprint of a source.
func sumOf(ctx context.Context, name string, s *database.Source) (sum string, same bool, err error) {
	info, err := os.Stat(name) // opening a pipe may block
	if err != nil || !info.Mode().IsRegular() || info.Size() != s.Size {
		return "", false, err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	defer context.AfterFunc(ctx, func() { file.Close() })()
	all, check := sha256.New(), crc32.New(castagnoli)
	n, err := io.Copy(io.MultiWriter(all, check), file)
	return hex.EncodeToString(all.Sum(nil)), n == s.Size && hexadecimal(check.Sum32()) == s.Fingerprint, err
}
