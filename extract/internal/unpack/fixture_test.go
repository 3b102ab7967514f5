package unpack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"
)

// Fixtures that no library writes were written by compress 4.2.4.6, bzip2, GNU cpio, ar
// and tar.
var (
	//go:embed testdata/text.txt
	text string
	//go:embed testdata/text.bz2
	textBzip2 []byte
	//go:embed testdata/text-9.Z
	text9 []byte // with codes of 9 bits
	//go:embed testdata/text-16.Z
	text16 []byte
	//go:embed testdata/clear.Z
	clearZ []byte // the text of clearText, with codes of at most 10 bits
	//go:embed testdata/clear.bz2
	clearBzip2 []byte
	//go:embed testdata/newc.cpio
	newcCpio []byte
	//go:embed testdata/crc.cpio
	crcCpio []byte
	//go:embed testdata/odc.cpio
	odcCpio []byte
	//go:embed testdata/bin.cpio
	binCpio []byte
	//go:embed testdata/gnu.ar
	gnuAr []byte
	//go:embed testdata/sparse.tar.gz
	sparseTar []byte // a member of 1 GiB that is empty except for a URL at its end, and the member one
)

// compress clears its table in the middle of clearText.
func clearText() string {
	var b strings.Builder
	b.WriteString(strings.Repeat("http://same.example/\n", 600))
	for i := range 900 {
		fmt.Fprintf(&b, "http://h%d.example/%x\n", i*i%977, i*i*7919)
	}
	return b.String()
}

// A fixture is an input with its contents. Within is its unpacked form, before members
// are separated.
type fixture struct {
	name   string
	input  []byte
	want   []got
	within [][]byte
	ends   bool // its end is marked, so that no cut goes unnoticed
}

// A got is an entry or an error.
type got struct{ Member, Text, Err string }

var one, two, empty = got{Member: "one", Text: "one http://one.example/\n"},
	got{Member: "dir/two", Text: "two http://two.example/\n\n"}, got{Member: "empty"}

var members = []got{one, two, empty}

func fixtures(t testing.TB) []fixture {
	plainText := []got{{Text: text}}
	tarred, zipped := tarOf(t, members...), zipOf(t, true, zip.Deflate, members...)
	return []fixture{
		{name: "plain", input: []byte(text[:500]), want: []got{{Text: text[:500]}}},
		{name: "empty", want: []got{{}}},
		{name: "gzip", input: gzipOf(t, text), want: plainText, ends: true},
		{name: "gzip of two members", input: append(gzipOf(t, text[:99]), gzipOf(t, text[99:])...),
			want: plainText},
		{name: "gzip with zeros behind", input: append(gzipOf(t, text), make([]byte, 70)...),
			want: plainText},
		{name: "bzip2", input: textBzip2, want: plainText, ends: true},
		{name: "bzip2 of two streams", input: bytes.Repeat(textBzip2, 2), want: []got{{Text: text + text}}},
		{name: "xz", input: xzOf(t, text), want: plainText, ends: true},
		{name: "xz of a program", input: []byte(filteredXZ), want: []got{{Text: program}}},
		{name: "xz of two streams", input: append(append(xzOf(t, text), 0, 0, 0, 0), xzOf(t, text)...),
			want: []got{{Text: text + text}}},
		{name: "zstd", input: zstdOf(t, text), want: plainText, ends: true},
		{name: "zstd behind a skippable frame",
			input: append([]byte("\x50\x2a\x4d\x18\x02\x00\x00\x00ab"), zstdOf(t, text)...), want: plainText},
		{name: "lz4", input: lz4Of(t, text, lz4.BlockSizeOption(lz4.Block64Kb)), want: plainText, ends: true},
		{name: "lz4 of before 1.0", input: lz4Of(t, text[:100], lz4.LegacyOption(true)),
			want: []got{{Text: text[:100]}}},
		{name: "zlib", input: zlibOf(t, text, zlib.DefaultCompression), want: plainText, ends: true},
		{name: "zlib of level 2", input: zlibOf(t, text, 2), want: plainText, ends: true},
		{name: "compress of 9 bits", input: text9, want: plainText},
		{name: "compress of 16 bits", input: text16, want: plainText},
		{name: "compress that clears", input: clearZ, want: []got{{Text: clearText()}}},
		{name: "tar", input: tarred, want: members},
		{name: "tar.gz", input: gzipOf(t, string(tarred)), want: members,
			within: [][]byte{tarred}, ends: true},
		{name: "cpio newc", input: newcCpio, want: members},
		{name: "cpio crc", input: crcCpio, want: members},
		{name: "cpio odc", input: odcCpio, want: members},
		{name: "cpio binary", input: binCpio, want: members},
		{name: "cpio binary of the other order", input: swapped(binCpio), want: members},
		{name: "two cpios", input: append(bytes.Clone(newcCpio), odcCpio...),
			want: append(append([]got{}, members...), members...)},
		{name: "ar", input: gnuAr, want: []got{one, {"two", two.Text, ""},
			{"a-name-that-is-longer-than-sixteen-bytes", one.Text, ""}, empty}},
		{name: "zip", input: zipped, want: members},
		{name: "zip without sizes before", input: zipOf(t, false, zip.Deflate, members...), want: members},
		{name: "zip that stores", input: zipOf(t, true, zip.Store, members...), want: members},
		{name: "zip of nothing", input: zipOf(t, true, zip.Store), want: nil},
		{name: "nested", input: zipOf(t, true, zip.Deflate, one,
			got{Member: "a.tar.gz", Text: string(gzipOf(t, string(tarOf(t,
				got{Member: "b.Z", Text: string(text16)}, got{Member: "c.ar", Text: string(gnuAr)}))))}),
			want: []got{one, {"a.tar.gz!b.Z", text, ""}, {"a.tar.gz!c.ar!one", one.Text, ""},
				{"a.tar.gz!c.ar!two", two.Text, ""},
				{"a.tar.gz!c.ar!a-name-that-is-longer-than-sixteen-bytes", one.Text, ""},
				{Member: "a.tar.gz!c.ar!empty"}}},
	}
}

