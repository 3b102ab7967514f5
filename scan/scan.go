package scan

import (
	"bytes"
	"io"
)

// A Kind is how a candidate stands in its text.
type Kind uint8

// The kinds of candidates, in the order in which a mark around a URL tells that it is one.
const (
	Bare     Kind = iota // in a sentence
	Quoted               // between double quotes
	Prefixed             // after URL:
	Angle                // between < and >
	Wrapped              // between <URL: and >

	Attribute // the value of an attribute of HTML. No Scanner returns it; it is for packages that read HTML.
)

// NumKinds is how many kinds there are.
const NumKinds = int(Attribute) + 1

var kindNames = [NumKinds]string{"bare", "quoted", "prefixed", "angle", "wrapped", "attribute"}

// String returns the kind's name, such as "wrapped".
func (k Kind) String() string { return kindNames[k] }

// A Make is what a Scanner knows of the bytes of a candidate, so that its text need not be read again to tell whether it is a
// strict URL.
type Make uint8

// The makes of candidates. Only candidates without folds that quick found have another than Unknown.
const (
	Unknown Make = iota
	// Simple is http, https, ftp or gopher in lower case, "://", a host of letters, digits, "." and "-" in which a letter
	// follows each "." and "-", an optional port of digits, and optionally a "/" with letters, digits and any of
	// $-_.+!*'(),/:@&= after it. RFC 1738 accepts it.
	Simple
	// Tilde is the same with a "~" after the host.
	Tilde
)

// A Flaw is a reason for which a candidate is not a URL, though it reads like one: the text means another URL, which could only
// be guessed.
type Flaw uint8

// The flaws of bare candidates. The text of one that has a flaw goes on up to white space or a delimiter.
const (
	Flawless      Flaw = iota
	ForeignHost        // the host has bytes that are not UTF-8
	Obfuscated         // the host was made unclickable, and Config.Deobfuscate is not set
	UnknownScheme      // the scheme is unknown, and nothing else tells that a URL is meant
)

var flawNames = [...]string{"", "charset", "obfuscated", "scheme"}

// String returns the flaw's name, such as "charset", or "" for Flawless.
func (f Flaw) String() string { return flawNames[f] }

// Config says what a Scanner looks for. The zero Config is what most texts want.
type Config struct {
	// Schemes are names of further schemes that are known, in any case. A known scheme begins a URL even right after other
	// text, as in "post.https://".
	Schemes []string
	// Opaque are names of further schemes, in any case, that are looked for in bare text without "//" too, as "mailto" is.
	Opaque []string
	// IRI lets a URL in bare text go on over letters of scripts without blanks between words, and over symbols, in UTF-8
	// (RFC 3987). Letters of other scripts never end a URL, and punctuation always does.
	IRI bool
	// Deobfuscate asks for URLs that were made unclickable too, and restores them: hxxp://, [.] or [dot] for a dot, http__ or
	// http:\\ for http://, and the like.
	Deobfuscate bool
	// Delimiter, if not 0, says that the input is a table with this character between its fields, such as ',' or '\t', by the rules
	// of encoding/csv. Otherwise lines that look like rows of a table are read as such.
	Delimiter byte
	// Guess has the kinds of places without a scheme that are looked for too, such as GuessWWW|GuessMail.
	Guess Guess
	// Means reports whether a name without a scheme is meant: as the host of a URL, or, if it has an "@", as an address. kind is
	// the kind of the guess, or 0 for a name that was made unclickable. before is what stands right before the name, at most 40
	// bytes. Means is called before more is read, so that a name for which it returns false costs little, and does not hide a URL
	// after it. If Means is nil, every name is meant.
	Means func(kind Guess, before, name []byte) bool
	// MaxURL is the length in bytes above which a candidate is cut, with the white space inside it. 0 means DefaultMaxURL.
	// The size of the Scanner's buffer is MaxURL and about 76 KiB more.
	MaxURL int
	// Lines asks for the Line and Column of each candidate, and for LineBreaks.
	Lines bool
}

// DefaultMaxURL is the length in bytes above which a candidate is cut, unless Config says otherwise.
const DefaultMaxURL = 64 << 10

