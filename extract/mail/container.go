package mail

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

func (w *walker) reset(r *Reader, stream io.Reader, up stage, yield func(*Text, error) bool) {
	*w = walker{
		reader: r, yield: yield, stages: w.stages, inner: w.inner,
		lines: lines{src: w.src, suspects: suspectSets[Plain], blank: true, open: w.open[:0], outermost: true, lenient: r.config.Format == Mbox},
		head:  head{fields: w.head.fields[:0], typed: w.head.typed},
		place: place{path: w.path[:0], values: w.values[:0]},
	}
	w.src.reset(stream, up)
}

// keep is Config.Keep or its default.
func (r *Reader) keep() int64 {
	if r.config.Keep > 0 {
		return int64(r.config.Keep)
	}
	return defaultKeep
}

// A kind is a format whose streams hold messages.
type kind struct {
	format Format
	// begins is what the first line begins with.
	begins string
	// is reports whether a line that begins so, and is there as a whole, is the first.
	is func(line []byte) bool
	// mark is what lines begin with at which a message may end, or empty.
	mark string
}

// kinds are the formats whose streams hold messages. What is listed here is detected, also while the first line is incomplete, and its
// lines end as those of messages do. How it is read, container and messages say.
var kinds = []kind{
	{Rnews, "#! ", isBatch, "#"},
	{MMDF, "\x01\x01\x01\x01", isMMDF, "\x01"},
	{Babyl, "BABYL OPTIONS:", isBabyl, "\x1f"},
	{WARC, "WARC/", isWARC, ""},
	{Mbox, "From ", isFrom, "F"},
}

// containerOf returns the kind of a format, or nil.
func containerOf(format Format) *kind {
	for i := range kinds {
		if kinds[i].format == format {
			return &kinds[i]
		}
	}
	return nil
}

// container reads a stream of a format.
func (w *walker) container(format Format) bool {
	if format == Rmail {
		format = Single
	}
	w.setFormat(format)
	if format == Single || containerOf(format) != nil {
		w.skipLeading()
		w.src.eol = w.lineEnd()
	}
	switch format {
	case Single:
		w.begin()
		return w.article() && w.others()
	case Mbox, MMDF, Babyl, Rnews:
		return w.messages()
	case WARC:
		return w.records()
	case HTML:
		w.fillWide()
		return w.leaf(&header{mediaType: "text/html", charset: wideCharset(w.src.rest())})
	case RTF, PDF, Office, Calendar, TNEF, Outlook, Signed:
		return w.document(format)
	case Binary:
		w.src.fill(HeadSize)
		mediaType, _ := binaryType(w.src.rest(), true)
		w.skipped(mediaType, whyBinary, w.src.offset())
		w.passOver()
		return true
	}
	return w.handPart(w.whole())
}

// after reads the rest of a stream of a format, after damage: the rest of a text, or what can be read without knowing what stood before.
func (w *walker) after(format Format) bool {
	w.resumed = true
	switch format {
	case Plain, HTML:
		return w.container(format)
	case Mbox, MMDF, Babyl, Rnews, WARC:
		w.headless = true
		return w.container(format)
	case Single, Rmail:
		w.setFormat(Single)
		w.headless = true
		w.src.eol = w.lineEnd()
		return w.plainBody() && w.others()
	}
	at := w.src.offset()
	w.passOver()
	n := w.src.offset() - at
	return n == 0 || w.fail(at, fmt.Sprintf("the %d bytes after damage in a document are not read", n))
}

// skipLeading passes over what may stand before a header without being text. It reads no further.
func (w *walker) skipLeading() {
	const mark = len("\xef\xbb\xbf") // which is not to be cut in two
	for n := mark; w.src.fill(n) >= n; n = mark {
		blank := leading(w.src.rest())
		more := blank == len(w.src.rest())
		w.src.skip(blank)
		if !more {
			return
		}
	}
}

// lineEnd returns what ends the lines of the stream. It reads no further than to the first of them, if that ends in an LF.
func (w *walker) lineEnd() byte {
	for n, seen := 1, 0; ; n = seen + 1 {
		there := w.src.fill(n)
		all := there < n || there >= HeadSize
		head := w.src.rest()[:min(there, HeadSize)]
		if all || bytes.ContainsAny(head[seen:], "\r\n") || seen > 0 && head[seen-1] == '\r' {
			if eol := lineEnd(head, all); eol != 0 {
				return eol
			}
		}
		seen = there
	}
}

