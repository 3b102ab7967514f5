package scan

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lines"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
	"github.com/urlsift/urlsift/scan/internal/terminal"
)

// A Scanner finds candidates in a stream. It has one buffer, whose size depends on its
// Config alone. It must not be used by several goroutines at once.
type Scanner struct {
	window
	found struct { // the last candidate
		Candidate
		start  int // where it begins
		next   int // where Continue goes on, or 0 if it cannot
		longer int // where Longer goes on, or 0 if it cannot
		// enclosed is where the bracket before it is closed, on a later line, or 0
		enclosed int
	}
	skipping bool  // the last candidate was truncated, and its rest is skipped
	guessed  int64 // the offset at which the last guess ends, or 0; floor and pos stay before it

	escapes   escapes
	enclosure enclosure  // the last text between brackets or quotes
	folded    foldedText // the last candidate of another kind, if it has folds
	decoded   [2]decoded // the last decoded stretches; an unescaped slash ends the second
	restored  edit       // the last authority, or candidate, without its disguise

	// After a read error:
	open  int64 // the offset after the last opening mark without a closing one, or -1
	ended int64 // the offset after the last byte that ends every URL, or -1 if unknown
}

// NewScanner returns a Scanner that reads r.
func NewScanner(r io.Reader, config Config) *Scanner {
	longest := cmp.Or(max(0, min(config.MaxURL, 1<<30)), DefaultMaxURL)
	set := &settings{
		schemes: lexicon.DefaultSchemes(), max: longest, room: longest + longest/2 + ahead,
		lines: config.Lines, iri: config.IRI, restores: config.Deobfuscate, delimiter: config.Delimiter,
		anyDelimiter: config.Delimiter == AnyDelimiter, others: otherBytes(&config), guesses: config.Guess,
		isTopLevel: config.IsTopLevel,
	}
	if len(config.Schemes) > 0 || len(config.Opaque) > 0 || set.restores {
		set.schemes = lexicon.NewSchemes(config.Schemes, config.Opaque, set.restores)
	}
	s := new(Scanner)
	s.settings, s.buf, s.text.window = set, make([]byte, back+set.room+chunk), &s.window
	s.Reset(r)
	return s
}

// Reset makes the Scanner read r from the beginning, with the same Config and buffer.
func (s *Scanner) Reset(r io.Reader) {
	s.base, s.end, s.floor, s.last.end, s.line.to, s.strings.to, s.without.to = 0, 0, 0, 0, 0, -1, -1
	if s.table != nil {
		*s.table = table{}
	}
	s.headed = row{}
	s.r, s.err, s.pos, s.got = r, nil, 0, 0
	folding := s.others != nil || s.iri || s.delimiter != 0
	s.terminal = screen{folding: folding, holes: append(s.terminal.holes[:0], hole{at: -1})}
	s.counter, s.quotes.upTo, s.quotes.odd = lines.Counter{}, 0, false
	s.found.Candidate, s.skipping, s.open, s.ended, s.guessed = Candidate{}, false, -1, -1, 0
	s.decoded[0].to, s.decoded[1].to, s.escapes, s.colonless.to = 0, 0, escapes{}, -1
	if s.anyDelimiter {
		s.delimiter = AnyDelimiter
	}
}

// Next returns the next candidate, which is valid until the next call. The text in
// brackets or quotes may not be one URL, if it does not begin with a scheme or is broken
// over lines. Next then returns it as a candidate, and after it the candidates in it that
// do not depend on the brackets or quotes. After the last candidate, Next returns a nil
// Candidate and [io.EOF]. It returns any other error of the reader unchanged, after the
// candidates before the error.
func (s *Scanner) Next() (*Candidate, error) {
	s.found.next, s.found.longer, s.found.enclosed, s.found.Guess = 0, 0, 0, 0
	if s.delimiter == AnyDelimiter {
		s.delimiter = s.findDelimiter()
	}
	for s.skipping { // the rest of it has no candidates
		if len(s.buf)-s.pos < ahead {
			s.slide(s.pos)
		}
		size := s.bareAt(s.pos, hostPart, s.iri)
		s.pos, s.skipping = s.pos+size, size > 0
		s.floor = s.pos
	}
	for {
		i, ok := s.listed()
		if !ok {
			var err error
			if i, err = s.search(); err != nil {
				return nil, err
			}
		}
		if s.buf[i] == ':' && s.quick(i) {
			break
		}
		if s.inspect(i-inspected, i+inspected/4); s.pos > i && s.candidateAt(i) {
			break
		}
	}
	if holes := s.terminal.holes; holes[len(holes)-1].at >= 0 { // a sequence was removed
		s.unfold(&s.found.Candidate)
	}
	return &s.found.Candidate, nil
}

