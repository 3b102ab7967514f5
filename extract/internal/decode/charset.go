package decode

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/urlsift/urlsift/internal/octet"
)

// A decoder converts the bytes of a charset to UTF-8, a few at a time.
type decoder interface {
	// plain returns the set of bytes that represent themselves in the current state.
	plain() *octet.Set
	// step decodes the beginning of src, appends the result to dst, and returns the
	// number of bytes decoded: 0 if it needs more. It must not need more if end is set.
	step(dst, src []byte, end bool) ([]byte, int)
}

// A Charset converts text of any charset to UTF-8.
type Charset struct {
	Filter
	decoder decoder
}

func (c *Charset) Next() []byte { return c.filter(c.run, c.step) }

// run returns the number of bytes from here on that represent themselves.
func (c *Charset) run() int {
	plain := c.decoder.plain()
	switch plain {
	case nil:
		return 0
	case octet.ASCII:
		return asciiRun(c.Buf)
	}
	return plain.Span(c.Buf)
}

// asciiRun returns the length of the ASCII text at the beginning of b.
func asciiRun(b []byte) int {
	n := 0
	for len(b)-n >= 8 && binary.LittleEndian.Uint64(b[n:])&0x8080808080808080 == 0 {
		n += 8
	}
	for n < len(b) && b[n] < utf8.RuneSelf {
		n++
	}
	return n
}

func (c *Charset) step() {
	for {
		before := len(c.Out)
		var n int
		c.Out, n = c.decoder.step(c.Out, c.Buf, c.Done)
		if n > 0 {
			c.Lump(c.At, n, len(c.Out)-before)
			c.Skip(n)
			return
		}
		if !c.More() && len(c.Buf) == 0 {
			return
		}
	}
}

// newDecoder returns the decoder of a charset, or nil if bytes are passed on unchanged.
func newDecoder(label string) decoder {
	switch label { // the usual spelling
	case "", "us-ascii", "US-ASCII", "utf-8", "UTF-8":
		return nil
	}
	if s, ok := singles()[label]; ok {
		return s
	}
	label = usualName(strings.ToLower(strings.Trim(label, " \t\r\n\"'")))
	switch label {
	case "", "us-ascii", "utf-8":
		return nil
	case "utf-7":
		return new(utf7)
	case "utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le":
		return newWide(label)
	case "iso-2022-jp":
		return &shifted{kind: label, euc: japanese.EUCJP.NewDecoder()}
	case "iso-2022-kr":
		return &shifted{kind: label, euc: korean.EUCKR.NewDecoder()}
	case "iso-2022-cn", "hz-gb-2312":
		return &shifted{kind: label, euc: simplifiedchinese.GBK.NewDecoder()}
	}
	switch e := lookup(label).(type) {
	case nil:
		return new(unknown)
	case *charmap.Charmap:
		return single{e}
	default:
		if e == unicode.UTF8 {
			return nil
		}
		return &multi{decoder: e.NewDecoder()}
	}
}

// lookup returns the encoding of golang.org/x/text for a label. None of its indexes is
// complete.
func lookup(label string) encoding.Encoding {
	for _, find := range []func(string) (encoding.Encoding, error){htmlindex.Get, ianaindex.MIME.Encoding,
		ianaindex.IANA.Encoding} {
		if e, err := find(label); err == nil && e != nil && e != encoding.Replacement {
			return e
		}
	}
	return nil
}

// singles holds the decoders of single-byte charsets by their usual names, since lookup
// is slow.
var singles = sync.OnceValue(func() map[string]single {
	known := map[string]single{}
	for _, e := range charmap.All {
		name, _ := ianaindex.MIME.Name(e)
		name = strings.ToLower(name)
		if same, ok := lookup(usualName(name)).(*charmap.Charmap); ok {
			known[name] = single{same}
		}
	}
	return known
})

// An unknown passes on text of an unknown charset.
type unknown struct{ met bool } // the text was not only ASCII

func (u *unknown) plain() *octet.Set { return octet.ASCII }

func (u *unknown) step(dst, src []byte, _ bool) ([]byte, int) {
	if len(src) == 0 {
		return dst, 0
	}
	u.met = true
	return append(dst, src[0]), 1
}

// A single decodes a single-byte charset.
type single struct{ *charmap.Charmap }

