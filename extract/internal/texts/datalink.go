package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
)

// maxDataHead is how long the part of a data URL before its comma may be, in bytes.
const maxDataHead = 256

// dataHead returns the media type of a link that holds a document in base64 (RFC 2397), and
// the length of what stands before the base64, or 0.
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

// isOpaque reports whether a media type is that of a picture, sound, film or font, in which
// there is no text.
func isOpaque(mediaType string) bool {
	kind, name, _ := strings.Cut(mediaType, "/")
	return kind == "image" && !strings.HasPrefix(name, "svg") || kind == "audio" || kind == "video" ||
		kind == "font"
}

// dataLink reads the document in a link, which begins after n bytes, like a file that is attached.
func (w *walker) dataLink(t *page.Text, mediaType string, n int) bool {
	t.Skip(n)
	if isOpaque(mediaType) || w.nested >= maxNested {
		return true
	}
	stage := &decode.Base64{Filter: decode.Filter{Input: t.Input, Output: decode.Keeping(nestedKeep)},
		EOL: w.src.EOL}
	return w.over(stage).file(mediaType)
}
