package document

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sort"

	"github.com/klauspost/compress/zlib"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsStore reports whether a document that begins with head is an Outlook store, a PST or
// OST.
func IsStore(head decode.Head) bool {
	if !head.Starts("!BDN") || !head.Has(12) || head.Text[11] != 0 { // the version is small
		return false
	}
	client := string(head.Text[8:10])
	return client == "SM" || client == "SO"
}

// A Store is an Outlook store being read ([MS-PST]). It consists of pages and blocks. The
// pages are the nodes of two B-trees: one maps the number of each message, folder or
// other object to its node, the other maps the number of each block to its offset.
type Store struct {
	file   io.ReaderAt
	size   int64
	layout *pstLayout
	encode byte             // the encoding of data
	nodes  int64            // the root of the tree of nodes
	blocks int64            // the root of the tree of blocks
	pages  map[int64][]byte // some of the pages read so far
	budget int64            // bytes that may still be read: blocks may be used again and again

	folders map[uint32]string // the paths of some folders
	left    int               // bytes of the current item that may still be held in memory
	errs    []error           // errors not returned yet
	failed  int               // the number of errors so far
	spent   bool              // the budget is used up, which was reported as the last error
}

// A pstLayout is the layout of pages and blocks.
type pstLayout struct {
	word    int // the size of an identifier and of an offset
	page    int // the size of a page
	entries int // the size of the entries in a page, which their number follows
	foot    int // the size of the gap between the entries and the trailer of a page
	trailer int // the size of the trailer of a block
	sum     int // the offset of the checksum in a trailer
	align   int // sizes of blocks are multiples of align
	roots   int // the offset of the roots of the trees in the header
	encode  int // the offset of the encoding of data in the header
	index   int // the number of bits of the index of a value in a heap
}

var (
	pstANSI    = pstLayout{4, 512, 496, 4, 12, 8, 64, 184, 461, 11}
	pstUnicode = pstLayout{8, 512, 488, 8, 16, 4, 64, 216, 513, 11}
	pst4K      = pstLayout{8, 4096, 4056, 16, 24, 4, 512, 216, 513, 14} // of Outlook 2013, not in [MS-PST]
)

// pstLayouts maps the versions of the format to layouts.
var pstLayouts = map[uint16]*pstLayout{14: &pstANSI, 15: &pstANSI, 21: &pstUnicode, 23: &pstUnicode,
	36: &pst4K, 37: &pst4K}

const (
	pstHeader     = 564 // the size of the header
	pstNodePage   = 0x81
	pstBlockPage  = 0x80
	pstMaxLevel   = 16
	pstMaxPages   = 512 // the maximum number of pages kept
	pstInternal   = 2   // the bit in the number of a block without data of its own
	pstReuse      = 100 // how often the bytes of a store may be read
	pstAtLeast    = 256 << 20
	pstMaxItem    = 64 << 20 // the maximum number of bytes of an item in memory, without attachments
	pstMaxErrors  = 100
	pstMaxFolders = 100 // the maximum depth of nested folders, and the maximum number of remembered folders
)

// A Damage is an error at a place in a Store.
type Damage struct {
	Offset int64
	Err    error
}

func (d *Damage) Error() string { return fmt.Sprintf("%v at offset %d", d.Err, d.Offset) }
func (d *Damage) Unwrap() error { return d.Err }

func damage(at int64, format string, args ...any) error {
	return &Damage{at, fmt.Errorf(format, args...)}
}

var errReuse = damage(0, "the blocks of a store of Outlook are used again and again; the rest is not read")

// OpenStore opens a store of size bytes. A password of the store only makes Outlook
// refuse to open it, and is ignored.
func OpenStore(file io.ReaderAt, size int64) (*Store, error) {
	s := &Store{file: file, size: size, pages: map[int64][]byte{}, budget: pstReuse*size + pstAtLeast,
		folders: map[uint32]string{}}
	head, err := s.read(0, pstHeader)
	if err != nil {
		return nil, err
	}
	version := binary.LittleEndian.Uint16(head[10:])
	if s.layout = pstLayouts[version]; s.layout == nil {
		return nil, damage(10, "unknown version %d of a store of Outlook", version)
	}
	l := s.layout
	s.nodes, s.blocks = int64(l.number(head[l.roots+l.word:])), int64(l.number(head[l.roots+3*l.word:]))
	if s.encode = head[l.encode]; s.encode > pstCyclic {
		return nil, damage(int64(l.encode), "unknown encoding %d of a store of Outlook", s.encode)
	}
	return s, nil
}

// Errors returns the errors since the previous call. Each is a [Damage].
func (s *Store) Errors() []error {
	errs := s.errs
	s.errs = nil
	return errs
}