func (s single) plain() *octet.Set {
	switch s.Charmap {
	case charmap.CodePage037, charmap.CodePage1047, charmap.CodePage1140:
		return nil // these are EBCDIC; the others contain ASCII
	}
	return octet.ASCII
}

func (s single) step(dst, src []byte, _ bool) ([]byte, int) {
	if len(src) == 0 {
		return dst, 0
	}
	return utf8.AppendRune(dst, s.DecodeByte(src[0])), 1
}

// A multi decodes a stateless charset of ASCII and multi-byte characters, such as Big5.
type multi struct{ decoder *encoding.Decoder }

func (m *multi) plain() *octet.Set { return octet.ASCII }

func (m *multi) step(dst, src []byte, end bool) ([]byte, int) {
	const longest = 4
	var out [16]byte
	for k := 1; k <= min(longest, len(src)); k++ {
		m.decoder.Reset()
		nDst, nSrc, _ := m.decoder.Transform(out[:], src[:k], k == longest || end && k == len(src))
		if nSrc > 0 {
			return append(dst, out[:nDst]...), nSrc
		}
	}
	if end && len(src) > 0 {
		return utf8.AppendRune(dst, utf8.RuneError), 1
	}
	return dst, 0
}

// A utf7 decodes UTF-7 (RFC 2152).
type utf7 struct {
	shifted bool
	high    rune // the first half of a surrogate pair
}

var utf7Set = octet.Where(func(b byte) bool { return b != '+' && b < utf8.RuneSelf })

func (u *utf7) plain() *octet.Set {
	if u.shifted {
		return nil
	}
	return utf7Set
}

// step decodes eight characters of base64 at a time, that is three units of UTF-16.
func (u *utf7) step(dst, src []byte, end bool) ([]byte, int) {
	if !u.shifted {
		return u.shift(dst, src, end)
	}
	n := 0
	for n < 8 && n < len(src) && base64Value[src[n]] < 64 && src[n] != '-' && src[n] != '_' {
		n++
	}
	switch {
	case n < 8 && n == len(src) && !end:
		return dst, 0
	case n == 0 && len(src) > 0 && src[0] == '-':
		u.shifted = false
		return dst, 1
	case n == 0:
		u.shifted = false
		if len(src) == 0 {
			return dst, 0
		}
		return append(dst, src[0]), 1
	}
	var bits uint64
	for _, c := range src[:n] {
		bits = bits<<6 | uint64(base64Value[c])
	}
	for left := 6*n - 16; left >= 0; left -= 16 {
		dst = u.unit(dst, rune(bits>>left&0xFFFF))
	}
	return dst, n
}

func (u *utf7) shift(dst, src []byte, end bool) ([]byte, int) {
	switch {
	case len(src) == 0, len(src) == 1 && !end:
		return dst, 0
	case src[0] != '+', len(src) == 1:
		return append(dst, src[0]), 1
	case src[1] == '-':
		return append(dst, '+'), 2
	}
	if base64Value[src[1]] >= 64 {
		return append(dst, '+'), 1
	}
	u.shifted = true
	return dst, 1
}

func (u *utf7) unit(dst []byte, r rune) []byte {
	if u.high != 0 {
		both := utf16.DecodeRune(u.high, r)
		u.high = 0
		if both != utf8.RuneError {
			return utf8.AppendRune(dst, both)
		}
	}
	if 0xD800 <= r && r < 0xDC00 {
		u.high = r
		return dst
	}
	return utf8.AppendRune(dst, r)
}

// A shifted decodes the seven-bit charsets that switch between ASCII and characters of
// two bytes: ISO-2022-JP, -KR and -CN (RFC 1468, 1557, 1922) and HZ (RFC 1843). With a
// prefix and high bits added, their characters are EUC.
type shifted struct {
	kind   string
	euc    *encoding.Decoder
	width  int // bytes of a character, or 0 in ASCII
	prefix string
}

// escapes maps escape sequences to the charset that they switch to.
var escapes = []struct {
	text   string
	width  int
	prefix string
}{
	{"\x1b(B", 0, ""}, {"\x1b(J", 0, ""}, {"\x1b(H", 0, ""}, {"\x1b(I", 1, "\x8e"},
	{"\x1b$@", 2, ""}, {"\x1b$B", 2, ""}, {"\x1b$(D", 2, "\x8f"}, {"\x1b$(B", 2, ""}, {"\x1b$(@", 2, ""},
	{"\x1b$(O", 2, ""},
	{"\x1b$(Q", 2, ""}, {"\x1b$(P", 2, "\x8f"},
	{"\x1b$)C", 0, ""}, {"\x1b$)A", 0, ""}, {"\x1b$)G", 0, ""}, {"\x1b$)E", 0, ""}, {"\x1b$*H", 0, ""},
	{"\x0e", 2, ""}, {"\x0f", 0, ""},
}

