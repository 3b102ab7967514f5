package document

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An expressMaker makes a folder of Outlook Express.
type expressMaker struct{ bytes.Buffer }

// object adds an object, which begins with its own offset, and returns that.
func (m *expressMaker) object(content string) int {
	at := m.Len()
	m.WriteString(u32(at) + content)
	return at
}

// message adds the blocks of a message, the last one first, and its record. The offset of
// the first block is in the record itself if direct is set.
func (m *expressMaker) message(text string, direct bool) int {
	const block = 512
	next := 0
	for start := (len(text) - 1) / block * block; start >= 0; start -= block {
		data := text[start:min(start+block, len(text))]
		next = m.object(u32(block, len(data), next) + data + strings.Repeat("\x00", block-len(data)))
	}
	const subject = "a subject\x00"
	values := u32(0x81|7<<8, 0x04, 0x08|4<<8)
	if direct {
		values = u32(0x81|7<<8, 0x84|next<<8, 0x08|4<<8)
	}
	return m.object(u32(len(values)+4+len(subject)) + "\x00\x00\x03\x00" + values + u32(next) + subject)
}

// node adds a node with the records and children of pairs, after the first child.
func (m *expressMaker) node(first int, pairs ...int) int {
	node := u32(0, first, 0) + "\x00" + string(rune(len(pairs)/2)) + "\x00\x00" + u32(0)
	for i := 0; i < len(pairs); i += 2 {
		node += u32(pairs[i], pairs[i+1], 1)
	}
	return m.object(node)
}

// madeExpress returns a folder with messages: the first is below the left child of the
// root, and the last below the child of the root's record.
func madeExpress(messages ...string) []byte {
	var m expressMaker
	m.WriteString("\xcf\xad\x12\xfe\xc5\xfd\x74\x6f\x66\xe3\xd1\x11\x9a\x4e\x00\xc0\x4f\xa3\x09\xd4")
	m.Write(make([]byte, 0x24bc-m.Len()))
	left := m.node(0, m.message(messages[0], false), 0)
	right := m.node(0, m.message(messages[2], true), 0)
	root := m.node(left, m.message(messages[1], true), right)
	b := m.Bytes()
	copy(b[expressCount:], u32(len(messages)))
	copy(b[expressRoot:], u32(root))
	return b
}

// filed returns the messages of a folder, and its errors.
func filed(folder []byte) string {
	var b strings.Builder
	for m, err := range Messages(bytes.NewReader(folder), int64(len(folder))) {
		if err == nil {
			var text []byte
			text, err = io.ReadAll(m)
			fmt.Fprintf(&b, "%d %.12q %d\n", m.Offset, text, len(text))
		}
		if err != nil {
			fmt.Fprintf(&b, "error: %v\n", err)
		}
	}
	return b.String()
}

func TestFoldersOfOutlookExpressAreRead(t *testing.T) {
	long := "Subject: a\r\n\r\n" + strings.Repeat("0123456789", 200)
	folder := madeExpress("Subject: b\r\n\r\nx", long, "Subject: c\r\n\r\ny")
	const left, middle = `9404 "Subject: b\r\n" 15` + "\n", `12192 "Subject: a\r\n" 2014` + "\n"
	const right = `10006 "Subject: c\r\n" 15` + "\n"
	require.Equal(t, left+middle+right, filed(folder))
	at := func(offset, value int) string {
		changed := bytes.Clone(folder)
		copy(changed[offset:], u32(value))
		return filed(changed)
	}
	root := int(binary.LittleEndian.Uint32(folder[expressRoot:]))
	require.Equal(t, "error: the mail folder lists no messages at offset 228\n", at(expressRoot, 0))
	require.Empty(t, filed(make([]byte, expressRoot+4)), "an empty folder")
	require.Equal(t, "error: no object of the mail folder at offset 8\n", at(expressRoot, 8))
	require.Equal(t, "error: the mail folder is truncated at offset 1048576\n", at(expressRoot, 1<<20))
	loop := fmt.Sprintf("error: the tree of the mail folder has a loop at offset %d\n", root)
	require.Equal(t, loop+middle+right, at(root+8, root))
	const cut = "12192 \"Subject: a\\r\\n\" 512\nerror: no object of the mail folder at offset 3\n"
	require.Equal(t, left+cut+right, at(12192+12, 3))
	require.Contains(t, at(12192+12, 12192), "used again and again")
	require.Contains(t, filed(folder[:len(folder)-5]), "error: the mail folder is truncated at offset")
}
