package document

import (
	"encoding/binary"
	"io"
	"iter"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsExpress reports whether a document that begins with head is a folder of Outlook
// Express 5 or 6 (.dbx), with messages.
func IsExpress(head decode.Head) bool { return head.Starts("\xcf\xad\x12\xfe\xc5\xfdto") }

// A MailFolder is a folder of Outlook Express being read. It consists of objects that
// begin with their own offset. The nodes of a tree list the records of messages, each
// with the offset of the first of the blocks that make up the message.
type MailFolder struct {
	file  io.ReaderAt
	size  int64
	left  int64           // bytes of blocks that may still be read: each belongs to one message
	nodes map[uint32]bool // the nodes read so far
	fails int             // the number of errors so far
	yield func(*Filed, error) bool
}

// A Filed is a message in a folder of Outlook Express. It is valid until the next one.
type Filed struct {
	Offset int64 // of the first block
	folder *MailFolder
	next   uint32 // the offset of the next block, or 0
	data   []byte // the unread rest of the current block
}

const (
	expressCount   = 0xc4 // where the number of messages is
	expressRoot    = 0xe4 // where the offset of the root is
	expressDepth   = 32
	expressNodes   = 1 << 20 // the maximum number of nodes, of 40 messages each
	expressErrors  = 100
	expressMessage = 0x04 // the kind of the value in a record that is the offset of the first block
	expressDirect  = 0x80 // the value itself follows its kind, not its place
)

// Messages yields the messages of a folder of size bytes, in the order of the tree.
func Messages(file io.ReaderAt, size int64) iter.Seq2[*Filed, error] {
	return func(yield func(*Filed, error) bool) {
		f := &MailFolder{file: file, size: size, left: size, nodes: map[uint32]bool{}, yield: yield}
		head, err := f.read(expressCount, expressRoot+4-expressCount)
		if err != nil {
			yield(nil, err)
			return
		}
		root := binary.LittleEndian.Uint32(head[expressRoot-expressCount:])
		if root == 0 && binary.LittleEndian.Uint32(head) > 0 {
			yield(nil, damage(expressRoot, "the mail folder lists no messages"))
		}
		f.node(root, expressDepth)
	}
}

// read returns n bytes at an offset.
func (f *MailFolder) read(at int64, n int) ([]byte, error) {
	if at+int64(n) > f.size {
		return nil, damage(at, "the mail folder is truncated")
	}
	b := make([]byte, n)
	if _, err := f.file.ReadAt(b, at); err != nil {
		return nil, damage(at, "%w", err)
	}
	return b, nil
}

// object returns the first n bytes of the object at an offset.
func (f *MailFolder) object(at uint32, n int) ([]byte, error) {
	b, err := f.read(int64(at), n)
	if err == nil && binary.LittleEndian.Uint32(b) != at {
		err = damage(int64(at), "no object of the mail folder")
	}
	return b, err
}

// node yields the messages below the node at an offset: those of its first child, then
// its own, each before those of another child. It reports whether more are wanted.
func (f *MailFolder) node(at uint32, depth int) bool {
	const header, entry = 24, 12
	if at == 0 {
		return true
	}
	if f.nodes[at] || depth == 0 || len(f.nodes) == expressNodes {
		return f.fail(damage(int64(at), "the tree of the mail folder has a loop"))
	}
	f.nodes[at] = true
	b, err := f.object(at, header)
	var entries []byte
	if err == nil {
		entries, err = f.read(int64(at)+header, int(b[17])*entry)
	}
	if err != nil {
		return f.fail(err)
	}
	more := f.node(binary.LittleEndian.Uint32(b[8:]), depth-1)
	for ; more && len(entries) > 0; entries = entries[entry:] {
		more = f.record(binary.LittleEndian.Uint32(entries)) &&
			f.node(binary.LittleEndian.Uint32(entries[4:]), depth-1)
	}
	return more
}

// record yields the message whose record is at an offset, if the folder contains it and
// not only its header.
func (f *MailFolder) record(at uint32) bool {
	const header, value = 12, 4
	b, err := f.object(at, header)
	if err == nil {
		b, err = f.read(int64(at)+header, int(b[10])*value)
	}
	if err != nil {
		return f.fail(err)
	}
	after := int64(at) + header + int64(len(b))
	for ; len(b) > 0; b = b[value:] {
		first := binary.LittleEndian.Uint32(b) >> 8
		switch b[0] {
		case expressMessage:
			place, err := f.read(after+int64(first), 4)
			if err != nil {
				return f.fail(err)
			}
			first = binary.LittleEndian.Uint32(place)
		case expressMessage | expressDirect:
		default:
			continue
		}
		return f.yield(&Filed{Offset: int64(first), folder: f, next: first}, nil) && f.left >= 0
	}
	return true
}

// fail yields an error, and reports whether more messages are wanted. After too many
// errors it yields a last one.
func (f *MailFolder) fail(err error) bool {
	if f.fails++; f.fails > expressErrors {
		f.yield(nil, damage(0, "the mail folder has more damage; the rest is not read"))
		return false
	}
	return f.yield(nil, err)
}

// Read reads the message.
func (m *Filed) Read(p []byte) (int, error) {
	const header = 16
	for len(m.data) == 0 {
		if m.next == 0 {
			return 0, io.EOF
		}
		at := m.next
		b, err := m.folder.object(at, header)
		if err != nil {
			return 0, err
		}
		size := binary.LittleEndian.Uint32(b[8:])
		m.next = binary.LittleEndian.Uint32(b[12:])
		if m.folder.left -= int64(size) + header; m.folder.left < 0 {
			return 0, damage(int64(at), "the blocks of the mail folder are used again and again; the rest is not read")
		}
		if m.data, err = m.folder.read(int64(at)+header, int(size)); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.data)
	m.data = m.data[n:]
	return n, nil
}
