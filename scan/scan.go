package scan

import (
	"bytes"
	"io"
)

// A Kind is how a candidate stands in its text.
type Kind uint8

// The kinds of candidates, from the weakest mark to the strongest.
const (
	Bare     Kind = iota // in a sentence
	Quoted               // between double quotes
	Prefixed             // after URL:
	Angle                // between < and >
	Wrapped              // between <URL: and >

	Attribute // the value of an attribute of HTML: for those who read that, since no Scanner does
)

// NumKinds is how many kinds there are.
const NumKinds = int(Attribute) + 1

var kindNames = [NumKinds]string{"bare", "quoted", "prefixed", "angle", "wrapped", "attribute"}

// String is the kind's name, such as "wrapped".
func (k Kind) String() string { return kindNames[k] }

// A Make is what is known of the bytes that a candidate consists of.
type Make uint8

// The makes of candidates. They are noted only of those without folds that are found at a glance.
const (
	Unknown Make = iota
	// Simple is http, https, ftp or gopher in small letters, "://", a host of letters, digits, "." and "-", each label of which
	// begins with a letter and ends with none of "-", perhaps a port of digits, and perhaps a "/" and letters, digits and any
	// of $-_.+!*'(),/:@&=
	Simple
	// Tilde is the same with a "~" behind the host.
	Tilde
)

// A Flaw is why a candidate that reads like a URL is none: what stands there means another one, which only a guess would find.
type Flaw uint8

// The flaws of bare candidates. The text of one that has a flaw goes on up to white space or a delimiter.
const (
	Flawless    Flaw = iota
	ForeignHost      // bytes that are no UTF-8 stand among the letters of its host
	Obfuscated       // its host was made unclickable, and Config.Deobfuscate is not set
)

var flawNames = [...]string{"", "charset", "obfuscated"}

// String returns the flaw's name, such as "charset", or "" for Flawless.
func (f Flaw) String() string { return flawNames[f] }

// Config says what a Scanner looks for. The zero Config is what most texts want.
type Config struct {
	// Schemes are names, in any case, of further schemes that are known: they begin a URL even where other text is glued to
	// their left. Opaque are names of further schemes that stand in bare text without "//", as "mailto" does. A name that no
	// scheme can have is never found.
	Schemes, Opaque []string
	// IRI lets a URL in bare text go on over letters of scripts without blanks between words, and over symbols, as RFC 3987
	// does, in UTF-8. Letters of other scripts go on one without it; punctuation ends it in any case.
	IRI bool
	// Deobfuscate reads what was made unclickable: hxxp://, [.] or [dot] for a dot, http__ or http:\\ for http://, and the like.
	Deobfuscate bool
	// Delimiter stands between the fields of a text that is a table, by the rules of encoding/csv: ',' or '\t', for example. With
	// 0 each line tells whether it is a row of one.
	Delimiter byte
	// Guess are kinds of places without a scheme that are looked for too.
	Guess Guess
	// Means reports whether a name is meant as the host of a URL, or joe@host as an address, where there is no scheme to tell. kind is
	// that of the guess, or 0 for a name that was made unclickable; before is what stands before it, up to 40 bytes. It is asked
	// before more is read, so that a place that it refuses costs nothing and hides nothing. nil takes every name for meant.
	Means func(kind Guess, before, name []byte) bool
	// MaxURL is the length in bytes above which a candidate is cut, line breaks included. 0 is 64 KiB. The buffer is a
	// little longer.
	MaxURL int
	// Lines asks for Line and Column of candidates.
	Lines bool
}

// DefaultMaxURL is the length in bytes above which a candidate is cut, unless Config says otherwise.
const DefaultMaxURL = 64 << 10

