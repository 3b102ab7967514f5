package document

import (
	"bytes"
	"math"
	"strconv"
	"sync"

	"github.com/urlsift/urlsift/internal/octet"
)

// pdfTexts reads the texts of a file.
type pdfTexts struct {
	pdfFonts
	sources map[int]*pdfResources // by the number of their object
	codes   bool                  // there is text whose codes cannot be mapped to characters
}

// pdfResources maps the names in the contents of a page or a form to their values.
type pdfResources struct {
	*pdfTexts
	fonts map[string]*pdfFont
	names map[string][]byte // the values of fonts, forms and properties, by kind and name
}

// resourcesOf returns the resources in a value or reference.
func (d *pdfTexts) resourcesOf(value []byte) *pdfResources {
	const most = 1 << 16
	number := pdfReference(value)
	if r := d.sources[number]; r != nil && number >= 0 {
		return r
	}
	dict := d.resolve(value)
	d.reserve(len(dict))
	r := &pdfResources{pdfTexts: d, fonts: map[string]*pdfFont{}, names: map[string][]byte{}}
	for _, kind := range []string{"Font", "XObject", "Properties"} {
		all := d.get(dict, kind)
		if !d.spend(len(all)) {
			break
		}
		for name, value := range pdfEntries(all) {
			if len(r.names) < most {
				r.names[kind+name] = value
			}
		}
	}
	if number >= 0 {
		d.sources[number] = r
	}
	return r
}

// A matrix is a transformation of the plane: [a b c d e f].
type matrix [6]float64

// times returns the transformation m followed by n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3], m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

var unmoved = matrix{1, 0, 0, 1, 0, 0}

// A textState is the state set by text operators (section 9.3), with the transformation
// of the page.
type textState struct {
	ctm                                       matrix
	font                                      *pdfFont
	size, char, word, stretch, leading, raise float64
}

// A pdfContents reads the visible text of contents (section 9.4).
type pdfContents struct {
	*pdfTexts
	textState
	pdfLines
	source     *pdfResources
	saved      []textState
	text, line matrix  // of the text, and of the beginning of its line
	x0, y0     float64 // where a path begins
	nested     int     // the number of open forms
	operands   [][]byte
	marked     []string // the replacement of the shown text, or ""
}

// show returns the visible text of contents with the resources in a value or reference.
func (d *pdfTexts) show(contents, resources []byte) []byte {
	c := &pdfContents{pdfTexts: d, text: unmoved, line: unmoved, source: d.resourcesOf(resources)}
	c.ctm, c.stretch = unmoved, 1
	c.read(contents)
	if len(c.out) > 0 {
		c.endRun()
		c.out = append(c.out, '\n')
	}
	return c.out
}

// read reads contents.
func (c *pdfContents) read(contents []byte) {
	const most = 64 // operands
	if !c.spend(len(contents)) {
		return
	}
	c.operands = c.operands[:0]
	for i := 0; ; {
		value, end := pdfValue(contents, i)
		if len(value) == 0 {
			if end == len(contents) {
				return
			}
			i = end + 1
			continue
		}
		i = end
		if pdfDelimiter[value[0]] || octet.Digit[value[0]] || bytes.IndexByte([]byte("-+."), value[0]) >= 0 {
			if len(c.operands) < most {
				c.operands = append(c.operands, value)
			}
			continue
		}
		if string(value) == "ID" {
			i = imageEnd(contents, i)
		}
		c.operator(string(value))
		c.operands = c.operands[:0]
	}
}

// imageEnd returns the index after the data of an inline image that begins at index i:
// "EI" between blanks.
func imageEnd(b []byte, i int) int {
	for {
		k := bytes.Index(b[i:], []byte("EI"))
		if k < 0 {
			return len(b)
		}
		i += k + len("EI")
		if pdfBlank[b[i-len("EI")-1]] && (i == len(b) || pdfBlank[b[i]]) {
			return i
		}
	}
}

// operand returns an operand counted from the end, where 1 is the last one.
func (c *pdfContents) operand(fromEnd int) []byte {
	if n := len(c.operands) - fromEnd; n >= 0 {
		return c.operands[n]
	}
	return nil
}

func (c *pdfContents) number(fromEnd int) float64 { return pdfNumber(c.operand(fromEnd)) }

// matrix returns the last six operands.
func (c *pdfContents) matrix() matrix {
	return matrix{c.number(6), c.number(5), c.number(4), c.number(3), c.number(2), c.number(1)}
}

