package decode

import (
	"bytes"
	"encoding/base64"
	"slices"

	"github.com/urlsift/urlsift/internal/octet"
)

// A QuotedPrintable decodes quoted-printable (RFC 2045, section 6.7). An invalid "=" is
// kept.
type QuotedPrintable struct{ Filter }

func (q *QuotedPrintable) Next() []byte { return q.filter(q.run, q.escape) }

// run returns the number of bytes before the next "=".
func (q *QuotedPrintable) run() int {
	if n := bytes.IndexByte(q.Buf, '='); n >= 0 {
		return n
	}
	return len(q.Buf)
}

// maxPadding is the maximum number of blanks between an "=" and the end of its line.
const maxPadding = 200

// escape decodes an octet or a soft line break after an "=".
func (q *QuotedPrintable) escape() {
	if !q.Has(3) && len(q.Buf) == 1 {
		q.Skip(1) // a soft line break at the end
		return
	}
	if meant, ok := octet.Escaped(q.Buf, 0, '='); ok {
		q.Add(q.At, 3, 1, 1)
		q.Out = append(q.Out, meant)
		q.Skip(3)
		return
	}
	if n := q.softBreak(); n > 0 {
		q.Skip(n)
		return
	}
	q.Take(&q.Input, 1)
}

// softBreak returns the length of the soft line break at the current position, or 0.
func (q *QuotedPrintable) softBreak() int {
	i := 1
	for i < maxPadding && q.Has(i+1) && (q.Buf[i] == ' ' || q.Buf[i] == '\t') {
		i++
	}
	returns := i
	for returns < maxPadding && q.Has(returns+1) && q.Buf[returns] == '\r' {
		returns++ // some gateways write several
	}
	switch {
	case !q.Has(i + 1):
		return i
	case q.Has(returns+1) && q.Buf[returns] == '\n':
		return returns + 1
	case q.Buf[i] == '\r':
		return i + 1
	}
	return 0
}

// base64Value maps characters to their base64 values, including the URL-safe ones, or to
// no64, space64 or pad64.
var base64Value = func() (table [256]byte) {
	for i := range table {
		table[i] = no64
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		table[c] = byte(i)
	}
	for _, c := range []byte(" \t\r\n\v\f\x00") {
		table[c] = space64
	}
	table['-'], table['_'], table['='] = 62, 63, pad64
	return table
}()

const (
	no64    = 0xFF
	space64 = 0xFE
	pad64   = 0xFD
)

// A Base64 decodes base64 (RFC 2045, section 6.8). It skips stray characters. It ends
// before a line that is not base64, such as the footer that a mailing list appends to an
// attachment, and leaves that line in Buf. It also ends after a line from which
// characters are missing.
type Base64 struct {
	Filter
	EOL    byte // the byte that ends a line
	alone  bool // it is not in lines, and missing characters are not reported
	quad   [4]byte
	quads  int   // the number of characters in quad
	start  int64 // the offset of the first of them
	Width  int   // the length of the first line, if it consists of whole quads and another line follows
	lines  int   // the number of decoded lines
	short  bool  // the last line was shorter than the first
	inLine bool  // the last line has not ended
	Padded bool  // the last quad was padded
	Ended  bool
	Footer bool // the following bytes are not base64
	Cut    bool // characters are missing at the end
	// Unpadded reports whether the missing characters may be only the padding.
	Unpadded bool
}

// IsCut reports whether characters are missing after the decoded ones.
func (b *Base64) IsCut() bool { return b.Cut || b.Input.IsCut() }

// IsWhole reports whether the input is used up, including incomplete quads.
func (b *Base64) IsWhole() bool { return b.Done && len(b.Buf) == 0 }

func (b *Base64) Next() []byte {
	b.Out = b.Out[:0]
	for len(b.Out) < MaxChunk && !b.Footer {
		if len(b.Buf) == 0 && !b.More() {
			b.end()
			break
		}
		b.line()
	}
	return b.Decoded()
}

// line decodes one line, or the available part of a very long one.
func (b *Base64) line() {
	n := bytes.IndexByte(b.Buf, b.EOL) + 1
	if n == 0 {
		if n = len(b.Buf) &^ 3; n == 0 {
			if b.More() {
				return
			}
			n = len(b.Buf)
		}
	}
	if b.isFooter(b.Buf[:n]) {
		b.stop()
		return
	}
	ended := b.Buf[n-1] == b.EOL
	b.inLine = !ended
	if b.quads == 0 && b.whole(b.Buf[:n]) {
		return
	}
	if !IsBase64(b.Buf[:n], b.Padded) {
		b.stop()
		return
	}
	for range n {
		b.character(b.Buf[0])
		b.Skip(1)
	}
	if b.quads > 0 && b.Width > 0 && ended && !b.alone && (len(b.Buf) > 0 || b.More()) &&
		IsWholeLine(LineOf(b.Buf, b.EOL), b.Width) {
		b.Cut = true
		b.stop() // otherwise the rest would be decoded wrongly
	}
}

