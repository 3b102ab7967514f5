package texts

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// mailboxOf returns an mbox with n messages, whose bodies are generated text.
func mailboxOf(n int, header string, encode func([]byte) []byte) []byte {
	body, _ := corpus.Generate(corpus.Densities[1], 2000*n, 1)
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "From list 1996-05-01 00:04:%02d\nFrom: Ann <ann@host.example>\nDate: Wed, 1 May 1996 08:04:%02d +0800\n", i%60, i%60)
		fmt.Fprintf(&b, "Subject: Re: A subject\nTo: list@host.example\nMessage-ID: <%d@host.example>\nMIME-Version: 1.0\n%s\n", i, header)
		b.Write(encode(body[i*2000 : (i+1)*2000]))
		b.WriteString("\n\n")
	}
	return b.Bytes()
}

func asItIs(text []byte) []byte { return text }

func inBase64(text []byte) []byte {
	var b bytes.Buffer
	for i, c := range encodeBase64(string(text)) {
		if i > 0 && i%76 == 0 {
			b.WriteByte('\n')
		}
		b.WriteRune(c)
	}
	return b.Bytes()
}

func inQuotedPrintable(text []byte) []byte { return bytes.ReplaceAll(text, []byte("/"), []byte("=2F")) }

func inHTML(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte(" the "), []byte(` <a href="/the">the</a> `))
	return bytes.ReplaceAll(text, []byte("\n"), []byte("<br>\n"))
}

func BenchmarkTexts(b *testing.B) {
	const messages = 2000
	for _, bench := range []struct {
		name, header string
		encode       func([]byte) []byte
	}{
		{"plain", "Content-Type: text/plain\n", asItIs},
		{"latin-1", "Content-Type: text/plain; charset=iso-8859-1\n", asItIs},
		{"quoted-printable", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n",
			inQuotedPrintable},
		{"base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n", inBase64},
		{"flowed", "Content-Type: text/plain; format=flowed\n", asItIs},
		{"html", "Content-Type: text/html\n", inHTML},
	} {
		b.Run(bench.name, func(b *testing.B) {
			stream := mailboxOf(messages, bench.header, bench.encode)
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			r := New(Config{})
			buf := make([]byte, 64<<10)
			for b.Loop() {
				size := 0
				for text, err := range r.Texts(bytes.NewReader(stream)) {
					require.NoError(b, err)
					for {
						n, err := text.Read(buf)
						if err != nil {
							break
						}
						size += n
					}
				}
				require.Equal(b, messages, r.Messages())
				require.Greater(b, size, messages*1800)
			}
		})
	}
}
