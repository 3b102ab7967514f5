package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urlsift/urlsift/extract"
)

// A reader finds the URLs in one input after another.
type reader struct {
	extractor *extract.Extractor
	form      form
	filter    filter
	keyed     bool // whether entries need their URLs
	stats     stats
	source    []byte // the name of the input, as it is printed
	line      []byte // scratch
}

// A part is what is read in one go: an input, or a part of one that begins at an offset.
type part struct {
	name   string
	offset int64
	r      io.Reader
	before func() error // to be called ahead of each Read
}

// read finds the URLs in a part. What cannot be read is a warning; an error is that of the output.
func (d *reader) read(p part, out sink) error {
	if p.offset == 0 {
		d.stats.files++
	}
	d.source = d.form.source(p.name)
	counted := &countingReader{r: p.r, before: p.before}
	defer func() { d.stats.bytes += counted.n }()
	for result, err := range d.extractor.All(counted) {
		switch {
		case errors.Is(err, errOutput):
			return counted.err
		case err != nil:
			if err := out.warn(fmt.Sprintf("%s: at offset %d: %v", p.name, p.offset+counted.n, err)); err != nil {
				return err
			}
			continue
		}
		result.Start += p.offset
		result.End += p.offset
		if err := d.result(&result, p.name, out); err != nil {
			return err
		}
	}
	return nil
}

func (d *reader) result(r *extract.Result, name string, out sink) error {
	if r.Cut {
		text := fmt.Sprintf("%s: at offset %d: longer than --max-url, and so cut: %.60s...", name, r.Start, r.Text)
		if err := out.warn(text); err != nil {
			return err
		}
	}
	d.stats.count(r)
	if !d.filter.shows(r) || d.form.count && r.Cut {
		return nil
	}
	e := entry{number: r.Line}
	d.line, e.hole = d.form.append(d.line[:0], r, d.source)
	e.line = d.line
	if d.keyed {
		e.url = d.form.url(r)
	}
	return out.entry(e)
}

// errOutput ends an input because the output failed.
var errOutput = errors.New("output failed")

// A countingReader counts what is read from r, and calls before ahead of each Read.
type countingReader struct {
	r      io.Reader
	n      int64
	before func() error
	err    error
}

func (c *countingReader) Read(p []byte) (int, error) {
	if c.before != nil {
		if c.err = c.before(); c.err != nil {
			return 0, errOutput
		}
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// A filter tells which results are shown.
type filter struct {
	schemes          map[string]bool // nil for all
	strict, rejected bool
}

func (f *filter) shows(r *extract.Result) bool {
	switch {
	case r.Err != nil && !f.rejected:
		return false
	case f.strict && r.Err == nil && !r.Strict() && !r.Cut:
		return false
	}
	return f.schemes == nil || f.schemes[schemeOf(r)]
}

// schemeOf is the scheme of a result, in lower case, also of one that was rejected or cut.
func schemeOf(r *extract.Result) string {
	name, _, _ := strings.Cut(string(r.Text), ":")
	return strings.ToLower(name)
}
