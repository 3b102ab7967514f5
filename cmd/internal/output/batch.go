package output

import (
	"slices"
	"unsafe"

	"github.com/urlsift/urlsift/extract/archive"
)

// BatchSize is how many bytes a batch has before it is handed over. Tests make it smaller.
var BatchSize = 1 << 20

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
	b.reset()
	to := s.small
	if cap(b.text) >= largeBatch {
		to = s.large
	}
	select {
	case to <- b:
	default: // there are enough
	}
}

// A batch is entries that are handed over together.
type batch struct {
	text    []byte // keys and lines
	entries []batched
	size    int   // about how many bytes it has
	stays   bool  // with its consumer, since it is printed at once
	one     Entry // scratch
}

func (b *batch) reset() { b.text, b.entries, b.size = b.text[:0], b.entries[:0], 0 }

type batched struct {
	key, line       int // the lengths of what stands in text
	number, message Blank
	apart           bool
}

// whole reports whether it is printed as it stands in text, so that what is printed next may as well belong to it.
func (b *batched) whole() bool {
	return b.key == 0 && b.number.At < 0 && b.message.At < 0 && !b.apart
}

// add adds an entry.
func (b *batch) add(e *Entry) {
	if len(b.text)+len(e.key)+len(e.Line) > smallBatch && cap(b.text) < largeBatch {
		b.text = slices.Grow(b.text, largeBatch)
	}
	b.text = append(append(b.text, e.key...), e.Line...)
	b.size += len(e.key) + len(e.Line)
	one := batched{len(e.key), len(e.Line), e.Number, e.Message, e.apart}
	if n := len(b.entries); n > 0 && one.whole() && b.entries[n-1].whole() {
		b.entries[n-1].line += one.line
		return
	}
	b.entries = append(b.entries, one)
	b.size += int(unsafe.Sizeof(one))
}

// replay prints the entries, of a part before which something stands.
func (b *batch) replay(out *Printer, before archive.Position) error {
	rest, one := b.text, &b.one
	for i := range b.entries {
		e := &b.entries[i]
		*one = Entry{Line: rest[e.key : e.key+e.line], Number: e.number, Message: e.message, key: rest[:e.key], apart: e.apart}
		one.Number.Number += before.Lines
		one.Message.Number += before.Messages
		if err := out.entry(one); err != nil {
			return err
		}
		rest = rest[e.key+e.line:]
	}
	return nil
}
