package output

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/extract/sift"
)

// BatchSize is the size in bytes at which a batch is handed over. Tests make it smaller.
var BatchSize = 128 << 10

// spare holds batches to be reused. Their text seldom grows.
var spare = sync.Pool{New: func() any { return &batch{draft: late.Draft{Text: make([]byte, 0, 160<<10)}} }}

// smallBatch is the size in bytes below which a batch is copied, so that those of many
// small files take little memory while they wait for their turn.
const smallBatch = 4 << 10

// A batch holds entries that are handed over together.
type batch struct {
	draft   late.Draft // their lines
	keys    []byte
	entries []batched
	ended   struct{ keys, lines int } // the lengths of keys and of the draft at the end of the last entry
}

// A batched is an entry, as the lengths of its key and its line.
type batched struct {
	key, line int
	gap       bool
}

// end ends an entry, which consists of the text appended to the draft and to the keys
// since the previous one. gap reports whether lines of text were left out before it.
func (b *batch) end(gap bool) {
	one := batched{len(b.keys) - b.ended.keys, len(b.draft.Text) - b.ended.lines, gap}
	b.ended.keys, b.ended.lines = len(b.keys), len(b.draft.Text)
	if n := len(b.entries); n > 0 && one.key == 0 && !gap && b.entries[n-1].key == 0 {
		// neither has a key, so both are always printed: they become one entry
		b.entries[n-1].line += one.line
		return
	}
	b.entries = append(b.entries, one)
}

// size returns the approximate size of the batch in bytes.
func (b *batch) size() int {
	return len(b.draft.Text) + len(b.keys) + len(b.entries)*int(unsafe.Sizeof(batched{}))
}

// take returns the batch to hand over and the batch for the next entries. A small batch
// is copied, and then emptied for the next entries.
func (b *batch) take() (full, next *batch) {
	if b.size() >= smallBatch {
		return b, spare.Get().(*batch)
	}
	small := &batch{draft: b.draft.Clone(), keys: slices.Clone(b.keys), entries: slices.Clone(b.entries)}
	b.reset()
	return small, b
}

// free keeps the memory of a printed batch for another one.
func (b *batch) free() {
	if b.size() >= smallBatch {
		b.reset()
		spare.Put(b)
	}
}

func (b *batch) reset() {
	b.draft.Reset()
	b.keys, b.entries = b.keys[:0], b.entries[:0]
	b.ended.keys, b.ended.lines = 0, 0
}

// print prints the entries. base is the position of their chunk in its input, to be
// added to line and message numbers.
func (b *batch) print(out *Printer, base sift.Position) error {
	line, key, one := 0, 0, &out.scratch
	for i := range b.entries {
		e := &b.entries[i]
		one.Line, one.key, one.gap = b.draft.Text[line:line+e.line], b.keys[key:key+e.key], e.gap
		if b.draft.Open() {
			out.text = b.draft.AppendTo(out.text[:0], line, line+e.line, base)
			one.Line = out.text
		}
		if err := out.entry(one); err != nil {
			return err
		}
		line, key = line+e.line, key+e.key
	}
	return nil
}
