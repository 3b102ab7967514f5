package scan

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

// A Scanner finds candidates in a stream. It has one buffer, whose size depends on its Config alone. It must not be used by
// several goroutines at once.
type Scanner struct {
	window
	found   Candidate // the last candidate
	start   int       // where it begins
	next    int       // where Continue goes on, or 0 if it cannot
	longer  int       // where Longer goes on, or 0 if it cannot
	cut     bool      // it was cut, and its rest must be skipped
	open    int64     // the offset after a mark whose partner was not found before reading failed, or 0
	reading reading
	decoded decoded
	plain   plain // the last candidate without its disguise
}

// settings say what a Scanner looks for. They do not change.
type settings struct {
	schemes *schemes
	max     int  // MaxURL
	room    int  // how much must fit into buf after a ":"
	lines   bool // Config.Lines
	iri     bool // Config.IRI
	defang  bool // Config.Deobfuscate

	delimiter byte                                       // Config.Delimiter
	triggers  *charset                                   // the bytes that can begin a place, or nil for ":" alone
	guesses   Guess                                      // Config.Guess
	means     func(kind Guess, before, name []byte) bool // Config.Means
}

// NewScanner returns a Scanner that reads r.
func NewScanner(r io.Reader, config Config) *Scanner {
	set := &settings{
		schemes: defaultSchemes(), max: config.MaxURL, lines: config.Lines, iri: config.IRI, defang: config.Deobfuscate,
		delimiter: config.Delimiter, triggers: newTriggers(&config), guesses: config.Guess, means: config.Means,
	}
	if len(config.Schemes) > 0 || len(config.Opaque) > 0 || set.defang {
		set.schemes = newSchemes(config.Schemes, config.Opaque, set.defang)
	}
	if set.max <= 0 {
		set.max = DefaultMaxURL
	}
	set.room = set.max + set.max/2 + ahead
	s := new(Scanner)
	s.settings, s.buf = set, make([]byte, back+set.room+chunk)
	s.decoded.settings = set
	s.Reset(r)
	return s
}

// Reset makes the Scanner read r from the beginning, with the same Config and buffer.
func (s *Scanner) Reset(r io.Reader) {
	s.text = text{settings: s.settings, buf: s.buf, from: &s.window, runs: s.runs}
	s.forgetRuns()
	s.r, s.err, s.pos, s.got = r, nil, 0, 0
	s.terminal = terminal{folding: s.triggers != nil || s.iri || s.defang || s.delimiter != 0, holes: s.holes[:0], unfolds: s.unfolds}
	s.counts = counts{}
	s.found, s.cut, s.open = Candidate{}, false, 0
	s.decoded.to = 0
}

// Next returns the next candidate, which is valid until the next call. A candidate in brackets or quotes may be no URL as a whole, if
// it does not begin with a scheme or is broken over lines. Those that would be in it without its brackets or quotes then follow it, and
// begin before it ends. After the last one it returns a nil Candidate and
// [io.EOF]. It returns any other error of the reader unchanged, after the candidates before the error.
func (s *Scanner) Next() (*Candidate, error) {
	s.next, s.longer = 0, 0
	for s.cut {
		s.skip()
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
		if s.isOdd(i) {
			s.foldFrom(i)
		} else if s.decide(i) {
			break
		}
	}
	if s.folding {
		s.unfold(&s.found)
	}
	return &s.found, nil
}

// skip skips some of the rest of a candidate that was cut, since what is in it is no candidate of its own.
func (s *Scanner) skip() {
	if len(s.buf)-s.pos < ahead {
		s.slide(s.pos)
	}
	t, size := &s.text, 1
	for limit := s.pos + ahead/2; size > 0 && s.pos < limit; s.pos += size {
		switch b := t.at(s.pos); {
		case isSeparator(b), b == '&':
			if t.splits(s.pos) {
				size = 0
			}
		case b >= 0x80:
			size = t.wordAt(s.pos, inHost)
		case !bareSet[b]:
			size = 0
		default:
			size = 1
		}
	}
	s.cut = size > 0
	s.floor = s.pos
}

