package texts

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/internal/octet"
)

// A header describes the body of a message or a part, as declared in its header fields.
type header struct {
	contentType
	armoured   bool         // in uuencode, whose lines are read in text
	encoding   string       // encodedBase64, encodedQuoted, or empty
	rival      string       // another declared encoding, which may be asIs, or empty: the body decides
	encoded    bool         // there is a Content-Transfer-Encoding with a known value
	second     *contentType // another declared type, or nil: the body decides
	kind       page.Kind    // for a page or a document in XML
	length     int64
	hasLength  bool
	hasType    bool   // there is a Content-Type
	name       string // of the file in the body, or empty
	attachment bool   // the body is to be shown as a file
}

// A contentType is a parsed Content-Type.
type contentType struct {
	mediaType string // in lower case, such as "text/plain", or empty
	charset   string
	boundary  string
	params    []param
	flowed    bool
	delSp     bool
	partial   bool // a message/partial without the beginning of the message
}

// ofType returns a header with only a media type and a charset.
func ofType(mediaType, charset string) *header {
	return &header{contentType: contentType{mediaType: mediaType, charset: charset}}
}

// The known encodings of bodies.
const (
	encodedBase64 = "base64"
	encodedQuoted = "quoted-printable"
	asIs          = "8bit"
)

// encodings maps declared values to encodings. Except for the usual ones, keys are in
// lower case and contain only letters and digits.
var encodings = map[string]string{
	encodedBase64: encodedBase64, "b64": encodedBase64, "xbase64": encodedBase64, "7bit": asIs, "8bit": asIs,
	"binary": asIs, encodedQuoted: encodedQuoted, "quotedprintable": encodedQuoted,
	"quotedprinteable": encodedQuoted, "qp": encodedQuoted, "quoted": encodedQuoted,
}

// readEncoding reads a Content-Transfer-Encoding in any spelling. There may be several,
// in one field or in several.
func (h *header) readEncoding(value []byte) {
	const longest = 200
	value = bytes.TrimSpace(value[:min(len(value), longest)])
	if encoding := encodings[string(value)]; encoding != "" { // the usual case
		h.addEncoding(encoding)
		return
	}
	separates := func(r rune) bool { return strings.ContainsRune(" \t\r\n,;\"'", r) }
	for word := range strings.FieldsFuncSeq(uncommented(strings.ToLower(string(value))), separates) {
		h.addNamed(strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && (octet.Letter[byte(r)] || octet.Digit[byte(r)]) {
				return r
			}
			return -1
		}, word))
	}
}

// addNamed adds the encoding with a name. If the name is only similar to a known one, the
// body decides.
func (h *header) addNamed(name string) {
	encoding := encodings[name]
	h.addEncoding(encoding)
	switch {
	case encoding != "":
	case strings.Contains(name, "64"):
		h.addEncoding(encodedBase64)
		h.addEncoding(asIs)
	case strings.HasPrefix(strings.TrimPrefix(name, "x"), "uu"):
		h.armoured = true
	case strings.Contains(name, "quot"), strings.Contains(name, "print"):
		h.addEncoding(encodedQuoted)
		h.addEncoding(asIs)
	}
}

// addEncoding adds an encoding to the ones before. An empty, that is unknown, encoding is
// ignored.
func (h *header) addEncoding(encoding string) {
	h.encoded = h.encoded || encoding != ""
	switch {
	case encoding == "" || encoding == h.encoding:
	case encoding == asIs || h.encoding != "":
		h.rival = encoding
	default:
		h.encoding = encoding
	}
}

// uncommented returns a value without its comments.
func uncommented(text string) string {
	for {
		i := strings.IndexByte(text, '(')
		if i < 0 {
			return text
		}
		text = text[:i] + " " + text[i+mailbox.CommentLength(text[i:]):]
	}
}

// addType adds a Content-Type to the ones before. A value without a media type is ignored
// beside another one.
func (h *header) addType(t *contentType) {
	if !h.hasType {
		h.contentType, h.hasType = *t, true
		return
	}
	switch named := strings.IndexByte(t.mediaType, '/') > 0; {
	case named && strings.IndexByte(h.mediaType, '/') < 0:
		h.contentType = *t
	case t.mediaType == h.mediaType && t.boundary == h.boundary:
		h.charset = cmp.Or(h.charset, t.charset)
	case named && h.second == nil:
		second := *t
		h.second = &second
	}
}

// readDisposition reads a Content-Disposition (RFC 2183). Its file name has precedence
// over a file name in the Content-Type.
func (h *header) readDisposition(value []byte) {
	h.attachment = token(value) == "attachment"
	if bytes.IndexByte(value, '=') < 0 {
		return
	}
	for _, p := range joinContinuations(readParams(value)) {
		if p.name == "filename" {
			h.name = fileName(p.value)
		}
	}
}

