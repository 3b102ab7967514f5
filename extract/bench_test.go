package extract

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

func count(b *testing.B, x *Finder, text []byte) int {
	n := 0
	var r Result
	x.Reset(bytes.NewReader(text))
	for x.Next(&r) == nil {
		n++
	}
	return n
}

// The texts are generated, so that everybody can reproduce the figures.
func BenchmarkExtract(b *testing.B) {
	for _, d := range corpus.Densities {
		text, urls := corpus.Generate(d, 8<<20, 1)
		b.Run(d.Name, func(b *testing.B) {
			x := newExtractor(Config{}).NewFinder()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if n := count(b, x, text); n != urls {
					b.Fatalf("%d URLs, want %d", n, urls)
				}
			}
		})
	}
}

// Real mail, if available.
func BenchmarkExtractReal(b *testing.B) {
	file, err := os.Open("../../shared/data/list-1997-02.mbox.gz")
	if err != nil {
		b.Skip(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	require.NoError(b, err)
	text, err := io.ReadAll(r)
	require.NoError(b, err)
	x := newExtractor(Config{}).NewFinder()
	want := count(b, x, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		require.Equal(b, want, count(b, x, text))
	}
}

// The baseline: a loop that looks at each ":" and does nothing.
func BenchmarkColons(b *testing.B) {
	for _, d := range corpus.Densities {
		text, urls := corpus.Generate(d, 8<<20, 1)
		b.Run(d.Name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				n := 0
				for rest := text; ; n++ {
					i := bytes.IndexByte(rest, ':')
					if i < 0 {
						break
					}
					rest = rest[i+1:]
				}
				if n < urls {
					b.Fatal(n)
				}
			}
		})
	}
}

func BenchmarkWorstCases(b *testing.B) {
	for name := range corpus.WorstCases() {
		text := corpus.Worst(name, 1<<20)
		b.Run(name, func(b *testing.B) {
			x := newExtractor(Config{}).NewFinder()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				count(b, x, text)
			}
		})
	}
}

// For a short message Find takes about as long as a reused Finder.
func BenchmarkShort(b *testing.B) {
	const text = "Have you seen http://www.host.example/news/1996/may.html? Ann wrote of it in <URL:news:comp.example.misc> too."
	b.Run("FindString", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if n := len(FindString(text)); n != 2 {
				b.Fatal(n)
			}
		}
	})
	b.Run("Finder", func(b *testing.B) {
		x := newExtractor(Config{}).NewFinder()
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if n := count(b, x, []byte(text)); n != 2 {
				b.Fatal(n)
			}
		}
	})
}
