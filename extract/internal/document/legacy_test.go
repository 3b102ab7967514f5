package document

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// same translates offsets to themselves.
type same struct{}

func (same) Span(start, end int64) (int64, int64) { return start, end }

func u16(n ...int) string {
	var b []byte
	for _, one := range n {
		b = binary.LittleEndian.AppendUint16(b, uint16(one))
	}
	return string(b)
}

func u32(n ...int) string {
	var b []byte
	for _, one := range n {
		b = binary.LittleEndian.AppendUint32(b, uint32(one))
	}
	return string(b)
}

// legacyTexts describes the texts of a compound file, each with the bytes of the stream
// at its offsets.
func legacyTexts(t testing.TB, paths []string, streams map[string][]byte) (list []string) {
	item, err := Outlook(compound(paths, streams))
	require.NoError(t, err)
	require.True(t, item.Office)
	for _, s := range item.Streams {
		for text, err := range s.Texts() {
			if err != nil {
				list = append(list, err.Error())
				continue
			}
			text.From = same{}
			r := decode.ReaderOf(text)
			data, err := io.ReadAll(&r)
			require.NoError(t, err)
			start, end := text.Span(0, int64(len(data)))
			place := strings.ReplaceAll(string(s.Data[start:end]), "\x00", "")
			list = append(list, fmt.Sprintf("%s %q %q %v", s.Name, data, place, text.Link))
		}
	}
	return list
}

// madeWord returns the streams of a Word document. Each piece of its text begins with "8"
// or "16", the number of bits of its characters.
func madeWord(version, flags int, pieces ...string) map[string][]byte {
	const head = 0x200
	text, positions, places, characters := "", u32(0), "", 0
	for _, piece := range pieces {
		at := head + len(text)
		if narrow, ok := strings.CutPrefix(piece, "8"); ok {
			text += narrow
			characters += len(narrow)
			if version == 0xa5ec {
				at = at*2 | 1<<30
			}
		} else {
			text += string16(piece[2:])
			characters += len(string16(piece[2:])) / 2
		}
		positions += u32(characters)
		places += u16(0) + u32(at) + u16(0)
	}
	table := "\x01" + u16(3) + "abc\x02" + u32(len(positions)+len(places)) + positions + places
	fib := []byte(strings.Repeat("\x00", head) + text + table)
	copy(fib, u16(version))
	copy(fib[0x0a:], u16(flags))
	copy(fib[0x18:], u32(head, head+len(text)))
	copy(fib[0x160:], u32(head+len(text), len(table)))
	copy(fib[0x1a2:], u32(0, len(table)))
	return map[string][]byte{"WordDocument": fib, "1Table": []byte(table)}
}

func TestTextsOfOldWordAreRead(t *testing.T) {
	const word95, word97, oneTable = 0xa5dc, 0xa5ec, 1 << 9
	for _, test := range []struct {
		name           string
		version, flags int
		pieces         []string
		want           string
	}{
		{"pieces of both widths", word97, oneTable,
			[]string{"8http://host.exa", "16mple/é\r", "8\x1e\x1f\xe9"},
			`WordDocument "http://host.example/é\n-é" "http://host.example/\xe9\r\x1e\x1f\xe9" false`},
		{"before 97", word95, 0, []string{"8see http://host.example/\r"},
			`WordDocument "see http://host.example/\n" "see http://host.example/\r" false`},
		{"pieces before 97", word95, 1 << 2, []string{"8http://host", "8.example/"},
			`WordDocument "http://host.example/" "http://host.example/" false`},
		{"a field", word97, oneTable, []string{"8\x13HYPERLINK \"x\" \x14y\x15z"},
			`WordDocument "\nHYPERLINK \"x\" \ny\nz" "\x13HYPERLINK \"x\" \x14y\x15z" false`},
		{"encrypted", word97, oneTable | 1<<8, []string{"8a"}, "encrypted"},
		{"without a table", word97, 0, []string{"8a"}, "damaged document"},
		{"another version", 0xa5db, 0, []string{"8a"}, "unknown version of Word"},
	} {
		t.Run(test.name, func(t *testing.T) {
			streams := madeWord(test.version, test.flags, test.pieces...)
			require.Equal(t, []string{test.want}, legacyTexts(t, []string{"WordDocument", "1Table"}, streams))
		})
	}
}

// record returns a record of a workbook.
func record(kind int, body ...string) string {
	all := strings.Join(body, "")
	return u16(kind, len(all)) + all
}

