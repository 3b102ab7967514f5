package unpack

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// blocksBzip2 has blocksText in blocks of 100,000 bytes, as bzip2 -1 makes them.
//
//go:embed testdata/blocks.bz2
var blocksBzip2 []byte

func blocksText() string {
	var b strings.Builder
	for i := range 1900 {
		fmt.Fprintf(&b, "see http://host%d.example%s\n", i*7919%10007,
			strings.Repeat("/a-path-that-is-the-same-everywhere", 6))
	}
	return b.String()
}

// A told is an entry, or the rest of one, in its final state: its text, and whether all
// of it is proven.
type told struct {
	Member, Text string
	Resumed      bool
	Proven       string // the part of Text that no failed checksum covers
	Err          string
}

// toldOf returns the entries, read in small pieces.
func toldOf(u *Unpacker, entries iter.Seq2[Entry, error]) (list []told) {
	type covered struct {
		entry  int
		text   string
		checks []int
	}
	var texts []covered
	var failed []int
	fail := func(err error) string {
		if err == nil || err == io.EOF {
			return ""
		}
		var e *Error
		if errors.As(err, &e) && e.Check > 0 {
			failed = append(failed, e.Check)
		}
		return err.Error()
	}
	for e, err := range entries {
		if err != nil {
			list = append(list, told{Err: fail(err)})
			continue
		}
		one := told{Member: e.Member, Resumed: e.Resumed}
		part, text := make([]byte, 50), strings.Builder{}
		for err == nil {
			var n int
			n, err = e.Read(part)
			if n > 0 {
				text.Write(part[:n])
				texts = append(texts, covered{len(list), string(part[:n]),
					u.Checks(e.Number, e.Offset+int64(text.Len()))})
			}
		}
		one.Text, one.Err = text.String(), fail(err)
		list = append(list, one)
	}
	proven := make([]strings.Builder, len(list))
	for _, c := range texts {
		if !slices.ContainsFunc(failed, func(check int) bool { return slices.Contains(c.checks, check) }) {
			proven[c.entry].WriteString(c.text)
		}
	}
	for i := range list {
		list[i].Proven = proven[i].String()
	}
	return list
}

// wrong returns input with a changed byte.
func wrong(input []byte, at int) []byte {
	input = bytes.Clone(input)
	input[(at+len(input))%len(input)] ^= 0x55
	return input
}

// Streams have three pieces here, with a checksum each. The second is damaged: at its
// end, where only the checksum detects it, and in the middle. The pieces before and after
// it are read, and are proven.
func TestWhatFollowsDamageIsRead(t *testing.T) {
	first, second, third := strings.Repeat("1 http://a.example/\n", 20),
		strings.Repeat("2 http://b.example/\n", 20), "3 http://c.example/\n"
	for _, f := range []struct {
		format string
		of     func(text string) []byte
		sum    int // offset of a byte of the checksum from the end
	}{
		{"gzip", func(text string) []byte { return gzipOf(t, text) }, -6},
		{"zstd", func(text string) []byte { return zstdOf(t, text) }, -2},
		{"xz", func(text string) []byte { return xzOf(t, text) }, -30},
		{"lz4", func(text string) []byte { return lz4Of(t, text) }, -2},
	} {
		piece := f.of(second)
		u := Config{}.New()
		last := toldOf(u, u.All(bytes.NewReader(slices.Concat(f.of(first), piece,
			wrong(f.of(third), f.sum)))))
		require.Equal(t, first+second, last[0].Proven, "%s: a checksum covers its piece alone", f.format)
		for where, at := range map[string]int{"checksum": f.sum, "middle": len(piece) * 2 / 3} {
			t.Run(f.format+", "+where, func(t *testing.T) {
				input := slices.Concat(f.of(first), wrong(piece, at), f.of(third))
				for _, r := range []io.Reader{bytes.NewReader(input), stream{bytes.NewReader(input)}} {
					u := Config{}.New()
					list := toldOf(u, u.All(r))
					require.Len(t, list, 2, "%+v", list)
					require.True(t, strings.HasPrefix(list[0].Text, first[:len(list[0].Proven)]))
					require.Contains(t, list[0].Err, f.format+" at offset ")
					require.NotContains(t, list[0].Proven, "2 http")
					require.Equal(t, first, list[0].Proven)
					require.Equal(t, told{Text: third, Resumed: true, Proven: third}, list[1])
				}
			})
		}
	}
}

