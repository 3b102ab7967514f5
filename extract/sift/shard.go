package sift

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"sync/atomic"

	"github.com/urlsift/urlsift/extract/mail"
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
			yield(nil, fmt.Errorf("sift: shard %d of %d: use 1 of N to N of N", number, of))
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
		counter.config.Choose = func(*Source) bool { return false } // only counts lines and messages
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
