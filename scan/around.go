package scan

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/terminal"
)

// This file has the methods that look at the text around the last candidate. What Next
// returns after them does not depend on them.

// A Piece is the beginning of the line after a candidate, if it may belong to the
// candidate.
type Piece struct {
	// Text is valid until the next call of [Scanner.Next].
	Text []byte
	// Start and End are the offsets of the piece in the input, in bytes.
	Start, End int64
	// Width is the number of columns of the line before the piece, up to the end of the
	// candidate or of the previous piece: its bytes, without escape sequences.
	Width int
	// Longest is the number of characters of the longest line near that line, or 0 if
	// there is none above it.
	Longest int
	// Alone reports whether nothing but the number of a note, a closing bracket, the end of a
	// comment, or another field, as in "Author: Joe", follows the piece on its line.
	Alone bool
	// Enclosed reports whether brackets are around the candidate and the piece.
	Enclosed bool
	// Embedded reports whether the piece is the URL of a page, and the line before it ends
	// in the time of a copy of that page.
	Embedded bool
	// Sole reports whether nothing but a leader, or the name of a field that is folded,
	// precedes the candidate, or the piece before this one, on its line.
	Sole bool
	// Unclosed is the text between the candidate, or the piece before this one, and the end
	// of its line, from an opening bracket on that is closed in this piece. It is valid as
	// long as Text.
	Unclosed []byte
	// Repeated reports whether the URL, joined with the piece, follows in brackets.
	Repeated bool
	// Flowed reports whether a blank ends the line before the piece, as in format=flowed.
	Flowed bool
	// RanOver reports whether the marks of the quote show that a program has broken the
	// line before the piece.
	RanOver bool
	// Broken reports whether the piece ends in a broken word, before a soft hyphen.
	Broken bool
}

// Before returns the text right before the last candidate, at most n bytes and at most
// MaxAround. It is valid until the next call of [Scanner.Next].
func (s *Scanner) Before(n int) []byte {
	return s.buf[max(s.found.start-min(n, MaxAround), 0):s.found.start]
}

// Continue returns the piece that may follow the last candidate on the next line, and
// reports whether there is one. There is a piece only if nothing but blanks follows the
// candidate on its line, that line has at least width bytes, and the next line has the
// same leader, or else [Piece] says what is different. Continue does not read the next
// line if the first is shorter than width, so results from a pipe need not wait for it.
//
// For the first piece, after is the zero Piece. For any other it is the previous piece.
func (s *Scanner) Continue(after Piece, width int) (Piece, bool) {
	start, end, at, closing := s.lineEnd(after)
	if at == 0 {
		return Piece{}, false
	}
	limit := s.found.start + s.max
	begin := s.lineStart(at, max(0, at-longestLine))
	p := Piece{Width: s.columns(begin, at), Flowed: s.is(at, ' ')}
	before := s.buf[max(s.found.start-1, 0)]
	if after.Text == nil && s.found.enclosed == 0 {
		s.found.enclosed = s.enclosing(at)
	}
	if p.Width < width && s.found.enclosed == 0 || s.delimiter != 0 ||
		isSeparator(before) && s.isField(s.found.start, at, s.listStart(s.found.start), before, new(row)) {
		return Piece{}, false
	}
	if closing > 0 {
		p.Unclosed = s.buf[end:at]
	}
	at, ranOver, ok := s.nextLine(at, limit)
	if !ok {
		return Piece{}, false
	}
	if at < s.found.enclosed {
		at = s.span(at, s.found.enclosed, quoteSet)
	}
	escaped := s.textAt(at, `\_`) // of TeX
	if escaped {
		at++
	}
	e := s.tailEnd(s.found.start, hint{}, ending{end: at})
	if at < s.found.enclosed {
		e.end = min(e.end, s.found.enclosed)
	}
	if before == '\'' {
		e.end = new(enclosure).closingQuote(&s.text, at, e.end, "'")
	}
	if closing > 0 {
		if !s.is(e.end, closing) {
			return Piece{}, false
		}
		e.end++
		e = s.tailEnd(s.found.start, hint{}, e)
	}
	if e.end == at || e.end >= limit || escaped && s.is(e.end, '\\') {
		return Piece{}, false
	}
	p.Text = s.buf[at:e.end]
	p.Start, p.End = s.source(s.offset(at), s.offset(e.end))
	rest := s.skipBlanks(s.skipNote(s.skipBlanks(e.end, limit)), limit)
	rest = s.skipBlanks(s.skipClosing(rest), limit)
	p.Alone = !s.has(rest) || s.newline(rest) > 0 || rest > e.end && s.isKey(rest)
	p.Enclosed, p.RanOver, p.Broken = e.end <= s.found.enclosed, ranOver, s.softHyphen(e.end) > 0
	p.Embedded = s.slashedAt(at) && copied.Match(s.buf[max(start, end-longestTime):end])
	p.Longest = s.longestAbove(begin, at)
	link := s.skipBlanks(e.end, limit)
	p.Repeated = after.Text == nil && s.isRepeated(link, p.Text)
	p.Sole = begin <= start &&
		(leaderSet.Span(s.buf[begin:start]) == start-begin || s.isFolded(begin, start, at))
	return p, true
}