var (
	shiftSet = octet.Where(func(b byte) bool {
		return b < utf8.RuneSelf && b != 0x1b && b != 0x0e && b != 0x0f
	})
	hzSet = octet.Where(func(b byte) bool { return b < utf8.RuneSelf && b != '~' })
)

func (s *shifted) plain() *octet.Set {
	switch {
	case s.width > 0:
		return nil
	case s.kind == "hz-gb-2312":
		return hzSet
	}
	return shiftSet
}

func (s *shifted) step(dst, src []byte, end bool) ([]byte, int) {
	if len(src) == 0 {
		return dst, 0
	}
	if len(src) < 4 && !end {
		return dst, 0
	}
	c := src[0]
	switch {
	case s.kind == "hz-gb-2312" && c == '~':
		return s.tilde(dst, src)
	case c == 0x1b, c == 0x0e, c == 0x0f:
		for _, e := range escapes {
			if len(src) >= len(e.text) && string(src[:len(e.text)]) == e.text {
				s.width, s.prefix = e.width, e.prefix
				return dst, len(e.text)
			}
		}
		return append(dst, c), 1
	case c == '\n' || c == '\r':
		s.width = 0 // a line ends in ASCII
		return append(dst, c), 1
	case c <= ' ' && s.width > 0, len(src) < s.width:
		return append(dst, c), 1
	}
	return s.character(dst, src)
}

// character decodes one character via its EUC form.
func (s *shifted) character(dst, src []byte) ([]byte, int) {
	width := cmp.Or(s.width, min(2, len(src))) // eight-bit text in place of seven-bit text
	var code [8]byte
	n := copy(code[:], s.prefix)
	for _, c := range src[:width] {
		code[n] = c | 0x80
		n++
	}
	var out [16]byte
	s.euc.Reset()
	nDst, _, _ := s.euc.Transform(out[:], code[:n], true)
	return append(dst, out[:nDst]...), width
}

// tilde reads the escapes of HZ. A "~" outside of an escape is literal, as in a URL.
func (s *shifted) tilde(dst, src []byte) ([]byte, int) {
	if len(src) > 1 {
		switch src[1] {
		case '{':
			s.width = 2
			return dst, 2
		case '}':
			s.width = 0
			return dst, 2
		case '~':
			return append(dst, '~'), 2
		case '\n':
			return dst, 2
		}
	}
	return append(dst, '~'), 1
}

// Append appends text in a charset to dst, decoded. Invalid bytes become U+FFFD.
func Append(dst []byte, label string, text []byte) []byte {
	if s, ok := newDecoder(label).(single); ok { // the usual case
		for _, b := range text {
			dst = utf8.AppendRune(dst, s.DecodeByte(b))
		}
		return dst
	}
	return append(dst, bytes.ToValidUTF8(Bytes(label, text), []byte("\uFFFD"))...)
}

// Bytes decodes text in a charset.
func Bytes(label string, text []byte) []byte {
	d := newDecoder(label)
	if d == nil {
		return text
	}
	if _, ok := d.(single); ok {
		return Append(nil, label, text)
	}
	s := Charset{Filter{Input: Input{From: NewMemory(text, 0, nil)}}, d}
	return decodeAll(&s)
}

// DecodeCharset adds a stage that decodes a charset. It is stored in c, whose memory is
// reused.
func (t *Reader) DecodeCharset(label string, c *Charset, keep int64) {
	if *c = (Charset{Filter{t.Input, c.Fresh(keep)}, newDecoder(label)}); c.decoder != nil {
		t.GoThrough(c)
	}
}

// MetUnknown reports whether text was not decoded because its charset is unknown.
func (c *Charset) MetUnknown() bool {
	u, is := c.decoder.(*unknown)
	return is && u.met
}

// KnownCharset reports whether a charset can be decoded.
func KnownCharset(label string) bool {
	_, is := newDecoder(label).(*unknown)
	return !is
}
