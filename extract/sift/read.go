package sift

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// A worker reads one chunk after another, and passes events to its consumers.
type worker struct {
	*Reader
	ctx      context.Context
	urls     *extract.Finder
	inMail   *extract.Finder // for texts of messages, whose lines a lineIndex counts
	unpacker *unpack.Unpacker
	mail     map[mail.Format]*texts.Reader // made on demand

	audience
	shown  Text  // the current Text of the consumers, reused
	failed error // error of a consumer that could not be returned at once

	chunk  *Chunk // nil between chunks
	source Source // of the current content
	number int    // the Number of its unpack.Entry
	packed bool   // the content was unpacked
	// position of the current content: its offset in the input or member, and the lines
	// and messages of the chunk before it
	before  Position
	resumed bool      // the current content begins after damage
	lines   lineIndex // of the current stream of messages, or of the current Text
	within  nest      // of the current stream of messages

	packages texts.Package
	preface  preface    // scratch of the current content
	holes    holeReader // of the current stream of messages
	inText   holeReader // of the current text
	finding
}

// A finding is the current text, and the last result in it.
type finding struct {
	text   Source  // source of the text, with its message and part
	found  *Source // source of the last result, shared by results of the same source
	same   bool    // found is the source of the text
	missed *Source // source of the last skipped part, shared by those of the same source
	result Result
	value  bytes.Buffer // of the current link
	link   []byte       // the absolute URL of a relative link
}

func (r *Reader) newWorker(ctx context.Context, consumers []func(Hand) Consumer) *worker {
	w := &worker{Reader: r, ctx: ctx}
	w.renew()
	of := &r.config.Extract
	w.lines.maxURL, w.within = of.MaxURL, nest{maxURL: of.MaxURL, counts: of.Lines}
	for _, newConsumer := range consumers {
		w.add(newConsumer)
	}
	return w
}

// renew makes the parts that have a state of their own while they read.
func (w *worker) renew() {
	w.urls, w.unpacker, w.mail = w.extractor.NewFinder(), w.unpacking.New(), map[mail.Format]*texts.Reader{}
	if w.inMail = w.urls; w.config.Extract.Lines {
		w.inMail = w.uncounted.NewFinder()
	}
}

// readChunk reads a chunk, and closes it. After an unreadable place it reads on as if the
// chunk had been divided there. It returns the error of a consumer, or of a context that
// has ended.
func (w *worker) readChunk(p *Chunk) error {
	defer p.close()
	defer func() { w.chunk, w.from = nil, Position{} }()
	w.from = p.Input.From
	for {
		rest, err := w.readOne(p)
		if err != nil || rest == nil {
			return err
		}
		w.from.Offset = rest.Start
		w.from.Lines += p.Lines
		w.from.Messages += p.Messages
		p = rest
	}
}

// readOne reads a chunk up to an unreadable place, and returns the readable rest as
// another chunk, or nil.
func (w *worker) readOne(p *Chunk) (rest *Chunk, err error) {
	w.chunk, w.failed = p, nil
	w.begin("")
	w.before = Position{Offset: p.Start}
	p.bytes = &bytesReader{ctx: w.ctx, r: p.r}
	err = w.tell(Begin{p})
	if err == nil {
		err = w.guarded(p.bytes.reader())
	}
	if p.Stopped = errors.Is(err, ErrSkipInput); err != nil && !p.Stopped {
		return nil, err
	}
	rest = w.rest(p)
	if err = w.warnOf(p.file.read(p.Input.Name, p.bytes)); err == nil {
		err = w.warnOf(p.endCopies())
	}
	if err == nil {
		err = w.tell(End{p})
	}
	return rest, err
}

// begin starts a content whose path is member.
func (w *worker) begin(member string) {
	w.source = Source{File: w.chunk.Input.Name, Member: member}
	w.holes.n, w.inText.n, w.inText.text = 0, 0, nil
}