// search returns the index of the next byte that may reveal a candidate. The buffer has
// room for a decision there.
func (s *Scanner) search() (int, error) {
	for {
		text, i := s.buf[:s.searchable()], s.pos
		if s.others != nil {
			i += s.others.Span(text[i:])
		} else {
			c := &s.colonless
			if c.to < s.offset(i) || s.offset(i) < c.from {
				c.from, c.to = s.offset(i), s.offset(i)
			}
			i = s.nextColon(text, int(c.to-s.base), s.terminal.folding)
			c.to = s.offset(i)
			switch e := &s.escapes; {
			case e.seen && s.terminal.folding: // which moves the text after e.from
				i = nextEscaped(text[:i], s.pos)
			case e.seen:
				i = nextEscaped(text[:i], max(s.pos, int(e.from-s.base)))
			case s.offset(i) > e.from && e.sees(text, s.pos, i, s.base):
				from := int(e.from - s.base)
				i = nextEscaped(text[:i], s.spanBack(from, from-longestEscape, backslashSet))
			}
		}
		if s.pos = i; i == len(text) || len(s.buf)-i < s.room {
			i -= s.slide(i)
			text = s.buf[:s.searchable()]
		}
		switch {
		case i+1 >= len(text) && s.err == nil:
			s.fill() // the next byte decides
		case i == len(text):
			return 0, s.err
		case s.others != nil || text[i] != ':' || s.schemes.Matters(text, i):
			s.pos++
			return i, nil
		case s.terminal.folding || i < s.end || !terminal.IsNear(text, i):
			s.pos++
		default:
			s.inspect(i-inspected, i+inspected/4) // the ":" may matter once the sequence is removed
		}
	}
}

// listed reports whether the next line begins with a usual scheme, as in a list of URLs,
// and moves to its ":". A comparison is faster than a search.
func (s *Scanner) listed() (i int, ok bool) {
	const longest = len("\nhttps:")
	i = s.pos
	if s.others != nil || i != s.floor || len(s.buf)-i < s.room+longest || s.searchable()-i <= longest ||
		s.buf[i] != '\n' {
		return 0, false
	}
	switch string(s.buf[i+1 : i+longest]) {
	case "http:/":
		i += len("\nhttp")
	case "https:":
		i += len("\nhttps")
	default:
		return 0, false
	}
	s.pos = i + 1
	return i, true
}

// nextColon returns the index of the first ":" in text[i:] that may belong to a
// candidate, with or without an escape sequence before it. A ":" at the end of text
// counts, since the byte after it decides. nextColon returns len(text) if there is none.
// If folded is set, text contains no escape sequences.
func (s *settings) nextColon(text []byte, i int, folded bool) int {
	for ; ; i++ {
		i += octet.IndexOrEnd(text[i:], ':')
		if i+1 >= len(text) || s.schemes.MayMatter(text, i) && s.schemes.Matters(text, i) ||
			!folded && terminal.MayBeNear(text, i) && terminal.IsNear(text, i) {
			return i
		}
	}
}

// otherBytes returns the bytes that reveal no place, or nil if ":" alone reveals places.
func otherBytes(config *Config) *octet.Set {
	if !config.Deobfuscate && config.Guess == 0 {
		return nil
	}
	triggers := `:\&`
	if config.Deobfuscate {
		triggers += "_%"
	}
	if config.Deobfuscate && config.Guess != 0 {
		triggers += "[({"
	}
	for i, trigger := range ".:@/" { // a byte for each kind of guess, in their order
		if config.Guess&(1<<i) != 0 {
			triggers += string(trigger)
		}
	}
	return octet.Complement(triggers)
}

// candidateAt finds the candidate that the byte at index i reveals, and reports whether
// there is one.
func (s *Scanner) candidateAt(i int) bool {
	b, floor, end := s.buf[i], s.floor, int(s.guessed-s.base) // of the last guess
	found := (b == '\\' || b == '&') && s.escapedColon(i) || b == ':' && s.decide(i) ||
		(b == '_' && s.is(i+1, '_') || b == '%' && s.is(i+1, '3')) && s.decide(i)
	if !found && b == ':' && floor < end && end <= i && i <= end+maxScheme {
		s.floor = end // a URL may follow a guess: "a@b.example+mailto:c@b.example"
		if found = s.decide(i); !found {
			s.floor = floor
		}
	}
	if found && s.found.start < end && end < s.floor {
		// the candidate may be a part of the guess, and must not hide the text after it
		s.pos, s.floor, s.skipping = max(i, end), end, false
	}
	return found || s.guesses != 0 && s.findGuess(i)
}

// Opaque reports whether name, ignoring case, is a scheme that begins a URL in bare text
// without "//".
func (s *Scanner) Opaque(name []byte) bool { return s.schemes.Opaque.Has(name) }

// MayFind reports whether text, a complete input, may contain a candidate. False is
// always correct. MayFind does not affect the current input of the Scanner, and takes
// much less time than reading text.
func (s *Scanner) MayFind(text []byte) bool {
	return s.others != nil || s.nextColon(text, 0, false) < len(text) ||
		new(escapes).sees(text, 0, len(text), 0) && nextEscaped(text, 0) < len(text)
}

