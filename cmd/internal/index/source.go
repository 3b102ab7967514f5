package index

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/inputs"
	"github.com/urlsift/urlsift/cmd/internal/links"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// An origin is a file that is to be read, and what the database has of it.
type origin struct {
	known links.Source
	file  *os.File
	size  int64
	mtime string
}

// Fresh returns the inputs that the database does not have already.
func (x *Indexer) Fresh(in *inputs.Inputs) iter.Seq2[*archive.Input, error] {
	return func(yield func(*archive.Input, error) bool) {
		for input, err := range in.All() {
			if err == nil && !input.Stream {
				var fresh bool
				if fresh, err = x.take(in.Reader, input); err == nil && !fresh {
					x.skipped++
					continue
				}
			}
			if !yield(input, err) {
				return
			}
		}
	}
}

// take reports whether an input is to be read, and notes from where on.
func (x *Indexer) take(reader *archive.Reader, input *archive.Input) (bool, error) {
	r, err := input.Open(context.Background())
	if err != nil {
		return false, err
	}
	file, ok := r.(inputs.File)
	if !ok {
		return true, nil
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return false, err
	}
	known, err := x.db.Source(printable.Name(input.Name))
	if err != nil {
		file.Close()
		return false, err
	}
	o := &origin{known: known, file: file.File, size: info.Size(), mtime: info.ModTime().UTC().Format(time.RFC3339Nano)}
	if same, err := x.same(o); err != nil || same {
		file.Close()
		return false, err
	}
	input.Open = func(context.Context) (io.ReadCloser, error) { return file, nil }
	input.Data, input.Size = o, o.size
	if known.Read == 0 {
		return true, nil
	}
	if format, parts := reader.Detect(file); parts {
		if offset := o.goesOn(format); offset > 0 {
			input.From = archive.Position{Offset: offset, Lines: known.Lines, Messages: known.Messages}
		}
	}
	return true, nil
}

// same reports whether a file has been read to its end, and not changed since. If it was only touched, that is noted.
func (x *Indexer) same(o *origin) (bool, error) {
	k := o.known
	switch {
	case k.ID == 0 || k.State == links.Reading || k.Size != o.size:
		return false, nil
	case k.MTime == o.mtime:
		return true, nil
	}
	if hash, err := fingerprint(0, o.file, 0, o.size); err != nil || k.Fingerprint != hexadecimal(hash) {
		return false, nil
	}
	k.MTime = o.mtime
	return true, x.db.Save(k)
}

// goesOn returns the offset at which reading goes on, or 0: after what was read when it was stopped, or after the old end of a
// mailbox that has grown, if a message begins there.
func (o *origin) goesOn(format mail.Format) int64 {
	k := o.known
	switch {
	case k.Read == 0 || k.Read >= o.size || k.Format != format.String():
		return 0
	case k.State == links.Reading && k.Size == o.size && k.MTime == o.mtime:
		return k.Read
	case format != mail.Mbox:
		return 0
	}
	hash, err := fingerprint(0, o.file, 0, k.Read)
	if err != nil || k.Fingerprint != hexadecimal(hash) || !cutsAt(o.file, k.Read) {
		return 0
	}
	return k.Read
}

// cutsAt reports whether a mailbox can be cut at an offset, where a message begins. What decides is the message before, up to a
// length that few have.
func cutsAt(file *os.File, offset int64) bool {
	const head, most = 4 << 10, 16 << 20
	for before := min(64<<10, offset); ; before = min(4*before, offset) {
		text := make([]byte, before+head)
		n, _ := file.ReadAt(text, offset-before)
		end := before
		for range 2 { // a "From " line and a field
			i := bytes.IndexByte(text[min(end, int64(n)):n], '\n')
			if i < 0 {
				return false
			}
			end += int64(i) + 1
		}
		if mail.SafeCut(text[:end]) == int(before) {
			return true
		}
		if before == offset || before >= most {
			return false
		}
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fingerprint extends the CRC-32C of what stands before start in a file to what stands before end.
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

func hexadecimal(hash uint32) string { return fmt.Sprintf("%08x", hash) }

// IsDatabase returns a function that reports whether a file is the database, or one that SQLite has beside it. These are not to
// be read, nor even opened, since closing them would give up SQLite's lock.
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