// rest yields what is left where nothing should be.
func (w *walker) rest() bool {
	for w.open = w.open[:0]; w.stop != atEnd; {
		w.stop = going
		if !w.plainBody() {
			return false
		}
	}
	return true
}

// others reads what is left after a message: others, if lines of ^_ separate them, or what should not be there.
func (w *walker) others() bool {
	for w.stop == atMessage {
		w.open, w.path, w.reader.format = w.open[:0], w.path[:w.above], Rmail
		w.begin()
		w.skipLine()
		w.skipLeading()
		if !w.article() {
			return false
		}
	}
	return w.rest()
}

// whole returns all of the stream as one text.
func (w *walker) whole() textReader {
	w.fillWide()
	t := textReader{stage: &all{src: &w.src, at: w.src.offset()}}
	if charset := wideCharset(w.src.rest()); charset != "" {
		decoder, _ := newDecoder(charset)
		t.goThrough(&charsetStage{input: t.rest(), output: output{pieces: pieces{keep: w.reader.keep()}}, decoder: decoder})
	}
	return t
}

// fillWide reads as much as wideCharset needs, and no more of text that is certainly not wide.
func (w *walker) fillWide() {
	if w.src.fill(4); mayBeUnmarked(w.src.rest()) {
		w.src.fill(unmarkedSize)
	}
}

// byteOrder returns the charset that a byte order mark tells.
func byteOrder(text []byte) string {
	if len(text) == 0 || 0 < text[0] && text[0] < 0xfe { // as mostly
		return ""
	}
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return "utf-32"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "utf-16"
	}
	return ""
}

// An all is a stage that returns the rest of a source as it is, from an offset on.
type all struct {
	src *source
	at  int64
}

func (a *all) next() []byte {
	s := a.src
	if s.fill(1) == 0 {
		return nil
	}
	text := s.rest()
	s.skip(len(text))
	return text
}

func (a *all) isCut() bool { return a.src.isCut() }

func (*all) isWhole() bool { return false }

func (a *all) span(start, end int64) (int64, int64) { return a.src.span(a.at+start, a.at+end) }

// begin begins a message that stands here. One in a message has the number of a part.
func (w *walker) begin() {
	w.declared, w.proved, w.lenient, w.values = 0, unknown, false, w.values[:0]
	w.resumed, w.headless = false, false
	if w.outer != nil {
		w.count++
		w.path = append(w.path[:w.above], w.count)
		w.message, w.shared = new(Message), true
		return
	}
	w.reader.messages++
	if w.message == nil || w.shared {
		w.message, w.shared = new(Message), false
	}
	at := w.src.offset()
	offset, _ := w.src.span(at, at)
	*w.message = Message{Number: w.reader.messages, Offset: offset}
}

// takeBack takes back the beginning of a message that is none.
func (w *walker) takeBack() {
	if w.outer != nil {
		w.count--
		return
	}
	w.reader.messages--
}

// messages reads messages, and what stands before the first.
func (w *walker) messages() bool {
	ok := w.plainBody()
	for ok && w.stop != atEnd {
		w.open, w.path = w.open[:0], w.path[:w.above]
		if w.stop != atMessage {
			w.stop = going
			ok = w.plainBody()
			continue
		}
		w.begin()
		switch w.format {
		case Mbox:
			w.keep(w.message, fieldEnvelope, w.src.line(0))
			w.skipLine()
			ok = w.article()
		case MMDF:
			ok = w.mmdf()
		case Babyl:
			ok = w.babyl()
		case Rnews:
			ok = w.batched()
		}
	}
	return ok
}

// article reads a message. One of A News has five lines for a header.
func (w *walker) article() bool {
	if line := w.src.line(0); bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) {
		if w.format != Mbox {
			w.keep(w.message, fieldEnvelope, line)
		}
		w.skipLine()
	}
	if w.src.isANews() {
		return w.aNews()
	}
	if line := w.src.line(0); isITS(line) && !w.its(line) {
		return false
	}
	return w.entity(0, w.message)
}

// its reads the line that is the header of a message between users of ITS. Other fields may follow it.
func (w *walker) its(line []byte) bool {
	from, date, subject := itsHeader(line)
	m := w.message
	w.keep(m, fieldFrom, from)
	w.keep(m, fieldDate, slices.Concat(date[6:8], []byte("-"), date[:2], []byte("-"), date[3:5], date[8:])) // the year is after 1931
	w.keep(m, fieldSubject, subject)
	if at := w.src.offset() + int64(bytes.LastIndex(line, subject)); w.mayHold([]byte("Subject"), subject) && !w.memory("Subject", subject, at) {
		return false
	}
	w.skipLine()
	return true
}

