package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// describe prints the contents of an item, one part on each line, indented by depth.
func describe(t testing.TB, doc []byte, it *Item, depth int) string {
	t.Helper()
	var b strings.Builder
	indent := strings.Repeat("  ", depth)
	if len(it.Header) > 0 {
		fmt.Fprintf(&b, "%sheader %q\n", indent, it.Header)
	}
	for _, p := range append(it.Texts[:len(it.Texts):len(it.Texts)], it.Files...) {
		if p.Reader != nil {
			p.Data, _ = io.ReadAll(p.Reader)
		}
		fmt.Fprintf(&b, "%s%s %s %s %q\n", indent, p.Name, p.Type, p.Charset, p.Data)
		if p.Offset >= 0 {
			require.Equal(t, string(p.Data), string(doc[p.Offset:p.Offset+int64(len(p.Data))]))
		}
		if p.Item != nil {
			b.WriteString(describe(t, doc, p.Item, depth+1))
		}
	}
	return b.String()
}

const rtf = `{\rtf1\ansi see http://host.example/rtf}`

var (
	sent  = uint64(time.Date(2004, 5, 6, 7, 8, 9, 0, time.UTC).Unix()+11644473600) * 1e7
	inner = Message{Properties: []Property{
		{ID: 0x0037, Value: "Within"}, {ID: 0x1000, Value: "see http://host.example/within"},
	}}
	message = Message{
		Properties: []Property{
			{ID: 0x0037, Value: "A link"}, {ID: 0x0C1A, Value: "Ann"},
			{ID: 0x0C1F, Value: "ann@host.example"}, {ID: 0x0039, Value: sent},
			{ID: 0x1035, Value: "<1@host.example>"}, {ID: 0x1000, Value: "see http://host.example/text"},
			{ID: 0x3FDE, Value: 1251},
			{ID: 0x1013, Value: []byte("<a href='http://host.example/page'>")},
			{ID: 0x1009, Value: CompressedRTF(rtf)},
			{ID: 0x8005, Value: "ftp://host.example/named"}, {ID: 0x1046, Value: "no link"},
		},
		Files: []File{
			{Name: "report.txt", Data: []byte("see http://host.example/file")},
			{Name: "forwarded", Message: &inner},
			{Name: "large.txt", Data: []byte(strings.Repeat("see http://host.example/large\n", 200))},
		},
	}
)

// A message with a file and a message, and a PDF with links in every possible place.
var (
	carrying = Message{
		Properties: []Property{
			{ID: 0x0037, Value: "A link"}, {ID: 0x1000, Value: "one\nsee http://host.example/text"},
			{ID: 0x1013, Value: []byte("<p>\n<a href='http://host.example/page'>")},
		},
		Files: []File{
			{Name: "b.zip", Data: zipped("see\nhttp://host.example/zip")},
			{Name: "d", Message: &Message{Properties: []Property{{ID: 0x1009,
				Value: CompressedRTF(`{\rtf1 http://host.example/rtf}`)}}}},
		},
	}
	links = madePDF("/Root 1 0 R",
		"<< /A << /S /URI /URI (http://host.example/link) >> >>",
		madeStream("/Filter /FlateDecode", deflated("BT\n(http://host.example/text) Tj ET")),
		madeStream("/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]",
			fmt.Sprintf("%x>", deflated("<< /URI (http://host.example/object) >>"))),
		madeStream("/Type /EmbeddedFile /Filter /FlateDecode",
			deflated(string(zipped("http://host.example/zip")))),
		madeStream("/Type /EmbeddedFile", string(madeTNEF(carrying))))
)

func TestOutlookMessagesAreRead(t *testing.T) {
	doc := outlook(message)
	require.True(t, IsCompound(decode.Whole(doc)))
	item, err := Outlook(doc)
	require.NoError(t, err)
	require.Equal(t, described(), describe(t, doc, item, 0))
}

// described returns the description of message.
func described() string {
	return `header "From: Ann <ann@host.example>\nSubject: A link\nDate: Thu, 06 May 2004 07:08:09 +0000\nMessage-ID: <1@host.example>\n"
 text/plain utf-16le "` + wide("see http://host.example/text") + `"
 text/html windows-1251 "<a href='http://host.example/page'>"
 text/plain utf-16le "` + wide("ftp://host.example/named") + `"
report.txt   "see http://host.example/file"
forwarded   ""
  header "Subject: Within\n"
   text/plain utf-16le "` + wide("see http://host.example/within") + `"
` + fmt.Sprintf("large.txt   %q\n", strings.Repeat("see http://host.example/large\n", 200))
}

// wide returns text in UTF-16, quoted.
func wide(text string) string {
	quoted := fmt.Sprintf("%q", UTF16(text))
	return quoted[1 : len(quoted)-1]
}

func TestAnOutlookMessageWithoutAPageGivesItsRTF(t *testing.T) {
	doc := outlook(Message{Properties: []Property{
		{ID: 0x007D, Value: Narrow("From: Ann <ann@host.example>\r\nSubject: A link\r\n\r\n")},
		{ID: 0x1009, Value: CompressedRTF(rtf)},
	}})
	item, err := Outlook(doc)
	require.NoError(t, err)
	require.Equal(t, "header \"From: Ann <ann@host.example>\\r\\nSubject: A link\\n\"\n"+fmt.Sprintf(" text/rtf  %q\n", rtf), describe(t, doc, item, 0))
}