// copied matches the time of a copy of a page at the end of a URL in a sentence.
var copied = lazyregexp.New(`/(?:web/(?:[0-9]{4,}|\*)|(?:19|20)[0-9]{12})(?:[a-z]{2}_)?/$`)

// isFolded reports whether the line at index begin has the name of a field before the URL
// that begins at index start, and one blank before index next shows that the next line
// continues the field, as in the manifest of a JAR file.
func (t *text) isFolded(begin, start, next int) bool {
	key := t.span(begin, start, schemeSet)
	return key > begin && key+len(": ") == start && t.textAt(key, ": ") && t.is(next-1, ' ') &&
		bytes.IndexByte([]byte("\r\n"), t.before(next-1)) >= 0
}

// isKey reports whether a word with a capital letter, a ":" and a blank are at index i.
func (t *text) isKey(i int) bool {
	end := t.span(i, i+maxScheme, octet.Letter)
	return t.is(end, ':') && blank(t.at(end+1)) && 'A' <= t.buf[i] && t.buf[i] <= 'Z'
}

// isRepeated reports whether the last candidate, joined with rest, is in angle or round
// brackets at index i, perhaps over several lines.
func (s *Scanner) isRepeated(i int, rest []byte) bool {
	closing := byte('>')
	if s.is(i, '(') {
		closing = ')'
	} else if !s.is(i, '<') {
		return false // the usual case
	}
	i++
	for _, b := range slices.Concat(s.found.Text, rest) {
		if octet.Space[s.at(i)] {
			i = s.span(i, i+longestLeader, octet.Space)
		}
		if !s.is(i, b) {
			return false
		}
		i++
	}
	return s.is(i, closing)
}

// skipNote returns the index after the number of a note in brackets at index i, or after
// a closing bracket or the dot of the sentence there.
func (t *text) skipNote(i int) int {
	end := i
	if t.is(i, '.') {
		return i + 1
	}
	if t.is(i, '[') {
		end = t.span(i+1, i+4, octet.Digit)
	}
	if t.is(end, ']') || t.is(end, ')') {
		if end++; t.is(end, '.') {
			end++
		}
		return end
	}
	return i
}

// skipClosing returns the index after a mark that ends a comment or a block at index i.
func (t *text) skipClosing(i int) int {
	for _, mark := range []string{"*/", "*)", "-->", "-}", "}"} {
		if t.textAt(i, mark) {
			return i + len(mark)
		}
	}
	return i
}

// longestAbove returns the number of characters of the longest of the lines above the one
// that begins at index i, and of the line next, or 0 if there are none above.
func (s *Scanner) longestAbove(i, next int) (longest int) {
	const most = 4
	least := max(0, s.found.start-MaxAround)
	for k := 0; k < most && i > least; k++ {
		end := s.spanBack(i-1, least, returnSet)
		i = s.lastLine(end, least)
		longest = max(longest, utf8.RuneCount(s.buf[i:end]))
	}
	if longest > 0 {
		line := s.buf[s.lastLine(next, i):s.span(next, next+longestLine, lineSet)]
		longest = max(longest, utf8.RuneCount(line))
	}
	return longest
}

