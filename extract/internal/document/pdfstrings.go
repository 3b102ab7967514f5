package document

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// PDFStrings decodes objects of a PDF: their strings, each a paragraph. URIs of links
// become links, and rich text becomes pages. The objects must be completely in memory.
type PDFStrings struct {
	in     *pdfFile
	object *pdfObject // the object with the encrypted strings, or nil
	frames []frame
}

// A frame is an open dictionary or array.
type frame struct {
	array bool
	key   string // of a dictionary: the last key; of an array: the key whose value it belongs to
	value bool   // of a dictionary: a value is due
}

// maxFrames is the maximum number of open dictionaries and arrays that are kept.
const maxFrames = 64

func (d *PDFStrings) next(t *Texts) {
	for t.More() {
	}
	kind, start, end := pdfToken(t.Buf, 0)
	t.Skip(start)
	token := t.Buf[:end-start]
	switch kind {
	case pdfLiteral, pdfHex:
		d.string(t, token)
		return
	case pdfNameToken:
		d.name(pdfName(token))
	case pdfOpenDict, '[':
		d.push(frame{array: kind == '[', key: d.key()})
	case pdfCloseDict, ']':
		d.pop()
	case pdfWord:
		if d.word(t, token) {
			return
		}
	}
	t.Skip(len(token))
}

// key returns the key of the next value, or "".
func (d *PDFStrings) key() string {
	if n := len(d.frames); n > 0 && (d.frames[n-1].array || d.frames[n-1].value) {
		return d.frames[n-1].key
	}
	return ""
}

func (d *PDFStrings) push(f frame) {
	if len(d.frames) < maxFrames {
		d.frames = append(d.frames, f)
	}
}

// pop closes a dictionary or an array, which is itself a value.
func (d *PDFStrings) pop() {
	d.frames = d.frames[:max(len(d.frames)-1, 0)]
	d.valueRead()
}

// valueRead records that a value was read.
func (d *PDFStrings) valueRead() {
	if n := len(d.frames); n > 0 {
		d.frames[n-1].value = false
	}
}

// name reads a name: a key or a value.
func (d *PDFStrings) name(name string) {
	if n := len(d.frames); n > 0 && !d.frames[n-1].array && !d.frames[n-1].value {
		d.frames[n-1].key, d.frames[n-1].value = name, true
		return
	}
	d.valueRead()
}

// word reads a number or a keyword. It reports whether it ended a reference to the target
// of a link that is an object of its own.
func (d *PDFStrings) word(t *Texts, token []byte) bool {
	link := d.key() == "URI"
	d.valueRead()
	switch {
	case string(token) == "endobj", string(token) == "obj":
		d.frames = d.frames[:0]
	case link:
		value, end := pdfValue(t.Buf, 0)
		if o := d.in.object(value); o != nil {
			if raw := pdfString(d.in.dict(o)); raw != nil {
				t.link(end, textString(d.in.decrypted(o, raw)))
				return true
			}
		}
	}
	return false
}

// string decodes a string.
func (d *PDFStrings) string(t *Texts, token []byte) {
	raw := pdfString(token)
	signature := isDER(raw) && d.key() == "Contents"
	encrypted := d.in.crypt != nil && d.object != nil && d.object.in < 0
	if encrypted {
		raw = d.in.decrypted(d.object, raw)
	}
	text := textString(raw)
	if t.ends(isMarkup(text)) {
		return
	}
	switch key := d.key(); {
	case key == "URI" && token[len(token)-1] != ')' && token[0] == '(': // part of it may be missing
		t.Skip(len(token))
	case key == "URI" && token[0] == '(' && len(token) > 2:
		t.Skip(1)
		t.link(len(token)-2, text)
		t.Skip(1)
	case key == "URI":
		t.link(len(token), text)
	case signature, hidden[key]:
		t.Skip(len(token))
	case encrypted || token[0] == '<' || bytes.IndexByte(raw, 0) >= 0:
		t.Put(&t.Input, len(token), append(text, stringEnd...))
	default:
		d.literal(t, token, utf8.Valid(raw))
	}
	d.valueRead()
}

// literal decodes a literal string piece by piece, to record its offsets.
func (d *PDFStrings) literal(t *Texts, token []byte, valid bool) {
	end := t.At + int64(len(token))
	t.Skip(1)
	for t.At < end {
		b := t.Buf[:end-t.At]
		if b[0] == '\\' {
			n, text := escapeOf(b)
			if len(text) > 0 && (text[0] == '\b' || text[0] == '\f') {
				text = nil // a backspace or form feed would overwrite the text before it
			}
			if valid {
				t.Put(&t.Input, n, text)
			} else {
				t.decode(n, western, text)
			}
			continue
		}
		n, high := 0, b[0] >= utf8.RuneSelf
		for n < len(b) && b[n] != '\\' && (valid || b[n] >= utf8.RuneSelf == high) {
			n++
		}
		last := n == len(b) && b[n-1] == ')'
		if last {
			n--
		}
		if high && !valid {
			t.decode(n, western, b[:n])
		} else {
			t.Take(&t.Input, n)
		}
		if last {
			t.put(1, stringEnd)
		}
	}
}

// stringEnd follows a string. No URL continues after a blank line.
const stringEnd = "\n\n"

// hidden holds the keys of strings that name a namespace or a registry, or repeat the
// text of a page.
var hidden = octet.Words("NS RegistryName ActualText")

// isMarkup reports whether a string is rich text, that is, a page.
func isMarkup(text []byte) bool {
	return bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<body"))
}

// isDER reports whether b is a long value in the distinguished encoding of ASN.1, such as
// a signature.
func isDER(b []byte) bool {
	const long = 64
	return len(b) > long && b[0] == 0x30 && b[1] >= 0x80
}
