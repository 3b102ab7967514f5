package document

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Legacy is a stream of a compound file with the text of an Office document from before
// 2007.
type Legacy struct {
	// Name is the path of the stream in the file.
	Name string
	// Data is the content of the stream.
	Data []byte

	texts  func(s *Legacy, yield func(*LegacyText) bool) error
	beside map[string][]byte // the other streams that the stream refers to
}

// A LegacyText is a stage that decodes a text or a link in a Legacy. Offsets are relative
// to the stream.
type LegacyText struct {
	decode.Output
	// From translates the offsets.
	From decode.Spanner
	// Link reports whether it is a link.
	Link bool

	b    []byte    // the stream
	rest []stretch // the part not yet decoded
}

// A stretch is a run of characters of a stream, in UTF-16 or in a single-byte code page.
type stretch struct {
	start, end int
	page       *charmap.Charmap // nil for UTF-16
	before     rune             // a character that precedes it and is not in the stream, or 0
}

// Texts yields the texts of the stream in order, and then its error. A text is valid
// until the next one.
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

	// ErrEncrypted means that a document is encrypted.
	ErrEncrypted = errors.New("encrypted")
)

// renew begins another text of the stream, and reuses memory.
func (t *LegacyText) renew(b []byte) {
	*t = LegacyText{Output: t.Fresh(t.Keep), b: b, rest: t.rest[:0]}
}

// add adds characters of a single-byte code page, or of UTF-16 if page is nil.
func (t *LegacyText) add(start, end int, page *charmap.Charmap) {
	if page == nil {
		end = start + (end-start)&^1
	}
	if start < end {
		t.rest = append(t.rest, stretch{start: start, end: end, page: page})
	}
}

// fragment adds the place in the target of a link, in UTF-16, unless the link already has
// one.
func (t *LegacyText) fragment(start, end int) {
	if n := len(t.rest); n > 0 && bytes.IndexByte(t.b[t.rest[0].start:t.rest[n-1].end], '#') < 0 {
		if t.add(start, end, nil); len(t.rest) > n {
			t.rest[n].before = '#'
		}
	}
}

func (t *LegacyText) Next() []byte {
	t.Out = t.Out[:0]
	for len(t.Out) < decode.MaxChunk && len(t.rest) > 0 {
		s := &t.rest[0]
		if s.before != 0 {
			t.character(s.before, s.start, 0)
		}
		n := min(s.end-s.start, decode.MaxChunk)
		for end := s.start + n; s.start < end; {
			r, size := t.decodeRune(s)
			t.character(r, s.start, size)
			s.start += size
		}
		if s.before = 0; s.start >= s.end {
			t.rest = t.rest[1:]
		}
	}
	return t.Decoded()
}

func (t *LegacyText) IsWhole() bool { return len(t.rest) == 0 }

func (*LegacyText) IsCut() bool { return false }

// Span returns the offsets of a part of the text. Its stretches may be in a different
// order in the stream.
func (t *LegacyText) Span(start, end int64) (int64, int64) {
	start, end = t.Offsets.Span(start, end)
	return t.From.Span(start, max(start, end))
}

// decodeRune returns the first character of a stretch and its size in bytes.
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

// controls maps control characters to text: the mark of an anchored object, tabs and
// hyphens. The others end a line.
var controls = map[rune]string{0x08: "", '\t': "\t", 0x1e: "-", 0x1f: ""}

// character outputs a character that is encoded in n bytes at an offset.
func (t *LegacyText) character(r rune, at, n int) {
	before := len(t.Out)
	if r >= ' ' {
		t.Out = utf8.AppendRune(t.Out, r)
	} else if text, ok := controls[r]; ok {
		t.Out = append(t.Out, text...)
	} else {
		t.Out = append(t.Out, '\n')
	}
	t.Lump(int64(at), n, len(t.Out)-before)
}

func le16(b []byte) int { return int(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) int { return int(binary.LittleEndian.Uint32(b)) }

// bigEndian returns the number that up to eight bytes encode.
func bigEndian(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}