// pieceFormats are the formats with pieces.
var pieceFormats = map[string]func(testing.TB, string) []byte{
	"gzip": gzipOf, "zstd": zstdOf, "xz": xzOf,
	"lz4": func(t testing.TB, text string) []byte { return lz4Of(t, text) },
}

// storedOf returns a gzip whose blocks contain the bytes of the text.
func storedOf(t testing.TB, text string) []byte {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.NoCompression)
	})
}

// proven returns the proven parts of all entries.
func proven(list []told) (all string) {
	for _, one := range list {
		all += one.Proven
	}
	return all
}

// The decoder of a piece that is cut reads on in the pieces after it. What it returns is
// not proven, and these pieces are read.
func TestPiecesAfterACutOneAreRead(t *testing.T) {
	var long strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&long, "http://h%x.example/%d\n", i*7919%10007, i)
	}
	const second, third = "http://second.example/\n", "http://third.example/\n"
	for name, of := range pieceFormats {
		first, after := of(t, long.String()), slices.Concat(of(t, second), of(t, third))
		for cut := len(first) - 1; cut > 32; cut -= len(first) / 26 {
			input := slices.Concat(first[:cut], after)
			u := Config{}.New()
			list := toldOf(u, u.All(bytes.NewReader(input)))
			require.Equal(t, second+third, proven(list), "%s, cut at %d", name, cut)
			require.Equal(t, list, toldOf(u, u.All(stream{bytes.NewReader(input)})), name)
			require.Equal(t, list, toldOf(u, u.Ahead(iotest.OneByteReader(bytes.NewReader(input)), true)), name)
			last := list[len(list)-1]
			require.True(t, last.Resumed && last.Err == "", "%s, cut at %d: %+v", name, cut, last)

			// of several cut pieces, each is in doubt
			input = slices.Concat(first[:cut], first[:cut], after[:len(after)-1])
			list = toldOf(u, u.All(bytes.NewReader(input)))
			require.Contains(t, proven(list), second)
			require.Contains(t, second+third, proven(list), "%s, cut twice at %d", name, cut)
			require.Equal(t, list, toldOf(u, u.All(stream{bytes.NewReader(input)})), name)
		}
	}
}

// So are the bytes before the beginning of another piece that is cut in its header, and
// in a stream that is itself cut.
func TestTheBeginningAfterACutPieceMayBeCut(t *testing.T) {
	first := gzipOf(t, blocksText())
	for cut := len(first) - 1; cut > 32; cut -= len(first) / 8 {
		for size := 4; size < 20; size += 3 {
			input := slices.Concat(first[:cut], first[:size])
			u := Config{}.New()
			require.Zero(t, len(proven(toldOf(u, u.All(bytes.NewReader(input))))), "%d, %d", cut, size)
			around := storedOf(t, string(input))
			list := toldOf(u, u.All(bytes.NewReader(around[:len(around)-len("length, sum: ")])))
			require.Zero(t, len(proven(list)), "%d, %d, in a gzip that is cut", cut, size)
		}
	}
}

// A decoder may read a whole block of lz4 that is cut.
func TestPiecesAfterACutBlockOfLZ4AreRead(t *testing.T) {
	random := make([]byte, 5<<20)
	rand.NewChaCha8([32]byte{}).Read(random)
	piece := lz4Of(t, string(random))
	u := Config{}.New()
	list := toldOf(u, u.All(bytes.NewReader(slices.Concat(piece[:100], lz4Of(t, text), piece))))
	require.True(t, proven(list) == text+string(random))
}

// The beginning of a piece within the bytes of a sound one changes nothing.
func TestBeginningsInSoundPiecesChangeNothing(t *testing.T) {
	for name, of := range pieceFormats {
		random := make([]byte, 2000)
		rand.NewChaCha8([32]byte{}).Read(random)
		text := string(random) + string(of(t, text)) + string(random)
		input := of(t, text)
		if name == "gzip" {
			input = storedOf(t, text)
		}
		require.Contains(t, string(input), text[2000:2020], name)
		u := Config{}.New()
		require.Equal(t, []told{{Text: text, Proven: text}},
			toldOf(u, u.All(bytes.NewReader(input))))
	}
}