// A Candidate is a place where a URL may stand. Its slices are valid until the next call of Next.
type Candidate struct {
	Kind Kind
	// Start and End are offsets in bytes from the beginning of the input: what stands there is the candidate, with its
	// line breaks, but without brackets, quotes and "URL:".
	Start, End int64
	// Line and Column are those of Start, counted from 1, Column in bytes. They are 0 unless Config.Lines is set.
	Line, Column int
	// Text is the candidate without what was folded out of it.
	Text []byte
	// Folds are what was taken out, in order.
	Folds []Fold
	// Before is what stands before it in the input, and before its "URL:" if it is Prefixed: at most four bytes.
	Before []byte
	// Cut is true for a candidate that is longer than MaxURL. Text is only how it begins.
	Cut bool
	// Make is of what bytes it is made, if that is known.
	Make Make
	// Whole reports whether what stands around a bare candidate tells where it ends, so that nothing at its end belongs to a sentence.
	Whole bool
	// Flaw tells why it is no URL, though it may read like one.
	Flaw Flaw
	// Escaped reports that characters were escaped in it. What was taken out for that is among its Folds.
	Escaped bool
	// Restored is true for one that Deobfuscate changed. What was taken out for that is among its Folds.
	Restored bool
	// Guess is the kind of place that it is, if it has no scheme, or 0.
	Guess Guess

	s *Scanner // that found it, or nil
}

// A Fold is what was taken out of a candidate: white space, and on a new line its leader, or a mark.
type Fold struct {
	// At is where it stood: before Text[At].
	At int
	// Start and End are its offsets in the input.
	Start, End int64
	// Break is true if it holds a line break, and false for blanks in mid-line.
	Break bool
	// Mark is true for what is no white space: the backslash of roff's "\\-", or a part of a disguise. Where more is meant than
	// is written, as in "http__host", such a Fold ends before it starts.
	Mark bool
}

// Offset gives the offset in the input of Text[i].
func (c *Candidate) Offset(i int) int64 {
	offset := c.Start + int64(i)
	for _, f := range c.Folds {
		if f.At <= i {
			offset += f.End - f.Start
		}
	}
	return offset
}

// Source returns the bytes [start,end) of the input, which stand in the candidate. They are valid until the next call of Next.
func (c *Candidate) Source(start, end int64) []byte {
	return c.s.buf[start-c.s.base : end-c.s.base]
}

// What a Scanner looks at is bounded: how far to the left of a ":", how far beyond the longest candidate, and how much
// it asks the reader for at a time, and further on for a candidate that goes on there, so that little must be moved.
const (
	back    = 4 << 10
	ahead   = 8 << 10
	chunk   = 64 << 10
	further = 4 << 10
)

// A Scanner finds candidates in a stream, in one buffer whose size depends on Config alone.
type Scanner struct {
	settings
	buffer
	current
	scratch
	quotes  quotes      // of what stands before quotes.counted, if the text is a table
	counter LineCounter // of what stands before counter.offset, if lines are counted
}

// settings are what a Scanner looks for. They stay as they are.
type settings struct {
	schemes *schemes
	max     int  // MaxURL
	window  int  // how much must fit into buf from a ":" on
	lines   bool // Config.Lines
	plain   bool // Config has no options that a quick look does not know
	iri     bool // Config.IRI
	defang  bool // Config.Deobfuscate

	delimiter byte                                       // Config.Delimiter
	triggers  *charset                                   // what places are recognized by, or nil for ":" alone
	guesses   Guess                                      // Config.Guess
	means     func(kind Guess, before, name []byte) bool // Config.Means
}

// A buffer is the stretch of the input that can be looked at.
//
// 0 <= floor <= pos <= end <= len(buf)
type buffer struct {
	r     io.Reader
	err   error // what the reader said last
	buf   []byte
	base  int64 // the offset of buf[0] in the input
	pos   int   // buf[:pos] has been searched
	end   int   // buf[end:] has not been read
	floor int   // buf[:floor] belongs to earlier candidates
}

// A current is what is known of the candidate that is being read, or was found last.
type current struct {
	found   Candidate // the last one
	start   int       // where it begins
	next    int       // where Continue goes on, or 0 if it cannot
	longer  int       // where Longer goes on, or 0 if it cannot
	flaw    Flaw      // of the bare candidate that is being read
	cut     bool      // it was cut, and its rest is still to come
	left    leftMark  // what stands before the bare candidate that is being read
	worn    disguise  // of the candidate that is being read
	opening opening   // the line on which a wrapper opens
	refused int64     // the offset of a bracket or quote that is to be read as if it were not there
}