// isFooter reports whether line, which consists of base64 characters, is not base64: it
// begins with a rule of dashes, or it is not a whole line and follows the last one, that
// is, one shorter than the others.
func (b *Base64) isFooter(line []byte) bool {
	if b.lines == 0 && len(b.Out) == 0 || b.inLine {
		return false
	}
	text := TrimEnd(line)
	if len(text) > 1 && (text[0] == '-' || text[0] == '_') && text[1] == text[0] {
		return len(text) != b.Width
	}
	return b.short && b.quads == 0 && 0 < len(text) && len(text) <= b.Width && !IsWholeLine(text, b.Width)
}

// stop ends decoding before the bytes that are not decoded yet.
func (b *Base64) stop() {
	b.Footer = true
	b.end()
}

// end decodes an incomplete quad.
func (b *Base64) end() {
	b.Ended = true
	b.Unpadded = !b.Cut && b.quads > 1
	b.Cut = b.Cut || b.quads > 0 && !b.alone
	b.emit(b.At)
}

// IsWholeLine reports whether line consists of whole quads, as many as the first line of
// the base64 before it, or fewer if it may be the last.
func IsWholeLine(line []byte, width int) bool {
	const few = 8
	if line = TrimEnd(line); len(line)%4 != 0 {
		return false
	}
	n := len(bytes.TrimRight(line, "="))
	if len(line)-n > 2 || len(line) != width &&
		(len(line) > width && width > 0 || len(line) < few || !isMixed(line)) {
		return false
	}
	for _, c := range line[:n] {
		if base64Value[c] >= 64 || c == '-' || c == '_' {
			return false
		}
	}
	return n > 0
}

// isMixed reports whether line contains capital letters, small letters, and digits or
// "=", as is common in base64 and rare in words.
func isMixed(line []byte) bool {
	var upper, lower, other bool
	for _, c := range line {
		switch {
		case 'A' <= c && c <= 'Z':
			upper = true
		case 'a' <= c && c <= 'z':
			lower = true
		default:
			other = true
		}
	}
	return upper && lower && other
}

// whole decodes a line of whole quads, the usual case, but not a rule of dashes.
func (b *Base64) whole(line []byte) bool {
	n := len(line)
	for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r') {
		n--
	}
	if n == 0 || n%4 != 0 || line[0] == '_' || line[0] == '-' {
		return false
	}
	before := len(b.Out)
	b.Out = slices.Grow(b.Out, n/4*3)
	k, err := base64.RawStdEncoding.Decode(b.Out[before:before+n/4*3], line[:n])
	if err != nil || k < n/4*3 { // Decode ignores line breaks
		return false
	}
	b.Out = b.Out[:before+k]
	b.Padded = false
	if b.lines++; b.lines == 1 && !b.inLine {
		b.Width = n
	}
	b.short = n < b.Width
	b.Add(b.At, 4, 3, k)
	b.Skip(len(line))
	return true
}

// character decodes one character.
func (b *Base64) character(c byte) {
	v := base64Value[c]
	switch {
	case v == pad64:
		end := b.At + 1
		if b.quads == 2 && len(b.Buf) > 1 && b.Buf[1] == '=' {
			end++
		}
		b.emit(end)
		b.Padded = true
	case v < 64:
		if b.quads == 0 {
			b.start = b.At
		}
		b.quad[b.quads] = v
		b.quads++
		b.Padded = false
		if b.quads == 4 {
			b.emit(b.At + 1)
		}
	}
}

// emit decodes the quad, which may be incomplete and ends at an offset.
func (b *Base64) emit(end int64) {
	q := b.quad
	text := []byte{q[0]<<2 | q[1]>>4, q[1]<<4 | q[2]>>2, q[2]<<6 | q[3]}[:max(b.quads-1, 0)]
	if len(text) > 0 {
		b.Lump(b.start, int(end-b.start), len(text))
		b.Out = append(b.Out, text...)
	}
	b.quad, b.quads = [4]byte{}, 0
}

// IsBase64 reports whether a line can be base64. After padding it must consist of whole
// quads. Other characters are ignored (RFC 2045, section 6.8) if there are few: words are
// not base64.
func IsBase64(line []byte, padded bool) bool {
	line = bytes.TrimSpace(line)
	var others, marks int // characters outside of base64, and marks of its URL-safe form
	for i := 0; i < len(line); i++ {
		if i += ofBase64.Span(line[i:]); i == len(line) {
			break
		}
		c := line[i]
		switch v := base64Value[c]; {
		case v == no64 || v == space64:
			if others++; others > len(line)/30 {
				return false
			}
		case c == '_' || c == '-':
			marks++
		}
	}
	switch {
	case others == 0 && marks < max(len(line)/2, 3):
		return !padded || len(line)%4 == 0 || len(bytes.Trim(line, "=")) == 0
	case padded:
		return false
	}
	return !bytes.Contains(line, []byte("://"))
}

// ofBase64 has the characters of base64, except for its URL-safe form.
var ofBase64 = octet.SetOf(octet.Letters + octet.Digits + "+/=")
