package document

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsPDF reports whether a document that begins with head is in the Portable Document
// Format.
func IsPDF(head decode.Head) bool { return head.Starts("%PDF-") }

// HoldsPDF reports whether a PDF begins within the first KiB of head, after a byte order
// mark, blanks, or bytes that do not begin a text.
func HoldsPDF(head decode.Head) bool {
	const within, begin = 1 << 10, "%PDF-"
	head.Text = bytes.TrimPrefix(head.Text, []byte("\xef\xbb\xbf"))
	head = head.AfterBlanks()
	if len(head.Text) > 0 && head.Text[0] >= ' ' && !beginsPDF[head.Text[0]] {
		return false // the usual case
	}
	if head.Starts(begin) {
		return true
	}
	odd := len(head.Text) > 0 && head.Text[0] < ' ' && head.Text[0] != 0x1b
	for _, other := range beforePDF {
		odd = odd || len(head.Text) > 0 && head.Starts(other)
	}
	return odd && head.First(within).Contains(begin)
}

// beforePDF lists what may precede a PDF: the response of a server, the commands of a
// printer, a program.
var beforePDF = []string{"HTTP/1.", "@PJL", "\x1b%-", "MZ"}

// beginsPDF holds the printable first bytes of a PDF and of what may precede it.
var beginsPDF = octet.SetOf("%H@M")

// A pdfFile is a file in the Portable Document Format (ISO 32000-1). Its objects are found
// by the words around them rather than by the cross-reference table, which may be damaged.
type pdfFile struct {
	data     []byte
	unpack   func(how string, data []byte) ([]byte, error)
	objects  []pdfObject       // in the order of the document, each after the object stream that contains it
	latest   map[int32]int32   // maps a number to the index in objects of the last object with it
	older    map[int32][]int32 // the indexes of earlier objects with the same number
	trailers [][]byte          // the dictionaries of trailers and cross-reference streams, from the last
	crypt    *pdfCrypt
	work     int // the number of bytes that may still be examined
	errs     []error
	seen     map[int64]bool // offsets of errors
	targets  map[int32]bool // the numbers of strings that are targets of links

	opened map[int32][]byte // the object streams decoded last
	held   int              // the number of bytes in opened, and of those from which other data was made
	forget func()           // drops that data
}

// A pdfObject is an object, possibly a version that another one replaces.
type pdfObject struct {
	number, generation int32
	body, end          int32 // the bounds of its value, in the document or in the object stream
	data, stop         int32 // the bounds of the data of a stream in the document, or 0
	in                 int32 // the index of the object stream that contains it, or -1
	done               bool  // its strings, or its stream, have been read
	silent             bool  // it is a form without text
}

// newPDFFile returns the file in data. See [OpenPDF].
func newPDFFile(data []byte, unpack func(how string, data []byte) ([]byte, error)) (*pdfFile, error) {
	const perByte, least = 32, 32 << 20
	d := &pdfFile{
		data: data, unpack: unpack, work: perByte*len(data) + least, seen: map[int64]bool{},
		targets: map[int32]bool{}, opened: map[int32][]byte{}, forget: func() {},
	}
	d.find()
	d.index()
	d.findTrailers()
	if encrypt := d.fromTrailer("Encrypt"); len(encrypt) > 0 && string(encrypt) != "null" {
		var id []byte
		for value := range d.all(d.fromTrailer("ID")) {
			id = pdfString(value)
			break
		}
		if d.crypt = newCrypt(d.get, encrypt, id); d.crypt == nil {
			return nil, ErrEncrypted
		}
	}
	d.noteLinks(data)
	d.expand()
	d.index()
	return d, nil
}

// fail records an error at an offset, once for each offset.
func (d *pdfFile) fail(at int, err error) {
	if !d.seen[int64(at)] {
		d.seen[int64(at)] = true
		d.errs = append(d.errs, &Damage{int64(at), err})
	}
}

var errWork = errors.New("an object is used too often; the rest is not read")

// spend reports whether n more bytes may be examined.
func (d *pdfFile) spend(n int) bool {
	if d.work -= n; d.work < 0 {
		d.fail(0, errWork)
	}
	return d.work >= 0
}

