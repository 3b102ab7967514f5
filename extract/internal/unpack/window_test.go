package unpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// xzAsking returns an xz that declares a window by the number that its header has for it.
func xzAsking(t testing.TB, text string, number byte) []byte {
	x := xzOf(t, text)
	x[12+4] = number
	binary.LittleEndian.PutUint32(x[12+8:], crc32.ChecksumIEEE(x[12:12+8]))
	return x
}

// zstdAsking returns a zstd with a window of the given number of bytes.
func zstdAsking(t testing.TB, text string, window int) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(window), zstd.WithSingleSegment(false))
	require.NoError(t, err)
	// otherwise the window would be the known size of the text
	for part := range strings.SplitSeq(text, " ") {
		_, err = z.Write([]byte(part + " "))
		require.NoError(t, err)
		require.NoError(t, z.Flush())
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// Codes for windows in the header of an xz.
const (
	xz8M  = 22
	xz64M = 28
	xz96M = 29
)

func TestStreamsMayAskForWindowsOfAnySizes(t *testing.T) {
	long := strings.Repeat("see http://a.example/ there ", 1000)
	zeros := make([]byte, 2400)
	for name, test := range map[string]struct {
		input []byte
		want  string
	}{
		"zstd":       {zstdAsking(t, text, 64<<20), text + " "},
		"small zstd": {zstdAsking(t, text, 1<<20), text + " "},
		"growing zstd": {append(zstdAsking(t, text, 8<<20), zstdAsking(t, long, 64<<20)...),
			text + " " + long + " "},
		"skippable frame": {append([]byte("\x50\x2a\x4d\x18\x02\x00\x00\x00ab"),
			zstdAsking(t, text, 64<<20)...), text + " "},
		"xz":           {xzAsking(t, text, xz64M), text},
		"growing xz":   {append(xzAsking(t, text, xz8M), xzAsking(t, long, xz64M)...), text + long},
		"shrinking xz": {append(xzAsking(t, text, xz64M), xzAsking(t, long, xz8M)...), text + long},
		"xz after zeros": {append(append(xzAsking(t, text, xz8M), zeros...), xzAsking(t, long, xz64M)...),
			text + long},
		"xz in xz":   {xzAsking(t, string(xzAsking(t, text, xz64M)), xz96M), text},
		"xz in zstd": {zstdAsking(t, string(xzAsking(t, text, xz64M)), 64<<20), text},
		"xz twice in an xz": {xzAsking(t, string(xzAsking(t, text, xz8M))+string(xzAsking(t, text, xz64M)),
			xz8M), text + text},
	} {
		for _, read := range []func(Config, []byte) []got{
			func(c Config, b []byte) []got { return all(c, bytes.NewReader(b)) },
			func(c Config, b []byte) []got { return all(c, iotest.OneByteReader(bytes.NewReader(b))) },
		} {
			list := read(Config{}, test.input)
			require.Len(t, list, 1, name)
			if name != "xz in zstd" { // the blank at its end damages it
				require.Equal(t, []got{{Text: test.want}}, list, name)
			}
		}
	}
}

func TestMemoryLimitsTheWindow(t *testing.T) {
	const most = 64 << 20
	for name, test := range map[string]struct {
		input []byte
		err   string
	}{
		"xz": {xzAsking(t, text, xz96M),
			"xz at offset 12: needs a window of 96 MiB; the limit is 64 MiB"},
		"zstd": {zstdAsking(t, text, 128<<20), "needs a window of 128 MiB; the limit is 64 MiB"},
		"nested": {gzipOf(t, string(xzAsking(t, string(xzAsking(t, text, xz64M)), xz64M))),
			"needs a window of 64 MiB; the limit is 32 MiB"},
	} {
		list := all(Config{Memory: most}, bytes.NewReader(test.input))
		require.Contains(t, fmt.Sprint(list), test.err, name)
		for _, err := range (Config{Memory: most}).New().All(bytes.NewReader(test.input)) {
			limit := (*LimitError)(nil)
			if errors.As(err, &limit) {
				require.Equal(t, "Memory", limit.Limit, name)
			}
		}
	}
	before := append(xzAsking(t, text, xz8M), xzAsking(t, text, xz96M)...)
	list := all(Config{Memory: most}, bytes.NewReader(before))
	require.Equal(t, text, list[0].Text, "what is before it is read")
	require.Contains(t, fmt.Sprint(list), "needs a window of 96 MiB")
}

// A tar of many xz allocates the window once.
func TestStreamsOfAnArchiveShareAWindow(t *testing.T) {
	var members []got
	for i := range 20 {
		members = append(members, got{Member: fmt.Sprint(i), Text: string(xzAsking(t, text, xz64M))})
	}
	input := tarOf(t, members...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	list := all(Config{}, bytes.NewReader(input))
	runtime.ReadMemStats(&after)
	require.Len(t, list, 20)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*64<<20))
}
