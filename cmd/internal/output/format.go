// Package output prints results as lines, tables, JSON or counts, in the order of the
// inputs, and merges the outputs of several runs.
//
// Each reader has a Consumer of [Consumers], which selects results, renders them in the
// goroutine of the reader, and hands them over in batches. A [Printer] prints these in
// order, with notes and errors between them. It leaves out results that a failed checksum
// covers, or reports how many of them were printed already.
//
// The package opens no files, and does not decide which flags go together.
//
// The formats are in lines.go, json.go, table.go and template.go, and format.go has their
// common parts. A result passes consumer.go, batch.go and printer.go; unproven.go removes
// results, keys.go and counts.go count them, and context.go prints lines of text instead.
// merge.go merges the outputs of several runs that each read a shard of the
// input, and shard.go describes shards.
package output

import (
	"errors"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/flaws"
	"github.com/urlsift/urlsift/rfc1738"
)

// Options selects the output. It is not changed once results are printed.
type Options struct {
	Format Format // the zero Format is Lines

	Names, Numbers, Offsets bool // the parts of the place before a URL
	End                     byte // of a line

	Unique  bool           // each URL once
	Count   bool           // count keys instead of printing results
	By      string         // one of Keys
	Context int            // lines of text to print before those with URLs, or NoContext
	After   int            // lines of text to print after them
	Around  *urljson.Lines // the text to print around a URL, if the format can; then Context is NoContext
	Invert  bool           // lines of text without URLs, and the lines around them
	Tally   bool           // print the number of lines instead of the lines
	Max     int            // maximum number of results of an input, or 0
	With    bool           // print the names of inputs with results instead of results
	Without bool           // print the names of inputs without results
	Quiet   bool           // print nothing, and end with ErrFound at the first result
	Flushes bool           // write each result at once
	MaxURL  int            // the maximum length of a URL

	printable.Veil

	Inert  bool // no cell of a table may be a formula of a spreadsheet
	Unwrap bool // print the originals of rewritten links
	Color  bool
	Links  bool // print URLs as links, for a terminal
	Align  bool // align counts, for a terminal
	Stats  bool // print the formats of the inputs
	// print counts in the order in which keys are first found, to be merged with the
	// counts of other shards
	Shard bool
}

// ErrFound is returned by a quiet Consumer that has found something.
var ErrFound = errors.New("found")

// NoContext means that URLs are printed instead of lines of text.
const NoContext = -1

// A Format is a way to print results. The command line rejects flags that do not fit a
// Format.
type Format struct {
	Name string // of its flag
	Help string // the help of its flag

	Lines     bool // it uses the lines of results
	Message   bool // it uses the messages of results
	Shown     bool // it uses the visible text of links
	Rejected  bool // it can print why a candidate was rejected
	Truncated bool // it prints truncated URLs
	Around    bool // it can print the text around URLs
	NUL       bool // the output for a result may end in a NUL

	// Encoder returns a function that appends results. Each reader has its own.
	Encoder func(*Options) Append
	// Count appends a key and its count.
	Count func(o *Options, b []byte, key string, n int) []byte
	// Header, unless it is nil, appends the beginning of the output.
	Header func(o *Options, b []byte) []byte
}

// Formats are selected by a flag, in the order of the help.
var Formats = []Format{jsonLines, csvTable, tsvTable}

// An Append appends a result in a format, with its end.
type Append func(d *late.Draft, r *sift.Result)

// printed returns the URL of a result in the form to be printed.
func (o *Options) printed(r *extract.Result) string {
	if o.Defang {
		return defang.URL(o.url(r))
	}
	return o.url(r)
}

// graphic returns the URL of a result in the form to be printed on a line or in a cell.
func (o *Options) graphic(r *extract.Result) string {
	if r.Strict() && !o.Unwrap {
		return o.printed(r) // it is graphic already
	}
	return printable.URL(o.printed(r))
}

// nameOf returns the name of a file, or of a member of one, in the form to be printed. If
// NULs separate the output, the name is unchanged unless it contains a NUL, so that other
// programs can open the file.
func nameOf(name string, divided bool) string {
	if divided && strings.IndexByte(name, 0) < 0 {
		return name
	}
	return printable.Text(name)
}

// url returns the URL of a result, or its original, in the form to be printed without
// Defang.
func (o *Options) url(r *extract.Result) string {
	url := r.String()
	if o.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			url = original
		}
	}
	switch {
	case o.Redact && (r.Truncated || r.Incomplete):
		return printable.RedactBeginning(url)
	case o.Redact:
		return printable.RedactURL(url)
	}
	return url
}

// appendFailure appends the reason if a result was rejected.
func (o *Options) appendFailure(b []byte, r *extract.Result) []byte {
	failure, rejected := r.Err.(*rfc1738.Error)
	if !rejected {
		return b
	}
	if o.Redact {
		failure = printable.RedactError(r.String(), failure)
	}
	return append(append(b, "\trejected: "...), flaws.Message(r.Flaw, failure)...)
}

// NeedsLines reports whether results need their lines.
func (o *Options) NeedsLines() bool { return !o.Count && (o.Numbers || o.Format.Lines) }

// NeedsMessage reports whether results need their messages.
func (o *Options) NeedsMessage() bool {
	return !o.Count && o.Format.Message ||
		slices.Contains([]string{"newsgroup", "sender", "month", "year"}, o.By)
}
