// Package output prints results as lines, tables, JSON or counts, in the order of the inputs, and merges what several runs have printed.
//
// Each reader has a Consumer of [Consumers], which selects results, renders them in the goroutine of the reader, and hands them over in
// batches. A [Printer] prints these in order, with notes and errors between them. It leaves out results that a failed checksum covers, or
// says how many of them were printed already.
//
// The package opens no files, and does not decide which flags go together.
//
// The formats are in lines.go, json.go, table.go and template.go, and format.go describes what they have in common. The way of a result
// is consumer.go, batch.go, printer.go; unproven.go takes results back, keys.go and counts.go count them, and context.go prints lines of
// text in their place. merge.go merges the outputs of several runs, each of which has read a share of the input, and share.go describes
// shares.
package output

import (
	"errors"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
)

// Options say what is printed. They are not changed once results are printed.
type Options struct {
	Format Format // the zero Format is Lines

	Names, Numbers, Offsets bool // what lines begin with
	End                     byte // of a line

	Unique  bool           // each URL once
	Count   bool           // keys and how often they occur, in the place of results
	By      string         // one of Keys
	Context int            // how many lines of text are printed before those with URLs, or NoContext
	After   int            // and how many after them
	Around  *urljson.Lines // the text around a URL with it, if the format can; then Context is NoContext
	Invert  bool           // lines of text without URLs, and those around them
	Tally   bool           // how many lines there are, in the place of them
	Max     int            // how many results of an input are printed, or 0 for all
	With    bool           // names of inputs with results, in the place of results
	Without bool           // names of those without
	Quiet   bool           // nothing is printed, and the first result ends all with ErrFound
	Flushes bool           // each result is written at once
	MaxURL  int            // the length of the longest URL

	printable.Veil

	Inert  bool // no cell of a table is a formula of a spreadsheet
	Unwrap bool // the originals of rewritten links
	Color  bool
	Links  bool // URLs are links, for a terminal
	Align  bool // counts stand below each other, for a terminal
	Stats  bool // notes on what inputs were taken for
	Share  bool // counts in the order in which keys are found first, to be merged with those of other shares
}

// ErrFound is the error of a quiet Consumer that has found something.
var ErrFound = errors.New("found")

// NoContext says that URLs are printed, and no lines of text.
const NoContext = -1

// A Format is a way to print results. The command line refuses flags that it cannot combine with.
type Format struct {
	Name string // of its flag
	Help string // what the help says of it

	Lines     bool // it needs the lines of results
	Shown     bool // it needs the visible text of links
	Rejected  bool // it can say why a candidate was rejected
	Truncated bool // it prints URLs that were truncated
	Around    bool // it can print the text around URLs
	NUL       bool // what it prints for a result may end in a NUL

	// Encoder returns a function that appends results. Each reader has one.
	Encoder func(*Options) Append
	// Count appends a key and how often it occurs.
	Count func(o *Options, b []byte, key string, n int) []byte
	// Header, unless it is nil, appends what is printed first.
	Header func(o *Options, b []byte) []byte
}

// Formats are those that a flag asks for, in the order in which the help lists them.
var Formats = []Format{jsonLines, csvTable, tsvTable}

// An Append appends a result in a format, with its end.
type Append func(d *late.Draft, r *sift.Result)

// printed returns the URL of a result as it is printed.
func (o *Options) printed(r *extract.Result) string {
	if o.Defang {
		return defang.URL(o.url(r))
	}
	return o.url(r)
}

// graphic returns the URL of a result as it is printed on a line or in a cell.
func (o *Options) graphic(r *extract.Result) string {
	if r.Strict() && !o.Unwrap {
		return o.printed(r) // it is graphic already
	}
	return printable.URL(o.printed(r))
}

// nameOf returns the name of a file, or of a member of one, as it is printed. Where NULs divide what is printed it stands as it is, so that
// other programs can open the file, unless it has one.
func nameOf(name string, divided bool) string {
	if divided && strings.IndexByte(name, 0) < 0 {
		return name
	}
	return printable.Text(name)
}

// url returns the URL of a result, or its original, as it is printed without Defang.
func (o *Options) url(r *extract.Result) string {
	url := r.String()
	if o.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			url = original
		}
	}
	if o.Redact {
		url = printable.RedactURL(url)
	}
	return url
}

// appendFailure appends why a result was rejected, if it was.
func (o *Options) appendFailure(b []byte, r *extract.Result) []byte {
	failure, rejected := r.Err.(*rfc1738.Error)
	if !rejected {
		return b
	}
	if o.Redact {
		failure = printable.RedactError(r.String(), failure)
	}
	return append(append(b, "\trejected: "...), failure.Error()...)
}

// NeedsLines reports whether results must know their lines.
func (o *Options) NeedsLines() bool { return !o.Count && (o.Numbers || o.Format.Lines) }
