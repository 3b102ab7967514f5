package document

// An ASCII85 decodes base 85, a filter of streams of PDFs (ISO 32000-1 section 7.4.3). The Text of its tokens may be any bytes.
// The zero ASCII85 is at the beginning of a stream.
type ASCII85 struct {
	ended bool
	out   [4]byte
}

// Decode implements [Decoder].
func (d *ASCII85) Decode(b []byte, ended bool) (int, Token) {
	if d.ended {
		return len(b), Token{}
	}
	switch c := b[0]; {
	case c == 'z':
		d.out = [4]byte{}
		return 1, Token{Text: d.out[:]}
	case c == '~':
		d.ended = true
		return 1, Token{}
	case c < '!' || c > 'u':
		return 1, Token{}
	}
	v, digits, n := uint32(0), 0, 0
	for ; n < len(b) && n < maxGroup && digits < 5; n++ {
		if c := b[n]; '!' <= c && c <= 'u' {
			v = v*85 + uint32(c-'!')
			digits++
		} else if !pdfBlank[c] {
			break
		}
	}
	if n == len(b) && digits < 5 && n < maxGroup && !ended {
		return 0, Token{}
	}
	given := digits - 1
	for ; digits < 5; digits++ {
		v = v*85 + 84
	}
	d.out = [4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}
	return n, Token{Text: d.out[:given]}
}

// maxGroup is how many characters a group of five digits may have, including blanks.
const maxGroup = 1 << 10

// An ASCIIHex decodes hexadecimal, a filter of streams of PDFs (ISO 32000-1 section 7.4.2). The Text of its tokens may be any
// bytes. The zero ASCIIHex is at the beginning of a stream.
type ASCIIHex struct {
	ended bool
	out   []byte
}

// Decode implements [Decoder].
func (d *ASCIIHex) Decode(b []byte, ended bool) (int, Token) {
	const most = 4 << 10
	d.out = d.out[:0]
	if d.ended {
		return len(b), Token{}
	}
	n, whole, high := 0, 0, -1
	for ; n < len(b) && len(d.out) < most; n++ {
		h := hexDigit(b[n])
		switch {
		case b[n] == '>':
			d.ended = true
			if high >= 0 {
				d.out = append(d.out, byte(high<<4))
			}
			return n + 1, Token{Text: d.out}
		case h < 0:
		case high < 0:
			high = h
		default:
			d.out = append(d.out, byte(high<<4|h))
			high, whole = -1, n+1
		}
	}
	switch {
	case high < 0:
		return n, Token{Text: d.out}
	case ended || n-whole >= maxGroup:
		return n, Token{Text: append(d.out, byte(high<<4))}
	}
	return whole, Token{Text: d.out}
}