// lineEnd returns the beginning and the end of the last candidate, or of the piece after
// it, and the end of the text that ends its line: 0 if other text follows. If it ends
// before an opening bracket, that text includes the bracket and what follows, and closing
// is the bracket that would close it.
func (s *Scanner) lineEnd(after Piece) (start, end, last int, closing byte) {
	start, end = s.found.start, s.found.next
	if after.Text != nil {
		start, end = s.index(after.Start), s.index(after.End)
		end += s.softHyphen(end)
	}
	if end == 0 || end < s.floor {
		return start, end, 0, 0 // a guess, or the partner of its bracket is on the next line
	}
	read := s.buf[end:s.searchable()]
	if len(read) > 0 {
		if k := bytes.IndexByte([]byte("([{"), read[0]); k >= 0 {
			return start, end, s.span(end, end+longestLeader, bareSet), ")]}"[k]
		}
	}
	if len(read) > 0 && read[0] == '\\' && s.newline(end+1) > 0 {
		return start, end, end + 1, 0 // a string or a command goes on in the next line
	}
	if bytes.HasPrefix(read, []byte(`\n"`)) && s.endsAtEdge(end+len(`\n`), true) {
		return start, end, end + len(`\n`), 0
	}
	if blanks := octet.Blank.Span(read); blanks < len(read) && !octet.Space[read[blanks]] {
		if !edges[read[blanks]] || !s.endsAtEdge(end, false) {
			return start, end, 0, 0 // the usual case
		}
	}
	return start, end, end, 0
}

// endsAtEdge reports whether only the right border of a box follows the candidate, or a
// piece after it, at index end on its line, or a quote between two strings. Without brackets
// around them the strings have no comma between them. Before the quote is no blank, unless
// escaped is set: then an escaped line break precedes it.
func (s *Scanner) endsAtEdge(end int, escaped bool) bool {
	o, at := s.openingAt(s.found.start, true), s.skipBlanks(end, end+longestLine)
	_, next, ok := o.edge(&s.text, at, end+longestBreak)
	if !ok || bytes.IndexByte(s.buf[at:next], ',') >= 0 && next > s.found.enclosed {
		return false
	}
	return escaped || !s.is(at, '"') || at == end && s.buf[next-1] == '"'
}

// enclosing returns the end of the text after the last candidate that may belong to it,
// since a bracket is open before it: the index of the partner, if pieces without blanks on
// the next lines precede it, or the end of a piece that looks like a path, if other text
// does. It returns 0 if there is none.
func (s *Scanner) enclosing(at int) int {
	t, start, floor := &s.text, s.found.start, s.floor
	t.floor = 0 // the rules look at the text before the candidate
	defer func() { t.floor = floor }()
	open, closing := t.openBracket(start)
	if open == start {
		return 0
	}
	var r enclosure
	r.begin(open)
	r.link = t.is(open, '(') && t.before(open) == ']'
	whole := r.readPieces(t, start, closing)
	first := slices.IndexFunc(r.folds, func(f Fold) bool { return f.Break })
	if first < 0 || !t.mayGoOn(r.text, r.folds[first].At) ||
		t.buf[open] == '"' && !isPath(r.text[r.folds[first].At:]) {
		return 0
	}
	if whole {
		return r.next - len(closing)
	}
	return r.pathBefore(t, at, closing)
}

// pathBefore returns the end of the piece on the line after index i, if it looks like the
// rest of a path, and other text and the partner of the bracket of r follow it: "(see
// http://host.example/⏎a.html, p. 3)". It returns 0 if there is none.
func (r *enclosure) pathBefore(t *text, i int, closing string) int {
	const longest = 256
	next, broken := r.skipGap(t, i, i+longestBreak)
	end := t.token(next, next+longest, closing)
	piece := bytes.TrimRight(t.buf[next:end], ".,;:")
	if !broken || !isPath(piece) || !blank(t.at(end)) || t.beginsHost(next) {
		return 0
	}
	line := t.span(end, end+longest, lineSet) // the partner may be on the line after it, too
	last := t.span(line+t.newline(line), line+longest, lineSet)
	if !bytes.Contains(t.buf[end:last], []byte(closing)) {
		return 0
	}
	return next + len(piece)
}

