package unpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Sizes of headers, without names.
const (
	zipLocalSize   = 30
	zipCentralSize = 46
	zipEndSize     = 22
	zip64EndSize   = 56

	zip64LocatorSize = 20
)

// Flags and methods.
const (
	zipEncrypted  = 1 << 0
	zipDescriptor = 1 << 3 // sizes follow the contents
	zipStore      = 0
	zipDeflate    = 8
)

// zipMagic holds methods whose contents have a magic number, and so are unpacked as if
// stored.
var zipMagic = map[uint16]bool{12: true, 93: true, 95: true}

// A zipHeader describes a member by one of its headers.
type zipHeader struct {
	name          string
	flags, method uint16
	crc           uint32
	packed, size  int64
	offset        int64 // of the local header
	streamed      bool  // the sizes are only in the directory and after the contents
}

// measure sets the numbers that the header before the contents may lack.
func (h *zipHeader) measure(crc uint32, packed, size int64) {
	h.crc, h.packed, h.size, h.streamed = crc, packed, size, false
}

// holds reports whether the member has contents. A symbolic link has contents, since only
// the directory distinguishes it from a file.
func (h *zipHeader) holds() bool { return !strings.HasSuffix(h.name, "/") }

// errDirectory is the error of a header in the directory that differs from the local one,
// by which the member is read.
var errDirectory = errors.New("the directory contradicts the header before the contents")

// unsupported returns the reason why the contents cannot be read, or nil.
func (h *zipHeader) unsupported() error {
	switch {
	case h.flags&zipEncrypted != 0:
		return ErrEncrypted
	case h.method != zipStore && h.method != zipDeflate && !zipMagic[h.method]:
		return fmt.Errorf("compression method %d is not supported", h.method)
	case h.method != zipDeflate && h.streamed:
		return errors.New("size unknown: it follows the contents, and the directory cannot be read")
	}
	return nil
}

// zip yields the members of an archive: by its directory if it is a file and the
// directory is whole, and in order otherwise.
func (c *content) zip() bool {
	if at, ok := c.raw.r.(Seekable); ok && c.raw.count != nil { // the input itself
		if all := Section(at, c.raw.n); all != nil {
			file := &zipFile{all, all.Size(), c.raw.count}
			if dir, ok := file.directory(); ok && c.isWhole(dir) {
				return c.zipDirectory(file, dir)
			}
		}
	}
	return c.zipStream()
}

// isWhole reports whether a directory consists of headers.
func (c *content) isWhole(dir *io.SectionReader) bool {
	s := c.u.source(dir, 0)
	defer c.u.free(s)
	var err error
	for err == nil {
		_, err = s.zipCentralHeader()
	}
	_, unread := dir.Seek(0, io.SeekStart)
	return err == io.EOF && unread == nil
}

// A zipFile is an input, from where it was first read, that can be read at any offset.
// Bytes read again do not count.
type zipFile struct {
	io.ReaderAt
	size int64
	in   *int64
}

func (f *zipFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.ReaderAt.ReadAt(p, off)
	*f.in = max(*f.in, off+int64(n))
	return n, err
}

// directory returns the directory. It returns false if the directory is not at the very
// end, or incomplete.
func (f *zipFile) directory() (*io.SectionReader, bool) {
	tail := make([]byte, min(f.size, zipEndSize+1<<16))
	if n, err := f.ReaderAt.ReadAt(tail, f.size-int64(len(tail))); n < len(tail) && err != nil {
		return nil, false
	}
	i := bytes.LastIndex(tail, []byte(zipEnd))
	for i >= 0 && (len(tail)-i < zipEndSize || len(tail)-i-zipEndSize != int(le16(tail[i+20:]))) {
		i = bytes.LastIndex(tail[:i], []byte(zipEnd))
	}
	if i < 0 {
		return nil, false
	}
	end := f.size - int64(len(tail)-i)
	size, offset := int64(le32(tail[i+12:])), int64(le32(tail[i+16:]))
	if offset == 1<<32-1 || size == 1<<32-1 {
		var ok bool
		if end, size, offset, ok = f.zip64(end); !ok {
			return nil, false
		}
	}
	if size < 0 || offset < 0 || offset != end-size {
		return nil, false
	}
	return io.NewSectionReader(f, offset, size), true
}

