package unpack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

func TestEachFormatIsUnpacked(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			require.Equal(t, f.want, all(Config{}, bytes.NewReader(f.input)), "as a file")
			require.Equal(t, f.want, all(Config{}, stream{bytes.NewReader(f.input)}), "as a stream")
		})
	}
}

func TestReadSizesDoNotChangeWhatIsUnpacked(t *testing.T) {
	cuts := map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "error with data": iotest.DataErrReader,
	}
	for _, f := range fixtures(t) {
		for name, cut := range cuts {
			require.Equal(t, f.want, all(Config{}, cut(bytes.NewReader(f.input))), "%s, %s", f.name, name)
		}
	}
}

// Every known format has a reader. A format without one is an error.
func TestEachFormatHasAReader(t *testing.T) {
	known := []format{flateFormat, lzwFormat, deflateFormat}
	for _, first := range firsts {
		known = append(known, first.format)
	}
	failures := func(f format) (errs []string) {
		u := Config{}.New()
		u.each(strings.NewReader(text), f, nil, func(_ Entry, err error) bool {
			if err != nil {
				errs = append(errs, err.Error())
			}
			return true
		})
		return errs
	}
	for _, f := range known {
		require.NotContains(t, strings.Join(failures(f), "\n"), errNoReader.Error(), f)
	}
	require.Equal(t, []string{"new at offset 0: no reader"}, failures("new"))
}

// A cut input yields prefixes of its contents, and an error if its end is marked. By
// default it is cut everywhere near its ends, and at some places in between.
//
//ci:long
func TestACutInputUnpacksToAPrefix(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			step := 1
			if len(f.input) > 6000 {
				step = 61
			}
			for n := range f.input {
				if n%step != 0 || n%testkit.Times(41, 1) != 0 && n > 40 && n < len(f.input)-20 {
					continue
				}
				asFile := all(Config{}, bytes.NewReader(f.input[:n]))
				asStream := all(Config{}, stream{bytes.NewReader(f.input[:n])})
				requirePrefixes(t, f, n, asFile)
				requirePrefixes(t, f, n, asStream)
				require.Equal(t, asFile, asStream, "cut at %d", n)
				if _, undecided := sniff(f.input[:n], false); f.ends && !undecided {
					require.NotEmpty(t, asFile, "cut at %d", n)
					require.NotEmpty(t, asFile[len(asFile)-1].Err, "cut at %d", n)
				}
			}
		})
	}
}

func requirePrefixes(t *testing.T, f fixture, n int, list []got) {
	t.Helper()
	wanted := map[string][]string{"": {string(f.input[:n])}}
	for _, w := range f.want {
		wanted[w.Member] = append(wanted[w.Member], w.Text)
	}
	for _, w := range f.within {
		wanted[""] = append(wanted[""], string(w))
	}
	for i, g := range list {
		if g.Text == "" {
			continue
		}
		if f.name == "nested" { // a cut within a member is not reported
			require.Contains(t, "one a.tar.gz a.tar.gz!b.Z a.tar.gz!c.ar", strings.Split(g.Member, "!")[0])
			continue
		}
		ok := false
		for _, w := range wanted[g.Member] {
			ok = ok || strings.HasPrefix(w, g.Text)
		}
		require.True(t, ok, "cut at %d: %d: %q", n, i, g)
	}
}

func TestCompressedTextsAreReadBack(t *testing.T) {
	texts := []string{"", "a", "aa", "aaa", strings.Repeat("a", 100000), text, strings.Repeat(text, 30),
		clearText() + text}
	for most := uint(minBits); most <= maxBits; most++ {
		for _, text := range texts {
			require.Equal(t, []got{{Text: text}}, all(Config{}, bytes.NewReader(compressOf(text, most))),
				"%d bits", most)
		}
	}
}

