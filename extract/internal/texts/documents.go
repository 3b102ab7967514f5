package texts

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// binary skips a stream of a known type without readable text.
func (w *walker) binary() bool {
	w.src.Fill(HeadSize)
	mediaType := cmp.Or(binaryType(decode.Whole(w.src.Rest())), memberType(w.reader.name(w.member)))
	w.skipped(mediaType, whyBinary, w.src.Offset())
	w.passOver()
	return true
}

// rtf reads a document in the Rich Text Format.
func (w *walker) rtf() bool {
	const enough = 1 << 10
	w.src.Fill(enough)
	return w.documentTexts(new(document.RTF), document.HoldsHTML(w.src.Rest()), w.src.All())
}

// postScript reads a document in PostScript.
func (w *walker) postScript() bool {
	return w.documentTexts(new(document.PostScript), false, w.src.All())
}

// mork reads a database in Mork.
func (w *walker) mork() bool { return w.documentTexts(new(document.Mork), false, w.src.All()) }

// calendar reads a calendar or a card.
func (w *walker) calendar() bool { return w.documentTexts(new(document.Folded), false, w.src.All()) }

// styleSheet reads a style sheet.
func (w *walker) styleSheet() bool {
	if w.reader.config.Names {
		return w.wholeText()
	}
	return w.documentTexts(document.Style{}, false, w.src.All())
}

// office reads a part of a document of Office or OpenDocument.
func (w *walker) office() bool {
	t := w.src.Whole(w.reader.keep())
	return w.marked(&t, page.Office)
}

// documentTexts yields the texts of a document. isPage reports whether the document is a
// page as a whole.
func (w *walker) documentTexts(decoder document.Decoder, isPage bool, from decode.Stage) bool {
	w.stages.decoding.Reset(from, decoder, w.reader.keep())
	d := &w.stages.decoding
	for more := true; more; more = d.Split {
		d.Begin()
		html := isPage || d.HTML
		t := decode.ReaderOf(d)
		ok := true
		if html {
			ok = w.marked(&t, page.HTML)
		} else if _, isRTF := decoder.(*document.RTF); isRTF {
			ok = w.handFields(page.Text{Reader: t})
		} else if t.Has(1) {
			ok = w.handPart(t)
		}
		decode.Drain(d)
		switch {
		case !ok:
			return false
		case d.Link != nil:
			link := page.Text{Element: "annotation", Attribute: "uri", Whole: true,
				Reader: decode.ReaderOf(d.Link)}
			ok = w.hand(Text{Part: path(w.path), Text: link})
		}
		if !ok {
			return false
		}
	}
	return true
}

// signed reads signed content: a MIME entity or any file.
func (w *walker) signed(b []byte, at int64) (bool, error) {
	s, err := document.CMS(b)
	switch {
	case errors.Is(err, document.ErrSignature):
		w.skipped("", whySignature, at)
		return true, nil
	case len(s.Pieces) == 0:
		return true, err
	}
	content := &decode.Value{From: &w.src, At: at}
	for _, p := range s.Pieces {
		content.Plain(int64(p.Start), p.End-p.Start)
		content.Out = append(content.Out, b[p.Start:p.End]...)
	}
	t := decode.ReaderOf(content)
	switch {
	case !s.Compressed:
		return w.inside(&t, content).file(""), err
	case w.reader.config.Unpack == nil:
		return w.fail(at, `compressed: "flate"`), err
	}
	_, more := w.contents("flate", "", &t, at, w.deeper,
		undamaged(func(in *walker) bool { return in.file("") }), w.yieldError)
	return more, err
}

// outlook reads a message in a compound file. Other compound files are skipped.
func (w *walker) outlook(b []byte, at int64) (bool, error) {
	item, err := document.Outlook(b)
	other, isOther := errors.AsType[document.NotOutlook](err)
	if w.parent == nil && isOther {
		w.reader.format = mail.Binary
	} else if w.parent == nil && item != nil && item.Office {
		w.reader.format = mail.Office
	}
	if settled := w.reader.config.Settled; settled != nil && w.parent == nil {
		settled(w.reader.format)
	}
	switch {
	case isOther:
		w.skipped(string(other), whyBinary, at)
		return true, nil
	case item == nil:
		return true, err
	case item.Office:
		return w.item(item, nil, at) && w.streams(item.Streams), err
	}
	var m *mail.Message
	if w.outer == nil {
		w.begin()
		w.message.Offset = at
		m = w.message
	}
	more := w.item(item, m, at)
	w.headed()
	return more, err
}