// A stream hides all methods of a reader except Read.
type stream struct{ io.Reader }

// all returns the entries of r.
func all(c Config, r io.Reader) []got { return collect(c.New().All(r)) }

// collect returns the entries and errors.
func collect(entries iter.Seq2[Entry, error]) (list []got) {
	for e, err := range entries {
		if err != nil {
			list = append(list, got{Err: err.Error()})
			continue
		}
		text, err := io.ReadAll(e)
		g := got{Member: e.Member, Text: string(text)}
		if err != nil {
			g.Err = err.Error()
		}
		list = append(list, g)
	}
	return list
}

// written returns the output of a writer of a format for text.
func written(t testing.TB, text string, create func(io.Writer) (io.WriteCloser, error)) []byte {
	var b bytes.Buffer
	w, err := create(&b)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func gzipOf(t testing.TB, text string) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func zlibOf(t testing.TB, text string, level int) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
		return zlib.NewWriterLevel(w, level)
	})
}

// filteredXZ is the output of "xz --x86 --lzma2=dict=4KiB" for program. The filter makes
// relative addresses absolute.
const (
	program = "See <URL:http://host.example/papers/> in a program.\n" +
		"\xe8\x10\x00\x00\x00\xe8\x20\x00\x00\x00"
	filteredXZ = "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4F\x02\x01\x04\x00" +
		"!\x01\x00\x00\xda3\xad\x03\x01\x00=See <URL:http://host.example/papers/> in a program." +
		"\x0a\xe8I\x00\x00\x00\xe8^\x00\x00\x00\x00\x00\x00\xbfQS0\x89k\x7f\x16\x00\x01V>RR\x06\x0d\x1f\xb6\xf3}\x01\x00\x00\x00\x00\x04YZ"
)

// xzOf declares a small window, since a reader allocates and clears it for any text.
func xzOf(t testing.TB, text string) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
		return xz.WriterConfig{DictCap: 64 << 10}.NewWriter(w)
	})
}

func zstdOf(t testing.TB, text string) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
}

func lz4Of(t testing.TB, text string, options ...lz4.Option) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
		z := lz4.NewWriter(w)
		return z, z.Apply(options...)
	})
}