// quick finds the candidate of the ":" at index i if it is plain, as most are: a usual
// scheme after a byte that cannot belong to the URL; a host without a port, and
// optionally a path of the bytes of quickSet, with no end that a rule may move, such as
// a dot or a byte of looseSet; then a byte that ends every URL, or the closing bracket for
// the one before the URL. The ":" may follow the scheme or "<URL". The whole candidate and
// a byte after its end must be in memory. The rules would find the same one. quick does
// not call inspect: none of the bytes that it accepts begins an escape sequence.
//
// It is one function, since calls would take a tenth of the time of a list of URLs.
func (s *Scanner) quick(i int) bool {
	if s.restores || s.delimiter != 0 {
		return false
	}
	buf, kind, first := s.buf[:s.searchable()], Bare, i+1
	if i >= s.floor+len("<URL") && string(buf[i-len("<URL"):i]) == "<URL" {
		kind = Wrapped
		i += bytes.IndexByte(buf[first:min(first+len("gopher:"), len(buf))], ':') + 1
	}
	start, host := i-lexicon.UsualBefore(buf, i), i+len("://")
	switch {
	case start == i || host > len(buf) || string(buf[i:host]) != "://",
		kind == Bare && !s.isPlainBefore(start),
		kind == Wrapped && (start != first || !octet.Space[s.before(first-len("<URL:"))] ||
			terminal.IsNear(buf, start)):
		return false
	}
	end := host + octet.PlainSpan(buf[host:])
	slash := bytes.IndexByte(buf[host:end], '/')
	if end+1 < len(buf) && !octet.Space[buf[end]] {
		if slash <= 0 {
			end += hostSet.Span(buf[end:])
		}
		if slash <= 0 && end < len(buf) && buf[end] == '/' {
			slash = end - host
		}
		if slash > 0 {
			end += quickSet.Span(buf[end:])
			if end+1 < len(buf) && buf[end] == ',' && octet.Space[buf[end+1]] && !isSeparator(buf[start-1]) {
				end++ // as in a sentence
			}
		}
	}
	if end == host || end-start > s.max || end+1 >= len(buf) {
		return false
	}
	switch last, before := buf[end-1], buf[end-2]; {
	case slash == 0, buf[host] == '-', looseSet[last], looseSet[before],
		string(buf[end-len("://"):end]) == "://":
		return false
	case slash > 0:
		if buf[host+slash-1] == '.' {
			return false // perhaps an ellipsis
		}
	case buf[end] == ' ' && openingSet[buf[end+1]], last == '.' && before == '.': // perhaps a disguise
		return false
	case mayEndLine(buf[end:]): // perhaps inside the host
		name := buf[host:end]
		if last == '.' || octet.Digit[last] || mayCutDomain(name) || bytes.IndexByte(name, '.') < 0 {
			return false
		}
	}
	before, next := s.before(start), end
	if kind == Bare && before == '<' {
		kind = Angle
	}
	switch b := buf[end]; {
	case kind != Bare && b == '>':
		next++
	case kind == Bare && b < ' ' && before == ' ' && s.isAfterWords(start):
		return false // perhaps the bracket around it closes on the next line
	case kind == Bare && (octet.Space[b] && before != '(' || b == ')' || b == '>'):
		s.found.next = end
	default:
		return false
	}
	s.end = max(s.end, next)
	s.emit(kind, start, end, next, nil)
	s.found.Plain = true
	return true
}

// widest is the number of blanks and quote marks before a URL that quick examines.
const widest = 32

// isPlainBefore reports whether blanks, a line break or a bracket between words precede
// the URL that begins at index start, so nothing before that belongs to it, and no
// sequence is near. It returns false if it is uncertain.
func (t *text) isPlainBefore(start int) bool {
	switch left := start - t.floor; {
	case left < 0 || start == 0:
		return false
	case left <= widest && octet.Space.Span(t.buf[t.floor:start]) == left:
		return true // only the candidate before it is there, as in a list
	case left < 2 || terminal.MayBeNear(t.buf, start) && terminal.IsNear(t.buf, start):
		return false
	}
	k := t.skipBlanksBack(start)
	switch before := t.buf[k-1]; {
	case before == '\n':
		return t.isPlainLine(k)
	case before == '>':
		k = t.spanBack(k, k-widest, prefixSet)
		return t.before(k) == '\n' && t.isPlainLine(k)
	case k == start:
		return (before == '<' || before == '(') && (t.buf[k-2] == ' ' || t.buf[k-2] == '\n')
	case octet.Alnum[before]:
		l := before &^ ('a' - 'A')
		return !((l == 'L' || l == 'I') && t.endsInURL(k))
	case before == ':':
		return !t.endsInURL(t.skipBlanksBack(k - 1))
	default:
		return beforeSet[before]
	}
}

// mayEndLine reports whether the line may end after the blanks at the beginning of text.
// Unlike endsLine, it does not read on, which may fold the text.
func mayEndLine(text []byte) bool {
	n := octet.Blank.Span(text)
	return n == len(text) || text[n] < ' '
}

// isPlainLine reports whether no bracket at the end of the line before index i, nor a
// scheme after it, can belong to a URL that begins the line at i: not of "<s⏎http".
func (t *text) isPlainLine(i int) bool {
	end := t.spanBack(i, i-widest, quotedBlankSet)
	name := t.spanBack(end, end-maxScheme, schemeSet)
	before := t.before(name)
	return end > t.floor && !quotedBlankSet[t.buf[end-1]] && bytes.IndexByte([]byte("<;(["), before) < 0 &&
		!terminal.Has(t.buf[max(name-1, 0):i])
}

