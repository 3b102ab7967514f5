package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// streams reads the streams of an Office document from before 2007. Offsets are relative
// to the stream.
func (w *walker) streams(streams []document.Legacy, at int64) bool {
	for _, s := range streams {
		in := w.deeper(unpack.Entry{Reader: bytes.NewReader(s.Data)})
		in.member = MemberPath(w.member, s.Name)
		in.passOver()
		for text, err := range s.Texts() {
			if err != nil {
				if !in.yieldError(in.caused(0, err)) {
					return false
				}
				continue
			}
			if text.From, text.Keep = &in.src, w.reader.keep(); !in.streamText(text) {
				return false
			}
		}
	}
	return true
}

// streamText yields a text or a link of a stream.
func (w *walker) streamText(t *document.LegacyText) bool {
	if !t.Link {
		return w.handFields(page.Text{Reader: decode.ReaderOf(t)})
	}
	link := page.Text{Element: "hyperlink", Attribute: "target", Whole: true, Reader: decode.ReaderOf(t)}
	return w.hand(Text{Part: path(w.path), Text: link})
}
