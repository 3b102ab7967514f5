package extract

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// Config says what to extract. The zero Config is what most texts want: all URLs, strict or tolerated.
type Config struct {
	// Schemes are names, in lower case, of further schemes that stand in bare text without "//", as "mailto" does.
	Schemes []string
	// MaxURL is the length in bytes above which a URL is cut. 0 is [scan.DefaultMaxURL].
	MaxURL int
	// Lines asks for Line and Column of results.
	Lines bool
	// Join takes, of a bare URL that is broken over lines, the longest reading of the kind [NextLine].
	Join bool
	// IRI lets characters that are not ASCII stand in bare URLs too, as RFC 3987 does, in UTF-8, and gives Encoded their URI
	// form. Punctuation ends them.
	IRI bool
	// Deobfuscate reads URLs that were made unclickable: hxxp://, [.] or [dot] for a dot, [://], a blank before "www".
	Deobfuscate bool
	// Rejected asks also for what no URL can be, as results with an Err.
	Rejected bool
	// Grammar is what URLs are parsed by. nil is RFC 1738 section 5 as it stands.
	Grammar *rfc1738.Grammar
}

// A Result is a URL and where it stands in the input. What it holds and gives is valid until the next Result.
type Result struct {
	// Start and End are offsets in bytes from the beginning of the input: the URL's own text as it stands there, line
	// breaks and all, without brackets, quotes and "URL:".
	Start, End int64
	// Line and Column are those of Start, counted from 1, Column in bytes. They are 0 unless Config.Lines is set.
	Line, Column int
	// Text is the URL, with its fragment, as it reads without line breaks.
	Text []byte
	// Err says why no URL can be like this. It is nil unless Config.Rejected is set.
	Err *rfc1738.Error
	x   *Extractor
	// Kind is how the URL stands in the text.
	Kind scan.Kind
	// Restored is true for a URL that Config.Deobfuscate changed: what stands in the text is not what Text has.
	Restored bool
	// Cut is true for a URL longer than Config.MaxURL. Text is only how it begins, and not to be taken for a URL; nothing
	// is parsed, and Err is nil.
	Cut bool

	strict bool
}

// Strict is true if the URL is one by section 5.
func (r Result) Strict() bool { return r.strict }

// Broken is true if a line break was folded out of the URL.
func (r Result) Broken() bool {
	c := r.x.candidate
	return r.x.joined || slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return f.Break && 0 < f.At && f.At < len(c.Text) })
}

// Deviations are where the URL breaks section 5. One without any is strict.
func (r Result) Deviations() []rfc1738.Deviation {
	r.x.parseSkimmed(r)
	if !r.x.parsed {
		return nil
	}
	return r.x.deviations
}

// String is the URL as it reads without line breaks. It holds no buffer.
func (r Result) String() string { return string(r.Text) }

// URL is the parsed URL, or the zero URL if there is an Err or it was cut.
func (r Result) URL() rfc1738.URL {
	r.x.parseSkimmed(r)
	if !r.x.parsed {
		return rfc1738.URL{}
	}
	return r.x.url
}

// An Extractor extracts URLs from one input after another. It is not for use by several goroutines at once.
type Extractor struct {
	config  Config
	scanner *scan.Scanner
	grammar *rfc1738.Grammar

	// Of the current result:
	candidate  *scan.Candidate
	url        rfc1738.URL
	deviations []rfc1738.Deviation
	parsed     bool   // whether url and deviations are its own
	skimmed    bool   // whether it is known to be a URL, but not parsed yet
	joined     bool   // whether it goes on over the next line
	text       []byte // it, if it does, or if it was quoted-printable
	folds      []scan.Fold
	raw        []byte // scratch of continuations
}