// settleName sets the name of the file, if necessary from the Content-Type. A multipart
// and text to be displayed have no name.
func (h *header) settleName() {
	if h.name == "" && h.params == nil { // the usual case
		return
	}
	kind, _, _ := strings.Cut(h.mediaType, "/")
	switch {
	case kind == "multipart", (kind == "text" || kind == "") && !h.attachment:
		h.name = ""
	case h.name == "":
		if p := h.param("name"); p != nil {
			h.name = fileName(p.value)
		}
	}
}

// fileName returns the name of a file, without its folders.
func fileName(value []byte) string {
	const longest = 1 << 10
	name := decode.Field(string(value[:min(len(value), longest)]), "")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimSpace(name)
}

func (h *header) readLength(value []byte) {
	const longest, bits = 40, 50
	length, err := strconv.ParseUint(strings.TrimSpace(string(value[:min(len(value), longest)])), 10, bits)
	h.length, h.hasLength = int64(length), err == nil
}

// token returns the first word of a value, in lower case, without comments and quotes.
func token(value []byte) string {
	text := strings.TrimLeft(string(value[:min(len(value), 200)]), " \t\r\n\"'")
	for strings.HasPrefix(text, "(") {
		text = strings.TrimLeft(text[mailbox.CommentLength(text):], " \t\r\n\"'")
	}
	if i := strings.IndexAny(text, " \t\r\n;\"'("); i >= 0 {
		text = text[:i]
	}
	return strings.ToLower(text)
}

// read reads a Content-Type in any spelling.
func (h *contentType) read(value []byte) {
	h.mediaType = token(value)
	if h.mediaType == "text" {
		h.mediaType = "text/plain"
	}
	h.params = joinContinuations(readParams(value))
	for _, p := range h.params {
		switch v := string(p.value); p.name {
		case "boundary":
			h.boundary = cmp.Or(h.boundary, strings.TrimRight(v, " \t\r\n"))
		case "charset":
			h.charset = cmp.Or(h.charset, v)
		case "format":
			h.flowed = strings.EqualFold(strings.TrimSpace(v), "flowed")
		case "delsp":
			h.delSp = strings.EqualFold(strings.TrimSpace(v), "yes")
		case "number":
			h.partial = strings.TrimLeft(strings.TrimSpace(v), "0") != "1"
		}
	}
}

// param returns the parameter with a name, or nil.
func (h *contentType) param(name string) *param {
	for i := range h.params {
		if h.params[i].name == name {
			return &h.params[i]
		}
	}
	return nil
}

// A head is the header that is being read.
type head struct {
	passed [2]int64 // the offsets up to which knownAhead has searched: only sound lines, and any lines
	fields []field
	typed  []byte      // the last Content-Type, which the next header often repeats
	says   contentType // typed, parsed
}

// A field is a field of a header. Its value is in its original form, possibly folded.
type field struct {
	at         int // the index of its first byte
	name       int // the length of its name, or 0 for a line outside of any field
	start, end int // of the value
	kind       int // one of the constants below or of package mailbox
}

// nameIn returns the name of a field of a header.
func (f *field) nameIn(header []byte) []byte { return header[f.at : f.at+f.name] }

// dataHead returns the media type of a link that contains a document in base64 (RFC
// 2397), and the length of the text before the base64, or 0.
func dataHead(t *page.Text) (mediaType string, n int) {
	const scheme, encoded = "data:", ";base64"
	if t.Whole || t.Attribute == "" || !decode.Starts(bytes.ToLower(t.AtLeast(len(scheme))[:min(len(t.Buf),
		len(scheme))]), scheme) {
		return "", 0
	}
	head, _, ok := bytes.Cut(t.AtLeast(maxDataHead)[:min(len(t.Buf), maxDataHead)], []byte(","))
	what, isBase64 := strings.CutSuffix(strings.ToLower(string(head)), encoded)
	if !ok || !isBase64 {
		return "", 0
	}
	mediaType, _, _ = strings.Cut(what[len(scheme):], ";")
	return mediaType, len(head) + len(",")
}

// maxDataHead is the maximum length in bytes of the part of a data URL before its comma.
const maxDataHead = 256

// isOpaque reports whether a media type is a type of picture, sound, film or font, which
// contains no text.
func isOpaque(mediaType string) bool {
	kind, name, _ := strings.Cut(mediaType, "/")
	return kind == "image" && !strings.HasPrefix(name, "svg") || kind == "audio" || kind == "video" ||
		kind == "font"
}
