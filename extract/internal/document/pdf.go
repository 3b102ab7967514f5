package document

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsPDF reports whether a document that begins with head is in the Portable Document Format.
func IsPDF(head decode.Head) bool { return head.Starts("%PDF-") }

// A Stream is the description of a stream in a PDF (ISO 32000-1 section 7.3.8).
type Stream struct {
	// Filters are the encodings of the stream, such as "FlateDecode", in the order in which they must be decoded.
	Filters []string
	// Type is the value of this key, such as "ObjStm", or empty.
	Type string
	// Textless reports whether the stream is an image, a font or the like.
	Textless bool
	// Object is the object number of the stream.
	Object int
}

// A PDF decodes the parts of a document in the Portable Document Format that are outside of streams, or in a stream of objects.
// It needs no cross-reference table, since it reads all objects in the order of the document, including those that were replaced
// later.
//
// Its text is the strings, each on a line. Strings that are URIs of links are Links.
// The zero PDF is at the beginning of a document.
type PDF struct {
	// Encrypted reports whether the part of the document read so far says that its strings and streams are encrypted.
	Encrypted bool

	lexer
	stream Stream // what is known of the current object
	object int    // its number
	last   [2]int // the last two numbers that were read
	frames []frame
	deeper int // how many dictionaries and arrays are open beyond maxFrames
}

// A frame is an open dictionary or array.
type frame struct {
	array bool
	key   string // of a dictionary: the last key; of an array: the key whose value it belongs to
	value bool   // of a dictionary: a value is due
}

// maxFrames is how many open dictionaries and arrays are kept. Anything nested deeper belongs to the last of them.
const maxFrames = 64

func (d *PDF) next(t *Texts) {
	if d.common(t, d.key() == "URI", "\n") {
		if d.lexer.closed {
			d.valueRead()
		}
		return
	}
	n := 1
	switch c := t.Buf[0]; c {
	case '/':
		name := word(t, 1)
		d.name(string(name))
		n += len(name)
	case '<', '>':
		if !t.Has(2) || t.Buf[1] != c {
			break
		}
		n++
		if c == '>' {
			d.pop()
			break
		}
		if len(d.frames) == 0 {
			d.stream = Stream{}
		}
		d.push(frame{})
	case '[':
		d.push(frame{array: true, key: d.key()})
	case ']':
		d.pop()
	case '{', '}', ')':
	default:
		name := word(t, 0)
		if string(name) == "stream" && len(d.frames) == 0 {
			d.beginStream(t)
			return
		}
		d.keyword(name)
		n = len(name)
	}
	t.Skip(n)
}

// beginStream splits the text before a stream, whose bytes begin after a line break.
func (d *PDF) beginStream(t *Texts) {
	n := len("stream")
	t.Has(n + 2)
	for _, c := range []byte("\r\n") {
		if n < len(t.Buf) && t.Buf[n] == c {
			n++
		}
	}
	d.stream.Object = d.object
	t.Stream, t.Split = new(d.stream), true
	d.stream = Stream{}
	t.Skip(n)
}

// key returns the key whose value comes next, or "".
func (d *PDF) key() string {
	if n := len(d.frames); n > 0 && (d.frames[n-1].array || d.frames[n-1].value) {
		return d.frames[n-1].key
	}
	return ""
}

func (d *PDF) push(f frame) {
	if len(d.frames) == maxFrames {
		d.deeper++
		return
	}
	d.frames = append(d.frames, f)
}

// pop closes a dictionary or an array, which is a value.
func (d *PDF) pop() {
	switch {
	case d.deeper > 0:
		d.deeper--
		return
	case len(d.frames) > 0:
		d.frames = d.frames[:len(d.frames)-1]
	}
	d.valueRead()
}

// valueRead records that a value was read.
func (d *PDF) valueRead() {
	if n := len(d.frames); n > 0 {
		d.frames[n-1].value = false
	}
}

// name reads a name: a key, or a value that describes the object.
func (d *PDF) name(name string) {
	n := len(d.frames)
	if n == 0 {
		return
	}
	f := &d.frames[n-1]
	if !f.array && !f.value {
		f.key, f.value = name, true
		if n == 1 { // the object's own dictionary, of which the key alone may tell what the object is
			d.stream.Textless = d.stream.Textless || textless[name]
			d.Encrypted = d.Encrypted || name == "Encrypt"
		}
		return
	}
	if n <= 2 {
		d.topValue(name)
	}
	d.valueRead()
}