// decide is the order of the rules. It finds the candidate to which the ":" or "_" at
// index i belongs, and reports whether there is one.
func (s *Scanner) decide(i int) bool {
	t := &s.text
	after := t.at(i + 1)
	slashes := after == '/' && t.is(i+2, '/')
	name := t.nameStart(i)
	if open, ok := t.openURL(i); ok {
		return s.findEnclosed(Wrapped, open, t.skipPrefixes(i+1))
	}
	if slashes { // perhaps "<URL" without a ":"
		if open, ok := t.openURL(name); ok && s.findEnclosed(Wrapped, open, name) {
			return true
		}
	}
	letters := slashes && t.before(name) == '\\'
	if letters || after == '\\' || after == '&' || after == '/' && !slashes {
		if found, ok := s.escapedHead(i, letters); found || ok {
			return found
		}
	}
	h := head{start: name, end: i, authority: i + len(":"), style: style{slashes: slashes}}
	if slashes {
		h.authority = i + len("://")
	}
	h = t.brokenHead(h)
	if t.restores || after == '\\' && t.isLink(name) {
		if m, ok := t.meantHead(i); ok {
			h = m
		}
	}
	if h.start == h.end && !h.slashes {
		return false // there is no scheme
	}
	bare, isBare := h, true
	if !h.disguised {
		bare, isBare = t.plainScheme(h)
	}
	switch open, ok := t.openAngle(h.start, h.end, h.slashes || h.disguised); {
	case s.findBracketed(&h, bare.known), !isBare && s.quotedAddress(&h):
	case ok && s.findEnclosed(Angle, open, open+len(t.partner(open))):
	case !isBare && !t.isSlashless(&bare), bare.slashes && bare.known && t.repeats(bare.authority):
		return false
	case (t.before(bare.start) != '"' || bare.known || !t.isSevered(bare.start, bare.end)) &&
		s.findEnclosed(Quoted, bare.start-1, bare.start):
	default:
		s.findURL(&bare)
	}
	if h.back && !t.restores {
		s.restored.restoreIn(&s.found.Candidate, s.settings)
	}
	return true
}

// escapedHead finds the candidate of the ":" at index i if its slashes have escapes, or
// if letters is set and its scheme has. It reports whether there is one, and whether the
// slashes have escapes.
func (s *Scanner) escapedHead(i int, letters bool) (found, escaped bool) {
	t := &s.text
	authority, escaped := t.escapedSlashes(i)
	if !escaped && !letters {
		return false, false
	}
	start, known, found := t.escapedScheme(i, escaped)
	open, angle := t.bracketBefore(start)
	isPlain := escaped && (t.is(i+1, '/') || t.buf[authority-1] == '/' && t.buf[authority-2] != '\\')
	switch {
	case known && escaped && t.repeats(authority):
		return false, true
	// Elsewhere it may prevent a link in Markdown, or belong to a command such as
	// "s/http:\//x/".
	case isPlain && !t.isInString(start):
		return false, false
	case found && !(angle && s.findEnclosed(Angle, open, start)):
		s.findEscaped(&head{start: start, known: known, escaped: true, style: style{slashes: true}}, start,
			escaped && !isPlain && t.buf[authority-1] == '/' && !t.isInString(start))
	}
	return found, escaped
}

// isSlashless reports whether the known scheme of h, after "URL:", lacks its "//". Such a
// candidate is no URL.
func (t *text) isSlashless(h *head) bool {
	return t.schemes.IsKnown(t.buf[h.start:h.end]) && bareSet[t.at(h.end+1)] && t.isPrefixed(h.start)
}

// lacksSlashes reports whether a known scheme without its "//" begins the only token of
// r. It is no URL, and there is none in it.
func (t *text) lacksSlashes(r *enclosure) bool {
	name := r.text[:schemeSet.Span(r.text)]
	rest := r.text[len(name):]
	return len(r.folds) == 0 && t.schemes.Slashed.Has(name) && !bytes.HasPrefix(rest, []byte("::")) &&
		!bytes.Contains(rest, []byte("//"))
}

// plainScheme returns h, which is not disguised and begins with a run of scheme
// characters, with its scheme alone, and reports whether it can begin a URL in bare text.
func (t *text) plainScheme(h head) (head, bool) {
	if !h.slashes && h.gap.end > 0 { // a mail address is on the next line
		h.known = true
		return h, true
	}
	var ok bool
	h.start, h.known, ok = t.schemeStart(h.start, h.end, h.slashes)
	return h, ok && (h.slashes || t.hasAddress(h.start, h.end))
}

// findEnclosed finds the candidate between the bracket or quote at index open and its
// partner, read from index from on. In plain angle brackets, only a URL that is allowed
// in bare text is a candidate. If the candidate may not be a URL, its text is searched
// too.
func (s *Scanner) findEnclosed(kind Kind, open, from int) bool {
	t, r := &s.text, &s.enclosure
	r.begin(open)
	if !r.readQuoted(t, from) && (kind == Quoted || !r.readWrapper(t, open, from)) {
		if r.open {
			s.open = s.offset(from)
		}
		if kind == Quoted && len(r.folds) > 0 && t.is(r.next, '"') &&
			(suffixed.Match(r.text) || bytes.ContainsAny(r.text[r.folds[0].At-1:], "/?=&%_-")) {
			s.found.enclosed = r.next // a field, or one URL over several lines
		}
		return false
	}
	if kind == Angle && (!t.standsBare(r.text) && !t.lacksSlashes(r) || hasLabel(r.text, true)) {
		return false
	}
	if n := len(r.text); n > 1 && r.text[n-1] == '\\' && open > 0 && t.buf[open-1] == '\\' {
		r.end, r.text = r.end-1, r.text[:n-1] // both brackets are escaped
	}
	s.emit(kind, r.start, r.end, r.next, &r.foldedText)
	text := s.found.Text
	if bytes.Count(text, []byte{esc}) > 1 { // text in ISO-2022 was between them
		s.found.Flaw = Overwritten
	}
	name := schemeSet.Span(text)
	schemeless := (name == 0 || name == len(text) || text[name] != ':') &&
		(s.guesses != 0 || bytes.Contains(text, []byte("://")))
	if schemeless || kind == Quoted && slices.ContainsFunc(s.found.Folds,
		func(f Fold) bool { return f.Break }) {
		s.pos, s.floor = r.start, open+len(t.partner(open))
	}
	return true
}

