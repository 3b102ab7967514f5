package extract

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// An Extractor extracts URLs from inputs. Several goroutines may use it at once, each
// with its own inputs. [New] returns one; the zero Extractor is not usable.
type Extractor struct {
	options *Config   // immutable, with defaults filled in
	finders sync.Pool // Finders not in use
}

// MaxMaxURL is the maximum of Config.MaxURL. A Finder has a buffer of one and a half
// times MaxURL.
const MaxMaxURL = 1 << 30

// New returns an Extractor for config. It returns an error if MaxURL is negative or above
// [MaxMaxURL], if Delimiter is a double quote or a line end, or if Guess has an unknown
// kind.
func New(config Config) (*Extractor, error) {
	switch {
	case config.MaxURL < 0 || config.MaxURL > MaxMaxURL:
		return nil, fmt.Errorf("extract: MaxURL is %d: use 0 to %d", config.MaxURL, MaxMaxURL)
	case strings.IndexByte("\"\r\n", config.Delimiter) >= 0:
		return nil, fmt.Errorf("extract: Delimiter is %q: use a character that does not quote fields or "+
			"end lines", config.Delimiter)
	case config.Guess&^scan.GuessAll != 0:
		return nil, fmt.Errorf("extract: Guess has unknown kinds: %#x", uint(config.Guess&^scan.GuessAll))
	}
	return newExtractor(config), nil
}

func newExtractor(config Config) *Extractor {
	config.MaxURL, config.Grammar = cmp.Or(config.MaxURL, scan.DefaultMaxURL), cmp.Or(config.Grammar,
		new(rfc1738.Grammar))
	x := &Extractor{options: &config}
	x.finders.New = func() any { return x.NewFinder() }
	return x
}

// standard is the Extractor with the zero Config.
var standard = newExtractor(Config{})

// All returns an iterator over the URLs in r, with the zero Config. See [Extractor.All].
func All(r io.Reader) iter.Seq2[Result, error] { return standard.All(r) }

// All returns an iterator over the URLs in input, in order. The iterator can be used
// once, since it reads the input. The results may be kept. An error of the reader is
// yielded unchanged, with the zero Result, and ends the sequence.
//
// All reads only as far as necessary to find the end of a URL and its possible
// continuation on the next line, so results of a pipe arrive as they are found. To stop
// when a context ends, let the reader return the context's error, even in place of
// io.EOF. Stream of package sift does this, and ends even while a Read blocks.
func (x *Extractor) All(input io.Reader) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		f := x.finders.Get().(*Finder)
		defer func() {
			f.reset()
			x.finders.Put(f)
		}()
		f.Reset(input)
		for {
			var r Result
			err := f.Next(&r)
			if err == io.EOF || !yield(r.Clone(), err) || err != nil {
				return
			}
		}
	}
}

// FindString returns the URLs in text, in order, with the zero Config. They may have any
// scheme, including javascript and unknown ones such as foo. See [Extractor.FindString].
func FindString(text string) []Result { return standard.FindString(text) }

