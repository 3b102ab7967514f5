package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/rfc1738"
)

// An entry is a result as it is to be printed.
type entry struct {
	// key is the URL, or what else it counts under, for those who count them or print each once. What was cut has none.
	key []byte
	// line is what is printed, with its end, but without the numbers of its line and of its message where it comes from a
	// later part of a file. What reads that does not know them, only how many there were from the part's beginning.
	line    []byte
	number  blank // the number of its line
	message blank // that of its message, behind it
	apart   bool  // whether lines of text were left out before it
}

// A blank is a number that belongs at an index, unless that is negative.
type blank struct{ at, number int }

// A sink takes entries and warnings in the order in which they are to be printed.
type sink interface {
	entry(e *entry) error // which it does not keep
	warn(err error) error
	note(text string) error // that is no trouble
}

// A form is how results are written.
type form struct {
	json, unwrap, redact    bool
	records                 bool // as the index takes them
	color                   bool
	comma                   byte // what stands between the fields of a table, or 0
	names, numbers, offsets bool
	count                   bool
	by                      string // what is counted, unless that is the URL
	end                     byte
}

func newForm(c *cli.Context) form {
	f := form{
		json: c.Bool("json"), unwrap: c.Bool("unwrap"), redact: c.Bool("redact"), count: c.Bool("count") || c.IsSet("by"), by: c.String("by"),
		names: c.Bool("with-filename"), numbers: c.Bool("line-number"), offsets: c.Bool("byte-offset"), end: '\n',
	}
	if c.Bool("null") {
		f.end = 0
	}
	switch {
	case c.Bool("csv"):
		f.comma = ','
	case c.Bool("tsv"):
		f.comma = '\t'
	}
	if f.by == "url" {
		f.by = ""
	}
	f.color = !f.json && f.comma == 0 && f.end == '\n' && inColor(c)
	return f
}

// lines is true if results must know their lines.
func (f *form) lines() bool { return !f.count && (f.json || f.comma != 0 || f.numbers || f.records) }

// url gives the URL of a result as it is printed.
func (f *form) url(r *extract.Result) []byte {
	url := r.Text()
	if f.unwrap {
		if original, ok := r.Unwrapped(); ok {
			url = []byte(original)
		}
	}
	if f.redact {
		url = redact.URL(url)
	}
	return url
}

// failure gives the error of a result as it is printed.
func (f *form) failure(r *extract.Result) *rfc1738.Error {
	if f.redact {
		return redactedError(r.Err, redact.Passwords(r.Text(), ""))
	}
	return r.Err
}

// source gives a source as it is printed, and where in that what differs belongs: in an object the number of the message,
// unless that is -1, in a row the line and the offsets. later says that it comes from a later part of a file.
func (f *form) source(b []byte, s *archive.Source, later bool) (shown []byte, split int) {
	switch {
	case f.json:
		return appendSourceObject(b, s, f.redact, later)
	case f.comma != 0:
		return f.appendCells(b, s)
	case f.records:
		return appendSourceRecord(b, s), -1
	}
	return appendSourceName(b, s), -1
}

// append makes e a result as it is printed, in the buffer of its line. That stays empty for one that is not printed in this
// form: a URL that was cut is none, and has been reported, but for JSON. split is what the method source tells; later says that
// the result comes from a later part of a file.
func (f *form) append(e *entry, r *extract.Result, source []byte, split int, later bool) {
	b := e.line[:0]
	e.number, e.message = blank{at: -1}, blank{at: -1}
	switch {
	case f.count || r.Cut && !f.json:
		e.line = b
		return
	case f.json:
		e.line = append(appendResult(e, b, r, source, split, f, later), f.end)
		return
	case f.comma != 0:
		e.line = f.appendRow(e, b, r, source, split, later)
		return
	case f.color:
		e.line = f.appendColored(e, b, r, source, later)
		return
	case f.records:
		e.line, e.number = appendRecord(b, r, source), blank{0, r.Line}
		return
	}
	if f.names {
		b = append(append(b, source...), ':')
	}
	if f.numbers {
		b = append(e.appendLine(b, r.Line, later), ':')
	}
	if f.offsets {
		b = append(strconv.AppendInt(b, r.Start, 10), ':')
	}
	if url := f.url(r); r.Strict() && !f.unwrap { // and so graphic
		b = append(b, url...)
	} else {
		b = appendURL(b, url)
	}
	if r.Err != nil {
		b = append(append(b, "\trejected: "...), f.failure(r).Error()...)
	}
	e.line = append(b, f.end)
}

// appendLine appends the number of a line, or notes where it belongs if it comes from a later part of a file.
func (e *entry) appendLine(b []byte, line int, later bool) []byte {
	if later {
		e.number = blank{len(b), line}
		return b
	}
	return strconv.AppendInt(b, int64(line), 10)
}

// A printer is the sink that prints.
type printer struct {
	w      *bufio.Writer
	stderr io.Writer
	status *int
	seen   map[string]bool // nil unless each URL is printed once
	counts *counts         // nil unless they are counted
	shown  int
	notes  int
	stop   *atomic.Bool // whether somebody asks to stop

	between string // what stands between lines of text that do not follow each other
}