// quotedAddress finds the candidate that begins with h, whose line in double quotes ends
// before the "@" of its address.
func (s *Scanner) quotedAddress(h *head) bool {
	t, r := &s.text, &s.enclosure
	if t.before(h.start) != '"' || h.slashes || h.disguised || !t.schemes.Opaque.Has(t.buf[h.start:h.end]) {
		return false // the usual case
	}
	r.begin(h.start - 1)
	return r.readQuoted(t, h.start) && (bytes.IndexByte(r.text, '@') > 0 ||
		t.textAt(h.start, "news:") && bytes.IndexByte(r.text, '.') > 0) &&
		s.findEnclosed(Quoted, h.start-1, h.start)
}

// findBracketed finds the candidate that begins with h, between brackets and over several
// lines. A line may break in a scheme whose rest is not known.
func (s *Scanner) findBracketed(h *head, known bool) bool {
	t, r := &s.text, &s.enclosure
	s.found.enclosed = 0
	start := h.start
	if h.slashes && !known {
		if first, ok := t.brokenScheme(start, h.end); ok {
			if start = first; t.before(start) == '"' {
				return s.findEnclosed(Quoted, start-1, start)
			}
		}
	}
	kind, first := t.bareKind(start)
	open, closing := t.opensBefore(first)
	words := open == first && t.before(first) == ' ' && t.isAfterWords(first)
	if words {
		open, closing = t.spanBack(first, t.floor, sentenceSet)-1, ")"
	}
	if h.disguised || t.buf[h.end] != ':' || open == first {
		return false
	}
	r.begin(open)
	enclosed, ok := r.readBracketed(t, start, closing)
	if s.found.enclosed = enclosed; !ok {
		if words {
			s.found.enclosed = 0 // enclosing decides
		}
		return false
	}
	s.emit(kind, r.start, r.end, r.next, &r.foldedText)
	s.found.next = r.end
	s.found.Whole, s.found.Before = r.next > enclosed, t.buf[max(first-4, 0):first]
	return true
}

// findURL makes the text that begins with h the candidate that was found.
func (s *Scanner) findURL(h *head) {
	t, start, a := &s.text, h.start, h.authority
	m := s.hintAt(start)
	e := s.plainEnding(h, m)
	whole := h.slashes && m.endsAt(e.end)
	if e.flaw == Flawless {
		if plain, ok := t.escapeOf(h, e); ok {
			s.findEscaped(h, plain, false)
			return
		}
	}
	switch {
	case e.flaw != Flawless:
	case !h.slashes:
		e.end, whole = t.fieldEnd(start, e.end, hint{quoted: m.quoted}, unbounded)
		e = t.cutAddress(start, a, e)
	default:
		if whole = false; h.gap.end == 0 {
			e.end, whole = t.markedEnd(start, a, m, e)
		}
		if !t.iri && t.at(e.end) >= 0x80 {
			if e.tail {
				e.end = t.longerEnd(start, e.end)
			}
			s.found.longer = e.end
		}
	}
	if e.flaw == Flawless && e.end-start <= t.max && (t.softHyphen(e.end) > 0 ||
		t.before(start) == '<' && t.isTorn(start, e.end) ||
		t.endsIn(e.end, "://") && e.end > a && t.endsLine(e.end)) {
		e.flaw = Broken
	}
	s.emitBare(start, e, m, whole && !m.target, s.foldedURL(h, m, e))
}

// plainEnding returns the ending of the URL of h, after the hint m, regardless of escapes.
func (s *Scanner) plainEnding(h *head, m hint) ending {
	t, start, a := &s.text, h.start, h.authority
	e := ending{end: a, tail: true}
	if h.slashes || t.restores {
		if d := s.restored.authorityOf(t, start, a, h.style); h.slashes || d.disguised {
			e, e.tail = d, d.tail || !h.slashes
		}
	}
	if e.flaw == Placeholder && t.is(e.end-1, '\\') && t.isEscaped(e.end-1, a) {
		e = ending{end: e.end - 1} // an escape of Markdown or roff
	}
	if m.exact && m.closing < e.end && t.before(start) == ':' { // in a torrent
		e = ending{end: m.closing}
	}
	switch {
	case !h.known && e.flaw == Flawless && !m.target && !t.isPrefixed(start) &&
		!t.hasEvidence(start, a, e.end, e.tail):
		e.flaw = UnknownScheme
		e.end = t.host(a, e.end) // the path is not read: the next candidate may be in it
	case e.tail:
		e = t.styledTailEnd(start, m, h.style, e)
	}
	return e
}