// inPlace returns a function that reads a store, in place if the stream is a file,
// otherwise in memory.
func inPlace(read func(w *walker, r io.ReaderAt, size, at int64) bool) func(w *walker) bool {
	return func(w *walker) bool {
		if open := w.reader.config.File; open != nil && w.parent == nil {
			if file := open(); file != nil {
				ok := read(w, file, file.Size(), w.src.Offset())
				w.passOver()
				return ok
			}
		}
		return w.slurp(func(w *walker, b []byte, at int64) (bool, error) {
			return read(w, bytes.NewReader(b), int64(len(b)), at), nil
		})
	}
}

// folder reads the messages of a folder of Outlook Express that begins at an offset of
// the source.
func (w *walker) folder(r io.ReaderAt, size, at int64) bool {
	around, number := w.member, 0
	for filed, err := range document.Messages(r, size) {
		w.path, w.message = w.path[:w.outerLen], w.outer
		if err != nil {
			if !w.damaged(at, err) {
				return false
			}
			continue
		}
		w.begin()
		if w.outer == nil {
			w.message.Offset, _ = w.src.Span(at+filed.Offset, at+filed.Offset)
		}
		number++
		in := w.partOf(fmt.Sprintf("%d.eml", number), document.Part{Reader: filed}, at)
		var h header
		ok := in.header(&h, w.message)
		if w.headed(); !ok || !in.root(&h, 1) || !in.leftover() {
			return false
		}
		w.member = around
	}
	w.path, w.message = w.path[:w.outerLen], w.outer
	return true
}

// messagesOf reads the messages of a store that begins at an offset of the source.
func (w *walker) messagesOf(r io.ReaderAt, size, at int64) bool {
	s, err := document.OpenStore(r, size)
	if err != nil {
		return w.damaged(at, err)
	}
	around := w.member
	for stored := range s.Messages() {
		w.path, w.message = w.path[:w.outerLen], w.outer
		if !w.damaged(at, s.Errors()...) {
			return false
		}
		w.begin()
		if w.outer == nil {
			w.message.Offset, _ = w.src.Span(at+stored.Offset, at+stored.Offset)
		}
		w.member = MemberPath(around, s.Folder(stored))
		ok := w.item(s.Item(stored), w.message, at) && w.damaged(at, s.Errors()...)
		w.headed()
		if w.member = around; !ok {
			return false
		}
	}
	w.path, w.message = w.path[:w.outerLen], w.outer
	return w.damaged(at, s.Errors()...)
}

// damaged yields the errors of a document at an offset of the source.
func (w *walker) damaged(at int64, errs ...error) bool {
	for _, err := range errs {
		offset := at
		if d, ok := errors.AsType[*document.Damage](err); ok {
			offset, err = at+d.Offset, d.Err
		}
		if !w.yieldError(w.caused(offset, err)) {
			return false
		}
	}
	return true
}

func (w *walker) plist(b []byte, at int64) (bool, error) {
	item, err := document.Plist(b)
	return w.item(item, nil, at), err
}

func (w *walker) tnef(b []byte, at int64) (bool, error) {
	item, err := document.TNEF(b)
	return w.item(item, nil, at), err
}

// item reads a message of Outlook. Its header goes into m, which is nil for a message
// that is part of another one.
func (w *walker) item(it *document.Item, m *mail.Message, at int64) bool {
	if len(it.Header) > 0 {
		in := w.partOf("header", document.Part{Data: it.Header, Offset: -1}, at)
		if !in.header(new(header), m) || !in.leftover() {
			return false
		}
	}
	for _, p := range it.Texts {
		name := bodyNames[p.Type]
		in := w.partOf(name, p, at)
		if !in.leaf(ofType(p.Type, p.Charset)) || !in.leftover() {
			return false
		}
	}
	for _, p := range it.Files {
		ok := true
		if in := w.partOf(p.Name, p, at); p.Item != nil {
			ok = in.nestedItem(p.Item)
		} else if p.Charset != "" { // the path of a file that is not included
			ok = in.leaf(ofType(p.Type, p.Charset)) && in.leftover()
		} else {
			ok = in.file(p.Type)
		}
		if !ok {
			return false
		}
	}
	return true
}

// bodyNames are the names of the texts of a message.
var bodyNames = map[string]string{"text/plain": "body.txt", "text/html": "body.html", "text/rtf": "body.rtf"}

func (w *walker) nestedItem(it *document.Item) bool {
	if w.nested >= maxNested {
		return w.fail(0, "messages are nested too deeply")
	}
	return w.item(it, nil, 0)
}