// Beginnings that swallow those after them are not read again and again.
func TestBytesAreReadAgainInLinearTime(t *testing.T) {
	const begin = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x00\xff\xff\x00\x00" // and 65,535 stored bytes
	const size = 4 << 20
	total := 0
	for _, one := range all(Config{}, strings.NewReader(strings.Repeat(begin, size/len(begin)))) {
		total += len(one.Text)
	}
	require.Less(t, total, 3*size)
}

func TestADamagedBlockOfBzip2DoesNotHideOthers(t *testing.T) {
	text := blocksText()
	u := Config{}.New()
	require.Equal(t, []told{{Text: text, Proven: text}}, toldOf(u, u.All(bytes.NewReader(blocksBzip2))))
	for at := 14; at < len(blocksBzip2); at += 487 {
		list := toldOf(u, u.All(bytes.NewReader(wrong(blocksBzip2, at))))
		found, failed := "", 0
		for i, one := range list {
			require.Equal(t, one.Text, one.Proven, "wrong at %d", at)
			require.Equal(t, i > 0, one.Resumed, "wrong at %d", at)
			require.Contains(t, text, one.Text, "wrong at %d", at)
			if found += one.Text; one.Err != "" {
				require.Contains(t, one.Err, "bzip2 at offset ")
				failed++
			}
		}
		require.Equal(t, 1, failed, "wrong at %d: %d", at, len(list))
		// two blocks, if the mark between them is damaged
		require.GreaterOrEqual(t, len(found), len(text)-2*100_100, "wrong at %d", at)
	}
	for cut := 0; cut < len(blocksBzip2); cut += 983 {
		list := toldOf(u, u.All(bytes.NewReader(blocksBzip2[:cut])))
		require.Len(t, list, 1)
		require.True(t, strings.HasPrefix(text, list[0].Text) || cut < 10)
	}
}

// Bytes between two blocks are not a block, and the checksums of blocks and stream do not
// cover them.
func TestBitsBetweenBlocksOfBzip2AreDamage(t *testing.T) {
	var bits strings.Builder
	for _, b := range blocksBzip2 {
		fmt.Fprintf(&bits, "%08b", b)
	}
	mark := fmt.Sprintf("%048b", uint64(bzip2Block))
	second := 32 + len(mark) + strings.Index(bits.String()[32+len(mark):], mark)
	long := bits.String()[:second] + "1010101010101010" + bits.String()[second:]
	var input []byte
	for ; len(long) > 0; long = long[8:] {
		b, err := strconv.ParseUint(long[:8], 2, 8)
		require.NoError(t, err)
		input = append(input, byte(b))
	}
	u := Config{}.New()
	list := toldOf(u, u.All(bytes.NewReader(input)))
	require.Equal(t, 2, len(list))
	require.Contains(t, list[0].Err, errDamaged.Error())
	require.True(t, list[0].Proven+list[1].Proven == blocksText() && list[1].Resumed && list[1].Err == "")
}

// The bytes at the place of a window in a header that cannot be decoded are not a window.
func TestADamagedHeaderOfZstdAsksForNoWindow(t *testing.T) {
	input := slices.Concat(zstdOf(t, text), zstdOf(t, text))
	input[4] = 0xc3
	u := Config{}.New()
	list := toldOf(u, u.All(bytes.NewReader(input)))
	require.Contains(t, list[0].Err, errDamaged.Error())
	require.Equal(t, text, list[len(list)-1].Text)
}

// A block that repeats a single byte unpacks to more than is kept. It is not returned
// before its checksum has held, either.
func TestALongBlockOfBzip2IsProvenFirst(t *testing.T) {
	const same = "BZh91AY&SY\xa4)\xd0j\x00\x16\xfa\x01\x08\xa0\x00@\x00\x00\x08 " +
		"\x000\xcc\t\xaai\xa9\x02-\xa9 E\xe2\xeeH\xa7\n\x12\x14\x85:\r@"
	require.Equal(t, []got{{Text: strings.Repeat("a", 3_000_000)}}, all(Config{}, strings.NewReader(same)))
	require.Equal(t, []got{{Err: "bzip2 at offset 45: bzip2 data invalid: block checksum mismatch"}},
		all(Config{}, bytes.NewReader(wrong([]byte(same), 11))))
}