// markedEnd returns the end of the URL with the ending e according to the marks around
// it, and reports whether they enclose it. The URL begins at index start, after the hint
// m, and its authority at index a.
func (t *text) markedEnd(start, a int, m hint, e ending) (end int, whole bool) {
	end = e.end
	if e.tail || end-start <= t.max { // otherwise it may be a user
		end = t.commandEnd(start, end)
	}
	if !m.exact && end > a && end-start <= t.max {
		end = t.closedEnd(start, a, end)
	}
	return t.fieldEnd(start, end, m, unbounded)
}

// foldedURL returns the text of the URL of h, with the ending e and after the hint m,
// without its line break or the backslashes of a link. It returns nil if it has neither.
func (s *Scanner) foldedURL(h *head, m hint, e ending) *foldedText {
	t, f, r, g := &s.text, &s.folded, &s.enclosure, h.gap
	switch {
	case g.end > 0 && e.end-h.start <= t.max:
		f.text = append(append(f.text[:0], t.buf[h.start:g.start]...), t.buf[g.end:e.end]...)
		f.folds = append(f.folds[:0], Fold{At: g.start - h.start, Start: t.offset(g.start),
			End: t.offset(g.end), Break: !t.isSpace(g.start), Notation: t.isSpace(g.start)})
		return f
	case m.link && e.flaw == Flawless && !e.drive && bytes.IndexByte(t.buf[h.start:e.end], '\\') >= 0:
		r.begin(h.start - 1)
		r.link = true
		r.add(t, false, h.start, e.end)
		return &r.foldedText
	}
	return nil
}

// escapeOf returns the index of the escape at or near the end of the URL of h, which has
// the ending e, and reports whether there is one.
func (t *text) escapeOf(h *head, e ending) (plain int, ok bool) {
	start, a := h.start, h.authority
	if h.slashes {
		plain, ok = t.nextEscape(start, a, e)
		return plain, ok && plain-start <= t.max && !t.endsCell(start, e.end)
	}
	if plain = e.end; t.inCommand(start) {
		plain = t.laterEscape(start, e)
	}
	return plain, e.end-start <= t.max && t.isEscaped(plain, a)
}

// nextEscape is escapeOf for a URL with "//", at index start and with its authority at
// index a, whatever its length and its field.
func (t *text) nextEscape(start, a int, e ending) (plain int, ok bool) {
	if k := bytes.Index(t.buf[a:e.end], []byte("{~}")); k > 0 { // of BibTeX
		return a + k, t.isEscaped(a+k, a)
	}
	if k := bytes.IndexByte(t.buf[a:e.end], '@'); k >= 0 && t.inCommand(start) && t.isEscaped(a+k, a) {
		return a + k, true
	}
	if t.isEscaped(e.end, a) {
		return e.end, true
	}
	plain = t.laterEscape(start, e)
	return plain, plain != e.end && t.isEscaped(plain, a)
}

// laterEscape returns the index of an escape after the end of the URL that begins at
// index start, if the text after that may move the end: it may close a bracket, or be the
// rest of a password. In Texinfo an escape begins with a byte that a URL may have.
func (t *text) laterEscape(start int, e ending) int {
	if k := bytes.Index(t.buf[start:e.end], []byte("''")); k > 0 && e.tail && t.inString(start, nearString) {
		return start + k
	}
	switch r := &t.last; {
	case e.tail && t.inCommand(start):
		return start + octet.IndexOrEnd(t.buf[start:e.end], '@')
	case e.tail && t.before(start) == '"':
		return max(e.end, t.quotedLine(start, start+t.max, nil))
	case e.tail && r.start <= e.end && e.end < r.end:
		return r.end
	case !e.tail && (t.is(e.end, ':') || t.is(e.end, '@')):
		return t.span(e.end, e.end+maxHost, passwordSet)
	}
	return e.end
}

// findEscaped finds the candidate that begins with h and has escapes after index plain,
// and before a slash that is not escaped, if it is closed by one.
func (s *Scanner) findEscaped(h *head, plain int, closed bool) {
	t, start := &s.text, h.start
	d, at := s.decodedAt(h, plain, closed)
	m := d.hintAt(at, t.before(start) == '\'')
	stop := int(d.to - t.base)
	quoted := d.isQuoted(t, start, at, stop)
	e := s.decodedEnd(d, h, at, m, quoted)
	end := int(d.offset(e.end) - t.base)
	switch {
	case end-start > t.max:
		s.emitBare(start, ending{end: end}, hint{}, false, nil)
	case quoted:
		s.emit(Quoted, start, end, stop, s.foldedEscapes(d, start, at, e.end))
	default:
		whole, folded := m.endsAt(e.end), s.foldedEscapes(d, start, at, e.end)
		s.emitBare(start, ending{end: end, flaw: e.flaw}, hint{}, whole, folded)
	}
}

// decodedAt returns the stretch of the URL that begins with h, and the index of the URL
// in it. It reads the stretch unless it is the last one. See findEscaped.
func (s *Scanner) decodedAt(h *head, plain int, closed bool) (d *decoded, at int) {
	t := &s.text
	if d = &s.decoded[0]; closed {
		d = &s.decoded[1]
	}
	from, to := t.offset(h.start), t.offset(plain)
	if !s.escapes.seen {
		s.escapes = escapes{seen: true, from: from}
	}
	if d.closed != closed || d.back != h.back || from < d.start || d.to <= from || d.to < to ||
		d.open && d.to < from+int64(t.max) {
		d.read(t, h, plain, closed)
	}
	d.first = d.holes.upToSource(from)
	before := d.holes[:d.first]
	at = int(before.fromSource(from))
	d.floor = min(at, max(0, int(before.fromSource(t.offset(t.floor)))))
	return d, at
}

