package document

import (
	"cmp"
	"encoding/binary"
	"io"
	"iter"
	"slices"
)

// The types of nodes that are read, which are the last bits of their numbers.
const (
	pstTypeMask   = 0x1F
	pstMessage    = 0x04
	pstAttachment = 0x05
	pstRootFolder = 0x122
)

// Properties of folders and attachments.
const (
	propDisplayName  = 0x3001
	propAttachMethod = 0x3705
	attachEmbedded   = 5 // a message
)

// A Stored is a message or another item in a folder of a Store.
type Stored struct {
	// Offset is the offset of its properties in the store.
	Offset int64
	node   pstNode
	folder uint32
}

// Messages returns the messages and other items in folders, in the order of their
// numbers, that is, of their arrival. Items that describe the view of a folder are
// omitted.
func (s *Store) Messages() iter.Seq[Stored] {
	return func(yield func(Stored) bool) {
		more := s.eachNode(s.nodes, pstMaxLevel, func(e []byte) bool {
			m := Stored{node: s.node(e), folder: binary.LittleEndian.Uint32(e[3*s.layout.word:])}
			if m.node.id&pstTypeMask != pstMessage {
				return true
			}
			if place, err := s.find(s.blocks, pstBlockPage, m.node.data&^1); err == nil {
				m.Offset = int64(s.layout.number(place[s.layout.word:]))
			}
			return yield(m)
		})
		if n := s.failed - pstMaxErrors; n > 0 && more {
			s.errs = append(s.errs, damage(0, "%d more places in a store of Outlook cannot be read", n))
		}
	}
}

// Folder returns the path of the folder of an item.
func (s *Store) Folder(m Stored) string { return s.path(m.folder, 0) }

// path returns the path of a folder, as far as it is known.
func (s *Store) path(folder uint32, depth int) string {
	if path, ok := s.folders[folder]; ok || folder == pstRootFolder || depth >= pstMaxFolders {
		return path
	}
	if len(s.folders) >= pstMaxFolders {
		clear(s.folders)
	}
	s.folders[folder] = "" // in case folders form a cycle
	entry, err := s.find(s.nodes, pstNodePage, uint64(folder))
	if err != nil {
		return ""
	}
	s.left = pstMaxItem
	parent := s.path(binary.LittleEndian.Uint32(entry[3*s.layout.word:]), depth+1)
	path := s.object(s.node(entry)).properties.text(propDisplayName)
	switch {
	case path == "":
		path = parent
	case parent != "" && len(parent)+len(path) < 4<<10:
		path = parent + "/" + path
	}
	s.folders[folder] = path
	return path
}

// Item returns an item. Its attachments are read from the store on demand, before the
// next item is requested.
func (s *Store) Item(m Stored) *Item {
	s.left = pstMaxItem
	return s.item(m.node, 0)
}

func (s *Store) item(n pstNode, depth int) *Item {
	o := s.object(n)
	it := o.properties.item()
	for _, sub := range o.subnodes {
		if sub.id&pstTypeMask == pstAttachment {
			s.attachment(it, sub, depth)
		}
	}
	return it
}

// attachment adds an attachment to an item.
func (s *Store) attachment(it *Item, n pstNode, depth int) {
	o := s.object(n)
	file := o.properties.file()
	if p, ok := o.properties.find(propAttachPath); ok { // a file that is not included
		it.Files = append(it.Files, p.part("text/plain", o.properties.charset()))
	}
	switch content := o.content; {
	case content.kind == 0:
		return
	case content.kind == typeBinary && content.isInHeap():
		file.Data = o.heap.value(content.value)
	case content.kind != typeObject || o.properties.number(propAttachMethod) != attachEmbedded:
		sub, _ := o.subnode(content.value)
		file.Reader = s.data(sub.data)
	case depth >= maxNestedItems:
		s.fail(damage(o.at, "messages are nested deeper than %d", maxNestedItems))
		return
	default:
		sub, _ := o.subnode(content.value)
		file.Item = s.item(sub, depth+1)
	}
	it.Files = append(it.Files, file)
}

// A pstObject is an object with properties.
type pstObject struct {
	store      *Store
	at         int64 // the offset of its first block
	heap       pstHeap
	subnodes   []pstNode
	properties properties
	content    pstValue // the content of an attachment
}

// A pstValue is the value of a property, or a reference to the value.
type pstValue struct {
	kind  uint16
	value uint32
}

// isInHeap reports whether the value is in the heap rather than in a subnode.
func (v pstValue) isInHeap() bool { return v.value&pstTypeMask == 0 }

// object returns the object of a node, as far as it is readable.
func (s *Store) object(n pstNode) *pstObject {
	o := &pstObject{store: s, subnodes: s.subnodes(n.sub, 1), heap: pstHeap{bits: s.layout.index}}
	if place, err := s.find(s.blocks, pstBlockPage, n.data&^1); err == nil {
		o.at = int64(s.layout.number(place[s.layout.word:]))
	}
	whole := s.each(n.data, o.at, func(b []byte) { o.heap.blocks = append(o.heap.blocks, b) })
	if root, ok := o.heap.root(); (!ok || !o.records(root[4:], int(root[3]))) && whole {
		s.fail(damage(o.at, "damaged properties in a store of Outlook"))
	}
	return o
}

// each calls take for each block of the data of an object at offset at, and reports
// whether all blocks were read.
func (s *Store) each(block uint64, at int64, take func(b []byte)) bool {
	for data := s.data(block); ; {
		b, err := data.next()
		if err == io.EOF {
			return true
		}
		if err != nil {
			s.fail(err)
		}
		if err != nil || !s.take(len(b), at) {
			return false
		}
		take(b)
	}
}

