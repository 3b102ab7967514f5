package document

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Decoder decodes one document from its beginning.
type Decoder interface {
	// next decodes the beginning of the input, which is not empty. It outputs the text,
	// or splits the text before or after it.
	next(*Texts)
}

// Texts is a stage that decodes a document. Its text ends before a link, or at a change
// between text and a page.
type Texts struct {
	decode.Filter
	decoder Decoder
	HTML    bool          // the following text belongs to a page
	Split   bool          // the text ended because of the following input
	Link    *decode.Value // the link that follows, or nil
}

// western is the Western European charset, used in place of an unknown one.
const western = "windows-1252"

// Reset begins to decode another document, and reuses memory. Spans are known for the
// last keep decoded bytes.
func (d *Texts) Reset(from decode.Stage, decoder Decoder, keep int64) {
	*d = Texts{Filter: decode.Filter{Input: decode.Input{From: from}, Output: d.Fresh(keep)},
		decoder: decoder}
}

// Begin begins a new text.
func (d *Texts) Begin() {
	d.Offsets.Reset()
	d.Split, d.Link = false, nil
}

func (d *Texts) Next() []byte {
	d.Out = d.Out[:0]
	for len(d.Out) < decode.MaxChunk && !d.Split {
		if len(d.Buf) == 0 && !d.More() {
			break
		}
		d.decoder.next(d)
	}
	return d.Decoded()
}

// put outputs text in place of the next n bytes.
func (d *Texts) put(n int, text string) {
	d.Lump(d.At, n, len(text))
	d.Out = append(d.Out, text...)
	d.Skip(n)
}

// decode outputs raw, decoded from a charset, in place of the next n bytes.
func (d *Texts) decode(n int, charset string, raw []byte) {
	before := len(d.Out)
	d.Out = decode.Append(d.Out, charset, raw)
	d.Lump(d.At, n, len(d.Out)-before)
	d.Skip(n)
}

// link ends the text before the next n bytes, which represent a link.
func (d *Texts) link(n int, text []byte) {
	d.Link = &decode.Value{From: d.From, At: d.At}
	d.Link.Lump(0, n, len(text))
	d.Link.Out = bytes.Clone(text)
	d.Split = true
	d.Skip(n)
}

// ends reports whether the text ends here because the following text belongs to a page
// and the current text does not, or vice versa.
func (d *Texts) ends(html bool) bool {
	d.Split = html != d.HTML
	d.HTML = html
	return d.Split
}
