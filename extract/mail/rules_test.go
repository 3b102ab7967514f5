package mail

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSummerTimeIsAnHourAhead(t *testing.T) {
	for summer, winter := range map[string]string{
		"edt": "est", "cdt": "cst", "mdt": "mst", "pdt": "pst", "akdt": "akst", "adt": "ast", "ndt": "nst", "west": "wet", "mesz": "mez", "mest": "met", "cest": "cet", "sst": "swt",
		"eest": "eet", "msd": "msk", "aedt": "aest", "nzdt": "nzst",
	} {
		require.Equal(t, zones[winter]+60, zones[summer], summer)
	}
	for _, c := range []struct{ east, west string }{{"adt", "edt"}, {"est", "cst"}, {"cst", "mst"}, {"mst", "pst"}, {"pst", "akst"}, {"akst", "hst"}, {"eet", "cet"}, {"cet", "wet"}, {"msk", "eet"}} {
		require.Equal(t, zones[c.west]+60, zones[c.east], c.east)
	}
	for name, hours := range map[string]int{"est": -5, "bst": 1, "mez": 1, "met": 1, "jst": 9, "kst": 9, "hkt": 8, "aest": 10, "nzt": 12, "nzst": 12} {
		require.Equal(t, hours*60, zones[name], name)
	}
}

func TestTextWithoutAColonInAWordHoldsNoURL(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "no": false, "Re: x": false, "a:": false, "12:34": false, "12:34:56": false, "a:b": true, "1:b": true, "a:1": true, ":1": true,
		"<http: //a.example/>": true, "x: <a": false, "12:34 a:b": true, "x: y: z:a": true, "<x:": false,
	} {
		require.Equal(t, want, mayHoldURL([]byte(text)), text)
	}
}

func TestLinksWithASchemeAreRecognized(t *testing.T) {
	for link, want := range map[string]bool{
		"": false, "a": false, ":": false, "1:x": false, "a:": true, "http://a": true, "a/b:c": false, "a b:c": false, "a+b-c.d1:": true, "?a:b": false, "a_b:": false,
	} {
		require.Equal(t, want, hasScheme([]byte(link)), link)
	}
}

func TestFirstLinesOfBatchesAreRecognized(t *testing.T) {
	for line, want := range map[string]bool{
		"#! rnews 10\n": true, "#! rnews\n": false, "#! rnews x\n": false, "#!rnews 10\n": false, "#! cunbatch\n": true, "#! gunbatch -x\n": true, "#! sh\n": false, "#!\n": false, "": false,
		"# rnews 10\n": false, "#! c7unbatch": true,
	} {
		require.Equal(t, want, isBatch([]byte(line)), line)
	}
}