// operator executes an operator.
func (c *pdfContents) operator(name string) {
	switch name {
	case "q":
		const most = 256
		if len(c.saved) < most {
			c.saved = append(c.saved, c.textState)
		}
	case "Q":
		if n := len(c.saved); n > 0 {
			c.textState, c.saved = c.saved[n-1], c.saved[:n-1]
		}
	case "cm":
		c.ctm = c.matrix().times(c.ctm)
	case "Do":
		c.form(c.source.names["XObject"+pdfName(c.operand(1))])
	case "BDC", "BMC":
		c.mark(name == "BDC")
	case "EMC":
		c.unmark()
	case "BT":
		c.text, c.line = unmoved, unmoved
	case "m":
		c.x0, c.y0 = c.number(2), c.number(1)
	case "l":
		c.rule(c.x0, c.y0, c.number(2), c.number(1))
	case "re":
		c.rule(c.number(4), c.number(3), c.number(4)+c.number(2), c.number(3))
	case "Tf":
		c.font, c.size = c.source.named(pdfName(c.operand(2))), c.number(1)
	default:
		c.textOperator(name)
	}
}

// rule records a drawn line.
func (c *pdfContents) rule(x0, y0, x1, y1 float64) {
	m := c.ctm
	c.rules[c.ruled%len(c.rules)] = [4]float64{
		x0*m[0] + y0*m[2] + m[4], x0*m[1] + y0*m[3] + m[5], x1*m[0] + y1*m[2] + m[4], x1*m[1] + y1*m[3] + m[5],
	}
	c.ruled++
}

// textOperator executes an operator that sets, moves or shows text.
func (c *pdfContents) textOperator(name string) {
	switch name {
	case "Tc":
		c.char = c.number(1)
	case "Tw":
		c.word = c.number(1)
	case "Tz":
		c.stretch = c.number(1) / 100
	case "TL":
		c.leading = c.number(1)
	case "Ts":
		c.raise = c.number(1)
	case "Tm":
		c.line = c.matrix()
		c.text = c.line
	case "TD":
		c.leading = -c.number(1)
		fallthrough
	case "Td":
		c.move(c.number(2), c.number(1))
	case `"`:
		c.word, c.char = c.number(3), c.number(2)
		fallthrough
	case "'":
		c.move(0, -c.leading)
		c.shown(pdfString(c.operand(1)))
	case "T*":
		c.move(0, -c.leading)
	case "Tj":
		c.shown(pdfString(c.operand(1)))
	case "TJ":
		for value := range pdfElements(c.operand(1)) {
			if s := pdfString(value); s != nil {
				c.shown(s)
			} else {
				c.advance(-pdfNumber(value) / 1000 * c.size * c.stretch)
			}
		}
	}
}

// move begins another line of text.
func (c *pdfContents) move(x, y float64) {
	c.line = matrix{1, 0, 0, 1, x, y}.times(c.line)
	c.text = c.line
}

// advance moves within the line, upwards if the font has vertical lines.
func (c *pdfContents) advance(x float64) {
	along := c.text[:2]
	if c.font != nil && c.font.vertical {
		along = c.text[2:4]
	}
	c.text[4] += x * along[0]
	c.text[5] += x * along[1]
}

// named returns the font with a name.
func (r *pdfResources) named(name string) *pdfFont {
	f, ok := r.fonts[name]
	if value := r.names["Font"+name]; !ok && value != nil {
		f = r.fontOf(value)
		r.fonts[name] = f
	}
	return f
}

// unknownFont replaces a missing font.
var unknownFont = sync.OnceValue(func() *pdfFont {
	f := &pdfFont{em: 1, missing: 0.5, text: baseEncoding("WinAnsiEncoding")}
	f.standardWidths("")
	return f
})

// shown outputs a string.
func (c *pdfContents) shown(s []byte) {
	f := c.font
	if f == nil {
		f = unknownFont()
	}
	m := c.text.times(c.ctm)
	size := math.Hypot(m[2], m[3]) * abs(c.size) * f.em
	for len(s) > 0 {
		text, width, n, known := f.next(s)
		m := matrix{1, 0, 0, 1, 0, c.raise}.times(c.text).times(c.ctm)
		step := width*c.size + c.char
		if f.vertical {
			m, step = matrix{-m[2], -m[3], m[0], m[1], m[4], m[5]}, step-2*width*c.size
		}
		if n == 1 && s[0] == ' ' {
			step += c.word
		}
		switch {
		case known || width == 0:
		case blankCode(s[:n]):
			text = " "
		default:
			text, c.codes = unreadable, true
		}
		c.advance(step * c.stretch)
		if s = s[n:]; text == " " && c.isBehind(m, size) {
			continue
		}
		c.place(text, m, size)
		c.x, c.y = m[4]+m[0]*width*c.size*c.stretch, m[5]+m[1]*width*c.size*c.stretch
	}
}

