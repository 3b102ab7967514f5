package document

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsRTF reports whether a document that begins with head is in the Rich Text Format.
func IsRTF(head decode.Head) bool { return head.Starts(`{\rtf`) }

// HoldsHTML reports whether an RTF document that begins with head contains an HTML page,
// as written by mail programs (MS-OXRTFEX). The page is then the document's text.
func HoldsHTML(head []byte) bool {
	const within = 512
	return bytes.Contains(head[:min(len(head), within)], []byte(`\fromhtml1`))
}

// An RTF decodes the text of a document in the Rich Text Format, version 1.9.1. The zero
// RTF is at the beginning of a document.
//
// Its text is the visible text, including headers, footnotes and comments, and the
// instructions of fields, which contain links. Pictures, embedded objects, tables of
// fonts, styles and the like, and deleted text are skipped.
type RTF struct {
	group           // the innermost group
	groups  []group // the groups around it
	deeper  int     // the number of open groups beyond maxGroups
	fonts   map[int]string
	font    int    // the font being described
	charset string // the charset of the document
	binary  int    // the number of bytes of binary data that follow
	// the number of characters to skip: they repeat the last Unicode character in the
	// code page
	skip    int
	high    rune // the first half of a surrogate pair
	starred bool // the next control word begins a destination that may be skipped
	page    bool // the document contains HTML
}

// A group is the state set by the control words of a group.
type group struct {
	destination destination
	fallbacks   int    // the number of characters after a Unicode character that repeat it in the code page
	charset     string // the charset of the font, or empty
	hidden      bool   // its RTF repeats text that the HTML contains elsewhere
	deleted     bool   // the text was deleted, and is kept for a review
	set         bool   // fallbacks has been set
}

// A destination is the kind of text in a group.
type destination uint8

const (
	body        destination = iota
	ownLines                // text with lines of its own
	fontTable               // names of fonts
	markupGroup             // HTML
	nowhere
)

// maxGroups is the maximum number of open groups that are kept. The text of a group
// nested deeper goes to the destination of the last one kept.
const maxGroups = 1000

// maxFonts is the maximum number of fonts that are kept.
const maxFonts = 10_000

func (d *RTF) next(t *Texts) {
	switch c := t.Buf[0]; {
	case d.binary > 0:
		n := min(len(t.Buf), d.binary)
		d.binary -= n
		t.Skip(n)
	case c == '{':
		d.open()
		t.Skip(1)
	case c == '}':
		t.put(1, d.close())
	case c == '\\':
		d.control(t)
	case c == '\r' || c == '\n' || c == 0:
		t.Skip(1)
	default:
		d.run(t)
	}
}

func (d *RTF) open() {
	d.skip, d.starred = 0, false
	if len(d.groups) == maxGroups {
		d.deeper++
		return
	}
	d.groups = append(d.groups, d.group)
}

// close closes a group, and returns its text. A line break follows text with its own
// lines.
func (d *RTF) close() string {
	d.skip, d.starred = 0, false
	was := d.destination
	switch last := len(d.groups) - 1; {
	case d.deeper > 0:
		d.deeper--
	case last >= 0:
		d.group, d.groups = d.groups[last], d.groups[:last]
	}
	if was == ownLines && d.destination != was {
		return d.text("\n")
	}
	return ""
}

// visible reports whether the current text is part of the document's text.
func (d *RTF) visible() bool {
	if d.page {
		return d.destination == markupGroup || d.destination == body && !d.hidden
	}
	return (d.destination == body || d.destination == ownLines) && !d.deleted
}

// text returns the text of a control word, if it is visible.
func (d *RTF) text(s string) string {
	if !d.visible() {
		return ""
	}
	return s
}

// run decodes a run of characters. Characters of a code page are decoded together.
func (d *RTF) run(t *Texts) {
	n, high := 0, t.Buf[0] >= utf8.RuneSelf
	most := len(t.Buf)
	if high {
		t.Has(maxHigh)
		most = min(len(t.Buf), maxHigh)
	}
	for n < most && !rtfStops[t.Buf[n]] && (t.Buf[n] >= utf8.RuneSelf) == high {
		n++
	}
	switch {
	case d.skip > 0:
		n = min(n, d.skip)
		d.skip -= n
		t.Skip(n)
	case !d.visible():
		t.Skip(n)
	case high:
		t.decode(n, d.current(), t.Buf[:n])
	default:
		t.Take(&t.Input, n)
	}
}