// hintAt returns the hint before the URL at index i, which may be right after an
// apostrophe.
func (d *decoded) hintAt(i int, apostrophe bool) (m hint) {
	if apostrophe {
		m.closing, m.closed = d.closing(i)
		end, bar := d.spanWithBar(i, m.closing, apostropheSet)
		m.exact = m.endsAt(end) && (bar || d.endsInBraces(i, end))
	} else {
		m = d.hintBefore(i, false)
	}
	m.quoted = true // escapedEnd looks for the end of the field
	return m
}

// decodedEnd returns the ending, in d, of the URL that begins with h and at index at of
// d, after the hint m. If quoted is set, quotes enclose it.
func (s *Scanner) decodedEnd(d *decoded, h *head, at int, m hint, quoted bool) ending {
	t, start := &s.text, h.start
	var a int
	if h.escaped {
		_, rest, _ := bytes.Cut(d.buf[at:d.stop], []byte("://"))
		a = d.stop - len(rest)
	} else { // a "://" may be far away
		a = int(d.holes.fromSource(t.offset(h.authority)))
	}
	e := ending{end: a, tail: true}
	if h.slashes {
		e = s.restored.authorityOf(&d.text, at, a, h.style)
	}
	if quoted {
		e.flaw = Flawless // as without escapes
	}
	meant := !h.escaped || h.known || quoted || t.isPrefixed(start) || d.isPrivate(at)
	if !meant && e.flaw == Flawless && !d.isPlace(a, e.end, e.tail) {
		e.flaw, e.tail = UnknownScheme, false
	}
	if e.tail {
		e = d.styledTailEnd(at, m, h.style, e)
	}
	switch {
	case quoted:
		e.end = at + len(bytes.TrimRightFunc(d.buf[at:d.stop], isInvisible))
	case e.flaw == Flawless:
		e.end = s.escapedEnd(d, at, start, a, m, e)
		if t.is(t.span(start, start+maxScheme, schemeSet), '\\') { // before the ":"
			e.end = d.linkedEnd(a, e.end)
		}
	}
	return e
}

// foldedEscapes returns the text [at,end) of d as that of the URL that begins at index
// start of the input.
func (s *Scanner) foldedEscapes(d *decoded, start, at, end int) *foldedText {
	t, f := &s.text, &s.folded
	f.text = append(f.text[:0], d.buf[at:end]...)
	f.folds = d.holes.folds(f.folds[:0], d.first, d.holesTo(end), int64(at))
	for k := range f.folds {
		f := &f.folds[k]
		f.Break = bytes.ContainsAny(t.buf[f.Start-t.base:f.End-t.base], "\n\r")
		f.Notation = !f.Break
	}
	return f
}

// escapedEnd returns the end of a URL with escapes according to the marks around it. The
// URL has the ending e. It begins at index at of the copy d and at index start of the
// input, and its authority at index a, after the hint m.
func (s *Scanner) escapedEnd(d *decoded, at, start, a int, m hint, e ending) int {
	t, end := &s.text, min(e.end, d.stop)
	if end-at > t.max {
		return end
	}
	end = d.commandEnd(at, end)
	if !m.exact && end > a {
		if closed := d.text.closedEnd(at, a, end); closed < end && !d.hasEscapedMark(closed, end) {
			end = closed
		}
	}
	raw := int(d.offset(end) - t.base)
	if last, _ := t.fieldEnd(start, raw, hint{quoted: s.inQuotes(start)}, unbounded); last < raw {
		end = int(d.holes.fromSource(t.offset(last)))
	}
	if !t.iri && d.at(end) >= 0x80 && e.tail {
		return min(d.longerEnd(at, end), d.stop)
	}
	return end
}

// findGuess finds the guess that the byte at index i reveals. It is not part of a URL
// with a scheme. A guess may begin in another, which may be no URL, but not where that
// goes on for long, since each would be read to its end.
func (s *Scanner) findGuess(i int) bool {
	t := &s.text
	if s.offset(i)+longGuess < s.guessed {
		return false
	}
	kind, start, host := t.guessAt(i)
	var e ending
	var ok, whole bool
	if kind == GuessHostPath {
		e, ok = t.guessedPath(start, i, s.hintAt(start))
	} else if kind != 0 {
		e, ok = s.guessedEnd(kind, start, host)
	}
	if !ok {
		return false
	}
	s.found.Guess = kind
	m, pos, floor := s.hintAt(start), s.pos, s.floor
	e.end, whole = t.fieldEnd(start, e.end, m, e.end)
	s.emitBare(start, e, m, whole, nil)
	s.pos, s.floor, s.found.next, s.skipping = pos, floor, 0, false // a guess hides nothing
	s.guessed = max(s.guessed, s.offset(min(e.end, start+t.max)))   // more may not have been read
	return true
}

