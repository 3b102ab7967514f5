package document

import (
	"cmp"
	"slices"
)

// A StoreFolder is a folder of a store, with messages and other folders.
type StoreFolder struct {
	Name     string
	Messages []Message
	Folders  []StoreFolder
}

// A madeStore is an Outlook store being built. Its blocks and pages are small, so that
// each kind of tree has several levels.
type madeStore struct {
	*pstLayout
	encode byte
	b      []byte
	nodes  [][]byte // entries of the tree of nodes
	blocks [][]byte // entries of the tree of blocks
	node   uint32
	block  uint64
	spoil  func(b []byte) // if not nil, changes the data of a block or page before its checksum is computed
}

const (
	madeBlock = 2000 // the number of bytes of data in a block
	madeFan   = 4    // the number of entries in a page or a block of references
)

// madePST returns a store with one folder in its root.
func madePST(l *pstLayout, version uint16, encode byte, top StoreFolder) []byte {
	m := newMadeStore(l, encode)
	m.folder(pstRootFolder, pstRootFolder, StoreFolder{Folders: []StoreFolder{top}})
	return m.end(version)
}

// newMadeStore begins a store. Other programs look for its first folder in the store's
// own properties.
func newMadeStore(l *pstLayout, encode byte) *madeStore {
	m := &madeStore{pstLayout: l, encode: encode, b: make([]byte, 1024), node: 0x8000}
	const store, topFolder, first = 0x21, 0x35E0, 0x8022
	entry := le.AppendUint32(make([]byte, 20), first)
	m.top(store, 0, m.object([]Property{{propDisplayName, "Store"}, {topFolder, entry}}, nil))
	return m
}

// end ends the store, and returns it.
func (m *madeStore) end(version uint16) []byte {
	nodes := m.tree(pstNodePage, m.nodes)
	blocks := m.tree(pstBlockPage, m.blocks)
	head := m.b[:pstHeader]
	copy(head, "!BDN")
	copy(head[8:], "SM")
	le.PutUint16(head[10:], version)
	head[m.pstLayout.encode] = m.encode
	copy(head[m.roots:], append(nodes, blocks...))
	return m.b
}

func (m *madeStore) spoilt(b []byte) {
	if m.spoil != nil {
		m.spoil(b)
	}
}

// words encodes numbers as identifiers and offsets.
func (m *madeStore) words(numbers ...uint64) (b []byte) {
	for _, n := range numbers {
		if m.word == 4 {
			b = le.AppendUint32(b, uint32(n))
		} else {
			b = le.AppendUint64(b, n)
		}
	}
	return b
}

// at returns the offset in a trailer of the number of a block or page: after the
// checksum, or in ANSI before it.
func (l *pstLayout) at() int { return 12 - l.sum }

// tree adds pages with entries of a tree, and returns a reference to the root.
func (m *madeStore) tree(kind byte, entries [][]byte) []byte {
	slices.SortFunc(entries, func(a, b []byte) int { return cmp.Compare(m.number(a), m.number(b)) })
	for level := byte(0); ; level++ {
		var above [][]byte
		for some := range slices.Chunk(entries, madeFan) {
			page := make([]byte, m.page)
			for i, e := range some {
				copy(page[i*len(e):], e)
			}
			foot, width := page[m.entries:], byte(len(some[0]))
			if m.pstLayout == &pst4K {
				le.PutUint16(foot, uint16(len(some)))
				le.PutUint16(foot[2:], uint16(m.entries/int(width)))
				foot[4], foot[5] = width, level
			} else {
				foot[0], foot[1], foot[2], foot[3] = byte(len(some)), byte(m.entries/int(width)), width, level
			}
			trailer := page[m.entries+m.foot:]
			trailer[0], trailer[1] = kind, kind
			m.block += 4
			m.spoilt(page[:m.entries+m.foot])
			copy(trailer[m.at():], m.words(m.block))
			le.PutUint32(trailer[m.sum:], pstSum(page[:m.entries+m.foot]))
			above = append(above, m.words(m.number(some[0]), m.block, uint64(len(m.b))))
			m.b = append(m.b, page...)
		}
		if entries = above; len(entries) == 1 {
			return entries[0][m.word:]
		}
	}
}

