package texts

import (
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// A walker walks through the messages and parts of one stream.
//
// It begins with container, which reads messages one after the other. Of each it reads the header and then the content: a multipart,
// or a leaf, whose lines go through the stages that decode them. hand yields the texts. What is decoded to be taken apart, such as an
// attachment, is the stream of another walker, which inside returns.
type walker struct {
	reader *Reader
	yield  func(*Text, error) bool
	text   Text
	lines
	head     head // the header that is being read
	cut      bool // reading failed in the field that is being read
	resumed  bool // what is read next follows damage
	headless bool // as Text.Headless
	place
	stages
	parent *walker // the one above, or nil
	nested int     // how many are above
	inner  *walker // for what is decoded to be taken apart, here for its memory
}

// A place is where in a stream a walker is: in which message, and in which part of it.
type place struct {
	path    []int
	member  string        // as Text.Member
	depth   int           // as Text.Depth
	message *mail.Message // the current one, whose Header has no text until it is shared
	values  []byte        // the text that its Header will have
	shared  bool          // callers have it, and may keep it
	outer   *mail.Message // the one that holds all messages here, if there is one
	above   int           // how many numbers of path are those of what holds all here
	count   int           // how many messages there have been in outer
}

// stages are those of the current part, here for their memory.
type stages struct {
	body            body
	quotedPrintable decode.QuotedPrintable
	base64          base64Body
	charset         decode.Charset
	flowed          decode.Flowed
	markup          page.Reader
	inMarkup        page.Reader // of a page in XML
	decoding        document.Texts
	fields          document.Fields
}

// maxNested is how deep the streams of walkers may be nested. Each has a buffer. Content that is encoded in base64 that often is
// thousands of times as long.
const maxNested = 30

func (w *walker) reset(r *Reader, stream io.Reader, up decode.Stage, yield func(*Text, error) bool) {
	*w = walker{
		reader: r, yield: yield, stages: w.stages, inner: w.inner,
		lines: lines{src: w.src, blank: true, open: w.open[:0], outermost: true, lenient: r.config.Format == mail.Mbox},
		head:  head{fields: w.head.fields[:0], typed: w.head.typed, says: w.head.says},
		place: place{path: w.path[:0], values: w.values[:0]},
	}
	w.src.Reset(stream, up)
}

// defaultKeep is how many bytes back from the end of what was read Span can be asked about, unless Config says otherwise.
const defaultKeep = 256 << 10

// keep is Config.Keep or its default.
func (r *Reader) keep() int64 {
	if r.config.Keep > 0 {
		return int64(r.config.Keep)
	}
	return defaultKeep
}

// inside returns a walker for a stream that was decoded from this one. Its texts belong to the same message and part.
func (w *walker) inside(r io.Reader, up decode.Stage) *walker {
	if w.inner == nil {
		w.inner = new(walker)
	}
	in := w.inner
	in.reset(w.reader, r, up, w.yield)
	in.parent, in.nested, in.message, in.path = w, w.nested+1, w.message, append(in.path, w.path...)
	in.outer, in.above, in.member, in.depth, in.shared = w.share(), len(in.path), w.member, w.depth, true
	in.format = mail.Single
	in.outermost, in.lenient = false, in.lenient && in.message == nil
	return in
}

// over returns a walker for what a stage decodes.
func (w *walker) over(s decode.Stage) *walker {
	t := decode.ReaderOf(s)
	return w.inside(&t, s)
}

// hand yields a text, and skips what was not read of it. It reports whether more is wanted.
func (w *walker) hand(t Text) bool {
	w.text = t
	w.text.Resumed, w.text.Headless, w.resumed = w.text.Resumed || w.resumed, w.headless, false
	if w.text.IsBlank() {
		return true
	}
	if t.Whole || !t.From.IsWhole() || w.isWanted(w.text.Buf) {
		w.text.Message, w.text.Member, w.text.Depth, w.text.cut = w.share(), w.member, w.depth, w.cut
		if !w.yield(&w.text, nil) {
			return false
		}
	}
	w.text.Drain()
	return true
}

// handPart yields a text that is a part as a whole, or belongs to it.
func (w *walker) handPart(t decode.Reader) bool {
	return w.hand(Text{Part: path(w.path), Text: page.Text{Reader: t}})
}

// handFields yields a text of Office, and the links in its fields.
func (w *walker) handFields(t page.Text) bool {
	f := &w.fields
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

// field yields a text from the value of a header field.
func (w *walker) field(name string, v decode.Stage, whole bool) bool {
	return w.hand(Text{Part: path(w.path), Header: name, Text: page.Text{Whole: whole, Reader: decode.ReaderOf(v)}})
}

// memory yields a text that is at hand: the value of a header field, or without a name, part of a body.
func (w *walker) memory(header string, text []byte, at int64) bool {
	return w.field(header, decode.NewMemory(text, at, &w.src), false)
}

// marked yields the texts of a document with markup. The texts of XML may have pages in them.
func (w *walker) marked(t *decode.Reader, kind page.Kind) bool {
	part, m := path(w.path), &w.markup
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
			return w.hand(Text{Part: part, HTML: kind == page.HTML, Text: t})
		})
	}
	config.Kind, config.Keep = page.HTML, w.reader.keep()
	return m.Texts(func(t page.Text) bool {
		if !t.HoldsPage() {
			return w.hand(Text{Part: part, Text: t})
		}
		w.inMarkup.Reset(t.Input, config)
		return w.inMarkup.Texts(func(t page.Text) bool { return w.hand(Text{Part: part, HTML: true, Text: t}) })
	})
}