// New gives an Extractor.
func New(config Config) *Extractor {
	x := &Extractor{config: config, grammar: config.Grammar}
	if x.grammar == nil {
		x.grammar = new(rfc1738.Grammar)
	}
	x.scanner = scan.NewScanner(nil, scan.Config{
		Schemes: config.Schemes, MaxURL: config.MaxURL, Lines: config.Lines, IRI: config.IRI, Deobfuscate: config.Deobfuscate,
	})
	return x
}

// All gives the URLs in r, in the order in which they stand there, by the zero Config.
func All(r io.Reader) iter.Seq2[Result, error] { return New(Config{}).All(r) }

// All gives the URLs in input, in the order in which they stand there. An error is the reader's own, and ends the sequence.
// Results are given as they are found: no more is read than is needed to know where one ends.
func (x *Extractor) All(input io.Reader) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		x.scanner.Reset(input)
		var r Result
		for {
			c, err := x.scanner.Next()
			if err != nil {
				if err != io.EOF {
					yield(Result{x: x}, err)
				}
				return
			}
			x.candidate = c
			if x.judge(c, &r) && !yield(r, nil) {
				return
			}
		}
	}
}

// Attribute gives the URL that the value of an HTML attribute is. Line breaks and tabs in it do not count, and nothing is
// trimmed. It is false for a value that is none, such as a link without a scheme, or one that is not to be shown. Start and
// End are offsets in the value.
func (x *Extractor) Attribute(value []byte) (Result, bool) {
	text := bytes.TrimFunc(value, unicode.IsSpace)
	start := bytes.Index(value, text)
	x.candidate = &attributeCandidate
	x.parsed, x.skimmed, x.joined = false, false, false
	r := Result{Kind: scan.Attribute, Start: int64(start), End: int64(start + len(text)), Text: text, x: x}
	if bytes.ContainsAny(text, "\n\r\t") {
		x.text = append(x.text[:0], text...)
		x.text = slices.DeleteFunc(x.text, func(b byte) bool { return b == '\n' || b == '\r' || b == '\t' })
		r.Text, x.joined = x.text, true
	}
	n := schemeLength(r.Text)
	if n == 0 || !bytes.HasPrefix(r.Text[n:], []byte("://")) && !x.opaque(string(bytes.ToLower(r.Text[:n]))) || !meant(r.Text) {
		return r, false
	}
	if r.strict, x.skimmed = rfc1738.Skim(r.Text); x.skimmed {
		return r, true
	}
	if r.Err = x.parse(r.Text); r.Err != nil {
		return r, x.config.Rejected
	}
	r.strict, x.parsed = len(x.deviations) == 0, true
	return r, true
}

// attributeCandidate stands for a candidate where there is none.
var attributeCandidate = scan.Candidate{Kind: scan.Attribute}

// opaque is true for a scheme that stands without "//".
func (x *Extractor) opaque(name string) bool {
	switch name {
	case "mailto", "mid", "cid", "mailserver", "news", "snews":
		return true
	}
	return slices.Contains(x.config.Schemes, name)
}

// LineBreaks gives how many line feeds the last input had, once it is read to its end. It is 0 unless Config.Lines is set.
func (x *Extractor) LineBreaks() int { return x.scanner.LineBreaks() }

