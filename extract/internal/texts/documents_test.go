package texts

import (
	"bytes"
	b64 "encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// inLines returns data in base64, in lines as in mail.
func inLines(data []byte) string {
	lines := make([]byte, 0, len(data)*7/5+100)
	for line := range slices.Chunk(data, 57) {
		lines = append(b64.StdEncoding.AppendEncode(lines, line), '\n')
	}
	return string(lines)
}

func TestAStreamWithAnUnknownFilterIsSkippedAndTheRestIsRead(t *testing.T) {
	const pdf = "%PDF-1.4\n1 0 obj <</Filter /Own>> stream\nx\nendstream endobj\n2 0 obj <<>> stream\nBT (http://host.example/) Tj ET\nendstream endobj\n"
	var skipped, all []string
	r := New(Config{Skip: func(s Error, mediaType string) {
		skipped = append(skipped,
			s.Problem+" "+mediaType)
	}})
	for text, err := range r.Texts(strings.NewReader(pdf)) {
		require.NoError(t, err)
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		all = append(all, string(data))
	}
	require.Equal(t, []string{"unknown filter application/pdf"}, skipped)
	require.Contains(t, strings.Join(all, ""), "http://host.example/")
}

// A document that is read whole has its offsets, regardless of its length and of the
// encodings around it.
//
//ci:long
func TestOffsetsInLargeDocumentsAreExact(t *testing.T) {
	doc := largeDocument(nestedKeep * testkit.Times(11, 12) / 4)
	mail := "From: a@host.example\nContent-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n" +
		inLines(doc)
	mail = "From: a@host.example\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
		inLines([]byte(mail))
	found := 0
	for text, err := range New(Config{}).Texts(strings.NewReader(mail)) {
		require.NoError(t, err)
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		if !strings.HasPrefix(string(data), "http://host.example/") {
			continue
		}
		found++
		start, end := text.Span(0, int64(len(data)))
		inner, err := b64.StdEncoding.DecodeString(strings.ReplaceAll(mail[start:end], "\n", ""))
		require.NoError(t, err)
		encoded := strings.ReplaceAll(string(inner), "\n", "")
		contains := false
		for cut := range 4 {
			part := encoded[cut:]
			decoded, _ := b64.StdEncoding.DecodeString(part[:len(part)&^3])
			contains = contains || strings.Contains(string(decoded), string(data)[5:20])
		}
		require.True(t, contains, "%s: %q", data, encoded)
	}
	require.Equal(t, 2, found)
}

// largeDocument returns a document of at least size bytes, with a URL at its beginning
// and at its end. size should be larger than Keep for other streams.
func largeDocument(size int) []byte {
	return tnef("http://host.example/first", string(make([]byte, size)), "http://host.example/last")
}

// tnef returns a TNEF message with files.
func tnef(files ...string) []byte { return tnefOf("", files...) }

// tnefOf is tnef for files with a media type.
func tnefOf(mediaType string, files ...string) []byte {
	le := binary.LittleEndian
	b := le.AppendUint16(le.AppendUint32(nil, 0x223E9F78), 1)
	attribute := func(id uint32, value string) {
		b = append(le.AppendUint32(le.AppendUint32(append(b, 2), id), uint32(len(value))), value...)
		sum := uint16(0)
		for i := range len(value) {
			sum += uint16(value[i])
		}
		b = le.AppendUint16(b, sum)
	}
	for _, data := range files {
		attribute(0x00069002, string(make([]byte, 14)))
		attribute(0x0006800F, data)
		if mediaType != "" {
			const count, text8, attachType = 1, 0x1E, 0x370E
			value := append([]byte(mediaType), make([]byte, 4-len(mediaType)%4)...)
			property := le.AppendUint32(le.AppendUint32(nil, count), attachType<<16|text8)
			attribute(0x00069005, string(append(le.AppendUint32(le.AppendUint32(property, count),
				uint32(len(value))), value...)))
		}
	}
	return b
}

// The declared type of a file in a document is the type of the skipped part, except for
// types of multiparts and messages.
func TestAnAttachedFileOfADocumentIsNoMultipart(t *testing.T) {
	for mediaType, want := range map[string]string{
		"": "application/octet-stream", "application/x-own": "application/x-own",
		"multipart/mixed": "application/octet-stream", "message/rfc822": "application/octet-stream",
	} {
		var got []string
		config := Config{Skip: func(_ Error, mediaType string) { got = append(got, mediaType) }}
		found := 0
		for text, err := range New(config).Texts(bytes.NewReader(tnefOf(mediaType,
			"\x01\x02\x00\x03\x04\x00\x05", "see http://host.example/"))) {
			require.NoError(t, err)
			data, err := io.ReadAll(text)
			require.NoError(t, err)
			require.Equal(t, "see http://host.example/", string(data))
			found++
		}
		require.Equal(t, 1, found, mediaType)
		require.Equal(t, []string{want}, got, mediaType)
	}
}

// placesOf returns the offsets of the two URLs of a large document in a stream.
func placesOf(t *testing.T, stream string) map[string]int64 {
	at := map[string]int64{}
	for text, err := range New(Config{}).Texts(strings.NewReader(stream)) {
		require.NoError(t, err)
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		if name, is := strings.CutPrefix(string(data), "http://host.example/"); is {
			at[name], _ = text.Span(0, 1)
		}
	}
	return at
}

func TestOffsetsInLargeUuencodedDocumentsAreExact(t *testing.T) {
	doc := largeDocument(3 * nestedKeep)
	mail := []byte("From: a@host.example\nTo: b@host.example\n\nbegin 644 winmail.dat\n")
	digit := func(b byte) byte { return '`' - (64-b&63)&63 }
	for line := range slices.Chunk(doc, 45) {
		mail = append(mail, digit(byte(len(line))))
		for line = append(line, 0, 0); len(line) > 2; line = line[3:] {
			a, b, c := line[0], line[1], line[2]
			mail = append(mail, digit(a>>2), digit(a<<4|b>>4), digit(b<<2|c>>6), digit(c))
		}
		mail = append(mail, '\n')
	}
	mail = append(mail, "`\nend\n"...)
	at := placesOf(t, string(mail))
	for name, want := range map[string]int{"first": bytes.Index(doc, []byte("http://host.example/first")),
		"last": bytes.Index(doc, []byte("http://host.example/last"))} {
		begin := bytes.Index(mail, []byte("dat\n")) + 4
		require.InDelta(t, begin+want/45*62+1+want%45/3*4, at[name], 0, name)
	}
}

//ci:long
func TestOffsetsInLargeDocumentsInChunksAreExact(t *testing.T) {
	var body strings.Builder
	body.WriteString("HTTP/1.1 200 OK\r\nContent-Type: application/ms-tnef\r\nTransfer-Encoding: chunked\r\n\r\n")
	for chunk := range slices.Chunk(largeDocument(nestedKeep*testkit.Times(11, 12)/4), 1000) {
		fmt.Fprintf(&body, "%x\r\n%s\r\n", len(chunk), chunk)
	}
	body.WriteString("0\r\n\r\n")
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		body.Len(), body.String())
	at := placesOf(t, record)
	for _, name := range []string{"first", "last"} {
		require.EqualValues(t, strings.Index(record, "http://host.example/"+name), at[name], name)
	}
}