// add adds a block, and returns its number.
func (m *madeStore) add(data []byte, internal bool) uint64 {
	m.block += 4
	id := m.block
	data = slices.Clone(data)
	m.spoilt(data)
	if internal {
		id |= pstInternal
	} else {
		madeEncode(data, m.encode, id)
	}
	size := len(data)
	if m.pstLayout == &pst4K {
		if small := deflated(string(data)); len(small) < size {
			data = []byte(small)
		}
	}
	entry := append(m.words(id, uint64(len(m.b))), make([]byte, m.word)...)
	le.PutUint16(entry[2*m.word:], uint16(len(data)))
	le.PutUint16(entry[2*m.word+2:], uint16(size))
	m.blocks = append(m.blocks, entry)
	sum, stored := pstSum(data), len(data)
	data = append(data, make([]byte, m.align-(len(data)+m.trailer-1)%m.align-1+m.trailer)...)
	trailer := data[len(data)-m.trailer:]
	le.PutUint16(trailer, uint16(stored))
	copy(trailer[m.at():], m.words(id))
	le.PutUint32(trailer[m.sum:], sum)
	m.b = append(m.b, data...)
	return id
}

// madeEncode encodes the data of a block, in place.
func madeEncode(b []byte, how byte, block uint64) {
	if how == pstPermute {
		for i, c := range b {
			b[i] = pstR[c]
		}
		return
	}
	pstDecode(b, how, block) // pstDecode is its own inverse
}

// data adds data in blocks, and returns the number of the block that refers to all of
// them.
func (m *madeStore) data(blocks ...[]byte) uint64 {
	var ids []uint64
	for _, b := range blocks {
		for piece := range slices.Chunk(b, madeBlock) {
			ids = append(ids, m.add(piece, false))
		}
	}
	for level := byte(1); len(ids) > 1; level++ {
		var above []uint64
		fan := madeFan
		if level == 2 {
			fan = len(ids)
		}
		for some := range slices.Chunk(ids, fan) {
			x := le.AppendUint16([]byte{1, level}, uint16(len(some)))
			above = append(above, m.add(append(le.AppendUint32(x, 0), m.words(some...)...), true))
		}
		ids = above
	}
	if len(ids) == 0 {
		return 0
	}
	return ids[0]
}

// subnodes adds blocks with subnodes, and returns the number of the first.
func (m *madeStore) subnodes(nodes []pstNode) uint64 {
	if len(nodes) == 0 {
		return 0
	}
	block := func(level byte, entries [][]byte) uint64 {
		b := le.AppendUint16([]byte{2, level}, uint16(len(entries)))
		b = append(b, make([]byte, m.word-4)...)
		return m.add(append(b, slices.Concat(entries...)...), true)
	}
	var leaves [][]byte
	for some := range slices.Chunk(nodes, madeFan) {
		var entries [][]byte
		for _, n := range some {
			entries = append(entries, m.words(uint64(n.id), n.data, n.sub))
		}
		leaves = append(leaves, m.words(uint64(some[0].id), block(0, entries)))
	}
	if len(leaves) == 1 {
		return m.number(leaves[0][m.word:])
	}
	return block(1, leaves)
}

// folder adds a folder and its contents.
func (m *madeStore) folder(id, parent uint32, f StoreFolder) {
	m.top(id, parent, m.object([]Property{{ID: propDisplayName, Value: f.Name},
		{ID: 0x3602, Value: len(f.Messages)}}, nil))
	for _, one := range f.Messages {
		m.node += 0x20
		m.top(m.node|pstMessage, id, m.message(one))
	}
	for _, one := range f.Folders {
		m.node += 0x20
		m.folder(m.node|2, id, one)
	}
}

// top adds a node to the tree of nodes.
func (m *madeStore) top(id, parent uint32, n pstNode) {
	entry := le.AppendUint32(m.words(uint64(id), n.data, n.sub), parent)
	m.nodes = append(m.nodes, append(entry, make([]byte, m.word-4)...))
}

