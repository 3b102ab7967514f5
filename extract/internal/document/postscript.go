package document

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsPostScript reports whether a document that begins with head is in PostScript.
func IsPostScript(head decode.Head) bool { return head.Starts("%!PS") || head.Starts("\x04%!PS") }

// A PostScript decodes the text that a document in PostScript shows, and its comments. It
// does not run the document: it knows what the operators of PostScript and of PDF, and
// the procedures of dvips and of groff, do to the point at which the next string is
// shown. If two strings may be adjacent or not, U+FFFD is between them, so that no URL
// ends there. The zero PostScript is at the beginning of a document.
type PostScript struct {
	program procedures
	around  procedures        // those around a document in the document
	aliases map[string]string // operators by their names in the document
	numbers []float64         // the numbers before the next name or string
	name    string            // the literal name before the next token, or ""
	braces  int               // the number of open procedures
	array   bool              // in an array, such as that of TJ
	inside  int               // the number of open parentheses
	letters int               // the number of characters of the string so far, if they are apart
	comment bool
	quiet   bool // in a font or a library, whose strings and comments are not shown
	// The characters of the fonts of symbols of dvips, each before what it means, by
	// name; those of the font that is used, or ""; and the name of the font that is being
	// defined.
	symbols map[string]string
	font    string
	defined string

	pen
	last byte // the last byte of the text
}

// procedures are those of a program that writes PostScript.
type procedures uint8

const (
	unexamined procedures = iota
	dvips
	groff
	others
)

const (
	// maxString and maxOperands are how far a string and what follows it are read ahead.
	maxString   = 4 << 10
	maxOperands = 256
)

func (d *PostScript) next(t *Texts) {
	if d.program == unexamined {
		d.examine(t)
	}
	c := t.Buf[0]
	switch {
	case d.comment:
		d.line(t)
	case d.inside > 0:
		d.text(t, c)
	case c == '%':
		d.begin(t)
	case c == '(':
		d.open(t)
	case c == '<':
		d.hex(t)
	case c == '[' || c == ']':
		if d.array = c == '['; d.array {
			d.numbers = d.numbers[:0]
		}
		t.Skip(1)
	case c == '{' || c == '}':
		d.brace(t, c)
	case c == '\n' || c == '\r':
		t.Skip(1)
		t.Has(longestData)
		t.Skip(psDataLength(t.Buf))
	case c <= ' ' || pdfDelimiter[c] && c != '/':
		t.Skip(1)
	default:
		d.token(t)
	}
}

// examine determines the program that wrote the document.
func (d *PostScript) examine(t *Texts) {
	const enough = 4 << 10
	t.Has(enough)
	head := t.Buf[:min(len(t.Buf), enough)]
	d.gap, d.point = lines, 1
	switch {
	case bytes.Contains(head, []byte("dvips")) || bytes.Contains(head, []byte("TeXDict")):
		d.program, d.point = dvips, 300/72.27
	case bytes.Contains(head, []byte("groff")):
		d.program = groff
	default:
		d.program = others
	}
}

// line outputs a comment, on a line of its own.
func (d *PostScript) line(t *Texts) {
	n := 0
	for n < len(t.Buf) && t.Buf[n] != '\n' && t.Buf[n] != '\r' {
		n++
	}
	if n == 0 {
		d.comment, d.gap = false, lines
		return
	}
	if d.quiet {
		t.Skip(n)
		return
	}
	d.last = t.Buf[n-1]
	t.Take(&t.Input, n)
}

// begin reads the beginning of a comment. It may begin or end a part of the document.
func (d *PostScript) begin(t *Texts) {
	t.Has(60)
	part, begins := bytes.CutPrefix(t.Buf, []byte("%%Begin"))
	part, ends := bytes.CutPrefix(part, []byte("%%End"))
	isLibrary := slices.ContainsFunc([]string{"Font", "ProcSet", "Resource", "Prolog"},
		func(name string) bool { return bytes.HasPrefix(part, []byte(name)) })
	switch isDocument := bytes.HasPrefix(part, []byte("Document")); {
	case begins && isDocument && d.around == unexamined:
		d.around, d.program = d.program, others
	case ends && isDocument && d.around != unexamined:
		d.around, d.program = unexamined, d.around
	case begins && isLibrary:
		d.quiet = true
	case ends && isLibrary, bytes.HasPrefix(part, []byte("%%Page")):
		d.quiet = false
	}
	fields := bytes.Fields(part[:min(len(part), 60)])
	if len(fields) > 2 && string(fields[0]) == "%DVIPSBitmapFont:" {
		d.define(string(fields[1]), string(fields[2]))
	}
	d.comment, d.braces = true, 0
	if d.quiet {
		t.Skip(1)
		return
	}
	d.put(t, 1, "\n%")
}

