package texts

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/testkit"
)

// texts returns the texts of the corpus, and others that are hard to classify.
func texts(t testing.TB) (list []string) {
	for _, read := range []func() ([]corpus.Extract, error){corpus.Mails, corpus.Extracts} {
		cases, err := read()
		require.NoError(t, err)
		for _, c := range cases {
			list = append(list, c.Text, strings.ReplaceAll(c.Text, "\n", "\r"),
				strings.ReplaceAll(c.Text, "\n", "\r\n"))
		}
	}
	const from = "From joe@a.example Wed May  1 10:00:00 1996\nSubject: x\n\nbody\n"
	return append(list,
		"text\n"+from, "text\r"+strings.ReplaceAll(from, "\n", "\r"), "a\rb\r\r"+from,
		"\n\n\xef\xbb\xbf\n"+from, "text\n\nFrom here\nto there\n"+from,
		"Aa.1\nnet.x\na!b\nThu Jan  2 15:04:05 1985\ntitle\n", "Aa.1\nnet.x\na!b\nno date\ntitle\n",
		"<!-- <p> -->\n<html>", "<?xml?>\n<text>", "<!doctype rss>\n<rss>",
		"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>", "<a>b</a>", "<t x=\"y\"/>", "<p>a\n# b",
		"<ul xmlns=\"x\"><li>", "<a b c>", "<a\nb='c'>\n<!-- </a> -->", "Version:0.9\r\nStartHTML:9\r\n<p>",
		"<?xml", "<!--", "<", "\xff\xfea\x00",
		"https", "From: joe\nhttp://x/\n", "From x\r\nFrom: y\r\n\r\n", "a: b\rc: d\rFrom: e\r\rbody",
		"text\nFrom joe@a.example Wed May  1 10:00:00 1996\nFrom://x",
		"From: Ann <ann@host.example>\nSubject://one.example/\n",
		"From: Ann\x00\nSubject: a\nDate: b\n\n"+strings.Repeat("x", 96)+"\nFrom: a\nSubject: b\nDate: c\n\n",
		"Drom: Ann\x80\x00\nSubject: a\nDate: b\n\n"+strings.Repeat("x", 95)+"\nFrom: a\nSubject: b\nDate: c\n\n",
		"From \nFrom: joe\nDate: x\n\nbody", "From \nx", "From - \n\n", "text\nFrom \nDate: x\n\nbody",
		"12\nFrom: joe\nDate: x\n\nbody", "12  ", "1 2\nFrom: joe",
		listservLine+"\nDate:  x\nFrom:  joe\n\nbody", listservLine+"\nbody",
		"JOE@MIT-AI 07/02/77 10:32:45 Re: x\nbody", "JOE@MIT-AI 07/02/77 10:32:45\nbody",
		"\x1f\nFrom: joe\nDate: x\n\nbody\n\x1f\n", "\x1f\ntext", "JOE@MIT-AI 17/02/77 10:32:45\n",
		strings.Repeat("name: value\n", 40)+"From: joe\nDate: x\n\n",
		"text\nmailtoName", "mailtoName: x\nFrom: joe\nDate: x\n\n", "text\nmailto",
		strings.Repeat("name: value\n", 30)+"From: joe\nDate: x\n\n",
		"\x1f%PDF-: x\nDate: x\n\n", "\x1a%PDF-\nContent-Type: x\nSubject: x\n\n", "\x1f<?xml%PDF-",
		"\nFrom joe@a.example Wed May  1 10:00:00 1996\n\rx\nDate: x\n\n",
		"P0\nT2\nHFrom : joe", "P0\nT2\nHm: joe", "<?xml version=\"1.0\"?><html<OPF", "<?xml?><sl:document<OPF",
		"220 \nFrom:\n220 x\nContent-Type: x\n\n",
	)
}

// requireCertain requires that a certain result remains true of all longer heads, and
// that a result finally becomes certain.
func requireCertain(t *testing.T, text string) {
	head := []byte(text)[:min(len(text), HeadSize)]
	whole, certain := Detect(head, true)
	require.True(t, certain)
	at, found := mailbox.FirstMessage(head, 0, true)
	from := 0
	for n := range len(head) + 1 {
		f, certain := Detect(head[:n], false)
		// calling functions of require in the normal case would take most of the time
		if certain && f != whole && !(f == mail.Plain && whole == mail.Pegasus) { // its name begins like text
			require.Equal(t, whole, f, "%q, of which there is %q", head, head[:n])
		}
		if from > at {
			continue // it is already a stream of messages
		}
		next, is := mailbox.FirstMessage(head[:n], from, false)
		if next < from || found && next > at || is && !(found && next == at) {
			t.Fatalf("a message at %d, after %d, of %q, and not at %d", next, from, head[:n], at)
		}
		from = next
	}
	last, is := mailbox.FirstMessage(head, from, true)
	require.Equal(t, found, is)
	require.Equal(t, at, last)
}

func TestDocumentsOfOfficeNeedNoDeclaration(t *testing.T) {
	for text, want := range map[string]mail.Format{
		`<w:document xmlns:w="http://schemas.openxmlformats.org/w"><w:p/>`: mail.Office,
		`<a:document id="http://schemas.openxmlformats.org/w"><w:p/>`:      mail.Plain,
		`<w:document id="x"><w:p/>`:                                        mail.Office,
		`<?xml version="1.0"?><a xmlns="http://host.example/w"/>`:          mail.XML,
	} {
		got, certain := Detect([]byte(text), true)
		require.True(t, certain)
		require.Equal(t, want, got, text)
	}
}

//ci:long
func FuzzAFormatThatIsCertainIsThatOfTheWholeText(f *testing.F) {
	for _, text := range texts(f) {
		if len(text) < testkit.Times(1<<9, 4<<10) {
			f.Add(text)
		}
	}
	f.Add(`["}"rawEmail"`) // the first line is not complete
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 4<<10 {
			requireCertain(t, text)
		}
	})
}

