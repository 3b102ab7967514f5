package document

// This file builds documents as written by other programs, in minimal form. Their
// contents are invented.

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"unicode/utf16"

	"github.com/klauspost/compress/zlib"
)

// UTF16 returns text in UTF-16, little-endian, without a byte order mark.
func UTF16(text string) []byte {
	b, _ := binary.Append(nil, le, utf16.Encode([]rune(text)))
	return b
}

// deflated returns data in zlib format.
func deflated(data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

// zipped returns a zip file with an uncompressed text.
func zipped(text string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.CreateHeader(&zip.FileHeader{Name: "c.txt"})
	io.WriteString(w, text)
	z.Close()
	return b.Bytes()
}

// madePDF returns a PDF of objects, each without "obj" and "endobj". trailer holds keys
// such as "/Root 1 0 R".
func madePDF(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
	var at []int
	for i, object := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}

// madeStream returns a stream object of a PDF, with keys in addition to its length.
func madeStream(keys, data string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), keys, data)
}

// A Property is a property of an Outlook object: its identifier and its value, which is a
// string for Unicode text, a []byte for binary data, an int for a number, or a Narrow for
// text in a code page.
type Property struct {
	ID    uint16
	Value any
}

// A Narrow is text in a code page.
type Narrow string

// Encode returns the type and the value of a property.
func (p Property) Encode() (kind uint16, value []byte) {
	switch v := p.Value.(type) {
	case string:
		return 0x1F, UTF16(v)
	case Narrow:
		return 0x1E, []byte(v)
	case []byte:
		return 0x102, v
	case int:
		return 3, le.AppendUint32(nil, uint32(v))
	case uint64:
		return 0x40, le.AppendUint64(nil, v)
	}
	panic(fmt.Sprintf("no property: %T", p.Value))
}

// CompressedRTF returns RTF in the format of Outlook, without actual compression.
func CompressedRTF(text string) []byte {
	var b []byte
	for i := 0; i < len(text); i += 8 {
		b = append(append(b, 0), text[i:min(i+8, len(text))]...)
	}
	at := (207 + len(text)) % 4096
	if n := len(text) % 8; n > 0 {
		b[len(b)-n-1] = 1 << n
	} else {
		b = append(b, 1)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(at<<4))
	head := le.AppendUint32(nil, uint32(len(b)+12))
	head = le.AppendUint32(head, uint32(len(text)))
	head = append(head, "LZFu"...)
	return append(le.AppendUint32(head, 0), b...)
}

// A File is an attachment.
type File struct {
	Name string
	Data []byte
	// Message is an attached Outlook message, in place of Data.
	Message *Message
}

// A Message is an Outlook message.
type Message struct {
	Properties []Property
	Files      []File
}

// madeTNEF returns a TNEF message.
func madeTNEF(m Message) []byte {
	b := le.AppendUint32(nil, 0x223E9F78)
	b = le.AppendUint16(b, 1)
	attribute := func(level byte, id uint32, value []byte) {
		b = le.AppendUint32(append(b, level), id)
		b = append(le.AppendUint32(b, uint32(len(value))), value...)
		sum := uint16(0)
		for _, c := range value {
			sum += uint16(c)
		}
		b = le.AppendUint16(b, sum)
	}
	attribute(1, 0x00069007, le.AppendUint64(nil, 1252))
	if len(m.Properties) > 0 {
		attribute(1, 0x00069003, mapi(m.Properties))
	}
	for _, f := range m.Files {
		attribute(2, 0x00069002, make([]byte, 14))
		if f.Data != nil {
			attribute(2, 0x0006800F, f.Data)
		}
		attribute(2, 0x00018010, append([]byte("SHORT~1.DAT"), 0))
		props := []Property{{0x3707, f.Name}}
		b2 := mapi(props)
		if f.Message != nil {
			guid, _ := hex.DecodeString("0703020000000000c000000000000046")
			object := append(guid, madeTNEF(*f.Message)...)
			le.PutUint32(b2, 2)
			b2 = append(le.AppendUint32(b2, 0x3701000D),
				le.AppendUint32(le.AppendUint32(nil, 1), uint32(len(object)))...)
			b2 = append(b2, object...)
			b2 = append(b2, make([]byte, (4-len(object)%4)%4)...)
		}
		attribute(2, 0x00069005, b2)
	}
	return b
}

// mapi returns properties in TNEF format.
func mapi(props []Property) []byte {
	b := le.AppendUint32(nil, uint32(len(props)))
	for _, p := range props {
		kind, value := p.Encode()
		b = le.AppendUint32(b, uint32(p.ID)<<16|uint32(kind))
		if p.ID >= 0x8000 { // it has a name
			b = append(b, make([]byte, 16)...)
			name := append(UTF16("Name"), 0, 0)
			b = le.AppendUint32(le.AppendUint32(b, 1), uint32(len(name)))
			b = append(append(b, name...), make([]byte, (4-len(name)%4)%4)...)
		}
		if kind != 3 && kind != 0x40 {
			b = le.AppendUint32(le.AppendUint32(b, 1), uint32(len(value)))
		}
		b = append(append(b, value...), make([]byte, (4-len(value)%4)%4)...)
	}
	return b
}