// open begins a string, after what is between it and the last one.
func (d *PostScript) open(t *Texts) {
	t.Has(maxString + maxOperands)
	n, closed := literalEnd(t.Buf[:min(len(t.Buf), maxString)], 0)
	switch {
	case !closed: // it is in data
		d.skipLine(t)
		return
	case d.quiet:
		t.Skip(n)
		return
	}
	between := d.before(t.Buf[n:min(len(t.Buf), n+maxOperands)])
	if d.put(t, 1, between.text(d.last, t.Buf[1])); n > 2 {
		d.inside = 1
		return
	}
	t.Skip(1)
}

// skipLine skips the rest of a line of data, or as much of it as a string may have.
func (d *PostScript) skipLine(t *Texts) {
	b := t.Buf[:min(len(t.Buf), maxString)]
	if k := bytes.IndexAny(b, "\n\r"); k > 0 {
		b = b[:k]
	}
	t.Skip(len(b))
}

// text outputs text of a string, which c begins.
func (d *PostScript) text(t *Texts, c byte) {
	switch c {
	case '(':
		d.inside++
	case ')':
		if d.inside--; d.inside == 0 {
			t.Skip(1)
			return
		}
	case '\\':
		t.Has(len(`\000`))
		n, octets := escapeOf(t.Buf)
		d.put(t, n, d.characters(octets))
		return
	case '\r', '\n':
		d.put(t, 1, "\n")
		return
	}
	n := 0
	for n < len(t.Buf) && ' ' <= t.Buf[n] && t.Buf[n] <= '~' && t.Buf[n] != '(' && t.Buf[n] != ')' &&
		t.Buf[n] != '\\' {
		n++
	}
	if n == 0 || d.spread > widestKern || d.font != "" {
		d.put(t, 1, d.characters(t.Buf[:1]))
		return
	}
	d.last = t.Buf[n-1]
	t.Take(&t.Input, n)
}

// characters returns the text of the characters of a string, in Latin-1.
func (d *PostScript) characters(octets []byte) string {
	var b strings.Builder
	for _, c := range octets {
		if d.letters++; d.spread > widestKern && d.letters > 1 {
			b.WriteByte(' ')
		}
		b.WriteString(d.character(c))
	}
	return b.String()
}

// character returns the text of a character of a string. A character that is not known is
// U+FFFD, so that no URL ends there.
func (d *PostScript) character(c byte) string {
	const ofGroff = 0x80
	switch ligature := texLigatures[int(c)]; {
	case d.program == groff && c == 0xad:
		return "-"
	case d.program == groff && 0x8b <= c && c <= 0x8f:
		return texLigatures[int(c)-ofGroff]
	case d.program != groff && ligature != "": // other programs embed fonts of TeX
		return ligature
	case d.program == others && (c == 0xae || c == 0xaf): // in Adobe's standard encoding
		return []string{"fi", "fl"}[c-0xae]
	case d.font != "":
		if k := strings.IndexByte(d.font, c); k >= 0 && k%2 == 0 {
			return d.font[k+1 : k+2]
		}
		return "\ufffd"
	case c < ' ' && c != '\n' && c != '\t' && c != '\r', 0x7f <= c && c < 0xa0:
		return "\ufffd"
	}
	return string(rune(c)) // in Latin-1
}

