package document

import "encoding/binary"

// An ASCII decodes bytes that are written in digits, a filter of streams of PDFs: in base 85 (ISO 32000-1 section 7.4.3), or in
// hexadecimal (section 7.4.2). Its text may be any bytes.
type ASCII struct {
	Base  uint32 // 85 or 16
	ended bool
}

// maxGroup is how many characters a group of digits may have, including blanks.
const maxGroup = 1 << 10

func (d *ASCII) next(t *Texts) {
	size, end, last := 5, byte('~'), uint32(84) // of base 85
	if d.Base == 16 {
		size, end, last = 2, '>', 0
	}
	t.Has(maxGroup)
	b := t.Buf[:min(len(t.Buf), maxGroup)]
	_, isDigit := d.digit(b[0])
	switch {
	case d.ended:
		t.Skip(len(b))
		return
	case b[0] == 'z' && d.Base == 85:
		t.put(1, "\x00\x00\x00\x00")
		return
	case !isDigit:
		d.ended = b[0] == end
		t.Skip(1)
		return
	}
	value, digits, n := uint32(0), 0, 0
	for n < len(b) && digits < size && b[n] != end && b[n] != 'z' {
		if digit, ok := d.digit(b[n]); ok {
			value = value*d.Base + digit
			digits++
		}
		n++
	}
	given := digits - 1 // bytes
	for range size - digits {
		value = value*d.Base + last
	}
	if d.Base == 16 {
		given, value = 1, value<<24
	}
	var out [4]byte
	binary.BigEndian.PutUint32(out[:], value)
	t.Put(&t.Input, n, out[:given])
}

// digit returns the value of a digit.
func (d *ASCII) digit(c byte) (uint32, bool) {
	if d.Base == 16 {
		v := hexDigit(c)
		return uint32(v), v >= 0
	}
	return uint32(c) - '!', '!' <= c && c <= 'u'
}
