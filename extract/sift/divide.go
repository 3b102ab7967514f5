package sift

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// divideWindow is the distance between the places at which Divide tries to divide a file,
// and the number of bytes it examines at each.
const divideWindow = 256 << 10

// Divide returns an offset, in bytes, at which a file of the given format and size can be
// divided. It is the smallest such offset that Divide can find at or after offset, so it
// never decreases as offset grows. Divide returns 0 for offset 0, and size if it finds no
// place after offset. It examines at most 256 KiB before the place. If a longer message
// or record contains a mailbox or a web archive, Divide may divide the message or record.
// An error is an error of reading the file.
func Divide(file io.ReaderAt, size int64, format mail.Format, offset int64) (int64, error) {
	if offset <= 0 {
		return 0, nil
	}
	d := newDivision(file, size, format, divideWindow)
	if d.last == nil {
		return size, nil
	}
	first := (offset + divideWindow - 1) / divideWindow * divideWindow
	for at := first; at+divideWindow < size; at += divideWindow {
		if place, err := d.in(at); place > 0 || err != nil {
			return place, err
		}
	}
	return size, nil
}

// DividesAt reports whether a mailbox can be divided at an offset at which a message
// begins, such as the old end of a mailbox that has grown. It examines at most 16 MiB of
// the message before the offset.
func DividesAt(file io.ReaderAt, offset int64) bool {
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
		lead := 0
		if before == offset { // the first message of a file needs no blank line before it
			lead = len("\n\n")
			text = append([]byte("\n\n"), text...)
		}
		if texts.Divider(mail.Mbox)(text[:end+int64(lead)]) == int(before)+lead {
			return true
		}
		if before == offset || before >= most {
			return false
		}
	}
}

// divider returns a function that finds the last index at which text of a file of the
// given format can be divided. It returns nil if such files cannot be divided.
func divider(format mail.Format) func([]byte) int {
	if format == mail.Plain {
		return lastSplit
	}
	return texts.Divider(format)
}

// Detect returns the format of a file by its first bytes, and reports whether the file
// can be read in chunks. The format of a compressed file or an archive is mail.Auto.
func (r *Reader) Detect(file io.ReaderAt) (format mail.Format, chunks bool) {
	if r.config.Format == mail.Plain {
		return mail.Plain, true
	}
	head := make([]byte, texts.HeadSize)
	n, err := file.ReadAt(head, 0)
	if n == 0 && err != nil && err != io.EOF {
		return mail.Auto, false // the reader of the file reports the error
	}
	if head = head[:n]; unpack.IsPacked(head) {
		return mail.Auto, false
	}
	format = formatOf(r.config.Format, head)
	return format, divider(format) != nil && !texts.IsWide(head)
}

// dividable returns a file and its format if it can be read in chunks, and nil otherwise.
func (r *Reader) dividable(in *Input, file any) (at io.ReaderAt, format mail.Format) {
	defer func() {
		if recover() != nil {
			at = nil // the reader of the file reports the panic
		}
	}()
	at, chunks := file.(io.ReaderAt)
	if format = in.Format; chunks && format == mail.Auto {
		format, chunks = r.Detect(at)
	}
	if !chunks || divider(format) == nil {
		return nil, format
	}
	return at, format
}

const (
	// window is the number of bytes that are examined to find a place to divide a file.
	window = 64 << 10
	// maxStride is the greatest distance between two windows.
	maxStride = 64 << 20
)

// A division finds the places at which a file can be divided.
type division struct {
	file io.ReaderAt
	size int64
	last func([]byte) int // see divider
	buf  []byte
}

func newDivision(file io.ReaderAt, size int64, format mail.Format, window int) *division {
	return &division{file, size, divider(format), make([]byte, window)}
}

// in returns the last place to divide in the window that begins at an offset, after its
// first line, or 0.
func (d *division) in(at int64) (place int64, err error) {
	defer func() {
		if value := recover(); value != nil {
			place, err = 0, errors.New(bug(value, panicSite()))
		}
	}()
	if _, err := d.file.ReadAt(d.buf, at); err != nil {
		return 0, err
	}
	line := bytes.IndexByte(d.buf, '\n') + 1
	if k := d.last(d.buf[line:]); line > 0 && k > 0 {
		return at + int64(line+k), nil
	}
	return 0, nil
}

// end returns the offset at which the chunk that begins at start ends, or the size of the
// file if there is no place to divide it. The distance between windows doubles, so that
// little is read of a file that cannot be divided at all.
func (d *division) end(start, length int64) int64 {
	stride := length
	for at := start + length; at+int64(len(d.buf)) < d.size; {
		if place, _ := d.in(at); place > 0 { // a read error is reported by the reader of the chunk
			return place
		}
		at, stride = at+stride, min(2*stride, maxStride)
	}
	return d.size
}

// rest divides a chunk at the first possible place after an unreadable byte, and returns
// the second part, or nil.
func (r *Reader) rest(p *Chunk) *Chunk {
	if p.undivided || p.Stopped || p.bytes.err == nil || r.config.ChunkSize < 0 {
		return nil
	}
	file, format := r.dividable(p.Input, p.file.file)
	if file == nil {
		return nil
	}
	end, size := p.Start, cmp.Or(p.End, p.file.before.Size())
	for d := newDivision(file, size, format, window); end <= p.Start+p.bytes.n && end < size; {
		end = d.end(end, r.config.ChunkSize)
	}
	if end >= size {
		return nil
	}
	in := *p.Input
	in.Format = format
	p.file.unread.Add(1)
	rest := &Chunk{Input: &in, Start: end, End: p.End, InTurn: p.InTurn, file: p.file,
		r: section(file, end, p.End)}
	p.End = end
	return rest
}
