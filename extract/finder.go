package extract

import (
	"io"
	"strings"
	"unsafe"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// Config configures an Extractor. The zero Config is right for most texts: it finds all
// strict and tolerated URLs.
type Config struct {
	// MaxURL is the maximum length of a URL in bytes, including white space inside it. A
	// longer URL is Truncated. 0 means [scan.DefaultMaxURL].
	MaxURL int
	// Lines enables the Line and Column of each result, and [Finder.LineBreaks].
	Lines bool
	// Join joins bare URLs that are broken over lines: the URL is its longest reading for
	// [ReasonNextLine].
	Join bool
	// IRI lets a bare URL include letters of scripts without blanks between words, and
	// symbols, in UTF-8 (RFC 3987). Letters of other scripts never end a URL.
	IRI bool
	// Deobfuscate also finds URLs that were made unclickable: hxxp://, [.] or [dot] for a
	// dot, [://], http:\\host and the like.
	Deobfuscate bool
	// Delimiter, if not 0, separates the fields of a table that is the whole text, for
	// example ',' or '\t'. If it is 0, lines that look like rows of a table with "," or
	// ";" are read as rows.
	Delimiter byte
	// Guess is the set of kinds of places without a scheme to find, for example
	// scan.GuessWWW|scan.GuessHostPath.
	Guess scan.Guess
	// Rejected includes rejected candidates: texts that look like URLs but are not. Their
	// results have an Err.
	Rejected bool
	// Reuse lets a Result of a Finder reuse the memory of the previous one, which saves a
	// copy of each URL. A Result is then valid until the next one is requested. Its Clone
	// may be kept.
	Reuse bool
	// Grammar contains additional schemes to find and to parse. It may be nil. No scheme
	// may be registered with it after the call of [New].
	Grammar *rfc1738.Grammar
}

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
	soft      bool        // a soft line break was removed whose "=" may belong to the URL
	undecided bool        // whether a hyphen at the end of a line belongs to the URL is not known
	taken     int64       // candidates that start before taken overlap the last result and are skipped

	scratch    []byte // text, if it is not part of the input
	lines      []byte // the text of continuations
	refolded   []scan.Fold
	arena      arena
	reused     []byte              // the text of the current result, if Config.Reuse is set
	deviations []rfc1738.Deviation // of all results; ParseLenient appends to it
}

// Reset begins another input.
func (x *Finder) Reset(input io.Reader) {
	x.scanner.Reset(input)
	x.taken = 0
}

// reset drops all references to the last input.
func (x *Finder) reset() {
	x.generation++
	x.scanner.Reset(nil)
	x.candidate, x.text, x.folds = nil, nil, nil
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
	x.candidate, x.text, x.folds, x.joined, x.soft, x.undecided = c, c.Text, c.Folds, false, false, false
	*r = Result{} // filling fields one by one is faster than copying a complete Result
	r.Start, r.End, r.Line, r.Column = c.Start, c.End, c.Line, c.Column
	r.Kind, r.Restored, r.Escaped = c.Kind, c.Restored, c.Escaped
	r.Truncated, r.Incomplete = c.Truncated, c.Incomplete
	r.options, r.finder, r.generation = x.options, x, x.generation
}

// parse parses the text of r.
func (x *Finder) parse(r *Result) error {
	const fewest = 8 // the minimum room for deviations
	if n := len(x.deviations); cap(x.deviations) < n+fewest {
		x.deviations = make([]rfc1738.Deviation, 0, 8*fewest)
	}
	if x.options.Reuse {
		x.reused = append(x.reused[:0], x.text...)
		r.text = unsafe.String(unsafe.SliceData(x.reused), len(x.reused))
	} else {
		r.text = x.arena.copy(x.text)
	}
	u, all, err := x.options.Grammar.ParseLenient(r.text, x.deviations)
	if err == nil {
		err = u.CheckHost()
	}
	if err != nil {
		r.URL = rfc1738.URL{}
		return err
	}
	r.URL = u // copied this late, its fields have reached the cache
	n := len(x.deviations)
	if r.strict = n == len(all); !r.strict {
		r.Deviations, x.deviations = all[n:len(all):len(all)], all
	}
	return nil
}

// An arena allocates strings in larger pieces of memory.
type arena struct{ block strings.Builder }

// arenaSize is the number of bytes that an arena allocates at a time. Keeping one string
// keeps as many bytes in memory.
const arenaSize = 4 << 10

// copy returns text as a string.
func (a *arena) copy(text []byte) string {
	if len(text) > arenaSize/8 {
		return string(text)
	}
	n := a.block.Len()
	if n+len(text) > a.block.Cap() {
		a.block = strings.Builder{}
		a.block.Grow(arenaSize)
		n = 0
	}
	a.block.Write(text)
	return a.block.String()[n:]
}
