package document_test

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
	"github.com/urlsift/urlsift/extract/internal/document"
)

// describe writes what is in an item, one part a line, and how deep it is nested.
func describe(t testing.TB, doc []byte, it *document.Item, depth int) string {
	t.Helper()
	var b strings.Builder
	indent := strings.Repeat("  ", depth)
	if len(it.Header) > 0 {
		fmt.Fprintf(&b, "%sheader %q\n", indent, it.Header)
	}
	for _, p := range append(it.Texts[:len(it.Texts):len(it.Texts)], it.Files...) {
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
			{ID: 0x0037, Value: "A link"}, {ID: 0x0C1A, Value: "Ann"}, {ID: 0x0C1F, Value: "ann@host.example"}, {ID: 0x0039, Value: sent},
			{ID: 0x1035, Value: "<1@host.example>"}, {ID: 0x1000, Value: "see http://host.example/text"}, {ID: 0x3FDE, Value: 1251},
			{ID: 0x1013, Value: []byte("<a href='http://host.example/page'>")}, {ID: 0x1009, Value: CompressedRTF(rtf)},
			{ID: 0x8005, Value: "ftp://host.example/named"}, {ID: 0x1046, Value: "no link"},
		},
		Files: []File{
			{Name: "report.txt", Data: []byte("see http://host.example/file")}, {Name: "forwarded", Message: &inner},
			{Name: "large.txt", Data: []byte(strings.Repeat("see http://host.example/large\n", 200))},
		},
	}
)

// A message that carries a file and a message, and a PDF with links wherever it may have them.
var (
	carrying = Message{
		Properties: []Property{
			{ID: 0x0037, Value: "A link"}, {ID: 0x1000, Value: "one\nsee http://host.example/text"}, {ID: 0x1013, Value: []byte("<p>\n<a href='http://host.example/page'>")},
		},
		Files: []File{
			{Name: "b.zip", Data: zipped("see\nhttp://host.example/zip")},
			{Name: "d", Message: &Message{Properties: []Property{{ID: 0x1009, Value: CompressedRTF(`{\rtf1 http://host.example/rtf}`)}}}},
		},
	}
	links = PDF("/Root 1 0 R",
		"<< /A << /S /URI /URI (http://host.example/link) >> >>",
		Stream("/Filter /FlateDecode", Deflated("BT\n(http://host.example/text) Tj ET")),
		Stream("/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]", fmt.Sprintf("%x>", Deflated("<< /URI (http://host.example/object) >>"))),
		Stream("/Type /EmbeddedFile /Filter /FlateDecode", Deflated(string(zipped("http://host.example/zip")))),
		Stream("/Type /EmbeddedFile", string(TNEF(carrying))))
)

func TestOutlookMessagesAreRead(t *testing.T) {
	doc := outlook(message)
	require.True(t, document.IsCompound(decode.Whole(doc)))
	item, err := document.Outlook(doc)
	require.NoError(t, err)
	large := fmt.Sprintf("large.txt   %q\n", strings.Repeat("see http://host.example/large\n", 200))
	require.Equal(t, `header "From: Ann <ann@host.example>\nSubject: A link\nDate: Thu, 06 May 2004 07:08:09 +0000\nMessage-ID: <1@host.example>\n"
 text/plain utf-16le "`+wide("see http://host.example/text")+`"
 text/html windows-1251 "<a href='http://host.example/page'>"
 text/plain utf-16le "`+wide("ftp://host.example/named")+`"
report.txt   "see http://host.example/file"
forwarded   ""
  header "Subject: Within\n"
   text/plain utf-16le "`+wide("see http://host.example/within")+`"
`+large, describe(t, doc, item, 0))
}

// wide is text in UTF-16 as it is quoted.
func wide(text string) string {
	quoted := fmt.Sprintf("%q", UTF16(text))
	return quoted[1 : len(quoted)-1]
}

func TestAnOutlookMessageWithoutAPageGivesItsRTF(t *testing.T) {
	doc := outlook(Message{Properties: []Property{
		{ID: 0x007D, Value: Narrow("From: Ann <ann@host.example>\r\nSubject: A link\r\n\r\n")}, {ID: 0x1009, Value: CompressedRTF(rtf)},
	}})
	item, err := document.Outlook(doc)
	require.NoError(t, err)
	require.Equal(t, "header \"From: Ann <ann@host.example>\\r\\nSubject: A link\\n\"\n"+fmt.Sprintf(" text/rtf  %q\n", rtf), describe(t, doc, item, 0))
}