// Further unreadable streams are reported together.
func TestOnlySoManyStreamsOfAPDFThatCannotBeReadAreErrors(t *testing.T) {
	const stream = "1 0 obj\n<< /Filter /FlateDecode /Length 1 >>\nstream\n?\nendstream\nendobj\n"
	for n, last := range map[int]string{99: "Flate", 100: "Flate", 103: "3 more streams cannot be read"} {
		var errs []string
		for _, err := range New(Config{Unpack: unpacked(t)}).Texts(strings.NewReader("%PDF-1.5\n" +
			strings.Repeat(stream, n))) {
			if err != nil {
				errs = append(errs, err.Error())
			}
		}
		require.Len(t, errs, min(n, 101))
		require.Contains(t, errs[len(errs)-1], last)
	}
}

//ci:long
func TestDocumentsThatAreTooLongAreErrors(t *testing.T) {
	if !testkit.Long() {
		t.Skip("reads much")
	}
	doc := io.MultiReader(
		strings.NewReader(string(tnef("http://host.example/"))),
		io.LimitReader(zeros{}, maxWhole),
	)
	found, failed := 0, 0
	for text, err := range New(Config{}).Texts(doc) {
		if err != nil {
			failed++
			continue
		}
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		require.Equal(t, "http://host.example/", string(data))
		found++
	}
	require.Equal(t, 1, found)
	require.Equal(t, 2, failed, "it is too long, and what follows the attachment is no TNEF")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// The time for each byte is about the same, regardless of the contents of the document.
func BenchmarkDocuments(b *testing.B) {
	const size = 1 << 20
	repeat := func(text string) string { return strings.Repeat(text, size/len(text)) }
	pdf := "%PDF-1.5\n1 0 obj\n" + repeat("<< /A << /S /URI /URI (http://host.example/a\\(b\\)) >> /T (some text) >>\n") + "\nendobj\n%%EOF\n"
	const page = "%PDF-1.4\n1 0 obj<</Type/Page/Contents 2 0 R/Resources<</XObject<</X 2 0 R>>>>>>endobj\n2 0 obj<</Subtype/Form>>stream\n"
	for name, doc := range map[string]string{
		"rtf":           `{\rtf1\ansi ` + repeat(`some {\b words} and http://host.example/\'7ea\par `) + "}",
		"rtf of groups": `{\rtf1 ` + repeat("{"),
		"calendar": "BEGIN:VCALENDAR\r\n" +
			repeat("DESCRIPTION:see http://host.exam\r\n ple/a\\, and more\r\n"),
		"pdf": pdf, "pdf of brackets": "%PDF-1.4\n" + repeat("<"),
		"pdf of strings": "%PDF-1.4\n" + repeat("<</URI("),
		"pdf of glyphs":  page + repeat("(ab) Tj [(c) -300 (d)] TJ 1 0 Td ") + "\nendstream",
		"pdf of forms":   page + repeat("/X Do ") + "\nendstream",
		"pdf of lines":   page + repeat("(a) Tj 1 0 Td 0 0 m 1 0 l "),
		"pdf of pages":   page + "\nendstream " + repeat("3 0 obj <</Type/Page/Contents 2 0 R>> "),
		"pdf of streams": "%PDF-1.4\n" + repeat("<</Length 1>>stream\nBT (a) Tj ET\nendstream "),
		"office": `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/w">` +
			repeat(`<w:p><w:r><w:t>see http://host.example/</w:t></w:r></w:p>`),
		"links":             "<html>" + repeat(`<a href="http://host.example/">here</a> `),
		"links without end": "<html>" + repeat(`<a href="http://host.example/">`),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			r := New(Config{Shown: true})
			for b.Loop() {
				for text, err := range r.Texts(strings.NewReader(doc)) {
					if err == nil {
						_, err = io.Copy(io.Discard, text)
						require.NoError(b, err)
					}
				}
			}
		})
	}
}