// guessedEnd returns the ending of the guess that begins at index start and has its host
// at index host, and reports whether there is a guess.
func (s *Scanner) guessedEnd(kind Guess, start, host int) (e ending, ok bool) {
	t, x, i := &s.text, &s.text, host
	end := t.guessedHost(host)
	if d := &s.restored; t.restores && (t.is(end, ']') ||
		t.substituteAt(end, lexicon.InAuthority).Written != "") {
		if d.restoreAt(t, host, host, host+maxHost+1, style{slashes: true, guessed: true}); len(d.holes) > 1 {
			x, i = &d.text, 0
			end = x.guessedHost(0)
			e.disguised = int(d.holes[1].at) < end
		}
	}
	switch {
	case end == i, !x.isHostName(x.buf[i:end]),
		kind == GuessMail && (x.is(end, '@') || x.is(end, '!') && octet.Alnum[x.at(end+1)] ||
			x.is(end, ':') && x.is(end+1, '/')):
		return e, false
	case kind != GuessMail:
		if end, ok = x.guessedPort(i, end, e.disguised); !ok {
			return e, false
		}
	}
	// after a port
	slash := kind != GuessMail && t.restores && x.substituteAt(end, lexicon.InAuthority).Meant == "/"
	tail := kind != GuessMail && beginsTail(x.at(end)) || slash
	if e.end, e.disguised = end, x != t || slash; x != t {
		e.end = int(s.restored.offset(end) - t.base)
	}
	if tail {
		e = t.tailEnd(start, s.hintAt(start), e)
	}
	return e, true
}

// hintAt returns the hint before the URL that begins at index start.
func (s *Scanner) hintAt(start int) hint {
	m := s.hintBefore(start, s.before(start) == esc && s.isTarget(start))
	m.quoted = s.inQuotes(start)
	return m
}

// inQuotes reports whether index i is in a quoted field of Config.Delimiter.
func (s *Scanner) inQuotes(i int) bool { return s.delimiter != 0 && s.oddQuotes(i) }

// emitBare makes the text from index start to the ending e, after the hint m, the
// candidate that was found. It has no brackets and no quotes around it. whole reports
// whether the marks around it say where it ends. f is its text if it has folds, or nil.
func (s *Scanner) emitBare(start int, e ending, m hint, whole bool, f *foldedText) {
	t := &s.text
	end := min(e.end, start+t.max)
	s.found.next, s.skipping = end+t.softHyphen(end), end < e.end
	if e.flaw == SoftBroken {
		s.found.next++ // after the "="
	}
	kind, before := t.bareKind(start)
	if m.target && m.endsAt(end) {
		kind = Attribute
	}
	s.emit(kind, start, end, end, f)
	c := &s.found.Candidate
	c.Flaw, c.Truncated, c.Whole = e.flaw, s.skipping, whole && !s.skipping
	c.Before = t.buf[max(before-4, 0):before]
	name, _, _ := bytes.Cut(t.buf[start:end], []byte(":"))
	if c.Flaw == Flawless && !c.Truncated && t.endsInTemplate(start, end) {
		c.Flaw = Placeholder
	}
	if c.Flaw == Flawless && t.goesOnAfterMark(start, end) {
		c.Flaw = Broken
	}
	if c.Flaw == Flawless && (t.isOverwritten(end) ||
		start > 0 && t.buf[start-1] == '\b' && !t.schemes.IsKnown(name)) {
		c.Flaw = Overwritten
	}
}

// emit makes [start,end), or its text f without folds, the candidate that was found, and
// lets the search continue at index next. f may be nil. emit sets each field by itself,
// which is faster.
func (s *Scanner) emit(kind Kind, start, end, next int, f *foldedText) {
	c := &s.found.Candidate
	c.Kind, c.Flaw = kind, Flawless
	c.Plain, c.Truncated, c.Restored, c.Escaped, c.Whole = false, false, false, false, false
	c.Start, c.End = s.offset(start), s.offset(end)
	c.Text, c.Folds, c.Before = s.buf[start:end], nil, s.buf[max(start-4, 0):start]
	if s.lines {
		s.countLines(start)
		// more of its line may have been counted
		c.Line, c.Column = s.counter.Breaks+1, int(c.Start-s.counter.Start)+1
	}
	s.found.start, s.pos, s.floor = start, max(s.pos, next), next
	c.Incomplete = s.err != nil && s.err != io.EOF && s.mayGoOn(start, end)
	if f != nil && len(f.folds) > 0 {
		c.Text, c.Folds = f.text, f.folds
		c.Escaped = slices.ContainsFunc(f.folds, func(f Fold) bool { return f.Notation })
	}
	if s.restores {
		s.restored.restoreIn(c, s.settings)
	}
}

// mayGoOn reports whether the candidate [start,end) may continue after the place where
// reading failed: nothing between them ends a URL, or a mark is open.
func (s *Scanner) mayGoOn(start, end int) bool {
	if s.ended < 0 {
		s.has(unbounded) // reads all text
		text := s.buf[:s.end]
		stop := bytes.LastIndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf && !foreignSet[r] })
		s.ended = s.offset(max(stop, bytes.LastIndex(text, []byte("://"))) + 1)
	}
	return s.offset(end) >= s.ended || s.open == s.offset(start)
}

// LineBreaks returns how many lines have ended in the input, once Next has returned
// io.EOF. It is 0 unless Config.Lines is set.
func (s *Scanner) LineBreaks() int {
	s.countLines(s.got)
	return s.counter.Breaks
}
