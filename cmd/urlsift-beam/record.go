package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/cmd/internal/late"
)

// The kinds of records.
const (
	resultRecord = iota
	deadRecord
)

// A record is a line of the output in an intermediate file, with its line feed. Its
// numbers are open, because the reader of a range does not know the numbers of lines and
// messages before the range.
type record struct {
	what int
	line late.Draft
	text []byte // scratch
}

// append appends the record.
func (r *record) append(b []byte) []byte {
	r.text, _ = r.line.AppendBinary(r.text[:0]) // it never fails
	b = binary.AppendUvarint(b, uint64(r.what))
	b = binary.AppendUvarint(b, uint64(len(r.text)))
	return append(b, r.text...)
}

// read reads a record. It stays valid until the next one is read.
func (r *record) read(in *bufio.Reader) error {
	what, err := binary.ReadUvarint(in)
	if err != nil {
		return err // possibly io.EOF
	}
	size, err := binary.ReadUvarint(in)
	if err != nil {
		return notWhole(err)
	}
	if r.what = int(what); uint64(cap(r.text)) < size {
		r.text = make([]byte, size+size/4)
	}
	r.text = r.text[:size]
	if _, err = io.ReadFull(in, r.text); err == nil {
		err = r.line.UnmarshalBinary(r.text)
	}
	return notWhole(err)
}

// notWhole returns an error of reading a record. An io.EOF inside the record becomes
// io.ErrUnexpectedEOF.
func notWhole(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("a temporary file is damaged: %w", err)
	}
	return nil
}