func TestOtherCompoundFilesAreErrors(t *testing.T) {
	for stream, mediaType := range map[string]string{
		"VisioDocument": "application/vnd.visio", "Quill/x": "application/vnd.ms-publisher",
		"Props14": "application/vnd.ms-project",
		"MatOST":  "application/vnd.ms-works", "PP40": "application/vnd.ms-powerpoint",
		"Catalog":                   "application/x-ole-storage",
		"\x05HwpSummaryInformation": "application/x-hwp",
	} {
		_, err := Outlook(compound([]string{"\x05SummaryInformation", stream},
			map[string][]byte{stream: []byte("http://host.example/")}))
		require.Equal(t, NotOutlook(mediaType), err)
		require.EqualError(t, err, "not a message of Outlook: "+mediaType)
	}
	_, err := Outlook(compound([]string{"EncryptionInfo", "EncryptedPackage"}, map[string][]byte{}))
	require.Equal(t, ErrEncrypted, err)
	_, err = Outlook(outlook(message)[:600])
	require.ErrorContains(t, err, "damaged")
}

func TestNestedMessagesAreReadToALimit(t *testing.T) {
	m := Message{Properties: []Property{{ID: 0x1000, Value: "see http://host.example/"}}}
	for range 30 {
		within := m
		m = Message{Files: []File{{Name: "a", Message: &within}}}
	}
	_, err := Outlook(outlook(m))
	require.ErrorContains(t, err, "nested deeper")
}

func TestTNEFIsRead(t *testing.T) {
	doc := madeTNEF(message)
	require.True(t, IsTNEF(decode.Whole(doc)))
	item, err := TNEF(doc)
	require.NoError(t, err)
	within := item.Files[1].Data
	require.Equal(t, string(madeTNEF(inner)), string(within)[:len(madeTNEF(inner))])
	item.Files[1].Data = nil
	item.Files[1].Offset = -1
	require.Equal(t, ` text/plain utf-16le "`+wide("see http://host.example/text")+`"
 text/html windows-1251 "<a href='http://host.example/page'>"
 text/plain utf-16le "`+wide("ftp://host.example/named")+`"
report.txt   "see http://host.example/file"
forwarded   ""
large.txt   `+fmt.Sprintf("%q\n", strings.Repeat("see http://host.example/large\n", 200)), describe(t, doc, item, 0))
}

func TestCutTNEFGivesWhatIsThere(t *testing.T) {
	doc := madeTNEF(Message{Files: []File{{Name: "a", Data: []byte("see http://host.example/ and more")}}})
	for n := range doc {
		item, err := TNEF(doc[:n])
		if n < 6 {
			require.Error(t, err)
		}
		for _, f := range item.Files {
			require.True(t, bytes.HasPrefix([]byte("see http://host.example/ and more"), f.Data))
		}
	}
	_, err := TNEF(doc[:len(doc)-2])
	require.NoError(t, err, "a checksum, which is ignored, may be missing")
	_, err = TNEF(doc[:len(doc)-3])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

func TestSignedContentIsFound(t *testing.T) {
	content := []byte("Content-Type: text/plain\r\n\r\n" +
		strings.Repeat("see http://host.example/\r\n", 100))
	for _, pieces := range []bool{false, true} {
		doc := cms("signed", content, pieces)
		require.True(t, IsCMS(decode.Whole(doc[:min(len(doc), 100)])))
		signed, err := CMS(doc)
		require.NoError(t, err)
		require.False(t, signed.Compressed)
		require.Equal(t, string(content), string(together(doc, signed)))
		for n := 20; n < len(doc)-20; n += 13 {
			signed, err := CMS(doc[:n])
			require.Error(t, err, "cut at %d of %d", n, len(doc))
			require.True(t, bytes.HasPrefix(content, together(doc, signed)))
		}
	}
	for kind, want := range map[string]error{"enveloped": ErrEncrypted, "signed": ErrSignature} {
		_, err := CMS(cms(kind, nil, false))
		require.Equal(t, want, err, kind)
	}
	signed, err := CMS(cms("compressed", []byte(deflated("x")), true))
	require.NoError(t, err)
	require.True(t, signed.Compressed)
	require.False(t, IsCMS(decode.Whole([]byte("0\x82\x01\x00 is text"))))
}

func TestPiecesOfSignedContentAreReadToALimit(t *testing.T) {
	pieces := definite(tagOctets, []byte("see http://host.example/"))
	for range 20 {
		pieces = definite(tagOctetsConstructed, pieces)
	}
	require.NoError(t, new(Signed).octets(&ber{b: pieces}, 0))
	require.Equal(t, errCMS, new(Signed).octets(&ber{b: definite(tagOctetsConstructed, pieces)}, 0))
}

// together returns the content of a document.
func together(doc []byte, s Signed) []byte {
	var all []byte
	for _, p := range s.Pieces {
		all = append(all, doc[p.Start:p.End]...)
	}
	return all
}

func FuzzItemsOfContainersAreBounded(f *testing.F) {
	f.Add(outlook(message))
	f.Add(madeTNEF(message))
	f.Add(cms("signed", []byte("a"), true))
	f.Add(cms("compressed", []byte("a"), false))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte) (*Item, error){Outlook, TNEF} {
			item, err := read(data)
			if item == nil {
				require.True(t, errors.Is(err, ErrEncrypted) || errors.As(err, new(NotOutlook)))
				continue
			}
			require.LessOrEqual(t, len(describe(t, data, item, 0)), 200*len(data)+1000)
		}
		signed, _ := CMS(data)
		require.LessOrEqual(t, len(together(data, signed)), len(data))
	})
}