// unreadable replaces a glyph whose code cannot be mapped to a character. A URL that
// contains it is rejected.
const unreadable = "\ufffd"

// blankCode reports whether a code without a character is likely a blank, such as the
// glyph 3 of most fonts.
func blankCode(code []byte) bool {
	return bytes.IndexByte([]byte("\x00\x03\t\n\r \xa0"), code[len(code)-1]) >= 0 &&
		(len(code) == 1 || code[0] == 0)
}

// form outputs the form with a reference (section 8.10).
func (c *pdfContents) form(reference []byte) {
	const most = 12
	o := c.object(reference)
	if o == nil || o.data == 0 || o.silent || c.nested >= most {
		return
	}
	dict := c.dict(o)
	if pdfName(c.get(dict, "Subtype")) != "Form" {
		return
	}
	data := c.contents(o)
	source, saved, state, text, line := c.source, c.saved, c.textState, c.text, c.line
	if m := c.numbers(c.entry(dict, "Matrix")); len(m) == 6 {
		c.ctm = matrix(m).times(c.ctm)
	}
	if own := c.entry(dict, "Resources"); len(own) > 0 {
		c.source = c.resourcesOf(own)
	}
	c.nested++
	c.saved = nil
	before := len(c.out)
	c.read(data)
	c.nested--
	o.silent = len(c.out) == before && c.hidden == 0
	c.source, c.saved, c.textState, c.text, c.line = source, saved, state, text, line
}

// mark begins marked content (section 14.6).
func (c *pdfContents) mark(hasProperties bool) {
	properties := c.operand(1)
	if name := pdfName(properties); hasProperties && name != "" {
		properties = c.source.names["Properties"+name]
	}
	actual := ""
	if hasProperties {
		if dict := c.resolve(properties); bytes.Contains(dict, []byte("ActualText")) {
			if value := c.entry(dict, "ActualText"); len(value) > 0 {
				actual = "\x00" + string(textString(pdfString(c.resolve(value))))
			}
		}
	}
	const most = 256
	if len(c.marked) >= most {
		return
	}
	c.marked = append(c.marked, actual)
	if actual != "" {
		if c.hidden++; c.hidden == 1 {
			c.instead = ligatures.Replace(actual)
		}
	}
}

// unmark ends marked content.
func (c *pdfContents) unmark() {
	n := len(c.marked)
	if n == 0 {
		return
	}
	if c.marked[n-1] != "" {
		if c.hidden--; c.hidden == 0 {
			c.out = append(c.out, c.instead...)
			c.instead = ""
		}
	}
	c.marked = c.marked[:n-1]
}

// pdfLines arranges the glyphs of a page in lines. A blank precedes a glyph after a gap,
// and a line break a glyph elsewhere.
type pdfLines struct {
	out     []byte
	x, y    float64 // the end of the last glyph
	ux, uy  float64 // the direction of its line
	em      float64
	run     pdfRun // the current one
	before  pdfRun
	rules   [16][4]float64 // the last drawn lines, from one point to another
	ruled   int            // the number of drawn lines
	last    string         // the last glyph,
	ox, oy  float64        // and where it began
	hidden  int            // the number of open contents that other text replaces
	instead string         // that text, until it is written
}

// A pdfRun is a run of glyphs in a line, each after the one before it.
type pdfRun struct {
	at   int     // its index in the text
	x, y float64 // where it begins
}

// The distances between glyphs, in units of their size.
const (
	gapBlank = 0.18 // the minimum for a blank
	gapBack  = 0.7  // backwards, for another line
	gapLine  = 0.5  // across, for another line
	raised   = 0.15 // across, for the number of a note
	small    = 0.85 // the maximum size of such a number
	twice    = 0.1  // the maximum distance between two copies of a glyph
)

