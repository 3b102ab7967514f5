package texts

import (
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
)

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

// handFields yields a text of an Office document, and the links in its fields.
func (w *walker) handFields(t page.Text) bool {
	f := &w.stages.fields
	for f.Reset(t.Input, w.reader.keep()); ; f.Begin() {
		t.Reader = decode.ReaderOf(f)
		if !w.hand(Text{Part: path(w.path), Text: t}) {
			return false
		}
		if decode.Drain(f); f.Link == nil {
			return true
		}
		link := page.Text{Element: "field", Attribute: f.Name, Whole: true, Reader: decode.ReaderOf(f.Link)}
		if t.Resumed = false; !w.hand(Text{Part: path(w.path), Text: link}) {
			return false
		}
	}
}

// marked yields the texts of a document with markup. Texts in XML may contain pages.
func (w *walker) marked(t *decode.Reader, kind page.Kind) bool {
	part, m := path(w.path), &w.stages.markup
	config := page.Config{
		Kind: kind, All: w.reader.config.All || w.reader.config.Schemeless, Shown: w.reader.config.Shown,
		Names: w.reader.config.Names,
		Keep:  w.reader.keep(),
	}
	switch kind {
	case page.Office:
		w.reader.places.link(&config, w.reader.name(w.member))
	case page.HTML:
		config.Relative, config.Base = w.reader.config.Relative, w.reader.config.Base
	case page.XML:
		config.Keep = max(config.Keep, nestedKeep)
	}
	if m.Reset(t.Input, config); kind != page.XML {
		return m.Texts(func(t page.Text) bool {
			if kind == page.Office && !t.Whole {
				return w.handFields(t)
			}
			if mediaType, n := dataHead(&t); n > 0 {
				return w.dataLink(&t, mediaType, n)
			}
			return w.hand(Text{Part: part, HTML: kind == page.HTML, Text: t})
		})
	}
	config.Kind, config.Keep = page.HTML, w.reader.keep()
	return m.Texts(func(t page.Text) bool {
		if !t.HoldsPage() {
			return w.hand(Text{Part: part, Text: t})
		}
		w.stages.inMarkup.Reset(t.Input, config)
		return w.stages.inMarkup.Texts(func(t page.Text) bool {
			return w.hand(Text{Part: part, HTML: true,
				Text: t})
		})
	})
}