// openBracket returns the index of the bracket that is open before index i, on its line or
// a few lines above, and its partner, or i if there is none. The end of a tag, a mark of
// emphasis and a double quote count as brackets.
func (t *text) openBracket(i int) (open int, closing string) {
	const longest = 256
	switch before := t.before(i); {
	case before == '>':
		return i - 1, "</"
	case (before == '*' || before == '_') && !octet.Alnum[t.before(i-1)]:
		return i - 1, string(rune(before))
	}
	line := t.buf[t.lineStart(i, max(0, i-longest)):i]
	depth, quoted := 0, t.before(i) != '"' && bytes.Count(line, []byte{'"'})%2 == 1
	for open = i; ; {
		before := t.buf[max(0, i-longest):open]
		k := bytes.LastIndexAny(before, "\"()[]{}<")
		if k < 0 {
			return i, ""
		}
		open -= len(before) - k
		switch b := t.buf[open]; b {
		case '"':
			if quoted && open >= i-len(line) && (open == 0 || t.buf[open-1] != '\\') { // no comment of roff
				return open, partners[b]
			}
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			isComment := bytes.Contains(t.buf[open:i], []byte("//")) || bytes.Contains(t.buf[open:i], []byte(" # "))
			if depth--; depth < 0 && !isComment {
				return open, partners[b]
			}
		case '<':
			text := bytes.TrimLeft(t.buf[open+1:i], octet.Blanks)
			// not of a comment or an operator
			isBracket := len(text) == 0 || octet.Space[text[0]] || octet.Letter[t.buf[open+1]]
			if isBracket && bytes.IndexByte(text, '>') < 0 && t.buf[i-1] != '=' { // no attribute
				return open, partners[b]
			}
		}
	}
}

// NextString returns the beginning of the string on the next line, up to the first byte
// that no URL can have, and the offset of its end. It reports whether there is such a
// string: the last candidate, or the piece that ended at offset end, ends its string and
// its line, and the next line begins with a string that is not a URL. C and Python join
// such strings, other languages if there is a "+" or "." between them.
func (s *Scanner) NextString(end int64) (piece []byte, next int64, ok bool) {
	i := s.index(end)
	quote, limit := s.at(i), i+longestLeader
	if quote != '"' && quote != '\'' {
		return nil, 0, false // and results from a pipe need not wait for more
	}
	quotes := 1
	for quotes < len(`"""`) && s.is(i+quotes, quote) {
		quotes++
	}
	line := s.span(i+quotes, limit, joinSet)
	open := s.span(line+s.newline(line), limit, joinSet)
	open = s.span(open, open+len("rb"), octet.Letter) // as in f"" and L""
	if s.newline(line) == 0 || s.is(i+quotes, '.') || !s.is(open, quote) || s.linkAt(open+quotes) {
		return nil, 0, false
	}
	open += quotes - 1
	e := s.tailEnd(s.found.start, hint{quoted: s.inQuotes(s.found.start)}, ending{end: open + 1})
	e.end = open + 1 + octet.IndexOrEnd(s.buf[open+1:e.end], quote)
	if e.end >= s.found.start+s.max {
		return nil, 0, false
	}
	_, next = s.source(s.offset(open), s.offset(e.end))
	return s.buf[open+1 : e.end], next, e.end > open+1
}

// columns returns the number of columns of the text [from,to) of a line: its bytes, and
// those of characters that are no text to the rules.
func (s *Scanner) columns(from, to int) int {
	const sequences = len("\x1b$B\x1b(B")
	width, holes := to-from, s.terminal.holes
	for k := holes.upTo(s.offset(from) - 1); k < holes.upTo(s.offset(to)-1); k++ {
		width += max(0, int(holes[k].gone-holes[k-1].gone)-sequences)
	}
	return width
}