// Text that resembles another format is text.
func TestUnknownInputIsPassedThrough(t *testing.T) {
	for _, input := range []string{
		"x^2 + y^2 = z^2", "x^" + strings.Repeat("y", 1000), "x", "P", "PK is how it begins", "PK\x03",
		"BZh91 is a road\n", "BZh91AY&S",
		"\x1f", "\x1f\x8b", "\x1f\x8b\x07", "\x1f\x9d", "\x1f\x9d\x88", "\x1f\x9d\x91\x00"[:2],
		"070701 is no date\n", "070707", "0707071234567 http://a.example/", "!<arch>", "!<arch> \n",
		"\xc7\x71", "\xc7q" + strings.Repeat("z", 99),
		"q\xc7" + strings.Repeat("\x00", 99), "From joe@host.example\n", strings.Repeat("\x00", 1024),
		strings.Repeat("0", 2000),
		"\xff\xfeh\x00t\x00t\x00p\x00", "Z*M\x17", "P*M", "\xfd7zXZ", "\x28\xb5\x2f",
	} {
		require.Equal(t, []got{{Text: input}}, all(Config{}, strings.NewReader(input)), "%q", input)
		require.Equal(t, []got{{Text: input}},
			all(Config{}, iotest.OneByteReader(strings.NewReader(input))), "%q", input)
	}
}

// A typist enters a line at a time, and must not be asked for a second one before the
// first entry.
type typist struct {
	lines []string
	asked int
}

func (r *typist) Read(p []byte) (int, error) {
	if r.asked == len(r.lines) {
		return 0, io.EOF
	}
	r.asked++
	return copy(p, r.lines[r.asked-1]), nil
}

func TestALineThatIsTypedIsNotHeldBack(t *testing.T) {
	for _, line := range []string{"see http://a.example/\n", "\n", "<URL:http://a.example/>\n", " 0\n",
		"\x00", "P*\n", "\x1fx"} {
		r := &typist{lines: []string{line, "more\n", "and more\n"}}
		for e, err := range (Config{}).New().All(r) {
			require.NoError(t, err)
			require.Equal(t, 1, r.asked, "%q", line)
			p := make([]byte, 100)
			n, err := e.Read(p)
			require.NoError(t, err)
			require.Equal(t, line, string(p[:n]))
			require.Equal(t, 1, r.asked, "%q", line)
			n, err = e.Read(p)
			require.NoError(t, err)
			require.Equal(t, "more\n", string(p[:n]))
			require.Equal(t, 2, r.asked)
		}
	}
}

