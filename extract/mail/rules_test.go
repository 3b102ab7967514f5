package mail

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// The names that are known, each with what it stands for: a change of one is to be seen.
func TestKnownNames(t *testing.T) {
	const golden = "testdata/names.txt"
	var b strings.Builder
	section := func(name string, lines []string) {
		slices.Sort(lines)
		fmt.Fprintf(&b, "%s\n\t%s\n", name, strings.Join(lines, "\n\t"))
	}
	section("attributes that are links", slices.Collect(maps.Keys(links)))
	section("attributes that are text", slices.Collect(maps.Keys(isText)))
	section("elements within a line", slices.Collect(maps.Keys(inline)))
	section("elements of XML within a line", slices.Collect(maps.Keys(inlineNames)))
	section("fields with addresses", slices.Collect(maps.Keys(writtenFields)))
	section("charsets", pairs(aliases()))
	section("zones", pairs(zones))
	section("bodies", pairs(bodyNames))
	section("references", pairs(common))
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
	for alias, name := range aliases() {
		_, known := newDecoder(alias)
		require.True(t, known, alias)
		require.NotContains(t, aliases(), name)
	}
	for upper, lower := range commonNames {
		require.Equal(t, strings.ToLower(upper), lower)
	}
}

func pairs[V any](of map[string]V) (lines []string) {
	for name, value := range of {
		lines = append(lines, fmt.Sprintf("%s %v", name, value))
	}
	return lines
}

func TestWhereAURLMayBe(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "no": false, "Re: x": false, "a:": false, "12:34": false, "12:34:56": false, "a:b": true, "1:b": true, "a:1": true, ":1": true,
		"<http: //a.example/>": true, "x: <a": false, "12:34 a:b": true, "x: y: z:a": true, "<x:": false,
	} {
		require.Equal(t, want, mayHoldURL([]byte(text)), text)
	}
}

func TestSchemesOfLinks(t *testing.T) {
	for link, want := range map[string]bool{
		"": false, "a": false, ":": false, "1:x": false, "a:": true, "http://a": true, "a/b:c": false, "a b:c": false, "a+b-c.d1:": true, "?a:b": false, "a_b:": false,
	} {
		require.Equal(t, want, hasScheme([]byte(link)), link)
	}
}

func TestLinesOfABatch(t *testing.T) {
	for line, want := range map[string]bool{
		"#! rnews 10\n": true, "#! rnews\n": false, "#! rnews x\n": false, "#!rnews 10\n": false, "#! cunbatch\n": true, "#! gunbatch -x\n": true, "#! sh\n": false, "#!\n": false, "": false,
		"# rnews 10\n": false, "#! c7unbatch": true,
	} {
		require.Equal(t, want, isBatch([]byte(line)), line)
	}
}

func TestParametersOfAField(t *testing.T) {
	for value, want := range map[string]string{
		"text/plain": "", "text/plain; a=b": "a=b", `text/plain; a="b;c" ; D=e`: "a=b;c d=e", "text/plain a=b": "a=b", "text/plain!a=b": "", "a/b;a=b;;c=d;": "a=b c=d",
		"a/b; x": "", "a/b; x; y=z": "y=z", "a/b; a = b": "a=b", `a/b; a="b\"c"`: `a=b"c`,
	} {
		var got []string
		for _, p := range readParams([]byte(value)) {
			if len(p.value) > 0 {
				got = append(got, fmt.Sprintf("%s=%s", strings.ToLower(fmt.Sprint(p.name)), p.value))
			}
		}
		require.Equal(t, want, strings.Join(got, " "), value)
	}
}

func TestLinesOfBase64(t *testing.T) {
	const whole = "QUJDRGVmZ2g0NTY3"
	for _, c := range []struct {
		line  string
		width int
		want  bool
	}{
		{whole, 0, true}, {whole, 16, true}, {whole, 20, true}, {whole, 12, false}, {"QUJDaGV0", 16, true}, {whole[:8], 16, false}, {whole[:4], 16, false}, {whole[:15], 16, false},
		{whole[:14] + "==", 16, true}, {whole[:13] + "===", 16, false}, {"abcdefghabcdefgh", 20, false}, {"abcdefghabcdefgh", 16, true}, {"ABCDefgh1234-_==", 16, false},
		{"ABCD", 4, true}, {"====", 4, false}, {"", 0, false}, {"QUJD QUJ", 8, false},
	} {
		require.Equal(t, c.want, isWholeLine([]byte(c.line+"\n"), c.width), "%q %d", c.line, c.width)
	}
}

func TestSuspectLines(t *testing.T) {
	var w walker
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true, "Fram": false, "From:": false, "#": true, "#! ": true, "#x": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false, "(This file must be converted with BinHex": true, "(x": false, "x": true,
	} {
		require.Equal(t, want, w.suspect([]byte(line)), line)
	}
}

// textsOf returns the texts of a stream of a format, without header fields.
func textsOf(t *testing.T, format Format, r io.Reader) (all []string) {
	for text, err := range New(Config{Format: format, Shown: true, Unpack: unpacked(t)}).Texts(r) {
		if err != nil {
			all = append(all, "error: "+err.Error())
			continue
		}
		data, _ := io.ReadAll(iotest.OneByteReader(text))
		if text.Header == "" {
			all = append(all, cmp.Or(text.Attribute, "-")+" "+strings.TrimSpace(string(data))+" "+text.Shown)
		}
	}
	return all
}

