package texts

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// binaryKinds are formats that contain no readable text, with the bytes that they begin
// with: "?" matches any byte, and "|" separates alternatives. Media types are those of
// IANA, otherwise those of file(1). Formats that contain text in its original form, such
// as pcap, are not listed, except mail databases that store it in blocks.
var binaryKinds = []struct{ mediaType, magics string }{
	// Archives and compressed files that package unpack does not read.
	{"application/vnd.rar", "Rar!\x1a\x07"},
	{"application/x-7z-compressed", "7z\xbc\xaf\x27\x1c"},
	{"application/vnd.ms-cab-compressed", "MSCF\x00\x00\x00\x00"},
	{"application/vnd.ms-htmlhelp", "ITSF?\x00\x00\x00"},
	{"application/x-stuffit", "SIT!??????rLau"},
	{"application/x-zoo", "ZOO ????????????????\xdc\xa7\xc4\xfd"},
	{"application/x-lzh-compressed", "??-lh?-|??-lz?-"},
	{"application/x-arj", "\x60\xea??\x1e|\x60\xea??\x22"},
	{"application/x-arc", "\x1a\x02????????????\x00|\x1a\x08????????????\x00|\x1a\x09????????????\x00"},
	{"application/x-ms-wim", "MSWIM\x00\x00\x00"},
	{"application/x-lzma", "]\x00\x00??????????\x00"},
	{"application/x-xar", "xar!\x00"},
	{"application/x-rpm", "\xed\xab\xee\xdb"},
	{"application/x-lzip", "LZIP\x01"},
	{"application/x-lzop", "\x89LZO\x00\r\n\x1a\n"},
	{"application/x-git", "PACK\x00\x00\x00\x02"},

	// Programs.
	{"application/vnd.microsoft.portable-executable", "MZ??"},
	{"application/x-mach-binary", "\xca\xfe\xba\xbe\x00\x00\x00?|\xce\xfa\xed\xfe|\xcf\xfa\xed\xfe|\xfe\xed\xfa\xce|\xfe\xed\xfa\xcf"},
	{"application/java-vm", "\xca\xfe\xba\xbe????"},
	{"application/x-executable", "\x7fELF"},
	{"application/wasm", "\x00asm?\x00\x00\x00"},
	{"application/vnd.android.dex", "dex\n???\x00"},
	{"application/x-ms-shortcut", "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F"},
	{"application/onenote", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3|\xa1\x2f\xff\x43\xd9\xef\x76\x4c\x9e\xe2\x10\xea\x57\x22\x76\x5f"},
	{"application/x-outlook-express", "\xcf\xad\x12\xfe\xc6|JMF9"},
	{"application/x-outlook-mac", "\xd0\x0d\x00\x00"},
	{"application/x-outlook-address-book", "!BDN????AB"},
	{"application/x-foxmail", "\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10"},

	// Databases and disk images. A CD image begins with zeros or with boot code.
	{"application/x-apple-diskimage", "x\x01s\rbb`"}, // its first block, compressed
	{"application/x-iso9660-image", "\x00|3\xed|\xebc\x90|ER\x02\x00|ER\x08\x00"},
	{"application/vnd.sqlite3", "SQLite format 3\x00"},
	{"application/x-msaccess", "\x00\x01\x00\x00Standard "},
	{"application/x-hdf5", "\x89HDF\r\n\x1a\n"},
	{"application/x-qemu-disk", "QFI\xfb"},
	{"application/x-vmdk", "KDMV?\x00\x00\x00"},

	// Documents.
	{"application/vnd.wordperfect", "\xffWPC"},
	{"application/x-hwp", "HWP Document File V"},

	// Pictures.
	{"image/gif", "GIF87a|GIF89a"},
	{"image/png", "\x89PNG\r\n\x1a\n"},
	{"image/jpeg", "\xff\xd8\xff"},
	{"image/tiff", "II*\x00|MM\x00*"},
	{"image/bmp", "BM????\x00\x00\x00\x00"},
	{"image/vnd.microsoft.icon", "\x00\x00\x01\x00?\x00???\x00|\x00\x00\x02\x00?\x00???\x00"},
	{"image/webp", "RIFF????WEBP"},
	{"image/vnd.adobe.photoshop", "8BPS\x00?\x00\x00\x00\x00\x00\x00"},
	{"image/jp2", "\x00\x00\x00\x0cjP  \r\n\x87\n"},
	{"image/heif", "\x00\x00\x00?ftyphei|\x00\x00\x00?ftypmif1"},
	{"image/avif", "\x00\x00\x00?ftypavif"},
	{"image/wmf", "\xd7\xcd\xc6\x9a\x00\x00|\x01\x00\x09\x00\x00?|\x02\x00\x09\x00\x00?"},
	{"image/emf", "\x01\x00\x00\x00????????????????????????????????????\x20EMF"},
	{"image/vnd.djvu", "AT&TFORM"},
	{"image/x-xcf", "gimp xcf ????\x00"},

	// Sounds and films.
	{"application/x-shockwave-flash", "FWS?????|CWS?????|ZWS?????"},
	{"audio/mpeg", "ID3?\x00"},
	{"audio/vnd.wave", "RIFF????WAVE"},
	{"audio/aiff", "FORM????AIF"},
	{"audio/basic", ".snd\x00\x00\x00"},
	{"audio/midi", "MThd\x00\x00\x00\x06"},
	{"audio/flac", "fLaC\x00"},
	{"audio/vnd.rn-realaudio", ".ra\xfd\x00"},
	{"application/ogg", "OggS\x00"},
	{"application/vnd.rn-realmedia", ".RMF\x00\x00\x00"},
	{"video/vnd.avi", "RIFF????AVI "},
	{"video/mp4", "\x00\x00\x00?ftyp"},
	{"video/quicktime", "\x00???moov|\x00???mdat"},
	{"video/matroska", "\x1a\x45\xdf\xa3"},
	{"video/x-flv", "FLV\x01"},
	{"video/x-ms-asf", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"},
	{"video/mpeg", "\x00\x00\x01\xba|\x00\x00\x01\xb3"},

	// Fonts.
	{"font/ttf", "\x00\x01\x00\x00\x00???\x00"},
	{"font/otf", "OTTO\x00"},
	{"font/collection", "ttcf\x00?\x00\x00"},
	{"font/woff", "wOFF"},
	{"font/woff2", "wOF2"},
	{"application/x-font-type1", "\x80\x01????%!"},
}

// binaryChecks confirm the media type of content where the first bytes are not enough.
var binaryChecks = map[string]func(decode.Head) bool{
	"application/vnd.microsoft.portable-executable": isProgram,
	"application/x-iso9660-image":                   isDisc,
	"application/x-outlook-mac":                     func(h decode.Head) bool { return !isMacSource(h) },
	// the number of processors: below any Java version
	"application/x-mach-binary": func(h decode.Head) bool {
		return h.Text[0] != 0xca || h.Text[7] < 45
	},
	"application/x-shockwave-flash": func(h decode.Head) bool { // version and length are small
		return 0 < h.Text[3] && h.Text[3] < 64 && h.Text[7] < '\b'
	},
}

// A binaryMagic is one of the alternatives in a row of binaryKinds.
type binaryMagic struct{ mediaType, magic string }

// binaryMagics holds the magics of binaryKinds by first byte. A leading "?" matches only
// ASCII: LHA begins with the size of a header, which is rarely larger, and other bytes
// often begin text in UTF-8.
var binaryMagics = func() (byFirst [256][]binaryMagic) {
	for _, k := range binaryKinds {
		for magic := range strings.SplitSeq(k.magics, "|") {
			first, last := int(magic[0]), int(magic[0])
			if first == '?' {
				first, last = 0, utf8.RuneSelf-1
			}
			for b := first; b <= last; b++ {
				byFirst[b] = append(byFirst[b], binaryMagic{k.mediaType, magic})
			}
		}
	}
	return byFirst
}()

// binaryType returns the media type of content that begins with h and contains no
// readable text, or "". It requires a control character that does not occur in text, so
// it never accepts text.
func binaryType(h decode.Head) string {
	if !h.Has(1) {
		return ""
	}
	if isMobipocket(h) {
		return "application/x-mobipocket-ebook"
	}
	const near = 64
	for _, m := range binaryMagics[h.Text[0]] {
		if !fits(h.Text, m.magic) || !h.Has(len(m.magic)) {
			continue
		}
		switch is := binaryChecks[m.mediaType]; {
		case !HasControl(h.Text[:min(len(h.Text), near)]):
			if h.Ended || len(h.Text) >= near {
				return ""
			}
			h.NeedMore()
		case is == nil || is(h):
			return m.mediaType
		}
	}
	return ""
}

// fits reports whether text begins with magic, or magic begins with text.
func fits(text []byte, magic string) bool {
	for i := range min(len(text), len(magic)) {
		if magic[i] != '?' && magic[i] != text[i] {
			return false
		}
	}
	return true
}

// controls holds the control characters that do not occur in text.
var controls = octet.Where(func(b byte) bool {
	return b < '\b' ||
		'\r' < b && b < ' ' && b != 0x1a && b != 0x1b || b == 0x7f
})

// HasControl reports whether some contains a control character that does not occur in
// text.
func HasControl(some []byte) bool {
	return slices.ContainsFunc(some, func(b byte) bool { return controls[b] })
}

// isProgram reports whether h is a program for DOS or Windows: its last page is shorter
// than 512 bytes, or it has a PE header.
func isProgram(h decode.Head) bool {
	const pointer, most = 0x3c, 1 << 10
	switch {
	case h.Text[3] <= 1:
		return true
	case !h.Has(pointer + 4):
		return false
	}
	at := int64(binary.LittleEndian.Uint32(h.Text[pointer:]))
	return at <= most && h.Has(int(at)+4) && string(h.Text[at:at+4]) == "PE\x00\x00"
}

// isMobipocket reports whether h is a Mobipocket book: a Palm database whose name ends in
// a NUL.
func isMobipocket(h decode.Head) bool {
	const name, at, mark = 32, 60, "BOOKMOBI"
	zero := bytes.IndexByte(h.Text[:min(len(h.Text), name)], 0)
	return zero >= 0 && h.Has(at+len(mark)) && string(h.Text[at:at+len(mark)]) == mark
}

// isDisc reports whether h is a CD image (ISO 9660), whose mark follows 16 sectors for
// other uses.
func isDisc(h decode.Head) bool {
	const mark, at = "\x01CD001\x01", 32 << 10
	return decode.WideCharset(h.Text) == "" && h.Has(at+len(mark)) && string(h.Text[at:at+len(mark)]) == mark
}

// sniffed is the number of bytes examined to decide whether content is text.
const sniffed = 1 << 10

// formatting has the controls that clients of IRC write around text in bold or in a color.
const formatting = "\x02\x03\x0f\x16\x1d\x1f"

// isBinary reports whether the beginning of content does not look like text.
func isBinary(text []byte) bool {
	text = text[:min(len(text), sniffed)]
	if binaryType(decode.Whole(text)) != "" {
		return true
	}
	for _, magic := range []string{"%PDF-", "GIF8", "PK\x03\x04", "\x1f\x8b", "BZh", "%!PS"} {
		if bytes.HasPrefix(text, []byte(magic)) {
			return magic != "%!PS"
		}
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return false
	}
	strange, high := 0, 0
	for _, c := range text {
		switch {
		case c == 0:
			return true
		case c < ' ' && bytes.IndexByte([]byte("\t\n\r\f\b\x1b"+formatting), c) < 0:
			strange++
		case c >= 0x80:
			high++
		}
	}
	return strange > len(text)/30 || high > len(text)/2 && len(text) > 16 &&
		!bytes.Contains(text, []byte("\n"))
}
