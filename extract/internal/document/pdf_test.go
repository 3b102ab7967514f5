package document

import (
	"bytes"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// inflated is the inverse of deflated.
func inflated(how string, data []byte) ([]byte, error) {
	if how != "flate" {
		return nil, errors.New(how)
	}
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, 1<<20))
}

// partsOf returns the parts of a PDF: the name of each with a colon, unless it is empty,
// and its text. Links are in « ».
func partsOf(t testing.TB, doc []byte) string {
	d, err := OpenPDF(doc, inflated)
	if err != nil {
		return "error: " + err.Error()
	}
	var out strings.Builder
	for p := range d.Parts() {
		text := string(p.Data)
		if p.Strings != nil {
			text = decoded(p.Strings, text, len(text)+1)
		}
		if text == "" {
			continue
		}
		if p.Name != "" {
			out.WriteString(p.Name + ": ")
		}
		out.WriteString(text)
	}
	for _, err := range d.Errors() {
		fmt.Fprintf(&out, "error: %v\n", err)
	}
	if d.HasCodes() {
		out.WriteString("codes\n")
	}
	return out.String()
}

// paged returns a PDF with one page, whose font F1 is font, and further objects, numbered
// from 6.
func paged(font, contents string, more ...string) []byte {
	return madePDF("/Root 1 0 R", append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> /Properties << /P 6 0 R >> >> >>",
		madeStream("", contents), font,
	}, more...)...)
}

// courier is a font without any further objects.
const courier = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"

// requireShown requires the text of a page.
func requireShown(t *testing.T, want, font, contents string, more ...string) {
	t.Helper()
	text, _, _ := strings.Cut(partsOf(t, paged(font, contents, more...)), "Japan")
	require.Equal(t, "page 1: "+want, strings.TrimRight(text, "\n"))
}

