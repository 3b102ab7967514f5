package document

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A pdfFont maps the codes of a font to text and to widths (ISO 32000-1, sections 9.5 to
// 9.10).
type pdfFont struct {
	text      [256]string // the texts of the codes of a simple font
	unicode   []pdfRange  // /ToUnicode, in order
	composite bool        // the codes have the size of their range or size bytes, unless charset is set
	size      int
	spaces    [][2][]byte  // the first and the last code of each range
	vertical  bool         // lines run downwards
	charset   string       // the charset of the codes, or empty
	cids      []pdfRange   // the glyphs of the codes in a composite font, or nil if they are equal
	latin     int          // the glyph of a half-width space, if glyph 1 is a space, or 0
	widths    [256]float64 // the widths in a simple font, or 0
	wide      []pdfRange   // the widths in a composite font, in order
	missing   float64      // the width of other codes
	em        float64      // the size of a glyph in units of the font size
}

// A pdfRange is a run of codes, with the text or the glyph of the first, or the width of
// all.
type pdfRange struct {
	first, last uint32
	text        string
	cid         int
	width       float64
}

// pdfFonts are the fonts of a file, by the number of their object.
type pdfFonts struct {
	*pdfFile
	fonts map[int]*pdfFont
}

// fontOf returns the font in a value or reference.
func (d *pdfFonts) fontOf(value []byte) *pdfFont {
	number := pdfReference(value)
	if f := d.fonts[number]; f != nil && number >= 0 {
		return f
	}
	dict := d.resolve(value)
	d.reserve(len(dict) + 16<<10)
	f := &pdfFont{em: 1}
	switch pdfName(d.get(dict, "Subtype")) {
	case "Type0":
		f.setComposite(d.pdfFile, dict)
	default:
		f.setSimple(d.pdfFile, dict)
	}
	if o := d.object(d.entry(dict, "ToUnicode")); o != nil && o.data > 0 {
		f.setUnicode(d.pdfFile, d.decode(o))
	}
	if number >= 0 {
		d.fonts[number] = f
	}
	return f
}

// setSimple sets the encoding and the widths of a font whose codes are bytes.
func (f *pdfFont) setSimple(d *pdfFile, dict []byte) {
	const usual = 0.5
	subtype, name := pdfName(d.get(dict, "Subtype")), pdfName(d.get(dict, "BaseFont"))
	encoding, descriptor := d.get(dict, "Encoding"), d.get(dict, "FontDescriptor")
	base := cmp.Or(pdfName(encoding), pdfName(d.get(encoding, "BaseEncoding")))
	file, compact := d.object(d.entry(descriptor, "FontFile")), d.object(d.entry(descriptor, "FontFile3"))
	switch {
	case strings.HasSuffix(name, "Symbol"):
		base = "SymbolEncoding" // whatever the font says
	case base != "":
	case strings.Contains(name, "Symbol"):
		base = "SymbolEncoding"
	case subtype == "TrueType":
		base = "WinAnsiEncoding"
	}
	f.text = baseEncoding(base)
	switch {
	case base != "":
	case file != nil && file.data > 0:
		f.builtIn(d.decode(file))
	case compact != nil && compact.data > 0:
		compactEncoding(d.decode(compact), &f.text)
	}
	f.differences(d, d.get(encoding, "Differences"))
	scale := 0.001
	if subtype == "Type3" {
		scale = f.setMatrix(d, dict)
	}
	f.missing = usual
	for value := range d.all(d.entry(descriptor, "MissingWidth")) {
		f.missing = cmp.Or(pdfNumber(value)*scale, usual)
	}
	code := max(pdfInt(d.get(dict, "FirstChar")), 0)
	widths := d.entry(dict, "Widths")
	for value := range d.all(widths) {
		if code < len(f.widths) {
			f.widths[code] = pdfNumber(value) * scale
		}
		code++
	}
	if len(widths) == 0 {
		f.standardWidths(name)
	}
}

// standardWidths sets the widths of a standard font, or of one similar to it.
func (f *pdfFont) standardWidths(name string) {
	table := glyphs().times
	if strings.Contains(name, "Helvetica") || strings.Contains(name, "Arial") {
		table = glyphs().helvetica
	}
	for i, width := range table {
		if f.widths[' '+i] = width; strings.Contains(name, "Courier") {
			f.widths[' '+i] = 0.6
		}
	}
}

// setMatrix sets the size of the glyphs of a Type 3 font, and returns the unit of its
// widths.
func (f *pdfFont) setMatrix(d *pdfFile, dict []byte) float64 {
	glyphs, box := d.numbers(d.entry(dict, "FontMatrix")), d.numbers(d.entry(dict, "FontBBox"))
	if len(glyphs) < 6 || glyphs[0] == 0 {
		return 0.001
	}
	sum, count := 0.0, 0.0
	for _, width := range d.numbers(d.entry(dict, "Widths")) {
		if width > 0 {
			sum, count = sum+width, count+1
		}
	}
	const narrow, usual, wide = 1, 2, 4 // the height of a line in mean widths
	mean := sum / max(count, 1) * abs(glyphs[0])
	f.em = cmp.Or(usual*mean, f.em)
	if len(box) == 4 {
		if high := abs((box[3] - box[1]) * glyphs[3]); narrow*mean < high && high < wide*mean {
			f.em = high
		}
	}
	return abs(glyphs[0])
}

// differences sets the codes of named glyphs.
func (f *pdfFont) differences(d *pdfFile, array []byte) {
	code := 0
	for value := range d.all(array) {
		if value[0] != '/' {
			code = pdfInt(value)
			continue
		}
		f.name(code, pdfName(value))
		code++
	}
}

// name sets the glyph of a code. An unknown glyph leaves the text of the code unchanged.
func (f *pdfFont) name(code int, name string) {
	if code < 0 || code >= len(f.text) {
		return
	}
	if text := glyphText(name, code); text != "" || name == ".notdef" {
		f.text[code] = text
	}
}

// builtIn sets the encoding in the program of a Type 1 font: "dup 65 /A put" and so on.
func (f *pdfFont) builtIn(program []byte) {
	program, _, _ = bytes.Cut(program, []byte("eexec"))
	i := bytes.Index(program, []byte("/Encoding"))
	if i < 0 {
		return
	}
	for last := -1; ; {
		kind, start, end := pdfToken(program, i)
		word := program[start:end]
		switch i = end; {
		case kind == pdfEnd, string(word) == "def", string(word) == "readonly":
			return
		case kind == pdfNameToken && last >= 0:
			f.name(last, pdfName(word))
		}
		if last = -1; kind == pdfWord {
			last = pdfInt(word)
		}
	}
}

// setComposite sets the codes and the widths of a font with multi-byte codes.
func (f *pdfFont) setComposite(d *pdfFile, dict []byte) {
	f.composite, f.size, f.missing = true, 2, 1
	encoding := pdfName(d.get(dict, "Encoding"))
	f.vertical = strings.HasSuffix(encoding, "V")
	if o := d.object(d.entry(dict, "Encoding")); o != nil && o.data > 0 {
		cmap := d.decode(o)
		f.setUnicode(d, cmap)
		f.vertical = bytes.Contains(cmap, []byte("/WMode 1"))
		if i := bytes.Index(cmap, []byte(codeSpace)); i >= 0 {
			f.setSpaces(cmap, i+len(codeSpace))
		}
	}
	for _, known := range composites {
		if strings.Contains(encoding, known.part) {
			f.charset = known.charset
			break
		}
	}
	for descendant := range d.all(d.entry(dict, "DescendantFonts")) {
		ordering := pdfString(d.get(d.get(descendant, "CIDSystemInfo"), "Ordering"))
		if strings.HasPrefix(encoding, "Identity") || encoding == "" {
			f.latin = orderings[string(ordering)]
		}
		if heights := d.numbers(d.entry(descendant, "DW2")); f.vertical && len(heights) == 2 {
			f.missing = -heights[1] / 1000
		} else if width := d.get(descendant, "DW"); !f.vertical && len(width) > 0 {
			f.missing = pdfNumber(width) / 1000
		}
		if f.vertical {
			f.setWidths(d, d.entry(descendant, "W2"), 3, -0.001)
		} else {
			f.setWidths(d, d.entry(descendant, "W"), 1, 0.001)
		}
		program := d.object(d.entry(d.get(descendant, "FontDescriptor"), "FontFile2"))
		if program != nil && program.data > 0 && len(d.entry(dict, "ToUnicode")) == 0 {
			f.trueType(d, d.decode(program), d.object(d.entry(descendant, "CIDToGIDMap")))
		}
	}
}

const codeSpace = "begincodespacerange"

// setSpaces reads the list of the ranges of codes in a CMap from index i on.
func (f *pdfFont) setSpaces(cmap []byte, i int) {
	const most = 100
	for len(f.spaces) < most {
		first, end := pdfValue(cmap, i)
		last, next := pdfValue(cmap, end)
		space := [2][]byte{pdfString(first), pdfString(last)}
		if len(space[0]) == 0 || len(space[0]) != len(space[1]) || len(space[0]) > 4 {
			break
		}
		f.spaces, i = append(f.spaces, space), next
	}
	if len(f.spaces) > 0 {
		f.size = len(f.spaces[0][0])
	}
}

// codeSize returns the length of the first code of a string.
func (f *pdfFont) codeSize(s []byte) int {
	for _, space := range f.spaces {
		n := len(space[0])
		if n <= len(s) && bytes.Compare(space[0], s[:n]) <= 0 && bytes.Compare(s[:n], space[1]) <= 0 {
			return n
		}
	}
	return min(f.size, len(s))
}

// composites maps parts of the names of predefined encodings to the charsets of their
// codes.
var composites = []struct{ part, charset string }{
	{"UCS2", "utf-16be"}, {"UTF16", "utf-16be"}, {"RKSJ", "shift_jis"}, {"EUC-H", "euc-jp"}, {"GBK", "gbk"},
	{"GB", "gbk"}, {"B5", "big5"}, {"HKscs", "big5"}, {"KSC", "euc-kr"},
}

// orderings are Adobe's character collections. Glyph 1 and the following ones are ASCII
// from the space on, and so are those from the given one on, in half width.
var orderings = map[string]int{"Japan1": 231, "GB1": 814, "CNS1": 13648, "Korea1": 8094, "KR": 1}

// setWidths sets the widths of a composite font: "first [width width]" or "first last
// width". Each width has per numbers, of which the others are not needed.
func (f *pdfFont) setWidths(d *pdfFile, array []byte, per int, unit float64) {
	var numbers []float64
	for value := range d.all(array) {
		if value[0] == '[' && len(numbers) > 0 {
			code := uint32(numbers[0])
			for width := range slices.Chunk(d.numbers(value), per) {
				f.wide = append(f.wide, pdfRange{first: code, last: code, width: width[0] * unit})
				code++
			}
			numbers = nil
		} else if numbers = append(numbers, pdfNumber(value)); len(numbers) == 2+per {
			f.wide = append(f.wide, pdfRange{first: uint32(numbers[0]), last: uint32(numbers[1]),
				width: numbers[2] * unit})
			numbers = nil
		}
	}
	d.reserve(64 * len(f.wide))
	f.sort()
}

// setUnicode reads a CMap, which maps codes to text or to glyphs.
func (f *pdfFont) setUnicode(d *pdfFile, cmap []byte) {
	const most, perByte = 4 << 20, 4
	cmap = cmap[:min(len(cmap), most)]
	if !d.spend(perByte * len(cmap)) { // in memory
		return
	}
	for i := 0; ; {
		kind, start, end := pdfToken(cmap, i)
		if i = end; kind == pdfEnd {
			break
		}
		switch word := string(cmap[start:end]); word {
		case "beginbfchar", "beginbfrange":
			i = ranges(&f.unicode, cmap, i, word == "beginbfrange")
		case "begincidchar", "begincidrange":
			i = ranges(&f.cids, cmap, i, word == "begincidrange")
		}
	}
	f.sort()
}

// sort sorts the ranges of codes.
func (f *pdfFont) sort() {
	for _, list := range [][]pdfRange{f.unicode, f.cids, f.wide} {
		slices.SortStableFunc(list, func(a, b pdfRange) int { return cmp.Compare(a.first, b.first) })
	}
}

// ranges appends a list of a CMap from index i on to list, and returns the index after
// it. spans reports whether two codes precede each text or glyph.
func ranges(list *[]pdfRange, cmap []byte, i int, spans bool) int {
	for {
		from, end := pdfValue(cmap, i)
		if len(from) == 0 || from[0] != '<' {
			return end
		}
		to := from
		if spans {
			to, end = pdfValue(cmap, end)
		}
		text, after := pdfValue(cmap, end)
		if len(text) == 0 || after == i {
			return end
		}
		i = after
		first, last := uint32(bigEndian(pdfString(from))), uint32(bigEndian(pdfString(to)))
		if text[0] != '[' {
			*list = append(*list, pdfRange{first, max(first, last), shownText(text), pdfInt(text), 0})
			continue
		}
		for each := range pdfElements(text) {
			*list = append(*list, pdfRange{first: first, last: first, text: shownText(each)})
			first++
		}
	}
}

// shownText returns the text of the target of a code in a CMap.
func shownText(target []byte) string {
	const longest = 64 // bytes
	if target[0] == '/' {
		return glyphText(pdfName(target), 0)
	}
	raw := pdfString(target)
	if raw = raw[:min(len(raw), longest)]; len(raw) == 1 {
		return string(rune(raw[0]))
	}
	return fromUTF16(raw)
}

// rangeOf returns the range that contains a code.
func rangeOf(list []pdfRange, code uint32) (r pdfRange, ok bool) {
	i := sort.Search(len(list), func(i int) bool { return list[i].first > code }) - 1
	if i < 0 || list[i].last < code {
		return r, false
	}
	return list[i], true
}

// mapped returns the text of a code according to /ToUnicode.
func (f *pdfFont) mapped(code uint32) (string, bool) {
	r, ok := rangeOf(f.unicode, code)
	if !ok {
		return "", false
	}
	if code == r.first || r.text == "" {
		return r.text, true
	}
	last, n := utf8.DecodeLastRuneInString(r.text)
	return r.text[:len(r.text)-n] + string(last+rune(code-r.first)), true
}

// width returns the width of a code in units of the font size.
func (f *pdfFont) width(code int) float64 {
	if !f.composite {
		if w := f.widths[code&0xff]; w != 0 {
			return w
		}
		return f.missing
	}
	if r, ok := rangeOf(f.wide, uint32(code)); ok {
		return r.width
	}
	return f.missing
}

// next returns the text and the width of the first code of a string, and the length of
// the code in bytes. known reports whether the text is known.
func (f *pdfFont) next(s []byte) (text string, width float64, n int, known bool) {
	code := int(s[0])
	if n = 1; f.composite && f.charset == "" {
		n = f.codeSize(s)
		code = int(bigEndian(s[:n]))
	}
	if f.charset != "" {
		return f.foreign(s)
	}
	cid := code
	if r, ok := rangeOf(f.cids, uint32(code)); ok {
		cid = r.cid + code - int(r.first)
	}
	width = f.width(cid)
	if text, known = f.mapped(uint32(code)); known && text != "" && text != "\x00" && text != unreadable {
		return ligatures.Replace(private(text)), width, n, true
	}
	known = known && text == "" // nothing is shown
	switch {
	case !f.composite:
		text = f.text[code]
		return text, width, n, text != "" || known
	case f.latin > 0 && 1 <= cid && cid <= 95:
		return string(rune(' ' + cid - 1)), width, n, true
	case f.latin > 0 && f.latin <= cid && cid < f.latin+95:
		return string(rune(' ' + cid - f.latin)), width, n, true
	}
	return "", width, n, known
}

// private replaces characters of symbols in the private use area by those of their codes.
func private(text string) string {
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && 0xf020 < r && r < 0xf07f {
		return string(r - 0xf000)
	}
	return text
}

// foreign is next for the codes of a charset.
func (f *pdfFont) foreign(s []byte) (text string, width float64, n int, known bool) {
	const half = 0.5
	if n, width = min(2, len(s)), f.missing; f.charset != "utf-16be" && s[0] < utf8.RuneSelf {
		n, width = 1, half
	} else if n == 2 && s[0] == 0 && s[1] < utf8.RuneSelf {
		width = half
	}
	if f.vertical {
		width = f.missing
	}
	return string(decode.Append(nil, f.charset, s[:n])), width, n, true
}