// judge makes r the result for the candidate. It is false for one that is not to be shown.
func (x *Extractor) judge(c *scan.Candidate, r *Result) bool {
	x.parsed, x.skimmed, x.joined = false, false, false
	*r = Result{
		Kind: c.Kind, Start: c.Start, End: c.End, Line: c.Line, Column: c.Column, Text: c.Text, Restored: c.Restored, Cut: c.Cut,
		x: x,
	}
	if c.Cut {
		return true
	}
	switch c.Kind {
	case scan.Bare, scan.Prefixed:
		r.Text = trim(c.Text, c.Before)
	case scan.Quoted:
		for n := len(r.Text); n > 0 && (r.Text[n-1] == '.' || r.Text[n-1] == ','); n = len(r.Text) {
			r.Text = r.Text[:n-1]
		}
	}
	if len(r.Text) == 0 {
		return false
	}
	if len(r.Text) < len(c.Text) || len(c.Folds) > 0 {
		r.End = c.Offset(len(r.Text)-1) + 1
	}
	if x.skims(c) {
		if c.Make == scan.Simple || c.Make == scan.Tilde && len(r.Text) == len(c.Text) {
			r.strict, x.skimmed = c.Make == scan.Simple, true
			return true
		}
		if r.strict, x.skimmed = rfc1738.Skim(r.Text); x.skimmed {
			return true
		}
	}
	x.unquote(r)
	if c.Kind != scan.Wrapped && !meant(r.Text) {
		return false
	}
	if x.config.Join && (c.Kind == scan.Bare || c.Kind == scan.Prefixed) {
		x.join(r)
	}
	if r.Err = x.parse(r.Text); r.Err != nil && softBreak(c) {
		x.decode(r)
		r.Err = x.parse(r.Text)
	}
	if r.Err != nil {
		if hides(c) {
			x.scanner.Unwrap()
			return false
		}
		return x.config.Rejected
	}
	r.strict, x.parsed = len(x.deviations) == 0, true
	return true
}

// skims is true for a candidate of which no more needs to be known for now than whether it is a URL. Most are like that.
func (x *Extractor) skims(c *scan.Candidate) bool {
	return len(c.Folds) == 0 && x.config.Grammar == nil && !x.config.Join && !attribute(c)
}

// parseSkimmed parses the URL of the current result, if that has not been done.
func (x *Extractor) parseSkimmed(r Result) {
	if x.skimmed {
		x.skimmed, x.parsed = false, true
		x.url, x.deviations, _ = x.grammar.Lenient(r.Text, x.deviations[:0])
	}
}

// hides is true for a candidate, itself rejected, whose brackets or quotes have a URL in them all the same: because they
// have no scheme at the beginning but one inside, or because of a line break that does not belong to the URL.
func hides(c *scan.Candidate) bool {
	switch c.Kind {
	case scan.Bare, scan.Prefixed:
		return false
	case scan.Quoted:
		return slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return f.Break })
	}
	return schemeLength(c.Text) == 0 && bytes.Contains(c.Text, []byte("://"))
}

// schemeLength is the length of the scheme that text begins with, or 0.
func schemeLength(text []byte) int {
	for i, b := range text {
		switch {
		case b == ':':
			return i
		case !alphanumeric(b) && b != '+' && b != '-' && b != '.':
			return 0
		}
	}
	return 0
}

// parse parses text as the URL of the current result.
func (x *Extractor) parse(text []byte) *rfc1738.Error {
	var err error
	x.url, x.deviations, err = x.grammar.Lenient(text, x.deviations[:0])
	if err != nil {
		return err.(*rfc1738.Error)
	}
	return misfit(x.url)
}