func TestThePlacesOfGlyphsMakeBlanksAndLines(t *testing.T) {
	for _, test := range []struct{ name, contents, want string }{
		{"strings in a row", "BT /F1 10 Tf 72 712 Td (see ) Tj (http://host.example/) Tj ET",
			"see http://host.example/"},
		{"kerning", "BT /F1 10 Tf [(see)-333(ht)20(tp://ho)-50(st.example/)] TJ ET",
			"see http://host.example/"},
		{"lines", "BT /F1 10 Tf (a) Tj 0 -14 Td (b) Tj 14 TL T* (c) ' 1 2 (d) \" ET", "a\nb\nc\nd"},
		{"a line in pieces", "BT /F1 10 Tf 1 0 0 1 50 700 Tm (a.exa) Tj ET BT 1 0 0 1 80 700 Tm (mple) Tj ET",
			"a.example"},
		{"pieces from right to left",
			"BT /F1 10 Tf 1 0 0 1 86 700 Tm (b c) Tj 1 0 0 1 80 700 Tm (.) Tj 1 0 0 1 50 700 Tm (a-a-a) Tj 1 0 0 1 9 700 Tm (d) Tj ET",
			"a-a-a.b c\nd"},
		{"a word apart", "BT /F1 10 Tf 1 0 0 1 50 700 Tm (a) Tj 1 0 0 1 60 700 Tm (b) Tj ET", "a b"},
		{"a hyphen of its own",
			"BT /F1 10 Tf 1 0 0 1 50 700 Tm (a) Tj ET BT 1 0 0 1 56 700 Tm (-) Tj ET BT 1 0 0 1 62 700 Tm (b) Tj ET", "a-b"},
		{"blanks drawn again, for a line under them",
			"BT /F1 10 Tf (a) Tj ET BT -.1 0 Td [( )600( )] TJ ET BT 6 0 Td (b c) Tj ET", "ab c"},
		{"a large matrix", "BT /F1 1 Tf 10 0 0 10 50 700 Tm (a) Tj .6 0 Td (b) Tj 1.2 0 Td (c) Tj ET", "ab c"},
		{"a scaled page", ".1 0 0 .1 0 0 cm BT /F1 100 Tf 50 700 Td (a) Tj 60 0 Td (b) Tj 120 0 Td (c) Tj ET",
			"ab c"},
		{"a turned page", "0 1 -1 0 0 0 cm BT /F1 10 Tf (a) Tj 6 0 Td (b) Tj 0 -12 Td (c) Tj ET", "ab\nc"},
		{"text upwards", "BT /F1 10 Tf 0 1 -1 0 50 50 Tm (ab) Tj 0 1 -1 0 62 50 Tm (cd) Tj ET", "ab\ncd"},
		{"spaced out", "BT /F1 10 Tf .5 Tc (ab) Tj 0 Tc 3 Tw (c d) Tj ET", "abc d"},
		{"stretched", "BT /F1 10 Tf 200 Tz (a) Tj 12 0 Td (b) Tj ET", "ab"},
		{"raised", "BT /F1 10 Tf (a) Tj 3 Ts (b) Tj 0 Ts (c) Tj ET", "abc"},
		{"a gap narrower than a blank", "BT /F1 10 Tf [(a)-170(b)] TJ ET", "ab"},
		{"the number of a note", "BT /F1 10 Tf (a) Tj /F1 7 Tf 3 Ts (1) Tj ET", "a 1"},
		{"a number below the line", "BT /F1 10 Tf (a) Tj /F1 7 Tf -3 Ts (1) Tj ET", "a 1"},
		{"restored", "q BT /F1 10 Tf (a) Tj ET Q q 1 0 0 1 6 0 cm BT /F1 10 Tf (b) Tj ET Q", "ab"},
		{"hexadecimal", "BT /F1 10 Tf <68747470> Tj <3A 2F 2F> Tj ET", "http://"},
		{"a justified line", "BT /F1 10 Tf 2.5 Tc (a,b) Tj ET", "a , b"},
		{"in bold by drawing twice", "BT /F1 10 Tf (a) Tj .3 0 Td (a) Tj 6 0 Td (b) Tj -.3 0 Td (b) Tj ET",
			"ab"},
		{"an underscore that is drawn",
			"BT /F1 10 Tf (a) Tj ET q 1 0 0 1 6.3 0 cm 0 0 m 3 0 l S Q BT 10 0 Td (b) Tj ET 11 -10 20 .4 re f BT 20 0 Td (c) Tj ET", "a_b c"},
		{"an image within", "BI /W 1 ID (http://host.example/EI EI BT /F1 10 Tf (a) Tj ET", "a"},
		{"another language", "BT /F1 10 Tf /Span <</Lang(de-DE)>> BDC (x) Tj EMC ET", "x"},
		{"the actual text",
			"BT /F1 10 Tf (a) Tj /Span <</ActualText <FEFF00680069>>> BDC (x) Tj (y) Tj EMC (b) Tj ET", "ahib"},
		{"no actual text", "BT /F1 10 Tf (a) Tj /Span <</ActualText ()>> BDC (x) Tj EMC (b) Tj ET", "ab"},
		{"numbers as programs write them", "BT /F1 --10 Tf 0.0.5 -.5 Td (a) Tj ET", "a"},
		{"no font", "BT (see http://host.example/) Tj ET", "see http://host.example/"},
		{"too few operands", "BT /F1 10 Tf Td Tm cm Tj TJ (a) Tj ET", "a"},
	} {
		t.Run(test.name, func(t *testing.T) { requireShown(t, test.want, courier, test.contents) })
	}
}

