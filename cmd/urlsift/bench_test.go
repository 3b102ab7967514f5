package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// The cost of the command including its output, which is discarded.
func BenchmarkFind(b *testing.B) {
	for _, d := range corpus.Densities {
		text, urls := corpus.Generate(d, 16<<20, 1)
		file := filepath.Join(b.TempDir(), d.Name)
		require.NoError(b, os.WriteFile(file, text, 0o666))
		for _, flags := range []string{"-j1", "-j1 -n", "-j1 --json", "-j2"} {
			args := append(append([]string{"urlsift"}, strings.Fields(flags)...), file)
			b.Run(d.Name+"/"+strings.ReplaceAll(flags, " ", ""), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					var lines lineCounter
					require.Equal(b, exitFound, run(args, nil, &lines, io.Discard))
					require.Equal(b, urls, int(lines))
				}
			})
		}
	}
}

// A lineCounter counts the lines that are written to it.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}