// zip64 returns the fields of the zip64 end of the directory, whose locator ends at end,
// and its offset.
func (f *zipFile) zip64(end int64) (start, size, offset int64, ok bool) {
	var locator [zip64LocatorSize]byte
	if _, err := f.ReaderAt.ReadAt(locator[:], end-int64(len(locator))); err != nil ||
		string(locator[:4]) != zip64Locator {
		return 0, 0, 0, false
	}
	start = int64(binary.LittleEndian.Uint64(locator[8:]))
	var head [zip64EndSize]byte
	if _, err := f.ReaderAt.ReadAt(head[:], start); err != nil || string(head[:4]) != zip64End {
		return 0, 0, 0, false
	}
	return start, int64(binary.LittleEndian.Uint64(head[40:])),
		int64(binary.LittleEndian.Uint64(head[48:])), true
}

// zipDirectory yields the members that a directory lists. Damage in one member does not
// affect the others.
func (c *content) zipDirectory(file *zipFile, dir *io.SectionReader) bool {
	_, start, _ := dir.Outer()
	headers := c.u.source(dir, start)
	defer c.u.free(headers)
	in := *c
	in.source = c.u.source(io.NewSectionReader(file, 0, file.size), 0)
	defer c.u.free(in.source)
	z := in.zipReader()
	defer c.u.free(z.raw)
	for {
		h, err := headers.zipCentralHeader()
		switch {
		case err == io.EOF:
			return z.release("")
		case err != nil:
			return z.release("") && c.u.report(headers.failure(zipFormat, "", err))
		}
		agrees, more := z.listed(file, h)
		if !more || !agrees && !c.u.report(headers.failure(zipFormat, c.path(h.name), errDirectory)) {
			return false
		}
	}
}

// listed yields a member of a file. It reports whether its headers agree.
func (z *zipReader) listed(file *zipFile, h *zipHeader) (agrees, more bool) {
	local := z.local(file, h)
	if local == nil {
		f := z.failed()
		return f != nil, z.u.report(f)
	}
	use, start := local, z.offset()
	if local.streamed && local.method != zipDeflate {
		local.measure(h.crc, h.packed, h.size)
		if z.seek(file, start+h.size); h.size != h.packed && z.zipDescriptor(h.crc, h.size, h.size) > 0 {
			local.packed = h.size
		}
		z.seek(file, start)
	}
	if *local != *h && !file.fits(local, start) {
		use = h
	}
	l := z.inOrder(use)
	if use.holds() && l.failed() == nil && !z.member(l) {
		return false, false
	}
	if use.flags&zipDescriptor != 0 {
		use = h
	}
	z.seek(file, start+use.packed)
	if n := z.zipDescriptor(use.crc, use.packed, use.size); n > 0 {
		z.Discard(n)
		local.measure(use.crc, use.packed, use.size)
	}
	return *local == *h || l.failed() != nil, z.u.report(l.failed())
}

// local reads the local header of a member: at the offset in the directory, or else after
// the previous member. It returns nil if there is none.
func (z *zipReader) local(file *zipFile, h *zipHeader) (local *zipHeader) {
	for _, at := range []int64{h.offset, z.offset(), h.offset} {
		z.seek(file, at)
		if local, _ = z.zipNext(); local != nil && local.name == h.name {
			break
		}
	}
	return local
}

// seek moves to an offset of the file.
func (z *zipReader) seek(file *zipFile, offset int64) {
	if ahead := offset - z.offset(); 0 <= ahead && ahead <= int64(z.Buffered()) {
		z.Discard(int(ahead))
	} else {
		z.source.reset(io.NewSectionReader(file, offset, file.size-offset), offset)
	}
}

// fits reports whether a header may be right about contents that begin at start: another
// part of the zip follows them.
func (f *zipFile) fits(h *zipHeader, start int64) bool {
	if h.unsupported() != nil || h.streamed {
		return h.unsupported() == nil
	}
	next := make([]byte, zipLocalSize)
	n, _ := f.ReaderAt.ReadAt(next, start+h.packed)
	at := bytes.Index(next[:n], []byte("PK"))
	return (at == 0 || at > 0 && h.flags&zipDescriptor != 0) && (h.method != zipStore || h.packed == h.size)
}

// zipCentralHeader reads a header of the directory. Its error is io.EOF at the end.
func (s *source) zipCentralHeader() (*zipHeader, error) {
	var head [zipCentralSize]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	if string(head[:4]) != zipCentral {
		return nil, errHeader
	}
	h := &zipHeader{offset: int64(le32(head[42:]))}
	if err := s.zipFields(h, head[8:]); err != nil {
		return nil, err
	}
	if err := s.discard(int64(le16(head[32:]))); err != nil {
		return nil, noEOF(err)
	}
	return h, nil
}

// zipLocalHeader reads a header before a member.
func (s *source) zipLocalHeader() (*zipHeader, error) {
	var head [zipLocalSize]byte
	start := s.offset()
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, err
	}
	h := &zipHeader{}
	err := s.zipFields(h, head[6:])
	h.offset, h.streamed = start, h.flags&zipDescriptor != 0 && h.packed == 0
	return h, err
}