// find finds the objects in the document. A stream outside of an object gets the number
// 0.
func (d *pdfFile) find() {
	b := d.data
	current := false // an object is open
	next := func(word string, from int) int {
		if k := bytes.Index(b[from:], []byte(word)); k >= 0 {
			return from + k
		}
		return len(b)
	}
	object, stream := next("obj", 0), next("stream", 0)
	for from := 0; object < len(b) || stream < len(b); {
		if object < stream {
			from = object + len("obj")
			if number, generation := objectBefore(b, object); number >= 0 {
				d.begin(number, generation, from)
				current = true
			}
			object = next("obj", from)
			continue
		}
		data := stream + len("stream")
		if !bytes.HasSuffix(bytes.TrimRight(b[max(from, stream-16):stream], "\x00\t\n\f\r "), []byte(">>")) {
			stream = next("stream", data)
			continue
		}
		for _, c := range []byte("\r\n") {
			if data < len(b) && b[data] == c {
				data++
			}
		}
		if !current {
			d.begin(0, 0, from)
		}
		o := &d.objects[len(d.objects)-1]
		o.end, o.data, o.stop = int32(stream), int32(data), int32(next("endstream", data))
		if n := pdfInt(lookUp(b[o.body:stream], "Length")); n >= 0 && data+n <= len(b) {
			after := bytes.TrimLeft(b[data+n:min(len(b), data+n+16)], "\r\n ")
			if bytes.HasPrefix(after, []byte("endstream")) {
				o.stop = int32(data + n)
			}
		}
		from, current = min(len(b), next("endstream", int(o.stop))+len("endstream")), false
		if object < from {
			object = next("obj", from)
		}
		stream = next("stream", from)
	}
}

// begin adds an object whose value begins at an index. It ends the object before it.
func (d *pdfFile) begin(number, generation int32, at int) {
	if n := len(d.objects); n > 0 && d.objects[n-1].data == 0 {
		d.objects[n-1].end = int32(at)
	}
	o := pdfObject{number: number, generation: generation, body: int32(at), end: int32(len(d.data)), in: -1}
	d.objects = append(d.objects, o)
}

// objectBefore returns the number and the generation before "obj" at index i, or -1.
func objectBefore(b []byte, i int) (number, generation int32) {
	digits := func() int32 {
		end := i
		for i > 0 && pdfBlank[b[i-1]] && end-i < 16 {
			i--
		}
		end = i
		for i > 0 && octet.Digit[b[i-1]] && end-i < 10 {
			i--
		}
		return int32(pdfInt(b[i:end]))
	}
	generation = digits()
	if generation >= 0 && i > 0 && pdfBlank[b[i-1]] {
		return digits(), generation
	}
	return -1, 0
}

// lookUp returns the value of a key in a dictionary at the beginning of b, unless it is a
// reference.
func lookUp(b []byte, key string) []byte {
	dict, _ := pdfValue(b, 0)
	return entryOf(dict, key)
}

// entryOf returns the value of a key in a dictionary, without resolving a reference.
func entryOf(dict []byte, key string) []byte {
	for k, value := range pdfEntries(dict) {
		if k == key {
			return value
		}
	}
	return nil
}

// index finds the versions of each object.
func (d *pdfFile) index() {
	d.latest, d.older = make(map[int32]int32, len(d.objects)), map[int32][]int32{}
	for i, o := range d.objects {
		if before, ok := d.latest[o.number]; ok {
			d.older[o.number] = append(d.older[o.number], before)
		}
		d.latest[o.number] = int32(i)
	}
}

// findTrailers finds the dictionaries of trailers and of cross-reference streams.
func (d *pdfFile) findTrailers() {
	const most = 100
	for rest := d.data; len(d.trailers) < most; {
		i := bytes.LastIndex(rest, []byte("trailer"))
		if i < 0 {
			break
		}
		dict, end := pdfValue(d.data, i+len("trailer"))
		if rest = rest[:i]; !d.spend(end - i) {
			return
		}
		d.trailers = append(d.trailers, dict)
	}
	for i := range slices.Backward(d.objects) {
		if o := &d.objects[i]; o.data > 0 && len(d.trailers) < most {
			if dict := d.dict(o); pdfName(lookUp(dict, "Type")) == "XRef" {
				d.trailers = append(d.trailers, dict)
			}
		}
	}
}

// fromTrailer returns the value of a key in the last trailer that contains it.
func (d *pdfFile) fromTrailer(key string) []byte {
	for _, dict := range d.trailers {
		if value := d.entry(dict, key); len(value) > 0 {
			return d.resolve(value)
		}
	}
	return nil
}

// expand adds the objects in object streams.
func (d *pdfFile) expand() {
	const most = 1 << 20
	all := make([]pdfObject, 0, len(d.objects))
	for _, o := range d.objects {
		all = append(all, o)
		if dict := d.dict(&o); o.data == 0 || pdfName(lookUp(dict, "Type")) != "ObjStm" {
			continue
		}
		holder := int32(len(all) - 1)
		data := d.decode(&o)
		first := pdfInt(d.get(d.dict(&o), "First"))
		count := pdfInt(d.get(d.dict(&o), "N"))
		for at := 0; count > 0 && len(all) < most+len(d.objects); count-- {
			_, s, e := pdfToken(data, at)
			_, s2, e2 := pdfToken(data, e)
			number, offset := pdfInt(data[s:e]), pdfInt(data[s2:e2])
			if number < 0 || offset < 0 || first < 0 || first+offset >= len(data) {
				break
			}
			body := int32(first + offset)
			if last := &all[len(all)-1]; last.in == holder && last.body < body {
				last.end = body
			}
			all = append(all, pdfObject{number: int32(number), body: body, end: int32(len(data)), in: holder})
			at = e2
		}
		d.noteLinks(data)
		d.hold(holder, data)
	}
	d.objects = all
}

