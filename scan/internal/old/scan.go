//go:build long

package old

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// A Kind is what marks a candidate in its text, such as brackets or quotes around it.
type Kind uint8

// The kinds of candidates, from the weakest mark to the strongest: the stronger the mark, the surer that a URL is meant.
const (
	Bare     Kind = iota // in a sentence
	Quoted               // between double quotes
	Prefixed             // after URL:
	Angle                // between < and >
	Wrapped              // between <URL: and >

	// Attribute is a link that readers do not see: in an attribute of HTML, for packages that read HTML, or the target of a hyperlink
	// in text for a terminal, which a Scanner returns.
	Attribute
)

// NumKinds is the number of kinds.
const NumKinds = int(Attribute) + 1

var kindNames = [NumKinds]string{"bare", "quoted", "prefixed", "angle", "wrapped", "attribute"}

// String returns the kind's name, such as "wrapped".
func (k Kind) String() string {
	if int(k) >= NumKinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// MarshalText returns what String does.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Flaw is a reason for which a candidate is not a URL although it looks like one: the text means another URL, which could only
// be guessed.
type Flaw uint8

// The flaws of bare candidates. The text of a candidate with a flaw extends to white space or a delimiter.
const (
	Flawless      Flaw = iota
	ForeignHost        // the host has bytes that are not UTF-8, or goes on after a character after which it may also end, or in another string
	Obfuscated         // the host was made unclickable, and Config.Deobfuscate is not set
	UnknownScheme      // the scheme is unknown, and nothing else shows that a URL is meant
	Overwritten        // at its end, or before an unknown scheme, a part of the word is replaced, as on a terminal
)

var flawNames = [...]string{"", "charset", "obfuscated", "scheme", "overwritten"}

// String returns the flaw's name, such as "charset", or "" for Flawless.
func (f Flaw) String() string {
	if int(f) >= len(flawNames) {
		return fmt.Sprintf("Flaw(%d)", uint8(f))
	}
	return flawNames[f]
}

// Config says what a Scanner looks for. The zero Config is right for most texts.
type Config struct {
	// Schemes are the names of additional known schemes, in any case. A known scheme begins a URL even right after other text, as
	// in "post.https://".
	Schemes []string
	// Opaque are the names of additional schemes, in any case, that begin a URL in bare text without "//" too, as "mailto" does.
	Opaque []string
	// IRI lets a bare URL include letters of scripts without blanks between words, and symbols, in UTF-8 (RFC 3987). Letters of
	// other scripts never end a URL, and punctuation always does.
	IRI bool
	// Deobfuscate asks for URLs that were made unclickable too, and restores them: hxxp://, [.] or [dot] for a dot, http__ or
	// http:\\ for http://, and similar disguises.
	Deobfuscate bool
	// Delimiter, if not 0, says that the input is a table with this character between its fields, such as ',' or '\t', by the
	// rules of encoding/csv. If it is 0, lines that look like rows of a table are read as rows.
	Delimiter byte
	// Guess has the kinds of places without a scheme to look for, such as GuessWWW|GuessMail.
	Guess Guess
	// Means reports whether a name without a scheme is meant as the host of a URL, or, if it has an "@", as an address. kind is
	// the kind of the guess, or 0 for a name that was made unclickable. before is the text right before the name, at most 40
	// bytes. Means must not keep or change before and name. The Scanner calls Means before it reads on: a name for which it
	// returns false costs little, and does not hide a URL after it. If Means is nil, every name is meant.
	Means func(kind Guess, before, name []byte) bool
	// MaxURL is the maximum length of a candidate in bytes, including white space inside it. A longer candidate is cut. 0 means
	// DefaultMaxURL. The size of the Scanner's buffer is MaxURL and about 76 KiB more.
	MaxURL int
	// Lines asks for the Line and Column of each candidate, and for [Scanner.LineBreaks].
	Lines bool
}

// DefaultMaxURL is the maximum length of a candidate in bytes, unless Config sets another.
const DefaultMaxURL = 64 << 10

// A Candidate is a place in the input where a URL may be. Its slices and methods are valid until the next call of [Scanner.Next].
type Candidate struct {
	Kind Kind
	// Start and End are the offsets of the candidate in the input, in bytes. The bytes [Start,End) include line breaks inside the
	// candidate, but not the brackets, quotes or "URL:" around it.
	Start, End int64
	// Line and Column are the position of Start. Both count from 1, and Column counts bytes. They are 0 unless Config.Lines is
	// set.
	Line, Column int
	// Text is the candidate without its Folds.
	Text []byte
	// Folds describe the text that was taken out of the candidate, in order.
	Folds []Fold
	// Before is the text right before the candidate, at most four bytes, without what is folded out. For a Prefixed candidate it is the text
	// before the "URL:".
	Before []byte
	// Cut reports whether the candidate is longer than Config.MaxURL. Text is then only its beginning.
	Cut bool
	// Whole reports whether the marks around a bare candidate determine where it ends. If so, punctuation at its end does not
	// belong to the sentence.
	Whole bool
	// Flaw is the reason for which the candidate is not a URL, or Flawless.
	Flaw Flaw
	// Escaped reports whether characters of the candidate are escaped in the input, or have marks without width between them. The
	// escapes and marks are among its Folds.
	Escaped bool
	// Restored reports whether Config.Deobfuscate changed the candidate. The disguise is among its Folds.
	Restored bool
	// Guess is the kind of guess that found the candidate, or 0 if the candidate has a scheme.
	Guess Guess
	// Incomplete reports whether more text may belong to the candidate: it extends to the place where reading failed with an error
	// other than io.EOF, or its closing mark was not found before that place.
	Incomplete bool

	s *Scanner // the Scanner that found it, or nil
}

// A Fold is text taken out of a candidate at one place: white space with the leader of the next line, or a mark.
type Fold struct {
	// At is the index in Text of the byte that followed the fold.
	At int
	// Start and End are the offsets of the fold in the input, in bytes.
	Start, End int64
	// Break reports whether the fold has a line break. Blanks inside a line have none.
	Break bool
	// Mark reports whether the fold is not white space but the backslash of roff's "\\-", a mark without width, an escape sequence, a
	// character that is struck over, or a part of a disguise. If a disguise is shorter than the text it stands for, as in
	// "http__host", End is less than Start.
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

// Source returns the bytes [start,end) of the input, without escape sequences. Both offsets must be inside the candidate. The slice is valid until the next
// call of [Scanner.Next].
func (c *Candidate) Source(start, end int64) []byte {
	return c.s.buf[c.s.index(start):c.s.index(end)]
}

// Around returns the text before offset start on its line and the text from offset end to the end of its line, at most n bytes of
// each. start must be in the candidate, and end in it or at its end, or at that of a piece that [Candidate.Continue] returned. n is
// at most MaxAround. Around may read on in the input, as far as it must. The slices are valid until the next call of [Scanner.Next].
func (c *Candidate) Around(start, end int64, n int) (before, after []byte) {
	return c.AroundLines(start, end, 0, 0, n)
}

// AroundLines is like Around with more lines: up to above lines before that of start, and up to below lines after that of end. They
// have their line breaks, except for the last one.
func (c *Candidate) AroundLines(start, end int64, above, below, n int) (before, after []byte) {
	s := c.s
	if s == nil {
		return nil, nil
	}
	n = min(n, MaxAround)
	from, to := s.index(start), s.index(end)
	before = s.buf[max(0, from-n):from]
	at := lastBreak(before)
	for ; at >= 0 && above > 0; above-- {
		if at > 0 && before[at] == '\n' && before[at-1] == '\r' {
			at--
		}
		at = lastBreak(before[:at])
	}
	before = before[at+1:]
	i := to
	for ; i < to+n && s.has(i); i++ {
		if s.buf[i] != '\n' && s.buf[i] != '\r' {
			continue
		}
		if below--; below < 0 {
			break
		}
		if s.buf[i] == '\r' && i+1 < to+n && s.has(i+1) && s.buf[i+1] == '\n' {
			i++
		}
	}
	return before, s.buf[to:i]
}

// MaxAround is the maximum number of bytes that [Candidate.Around] returns of each side.
const MaxAround = 1 << 10

// Limits of what a Scanner looks at, in bytes.
const (
	back    = 4 << 10  // to the left of a ":"
	ahead   = 8 << 10  // beyond the longest candidate
	chunk   = 64 << 10 // of one read
	further = 4 << 10  // of one read inside a candidate, short so that little must be moved
)

// A Scanner finds candidates in a stream. It has one buffer, whose size depends on its Config alone. It must not be used by
// several goroutines at once.
type Scanner struct {
	settings
	buffer
	current
	scratch
	terminal
	quotes  quotes      // before quotes.counted, if the text is a table
	counter LineCounter // of the text before counter.offset, if lines are counted
	paired  int64       // between counter.offset and this offset an LF follows each CR
}

// settings say what a Scanner looks for. They do not change.
type settings struct {
	schemes *schemes
	max     int  // MaxURL
	window  int  // how much must fit into buf after a ":"
	lines   bool // Config.Lines
	plain   bool // Config has no option that quick does not know
	iri     bool // Config.IRI
	defang  bool // Config.Deobfuscate

	delimiter byte                                       // Config.Delimiter
	triggers  *charset                                   // the bytes that can begin a place, or nil for ":" alone
	guesses   Guess                                      // Config.Guess
	means     func(kind Guess, before, name []byte) bool // Config.Means
}

// A buffer is the stretch of the input that is in memory.
//
// 0 <= floor <= pos <= got <= len(buf)
// 0 <= end <= got
type buffer struct {
	r     io.Reader
	err   error // the last error of the reader
	buf   []byte
	base  int64 // the offset of buf[0] in the input
	pos   int   // buf[:pos] has been searched
	end   int   // what rules may read ends here; sequences are folded out of it
	got   int   // buf[got:] has not been read
	floor int   // buf[:floor] belongs to earlier candidates
}

// A current is what is known of the candidate that is being read, or that was found last.
type current struct {
	found   Candidate // the last candidate
	start   int       // where it begins
	next    int       // where Continue goes on, or 0 if it cannot
	longer  int       // where Longer goes on, or 0 if it cannot
	login   int       // where the authority of the bare candidate that is being read begins, or 0
	flaw    Flaw      // of the bare candidate that is being read
	cut     bool      // the candidate was cut, and its rest must be skipped
	left    leftMark  // the text before the bare candidate that is being read
	worn    disguise  // of the candidate that is being read
	opening opening   // the line on which a wrapper opens
	refused int64     // the offset of a bracket or quote that must be ignored
	open    int64     // the offset after a mark whose partner was not found before reading failed, or 0
}

// A scratch is memory that is reused, and what earlier readings found out for later ones.
type scratch struct {
	text          []byte  // a candidate without its folds
	folds         []Fold  // of text
	edits         []edit  // the edits that undo a candidate's disguise
	restored      []byte  // a candidate without its disguise
	restoredFolds []Fold  // of restored
	brackets      []int   // the open brackets
	marks         []byte  // the leader of the line on which a wrapper opens
	unmatched     []int64 // offsets of opening brackets without partners that a bare reading met
	met           int     // how many of them have been met again
	parameter     int64   // the offset of the last "&name=" after them
	escapedRound  int64   // that of the last "%29"
	bound         bound   // of the reading that met them
	line          line    // the line of the last URL that may be in a table
	rows          rows    // the rows around that line
	unopened      unopened
	unbroken      stretch // the part of a line that was searched for its beginning
	style         stretch // the last run of styleSet that a style was searched for its end
	noBar         stretch // the last run that was searched for a "|"
	noQuery       stretch // the last run that was searched for a "?"
	noAt          stretch // the last run that was searched for a "@"

	inner *Scanner // reads text without its escapes, or nil
	query int64    // the offset of the last "?" found before a private character of an IRI
}

// NewScanner returns a Scanner that reads r.
func NewScanner(r io.Reader, config Config) *Scanner {
	s := &Scanner{settings: settings{
		schemes: defaultSchemes(), max: config.MaxURL, lines: config.Lines, iri: config.IRI, defang: config.Deobfuscate,
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
		text: s.text, folds: s.folds, edits: s.edits, restored: s.restored, restoredFolds: s.restoredFolds, brackets: s.brackets, marks: s.marks, unmatched: s.unmatched[:0],
		inner: s.inner,
	}
	s.terminal = terminal{folding: s.triggers != nil || !s.plain, holes: s.holes[:0], unfolds: s.unfolds}
	s.counter, s.paired, s.quotes = LineCounter{}, 0, quotes{}
	s.found.s = s
}

// Next returns the next candidate, which is valid until the next call. After the last one it returns a nil Candidate and
// [io.EOF]. It returns any other error of the reader unchanged, after the candidates before the error.
func (s *Scanner) Next() (*Candidate, error) {
	s.next, s.longer = 0, 0
	if s.cut {
		s.skipCut()
	}
	if s.triggers != nil {
		if err := s.nextPlace(); err != nil {
			return nil, err
		}
		s.unfold(&s.found)
		return &s.found, nil
	}
	for {
		i, err := s.colon()
		if err != nil {
			return nil, err
		}
		if s.plain && s.quick(i) {
			break
		}
		if s.isOdd(i) {
			s.foldFrom(i)
		} else if s.candidate(i) {
			break
		}
	}
	if s.folding {
		s.unfold(&s.found)
	}
	return &s.found, nil
}

// colon returns the index of the next ":" that may belong to a candidate. The buffer has room for a whole window after it.
func (s *Scanner) colon() (int, error) {
	for {
		k := bytes.IndexByte(s.buf[s.pos:s.searchable()], ':')
		if k < 0 {
			s.pos = s.searchable()
			s.shift(s.pos)
			if !s.fill() && s.pos == s.searchable() {
				return 0, s.err
			}
			continue
		}
		i := s.pos + k
		if len(s.buf)-i < s.window {
			i -= s.shift(i)
		}
		if s.folding {
			s.pos = i + 1
			if s.is(i+1, '/') || i > 1 && s.schemes.matter(s.buf[:i]) {
				return i, nil
			}
			continue
		}
		if i+1 == s.got && (s.fill() || s.folding) {
			continue // the next byte decides
		}
		text := s.buf[:s.got]
		matters := i+1 < len(text) && text[i+1] == '/' || i > 1 && s.schemes.matter(text[:i])
		if !matters && i >= s.end && s.mayMatter(text, i) && isOddBefore(text, i) {
			s.foldFrom(i)
			continue
		}
		if s.pos = i + 1; matters {
			return i, nil
		}
	}
}

// MayFind reports whether there may be a candidate in an input that is text. A false is certain. It neither reads nor changes what
// the Scanner reads, and takes much less time than to read text.
func (s *Scanner) MayFind(text []byte) bool {
	for i := 0; s.triggers == nil; i++ {
		k := bytes.IndexByte(text[i:], ':')
		if k < 0 {
			return false
		}
		i += k
		if i+1 < len(text) && text[i+1] == '/' || i > 1 && s.schemes.matter(text[:i]) && !isFace(text, i) || isOddBefore(text, i) { // see colon
			return true
		}
	}
	return true
}

// isFace reports whether the ":" at index i of text, which no "/" follows, stands after a blank that is not one of "URL :", as in ":-)".
func isFace(text []byte, i int) bool {
	if !blank(text[i-1]) || i+1 < len(text) && text[i+1] == '\\' {
		return false
	}
	before := bytes.TrimRight(text[:i], " \t\v\f")
	return len(before) < len("url") || !foldedEqual(before[len(before)-len("url"):], "url")
}

// shift makes room by moving the buffer's contents to the left, and keeps the text that may be looked at before index i. It
// returns the distance by which all indexes shrink.
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
	copy(s.buf, s.buf[by:s.got])
	s.base += int64(by)
	s.pos -= by
	s.got -= by
	s.end = max(s.end-by, 0)
	if len(s.holes) > 0 {
		s.forget()
	}
	s.floor = max(s.floor-by, 0)
	return by
}

// has reports whether there is a byte at index i. It reads on if necessary, and never moves the buffer.
func (s *Scanner) has(i int) bool { return i < s.end || s.read(i) }

func (s *Scanner) read(i int) bool {
	for i >= s.end {
		if !s.folding && s.end < s.got && s.inspect() {
			continue
		}
		if !s.fill() && (s.folding || s.end == s.got) {
			return i < s.end
		}
		if s.got == len(s.buf) && !s.folding {
			s.end = s.got // however it goes on
		}
	}
	return true
}

// fill reads once, and reports whether there is more text. It never moves the buffer.
func (s *Scanner) fill() bool {
	if s.err != nil || s.got == len(s.buf) {
		return false
	}
	n := 0
	for tries := 0; n == 0 && s.err == nil; tries++ {
		if tries == 100 {
			s.err = io.ErrNoProgress
			break
		}
		n, s.err = s.r.Read(s.buf[s.got:min(len(s.buf), max(back+chunk, s.got+further))])
		s.got += max(n, 0)
	}
	if s.folding {
		s.fold()
	} else if s.failed() {
		s.startFolding() // so that all text is at hand
	}
	return n > 0
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

// newline returns the length of the line break at index i, or 0. Up to eight carriage returns before a line feed belong to the
// line break. A carriage return without a line feed is a line break too.
func (s *Scanner) newline(i int) int {
	if !s.has(i) || s.buf[i] != '\n' && s.buf[i] != '\r' {
		return 0
	}
	if s.buf[i] == '\n' {
		return 1
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

// lastBreak returns the index of the last byte in text that ends a line, or -1. It searches from the end, where that byte usually
// is.
func lastBreak(text []byte) int {
	i := len(text) - 1
	for i >= 0 && text[i] != '\n' && text[i] != '\r' {
		i--
	}
	return i
}

// A stretch is the part [from,to) of the input.
type stretch struct{ from, to int64 }

// runOn is run for a set whose last run is known. It does not read that run again if i is in it.
func (s *Scanner) runOn(i, limit int, set *charset, known *stretch) int {
	if s.offset(i) < known.from || known.to < s.offset(i) {
		*known = stretch{s.offset(i), s.offset(i)}
	}
	end := s.run(min(limit, int(known.to-s.base)), limit, set)
	known.to = max(known.to, s.offset(end))
	return end
}

// lineStart returns the index after the last byte before index i that ends a line, or least if there is none from there on. Of a
// long line it searches only the part that it has not searched before.
func (s *Scanner) lineStart(i, least int) int {
	known := &s.unbroken
	if s.offset(i) < known.from || known.to < s.base {
		*known = stretch{s.offset(i), s.offset(i)}
	}
	from := min(i, int(known.to-s.base))
	if start := from + lastBreak(s.buf[from:i]) + 1; start > from {
		known.from = s.offset(start)
	} else if start = int(known.from - s.base); start > least {
		known.from = s.offset(least + lastBreak(s.buf[least:start]) + 1)
	}
	known.to = max(known.to, s.offset(i))
	return max(least, int(known.from-s.base))
}

// offset returns the offset of index i in the input.
func (s *Scanner) offset(i int) int64 { return s.base + int64(i) }

// emit makes [start,end), with the folds in s.folds, the candidate that was found, and lets the search continue at index next.
func (s *Scanner) emit(kind Kind, start, end, next int) {
	s.emitPlain(kind, start, end, next)
	c := &s.found
	if s.failed() {
		c.Incomplete = s.goesOn(start, end)
	}
	if len(s.folds) > 0 {
		c.Text, c.Folds = s.text, s.folds
		c.Escaped = slices.ContainsFunc(s.folds, func(f Fold) bool { return f.Mark })
	}
	if s.defang || s.worn.back {
		s.restore(c)
	}
}

// emitPlain is emit for a candidate without folds. It sets each field by itself, which is faster, and most of the cost of a
// candidate.
func (s *Scanner) emitPlain(kind Kind, start, end, next int) {
	c := &s.found
	c.Kind, c.Cut, c.Restored, c.Escaped, c.Whole, c.Flaw = kind, false, false, false, false, Flawless
	c.Incomplete = false
	c.Start, c.End = s.offset(start), s.offset(end)
	s.end = max(s.end, end)
	c.Text, c.Folds, c.Before = s.buf[start:end], nil, s.buf[max(start-4, 0):start]
	if s.lines {
		s.countLines(start)
		c.Line, c.Column = s.counter.Place()
		s.placeLine()
	}
	s.start, s.pos, s.floor = start, max(s.pos, next), next
}

// failed reports whether the reader failed with an error other than io.EOF.
func (s *Scanner) failed() bool { return s.err != nil && s.err != io.EOF }

// goesOn reports whether the candidate [start,end) may continue after the place where reading failed: nothing between them ends a
// URL, or a mark is open.
func (s *Scanner) goesOn(start, end int) bool {
	if s.open > 0 && s.open == s.offset(start) {
		return true
	}
	for _, b := range s.buf[end:s.end] {
		if !bareSet[b] && b < 0x80 {
			return false
		}
	}
	return !bytes.Contains(s.buf[end:s.end], []byte("://"))
}

// leftOpen records that reading failed before the partner of a mark was found. A candidate would begin at index start.
func (s *Scanner) leftOpen(start int) {
	if s.failed() {
		s.open = s.offset(start)
	}
}

// countLines counts the lines up to index i.
func (s *Scanner) countLines(i int) {
	from := int(s.counter.offset - s.base)
	if i <= from {
		return
	}
	if s.counter.crs == 0 && s.offset(i) > s.paired {
		s.paired = s.offset(from + loneCR(s.buf[from:s.searchable()])) // as far as there is text, since pieces are short
	}
	if s.counter.crs == 0 && s.offset(i) <= s.paired {
		s.counter.addLFs(s.buf[from:i])
		return
	}
	s.counter.Add(s.buf[from:i])
}

// LineBreaks returns how many lines have ended in the input, once Next has returned io.EOF. It is 0 unless Config.Lines is set.
func (s *Scanner) LineBreaks() int {
	if !s.lines {
		return 0
	}
	s.countLines(s.got)
	return s.counter.Breaks()
}

// skipCut skips the rest of a candidate that was cut.
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
