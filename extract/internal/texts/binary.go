package texts

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// binaryKinds are formats in which no text can be read, by what they begin with; "?" is any byte. Media types are those of IANA, or
// else those of file(1). Not here is what carries text as it was written, as a pcap or a database of Outlook Express does.
var binaryKinds = []struct {
	mediaType string
	magic     string
}{
	// Archives and compressed files that package unpack does not read.
	{"application/vnd.rar", "Rar!\x1a\x07"},
	{"application/x-7z-compressed", "7z\xbc\xaf\x27\x1c"},
	{"application/vnd.ms-cab-compressed", "MSCF\x00\x00\x00\x00"},
	{"application/vnd.ms-htmlhelp", "ITSF?\x00\x00\x00"},
	{"application/x-stuffit", "SIT!??????rLau"},
	{"application/x-zoo", "ZOO ????????????????\xdc\xa7\xc4\xfd"},
	{"application/x-xar", "xar!\x00"},
	{"application/x-rpm", "\xed\xab\xee\xdb"},
	{"application/x-lzip", "LZIP\x01"},
	{"application/x-lzop", "\x89LZO\x00\r\n\x1a\n"},
	{"application/x-git", "PACK\x00\x00\x00\x02"},

	// Programs. Those of DOS and Windows are told by windowsProgram, those of Java and universal ones of macOS by javaOrMach.
	{"application/x-executable", "\x7fELF"},
	{"application/x-mach-binary", "\xce\xfa\xed\xfe"},
	{"application/x-mach-binary", "\xcf\xfa\xed\xfe"},
	{"application/x-mach-binary", "\xfe\xed\xfa\xce"},
	{"application/x-mach-binary", "\xfe\xed\xfa\xcf"},
	{"application/wasm", "\x00asm?\x00\x00\x00"},
	{"application/vnd.android.dex", "dex\n???\x00"},
	{"application/x-ms-shortcut", "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F"},
	{"application/onenote", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3"},
	{"application/onenote", "\xa1\x2f\xff\x43\xd9\xef\x76\x4c\x9e\xe2\x10\xea\x57\x22\x76\x5f"},
	{"application/vnd.ms-outlook-pst", "!BDN????SM"},

	// Databases and images of disks. An image of a CD is told by discImage.
	{"application/vnd.sqlite3", "SQLite format 3\x00"},
	{"application/x-msaccess", "\x00\x01\x00\x00Standard "},
	{"application/x-hdf5", "\x89HDF\r\n\x1a\n"},
	{"application/x-qemu-disk", "QFI\xfb"},
	{"application/x-vmdk", "KDMV?\x00\x00\x00"},

	// Pictures.
	{"image/gif", "GIF87a"},
	{"image/gif", "GIF89a"},
	{"image/png", "\x89PNG\r\n\x1a\n"},
	{"image/jpeg", "\xff\xd8\xff"},
	{"image/tiff", "II*\x00"},
	{"image/tiff", "MM\x00*"},
	{"image/bmp", "BM????\x00\x00\x00\x00"},
	{"image/vnd.microsoft.icon", "\x00\x00\x01\x00?\x00???\x00"},
	{"image/vnd.microsoft.icon", "\x00\x00\x02\x00?\x00???\x00"}, // a cursor
	{"image/webp", "RIFF????WEBP"},
	{"image/vnd.adobe.photoshop", "8BPS\x00?\x00\x00\x00\x00\x00\x00"},
	{"image/jp2", "\x00\x00\x00\x0cjP  \r\n\x87\n"},
	{"image/heif", "\x00\x00\x00?ftyphei"},
	{"image/heif", "\x00\x00\x00?ftypmif1"},
	{"image/avif", "\x00\x00\x00?ftypavif"},
	{"image/wmf", "\xd7\xcd\xc6\x9a\x00\x00"},
	{"image/emf", "\x01\x00\x00\x00????????????????????????????????????\x20EMF"},
	{"image/vnd.djvu", "AT&TFORM"},
	{"image/x-xcf", "gimp xcf ????\x00"},

	// Sounds and films.
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
	{"video/quicktime", "\x00???moov"},
	{"video/quicktime", "\x00???mdat"},
	{"video/matroska", "\x1a\x45\xdf\xa3"},
	{"video/x-flv", "FLV\x01"},
	{"video/x-ms-asf", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"},
	{"video/mpeg", "\x00\x00\x01\xba"},
	{"video/mpeg", "\x00\x00\x01\xb3"},

	// Fonts.
	{"font/ttf", "\x00\x01\x00\x00\x00???\x00"},
	{"font/otf", "OTTO\x00"},
	{"font/collection", "ttcf\x00?\x00\x00"},
	{"font/woff", "wOFF"},
	{"font/woff2", "wOF2"},
	{"application/x-font-type1", "\x80\x01????%!"},
}

// programType is the media type of programs of DOS and Windows.
const programType = "application/vnd.microsoft.portable-executable"

// beginsBinary has the first bytes of what binaryType knows.
var beginsBinary = func() (set [256]bool) {
	for _, b := range []byte("MFCZ\xca") {
		set[b] = true
	}
	for _, k := range binaryKinds {
		set[k.magic[0]] = true
	}
	for _, begin := range discBegins {
		set[begin[0]] = true
	}
	return set
}()

// binaryType returns the media type of content that begins with head and in which no text can be read, or "". It reports whether that
// is certain, whatever follows. Text is never taken for such content, since a control character that text has not must be near.
func binaryType(head []byte, all bool) (mediaType string, certain bool) {
	const near = 64
	switch {
	case len(head) == 0:
		return "", all
	case !beginsBinary[head[0]], len(head) >= near && !hasControl(head[:near]):
		return "", true // as nearly always
	}
	certain = true
	for i := range binaryKinds {
		switch k := &binaryKinds[i]; {
		case !matches(head, k.magic):
		case len(head) >= len(k.magic) && hasControl(head[:min(len(head), near)]):
			return k.mediaType, true
		default:
			certain = false
		}
	}
	for _, tell := range []func([]byte) (string, bool){windowsProgram, flashFilm, javaOrMach, discImage} {
		mediaType, surely := tell(head)
		if mediaType != "" {
			return mediaType, true
		}
		certain = certain && surely
	}
	return "", certain || all
}

// matches reports whether head begins with magic, as far as it goes.
func matches(head []byte, magic string) bool {
	for i := range min(len(head), len(magic)) {
		if magic[i] != '?' && magic[i] != head[i] {
			return false
		}
	}
	return true
}

// controls has the control characters that text has not.
var controls = ascii.SetOf(func(b byte) bool { return b < '\b' || '\r' < b && b < ' ' && b != 0x1a && b != 0x1b || b == 0x7f })

// hasControl reports whether there is a control character that text has not.
func hasControl(some []byte) bool {
	return slices.ContainsFunc(some, func(b byte) bool { return controls[b] })
}

// windowsProgram tells a program of DOS or Windows: its last page has less than 512 bytes, or there is a header of a PE.
func windowsProgram(head []byte) (mediaType string, certain bool) {
	const pointer, most = 0x3c, 1 << 10
	switch {
	case !matches(head, "MZ"):
		return "", true
	case len(head) > 3 && head[3] <= 1:
		return programType, true
	case len(head) < pointer+4:
		return "", false
	}
	at := int(head[pointer]) | int(head[pointer+1])<<8
	if at > most || head[pointer+2] > 0 || head[pointer+3] > 0 {
		return "", true
	}
	if len(head) < at+4 {
		return "", false
	}
	if string(head[at:at+4]) == "PE\x00\x00" {
		return programType, true
	}
	return "", true
}

// flashFilm tells a film of Flash: its version and its length are small.
func flashFilm(head []byte) (mediaType string, certain bool) {
	switch {
	case !matches(head, "?WS") || head[0] != 'F' && head[0] != 'C' && head[0] != 'Z':
		return "", true
	case len(head) < 8:
		return "", false
	case 0 < head[3] && head[3] < 64 && head[7] < '\b':
		return "application/x-shockwave-flash", true
	}
	return "", true
}

// javaOrMach tells a class of Java, whose version is 45 or more, and a program of macOS for several processors, which are fewer.
func javaOrMach(head []byte) (mediaType string, certain bool) {
	switch {
	case !matches(head, "\xca\xfe\xba\xbe"):
		return "", true
	case len(head) < 8:
		return "", false
	case head[4] == 0 && head[5] == 0 && head[6] == 0 && head[7] < 45:
		return "application/x-mach-binary", true
	}
	return "application/java-vm", true
}

// discMark stands in an image of a CD (ISO 9660), after 16 sectors for other use.
const (
	discMark = "\x01CD001\x01"
	discAt   = 32 << 10
)

// discBegins are what such an image begins with: zeros, or what a computer starts with.
var discBegins = []string{"\x00", "3\xed", "\xebc\x90", "ER\x02\x00", "ER\x08\x00"}

func discImage(head []byte) (mediaType string, certain bool) {
	switch {
	case !mayBeDisc(head):
		return "", true
	case len(head) < discAt+len(discMark):
		return "", false
	case string(head[discAt:discAt+len(discMark)]) == discMark:
		return "application/x-iso9660-image", true
	}
	return "", true
}

// mayBeDisc reports whether content that begins with head may be an image of a CD.
func mayBeDisc(head []byte) bool {
	return slices.ContainsFunc(discBegins, func(begin string) bool { return matches(head, begin) }) && decode.WideCharset(head) == ""
}