// mmdf reads a message and the line after it, another of which may follow.
func (w *walker) mmdf() bool {
	for isMMDF(w.src.line(0)) {
		w.message.Offset = w.src.offset()
		w.skipLine()
	}
	if w.src.fill(1) == 0 {
		w.takeBack()
		w.stop = atEnd
		return true
	}
	return w.article()
}

// babyl reads a message of Rmail: flags, and its header once or twice, around a line of its own.
func (w *walker) babyl() bool {
	w.skipLine()
	if w.src.fill(1) == 0 {
		w.takeBack()
		w.stop = atEnd
		return true
	}
	w.skipLine() // 1, answered,,
	if isEOOH(w.src.line(0)) {
		w.skipLine()
		return w.article()
	}
	h, ok := w.header(w.message)
	if ok && isEOOH(w.src.line(0)) {
		w.skipLine()
		w.src.skip(w.headerSize()) // as it was shown
		w.skipBlank()
	}
	return ok && w.root(&h, 0)
}

func isEOOH(line []byte) bool { return bytes.HasPrefix(line, []byte("*** EOOH ***")) }

// batched reads an article of a batch (RFC 1036, section 4.3).
func (w *walker) batched() bool {
	line := string(trimEnd(w.src.line(0)))
	w.skipLine()
	words := strings.Fields(line)
	if len(words) > 1 && words[1] != "rnews" {
		w.takeBack()
		w.message = w.outer
		return w.compressed(line)
	}
	if len(words) > 2 {
		if size, n := digits(words[2]); n > 0 {
			w.declared = w.src.offset() + int64(size)
		}
	}
	return w.article()
}

// compressed reads a batch that has another one in it, compressed. It goes on to the end of the stream. The articles have their places in
// the other one.
func (w *walker) compressed(line string) bool {
	ok := w.unpacked(line, w.src.offset(), true, (*walker).whatever)
	for w.src.fill(1) > 0 {
		w.src.skip(len(w.src.rest()))
	}
	w.stop = atEnd
	return ok
}

// whatever reads a stream of any format, or after damage the rest of one of the format was.
func (w *walker) whatever(was Format) bool {
	if was != Auto {
		return w.after(was)
	}
	w.src.fill(HeadSize)
	return w.container(formatAt(w.src.rest()))
}

// unpacked reads what is compressed, to the end of the source. If it is apart, it has offsets of its own.
func (w *walker) unpacked(how string, at int64, apart bool, read func(*walker, Format) bool) bool {
	switch {
	case w.reader.config.Unpack == nil:
		return w.fail(at, fmt.Sprintf("compressed: %q", how))
	case w.nested >= maxNested:
		return w.fail(at, "nested too deeply")
	}
	packed := &opaque{src: &w.src, at: at}
	enter := func(c Content) *walker {
		if packed.plain = !c.Packed; apart && c.Packed {
			return w.deeper(c)
		}
		return w.inside(c, packed)
	}
	_, more := w.contents(how, "", &textReader{stage: packed}, at, enter, read, func(e *Error) bool {
		e.Problem = fmt.Sprintf("compressed: %q: %s", how, e.Problem)
		return w.yieldError(e)
	})
	return more
}

// inside returns a walker for a stream that was decoded from this one. What it yields belongs to the same message and part.
func (w *walker) inside(r io.Reader, up stage) *walker {
	if w.inner == nil {
		w.inner = new(walker)
	}
	in := w.inner
	in.reset(w.reader, r, up, w.yield)
	in.parent, in.nested, in.message, in.path = w, w.nested+1, w.message, append(in.path, w.path...)
	in.outer, in.above, in.member, in.depth, in.shared = w.share(), len(in.path), w.member, w.depth, true
	in.setFormat(Single)
	in.outermost, in.lenient = false, in.lenient && in.message == nil
	return in
}

// An opaque is a stage that returns the rest of a source, from an offset on, and whose bytes cannot be told apart once they are decoded.
type opaque struct {
	src   *source
	at    int64
	plain bool // they are not decoded
}

func (o *opaque) next() []byte { return (&all{src: o.src}).next() }

func (o *opaque) isCut() bool { return o.src.isCut() }

func (*opaque) isWhole() bool { return false }