// textless has the keys, and the names after some of them, that tell an image, a font or the like.
var textless = map[string]bool{
	"Length1": true, "FunctionType": true, "ShadingType": true, "CMapName": true, "BitsPerSample": true, "BitsPerComponent": true,
	"Type XRef": true, "Type CMap": true, "Type Font": true, "Subtype Image": true, "Subtype Type1C": true, "Subtype CIDFontType0C": true,
	"Subtype OpenType": true, "Subtype U3D": true, "Subtype PRC": true,
}

// topValue reads a name that is a value, or one of several, in the object's own dictionary.
func (d *PDF) topValue(name string) {
	if len(d.frames) == 2 && !d.frames[1].array {
		return
	}
	f := &d.frames[0]
	if !f.value {
		return
	}
	switch f.key {
	case "Filter", "F":
		if len(d.stream.Filters) < maxFilters {
			d.stream.Filters = append(d.stream.Filters, name)
		}
	case "Type":
		d.stream.Type = name
		fallthrough
	case "Subtype":
		d.stream.Textless = d.stream.Textless || textless[f.key+" "+name]
	}
}

// maxFilters is how many filters of a stream are kept.
const maxFilters = 8

// keyword reads a number or a word.
func (d *PDF) keyword(word []byte) {
	switch string(word) {
	case "obj", "endobj", "trailer", "xref", "startxref":
		if string(word) == "obj" {
			d.object = d.last[0]
		}
		d.frames, d.deeper, d.stream = d.frames[:0], 0, Stream{}
		return
	}
	if n, err := strconv.Atoi(string(word)); err == nil {
		d.last[0], d.last[1] = d.last[1], n
	}
	d.valueRead()
}

// A lexer reads what the objects and the contents of a PDF have in common (ISO 32000-1 section 7.2): blanks, comments and
// strings.
type lexer struct {
	comment  bool // in a comment
	inString int  // how many brackets of a literal string are open
	start    bool // at the beginning of that string
	isLink   bool // the string is a link
	closed   bool // a string ended with the last token
	codes    int  // how many bytes of strings cannot be text
	out      []byte
}

// common decodes a blank, a comment or a string, and reports whether the input begins with one. end is put after a string that is no link.
func (l *lexer) common(t *Texts, link bool, end string) bool {
	l.closed = false
	switch b := t.Buf; {
	case l.comment:
		n := bytes.IndexAny(b, "\r\n") + 1
		l.comment = n == 0
		t.Skip(cmp.Or(n, len(b)))
	case l.inString > 0:
		l.literal(t, end)
	case pdfBlank[b[0]]:
		n := 1
		for n < len(b) && pdfBlank[b[n]] {
			n++
		}
		t.Skip(n)
	case b[0] == '%':
		l.comment = true
		t.Skip(1)
	case b[0] == '(':
		l.inString, l.start, l.isLink = 1, true, link
		t.Skip(1)
	case b[0] == '<' && t.Has(2) && t.Buf[1] != '<':
		l.hexadecimal(t, link, end)
	default:
		return false
	}
	return true
}

// literal decodes part of a literal string (section 7.3.4.2). A link is decoded as a whole, and so is text in UTF-16.
func (l *lexer) literal(t *Texts, end string) {
	if l.start {
		l.start = false
		t.Has(4)
		if l.isLink || bytes.HasPrefix(t.Buf, []byte(utf16Mark)) || bytes.HasPrefix(t.Buf, []byte(`\376`)) {
			n := literalEnd(t.Buf)
			for n < 0 && len(t.Buf) < maxToken && t.Double() {
				n = literalEnd(t.Buf)
			}
			switch {
			case n > 0 && l.isLink:
				t.link(n, l.whole(t.Buf[:n]))
				return
			case n > 0:
				t.Put(&t.Input, n, l.whole(t.Buf[:n]))
				return
			}
		}
	}
	b := t.Buf
	switch b[0] {
	case '\\':
		t.Has(len(`\123`))
		n, text := escapeOf(t.Buf)
		t.decode(n, western, text)
		return
	case '(':
		l.inString++
		t.Take(&t.Input, 1)
		return
	case ')':
		l.inString--
		switch l.closed = l.inString == 0; {
		case !l.closed:
			t.Take(&t.Input, 1)
		case l.isLink:
			t.Skip(1)
		default:
			t.put(1, end)
		}
		return
	}
	n, high := 0, b[0] >= utf8.RuneSelf
	for n < len(b) && !literalStops[b[n]] && (b[n] >= utf8.RuneSelf) == high {
		if b[n] < ' ' && b[n] != '\n' && b[n] != '\r' && b[n] != '\t' {
			l.codes++
		}
		n++
	}
	if high {
		t.decode(n, western, b[:n])
		return
	}
	t.Take(&t.Input, n)
}