// colon returns the index of the next ":" that may belong to a candidate. The buffer has room for a decision there.
func (s *Scanner) colon() (int, error) {
	for {
		k := bytes.IndexByte(s.buf[s.pos:s.searchable()], ':')
		if k < 0 {
			s.pos = s.searchable()
			s.slide(s.pos)
			if !s.fill() && s.pos == s.searchable() {
				return 0, s.err
			}
			continue
		}
		i := s.pos + k
		if len(s.buf)-i < s.room {
			i -= s.slide(i)
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

// decide is the order of the rules. It finds the candidate to which the ":" or "_" at index i belongs, and reports whether there is
// one.
func (s *Scanner) decide(i int) bool {
	t := &s.text
	after := t.at(i + 1)
	if after == '<' || after == '"' {
		return false // neither a URL nor a bracket goes on like that
	}
	slashes := after == '/' && t.is(i+2, '/')
	name := t.runBack(i, i-maxScheme, schemeSet)
	if slashes && !t.defang && t.isPlain(name) && commonScheme(t.buf, i) == name {
		s.slashed(name, i+len("://"), true, true, disguise{}) // as mostly
		return true
	}
	if open, ok := t.openURL(name, i); ok {
		return s.enclosed(Wrapped, open, i+1)
	}
	if after == '\\' && t.escapedSlashes(i) > 0 {
		return s.escaped(name, i)
	}
	if slashes && t.before(name) == '\\' {
		if start, ok := t.escapedScheme(i); ok {
			s.unescaped(start, false)
			return true
		}
	}
	if t.defang || after == '\\' && t.isLink(name, i) {
		if m, ok := t.masked(i); ok {
			s.disguised(m)
			return true
		}
	}
	if open, ok := t.openAngle(name, i, slashes); ok && s.enclosed(Angle, open, open+bracketSize(t.buf[open])) {
		return true
	}
	start, known, ok := t.schemeStart(name, i, slashes)
	if !ok || !slashes && !t.hasAddress(start, i) {
		return false
	}
	if (t.before(start) != '"' || known || !t.isSevered(start, i)) && s.inQuotes(start) {
		return true
	}
	if slashes {
		s.slashed(start, i+len("://"), known, false, disguise{})
	} else {
		s.opaque(start, i+len(":"), disguise{})
	}
	return true
}

// enclosed finds the candidate between the bracket at index open and its partner, which is read from index from on. In plain angle
// brackets, only a URL that may stand in bare text is a candidate.
func (s *Scanner) enclosed(kind Kind, open, from int) bool {
	r := &s.reading
	if !r.wrapper(&s.text, open, from) {
		s.leftOpen(max(r.start, from))
		return false
	}
	if kind == Angle && (!s.standsBare(r.text) || hasLabel(r.text, true)) {
		return false
	}
	if n := len(r.text); n > 1 && r.text[n-1] == '\\' && open > 0 && s.buf[open-1] == '\\' {
		r.end, r.text = r.end-1, r.text[:n-1] // both brackets are escaped
	}
	s.emit(kind, r.start, r.end, r.next)
	if text := s.found.Text; !beginsWithScheme(text) && (s.guesses != 0 || bytes.Contains(text, []byte("://"))) {
		s.pos, s.floor = r.start, open+bracketSize(s.buf[open])
	}
	return true
}

// beginsWithScheme reports whether text begins with the characters of a scheme and a ":".
func beginsWithScheme(text []byte) bool {
	n := 0
	for n < len(text) && schemeSet[text[n]] {
		n++
	}
	return 0 < n && n < len(text) && text[n] == ':'
}

// inQuotes finds the candidate that begins at index start after a double quote, or after an apostrophe in quoted-printable that was
// not decoded. The last of several quotes has no partner.
func (s *Scanner) inQuotes(start int) bool {
	t, r, ok := &s.text, &s.reading, false
	switch t.before(start) {
	case '"':
		ok = t.before(start-1) != '"' && r.quoted(t, start)
	case '\'':
		ok = r.quotedSoftly(t, start)
	default:
		return false
	}
	if !ok {
		s.leftOpen(start)
		return false
	}
	s.emit(Quoted, start, r.end, r.next)
	if slices.ContainsFunc(s.found.Folds, func(f Fold) bool { return f.Break }) {
		s.pos, s.floor = start, start // since it need not be one URL
	}
	return true
}

// leftOpen records that reading failed before the partner of a mark was found. A candidate would begin at index start.
func (s *Scanner) leftOpen(start int) {
	if s.reading.open && s.failed() {
		s.open = s.offset(start)
	}
}

// slashed makes the text that begins at index start and has its authority at index a the candidate that was found. known reports
// whether its scheme is known, and plain whether nothing is to its left.
func (s *Scanner) slashed(start, a int, known, plain bool, worn disguise) {
	t := &s.text
	m, kind, before := leftMark{}, Bare, start
	if !plain {
		m = t.lookLeft(start)
		kind, before = t.bareKind(start)
	}
	e := t.authority(start, a, m, worn)
	switch {
	case e.flaw == Flawless && !known && kind == Bare && !m.target && !t.hasEvidence(start, a, e.end, e.path):
		e.flaw, e.end = UnknownScheme, t.host(a, e.end) // a path is not read, since what is found next may be in it
	case e.path:
		t.body(start, m, &e)
	}
	if e.worn.path && !t.defang {
		e.flaw = Obfuscated
	}
	if e.flaw == Flawless && escapeSet[t.at(e.end)] && e.end-start <= t.max && t.isEscaped(e.end, a) {
		s.unescaped(start, false)
		return
	}
	whole := e.end == m.closing || e.end == m.apostrophe
	if e.flaw == Flawless {
		if e.list {
			e.end = t.commandEnd(start, e.end)
			whole = e.end == m.closing || e.end == m.apostrophe
		}
		if (e.list || t.delimiter != 0 || isSeparator(t.buf[max(start-1, 0)])) && !whole && e.end-start <= t.max {
			if c, ok := t.cell(start, e.end); ok {
				e.end, whole = c.end, c.whole
			}
		}
		if !t.iri && t.at(e.end) >= 0x80 {
			e.end = t.longerEnd(start, e.end)
			s.longer = e.end
		}
	}
	s.bare(kind, before, start, e, m)
	s.found.Whole = whole && !s.cut && !m.target
	if s.cut {
		s.longer = 0
	}
}

// opaque makes the text that begins at index start, has no "//", and goes on at index i the candidate that was found.
func (s *Scanner) opaque(start, i int, worn disguise) {
	t := &s.text
	m := t.lookLeft(start)
	kind, before := t.bareKind(start)
	e := ending{end: i, worn: worn}
	if t.defang {
		if d, ok := t.disguisedAuthority(start, i, m, worn); ok {
			e = d
		}
	}
	t.body(start, m, &e)
	if e.worn.path && !t.defang {
		e.flaw = Obfuscated
	}
	s.bare(kind, before, start, e, m)
}

// bare makes the text from index start to the ending e, after the mark m, the candidate that was found. It has no brackets and no
// quotes around it. It, or the "URL:" before it, begins at index before.
func (s *Scanner) bare(kind Kind, before, start int, e ending, m leftMark) {
	t := &s.text
	end := e.end
	if s.cut = end-start > t.max; s.cut {
		end = start + t.max
	}
	if m.target && end == m.closing {
		kind = Attribute
	}
	s.reading.text, s.reading.folds = nil, s.reading.folds[:0]
	s.emit(kind, start, end, end)
	c := &s.found
	c.Flaw, c.Cut, c.Before = e.flaw, s.cut, t.buf[max(before-4, 0):before]
	if c.Flaw == Flawless && (t.isOverwritten(end) || start > 0 && t.buf[start-1] == '\b' && !t.schemes.knownBefore(t.buf[start:end])) {
		c.Flaw = Overwritten
	}
	if !s.cut {
		s.next = end
	}
}

// emit makes [start,end), with the folds of the reading, the candidate that was found, and lets the search continue at index next. It
// sets each field by itself, which is faster.
func (s *Scanner) emit(kind Kind, start, end, next int) {
	c := &s.found
	c.Kind, c.Cut, c.Restored, c.Escaped, c.Whole, c.Incomplete, c.Flaw = kind, false, false, false, false, false, Flawless
	c.Start, c.End = s.offset(start), s.offset(end)
	c.Text, c.Folds, c.Before = s.buf[start:end], nil, s.buf[max(start-4, 0):start]
	if s.lines {
		s.countLines(start)
		c.Line, c.Column = s.counter.Place()
		s.placeLine()
	}
	s.start, s.pos, s.floor = start, max(s.pos, next), next
	if s.failed() {
		c.Incomplete = s.goesOn(start, end)
	}
	if r := &s.reading; len(r.folds) > 0 {
		c.Text, c.Folds = r.text, r.folds
		c.Escaped = slices.ContainsFunc(r.folds, func(f Fold) bool { return f.Mark })
	}
	if s.defang {
		s.restore(c)
	}
}

// goesOn reports whether the candidate [start,end) may continue after the place where reading failed: nothing between them ends a
// URL, or a mark is open.
func (s *Scanner) goesOn(start, end int) bool {
	if s.open > 0 && s.open == s.offset(start) {
		return true
	}
	rest := s.buf[end:s.end]
	return s.run(end, s.end, foreignSet) == s.end && !bytes.Contains(rest, []byte("://"))
}

// LineBreaks returns how many lines have ended in the input, once Next has returned io.EOF. It is 0 unless Config.Lines is set.
func (s *Scanner) LineBreaks() int {
	if !s.lines {
		return 0
	}
	s.countLines(s.got)
	return s.counter.Breaks()
}