// tarOf adds a directory, a link and a device to its members.
func tarOf(t testing.TB, members ...got) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, kind := range []byte{tar.TypeDir, tar.TypeSymlink, tar.TypeLink, tar.TypeFifo, tar.TypeChar} {
		require.NoError(t, w.WriteHeader(&tar.Header{Typeflag: kind, Name: "special", Linkname: "one",
			Mode: 0o644}))
	}
	for _, m := range members {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: m.Member, Size: int64(len(m.Text)), Mode: 0o644,
			ModTime: time.Unix(800000000, 0)}))
		_, err := io.WriteString(w, m.Text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// zipOf adds a directory to its members. Their sizes are before or after the contents.
func zipOf(t testing.TB, before bool, method uint16, members ...got) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if len(members) > 0 {
		_, err := w.Create("dir/")
		require.NoError(t, err)
	}
	for _, m := range members {
		h := &zip.FileHeader{Name: m.Member, Method: method}
		if !before {
			f, err := w.CreateHeader(h)
			require.NoError(t, err)
			_, err = io.WriteString(f, m.Text)
			require.NoError(t, err)
			continue
		}
		addRaw(t, w, h, m.Text)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// addRaw adds a member with its sizes before the contents.
func addRaw(t testing.TB, w *zip.Writer, h *zip.FileHeader, text string) {
	packed := []byte(text)
	if h.Method == zip.Deflate {
		packed = zlibOf(t, text, zlib.BestCompression)
		packed = packed[2 : len(packed)-4]
	}
	h.CRC32 = crc32.ChecksumIEEE([]byte(text))
	h.CompressedSize64, h.UncompressedSize64 = uint64(len(packed)), uint64(len(text))
	f, err := w.CreateRaw(h)
	require.NoError(t, err)
	_, err = f.Write(packed)
	require.NoError(t, err)
}

// swapped returns a binary cpio in the other byte order: each 16-bit number in a header
// is swapped.
func swapped(cpio []byte) []byte {
	cpio = bytes.Clone(cpio)
	v := cpioVariants[3]
	for p := cpio; ; {
		h := v.parse(p)
		for i := 0; i < v.size; i += 2 {
			p[i], p[i+1] = p[i+1], p[i]
		}
		name := p[v.size:]
		if bytes.HasPrefix(name, []byte(cpioTrailer)) {
			return cpio
		}
		p = name[h.nameSize+v.padding(h.nameSize)+h.size+v.padding(h.size):]
	}
}

// compressOf writes a .Z with codes of at most most bits, and never clears its table.
func compressOf(text string, most uint) []byte {
	out := []byte{0x1f, 0x9d, byte(most) | compressBlock}
	codes := map[[2]int]int{}
	var group []int
	bits, free := uint(minBits), clearCode+1
	flush := func(whole bool) {
		start := len(out)
		out = append(out, make([]byte, (uint(len(group))*bits+7)/8)...)
		for i, code := range group {
			at := uint(i) * bits
			var word [8]byte
			binary.LittleEndian.PutUint64(word[:], uint64(code)<<(at%8))
			for k := 0; k < 4 && start+int(at/8)+k < len(out); k++ {
				out[start+int(at/8)+k] |= word[k]
			}
		}
		if whole {
			out = append(out, make([]byte, start+int(bits)-len(out))...)
		}
		group = group[:0]
	}
	emit := func(code int, defines bool) {
		if group = append(group, code); len(group) == 8 {
			flush(true)
		}
		if defines && free < 1<<most {
			if free++; free > 1<<bits && bits < most { // the reader is one code behind
				if len(group) > 0 {
					flush(true)
				}
				bits++
			}
		}
	}
	prefix := -1
	for _, b := range []byte(text) {
		if prefix < 0 {
			prefix = int(b)
			continue
		}
		key := [2]int{prefix, int(b)}
		if code, ok := codes[key]; ok {
			prefix = code
			continue
		}
		if free < 1<<most {
			codes[key] = free
		}
		emit(prefix, true)
		prefix = int(b)
	}
	if prefix >= 0 {
		emit(prefix, false)
	}
	flush(false)
	return out
}

// The longest code of a .Z, and codes of PDF's LZW.
const (
	maxBits  = 16
	pdfClear = clearCode
	pdfEnd   = clearCode + 1
)