// oldLink returns a Hyperlink Object with the moniker of a URL and a place.
func oldLink(url, place string) string {
	const moniker, hasPlace, hasName = 1, 8, 16
	text := func(s string) string { return u32(len(s)+1) + string16(s+"\x00") }
	return u32(2, moniker|hasPlace|hasName) + text("a name") + urlMoniker + u32(2*len(url)+2) +
		string16(url+"\x00") + text(place)
}

func TestTextsOfOldWorkbooksAreRead(t *testing.T) {
	begin97, begin95 := record(xlsBegin, u16(0x0600, 5)), record(xlsBegin, u16(0x0500, 5))
	const cells = "12345678"
	for name, test := range map[string]struct {
		book string
		want []string
	}{
		"strings that other records continue": {
			begin97 + record(xlsStrings, u32(2, 3), u16(20), "\x00http://ho") + record(xlsContinue,
				"\x01"+string16("st.exam")) +
				record(xlsContinue, "\x00ple/", u16(1), "\x0d", u16(1), u32(3), string16("a")+"1234123",
					u16(1), "\x00b"),
			[]string{`"http://host.example/" "http://ho<\x0f\x01st.exam<\x1bple/"`, `"a" "a"`, `"b" "b"`},
		},
		"a cell": {begin97 + record(0x0204, "123456", u16(2), "\x01", string16("éa")),
			[]string{`"éa" "\xe9a"`}},
		"a cell of 95": {begin95 + record(0x0204, "123456", u16(2), "\xe9a"), []string{`"éa" "\xe9a"`}},
		"a link": {begin97 + record(xlsHyperlink, cells, "1234567890123456",
			oldLink("http://a.example/", "b")), []string{"link"}},
		"a formula": {begin97 + record(xlsFormula, "12\x17\x05ab\x17\x05\x00a://b\x17\x02\x00ab"),
			[]string{`"a://b" "a://b"`}},
		"a comment": {begin97 + record(xlsTextBox, "1234567890", u16(3)) + record(xlsContinue,
			"\x00a:b"), []string{`"a:b" "a:b"`}},
		"a comment, 95": {begin95 + record(xlsNote, "1234", u16(3), "a:b"), []string{`"a:b" "a:b"`}},
		"a workbook": {begin97 + record(0x01ae, "12", u16(8), "\x00\x01\x05\x05a://b"),
			[]string{`"a://b" "a://b"`}},
		"a short one": {begin97 + record(xlsStrings, u32(1, 1), u16(9), "\x01a") + "12", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, text := range test.want {
				want = append(want, "Workbook "+text+" false")
			}
			if name == "a link" {
				place := "http://a.example/" + u32(2) + "b"
				want = []string{fmt.Sprintf("Workbook %q %q true", "http://a.example/#b",
					strings.ReplaceAll(place, "\x00", ""))}
			}
			streams := map[string][]byte{"Workbook": []byte(test.book), "Book": []byte("a")}
			require.Equal(t, want, legacyTexts(t, []string{"Workbook", "Book"}, streams))
		})
	}
	book := map[string][]byte{"Book": []byte(begin95 + record(xlsEncrypted, "1"))}
	require.Equal(t, []string{"encrypted"}, legacyTexts(t, []string{"Book"}, book))
}

// slide returns a record of a presentation.
func slide(version, kind int, body ...string) string {
	all := strings.Join(body, "")
	return u16(version, kind) + u32(len(all)) + all
}

func TestTextsOfOldPresentationsAreRead(t *testing.T) {
	const container = 0x0f
	show := slide(container, 0x03e8, slide(0, pptBytes, "see a://b\x0b\xe9"),
		slide(0, pptText, string16("é")),
		slide(container, pptHyperlink, slide(0, 0x0fd3, u32(1)), slide(0, pptString, string16("a name")),
			slide(0x10, pptString, string16("a://c")),
			slide(0x30, pptString, string16("d"))), slide(0, pptString, string16("e")))
	want := []string{
		`PowerPoint Document "see a://b\né" "see a://b\v\xe9" false`, `PowerPoint Document "é" "\xe9" false`,
		`PowerPoint Document "a name" "a name" false`,
		`PowerPoint Document "a://c#d" "a://c0\xba\x0f\x02d" true`, `PowerPoint Document "e" "e" false`,
	}
	paths := []string{"PowerPoint Document", "Current User"}
	require.Equal(t, want, legacyTexts(t, paths, map[string][]byte{paths[0]: []byte(show),
		paths[1]: []byte("a")}))
	encrypted := map[string][]byte{paths[0]: []byte(show),
		paths[1]: []byte("12345678\x14\x00\x00\x00\xdf\xc4\xd1\xf3")}
	require.Equal(t, []string{"encrypted"}, legacyTexts(t, paths, encrypted))
}

