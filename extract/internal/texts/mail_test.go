package texts

import (
	"bytes"
	"compress/gzip"
	b64 "encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.CollectLess()
	m.Run()
}

// mails returns the texts of the corpus.
func mails(t testing.TB) []string {
	t.Helper()
	cases, err := corpus.Mails()
	require.NoError(t, err)
	var texts []string
	for _, c := range cases {
		texts = append(texts, c.Text)
	}
	return texts
}

func TestErrorsOfTheStreamPassThrough(t *testing.T) {
	trouble := errors.New("the disk is on fire")
	for _, text := range mails(t)[:20] {
		var last error
		n := 0
		for text, err := range New(Config{}).Texts(io.MultiReader(strings.NewReader(text),
			iotest.ErrReader(trouble))) {
			last = err
			if err == nil {
				if _, err := io.Copy(io.Discard, text); err != ErrIncomplete {
					require.NoError(t, err)
				}
				n++
			}
		}
		require.Equal(t, trouble, last)
	}
}

func TestReadingMayStopAnywhere(t *testing.T) {
	r := New(Config{})
	for _, text := range mails(t) {
		for stop := 0; ; stop++ {
			n := 0
			for range r.Texts(strings.NewReader(text)) {
				n++
				if n > stop {
					break
				}
			}
			if n <= stop || stop > 20 {
				break
			}
		}
	}
}

// checkSpans requires that the spans of a text are in order and within the stream, and
// calls check for each byte with the bytes from which it was decoded.
func checkSpans(t *testing.T, stream string, check func(text *Text, b byte, from string)) {
	for text, err := range New(Config{}).Texts(strings.NewReader(stream)) {
		if err != nil {
			continue
		}
		data, err := io.ReadAll(text)
		if err != ErrIncomplete {
			require.NoError(t, err)
		}
		last := int64(0)
		if text.Depth > 0 {
			continue // its spans are not in the stream
		}
		for i, b := range data[max(0, len(data)-10000):] {
			at := int64(i + max(0, len(data)-10000))
			start, end := text.Span(at, at+1)
			// Calling functions of require would take most of the time.
			if start < last || end < start || end > int64(len(stream)) {
				t.Fatalf("%d-%d of %d, after %d", start, end, len(stream), last)
			}
			last = start
			check(text, b, stream[start:end])
		}
	}
}

func ignore(*Text, byte, string) {}

// The spans of lines of uuencode without their trailing blanks end with the line.
func TestSpansOfUuencodeEndWithTheirLine(t *testing.T) {
	const begin = "From: joe@host.example\nSubject: x\n\nhttp://one.example/\n\nbegin 644 a.txt\n"
	for _, lines := range []string{
		"M<V5E(&AT='`Z+R]H;W-T+F5X86UP;&4O=VET:&EN(&%N9\"!M;W)E+\"!W:&E", "M<V5E(&AT='`Z+R]H;W-T+F5X86UP;&4",
		"M<V5E\nM<V5E(&A\n`\nend\n", "M\n",
	} {
		checkSpans(t, begin+lines, ignore)
	}
}

// asItStands checks bytes that were not decoded, or were decoded from an escape of
// quoted-printable.
func asItStands(t *testing.T) func(*Text, byte, string) {
	return func(text *Text, b byte, from string) {
		if text.Member != "" {
			return // of a file in uuencode
		}
		if len(from) == 3 && from[0] == '=' {
			require.True(t, strings.EqualFold(from, fmt.Sprintf("=%02X", b)), "%q from %q", b, from)
			return
		}
		if from != string([]byte{b}) {
			t.Fatalf("%q from %q", b, from)
		}
	}
}

func FuzzSpansAreInOrderInEachFormat(f *testing.F) {
	for _, text := range append(mails(f), documents(f)...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkSpans(t, text, ignore)
		for format := range mail.Binary + 1 {
			for text := range New(Config{Format: format,
				Unpack: unpacked(t)}).Texts(strings.NewReader(text)) {
				if text != nil {
					_, _ = io.Copy(io.Discard, text)
				}
			}
		}
	})
}

// documents returns the documents that are not text.
func documents(t testing.TB) []string {
	var all []string
	var docs [][]byte
	for _, name := range []string{"links.pdf", "message.dat", "message.msg", "signed.p7m"} {
		doc, err := os.ReadFile("../document/testdata/" + name)
		require.NoError(t, err)
		docs = append(docs, doc)
	}
	for _, doc := range docs {
		mail := "From: a@host.example\nContent-Type: application/octet-stream; name=a\nContent-Transfer-Encoding: base64\n\n" + encodeBase64(string(doc))
		all = append(all, string(doc), mail)
	}
	return all
}

func FuzzReadsMayBeCutAnywhere(f *testing.F) {
	for _, text := range append(mails(f), documents(f)...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, describe(t, strings.NewReader(text)),
			describe(t, iotest.OneByteReader(strings.NewReader(text))))
	})
}

