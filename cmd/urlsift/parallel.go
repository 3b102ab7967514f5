package main

import (
	"io"
	"os"
	"sync"

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
	batch   *batch
	err     error // of the reading, which somebody stopped
	done    chan struct{}
}

// A batch is the sink that keeps what one part gives, until its turn has come.
type batch struct {
	text     []byte // keys and lines
	entries  []batched
	warnings []warning
	warned   int // how many entries are before the last warning
	counts   partCounts
}

// partCounts are what numbers in the parts behind one begin with.
type partCounts struct{ lines, messages int }

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
	one := batched{len(e.key), len(e.line), e.number, e.message, e.apart}
	if n := len(b.entries); n > b.warned && one.whole() && b.entries[n-1].whole() {
		b.entries[n-1].line += one.line
		return nil
	}
	b.entries = append(b.entries, one)
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
		order   = make(chan *job, 4*len(readers))
		stop    = make(chan struct{})
		workers sync.WaitGroup
		pool    = sync.Pool{New: func() any { return new(batch) }}
	)
	for _, d := range readers[1:] {
		workers.Go(func() {
			for j := range work {
				j.batch = pool.Get().(*batch)
				*j.batch = batch{text: j.batch.text[:0], entries: j.batch.entries[:0]}
				j.err = d.read(j.part, j.batch)
				j.batch.counts = d.counts
				j.close()
				close(j.done)
			}
		})
	}
	workers.Go(func() {
		defer close(work)
		defer close(order)
		walk(func(j *job) bool {
			j.done = make(chan struct{})
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
	err := inOrder(order, readers[0], out, &pool, asked)
	close(stop)
	if asked.err() != nil {
		return err // others may wait for more input
	}
	for j := range order { // those that were under way
		if j.warning == "" && !j.inline {
			<-j.done
		}
	}
	workers.Wait()
	return err
}

// inOrder gives to out what jobs give, one after the other. An inline one is read by d.
func inOrder(order chan *job, d *reader, out sink, pool *sync.Pool, asked *stopper) error {
	var behind partCounts
	for {
		var j *job
		var more bool
		select {
		case j, more = <-order:
		case <-asked.begin:
			return asked.err()
		}
		if !more {
			return nil
		}
		var err error
		switch {
		case j.warning != "":
			err = out.warn(j.warning)
		case j.inline:
			err = d.read(j.part, out)
			j.close()
		default:
			<-j.done
			if j.part.offset == 0 {
				behind = partCounts{}
			}
			if j.err == nil {
				j.err = j.batch.replay(out, behind)
			}
			err = j.err
			behind.lines += j.batch.counts.lines
			behind.messages += j.batch.counts.messages
			pool.Put(j.batch)
		}
		if err != nil {
			return err
		}
	}
}

// A cutter gives the last index at which a part of a file can be cut, or 0.
type cutter func([]byte) int

// cutters tell of formats how they are cut. Those of others are not.
var cutters = map[mail.Format]cutter{mail.Plain: scan.SafeCut, mail.Mbox: mail.SafeCut}

// parts gives a file of a format as jobs that can be read apart. It is false when no more are wanted.
func parts(file watchedFile, name string, size int64, format mail.Format, do func(*job) bool) bool {
	var open sync.WaitGroup
	defer func() {
		go func() { open.Wait(); file.Close() }()
	}()
	window := make([]byte, 256<<10)
	for start := int64(0); ; {
		end := cut(file.File, start, size, window, cutters[format])
		open.Add(1)
		var r io.Reader = io.NewSectionReader(file, start, end-start)
		if end >= size {
			r = io.NewSectionReader(file, start, 1<<62) // it may have grown
		}
		j := &job{part: part{name: name, offset: start, r: r, format: format}, close: func() error { open.Done(); return nil }}
		if !do(j) {
			open.Done()
			return false
		}
		if end >= size {
			return true
		}
		start = end
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
