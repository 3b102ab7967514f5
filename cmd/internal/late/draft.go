// Package late helps consumers of package sift with facts that are known only after a result: how many lines and messages precede the
// chunk that is read, in a [Draft], and whether the checksums that cover the result hold, in [Marks].
package late

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"

	"github.com/urlsift/urlsift/extract/sift"
)

// A Draft is text in which numbers of lines and messages are left open. They count from the beginning of a chunk, and how many precede the
// chunk is known only when [sift.Consumer.InOrder] is called.
type Draft struct {
	// Text is the text without these numbers. It may be appended to.
	Text   []byte
	blanks []blank // in their order in Text
}

// A blank is a number that is left open.
type blank struct {
	at      int // where in the text it belongs
	number  int // as counted in the chunk
	message bool
}

// Reset empties the draft. It keeps its memory.
func (d *Draft) Reset() { d.Text, d.blanks = d.Text[:0], d.blanks[:0] }

// Open reports whether a number is left open.
func (d *Draft) Open() bool { return len(d.blanks) > 0 }

// AppendLine appends the number of the line of a result, or 0 if that is unknown. Lines in what was unpacked from a message are known, and
// not left open.
func (d *Draft) AppendLine(r *sift.Result) {
	if r.Apart || r.Line == 0 {
		d.Text = strconv.AppendInt(d.Text, int64(r.Line), 10)
		return
	}
	d.blanks = append(d.blanks, blank{at: len(d.Text), number: r.Line})
}

// AppendMessage appends the number of a message.
func (d *Draft) AppendMessage(number int) {
	d.blanks = append(d.blanks, blank{at: len(d.Text), number: number, message: true})
}

// Append appends another draft.
func (d *Draft) Append(other *Draft) {
	at := len(d.Text)
	d.Text = append(d.Text, other.Text...)
	for _, one := range other.blanks {
		one.at += at
		d.blanks = append(d.blanks, one)
	}
}

// AppendTo appends the text between two indexes to b, with the numbers of a chunk whose position is before. A number at the end index
// belongs to the text after it, unless the draft ends there.
func (d *Draft) AppendTo(b []byte, start, end int, before sift.Position) []byte {
	i, _ := slices.BinarySearchFunc(d.blanks, start, func(one blank, at int) int { return one.at - at })
	for ; i < len(d.blanks) && (d.blanks[i].at < end || end == len(d.Text)); i++ {
		one := &d.blanks[i]
		n := one.number + before.Lines
		if one.message {
			n = one.number + before.Messages
		}
		b = strconv.AppendInt(append(b, d.Text[start:one.at]...), int64(n), 10)
		start = one.at
	}
	return append(b, d.Text[start:end]...)
}

// AppendBinary appends the draft in a form that UnmarshalBinary reads.
func (d *Draft) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(d.blanks)))
	for _, one := range d.blanks {
		kind := uint64(0)
		if one.message {
			kind = 1
		}
		b = binary.AppendUvarint(b, uint64(one.at))
		b = binary.AppendUvarint(b, uint64(one.number)<<1|kind)
	}
	return append(b, d.Text...), nil
}

// UnmarshalBinary sets the draft to one that AppendBinary has appended.
func (d *Draft) UnmarshalBinary(b []byte) error {
	d.Reset()
	whole := true
	next := func() int {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			whole = false
			return 0
		}
		b = b[n:]
		return int(v)
	}
	for range next() {
		at, number := next(), next()
		if !whole {
			break
		}
		d.blanks = append(d.blanks, blank{at: at, number: number >> 1, message: number&1 > 0})
	}
	last := 0
	for _, one := range d.blanks {
		whole = whole && last <= one.at && one.at <= len(b)
		last = one.at
	}
	if !whole {
		d.blanks = d.blanks[:0]
		return errors.New("not a draft of text")
	}
	d.Text = append(d.Text, b...)
	return nil
}
