package decode

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// A wide decodes UTF-16 and UTF-32. The byte order is determined by a byte order mark,
// the label, or the positions of zeros, in this order.
type wide struct {
	size  int
	order binary.ByteOrder
	begun bool
}

func newWide(label string) *wide {
	w := &wide{size: 2}
	if strings.HasPrefix(label, "utf-32") {
		w.size = 4
	}
	switch label[len(label)-2:] {
	case "le":
		w.order = binary.LittleEndian
	case "be":
		w.order = binary.BigEndian
	}
	return w
}

func (w *wide) plain() *octet.Set { return nil }

func (w *wide) unit(src []byte) rune {
	if w.size == 2 {
		return rune(w.order.Uint16(src))
	}
	return rune(w.order.Uint32(src) & 0x7FFFFFFF)
}

func (w *wide) begin(src []byte) int {
	w.begun = true
	const mark = 0xFEFF
	given := w.order
	for _, order := range []binary.ByteOrder{binary.BigEndian, binary.LittleEndian} {
		if w.order = order; w.unit(src) == mark {
			return w.size
		}
	}
	switch {
	case given != nil:
		w.order = given
	case src[0] == 0:
		w.order = binary.BigEndian
	}
	return 0
}

func (w *wide) step(dst, src []byte, end bool) ([]byte, int) {
	if len(src) < w.size {
		if end {
			return dst, len(src)
		}
		return dst, 0
	}
	if !w.begun {
		if n := w.begin(src); n > 0 {
			return dst, n
		}
	}
	r, n := w.unit(src), w.size
	if w.size == 2 && utf16.IsSurrogate(r) {
		if len(src) < 4 && !end {
			return dst, 0
		}
		if len(src) >= 4 {
			if both := utf16.DecodeRune(r, w.unit(src[2:])); both != utf8.RuneError {
				r, n = both, 4
			}
		}
	}
	return utf8.AppendRune(dst, r), n
}

// UnmarkedSize is the number of bytes of text that are examined for UTF-16 without a byte
// order mark.
const UnmarkedSize = 1 << 10

// MayBeUnmarked reports whether text that begins with head may be in UTF-16 without a
// byte order mark: one of the first two bytes is NUL. For other text it is not necessary
// to read more.
func MayBeUnmarked(head []byte) bool {
	return len(head) == 1 || len(head) > 1 && (head[0] == 0) != (head[1] == 0)
}

// Unmarked returns the charset of text in UTF-16 without a byte order mark, or "". In the
// first KiB of such text the high byte is NUL in at least three quarters of the
// characters, as in ASCII, and there are no control characters that do not occur in text.
func Unmarked(head []byte) string {
	const least = 8 // characters, since any two bytes can form one
	head = head[:min(len(head), UnmarkedSize)]
	if len(head) < 2*least || !MayBeUnmarked(head) {
		return ""
	}
	charset, low := "utf-16le", 0
	if head[0] == 0 {
		charset, low = "utf-16be", 1
	}
	plain, units := 0, len(head)/2
	for i := range units {
		c, high := head[2*i+low], head[2*i+1-low]
		switch {
		case high == 0 && (c == 0x7f || c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'),
			high == 0xff && c >= 0xfe:
			return ""
		case high == 0:
			plain++
		}
	}
	if plain < units-units/4 {
		return ""
	}
	return charset
}

// IsPrintable reports whether the first UnmarkedSize bytes of a text are certainly ASCII,
// that is, only printable characters and white space.
func IsPrintable(text []byte) bool {
	const least = 16 // since shorter text may be so by chance
	text = text[:min(len(text), UnmarkedSize)]
	for _, b := range text {
		if b >= 0x7f || b < ' ' && (b < '\t' || '\r' < b) {
			return false
		}
	}
	return len(text) >= least
}

// WideCharset returns the charset of text in UTF-16 or UTF-32, with or without a byte
// order mark, or "". It examines the first UnmarkedSize bytes of text.
func WideCharset(text []byte) string {
	if charset := ByteOrder(text); charset != "" {
		return charset
	}
	return Unmarked(text)
}

// ByteOrder returns the charset indicated by a byte order mark, or "".
func ByteOrder(text []byte) string {
	if len(text) == 0 || 0 < text[0] && text[0] < 0xfe { // the usual case
		return ""
	}
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return "utf-32"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "utf-16"
	}
	return ""
}

// TextCharset returns the charset of a text: UTF-16 or UTF-32 if the text is certainly in
// one of these, none if it is certainly ASCII and a charset without ASCII is declared,
// otherwise the declared one.
func TextCharset(declared string, t *Reader) string {
	const few = 4
	head := t.AtLeast(few)
	d := newDecoder(declared)
	_, isWide := d.(*wide)
	switch {
	case d != nil && d.plain() == nil && IsPrintable(t.AtLeast(UnmarkedSize)):
		return ""
	case isWide, ByteOrder(head) == "" && !MayBeUnmarked(head):
		return declared
	}
	return cmp.Or(WideCharset(t.AtLeast(UnmarkedSize)), declared)
}

// Whole returns the rest of the source as one text, decoded if it is in UTF-16 or UTF-32.
func (s *Source) Whole(keep int64) Reader {
	s.FillWide()
	t := ReaderOf(s.All())
	if charset := WideCharset(s.Rest()); charset != "" {
		t.DecodeCharset(charset, new(Charset), keep)
	}
	return t
}

// FillWide reads as much as WideCharset needs, and only a few bytes of text that is
// certainly not wide.
func (s *Source) FillWide() {
	if s.Fill(4); MayBeUnmarked(s.Rest()) {
		s.Fill(UnmarkedSize)
	}
}
