// Package late helps consumers of package sift with facts that are known only after a
// result: the lines and messages before its chunk, in a [Draft], and whether the
// checksums that cover the result hold, in [Marks].
package late

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"

	"github.com/urlsift/urlsift/extract/sift"
)

// A Draft is text with open numbers of lines and messages. They count from the beginning
// of a chunk. The numbers before the chunk are known only when [sift.Consumer.InOrder] is
// called.
type Draft struct {
	// Text is the text without these numbers. It may be appended to.
	Text   []byte
	blanks []blank // in the order of Text
}

// A blank is an open number.
type blank struct {
	at      int // index in Text
	number  int // counted in the chunk
	message bool
}

// Reset empties the draft. It keeps its memory.
func (d *Draft) Reset() { d.Text, d.blanks = d.Text[:0], d.blanks[:0] }

// Clone returns a copy of the draft.
func (d *Draft) Clone() Draft { return Draft{slices.Clone(d.Text), slices.Clone(d.blanks)} }

// Open reports whether there are open numbers.
func (d *Draft) Open() bool { return len(d.blanks) > 0 }

// AppendLine appends the line of a result, or 0 if it is unknown. The number is final,
// not open, if the line counts in unpacked content.
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

// AppendTo appends the text between two indexes to b. before is the position of the
// chunk, whose numbers it adds. An open number at the end index belongs to the text after
// it, unless the draft ends there.
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

// UnmarshalBinary sets the draft to the one written by AppendBinary.
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