// A few bytes may be a block of the maximum size of its level.
func TestAShortBlockOfBzip2MayUnpackToMuch(t *testing.T) {
	const pairs = "BZh91AY&SY\xfb{\xe7 \x01\x86\x9f\x81\x000\x00 " +
		"\x000\x80)\x18\t(,\x04\x94\x17\x17rE8P\x90\xfb{\xe7 "
	require.Equal(t, []got{{Text: strings.Repeat("ab", 200_000)}}, all(Config{}, strings.NewReader(pairs)))
}

// Damaged blocks that unpack to much are bombs, too, although their bytes are not
// returned.
func TestDamagedBlocksOfBzip2AreHeldToMaxRatio(t *testing.T) {
	// of 3 MB, with another checksum
	const block = "1AY&SY\xa4)\xd0k\x00\x16\xfa\x01\x08\xa0\x00@\x00\x00\x08 " +
		"\x000\xcc\t\xaai\xa9\x02-\xa9 E\xe2\xe0"
	list := all(Config{MaxRatio: 10, RatioFrom: 16 << 20},
		strings.NewReader("BZh9"+strings.Repeat(block, 20)))
	require.Len(t, list, 2)
	require.Contains(t, list[0].Err, "block checksum mismatch")
	require.Contains(t, list[1].Err, "damaged blocks unpack to more than 10 times what was read")
}

// Bytes that resemble the beginning of a stream or a block need not be one. Checking
// costs little.
func TestFalseBeginningsCostLittle(t *testing.T) {
	if raceDetector {
		t.Skip("pools forget, with the race detector")
	}
	const xzBegin = "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4F\x02\x00!\x01\x16\x00\x00\x00t/\xe5\xa3"
	for format, c := range map[string]struct {
		good   []byte
		begins []string
	}{
		"gzip": {gzipOf(t, text), []string{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
			"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff",
			"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x03aa"}},
		"zstd": {zstdOf(t, text), []string{"\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd\x04\x48\x07\x00\x00",
			"\x28\xb5\x2f\xfd\x00\x88\x08\x00\x00a\x06\x00\x00"}},
		"lz4": {lz4Of(t, text), []string{"\x04\x22\x4d\x18",
			"\x04\x22\x4d\x18\x64\x40\xa7\x01\x00\x00\x80a", "\x04\x22\x4d\x18\x64\x70\xb9\x01\x00\x00\x00"}},
		"xz":    {xzOf(t, text), []string{xzMagic, xzBegin}},
		"bzip2": {blocksBzip2, []string{"1AY&SY", "BZh91AY&SYabcd", "1AY&SYabcd\x80\x00\x00\x00"}},
	} {
		for _, begin := range c.begins {
			allocated := func(times int) int {
				input := slices.Concat(c.good, wrong(c.good, -1),
					[]byte(strings.Repeat(begin, times)), c.good)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for e := range (Config{}).New().All(bytes.NewReader(input)) {
					if e.Reader != nil {
						io.Copy(io.Discard, e)
					}
				}
				runtime.ReadMemStats(&after)
				return int(after.TotalAlloc - before.TotalAlloc)
			}
			const few, many, each, once = 50, 550, 8 << 10, 16 << 20
			require.Less(t, allocated(many)-allocated(few), once+(many-few)*each, "%s: %q", format, begin)
		}
	}
}

// Unreadable blocks and frames belong to the damage before them, and the ones after them
// are read.
func TestFalseBeginningsAreOneDamage(t *testing.T) {
	for format, c := range map[string]struct {
		good  []byte
		begin string
	}{
		"gzip":  {gzipOf(t, text), "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff"},
		"lz4":   {lz4Of(t, text), "\x04\x22\x4d\x18\x64\x40\xa7\xff\xff\xff\x00"},
		"zstd":  {zstdOf(t, text), "\x28\xb5\x2f\xfd\x04\x48\x07\x00\x00"},
		"bzip2": {blocksBzip2, "1AY&SYabcd\x80\x00\x00\x00"},
	} {
		u := Config{}.New()
		list := func(times int) []told {
			return toldOf(u, u.All(bytes.NewReader(slices.Concat(c.good,
				[]byte(strings.Repeat(c.begin, times)), c.good))))
		}
		require.Equal(t, list(1), list(20), format)
		read := ""
		for _, one := range list(20) {
			read += one.Text
		}
		want := text
		if format == "bzip2" {
			want = blocksText()
		}
		require.Equal(t, want+want, read, format)
	}
}