// What ends too early has an end, and what stands before it is read.
func TestWhatIsNotClosedEnds(t *testing.T) {
	for _, c := range []struct {
		format Format
		text   string
		want   []string
	}{
		{HTML, "a <!DOCTYPE never closed http://a.example/", []string{"- a "}},
		{HTML, "a <?xml never closed", []string{"- a "}},
		{HTML, "a <!-- b http://a.example/", []string{"- a \n b http://a.example/ "}},
		{HTML, "a <![CDATA[ b ]] http://a.example/", []string{"- a \n b ]] http://a.example/ "}},
		{HTML, `a <a href="http://a.example/`, []string{"href http://a.example/ "}},
		{HTML, "a <script type=json>\"http:\\/\\/a.example\\/\\u0041", []string{"- a \n\"http://a.example/A "}},
		{HTML, "a <script type=json>\"http:\\/\\/a.example\\/\\u004", []string{"- a \n\"http://a.example/\\u004 "}},
		{HTML, `<a href="http://a.example/">ab<b>cd</b><br>e<td>f</a>`, []string{"href http://a.example/ abcd e f", "- abcd\ne\nf "}},
		{HTML, `<a href="http://a.example/">a<font>b</font>c<w:r>d</w:r>e<w:p>f</w:p><p>g</a>`, []string{"href http://a.example/ abcde f g", "- abc\nd\ne\nf\n\ng "}},
		{Mbox, "#! rnews\nhttp://a.example/\n", []string{"- #! rnews\nhttp://a.example/ "}},
		{Plain, "http://a.example/", []string{"- http://a.example/ "}},
		{Single, "Subject: a\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.=\t \nexample/=41=\n", []string{"- http://a.example/A "}},
		{Calendar, "BEGIN:VCALENDAR\nDESCRIPTION:http://a.exa\n mple/\n", nil},
	} {
		got := textsOf(t, c.format, strings.NewReader(c.text))
		if c.want != nil {
			require.Equal(t, c.want, got, c.text)
		}
		require.Equal(t, got, textsOf(t, c.format, iotest.OneByteReader(strings.NewReader(c.text))), c.text)
	}
}

// A stream of a PDF may be cut anywhere.
func TestAStreamOfAPDFThatIsCutEnds(t *testing.T) {
	for _, doc := range documents() {
		if !strings.HasPrefix(doc, "%PDF") {
			continue
		}
		for n := 0; n < len(doc); n += 7 {
			textsOf(t, Auto, strings.NewReader(doc[:n]))
		}
	}
}

func TestFormatsAreToldByTheirFirstBytes(t *testing.T) {
	for text, want := range map[string]Format{
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n": Calendar, "BEGIN:VCARD\nFN:x\n": Calendar, "%PDF-1.4\n": PDF, "{\\rtf1 x}": RTF, "<html><body>": HTML, "<!DOCTYPE html>": HTML,
		"From a@b Mon Jan  2 15:04:05 1995\nFrom: a\n\n": Mbox, "From: a@b\nTo: b@c\nSubject: x\n\ny": Single, "\x01\x01\x01\x01\nFrom: a\n\nx\n\x01\x01\x01\x01\n": MMDF,
		"BABYL OPTIONS:\nVersion: 5\n\x1f\f\n1,,\n": Babyl, "x": Plain, "": Plain, "\x78\x9f\x3e\x22\x00\x00": TNEF, "WARC/1.0\r\nWARC-Type: response\r\n\r\n": WARC,
	} {
		got, certain := Detect([]byte(text), true)
		require.True(t, certain)
		require.Equal(t, want, got, "%q", text)
	}
}

// What follows what was unpacked is read to the end of the stream, so that an error there is told.
func TestAStreamIsReadToItsEnd(t *testing.T) {
	broken := errors.New("broken")
	batch := "#! rnews 30\nPath: a\n\nhttp://a.example/\n"
	for _, head := range []string{"#! cunbatch\nnothing", batch, "text", "From: a@b\nTo: b\nSubject: c\n\nx"} {
		r := io.MultiReader(strings.NewReader(head+strings.Repeat("more\n", 100_000)), iotest.ErrReader(broken))
		told := false
		for text, err := range New(Config{Unpack: unpacked(t)}).Texts(r) {
			if text != nil {
				io.Copy(io.Discard, text)
			}
			told = told || errors.Is(err, broken)
		}
		require.True(t, told, head)
	}
}

func TestDatesAreReadAsISOHasThem(t *testing.T) {
	for text, want := range map[string]string{
		"1995-03-12T04:05:06Z": "1995-03-12 04:05", "1995-03-12": "1995-03-12 00:00", "1995-12-3T10:11:12Z": "1995-12-03 10:11", "2001-1-2 03:04:05": "2001-01-02 03:04",
	} {
		require.Equal(t, want, parseDate(text).UTC().Format("2006-01-02 15:04"), text)
	}
}

// A rule of dashes or the like is no base64.
func TestRulesAreNoBase64(t *testing.T) {
	for line, want := range map[string]bool{"QUJD\n": true, "----\n": false, "____\n": false, "Q---\n": true, "QUJ\n": false, "\n": false, "QUJDQUJD\r\n": true, "QU D\n": false} {
		b := new(base64)
		b.buf = []byte(line)
		require.Equal(t, want, b.whole(b.buf), line)
	}
}
