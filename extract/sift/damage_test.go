package sift

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"

	"github.com/urlsift/urlsift/internal/testkit"
)

// manyURLs returns lines with URLs that are hard to compress, about n bytes.
func manyURLs(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "line %d: http://h%d.example/%x/%x.html and so on\n", i, i, r.Uint64(), r.Uint64())
	}
	return b.String()
}

// writeAll returns the output of a writer for text.
func writeAll(t testing.TB, text string, open func(io.Writer) (io.WriteCloser, error)) []byte {
	var b bytes.Buffer
	w, err := open(&b)
	require.NoError(t, err)
	// flushed, so that something can be read before a cut
	for part := range slices.Chunk([]byte(text), 4<<10) {
		_, err = w.Write(part)
		require.NoError(t, err)
		if f, ok := w.(interface{ Flush() error }); ok {
			require.NoError(t, f.Flush())
		}
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// damageable returns inputs of many kinds with URLs, by name.
func damageable(t testing.TB, size int) map[string][]byte {
	text := manyURLs(size)
	base := func(text string) string {
		var b strings.Builder
		for line := range slices.Chunk([]byte(text), 57) {
			b.WriteString(base64.StdEncoding.EncodeToString(line) + "\n")
		}
		return b.String()
	}
	var inTar, inZip bytes.Buffer
	a, z := tar.NewWriter(&inTar), zip.NewWriter(&inZip)
	for i, part := range []string{text[:size/3], text[size/3 : size/2], text[size/2:]} {
		name := fmt.Sprintf("%d.txt", i)
		require.NoError(t, a.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(part))}))
		_, err := io.WriteString(a, part)
		require.NoError(t, err)
		member, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(member, part)
		require.NoError(t, err)
	}
	require.NoError(t, a.Close())
	require.NoError(t, z.Close())
	inputs := map[string][]byte{
		"text": []byte(text), "tar": inTar.Bytes(), "zip": inZip.Bytes(),
		"gzip": writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) {
			return gzip.NewWriter(w), nil
		}),
		"zlib": writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) {
			return zlib.NewWriter(w), nil
		}),
		"zstd": writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
		"lz4": writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) {
			z := lz4.NewWriter(w)
			return z, z.Apply(lz4.BlockSizeOption(lz4.Block64Kb))
		}),
		"xz": writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) {
			return xz.WriterConfig{DictCap: 64 << 10}.NewWriter(w)
		}),
		"base64": []byte("From: a@b.example\nContent-Type: text/plain\n" +
			"Content-Transfer-Encoding: base64\n\n" + base(text)),
		"multipart": []byte("From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n" +
			"Content-Transfer-Encoding: base64\n\n" + base(text) + "--x--\n"),
		"mbox": []byte("From a Mon Jan  1 00:00:00 1996\nFrom: a@b.example\nSubject: x\n\n" + text +
			"\nFrom a Mon Jan  1 00:00:00 1996\nFrom: a@b.example\nContent-Type: text/html\n\n" +
			"<html><a href=\"http://c.example/first\">" + text +
			"<a href=\"http://c.example/second\">x</a></html>\n"),
	}
	for name, file := range map[string]string{"bzip2": "clear.bz2", ".Z": "clear.Z", "cpio": "newc.cpio",
		"cpio with sums": "crc.cpio", "odc": "odc.cpio", "bin": "bin.cpio", "ar": "gnu.ar"} {
		data, err := os.ReadFile("../internal/unpack/testdata/" + file)
		require.NoError(t, err)
		inputs[name] = data
	}
	return inputs
}

// findings are the results in an input: the number of times each URL was found complete,
// and whether any result was incomplete or there was an error.
type findings struct {
	urls       map[string]int
	n          int
	incomplete []string
	errs       []error
}

func findIn(t testing.TB, input io.Reader) findings {
	f := findings{urls: map[string]int{}}
	for r, err := range newReader(t, Config{}).Stream(context.Background(), "in", input) {
		switch {
		case err != nil:
			f.errs = append(f.errs, err)
		case r.Incomplete:
			f.incomplete = append(f.incomplete, r.String())
		default:
			f.urls[r.String()]++
			f.n++
		}
	}
	return f
}

// requireHonest requires that every complete result is in the intact input, and that a
// loss is reported.
func requireHonest(t testing.TB, whole, got findings, tells bool, what string) {
	for url, n := range got.urls {
		require.LessOrEqual(t, n, whole.urls[url], "%s: %s is forged", what, url)
	}
	if len(got.incomplete) > 0 || tells && got.n < whole.n {
		require.NotEmpty(t, got.errs, "%s: %d of %d URLs were found, and nothing was told", what,
			got.n, whole.n)
	}
}

// knows holds for each kind of input whether a missing end is reported, and whether
// changed bits after the bytes that identify the format are. The threat model names the
// kinds that report neither.
var knows = map[string]struct{ cut, changed bool }{
	"gzip":           {true, true},
	"zlib":           {true, false},
	"bzip2":          {true, true},
	"xz":             {true, true},
	"zstd":           {true, true},
	"lz4":            {true, true},
	"zip":            {true, true},
	"tar":            {true, false},
	"cpio":           {true, false},
	"odc":            {true, false},
	"bin":            {true, false},
	"cpio with sums": {true, true},
	"ar":             {false, false}, ".Z": {false, false},
	"multipart": {true, false}, "base64": {false, false}, "mbox": {false, false}, "text": {false, false},
}