// A Candidate is a place in the input where a URL may stand. Its slices and methods are valid until the next call of
// [Scanner.Next].
type Candidate struct {
	Kind Kind
	// Start and End are the offsets of the candidate in the input, in bytes. The bytes [Start,End) are the candidate as it stands
	// there, with line breaks, but without the brackets, quotes or "URL:" around it.
	Start, End int64
	// Line and Column are those of Start. Both count from 1, and Column counts bytes. They are 0 unless Config.Lines is set.
	Line, Column int
	// Text is the candidate without its Folds.
	Text []byte
	// Folds are what was taken out of the candidate, in its order.
	Folds []Fold
	// Before is what stands right before the candidate in the input, at most four bytes. For a Prefixed one it is what stands
	// before the "URL:".
	Before []byte
	// Cut reports whether the candidate is longer than Config.MaxURL. Text is then only its beginning.
	Cut bool
	// Make is what is known of the bytes of Text.
	Make Make
	// Whole reports whether the marks around a bare candidate tell where it ends, so that no punctuation at its end belongs to a
	// sentence.
	Whole bool
	// Flaw is the reason for which the candidate is not a URL, or Flawless.
	Flaw Flaw
	// Escaped reports whether characters of the candidate are escaped in the input. What was taken out for that is among its Folds.
	Escaped bool
	// Restored reports whether Config.Deobfuscate changed the candidate. What was taken out for that is among its Folds.
	Restored bool
	// Guess is the kind of guess by which the candidate was found, or 0 if it has a scheme.
	Guess Guess

	s *Scanner // that found it, or nil
}

// A Fold is what was taken out of a candidate at one place: white space with the leader of the next line, or a mark.
type Fold struct {
	// At is the index in Text of the byte before which it stood.
	At int
	// Start and End are its offsets in the input, in bytes.
	Start, End int64
	// Break reports whether it has a line break. Blanks inside a line have none.
	Break bool
	// Mark reports whether it is not white space, but the backslash of roff's "\\-" or a part of a disguise. Where a disguise is
	// shorter than what it stands for, as in "http__host", the Fold ends before it starts.
	Mark bool
}

// Offset returns the offset of Text[i] in the input, in bytes.
func (c *Candidate) Offset(i int) int64 {
	offset := c.Start + int64(i)
	for _, f := range c.Folds {
		if f.At <= i {
			offset += f.End - f.Start
		}
	}
	return offset
}

// Source returns the bytes [start,end) of the input, which must be inside the candidate. They are valid until the next call of
// [Scanner.Next].
func (c *Candidate) Source(start, end int64) []byte {
	return c.s.buf[start-c.s.base : end-c.s.base]
}

// What a Scanner looks at is bounded.
const (
	back    = 4 << 10  // how far to the left of a ":"
	ahead   = 8 << 10  // how far beyond the longest candidate
	chunk   = 64 << 10 // how much it asks the reader for
	further = 4 << 10  // how much it asks for where a candidate goes on, so that little must be moved
)

// A Scanner finds candidates in a stream. It has one buffer, whose size depends on its Config alone. It must not be used by several
// goroutines at once.
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
	login   int       // where the authority of the bare candidate that is being read begins, or 0
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
	addressless   int64   // the offset before which no "@" follows a scheme that needs one

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

// Next returns the next candidate, which is valid until the next call. After the last one it returns [io.EOF]. It returns any
// other error of the reader unchanged, after the candidates that were read before it.
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

// colon returns the index of the next ":" that may belong to a candidate. The buffer has room for a whole window after it.
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

// shift makes room by moving the buffer's contents to the left, and keeps what may be looked at before index i. It returns the
// distance, by which all indexes shrink.
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

// has reports whether there is a byte at index i. It reads on if necessary, and never moves the buffer.
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

// is reports whether the byte at index i is b.
func (s *Scanner) is(i int, b byte) bool { return s.has(i) && s.buf[i] == b }

// blank reports whether b is white space inside a line.
func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\v' || b == '\f' }

// skipBlanks returns the index of the first byte from i on that is not a blank, or limit.
func (s *Scanner) skipBlanks(i, limit int) int {
	for i < limit && s.has(i) && blank(s.buf[i]) {
		i++
	}
	return i
}

// newline returns the length of the line break at index i, or 0. Up to eight carriage returns before a line feed belong to it. One
// without a line feed is a line break of its own.
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

// lastBreak returns the index of the last byte in text that ends a line, or -1. Mostly it is near the end.
func lastBreak(text []byte) int {
	i := len(text) - 1
	for i >= 0 && text[i] != '\n' && text[i] != '\r' {
		i--
	}
	return i
}

// offset returns the offset in the input of index i.
func (s *Scanner) offset(i int) int64 { return s.base + int64(i) }

// emit makes what stands at [start,end) the candidate that was found, with its folds in s.folds, and goes on searching at
// next.
func (s *Scanner) emit(kind Kind, start, end, next int) {
	s.emitPlain(kind, start, end, next)
	c := &s.found
	if len(s.folds) > 0 {
		c.Text, c.Folds = s.text, s.folds
	}
	if s.defang || s.worn.back {
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
