package sift

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// zstdAsking returns a zstd with a window of size bytes.
func zstdAsking(t testing.TB, text string, size int) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(size), zstd.WithSingleSegment(false),
		zstd.WithEncoderConcurrency(1))
	require.NoError(t, err)
	_, err = z.Write([]byte(text[:1]))
	require.NoError(t, err)
	require.NoError(t, z.Flush()) // otherwise the window would be the known size
	_, err = z.Write([]byte(text[1:]))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// Each reader has the windows that its streams declare, up to the limit, for any number
// of readers.
//
//ci:race
func TestEachReaderHasWindowsOfItsOwn(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 12 {
		text := strings.Repeat(fmt.Sprintf("see http://h%d.example/ there\n", i), 200)
		data := zstdAsking(t, text, 16<<20)
		if i%3 == 0 {
			data = zstdAsking(t, string(data)+"\n", 8<<20) // one in another
		}
		fsys[fmt.Sprintf("%02d.zst", i)] = &fstest.MapFile{Data: data}
	}
	for _, memory := range []int64{0, 32 << 20, 16 << 20} {
		want := told(inFS(newReader(t, Config{Memory: memory}), t.Context(), fsys))
		require.Equal(t, want, told(inFS(newReader(t, Config{Memory: memory, Readers: 8}),
			t.Context(), fsys)))
		refused := strings.Contains(strings.Join(want, "\n"),
			"needs a window of 16 MiB; the limit is 8 MiB")
		require.Equal(t, memory == 16<<20, refused)
	}
}
