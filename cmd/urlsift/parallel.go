package main

import (
	"errors"
	"io"
	"os"
	"sync"
	"unsafe"

	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// partSize is about how many bytes the parts of a large file have, each of which is read by whoever is free. Tests make it
// smaller.
var partSize int64 = 4 << 20

// A job is a part to be read, or a warning to be given in its place.
type job struct {
	part    part
	close   func() error
	warning string
	inline  bool // to be read when its turn has come, since it may wait for more, and what it gives is printed at once
	batches chan *batch
	err     error      // of the reading, which somebody stopped, once batches is closed
	counts  partCounts // likewise
	origin  *origin    // for the index
}

// A partSink is a sink that is told, too, from which parts it is given something.
type partSink interface {
	sink
	begin(j *job) error
	end(j *job, counts partCounts) error
}

// A keeper is the sink that keeps what one part gives, until its turn has come. If that is much it is given in batches, and
// reading waits until they are taken.
type keeper struct {
	batch *batch
	spare spare
	out   chan<- *batch
	stop  <-chan struct{}
}

// batchSize is how many bytes a batch has before it is given out. Tests make it smaller.
var batchSize = 4 << 20

func (k *keeper) entry(e *entry) error   { return k.kept(k.batch.entry(e)) }
func (k *keeper) warn(text string) error { return k.kept(k.batch.warn(text)) }
func (k *keeper) note(text string) error { return k.kept(k.batch.note(text)) }

func (k *keeper) kept(err error) error {
	if err != nil || k.batch.size < batchSize {
		return err
	}
	err = k.give()
	k.batch = k.spare.take()
	return err
}

// give gives out what was kept.
func (k *keeper) give() error {
	select {
	case k.out <- k.batch:
		return nil
	case <-k.stop:
		return errStopped
	}
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

// errStopped is the error of a sink of which nothing is wanted any more.
var errStopped = errors.New("stopped")

// A batch is a part of what a keeper keeps.
type batch struct {
	text     []byte // keys and lines
	entries  []batched
	warnings []warning
	warned   int // how many entries are before the last warning
	size     int // about how many bytes it has
}

// partCounts are what numbers in the parts behind one begin with, and what it was.
type partCounts struct {
	lines, messages int
	bytes           int64
	format          string
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

type warning struct {
	before int // the entry before which it is given
	text   string
	note   bool // that is no trouble
}

func (w warning) give(out sink) error {
	if w.note {
		return out.note(w.text)
	}
	return out.warn(w.text)
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

func (b *batch) warn(text string) error {
	return b.tell(warning{text: text})
}

func (b *batch) note(text string) error {
	return b.tell(warning{text: text, note: true})
}

func (b *batch) tell(w warning) error {
	w.before = len(b.entries)
	b.warnings = append(b.warnings, w)
	b.warned = w.before
	b.size += len(w.text) + int(unsafe.Sizeof(w))
	return nil
}

// replay gives to out what the batch has kept, of a part that begins behind others.
func (b *batch) replay(out sink, behind partCounts) error {
	rest, warnings := b.text, b.warnings
	for i, e := range b.entries {
		for len(warnings) > 0 && warnings[0].before == i {
			if err := warnings[0].give(out); err != nil {
				return err
			}
			warnings = warnings[1:]
		}
		key, line := rest[:e.key], rest[e.key:e.key+e.line]
		e.number.number += behind.lines
		e.message.number += behind.messages
		if err := out.entry(&entry{key, line, e.number, e.message, e.apart}); err != nil {
			return err
		}
		rest = rest[e.key+e.line:]
	}
	for _, w := range warnings {
		if err := w.give(out); err != nil {
			return err
		}
	}
	return nil
}

// inParallel reads what walk gives with several readers, and gives it to out in the order of walk.
func inParallel(walk func(do func(*job) bool), readers []*reader, out sink, asked *stopper) error {
	var (
		work    = make(chan *job)
		order   = make(chan *job, 2*len(readers))
		stop    = make(chan struct{})
		workers sync.WaitGroup
		spares  = make(spare, 2*len(readers))
	)
	for _, d := range readers[1:] {
		workers.Go(func() {
			for j := range work {
				k := &keeper{batch: spares.take(), spare: spares, out: j.batches, stop: stop}
				if j.err = d.read(j.part, k); j.err == nil {
					j.err = k.give()
				}
				j.counts = d.counts
				close(j.batches)
			}
		})
	}
	workers.Go(func() {
		defer close(work)
		defer close(order)
		walk(func(j *job) bool {
			j.batches = make(chan *batch, 1)
			select {
			case order <- j:
			case <-stop:
				return false
			}
			if j.warning == "" && !j.inline {
				work <- j
			}
			return true
		})
	})
	halt := sync.OnceFunc(func() { close(stop) })
	err := inOrder(order, readers[0], out, spares, halt, asked)
	halt()
	if asked.err() != nil {
		return err // others may wait for more input
	}
	for j := range order { // those that were under way
		j.drop()
	}
	workers.Wait()
	return err
}

// drop closes a job of which nothing is wanted.
func (j *job) drop() {
	if j.warning != "" {
		return
	}
	if !j.inline {
		for range j.batches {
		}
	}
	j.close()
}

// inOrder gives to out what jobs give, one after the other. An inline one is read by d.
func inOrder(order chan *job, d *reader, out sink, spares spare, halt func(), asked *stopper) error {
	var behind partCounts
	for {
		var j *job
		var more bool
		select {
		case j, more = <-order:
		case <-asked.begin:
			return asked.err()
		}
		switch {
		case !more:
			return nil
		case j.warning != "":
			if err := out.warn(j.warning); err != nil {
				return err
			}
			continue
		}
		if j.part.offset == j.part.from {
			behind = j.part.behind
		}
		if err := inTurn(j, behind, d, out, spares); err != nil {
			halt()
			j.drop()
			return err
		}
		behind.lines += j.counts.lines
		behind.messages += j.counts.messages
		j.close()
	}
}

// inTurn gives to out what one job gives.
func inTurn(j *job, behind partCounts, d *reader, out sink, spares spare) error {
	told, tells := out.(partSink)
	if tells {
		if err := told.begin(j); err != nil {
			return err
		}
	}
	if j.inline {
		if err := d.read(j.part, out); err != nil {
			return err
		}
		j.counts = d.counts
	} else {
		for b := range j.batches {
			if err := b.replay(out, behind); err != nil {
				return err
			}
			spares.give(b)
		}
		if j.err != nil {
			return j.err
		}
	}
	if tells {
		return told.end(j, j.counts)
	}
	return nil
}

// A cutter gives the last index at which a part of a file can be cut, or 0.
type cutter func([]byte) int

// cutters tell of formats how they are cut. Those of others are not.
var cutters = map[mail.Format]cutter{mail.Plain: scan.SafeCut, mail.Mbox: mail.SafeCut}

// parts gives a file as jobs that can be read apart: from p.offset on, up to size, or where that is not to be gone beyond as
// it was told, up to its end. It is false when no more are wanted.
func parts(file watchedFile, p part, size int64, do func(*job) bool) bool {
	var open sync.WaitGroup
	defer func() {
		go func() { open.Wait(); file.Close() }()
	}()
	window := make([]byte, 256<<10)
	p.from = p.offset
	for {
		p.end = cut(file.File, p.offset, size, window, cutters[p.format])
		open.Add(1)
		p.r = io.NewSectionReader(file, p.offset, p.end-p.offset)
		if p.end >= size && !p.bounded {
			p.r = io.NewSectionReader(file, p.offset, 1<<62) // it may have grown
		}
		if !do(&job{part: p, close: func() error { open.Done(); return nil }}) {
			open.Done()
			return false
		}
		if p.end >= size {
			return true
		}
		p.offset = p.end
	}
}

// cut gives the offset at which the part of a file that begins at start can end, which is size if there is none before.
func cut(file *os.File, start, size int64, window []byte, safe cutter) int64 {
	for at := start + partSize; at+int64(len(window)) < size; at += partSize {
		n, err := file.ReadAt(window, at)
		if err != nil {
			return size
		}
		line := 0
		for line < n && window[line] != '\n' {
			line++
		}
		if k := safe(window[line:n]); k > 0 {
			return at + int64(line+k)
		}
	}
	return size
}