func FuzzSpansOfPlainBodiesAreTheirText(f *testing.F) {
	for _, text := range mails(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if IsWide([]byte(body)) || document.IsFolded(decode.Whole([]byte(body))) {
			t.Skip("which is decoded")
		}
		if lines := "\n" + strings.ReplaceAll(body, "\r", "\n"); strings.Contains(lines, "\n.") ||
			strings.Contains(lines, "\nFrom ") {
			t.Skip("a line of one dot or a From line may end a message")
		}
		checkSpans(t, "From: a@host.example\nTo: b@host.example\nContent-Type: text/plain\n\n"+body,
			asItStands(t))
		checkSpans(t, "From: a@host.example\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"+body, asItStands(t))
	})
}

func FuzzSpansOfBase64DecodeToTheText(f *testing.F) {
	f.Add("see http://host.example/", 7)
	f.Fuzz(func(t *testing.T, body string, width int) {
		if IsWide([]byte(body)) {
			t.Skip("which is decoded")
		}
		var b strings.Builder
		b.WriteString("From: a@host.example\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n")
		for i, c := range encodeBase64(body) {
			if width > 3 && i > 0 && i%width == 0 {
				b.WriteByte('\n')
			}
			b.WriteRune(c)
		}
		var got []byte
		for text, err := range New(Config{}).Texts(strings.NewReader(b.String())) {
			require.NoError(t, err)
			data, _ := io.ReadAll(text)
			got = append(got, data...)
			for i := range data {
				start, end := text.Span(int64(i), int64(i+1))
				quad := strings.ReplaceAll(b.String()[start:end], "\n", "")
				require.LessOrEqual(t, len(quad), 4)
				decoded, err := b64.RawStdEncoding.DecodeString(strings.TrimRight(quad, "="))
				require.NoError(t, err)
				require.Contains(t, string(decoded), string(data[i:i+1]))
			}
		}
		if len(body) > 16 {
			require.Equal(t, body, string(got))
		}
	})
}

func encodeBase64(text string) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var b strings.Builder
	for len(text) > 0 {
		part := text[:min(3, len(text))]
		text = text[len(part):]
		bits := 0
		for i := range 3 {
			bits <<= 8
			if i < len(part) {
				bits |= int(part[i])
			}
		}
		for i := range 4 {
			if i <= len(part) {
				b.WriteByte(digits[bits>>(18-6*i)&63])
			} else {
				b.WriteByte('=')
			}
		}
	}
	return b.String()
}

// endless returns a reader of begin followed by repetitions of text, up to a size.
func endless(begin, text string, size int) io.Reader {
	return io.MultiReader(strings.NewReader(begin),
		io.LimitReader(&repeater{text: []byte(strings.Repeat(text, 1+100000/len(text)))}, int64(size)))
}

type repeater struct {
	text []byte
	at   int
}

func (r *repeater) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

const plainHeader = "From: a@host.example\nMIME-Version: 1.0\nContent-Type: "

// chunkedHead begins a record of a web archive whose body is in chunks.
const chunkedHead = "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 999999999\r\n\r\n" +
	"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"

// huge are streams with parts of unlimited size.
var huge = map[string]struct {
	begin, text string
	size        int // large enough for buffers and offsets to reach their final size in the first half
}{
	"attachment": {plainHeader + "application/zip\nContent-Transfer-Encoding: base64\n\n",
		"UEsDBAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0\n", 1 << 20},
	"base64": {plainHeader + "text/plain\nContent-Transfer-Encoding: base64\n\n",
		"UEsDBAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0\n", 1 << 20},
	"base64 unbroken": {plainHeader + "text/plain\nContent-Transfer-Encoding: base64\n\n", "UEsDBAAB",
		1 << 20},
	"text":          {plainHeader + "text/plain\n\n", "A line of text as people write them.\n", 1 << 20},
	"text unbroken": {plainHeader + "text/plain\n\n", "no end ", 1 << 20},
	"quoted-printable": {plainHeader + "text/plain\nContent-Transfer-Encoding: quoted-printable\n\n",
		"a=41=42 b=\n", 1 << 20},
	"latin-1":   {plainHeader + "text/plain; charset=iso-8859-1\n\n", "caf\xe9\n", 1 << 20},
	"shift_jis": {plainHeader + "text/plain; charset=shift_jis\n\n", "\x93\xfa\x96{ text\n", 1 << 20},
	"flowed": {plainHeader + "text/plain; format=flowed\n\n", "> a line that goes \n> on ",
		1 << 20},
	"page": {plainHeader + "text/html\n\n", "<p>text &amp; <b>bold</b> <a name=x>y</a>\n",
		1 << 20},
	"open tags":      {plainHeader + "text/html\n\n", "<a", 1 << 20},
	"open attribute": {plainHeader + "text/html\n\n<a href=\"", "http://", 1 << 20},
	"attributes":     {plainHeader + "text/html\n\n", "<a href=x:/>", 1 << 20},
	"entities":       {plainHeader + "text/html\n\n", "&&#x;", 1 << 20},
	"mbox": {"", "From a Mon Jan  2 15:04:05 1995\nSubject: x\nContent-Length: 1000000\n\nbody\n",
		1 << 20},
	"long header": {"Subject: x\nTo: y\n", "X-Field: http://host.example/\n", 4 << 20},
	"boundaries":  {plainHeader + "multipart/mixed; boundary=b\n\n", "--b\n", 128 << 10},
	"nested":      {"", plainHeader + "multipart/mixed; boundary=b\n\n--b\n", 128 << 10},
	"delimiters":  {plainHeader + "multipart/mixed\n\n", "--\n--x\n", 128 << 10},
	"words":       {"Subject: x\nTo: ", "=?a?q? ", 4 << 20},
	"batch":       {"", "#! rnews 1000000\nSubject: x\n\nbody\n", 128 << 10},
	"uuencode": {plainHeader + "text/plain\n\nbegin 644 x\n",
		"M1TE&.#EA9F]L;&]W960@8GD@:'1T<#HO+W=I=&AI;BYE>&%M<&QE+R!A;F0@\n", 20 << 20},
	"chunks": {chunkedHead, "1f\r\nA line of text as people write\n\r\n", 20 << 20},
	"begin":  {plainHeader + "text/plain\n\n", "begin 644 x\n", 128 << 10},
	"from lines": {"From a Mon Jan  2 15:04:05 1995\n\n", "From a Mon Jan  2 15:04:05 1995\nx",
		128 << 10},
	"params": {plainHeader + "multipart/mixed", "; a*0=b", 4 << 20},
}

