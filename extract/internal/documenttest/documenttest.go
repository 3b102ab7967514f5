// Package documenttest makes documents for tests: what others write with programs of their own, in its smallest form. What is in
// them is invented.
package documenttest

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/klauspost/compress/zlib"
)

var le = binary.LittleEndian

// UTF16 returns text in UTF-16, little endian, without a byte order mark.
func UTF16(text string) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = le.AppendUint16(b, unit)
	}
	return b
}

// Deflated returns data in the format of zlib.
func Deflated(data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

// PDF returns a PDF of objects: each is what stands between "obj" and "endobj". The trailer has some keys, such as "/Root 1 0 R".
func PDF(trailer string, objects ...string) []byte {
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

// Stream returns an object of a PDF that is a stream, with some keys beside its length.
func Stream(keys, data string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), keys, data)
}

// A Property is one of an object of Outlook: its identifier and its value, which is a string for text in Unicode, a []byte for
// binary data, an int for a number or a Narrow for text in a code page.
type Property struct {
	ID    uint16
	Value any
}

// A Narrow is text in a code page.
type Narrow string

// encode returns the type and the value of a property.
func (p Property) encode() (kind uint16, value []byte) {
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

// CompressedRTF returns RTF as Outlook has it, in which nothing is made smaller.
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
	// Message is an attached message of Outlook, in place of Data.
	Message *Message
}

// A Message is one of Outlook.
type Message struct {
	Properties []Property
	Files      []File
}

// TNEF returns a message in TNEF.
func TNEF(m Message) []byte {
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
			object := append(guid, TNEF(*f.Message)...)
			le.PutUint32(b2, 2)
			b2 = append(le.AppendUint32(b2, 0x3701000D), le.AppendUint32(le.AppendUint32(nil, 1), uint32(len(object)))...)
			b2 = append(b2, object...)
			b2 = append(b2, make([]byte, (4-len(object)%4)%4)...)
		}
		attribute(2, 0x00069005, b2)
	}
	return b
}

