package texts

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
)

// A header has what the header of a message or a part says of its body.
type header struct {
	contentType
	encoding   string // the Content-Transfer-Encoding, in lower case
	length     int64
	hasLength  bool
	hasType    bool   // there is a Content-Type
	name       string // of the file that it is, or empty
	attachment bool   // it is to be shown as a file
}

// A contentType is a parsed Content-Type.
type contentType struct {
	mediaType string // in lower case, such as "text/plain", or empty
	charset   string
	boundary  string
	params    []param
	flowed    bool
	delSp     bool
	partial   bool // a message/partial that does not hold the beginning
}

// ofType returns a header with a media type and a charset alone.
func ofType(mediaType, charset string) *header {
	return &header{contentType: contentType{mediaType: mediaType, charset: charset}}
}

// readDisposition reads a Content-Disposition (RFC 2183). Its name has precedence over that of the Content-Type.
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

// settleName sets the name of the file, from the Content-Type if need be. A multipart, and text to be shown, have no name.
func (h *header) settleName() {
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

// read reads a Content-Type, however it is written.
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

// param returns the parameter of that name, or nil.
func (h *contentType) param(name string) *param {
	for i := range h.params {
		if h.params[i].name == name {
			return &h.params[i]
		}
	}
	return nil
}
