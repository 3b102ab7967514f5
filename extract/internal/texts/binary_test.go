package texts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// binarySamples are beginnings of content without readable text, by media type, in
// addition to the table.
var binarySamples = map[string][]string{
	"application/vnd.microsoft.portable-executable": {
		"MZ\x90\x00\x03\x00\x00\x00http://host.example/",
		"MZKERNEL32.DLL\x00\x00" + strings.Repeat("\x00", 0x3c-16) + "\x40\x00\x00\x00PE\x00\x00",
	},
	"application/x-shockwave-flash": {"FWS\x06\x10\x20\x00\x00x", "CWS\x0a\x10\x20\x01\x00x"},
	"application/x-lzh-compressed": {"\x1f\x8e-lh5-\xf4\x01\x00\x00http://host.example/",
		"\x24\x00-lzs-\xf4\x01\x00\x00"},
	"application/x-arj":         {"\x60\xea\x28\x00\x1e\x06\x01\x00http://host.example/"},
	"application/x-arc":         {"\x1a\x08notes.txt\x00\x00\x00\x00\xf4\x01\x00\x00http://host.example/"},
	"application/x-lzma":        {"]\x00\x00\x80\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00http://host.example/"},
	"application/java-vm":       {"\xca\xfe\xba\xbe\x00\x00\x00\x34"},
	"application/x-mach-binary": {"\xca\xfe\xba\xbe\x00\x00\x00\x02"},
	"application/x-iso9660-image": {strings.Repeat("\x00", 32<<10) + "\x01CD001\x01\x00",
		"3\xed\x90" + strings.Repeat("\x90\x00", 16<<10)[3:] + "\x01CD001\x01\x00"},
}

func TestBinaryFormatsAreKnownByTheirBeginning(t *testing.T) {
	for _, magics := range binaryMagics() {
		for _, m := range magics {
			begin := strings.ReplaceAll(m.magic, "?", "\x01") + "\x00\x00 http://host.example/"
			requireCertain(t, begin)
			if m.mediaType != "application/x-iso9660-image" {
				require.Equal(t, m.mediaType, binaryType(decode.NewHead([]byte(begin), false)), "%q", m.magic)
			}
		}
	}
	for mediaType, begins := range binarySamples {
		for _, begin := range begins {
			require.Equal(t, mediaType, binaryType(decode.NewHead([]byte(begin), false)), "%.40q", begin)
			if len(begin) < 4<<10 {
				requireCertain(t, begin)
			}
			f, certain := Detect([]byte(begin), false)
			require.Equal(t, mail.Binary, f)
			require.True(t, certain)
		}
	}
}

// Text that begins like a binary format has no control characters.
func TestTextIsNotTakenForABinaryFormat(t *testing.T) {
	begins := []string{
		"MZ", "MZ\n\n", "MZ is what programs begin with", "FWS\n\n\n\n\n", "CWS: conflict of web sites",
		"ZWS\t1\t2\t3", "GIF89a is a format", "RIFF the WAVEs", "FORM: a AIFF",
		"SQLite format 3", "OTTO", "OggS are", "BM", "PACK", "Rar!", "dex\n035", "LZIP", "L", "I", "ER", "3",
		"wOFF wOF2", "AT&TFORM", "QFI\xfb", "\xff\xd8\xff", "\xfe\xed\xfa\xce",
		"\xed\xab\xee\xdb", "\xd7\xcd", "\xeb", "MSCF", "ITSF", "SIT!", "!BDN", "gimp xcf file", "ttcf",
		"xar!", "8BPS", "a -lh5- b", "MSWIM", "`\xea", "]", "MM", "II*", "ID3", "FLV", ".snd", "KDMV",
	}
	for _, begin := range begins {
		for _, rest := range []string{"", "\n",
			" see http://host.example/\r\n\tand more\f\x1b[1m of it\b\x1a", strings.Repeat(" and more", 20)} {
			require.Empty(t, binaryType(decode.Whole([]byte(begin+rest))), "%q", begin+rest)
			requireCertain(t, begin+rest)
		}
	}
	require.Empty(t, binaryType(decode.Whole([]byte("MZab\x02 http://host.example/"))),
		"it ends before a program says where its header is")
	for _, c := range texts(t) {
		if len(c) < HeadSize {
			require.Empty(t, binaryType(decode.Whole([]byte(c))), "%.60q", c)
		}
	}
}

// A text that needs no further examination has none of the formats that the examination
// finds.
func TestUsualTextHasNoFormat(t *testing.T) {
	rest := strings.Repeat("see the page\n", 6)
	for begin, usual := range map[string]bool{
		"":                     true,
		"\n\n  > ":             true,
		"GIF89a is ":           true,
		"GIF89a\x01\x00":       false,
		"MZ\x90\x00":           false,
		"caf\xe9 ":             false,
		"{\\rtf1 ":             false,
		"\n<x-flowed>\n":       false,
		"<html>":               false,
		"BEGIN:VCARD\r\n":      false,
		" begin:vcalendar\n":   false,
		"dn: cn=Ann\n":         false,
		"Version: 1\n":         false,
		"\xef\xbb\xbfa":        false,
		"a\x00b\x00c\x00d\x00": false,
		"\x1b$B":               false,
	} {
		head := []byte(begin + rest)
		require.Equal(t, usual, beginsUsual(head), "%q", begin)
		require.False(t, beginsUsual(head[:63]), "%q", begin)
		if usual {
			require.Equal(t, mail.Plain, declaredText(decode.Whole(head)), "%q", begin)
			require.Empty(t, decode.WideCharset(head), "%q", begin)
		}
	}
	require.False(t, beginsUsual([]byte(strings.Repeat("\n", 70))))
}
