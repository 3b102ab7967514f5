package sift

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/mail"
)

// Files of 2 KB. Every second one has a URL.
func BenchmarkSmallFiles(b *testing.B) {
	const files, size = 2000, 2 << 10
	dir := b.TempDir()
	for i := range files {
		text := strings.Repeat("The quick brown fox jumps over the lazy dog.\n", size/45)
		if i%2 == 0 {
			text += "See http://host.example/ there.\n"
		}
		folder := filepath.Join(dir, fmt.Sprint(i/100))
		require.NoError(b, os.MkdirAll(folder, 0o777))
		require.NoError(b, os.WriteFile(filepath.Join(folder, fmt.Sprint(i)), []byte(text), 0o666))
	}
	for _, readers := range []int{0, 1, 2} {
		b.Run(fmt.Sprintf("readers=%d", readers), func(b *testing.B) {
			r := newReader(b, Config{Readers: readers})
			b.SetBytes(files * size)
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range r.Paths(b.Context(), dir) {
					require.NoError(b, err)
					n++
				}
				require.Equal(b, files/2, n)
			}
		})
	}
}

// A mailbox as mail, and the same bytes as text. A third of the messages have a URL.
func BenchmarkMailbox(b *testing.B) {
	const messages, size = 4000, 1500
	text, _ := corpus.Generate(corpus.Densities[0], messages*size, 1)
	var mailbox bytes.Buffer
	for i := range messages {
		fmt.Fprintf(&mailbox, "From ann@host.example Wed May  1 00:04:%02d 1996\n"+
			"From: Ann <ann@host.example>\nDate: Wed, 1 May 1996 08:04:%02d +0800\n", i%60, i%60)
		fmt.Fprintf(&mailbox, "To: list@host.example\nSubject: Re: A subject\n"+
			"In-Reply-To: <%d@host.example>\nMessage-ID: <%d@host.example>\n", i-1, i)
		fmt.Fprintf(&mailbox, "MIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n\n%s\n\n",
			text[i*size:(i+1)*size])
	}
	for _, format := range []mail.Format{mail.Plain, mail.Mbox} {
		b.Run(format.String(), func(b *testing.B) {
			r := newReader(b, Config{Format: format})
			b.SetBytes(int64(mailbox.Len()))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range r.Stream(b.Context(), "box", bytes.NewReader(mailbox.Bytes())) {
					require.NoError(b, err)
					n++
				}
				require.Greater(b, n, messages/4)
			}
		})
	}
}