func TestFontsTellWhatIsShown(t *testing.T) {
	const composite = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /DW 600 /W [5 [300 250] 9 12 100] >>] >>"
	encoded := func(encoding string) string {
		return "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding " + encoding + " >>"
	}
	trueType := madeStream("/Length1 9", "\x00\x01\x00\x00\x00\x01......cmap....\x00\x00\x00\x1c...."+
		"\x00\x00\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x01\x00\x00\x00\x14"+
		"\x00\x04....\x00\x06......\x00\x3a\x00\x62\xff\xff..\x00\x3a\x00\x61\xff\xff"+
		"\x00\x01\xff\xa4\x00\x01\x00\x06\x00\x00\x00\x00\x00\x07")
	cmap := func(text string) string { return madeStream("", "begincmap "+text+" endcmap") }
	for _, test := range []struct{ name, want, font, shown, more string }{
		{"characters", "ab", composite, "<00010002>",
			cmap("2 beginbfchar <0001> <0061> <0002> <0062> endbfchar")},
		{"ranges", "xyz", composite, "<000100020003>", cmap("1 beginbfrange <0001> <0003> <0078> endbfrange")},
		{"an array", "fib", composite, "<00010002>",
			cmap("1 beginbfrange <0001> <0002> [<00660069> <0062>] endbfrange")},
		{"a ligature", "ffi", composite, "<0001>", cmap("1 beginbfchar <0001> <FB03> endbfchar")},
		{"a minus sign", "a-b", composite, "<000100020003>",
			cmap("3 beginbfchar <0001> <0061> <0002> <2212> <0003> <0062> endbfchar")},
		{"widths", "ab c", composite, "<0005> Tj 3 0 Td <0006> Tj 5 0 Td <0007>",
			cmap("1 beginbfrange <0005> <0007> <0061> endbfrange")},
		{"the characters of Adobe", "http:", strings.Replace(composite, "/DW",
			"/CIDSystemInfo << /Ordering (Japan1) >> /DW", 1), "<00490055005500510 01b>", "<<>>"},
		{"the half-width characters of Adobe", "h-~", strings.Replace(composite, "/DW",
			"/CIDSystemInfo << /Ordering (Japan1) >> /DW", 1), "<012f00f40145>", "<<>>"},
		{"the characters of Adobe, by codes of the document", "hi", strings.Replace(strings.Replace(composite,
			"/DW", "/CIDSystemInfo << /Ordering (Japan1) >> /DW", 1), "/Identity-H", "7 0 R", 1), "<0109>",
			cmap("") + "\nendobj\n7 0 obj\n" + cmap("1 begincodespacerange <00> <ff> endcodespacerange "+
				"1 begincidchar <01> 73 endcidchar 1 begincidrange <08> <09> 303 endcidrange")},
		{"widths, by codes of the document", "ab c", strings.Replace(composite, "/Identity-H", "7 0 R", 1),
			"<1005> Tj 3 0 Td <1006> Tj 5 0 Td <1007>", cmap("1 beginbfrange <1005> <1007> <0061> endbfrange") +
				"\nendobj\n7 0 obj\n" + cmap("1 begincidrange <1000> <10ff> 0 endcidrange")},
		{"downwards", "abc\na", strings.Replace(composite, "/Identity-H", "/Identity-V", 1),
			"<00010002> Tj 0 -20 Td [100 <0003>] TJ 10 0 Td <0001>",
			cmap("1 beginbfrange <0001> <0003> <0061> endbfrange")},
		{"downwards, by a map of the document", "ab", strings.Replace(strings.Replace(composite,
			"/Identity-H", "7 0 R", 1), "/DW", "/DW2 [880 -500] /DW", 1), "<0001> Tj 0 -5 Td <0002>",
			cmap("1 beginbfrange <0001> <0002> <0061> endbfrange") + "\nendobj\n7 0 obj\n" +
				cmap("/WMode 1 def")},
		{"downwards, with the height of each", "ab c", strings.Replace(composite, "/Identity-H /ToUnicode 6 0 R "+
			"/DescendantFonts [<< /DW 600", "/Identity-V /ToUnicode 6 0 R /DescendantFonts [<< /W2 "+
			"[1 [-500 250 880 -300 250 880] 3 9 -400 250 880]", 1),
			"<0001> Tj 0 -5 Td <0002> Tj 0 -5 Td <0003>",
			cmap("1 beginbfrange <0001> <0003> <0061> endbfrange")},
		{"soft hyphens, which are drawn", "a-b\u00ad\nc", encoded("/WinAnsiEncoding"),
			`(a\255b\255) Tj 0 -10 Td (c)`, "<<>>"},
		{"the characters of a TrueType font", "ab:", strings.Replace(strings.Replace(composite,
			"/ToUnicode 6 0 R", "", 1), "/DW", "/FontDescriptor << /FontFile2 6 0 R >> /DW", 1), "<000500060008>",
			trueType},
		{"the characters of a TrueType font, by a map of its glyphs", "ba", strings.Replace(strings.Replace(composite,
			"/ToUnicode 6 0 R", "", 1), "/DW", "/CIDToGIDMap 7 0 R /FontDescriptor << /FontFile2 6 0 R >> /DW", 1),
			"<00000001>", trueType + "\nendobj\n7 0 obj\n" + madeStream("", "\x00\x06\x00\x05")},
		{"Shift-JIS", "あa", strings.Replace(composite, "Identity-H", "90ms-RKSJ-H", 1), "<82a061>", "<<>>"},
		{"names", "~/ﬁx"[:2] + "fix-", encoded("<< /Differences [1 /tilde /slash /fi /x 9 /hyphen] >>"),
			`(\001\002\003\004\011)`, "<<>>"},
		{"names of parts and numbers", "f.té",
			encoded("<< /Differences [65 /f_period.alt 67 /uni0074 /eacute] >>"), "(ACD)", "<<>>"},
		{"control characters", "abc", encoded("<< /Differences [8 /a 12 /b 13 /c] >>"), `(\b\f\r)`, "<<>>"},
		{"one byte of a composite font", "ab", strings.Replace(composite, "/Identity-H", "7 0 R", 1), "<0102>",
			cmap("2 beginbfchar <01> <61> <02> <0062> endbfchar") + "\nendobj\n7 0 obj\n" +
				cmap("1 begincodespacerange <00> <ff> endcodespacerange")},
		{"codes of different lengths", "ab a", strings.Replace(composite, "/Identity-H", "7 0 R", 1),
			"<00010002200001>", cmap("3 beginbfchar <0001> <61> <0002> <62> <20> <0020> endbfchar") +
				"\nendobj\n7 0 obj\n" + cmap("2 begincodespacerange <20> <20> <0000> <19ff> endcodespacerange")},
		{"numbers as names", "ff:", encoded("<< /Differences [11 /a11 /a58] >>"), `(\013\014)`, "<<>>"},
		{"standard", "fish’s", encoded("/StandardEncoding"), `(\256sh's)`, "<<>>"},
		{"of Windows", "é’", encoded("/WinAnsiEncoding"), `(\351\222)`, "<<>>"},
		{"of the Mac", "é’", encoded("/MacRomanEncoding"), `(\216\325)`, "<<>>"},
		{"of bytes, where the map is silent", "ab", "<< /Type /Font /Subtype /TrueType /ToUnicode 6 0 R >>",
			"(ab)", cmap("1 beginbfchar <61> <0000> endbfchar")},
		{"of Symbol", "⟨a⟩", "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /Encoding /WinAnsiEncoding >>",
			`(\341a\361)`, "<<>>"},
		{"built in", "fi/",
			"<< /Type /Font /Subtype /Type1 /BaseFont /CMR10 /FontDescriptor << /FontFile 6 0 R >> >>",
			`(\014/)`,
			madeStream("/Length1 9",
				"/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 12 /fi put dup 47 /slash put readonly def eexec")},
		{"compact", "fix~",
			"<< /Type /Font /Subtype /Type1 /BaseFont /X /FontDescriptor << /FontFile3 6 0 R >> >>",
			`(\001x\002)`,
			madeStream("/Subtype /Type1C", "\x01\x00\x04\x01"+"\x00\x01\x01\x01\x02X"+
				"\x00\x01\x01\x01\x0b\x1c\x00\x2e\x10\x1c\x00\x29\x0f\xb2\x11"+"\x00\x01\x01\x01\x08similar"+"\x00\x00"+"\x00\x03"+
				"\x00\x00\x6d\x01\x87"+"\x00\x02\x01\x02")},
		{"of a bitmap", "a b",
			"<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 -10 10 30] /FirstChar 97 /Widths [20 20] /Encoding << /Differences [97 /a97 /a98] >> >>",
			"(a) Tj 300 0 Td (b)", "<<>>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			requireShown(t, test.want, test.font, "BT /F1 10 Tf "+test.shown+" Tj ET", test.more)
		})
	}
	unread := paged(composite, "BT /F1 10 Tf <0001000200030004> Tj ET",
		cmap("3 beginbfchar <0001> <0061> <0003> <0062> <0004> <FFFD> endbfchar"))
	require.Contains(t, partsOf(t, unread), "a\ufffdb\ufffd\ncodes\n")
}

