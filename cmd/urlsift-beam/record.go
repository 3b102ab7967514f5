package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
)

// On the way, a line of the output is a record: its text, with a place for the numbers that are not known yet. Where a range of
// a file is read, nobody knows how many lines and messages stand before it.

// A blank is a number that belongs at an index of a text, and counts from the beginning of a part. A negative index is none.
type blank struct{ at, number int }

// What a record is.
const (
	resultRecord = iota
	deadRecord
)

// A record is a line of the output.
type record struct {
	what          int
	text          []byte // with its line feed
	line, message blank  // in the order in which they stand in text
}

// append appends the record.
func (r *record) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(r.what))
	for _, one := range []blank{r.line, r.message} {
		b = binary.AppendUvarint(b, uint64(one.at+1))
		b = binary.AppendUvarint(b, uint64(one.number))
	}
	b = binary.AppendUvarint(b, uint64(len(r.text)))
	return append(b, r.text...)
}

// read reads a record. Its text stays valid until the next one is read.
func (r *record) read(in *bufio.Reader) error {
	what, err := binary.ReadUvarint(in)
	if err != nil {
		return err // which may be io.EOF
	}
	var numbers [5]int
	for i := range numbers {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			return notWhole(err)
		}
		numbers[i] = int(n)
	}
	r.what, r.line, r.message = int(what), blank{numbers[0] - 1, numbers[1]}, blank{numbers[2] - 1, numbers[3]}
	size := numbers[4]
	if cap(r.text) < size {
		r.text = make([]byte, size+size/4)
	}
	r.text = r.text[:size]
	_, err = io.ReadFull(in, r.text)
	return notWhole(err)
}

// appendText appends the line, with its numbers, of a part before which lines and messages stand.
func (r *record) appendText(b []byte, lines, messages int) []byte {
	from := 0
	for _, one := range []blank{{r.line.at, r.line.number + lines}, {r.message.at, r.message.number + messages}} {
		if one.at >= 0 {
			b = strconv.AppendInt(append(b, r.text[from:one.at]...), int64(one.number), 10)
			from = one.at
		}
	}
	return append(b, r.text[from:]...)
}

// notWhole returns the error of what should not have ended.
func notWhole(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("a temporary file is damaged: %w", err)
	}
	return nil
}
