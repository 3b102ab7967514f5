package extract

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// A Finder finds the URLs in one input after another, with few allocations. It must not
// be used by several goroutines at once. [Extractor.NewFinder] returns one; the zero
// Finder is not usable.
type Finder struct {
	options    *Config
	scanner    *scan.Scanner
	generation uint64 // of the current result

	// Of the current candidate:
	candidate *scan.Candidate
	text      []byte      // the URL without its folds
	folds     []scan.Fold // the text that was folded out of the URL
	joined    bool        // it continues on the next line
	soft      bool        // soft line breaks were removed that may be a "=" of its own
	taken     int64       // candidates that start before taken overlap the last result and are skipped

	scratch    []byte // text, if it is not part of the input
	lines      []byte // the text of continuations
	refolded   []scan.Fold
	arena      arena
	deviations []rfc1738.Deviation // those after len belong to no Result
}

// NewFinder returns a Finder.
func (x *Extractor) NewFinder() *Finder {
	o := x.options
	c := scan.Config{
		MaxURL: o.MaxURL, Lines: o.Lines, IRI: o.IRI, Deobfuscate: o.Deobfuscate, Delimiter: o.Delimiter,
		Guess: o.Guess, IsTopLevel: isTopLevel,
	}
	for _, scheme := range o.Grammar.Registered() {
		c.Schemes = append(c.Schemes, scheme.Name)
		if scheme.Opaque {
			c.Opaque = append(c.Opaque, scheme.Name)
		}
	}
	return &Finder{options: o, scanner: scan.NewScanner(strings.NewReader(""), c)}
}

// Reset begins another input.
func (x *Finder) Reset(input io.Reader) {
	x.scanner.Reset(input)
	x.taken = 0
}

// Next sets r to the next URL in the input. It returns io.EOF at the end of the input and
// before the first Reset, or the error of the reader, as in [Extractor.All]. After that,
// Around and Readings of the previous Result panic.
func (x *Finder) Next(r *Result) error {
	for {
		c, err := x.scanner.Next()
		if err != nil {
			x.generation++
			*r = Result{}
			return err
		}
		if c.Start >= x.taken && x.judge(c, r) {
			x.taken = max(c.End, r.End)
			return nil
		}
	}
}

// reset drops all references to the last input.
func (x *Finder) reset() {
	x.generation++
	x.scanner.Reset(nil)
	x.candidate, x.text, x.folds = nil, nil, nil
}

// Attribute returns the URL in the value of an HTML attribute, and reports whether value
// is a URL that Config includes. A link without a scheme is not a URL. White space around
// the URL, and line breaks and tabs inside it, are dropped. Start and End of the Result
// are offsets in value, in bytes.
func (x *Finder) Attribute(value []byte) (Result, bool) {
	text := bytes.TrimFunc(value, unicode.IsSpace)
	start := bytes.Index(value, text)
	var r Result
	x.begin(&attributeCandidate, &r)
	r.Start, r.End, x.text = int64(start), int64(start+len(text)), text
	if bytes.ContainsAny(text, "\n\r\t") {
		x.scratch = append(x.scratch[:0], text...)
		x.scratch = slices.DeleteFunc(x.scratch,
			func(b byte) bool { return b == '\n' || b == '\r' || b == '\t' })
		x.text, x.joined, r.Broken = x.scratch, true, true
	}
	if x.options.Deobfuscate {
		x.text, r.Restored = scan.Restore(x.text)
	}
	if slashed := withSlashes(x.text); slashed != nil {
		x.text, r.Restored = slashed, true
	}
	n := schemeLength(x.text)
	if n == 0 || !bytes.HasPrefix(x.text[n:], []byte("://")) && !x.scanner.Opaque(x.text[:n]) ||
		!meant(x.text) && !isMailto(x.text) {
		return r, false
	}
	if longest := x.options.MaxURL; len(text) > longest {
		x.text = x.text[:min(longest, len(x.text))]
		r.End, r.Truncated, r.text = r.Start+int64(longest), true, string(x.text)
		return r, true
	}
	r.Err = x.parse(&r)
	return r, r.Err == nil || x.options.Rejected
}