func TestAFormIsShownWhereItStands(t *testing.T) {
	form := func(keys, contents string) string {
		return madeStream("/Type /XObject /Subtype /Form "+keys,
			contents)
	}
	const before, after = "BT /F1 10 Tf (a) Tj ET /X Do ", "BT 12 0 Td (c) Tj ET"
	requireShown(t, "abc", courier, before+after, form("/Matrix [1 0 0 1 6 0]", "BT (b) Tj ET"))
	requireShown(t, "a\nb\nc", courier, before+after,
		form("/Matrix [1 0 0 1 6 -20] /Resources << /Font << /F2 5 0 R >> >>", "BT /F2 10 Tf (b) Tj ET"))
	requireShown(t, "a"+strings.Repeat("\nb", 12)+"\nc", courier, before+after, form("",
		"1 0 0 1 0 -20 cm BT (b) Tj ET /X Do"))
}

func TestPagesComeInTheOrderOfTheirTree(t *testing.T) {
	page := func(number int, keys string) string {
		return fmt.Sprintf("<< /Type /Page /Contents [%d 0 R] %s >>", number, keys)
	}
	shows := func(text string) string {
		return madeStream("/Filter /FlateDecode", deflated("BT /F1 10 Tf ("+text+") Tj ET"))
	}
	doc := madePDF("/Root 9 0 R", shows("second"), shows("first"), page(1, "/Annots 10 0 R"), page(2,
		"/Annots [<</A<</URI(http://first.example/)>>>>]"),
		"<< /Kids [4 0 R 6 0 R 5 0 R] /Parent 6 0 R >>",
		"<< /Type /Pages /Kids [5 0 R 3 0 R 99 0 R] /Resources 7 0 R >>", "<< /Font << /F1 8 0 R >> >>",
		courier,
		"<< /Type /Catalog /Pages 6 0 R >>", "[11 0 R]", "<< /A 12 0 R /Contents (a note) >>",
		"<< /S /URI /URI 13 0 R >>", "(http://second.example/\\()",
		"<< /Title (a title) >>", madeStream("", "BT (left over) Tj ET"))
	require.Equal(t,
		"page 1: first\npage 1: «http://first.example/»\npage 2: second\npage 2: a note\n\npage 2: «http://second.example/(»\n"+
			"a title\n\nobject 15: left over\n", partsOf(t, doc))
	doc = append(doc,
		"11 0 obj << /A << /URI (http://third.example/) >> >> endobj trailer << /Root 9 0 R >>"...)
	require.Contains(t, partsOf(t, doc), "page 2: second\npage 2: a note\n\npage 2: «http://third.example/»\n",
		"of both versions")
	require.Contains(t, partsOf(t, bytes.ReplaceAll(doc, []byte("/Type /Catalog"), []byte("/Type /X"))),
		"first", "without a root")
}