// A scratch is memory that is used again, and what earlier readings found out about what later ones come to.
type scratch struct {
	text          []byte  // a candidate without its folds
	folds         []Fold  // these
	edits         []edit  // what takes off a candidate's disguise
	restored      []byte  // a candidate without that
	restoredFolds []Fold  // and its folds
	brackets      []int   // the brackets that are open
	unmatched     []int64 // offsets of opening brackets without partners, which a bare reading met
	met           int     // how many of them have been met again
	parameter     int64   // the offset of the last "&name=" after them
	line          line    // on which the last URL stands that may be in a table
	rows          rows    // of that

	inner *Scanner // reads text without its escapes, or nil
	query int64    // the offset of the last "?" that a private character of an IRI was found after
}

// NewScanner returns a Scanner that reads r.
func NewScanner(r io.Reader, config Config) *Scanner {
	s := &Scanner{settings: settings{
		schemes: defaultSchemes, max: config.MaxURL, lines: config.Lines, iri: config.IRI, defang: config.Deobfuscate,
		plain: !config.IRI && !config.Deobfuscate && config.Delimiter == 0, delimiter: config.Delimiter,
	}}
	if len(config.Schemes) > 0 || len(config.Opaque) > 0 || s.defang {
		s.schemes = newSchemes(config.Schemes, config.Opaque, s.defang)
	}
	s.triggers, s.guesses, s.means = newTriggers(&config), config.Guess, config.Means
	if s.max <= 0 {
		s.max = DefaultMaxURL
	}
	s.window = s.max + ahead
	s.buf = make([]byte, back+s.window+chunk)
	s.Reset(r)
	return s
}

// Reset makes the Scanner read r from the beginning, with the same Config and buffer.
func (s *Scanner) Reset(r io.Reader) {
	s.buffer = buffer{r: r, buf: s.buf}
	s.current = current{refused: -1}
	s.scratch = scratch{
		text: s.text, folds: s.folds, edits: s.edits, restored: s.restored, restoredFolds: s.restoredFolds, brackets: s.brackets, unmatched: s.unmatched[:0],
		inner: s.inner,
	}
	s.counter, s.quotes = LineCounter{}, quotes{}
	s.found.s = s
}

// Next gives the next candidate, which is valid until the next call. At the end of the input its error is io.EOF; any other
// error is the reader's own, and comes after the candidates that were read before it.
func (s *Scanner) Next() (*Candidate, error) {
	s.next, s.longer = 0, 0
	if s.cut {
		s.skipCut()
	}
	if s.triggers != nil {
		if err := s.nextPlace(); err != nil {
			return nil, err
		}
		return &s.found, nil
	}
	for {
		i, err := s.colon()
		if err != nil {
			return nil, err
		}
		if s.plain && s.quick(i) || s.candidate(i) {
			return &s.found, nil
		}
	}
}

// colon gives the index of the next ":" that may belong to a candidate. From there on there is room for a whole window.
func (s *Scanner) colon() (int, error) {
	for {
		k := bytes.IndexByte(s.buf[s.pos:s.end], ':')
		if k < 0 {
			s.pos = s.end
			s.shift(s.pos)
			if !s.has(s.pos) {
				return 0, s.err
			}
			continue
		}
		i := s.pos + k
		if len(s.buf)-i < s.window {
			i -= s.shift(i)
		}
		s.pos = i + 1
		if s.is(i+1, '/') || i > 1 && s.schemes.matter(s.buf[:i]) {
			return i, nil
		}
	}
}

// shift makes room by moving the buffer's contents to the left, but for what is still to be looked at before i. It gives
// the distance, by which all indexes shrink.
func (s *Scanner) shift(i int) int {
	by := i - back
	if by <= 0 {
		return 0
	}
	if s.lines {
		s.countLines(by)
	}
	if s.delimiter != 0 {
		s.countQuotes(by)
	}
	copy(s.buf, s.buf[by:s.end])
	s.base += int64(by)
	s.pos -= by
	s.end -= by
	s.floor = max(s.floor-by, 0)
	return by
}

// has is true if there is a byte at index i, and reads on for it if need be. It never moves the buffer.
func (s *Scanner) has(i int) bool { return i < s.end || s.read(i) }

