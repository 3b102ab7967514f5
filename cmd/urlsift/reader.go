package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/unpack"
)

// A reader finds the URLs in one input after another.
type reader struct {
	extractor *extract.Extractor
	mail      [mail.NumFormats]*mail.Reader // made when they are needed
	form      form
	filter    filter
	globs     globs
	input     string // what inputs are: auto, text, mail, mbox or html
	maxURL    int    // how long URLs may be
	keyed     bool   // whether entries need their keys
	base      bool   // whether relative links are resolved
	tells     bool   // whether to tell what inputs were taken for
	stats     stats
	around    *surrounding // what prints lines of text around URLs, or nil

	counts partCounts // of the last part
	waits  bool       // whether more of the input may have to be waited for
	source source     // of the current text
	shown  []byte     // the source as it is printed, if it is known
	split  int        // where in it belongs what differs
	start  int64      // where in the current text
	end    int64      // the result stands
	lines  lineIndex  // of the current stream of messages
	entry  entry      // scratch
	key    []byte     // scratch
}

// A part is what is read in one go: an input, or a part of one that begins at an offset.
type part struct {
	name   string
	offset int64
	r      io.Reader
	format mail.Format  // what it is, if that is known
	before func() error // to be called ahead of each Read
	wanted bool         // whether a pattern asks for its name

	// Of a file that is read in parts:
	from    int64      // where reading begins
	behind  partCounts // what stands before that
	end     int64      // where the part ends, or 0 if that is not known
	bounded bool       // whether the last one ends there, too, if the file has grown
}

