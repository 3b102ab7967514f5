package mail

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
)

// A walker walks through the messages and parts of one stream.
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
	member  string   // as Text.Member
	depth   int      // as Text.Depth
	message *Message // its raw is empty until others are told of it
	values  []byte   // which is what that will be
	shared  bool     // others have been told of it, and may keep it
	outer   *Message // the one that holds all messages here, if there is one
	above   int      // how many numbers of path are those of what holds all here
	count   int      // how many messages there have been in outer
}

// stages are those of the current part, here for their memory.
type stages struct {
	body            body
	quotedPrintable quotedPrintable
	base64          base64Body
	charset         charsetStage
	flowed          flowed
	markup          markup
	decoding        decoding
}

// A head is the header that is being read.
type head struct {
	fields []field
	kinds  uint  // of the fields, a bit for each
	typed  typed // the last Content-Type, which the next header may have too
}

func (h *head) add(f field) {
	h.fields = append(h.fields, f)
	h.kinds |= 1 << f.kind
}

// maxDepth is how deep parts are taken apart.
const maxDepth = 100

// maxNested is how deep streams are decoded to be taken apart. Each has a buffer. What is in base64 that often has grown by far.
const maxNested = 30

// fail reports a problem, and is false if no more is wanted.
func (w *walker) fail(at int64, problem string) bool {
	return w.yield(nil, w.failure(at, problem))
}

// failure returns the Error of a problem at an offset of the source.
func (w *walker) failure(at int64, problem string) *Error {
	offset, _ := w.src.span(at, at)
	e := &Error{Offset: offset, Part: path(w.path), Member: w.member, Depth: w.depth, Problem: problem}
	if m := w.told(); m != nil {
		e.Message = m.Number
	}
	return e
}

// told is the message that others are told of: the outermost. Only share lets them have it.
func (p *place) told() *Message {
	if p.outer != nil {
		return p.outer
	}
	return p.message
}

// share returns the message that others are told of, which they may keep.
func (p *place) share() *Message {
	if p.outer == nil && p.message != nil && !p.shared {
		p.message.raw, p.shared = string(p.values), true
	}
	return p.told()
}

// hand yields a text, and skips what was not read of it. It reports whether more is wanted.
func (w *walker) hand(t Text) bool {
	w.text = t
	w.text.Resumed, w.text.Headless, w.resumed = w.text.Resumed || w.resumed, w.headless, false
	if w.text.from.isBlank() {
		return true
	}
	if !t.Whole && t.from.stage.isWhole() && !w.isWanted(w.text.from.chunk) {
		w.text.from.drain()
		return true
	}
	w.text.Message, w.text.Member, w.text.Depth, w.text.cut = w.share(), w.member, w.depth, w.cut
	if !w.yield(&w.text, nil) {
		return false
	}
	w.text.from.drain()
	return true
}

// page yields the texts of a page.
func (w *walker) page(t *textReader) bool { return w.marked(t, false) }

// xml yields the texts of a document in XML.
func (w *walker) xml(t *textReader) bool { return w.marked(t, true) }

// marked yields the texts of what has markup.
func (w *walker) marked(t *textReader, xml bool) bool {
	config, part := &w.reader.config, path(w.path)
	w.markup.reset(t.rest(), pageConfig{
		XML: xml, All: config.All || config.Schemeless, Relative: config.Relative && !xml, Base: config.Base, Shown: config.Shown, Keep: w.reader.keep(),
	})
	return w.markup.texts(func(t pageText) bool {
		return w.hand(Text{
			Part: part, Element: t.Element, Attribute: t.Attribute, Shown: t.Shown, HTML: !xml, Base: t.Base, Whole: t.Whole, Resumed: t.Resumed,
			from: t.textReader,
		})
	})
}

// handPart yields a text that is a part as a whole, or belongs to it.
func (w *walker) handPart(t textReader) bool { return w.hand(Text{Part: path(w.path), from: t}) }

// isWanted reports whether a text that is at hand as a whole is wanted.
func (w *walker) isWanted(text []byte) bool {
	wanted := w.reader.config.Wanted
	return wanted == nil || wanted(text)
}

