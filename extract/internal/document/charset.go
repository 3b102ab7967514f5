package document

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// CodePage returns the charset of a Microsoft code page, or nil if it is unknown.
func CodePage(number int) encoding.Encoding { return codePages[number] }

var codePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855, 860: charmap.CodePage860,
	862: charmap.CodePage862, 863: charmap.CodePage863, 865: charmap.CodePage865, 866: charmap.CodePage866, 874: charmap.Windows874,
	932: japanese.ShiftJIS, 936: simplifiedchinese.GBK, 949: korean.EUCKR, 950: traditionalchinese.Big5, 1200: utf16LE,
	1250: charmap.Windows1250, 1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253,
	1254: charmap.Windows1254, 1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257,
	1258: charmap.Windows1258, 10000: charmap.Macintosh, 20127: utf8Text{encoding.Nop}, 20866: charmap.KOI8R, 21866: charmap.KOI8U,
	28591: charmap.Windows1252, 28592: charmap.ISO8859_2, 28595: charmap.ISO8859_5, 28597: charmap.ISO8859_7,
	28599: charmap.Windows1254, 28605: charmap.ISO8859_15, 50220: japanese.ISO2022JP, 50222: japanese.ISO2022JP,
	51932: japanese.EUCJP, 51949: korean.EUCKR, 54936: simplifiedchinese.GB18030, 65001: utf8Text{encoding.Nop},
}

var utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)

// utf8Text is the encoding of text that is already UTF-8.
type utf8Text struct{ encoding.Encoding }

// decodeText decodes raw. Bytes that cannot be decoded become U+FFFD.
func decodeText(charset encoding.Encoding, raw []byte) []byte { return appendText(nil, charset, raw) }

// appendText appends raw, decoded, to text.
func appendText(text []byte, charset encoding.Encoding, raw []byte) []byte {
	if table, ok := charset.(*charmap.Charmap); ok { // as mostly, and often for a single byte
		text = slices.Grow(text, 2*len(raw))
		for _, b := range raw {
			text = utf8.AppendRune(text, table.DecodeByte(b))
		}
		return text
	}
	decoded, err := charset.NewDecoder().Bytes(raw)
	if err != nil {
		decoded = raw
	}
	return append(text, bytes.ToValidUTF8(decoded, []byte("\uFFFD"))...)
}
