package texts

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

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

// A binaryMagic is one of the ways in which a format begins.
type binaryMagic struct{ mediaType, magic string }

//go:embed binary.txt
var binaryFormats string

// binaryMagics returns the magics of binary.txt by first byte.
var binaryMagics = sync.OnceValue(func() *[256][]binaryMagic {
	byFirst := new([256][]binaryMagic)
	for row := range strings.Lines(binaryFormats) {
		mediaType, magics, ok := strings.Cut(strings.TrimSpace(row), " ")
		if !ok || mediaType == "#" {
			continue
		}
		for word := range strings.SplitSeq(strings.TrimSpace(magics), " ") {
			magic, _ := strconv.Unquote(`"` + word + `"`)
			byFirst[magic[0]] = append(byFirst[magic[0]], binaryMagic{mediaType, magic})
		}
	}
	return byFirst
})

// binaryType returns the media type of content that begins with h and contains no
// readable text, or "". It requires a control character that does not occur in text, so
// it never accepts text.
func binaryType(h decode.Head) string {
	if !h.Has(1) {
		return ""
	}
	const near = 64
	hasControl := HasControl(h.Text[:min(len(h.Text), near)])
	switch {
	case !hasControl && (h.Ended || len(h.Text) >= near):
		return "" // the usual case
	case isMobipocket(h):
		return "application/x-mobipocket-ebook"
	}
	magics := binaryMagics()[h.Text[0]]
	// LHA begins with the size of a header, which is rarely larger, and other bytes often
	// begin text in UTF-8.
	if h.Text[0] < utf8.RuneSelf {
		magics = slices.Concat(binaryMagics()['?'], magics)
	}
	for _, m := range magics {
		if !fits(h.Text, m.magic) || !h.Has(len(m.magic)) {
			continue
		}
		switch is := binaryChecks[m.mediaType]; {
		case !hasControl:
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

// formatting has the controls that clients of IRC write around actions and text in bold
// or in a color. The first also separates the fields of tables of Hive.
const formatting = "\x01\x02\x03\x0f\x16\x1d\x1f"

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

// macSource precedes the message in a file of Outlook for Mac, with four bytes in
// between.
const macSource = "crSM"

func isMacSource(h decode.Head) bool {
	return h.Starts("\xd0\x0d\x00\x00") && h.First(512).Contains(macSource)
}
