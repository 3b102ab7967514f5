package document

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// tnefMagic is the beginning of a TNEF document.
const tnefMagic = "\x78\x9f\x3e\x22"

// IsTNEF reports whether a document that begins with head is in Microsoft's Transport
// Neutral Encapsulation Format, such as the "winmail.dat" of a message.
func IsTNEF(head decode.Head) bool { return head.Starts(tnefMagic) }

// The attributes that are read (MS-OXTNEF section 2.1.3.3).
const (
	attBody          = 0x0002800C
	attCodePage      = 0x00069007
	attMessageProps  = 0x00069003
	attAttachRender  = 0x00069002
	attAttachTitle   = 0x00018010
	attAttachData    = 0x0006800F
	attAttachProps   = 0x00069005
	attLevelMessage  = 1
	attLevelAttached = 2
)

var errTNEF = errors.New("damaged TNEF")

// TNEF returns the item in a TNEF document. With an error it returns the contents before
// the damage.
func TNEF(b []byte) (*Item, error) {
	if !IsTNEF(decode.Whole(b)) || len(b) < len(tnefMagic)+2 {
		return &Item{}, errTNEF
	}
	var err error
	t := tnef{codePage: 1252}
	rest := extent{b: b}
	rest.take(len(tnefMagic) + 2)
	for len(rest.b) > 0 && err == nil {
		err = t.attribute(&rest)
	}
	t.attached()
	it := t.message.item()
	it.Header = nil // the message that contains the document has one
	it.Files = t.files
	return it, err
}

// An extent is a part of a document, with its offset.
type extent struct {
	b     []byte
	at    int64
	short bool // a read was longer than the extent
}

// take returns the next n bytes as an extent of their own, or an empty one if there are
// fewer.
func (c *extent) take(n int) extent {
	if n < 0 || n > len(c.b) {
		c.short, n = true, 0
	}
	part := extent{b: c.b[:n], at: c.at}
	c.b = c.b[n:]
	c.at += int64(n)
	return part
}

// uint32 reads a 32-bit number. It returns 0 if there is none.
func (c *extent) uint32() uint32 {
	if p := c.take(4); !c.short {
		return binary.LittleEndian.Uint32(p.b)
	}
	return 0
}

// A tnef is a TNEF document being read.
type tnef struct {
	codePage int
	message  properties
	files    []Part

	// Of the current attachment:
	file  Part
	props properties
	any   bool
}

// attribute reads an attribute: its level, identifier, length, value, and a checksum,
// which is ignored since many programs write a wrong one.
func (t *tnef) attribute(rest *extent) error {
	const head, checksum = 1 + 4 + 4, 2
	if len(rest.b) < head {
		return io.ErrUnexpectedEOF
	}
	level, id, n := rest.b[0], binary.LittleEndian.Uint32(rest.b[1:]), binary.LittleEndian.Uint32(rest.b[5:])
	if level != attLevelMessage && level != attLevelAttached {
		return errTNEF
	}
	rest.take(head)
	short := uint64(n) > uint64(len(rest.b))
	value := rest.take(int(min(uint64(n), uint64(len(rest.b)))))
	rest.take(min(checksum, len(rest.b)))
	var err error
	switch id {
	case attCodePage:
		if len(value.b) >= 4 {
			t.codePage = int(binary.LittleEndian.Uint32(value.b))
		}
	case attBody:
		t.message = append(t.message, property{id: propBody, kind: typeString8, data: value.b,
			offset: value.at})
		t.message = append(t.message, property{id: propCharset, kind: typeLong,
			data: binary.LittleEndian.AppendUint32(nil, uint32(t.codePage))})
	case attMessageProps:
		var props properties
		props, err = readProperties(value)
		t.message = append(props, t.message...)
	case attAttachRender:
		t.attached()
		t.any = true
	case attAttachTitle:
		t.file.Name, t.any = property{kind: typeString8, data: value.b}.string(t.charset()), true
	case attAttachData:
		t.file.Data, t.file.Offset, t.any = value.b, value.at, true
	case attAttachProps:
		t.any = true
		t.props, err = readProperties(value)
	}
	if short {
		return io.ErrUnexpectedEOF
	}
	return err
}

// charset returns the charset of texts that are not in Unicode.
func (t *tnef) charset() string { return cmp.Or(decode.CodePage(t.codePage), western) }

// attached adds the last attachment.
func (t *tnef) attached() {
	if !t.any {
		return
	}
	file := t.props.file()
	file.Name, file.Data, file.Offset = cmp.Or(file.Name, t.file.Name), t.file.Data, t.file.Offset
	if p, ok := t.props.find(propAttachData); ok && len(file.Data) == 0 {
		file.Data, file.Offset = p.data, p.offset
		if p.kind == typeObject && len(p.data) > guidSize {
			file.Data, file.Offset = p.data[guidSize:], p.offset+guidSize // TNEF again, or a compound file
		}
	}
	if p, ok := t.props.find(propAttachPath); ok { // a file that is not included
		t.files = append(t.files, p.part("text/plain", t.charset()))
	}
	if len(file.Data) > 0 {
		t.files = append(t.files, file)
	}
	t.file, t.props, t.any = Part{}, nil, false
}

const guidSize = 16

// readProperties reads the value of an attribute that contains properties (MS-OXTNEF
// section 2.1.3.4).
func readProperties(c extent) (all properties, err error) {
	count := c.uint32()
	if c.short {
		return nil, io.ErrUnexpectedEOF
	}
	for range count {
		if len(c.b) == 0 {
			return all, io.ErrUnexpectedEOF
		}
		values, ok := readProperty(&c)
		all = append(all, values...)
		if !ok {
			return all, errTNEF
		}
	}
	return all, nil
}

// readProperty reads a property, which may have several values. It reports whether the
// next property can be read.
func readProperty(c *extent) (all properties, ok bool) {
	tag := c.uint32()
	kind, id := uint16(tag), uint16(tag>>16)
	if id >= 0x8000 { // a number or a name replaces the identifier
		c.take(guidSize)
		named, n := c.uint32(), c.uint32()
		if named != 0 {
			c.take((int(n) + 3) &^ 3)
		}
	}
	size, known := sizes[kind&^typeMany]
	if !known {
		return nil, false
	}
	count := uint32(1)
	if size == variable || kind&typeMany != 0 {
		count = c.uint32()
	}
	if size == 0 {
		count = 0 // it has no value
	}
	for range count {
		n := size
		if size == variable {
			n = int(c.uint32())
		}
		value := c.take(n)
		if c.short {
			return all, false
		}
		all = append(all, property{id: id, kind: kind, data: value.b, offset: value.at})
		c.take(min((4-n%4)%4, len(c.b)))
	}
	return all, !c.short
}

// sizes are the lengths of values, including padding.
var sizes = map[uint16]int{
	typeShort: 4, typeLong: 4, 0x0004: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x000A: 4, 0x000B: 4, 0x0014: 8,
	typeTime: 8, 0x0048: 16, 0x0001: 0, typeObject: variable, typeString8: variable, typeUnicode: variable,
	typeBinary: variable,
}

// variable means that the value begins with its length.
const variable = -1
