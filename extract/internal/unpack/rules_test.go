package unpack

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Undefined codes are errors with the name of the format.
func TestUndefinedCodesOfLZWAreErrors(t *testing.T) {
	for name, codes := range map[string][]uint{"not defined": {pdfClear, 'a', 300},
		"defined by nothing": {pdfClear, pdfEnd + 1}, "one too many": {pdfClear, 'a', pdfEnd + 2}} {
		var data []byte
		hold, held := uint(0), uint(0)
		for _, code := range append(codes, pdfEnd) {
			for hold, held = hold<<9|code, held+9; held >= 8; held -= 8 {
				data = append(data, byte(hold>>(held-8)))
			}
		}
		data = append(data, byte(hold<<(8-held)))
		texts, err, _ := within(Config{}.New().Within("lzw", bytes.NewReader(data)))
		require.ErrorContains(t, err, "LZW at offset ", name)
		require.LessOrEqual(t, len(strings.Join(texts, "")), 1, name)
	}
}

// zip64 returns a zip whose directory has its offset only in 64-bit records, and does not
// list the first member.
func zip64(t *testing.T) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"deleted", "kept"} {
		text := []byte("text of " + name)
		m, err := w.CreateRaw(&zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE(text),
			CompressedSize64: uint64(len(text)), UncompressedSize64: uint64(len(text))})
		require.NoError(t, err)
		_, err = m.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	data := b.Bytes()
	first := bytes.Index(data, []byte(zipCentral))
	second := first + 4 + bytes.Index(data[first+4:], []byte(zipCentral))
	end := bytes.Index(data, []byte(zipEnd))
	directory := slices.Clone(data[second:end])
	data = append(data[:first:first], directory...)
	at := len(data)
	le := binary.LittleEndian
	data = append(data, zip64End...)
	data = le.AppendUint64(data, 44)
	data = append(data, make([]byte, 4+8)...)
	data = le.AppendUint64(data, 1)
	data = le.AppendUint64(data, 1)
	data = le.AppendUint64(data, uint64(len(directory)))
	data = le.AppendUint64(data, uint64(first))
	data = append(data, zip64Locator...)
	data = le.AppendUint32(data, 0)
	data = le.AppendUint64(data, uint64(at))
	data = le.AppendUint32(data, 1)
	data = append(data, zipEnd...)
	data = append(data, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0, 0)
	return data
}

func TestAZip64DirectoryIsRead(t *testing.T) {
	members := func(r io.Reader) (all []string) {
		for entry, err := range (Config{}).New().All(r) {
			require.NoError(t, err)
			text, err := io.ReadAll(entry)
			require.NoError(t, err)
			all = append(all, fmt.Sprintf("%s: %s", entry.Member, text))
		}
		return all
	}
	data := zip64(t)
	require.Equal(t, []string{"kept: text of kept"}, members(bytes.NewReader(data)))
	require.Equal(t, []string{"deleted: text of deleted", "kept: text of kept"},
		members(struct{ io.Reader }{bytes.NewReader(data)}), "in a pipe")
	for at, from := range map[int]int{12: 40, 16: 48} { // the size of the directory, and its offset
		data := zip64(t)
		copy(data[len(data)-zipEndSize+at:][:4], data[bytes.Index(data, []byte(zip64End))+from:])
		require.Equal(t, []string{"kept: text of kept"}, members(bytes.NewReader(data)),
			"there is room for one of them")
	}
}

