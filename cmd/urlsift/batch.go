package main

import (
	"errors"
	"unsafe"

	"github.com/urlsift/urlsift/extract/archive"
)

// A partSink is a sink that is told, too, from which parts it is given something.
type partSink interface {
	sink
	begin(p *archive.Part) error
	end(p *archive.Part) error
}

// A keeper is the sink that keeps what one part gives, until its turn has come. If that is much it is given in batches, and
// reading waits until they are taken.
type keeper struct {
	part  *archive.Part
	to    sink
	batch *batch
	spare spare
	begun bool // a batch has been given
}

// batchSize is how many bytes a batch has before it is given out. Tests make it smaller.
var batchSize = 4 << 20

func (k *keeper) entry(e *entry) error   { return k.kept(k.batch.entry(e)) }
func (k *keeper) warn(err error) error   { return k.kept(k.batch.warn(err)) }
func (k *keeper) note(text string) error { return k.kept(k.batch.note(text)) }

func (k *keeper) kept(err error) error {
	if err != nil || k.batch.size < batchSize {
		return err
	}
	err = k.give(false)
	k.batch = k.spare.take()
	return err
}

// give gives out what was kept, which may be the last of its part.
func (k *keeper) give(last bool) error {
	b, first := k.batch, !k.begun
	k.begun = true
	return k.part.InOrder(func(before archive.Position) error {
		told, tells := k.to.(partSink)
		if tells && first {
			if err := told.begin(k.part); err != nil {
				return err
			}
		}
		if err := b.replay(k.to, before); err != nil {
			return err
		}
		k.spare.give(b)
		if tells && last {
			return told.end(k.part)
		}
		return nil
	})
}

// spare has batches that are used again. No sync.Pool does, which would give up their buffers at every collection.
type spare chan *batch

func (s spare) take() *batch {
	select {
	case b := <-s:
		return &batch{text: b.text[:0], entries: b.entries[:0]}
	default:
		return &batch{text: make([]byte, 0, 512<<10)}
	}
}

func (s spare) give(b *batch) {
	select {
	case s <- b:
	default: // there are enough
	}
}

// A batch is a part of what a keeper keeps.
type batch struct {
	text     []byte // keys and lines
	entries  []batched
	warnings []warning
	warned   int // how many entries are before the last warning
	size     int // about how many bytes it has
}

type batched struct {
	key, line       int // the lengths of what stands in text
	number, message blank
	apart           bool
}

// whole is true for what is printed as it stands in text, so that what is printed next may as well belong to it.
func (b *batched) whole() bool {
	return b.key == 0 && b.number.at < 0 && b.message.at < 0 && !b.apart
}

// A warning is an error, or else a text that tells of no trouble.
type warning struct {
	before int // the entry before which it is given
	err    error
	note   string
}

// give gives a warning to out, of a part before which something stands.
func (w warning) give(out sink, before archive.Position) error {
	if w.err == nil {
		return out.note(w.note)
	}
	if e := (*archive.Error)(nil); errors.As(w.err, &e) {
		e.Shift(before)
	}
	return out.warn(w.err)
}

func (b *batch) entry(e *entry) error {
	b.text = append(append(b.text, e.key...), e.line...)
	b.size += len(e.key) + len(e.line)
	one := batched{len(e.key), len(e.line), e.number, e.message, e.apart}
	if n := len(b.entries); n > b.warned && one.whole() && b.entries[n-1].whole() {
		b.entries[n-1].line += one.line
		return nil
	}
	b.entries = append(b.entries, one)
	b.size += int(unsafe.Sizeof(one))
	return nil
}

func (b *batch) warn(err error) error   { return b.tell(warning{err: err}) }
func (b *batch) note(text string) error { return b.tell(warning{note: text}) }

func (b *batch) tell(w warning) error {
	w.before = len(b.entries)
	b.warnings = append(b.warnings, w)
	b.warned = w.before
	const text = 200 // about what it says
	b.size += text + int(unsafe.Sizeof(w))
	return nil
}

// replay gives to out what the batch has kept, of a part before which something stands.
func (b *batch) replay(out sink, before archive.Position) error {
	rest, warnings := b.text, b.warnings
	for i, e := range b.entries {
		for len(warnings) > 0 && warnings[0].before == i {
			if err := warnings[0].give(out, before); err != nil {
				return err
			}
			warnings = warnings[1:]
		}
		key, line := rest[:e.key], rest[e.key:e.key+e.line]
		e.number.number += before.Lines
		e.message.number += before.Messages
		if err := out.entry(&entry{key, line, e.number, e.message, e.apart}); err != nil {
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
