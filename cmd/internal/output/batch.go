package output

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/urlsift/urlsift/extract/archive"
)

// A keeper is the sink that keeps what is found in a part until its turn has come. If that is much it is handed over in batches,
// and reading waits until they are taken.
type keeper struct {
	part  *archive.Part
	to    sink
	batch *batch
	spare spare
}

// BatchSize is how many bytes a batch has before it is handed over. Tests make it smaller.
var BatchSize = 1 << 20

func (k *keeper) entry(e *Entry) error     { return k.kept(k.batch.entry(e)) }
func (k *keeper) warn(err error) error     { return k.kept(k.batch.warn(err)) }
func (k *keeper) note(text string) error   { return k.kept(k.batch.note(text)) }
func (k *keeper) cover(checks []int) error { return k.kept(k.batch.cover(checks)) }

func (k *keeper) kept(err error) error {
	if err != nil || k.batch.size < BatchSize {
		return err
	}
	err = k.give()
	k.batch = k.spare.take()
	return err
}

// give hands over what was kept.
func (k *keeper) give() error {
	b := k.batch
	return k.part.InOrder(func(before archive.Position) error {
		if err := b.replay(k.to, before); err != nil {
			return err
		}
		k.spare.give(b)
		return nil
	})
}

// spare has batches that are used again. No sync.Pool does, which would give up their buffers at every collection. There are as many
// small ones as readers of small files may have handed over.
type spare struct{ large, small chan *batch }

const (
	smallBatch = 16 << 10  // the most bytes of text of a small batch
	largeBatch = 512 << 10 // the fewest of a large one, so that it seldom grows
)

func newSpare(readers int) spare {
	most := 2*readers + 2
	return spare{make(chan *batch, most), make(chan *batch, 32*most)}
}

func (s spare) take() *batch {
	select {
	case b := <-s.small:
		return b
	case b := <-s.large:
		return b
	default:
		return new(batch)
	}
}

func (s spare) give(b *batch) {
	*b = batch{text: b.text[:0], entries: b.entries[:0]}
	to := s.small
	if cap(b.text) >= largeBatch {
		to = s.large
	}
	select {
	case to <- b:
	default: // there are enough
	}
}

// A batch is a part of what a keeper keeps.
type batch struct {
	text     []byte // keys and lines
	entries  []batched
	warnings []warning
	warned   int   // how many entries are before the last warning
	size     int   // about how many bytes it has
	one      Entry // scratch
}

type batched struct {
	key, line       int // the lengths of what stands in text
	number, message Blank
	apart           bool
}

// whole reports whether it is printed as it stands in text, so that what is printed next may as well belong to it.
func (b *batched) whole() bool {
	return b.key == 0 && b.number.At < 0 && b.message.At < 0 && !b.apart
}

// A warning is an error, or a note, or else says what covers the entries that follow.
type warning struct {
	before int // the entry before which it is given
	err    error
	note   string
	checks []int
}

// give hands a warning to out, for a part before which something stands.
func (w warning) give(out sink, before archive.Position) error {
	switch {
	case w.err != nil:
	case w.note != "":
		return out.note(w.note)
	default:
		return out.cover(w.checks)
	}
	if e := (*archive.Error)(nil); errors.As(w.err, &e) {
		e.Shift(before)
	}
	return out.warn(w.err)
}

func (b *batch) entry(e *Entry) error {
	if len(b.text)+len(e.key)+len(e.Line) > smallBatch && cap(b.text) < largeBatch {
		b.text = slices.Grow(b.text, largeBatch)
	}
	b.text = append(append(b.text, e.key...), e.Line...)
	b.size += len(e.key) + len(e.Line)
	one := batched{len(e.key), len(e.Line), e.Number, e.Message, e.apart}
	if n := len(b.entries); n > b.warned && one.whole() && b.entries[n-1].whole() {
		b.entries[n-1].line += one.line
		return nil
	}
	b.entries = append(b.entries, one)
	b.size += int(unsafe.Sizeof(one))
	return nil
}

func (b *batch) warn(err error) error     { return b.tell(warning{err: err}) }
func (b *batch) note(text string) error   { return b.tell(warning{note: text}) }
func (b *batch) cover(checks []int) error { return b.tell(warning{checks: checks}) }

func (b *batch) tell(w warning) error {
	w.before = len(b.entries)
	b.warnings = append(b.warnings, w)
	b.warned = w.before
	const text = 200 // about what it says
	b.size += text + int(unsafe.Sizeof(w))
	return nil
}

// replay hands to out what the batch has kept, for a part before which something stands.
func (b *batch) replay(out sink, before archive.Position) error {
	rest, warnings := b.text, b.warnings
	one := &b.one
	for i := range b.entries {
		e := &b.entries[i]
		for len(warnings) > 0 && warnings[0].before == i {
			if err := warnings[0].give(out, before); err != nil {
				return err
			}
			warnings = warnings[1:]
		}
		*one = Entry{Line: rest[e.key : e.key+e.line], Number: e.number, Message: e.message, key: rest[:e.key], apart: e.apart}
		one.Number.Number += before.Lines
		one.Message.Number += before.Messages
		if err := out.entry(one); err != nil {
			return err
		}
		rest = rest[e.key+e.line:]
	}
	for _, w := range warnings {
		if err := w.give(out, before); err != nil {
			return err
		}
	}
	return nil
}