// A cut is not damage: the bytes before it are as they were.
func TestWhatIsCutIsNoDamage(t *testing.T) {
	text := blocksText()
	for name, input := range map[string][]byte{"gzip": gzipOf(t, text), "zstd": zstdOf(t, text),
		"xz": xzOf(t, text), "lz4": lz4Of(t, text), "zlib": zlibOf(t, text, 6), "bzip2": blocksBzip2} {
		u := Config{}.New()
		for _, cut := range []int{len(input) - 2, len(input) * 2 / 3} {
			list := toldOf(u, u.All(bytes.NewReader(input[:cut])))
			require.Len(t, list, 1, name)
			require.Contains(t, list[0].Err, "unexpected EOF", name)
			require.Equal(t, list[0].Text, list[0].Proven, name)
		}
	}
}

// A checksum covers everything that was unpacked from its bytes, at any depth.
func TestAFailedChecksumCoversWhatIsNestedInIt(t *testing.T) {
	inner := tarOf(t, one, got{Member: "b.gz", Text: string(wrong(gzipOf(t, two.Text), -6))},
		got{Member: "c", Text: text})
	bad := "b.gz: gzip at offset 50: gzip: invalid checksum"
	for name, c := range map[string]struct {
		input []byte
		want  []told
	}{
		"tar": {inner, []told{{Member: "one", Text: one.Text, Proven: one.Text},
			{Member: "b.gz", Text: two.Text, Err: bad}, {Member: "c", Text: text, Proven: text}}},
		"tar.gz": {wrong(gzipOf(t, string(inner)), -6),
			[]told{{Member: "one", Text: one.Text}, {Member: "b.gz", Text: two.Text, Err: bad},
				{Member: "c", Text: text}, {Err: "gzip at offset %: gzip: invalid checksum"}}},
		"zip": {wrong(zipOf(t, true, zip.Store, one, two), 60),
			[]told{{Member: "one", Text: "*", Err: "one: zip at offset %: wrong checksum or size"},
				{Member: "dir/two", Text: two.Text, Proven: two.Text}}},
		"cpio": {bytes.Replace(crcCpio, []byte("one http"), []byte("one HTTP"), 1),
			[]told{{Member: "one", Text: "*", Err: "one: cpio at offset %: wrong checksum or size"},
				{Member: two.Member, Text: two.Text, Proven: two.Text}, {Member: "empty"}}},
		"zlib": {wrong(zlibOf(t, text, 6), -2),
			[]told{{Text: text, Err: "zlib at offset %: zlib: invalid checksum"}}},
	} {
		u := Config{}.New()
		list := toldOf(u, u.All(bytes.NewReader(c.input)))
		require.Len(t, list, len(c.want), name)
		for i, want := range c.want {
			before, after, _ := strings.Cut(want.Err, "%")
			require.True(t, strings.HasPrefix(list[i].Err, before) && strings.HasSuffix(list[i].Err, after),
				"%s: %q", name, list[i].Err)
			if want.Err = list[i].Err; want.Text == "*" {
				want.Text = list[i].Text
			}
			require.Equal(t, want, list[i], name)
		}
	}
}

// Members of a tar, a cpio and a zip are found again after damage in their compressed
// stream.
func TestMembersAreFoundAfterDamage(t *testing.T) {
	for name, input := range map[string][]byte{"tar": tarOf(t, one, two, empty), "cpio": newcCpio,
		"zip": zipOf(t, true, zip.Store, one, two, empty)} {
		at := bytes.Index(input, []byte(two.Text)) - 400
		if name != "tar" {
			at = bytes.Index(input, []byte(one.Text)) + 10
		}
		packed := slices.Concat(gzipOf(t, string(input[:at])), wrong(gzipOf(t, string(input[at:at+3])), 12),
			gzipOf(t, string(input[at+5:])))
		u := Config{}.New()
		list := toldOf(u, u.All(bytes.NewReader(packed)))
		var found []string
		for _, one := range list {
			found = append(found, one.Member)
		}
		last := list[len(list)-1]
		require.Contains(t, found, "empty", "%s: %+v", name, list)
		require.False(t, last.Resumed)
	}
}