// place outputs a glyph that begins at a place.
func (l *pdfLines) place(text string, m matrix, size float64) {
	length := math.Hypot(m[0], m[1])
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		length = 1
	}
	ux, uy := m[0]/length, m[1]/length
	switch {
	case l.hidden > 0 && l.instead == "":
		text = ""
	case l.hidden > 0:
		text, l.instead = l.instead, ""
	}
	if text == "" {
		l.ux, l.uy, l.em = ux, uy, size
		return
	}
	if text == l.last && math.Hypot(m[4]-l.ox, m[5]-l.oy) < twice*size {
		return // in bold, by drawing it again
	}
	l.last, l.ox, l.oy = text, m[4], m[5]
	if n := len(l.out); n == 0 {
		l.run = pdfRun{0, m[4], m[5]}
	} else {
		along, across := l.after(m[4], m[5])
		switch {
		case ux*l.ux+uy*l.uy < 0.9, abs(across) > gapLine*max(size, l.em), along < -gapBack*size:
			l.endRun()
			l.out = append(bytes.TrimRight(l.out, " "), '\n')
			l.run = pdfRun{len(l.out), m[4], m[5]}
		case along > gapBlank*size || abs(across) > raised*l.em && size < small*l.em && text != "~":
			if last := l.out[n-1]; last != ' ' && last != '\n' && text != " " {
				l.out = append(l.out, l.gap(along, size))
			}
		default:
			if before, ok := bytes.CutSuffix(l.out, []byte(softHyphen)); ok {
				l.out = append(before, '-') // since it is drawn
			}
		}
	}
	l.ux, l.uy, l.em = ux, uy, size
	l.out = append(l.out, text...)
}

// endRun ends a run. If the run before it begins where this one ends, as in lines from
// right to left, the run precedes it.
func (l *pdfLines) endRun() {
	const longest = 4 << 10 // of both
	along, across := l.after(l.before.x, l.before.y)
	if n := l.run.at; n > 0 && len(l.out)-l.before.at <= longest &&
		abs(along) < gapBlank*l.em && abs(across) < gapBlank*l.em {
		line := bytes.Clone(l.out[n:])
		l.out = append(l.out[:l.before.at], append(line, l.out[l.before.at:n-1]...)...)
		l.run.at = l.before.at
	}
	l.before = l.run
}

const softHyphen = "\u00ad"

// after returns the distance of a place from the end of the last glyph, along the line
// and across it.
func (l *pdfLines) after(x, y float64) (along, across float64) {
	dx, dy := x-l.x, y-l.y
	return dx*l.ux + dy*l.uy, dy*l.ux - dx*l.uy
}

// isBehind reports whether a blank at a place follows no glyph but lies on one. Some
// programs draw blanks over a word for the line under it.
func (l *pdfLines) isBehind(m matrix, size float64) bool {
	along, across := l.after(m[4], m[5])
	return len(l.out) > 0 && along < -gapBlank*size && abs(across) < gapLine*size
}

// gap returns the character for a gap of a width: a blank, or the underscore that TeX
// draws as a line.
func (l *pdfLines) gap(width, size float64) byte {
	const below, above, over = -0.35, 0.15, 0.1
	for _, r := range l.rules[:min(l.ruled, len(l.rules))] {
		at := func(x, y float64) (along, across float64) {
			return ((x-l.x)*l.ux + (y-l.y)*l.uy) / size, ((y-l.y)*l.ux - (x-l.x)*l.uy) / size
		}
		from, up := at(r[0], r[1])
		to, _ := at(r[2], r[3])
		from, to = min(from, to), max(from, to)
		if gap := width / size; below < up && up < above && -over < from && to < gap+over && to-from > gap/2 {
			return '_'
		}
	}
	return ' '
}

// ShowsText reports whether a stream of a PDF that begins with head is a content stream,
// judging by its operators.
func ShowsText(head []byte) bool {
	known, all := 0, 0
	for word := range bytes.FieldsSeq(head) {
		if all++; all == 200 {
			break
		}
		_, err := strconv.ParseFloat(string(word), 64)
		if err == nil || contentOperators[string(word)] || word[0] == '/' {
			known++
		}
	}
	return known > 0 && known*2 >= all || bytes.Contains(head, []byte("Tj")) &&
		bytes.Contains(head, []byte("BT"))
}

// contentOperators are the operators of ISO 32000-1, annex A.
var contentOperators = octet.Words("b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F " +
	"f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm " +
	"Tr Ts Tw Tz v w W W* y ' \"")
