package texts

import (
	"bytes"
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Reader reads one stream after another. It is not for use by several goroutines at
// once.
type Reader struct {
	config   Config
	format   mail.Format
	messages int
	places   places
	packages Package
	offset   int64 // the offset at which the next stream begins
	before   int   // the number of messages before the next stream
	walker   walker
}

// A walker reads the messages and parts of one stream.
//
// It begins with readFormat, which reads one message after the other: the header and then
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
	stages *stages
	parent *walker // the walker of the enclosing stream, or nil
	nested int     // the number of enclosing walkers
	inner  *walker // reused for decoded content with its own structure
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
	if t.Whole || !t.From.IsWhole() || w.isWanted(t.Buf, t.From != decode.Stage(&w.stages.body)) {
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

// isWanted reports whether a text that is completely in memory is wanted.
func (w *walker) isWanted(text []byte, decoded bool) bool {
	wanted := w.reader.config.Wanted
	return wanted == nil || wanted(text, decoded || w.nested > 0)
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

// name returns the path of a member of the stream.
func (r *Reader) name(member string) string {
	if r.config.Name == nil {
		return member
	}
	return MemberPath(r.config.Name(), member)
}

// passOver skips the rest of the source.
func (w *walker) passOver() { decode.Drain(w.src.All()) }

// skipLeading skips blanks and the like before a header. It reads no more input than
// that.
func (w *walker) skipLeading() {
	const bom = len("\xef\xbb\xbf") // filled at once, so that a byte order mark is not split
	for n := bom; w.src.Fill(n) >= n; n = bom {
		blank := leading(w.src.Rest())
		more := blank == len(w.src.Rest())
		w.src.Skip(blank)
		if !more {
			return
		}
	}
}

// lineEnd returns the byte that ends the lines of the stream. If it is LF, lineEnd reads
// no further than the first line.
func (w *walker) lineEnd() byte {
	for n, seen := 1, 0; ; n = seen + 1 {
		there := w.src.Fill(n)
		all := there < n || there >= HeadSize
		head := w.src.Rest()[:min(there, HeadSize)]
		if all || bytes.ContainsAny(head[seen:], "\r\n") || seen > 0 && head[seen-1] == '\r' {
			if eol := lineEnd(head, all); eol != 0 {
				return eol
			}
		}
		seen = there
	}
}

// begin begins a message at the current position. A message nested in another one is
// numbered as a part of it.
func (w *walker) begin() {
	w.declared, w.lengthConfirmed, w.lenient, w.resumed, w.headless = 0, false, false, false, false
	w.headerText = w.headerText[:0]
	if w.outer != nil {
		w.outerMessages++
		w.path = append(w.path[:w.outerLen], w.outerMessages)
		w.message, w.messageShared = new(mail.Message), true
		return
	}
	w.reader.messages++
	if w.message == nil || w.messageShared {
		w.message, w.messageShared = new(mail.Message), false
	}
	at := w.src.Offset()
	offset, _ := w.src.Span(at, at)
	*w.message = mail.Message{Number: w.reader.messages, Offset: offset}
}

// dropMessage undoes begin for a message that has only its first line.
func (w *walker) dropMessage() bool {
	if w.stop = atEnd; w.outer != nil {
		w.outerMessages--
	} else {
		w.reader.messages--
	}
	return true
}

// end ends a message: the following texts do not belong to it.
func (w *walker) endMessage() { w.message, w.path = w.outer, w.path[:w.outerLen] }
