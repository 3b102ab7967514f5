package document

import (
	"encoding/binary"
	"errors"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

const plistMagic = "bplist0"

// IsPlist reports whether a document that begins with head is a property list in Apple's
// binary format, as used by Safari for bookmarks and archives of pages.
func IsPlist(head decode.Head) bool { return head.Starts(plistMagic) }

// plistTrailer is the length of the end of a property list: the sizes of offsets and
// references, the number of objects, the root, and the offset of the table of offsets.
const plistTrailer = 32

// The kinds of objects with text, and of numbers, in the high half of the first byte.
const (
	plistNumber = 0x1
	plistData   = 0x4
	plistASCII  = 0x5
	plistUTF16  = 0x6
	plistUTF8   = 0x7
)

// plistCharsets maps kinds of objects to charsets.
var plistCharsets = map[byte]string{plistASCII: "us-ascii", plistUTF16: "utf-16be", plistUTF8: "utf-8"}

// Plist returns the strings of a binary property list, and its data as files, in the
// order of its table of objects. Together they are no longer than the list.
func Plist(b []byte) (*Item, error) {
	item, damaged := &Item{}, errors.New("damaged property list")
	if len(b) < plistTrailer {
		return item, damaged
	}
	trailer := b[len(b)-plistTrailer:]
	size, objects, table := int(trailer[6]), binary.BigEndian.Uint64(trailer[8:]),
		binary.BigEndian.Uint64(trailer[24:])
	end := uint64(len(b) - plistTrailer)
	if size < 1 || size > 8 || table > end || objects > (end-table)/uint64(size) {
		return item, damaged
	}
	offsets, left := b[table:], len(b)
	for i := range int(objects) {
		p, ok := plistObject(b[:table], bigEndian(offsets[i*size:][:size]))
		if left -= len(p.Data); !ok || left < 0 {
			return item, damaged
		}
		if len(p.Data) > 0 {
			item.Files = append(item.Files, p)
		}
	}
	return item, nil
}

// plistObject returns the object at an offset, without data if its kind has no text.
func plistObject(b []byte, at uint64) (p Part, ok bool) {
	if at >= uint64(len(b)) {
		return p, false
	}
	kind, n := b[at]>>4, uint64(b[at]&0xf)
	if kind != plistData && plistCharsets[kind] == "" {
		return p, true
	}
	start := at + 1
	if n == 0xf { // the length follows as a number
		if start >= uint64(len(b)) || b[start]>>4 != plistNumber || b[start]&0xf > 3 {
			return p, false
		}
		size := uint64(1) << (b[start] & 0xf)
		if start+1+size > uint64(len(b)) {
			return p, false
		}
		n = bigEndian(b[start+1:][:size])
		start += 1 + size
	}
	if rest := uint64(len(b)) - start; n > rest || kind == plistUTF16 && n > rest/2 {
		return p, false
	}
	if kind == plistUTF16 {
		n *= 2
	}
	mediaType := "text/plain"
	if kind == plistData {
		mediaType = ""
	}
	return Part{Type: mediaType, Charset: plistCharsets[kind], Data: b[start : start+n],
		Offset: int64(start)}, true
}