func (m *madeStore) message(one Message) pstNode {
	var files []pstNode
	for i, f := range one.Files {
		props := []Property{{ID: 0x3707, Value: f.Name}}
		if f.Message != nil {
			sub := m.message(*f.Message)
			sub.id = 0x3F
			props = append(props, Property{ID: propAttachData, Value: sub},
				Property{ID: propAttachMethod, Value: attachEmbedded})
		} else {
			props = append(props, Property{ID: propAttachData, Value: f.Data})
		}
		n := m.object(props, nil)
		n.id = uint32(i+1)<<5 | pstAttachment
		files = append(files, n)
	}
	return m.object(one.Properties, files)
}

// object adds an object with properties and subnodes. The value of a property may be a
// subnode.
func (m *madeStore) object(props []Property, subnodes []pstNode) pstNode {
	h := madeHeap{bits: m.index}
	var records [][]byte
	for _, p := range props {
		var kind uint16
		var value []byte
		switch v := p.Value.(type) {
		case pstNode:
			kind, value = typeObject, le.AppendUint64(nil, uint64(v.id))
			subnodes = append(subnodes, v)
		case madeText:
			kind = typeUnicode
			subnodes = append(subnodes, pstNode(v))
		case []string:
			kind, value = typeUnicode|typeMany, madeMany(v)
		default:
			kind, value = p.Encode()
		}
		record := le.AppendUint16(le.AppendUint16(nil, p.ID), kind)
		text, isText := p.Value.(madeText)
		switch {
		case isText:
			record = le.AppendUint32(record, text.id)
		case kind == typeLong:
			record = append(record, value...)
		case len(value) > madeBlock/4:
			id := uint32(len(subnodes)+100)<<5 | 0x1F
			subnodes = append(subnodes, pstNode{id, m.data(value), 0})
			record = le.AppendUint32(record, id)
		default:
			record = le.AppendUint32(record, h.add(value))
		}
		records = append(records, record)
	}
	slices.SortFunc(records, func(a, b []byte) int { return cmp.Compare(le.Uint16(a), le.Uint16(b)) })
	slices.SortFunc(subnodes, func(a, b pstNode) int { return cmp.Compare(a.id, b.id) })
	level, tree := byte(0), slices.Concat(records...)
	if len(records) > 2*madeFan {
		level, tree = 1, nil
		for some := range slices.Chunk(records, madeFan) {
			tree = le.AppendUint32(append(tree, some[0][:2]...), h.add(slices.Concat(some...)))
		}
	}
	root := h.add(le.AppendUint32([]byte{0xB5, 2, 6, level}, h.add(tree)))
	blocks := h.end()
	copy(blocks[0][2:], le.AppendUint32([]byte{0xEC, 0xBC}, root))
	return pstNode{data: m.data(blocks...), sub: m.subnodes(subnodes)}
}

// A madeText is a text whose subnode has already been added.
type madeText pstNode

// madeMany returns the value of a property with several values.
func madeMany(texts []string) []byte {
	head, values := le.AppendUint32(nil, uint32(len(texts))), []byte(nil)
	for _, text := range texts {
		head = le.AppendUint32(head, uint32(4+4*len(texts)+len(values)))
		values = append(values, UTF16(text)...)
	}
	return append(head, values...)
}

// A madeHeap is a heap whose blocks are full after a few values.
type madeHeap struct {
	bits   int
	blocks [][]byte
	table  []int // the offsets of the values of the last block
}

func (h *madeHeap) add(value []byte) uint32 {
	last := len(h.blocks) - 1
	if last < 0 || len(h.blocks[last])+len(value) > madeBlock/2 {
		h.endBlock()
		h.blocks = append(h.blocks, make([]byte, 12))
		last++
		h.table = []int{12}
	}
	h.blocks[last] = append(h.blocks[last], value...)
	h.table = append(h.table, len(h.blocks[last]))
	return uint32(last)<<(5+h.bits) | uint32(len(h.table)-1)<<5
}

// endBlock puts the table of values at the end of the last block.
func (h *madeHeap) endBlock() {
	if len(h.blocks) == 0 {
		return
	}
	b := &h.blocks[len(h.blocks)-1]
	le.PutUint16(*b, uint16(len(*b)))
	*b = le.AppendUint16(*b, uint16(len(h.table)-1))
	*b = le.AppendUint16(*b, 0)
	for _, at := range h.table {
		*b = le.AppendUint16(*b, uint16(at))
	}
}

func (h *madeHeap) end() [][]byte {
	h.endBlock()
	return h.blocks
}
