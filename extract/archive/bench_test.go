package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Files of 2 KB, of which every second has a URL.
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