// hex outputs a string in hexadecimal. The angle brackets of the font Symbol, alone in a
// string of groff, are those of ASCII.
func (d *PostScript) hex(t *Texts) {
	t.Has(maxString + maxOperands)
	if len(t.Buf) > 1 && (t.Buf[1] == '<' || t.Buf[1] == '~') {
		t.Skip(2)
		return
	}
	end := hexEnd(t.Buf[:min(len(t.Buf), maxString)], 0)
	if end == 0 {
		t.Skip(1) // not a string
		return
	}
	octets := fromHex(t.Buf[1 : end-1])
	if len(octets) == 0 || d.quiet {
		t.Skip(end)
		return
	}
	if k := bytes.IndexByte([]byte("\xe1\xf1"), octets[0]); k >= 0 && len(octets) == 1 && d.program == groff {
		octets[0] = "<>"[k]
	}
	between := d.before(t.Buf[end:min(len(t.Buf), end+maxOperands)])
	text := d.characters(octets)
	d.put(t, end, between.text(d.last, text[0])+text)
}

// brace opens or closes a procedure. A procedure of one operator is another name for it.
func (d *PostScript) brace(t *Texts, c byte) {
	const longest = 40
	t.Skip(1)
	if c == '}' {
		d.braces = max(0, d.braces-1)
		return
	}
	t.Has(longest)
	body, _, ok := bytes.Cut(t.Buf[:min(len(t.Buf), longest)], []byte{'}'})
	if words := bytes.Fields(body); ok && d.braces == 0 && len(words) == 1 {
		d.alias(string(words[0]))
	}
	d.braces++
	d.name = ""
}

// token reads a number or a name.
func (d *PostScript) token(t *Texts) {
	t.Has(maxOperands)
	n := wordEnd(t.Buf[:min(len(t.Buf), maxOperands)], 1)
	octets := t.Buf[:n]
	t.Skip(n)
	if number, ok := psNumber(octets); ok {
		if d.numbers = append(d.numbers, number); len(d.numbers) > 8 {
			d.numbers = d.numbers[1:]
		}
		if d.array && number < -200 { // thousandths of the size, to the left
			d.gap = max(d.gap, spaced)
		}
		d.name = ""
		return
	}
	word := string(octets)
	if word[0] == '/' {
		d.alias(word[1:])
		if d.name = word[1:]; len(word) <= len("/Fab") && strings.HasPrefix(d.name, "F") {
			d.defined = d.name
		} else {
			d.define(d.defined, d.name)
		}
		return
	}
	if d.braces == 0 {
		d.operate(d.meaning(word))
	}
	d.name, d.numbers = "", d.numbers[:0]
}

// define records the name of a font of dvips, if it is a font of symbols.
func (d *PostScript) define(name, font string) {
	font = strings.ToUpper(font)
	for prefix, characters := range psSymbols {
		if strings.HasPrefix(font, prefix) && len(d.symbols) < maxFonts {
			if d.symbols == nil {
				d.symbols = map[string]string{}
			}
			d.symbols[name] = characters
		}
	}
}

// psSymbols are characters of TeX's fonts of symbols, each before what it means.
var psSymbols = map[string]string{"CMSY": "\x00-\x18~h<i>j|f{g}n\\", "CMMI": "<<>>//"}

// psNumber returns the value of a number in decimal.
func psNumber(word []byte) (value float64, ok bool) {
	if psNumberSet.Span(word) < len(word) {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(word), 64)
	return value, err == nil
}

var psNumberSet = octet.SetOf(octet.Digits + "+-.eE")

// longestData is the longest line of data in ASCII that is recognized.
const longestData = 100

// psDataLength returns the length of the line of a picture in base 85 at the beginning of
// b, or 0. It has many marks and no blanks, except for one at its beginning.
func psDataLength(b []byte) int {
	const fewMarks = 5
	marks := 0
	for i, c := range b[:min(len(b), longestData)] {
		switch {
		case c == '\n' || c == '\r':
			if marks < fewMarks {
				return 0
			}
			return i
		case c == ' ' && i > 0:
			return 0
		case psMarkSet[c]:
			marks++
		}
	}
	return 0
}

var psMarkSet = octet.SetOf("!\"#$&'*+,;=?@^_`|")

// put outputs text in place of the next n bytes.
func (d *PostScript) put(t *Texts, n int, text string) {
	if len(text) > 0 {
		d.last = text[len(text)-1]
	}
	t.put(n, text)
}