func TestTheTargetOfALinkJoinsTheLinesOfItsText(t *testing.T) {
	for _, test := range []struct{ name, target, shown, want string }{
		{"a break", "http://host.example/path", "(see http://host.exam) ' (ple/path.) '", "see http://host.example/path."},
		{"three lines", "http://host.example/a-b", "(http://host) ' (.example/) ' (a-b) '", "http://host.example/a-b"},
		{"its own hyphen", "http://host.example/a-b", "(http://host.example/a-) ' (b c) '",
			"http://host.example/a-b c"},
		{"the hyphen of the line", "http://host.example/path", "(http://host.example/pa-) ' (th) '",
			"http://host.example/path"},
		{"a longer URL", "http://host.example/path", "(http://host.example/pa) ' (ths) '",
			"http://host.example/pa\nths"},
		{"another URL", "http://host.example/path", "(http://host.example/) ' (other) '",
			"http://host.example/\nother"},
		{"a whole URL", "http://host.example/", "(http://host.example/) ' (path) '", "http://host.example/\npath"},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := paged(courier, "BT /F1 10 Tf 14 TL "+test.shown+" ET")
			doc = bytes.Replace(doc, []byte("/Type /Page "), []byte("/Type /Page /Annots [<</A<</URI("+test.target+")>>>>] "), 1)
			require.Equal(t, "page 1: "+test.want+"\npage 1: «"+test.target+"»\n", partsOf(t, doc))
		})
	}
}