// maxHigh is the maximum number of bytes of a code page that are decoded together.
const maxHigh = 1 << 10

var rtfStops = octet.SetOf("{}\\\r\n\x00")

// Maximum lengths of the parts of a control word. The limits in the specification are 32
// and 10.
const (
	maxWord   = 64
	maxNumber = 12
)

// control decodes a control word or symbol.
func (d *RTF) control(t *Texts) {
	t.Has(1 + maxWord + maxNumber + 1)
	b := t.Buf
	switch {
	case len(b) == 1:
		t.Skip(1)
		return
	case b[1] == '\'':
		d.escapes(t)
		return
	case !octet.Letter[b[1]]:
		t.put(2, d.symbol(b[1]))
		return
	}
	n := 1 + octet.Letter.Span(b[1:min(len(b), maxWord+1)])
	word := string(b[1:n])
	start := n
	if n < len(b) && b[n] == '-' {
		n++
	}
	n += octet.Digit.Span(b[n:min(len(b), start+maxNumber)])
	value, err := 0, strconv.ErrSyntax
	if n > start { // else Atoi would spend long on its error
		value, err = strconv.Atoi(string(b[start:n]))
	}
	if err != nil {
		n = start
	}
	if n < len(b) && b[n] == ' ' {
		n++
	}
	t.put(n, d.word(word, value, err == nil))
}

// symbol returns the text of a control symbol: a backslash and a character that is not a
// letter.
func (d *RTF) symbol(c byte) string {
	switch {
	case c == '*':
		d.starred = true
		return ""
	case d.skip > 0:
		d.skip--
		return ""
	}
	return d.text(rtfSymbols[c])
}