// Longer returns the text after the last candidate that would belong to it with
// Config.IRI, and reports whether there is any. A bare URL that ends at a letter of a
// script without blanks between words may go on there. Longer returns false if another
// URL begins in that text. The slice is valid until the next call of [Scanner.Next].
func (s *Scanner) Longer() ([]byte, bool) {
	if s.found.longer == 0 {
		return nil, false
	}
	end := s.iriEnd(s.found.longer, s.found.start+s.max)
	return s.buf[s.found.longer:end], end > s.found.longer
}

// nextLine returns the beginning of the text of the line after the one that ends at index
// i, and reports whether it may continue the URL: it has the same leader, or ranOver is
// set.
func (s *Scanner) nextLine(i, limit int) (start int, ranOver, ok bool) {
	o := s.openingAt(s.found.start, i >= s.found.enclosed)
	line, end, broken := o.skipGap(&s.text, i, limit)
	if !broken {
		return 0, false, false
	}
	if below := o.belowColumn(&s.text, line); below > 0 {
		return below, false, true
	}
	quote, same := s.sameQuote(line, o.line)
	text := s.skipBlanks(max(quote, line), limit)
	if s.isAdded(text, o.line) {
		return s.skipBlanks(text+1, limit), false, true
	}
	if !same && i < s.found.enclosed { // brackets are around lines with other marks of the quote
		return s.span(line, limit, quoteSet), false, true
	}
	inserted := o.isInserted(&s.text) || same && o.lacksBlank(&s.text, line, quote)
	if !same || s.is(text, '>') || inserted {
		if start, ok := s.ranOver(&o, line, i, limit, inserted); ok {
			return start, true, true
		}
	}
	token := s.buf[end:s.token(end, limit, ">")]
	isRest := s.buf[i-1] == '-' && (bytes.IndexByte(token, '/') > 0 ||
		bytes.IndexByte(token, ')') > 0 && bytes.IndexByte(token, '(') < 0)
	isOver := !isRest && (isComment(o.line) || isCommentWord(o.line)) && o.words(&s.text, line, o.line) == line
	isItem := text < end && bytes.IndexByte([]byte("*-+"), s.buf[text]) >= 0 && blank(s.at(text+1)) &&
		!isStarLeader(s.buf[max(quote, line):end]) &&
		!s.isOpen(s.found.start, "/*", "*/") && !s.isOpen(s.found.start, "(*", "*)") // of a list
	if !same && s.before(i) == '=' { // an encoder does not repeat the marks
		return line, false, true
	}
	return end, false, same && (i < s.found.enclosed || !isOver && !isItem)
}

// isStarLeader reports whether leader is that of a line of a comment, perhaps in a diff:
// " * ", "+ * ".
func isStarLeader(leader []byte) bool {
	mark := bytes.TrimLeft(leader, "+- \t")
	return len(mark) < len(leader) && string(bytes.TrimRight(mark, octet.Blanks)) == "*"
}

// isAdded reports whether a "+" at index i shows that a diff adds the line, as it does
// the line that begins with opening. One blank after it would make it the mark of a list.
func (t *text) isAdded(i int, opening []byte) bool {
	return t.is(i, '+') && blank(t.at(i+1)) == blank(t.at(i+2)) &&
		bytes.HasPrefix(bytes.TrimLeft(opening, ">| \t"), []byte{'+'})
}

// ranOver returns the beginning of the text of the line at index line, and reports whether
// a program that breaks long lines has cut this text off the line before, which ends at
// index i. Then the two lines have different quote marks, or the second is inserted
// between quoted lines. The second line has no blank, or the lines around one of them are
// quoted. If the URL ends in a hyphen, any line with such a mark, and any path, will do.
func (s *Scanner) ranOver(o *opening, line, i, limit int, inserted bool) (start int, ok bool) {
	start = s.span(line, limit, quoteSet)
	end := s.token(start, limit, ">")
	if i == s.found.next && s.buf[i-1] == '-' && end > start &&
		(start > line || bytes.IndexByte(s.buf[start:end], '/') >= 0) {
		return start, true
	}
	after := s.span(end, end+longestLine, lineSet)
	next := after + s.newline(after)
	if end == start || next == after {
		return start, false
	}
	_, quoted := nextQuote(o.line, 0)
	_, same := s.sameQuote(next, o.line)
	again := s.is(s.skipBlanks(next, limit), '>') || same && quoted > 0
	if !s.endsLine(end) {
		link := s.skipBlanks(end, limit)
		beforeLink := link > end && s.is(link, '<') && s.linkAt(link+1)
		isPath := again && bytes.Count(s.buf[start:end], []byte("/")) > 1
		return start, again && start == line && quoted > 0 || (inserted || beforeLink || isPath) && start > line
	}
	return start, again || (start > line || quoted > 0) && s.endsLine(s.token(next, limit, ">"))
}

