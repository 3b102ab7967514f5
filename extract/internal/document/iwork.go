package document

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/klauspost/compress/s2"
)

// IWork returns the content of an archive of Apple's iWork since 2013, which consists of
// blocks compressed with Snappy. With an error it returns the content before the damage.
func IWork(b []byte) (data []byte, err error) {
	const head, longest, most = 4, 64 << 10, 64 << 20
	for len(b) > head {
		block := b[head:][:min(le32(b)>>8, len(b)-head)]
		b = b[head+len(block):]
		text, err := []byte(nil), errStream
		if n, _ := s2.DecodedLen(block); n <= longest && len(data) <= most {
			text, err = s2.Decode(nil, block)
		}
		if data = append(data, text...); err != nil {
			return data, errStream
		}
	}
	return data, nil
}

// IWorkStrings returns the strings in the content of an archive as files. An object is
// the length of its description, the description, and a message of Protocol Buffers. The
// description contains the lengths of the parts of the message.
func IWorkStrings(b []byte) *Item {
	for it, whole := new(Item), cap(b); ; {
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return it
		}
		lengths, _ := it.message(b[n:][:size], whole, 0, 0)
		b = b[n+int(size):]
		n = int(min(lengths, uint64(len(b))))
		it.message(b[:n], whole, 0, 0)
		b = b[n:]
	}
}

// message adds the strings of a message, which is the value of the field with a key. ok
// reports whether b is a message, and lengths is the sum of the lengths in a description.
// A string is also read as a message if that succeeds. whole is the capacity of the whole
// content, from which that of a string determines its offset.
func (it *Item) message(b []byte, whole int, in uint64, depth int) (lengths uint64, ok bool) {
	const bytesOf, part, lengthOf, deepest = 2, 2<<3 | 2, 3 << 3, 32
	for before := len(it.Files); len(b) > 0; {
		key, n := binary.Uvarint(b)
		b = b[max(n, 0):]
		value, m := binary.Uvarint(b)
		m = [8]int{m, 8, m, 5: 4}[key&7]
		size := [8]uint64{bytesOf: value}[key&7]
		if n <= 0 || key < 8 || key>>32 != 0 || m <= 0 || m > len(b) || size > uint64(len(b)-m) || depth > deepest {
			it.Files = it.Files[:before]
			return 0, false
		}
		data := b[m:][:size]
		b = b[m+len(data):]
		if key == lengthOf && in == part {
			lengths += value
		} else if more, ok := it.message(data, whole, key, depth+1); ok {
			lengths += more
		} else if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
			it.Files = append(it.Files, Part{Type: "text/plain", Data: data, Offset: int64(whole - cap(data))})
		}
	}
	return lengths, true
}