// FindString returns the URLs in text, in order. It costs about as much as a [Finder]
// that is reused.
//
// The URLs may have any scheme, including javascript. A program that turns them into
// links should have a list of allowed schemes.
func (x *Extractor) FindString(text string) (results []Result) {
	if !x.options.Deobfuscate && x.options.Guess == 0 && strings.IndexByte(text, ':') < 0 &&
		strings.IndexByte(text, '\\') < 0 && !strings.Contains(text, "&#") {
		return nil // every URL then has a ":", which may be escaped
	}
	for r := range x.All(strings.NewReader(text)) {
		results = append(results, r)
	}
	return results
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
	if n == 0 || !bytes.HasPrefix(x.text[n:], []byte("://")) && !x.scanner.Opaque(x.text[:n]) &&
		!isWeb(x.text[:n]) || !meant(x.text) {
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

// isWeb reports whether a scheme is http or https. A link with such a scheme but without
// "//" is rejected: a browser finds a host in it, or a path on the host of the page.
func isWeb(scheme []byte) bool {
	return bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https"))
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

// judge makes r the result for a candidate, and reports whether Config includes it.
func (x *Finder) judge(c *scan.Candidate, r *Result) bool {
	x.begin(c, r)
	if c.Plain && !x.options.Join {
		return x.judgePlain(c, r)
	}
	wanted := x.judgeText(c, r)
	r.Broken = wanted && (x.joined || slices.ContainsFunc(x.folds,
		func(f scan.Fold) bool { return f.Break && 0 < f.At && f.At < len(x.text) }))
	return wanted
}

// judgeText does the work of judge except setting r.Broken.
func (x *Finder) judgeText(c *scan.Candidate, r *Result) bool {
	switch {
	case c.Guess != 0 && !x.isMeant(c):
		return false
	case c.Truncated:
		r.text = string(x.text)
		return true
	case c.Guess != 0:
		return x.judgeGuess(c, r)
	}
	switch {
	case !c.Whole && (c.Kind == scan.Bare || c.Kind == scan.Prefixed):
		x.text = trim(c.Text, c.Before)
	case c.Whole, c.Kind == scan.Quoted:
		x.text = bytes.TrimRight(x.text, ".,")
	}
	if len(x.text) == 0 {
		return false
	}
	if len(x.text) < len(c.Text) || len(c.Folds) > 0 {
		r.End = c.Offset(len(x.text)-1) + 1
	}
	if c.Flaw != scan.Flawless {
		return x.rejectFlawed(c.Flaw, r)
	}
	if c.Kind == scan.Quoted || len(c.Folds) > 0 {
		x.unquote(r)
		if x.dehyphenate(); x.undecided || x.tearsHost() || x.losesDot() {
			x.taken = c.End // no part of it is a URL
			return x.rejectFlawed(scan.Broken, r)
		}
	}
	if c.Kind != scan.Wrapped && !meant(x.text) {
		return false
	}
	if (x.options.Join || x.text[len(x.text)-1] == '=') && (c.Kind == scan.Bare || c.Kind == scan.Prefixed) {
		x.join(r)
	}
	if x.text[len(x.text)-1] == '=' && !x.joined {
		x.endSoftly(r)
	}
	if c.Kind == scan.Bare && !x.starred(r) {
		return false
	}
	x.dereference(r)
	return x.judgeParsed(c, r)
}

// judgeParsed parses the text of a candidate, and reports whether Config includes the
// result r.
func (x *Finder) judgeParsed(c *scan.Candidate, r *Result) bool {
	if r.Err = x.parse(r); r.Err != nil && softBreak(c) {
		x.decode(r, true)
		r.Err = x.parse(r)
	}
	switch {
	case r.Err != nil:
		return x.rejected(c, r)
	case c.Kind != scan.Wrapped && x.lacksSlashes():
		return false
	case lacksLogin(r.URL.String()):
		x.taken = c.End // no part of it is a URL
		return x.rejectFlawed(scan.Placeholder, r)
	case c.Kind != scan.Quoted || !hides(c):
		return true
	}
	return !slices.ContainsFunc(r.Deviations,
		func(d rfc1738.Deviation) bool { return d.Kind == rfc1738.KindHash })
}

// rejectFlawed rejects a candidate with a flaw, and reports whether Config includes it.
func (x *Finder) rejectFlawed(flaw scan.Flaw, r *Result) bool {
	if !x.options.Rejected {
		return false // regardless of the error
	}
	r.text = string(x.text)
	r.Flaw, r.Err = flaw, reject(r.text)
	return r.Err != nil
}

// judgePlain is judge for a plain candidate: only its end can belong to the sentence.
func (x *Finder) judgePlain(c *scan.Candidate, r *Result) bool {
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

// reject returns the error for the text of a candidate with a flaw. It is the error of
// the strict parser, since the lenient one may accept the text although another URL is
// meant. If the strict parser accepts the text too, reject returns the error for a URL
// without a host.
func reject(text string) error {
	u, err := rfc1738.Parse(text)
	if err == nil {
		err = u.CheckHost()
	}
	if err != nil {
		return err
	}
	slashes := strings.IndexByte(text, ':') + len(":")
	if strings.HasPrefix(text[slashes:], "//") {
		slashes += len("//")
	}
	if u, err = rfc1738.Parse(text[:slashes]); err == nil {
		err = u.CheckHost()
	}
	if failure, ok := err.(*rfc1738.Error); ok && slashes < len(text) {
		failure.Byte = int(text[slashes])
	}
	return err
}
