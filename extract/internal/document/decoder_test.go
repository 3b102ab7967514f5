package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// pieces is a stage that returns a text, step bytes at a time.
type pieces struct {
	text string
	step int
}

func (p *pieces) Next() []byte {
	if p.text == "" {
		return nil
	}
	next := p.text[:min(p.step, len(p.text))]
	p.text = p.text[len(next):]
	return []byte(next)
}

func (*pieces) IsCut() bool { return false }

func (*pieces) IsWhole() bool { return false }

func (*pieces) Span(start, end int64) (int64, int64) { return start, end }

// decoded returns the output of a decoder for a document that arrives step bytes at a
// time, with links in « » and pages in ‹ ›.
func decoded(d Decoder, input string, step int) string {
	var out strings.Builder
	var texts Texts
	texts.Reset(&pieces{input, step}, d, 0)
	page := false
	for more := true; more; more = texts.Split {
		texts.Begin()
		html := texts.HTML
		for text := texts.Next(); text != nil; text = texts.Next() {
			if html != page {
				out.WriteString(map[bool]string{true: "‹", false: "›"}[html])
				page = html
			}
			out.Write(text)
		}
		if texts.Link != nil {
			fmt.Fprintf(&out, "«%s»\n", texts.Link.Out)
		}
	}
	return out.String()
}

// requireDecoded requires the output of a decoder for a document, regardless of how the
// document is divided.
func requireDecoded(t *testing.T, fresh func() Decoder, input, want string) {
	t.Helper()
	for _, step := range []int{len(input) + 1, 1, 7} {
		require.Equal(t, want, decoded(fresh(), input, step), "%d bytes at a time", step)
	}
}

func newRTF() Decoder    { return new(RTF) }
func newFolded() Decoder { return new(Folded) }

func TestRTFGivesItsText(t *testing.T) {
	for _, test := range []struct{ name, rtf, want string }{
		{"deleted",
			`{\rtf1 http://host.example/{\deleted\revauthdel1 old}{\revised new}\deleted a\deleted0  b}`,
			"http://host.example/new b"},
		{"raised",
			`{\rtf1 http://host.example/a{\super 1} http://host.example/b\up6 2\up0  http://host.example/c{\dn0 d}}`,
			"http://host.example/a\n1 http://host.example/b\n2 http://host.example/cd"},
		{"words", `{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}{\colortbl;\red0\green0\blue255;}see\b  http://host.example/a\b0 , please\par}`,
			"see http://host.example/a, please\n"},
		{"lines do not count", "{\\rtf1 http://host.exa\r\nmple/b}", "http://host.example/b"},
		{"escapes", `{\rtf1 http://host.example/\{a\}\\b\~c}`, `http://host.example/{a}\b` + "\u00a0c"},
		{"a field", `{\rtf1 go {\field{\*\fldinst{HYPERLINK "http://host.example/x" }}{\fldrslt{\ul here}}}.}`,
			"go \nHYPERLINK \"http://host.example/x\" \nhere."},
		{"a field in pieces", `{\rtf1{\field{\*\fldinst{HYPERLINK "http://host}{\insrsid1 .example/x"}}{\fldrslt y}}}`,
			"\nHYPERLINK \"http://host.example/x\"\ny"},
		{"a link of a shape", `{\rtf1{\shp{\*\shpinst{\sp{\sv{\*\hl{\hlsrc http://host.example/x}}}}}}}`,
			"\n\n\n\n\nhttp://host.example/x\n"},
		{"a code page", `{\rtf1\ansi\ansicpg1251 \'ef\'f0\'e8\'e2\'e5\'f2}`, "привет"},
		{"a font's code page", `{\rtf1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}\f1 \'82\'a0\'83A\f0 \'e9}`, "あアé"},
		{"Unicode", `{\rtf1\uc1 \u1087?\u-10179?\u-8704? x}`, "п😀 x"},
		{"Unicode at the ends of its surrogates", `{\rtf1\uc1 \u-10240?\u-9216?\u-9217?\u-8193? x}`,
			"\U00010000\U0010ffff x"},
		{"Unicode with two characters for one", `{\rtf1\uc2\u233 eex\u233\'65\'65y}`, "éxéy"},
		{"Unicode with none", `{\rtf1{\uc0\u233 x}\u233 ?y}`, "éxéy"},
		{"a picture", `{\rtf1 a{\pict\wmetafile8 68747470}{\*\shppict{\pict 68}}b}`, "ab"},
		{"binary data", "{\\rtf1 a{\\pict\\bin4 }}{\\}b}", "ab"},
		{"what may be passed over", `{\rtf1 a{\*\unheardof http://host.example/}b}`, "ab"},
		{"a template", `{\rtf1{\*\template http://host.example/t.dotm}a}`, "\nhttp://host.example/t.dotm\na"},
		{"a footnote", `{\rtf1 text{\footnote see http://host.example/}, on}`,
			"text\nsee http://host.example/\n, on"},
		{"not closed", `{\rtf1 {{ http://host.example/`, " http://host.example/"},
		{"closed too often", `{\rtf1 a}}}} b`, "a b"},
		{"a page", `{\rtf1\ansi\fromhtml1 {\*\htmltag19 <html>}{\*\htmltag84 <a href="http://host.example/?a&amp;b">}\htmlrtf {\field{\*\fldinst{HYPERLINK "x"}}{\fldrslt\htmlrtf0 ` +
			`text\htmlrtf }\htmlrtf0 \htmlrtf }\htmlrtf0 {\*\htmltag92 </a>}{\*\mhtmltag84 <a href="y">}\par }`,
			"<html><a href=\"http://host.example/?a&amp;b\">text</a>\n"},
	} {
		t.Run(test.name, func(t *testing.T) { requireDecoded(t, newRTF, test.rtf, test.want) })
	}
	require.True(t, HoldsHTML([]byte(`{\rtf1\ansi\fromhtml1 \deff0`)))
	require.False(t, HoldsHTML([]byte(`{\rtf1\ansi\fromtext \deff0`)))
}

