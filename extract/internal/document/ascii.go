package document

import (
	"encoding/ascii85"
	"encoding/hex"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// An ASCII decodes bytes that are written in digits, a filter of streams of PDFs: in base 85 (ISO 32000-1 section 7.4.3), or in
// hexadecimal (section 7.4.2). Its text may be any bytes.
type ASCII struct {
	Base  int // 85 or 16
	ended bool
}

// maxGroup is how many characters a group of digits may have, including blanks.
const maxGroup = 1 << 10

func (d *ASCII) next(t *Texts) {
	size, end := 5, byte('~')
	isDigit := func(c byte) bool { return '!' <= c && c <= 'u' }
	if d.Base == 16 {
		size, end = 2, '>'
		isDigit = func(c byte) bool { return ascii.Hex[c] < 16 }
	}
	t.Has(maxGroup)
	b := t.Buf[:min(len(t.Buf), maxGroup)]
	switch {
	case d.ended:
		t.Skip(len(b))
		return
	case b[0] == 'z' && d.Base == 85:
		t.put(1, "\x00\x00\x00\x00")
		return
	case !isDigit(b[0]):
		d.ended = b[0] == end
		t.Skip(1)
		return
	}
	n, group := 0, make([]byte, 0, 5)
	for ; n < len(b) && len(group) < size && b[n] != end && b[n] != 'z'; n++ {
		if isDigit(b[n]) {
			group = append(group, b[n])
		}
	}
	var out [4]byte
	given := 1
	if d.Base == 85 {
		given, _, _ = ascii85.Decode(out[:], group, true)
	} else {
		hex.Decode(out[:], append(group, '0')[:size])
	}
	t.Put(&t.Input, n, out[:given])
}
