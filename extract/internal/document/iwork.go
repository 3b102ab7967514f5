package document

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf8"

	"github.com/klauspost/compress/s2"
)

// IWork returns the content of an archive of Apple's iWork since 2013, which consists of
// blocks compressed with Snappy. With an error it returns the content before the damage.
func IWork(b []byte) (data []byte, err error) {
	const head, longest, most = 4, 64 << 10, 64 << 20
	for len(b) > head {
		size := int(binary.LittleEndian.Uint32(b) >> 8)
		if b[0] != 0 || size > len(b)-head {
			return data, errIWork
		}
		block := b[head : head+size]
		b = b[head+size:]
		n, err := s2.DecodedLen(block)
		if err != nil || n > longest || len(data) > most {
			return data, errIWork
		}
		text, err := s2.Decode(nil, block)
		if err != nil {
			return data, errIWork
		}
		data = append(data, text...)
	}
	return data, nil
}

var errIWork = errors.New("damaged archive of iWork")

// IWorkStrings returns the strings in the content of an archive: fields of Protocol
// Buffers messages. A field is also read as a message if that succeeds.
func IWorkStrings(b []byte) (strings []Part) {
	for at := 0; at < len(b); { // an object is the length of its description, the description, and messages
		size, n := binary.Uvarint(b[at:])
		if n <= 0 || size > uint64(len(b)-at-n) {
			return strings
		}
		description := b[at+n : at+n+int(size)]
		at += n + int(size)
		for _, f := range fieldsOf(description) {
			const info, lengthOf = 2, 3
			if f.number != info {
				continue
			}
			for _, g := range fieldsOf(description[f.start:f.end]) {
				if g.number == lengthOf && g.value <= uint64(len(b)-at) {
					strings = appendStrings(strings, b, at, at+int(g.value), 0)
					at += int(g.value)
				}
			}
		}
	}
	return strings
}

// appendStrings appends the strings of the message in [start,end) of b.
func appendStrings(strings []Part, b []byte, start, end, depth int) []Part {
	const deepest = 32
	for _, f := range fieldsOf(b[start:end]) {
		text := b[start+f.start : start+f.end]
		switch {
		case len(text) == 0:
		case depth < deepest && fieldsOf(text) != nil:
			strings = appendStrings(strings, b, start+f.start, start+f.end, depth+1)
		case utf8.Valid(text) && bytes.IndexByte(text, 0) < 0:
			strings = append(strings, Part{Type: "text/plain", Charset: "utf-8", Data: text,
				Offset: int64(start + f.start)})
		}
	}
	return strings
}

// A protoField is a field of a message: bytes, or a number.
type protoField struct {
	number     int
	value      uint64
	start, end int
}

// fieldsOf returns the fields of a message, or nil if b is not a message.
func fieldsOf(b []byte) (fields []protoField) {
	const varint, eight, counted, four = 0, 1, 2, 5
	for at := 0; at < len(b); {
		key, n := binary.Uvarint(b[at:])
		if n <= 0 || key>>3 == 0 || key>>32 != 0 {
			return nil
		}
		f := protoField{number: int(key >> 3)}
		at += n
		size := uint64(0)
		switch key & 7 {
		case varint, counted:
			if f.value, n = binary.Uvarint(b[at:]); n <= 0 {
				return nil
			}
			if at += n; key&7 == counted {
				size = f.value
			}
		case eight:
			size = 8
		case four:
			size = 4
		default:
			return nil
		}
		if size > uint64(len(b)-at) {
			return nil
		}
		if key&7 == counted {
			f.start, f.end = at, at+int(size)
		}
		at += int(size)
		fields = append(fields, f)
	}
	return fields
}