var literalStops = [256]bool{'\\': true, '(': true, ')': true}

const utf16Mark = "\xfe\xff"

// literalEnd returns the index in b at which the open literal string ends, or -1 if it does not end in b.
func literalEnd(b []byte) int {
	depth := 1
	for i := 0; i < min(len(b), maxToken); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// whole decodes a complete literal string.
func (l *lexer) whole(b []byte) []byte {
	l.out = l.out[:0]
	for len(b) > 0 {
		if b[0] != '\\' {
			l.out = append(l.out, b[0])
			b = b[1:]
			continue
		}
		n, text := escapeOf(b)
		l.out = append(l.out, text...)
		b = b[n:]
	}
	return textString(l.out)
}

// textString returns a text string (section 7.9.2.2) in UTF-8.
func textString(raw []byte) []byte {
	switch {
	case bytes.HasPrefix(raw, []byte(utf16Mark)):
		return decode.Append(nil, "utf-16", raw)
	case utf8.Valid(raw):
		return bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	}
	return decode.Append(nil, western, raw)
}

// escapeOf decodes an escape of a literal string.
func escapeOf(b []byte) (int, []byte) {
	if len(b) < 2 {
		return len(b), nil
	}
	if text, ok := pdfEscapes[b[1]]; ok {
		if string(b[1:min(3, len(b))]) == "\r\n" {
			return 3, nil
		}
		return 2, []byte(text)
	}
	n, v := 1, 0
	for n < len(b) && n <= 3 && '0' <= b[n] && b[n] <= '7' {
		v = v*8 + int(b[n]-'0')
		n++
	}
	if n > 1 {
		return n, []byte{byte(v)}
	}
	return 2, b[1:2]
}

// pdfEscapes has what characters after a backslash stand for. After a line break the line continues.
var pdfEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'b': "", 'f': "", '\n': "", '\r': ""}

// hexadecimal decodes a hexadecimal string (section 7.3.4.3).
func (l *lexer) hexadecimal(t *Texts, link bool, after string) {
	end := 1
	for end < maxToken && t.Has(end+1) && (ascii.Hex[t.Buf[end]] < 16 || pdfBlank[t.Buf[end]]) {
		end++
	}
	if !t.Has(end+1) || t.Buf[end] != '>' {
		t.Skip(1) // not a string
		return
	}
	l.out = slices.DeleteFunc(append(append(l.out[:0], t.Buf[1:end]...), '0'), func(c byte) bool { return pdfBlank[c] })
	n, _ := hex.Decode(l.out, l.out[:len(l.out)&^1])
	l.out = l.out[:n]
	l.closed = true
	if link {
		t.link(end+1, textString(l.out))
		return
	}
	t.Put(&t.Input, end+1, append(l.shown(l.out), after...))
}

// shown returns the text of the bytes of a string. Fonts with two bytes for each character often use Unicode.
func (l *lexer) shown(raw []byte) []byte {
	text := raw
	if !bytes.HasPrefix(raw, []byte(utf16Mark)) && bytes.IndexByte(raw, 0) >= 0 {
		text = bytes.ReplaceAll(raw, []byte{0}, nil)
	}
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			l.codes++
		}
	}
	return textString(text)
}

// word returns the run of regular characters that stands at an index of the input.
func word(t *Texts, at int) []byte {
	const longest = 256
	t.Has(at + longest)
	n := at
	for n < min(len(t.Buf), at+longest) && !pdfBlank[t.Buf[n]] && !pdfDelimiter[t.Buf[n]] {
		n++
	}
	return t.Buf[at:n]
}

var (
	pdfBlank     = [256]bool{0: true, '\t': true, '\n': true, '\f': true, '\r': true, ' ': true}
	pdfDelimiter = [256]bool{'(': true, ')': true, '<': true, '>': true, '[': true, ']': true, '{': true, '}': true, '/': true, '%': true}
)
