package extract

import (
	"slices"
	"unsafe"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// A Result is a URL and its place in the input. The URL is strict or tolerated. If Config.Rejected is set, a Result may also be a
// rejected candidate: a text that looks like a URL but is not.
//
// A Result of [All], [Find] or [Extractor.All] may be kept, and used by several goroutines at once. A Result of [Extractor.Views]
// is a view: its fields may be kept, but its methods may be called only until the next Result is asked for, and panic after that.
// [Result.Clone] returns a Result that may be kept. The methods of the zero Result return zero values.
type Result struct {
	// Start and End are offsets in bytes from the beginning of the input. The bytes [Start,End) are the URL as written, including
	// line breaks inside it, without brackets, quotes and "URL:".
	Start, End int64
	// Line and Column are the position of Start. Both count from 1, and Column counts bytes. They are 0 unless Config.Lines is
	// set.
	Line, Column int
	// Err is the reason for which the candidate is rejected. It is nil for a strict or tolerated URL, and for a cut one.
	Err *rfc1738.Error
	// Kind says what marks the URL in the text, such as brackets around it.
	Kind scan.Kind
	// Flaw is the reason for which the candidate is rejected although the lenient parser may accept it, or scan.Flawless.
	Flaw scan.Flaw
	// Restored reports whether Config.Deobfuscate changed the URL, so Text differs from the input.
	Restored bool
	// Escaped reports whether characters of the URL are escaped in the input, as in JSON or LaTeX, or have marks without width
	// between them, as soft hyphens, so Text differs from the input.
	Escaped bool
	// Guessed is the kind of guess that found the URL, such as scan.GuessMail, or 0 if the URL has a scheme in the input. See
	// [Result.Written].
	Guessed scan.Guess
	// Cut reports whether the URL is longer than Config.MaxURL. Text is then only its beginning, which is not parsed and must not
	// be used as a URL.
	Cut bool
	// Incomplete reports whether more text may belong to the URL: it extends to the place where reading failed with an error
	// other than io.EOF, or the mark that ends it was not found before that place. The text may be a strict URL, but does not
	// prove that anybody wrote that URL.
	Incomplete bool

	strict     bool
	relative   bool   // whether no "/" follows the ":" of a guessed host and path
	generation uint64 // of the view, or 0
	m          *match // the data of the methods, or nil in the zero Result
}

// A match has the data that the methods of a Result return. All views of an Extractor share one match, which changes with each
// view. A clone has a match of its own, which does not change.
type match struct {
	generation uint64 // of the valid view, or 0 in a clone
	options    *options
	text       []byte      // the URL without its folds
	folds      []scan.Fold // the text that was folded out of the URL
	joined     bool        // whether it goes on over the next line

	// In a clone:
	kept string    // text, as a string
	rest []Reading // the readings after those for hyphens

	*current // in a view; nil in a clone
}

// A current is what an Extractor knows only of its current match.
type current struct {
	candidate  *scan.Candidate
	url        rfc1738.URL
	deviations []rfc1738.Deviation
	state      parseState
	arena      arena  // of the texts of URLs
	scratch    []byte // text, if it is not a part of the input
	lines      []byte // scratch of continuations
	refolded   []scan.Fold
}

// A parseState says what is known of a match.
type parseState uint8

const (
	unparsed parseState = iota
	skimmed             // it is a URL that rfc1738.Skim knows, but url and deviations are not there yet
	viewed              // url and deviations belong to it, and url shares the memory of text
	parsed              // url and deviations belong to it, and url may be kept
)

// match returns the match of a Result, or nil for the zero Result. It panics if r is a view that is no longer valid.
func (r *Result) match() *match {
	if r.m != nil && r.generation != r.m.generation {
		panic("extract: method of a Result called after the next one was asked for; keep its Clone")
	}
	return r.m
}

// Clone returns a copy of the Result that stays valid and does not refer to the Extractor's buffer. Like [Result.Readings], it
// may read further in the input.
func (r Result) Clone() Result { return r.clone("") }

// clone is Clone. If a string already holds the text, text is that string; otherwise it is "".
func (r Result) clone(text string) Result {
	m := r.match()
	if m == nil || r.generation == 0 {
		return r
	}
	if text == "" {
		text = string(m.text)
	}
	kept := &match{options: m.options, text: bytesOf(text), kept: text, joined: m.joined, folds: slices.Clone(m.folds)}
	m.otherReadings(&r, func(reading Reading) bool {
		kept.rest = append(kept.rest, reading)
		return true
	})
	r.m, r.generation = kept, 0
	return r
}

// String returns the URL with its fragment and without line breaks. The string may be kept.
func (r Result) String() string {
	m := r.match()
	switch {
	case m == nil:
		return ""
	case r.generation == 0:
		return m.kept
	}
	return string(m.text)
}

// Text returns the same as String, as bytes, which must not be changed. The slice of a view is valid until the next Result is
// asked for.
func (r Result) Text() []byte {
	m := r.match()
	if m == nil {
		return nil
	}
	return m.text
}

// Around returns the text before the URL on its line, and the text after the URL on the line where it ends, at most n bytes of each
// and at most [scan.MaxAround]. It may read on in the input, as far as it must. It returns nothing for a clone, and for an attribute.
// The slices are valid until the next Result is asked for.
func (r Result) Around(n int) (before, after []byte) {
	return r.AroundLines(0, 0, n)
}

// AroundLines is like Around with more lines: up to above lines before the URL's, and up to below lines after it. They have their line
// breaks, except for the last one.
func (r Result) AroundLines(above, below, n int) (before, after []byte) {
	m := r.match()
	if m == nil || m.current == nil || m.candidate == nil {
		return nil, nil
	}
	return m.candidate.AroundLines(r.Start, r.End, above, below, n)
}

// Strict reports whether RFC 1738 section 5 accepts the URL. It returns false for rejected and cut URLs.
func (r Result) Strict() bool { return r.strict }

// Broken reports whether there is a line break inside the URL in the input.
func (r Result) Broken() bool {
	m := r.match()
	return m != nil && (m.joined || slices.ContainsFunc(m.folds, func(f scan.Fold) bool {
		return f.Break && 0 < f.At && f.At < len(m.text)
	}))
}

// URL returns the parsed URL, which may be kept. It returns the zero URL for a rejected or cut URL.
func (r Result) URL() rfc1738.URL {
	u, _ := r.Parsed()
	if m := r.m; r.generation > 0 && m.state == viewed {
		m.deviations = m.url.SetSkimmed(m.arena.copy(m.text), m.hostEnd(), r.strict, m.deviations[:0])
		m.state = parsed
	}
	return *u
}

// Simple reports whether a view is a simple URL, and returns the index after its host in Text. A simple URL has a scheme of http, https,
// ftp or gopher in lower case, a host that is a name, no port, and after the host nothing or a "/" and characters that are no escape,
// "?" or "#". It has no cautions, and no deviations but "~". Most URLs are simple. Simple returns false if it cannot tell.
func (r *Result) Simple() (host int, ok bool) {
	m := r.match()
	if m == nil || r.generation == 0 || m.candidate.Make == scan.Unknown || m.state != skimmed && m.state != viewed {
		return 0, false
	}
	host = m.hostEnd()
	return host, host == len(m.text) || m.text[host] == '/'
}

// Deviations returns the places where the URL breaks section 5. It returns nil for a strict URL, and for a rejected or cut one,
// whose deviations are not known. The slice of a view is valid until the next Result is asked for.
func (r Result) Deviations() []rfc1738.Deviation {
	if r.strict {
		r.match() // panics if r is stale
		return nil
	}
	_, deviations := r.Parsed()
	return deviations
}

// Parsed returns what URL and Deviations return, without a copy. The URL must not be changed. Neither it nor its parts may be used after
// the next Result was asked for.
func (r *Result) Parsed() (*rfc1738.URL, []rfc1738.Deviation) {
	m := r.match()
	switch {
	case m == nil || r.Err != nil || r.Cut:
		return new(rfc1738.URL), nil
	case r.generation == 0:
		u, deviations, _ := m.options.grammar.Lenient(m.kept, nil)
		return &u, deviations
	case m.state == skimmed:
		m.deviations = m.url.SetSkimmed(view(m.text), m.hostEnd(), r.strict, m.deviations[:0])
		m.state = viewed
	}
	return &m.url, m.deviations
}

// hostEnd returns the index after the host if the Scanner knows it, or 0.
func (m *match) hostEnd() int {
	if m.candidate.Make == scan.Unknown {
		return 0
	}
	return min(m.candidate.Host, len(m.text))
}

// parse parses the text.
func (m *match) parse() *rfc1738.Error {
	var err error
	m.url, m.deviations, err = m.options.grammar.Lenient(m.arena.copy(m.text), m.deviations[:0])
	if err != nil {
		m.state = unparsed
		return err.(*rfc1738.Error)
	}
	m.state = parsed
	return m.url.Nameless()
}

// An arena allocates strings in larger pieces of memory. It writes each byte once.
type arena struct{ free []byte }

// arenaSize is how many bytes an arena allocates at a time. A string that is kept keeps as many in memory.
const arenaSize = 4 << 10

// copy returns a string with the bytes of text.
func (a *arena) copy(text []byte) string {
	if len(text) > arenaSize/8 {
		return string(text)
	}
	if len(text) > len(a.free) {
		a.free = make([]byte, arenaSize)
	}
	n := copy(a.free, text)
	s := view(a.free[:n])
	a.free = a.free[n:]
	return s
}

// view returns b as a string without a copy. It is valid as long as b does not change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf returns s as bytes without a copy. They must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