func TestGroupsOfAnyDepthAreRead(t *testing.T) {
	const n = 100_000
	want := "a" + "b"
	require.Equal(t, want, decoded(newRTF(), `{\rtf1 `+strings.Repeat("{", n)+"a"+strings.Repeat("}", n)+"b}",
		1<<20))
}

func TestFoldedLinesAreJoined(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a calendar", "BEGIN:VCALENDAR\r\nDESCRIPTION:see http://host.exa\r\n mple/x\\, and\\nhttp://host.example/y\r\nEND:VCALENDAR\r\n",
			"BEGIN:\nVCALENDAR\nDESCRIPTION:\nsee http://host.example/x, and\nhttp://host.example/y\nEND:\nVCALENDAR\n"},
		{"a directory", "dn: cn=a\nobjectclass: b\nhome: http://host.exa\n mple/\\n\n" +
			"url:: aHR0cDovL2hvc3Qu\n ZXhhbXBsZS9h\nphoto:: /9j/\n",
			"dn:\n cn=a\nobjectclass:\n b\nhome:\n http://host.example/\\n\nurl:\nhttp://host.example/a\nphoto:\n"},
		{"base64", "ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cDov\r\n L2hvc3QuZXhhbXBsZS9h\r\n" +
			"PHOTO;ENCODING=b:/9j/\r\nURL:x\r\n",
			"ATTACH;ENCODING=BASE64;VALUE=BINARY:\nhttp://host.example/a\nPHOTO;ENCODING=b:\n\nURL:\nx\n"},
		{"a tab, and only line feeds", "URL:http://host.exa\n\tmple/x\n", "URL:\nhttp://host.example/x\n"},
		{"folded again and again", "URL:http\r\n :/\r\n /host.\r\n example\r\n /\r\n",
			"URL:\nhttp://host.example/\n"},
		{"a parameter", `ATTENDEE;DIR="http://host.example/a:b";CN=Ann:mailto:ann@host.example` + "\r\n",
			`ATTENDEE;DIR="http://host.example/a:b";CN=Ann` + ":\nmailto:ann@host.example\n"},
		{"a parameter with a value that looks like another",
			"SUMMARY;LANGUAGE=eng:QUOTED-PRINTABLE =41\r\nSUMMARY;LANGUAGE=en:QUOTED-PRINTABLE =41\r\n",
			"SUMMARY;LANGUAGE=eng:\nQUOTED-PRINTABLE =41\nSUMMARY;LANGUAGE=en:\nQUOTED-PRINTABLE =41\n"},
		{"escaped colons", "item1.URL;type=pref:http\\://host.example/\r\n",
			"item1.URL;type=pref:\nhttp://host.example/\n"},
		{"quoted-printable", "NOTE;ENCODING=QUOTED-PRINTABLE:see=0D=0Ahttp://host.example/a=\r\n/b=3Dc =C3=A9 =E9=\r\n", "NOTE;ENCODING=QUOTED-PRINTABLE:\nsee\r\nhttp://host.example/a/b=c é é"},
		{"quoted-printable at the end", "NOTE;ENCODING=QUOTED-PRINTABLE:a=3D",
			"NOTE;ENCODING=QUOTED-PRINTABLE:\na="},
		{"not quoted-printable", "URL:http://host.example/?a=3D\r\n", "URL:\nhttp://host.example/?a=3D\n"},
		{"a page", "X-ALT-DESC;FMTTYPE=text/html:<a href=\"http://host.example/?a\\,b&amp;c\">\r\nURL:x\r\n",
			"X-ALT-DESC;FMTTYPE=text/html:\n‹<a href=\"http://host.example/?a,b&amp;c\">›\nURL:\nx\n"},
		{"a backslash at the end", `NOTE:a\`, "NOTE:\na\\"},
	} {
		t.Run(test.name, func(t *testing.T) { requireDecoded(t, newFolded, test.text, test.want) })
	}
	require.True(t, IsFolded(decode.Whole([]byte("begin:vcard\r\n"))))
	require.True(t, IsFolded(decode.Whole([]byte("\xef\xbb\xbfBEGIN:VCALENDAR\n"))))
	require.False(t, IsFolded(decode.Whole([]byte("BEGIN:VCARDS\r\n"))))
}

func FuzzDocumentsMayBeWrittenInPiecesOfAnySize(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansi{\fonttbl{\f0\fcharset128 A;}}\uc1\u233 ?\'82\'a0{\*\fldinst HYPERLINK "http://host.example/"}\bin3 abc}`), uint16(5))
	f.Add([]byte("BEGIN:VCARD\r\nNOTE;ENCODING=QUOTED-PRINTABLE:a=0D=\r\n b\\,c\r\n d"), uint16(3))
	f.Fuzz(func(t *testing.T, data []byte, step uint16) {
		for _, fresh := range []func() Decoder{newRTF, newFolded} {
			whole := decoded(fresh(), string(data), len(data)+1)
			require.Equal(t, whole, decoded(fresh(), string(data), int(step)+1))
		}
	})
}