// Bytes after a zip are reported, and members among them are read, from a file and from a
// pipe.
func TestWhatFollowsAZipIsReported(t *testing.T) {
	first, second, none := zipOf(t, true, zip.Deflate, one), zipOf(t, false, zip.Deflate, two),
		zipOf(t, true, zip.Store)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	require.NoError(t, w.SetComment("a comment"))
	addRaw(t, w, &zip.FileHeader{Name: one.Member, Method: zip.Deflate}, one.Text)
	require.NoError(t, w.Close())
	commented, long := b.Bytes(), zip64(t)
	deleted, kept := got{Member: "deleted", Text: "text of deleted"},
		got{Member: "kept", Text: "text of kept"}
	trailing := func(before []byte) got {
		return got{Err: fmt.Sprintf("zip at offset %d: unexpected bytes after the end", len(before))}
	}
	for name, c := range map[string]struct {
		before, after []byte
		want          []got
	}{
		"two zips":                       {first, second, []got{one, trailing(first), two}},
		"a zip after one of nothing":     {none, first, []got{trailing(none), one}},
		"a zip after one with a comment": {commented, second, []got{one, trailing(commented), two}},
		"a zip after a long one":         {long, first, []got{deleted, kept, trailing(long), one}},
		"text":                           {first, []byte("http://lost.example/"), []got{one, trailing(first)}},
		"zeros":                          {first, make([]byte, 100), []got{one}},
		"padding":                        {first, []byte("\r\n\x1a\x1a\x00"), []got{one}},
		"nothing after a comment":        {commented, nil, []got{one}},
		"nothing after a zip":            {second, nil, []got{two}},
		"a directory that is cut":        {first[:len(first)-zipEndSize], nil, []got{one}},
		"an end that is cut":             {commented[:len(commented)-1], nil, []got{one}},
	} {
		input := slices.Concat(c.before, c.after)
		require.Equal(t, c.want, all(Config{}, bytes.NewReader(input)), "%s, as a file", name)
		require.Equal(t, c.want, all(Config{}, stream{bytes.NewReader(input)}), "%s, in a pipe", name)
		require.Equal(t, c.want, collect(Config{}.New().Within("", bytes.NewReader(input))),
			"%s, in a part of a message", name)
		member := all(Config{}, bytes.NewReader(tarOf(t, got{Member: "m", Text: string(input)})))
		for i := range member {
			member[i].Member = strings.TrimPrefix(member[i].Member, "m!")
			member[i].Err = strings.TrimPrefix(member[i].Err, "m: ")
		}
		require.Equal(t, c.want, member, "%s, in a member", name)
	}
}

// Only the directory distinguishes a link from a file, so a file and a pipe have the same
// results.
func TestLinksInAZipAreReadHoweverItComes(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	var want []got
	for _, host := range []uint16{3, 19} {
		for name, mode := range map[string]fs.FileMode{"file": 0o644, "link": fs.ModeSymlink | 0o777,
			"pipe": fs.ModeNamedPipe | 0o644} {
			h := &zip.FileHeader{Name: fmt.Sprint(name, host)}
			h.SetMode(mode)
			h.CreatorVersion = host << 8
			addRaw(t, w, h, one.Text)
			want = append(want, got{Member: h.Name, Text: one.Text})
		}
	}
	require.NoError(t, w.Close())
	require.Equal(t, want, all(Config{}, bytes.NewReader(b.Bytes())))
	require.Equal(t, want, all(Config{}, stream{bytes.NewReader(b.Bytes())}))
}

// Long names are in a table, as in GNU ar, or before the contents, as in BSD ar.
func TestLongNamesOfAnArAreRead(t *testing.T) {
	type member struct{ name, text string }
	const long = "a name longer than 16 bytes"
	for _, c := range []struct {
		members []member
		want    []got
		err     string
	}{
		{members: []member{{"//", long + "/\nb/\n"}, {"/0", "first"}, {"/29", "second"}},
			want: []got{{Member: long, Text: "first"}, {Member: "b", Text: "second"}}},
		{members: []member{{"#1/28", long + "\x00first"}, {"b/", "second"}},
			want: []got{{Member: long, Text: "first"}, {Member: "b", Text: "second"}}},
		{members: []member{{"#1/27", long}}, want: []got{{Member: long}}},
		{members: []member{{"#1/0", "first"}}, want: []got{{Text: "first"}}},
		{members: []member{{"b/", "first"}, {"#1/28", long}}, want: []got{{Member: "b", Text: "first"}},
			err: "ar at offset 134"},
		{members: []member{{"#1/-1", long}}, err: "ar at offset 68"},
		{members: []member{{"#1/x", long}}, err: "ar at offset 68"},
		{members: []member{{"//", "b/\n"}, {"/3", "first"}}, err: "ar at offset 132"},
	} {
		input := arMagic
		for _, m := range c.members {
			input += fmt.Sprintf("%-48s%-10d`\n%s%s", m.name, len(m.text), m.text,
				strings.Repeat("\n", len(m.text)%2))
		}
		list := all(Config{}, strings.NewReader(input))
		if c.err != "" {
			require.NotEmpty(t, list, "%q", c.members)
			require.Contains(t, list[len(list)-1].Err, c.err, "%q", c.members)
			list = list[:len(list)-1]
		}
		require.Equal(t, c.want, append([]got(nil), list...), "%q", c.members)
	}
	cut := all(Config{}, strings.NewReader(arMagic+fmt.Sprintf("%-48s%-10d`\n%s", "#1/27", 40, long[:20])))
	require.Equal(t, 1, len(cut))
	require.Contains(t, cut[0].Err, "unexpected EOF")
}