// SchemeRelative returns the URL of a link that begins with two slashes or backslashes,
// as a browser opens it on a page with the given scheme. Like Attribute, it reports
// whether there is one. The result is a guess, of [scan.GuessRelative].
func (x *Finder) SchemeRelative(link []byte, scheme string) (Result, bool) {
	link = bytes.TrimSpace(link)
	r, ok := x.Attribute(append([]byte(scheme+"://"), bytes.TrimLeft(link, `/\`)...))
	r.Start, r.End, r.Guessed, r.written = 0, int64(len(link)), scan.GuessRelative, string(link)
	return r, ok
}

// attributeCandidate is the candidate of every attribute.
var attributeCandidate = scan.Candidate{Kind: scan.Attribute}

// MayFind reports whether text, a complete input, may contain a result. False is always
// correct, and takes much less time than extracting from text.
func (x *Finder) MayFind(text []byte) bool { return x.scanner.MayFind(text) }

// LineBreaks returns the number of line ends in the last input, once it has been read to
// its end. It is 0 unless Config.Lines is set.
func (x *Finder) LineBreaks() int { return x.scanner.LineBreaks() }

// begin makes r the Result for a candidate, still without text.
func (x *Finder) begin(c *scan.Candidate, r *Result) {
	x.generation++
	x.candidate, x.text, x.folds, x.joined, x.soft = c, c.Text, c.Folds, false, false
	*r = Result{} // filling fields one by one is faster than copying a complete Result
	r.Start, r.End, r.Line, r.Column = c.Start, c.End, c.Line, c.Column
	r.Kind, r.Restored, r.Escaped, r.Truncated, r.Incomplete = c.Kind, c.Restored, c.Escaped, c.Truncated, c.Incomplete
	r.options, r.finder, r.generation = x.options, x, x.generation
}

// judge makes r the result for a candidate, and reports whether Config includes it.
func (x *Finder) judge(c *scan.Candidate, r *Result) bool {
	x.begin(c, r)
	if c.Plain && !x.options.Join {
		return x.plain(c, r)
	}
	wanted := x.judged(c, r)
	r.Broken = wanted && (x.joined || slices.ContainsFunc(x.folds,
		func(f scan.Fold) bool { return f.Break && 0 < f.At && f.At < len(x.text) }))
	return wanted
}

// judged does the work of judge except setting r.Broken.
func (x *Finder) judged(c *scan.Candidate, r *Result) bool {
	if c.Guess != 0 && !x.isMeant(c) {
		return false
	}
	if c.Truncated {
		r.text = string(x.text)
		return true
	}
	if c.Guess != 0 {
		return x.guess(c, r)
	}
	switch {
	case !c.Whole && (c.Kind == scan.Bare || c.Kind == scan.Prefixed):
		x.text = trim(c.Text, c.Before)
	case c.Whole, c.Kind == scan.Quoted:
		for n := len(x.text); n > 0 && (x.text[n-1] == '.' || x.text[n-1] == ','); n-- {
			x.text = x.text[:n-1]
		}
	}
	if len(x.text) == 0 {
		return false
	}
	if len(x.text) < len(c.Text) || len(c.Folds) > 0 {
		r.End = c.Offset(len(x.text)-1) + 1
	}
	if c.Flaw != scan.Flawless {
		if !x.options.Rejected {
			return false // regardless of the error
		}
		r.text = string(x.text)
		r.Flaw, r.Err = c.Flaw, reject(r.text)
		return r.Err != nil
	}
	if c.Kind == scan.Quoted || len(c.Folds) > 0 {
		x.unquote()
		x.dehyphenate()
	}
	if c.Kind != scan.Wrapped && !meant(x.text) {
		return false
	}
	if (x.options.Join || x.text[len(x.text)-1] == '=') && (c.Kind == scan.Bare || c.Kind == scan.Prefixed) {
		x.join(r)
	}
	if c.Kind == scan.Bare && !x.starred(r) {
		return false
	}
	x.dereference(r)
	if r.Err = x.parse(r); r.Err != nil && softBreak(c) {
		x.decode()
		r.Err = x.parse(r)
	}
	if r.Err == nil && (c.Kind == scan.Angle || c.Kind == scan.Prefixed) && x.lacksSlashes() {
		return false
	}
	if r.Err != nil {
		return x.rejected(c, r)
	}
	return !(c.Kind == scan.Quoted && hides(c) &&
		slices.ContainsFunc(r.Deviations, func(d rfc1738.Deviation) bool { return d.Kind == rfc1738.KindHash }))
}

// plain is judge for a plain candidate: only its end can belong to the sentence.
func (x *Finder) plain(c *scan.Candidate, r *Result) bool {
	if c.Kind == scan.Bare {
		x.text = trim(c.Text, c.Before)
		r.End -= int64(len(c.Text) - len(x.text))
	}
	r.Err = x.parse(r)
	return r.Err == nil || x.rejected(c, r)
}

// rejected reports whether Config includes r, whose text is not a URL.
func (x *Finder) rejected(c *scan.Candidate, r *Result) bool {
	if !x.options.Rejected || hides(c) || x.options.Guess != 0 && c.Kind >= scan.Quoted &&
		schemeLength(c.Text) == 0 {
		return false // the candidates in it follow
	}
	if _, disguised := scan.Restore(x.text); disguised {
		r.Flaw = scan.Obfuscated
	}
	return true
}

// lacksSlashes reports whether the scheme of the URL is one that needs "//" to begin a
// URL in a sentence.
func (x *Finder) lacksSlashes() bool {
	n := schemeLength(x.text)
	return !bytes.HasPrefix(x.text[n:], []byte("://")) && !x.scanner.Opaque(x.text[:n])
}

// parse parses the text of r.
func (x *Finder) parse(r *Result) error {
	const fewest = 8 // the minimum room for deviations
	if n := len(x.deviations); cap(x.deviations) < n+fewest {
		x.deviations = make([]rfc1738.Deviation, 0, 8*fewest)
	}
	r.text = x.arena.copy(x.text)
	all, err := x.options.Grammar.ParseLenient(&r.URL, r.text, x.deviations)
	if err == nil {
		err = r.URL.Nameless()
	}
	if err != nil {
		r.URL = rfc1738.URL{}
		return err
	}
	n := len(x.deviations)
	if r.strict = n == len(all); !r.strict {
		r.Deviations, x.deviations = all[n:len(all):len(all)], all
	}
	return nil
}

// An arena allocates strings in larger pieces of memory.
type arena struct{ piece strings.Builder }

// arenaSize is the number of bytes that an arena allocates at a time. Keeping one string
// keeps as many bytes in memory.
const arenaSize = 4 << 10

// copy returns text as a string.
func (a *arena) copy(text []byte) string {
	if len(text) > arenaSize/8 {
		return string(text)
	}
	n := a.piece.Len()
	if n+len(text) > a.piece.Cap() {
		a.piece = strings.Builder{}
		a.piece.Grow(arenaSize)
		n = 0
	}
	a.piece.Write(text)
	return a.piece.String()[n:]
}
