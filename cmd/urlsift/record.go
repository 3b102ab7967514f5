package main

import (
	"encoding/binary"
	"time"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// A result on its way to the index is a record: numbers and texts, one after the other, each text behind its length. Its
// source comes first, and in that its document, which most results share with the one before.

// appendSourceRecord appends a source.
func appendSourceRecord(b []byte, s *archive.Source) []byte {
	var document []byte
	document = appendBytes(document, s.Member)
	if m := s.Message; m != nil {
		document = binary.AppendVarint(document, m.Offset)
		date := ""
		if t := m.Date(); !t.IsZero() {
			date = t.UTC().Format(time.RFC3339)
		}
		for _, text := range []string{m.ID(), date, m.Subject(), m.From(), m.Newsgroups()} {
			document = appendBytes(document, text)
		}
	}
	b = appendBytes(b, document)
	b = appendBytes(b, s.Part)
	return appendBytes(b, s.Header)
}

// What a record is.
const (
	isRejected = 1 << iota
	isBroken
)

// appendRecord appends a result that was not cut.
func appendRecord(b []byte, r *extract.Result, source []byte) []byte {
	b = append(b, source...)
	what := uint64(0)
	if r.Err != nil {
		what |= isRejected
	}
	if r.Broken() {
		what |= isBroken
	}
	b = binary.AppendUvarint(b, what)
	b = binary.AppendUvarint(b, uint64(r.Kind))
	b = binary.AppendVarint(b, r.Start)
	b = binary.AppendVarint(b, r.End)
	b = binary.AppendUvarint(b, uint64(r.Column))
	b = appendBytes(b, r.Text())
	if e := r.Err; e != nil {
		b = binary.AppendUvarint(b, uint64(e.Offset))
		b = appendBytes(b, e.Rule.String())
		b = appendBytes(b, e.Section)
		return appendBytes(b, e.Error())
	}
	var deviations []rfc1738.Deviation
	if !r.Strict() {
		deviations = r.Deviations()
	}
	var scratch [512]byte
	b = appendBytes(b, value(appendDeviations(scratch[:0], deviations)))
	return appendBytes(b, value(appendReadings(scratch[:0], r, &form{})))
}

// value gives the value of a JSON key, behind a comma, or nothing.
func value(pair []byte) []byte {
	for i, c := range pair {
		if c == ':' {
			return pair[i+1:]
		}
	}
	return nil
}

func appendBytes[T string | []byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// A recordReader takes a record apart.
type recordReader struct{ rest []byte }

func (r *recordReader) uint() int {
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return int(n)
}

func (r *recordReader) int() int64 {
	n, size := binary.Varint(r.rest)
	r.rest = r.rest[size:]
	return n
}

func (r *recordReader) bytes() []byte {
	n := r.uint()
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

func (r *recordReader) text() string { return string(r.bytes()) }

func (r *recordReader) kind() scan.Kind { return scan.Kind(r.uint()) }