// entity reads a header and a body, up to the next stop. It is false if no more is wanted.
func (w *walker) entity(depth int, m *Message) bool {
	h, ok := w.header(m)
	return ok && w.root(&h, depth)
}

// content reads the body that a header announces.
func (w *walker) content(h *header, depth int) bool {
	kind, _, _ := strings.Cut(h.mediaType, "/")
	switch {
	case depth >= maxDepth && (kind == "multipart" || kind == "message"):
		return w.fail(w.src.offset(), fmt.Sprintf("parts are nested deeper than %d", maxDepth)) && w.plainBody()
	case kind == "multipart":
		return w.multipart(h, depth)
	case h.mediaType == "message/rfc822", h.mediaType == "message/news", h.mediaType == "message/global",
		h.mediaType == "message/external-body", h.mediaType == "message/partial" && !h.partial:
		return w.within(h, depth)
	}
	return w.leaf(h)
}

// root reads the body of a message, which has a number of its own if it is no multipart.
func (w *walker) root(h *header, depth int) bool {
	if depth == 0 {
		w.headed()
	}
	if strings.HasPrefix(h.mediaType, "multipart/") {
		return w.content(h, depth)
	}
	w.path = append(w.path, 1)
	ok := w.content(h, depth)
	w.path = w.path[:len(w.path)-1]
	return ok
}

// headed calls Config.Message for the message whose header was just read, unless it is part of another one.
func (w *walker) headed() {
	if tell := w.reader.config.Message; tell != nil && w.outer == nil && w.message != nil {
		tell(w.share())
	}
}

// multipart reads the parts of a multipart (RFC 2046, section 5.1), and what stands before, between and after them.
func (w *walker) multipart(h *header, depth int) bool {
	level, at := len(w.open), len(w.path)
	shared := level > 0 && h.boundary != "" && w.open[level-1] == h.boundary
	w.open = append(w.open, h.boundary)
	w.preamble = true
	ok := w.plainBody()
	w.preamble = false
	for number := 1; ok && w.stop == atBoundary && w.level == level; {
		closing := w.closing
		w.skipLine()
		if closing {
			if shared {
				w.open = w.open[:level] // what follows belongs to the outer one
			}
			ok = w.plainBody()
			continue
		}
		w.path = append(w.path[:at], number)
		number++
		ok = w.part(h, depth+1)
		w.path = w.path[:at]
	}
	w.open = w.open[:level]
	return ok
}

// part reads one part. In a digest parts are messages unless they say otherwise (RFC 2046, section 5.1.5).
func (w *walker) part(parent *header, depth int) bool {
	h, ok := w.header(nil)
	if !ok {
		return false
	}
	if parent.mediaType == "multipart/digest" && !h.contentType {
		h.mediaType = "message/rfc822"
	}
	return w.content(&h, depth)
}

// within reads a message within a message.
func (w *walker) within(h *header, depth int) bool {
	if h.encoding == "base64" || h.encoding == "quoted-printable" {
		return w.decoded(h)
	}
	if line := w.src.line(0); bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) {
		w.skipLine()
	}
	inner, ok := w.header(nil)
	if !ok {
		return false
	}
	return w.root(&inner, depth+1)
}

// decoded reads a message within a message that is encoded as a whole, which it should not be (RFC 2046, section 5.2.1).
func (w *walker) decoded(h *header) bool {
	from := w.transfer(h, &body{lines: &w.lines, start: w.src.offset()}, nestedKeep)
	if w.nested >= maxNested {
		return w.fail(w.src.offset(), "messages are nested too deeply") && w.handPart(textReader{stage: from})
	}
	in := w.inside(&textReader{stage: from}, from)
	if !in.within(&header{mediaType: "message/rfc822"}, 0) || !in.rest() {
		return false
	}
	if isBase64Name(h.encoding) && w.base64.cut && !w.src.isCut() && !w.fail(w.src.offset(), w.base64.problem()) {
		return false
	}
	return w.plainBody()
}