func (o *pstObject) subnode(id uint32) (pstNode, bool) {
	i, ok := slices.BinarySearchFunc(o.subnodes, id,
		func(n pstNode, id uint32) int { return cmp.Compare(n.id, id) })
	if !ok {
		o.store.fail(damage(o.at, "a value in a store of Outlook is missing"))
		return pstNode{}, false
	}
	return o.subnodes[i], true
}

// records reads the records of a tree of properties. ref begins with a reference to the
// root of the tree. level is the number of levels between the root and the leaves.
func (o *pstObject) records(ref []byte, level int) bool {
	const key, leaf, branch = 2, 8, 6 // sizes
	b, size := o.heap.value(binary.LittleEndian.Uint32(ref)), leaf
	if level > 0 {
		size = branch
	}
	ok := len(b)%size == 0 && level < pstMaxLevel && o.store.take(len(b)+size, o.at)
	for ok && len(b) >= size {
		if level > 0 {
			ok = o.records(b[key:], level-1)
		} else {
			o.property(binary.LittleEndian.Uint16(b),
				pstValue{binary.LittleEndian.Uint16(b[2:]), binary.LittleEndian.Uint32(b[4:])})
		}
		b = b[size:]
	}
	return ok
}

// property adds a property if it is wanted.
func (o *pstObject) property(id uint16, v pstValue) {
	p := property{id: id, kind: v.kind, offset: -1}
	switch {
	case id == propAttachData:
		o.contentIs(v)
		return
	case v.kind == typeLong:
		p.data = binary.LittleEndian.AppendUint32(nil, v.value)
	case v.kind == typeTime:
		p.data = o.heap.value(v.value)
	case !wanted(p):
		return
	default:
		var whole bool
		if p.data, whole = o.value(v); !whole && id != propBody && id != propHTML && id != propRTF {
			return
		}
		p.cut = !whole
	}
	if id == propSubject {
		p.data = withoutPrefix(p)
	}
	if v.kind&typeMany == 0 {
		o.properties = append(o.properties, p)
		return
	}
	for _, p.data = range pstMany(p.data) {
		o.properties = append(o.properties, p)
	}
}

// contentIs stores the content of an attachment. If the value is an object, the heap
// holds the number of the subnode with the content.
func (o *pstObject) contentIs(v pstValue) {
	if v.kind == typeObject {
		b := o.heap.value(v.value)
		if len(b) < 4 {
			return
		}
		v.value = binary.LittleEndian.Uint32(b)
	}
	o.content = v
}

// value returns a value of any length, and reports whether it is complete.
func (o *pstObject) value(v pstValue) (b []byte, whole bool) {
	if v.isInHeap() {
		b = o.heap.value(v.value)
		return b, o.store.take(len(b), o.at)
	}
	n, ok := o.subnode(v.value)
	whole = o.store.each(n.data, o.at, func(more []byte) { b = append(b, more...) })
	return b, whole && ok
}

// withoutPrefix returns a subject without the two characters that encode the length of
// its prefix, such as "Re: ".
func withoutPrefix(p property) []byte {
	width := 1
	if p.kind == typeUnicode {
		width = 2
	}
	if len(p.data) >= 2*width && p.data[0] == 1 && (width == 1 || p.data[1] == 0) {
		return p.data[2*width:]
	}
	return p.data
}

// pstMany returns the values of a property with several values. b begins with the number
// of values and the offset of each.
func pstMany(b []byte) (all [][]byte) {
	if len(b) < 4 {
		return nil
	}
	n := uint64(binary.LittleEndian.Uint32(b))
	if uint64(len(b)) < 4+4*n {
		return nil
	}
	for i := range n {
		start, end := binary.LittleEndian.Uint32(b[4+4*i:]), uint32(len(b))
		if i+1 < n {
			end = binary.LittleEndian.Uint32(b[8+4*i:])
		}
		if uint64(start) < 4+4*n || start > end || uint64(end) > uint64(len(b)) {
			return all
		}
		all = append(all, b[start:end])
	}
	return all
}

// A pstHeap holds values in blocks ([MS-PST], section 2.3.1).
type pstHeap struct {
	blocks [][]byte
	bits   int // the number of bits of the index of a value in a block
}

// root returns the header of the tree of properties, and reports whether there is one.
func (h *pstHeap) root() ([]byte, bool) {
	const heap, properties, tree = 0xEC, 0xBC, 0xB5
	if len(h.blocks) == 0 || len(h.blocks[0]) < 12 || h.blocks[0][2] != heap || h.blocks[0][3] != properties {
		return nil, false
	}
	b := h.value(binary.LittleEndian.Uint32(h.blocks[0][4:]))
	return b, len(b) >= 8 && b[0] == tree && b[1] == 2 && b[2] == 6
}

// value returns the value with a number, or nil if there is none.
func (h *pstHeap) value(id uint32) []byte {
	index, block := int(id>>5&(1<<h.bits-1)), int(id>>(5+h.bits))
	if index == 0 || block >= len(h.blocks) {
		return nil
	}
	b := h.blocks[block]
	if len(b) < 2 {
		return nil
	}
	// The table holds the number of values, the number of free ones, and their offsets.
	table := int(binary.LittleEndian.Uint16(b))
	at := table + 4 + 2*(index-1)
	if at+4 > len(b) || index > int(binary.LittleEndian.Uint16(b[table:])) {
		return nil
	}
	start, end := int(binary.LittleEndian.Uint16(b[at:])), int(binary.LittleEndian.Uint16(b[at+2:]))
	if start > end || end > len(b) {
		return nil
	}
	return b[start:end]
}