func TestOtherCompoundFilesAreErrors(t *testing.T) {
	_, err := document.Outlook(compound([]string{"WordDocument"}, map[string][]byte{"WordDocument": []byte("x")}))
	require.Equal(t, document.ErrNotOutlook, err)
	_, err = document.Outlook(compound([]string{"EncryptionInfo", "EncryptedPackage"}, map[string][]byte{}))
	require.Equal(t, document.ErrEncrypted, err)
	_, err = document.Outlook(outlook(message)[:600])
	require.ErrorContains(t, err, "damaged")
}

func TestNestedMessagesAreReadToALimit(t *testing.T) {
	m := Message{Properties: []Property{{ID: 0x1000, Value: "see http://host.example/"}}}
	for range 30 {
		within := m
		m = Message{Files: []File{{Name: "a", Message: &within}}}
	}
	_, err := document.Outlook(outlook(m))
	require.ErrorContains(t, err, "nested deeper")
}

func TestTNEFIsRead(t *testing.T) {
	doc := TNEF(message)
	require.True(t, document.IsTNEF(decode.Whole(doc)))
	item, err := document.TNEF(doc)
	require.NoError(t, err)
	within := item.Files[1].Data
	require.Equal(t, string(TNEF(inner)), string(within)[:len(TNEF(inner))])
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
	doc := TNEF(Message{Files: []File{{Name: "a", Data: []byte("see http://host.example/ and more")}}})
	for n := range doc {
		item, err := document.TNEF(doc[:n])
		if n < 6 {
			require.Error(t, err)
		}
		for _, f := range item.Files {
			require.True(t, bytes.HasPrefix([]byte("see http://host.example/ and more"), f.Data))
		}
	}
	_, err := document.TNEF(doc[:len(doc)-3])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

func TestSignedContentIsFound(t *testing.T) {
	content := []byte("Content-Type: text/plain\r\n\r\n" + strings.Repeat("see http://host.example/\r\n", 100))
	for _, pieces := range []bool{false, true} {
		doc := cms("signed", content, pieces)
		require.True(t, document.IsCMS(decode.Whole(doc[:min(len(doc), 100)])))
		signed, err := document.CMS(doc)
		require.NoError(t, err)
		require.False(t, signed.Compressed)
		require.Equal(t, string(content), string(together(doc, signed)))
		for n := 20; n < len(doc)-20; n += 13 {
			signed, err := document.CMS(doc[:n])
			require.Error(t, err, "cut at %d of %d", n, len(doc))
			require.True(t, bytes.HasPrefix(content, together(doc, signed)))
		}
	}
	for kind, want := range map[string]error{"enveloped": document.ErrEncrypted, "signed": document.ErrSignature} {
		_, err := document.CMS(cms(kind, nil, false))
		require.Equal(t, want, err, kind)
	}
	signed, err := document.CMS(cms("compressed", []byte(Deflated("x")), true))
	require.NoError(t, err)
	require.True(t, signed.Compressed)
	require.False(t, document.IsCMS(decode.Whole([]byte("0\x82\x01\x00 is text"))))
}

// together returns the content of a document.
func together(doc []byte, s document.Signed) []byte {
	var all []byte
	for _, p := range s.Pieces {
		all = append(all, doc[p.Start:p.End]...)
	}
	return all
}

func FuzzItemsOfContainersAreBounded(f *testing.F) {
	f.Add(outlook(message))
	f.Add(TNEF(message))
	f.Add(cms("signed", []byte("a"), true))
	f.Add(cms("compressed", []byte("a"), false))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte) (*document.Item, error){document.Outlook, document.TNEF} {
			item, err := read(data)
			if item == nil {
				require.True(t, errors.Is(err, document.ErrEncrypted) || errors.Is(err, document.ErrNotOutlook))
				continue
			}
			require.LessOrEqual(t, len(describe(t, data, item, 0)), 200*len(data)+1000)
		}
		signed, _ := document.CMS(data)
		require.LessOrEqual(t, len(together(data, signed)), len(data))
	})
}
