package document

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Decoder decodes one document from its beginning.
type Decoder interface {
	// next decodes what the input begins with, which is not empty. It puts its text out, or splits the text before or after it.
	next(*Texts)
}

// Texts is a stage that decodes a document. It ends before what is no text: a link, or a change between text and a page.
type Texts struct {
	decode.Filter
	decoder Decoder
	HTML    bool          // what comes next belongs to a page
	Split   bool          // the text ended because of what follows
	Link    *decode.Value // which is this link, if it is not nil
}

// maxToken is how much of a document a decoder looks at together.
const maxToken = 64 << 10

// western is the charset of Western Europe, which stands for one that is unknown.
const western = "windows-1252"

// Reset begins to decode another document, in the same memory. A span can be asked about for what was decoded in the last keep bytes.
func (d *Texts) Reset(from decode.Stage, decoder Decoder, keep int64) {
	*d = Texts{Filter: decode.Filter{Input: decode.Input{From: from}, Output: d.Fresh(keep)}, decoder: decoder}
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

// put puts text out for the next n bytes.
func (d *Texts) put(n int, text string) {
	d.Lump(d.At, n, len(text))
	d.Out = append(d.Out, text...)
	d.Skip(n)
}

// decode puts out what raw is in a charset, for the next n bytes.
func (d *Texts) decode(n int, charset string, raw []byte) {
	before := len(d.Out)
	d.Out = decode.Append(d.Out, charset, raw)
	d.Lump(d.At, n, len(d.Out)-before)
	d.Skip(n)
}

// link ends the text before the next n bytes, which stand for a link.
func (d *Texts) link(n int, text []byte) {
	d.Link = &decode.Value{From: d.From, At: d.At}
	d.Link.Lump(0, n, len(text))
	d.Link.Out = bytes.Clone(text)
	d.Split = true
	d.Skip(n)
}

// ends reports whether the text ends here since what comes next belongs to a page, and the text does not, or the other way round.
func (d *Texts) ends(html bool) bool {
	d.Split = html != d.HTML
	d.HTML = html
	return d.Split
}