// oldSamples returns a document or a part of one of each program, with a URL in its text.
func oldSamples() map[string][]byte {
	const url = "http://host.example/"
	doc := madeWord(0xa5ec, 1<<9, "8see http://host",
		"16.example/ or \x13 HYPERLINK \""+url+"a.\" \\l \"b\" \x14it\x15\r")
	book := record(xlsBegin, u16(0x0600, 5)) + record(xlsStrings, u32(1, 1), u16(len(url)), "\x00http:") +
		record(xlsContinue, "\x01"+string16("//host.example/")) + record(xlsHyperlink, "12345678",
		"1234567890123456", oldLink(url+"a", "b"))
	show := slide(0x0f, 0x03e8, slide(0, pptBytes, "see "+url), slide(0x0f, pptHyperlink, slide(0x10,
		pptString, string16(url+"a"))))
	return map[string][]byte{
		"document.iwa": iWork(proto(3, "see "+url), proto(4, proto(9, url+"a"))),
		"strings.bin": []byte(sheetMagics[0] + u32(1, 1) + sheetRecord(19, "\x00", u32(len(url)),
			string16(url))),
		"old.doc": compound([]string{"WordDocument", "1Table"}, doc),
		"old.xls": compound([]string{"Workbook"}, map[string][]byte{"Workbook": []byte(book)}),
		"old.ppt": compound([]string{"PowerPoint Document"},
			map[string][]byte{"PowerPoint Document": []byte(show)}),
	}
}

func FuzzOldOfficeIsBounded(f *testing.F) {
	streams := madeWord(0xa5ec, 1<<9, "8http://host.exa", "16mple/")
	f.Add(streams["WordDocument"], streams["1Table"])
	f.Add([]byte(record(xlsBegin, u16(0x0600, 5))+record(xlsStrings, u32(1, 1), u16(2),
		"\x00a")+record(xlsContinue, "\x01b\x00")), []byte(nil))
	f.Add([]byte(record(xlsHyperlink, strings.Repeat("1", 24), oldLink("a://b", "c"))), []byte(nil))
	f.Add([]byte(u16(0x0f, pptHyperlink)+u32(20)+u16(0x10, pptString)+u32(2)+string16("a")), []byte(nil))
	f.Fuzz(func(t *testing.T, data, table []byte) {
		for _, texts := range streamTexts {
			s := Legacy{Data: data, texts: texts, beside: map[string][]byte{"0Table": table,
				"1Table": table, "Current User": table}}
			size := 0
			for text, err := range s.Texts() {
				if err != nil {
					continue
				}
				text.From = same{}
				for b := text.Next(); b != nil; b = text.Next() {
					size += len(b)
				}
				start, end := text.Span(0, 1)
				require.True(t, 0 <= start && start <= end && end <= int64(len(data)))
			}
			require.LessOrEqual(t, size, 4*len(data))
		}
	})
}

func string16(text string) string { return string(UTF16(text)) }

func TestDeletedAndRaisedTextOfOldWordIsApart(t *testing.T) {
	for _, aside := range []string{"\x03\x00\x08\x01", "\x03\x48\x2a\x01", "\x04\x45\x48\x06\x00"} {
		textOfOldWordIsApart(t, aside)
	}
}

func textOfOldWordIsApart(t *testing.T, aside string) {
	t.Helper()
	const page, plain = 0x400, "\x05\x35\x08\x01\x03\x6a"
	streams := madeWord(0xa5ec, 1<<9, "8http://host.example/old", "8new b", "16c", "8d")
	doc := append(streams["WordDocument"], make([]byte, 2*page)...)[:page+512]
	formats := doc[page:]
	runs := []int{0x200, 0x214, 0x217, 0x21b, 0x21e, 0x21f}
	for i, at := range runs {
		copy(formats[4*i:], u32(at))
	}
	for i, at := range []byte{0, 100, 110, 100, 110} {
		formats[4*len(runs)+i] = at
	}
	copy(formats[200:], aside)
	copy(formats[220:], plain)
	formats[511] = byte(len(runs) - 1)
	table := append([]byte(nil), streams["1Table"]...)
	copy(doc[0xfa:], u32(len(table), 12))
	streams["WordDocument"], streams["1Table"] = doc, append(table, u32(0x200, 0x21f, page/512)...)
	require.Equal(t, []string{
		`WordDocument "http://host.example/new d" "http://host.example/oldnew bcd" false`,
		`WordDocument "old\nbc" "oldnew bc" false`,
	}, legacyTexts(t, []string{"WordDocument", "1Table"}, streams))
}