// read finds the URLs in a part. What cannot be read is a warning; an error is that of the output.
func (d *reader) read(p part, out sink) error {
	d.source, d.counts = source{file: p.name, offset: p.offset}, partCounts{}
	if p.offset == p.from {
		d.stats.files++
	}
	read := d.stats.bytes
	defer func() { d.counts.bytes = d.stats.bytes - read }()
	d.waits = p.before != nil
	counted := &countingReader{r: p.r, before: p.before}
	switch {
	case p.format != mail.Auto:
		return d.known(counted, p.format, nil, out)
	case d.input == "text":
		return d.known(counted, mail.Plain, nil, out)
	}
	r := p.r
	if p.before != nil {
		r = counted
	}
	for entry, err := range (unpack.Config{}).All(r) {
		if err == nil && !d.globs.member(entry.Member, p.wanted) {
			continue
		}
		if err == nil {
			d.source = source{file: p.name, member: entry.Member, offset: p.offset}
			err = d.content(&countingReader{r: entry.Reader}, out)
		} else {
			err = d.warn(err, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// warn reports what could not be read. It gives the error of the output, if err says that there is one.
func (d *reader) warn(err error, out sink) error {
	var failed outputError
	if errors.As(err, &failed) {
		return failed.error
	}
	name := string(d.source.appendName(nil))
	return out.warn(name + ": " + err.Error())
}

// content finds the URLs in what is neither compressed nor an archive.
func (d *reader) content(r *countingReader, out sink) error {
	head, format, err := d.format(r)
	rest := r.r
	if err != nil {
		rest = failed{err} // it is told where it stands, behind what could be read
	}
	r.n, r.r = 0, io.MultiReader(bytes.NewReader(head), rest)
	return d.known(r, format, head, out)
}

// A failed reader gives nothing but an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// known finds the URLs in a content of a known format.
func (d *reader) known(r *countingReader, format mail.Format, head []byte, out sink) error {
	if d.tells && d.source.offset == 0 {
		d.stats.formats[format]++
		if err := out.note(fmt.Sprintf("%s: %s", d.source.appendName(nil), format)); err != nil {
			return err
		}
	}
	d.counts.format = format.String()
	if d.source.member != "" {
		d.counts.format = "archive"
	}
	switch {
	case format == mail.Plain && d.filter.chooses():
		return nil
	case format == mail.Plain && !isWide(head):
		return d.text(r, out)
	}
	return d.messages(r, format, out)
}

// isWide is true for text that begins with the byte order mark of UTF-16 or UTF-32, which package mail decodes.
func isWide(head []byte) bool {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// headSize is how much of an input is looked at to tell what it is.
const headSize = 32 << 10

// format tells what r is, by its beginning, which it gives. Of what has to be waited for it takes no more than decides. An
// error comes with what was read before it.
func (d *reader) format(r io.Reader) (head []byte, format mail.Format, err error) {
	head = make([]byte, headSize)
	n, decisive := 0, -1
	for n < len(head) && err == nil && decisive < 0 {
		var more int
		more, err = r.Read(head[n:])
		n += more
		if d.waits {
			decisive = decides(head[:n])
		}
	}
	head = head[:n]
	whole := head
	if decisive >= 0 {
		head = head[:decisive]
	}
	switch d.input {
	case "mail":
		format = mail.Single
		if f := d.formatOf(head); f != mail.Plain && f != mail.HTML {
			format = f
		}
	case "mbox":
		format = mail.Mbox
	case "html":
		format = mail.HTML
	default:
		format = d.formatOf(head)
	}
	return whole, format, err
}

// decides gives how much of the beginning of an input tells what it is, where more may have to be waited for: its first line,
// if that is like none of a message or a page, or else what stands before a blank line, but not more than four lines. It is
// negative if that is not there yet.
func decides(head []byte) int {
	const most = 4
	begin := len(head) - len(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"))
	end := begin
	for line := range most {
		n := bytes.IndexByte(head[end:], '\n')
		if n < 0 {
			return -1
		}
		text := head[end : end+n]
		end += n + 1
		if line == 0 && !mayBegin(text) || len(bytes.TrimSpace(text)) == 0 {
			break
		}
	}
	return end
}

// mayBegin is true for a first line such as messages, their archives and pages have.
func mayBegin(line []byte) bool {
	name, value, colon := bytes.Cut(line, []byte(":"))
	if colon && len(name) > 0 && name[0] >= 'A' && !bytes.ContainsAny(name, " \t") && !bytes.HasPrefix(value, []byte("//")) {
		return true
	}
	return bytes.IndexAny(line[:min(len(line), 1)], "<#>\x01A") == 0 || bytes.HasPrefix(line, []byte("From ")) ||
		bytes.HasPrefix(line, []byte("WARC/")) || bytes.HasPrefix(line, []byte("BABYL"))
}

// formatOf tells what a content is by its beginning.
func (d *reader) formatOf(head []byte) mail.Format {
	m := d.mailReader(mail.Auto)
	for range m.Texts(bytes.NewReader(head)) {
		break
	}
	return m.Format()
}

// keep is how far behind what was read of a text a result can be, besides its own length.
const keep = 256 << 10

func (d *reader) mailReader(format mail.Format) *mail.Reader {
	if d.mail[format] == nil {
		behind := d.maxURL + keep
		if d.around != nil {
			behind += keep // for the rest of a line
		}
		d.mail[format] = mail.New(mail.Config{Format: format, Unpack: unpackBatch, Keep: behind, All: d.around != nil})
	}
	return d.mail[format]
}

// unpackBatch unpacks the rest of a batch of news, which is compressed.
func unpackBatch(_ string, r io.Reader) (io.Reader, error) {
	for entry, err := range (unpack.Config{}).All(r) {
		return entry.Reader, err
	}
	return nil, io.ErrUnexpectedEOF
}

// fileFormat tells what a file is, if it can be read in parts.
func (d *reader) fileFormat(file *os.File) (mail.Format, bool) {
	if d.input == "text" {
		return mail.Plain, true
	}
	head := make([]byte, headSize)
	n, _ := file.ReadAt(head, 0)
	head = head[:n]
	for entry, err := range (unpack.Config{}).All(bytes.NewReader(head)) {
		if err != nil {
			return mail.Auto, false
		}
		same, _ := io.ReadAll(io.LimitReader(entry, headSize+1))
		_, format, _ := d.format(bytes.NewReader(head))
		return format, bytes.Equal(head, same) && cutters[format] != nil && !isWide(head)
	}
	return mail.Auto, false
}

// text finds the URLs in plain text.
func (d *reader) text(r *countingReader, out sink) error {
	defer func() { d.stats.bytes += r.n }()
	offset := d.source.offset
	d.shown, d.split = d.form.source(d.shown[:0], &d.source)
	var stream io.Reader = r
	if d.around != nil {
		stream = d.around.plain(r, d.source.appendName(nil), out)
	}
	for result, err := range d.extractor.Views(stream) {
		if err != nil {
			if err := d.warn(&readError{offset + r.n, err}, out); err != nil {
				return err
			}
			continue
		}
		d.start, d.end = result.Start, result.End
		result.Start += offset
		result.End += offset
		if err := d.result(&result, out); err != nil {
			return err
		}
	}
	d.counts.lines += d.extractor.LineBreaks()
	return d.closeAround()
}

// messages finds the URLs in a stream of messages, or in a page.
func (d *reader) messages(r *countingReader, format mail.Format, out sink) error {
	defer func() { d.stats.bytes += r.n }()
	m := d.mailReader(format)
	var stream io.Reader = r
	var lines *lineIndex
	if d.form.lines() {
		lines = &d.lines
		lines.reset(r)
		stream = lines
	}
	if d.around != nil {
		d.around.begin(d.source.appendName(nil), out)
	}
	for text, err := range m.Texts(stream) {
		if err == nil {
			err = d.message(text, lines, out)
		} else {
			if bad := (*mail.Error)(nil); !errors.As(err, &bad) {
				err = &readError{d.source.offset + r.n, err}
			}
			err = d.warn(err, out)
		}
		if err != nil {
			return err
		}
	}
	d.counts.messages += m.Messages()
	d.stats.messages += m.Messages()
	if lines != nil {
		d.counts.lines += lines.breaks()
	}
	return nil
}

// message finds the URLs in a text of a message or a page.
func (d *reader) message(text *mail.Text, lines *lineIndex, out sink) error {
	if !d.filter.reads(text) {
		return nil
	}
	d.source.message, d.source.part, d.source.header = text.Message, text.Part, text.Header
	d.shown = d.shown[:0]
	place := func(r *extract.Result) error {
		d.start, d.end = r.Start, r.End
		r.Start, r.End = text.Span(r.Start, r.End)
		if lines != nil {
			r.Line, r.Column = lines.at(r.Start)
		}
		r.Start += d.source.offset
		r.End += d.source.offset
		if len(d.shown) == 0 {
			d.shown, d.split = d.form.source(d.shown, &d.source)
		}
		return d.result(r, out)
	}
	if text.Whole {
		value, err := io.ReadAll(io.LimitReader(d.surround(text, text, lines), maxMaxURL))
		if err != nil {
			return d.warn(err, out)
		}
		link := value
		if d.base && text.Base != "" {
			link = resolve(text.Base, value)
		}
		if r, ok := d.extractor.Attribute(link); ok {
			r.Start, r.End = 0, int64(len(value))
			return errors.Join(place(&r), d.closeAround())
		}
		return nil
	}
	for r, err := range d.extractor.Views(d.surround(text, text, lines)) {
		if err == nil {
			err = place(&r)
		}
		if err != nil {
			return err
		}
	}
	return d.closeAround()
}

// resolve gives what a link on a page means, if the page says by which URL its relative links are meant.
func resolve(base string, link []byte) []byte {
	from, err := url.Parse(base)
	if err != nil {
		return link
	}
	to, err := url.Parse(string(link))
	if err != nil || to.IsAbs() {
		return link
	}
	return []byte(from.ResolveReference(to).String())
}

func (d *reader) result(r *extract.Result, out sink) error {
	if r.Cut {
		text := r.Text()
		if d.form.redact || d.form.records { // since the trouble of a source is kept
			text = redact.Beginning(text)
		}
		err := fmt.Errorf("at offset %d: longer than --max-url, and so cut: %.60s", r.Start, text)
		if err := d.warn(err, out); err != nil {
			return err
		}
	}
	if d.tells {
		d.stats.count(r)
	}
	shows := d.filter.shows(r)
	if d.around != nil {
		return d.around.find(r, d.start, d.end, !shows)
	}
	if !shows || d.form.count && r.Cut {
		return nil
	}
	e := &d.entry
	d.form.append(e, r, d.shown, d.split, d.source.offset > 0)
	if m := d.source.message; m != nil {
		e.message.number = m.Number
	}
	e.key = nil
	if d.keyed && !r.Cut { // which is no URL
		e.key = d.form.key(d.key[:0], r)
		if d.form.by != "" {
			d.key = e.key
		}
	}
	return out.entry(e)
}

// A readError is that of an input at an offset.
type readError struct {
	offset int64
	err    error
}

func (e *readError) Error() string { return fmt.Sprintf("at offset %d: %v", e.offset, e.err) }
func (e *readError) Unwrap() error { return e.err }

// An outputError is that of the output, where it comes through the reading of an input.
type outputError struct{ error }

func (e outputError) Unwrap() error { return e.error }

// A countingReader counts what is read from r, and calls before ahead of each Read.
type countingReader struct {
	r      io.Reader
	n      int64
	before func() error
}

func (c *countingReader) Read(p []byte) (int, error) {
	if c.before != nil {
		if err := c.before(); err != nil {
			return 0, outputError{err}
		}
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