// isInserted reports whether nothing but a leader precedes the URL on its line, with
// fewer marks of a quote than in the line before it.
func (o *opening) isInserted(t *text) bool {
	begin, least := o.bracket-len(o.line), max(0, o.bracket-MaxAround)
	if quoteSet.Span(o.line) < len(o.line) || begin <= least {
		return false
	}
	last := t.lastLine(t.spanBack(begin-1, least, returnSet), least)
	marks := t.buf[last:t.span(last, begin, quoteSet)]
	return bytes.Count(marks, []byte{'>'}) > bytes.Count(o.line, []byte{'>'})
}

// lacksBlank reports whether the line at index i, whose marks of a quote end at index
// quote, lacks the blank that follows them on the line of the URL and on the line after
// it.
func (o *opening) lacksBlank(t *text, i, quote int) bool {
	if quote == i || blank(t.at(quote)) {
		return false
	}
	marks := quoteEnd(o.line)
	if marks == len(o.line) || !blank(o.line[marks]) {
		return false
	}
	next := t.span(quote, quote+longestLine, lineSet)
	next += t.newline(next)
	end, ok := t.sameQuote(next, o.line)
	return ok && end > next && blank(t.at(end))
}

// leaderSet has the marks of leaders and blanks, and joinSet the bytes between strings
// that a program joins.
var (
	leaderSet = octet.SetOf("<>|:*#+-.()[]{}" + octet.Digits + octet.Blanks)
	joinSet   = octet.SetOf(`+.\/&_|` + octet.Blanks)
)

// isComment reports whether line, the text before a candidate, begins with the mark of a
// comment.
func isComment(line []byte) bool {
	mark := octet.Blank.Span(line)
	return mark < len(line) && bytes.IndexByte([]byte("#/;%"), line[mark]) >= 0 && comment.Match(line)
}

// comment matches such a line.
var comment = lazyregexp.New(`^[ \t]*(?:#+|/{2,}|;+|%+)[ \t\v\f]`)

// Source returns the bytes [start,end) of the input, without escape sequences. Both
// offsets must be inside the last candidate. The slice is valid until the next call of
// [Scanner.Next].
func (s *Scanner) Source(start, end int64) []byte { return s.buf[s.index(start):s.index(end)] }

// Around returns the text before offset start on its line, with up to above lines before
// that, and the text from offset end to the end of its line, with up to below lines after
// that: at most n bytes of each, and at most MaxAround. The lines have their line breaks,
// except for the last one. start must be in the last candidate, and end in it or at its
// end, or at the end of a piece that [Scanner.Continue] returned. Around may read on in
// the input, as far as it must. The slices are valid until the next call of
// [Scanner.Next].
func (s *Scanner) Around(start, end int64, above, below, n int) (before, after []byte) {
	n = min(n, MaxAround)
	from, to := s.index(start), s.index(end)
	least, raw := max(0, from-n), s.raw(from)
	folds := least < raw && terminal.Has(s.buf[least:raw])
	if folds {
		least = max(0, least-n) // the sequences take room
	}
	begin := s.lineStart(from, least)
	for ; begin > least && above > 0; above-- {
		begin = s.lastLine(least+len(withoutBreak(s.buf[least:begin])), least)
	}
	i, limit := s.span(to, to+n, lineSet), to+n
	for ; below > 0 && i < limit && s.has(i); below-- {
		i = s.span(min(i+s.newline(i), limit), limit, lineSet)
	}
	if before = s.buf[begin:from]; folds && begin < raw {
		before = slices.Concat(terminal.Without(s.buf[begin:raw]), s.buf[raw:from])
		before = before[max(0, len(before)-n):]
	}
	return before, s.buf[to:i]
}
