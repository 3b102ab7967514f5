package document

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A PDFPart is a part of a PDF. Text is in UTF-8. A Part without a Type is a file, or
// data used by programs in the document.
type PDFPart struct {
	Part
	// How is the compression of the Data of a file, "flate" or "lzw", or empty.
	How string
	// Strings, if not nil, decodes the objects in Data.
	Strings *PDFStrings
	// Embedded reports whether Data is an attached file.
	Embedded bool
}

// A PDF is a document in the Portable Document Format.
type PDF struct{ pdfTexts }

// OpenPDF returns the document in data. unpack decompresses "flate" or "lzw". The error
// is [ErrEncrypted] if the document does not open without a password.
func OpenPDF(data []byte, unpack func(how string, data []byte) ([]byte, error)) (*PDF, error) {
	file, err := newPDFFile(data, unpack)
	if err != nil {
		return nil, err
	}
	d := &PDF{pdfTexts{pdfFonts{file, map[int]*pdfFont{}}, map[int]*pdfResources{}, false}}
	file.forget = func() {
		clear(d.fonts)
		clear(d.sources)
	}
	return d, nil
}

// Errors returns the errors so far, as [*Damage] errors.
func (d *PDF) Errors() []error { return d.errs }

// HasCodes reports whether there is text whose codes cannot be mapped to characters.
func (d *PDF) HasCodes() bool { return d.codes }

// Parts yields the parts in reading order: each page with its links, named "page 1" and
// so on, and then all others, in the order of the document.
func (d *PDF) Parts() iter.Seq[PDFPart] {
	return func(yield func(PDFPart) bool) {
		number := 0
		for o, dict := range d.pages() {
			number++
			if !d.page(fmt.Sprintf("page %d", number), o, dict, yield) {
				return
			}
		}
		d.rest(yield)
	}
}

// page yields the text of a page, and its objects.
func (d *PDF) page(name string, o *pdfObject, dict []byte, yield func(PDFPart) bool) bool {
	var all [][]byte
	for reference := range pdfElements(d.arrayOf(d.entry(dict, "Contents"))) {
		if stream := d.object(reference); stream != nil && stream.data > 0 {
			all = append(all, d.contents(stream))
		}
	}
	text := d.show(bytes.Join(all, []byte("\n")), d.entry(dict, "Resources"))
	objects, targets := d.annotations(o, d.entry(dict, "Annots"))
	text = rejoined(text, targets)
	if len(text) > 0 && !yield(PDFPart{Part: Part{Name: name, Type: "text/plain", Data: text, Offset: -1}}) {
		return false
	}
	for _, o := range objects {
		if !d.strings(name, o, yield) {
			return false
		}
	}
	return true
}

// annotations returns a page with all versions of its annotations and of their actions,
// and the targets of its links, sorted.
func (d *PDF) annotations(page *pdfObject, array []byte) (objects []*pdfObject, targets []string) {
	objects = append(objects, page)
	for value := range pdfElements(d.arrayOf(array)) {
		in := page // the object that contains the value
		follow := func(value []byte) []byte {
			if o := d.object(value); o != nil {
				for _, i := range d.older[o.number] {
					objects = append(objects, &d.objects[i])
				}
				delete(d.older, o.number) // for another reference
				in, objects = o, append(objects, o)
			}
			return d.resolve(value)
		}
		uri := d.entry(follow(d.entry(follow(value), "A")), "URI")
		if o := d.object(uri); o != nil {
			in = o
		}
		if raw := pdfString(d.resolve(uri)); raw != nil {
			targets = append(targets, string(textString(d.decrypted(in, raw))))
		}
	}
	slices.Sort(targets)
	return objects, slices.Compact(targets)
}

// rejoined returns a text without the line breaks inside the targets of links of the same
// page, and without the hyphens before these that the targets do not have. Nothing else
// shows that a URL continues on the next line.
func rejoined(text []byte, targets []string) (out []byte) {
	const perByte, least = 16, 64 << 10 // the number of bytes that may be compared
	done, left := 0, perByte*len(text)+least
	for at := 0; len(targets) > 0; at++ {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n
		start := max(done, bytes.LastIndexAny(text[:at], " (<\n")+1)
		begin := string(bytes.TrimRight(text[start:at], "-"))
		if !strings.Contains(begin, ":/") {
			continue
		}
		first, _ := slices.BinarySearch(targets, begin)
		for _, target := range targets[first:] {
			if left -= len(target); left < 0 || !strings.HasPrefix(target, begin) {
				break
			}
			if end := brokenEnd(text[start:], target); end > 0 {
				out = append(append(out, text[done:start]...), target...)
				done = start + end
				at = done - 1
				break
			}
		}
	}
	return append(out, text[done:]...)
}

// brokenEnd returns the index in text after the target at its beginning if line breaks
// divide the target there, and the text after it is not part of a URL. Otherwise it
// returns 0.
func brokenEnd(text []byte, target string) int {
	i, broken := 0, false
	for _, c := range []byte(target) {
		if c != '-' && bytes.HasPrefix(text[i:], []byte("-\n")) {
			i++
		}
		if i > 0 && bytes.HasPrefix(text[i:], []byte("\n")) {
			i, broken = i+1, true
		}
		if i == len(text) || text[i] != c {
			return 0
		}
		i++
	}
	if broken && (i == len(text) || bytes.IndexByte([]byte(" \n.,;:)]>\""), text[i]) >= 0) {
		return i
	}
	return 0
}