func TestObjectsGiveTheirStrings(t *testing.T) {
	for _, test := range []struct{ name, object, want string }{
		{"a link", `<< /A << /S /URI /URI (http://host.example/a\(b\)) >> >>`, "«http://host.example/a(b)»\n"},
		{"a link in hexadecimal", `<< /URI <687474703A2F2F686F73742E6578616D706C652F> >>`,
			"«http://host.example/»\n"},
		{"a link in UTF-16", "<</URI(\xfe\xff\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h)>>", "«http://h»\n"},
		{"a link with octal escapes", `<</URI(http:\057\057host.example\57)>>`, "«http://host.example/»\n"},
		{"a link over lines", "<</URI(http://host.exam\\\nple/)>>", "«http://host.example/»\n"},
		{"brackets in a link", `<</URI(http://host.example/(a))>>`, "«http://host.example/(a)»\n"},
		{"a name with escapes", `<</#55R#49(http://host.example/)>>`, "«http://host.example/»\n"},
		{"other strings", `<< /Title (see \(http://host.example/\)) /Other (b) >>`,
			"see (http://host.example/)\n\nb\n\n"},
		{"links in an array",
			`<</URI [(http://a.example/) [[(http://b.example/)] 1] (http://c.example/)] /A (d)>>`,
			"«http://a.example/»\n«http://b.example/»\n«http://c.example/»\nd\n\n"},
		{"a comment", "% (no string http://host.example/\r<</URI(http://host.example/)>>",
			"«http://host.example/»\n"},
		{"another charset", "<</Title(\x93caf\\351\x94)>>", "“café”\n\n"},
		{"no end", "<</T(a)/URI(http://host.example/", "a\n\n"},
		{"rich text", "<</RC(<body xmlns=\"http://space.example/\">a</body>)/T(b)>>",
			"‹<body xmlns=\"http://space.example/\">a</body>\n\n›b\n\n"},
		{"a signature", "<</ByteRange[0 1]/Contents<3082" + strings.Repeat("61", 100) + ">>>", ""},
		{"the text of a page again", "<</Alt(a)/ActualText(http://)>>", "a\n\n"},
		{"a namespace", "<</NS(http://space.example/)/RegistryName(http://color.example/)>>", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, partsOf(t, []byte("%PDF-1.4\n1 0 obj "+test.object+" endobj")))
		})
	}
}

func TestObjectsAreFoundWithoutATable(t *testing.T) {
	const want = "object 1: a\n"
	contents := deflated("BT (a) Tj ET")
	stream := func(dict, after string) string {
		return "%PDF-1.5\n1 0 obj" + dict + "stream\r\n" + contents + after
	}
	for name, doc := range map[string]string{
		"as it should be": stream("<</Filter/FlateDecode/Length 20>>", "\nendstream endobj"),
		"a wrong length":  stream("<</Filter[/Fl]/Length 3>>", "\nendstream endobj"),
		"a length elsewhere": stream("<</Filter 3 0 R/Length 2 0 R>>",
			"\nendstream endobj 2 0 obj 9 endobj 3 0 obj /Fl#61teDecode endobj"),
		"no end": stream("<</Filter/FlateDecode>>", ""),
		"no end of the object": "%PDF-1.5\n9 0 obj <</X 1" + stream("<</Filter/FlateDecode>>",
			"\nendstream"),
	} {
		require.Equal(t, want, partsOf(t, []byte(doc)), name)
	}
	require.Equal(t, "error: object 1: unknown filter at offset 49\n", partsOf(t,
		[]byte(stream("<</Filter/Own/Length 20>>", "\nendstream"))))
	require.Contains(t, partsOf(t, []byte(stream("<</Filter/FlateDecode>>", ""))[:50]),
		"error: object 1: unexpected EOF at offset 47")
	require.Empty(t, partsOf(t, []byte("%PDF-1.5\n1 0 obj<</Filter/FlateDecode/Length 0>>stream\nendstream")))
}