// isWanted reports whether a text that is at hand as a whole is wanted.
func (w *walker) isWanted(text []byte) bool {
	wanted := w.reader.config.Wanted
	return wanted == nil || wanted(text)
}

// told returns the message of texts and errors, which is the outermost one. Its Header has no text before share is called.
func (p *place) told() *mail.Message {
	if p.outer != nil {
		return p.outer
	}
	return p.message
}

// share returns the message of a text for callers, who may keep it.
func (p *place) share() *mail.Message {
	if p.outer == nil && p.message != nil && !p.shared {
		p.message.Header.Text, p.shared = string(p.values), true
	}
	return p.told()
}

// fail reports a problem, and is false if no more is wanted.
func (w *walker) fail(at int64, problem string) bool {
	return w.yield(nil, w.failure(at, problem))
}

// failure returns the Error of a problem at an offset of the source.
func (w *walker) failure(at int64, problem string) *Error {
	offset, _ := w.src.Span(at, at)
	e := &Error{Offset: offset, Part: path(w.path), Member: w.member, Depth: w.depth, Problem: problem}
	if m := w.told(); m != nil {
		e.Message = m.Number
	}
	return e
}

// caused returns the Error at an offset of the source whose Err is err.
func (w *walker) caused(at int64, err error) *Error {
	e := w.failure(at, err.Error())
	e.Err = err
	return e
}

func (w *walker) yieldError(e *Error) bool { return w.yield(nil, e) }

// MemberPath returns the path of a member of the file, archive or message at parent.
func MemberPath(parent, name string) string {
	if parent == "" || name == "" {
		return parent + name
	}
	return parent + "!" + name
}

// skipped calls Config.Skip for a part at an offset that is not read. why is the reason.
func (w *walker) skipped(mediaType, why string, at int64) {
	if skip := w.reader.config.Skip; skip != nil {
		skip(w.failure(at, why), mediaType)
	}
}

// The reasons why something is skipped.
const (
	whyUnknown   = "unknown type"
	whyBinary    = "binary format"
	whySignature = "signature"
	whyCodes     = "text in the codes of its fonts"
	whyFilter    = "unknown filter"
	whyCoding    = "unknown content coding"
	whyArmour    = "OpenPGP"
	whyBinHex    = "BinHex"
	whyYEnc      = "yEnc"
)