func newPrinter(c *cli.Context, w io.Writer, f form, stop *atomic.Bool, status *int) *printer {
	p := &printer{stop: stop, w: bufio.NewWriterSize(w, 64<<10), stderr: c.App.ErrWriter, status: status}
	if c.Bool("unique") {
		p.seen = map[string]bool{}
	}
	if f.count {
		p.counts = &counts{keys: map[string]*count{}}
	}
	if f.comma != 0 {
		p.w.Write(f.appendHeader(nil))
	}
	p.between = "--\n"
	if f.color {
		p.between = markStyle + "--" + plainStyle + "\n"
	}
	return p
}

// keyed is true if entries need their keys.
func (p *printer) keyed() bool { return p.seen != nil || p.counts != nil }

func (p *printer) entry(e *entry) error {
	switch {
	case p.stop.Load(): // it may be that of a URL that was not read to its end
		return nil
	case p.counts != nil:
		p.counts.add(e.key)
	case p.seen[string(e.key)]:
		return nil
	case p.seen != nil && len(e.key) > 0:
		p.seen[string(e.key)] = true
	}
	if e.apart && p.shown > 0 {
		p.w.WriteString(p.between)
	}
	p.shown++
	line := e.line
	if e.number.at >= 0 || e.message.at >= 0 {
		line = p.w.AvailableBuffer()
		from := 0
		for _, b := range []blank{e.number, e.message} {
			if b.at >= 0 {
				line = strconv.AppendInt(append(line, e.line[from:b.at]...), int64(b.number), 10)
				from = b.at
			}
		}
		line = append(line, e.line[from:]...)
	}
	_, err := p.w.Write(line)
	return err
}

// warn reports trouble, after what has been found so far.
func (p *printer) warn(trouble error) error {
	*p.status = exitTrouble
	err := p.w.Flush()
	warn(p.stderr, "%s", plainly(trouble))
	return err
}

// maxNotes is of how many inputs --stats tells each for itself.
const maxNotes = 20

// note tells something, after what has been found so far, if not too much was told.
func (p *printer) note(text string) error {
	if p.notes++; p.notes > maxNotes {
		return nil
	}
	err := p.w.Flush()
	warn(p.stderr, "%s", text)
	return err
}

// finish prints what could not be printed before the end.
func (p *printer) finish(f form) error {
	if p.counts != nil {
		if err := p.counts.print(p.w, f); err != nil {
			return err
		}
	}
	return p.w.Flush()
}

// counts tells how often each URL was found, or each host or the like.
type counts struct {
	keys map[string]*count
	list []*count // in the order in which they were found first
}

type count struct {
	key string
	n   int
}

func (c *counts) add(key []byte) {
	one := c.keys[string(key)]
	if one == nil {
		one = &count{key: string(key)}
		c.keys[one.key] = one
		c.list = append(c.list, one)
	}
	one.n++
}

// print writes the most frequent first, and where two are equal the one that was found first.
func (c *counts) print(w *bufio.Writer, f form) error {
	slices.SortStableFunc(c.list, func(a, b *count) int { return cmp.Compare(b.n, a.n) })
	for _, one := range c.list {
		line := w.AvailableBuffer()
		switch {
		case f.json:
			line = strconv.AppendInt(append(line, `{"count":`...), int64(one.n), 10)
			line = append(appendURLValue(append(line, ','), f.keyName(), one.key), '}')
		case f.comma != 0:
			line = append(strconv.AppendInt(line, int64(one.n), 10), f.comma)
			line = appendCell(line, appendURL(nil, []byte(one.key)), f.comma)
		case f.color:
			line = appendStyled(line, numberStyle, strconv.Itoa(one.n))
			line = append(append(line, ' '), appendURL(nil, []byte(one.key))...)
		default:
			line = append(strconv.AppendInt(line, int64(one.n), 10), ' ')
			line = appendURL(line, []byte(one.key))
		}
		if _, err := w.Write(append(line, f.end)); err != nil {
			return err
		}
	}
	return nil
}

// appendURL appends a URL as it is printed: control characters and what is not valid UTF-8 are escaped as in a URL, so
// that a line stays a line and a terminal is told nothing.
func appendURL(line, url []byte) []byte {
	if isGraphic(url) {
		return append(line, url...)
	}
	for len(url) > 0 {
		r, size := utf8.DecodeRune(url)
		if isControl(r) || r == utf8.RuneError && size == 1 {
			for _, b := range url[:size] {
				line = append(line, '%', hexDigits[b>>4], hexDigits[b&15])
			}
		} else {
			line = append(line, url[:size]...)
		}
		url = url[size:]
	}
	return line
}

// isGraphic is true for text that has nothing but the graphic characters of ASCII.
func isGraphic[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i]-'!' > '~'-'!' {
			return false
		}
	}
	return true
}

const hexDigits = "0123456789ABCDEF"

// isControl is true for the control characters of ASCII and of Latin-1, which terminals obey too.
func isControl(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 }

// printable gives text with control characters and invalid UTF-8 as \xNN.
func printable(text string) string {
	if isGraphic(text) {
		return text
	}
	var line []byte
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError && text[i] != 0xef {
			size = 1
		}
		if !isControl(r) && !(r == utf8.RuneError && size == 1) {
			line = append(line, text[i:i+size]...)
			continue
		}
		for _, b := range []byte(text[i : i+size]) {
			line = append(line, '\\', 'x', hexDigits[b>>4], hexDigits[b&15])
		}
	}
	return string(line)
}

func warn(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "urlsift: %s\n", printable(fmt.Sprintf(format, args...)))
}