// mapi returns properties as TNEF has them.
func mapi(props []Property) []byte {
	b := le.AppendUint32(nil, uint32(len(props)))
	for _, p := range props {
		kind, value := p.encode()
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

// CMS returns a document of CMS with a content: in one piece, or in pieces of no told length. What is signed has no signature.
func CMS(kind string, content []byte, pieces bool) []byte {
	oids := map[string]string{"signed": "2a864886f70d010702", "enveloped": "2a864886f70d010703", "compressed": "2a864886f70d0109100109"}
	oid, _ := hex.DecodeString(oids[kind])
	data, _ := hex.DecodeString("2a864886f70d010701")
	var octets []byte
	if pieces {
		for i := 0; i < len(content); i += 1000 {
			octets = append(octets, definite(0x04, content[i:min(i+1000, len(content))])...)
		}
		octets = indefinite(0x24, octets)
	} else if content != nil {
		octets = definite(0x04, content)
	}
	element := definite
	if pieces {
		element = indefinite
	}
	within := definite(0x06, data)
	if octets != nil {
		within = append(within, element(0xA0, octets)...)
	}
	body := definite(0x02, []byte{1})
	body = append(body, element(0x31, definite(0x30, definite(0x06, data)))...)
	body = append(body, element(0x30, within)...)
	return element(0x30, append(definite(0x06, oid), element(0xA0, element(0x30, body))...))
}

func definite(tag byte, value []byte) []byte {
	b := []byte{tag}
	if n := len(value); n < 0x80 {
		b = append(b, byte(n))
	} else {
		b = append(b, 0x84, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, value...)
}

func indefinite(tag byte, value []byte) []byte {
	return append(append([]byte{tag, 0x80}, value...), 0, 0)
}

// Compound returns a compound file with streams: by their paths, whose elements stand between slashes, in some order.
func Compound(paths []string, streams map[string][]byte) []byte {
	const sector, miniSector, cutoff = 512, 64, 4096
	type entry struct {
		name               string
		kind               byte
		left, right, child uint32
		start              uint32
		size               int
		data               []byte
		children           []int
	}
	const none = 0xFFFFFFFF
	entries := []*entry{{name: "Root Entry", kind: 5, left: none, right: none, child: none}}
	index := map[string]int{"": 0}
	var add func(path string, kind byte, data []byte) int
	add = func(path string, kind byte, data []byte) int {
		if i, ok := index[path]; ok {
			return i
		}
		parent, name := 0, path
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			parent, name = add(path[:i], 1, nil), path[i+1:]
		}
		entries = append(entries, &entry{name: name, kind: kind, left: none, right: none, child: none, data: data, size: len(data)})
		i := len(entries) - 1
		index[path] = i
		entries[parent].children = append(entries[parent].children, i)
		return i
	}
	for _, path := range paths {
		add(path, 2, streams[path])
	}
	for _, e := range entries { // siblings in a row: a tree of right branches
		for k, c := range e.children {
			if k == 0 {
				e.child = uint32(c)
			} else {
				entries[e.children[k-1]].right = uint32(c)
			}
		}
	}
	var fat []uint32
	var body []byte
	store := func(data []byte) uint32 {
		if len(data) == 0 {
			return 0xFFFFFFFE
		}
		first := uint32(len(fat))
		n := (len(data) + sector - 1) / sector
		for k := range n {
			next := uint32(len(fat) + 1)
			if k == n-1 {
				next = 0xFFFFFFFE
			}
			fat = append(fat, next)
		}
		body = append(append(body, data...), make([]byte, n*sector-len(data))...)
		return first
	}
	var mini []byte
	var miniFAT []uint32
	for _, e := range entries[1:] {
		switch {
		case e.kind != 2:
		case e.size >= cutoff:
			e.start = store(e.data)
		case e.size > 0:
			e.start = uint32(len(miniFAT))
			n := (e.size + miniSector - 1) / miniSector
			for k := range n {
				next := uint32(len(miniFAT) + 1)
				if k == n-1 {
					next = 0xFFFFFFFE
				}
				miniFAT = append(miniFAT, next)
			}
			mini = append(append(mini, e.data...), make([]byte, n*miniSector-e.size)...)
		}
	}
	entries[0].start, entries[0].size = store(mini), len(mini)
	var miniTable []byte
	for _, v := range miniFAT {
		miniTable = le.AppendUint32(miniTable, v)
	}
	for len(miniTable)%sector != 0 {
		miniTable = le.AppendUint32(miniTable, none)
	}
	miniStart := store(miniTable)
	var dir []byte
	for _, e := range entries {
		name := UTF16(e.name)
		raw := append(name, make([]byte, 64-len(name))...)
		raw = le.AppendUint16(raw, uint16(len(name)+2))
		raw = append(raw, e.kind, 1)
		raw = le.AppendUint32(le.AppendUint32(le.AppendUint32(raw, e.left), e.right), e.child)
		raw = append(raw, make([]byte, 16+4+16)...)
		raw = le.AppendUint64(le.AppendUint32(raw, e.start), uint64(e.size))
		dir = append(dir, raw...)
	}
	for len(dir)%sector != 0 {
		dir = append(dir, make([]byte, 128)...)
	}
	dirStart := store(dir)
	fatSectors := 1
	for fatSectors*sector/4 < len(fat)+fatSectors {
		fatSectors++
	}
	fatStart := len(fat)
	for range fatSectors {
		fat = append(fat, 0xFFFFFFFD)
	}
	for len(fat) < fatSectors*sector/4 {
		fat = append(fat, none)
	}
	for _, v := range fat {
		body = le.AppendUint32(body, v)
	}
	head := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 16)...)
	for _, v := range []uint16{0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0} {
		head = le.AppendUint16(head, v)
	}
	miniSectors := len(miniTable) / sector
	for _, v := range []uint32{0, uint32(fatSectors), dirStart, 0, cutoff, miniStart, uint32(miniSectors), 0xFFFFFFFE, 0} {
		head = le.AppendUint32(head, v)
	}
	for k := range 109 {
		v := uint32(none)
		if k < fatSectors {
			v = uint32(fatStart + k)
		}
		head = le.AppendUint32(head, v)
	}
	return append(head, body...)
}

// Outlook returns a message of Outlook in a compound file.
func Outlook(m Message) []byte {
	streams := map[string][]byte{}
	var paths []string
	add := func(path string, data []byte) {
		streams[path] = data
		paths = append(paths, path)
	}
	var message func(folder string, m *Message, head int)
	object := func(folder string, props []Property, head int) {
		fixed := make([]byte, head)
		for _, p := range props {
			kind, value := p.encode()
			if kind != 3 && kind != 0x40 {
				add(fmt.Sprintf("%s__substg1.0_%04X%04X", folder, p.ID, kind), value)
				value = le.AppendUint32(nil, uint32(len(value)))
			}
			fixed = le.AppendUint32(fixed, uint32(p.ID)<<16|uint32(kind))
			fixed = le.AppendUint32(fixed, 6)
			fixed = append(append(fixed, value...), make([]byte, 8-len(value))...)
		}
		add(folder+"__properties_version1.0", fixed)
	}
	message = func(folder string, m *Message, head int) {
		object(folder, m.Properties, head)
		for i, f := range m.Files {
			within := fmt.Sprintf("%s__attach_version1.0_#%08X/", folder, i)
			props := []Property{{0x3707, f.Name}}
			if f.Data != nil {
				props = append(props, Property{0x3701, f.Data})
			}
			object(within, props, 8)
			if f.Message != nil {
				message(within+"__substg1.0_3701000D/", f.Message, 24)
			}
		}
	}
	message("", &m, 32)
	return Compound(paths, streams)
}