func TestFiltersAreUndone(t *testing.T) {
	var digits [20]byte
	in85 := string(digits[:ascii85.Encode(digits[:], []byte("BT(a)Tj ET"))])
	for _, test := range []struct{ keys, data string }{
		{"/Filter /ASCII85Decode", "<~" + in85[:5] + "\n" + in85[5:] + "~>x"}, {"/Filter [/A85]", in85 + "~"},
		{"/Filter /ASCIIHexDecode", "4254 28612 9546A204554>00"}, {"/Filter [/AHx/Fl]", fmt.Sprintf("%x>",
			deflated("BT(a)Tj ET"))},
		{"/Filter /RunLengthDecode", "\x01BT\x06(a)Tj E\xffT\x80x"},
		{"/Filter /Fl /DecodeParms << /Predictor 12 /Columns 5 >>",
			deflated("\x00BT(a)\x02\x12\x16\xf8\xe4\x2b")},
		{"/Filter /Fl /DecodeParms [<< /Predictor 15 /Columns 10 >>]",
			deflated("\x01B\x12\xd4\x39\xc8\x2b\x16\xb6\x25\x0f")},
		{"/Filter /Fl /DecodeParms << /Predictor 2 /Columns 5 >>", deflated("B\x12\xd4\x39\xc8T\x16\xb6\x25\x0f")},
		{"/Filter [/Crypt /Fl]", deflated("BT(a)Tj ET")},
		{"/Filter [/Fl /Fl]", deflated(deflated("BT(a)Tj ET"))}, {"/Filter [/Fl /Fl]", deflated("BT(a)Tj ET")},
	} {
		require.Equal(t, "object 1: a\n", partsOf(t, madePDF("", madeStream(test.keys, test.data))), test.keys)
	}
	for kind, want := range []byte{0, 7, 9, 8, 7} {
		require.Equal(t, want, predicted(byte(kind), 7, 9, 9), kind)
	}
	require.Equal(t, "xxx", string(unrun([]byte("\xfex"))))
}

func TestWhatIsEncryptedWithoutAPasswordIsOpened(t *testing.T) {
	names, err := filepath.Glob("testdata/encrypted/*.pdf")
	require.NoError(t, err)
	require.Len(t, names, 6)
	for _, name := range names {
		doc, err := os.ReadFile(name)
		require.NoError(t, err)
		want := "page 1: see http://host.example/text there\npage 1: «http://host.example/link)»\n"
		if strings.Contains(name, "password") {
			want = "error: encrypted"
		}
		require.Equal(t, want, partsOf(t, doc)[:len(want)], name)
	}
	require.Equal(t, "error: encrypted", partsOf(t, madePDF("/Encrypt << /Filter /Own >>")))
}

func TestAPDFMayBeginLater(t *testing.T) {
	for head, want := range map[string]bool{
		"%PDF-1.4\n": true, "\xef\xbb\xbf%PDF-1.4\n": true, "\r\n\n%PDF-1.4\n": true, "MZ\n%PDF-1.4\n": true,
		"\x00\x01\x02%PDF-1.4": true, "HTTP/1.1 200 OK\r\n\r\n%PDF-1.4": true,
		"a %PDF-1.4": false, "From: a\n\n%PDF-1.4\n": false, "": false, "\x00" + strings.Repeat("a", 1<<10) +
			"%PDF-1.4": false,
	} {
		require.Equal(t, want, HoldsPDF(decode.Whole([]byte(head))), "%q", head)
	}
}