// partOf returns a walker for a part of a document. The document begins at offset at.
func (w *walker) partOf(name string, p document.Part, at int64) *walker {
	var in *walker
	switch {
	case p.Reader != nil:
		in = w.deeper(unpack.Entry{Reader: p.Reader})
	case p.Cut:
		in = w.deeper(unpack.Entry{Reader: io.MultiReader(bytes.NewReader(p.Data), missing{})})
	case p.Offset < 0:
		in = w.deeper(unpack.Entry{Reader: bytes.NewReader(p.Data)})
	default:
		in = w.over(decode.NewMemory(p.Data, at+p.Offset, &w.src))
	}
	in.member = MemberPath(w.member, name)
	return in
}

// A missing reader takes the place of the missing bytes after a part.
type missing struct{}

func (missing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// pdf reads a document in the Portable Document Format.
func (w *walker) pdf(b []byte, at int64) (bool, error) {
	d, err := document.OpenPDF(b, w.decompressed)
	if err != nil {
		return true, err
	}
	for p := range d.Parts() {
		if !w.pdfPart(p, at) {
			return false, nil
		}
	}
	if d.HasCodes() {
		w.skipped("application/pdf", whyCodes, at)
	}
	return w.pdfErrors(d.Errors(), at), nil
}

// pdfErrors yields the errors of a PDF that begins at an offset.
func (w *walker) pdfErrors(errs []error, at int64) bool {
	const most = 100
	for i, err := range errs {
		damage, _ := errors.AsType[*document.Damage](err)
		switch {
		case errors.Is(err, document.ErrFilter):
			w.skipped("application/pdf", whyFilter, at+damage.Offset)
		case i >= most:
			return w.fail(at, fmt.Sprintf("%d more streams cannot be read", len(errs)-most))
		case !w.damaged(at, err):
			return false
		}
	}
	return true
}

var errPacked = errors.New("a compressed stream")

// decompressed decompresses data. how is as for Config.Unpack.
func (w *walker) decompressed(how string, data []byte) (out []byte, err error) {
	if w.reader.config.Unpack == nil {
		return nil, errPacked
	}
	for content, err := range w.reader.config.Unpack(how, bytes.NewReader(data)) {
		if err != nil {
			return out, err
		}
		more, err := io.ReadAll(io.LimitReader(content.Reader, document.MaxStream+1))
		if out = append(out, more...); len(out) > document.MaxStream {
			return out[:document.MaxStream], document.ErrLong
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// pdfPart reads a part of a PDF that begins at an offset.
func (w *walker) pdfPart(p document.PDFPart, at int64) bool {
	if w.nested+1 >= maxNested {
		return w.fail(at, "nested too deeply")
	}
	if p.How != "" && w.reader.config.Unpack == nil {
		return w.fail(at+p.Offset, errPacked.Error())
	}
	if p.How != "" {
		from := decode.NewMemory(p.Data, at+p.Offset, &w.src)
		t := decode.ReaderOf(from)
		read := undamaged(func(in *walker) bool { return in.file("") })
		_, more := w.contents(p.How, p.Name, &t, at+p.Offset, w.deeper, read, w.yieldError)
		return more
	}
	in := w.partOf(p.Name, p.Part, at)
	switch {
	case p.Embedded:
		return in.file("")
	case p.Strings != nil:
		decode.Drain(in.src.All())
		return in.documentTexts(p.Strings, false, decode.NewMemory(p.Data, 0, &in.src))
	}
	in.src.Fill(sniffed)
	switch head := in.src.Rest(); {
	case p.Type == "text/plain":
		return in.handPart(decode.ReaderOf(in.src.All()))
	case bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte("<")):
		t := in.src.Whole(w.reader.keep())
		return in.marked(&t, page.Office)
	case isBinary(head), bytes.IndexByte(p.Data, 0) >= 0 && !IsWide(p.Data):
		return true
	}
	return in.handPart(in.src.Whole(w.reader.keep()))
}

// maxWhole is the maximum length in bytes of a source that has to be read whole.
const maxWhole = 64 << 20

// slurp calls read with the whole source, up to maxWhole bytes.
func (w *walker) slurp(read func(w *walker, b []byte, at int64) (more bool, err error)) bool {
	s := &w.src
	at := s.Offset()
	var b []byte
	for len(b) < maxWhole && s.Fill(1) > 0 {
		b = append(b, s.Take(min(len(s.Rest()), maxWhole-len(b)))...)
	}
	if s.Fill(1) > 0 && !w.fail(at, fmt.Sprintf("longer than %d MiB; the rest is not read", maxWhole>>20)) {
		return false
	}
	more, err := read(w, b, at)
	w.passOver()
	return more && (err == nil || w.yieldError(w.caused(at, err)))
}
