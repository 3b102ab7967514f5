package texts

import (
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// A walker reads the messages and parts of one stream.
//
// It begins with container, which reads one message after the other: the header and then
// the content, which is a multipart or a leaf. The lines of a leaf go through decoding
// stages, and hand yields the texts. Decoded content that has its own structure, such as
// an attachment, is read by another walker, which inside returns.
type walker struct {
	reader *Reader
	yield  func(*Text, error) bool
	text   Text
	lines
	head     head // the header that is being read
	cut      bool // reading failed in the current field
	resumed  bool // the next text follows damage
	headless bool // as Text.Headless
	place
	*stages
	parent *walker // the walker of the enclosing stream, or nil
	nested int     // the number of enclosing walkers
	inner  *walker // reused for decoded content with its own structure
}

// A place is the position of a walker in a stream: a message and a part of it.
type place struct {
	path          []int
	member        string        // as Text.Member
	depth         int           // as Text.Depth
	message       *mail.Message // the current one; its Header has no text before share is called
	headerText    []byte        // the text for its Header
	messageShared bool          // it was passed to callers, who may keep it
	outer         *mail.Message // the message that contains the whole stream, or nil
	outerLen      int           // the length of the path of the part that contains the whole stream
	outerMessages int           // the number of messages so far in outer
}

// stages holds the stages of the current part, to reuse their memory.
type stages struct {
	body            body
	quotedPrintable decode.QuotedPrintable
	base64          base64Body
	charset         decode.Charset
	flowed          decode.Flowed
	markup          page.Reader
	inMarkup        page.Reader // for a page in XML
	decoding        document.Texts
	fields          document.Fields
}

// maxNested is the maximum depth of nested walkers. Each walker has a buffer. Content
// that is encoded in base64 that often is thousands of times as long.
const maxNested = 30

func (w *walker) reset(r *Reader, stream io.Reader, up decode.Stage, yield func(*Text, error) bool) {
	if w.stages == nil {
		w.stages = new(stages)
	}
	*w = walker{
		reader: r, yield: yield, stages: w.stages, inner: w.inner,
		lines: lines{src: w.src, blank: true, open: w.open[:0], outermost: true,
			lenient: r.config.Format == mail.Mbox},
		head:  head{fields: w.head.fields[:0], typed: w.head.typed, says: w.head.says},
		place: place{path: w.path[:0], headerText: w.headerText[:0]},
	}
	w.src.Reset(stream, up)
}

// defaultKeep is the default of Config.Keep.
const defaultKeep = 256 << 10

// keep returns Config.Keep or its default.
func (r *Reader) keep() int64 {
	if r.config.Keep > 0 {
		return int64(r.config.Keep)
	}
	return defaultKeep
}

// inside returns a walker for a stream that is decoded from this one. Its texts belong to
// the same message and part.
func (w *walker) inside(r io.Reader, up decode.Stage) *walker {
	if w.inner == nil {
		w.inner = new(walker)
	}
	in := w.inner
	in.reset(w.reader, r, up, w.yield)
	in.parent, in.nested, in.message, in.path = w, w.nested+1, w.message, append(in.path, w.path...)
	in.outer, in.outerLen, in.member, in.depth = w.share(), len(in.path), w.member, w.depth
	in.messageShared = true
	in.format = mail.Single
	in.outermost, in.lenient = false, in.lenient && in.message == nil
	return in
}

// over returns a walker for the output of a stage.
func (w *walker) over(s decode.Stage) *walker {
	t := decode.ReaderOf(s)
	return w.inside(&t, s)
}

// hand yields a text, and skips the unread rest of it. It reports whether more texts are
// wanted.
func (w *walker) hand(t Text) bool {
	w.text = t
	return w.handText()
}

// handText is hand for w.text.
func (w *walker) handText() bool {
	t := &w.text
	t.Resumed, t.Headless, w.resumed = t.Resumed || w.resumed, w.headless, false
	if t.IsBlank() {
		return true
	}
	if t.Whole || !t.From.IsWhole() || w.isWanted(t.Buf, t.From != decode.Stage(&w.body)) {
		t.Member, t.Depth, t.place, t.cut = w.member, w.depth, &w.place, w.cut
		if !w.yield(t, nil) {
			return false
		}
	}
	t.Drain()
	return true
}

// handPart yields a text that belongs to a part, or is all of it.
func (w *walker) handPart(t decode.Reader) bool {
	w.text = Text{Part: path(w.path)} // faster than copying a complete Text
	w.text.Reader = t
	return w.handText()
}

// handFields yields a text of an Office document, and the links in its fields.
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
	return w.hand(Text{Part: path(w.path), Header: name,
		Text: page.Text{Whole: whole, Reader: decode.ReaderOf(v)}})
}

// memory yields a text that is in memory: the value of a header field, or, if header is
// empty, part of a body.
func (w *walker) memory(header string, text []byte, at int64) bool {
	return w.field(header, decode.NewMemory(text, at, &w.src), false)
}

// marked yields the texts of a document with markup. Texts in XML may contain pages.
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
		w.inMarkup.Reset(t.Input, config)
		return w.inMarkup.Texts(func(t page.Text) bool {
			return w.hand(Text{Part: part, HTML: true,
				Text: t})
		})
	})
}

// isWanted reports whether a text that is completely in memory is wanted.
func (w *walker) isWanted(text []byte, decoded bool) bool {
	wanted := w.reader.config.Wanted
	return wanted == nil || wanted(text, decoded || w.nested > 0)
}

// owner returns the outermost message, to which texts and errors belong. Its Header has
// no text before share is called.
func (p *place) owner() *mail.Message {
	if p.outer != nil {
		return p.outer
	}
	return p.message
}

// share returns the message of a text for callers, who may keep it.
func (p *place) share() *mail.Message {
	if p.outer == nil && p.message != nil && !p.messageShared {
		p.message.Header.Text, p.messageShared = string(p.headerText), true
	}
	return p.owner()
}

// fail yields a problem, and reports whether more texts are wanted.
func (w *walker) fail(at int64, problem string) bool {
	e := w.failure(at, problem)
	return w.yieldError(&e)
}

// failure returns an Error with a problem, at an offset of the source.
func (w *walker) failure(at int64, problem string) Error {
	offset, _ := w.src.Span(at, at)
	e := Error{Offset: offset, Part: path(w.path), Member: w.member, Depth: w.depth, Problem: problem}
	if m := w.owner(); m != nil {
		e.Message = m.Number
	}
	return e
}

// caused returns an Error with an Err, at an offset of the source.
func (w *walker) caused(at int64, err error) *Error {
	e := w.failure(at, err.Error())
	e.Err = err
	return &e
}

func (w *walker) yieldError(e *Error) bool { return w.yield(nil, e) }

// MemberPath returns the path of a member of the file, archive or message at parent.
func MemberPath(parent, name string) string {
	switch {
	case name == "":
		return parent
	case parent == "":
		return name
	}
	return parent + "!" + name
}

// skipped calls Config.Skip for a part that begins at an offset. why is the reason.
func (w *walker) skipped(mediaType, why string, at int64) {
	if skip := w.reader.config.Skip; skip != nil {
		skip(w.failure(at, why), mediaType)
	}
}

// Reasons for skipping a part.
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

// nestedKeep is the Keep of the stages that decode the stream of another walker. It is
// larger than the buffer of a text, since a walker reads far ahead.
const nestedKeep = 4 << 20