// Damage is reported, and the contents before and after it are returned.
func TestDamageIsReportedAndTheRestRead(t *testing.T) {
	replace := func(input []byte, old, new string) []byte {
		require.Contains(t, string(input), old)
		return bytes.Replace(input, []byte(old), []byte(new), 1)
	}
	damage := func(input []byte, at int) []byte {
		input = bytes.Clone(input)
		input[(at+len(input))%len(input)] ^= 0x55
		return input
	}
	zipped := zipOf(t, true, zip.Store, members...)
	var encrypted bytes.Buffer
	w := zip.NewWriter(&encrypted)
	addRaw(t, w, &zip.FileHeader{Name: "secret", Flags: zipEncrypted}, one.Text)
	addRaw(t, w, &zip.FileHeader{Name: "empty"}, "")
	require.NoError(t, w.Close())
	gzipped := gzipOf(t, text)
	for _, c := range []struct {
		name  string
		input []byte
		want  []got
	}{
		{"gzip that is cut", gzipped[:len(gzipped)-8], []got{{"", text, "gzip at offset %: unexpected EOF"}}},
		{"gzip with a wrong checksum", damage(gzipped, -5),
			[]got{{"", text, "gzip at offset %: gzip: invalid checksum"}}},
		{"gzip with something behind", append(bytes.Clone(gzipped), "\x00\x00 junk"...),
			[]got{{"", text, "gzip at offset %: unexpected bytes after the end"}}},
		{"zlib with something behind", append(zlibOf(t, text, 6), "junk"...),
			[]got{{"", text, "zlib at offset %: unexpected bytes after the end"}}},
		{"xz with a wrong checksum", damage(xzOf(t, text), -30),
			[]got{{"", text, "xz at offset %: damaged, or with a wrong checksum"}}},
		{"xz with something behind", append(xzOf(t, text), "junk"...),
			[]got{{"", text, "xz at offset %: unexpected bytes after the end"}}},
		{"compress with a wrong code", append(bytes.Clone(text16[:300]),
			"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"...),
			[]got{{"", "*", "compress at offset %: a code that is not defined yet"}}},
		{"tar with a damaged header", replace(tarOf(t, members...), "dir/two", "dir/TWO"),
			[]got{one, {Err: "tar at offset %: archive/tar: invalid tar header"}, empty}},
		{"tar in a tar.gz that is cut", gzipOf(t, string(tarOf(t, members...)))[:150],
			[]got{{"", "*", "gzip at offset %: unexpected EOF"}}},
		{"tar that is cut in a member", tarOf(t, got{Member: "t", Text: text})[:6*512+100],
			[]got{{"t", "*", "t: tar at offset %: unexpected EOF"}}},
		{"damaged member of a tar", tarOf(t, one,
			got{Member: "b.gz", Text: string(damage(gzipped, -5))}, two),
			[]got{one, {"b.gz", text, "b.gz: gzip at offset %: gzip: invalid checksum"}, two}},
		{"cpio with a damaged second header", replace(newcCpio, one.Text+"070701", one.Text+"xxxxxx"),
			[]got{one, {Err: "cpio at offset %: damaged header"}, two, empty}},
		{"cpio that is cut between members", newcCpio[:bytes.Index(newcCpio, []byte(one.Text))+len(one.Text)],
			[]got{one, {Err: "cpio at offset %: unexpected EOF"}}},
		{"ar with a damaged header", replace(gnuAr, "25        `", "25        x"),
			[]got{one, {Err: "ar at offset %: damaged header"}}},
		{"zip with a damaged member", replace(zipped, "one http", "one HTTP"),
			[]got{{"one", "one HTTP://one.example/\n",
				"one: zip at offset %: wrong checksum or size"}, two, empty}},
		{"zip with an encrypted member", encrypted.Bytes(),
			[]got{{Err: "secret: zip at offset %: encrypted"}, empty}},
		{"zip with an unknown method", zipOf(t, true, 99, one, two),
			[]got{{Err: "one: zip at offset %: compression method 99 is not supported"},
				{Err: "dir/two: zip at offset %: compression method 99 is not supported"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{"file": bytes.NewReader(c.input),
				"stream": stream{bytes.NewReader(c.input)},
				"bytes":  iotest.OneByteReader(bytes.NewReader(c.input))} {
				list := all(Config{}, r)
				require.Len(t, list, len(c.want), "%s: %q", name, list)
				for i, want := range c.want {
					g := list[i]
					require.Equal(t, want.Member, g.Member, name)
					if want.Text != "*" {
						require.Equal(t, want.Text, g.Text, name)
					}
					before, after, _ := strings.Cut(want.Err, "%")
					require.True(t, strings.HasPrefix(g.Err, before) && strings.HasSuffix(g.Err, after),
						"%s: %q, %q", name, want.Err, g.Err)
				}
			}
		})
	}
}

// The error of an input is returned unchanged, and once.
func TestAnErrorOfTheInputIsReturnedUnchangedAndOnce(t *testing.T) {
	failed := errors.New("the disk fell off")
	for _, f := range fixtures(t) {
		for _, n := range []int{0, 1, len(f.input) / 3, len(f.input) * 2 / 3} {
			if n >= len(f.input) {
				continue
			}
			told := 0
			for e, err := range (Config{}).New().All(io.MultiReader(bytes.NewReader(f.input[:n]),
				iotest.ErrReader(failed))) {
				if err == nil {
					_, err = io.Copy(io.Discard, e)
				}
				if err != nil {
					require.True(t, err == failed, "%s, failing at %d: %v", f.name, n, err)
					told++
				}
			}
			require.Equal(t, 1, told, "%s, failing at %d", f.name, n)
		}
	}
}

func TestErrorsNameMemberFormatAndOffset(t *testing.T) {
	input := gzipOf(t, string(tarOf(t, got{Member: "a.gz", Text: string(gzipOf(t, text)[:100])})))
	for e, err := range (Config{}).New().All(bytes.NewReader(input)) {
		require.NoError(t, err)
		_, err = io.ReadAll(e)
		var where *Error
		require.ErrorAs(t, err, &where)
		require.Equal(t, Error{Member: "a.gz", Format: "gzip", Offset: 100, Err: io.ErrUnexpectedEOF}, *where)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.EqualError(t, err, "a.gz: gzip at offset 100: unexpected EOF")
	}
}

// A caller that does not read a member to its end still gets the next one.
func TestMembersNeedNotBeRead(t *testing.T) {
	for _, f := range fixtures(t) {
		for _, r := range []io.Reader{bytes.NewReader(f.input), stream{bytes.NewReader(f.input)}} {
			var names, want []string
			for e, err := range (Config{}).New().All(r) {
				require.NoError(t, err, f.name)
				names = append(names, e.Member)
				e.Read(make([]byte, len(names)%3))
			}
			for _, w := range f.want {
				want = append(want, w.Member)
			}
			require.Equal(t, want, names, f.name)
			for range (Config{}).New().All(r) {
				break
			}
		}
	}
}

func TestNestingIsLimited(t *testing.T) {
	deep, want := text, []got{{Text: text}}
	for depth := range 30 {
		if depth > 10 {
			want = []got{{Err: "gzip at offset 0: nested deeper than 10 levels"}}
		}
		require.Equal(t, want, all(Config{}, strings.NewReader(deep)), "%d levels", depth)
		deep = string(gzipOf(t, deep))
	}
	zips := got{Member: "z", Text: text}
	for range 4 {
		zips.Text = string(zipOf(t, true, zip.Deflate, zips, one))
	}
	require.Equal(t, []got{{Err: "z!z: zip at offset 0: nested deeper than 2 levels"},
		{"z!one", one.Text, ""}, one},
		all(Config{MaxNesting: 2}, strings.NewReader(zips.Text)))
}

func TestMaxMembersLimitsTheMembers(t *testing.T) {
	many := make([]got, 10_000)
	for i := range many {
		many[i] = got{Member: fmt.Sprint(i), Text: fmt.Sprintf("http://h%d.example/\n", i)}
	}
	for name, input := range map[string][]byte{"tar": tarOf(t, many...),
		"zip": zipOf(t, true, zip.Store, many...)} {
		require.Equal(t, many, all(Config{}, bytes.NewReader(input)), name)
		list := all(Config{MaxMembers: 9_998}, bytes.NewReader(input))
		require.Equal(t, many[:9_998], list[:9_998])
		require.Len(t, list, 9_999)
		require.Regexp(t, `^9998: (tar|zip) at offset \d+: more than 9998 members$`, list[9_998].Err)
	}
}

// A zeros reader returns zeros for ever.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// bombs are inputs that unpack to many times their size, and the other members.
func bombs(t testing.TB) map[string]fixture {
	flat := strings.Repeat("\x00", 10<<20)
	gz := string(gzipOf(t, flat))
	return map[string]fixture{
		"gzip":            {input: []byte(gz)},
		"gzip in gzip":    {input: gzipOf(t, gz)},
		"zstd":            {input: zstdOf(t, flat)},
		"compress":        {input: compressOf(flat, 16)},
		"member of a tar": {input: tarOf(t, one, got{Member: "b.gz", Text: gz}, two), want: []got{one, two}},
		"member of a tar.gz": {input: gzipOf(t, string(tarOf(t, one, got{Member: "b.gz", Text: gz}, two))),
			want: []got{one, two}},
		"member of a zip": {input: zipOf(t, true, zip.Deflate, one, got{Member: "b", Text: flat}, two),
			want: []got{one, two}},
		"sparse member of tar": {input: sparseTar, want: []got{one}},
		"overlapping members":  {input: overlapping(t, flat[:1<<20], 1000), want: nil},
	}
}

// overlapping returns a zip whose directory lists the same member n times.
func overlapping(t testing.TB, text string, n int) []byte {
	input := zipOf(t, true, zip.Deflate, got{Member: "b", Text: text})
	start := bytes.LastIndex(input, []byte(zipCentral))
	end := bytes.LastIndex(input, []byte(zipEnd))
	header, foot := input[start:end], bytes.Clone(input[end:])
	directory := bytes.Repeat(header, n)
	binary.LittleEndian.PutUint32(foot[12:], uint32(len(directory)))
	binary.LittleEndian.PutUint32(foot[16:], uint32(start))
	return append(append(bytes.Clone(input[:start]), directory...), foot...)
}

func TestBombsAreCut(t *testing.T) {
	const ratio = 10
	for name, bomb := range bombs(t) {
		for _, r := range []io.Reader{bytes.NewReader(bomb.input), stream{bytes.NewReader(bomb.input)}} {
			total, told := int64(0), 0
			var rest []got
			for e, err := range (Config{MaxRatio: ratio, RatioFrom: 1}).New().All(r) {
				var text []byte
				if err == nil {
					text, err = io.ReadAll(e)
					total += int64(len(text))
				}
				if err != nil {
					require.ErrorContains(t, err, "unpacks to more than 10 times what was read")
					told++
				} else if len(text) < 1000 {
					rest = append(rest, got{Member: e.Member, Text: string(text)})
				}
			}
			if _, isStream := r.(stream); name == "overlapping members" && isStream {
				continue // there is one
			}
			require.NotZero(t, told, name)
			require.Equal(t, bomb.want, rest, name)
			require.Less(t, total, int64(forgiven+1)*ratio*(headroom+int64(len(bomb.input))), name)
		}
	}
}

// A few bombs do not hide the other members. After more of them the rest is not read, to
// save time.
func TestAfterAFewBombsTheRestIsNotRead(t *testing.T) {
	bomb := string(gzipOf(t, strings.Repeat("\x00", 8<<20)))
	var members []got
	for range 100 {
		members = append(members, got{Member: "b.gz", Text: bomb})
	}
	told, total := 0, 0
	for e, err := range (Config{MaxRatio: 1,
		RatioFrom: 1}).New().All(bytes.NewReader(tarOf(t, append(members, two)...))) {
		if err == nil {
			var text []byte
			text, err = io.ReadAll(e)
			total += len(text)
		}
		if err != nil {
			told++
		}
	}
	require.Equal(t, forgiven+1, told)
	require.Less(t, total, (forgiven+1)*(headroom+100*len(bomb)))
}

// A tar that is cut between two members is detected by the missing blocks of zeros.
func TestATarWithoutItsEndIsReported(t *testing.T) {
	whole := tarOf(t, one, two)
	end := len(bytes.TrimRight(whole, "\x00"))
	end += -end & (tarBlock - 1)
	require.Equal(t, []got{one, two}, all(Config{}, bytes.NewReader(whole[:end+tarBlock])),
		"one block will do")
	cut := all(Config{}, bytes.NewReader(whole[:end]))
	require.Equal(t, []got{one, two}, cut[:2])
	require.Len(t, cut, 3)
	require.Contains(t, cut[2].Err, "no end mark: members may be missing")
	for cutAt := tarBlock; cutAt < end; cutAt += tarBlock {
		list := all(Config{}, bytes.NewReader(whole[:cutAt]))
		require.NotEmpty(t, list[len(list)-1].Err, "cut at %d", cutAt)
	}
}

// A member that ends in a block of zeros is not taken for the end.
func TestZerosInAMemberOfATarAreNoEnd(t *testing.T) {
	for _, blocks := range []int{1, 2, 128, 129} {
		zeros := got{Member: "zeros", Text: strings.Repeat("\x00", blocks*tarBlock)}
		whole := tarOf(t, zeros, one)
		require.Equal(t, []got{zeros, one}, all(Config{}, bytes.NewReader(whole)), "%d blocks", blocks)
		cut := all(Config{}, bytes.NewReader(whole[:bytes.Index(whole, []byte(one.Text))+1]))
		require.Len(t, cut, 2)
		require.Equal(t, zeros, cut[0])
		require.Contains(t, cut[1].Err, "unexpected EOF")
	}
}

// A tar whose header is lost in a run of zeros, as in a hole of a disk, looks as if it
// ended.
func TestMembersAfterTheEndOfATarAreReported(t *testing.T) {
	whole := tarOf(t, one, two, got{Member: "three", Text: "http://three.example/"})
	second := bytes.Index(whole, []byte(two.Member+"\x00"))
	third := bytes.Index(whole, []byte("three\x00"))
	require.Zero(t, second%tarBlock)
	require.Zero(t, third%tarBlock)
	clear(whole[second:third])
	list := all(Config{}, bytes.NewReader(whole))
	require.Len(t, list, 3)
	require.Equal(t, one, list[0])
	require.Contains(t, list[1].Err, fmt.Sprintf("tar at offset %d: members after the end mark", third))
	require.Equal(t, "http://three.example/", list[2].Text)
	require.Equal(t, []got{one, two}, all(Config{},
		bytes.NewReader(append(tarOf(t, one, two), make([]byte, 10240)...))), "zeros fill a record")
	both := all(Config{}, bytes.NewReader(append(tarOf(t, one), tarOf(t, two)...)))
	require.Equal(t, []got{one, two}, []got{both[0], both[2]}, "two archives are read, which is told")
}

// archive/tar takes a block of zeros and the next block for the end mark, or for damage,
// even if the second is a header.
func TestAMemberAfterABlankHeaderOfATarIsRead(t *testing.T) {
	three := got{Member: "three", Text: "http://three.example/"}
	for name, lost := range map[string]string{"empty": "", "one block": strings.Repeat("x", tarBlock),
		"two blocks": strings.Repeat("x", 2*tarBlock)} {
		whole := tarOf(t, one, got{Member: "lost", Text: lost}, three, two)
		at, next := bytes.Index(whole, []byte("lost\x00")), bytes.Index(whole, []byte("three\x00"))
		clear(whole[at : at+tarBlock])
		list := all(Config{}, bytes.NewReader(whole))
		require.Len(t, list, 4, name)
		require.Equal(t, []got{one, three, two}, []got{list[0], list[2], list[3]}, name)
		if lost == "" {
			require.Contains(t, list[1].Err,
				fmt.Sprintf("tar at offset %d: members after the end mark", next))
		} else {
			require.Contains(t, list[1].Err, "invalid tar header", name)
		}
	}
	whole := tarOf(t, one, got{Member: "first"}, got{Member: "second"}, got{Member: "third"}, three)
	for _, lost := range []string{"first", "third"} {
		at := bytes.Index(whole, []byte(lost+"\x00"))
		clear(whole[at : at+tarBlock])
	}
	list := all(Config{}, bytes.NewReader(whole))
	require.Len(t, list, 5)
	require.Equal(t, []string{"one", "", "second", "", "three"},
		[]string{list[0].Member, list[1].Member, list[2].Member, list[3].Member, list[4].Member})
}

func TestOtherBytesAfterTheEndOfATarAreReported(t *testing.T) {
	whole := tarOf(t, one, two)
	for name, rest := range map[string]string{"a few bytes": "rest",
		"blocks":      strings.Repeat("see http://lost.example/\n", 100),
		"zeros first": strings.Repeat("\x00", 1000) + "rest\x00\x00more"} {
		list := all(Config{}, bytes.NewReader(append(bytes.Clone(whole), rest...)))
		require.Len(t, list, 3, name)
		require.Equal(t, []got{one, two}, list[:2], name)
		at := len(whole) + strings.IndexFunc(rest, func(r rune) bool { return r != 0 })
		require.Equal(t, fmt.Sprintf("tar at offset %d: unexpected bytes after the end mark: "+
			"members may be missing", at), list[2].Err, name)
	}
}

func TestSumsOfCpioAreCompared(t *testing.T) {
	const text = "http://a.example/"
	sum := 0
	for _, b := range []byte(text) {
		sum += int(b)
	}
	archive := func(sum int) []byte {
		var b strings.Builder
		member := func(mode int, name, text string, sum int) {
			fmt.Fprintf(&b, "070702%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x", 1, mode, 0, 0, 1, 0,
				len(text), 0, 0, 0, 0, len(name)+1, sum)
			b.WriteString(name + "\x00" + strings.Repeat("\x00", -(110+len(name)+1)&3) + text +
				strings.Repeat("\x00", -len(text)&3))
		}
		member(0o100644, "a", text, sum)
		member(0, cpioTrailer, "", 0)
		return []byte(b.String())
	}
	require.Equal(t, []got{{Member: "a", Text: text}}, all(Config{}, bytes.NewReader(archive(sum))))
	damaged := all(Config{}, bytes.NewReader(archive(sum+1)))
	require.Equal(t, text, damaged[0].Text)
	require.Contains(t, fmt.Sprint(damaged), "wrong checksum or size")
}

func TestRepeatedTextIsNoBomb(t *testing.T) {
	flat := strings.Repeat("http://same.example/\n", 2<<20)
	n := int64(0)
	for e, err := range (Config{}).New().All(bytes.NewReader(gzipOf(t, flat))) {
		require.NoError(t, err)
		some, err := io.Copy(io.Discard, e)
		require.NoError(t, err)
		n += some
	}
	require.Equal(t, int64(len(flat)), n)
}

// An xz header may declare 4 GiB, and a zstd frame more.
func TestMemoryIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var header bytes.Buffer
	w := tar.NewWriter(&header)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "long", Size: 2 << 30, Mode: 0o644}))
	input := io.MultiReader(bytes.NewReader(header.Bytes()), io.LimitReader(zeros{}, 2<<30),
		bytes.NewReader(tarOf(t, one)))
	var sizes []int64
	for e, err := range (Config{}).New().All(input) {
		require.NoError(t, err)
		n, err := io.Copy(io.Discard, e)
		require.NoError(t, err)
		sizes = append(sizes, n)
	}
	runtime.ReadMemStats(&after)
	require.Equal(t, []int64{2 << 30, int64(len(one.Text))}, sizes)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))

	greedy := xzOf(t, text)
	greedy[12+4] = 40 // the window
	binary.LittleEndian.PutUint32(greedy[12+8:], crc32.ChecksumIEEE(greedy[12:12+8]))
	require.Equal(t, []got{{Err: "xz at offset 12: needs a window of 4096 MiB; the limit is 512 MiB"}},
		all(Config{}, bytes.NewReader(greedy)))
}

func TestXZYieldsWhatIsBeforeTheDamage(t *testing.T) {
	long := ""
	for i := range 3000 {
		long += fmt.Sprintf("%x http://host%d.example/\n", i*i*7919, i)
	}
	packed := xzOf(t, long)
	for problem, input := range map[string][]byte{"unexpected EOF": packed[:len(packed)/2],
		"damaged, or with a wrong checksum": wrong(packed, len(packed)/2)} {
		list := all(Config{}, bytes.NewReader(input))
		require.NotEmpty(t, list)
		require.Greater(t, len(list[0].Text), len(long)/3)
		require.True(t, strings.HasPrefix(long, list[0].Text[:len(long)/3]))
		require.Contains(t, list[0].Err, problem)
	}
}