// A measured stream measures the memory in use after each step bytes.
type measured struct {
	io.Reader
	step, read int
	inUse      []uint64
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if m.read += n; m.read >= m.step {
		m.read -= m.step
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		m.inUse = append(m.inUse, memory.HeapAlloc)
	}
	return n, err
}

// The second half of a stream needs no more memory than the first. If it were kept, it
// would need half of its size or more.
//
//ci:long
func TestMemoryDoesNotGrowWithTheStream(t *testing.T) {
	for name, h := range huge {
		t.Run(name, func(t *testing.T) {
			size := testkit.Times(h.size, 4*h.size)
			stream := measured{Reader: endless(h.begin, h.text, size), step: size / 2}
			buf := make([]byte, 64<<10)
			for text, err := range New(Config{Keep: 32 << 10}).Texts(&stream) {
				if err == nil {
					_, err = io.CopyBuffer(io.Discard, text, buf)
				}
				require.True(t, err == nil || err == ErrIncomplete || errors.As(err, new(*Error)), err)
			}
			require.Len(t, stream.inUse, 2)
			require.Less(t, stream.inUse[1], stream.inUse[0]+uint64(size/8))
			require.Less(t, stream.inUse[1], uint64(20<<20))
		})
	}
}

func TestPartsMayBeNestedTenThousandDeep(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("From: a@host.example\nTo: b@host.example\n")
	for i := range 10000 {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	b.WriteString("Content-Type: text/plain\n\nhttp://host.example/\n")
	found := false
	for text, err := range New(Config{}).Texts(&b) {
		if err == nil {
			data, _ := io.ReadAll(text)
			found = found || bytes.Contains(data, []byte("http://host.example/"))
		}
	}
	require.True(t, found)
}

// Offsets of articles are relative to the decompressed batch, or to the stream if the
// batch is not compressed.
func TestArticlesOfACompressedBatchHaveOffsetsInIt(t *testing.T) {
	const (
		article = "#! rnews 60\nFrom: a@host.example\nTo: b@host.example\n\nhttp://one.example/\n"
		head    = "#! gunbatch\n"
	)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, article+article)
	require.NoError(t, w.Close())
	for _, c := range []struct {
		batch         string
		depth, offset int
	}{{head + z.String(), 1, 0}, {head + article + article, 0, len(head)}} {
		n, lines := 0, 0
		r := New(Config{Unpack: unpacked(t), Watch: func(depth int, content unpack.Entry) io.Reader {
			require.Equal(t, 1, depth)
			lines++
			return content
		}})
		for text, err := range r.Texts(strings.NewReader(c.batch)) {
			require.NoError(t, err)
			data, _ := io.ReadAll(text)
			require.Equal(t, "http://one.example/\n", string(data))
			require.Equal(t, c.depth, text.Depth)
			require.Equal(t, n+1, text.Message().Number)
			at := int64(c.offset + n*len(article))
			require.Equal(t, at, text.Message().Offset)
			start, end := text.Span(0, 5)
			at += int64(strings.Index(article, "http:"))
			require.Equal(t, []int64{at, at + 5}, []int64{start, end})
			n++
		}
		require.Equal(t, 2, n)
		require.Equal(t, 2, r.Messages())
		require.Equal(t, c.depth, lines)
		require.Equal(t, mail.Rnews, r.Format())
	}
}
