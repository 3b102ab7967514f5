package document

import (
	"slices"
	"strings"
	"sync"
)

// A cff is a font program in the Compact Font Format (Adobe Technical Note 5176), or
// another one.
type cff []byte

// number returns the integer of n bytes at an offset, or 0 outside of the program.
func (b cff) number(at, n int) int {
	if at < 0 || at+n > len(b) {
		return 0
	}
	return int(bigEndian(b[at : at+n]))
}

// index returns the objects of the INDEX at an offset, and the offset after it.
func (b cff) index(at int) (objects [][]byte, end int) {
	count, size := b.number(at, 2), b.number(at+2, 1)
	if count == 0 || size == 0 || size > 4 {
		return nil, at + 2
	}
	base := at + 3 + (count+1)*size - 1
	offset := func(i int) int { return base + b.number(at+3+i*size, size) }
	for i := range count {
		start, stop := offset(i), offset(i+1)
		if start > stop || stop > len(b) || start < 0 {
			return objects, len(b)
		}
		objects = append(objects, b[start:stop])
	}
	return objects, offset(count)
}

// integers returns the operators of a DICT with one integer, and these integers.
func (b cff) integers() map[int]int {
	values := map[int]int{}
	value := 0
	for i := 0; i < len(b); i++ {
		switch c := int(b[i]); {
		case c <= 21:
			values[c] = value
		case c == 28:
			value = b.number(i+1, 2)
			i += 2
		case c == 29:
			value = b.number(i+1, 4)
			i += 4
		case c == 30: // a real number
			for i++; i < len(b) && b[i]&0xf != 0xf; i++ {
			}
		case c >= 32 && c <= 246:
			value = c - 139
		case c >= 247 && c <= 250:
			value = (c-247)*256 + b.number(i+1, 1) + 108
			i++
		case c >= 251 && c <= 254:
			i++
		}
	}
	return values
}

// compactEncoding sets the texts of the codes in the encoding of a font program in the
// Compact Font Format.
func compactEncoding(program []byte, text *[256]string) {
	const charset, encoding, charStrings = 15, 16, 17
	b := cff(program)
	_, at := b.index(b.number(2, 1))
	tops, at := b.index(at)
	strings, _ := b.index(at)
	if len(tops) == 0 {
		return
	}
	top := cff(tops[0]).integers()
	at = top[encoding]
	if at < 2 { // a predefined encoding
		return
	}
	names := b.charset(top[charset], b.number(top[charStrings], 2))
	glyph := 0
	set := func(code int) {
		if glyph++; glyph < len(names) && code < len(text) {
			text[code] = sidText(names[glyph], strings, code)
		}
	}
	format, count := b.number(at, 1)&0x7f, b.number(at+1, 1)
	at += 2
	for range count {
		left := 0
		if format == 1 {
			left = b.number(at+1, 1)
		}
		for i := range left + 1 {
			set(b.number(at, 1) + i)
		}
		at += 1 + format
	}
}

// charset returns the names of the glyphs, as string identifiers.
func (b cff) charset(at, count int) []int {
	names := []int{0}
	if at < 3 { // a predefined charset
		for i := range count {
			names = append(names, i+1)
		}
		return names
	}
	format := b.number(at, 1)
	for at++; len(names) < count && at < len(b); at += 2 {
		first, left := b.number(at, 2), 0
		if format > 0 {
			left = b.number(at+2, format)
			at += format
		}
		for i := range min(left, count) + 1 {
			names = append(names, first+i)
		}
	}
	return names
}

// sidText returns the text of the glyph whose name has a string identifier.
func sidText(sid int, names [][]byte, code int) string {
	const standard, ligatures = 391, 266
	switch known := standardStrings(); {
	case sid < len(known):
		return known[sid]
	case ligatures <= sid && sid < ligatures+3:
		return [...]string{"ff", "ffi", "ffl"}[sid-ligatures]
	case standard <= sid && sid < standard+len(names):
		return glyphText(string(names[sid-standard]), code)
	}
	return ""
}

// standardStrings holds the texts of the glyphs named by the first standard strings,
// which are those of StandardEncoding.
var standardStrings = sync.OnceValue(func() []string {
	table := baseEncoding("StandardEncoding")
	known := slices.DeleteFunc(table[' ':], func(text string) bool { return text == "" })
	return append([]string{""}, strings.Split(strings.Join(known, "\n"), "\n")...)
})

// trueType sets the texts of the glyphs of a TrueType font program, by the first table
// from characters to glyphs in format 4 (OpenType, "cmap"). The numbers of the glyphs are
// the codes, unless there is a map from these to glyphs.
func (f *pdfFont) trueType(d *pdfFile, program []byte, glyphs *pdfObject) {
	const size = 64 // of a range in memory
	b, cmap := cff(program), 0
	for i := range min(b.number(4, 2), 100) {
		if at := 12 + 16*i; b.number(at, 4) == 'c'<<24|'m'<<16|'a'<<8|'p' {
			cmap = b.number(at+8, 4)
		}
	}
	for i := range b.number(cmap+2, 2) {
		if at := cmap + b.number(cmap+8+8*i, 4); b.number(at, 2) == 4 {
			f.segments(d, b, at)
			break
		}
	}
	f.sort()
	if glyphs == nil || glyphs.data == 0 {
		return
	}
	texts, codes := f.unicode, cff(d.decode(glyphs))
	f.unicode, glyphs.done = nil, true
	for code := 0; code < len(codes)/2 && d.spend(size); code++ {
		if r, ok := rangeOf(texts, uint32(codes.number(2*code, 2))); ok {
			r.first, r.last = uint32(code), uint32(code)
			f.unicode = append(f.unicode, r)
		}
	}
}

// segments reads a table from characters to glyphs that begins at an offset. Its segments
// are in order, and do not overlap.
func (f *pdfFont) segments(d *pdfFile, b cff, at int) {
	const size = 64 // of a range in memory
	n, next := b.number(at+6, 2)/2, 0
	for i := range n {
		last, first := b.number(at+14+2*i, 2), b.number(at+16+2*(n+i), 2)
		delta, offset := b.number(at+16+2*(2*n+i), 2), at+16+2*(3*n+i)
		for r := max(first, next); r <= last && r < 0xffff && d.spend(size); r++ {
			glyph := r
			if k := b.number(offset, 2); k > 0 {
				glyph = b.number(offset+k+2*(r-first), 2)
			}
			code := uint32(uint16(glyph + delta))
			f.unicode = append(f.unicode, pdfRange{first: code, last: code, text: string(rune(r))})
		}
		next = max(next, last+1)
	}
}