// zipFields parses the fields that both headers have, and reads a name, and from the
// extra field the numbers that exceed 32 bits.
func (s *source) zipFields(h *zipHeader, fields []byte) error {
	h.flags, h.method, h.crc = le16(fields), le16(fields[2:]), le32(fields[8:])
	h.packed, h.size = int64(le32(fields[12:])), int64(le32(fields[16:]))
	name, extra := int(le16(fields[20:])), int(le16(fields[22:]))
	text := make([]byte, name+extra)
	if _, err := io.ReadFull(s, text); err != nil {
		return noEOF(err)
	}
	h.name = string(text[:name])
	for p := text[name:]; len(p) >= 4; {
		id, n := le16(p), int(le16(p[2:]))
		p = p[4:]
		if n > len(p) {
			break
		}
		if id == 1 {
			h.zip64(p[:n])
		}
		p = p[n:]
	}
	if h.packed < 0 || h.size < 0 || h.offset < 0 {
		return errHeader
	}
	return nil
}

// zip64 takes from p the numbers that do not fit into the header.
func (h *zipHeader) zip64(p []byte) {
	for _, n := range []*int64{&h.size, &h.packed, &h.offset} {
		if *n == 1<<32-1 && len(p) >= 8 {
			*n = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
		}
	}
}

// zipStream yields the members in order, by their local headers. Damage to the directory
// is reported, and so are bytes after its end. Members among them are read, too.
func (c *content) zipStream() bool {
	z := c.zipReader()
	defer c.u.free(z.raw)
	for seen := (zipDigest{start: c.offset(), broken: c.resumed}); ; {
		h, err := c.zipNext()
		switch {
		case err == nil && h == nil:
			if !z.release("") {
				return false
			}
			if err = c.zipEnds(seen); err != io.EOF && !c.fail(err) {
				return false
			}
		case err == nil:
			l := z.inOrder(h)
			if h.holds() && l.failed() == nil && !z.member(l) {
				return false
			}
			if !l.skip() && h.holds() && !c.u.report(l.failed()) {
				return false
			}
			if l.in != c.source {
				io.Copy(io.Discard, l.in)
			}
			if l.failed() == nil {
				seen.add(h, h.offset-seen.start)
				continue // its end is known
			}
		case !z.release("") || !c.fail(err):
			return false
		}
		if !c.find(zipFormat) {
			return z.release("") && c.ends()
		}
		seen = zipDigest{start: c.offset(), broken: h != nil || err != errTrailing}
	}
}

// A zipDigest sums up the headers of members in any order.
type zipDigest struct {
	start   int64 // offset of the archive
	broken  bool  // not all members are included
	members int
	sum     uint64
}

func (d *zipDigest) add(h *zipHeader, offset int64) {
	sum := fnv.New64a()
	fmt.Fprintln(sum, h.flags, h.method, h.crc, h.packed, h.size, offset, h.name)
	d.members++
	d.sum += sum.Sum64()
}

// zipNext reads the header of the next member, or returns nil at the beginning of the
// directory.
func (s *source) zipNext() (*zipHeader, error) {
	head, err := s.Peek(4)
	if mark := string(head); mark == zipSpan || mark == zipSpan0 {
		s.Discard(4)
		head, err = s.Peek(4)
	}
	switch string(head) {
	case zipCentral, zipEnd, zip64End:
		return nil, nil
	case zipLocal:
		return s.zipLocalHeader()
	}
	if err == nil {
		err = errHeader
	}
	return nil, err
}

// zipPadding holds the bytes that may follow the end: zeros of a tape, ^Z of a modem, and
// the line break that ends a stream of a PDF.
const zipPadding = "\x00\x1a\r\n"

// zipEnds skips the directory and its end. Its error is errTrailing if more than padding
// follows, and errDirectory if the directory contradicts the members seen. It is io.EOF
// even if the directory is cut between two headers, since all members have been read.
func (s *source) zipEnds(seen zipDigest) error {
	for listed := (zipDigest{}); ; {
		head, err := s.Peek(zipEndSize) // the end follows a shorter record
		if err != nil && (len(head) < 4 || isZipSignature(head[:4])) {
			return s.discard(zipEndSize) // it is cut
		}
		switch string(head[:4]) {
		case zipCentral:
			var h *zipHeader
			if h, err = s.zipCentralHeader(); err == nil {
				listed.add(h, h.offset)
			}
		case zip64End:
			err = s.discard(12 + int64(le32(head[4:])))
		case zip64Locator:
			err = s.discard(zip64LocatorSize)
		case zipEnd:
			if err = s.discard(zipEndSize + int64(le16(head[20:]))); err == nil {
				err = s.onlyPadding()
				if err == io.EOF && !seen.broken && listed.members == seen.members && listed.sum != seen.sum {
					err = errDirectory // unless it omits deleted members
				}
			}
		default:
			err = errHeader
		}
		if err != nil {
			return err
		}
	}
}