func (o *opaque) span(start, end int64) (int64, int64) {
	if o.plain {
		return o.src.span(o.at+start, o.at+end)
	}
	return o.src.span(o.at, o.src.offset())
}

// isANews reports whether an article of A News comes next.
func (s *source) isANews() bool {
	for at := 0; ; {
		line := s.line(at)
		at += len(line)
		is, certain := isANews(s.rest()[:at], s.eol, len(line) == 0)
		if is || certain {
			return is
		}
	}
}

// isANews reports whether text begins with an article of A News, and whether that is certain: five lines, and no names of fields.
func isANews(text []byte, eol byte, all bool) (is, certain bool) {
	if len(text) == 0 || text[0] != 'A' {
		return false, all || len(text) > 0
	}
	for i, fits := range []func(line []byte) bool{
		func(id []byte) bool {
			return len(id) > 2 && !bytes.ContainsAny(id, " \t:") && bytes.IndexByte(id, '.') >= 0
		},
		func(groups []byte) bool { return bytes.IndexByte(groups, '.') > 0 && !bytes.ContainsAny(groups, " :") },
		func(route []byte) bool { return bytes.IndexByte(route, '!') > 0 },
		func(date []byte) bool { return !parseMark(string(date)).IsZero() },
	} {
		line := lineOf(text, eol)
		switch {
		case !all && bytes.IndexByte(line, eol) < 0:
			return false, i < 2 && bytes.ContainsAny(line, " \t:")
		case !fits(trimEnd(line)):
			return false, true
		}
		text = text[len(line):]
	}
	return true, true
}

// aNews reads an article of A News: A and its identifier, newsgroups, path, date and title, on a line each.
func (w *walker) aNews() bool {
	order := [...]int{fieldID, fieldNewsgroups, fieldFrom, fieldDate, fieldSubject}
	m := w.message
	for i, f := range order {
		line := trimEnd(w.src.line(0))
		if i == 0 {
			line = line[1:]
		}
		w.keep(m, f, line)
		if f == fieldSubject && w.mayHold([]byte("Subject"), line) && !w.memory("Subject", line, w.src.offset()) {
			return false
		}
		w.skipLine()
	}
	return w.root(&header{}, 0)
}

// memory returns a text that is at hand.
func (w *walker) memory(header string, text []byte, at int64) bool {
	return w.hand(Text{Part: path(w.path), Header: header, from: textReader{stage: &memory{text: text, at: at, from: &w.src}}})
}

// header reads a header and the blank line after it, and yields the texts of its fields.
func (w *walker) header(m *Message) (header, bool) {
	size := w.headerSize()
	text := w.src.rest()[:size]
	h := w.head.read(text)
	if m != nil {
		w.take(text, m)
	}
	if m != nil && h.hasLength && w.format == Mbox {
		w.declared = w.src.offset() + int64(size) + h.length
	}
	if !w.fieldTexts(text, &h) {
		return h, false
	}
	w.src.skip(size)
	if size >= maxHeader && !w.fail(w.src.offset(), "header too long") {
		return h, false
	}
	if n := w.skipBlank(); m != nil && w.declared > 0 && w.format == Mbox {
		w.declared += int64(n)
	}
	return h, true
}

// skipBlank skips the blank line after a header, and returns its length.
func (w *walker) skipBlank() int {
	w.goOn()
	line := w.src.line(0)
	if !blankLine(line) {
		return 0
	}
	w.src.skip(len(line))
	w.blank = true
	return len(line)
}

// headerSize returns the length of the header that stands here, and has its fields in w.head. It ends before a blank line, or what
// is no field.
func (w *walker) headerSize() int {
	w.head.fields, w.head.kinds = w.head.fields[:0], 0
	at := 0
	for whole := true; at < maxHeader; {
		if whole {
			if end := w.bufferedField(at); end > 0 { // as mostly
				at = end
				continue
			}
		}
		line := w.src.line(at)
		if len(line) == 0 {
			break
		}
		name, colon := 0, 0
		if whole {
			if line[0] == '-' && len(w.open) > 0 && w.isDelimiter(line) {
				break
			}
			if name, colon = fieldStart(line); name == 0 && !w.inHeader(line, at) {
				break
			}
		}
		switch last := len(w.head.fields) - 1; {
		case name > 0:
			w.head.add(field{at: at, name: name, start: at + colon + 1, end: at + len(line), kind: kindOf(line[:name]), marked: true})
		case last >= 0 && (!whole || continues(line)):
			w.head.fields[last].end += len(line)
			w.head.fields[last].marked = true
		default: // it has no name, but is a field of its own
			w.head.add(field{at: at, start: at, end: at + len(line), kind: otherField, marked: true})
		}
		at += len(line)
		whole = line[len(line)-1] == w.src.eol
	}
	return at
}

