package index

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/lines"
)

// An origin is an input with its source in the database.
type origin struct {
	path  string // its path in the database
	known database.Source

	// Of a regular file:
	file    file // nil for any other input
	info    fs.FileInfo
	between []byte // the blank lines before the place at which reading resumes
}

// A file is a regular file.
type file interface {
	io.ReadCloser
	io.ReaderAt
	io.Seeker
	Stat() (fs.FileInfo, error)
}

func (o *origin) size() int64   { return o.info.Size() }
func (o *origin) mtime() string { return o.info.ModTime().UTC().Format(time.RFC3339Nano) }

// Fresh returns an iterator over the inputs that are new or have changed.
func (x *Indexer) Fresh(reader *sift.Reader,
	all iter.Seq2[*sift.Input, error]) iter.Seq2[*sift.Input, error] {
	return func(yield func(*sift.Input, error) bool) {
		for input, err := range all {
			if err == nil {
				var fresh bool
				if fresh, err = x.take(reader, input); err == nil && !fresh {
					x.skipped++
					if x.Unchanged != nil {
						x.Unchanged(input.Name)
					}
					continue
				}
			}
			if !yield(input, err) {
				return
			}
		}
	}
}

// take reports whether an input must be read, and records where to begin.
func (x *Indexer) take(reader *sift.Reader, input *sift.Input) (fresh bool, err error) {
	o := new(origin)
	input.Data = o
	if o.path, err = x.path(input); err != nil || input.Stream {
		return true, err
	}
	r, err := input.Open(context.Background())
	if err != nil {
		return false, err
	}
	input.Open = func(context.Context) (io.ReadCloser, error) { return r, nil }
	var ok bool
	if o.file, ok = r.(file); !ok {
		return true, nil
	}
	if fresh, err = x.examine(reader, input, o); !fresh {
		r.Close()
	}
	return fresh, err
}

// path returns the path of an input in the database.
func (x *Indexer) path(input *sift.Input) (string, error) {
	if input.Stream && input.Name == "-" {
		return cmp.Or(x.Stdin, "-"), nil
	}
	path, err := filepath.Abs(input.Name)
	if err != nil || x.Root == "" {
		return path, err
	}
	root, err := filepath.Abs(x.Root)
	if err != nil {
		return "", err
	}
	below, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(below) {
		return "", fmt.Errorf("%s: not in %s", input.Name, x.Root)
	}
	return filepath.ToSlash(below), nil
}

// examine reports whether a file must be read, and records where to begin.
func (x *Indexer) examine(reader *sift.Reader, input *sift.Input, o *origin) (bool, error) {
	var err error
	if o.info, err = settled(o.file); err != nil {
		return false, err
	}
	if o.known, err = x.db.Source(o.path); err != nil {
		return false, err
	}
	if same, err := x.same(o); err != nil || same {
		return false, err
	}
	input.Size = o.size()
	if o.known.Read == 0 {
		return true, nil
	}
	format, chunks := reader.Detect(o.file)
	if !chunks {
		return true, nil
	}
	offset, err := o.resumeOffset(format)
	if err != nil {
		return false, err
	}
	if offset > 0 {
		var blank lines.Counter
		blank.Add(o.between)
		input.From = sift.Position{Offset: offset, Lines: o.known.Lines + blank.Breaks,
			Messages: o.known.Messages}
	}
	return true, nil
}

// tick is the approximate resolution of modification times on most disks.
const tick = 20 * time.Millisecond

// settled returns the FileInfo of a file. If the file was changed less than a tick ago, a
// further change could have the same time, so settled waits a little.
func settled(f file) (info fs.FileInfo, err error) {
	for range 3 {
		if info, err = f.Stat(); err != nil {
			return nil, err
		}
		age := time.Since(info.ModTime())
		if age < 0 || age >= tick {
			break
		}
		time.Sleep(tick - age)
	}
	return info, nil
}