//ci:long
func TestFormatsReportDamageAsTheThreatModelSays(t *testing.T) {
	inputs := damageable(t, 6_000)
	require.Len(t, knows, len(inputs))
	tries := testkit.Times(12, 300)
	for name, data := range inputs {
		whole := findIn(t, bytes.NewReader(data))
		silent := func(changed []byte) bool {
			got := findIn(t, bytes.NewReader(changed))
			return len(got.errs) == 0 && !maps.Equal(got.urls, whole.urls)
		}
		cut, flipped := 0, 0
		for n := len(data) - 1; n > min(firstHeader, len(data)/4); n -= max(len(data)/tries, 1) {
			if silent(data[:n]) {
				cut++
			}
		}
		r := rand.New(rand.NewPCG(5, 6))
		for range tries {
			changed := bytes.Clone(data)
			const magic = 16
			changed[magic+r.IntN(len(data)-magic)] ^= 1 << r.IntN(8)
			if silent(changed) {
				flipped++
			}
		}
		t.Logf("%s: %d cuts and %d flips were not told", name, cut, flipped)
		if knows[name].cut && cut > 0 || knows[name].changed && flipped > 0 ||
			testkit.Long() && (!knows[name].cut && cut == 0 || !knows[name].changed && flipped == 0) {
			t.Errorf("%s: it is said otherwise", name)
		}
	}
}

// firstHeader is the length of the bytes that identify an input. A shorter input is text.
const firstHeader = 512

// cuts is the number of places at which inputs of each kind are cut.
var cuts = testkit.Times(10, 40)

//ci:long
func TestACutInputIsReportedAndForgesNoURL(t *testing.T) {
	for name, data := range damageable(t, 20_000) {
		t.Run(name, func(t *testing.T) {
			whole := findIn(t, bytes.NewReader(data))
			require.Empty(t, whole.errs)
			require.NotZero(t, whole.n)
			step := max(len(data)/cuts, 1)
			some := 0
			for n := len(data) - 1; n > 0; n -= step {
				cut := findIn(t, bytes.NewReader(data[:n]))
				if knows[name].cut && n > firstHeader {
					requireHonest(t, whole, cut, true, fmt.Sprintf("cut at %d", n))
				}
				failed := findIn(t, io.MultiReader(bytes.NewReader(data[:n]),
					iotest.ErrReader(errors.New("it fails"))))
				require.NotEmpty(t, failed.errs)
				requireHonest(t, whole, failed, true, fmt.Sprintf("failing at %d", n))
				some += len(failed.incomplete)
			}
			if slices.Contains([]string{"gzip", "zlib", "tar", "mbox", "base64"}, name) {
				require.NotZero(t, some)
			}
		})
	}
}

func TestReadsMayBeShortOrEmpty(t *testing.T) {
	for name, data := range damageable(t, 20_000) {
		whole := findIn(t, bytes.NewReader(data))
		for reader, r := range map[string]io.Reader{
			"one byte":     iotest.OneByteReader(bytes.NewReader(data)),
			"half":         iotest.HalfReader(bytes.NewReader(data)),
			"data and end": iotest.DataErrReader(bytes.NewReader(data)),
			"empty reads":  &emptyReads{r: bytes.NewReader(data)},
		} {
			got := findIn(t, r)
			require.Equal(t, whole, got, "%s: %s", name, reader)
		}
		got := findIn(t, io.MultiReader(bytes.NewReader(data[:len(data)/2]), new(stalled)))
		require.NotEmpty(t, got.errs, name)
		requireHonest(t, whole, got, true, name)
	}
}

// emptyReads returns no bytes and no error at every other Read.
type emptyReads struct {
	r   io.Reader
	odd bool
}

func (e *emptyReads) Read(p []byte) (int, error) {
	if e.odd = !e.odd; e.odd {
		return 0, nil
	}
	return e.r.Read(p)
}

// stalled returns no bytes and no error for ever.
type stalled struct{}

func (*stalled) Read([]byte) (int, error) { return 0, nil }

func TestAnAttributeOfAnyLengthIsCutAsOtherURLsAre(t *testing.T) {
	for _, longest := range []int{1000, 0, 200_000, 400_000} {
		page := "<html><a href=\"http://a.example/" + strings.Repeat("x", 1_500_000) +
			"\">t</a> <a href=\"http://b.example/y\">u</a></html>"
		config := Config{}
		config.Extract.MaxURL = longest
		var got []string
		for r, err := range newReader(t, config).Stream(context.Background(),
			"page", strings.NewReader(page)) {
			require.NoError(t, err)
			got = append(got, fmt.Sprintf("%.17s %t", r, r.Truncated))
		}
		require.Equal(t, []string{"http://a.example/ true", "http://b.example/ false"}, got)
	}
}