// Detect waits for no more bytes than it needs.
func TestDetectWaitsForNoMoreThanItNeeds(t *testing.T) {
	for text, want := range map[string]bool{
		"see http": true, "see ": false, "http://a.example/": true, "http:/": false,
		"mailto:a@b.example\n": true, "x-mailto:a@b\n": false, "Note: this\nis text": true, "Note: this\n": false,
		"From here on\ntext": false, "From here on\n\n": true, "<p>": false, "<p> x": false, "<p x": false,
		"<joe@a.example> x": true, "<http://a.example/> x": true, "<3 x": true, "<!-- x": false,
		"#!/bin/sh -e": true, "é": true, "": false, "\n\n": false, "http://a.example/\r": true,
		"10%\r20%\r": true, "Subject: x\rDate": false, "JOE@MIT-AI 07/02/77 10:": false,
		"JOE@MIT-AI 07/02/77 10:32:45 Rx": true, "JOE@MIT-AI 07-": true, "JOE@MIT-AI says": true,
		"joe@mit-ai 07": true,
	} {
		f, certain := Detect([]byte(text), false)
		require.Equal(t, mail.Plain, f, "%q", text)
		require.Equal(t, want, certain, "%q", text)
	}
	for text, want := range map[string]mail.Format{
		"%PDF-1.4": mail.PDF, "{\\rtf1": mail.RTF, "\x78\x9f\x3e\x22\x00\x00\x01": mail.TNEF,
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": mail.Outlook, "BEGIN:VCALENDAR\n": mail.Calendar,
	} {
		f, certain := Detect([]byte(text), false)
		require.Equal(t, want, f, "%q", text)
		require.True(t, certain, "%q", text)
	}
	header := "Authentication-Results: mx.example;\n dkim=pass\n spf=pass\n dmarc=pass\nReceived: by a.example\n"
	for n := range len(header) {
		_, certain := Detect([]byte(header[:n]), false)
		require.False(t, certain, header[:n])
	}
	f, certain := Detect([]byte(header+"To"), false)
	require.False(t, certain, f)
	f, certain = Detect([]byte(header+"To: joe"), false)
	require.True(t, certain)
	require.Equal(t, mail.Single, f)
}

// A format of messages has a name and a first line, which is also recognized when it
// arrives in pieces. Its separator is among the suspects, except for a WARC, whose
// records state their length, and for one message of a queue.
func TestAFormatIsKnownByAFirstLineThatComesInPieces(t *testing.T) {
	lines := map[mail.Format]string{
		mail.Rnews: "#! rnews 100\n", mail.MMDF: "\x01\x01\x01\x01\n",
		mail.Babyl: "BABYL OPTIONS: -*- rmail -*-\n", mail.WARC: "WARC/1.0\n",
		mail.Mbox:     "From joe@a.example Wed May  1 10:00:00 1996\n",
		mail.Listserv: listservLine + "\nDate: x\nFrom: y\n", mail.Emlx: "20     \nDate: x\nFrom: y\n",
		mail.Articles: "Article 12 of net.test:\nDate: x\nFrom: y\n",
		mail.Queue:    "V8\nT825675072\nSann@host.example\nHFrom: x\n",
	}
	for i, k := range formats {
		if k.isMessages == nil {
			continue
		}
		line, ok := lines[k.format]
		require.True(t, ok, "%s: a case is missing here", k.format)
		for n := range len(line) {
			f, certain := Detect([]byte(line[:n]), false)
			require.True(t, f == k.format || !certain, "%q", line[:n])
		}
		f, certain := Detect([]byte(line), false)
		require.True(t, f == k.format && certain, "%q", line)
		require.Equal(t, i, slices.IndexFunc(formats,
			func(other formatRow) bool { return other.format == k.format }))
		if k.format == mail.Babyl {
			line = "\x1f\f\n" // it differs from the first line of the stream
		}
		if k.format == mail.Emlx {
			line = plistMark
		}
		require.True(t, suspectsOf[k.format].suspect([]byte(line)) ||
			k.format == mail.WARC || k.format == mail.Queue, "%s: what separates its messages is missing", k.format)
	}
	for f := range mail.Format(mail.NumFormats) {
		require.NotEmpty(t, f.String())
		require.NotNil(t, byFormat[f], "%s: its row is missing in formats", f)
	}
}

// A detector that the first byte rules out would not have accepted the text, or a part of
// it.
func TestNoFormatBeginsWithAnotherByteThanItsRowSays(t *testing.T) {
	for _, text := range append(texts(t), "%!PS", "\x04%!PS", "\x9f\x01\x08", "\x81\x01\x00", "\xf4\x04\x00",
		"!BDN\x00\x00\x00\x00SM\x17\x00", "\xcf\xad\x12\xfe\xc5\xfdto", "JMF6\x03\x00\x01\x00", "bplist00",
		"\xef\xbb\xbf \n/* x */\n@namespace x;", "\nDN: x\nobjectclass: y", "\n\nbegin:vcard\n") {
		for n := 1; n < 2*len(text); n *= 2 {
			h := decode.NewHead([]byte(text[:min(n, len(text))]), n >= len(text))
			for i, k := range formats {
				of, first := documentRows(h.Text)>>i&1 != 0, rowsBy[h.Text[0]]>>i&1 != 0
				require.True(t, of || k.isDocument == nil || !k.isDocument(h), "%s: %q", k.format, h.Text)
				require.True(t, first || k.isMessages == nil || !h.Starts(k.begins) || !k.isMessages(h, '\n'),
					"%s: %q", k.format, h.Text)
			}
		}
	}
}