// arrayOf returns the array in a value or reference, otherwise the value itself.
func (d *PDF) arrayOf(value []byte) []byte {
	if array := d.resolve(value); len(array) > 0 && array[0] == '[' && d.spend(len(array)) {
		return array
	}
	return value
}

// strings yields an object as a part of a page, unless it was already yielded.
func (d *PDF) strings(name string, o *pdfObject, yield func(PDFPart) bool) bool {
	if o.done {
		return true
	}
	o.done = true
	p := PDFPart{Part: Part{Name: name, Data: d.dict(o), Offset: -1},
		Strings: &PDFStrings{in: d.pdfFile, object: o}}
	if o.in < 0 {
		_, start, _ := pdfToken(d.data, int(o.body))
		p.Offset = int64(start)
	}
	return yield(p)
}

// rest yields the objects outside of pages.
func (d *PDF) rest(yield func(PDFPart) bool) {
	for i := range d.objects {
		if o := &d.objects[i]; d.targets[o.number] && d.latest[o.number] == int32(i) &&
			pdfString(d.dict(o)) != nil {
			o.done = true
		}
	}
	start := 0 // the start of the next strings
	for i := range d.objects {
		o := &d.objects[i]
		if o.in >= 0 {
			continue
		}
		if start < int(o.body) && !d.run(start, int(o.body), nil, yield) {
			return
		}
		start = int(o.end)
		if !o.done && !d.run(int(o.body), start, o, yield) {
			return
		}
		if o.data == 0 {
			continue
		}
		if start = int(o.stop); !o.done && !d.stream(int32(i), yield) {
			return
		}
	}
	d.run(start, len(d.data), nil, yield)
}

// run yields the strings in a stretch of the document.
func (d *PDF) run(start, end int, o *pdfObject, yield func(PDFPart) bool) bool {
	data := d.data[start:end]
	if bytes.IndexByte(data, '(') < 0 && bytes.IndexByte(data, '<') < 0 {
		return true
	}
	return yield(PDFPart{Part: Part{Data: data, Offset: int64(start)},
		Strings: &PDFStrings{in: d.pdfFile, object: o}})
}

// stream yields the contents of the stream with an index in objects.
func (d *PDF) stream(i int32, yield func(PDFPart) bool) bool {
	o := &d.objects[i]
	dict := d.dict(o)
	p := PDFPart{Part: Part{Name: fmt.Sprintf("object %d", o.number), Offset: -1}}
	switch kind := pdfName(d.get(dict, "Type")); {
	case isTextless(dict):
		return true
	case kind == "ObjStm":
		p.Data, p.Strings = d.unread(i), &PDFStrings{in: d.pdfFile}
	case kind == "EmbeddedFile":
		p.Embedded = true
		d.embed(&p, o, dict)
	default:
		p.Data = d.decode(o)
		head := p.Data[:min(len(p.Data), 4<<10)]
		switch {
		case bytes.Contains(head, []byte("begincmap")), bytes.HasPrefix(head, []byte("%!PS-AdobeFont")):
			return true
		case ShowsText(head):
			p.Type, p.Data = "text/plain", d.show(p.Data, d.entry(dict, "Resources"))
		}
	}
	return len(p.Data) == 0 || yield(p)
}

// embed sets the data of a file.
func (d *PDF) embed(p *PDFPart, o *pdfObject, dict []byte) {
	filters := slices.Collect(d.all(d.entry(dict, "Filter")))
	how := ""
	if len(filters) == 1 && len(d.entry(dict, "DecodeParms")) == 0 {
		how = compressions[pdfName(filters[0])]
	}
	if how == "" && len(filters) > 0 {
		p.Data = d.decode(o)
		return
	}
	p.How, p.Data = how, d.encoded(o, dict)
	if d.crypt == nil {
		p.Offset = int64(o.data)
	}
	if how == "" {
		p.Name = ""
	}
}

// unread returns the data of an object stream, with blanks in place of the objects
// already read.
func (d *PDF) unread(holder int32) []byte {
	data := bytes.Clone(d.decode(&d.objects[holder]))
	for i := int(holder) + 1; i < len(d.objects) && d.objects[i].in == holder; i++ {
		if o := &d.objects[i]; o.done {
			for k := int(o.body); k < min(int(o.end), len(data)); k++ {
				data[k] = ' '
			}
		}
	}
	return data
}

// isTextless reports whether a stream is a picture, a font or the like, according to its
// dictionary.
func isTextless(dict []byte) bool {
	for key, value := range pdfEntries(dict) {
		if textless[key] || textless[key+" "+pdfName(value)] {
			return true
		}
	}
	return false
}

// textless holds the keys, some followed by a name, that mark an image, a font or the
// like.
var textless = map[string]bool{
	"Length1": true, "FunctionType": true, "ShadingType": true, "CMapName": true, "BitsPerSample": true,
	"BitsPerComponent": true, "Type XRef": true, "Type CMap": true, "Type Font": true, "Subtype Image": true,
	"Subtype Type1C": true, "Subtype CIDFontType0C": true, "Subtype OpenType": true, "Subtype U3D": true,
	"Subtype PRC": true,
}
