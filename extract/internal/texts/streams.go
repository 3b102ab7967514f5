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
func (w *walker) streams(streams []document.Legacy) bool {
	for _, s := range streams {
		in := w.deeper(unpack.Entry{Reader: bytes.NewReader(s.Data)})
		in.member = MemberPath(w.member, s.Name)
		in.passOver()
		if !in.legacy(&s, &in.src) {
			return false
		}
	}
	return true
}

// sheet reads a part of a workbook.
func (w *walker) sheet(b []byte, at int64) (bool, error) {
	s := document.Sheet(b)
	return w.legacy(&s, decode.Section{Source: &w.src, Start: at}), nil
}

// iWork reads an archive of iWork. Offsets count in what it unpacks to.
func (w *walker) iWork(b []byte, _ int64) (bool, error) {
	data, err := document.IWork(b)
	in := w.deeper(unpack.Entry{Reader: bytes.NewReader(data)})
	in.passOver()
	return in.item(document.IWorkStrings(data), nil, 0), err
}

// legacy yields the texts of a stream, and its error at its beginning.
func (w *walker) legacy(s *document.Legacy, from decode.Spanner) bool {
	for text, err := range s.Texts() {
		if err != nil {
			return w.yieldError(w.caused(0, err))
		}
		if text.From, text.Keep = from, w.reader.keep(); !w.streamText(text) {
			return false
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
