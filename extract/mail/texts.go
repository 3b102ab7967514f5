package mail

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/document"
)

// A decoding is a stage that decodes a document. It stops before what is no text: a link, a stream, a change between text and a
// page.
type decoding struct {
	input
	output
	decoder document.Decoder
	html    bool // what comes next belongs to a page
	split   bool // the text ended because of what follows
	link    *value
	stream  *document.Stream
	pending []byte // the beginning of what follows,
	taken   int    // and how many bytes that was decoded from
}

func (d *decoding) span(start, end int64) (int64, int64) {
	return d.from.span(d.offsets.span(start, end))
}

// reset begins to decode another document, in the same memory. A span can be asked about for what was decoded in the last keep bytes.
func (d *decoding) reset(from stage, decoder document.Decoder, keep int64) {
	*d = decoding{input: input{from: from}, output: d.fresh(keep), decoder: decoder}
}

// streamData returns the bytes of the stream that comes next.
func (d *decoding) streamData() *pdfStream { return &pdfStream{in: &d.input, start: d.at} }

// begin begins a new text.
func (d *decoding) begin() {
	d.offsets.reset()
	d.split, d.link, d.stream = false, nil, nil
}

func (d *decoding) next() []byte {
	d.out = d.out[:0]
	if d.pending != nil && !d.split {
		d.put(&d.input, d.taken, d.pending)
		d.pending = nil
	}
	for len(d.out) < most && !d.split {
		if len(d.buf) == 0 && !d.more() {
			break
		}
		n, token := d.decoder.Decode(d.buf, d.done)
		if n == 0 {
			d.double()
			continue
		}
		d.token(n, token)
	}
	if len(d.out) == 0 {
		return nil
	}
	return d.out
}

// token takes what the next n bytes stand for.
func (d *decoding) token(n int, t document.Token) {
	switch {
	case t.Link:
		d.link = &value{from: d.from, at: d.at}
		d.link.lump(0, n, len(t.Text))
		d.link.out = append(d.link.out, t.Text...)
		d.split = true
	case t.Stream != nil:
		d.stream, d.split = t.Stream, true
	case t.HTML != d.html && len(t.Text) > 0:
		d.html, d.split = t.HTML, true
		d.pending, d.taken = bytes.Clone(t.Text), n
		return // they are skipped when they are given
	case len(t.Text) == n && n > 0 && &t.Text[0] == &d.buf[0]:
		d.take(&d.input, n)
		return
	default:
		d.put(&d.input, n, t.Text)
		return
	}
	d.skip(n)
}

// A joined is a stage that puts pieces of a text together.
type joined struct {
	offsets
	text []byte
	list []document.Piece
	at   int64 // where the text stands in what is below
	from spanner
}

// newJoined returns a stage that puts pieces of a text together. The text stands at an offset of what from translates offsets of.
func newJoined(text []byte, list []document.Piece, at int64, from spanner) stage {
	return &joined{text: text, list: list, at: at, from: from}
}

func (j *joined) next() []byte {
	if len(j.list) == 0 {
		return nil
	}
	p := j.list[0]
	j.list = j.list[1:]
	j.plain(int64(p.Start), p.End-p.Start)
	return j.text[p.Start:p.End]
}

func (*joined) isCut() bool { return false }

func (*joined) isWhole() bool { return false }

func (j *joined) span(start, end int64) (int64, int64) {
	start, end = j.offsets.span(start, end)
	return j.from.span(j.at+start, j.at+end)
}

// A pdfStream is a stage that returns the bytes of a stream of a PDF, up to "endstream".
type pdfStream struct {
	in    *input
	start int64
	given int64
}

func (p *pdfStream) next() []byte {
	const end = "endstream"
	in := p.in
	for {
		n := bytes.Index(in.buf, []byte(end))
		if n < 0 {
			if n = len(in.buf) - len(end); in.done {
				n = len(in.buf)
			}
		}
		if n > 0 {
			text := in.buf[:n]
			in.skip(n)
			p.given += int64(n)
			return text
		}
		if in.done || strings.HasPrefix(string(in.buf[:min(len(in.buf), len(end))]), end) {
			return nil
		}
		in.more()
	}
}

func (p *pdfStream) isCut() bool { return p.in.isCut() }

func (*pdfStream) isWhole() bool { return false }

func (p *pdfStream) span(start, end int64) (int64, int64) {
	return p.in.from.span(p.start+start, p.start+end)
}
