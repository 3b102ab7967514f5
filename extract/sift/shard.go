package sift

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"sync/atomic"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// Shard returns share number, from 1, of the shares into which inputs are divided. of is
// the number of shares. The results of all shares, one share after the other, are the
// results of inputs, with the same offsets, lines and message numbers. An impossible
// share, such as 3 of 2, is an error, and nothing else is yielded.
//
// The inputs are laid end to end and divided into shares of about the same number of
// bytes. A file that can be read in chunks is divided by [Divide]. Any other input
// belongs to the share in which it begins, and so does an input of unknown size or an
// error that inputs yields. All shares must be made from the same inputs, which must not
// change in between.
//
// Shard ranges over inputs twice. If a share begins inside a file, Shard reads the file
// up to there to count lines and messages. An error of that reading is yielded in place
// of the input. If Config.ChunkSize is negative, files are not divided.
func (r *Reader) Shard(ctx context.Context, inputs iter.Seq2[*Input, error], number,
	of int) iter.Seq2[*Input, error] {
	return func(yield func(*Input, error) bool) {
		if number < 1 || number > of {
			yield(nil, fmt.Errorf("sift: share %d of %d: use one from 1 of N to N of N", number, of))
			return
		}
		var total int64
		for in, err := range inputs {
			if err := ended(ctx); err != nil {
				yield(nil, err)
				return
			}
			total += in.extent(ctx, err)
		}
		start, end, at := portion(total, number-1, of), portion(total, number, of), int64(0)
		for in, err := range inputs {
			if number < of && at >= end {
				return
			}
			size := in.extent(ctx, err)
			piece, divided := in, false
			if at < end && start < at+size && (at < start || end < at+size) {
				piece, divided, err = r.piece(ctx, in, size, start-at, end-at)
			}
			holds := start <= at && (at < end || number == of)
			if divided {
				holds = piece != nil || err != nil
			}
			if holds && !yield(piece, err) {
				return
			}
			at += size
		}
	}
}

// portion returns the size of the first n of the shares of total. of is the number of
// shares.
func portion(total int64, n, of int) int64 {
	whole, rest := total/int64(of), total%int64(of)
	return whole*int64(n) + rest*int64(n)/int64(of)
}

// extent returns the size of an input in bytes, or 0 if it is unknown or err is not nil.
func (in *Input) extent(ctx context.Context, err error) int64 {
	switch {
	case err != nil || in.Stream:
		return 0
	case in.Size > 0:
		return in.Size
	case in.info != nil:
		if info, err := in.info(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
		return 0
	}
	file, err := in.Open(ctx)
	if err != nil {
		return 0
	}
	defer file.Close()
	if info := regular(file); info != nil {
		return info.Size()
	}
	return 0
}

// piece returns the part of an input that begins in its bytes [start,end), or nil if
// there is none. size is the input's size in bytes. An input that cannot be read in
// chunks is returned whole.
func (r *Reader) piece(ctx context.Context, in *Input, size, start, end int64) (piece *Input,
	divided bool, err error) {
	if r.config.ChunkSize < 0 || in.Undivided || in.From.Offset > 0 {
		return in, false, nil
	}
	opened, err := in.Open(ctx)
	if err != nil {
		return in, false, nil // the reader of the file reports the error
	}
	defer opened.Close()
	file, format := r.dividable(in, opened)
	if file == nil {
		return in, false, nil
	}
	of := *in
	of.Format = format
	for _, to := range []struct{ place, at *int64 }{{&of.From.Offset, &start}, {&of.Size, &end}} {
		if *to.place, err = Divide(file, size, format, *to.at); err != nil {
			return nil, true, &Error{File: in.Name, Offset: *to.at, Err: err}
		}
	}
	if of.From.Offset >= of.Size {
		return nil, true, nil
	}
	if of.From, err = r.position(ctx, &of, of.From.Offset); err != nil {
		return nil, true, err
	}
	if of.Size == size {
		of.Size = in.Size // the file may have grown
	}
	return &of, true, nil
}

// divideWindow is the distance between the places at which Divide tries to divide a file,
// and the number of bytes it examines at each.
const divideWindow = 256 << 10

// Divide returns an offset, in bytes, at which a file of the given format and size can be
// divided. It is the smallest such offset that Divide can find at or after offset, so it
// never decreases as offset grows. Divide returns 0 for offset 0, and size if it finds no
// place after offset. It examines at most 256 KiB before the place. If a longer message
// or record contains a mailbox or a web archive, Divide may divide it. The error is that
// of reading the file.
func Divide(file io.ReaderAt, size int64, format mail.Format, offset int64) (int64, error) {
	if offset <= 0 {
		return 0, nil
	}
	d := newDivision(file, size, format, divideWindow)
	if d.last == nil {
		return size, nil
	}
	for at := (offset + divideWindow - 1) / divideWindow * divideWindow; at+divideWindow < size; at += divideWindow {
		if place, err := d.in(at); place > 0 || err != nil {
			return place, err
		}
	}
	return size, nil
}

// DividesAt reports whether a mailbox can be divided at an offset at which a message
// begins, such as its old end after it has grown. It examines the message before that, up
// to a length that few messages exceed.
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

// position returns the position of an offset at which an input can be divided. The input
// must have a known Format, and is read up to the offset.
func (r *Reader) position(ctx context.Context, in *Input, offset int64) (Position, error) {
	before := *in
	before.From, before.Size = Position{}, offset
	if offset == 0 || in.Format == mail.Plain && !r.config.Extract.Lines {
		return Position{Offset: offset}, nil
	}
	counter := *r
	if counter.config.Texts = false; in.Format != mail.Plain {
		counter.config.Choose = func(*Source) bool { return false } // lines and messages are counted even so
	}
	var c counting
	err := counter.Run(ctx, func(yield func(*Input, error) bool) { yield(&before, nil) },
		func(Hand) Consumer { return &c })
	return Position{offset, int(c.lines.Load()), int(c.messages.Load())}, err
}

// A counting consumer adds up lines and messages. Errors in messages are left to the
// reader that extracts their URLs.
type counting struct{ lines, messages atomic.Int64 }

func (c *counting) Event(e Event) error {
	switch e := e.(type) {
	case Failure:
		if errors.As(e.Err, new(*fs.PathError)) { // the file cannot be opened
			return e.Err
		}
	case End:
		c.lines.Add(int64(e.Lines))
		c.messages.Add(int64(e.Messages))
	}
	return nil
}

func (c *counting) InOrder(any, Position) error { return nil }

// divider returns a function that finds the last index at which text of a file of the
// given format can be divided. It returns nil if such files cannot be divided.
func divider(format mail.Format) func([]byte) int {
	if format == mail.Plain {
		return scan.LastSplit
	}
	return texts.Divider(format)
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