// noteLinks records the objects that are targets of links: strings that are objects of
// their own.
func (d *pdfFile) noteLinks(b []byte) {
	for rest, ok := b, true; ok; {
		if _, rest, ok = bytes.Cut(rest, []byte("/URI")); ok {
			value, _ := pdfValue(rest[:min(len(rest), 32)], 0)
			if n := pdfReference(value); n >= 0 {
				d.targets[int32(n)] = true
			}
		}
	}
}

// hold keeps the data of an object stream, whose index in objects is holder.
func (d *pdfFile) hold(holder int32, data []byte) {
	d.reserve(len(data))
	d.opened[holder] = data
}

// reserve makes room for data made from n bytes.
func (d *pdfFile) reserve(n int) {
	const most = 32 << 20
	if d.held += n; d.held > most {
		clear(d.opened)
		d.forget()
		d.held = n
	}
}

// text returns the bytes of the value of an object, and the following ones.
func (d *pdfFile) text(o *pdfObject) []byte {
	if o.in < 0 {
		return d.data[o.body:o.end]
	}
	data, ok := d.opened[o.in]
	if !ok {
		data = d.decode(&d.objects[o.in])
		d.hold(o.in, data)
	}
	return data[min(int(o.body), len(data)):min(int(o.end), len(data))]
}

// dict returns the undecoded value of an object, or the dictionary of a stream.
func (d *pdfFile) dict(o *pdfObject) []byte {
	value, end := pdfValue(d.text(o), 0)
	if !d.spend(end) {
		return nil
	}
	return value
}

// object returns the last version of the object that a reference names, or nil.
func (d *pdfFile) object(reference []byte) *pdfObject {
	if n := pdfReference(reference); n >= 0 {
		if i, ok := d.latest[int32(n)]; ok {
			return &d.objects[i]
		}
	}
	return nil
}

// resolve returns the value of a reference, or any other value itself.
func (d *pdfFile) resolve(value []byte) []byte {
	const most = 8
	for range most {
		if pdfReference(value) < 0 {
			return value
		}
		o := d.object(value)
		if o == nil {
			return nil
		}
		value = d.dict(o)
	}
	return nil
}

// get returns the value of a key in a dictionary.
func (d *pdfFile) get(dict []byte, key string) []byte { return d.resolve(d.entry(dict, key)) }

// entry is get without resolving a reference.
func (d *pdfFile) entry(dict []byte, key string) []byte {
	if !d.spend(len(dict)) {
		return nil
	}
	return entryOf(dict, key)
}

// all returns the resolved elements of an array, or a single value.
func (d *pdfFile) all(array []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if array = d.resolve(array); !d.spend(len(array)) {
			return
		}
		for value := range pdfElements(array) {
			if !yield(d.resolve(value)) {
				return
			}
		}
	}
}

// decode returns the decoded data of a stream, as far as possible. It returns nothing for
// pictures.
func (d *pdfFile) decode(o *pdfObject) []byte {
	dict := d.dict(o)
	data, err := d.encoded(o, dict), error(nil)
	filters := slices.Collect(d.all(orElse(d.entry(dict, "Filter"), d.entry(dict, "F"))))
	params := slices.Collect(d.all(orElse(d.entry(dict, "DecodeParms"), d.entry(dict, "DP"))))
	params = append(params, make([][]byte, len(filters))...)
	for i, filter := range filters[:min(len(filters), maxFilters)] {
		if len(data) == 0 {
			break
		}
		if name := pdfName(filter); i > 0 && compressions[name] == "flate" && name == pdfName(filters[i-1]) &&
			!isZlib(data) {
			continue // d.unpack decodes both at once
		}
		if data, err = d.filter(pdfName(filter), params[i], data); err != nil {
			d.fail(int(o.data), fmt.Errorf("object %d: %w", o.number, err))
		}
	}
	return data
}

// isZlib reports whether data begins with the header of zlib (RFC 1950, section 2.2).
func isZlib(data []byte) bool {
	const deflate = 8
	return len(data) > 1 && data[0]&0x0f == deflate && (int(data[0])<<8|int(data[1]))%31 == 0
}

// maxFilters is the maximum number of filters of a stream.
const maxFilters = 8