// rtfSymbols maps control symbols to text. An optional hyphen has none.
var rtfSymbols = map[byte]string{
	'\\': `\`, '{': "{", '}': "}", '~': "\u00a0", '_': "-", '\r': "\n", '\n': "\n", '\t': "\t",
}

// escapes decodes a run of bytes in hexadecimal. The bytes are decoded together, since a
// character may have two, and the second may be unescaped.
func (d *RTF) escapes(t *Texts) {
	for len(t.Buf) < 4*maxHigh && bytes.IndexByte(t.Buf, '}') < 0 && t.Double() {
	}
	b := t.Buf
	var raw []byte
	n := 0
	for len(raw) < maxHigh && n+4 <= len(b) && b[n] == '\\' && b[n+1] == '\'' && (d.skip == 0 || n == 0) {
		out, err := hex.AppendDecode(raw, b[n+2:n+4])
		if err != nil {
			break
		}
		n += 4
		raw = out
	}
	switch {
	case n == 0:
		t.Skip(2) // no digits
		return
	case d.skip > 0:
		d.skip--
		t.Skip(n)
		return
	}
	if d.wide() && leads(raw) && n < len(b) && b[n] >= '@' && !rtfStops[b[n]] {
		raw = append(raw, b[n])
		n++
	}
	if !d.visible() {
		t.Skip(n)
		return
	}
	t.decode(n, d.current(), raw)
}

// leads reports whether the last byte is the first one of a two-byte character.
func leads(raw []byte) bool {
	n := len(raw)
	for n > 0 && raw[n-1] >= 0x80 {
		n--
	}
	return (len(raw)-n)%2 == 1
}

// wide reports whether the current charset has two-byte characters.
func (d *RTF) wide() bool {
	return slices.Contains([]string{"shift_jis", "gbk", "euc-kr", "big5", "utf-16le", "iso-2022-jp", "euc-jp",
		"gb18030"}, d.current())
}

// current returns the current charset: of the font, of the document, or Western European,
// in this order.
func (d *RTF) current() string { return cmp.Or(d.group.charset, d.charset, western) }

// word executes a control word, and returns its text.
func (d *RTF) word(word string, number int, given bool) string {
	starred := d.starred
	d.starred = false
	if d.skip > 0 && word != "u" && word != "uc" {
		d.skip--
		return ""
	}
	if kind, ok := destinations()[word]; ok {
		return d.enter(kind)
	}
	if starred {
		d.destination = nowhere
		return ""
	}
	if text, ok := rtfCharacters[word]; ok {
		if d.page && d.destination == markupGroup && text == "\n" {
			text = "\r\n"
		}
		return d.text(text)
	}
	switch word {
	case "u":
		return d.unicode(number)
	case "uc":
		d.fallbacks, d.set = max(number, 0), true
	case "bin":
		d.binary = max(number, 0)
	case "fromhtml":
		d.page = true
	case "super", "sub", "up", "dn": // the number of a note
		if number > 0 || !given && word[0] == 's' {
			return d.text("\n")
		}
	case "deleted":
		d.deleted = !given || number != 0
	case "htmlrtf":
		d.hidden = !given || number != 0
	case "ansicpg":
		d.charset = decode.CodePage(number)
	case "mac":
		d.charset = decode.CodePage(10000)
	case "pc":
		d.charset = decode.CodePage(437)
	case "pca":
		d.charset = decode.CodePage(850)
	case "f":
		if d.destination == fontTable {
			d.font = number
		} else {
			d.group.charset = d.fonts[number]
		}
	case "fcharset":
		d.describeFont(charsets[number])
	case "cpg":
		d.describeFont(number)
	}
	return ""
}

// enter begins a destination. A destination within a skipped one is skipped, too.
func (d *RTF) enter(kind destination) string {
	if d.destination == nowhere {
		return ""
	}
	d.destination = kind
	if kind == ownLines {
		return d.text("\n")
	}
	return ""
}

// unicode decodes a Unicode character. Equivalents in the code page follow it.
func (d *RTF) unicode(number int) string {
	d.skip = 1
	if d.set {
		d.skip = d.fallbacks
	}
	r := rune(uint16(number)) // numbers are signed
	high := d.high
	d.high = 0
	switch {
	case 0xd800 <= r && r < 0xdc00:
		d.high = r
		return ""
	case 0xdc00 <= r && r < 0xe000:
		r = utf16.DecodeRune(high, r)
	case r == 0:
		return ""
	}
	return d.text(string(r))
}

// describeFont sets the code page of a font in the font table.
func (d *RTF) describeFont(codePage int) {
	charset := decode.CodePage(codePage)
	if d.destination != fontTable || charset == "" || len(d.fonts) >= maxFonts {
		return
	}
	if d.fonts == nil {
		d.fonts = map[int]string{}
	}
	d.fonts[d.font] = charset
}

// destinations are the control words that begin a group with other text than body text.
// An unknown one is skipped if it is marked as optional.
var destinations = sync.OnceValue(func() map[string]destination {
	all := map[string]destination{"fonttbl": fontTable, "htmltag": markupGroup}
	for _, word := range strings.Fields("header headerl headerr headerf footer footerl footerr footerf " +
		"footnote annotation fldinst hlinkbase template shpinst shptxt sv sn sp hl hlsrc hlloc hlfr " +
		"background info title subject author operator keywords comment doccomm company manager category " +
		"linkval docvar atnauthor xe tc") {
		all[word] = ownLines
	}
	for _, word := range strings.Fields("colortbl stylesheet pict themedata colorschememapping datastore " +
		"latentstyles listtable listoverridetable rsidtbl generator xmlnstbl objdata objclass objname " +
		"filetbl revtbl mmathPr wgrffmtfilter pgptbl fontemb panose mhtmltag pnseclvl listtext pntext " +
		"fchars lchars ftnsep ftnsepc aftnsep aftnsepc") {
		all[word] = nowhere
	}
	return all
})

// rtfCharacters maps control words to the characters that they represent.
var rtfCharacters = map[string]string{
	"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "column": "\n", "row": "\n", "nestrow": "\n",
	"softline": "\n", "tab": "\t", "cell": "\t", "nestcell": "\t", "emdash": "—", "endash": "–",
	"emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "bullet": "•", "lquote": "‘",
	"rquote": "’", "ldblquote": "“", "rdblquote": "”",
}

// charsets maps the character sets of fonts to code pages.
var charsets = map[int]int{
	0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
	178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}
