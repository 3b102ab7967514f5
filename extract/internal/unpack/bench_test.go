package unpack

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"
	"github.com/stretchr/testify/require"
)

// The cost of a format per unpacked byte. The text has few words, and so is a little
// easier than mail.
func BenchmarkUnpack(b *testing.B) {
	var long strings.Builder
	for i := range 300 {
		fmt.Fprintf(&long, "Message-ID: <%x@host%d.example>\n%s\n", i*7919*7919, i, text[i*5:])
	}
	text := long.String()
	parts := make([]got, 1000)
	for i := range parts {
		parts[i] = got{Member: fmt.Sprint(i), Text: text[i*len(text)/1000 : (i+1)*len(text)/1000]}
	}
	for _, c := range []struct {
		name  string
		input []byte
		want  int
	}{
		{"plain", []byte(text), len(text)},
		{"gzip", gzipOf(b, text), len(text)},
		{"zlib", zlibOf(b, text, zlib.DefaultCompression), len(text)},
		{"bzip2", bytes.Repeat(clearBzip2, 20), 20 * len(clearText())},
		{"xz", xzOf(b, text), len(text)},
		{"zstd", zstdOf(b, text), len(text)},
		{"lz4", lz4Of(b, text), len(text)},
		{"compress", compressOf(text, maxBits), len(text)},
		{"tar", tarOf(b, parts...), len(text)},
		{"tar.gz", gzipOf(b, string(tarOf(b, parts...))), len(text)},
		{"zip", zipOf(b, true, zip.Deflate, parts...), len(text)},
		{"zip without sizes before", zipOf(b, false, zip.Deflate, parts...), len(text)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(c.want))
			b.ReportAllocs()
			buf := make([]byte, 64<<10)
			for b.Loop() {
				n := 0
				for e, err := range (Config{}).New().All(stream{bytes.NewReader(c.input)}) {
					require.NoError(b, err)
					k, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, e, buf)
					require.NoError(b, err)
					n += int(k)
				}
				require.Equal(b, c.want, n)
			}
		})
	}
}