// Nested streams are found again after damage in the outer stream.
func TestStreamsAreFoundAfterDamageAroundThem(t *testing.T) {
	for format, input := range map[string][]byte{
		"gzip":  gzipOf(t, text),
		"bzip2": textBzip2,
		"zstd":  zstdOf(t, text),
		"xz":    xzOf(t, text),
		"lz4":   lz4Of(t, text),
	} {
		piece := gzipOf(t, string(input))
		u := Config{}.New()
		list := toldOf(u, u.All(bytes.NewReader(slices.Concat(piece, wrong(piece, -6), piece))))
		require.Equal(t, told{Text: text, Proven: text}, list[len(list)-1], format)
	}
}

// A damaged header of the directory of a zip hides no member, and is reported, in a file
// and in a pipe.
func TestADamagedDirectoryOfAZipHidesNoMember(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var want []got
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, "text of "+name)
		require.NoError(t, err)
		want = append(want, got{Member: name, Text: "text of " + name})
	}
	require.NoError(t, z.Close())
	whole := b.Bytes()
	size := (bytes.Index(whole, []byte(zipEnd)) - bytes.Index(whole, []byte(zipCentral))) / 5
	require.Equal(t, want, all(Config{}, bytes.NewReader(whole)))
	for n := range 5 {
		at := bytes.Index(whole, []byte(zipCentral)) + n*size
		for what, damage := range map[string]func([]byte) []byte{
			"signature":   func(b []byte) []byte { b[at+2] ^= 0x55; return b },
			"name length": func(b []byte) []byte { b[at+28]++; return b },
			"extra":       func(b []byte) []byte { b[at+31] = 0x7f; return b },
			"all":         func(b []byte) []byte { clear(b[at : at+size]); return b },
		} {
			file := damage(bytes.Clone(whole))
			read := all(Config{}, bytes.NewReader(file))
			require.Equal(t, read, all(Config{}, iotest.OneByteReader(bytes.NewReader(file))),
				"%s of header %d", what, n)
			require.Len(t, read, 6, "%s of header %d", what, n)
			require.Equal(t, want, read[:5])
			require.Contains(t, read[5].Err, "zip at offset", "%s of header %d", what, n)
		}
	}
}

// A wrong header in the directory of a zip hides no member, and is reported, in a file
// and in a pipe. Fields that do not concern the contents may be wrong.
func TestAWrongValueInTheDirectoryOfAZipHidesNoMember(t *testing.T) {
	list := []got{{Member: "a", Text: "the text of a"}, {Member: "b", Text: strings.Repeat("b", 99)},
		{Member: "c"}, {Member: "d", Text: "text of d"}, {Member: "e", Text: "e"}}
	ignored := func(at int) bool { return 4 <= at && at < 8 || 12 <= at && at < 16 || 34 <= at && at < 42 }
	structure := func(at int) bool { return at < 4 || 28 <= at && at < 34 }
	for _, before := range []bool{true, false} {
		for _, method := range []uint16{zip.Store, zip.Deflate} {
			whole := zipOf(t, before, method, list...)
			for _, n := range []int{0, 1, 2, 4} {
				header := bytes.Index(whole, []byte(zipCentral)) + zipCentralSize + 4 + n*(zipCentralSize+1)
				for at := range zipCentralSize + 1 {
					for _, flip := range []byte{0x01, 0xff} {
						input := bytes.Clone(whole)
						input[header+at] ^= flip
						what := fmt.Sprintf("byte %d of header %d, by %x, method %d, sizes before: %v", at, n,
							flip, method, before)
						inTar := all(Config{},
							bytes.NewReader(tarOf(t, got{Member: "m", Text: string(input)})))
						for i := range inTar {
							inTar[i].Member = strings.TrimPrefix(inTar[i].Member, "m!")
						}
						streamed := all(Config{}, stream{bytes.NewReader(input)})
						inPart := collect(Config{}.New().Within("", bytes.NewReader(input)))
						for how, read := range map[string][]got{"file": all(Config{}, bytes.NewReader(input)),
							"pipe": streamed, "tar": inTar, "part": inPart} {
							told := 0
							var members []got
							for _, g := range read {
								if g.Err != "" {
									told++
								}
								if g.Err = ""; g.Member != "" {
									members = append(members, g)
								}
							}
							if method == zip.Store && !before && (how != "file" || structure(at)) {
								continue // sizes are unknown without the directory
							}
							require.Equal(t, list, members, "%s: %s", how, what)
							require.Equal(t, ignored(at), told == 0, "%s: %s: %q", how, what, read)
						}
					}
				}
			}
		}
	}
}
