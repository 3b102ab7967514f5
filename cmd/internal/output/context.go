package output

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
)

// A surrounding prints the lines of text with URLs, and the lines around them, as grep -C
// does. With Invert it prints the lines without URLs. The text is read through it. It
// keeps as many of the last bytes as a URL can have, since the finder may still report a
// URL in them, and the lines to be printed before one.
type surrounding struct {
	o  *Options
	to *consumer

	// Of the input:
	name  []byte
	count int // selected lines
	of    section

	// Of the text:
	from   *sift.Text
	r      io.Reader // the reader of the text
	text   []byte    // the end of the text read so far
	base   int64     // offset of text
	done   int       // bytes of text that were printed or skipped
	found  []found
	before []line // the last skipped lines
	after  int    // lines still to be printed after a URL
	gap    bool   // lines were left out since the last printed one
}

// A section is a part of a message, or a field of its header. The lines printed around a
// URL are all from its section.
type section struct {
	message                  int
	part, attachment, header string
}

// A found is the place of a URL in the text, with the places of the passwords in it,
// which are not printed.
type found struct {
	start, end int64
	aside      bool // it does not select its line
	masks      []printable.Mask
	style      string
	link       string
}

// A line is kept to be printed later.
type line struct {
	text   []byte
	offset int64
	number int
	urls   []found // URLs to be marked, with their places in text
}

// keep is the number of bytes before the end of the text read so far at which a result
// may begin, besides its own length.
const keep = 256 << 10

// maxShown is the maximum length of a line in bytes. A longer one is printed as several.
const maxShown = 4096

// MaxContext is the greatest Context.
const MaxContext = 1000

// begin starts another input.
func (c *surrounding) begin(name []byte) {
	c.name = name
	c.enter(section{})
}

// enter starts another section.
func (c *surrounding) enter(of section) {
	c.of, c.before, c.after, c.gap = of, c.before[:0], 0, true
}

// begins starts a text, which is then read through c.
func (c *surrounding) begins(t *sift.Text) {
	of := section{part: t.Source.Part, attachment: t.Source.Attachment, header: t.Source.Header}
	if m := t.Source.Message; m != nil {
		of.message = m.Number
	}
	if of.attachment != c.of.attachment {
		c.name = []byte(printable.Text(c.o.Name(t.Source.Name())))
	}
	if of != c.of {
		c.enter(of)
	}
	c.from, c.r, t.Reader = t, t.Reader, c
	c.text, c.base, c.done, c.found = c.text[:0], 0, 0, c.found[:0]
}

// Read reads the text. It prints or skips the lines in which no more URLs can begin.
func (c *surrounding) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.text = append(c.text[:copy(c.text, c.text[c.done:])], p[:n]...)
	c.base += int64(c.done)
	c.done = 0
	if err := c.settle(c.base + int64(len(c.text)-c.o.MaxURL-keep)); err != nil {
		return n, err
	}
	return n, err
}

// record records a URL, the bytes [start,end) of the text. URLs are recorded in the order
// of the text. A URL that is recorded aside does not select its line: the line is printed
// only near another URL, and the password must then be hidden.
func (c *surrounding) record(r *extract.Result, start, end int64, aside bool) error {
	if aside && !c.o.Redact {
		return nil
	}
	err := c.settle(start)
	f := found{start: start, end: end, aside: aside}
	if c.o.marks() && !aside {
		url := c.o.url(r)
		f.style, f.link = cmp.Or(styleOf(r), strictStyle), c.o.link(r, url)
	}
	if begin := max(start-c.base, 0); c.o.Redact {
		f.masks = printable.Passwords(string(c.text[begin:end-c.base]), "")
		f.start = c.base + begin
	}
	c.found = append(c.found, f)
	return err
}

// close ends the text.
func (c *surrounding) close() error {
	err := c.settle(c.base + int64(len(c.text)))
	if rest := c.text[c.done:]; err == nil && len(rest) > 0 {
		err = c.pass(rest, c.base+int64(c.done))
		c.done = len(c.text)
	}
	return err
}

// settle prints or drops the lines before an offset. No more URLs can be found in them.
func (c *surrounding) settle(until int64) error {
	known := c.text[:within(c.text, until-c.base)]
	for {
		n := lineLength(known[min(c.done, len(known)):])
		offset := c.base + int64(c.done)
		if n == 0 || offset+int64(n) > until {
			return nil
		}
		if err := c.pass(c.text[c.done:c.done+n], offset); err != nil {
			return err
		}
		c.done += n
	}
}

// lineLength returns the length of the first line of text, or 0 if its end has not been
// read yet.
func lineLength(text []byte) int {
	n := bytes.IndexByte(text[:min(len(text), maxShown)], '\n') + 1
	if n > 0 || len(text) <= maxShown {
		return n
	}
	for n = maxShown; n > maxShown-utf8.UTFMax && !utf8.RuneStart(text[n]); {
		n--
	}
	return n
}