// orElse returns a, or b if a is empty.
func orElse(a, b []byte) []byte {
	if len(a) > 0 {
		return a
	}
	return b
}

// encoded returns the data of a stream before decoding by its filters.
func (d *pdfFile) encoded(o *pdfObject, dict []byte) []byte {
	stop := int(o.stop)
	n := pdfInt(d.get(dict, "Length"))
	if end := int(o.data) + n; n >= 0 && end < stop && len(bytes.TrimSpace(d.data[end:stop])) == 0 {
		stop = end
	}
	data := d.data[o.data:stop]
	if d.crypt == nil || pdfName(lookUp(dict, "Type")) == "XRef" {
		return data
	}
	for filter := range d.all(d.entry(dict, "Filter")) {
		if pdfName(filter) == "Crypt" {
			return data
		}
	}
	return d.crypt.decrypt(o.number, o.generation, data, d.crypt.streams)
}

// filter decodes a filter of a stream (ISO 32000-1, section 7.4). Filters of pictures
// have no output.
func (d *pdfFile) filter(name string, param, data []byte) (out []byte, err error) {
	switch how := compressions[name]; {
	case how != "":
		out, err = d.unpack(how, data)
		if !d.spend(len(out)) {
			return nil, nil
		}
		number := func(key string) int { return pdfInt(d.get(param, key)) }
		return unpredicted(number, out), err
	case name == "ASCII85Decode" || name == "A85":
		return from85(data), nil
	case name == "ASCIIHexDecode" || name == "AHx":
		data, _, _ = bytes.Cut(data, []byte(">"))
		return fromHex(data), nil
	case name == "RunLengthDecode" || name == "RL":
		return unrun(data), nil
	case name == "Crypt":
		return data, nil
	case pictures[name]:
		return nil, nil
	}
	return nil, ErrFilter
}

// decrypted returns a string of an object, decrypted.
func (d *pdfFile) decrypted(o *pdfObject, raw []byte) []byte {
	if d.crypt == nil || o.in >= 0 {
		return raw
	}
	return d.crypt.decrypt(o.number, o.generation, raw, d.crypt.strings)
}

// contents returns the data of a content stream. Reading one again costs more of d.work,
// because repeated streams rarely have new text.
func (d *pdfFile) contents(o *pdfObject) []byte {
	const dear = 16
	data := d.decode(o)
	if o.done && !d.spend(dear*len(data)) {
		return nil
	}
	o.done = true
	return data
}

// numbers returns the numbers of an array.
func (d *pdfFile) numbers(array []byte) (list []float64) {
	for value := range d.all(array) {
		list = append(list, pdfNumber(value))
	}
	return list
}

// pages yields the objects of the pages with their dictionaries: those in the page tree,
// in order, and then others.
func (d *pdfFile) pages() iter.Seq2[*pdfObject, []byte] {
	return func(yield func(*pdfObject, []byte) bool) {
		root := d.fromTrailer("Root")
		if len(root) == 0 {
			for i := range d.objects {
				if o := &d.objects[i]; pdfName(lookUp(d.dict(o), "Type")) == "Catalog" {
					root = d.dict(o)
				}
			}
		}
		walk := pdfWalk{pdfFile: d, met: map[*pdfObject]bool{}, yield: yield}
		if !walk.node(d.entry(root, "Pages"), nil, 0) {
			return
		}
		for i := range d.objects {
			o := &d.objects[i]
			if walk.met[o] || d.latest[o.number] != int32(i) || o.number == 0 {
				continue
			}
			if dict := d.dict(o); pdfName(lookUp(dict, "Type")) == "Page" && !yield(o, dict) {
				return
			}
		}
	}
}

// A pdfWalk traverses a page tree.
type pdfWalk struct {
	*pdfFile
	met   map[*pdfObject]bool
	yield func(*pdfObject, []byte) bool
}

// node visits the node with a reference. resources are the resources inherited from the
// nodes above.
func (w *pdfWalk) node(reference, resources []byte, depth int) bool {
	const most = 100
	o := w.object(reference)
	if o == nil || w.met[o] || depth > most {
		return true
	}
	w.met[o] = true
	dict := w.dict(o)
	resources = orElse(w.entry(dict, "Resources"), resources)
	kids := w.get(dict, "Kids")
	if len(kids) == 0 {
		return w.yield(o, withResources(dict, resources))
	}
	for kid := range pdfElements(kids) {
		if !w.node(kid, resources, depth+1) {
			return false
		}
	}
	return true
}

// withResources returns the dictionary of a page with inherited resources added.
func withResources(dict, resources []byte) []byte {
	if len(resources) == 0 || len(dict) < 2 {
		return dict
	}
	return slices.Concat([]byte("<</Resources "), resources, dict[2:])
}