// same reports whether a file has been read to its end and has not changed since. If only
// its time has changed, same records the new time. The error is that of reading the file.
func (x *Indexer) same(o *origin) (bool, error) {
	k := o.known
	switch {
	case k.ID == 0 || k.State == database.Reading || k.State == database.Failed || k.Size != o.size():
		return false, nil
	case message.Raises(k.Trouble, x.Limits):
		return false, nil
	case k.MTime == o.mtime():
		return true, nil
	}
	if hash, err := fingerprint(0, o.file, 0, o.size()); err != nil || k.Fingerprint != hexadecimal(hash) {
		return false, unlessEOF(err)
	}
	k.MTime = o.mtime()
	return true, x.db.Save(k)
}

// resumeOffset returns the offset at which reading resumes, or 0. It is the place where
// the last run was stopped, or the old end of a mailbox that has grown, after any blank
// lines, if a message begins there. The error is that of reading the file.
func (o *origin) resumeOffset(format mail.Format) (int64, error) {
	k := o.known
	switch {
	case k.Read == 0 || k.Read >= o.size() || k.Format != format.String():
		return 0, nil
	case k.State == database.Reading && k.Size == o.size() && k.MTime == o.mtime():
		return k.Read, nil
	case format != mail.Mbox:
		return 0, nil
	}
	hash, err := fingerprint(0, o.file, 0, k.Read)
	if err != nil || k.Fingerprint != hexadecimal(hash) {
		return 0, unlessEOF(err)
	}
	blank := blankLines(o.file, k.Read)
	at := k.Read + int64(len(blank))
	if !sift.DividesAt(o.file, at) {
		return 0, nil
	}
	o.between = blank
	return at, nil
}

// unlessEOF returns an error of reading, or nil for the end of the file.
func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// blankLines returns the blank lines in a file from an offset on, if a line ends before
// the offset.
func blankLines(file io.ReaderAt, offset int64) []byte {
	text := make([]byte, 64)
	n, _ := file.ReadAt(text, offset-1)
	if n == 0 || text[0] != '\n' {
		return nil
	}
	text = text[1:n]
	return text[:len(text)-len(bytes.TrimLeft(text, "\r\n"))]
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fingerprint returns the CRC-32C of the bytes of a file before end, given hash, that of
// the bytes before start.
func fingerprint(hash uint32, file io.ReaderAt, start, end int64) (uint32, error) {
	buf := make([]byte, min(256<<10, max(end-start, 0)))
	for start < end {
		n, err := file.ReadAt(buf[:min(int64(len(buf)), end-start)], start)
		hash = crc32.Update(hash, castagnoli, buf[:n])
		start += int64(n)
		if err != nil && start < end {
			return hash, err
		}
	}
	return hash, nil
}

// joined returns the CRC-32C of a text followed by n bytes, given those of the text and
// of the bytes. A CRC is the remainder of a polynomial, and n bytes multiply that of the
// text by x to the power of 8n.
func joined(hash, more uint32, n int64) uint32 {
	for power := uint32(1 << (31 - 8)); n > 0; n >>= 1 {
		if n&1 != 0 {
			hash = product(hash, power)
		}
		power = product(power, power)
	}
	return hash ^ more
}

// product returns the product of two polynomials modulo that of CRC-32C. The highest bit
// is the coefficient of 1, as in package crc32.
func product(a, b uint32) (p uint32) {
	for ; a != 0; a <<= 1 {
		p ^= b * (a >> 31)
		b = b>>1 ^ crc32.Castagnoli*(b&1)
	}
	return p
}

func hexadecimal(hash uint32) string { return fmt.Sprintf("%08x", hash) }

// IsDatabase returns a function that reports whether a file is the database or one of the
// files that SQLite keeps beside it. These must not be read or even opened, since closing
// them would release SQLite's lock.
func IsDatabase(file string) func(name string) bool {
	return func(name string) bool {
		info, err := os.Stat(name)
		if err != nil {
			return false
		}
		for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
			if own, err := os.Stat(file + suffix); err == nil && os.SameFile(info, own) {
				return true
			}
		}
		return false
	}
}