// pass prints a line if it is selected or follows a selected line closely. Otherwise it
// keeps the line, since the next selected line may be near.
func (c *surrounding) pass(text []byte, offset int64) error {
	past := 0
	for past < len(c.found) && c.found[past].end <= offset {
		past++
	}
	c.found = slices.Delete(c.found, 0, past)
	l := c.lineOf(text, offset)
	l.offset, l.number = c.from.Place(offset)
	stands := func(f found) bool { return !f.aside && f.start < offset+int64(len(text)) }
	selected := slices.ContainsFunc(c.found, stands)
	if c.o.Invert { // but not for header fields, since only some are read
		selected = !selected && c.of.header == "" && (c.o.Max == 0 || c.count < c.o.Max)
	}
	if selected {
		c.count++
	}
	if c.o.Tally || c.o.Quiet {
		return nil
	}
	switch {
	case selected:
		for _, before := range c.before {
			if err := c.print(before, "-"); err != nil {
				return err
			}
		}
		c.before, c.after = c.before[:0], c.o.After
		return c.print(l, ":")
	case c.after > 0:
		c.after--
		return c.print(l, "-")
	}
	c.keep(l)
	return nil
}

// lineOf returns a line of the text in the form to be printed, and the places of the URLs
// to be marked in it.
func (c *surrounding) lineOf(text []byte, offset int64) line {
	text = bytes.TrimRight(text, "\r\n")
	var masks []printable.Mask
	if c.o.Redact {
		masks = c.masks(text, offset)
	}
	l := line{text: printable.WithoutMasks(text, masks)}
	if !c.o.marks() {
		return l
	}
	for _, f := range c.found {
		start, end := within(text, f.start-offset), within(text, f.end-offset)
		if start < end && !f.aside {
			start, _ = printable.ShiftMasked(masks, start)
			end, _ = printable.ShiftMasked(masks, end)
			f.start, f.end = int64(start), int64(end)
			l.urls = append(l.urls, f)
		}
	}
	return l
}

// masks returns the places of passwords in a line: the passwords of the URLs in it, which
// may be broken over lines, and other text that resembles one.
func (c *surrounding) masks(text []byte, offset int64) []printable.Mask {
	masks := printable.Passwords(string(text), printable.FreeStops)
	for _, f := range c.found {
		for _, m := range f.masks {
			start, end := f.start+int64(m.Start)-offset, f.start+int64(m.End)-offset
			if start <= int64(len(text)) && end >= 0 {
				masks = printable.InsertMask(masks,
					printable.Mask{Start: within(text, start), End: within(text, end)})
			}
		}
	}
	return masks
}

// within returns the index of text nearest to an offset.
func within(text []byte, offset int64) int { return int(min(max(offset, 0), int64(len(text)))) }

// keep replaces the oldest kept line by a line.
func (c *surrounding) keep(l line) {
	if len(c.before) < c.o.Context {
		c.before = append(c.before, line{})
	} else {
		c.gap = true
		if c.o.Context == 0 {
			return
		}
		oldest := c.before[0]
		copy(c.before, c.before[1:])
		c.before[len(c.before)-1] = oldest
	}
	kept := &c.before[len(c.before)-1]
	*kept = line{text: append(kept.text[:0], l.text...), offset: l.offset, number: l.number}
}

// print prints a line after its place, as grep does. mark follows each part of the place:
// ":" if the line has a URL, and otherwise "-". The number of the line is final, since
// the input is read whole.
func (c *surrounding) print(l line, mark string) error {
	d := &c.to.batch.draft
	b := d.Text
	if c.o.Names {
		b = c.o.place(b, nameStyle, string(c.name), mark)
	}
	if c.o.Numbers {
		b = c.o.place(b, numberStyle, strconv.Itoa(l.number), mark)
	}
	if c.o.Offsets {
		b = c.o.place(b, numberStyle, strconv.FormatInt(l.offset, 10), mark)
	}
	b = c.appendURLs(b, l)
	around := !c.o.Invert || c.o.Context+c.o.After > 0
	gap := c.gap && around
	d.Text, c.gap = append(b, c.o.End), false
	return c.to.add(gap)
}

// appendURLs appends a line with its URLs marked.
func (c *surrounding) appendURLs(b []byte, l line) []byte {
	last := 0
	for _, f := range l.urls {
		start, end := max(int(f.start), last), int(f.end)
		if start >= end {
			continue
		}
		b = c.appendLine(b, l.text[last:start])
		b = c.o.linked(b, f.style, string(c.appendLine(nil, l.text[start:end])), f.link)
		last = end
	}
	return c.appendLine(b, l.text[last:])
}

// appendLine appends text of a line in the form to be printed. Its tabs stay.
func (c *surrounding) appendLine(b, text []byte) []byte {
	if c.o.Defang {
		text = []byte(defang.Text(string(text)))
	}
	for {
		tab := bytes.IndexByte(text, '\t')
		if tab < 0 {
			return append(b, printable.Text(string(text))...)
		}
		b = append(append(b, printable.Text(string(text[:tab]))...), '\t')
		text = text[tab+1:]
	}
}