// nestedKeep is how much of a decoded message is remembered, since a source looks far ahead.
const nestedKeep = 4 << 20

// plainBody yields what follows up to the next stop, as it is.
func (w *walker) plainBody() bool { return w.leaf(&header{}) }

// leaf reads a part that holds no others, up to the next stop.
func (w *walker) leaf(h *header) bool {
	around := w.member
	defer func() { w.plain, w.armour, w.member = false, false, around }()
	w.member = memberPath(around, h.name)
	for w.leafText(h) {
		if isBase64Name(h.encoding) && !w.src.isCut() {
			switch resumes, ok := w.resume(); {
			case !ok:
				return false
			case resumes:
				continue
			}
		}
		switch {
		case w.stop == atArmour:
			if !w.inArmour() {
				return false
			}
		case w.stop == atBoundary && w.level == digestRule && !w.digest:
			return w.items()
		case w.stop == going && w.src.fill(1) > 0:
			h, w.member = new(header), around // a footer
		case w.stop == going:
			w.stop = atEnd
			return true
		default:
			return true
		}
	}
	return false
}

// resume tells of damage to the base64 that was decoded last, and yields the lines that stand in it and are none. resumes reports
// whether more of it follows, and ok whether more is wanted.
func (w *walker) resume() (resumes, ok bool) {
	at, n := w.src.offset(), 0
	if w.stop == going && w.src.fill(1) > 0 {
		n = w.foreign(w.base64.width)
		resumes = n > 0 || w.base64.cut && isWholeLine(w.src.line(0), w.base64.width)
	}
	switch {
	case !resumes && !w.base64.cut:
		return false, true
	case !resumes:
		return false, w.fail(at, w.base64.problem())
	case !w.fail(at, "base64 is damaged"):
		return true, false
	}
	foreign := Text{Part: path(w.path), from: textReader{stage: &memory{text: bytes.Clone(w.src.rest()[:n]), at: at, from: &w.src}}}
	if n > 0 && !w.hand(foreign) {
		return true, false
	}
	w.src.skip(n)
	w.midLine, w.blank, w.resumed = false, false, true
	w.seen = w.base64.seen
	return true, true
}

// problem returns what is said of base64 that is cut.
func (b *base64Body) problem() string {
	if b.open {
		return "multipart ends without its closing boundary, in base64"
	}
	return "base64 is cut"
}

// leafText yields the texts of a part, up to a stop or a footer.
func (w *walker) leafText(h *header) bool {
	w.body = body{lines: &w.lines, start: w.src.offset()}
	b, page := &w.body, isPage(h.mediaType)
	from := w.transfer(h, b, w.reader.keep())
	t := textReader{stage: from}
	w.plain = from == stage(b) && !page
	if format, binary := formatOf(h, &t); format != Plain || binary {
		return w.attached(h, t, b, from, format, binary)
	}
	charset := h.charset
	if page {
		charset = pageCharset(charset, t.atLeast(sniffed))
	} else {
		charset = textCharset(charset, &t)
	}
	stranger := w.decode(&t, charset)
	ok := false
	if page {
		ok = w.page(&t)
	} else {
		w.unflow(&t, h)
		ok = w.handPart(t)
	}
	if ok && stranger != nil && stranger.met {
		return w.fail(b.start, fmt.Sprintf("unknown charset %q", charset))
	}
	return ok
}

// textCharset returns the charset of a text: UTF-16 or UTF-32 if it certainly is in one of these, or else the one that is declared.
func textCharset(declared string, t *textReader) string {
	const few = 4
	head := t.atLeast(few)
	if byteOrder(head) == "" && !mayBeUnmarked(head) {
		return declared
	}
	if decoder, _ := newDecoder(declared); decoder != nil {
		if _, is := decoder.(*wide); is {
			return declared
		}
	}
	return cmp.Or(wideCharset(t.atLeast(unmarkedSize)), declared)
}