// misfit tells why a URL of a scheme that section 5 leaves open is none: it allows "foo://", but where "//" stands, there is
// a host to follow, or else a path; and an https URL has no word for a port.
func misfit(u rfc1738.URL) *rfc1738.Error {
	text := u.String()
	part, ok := u.Part(rfc1738.Schemepart)
	if !ok || !strings.HasPrefix(part, "//") {
		return nil
	}
	start, end, stop := hostSpan(text)
	host, port := text[start:end], text[end:stop]
	if !strings.ContainsFunc(host, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		if strings.HasPrefix(part, "///") && u.Scheme() != "https" && len(part) > len("///") {
			return nil
		}
		return newError(text, start, "hostport", "a host")
	}
	if i := strings.IndexAny(text[start:stop], `%${}\`); i >= 0 {
		return newError(text, start+i, "hostport", "a host") // a template
	}
	if word := strings.TrimLeft(strings.TrimPrefix(port, ":"), "0123456789"); word != "" && u.Scheme() == "https" {
		return newError(text, stop-len(word), "port", "digits")
	}
	return nil
}

// hostSpan gives where the host stands in a URL with "//", and where the authority stops (3.1): in what stands up to the
// next "/", "?" or "#", behind a user and before a port. All are 0 for a URL without "//".
func hostSpan(url string) (start, end, stop int) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return 0, 0, 0
	}
	start = len(scheme) + len("://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	stop = start + len(rest)
	start += strings.LastIndexByte(rest, '@') + 1
	host := url[start:stop]
	address := strings.LastIndexByte(host, ']') + 1
	if i := strings.IndexByte(host[address:], ':'); i >= 0 {
		host = host[:address+i]
	}
	return start, start + len(host), stop
}

func newError(text string, offset int, rule, wants string) *rfc1738.Error {
	e := &rfc1738.Error{Offset: offset, Byte: -1, Rule: rule, Section: "3.1", Wants: wants}
	if offset < len(text) {
		e.Byte = int(text[offset])
	}
	return e
}

// endSet has what trim may find at the end of a URL.
var endSet = func() (set [256]bool) {
	for _, b := range []byte(".,;:!?'s0*_~+#=-") {
		set[b] = true
	}
	return set
}()

// trim gives a bare URL without what belongs to the sentence after it: punctuation, a possessive 's, and emphasis or a
// line of decoration that also stands before it.
func trim(text, before []byte) []byte {
	if n := len(text); n > 0 && !endSet[text[n-1]] {
		return text
	}
	emphasis := emphasis(before)
	for n := len(text); n > 0; n = len(text) {
		switch last := text[n-1]; {
		case last == '.', last == ',', last == ';', last == ':', last == '!', last == '?', last == '\'':
			text = text[:n-1]
		case last == 's' && n > 1 && text[n-2] == '\'':
			text = text[:n-2]
		case last == '0' && bytes.HasSuffix(text, []byte("=20")) && bytes.IndexByte(text, '?') < 0:
			text = text[:n-3] // a blank in quoted-printable
		case emphasis.ends(last):
			text = text[:n-1]
		default:
			return text
		}
	}
	return text
}

// An emphasisMark is what stands right before a URL and may be trimmed from its end: each character as often as it stands
// there, or any number where that is a line.
type emphasisMark struct {
	marks []byte
	used  int  // of which the lowest bits tell which have been trimmed
	line  bool // of the last one
}

func emphasis(before []byte) emphasisMark {
	const line = 3
	n := len(before)
	start := n
	for start > 0 && bytes.IndexByte([]byte("*_~+#=-"), before[start-1]) >= 0 {
		start--
	}
	marks := before[start:]
	switch same := n - len(bytes.TrimRight(before, string(before[max(n-1, 0):]))); {
	case same >= line && len(marks) > 0:
		return emphasisMark{marks: marks[len(marks)-1:], line: true}
	case same >= line, start > 0 && alphanumeric(before[start-1]), bytes.ContainsAny(marks, "=-"):
		return emphasisMark{}
	}
	return emphasisMark{marks: marks}
}

// ends is true for a character at the end of a URL that belongs to the emphasis.
func (e *emphasisMark) ends(b byte) bool {
	for i, mark := range e.marks {
		if mark == b && (e.line || e.used&(1<<i) == 0) {
			e.used |= 1 << i
			return true
		}
	}
	return false
}

func alphanumeric(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// meant is true if text that has no "URL:" before it is meant as a URL: without "//" it needs an "@", and news a dot, "*"
// or "@".
func meant(text []byte) bool {
	name, rest, _ := bytes.Cut(text, []byte(":"))
	if bytes.HasPrefix(rest, []byte("//")) {
		return true
	}
	switch string(bytes.ToLower(name)) {
	case "mailto", "mid", "cid", "mailserver":
		at := bytes.IndexByte(rest, '@')
		return at > 0 && at < len(rest)-1
	case "news", "snews":
		return bytes.ContainsAny(rest, ".*@")
	}
	return len(rest) > 0
}