func (s *Store) fail(err error) {
	if s.spent {
		return
	}
	if s.spent = s.budget < 0; s.spent {
		err = errReuse
	}
	if n := len(s.errs); n > 0 && s.errs[n-1].Error() == err.Error() {
		return // the same error again, as for each object on a missing page
	}
	if s.failed++; s.failed <= pstMaxErrors || s.spent {
		s.errs = append(s.errs, err)
	}
}

// number reads an identifier or an offset.
func (l *pstLayout) number(b []byte) uint64 {
	if l.word == 4 {
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// read reads n bytes at an offset.
func (s *Store) read(at int64, n int) ([]byte, error) {
	if at < 0 || at > s.size-int64(n) {
		return nil, damage(max(min(at, s.size), 0),
			"%d bytes of a store of Outlook are missing: it is cut or damaged", n)
	}
	if err := s.spend(n); err != nil {
		return nil, err
	}
	b := make([]byte, n)
	if got, err := s.file.ReadAt(b, at); got < n {
		return nil, &Damage{at, cmp.Or(err, io.ErrUnexpectedEOF)}
	}
	return b, nil
}

// spend subtracts bytes from the budget.
func (s *Store) spend(n int) error {
	if s.budget -= int64(n); s.budget < 0 {
		return errReuse
	}
	return nil
}

// pstSum returns the checksum of a page or block.
func pstSum(b []byte) uint32 { return ^crc32.Update(^uint32(0), crc32.IEEETable, b) }

// A pstPage is a page of a B-tree.
type pstPage struct {
	entries []byte
	width   int // the size of an entry
	count   int
	level   int // above the leaves
}

func (p *pstPage) entry(i int) []byte { return p.entries[i*p.width:][:p.width] }

// page returns the page at an offset, which must be below a level of a tree.
func (s *Store) page(at int64, kind byte, below int) (p pstPage, err error) {
	l := s.layout
	b := s.pages[at]
	if b == nil {
		if b, err = s.read(at, l.page); err != nil {
			return p, err
		}
		if len(s.pages) >= pstMaxPages {
			clear(s.pages)
		}
		s.pages[at] = b
	} else if err := s.spend(l.page); err != nil {
		return p, err
	}
	foot, trailer := b[l.entries:], b[l.entries+l.foot:]
	p = pstPage{entries: b, count: int(foot[0]), width: int(foot[2]), level: int(foot[3])}
	if l == &pst4K {
		p.count, p.width, p.level = int(binary.LittleEndian.Uint16(foot)), int(foot[4]), int(foot[5])
	}
	least := 3 * l.word // the least size of an entry
	if kind == pstNodePage && p.level == 0 {
		least += 4
	}
	whole := trailer[0] == kind && trailer[1] == kind &&
		binary.LittleEndian.Uint32(trailer[l.sum:]) == pstSum(b[:l.entries+l.foot])
	if !whole || p.width < least || p.count*p.width > l.entries || p.level >= below {
		return p, damage(at, "damaged page in a store of Outlook")
	}
	return p, nil
}

// find returns the entry of a tree with a key.
func (s *Store) find(at int64, kind byte, key uint64) ([]byte, error) {
	for below := pstMaxLevel; ; {
		p, err := s.page(at, kind, below)
		if err != nil {
			return nil, err
		}
		i := sort.Search(p.count, func(i int) bool { return s.key(p.entry(i), kind) > key }) - 1
		switch {
		case i < 0, p.level == 0 && s.key(p.entry(i), kind) != key:
			return nil, damage(at, "block or node %#x of a store of Outlook is missing", key)
		case p.level == 0:
			return p.entry(i), nil
		}
		at, below = s.child(p.entry(i)), p.level
	}
}

// key returns the key of an entry. One bit of the number of a block has no meaning.
func (s *Store) key(entry []byte, kind byte) uint64 {
	if kind == pstNodePage {
		return uint64(binary.LittleEndian.Uint32(entry))
	}
	return s.layout.number(entry) &^ 1
}

// child returns the offset of the page that an entry refers to.
func (s *Store) child(entry []byte) int64 { return int64(s.layout.number(entry[2*s.layout.word:])) }

// A pstNode is the node of an object: the numbers of the blocks with its data and with
// its subnodes, or 0.
type pstNode struct {
	id        uint32
	data, sub uint64
}

// node returns the node at the beginning of an entry.
func (s *Store) node(entry []byte) pstNode {
	l := s.layout
	return pstNode{binary.LittleEndian.Uint32(entry), l.number(entry[l.word:]), l.number(entry[2*l.word:])}
}

// eachNode calls yield for each entry of the tree of nodes. It continues after damage.
func (s *Store) eachNode(at int64, below int, yield func(entry []byte) bool) bool {
	p, err := s.page(at, pstNodePage, below)
	if err != nil {
		s.fail(err)
		return true
	}
	for i := range p.count {
		if e := p.entry(i); s.spent || p.level == 0 && !yield(e) ||
			p.level > 0 && !s.eachNode(s.child(e), p.level, yield) {
			return false
		}
	}
	return true
}

// block returns the content of a block and its offset.
func (s *Store) block(id uint64) (b []byte, at int64, err error) {
	id &^= 1
	entry, err := s.find(s.blocks, pstBlockPage, id)
	if err != nil {
		return nil, 0, err
	}
	l := s.layout
	at = int64(l.number(entry[l.word:]))
	size := int(binary.LittleEndian.Uint16(entry[2*l.word:]))
	whole := (size + l.trailer + l.align - 1) / l.align * l.align
	if b, err = s.read(at, whole); err != nil {
		return nil, at, err
	}
	trailer := b[whole-l.trailer:]
	if b = b[:size]; binary.LittleEndian.Uint32(trailer[l.sum:]) != pstSum(b) {
		return nil, at, damage(at, "wrong checksum of a block of a store of Outlook")
	}
	if inflated := int(binary.LittleEndian.Uint16(entry[2*l.word+2:])); l == &pst4K && inflated > size {
		if b, err = s.inflate(b, inflated); err != nil {
			return nil, at, damage(at, "damaged block of a store of Outlook: %w", err)
		}
	}
	if id&pstInternal == 0 {
		pstDecode(b, s.encode, id)
	}
	return b, at, nil
}

func (s *Store) inflate(b []byte, size int) ([]byte, error) {
	if err := s.spend(size); err != nil {
		return nil, err
	}
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	_, err = io.ReadFull(r, out)
	return out, err
}

// A pstData reads the data of a node: a block or a tree of blocks.
type pstData struct {
	store *Store
	todo  []pstBranch // the following branches, the next one last
	rest  []byte      // the rest of a block, for Read
}

// A pstBranch is a block at a level above the blocks with data.
type pstBranch struct {
	block uint64
	level int
}

func (s *Store) data(block uint64) *pstData {
	d := &pstData{store: s}
	if block != 0 {
		d.todo = []pstBranch{{block, 2}}
	}
	return d
}

// next returns the data of the next block.
func (d *pstData) next() ([]byte, error) {
	for len(d.todo) > 0 {
		last := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		b, at, err := d.store.block(last.block)
		if err != nil || last.block&pstInternal == 0 {
			return b, err
		}
		word := d.store.layout.word
		if len(b) < 8 || b[0] != 1 || b[1] == 0 || int(b[1]) > last.level ||
			len(b) < 8+word*int(binary.LittleEndian.Uint16(b[2:])) {
			return nil, damage(at, "damaged block of a store of Outlook")
		}
		for i := int(binary.LittleEndian.Uint16(b[2:])) - 1; i >= 0; i-- {
			d.todo = append(d.todo, pstBranch{d.store.layout.number(b[8+word*i:]), int(b[1]) - 1})
		}
	}
	return nil, io.EOF
}

// Read returns the data up to damage, which is among the Errors of the store.
func (d *pstData) Read(p []byte) (n int, err error) {
	for len(d.rest) == 0 {
		if d.rest, err = d.next(); err == io.EOF {
			return 0, err
		} else if err != nil {
			d.store.fail(err)
			d.todo = nil
			return 0, io.ErrUnexpectedEOF
		}
	}
	n = copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// subnodes returns the subnodes in a block, in the order of their numbers. Those of a
// large object are in blocks to which the block refers.
func (s *Store) subnodes(block uint64, level int) (all []pstNode) {
	if block == 0 {
		return nil
	}
	b, at, err := s.block(block)
	if err != nil {
		s.fail(err)
		return nil
	}
	word := s.layout.word
	width := 3 * word
	if len(b) > 1 && b[1] > 0 {
		width = 2 * word
	}
	if len(b) < word || b[0] != 2 || int(b[1]) > level ||
		len(b) < word+width*int(binary.LittleEndian.Uint16(b[2:])) {
		s.fail(damage(at, "damaged subnodes in a store of Outlook"))
		return nil
	}
	for e := range slices.Chunk(b[word:word+width*int(binary.LittleEndian.Uint16(b[2:]))], width) {
		switch {
		case !s.take(width, at):
			return all
		case b[1] > 0:
			all = append(all, s.subnodes(s.layout.number(e[word:]), level-1)...)
		default:
			all = append(all, s.node(e))
		}
	}
	slices.SortStableFunc(all, func(a, b pstNode) int { return cmp.Compare(a.id, b.id) })
	return all
}

// take counts n bytes of an item at offset at, and reports whether the item still fits in
// memory.
func (s *Store) take(n int, at int64) bool {
	if s.left < 0 {
		return false
	}
	s.left -= n
	if err := s.spend(n); err != nil {
		s.left = -1
		s.fail(err)
	} else if s.left < 0 {
		s.fail(damage(at, "an item is longer than %d MiB; the rest is not read", pstMaxItem>>20))
	}
	return s.left >= 0
}
