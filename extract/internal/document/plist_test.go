package document

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// madePlist returns a binary property list of objects, with offsets of two bytes.
func madePlist(objects ...string) []byte {
	b, offsets := []byte(plistMagic+"0"), []byte(nil)
	for _, o := range objects {
		offsets = binary.BigEndian.AppendUint16(offsets, uint16(len(b)))
		b = append(b, o...)
	}
	table := len(b)
	b = append(append(b, offsets...), 0, 0, 0, 0, 0, 0, 2, 1)
	for _, n := range []int{len(objects), 0, table} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return b
}

func big16(text string) string {
	b, _ := binary.Append(nil, binary.BigEndian, utf16.Encode([]rune(text)))
	return string(b)
}

// bookmarks is a property list in the form of Safari.
var bookmarks = madePlist("\xa3\x01\x02\x03", "\x5f\x10\x1ahttp://host.example/page/0",
	"\x6f\x10\x14"+big16("ftp://host.example/é"), "\x4f\x10\x27<html><a href='http://host.example/?a'>",
	"\x09", "\x74a://", "\x23\x40\x59\x00\x00\x00\x00\x00\x00")

func TestStringsAndDataOfPropertyListsAreRead(t *testing.T) {
	item, err := Plist(bookmarks)
	require.NoError(t, err)
	var got []string
	for _, p := range item.Files {
		require.Equal(t, string(p.Data), string(bookmarks[p.Offset:][:len(p.Data)]))
		got = append(got, p.Type+" "+p.Charset+" "+strings.ReplaceAll(string(p.Data), "\x00", ""))
	}
	require.Equal(t, []string{
		"text/plain us-ascii http://host.example/page/0", "text/plain utf-16be ftp://host.example/\xe9",
		"  <html><a href='http://host.example/?a'>", "text/plain utf-8 a://",
	}, got)
}

func TestDamagedPropertyListsAreErrors(t *testing.T) {
	for name, list := range map[string][]byte{
		"short": []byte("bplist00"), "cut": bookmarks[:len(bookmarks)-1],
		"a length": madePlist("\x5f\x14a"), "no length": madePlist("\x5f"), "too long": madePlist("\x5fa"),
		"the same again": append(madePlist(strings.Repeat("\x5e"+strings.Repeat("a", 14), 1))[:23],
			append([]byte(strings.Repeat("\x00\x08", 99)+"\x00\x00\x00\x00\x00\x00\x02\x01"),
				"\x00\x00\x00\x00\x00\x00\x00\x63\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x17"...)...),
	} {
		_, err := Plist(list)
		require.EqualError(t, err, "damaged property list", name)
	}
}

func FuzzPropertyListsAreBounded(f *testing.F) {
	f.Add(bookmarks)
	f.Add(madePlist("\x5f\x10\x02ab"))
	f.Fuzz(func(t *testing.T, data []byte) {
		item, _ := Plist(data)
		size := 0
		for _, p := range item.Files {
			size += len(p.Data)
			require.True(t, 0 <= p.Offset && p.Offset+int64(len(p.Data)) <= int64(len(data)))
		}
		require.LessOrEqual(t, size, len(data))
	})
}
