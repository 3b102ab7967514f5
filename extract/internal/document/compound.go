package document

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Legacy is a stream of a compound file in which a document of Office before 2007 has its text.
type Legacy struct {
	// Name is its path in the file.
	Name string
	// Data is its content.
	Data []byte

	texts  func(s *Legacy, yield func(*LegacyText) bool) error
	beside map[string][]byte // the other streams that it refers to
}

// A LegacyText is a text in a Legacy, or a link: a stage that decodes it. Its offsets count in
// the stream.
type LegacyText struct {
	decode.Output
	// From translates the offsets.
	From decode.Spanner
	// Link reports whether it is a link.
	Link bool

	b    []byte    // the stream
	rest []stretch // what is not decoded yet
}

// A stretch is a run of characters of a stream: of two bytes, or else of a code page.
type stretch struct {
	start, end int
	page       *charmap.Charmap // or nil for UTF-16
	hash       bool             // a "#" that does not stand in the stream comes before it
}

// Texts yields the texts of the stream in their order, with its error after them. A text is
// valid until the next one.
func (s *Legacy) Texts() iter.Seq2[*LegacyText, error] {
	return func(yield func(*LegacyText, error) bool) {
		more := true
		err := s.texts(s, func(t *LegacyText) bool {
			more = more && (len(t.rest) == 0 || yield(t, nil))
			return more
		})
		if more && err != nil {
			yield(nil, err)
		}
	}
}

var (
	errStream  = errors.New("damaged document")
	errVersion = errors.New("unknown version of Word")
)

// streamTexts are the streams with text, by their names in lower case.
var streamTexts = map[string]func(*Legacy, func(*LegacyText) bool) error{
	"worddocument": wordTexts, "workbook": bookTexts, "book": bookTexts, "powerpoint document": slideTexts,
}

// tables are the streams beside one with text that say where its text is.
var tables = []string{"0Table", "1Table", "Current User"}

// streams returns the streams with text of all documents in the file. Of two versions of a
// workbook it returns the later one.
func (m *msg) streams() []Legacy {
	var all []Legacy
	for _, f := range m.order {
		folder := strings.Join(append([]string{""}, f.Path...), "/")
		texts := streamTexts[strings.ToLower(f.Name)]
		if texts == nil || strings.EqualFold(f.Name, "Book") && m.has(folder, "Workbook") {
			continue
		}
		s := Legacy{Name: strings.TrimPrefix(folder+"/"+f.Name, "/"), Data: m.read(f), texts: texts}
		s.beside = map[string][]byte{}
		for _, g := range m.storages[folder] {
			for _, name := range tables {
				if strings.EqualFold(g.Name, name) {
					s.beside[name] = m.read(g)
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// packages returns the documents of Office since 2007 in the file, which embed others in it.
func (m *msg) packages() (all []Part) {
	for _, f := range m.order {
		if f.Name == "Package" || f.Name == "EmbeddedOdf" {
			all = append(all, Part{Name: f.Name, Data: m.read(f), Offset: -1})
		}
	}
	return all
}

// renew begins another text of the stream, in the same memory.
func (t *LegacyText) renew(b []byte) {
	*t = LegacyText{Output: t.Fresh(t.Keep), b: b, rest: t.rest[:0]}
}

// narrow adds characters of one byte.
func (t *LegacyText) narrow(start, end int, page *charmap.Charmap) {
	if start < end {
		t.rest = append(t.rest, stretch{start: start, end: end, page: page})
	}
}

// wide adds characters of UTF-16.
func (t *LegacyText) wide(start, end int) {
	if end = start + (end-start)&^1; start < end {
		t.rest = append(t.rest, stretch{start: start, end: end})
	}
}

// fragment adds a place in the document that is linked to, in UTF-16, unless the link has one.
func (t *LegacyText) fragment(start, end int) {
	if n := len(t.rest); n > 0 && bytes.IndexByte(t.b[t.rest[0].start:t.rest[n-1].end], '#') < 0 {
		if t.wide(start, end); len(t.rest) > n {
			t.rest[n].hash = true
		}
	}
}

func (t *LegacyText) Next() []byte {
	t.Out = t.Out[:0]
	for len(t.Out) < decode.MaxChunk && len(t.rest) > 0 {
		s := &t.rest[0]
		if s.hash {
			t.character('#', s.start, 0)
		}
		n := min(s.end-s.start, decode.MaxChunk)
		for end := s.start + n; s.start < end; {
			r, size := t.decodeRune(s)
			t.character(r, s.start, size)
			s.start += size
		}
		if s.hash = false; s.start >= s.end {
			t.rest = t.rest[1:]
		}
	}
	return t.Decoded()
}

func (t *LegacyText) IsWhole() bool { return len(t.rest) == 0 }

func (*LegacyText) IsCut() bool { return false }

// Span returns the offsets of a part of the text. Its stretches may stand in another order in
// the stream.
func (t *LegacyText) Span(start, end int64) (int64, int64) {
	start, end = t.Offsets.Span(start, end)
	return t.From.Span(start, max(start, end))
}

// decodeRune returns the first character of a stretch, and how many bytes it has.
func (t *LegacyText) decodeRune(s *stretch) (r rune, size int) {
	b := t.b[s.start:s.end]
	if s.page != nil {
		return s.page.DecodeByte(b[0]), 1
	}
	r = rune(le16(b))
	if utf16.IsSurrogate(r) && len(b) > 3 {
		if pair := utf16.DecodeRune(r, rune(le16(b[2:]))); pair != utf8.RuneError {
			return pair, 4
		}
	}
	return r, 2
}

// character puts out a character that n bytes at an offset stand for. Most controls end a
// line; the others are hyphens, and the mark of an object that is anchored there.
func (t *LegacyText) character(r rune, at, n int) {
	const (
		anchor         = 0x08
		hardHyphen     = 0x1e
		optionalHyphen = 0x1f
	)
	switch {
	case r >= ' ' || r == '\t':
	case r == anchor, r == optionalHyphen:
		return
	case r == hardHyphen:
		r = '-'
	default:
		r = '\n'
	}
	before := len(t.Out)
	t.Out = utf8.AppendRune(t.Out, r)
	t.Lump(int64(at), n, len(t.Out)-before)
}

func le16(b []byte) int { return int(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) int { return int(binary.LittleEndian.Uint32(b)) }
