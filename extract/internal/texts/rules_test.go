package texts

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// contentsOf returns the texts of a stream, without header fields.
func contentsOf(t *testing.T, format mail.Format, r io.Reader) (all []string) {
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

// An unclosed construct ends with the stream, and the text before it is read.
func TestWhatIsNeverClosedEndsWithTheStream(t *testing.T) {
	for _, c := range []struct {
		format mail.Format
		text   string
		want   []string
	}{
		{mail.HTML, "a <!DOCTYPE never closed http://a.example/", []string{"- a "}},
		{mail.HTML, "a <?xml never closed", []string{"- a "}},
		{mail.HTML, "a <!-- b http://a.example/", []string{"- a \n b http://a.example/ "}},
		{mail.HTML, "a <![CDATA[ b ]] http://a.example/", []string{"- a \n b ]] http://a.example/ "}},
		{mail.HTML, `a <a href="http://a.example/`, []string{"href http://a.example/ "}},
		{mail.HTML, "a <script type=json>\"http:\\/\\/a.example\\/\\u0041", []string{"- a \n\"http://a.example/A "}},
		{mail.HTML, "a <script type=json>\"http:\\/\\/a.example\\/\\u004", []string{"- a \n\"http://a.example/\\u004 "}},
		{mail.HTML, `<a href="http://a.example/">ab<b>cd</b><br>e<td>f</a>`, []string{"href http://a.example/ abcd e f", "- abcd\ne\nf "}},
		{mail.HTML, `<a href="http://a.example/">a<font>b</font>c<w:r>d</w:r>e<w:p>f</w:p><p>g</a>`, []string{"href http://a.example/ abcde f g", "- abc\nd\ne\nf\n\ng "}},
		{mail.HTML, `<a href="http://a.example/">a<b title="x>y" id='z>'>b</b><i class=c>d</i></a>`, []string{"href http://a.example/ abd", "- abd "}},
		{mail.Single, "\xef\xbb\xbf\n>From a Mon Jan  2 15:04:05 1995\nContent-Type: text/html\n\n<p>a", []string{"- a "}},
		{mail.Mbox, "From a@b Mon Jan  2 15:04:05 1995\n>From http://a.example/\nSubject: b\n\nc", []string{"- c "}},
		{mail.Mbox, "#! rnews\nhttp://a.example/\n", []string{"- #! rnews\nhttp://a.example/ "}},
		{mail.Plain, "http://a.example/", []string{"- http://a.example/ "}},
		{mail.Single, "Subject: a\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.=\t \nexample/=41=\n", []string{"- http://a.example/A "}},
		{mail.Single, "Subject: a\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=  ", []string{"- http://a.example/ "}},
		{mail.Calendar, "BEGIN:VCALENDAR\nDESCRIPTION:http://a.exa\n mple/\n", nil},
	} {
		got := contentsOf(t, c.format, strings.NewReader(c.text))
		if c.want != nil {
			require.Equal(t, c.want, got, c.text)
		}
		require.Equal(t, got, contentsOf(t, c.format, iotest.OneByteReader(strings.NewReader(c.text))), c.text)
	}
}

// A stream of a PDF may be cut anywhere.
func TestAStreamOfAPDFThatIsCutEnds(t *testing.T) {
	for _, doc := range documents(t) {
		if !strings.HasPrefix(doc, "%PDF") {
			continue
		}
		for n := 0; n < len(doc); n += 7 {
			contentsOf(t, mail.Auto, strings.NewReader(doc[:n]))
		}
	}
}

func TestFormatsAreKnownByTheirFirstBytes(t *testing.T) {
	for text, want := range map[string]mail.Format{
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n": mail.Calendar, "BEGIN:VCARD\nFN:x\n": mail.Calendar, "%PDF-1.4\n": mail.PDF, "{\\rtf1 x}": mail.RTF, "<html><body>": mail.HTML, "<!DOCTYPE html>": mail.HTML,
		"From a@b Mon Jan  2 15:04:05 1995\nFrom: a\n\n": mail.Mbox, "From: a@b\nTo: b@c\nSubject: x\n\ny": mail.Single, "\x01\x01\x01\x01\nFrom: a\n\nx\n\x01\x01\x01\x01\n": mail.MMDF,
		"BABYL OPTIONS:\nVersion: 5\n\x1f\f\n1,,\n": mail.Babyl, "x": mail.Plain, "": mail.Plain, "Content-: x\n\ny": mail.Plain, "\x78\x9f\x3e\x22\x00\x00": mail.TNEF, "WARC/1.0\r\nWARC-Type: response\r\n\r\n": mail.WARC,
	} {
		got, certain := Detect([]byte(text), true)
		require.True(t, certain)
		require.Equal(t, want, got, "%q", text)
	}
}

// The rest of the stream after unpacked content is read to its end, and an error there is
// reported.
func TestErrorsAfterABatchAreReported(t *testing.T) {
	broken := errors.New("broken")
	batch := "#! rnews 30\nPath: a\n\nhttp://a.example/\n"
	for _, head := range []string{"#! cunbatch\nnothing", batch, "text", "From: a@b\nTo: b\nSubject: c\n\nx"} {
		r := io.MultiReader(strings.NewReader(head+strings.Repeat("more\n", 100_000)), iotest.ErrReader(broken))
		reported := false
		for text, err := range New(Config{Unpack: unpacked(t)}).Texts(r) {
			if text != nil {
				io.Copy(io.Discard, text)
			}
			reported = reported || errors.Is(err, broken)
		}
		require.True(t, reported, head)
	}
}

// If the Date field contains no date, another field is used, in a fixed order of
// precedence regardless of their order in the header.
func TestOtherFieldsDateAMessageIfDateDoesNot(t *testing.T) {
	lines := []string{ // in order of precedence
		"Date: 1 Jan 2001", "Posted: Tue Jan  2 10:00:00 2001", "X-Original-Date: 3 Jan 2001", "Injection-Date: 4 Jan 2001", "NNTP-Posting-Date: 5 Jan 2001 10:00:00 GMT",
		"X-Google-ArrivalTime: 2001-01-06 10:11:12 PST", "X-OriginalArrivalTime: 07 Jan 2001 10:00:00.0123 (UTC) FILETIME=[577567B0:01C24DF8]",
		"Date-Received: Mon, 8-Jan-01 10:00:00 EST", "Delivery-Date: 9 Jan 2001", "Received: from a.example (10.1.2.3)\n\tby b.example; Wed, 10 Jan 2001 10:00:00 +0000",
	}
	dated := func(text string) (day int, field string) {
		for text, err := range New(Config{}).Texts(strings.NewReader(text)) {
			require.NoError(t, err)
			date, field := text.Message().Dated()
			require.Equal(t, text.Message().Date(), date)
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

func TestAnUnknownFormatHasAName(t *testing.T) {
	require.Equal(t, "mbox Format(200)", mail.Mbox.String()+" "+mail.Format(200).String())
}
