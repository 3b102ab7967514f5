package texts

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// maxDepth is the maximum depth of nested parts.
const maxDepth = 100

// content reads the body described by a header.
func (w *walker) content(h *header, depth int) bool {
	if h.encoding == "" && h.isText() { // the usual case
		return w.leaf(h)
	}
	kind, _, _ := strings.Cut(h.mediaType, "/")
	if h.encoding != "" && (h.rival != "" || h.encoding == encodedQuoted && kind != "multipart") {
		w.settleEncoding(h)
	}
	switch {
	case depth >= maxDepth && (kind == "multipart" || kind == "message"):
		return w.fail(w.src.Offset(), fmt.Sprintf("parts are nested deeper than %d", maxDepth)) &&
			w.plainBody()
	case kind == "multipart" && h.encoding != "" && w.isEncodedWhole(h):
		return w.decoded(h)
	case kind == "multipart":
		return w.multipart(h, depth)
	case h.mediaType == "message/rfc822", h.mediaType == "message/news", h.mediaType == "message/global",
		h.mediaType == "message/external-body", h.mediaType == "text/rfc822-headers",
		h.mediaType == "message/partial" && !h.partial:
		return w.within(h, depth)
	}
	return w.leaf(h)
}

// root reads the body of a message. The body is part 1 if it is not a multipart.
func (w *walker) root(h *header, depth int) bool {
	if depth == 0 {
		w.headed()
	}
	if isMultipart(h.mediaType) {
		return w.content(h, depth)
	}
	w.path = append(w.path, 1)
	ok := w.content(h, depth)
	w.path = w.path[:len(w.path)-1]
	return ok
}

// headed calls Config.Message for the message whose header was just read, unless the
// message is part of another one.
func (w *walker) headed() {
	if tell := w.reader.config.Message; tell != nil && w.outer == nil && w.message != nil {
		tell(w.share())
	}
}

// multipart reads the parts of a multipart (RFC 2046, section 5.1), and the text before,
// between and after them.
func (w *walker) multipart(h *header, depth int) bool {
	level, at := len(w.open), len(w.path)
	boundary := h.boundary
	if h.param("boundary") == nil {
		boundary = noBoundary
	}
	shared := level > 0 && h.boundary != "" && w.open[level-1] == boundary
	w.open = append(w.open, boundary)
	w.preamble = true
	ok := w.plainBody()
	w.preamble = false
	for number := 1; ok && w.stop == atBoundary && w.level == level; {
		closing := w.closing
		w.skipDelimiter()
		if closing {
			if shared {
				w.open = w.open[:level] // the following delimiters belong to the outer one
			}
			ok = w.plainBody()
			continue
		}
		w.path = append(w.path[:at], number)
		number++
		ok = w.part(h, depth+1)
		w.path = w.path[:at]
	}
	w.open = w.open[:level]
	return ok
}

// part reads one part. In a digest, parts without a Content-Type are messages (RFC 2046,
// section 5.1.5). The encoding declared for a multipart may apply to its parts.
func (w *walker) part(parent *header, depth int) bool {
	var h header
	if !w.header(&h, nil) {
		return false
	}
	if parent.mediaType == "multipart/digest" && !h.hasType {
		h.mediaType = "message/rfc822"
	}
	if !h.encoded && parent.encoding != "" {
		h.encoding, h.rival = parent.encoding, asIs
	}
	return w.content(&h, depth)
}

// within reads a message within a message, or only the header of one. A blank line may
// precede the header.
func (w *walker) within(h *header, depth int) bool {
	if h.encoding != "" {
		return w.decoded(h)
	}
	w.skipBlank()
	if line := w.src.Line(0); bytes.HasPrefix(line, []byte("From ")) ||
		bytes.HasPrefix(line, []byte(">From ")) {
		w.skipLine()
	}
	var inner header
	if !w.header(&inner, nil) {
		return false
	}
	if h.mediaType == "text/rfc822-headers" {
		return w.plainBody()
	}
	return w.root(&inner, depth+1)
}

// decoded reads a multipart, or a message within a message, that is encoded as a whole,
// contrary to RFC 2046, section 5.2.1.
func (w *walker) decoded(h *header) bool {
	from := w.transfer(h, &body{Section: w.src.All(), lines: &w.lines}, nestedKeep)
	if w.nested >= maxNested {
		return w.fail(w.src.Offset(), "messages are nested too deeply") && w.handPart(decode.ReaderOf(from))
	}
	in := w.over(from)
	inner := *h
	inner.encoding = ""
	if !in.content(&inner, 0) || !in.leftover() {
		return false
	}
	if h.encoding == encodedBase64 && w.stages.base64.Cut && !w.src.IsCut() &&
		!w.fail(w.src.Offset(), w.stages.base64.problem()) {
		return false
	}
	return w.plainBody()
}

// items reads the items of a digest. Each item is a message, and is numbered as a part of
// the part that contains the digest.
func (w *walker) items() bool {
	w.digest = true
	defer func() { w.digest = false }()
	at, ok := len(w.path), true
	for number := 1; ok && w.stop == atBoundary && w.level == digestRule; number++ {
		w.skipLine()
		w.skipBlank()
		w.path = append(w.path[:at], number)
		var h header
		ok = w.header(&h, nil) && w.content(&h, 1)
	}
	w.path = w.path[:at]
	return ok
}