// guarded reads the contents of a chunk. A panic of a consumer passes. Any other panic is
// a defect of this module or of one that it uses, and becomes a Failure at its place.
func (w *worker) guarded(r io.Reader) (err error) {
	defer func() {
		if w.telling {
			return
		}
		if value := recover(); value != nil {
			err = w.panicked(value, panicSite())
		}
	}()
	return w.contentsOf(r)
}

// panicked reports a panic to the consumers, and replaces the state that it may have left
// half done.
func (w *worker) panicked(value any, site string) error {
	e := errorIn(w.inText.text, w.before.Offset+cmp.Or(w.holes.n, w.inText.n), bug(value, site))
	w.renew()
	w.chunk.bytes.note(e) // the rest of the chunk is not read
	return cmp.Or(w.failed, w.warn(e, e.Offset))
}

// contentsOf reads the contents of a chunk.
func (w *worker) contentsOf(r io.Reader) error {
	if w.chunk.Input.Format != mail.Auto || w.config.Format == mail.Plain {
		w.number, w.resumed, w.packed = 0, false, false
		return w.content(w.unpacker.Plain(r))
	}
	var begun Position // of the content: the lines and messages before it
	for entry, err := range w.unpacker.Ahead(r, w.chunk.file != nil && w.config.Readers > 1) {
		w.number, w.resumed, w.packed = entry.Number, entry.Resumed, entry.Packed
		switch {
		case err != nil:
			err = w.warn(err, -1)
		case entry.Resumed:
			w.before = Position{entry.Offset, w.chunk.Lines - begun.Lines, w.chunk.Messages - begun.Messages}
			err = w.entry(entry)
		default:
			begun = Position{Lines: w.chunk.Lines, Messages: w.chunk.Messages}
			w.before = Position{Offset: w.chunk.Start}
			err = w.entry(entry)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry reads an input that is not an archive, or a member of one, or its rest after
// damage, unless patterns exclude it.
func (w *worker) entry(e unpack.Entry) (err error) {
	chosen, before := w.globs.member(e.Member, w.chunk.Input.wanted), w.chunk.Bytes
	if e.Offset == 0 {
		w.begin(e.Member)
	}
	switch {
	case chosen && e.Offset > 0:
		err = w.messages(e.Reader, w.source.Format)
	case chosen:
		err = w.content(e.Reader)
	}
	if err != nil || e.Member == "" || e.Resumed {
		return err
	}
	return w.tell(&Member{Source: &w.source, Size: w.chunk.Bytes - before, Excluded: !chosen})
}

// warn reports an error at the worker's current place. It returns the error of a
// consumer, or of a context that has ended.
func (w *worker) warn(err error, offset int64) error { return w.warnOf(w.source.failure(err, offset)) }

// warnOf passes an error to the consumers as a Failure, unless it is nil.
func (w *worker) warnOf(err error) error {
	if err == nil {
		return nil
	}
	if err := ended(w.ctx); err != nil {
		return err
	}
	if w.chunk != nil {
		w.chunk.bytes.noteTold(err)
	}
	return w.tell(Failure{err})
}

// content reads a content that is neither compressed nor an archive.
func (w *worker) content(r io.Reader) error {
	p := &w.preface
	p.reset(r)
	if !w.packed {
		p.size = w.chunk.file.size()
	}
	format, seeks := p.format(w.chunk.Input.Format, w.config.Format, w.chunk.Start == 0)
	if format == mail.Plain && w.source.Member != "" {
		format = w.inPackage(p)
		if seeks = seeks && format == mail.Plain; w.failed != nil {
			return w.failed
		}
	}
	if seeks {
		if p.look(); p.found {
			format = mail.Mbox
		}
		return w.mixed(p, format)
	}
	if format == mail.Outlook {
		w.source.Format = format // unless it turns out to be another one
	} else if err := w.is(format); err != nil {
		return err
	}
	if format == mail.Plain && !texts.IsWide(p.head) {
		return w.plain(p.rest())
	}
	return w.messages(p.rest(), format)
}

// inPackage returns the format of a member of an archive that begins as text: Binary for
// a part of a document without text.
func (w *worker) inPackage(p *preface) mail.Format {
	const enough = 512
	for !p.all && len(p.head) < enough && bytes.IndexByte(p.head, '\n') < 0 {
		p.more()
	}
	format, err := w.packages.FormatOf(w.source.Name(), p.head)
	if err != nil {
		w.failed = w.warn(err, 0)
	}
	return format
}

// is sets the format of the content, and passes the event Content to the consumers.
func (w *worker) is(format mail.Format) error {
	w.source.Format = format
	w.chunk.Format, w.chunk.Archive = format, w.chunk.Archive || w.source.Member != ""
	return w.tell(Content{&w.source})
}

// mixed reads text after which messages may begin. format is Mbox if that is already
// known.
func (w *worker) mixed(p *preface, format mail.Format) error {
	if err := w.is(format); err != nil {
		return err
	}
	w.source.Format = mail.Plain
	lines := w.chunk.Lines
	if err := w.plain(p); err != nil {
		return err
	}
	if !p.found {
		return nil
	}
	w.before.Offset += int64(p.text)
	w.before.Lines += w.chunk.Lines - lines
	p.given = p.text // also if the text was not chosen
	if w.source.Format = mail.Mbox; format != mail.Mbox {
		if err := w.is(mail.Mbox); err != nil {
			return err
		}
	}
	return w.messages(p.rest(), mail.Mbox)
}

// keep is the number of bytes before the end of the text read so far at which a result
// may begin, besides its own length.
const keep = 256 << 10

func (w *worker) mailReader(format mail.Format) *texts.Reader {
	m := w.mail[format]
	if m == nil {
		before := w.config.Extract.MaxURL + keep
		if w.config.Texts {
			before += keep // for the rest of a line
		}
		config := texts.Config{
			Format: format, Unpack: w.unpacker.Within, Keep: before, All: w.config.Texts, Skip: w.skip,
			File: w.file, Name: w.source.Name, Schemeless: w.config.Extract.Guess != 0,
			Relative: w.config.Relative, Base: w.config.Base, Shown: w.config.Shown, Names: w.config.Names,
			Watch: w.within.watch, Settled: func(f mail.Format) { w.failed = cmp.Or(w.failed, w.is(f)) },
		}
		if !w.config.Texts {
			config.Wanted = func(text []byte, decoded bool) bool {
				// w.holes finds the holes of other texts
				return w.urls.MayFind(text) || (decoded || w.holes.passes) && hasHole(text)
			}
		}
		if w.config.Messages {
			config.Message = func(m *mail.Message) {
				w.failed = cmp.Or(w.failed, w.tell(&Message{m, w.unpacker.Checks(w.number, m.Offset+1)}))
			}
		}
		m = texts.New(config)
		w.mail[format] = m
	}
	return m
}

// file returns the current content as a file, or nil if it is not one.
func (w *worker) file() *io.SectionReader {
	if f, ok := w.chunk.bytes.reader().(fileBytes); ok && !w.packed {
		return unpack.Section(f, f.n)
	}
	return nil
}

// skip reports a skipped part of a message.
func (w *worker) skip(s texts.Error, mediaType string) {
	if w.failed != nil {
		return
	}
	source := w.source
	source.Member, source.Attachment, source.Part, source.Apart = texts.MemberPath(source.Member, s.Member),
		s.Member, s.Part, s.Depth > 0
	w.missed = source.copied(w.missed)
	skipped := Skipped{Source: w.missed, Message: s.Message, Offset: s.Offset, Type: mediaType, Why: s.Problem}
	skipped.Whole = source.Member == "" && source.Format == mail.Binary
	w.failed = w.tell(&skipped)
}

// plain reads plain text, unless it is not chosen.
func (w *worker) plain(r io.Reader) error {
	if w.config.Choose != nil && !w.config.Choose(&w.source) {
		if p, ok := r.(*preface); ok {
			p.seek()
		}
		return nil
	}
	w.text = w.source
	w.inText.reset(r, w.before.Offset, nil)
	err := w.read(nil, nil)
	w.chunk.Bytes += w.inText.n
	w.chunk.Lines += w.urls.LineBreaks()
	return err
}

// read reads a text. text is nil for plain text. lines is nil for plain text, whose lines
// the Finder counts, and if no lines are wanted.
func (w *worker) read(text *texts.Text, lines *lineIndex) error {
	w.same = false
	stream := io.Reader(&w.inText)
	if w.config.Texts {
		w.shown = Text{Reader: stream, Source: &w.text, text: text, lines: lines, offset: w.before.Offset}
		if text == nil && w.config.Extract.Lines {
			w.shown.lines = &w.lines
			w.shown.lines.reset(stream, w.before.Offset, w.before.Lines)
			w.shown.Reader = w.shown.lines
		}
		if err := w.tell(&w.shown); err != nil {
			return err
		}
		stream = w.shown.Reader
	}
	tell := w.results
	if text != nil && text.Whole && !w.asText(text) {
		tell = w.whole
	}
	if err := tell(text, stream, lines); err != nil {
		return err
	}
	if err := w.tellHoles(&w.inText, w.inText.n+1); err != nil || !w.config.Texts {
		return err
	}
	return w.tell(EndText{&w.shown})
}

// results reports the results in a text.
func (w *worker) results(text *texts.Text, stream io.Reader, lines *lineIndex) error {
	urls, resumed, headless := w.urls, w.resumed, false
	if text != nil {
		urls, resumed, headless = w.inMail, text.Resumed, text.Headless
	}
	r := &w.result
	for urls.Reset(stream); ; {
		err := urls.Next(&r.Result)
		switch ended := w.inText.err; {
		case err == io.EOF, err == texts.ErrIncomplete: // the texts.Reader yields the reason
			return nil
		case err != nil && text == nil && !(w.config.Texts && (ended == nil || ended == io.EOF)):
			// otherwise the error is a consumer's
			return w.warn(err, w.before.Offset+w.inText.n)
		case err != nil:
			return err
		case r.Guessed != 0 && text != nil && !text.Written():
			continue
		}
		r.TextStart, r.TextEnd = r.Start, r.End
		r.Incomplete = r.Incomplete || headless || resumed && r.follows()
		if len(w.inText.runs) > 0 {
			r.Incomplete = r.Incomplete || w.inText.touches(r)
			if err := w.tellHoles(&w.inText, r.TextStart); err != nil {
				return err
			}
		}
		if err := w.place(text, lines); err != nil {
			return err
		}
	}
}

// tellHoles reports the holes of a text before an offset.
func (w *worker) tellHoles(h *holeReader, before int64) error {
	for e := h.next(before); e != nil; e = h.next(before) {
		if err := w.warn(e, e.Offset); err != nil {
			return err
		}
	}
	return nil
}

// messages reads a content of any format except plain text: mail, a page, a document.
func (w *worker) messages(r io.Reader, format mail.Format) error {
	w.text = w.source
	m := w.mailReader(format)
	holes := &w.holes
	holes.reset(r, w.before.Offset, nil)
	holes.passes = !texts.IsText(format)
	defer func() { w.chunk.Bytes += holes.n }()
	stream := io.Reader(holes)
	var lines *lineIndex
	if w.config.Extract.Lines {
		lines = &w.lines
		lines.reset(stream, w.before.Offset, w.before.Lines)
		stream = lines
		if !holes.passes {
			lines.oldest = m.MessageStart
		}
	}
	texts := m.Texts
	if w.resumed && w.before.Offset > 0 {
		texts = m.Resume
	}
	m.StartAt(w.before.Offset, w.before.Messages)
	for text, err := range texts(stream) {
		if len(holes.untold) > 0 && text != nil && text.Depth == 0 {
			at, _ := text.Span(0, 0)
			if err := w.tellHoles(holes, at-w.before.Offset); err != nil {
				return err
			}
		}
		switch {
		case err != nil:
			err = w.warn(err, w.before.Offset+holes.n)
		case w.globs.member(text.Member, w.chunk.Input.wanted || w.source.Member != ""):
			w.inText.reset(text, 0, text)
			w.inText.told = !holes.passes
			of := lines
			if lines != nil && text.Depth > 0 {
				of = w.within.levels[text.Depth-1]
			}
			err = w.message(text, of)
			w.inText.text = nil
		}
		if err = cmp.Or(w.failed, err); err != nil {
			return err
		}
	}
	if w.failed != nil {
		return w.failed
	}
	if err := w.tellHoles(holes, holes.n+1); err != nil {
		return err
	}
	w.chunk.Messages += m.Messages()
	w.source.Format, w.chunk.Format = m.Format(), m.Format()
	if lines != nil {
		w.chunk.Lines += lines.breaks() - w.before.Lines
	}
	return nil
}

// message reads a text of a message or a page.
func (w *worker) message(text *texts.Text, lines *lineIndex) error {
	w.text.Part, w.text.Header, w.text.HTML = text.Part, text.Header, text.HTML
	w.text.Element, w.text.Attribute, w.text.Shown = text.Element, text.Attribute, text.Shown
	w.text.Member, w.text.Attachment, w.text.Apart = texts.MemberPath(w.source.Member, text.Member),
		text.Member, text.Depth > 0
	if w.config.Choose != nil || w.config.Texts { // otherwise only place needs it
		w.text.Message = text.Message()
	}
	if w.config.Choose != nil && !w.config.Choose(&w.text) {
		return nil
	}
	return w.read(text, lines)
}

// asText reports whether a link is searched as text: its URL has no scheme, and such URLs
// are asked for, or it contains characters that no link has.
func (w *worker) asText(text *texts.Text) bool {
	const most = 1 << 10
	link := text.AtLeast(most)
	link = link[:min(len(link), most)]
	return text.Base == "" && (w.config.Extract.Guess&scan.GuessWWW != 0 && page.HasUsualName(link) ||
		page.IsText(link))
}

// whole reads a text that is a single URL, which the texts.Reader has in memory.
func (w *worker) whole(text *texts.Text, stream io.Reader, lines *lineIndex) error {
	w.value.Reset()
	_, err := w.value.ReadFrom(stream)
	if err != nil && err != texts.ErrIncomplete {
		return err
	}
	value, ok := w.value.Bytes(), false
	switch {
	case page.IsSchemeRelative(value):
		w.result.Result, ok = w.urls.SchemeRelative(value, cmp.Or(text.Scheme, "https"))
	case w.config.Relative && text.Base != "":
		w.link = page.Resolve(w.link[:0], text.Base, value)
		w.result.Result, ok = w.urls.Attribute(w.link)
	default:
		w.result.Result, ok = w.urls.Attribute(value)
	}
	if !ok {
		return nil
	}
	w.result.Start, w.result.End, w.result.Incomplete = 0, int64(len(value)),
		err != nil || text.Headless || len(w.inText.runs) > 0
	return w.place(text, lines)
}

// place reports the result found in a text, with its place in the stream.
func (w *worker) place(text *texts.Text, lines *lineIndex) error {
	r := &w.result
	r.TextStart, r.TextEnd = r.Start, r.End
	if text == nil {
		r.Start, r.End = w.before.Offset+r.Start, w.before.Offset+r.End
		if r.Line > 0 {
			r.Line += w.before.Lines
		}
	} else {
		if !w.config.NoMessage {
			w.text.Message = text.Message()
		}
		r.Start, r.End = text.Span(r.Start, r.End)
		if r.Line, r.Column = 0, 0; lines != nil {
			r.Line, r.Column = lines.at(r.Start)
		}
	}
	number := w.number
	if w.text.Apart {
		number = w.within.levels[text.Depth-1].of
	}
	r.Checks = w.unpacker.Checks(number, r.End)
	if !w.same {
		w.found, w.same = w.text.copied(w.found), true
	}
	r.Source = w.found
	return w.tell(r)
}