func TestParametersOfAFieldAreRead(t *testing.T) {
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

func TestWholeLinesOfBase64AreRecognized(t *testing.T) {
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

func TestLinesThatMayEndATextAreSuspect(t *testing.T) {
	var l lines
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true, "Fram": false, "From:": false, "#": true, "#! ": true, "#x": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false, "(This file must be converted with BinHex": true, "(x": false, "x": true,
	} {
		require.Equal(t, want, l.suspect([]byte(line)), line)
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
func TestWhatIsNeverClosedEndsWithTheStream(t *testing.T) {
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
		{HTML, `<a href="http://a.example/">a<b title="x>y" id='z>'>b</b><i class=c>d</i></a>`, []string{"href http://a.example/ abd", "- abd "}},
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

func TestFormatsAreKnownByTheirFirstBytes(t *testing.T) {
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
func TestErrorsAfterABatchAreReported(t *testing.T) {
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

// The dates that people and programs of several countries and times have written.
func TestDatesInManyFormsAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"1998/03/24": "1998-03-24T00:00:00Z", "1998/3/4 10:11:12 PST": "1998-03-04T10:11:12-08:00", "1998.03.24": "1998-03-24T00:00:00Z",
		"24.03.1998 10:11": "1998-03-24T10:11:00Z", "4.3.98": "1998-03-04T00:00:00Z", "03.04.98, 10:11 Uhr": "1998-04-03T10:11:00Z",
		"24/03/98": "1998-03-24T00:00:00Z", "03/24/98 9:11 PM": "1998-03-24T21:11:00Z", "98-03-24": "1998-03-24T00:00:00Z", "03/03/98": "1998-03-03T00:00:00Z",
		"3/24/100": "2000-03-24T00:00:00Z", "12/31/1999 12:10 AM": "1999-12-31T00:10:00Z",

		"19 Mai 1996": "1996-05-19T00:00:00Z", "Di, 19. März 1996 10:11:12 MEZ": "1996-03-19T10:11:12+01:00", "Di, 19 M\xe4r 1996": "1996-03-19T00:00:00Z",
		"=?iso-8859-1?Q?Di,_19_M=E4rz_1996?=": "1996-03-19T00:00:00Z", "19 Mrz 96": "1996-03-19T00:00:00Z", "1. Dez. 1996": "1996-12-01T00:00:00Z",
		"mar., 19 mai 1998 10:11:12 +0200": "1998-05-19T10:11:12+02:00", "mardi 24 mars 1998": "1998-03-24T00:00:00Z", "lun, 31 août 1998": "1998-08-31T00:00:00Z",
		"jeu, 2 juil. 1998": "1998-07-02T00:00:00Z", "1er juin 1998": "1998-06-01T00:00:00Z", "3 FÉVRIER 1998": "1998-02-03T00:00:00Z", "3 Décembre 1998": "1998-12-03T00:00:00Z",
		"mar, 19 mag 1998": "1998-05-19T00:00:00Z", "Mar 24 Mar 1998": "1998-03-24T00:00:00Z", "martedì 6 gennaio 1998": "1998-01-06T00:00:00Z", "9 giu 1998": "1998-06-09T00:00:00Z",
		"martes, 5 de enero de 1998": "1998-01-05T00:00:00Z", "10 dic 1998": "1998-12-10T00:00:00Z", "jueves, 1 ago 1998": "1998-08-01T00:00:00Z",
		"dinsdag 3 maart 1998": "1998-03-03T00:00:00Z", "maandag 4 mei 1998": "1998-05-04T00:00:00Z", "3 mrt 1998": "1998-03-03T00:00:00Z",
		"ter, 7 out 1998": "1998-10-07T00:00:00Z", "3 de março de 1998": "1998-03-03T00:00:00Z", "3 set 1998": "1998-09-03T00:00:00Z", "3 maj 1998": "1998-05-03T00:00:00Z",

		"Mar 24 10:11:12 1998": "1998-03-24T10:11:12Z", "Tue Mar 24 10:11 1998 remote from decwrl": "1998-03-24T10:11:00Z",
		"24 FEB 1984 1034-EST": "1984-02-24T10:34:00-05:00", "Friday, 24 Feb 84 1034 PST": "1984-02-24T10:34:00-08:00",
		"Mon Jan  3 10:11:12 19100": "2000-01-03T10:11:12Z", "17 Sep 0102 16:06:15": "2002-09-17T16:06:15Z", "17 Sep 0002 16:06:15": "2002-09-17T16:06:15Z",

		"03/04/98": "", "3-4-1998 10:11": "", "01/02/03": "", "24/03/01": "", "30/02/98": "", "13/13/98": "", "10.11.12.13": "", "1/2": "", "24/03.98": "", "1998/03": "",
		"Not supplied": "", "19 juillet": "", "19 jui 1998": "", "19 Maand 1998": "", "19 Foo 1996": "", "1998/3/4444": "", "": "", "/": "", "24.03.": "",
	} {
		got := ""
		if date := parseDate(text); !date.IsZero() {
			got = date.Format(time.RFC3339)
		}
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"3/24/98 10:11", "24.03.1998 10:11", "19 Mai 1996 10:11"} {
		require.Nil(t, fromDate([]byte("From ann "+text)), "a line of text is no mark of a message")
	}
}

// Where the Date field tells no date, another field does, in one order however they stand in the header.
func TestOtherFieldsDateAMessageIfDateDoesNot(t *testing.T) {
	lines := []string{ // in the order in which they are believed
		"Date: 1 Jan 2001", "Posted: Tue Jan  2 10:00:00 2001", "X-Original-Date: 3 Jan 2001", "Injection-Date: 4 Jan 2001", "NNTP-Posting-Date: 5 Jan 2001 10:00:00 GMT",
		"X-Google-ArrivalTime: 2001-01-06 10:11:12 PST", "X-OriginalArrivalTime: 07 Jan 2001 10:00:00.0123 (UTC) FILETIME=[577567B0:01C24DF8]",
		"Date-Received: Mon, 8-Jan-01 10:00:00 EST", "Delivery-Date: 9 Jan 2001", "Received: from a.example (10.1.2.3)\n\tby b.example; Wed, 10 Jan 2001 10:00:00 +0000",
	}
	dated := func(text string) (day int, field string) {
		for text, err := range New(Config{}).Texts(strings.NewReader(text)) {
			require.NoError(t, err)
			date, field := text.Message.Dated()
			require.Equal(t, text.Message.Date(), date)
			if field == "" {
				require.True(t, date.IsZero())
				return 0, ""
			}
			require.Equal(t, "2001-01", date.Format("2006-01"))
			return date.Day(), field
		}
		t.Fatal("no text")
		return 0, ""
	}
	const body = "From: ann@a.example\nSubject: x\n\nhttp://a.example/\n"
	for i := range lines {
		name, _, _ := strings.Cut(lines[i], ":")
		for _, bad := range []string{"", "Date: 03/04/01\n", "Date: Not supplied\n"} {
			fields := slices.Clone(lines[i:])
			if i == 0 {
				bad = ""
			}
			for range 2 {
				day, field := dated(bad + strings.Join(fields, "\n") + "\n" + body)
				require.Equal(t, i+1, day, lines[i])
				require.Equal(t, name, field)
				slices.Reverse(fields)
			}
		}
	}
	const mark = "From ann@a.example Thu Jan 11 10:00:00 2001\n"
	day, field := dated(mark + "Date: Not supplied\nReceived: by 10.11.2001\n" + body)
	require.Equal(t, 11, day)
	require.Equal(t, "From ", field)
	day, field = dated("Date: Not supplied\nReceived: by 10.11.2001\nDate: 1 Jan 2001\n" + body)
	require.Zero(t, day, "the first field of a name counts")
	require.Empty(t, field)
}

// A rule of dashes or the like is no base64.
func TestLinesOfDashesAreNoBase64(t *testing.T) {
	for line, want := range map[string]bool{"QUJD\n": true, "----\n": false, "____\n": false, "Q---\n": true, "QUJ\n": false, "\n": false, "QUJDQUJD\r\n": true, "QU D\n": false} {
		b := new(base64)
		b.buf = []byte(line)
		require.Equal(t, want, b.whole(b.buf), line)
	}
}
