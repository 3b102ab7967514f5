package main

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract"
)

// An output writes results as they are found.
type output interface {
	result(r extract.Result, source string) error
	finish() error
}

func newOutput(c *cli.Context, w *bufio.Writer) output {
	switch {
	case c.Bool("count"):
		return &countOutput{w: w, json: c.Bool("json"), end: lineEnd(c), text: newURLText(c), urls: map[string]*count{}}
	case c.Bool("json"):
		return &jsonOutput{w: w, end: lineEnd(c), unwrap: c.Bool("unwrap")}
	}
	return &lineOutput{
		w: w, end: lineEnd(c), text: newURLText(c), names: c.Bool("with-filename"), numbers: c.Bool("line-number"), offsets: c.Bool("byte-offset"),
	}
}

// A urlText gives the URL of a result as it is printed.
type urlText func(extract.Result) []byte

func newURLText(c *cli.Context) urlText {
	if !c.Bool("unwrap") {
		return func(r extract.Result) []byte { return r.Text }
	}
	return func(r extract.Result) []byte {
		if original, ok := r.Unwrapped(); ok {
			return []byte(original)
		}
		return r.Text
	}
}

func lineEnd(c *cli.Context) byte {
	if c.Bool("null") {
		return 0
	}
	return '\n'
}

// A lineOutput writes one URL a line, with what grep writes before a match: file:line:offset:url.
type lineOutput struct {
	w                       *bufio.Writer
	end                     byte
	text                    urlText
	names, numbers, offsets bool
}

func (o *lineOutput) result(r extract.Result, source string) error {
	if r.Cut {
		return nil // it is no URL, and has been reported
	}
	line := o.w.AvailableBuffer()
	if o.names {
		line = append(append(line, printable(source)...), ':')
	}
	if o.numbers {
		line = append(strconv.AppendInt(line, int64(r.Line), 10), ':')
	}
	if o.offsets {
		line = append(strconv.AppendInt(line, r.Start, 10), ':')
	}
	line = appendURL(line, o.text(r))
	if r.Err != nil {
		line = append(append(line, "\trejected: "...), r.Err.Error()...)
	}
	_, err := o.w.Write(append(line, o.end))
	return err
}

func (o *lineOutput) finish() error { return nil }

// A countOutput writes, at the end, how often each URL was found: the most frequent first, and where two are equal the
// one that was found first.
type countOutput struct {
	w    *bufio.Writer
	json bool
	end  byte
	text urlText
	urls map[string]*count
	list []*count
}

type count struct {
	url string
	n   int
}

func (o *countOutput) result(r extract.Result, _ string) error {
	if r.Cut {
		return nil
	}
	text := o.text(r)
	c := o.urls[string(text)]
	if c == nil {
		c = &count{url: string(text)}
		o.urls[c.url] = c
		o.list = append(o.list, c)
	}
	c.n++
	return nil
}

func (o *countOutput) finish() error {
	slices.SortStableFunc(o.list, func(a, b *count) int { return cmp.Compare(b.n, a.n) })
	var line []byte
	for _, c := range o.list {
		if o.json {
			line = append(line[:0], `{"count":`...)
			line = strconv.AppendInt(line, int64(c.n), 10)
			line = appendURLValue(append(line, ','), "url", []byte(c.url))
			line = append(line, '}', o.end)
		} else {
			line = append(strconv.AppendInt(line[:0], int64(c.n), 10), ' ')
			line = append(appendURL(line, []byte(c.url)), o.end)
		}
		if _, err := o.w.Write(line); err != nil {
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
func isGraphic(text []byte) bool {
	for _, b := range text {
		if b <= ' ' || b >= 0x7f {
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