// maxStray is the maximum number of bytes other than padding that may follow, if they
// cannot contain a URL. Some programs leave a few.
const maxStray = 32

// onlyPadding returns io.EOF if only padding follows.
func (s *source) onlyPadding() error {
	if rest, err := s.Peek(maxStray + 1); err == io.EOF && bytes.IndexByte(rest, ':') < 0 &&
		!bytes.Contains(rest, []byte("PK")) {
		s.Discard(len(rest))
		return io.EOF
	}
	for {
		b, err := s.ReadByte()
		if err != nil {
			return err
		}
		if strings.IndexByte(zipPadding, b) < 0 {
			s.UnreadByte()
			return errTrailing
		}
	}
}

// A zipReader reads the members of a zip, one after the other.
type zipReader struct {
	related
	raw     *source // the bytes of a member in the archive, if its size is known
	inflate io.ReadCloser
}

func (c *content) zipReader() *zipReader {
	return &zipReader{related{content: c, left: maxRelated}, c.u.source(nil, 0), flate.NewReader(nil)}
}

// inOrder opens the member whose header was just read.
func (z *zipReader) inOrder(h *zipHeader) *layer {
	if n := z.zipDescriptor(0, 0, 0); n > 0 && h.streamed && h.method == zipStore { // it is empty
		z.Discard(n)
		h.streamed = false
	}
	if h.streamed {
		return z.layer(z.source, h)
	}
	z.raw.reset(io.LimitReader(z, h.packed), z.offset())
	return z.layer(z.raw, h)
}

// layer returns a layer that reads a member whose contents are next in raw.
func (z *zipReader) layer(raw *source, h *zipHeader) *layer {
	m := &zipMember{zipHeader: h, in: raw, behind: z.source, start: raw.offset()}
	l := z.content.layer(z.path(h.name), m)
	l.in, l.counts, l.sums = raw, true, !zipMagic[h.method]
	err := h.unsupported()
	switch {
	case err != nil:
		l.err = raw.failure(zipFormat, l.member, err)
	case h.method != zipDeflate:
		m.single = single{&exactly{raw, h.packed}}
	default:
		z.inflate.(flate.Resetter).Reset(raw.Reader, nil)
		m.single = single{z.inflate}
	}
	return l
}

// A zipMember reads contents, and compares them with the header, or with the descriptor
// after them.
type zipMember struct {
	*zipHeader
	in     *source
	behind *source // a descriptor may follow here
	start  int64   // offset of the contents
	single         // reads the contents
	sum    uint32
	n      int64
}

func (m *zipMember) Read(p []byte) (int, error) {
	n, err := m.single.Read(p)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	m.n += int64(n)
	if err == io.EOF && !m.right() {
		err = errChecksum
	}
	return n, err
}

// right reports whether the contents that have been read are right, as far as can be
// checked.
func (m *zipMember) right() bool {
	switch {
	case zipMagic[m.method]:
		return true
	case m.flags&zipDescriptor != 0 && m.described():
		return true
	}
	return m.sum == m.crc && m.n == m.size
}

// described reads the descriptor after the contents, and reports whether it matches.
func (m *zipMember) described() bool {
	packed := m.in.offset() - m.start
	if m.in != m.behind {
		io.Copy(io.Discard, m.in)
		packed = m.packed
	}
	n := m.behind.zipDescriptor(m.sum, packed, m.n)
	m.behind.Discard(n)
	if n > 0 {
		m.measure(m.sum, packed, m.n)
	}
	return n > 0
}

// zipDescriptor returns the length of a descriptor with these numbers, or 0 if none
// follows. Its signature is optional, and its sizes have 32 or 64 bits.
func (s *source) zipDescriptor(sum uint32, packed, size int64) int {
	le := binary.LittleEndian
	long := le.AppendUint64(le.AppendUint64(le.AppendUint32(nil, sum), uint64(packed)), uint64(size))
	short := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, sum), uint32(packed)), uint32(size))
	next, _ := s.Peek(len(zipSpan) + len(long))
	for _, mark := range []string{zipSpan, ""} {
		for _, numbers := range [][]byte{long, short} {
			if bytes.HasPrefix(next, append([]byte(mark), numbers...)) {
				return len(mark) + len(numbers)
			}
		}
	}
	return 0
}
