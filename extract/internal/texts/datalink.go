package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
)

// maxDataHead is the maximum length in bytes of the part of a data URL before its comma.
const maxDataHead = 256

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

// isOpaque reports whether a media type is a type of picture, sound, film or font, which
// contains no text.
func isOpaque(mediaType string) bool {
	kind, name, _ := strings.Cut(mediaType, "/")
	return kind == "image" && !strings.HasPrefix(name, "svg") || kind == "audio" || kind == "video" ||
		kind == "font"
}

// dataLink reads the document in a link like an attached file. It begins after n bytes.
func (w *walker) dataLink(t *page.Text, mediaType string, n int) bool {
	t.Skip(n)
	if isOpaque(mediaType) || w.nested >= maxNested {
		return true
	}
	stage := &decode.Base64{Filter: decode.Filter{Input: t.Input, Output: decode.Keeping(nestedKeep)},
		EOL: w.src.EOL}
	return w.over(stage).file(mediaType)
}
