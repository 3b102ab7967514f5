package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/cmd/internal/late"
)

// What a record is.
const (
	resultRecord = iota
	deadRecord
)

// A record is a line of the output in an intermediate file, with its line feed. Its numbers are left open, since the reader of a range does
// not know how many lines and messages precede the range.
type record struct {
	what int
	line late.Draft
	text []byte // scratch
}

// append appends the record.
func (r *record) append(b []byte) []byte {
	r.text, _ = r.line.AppendBinary(r.text[:0]) // which does not fail
	b = binary.AppendUvarint(b, uint64(r.what))
	b = binary.AppendUvarint(b, uint64(len(r.text)))
	return append(b, r.text...)
}

// read reads a record. It stays valid until the next one is read.
func (r *record) read(in *bufio.Reader) error {
	what, err := binary.ReadUvarint(in)
	if err != nil {
		return err // which may be io.EOF
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

// notWhole returns the error of reading a record: an io.EOF inside it is io.ErrUnexpectedEOF.
func notWhole(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("a temporary file is damaged: %w", err)
	}
	return nil
}