// decode has the text go through the stage of its charset. If the charset is unknown, it returns the stage that stands for it.
func (w *walker) decode(t *textReader, charset string) *stranger {
	decoder, known := newDecoder(charset)
	switch {
	case !known:
		s := &stranger{input: t.rest()}
		t.goThrough(s)
		return s
	case decoder != nil:
		w.charset = charsetStage{input: t.rest(), output: w.charset.fresh(w.reader.keep()), decoder: decoder}
		t.goThrough(&w.charset)
	}
	return nil
}

// unflow has a text of format=flowed go through the stage that joins its lines.
func (w *walker) unflow(t *textReader, h *header) {
	if h.flowed && (h.mediaType == "text/plain" || h.mediaType == "") {
		w.flowed = flowed{input: t.rest(), output: w.flowed.fresh(w.reader.keep()), delSp: h.delSp}
		t.goThrough(&w.flowed)
	}
}

// transfer returns the stage that undoes a part's Content-Transfer-Encoding.
func (w *walker) transfer(h *header, b *body, keep int64) stage {
	switch h.encoding {
	case "quoted-printable", "quoted-printeable", "quotedprintable", "qp", "quoted":
		w.quotedPrintable = quotedPrintable{input: input{from: b}, output: w.quotedPrintable.fresh(keep)}
		return &w.quotedPrintable
	}
	if isBase64Name(h.encoding) {
		w.base64 = base64Body{base64: base64{input: input{from: b}, output: w.base64.fresh(keep), eol: w.src.eol}, body: b}
		return &w.base64
	}
	return b
}

// isBase64Name reports whether a Content-Transfer-Encoding is that of base64.
func isBase64Name(encoding string) bool {
	switch encoding {
	case "base64", "base-64", "b64", "x-base64":
		return true
	}
	return false
}

// sniffed is how much of a text is looked at to know whether it is one.
const sniffed = 1 << 10

// isBinary reports whether content does not look like text, by its beginning.
func isBinary(text []byte) bool {
	text = text[:min(len(text), sniffed)]
	if mediaType, _ := binaryType(text, true); mediaType != "" {
		return true
	}
	for _, magic := range []string{"%PDF-", "GIF8", "PK\x03\x04", "\x1f\x8b", "BZh", "%!PS"} {
		if bytes.HasPrefix(text, []byte(magic)) {
			return magic != "%!PS"
		}
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return false
	}
	strange, high := 0, 0
	for _, c := range text {
		switch {
		case c == 0:
			return true
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\b' && c != 0x1b:
			strange++
		case c >= 0x80:
			high++
		}
	}
	return strange > len(text)/30 || high > len(text)/2 && len(text) > 16 && !bytes.Contains(text, []byte("\n"))
}

// skipBinary passes over what holds no text. A footer after base64 is left.
func (w *walker) skipBinary(from stage) {
	w.plain = false
	b, ok := from.(*base64Body)
	if !ok {
		for from.next() != nil {
		}
		return
	}
	if b.footer {
		return
	}
	if b.buf != nil {
		b.body.back(len(b.buf))
	}
	size := 0
	for w.nextLine() {
		line := w.src.line(0)
		if len(line) != size || len(line) >= maxLine {
			if len(line) < maxLine && !isBase64(line, size == padded && len(trimEnd(line)) > 0) {
				return
			}
			size = len(line)
			if bytes.IndexByte(line[max(len(line)-5, 0):], '=') >= 0 {
				size = padded
			}
		}
		w.src.skip(len(line))
	}
}

// padded is no length of a line.
const padded = -1

// items reads the items of a digest, each of which is a message. Their numbers are those of parts of the part that holds
// them.
func (w *walker) items() bool {
	w.digest = true
	defer func() { w.digest = false }()
	at, ok := len(w.path), true
	for number := 1; ok && w.stop == atBoundary && w.level == digestRule; number++ {
		w.skipLine()
		w.skipBlank()
		w.path = append(w.path[:at], number)
		var h header
		if h, ok = w.header(nil); ok {
			ok = w.content(&h, 1)
		}
	}
	w.path = w.path[:at]
	return ok
}