func (s *Scanner) read(i int) bool {
	for tries := 0; i >= s.end; tries++ {
		if s.err != nil || s.end == len(s.buf) {
			return false
		}
		if tries == 100 {
			s.err = io.ErrNoProgress
			return false
		}
		n, err := s.r.Read(s.buf[s.end:min(len(s.buf), max(back+chunk, s.end+further))])
		if n > 0 {
			s.end += n
			tries = 0
		}
		s.err = err
	}
	return true
}

// is is true if the byte at index i is b.
func (s *Scanner) is(i int, b byte) bool { return s.has(i) && s.buf[i] == b }

// blank is true for white space inside a line.
func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\v' || b == '\f' }

// skipBlanks gives the index of the first byte from i on that is no blank, but not more than limit.
func (s *Scanner) skipBlanks(i, limit int) int {
	for i < limit && s.has(i) && blank(s.buf[i]) {
		i++
	}
	return i
}

// newline gives the length of the line break at index i, or 0. Carriage returns before a line feed belong to it, and one
// without is a line break of its own.
func (s *Scanner) newline(i int) int {
	if !s.has(i) || s.buf[i] != '\n' && s.buf[i] != '\r' {
		return 0
	}
	n := 0
	for n < 8 && s.is(i+n, '\r') {
		n++
	}
	if s.is(i+n, '\n') {
		return n + 1
	}
	return 1
}

// lastBreak gives the index of the last byte in text that ends a line, or -1. It is mostly near.
func lastBreak(text []byte) int {
	i := len(text) - 1
	for i >= 0 && text[i] != '\n' && text[i] != '\r' {
		i--
	}
	return i
}

// offset gives the offset in the input of index i.
func (s *Scanner) offset(i int) int64 { return s.base + int64(i) }

// emit makes what stands at [start,end) the candidate that was found, with its folds in s.folds, and goes on searching at
// next.
func (s *Scanner) emit(kind Kind, start, end, next int) {
	s.emitPlain(kind, start, end, next)
	c := &s.found
	if len(s.folds) > 0 {
		c.Text, c.Folds = s.text, s.folds
	}
	if s.defang {
		s.restore(c)
	}
}

// emitPlain is emit for a candidate without folds. Each field is set by itself, since that is what most candidates cost.
func (s *Scanner) emitPlain(kind Kind, start, end, next int) {
	c := &s.found
	c.Kind, c.Make, c.Cut, c.Restored, c.Escaped, c.Whole, c.Flaw = kind, Unknown, false, false, false, false, Flawless
	c.Start, c.End = s.offset(start), s.offset(end)
	c.Text, c.Folds, c.Before = s.buf[start:end], nil, s.buf[max(start-4, 0):start]
	if s.lines {
		s.countLines(start)
		c.Line, c.Column = s.counter.Place()
	}
	s.start, s.pos, s.floor = start, max(s.pos, next), next
}

// countLines counts the lines up to index i.
func (s *Scanner) countLines(i int) {
	if from := int(s.counter.offset - s.base); i > from {
		s.counter.Add(s.buf[from:i])
	}
}

// LineBreaks returns how many lines have ended in the input, once Next has returned io.EOF. It is 0 unless Config.Lines is set.
func (s *Scanner) LineBreaks() int {
	if !s.lines {
		return 0
	}
	s.countLines(s.end)
	return s.counter.Breaks()
}

// skipCut passes over the rest of a candidate that was cut.
func (s *Scanner) skipCut() {
	for s.cut {
		if len(s.buf)-s.pos < ahead {
			s.shift(s.pos)
		}
		for s.pos < s.end && plainSet[s.buf[s.pos]] {
			s.pos++
		}
		if len(s.buf)-s.pos < ahead {
			continue
		}
		switch {
		case !s.has(s.pos), !bareSet[s.buf[s.pos]]:
			size := 0
			if s.has(s.pos) && s.buf[s.pos] >= 0x80 {
				size = s.wordAt(s.pos, s.pos)
			}
			s.cut = size > 0
			s.pos += max(size-1, 0)
		case s.buf[s.pos] == ',', s.buf[s.pos] == ';', s.buf[s.pos] == '&':
			s.cut = !s.splits(s.pos)
		}
		if s.cut {
			s.pos++
		}
	}
	s.floor = s.pos
}