// The memory for fonts is limited, regardless of how many share a program or a map.
func TestFontsOfPDFsAreBounded(t *testing.T) {
	program := "\x00\x01\x00\x00\x00\x01......cmap....\x00\x00\x00\x1c...." +
		"\x00\x00\x00\x01\x00\x03\x00\x01\x00\x00\x00\x0c" +
		"\x00\x04....\x00\x02......\xff\xff..\x00\x00\x00\x00\x00\x00"
	for font, shared := range map[string]string{
		"/DescendantFonts [<< /FontDescriptor << /FontFile2 6 0 R >> >>]": program,
		"/ToUnicode 6 0 R": strings.Repeat("beginbfchar <00> <41> endbfchar ", 50_000),
	} {
		fonts, contents := "", ""
		for i := range 50 {
			fonts += fmt.Sprintf("/A%d << /Subtype /Type0 %s >> ", i, font)
			contents += fmt.Sprintf("/A%d 1 Tf <0061> Tj ", i)
		}
		doc := paged(courier, contents, madeStream("", shared))
		doc = bytes.Replace(doc, []byte("/F1 5 0 R"), []byte(fonts), 1)
		require.Contains(t, partsOf(t, doc), errWork.Error())
	}
}

// Reading a PDF ends soon, regardless of its references.
func TestPDFsThatReferToThemselvesEnd(t *testing.T) {
	form := madeStream("/Subtype /Form", "BT (a) Tj ET "+strings.Repeat("/X Do ", 100))
	doc := paged(courier, strings.Repeat("/X Do ", 100), form)
	require.Contains(t, partsOf(t, doc), errWork.Error())
	for _, doc := range []string{
		"1 0 obj 2 0 R endobj 2 0 obj 1 0 R endobj 3 0 obj << /Type /Page /Contents 1 0 R /Annots [1 0 R] >> endobj",
		"1 0 obj << /Length 1 0 R /Filter 1 0 R >> stream\nx\nendstream",
		"1 0 obj << /Type /ObjStm /N 9 /First 0 >> stream\n1 0 1 0 1 0\nendstream",
		"1 0 obj << /Type /ObjStm /N 1 >> stream\n1 0 << /URI 1 0 R >>\nendstream",
		"trailer << /Root 1 0 R >> 1 0 obj << /Type /Catalog /Pages 1 0 R /Kids [1 0 R 1 0 R] >> endobj",
	} {
		require.NotPanics(t, func() { partsOf(t, []byte("%PDF-1.5\n"+doc)) })
	}
}

func FuzzPDFsAreReadWithoutPanic(f *testing.F) {
	f.Add(links)
	f.Add(paged("<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /W [5 [300 250] 9 12 100] >>] >>",
		"BT /F1 10 Tf [(a)-300(b)] TJ 1 0 Td <0041> ' /Span << /ActualText (a) >> BDC BI ID x EI EMC /X Do ET",
		madeStream("", "beginbfrange <01> <09> [<0061>] <05> <06> <FB01> endbfrange")))
	f.Add(paged("<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences [97 /a97 /f_i] >> >>", "q 1 0 0 1 0 0 cm BT (a) Tj ET Q",
		madeStream("/Subtype /Form /Filter [/A85 /AHx /RL] /Matrix [1 0 0 1 0 0]", "~>")))
	for _, name := range []string{"rc4-40", "rc4-128", "aes-128", "aes-256", "aes-256-r5"} {
		doc, err := os.ReadFile("testdata/encrypted/" + name + ".pdf")
		require.NoError(f, err)
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		const most = 100 << 20
		d, err := OpenPDF(doc, inflated)
		if err != nil {
			return
		}
		size := 0
		for p := range d.Parts() {
			size += len(p.Data)
			if p.Strings != nil {
				decoded(p.Strings, string(p.Data), len(p.Data)+1)
			}
		}
		require.Less(t, size, most)
	})
}
