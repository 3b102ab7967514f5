package texts

import (
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
)

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