// bufferedField adds the field that the line at bytes from here begins to w.head, as far as that line, and returns the index after
// it. It returns 0 if the line begins no field or is not buffered as a whole.
func (w *walker) bufferedField(at int) int {
	text := w.src.rest()
	if at >= len(text) || text[at] == '-' { // which may be a delimiter
		return 0
	}
	text = text[at:]
	name, colon := fieldStart(text)
	if name == 0 {
		return 0
	}
	start := colon + 1
	n, marked := endOf(text[start:], w.src.eol)
	if n == 0 {
		return 0
	}
	w.head.add(field{at: at, name: name, start: at + start, end: at + start + n, kind: kindOf(text[:name]), marked: marked})
	return at + start + n
}

// inHeader reports whether the line at bytes from here, which begins no field, belongs to the header. One that is damaged does if a
// known field follows.
func (w *walker) inHeader(line []byte, at int) bool {
	switch {
	case continues(line) && at > 0:
		return !blankLine(line)
	case blankLine(line):
		return false
	case bytes.HasPrefix(line, []byte(">From ")):
		return true
	case bytes.HasPrefix(line, []byte("From ")), bytes.HasPrefix(line, []byte("--")), bytes.HasPrefix(line, []byte("#! ")):
		return false
	case line[0] < ' ' && line[0] != '\t':
		return false
	}
	next := w.src.line(at + len(line))
	n := fieldName(next)
	return n > 0 && known(next[:n])
}

// fieldTexts yields the values of fields in which a URL can stand.
func (w *walker) fieldTexts(text []byte, h *header) bool {
	defer func() { w.cut = false }()
	for _, f := range w.head.fields {
		if !f.marked && !w.reader.config.Schemeless { // as mostly
			continue
		}
		w.cut = f.end == len(text) && text[len(text)-1] != w.src.eol && w.src.failsAfter(len(text))
		if !w.fieldText(text, f, h) {
			return false
		}
	}
	return true
}

func (w *walker) fieldText(text []byte, f field, h *header) bool {
	raw, at := text[f.start:f.end], w.src.offset()+int64(f.start)
	if f.name > 0 && len(raw) > 0 && continues(raw) {
		raw, at = raw[1:], at+1
	}
	raw = trimEnd(raw)
	name := f.nameIn(text)
	switch {
	case bytes.IndexByte(raw, '=') < 0:
	case bytes.Contains(raw, []byte("*=")) || bytes.Contains(raw, []byte("*0=")):
		return w.params(f, text)
	case bytes.Contains(raw, []byte("=?")):
		v := &value{from: &w.src, at: at, output: output{pieces: pieces{keep: maxHeader}}}
		v.decodeWords(raw)
		return !w.mayHold(name, v.out) || w.hand(Text{Part: path(w.path), Header: string(name), from: textReader{stage: v}})
	case f.kind == fieldType && h.mediaType == "message/external-body" && h.param("url") != nil:
		return w.external(h.param("url"), raw, at)
	}
	return !w.mayHold(name, raw) || !w.isWanted(raw) || w.memory(string(name), raw, at)
}

// external returns the URL of a message/external-body, whose blanks do not count (RFC 2017, section 4.3).
func (w *walker) external(p *param, raw []byte, at int64) bool {
	v := &value{from: &w.src, at: at}
	text := bytes.Join(bytes.Fields(p.value), nil)
	v.lump(int64(p.start), p.end-p.start, len(text))
	v.out = text
	return w.hand(Text{Part: path(w.path), Header: "Content-Type", Whole: true, from: textReader{stage: v}})
}

// params returns the values of the parameters of a field, some of which are written as RFC 2231 has it.
func (w *walker) params(f field, text []byte) bool {
	for _, p := range joinContinuations(readParams(text[f.start:f.end])) {
		if !mayHoldURL(p.value) {
			continue
		}
		v := &value{from: &w.src, at: w.src.offset() + int64(f.start)}
		v.lump(int64(p.start), p.end-p.start, len(p.value))
		v.out = p.value
		if !w.hand(Text{Part: path(w.path), Header: string(f.nameIn(text)), from: textReader{stage: v}}) {
			return false
		}
	}
	return true
}
