package scan

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

const (
	longestLine   = 1 << 10 // how far to the left the beginning of a line is searched
	longestLeader = 1 << 8  // the maximum length of a leader
	longestWord   = 1 << 3  // the maximum length of a word in it
	longestBreak  = 1 << 11 // the maximum length of the text between two pages of an RFC
)

// An opening is the beginning of the line on which a wrapper opens, with which the
// leaders of the next lines are compared.
type opening struct {
	bracket int    // the index of the opening bracket or quote
	line    []byte // the line before the bracket, empty if it is too long to have a leader
	bare    bool   // there is no bracket, so a word is no leader: it may begin the next entry of a list
}

// openingAt returns the opening with its bracket, or with a bare URL, at an index.
func (t *text) openingAt(bracket int, bare bool) opening {
	begin := t.lineStart(bracket, max(0, bracket-longestLine-1)) // after the end of the line before it
	o := opening{bracket: bracket, line: t.buf[begin:bracket], bare: bare}
	if len(o.line) > longestLine {
		o.line = nil
	}
	return o
}

// nextQuote returns the index and the size of the next mark of a quote on a line, after
// the blanks at index i: ">", "&gt;", "|", ":", or initials or another mark and a ">", as
// in "JD>" and "+>". The size is 0 if there is none.
func nextQuote(line []byte, i int) (at, size int) {
	i += octet.Blank.Span(line[i:])
	const initials = 10
	n := octet.Letter.Span(line[i:min(len(line), i+initials)])
	switch rest := line[i+n:]; {
	case len(rest) > 0 && rest[0] == '>':
		return i, n + 1
	case n > 0:
	case len(rest) > 1 && rest[1] == '>' && bytes.IndexByte([]byte("*+#}"), rest[0]) >= 0:
		return i, len("*>")
	case bytes.HasPrefix(rest, []byte("&gt;")):
		return i, len("&gt;")
	case len(rest) > 0 && (rest[0] == '|' || rest[0] == ':') &&
		(len(rest) == 1 || blank(rest[1]) || rest[1] == '>' || rest[1] == rest[0] || i > 0 && line[i-1] == '>'):
		return i, 1
	}
	return i, 0
}

// skipGap returns the index after the white space and the leader at index i, which are
// between two tokens. It reports whether a line breaks there, and where the line after
// the first one begins. A gap ends before the next line break, except at a page break.
func (o *opening) skipGap(t *text, i, limit int) (line, end int, broken bool) {
	end = t.skipBlanks(i, limit)
	if edges[t.at(end)] {
		if line, next, ok := o.edge(t, end, limit); ok {
			return line, next, true
		}
	}
	if line = end + t.newline(end); line == end {
		return 0, end, false
	}
	marks := o.leader(t, line)
	if end = t.skipBlanks(marks, limit); t.newline(end) > 0 {
		text, ok := t.pageBreak(line)
		if isEmpty := end == line && !o.bare; !ok && (marks > line || isEmpty && quoteEnd(o.line) > 0) {
			text = end + t.newline(end)
			ok = o.isFlowed(t, marks, end, text)
		}
		if ok {
			end = t.skipBlanks(o.leader(t, text), limit)
		}
	}
	return line, end, true
}

// isFlowed reports whether a line with only the marks of a quote, up to index quote, and
// several blanks, up to index end, is continued by the line at index next, as in
// format=flowed: that line has the same marks and only a token, or a token and a ">". In
// brackets the blanks may be missing, if the ">" is not that of a quote, and the marks if a
// line of two was lost.
func (o *opening) isFlowed(t *text, quote, end, next int) bool {
	const several = 2
	text := o.leader(t, next)
	text = t.skipBlanks(text, text+longestLeader)
	stop := t.token(text, text+longestLeader, ">")
	flowed := end >= quote+several || !o.bare && !t.closesQuote(text, stop)
	return flowed && text > next && stop > text &&
		(t.is(stop, '>') || o.bare && t.endsLine(stop))
}

// closesQuote reports whether the ">" at index end, after the token at index i, is that
// of a quote.
func (t *text) closesQuote(i, end int) bool {
	_, size := nextQuote(t.buf[i:min(end+1, t.end)], 0)
	return size > 0
}

// isTorn reports whether another URL in angle brackets is alone on the line at index i,
// and the next line has the rest of the URL in those of o: a token and a ">".
func (o *opening) isTorn(t *text, i int) bool {
	open := t.span(i, i+longestLeader, quoteSet)
	end := t.token(open+1, open+longestLine, ">")
	if !t.is(open, '<') || !t.linkAt(open+1) || !t.is(end, '>') {
		return false
	}
	_, rest, broken := o.skipGap(t, end+1, end+longestBreak)
	stop := t.token(rest, rest+longestLeader, ">")
	return broken && stop > rest && t.is(stop, '>') && !t.closesQuote(rest, stop) && !isNote(t.buf[rest:stop])
}

// quoteSet has the marks of a quote and blanks.
var quoteSet = octet.SetOf(">|" + octet.Blanks)

// edges are the bytes with which the right borders of boxes begin, and the quote that
// closes a string.
var edges = octet.SetOf("\"'|*#!:%;+/-\xe2")

// edge is gap for a line that ends in the right border of a box at index i, whose borders
// are in the same columns of both lines, or in a quote that closes a string, if the next
// line begins with another string, as in catalogs of messages.
func (o *opening) edge(t *text, i, limit int) (line, end int, ok bool) {
	quote := t.buf[i] == '"' || t.buf[i] == '\''
	after := i + 1
	if !quote {
		after = t.span(i, i+longestWord, wordSet)
	} else if t.buf[o.bracket] == t.buf[i] || bytes.IndexByte(o.line, t.buf[i]) < 0 {
		return 0, 0, false
	} else if joint := t.joint(i); joint > 0 {
		return i + bytes.IndexByte(t.buf[i:], '\n') + 1, t.skipBlanks(i+joint, limit), true
	}
	blanks := t.skipBlanks(after, limit)
	size := t.newline(blanks)
	if size == 0 {
		return 0, 0, false
	}
	line = blanks + size
	end = t.skipBlanks(line, limit)
	if quote && t.is(end, '"') { // and no leader
		return line, t.skipBlanks(end+1, limit), true
	}
	end = t.skipBlanks(o.leader(t, line), limit)
	if quote && t.is(end, '"') {
		return line, t.skipBlanks(end+1, limit), true
	}
	whole := t.buf[t.lineStart(i, max(0, i-longestLine)):after]
	next := bytes.TrimRight(t.buf[line:t.span(line, line+longestLine, lineSet)], octet.Blanks)
	right := t.buf[i:after]
	if !quote && utf8.RuneCount(next) == utf8.RuneCount(whole) && bytes.HasSuffix(next, right) {
		mirrored := slices.Clone(right)
		slices.Reverse(mirrored)
		left := len(o.line) - len(bytes.TrimLeft(o.line, "> \t"))                      // perhaps in a quote
		if sameAt(o.line, next, left, right) || sameAt(o.line, next, left, mirrored) { // as in "/* ... */"
			for t.is(end, '|') { // of cells without blanks
				end = t.skipBlanks(end+1, limit)
			}
			return line, end, true
		}
	}
	return 0, 0, false
}

// sameAt reports whether mark is at index i of both lines.
func sameAt(a, b []byte, i int, mark []byte) bool {
	return bytes.HasPrefix(a[i:], mark) && bytes.HasPrefix(b[min(i, len(b)):], mark)
}

// leader returns the index after the leader of the line at index i.
//
// A leader is either a quote leader that the opening line also has (> , JD> , : , # > ),
// or any other first word in the same column of both lines (# , * , -- , } , dnl , REM ).
// Quote marks that the opening line lacks are a leader only if a ">" closes the wrapper
// on the same line: then the earlier lines of the quote have lost their marks.
func (o *opening) leader(t *text, i int) int {
	quote, ok := t.sameQuote(i, o.line)
	if end := o.samePrefix(t, i); end > i && end > i+quoteEnd(o.line) {
		return o.words(t, end, o.line[end-i:])
	}
	switch {
	case quote > i:
		if lost, ok := t.lostQuote(t.skipBlanks(quote, quote+1), 1); ok {
			return lost
		}
		if rest, ok := bytes.CutPrefix(o.line[quoteEnd(o.line):], []byte(" ")); ok && t.is(quote, ' ') {
			if end := o.words(t, quote+1, rest); end > quote+1 { // after the blank of the quote
				return end
			}
		}
		return o.words(t, quote, o.line[quoteEnd(o.line):])
	case !ok:
		if lost, ok := t.lostQuote(i, longestLeader); ok {
			return lost
		}
	}
	if end := o.words(t, i, o.line); end > i {
		return end
	}
	if lost, ok := t.lostQuote(i, 1); ok {
		return lost
	}
	percents := o.line[:len(o.line)-len(bytes.TrimLeft(o.line, "%"))]
	if !o.bare && t.follows(i, percents) && !t.is(i+len(percents), '%') {
		return i + len(percents) // of TeX, without a blank
	}
	return i
}

// samePrefix returns the index after the text at index i that begins the opening line too
// and ends in a ">", as in a quote in a comment, "# > ", and after a full name, "Joe Doe>
// ". It returns i if there is none.
func (o *opening) samePrefix(t *text, i int) int {
	most, n := min(bytes.LastIndexByte(o.line, '>')+1, longestLeader), 0
	for n < most && t.is(i+n, o.line[n]) && wordsSet[o.line[n]] {
		n++
	}
	end := bytes.LastIndexByte(o.line[:n], '>') + 1
	word := o.line[bytes.LastIndexAny(o.line[:max(0, end-1)], octet.Blanks)+1 : end]
	if len(word) > longestWord && bytes.ContainsAny(word, octet.Digits+"/?=&%") {
		return i // the end of another URL in brackets
	}
	return i + end
}

// wordsSet has the bytes of such a text, and lacks those of markup.
var wordsSet = octet.Complement("<\"'=")

// words returns the index after the leaders, other than quote marks, of the line from
// index i on, if the opening line has them too: a word and other marks, as in a diff of a
// comment.
func (o *opening) words(t *text, i int, opening []byte) int {
	const most = 3
	set, marks := wordSet, signSet
	if o.bare {
		marks = markSet
		if !isCommentWord(t.buf[i:t.span(i, i+longestLeader, lineSet)]) {
			set = markSet
		}
	}
	for range most {
		end := t.sameWord(i, opening, set)
		if end == i {
			end = o.diffMark(t, i, opening)
		}
		if end == i {
			break
		}
		i, opening, set = end, opening[end-i:], marks
	}
	return i
}

// diffMark returns the index after the mark of a diff at index i, in column 0, or i if
// there is none. The opening line has the same mark, and its text begins in the same
// column. In brackets the text may begin in any column, and the opening line may have a
// blank for the mark, if the line above it is one of a diff, and both are no items of a
// list.
func (o *opening) diffMark(t *text, i int, opening []byte) int {
	if len(opening) == 0 || bytes.IndexByte([]byte("+-!"), t.at(i)) < 0 {
		return i
	}
	above := o.lineAbove(t, opening)
	isSame := opening[0] == t.buf[i]
	column := len(opening) - len(bytes.TrimLeft(opening[1:], octet.Blanks))
	switch {
	case isSame && t.skipBlanks(i+1, i+longestLeader) == i+column:
		if len(above) == 0 || t.buf[i] != '-' || bytes.IndexByte([]byte(" +-!@\\\r\n"), above[0]) >= 0 {
			return i + 1
		}
	case !o.bare && (isSame || opening[0] == ' ') && len(above) > 0 &&
		!(isItem(above) && isItem(opening)) && bytes.IndexByte([]byte(" +-!@"), above[0]) >= 0:
		return i + 1
	}
	return i
}

// isItem reports whether a line begins like an item of a list, with a mark and a blank.
func isItem(line []byte) bool {
	return len(line) > 2 && blank(line[1]) && !blank(line[0]) && !blank(line[2])
}

// lineAbove returns the line above the opening line and that line, or nil in a quote, or
// if the line above is not near.
func (o *opening) lineAbove(t *text, opening []byte) []byte {
	begin, least := o.bracket-len(o.line), max(0, o.bracket-MaxAround)
	if begin <= least || len(opening) < len(o.line) {
		return nil
	}
	return t.buf[t.lastLine(least+len(withoutBreak(t.buf[least:begin])), least):o.bracket]
}

// isCommentWord reports whether a line begins with one of commentWords and a blank.
func isCommentWord(line []byte) bool {
	line = line[octet.Blank.Span(line):]
	end := wordSet.Span(line)
	return end < len(line) && octet.Contains(commentWords, line[:end])
}

// commentWords begin a comment in Fortran, BASIC, batch files, m4, Texinfo, roff, Vim and
// others.
var commentWords = []string{"c", "!>", "rem", "'", "dnl", "@c", "@comment", `.\"`, `'\"`, `\"`, `"`}

// lostQuote returns the index after the marks of a quote at index i, and reports whether,
// after a number of blanks at most, a token without blanks and another ">" follow them.
// The token may also end its line before such marks, a token and a ">".
func (t *text) lostQuote(i, blanks int) (next int, ok bool) {
	next, end, ok := t.quotedToken(i, blanks)
	if !ok {
		return next, false // the usual case
	}
	if line := t.newline(end); line > 0 {
		_, end, ok = t.quotedToken(end+line, blanks)
	}
	return next, ok && t.is(end, '>')
}

// quotedToken returns the index after the marks of a quote at index i, and the end of the
// token after them and at most blanks blanks. It reports whether there are both.
func (t *text) quotedToken(i, blanks int) (marks, end int, ok bool) {
	if !t.is(i, '>') {
		return i, i, false
	}
	i += len(bytes.TrimRight(t.buf[i:t.span(i, i+t.max, quoteSet)], octet.Blanks))
	token := t.skipBlanks(i, i+blanks)
	end = t.token(token, token+longestLeader, ">")
	return i, end, end > token
}

// sameQuote reads the marks of the quote with which the line opening begins on the line
// at index i. Blanks between them do not matter. Without marks, end is i.
func (t *text) sameQuote(i int, opening []byte) (end int, ok bool) {
	limit := i + longestLeader
	for k, size := nextQuote(opening, 0); size > 0; k, size = nextQuote(opening, k+size) {
		for _, mark := range opening[k : k+size] {
			i = t.skipBlanks(i, limit)
			if !t.is(i, mark) {
				return 0, false
			}
			i++
		}
	}
	return i, true
}

// quoteEnd returns the index after the marks of the quote with which a line begins.
func quoteEnd(line []byte) (end int) {
	for k, size := nextQuote(line, 0); size > 0; k, size = nextQuote(line, end) {
		end = k + size
	}
	return end
}

// sameWord returns the index after a leader on the line at index i that the opening line
// has in the same column: a first word with a blank after it on both lines, or the "//" of
// a comment with a blank on neither. It returns i if there is none.
func (t *text) sameWord(i int, opening []byte, set *octet.Set) int {
	start := t.skipBlanks(i, i+longestLeader)
	end := t.span(start, start+longestWord, set)
	from, to := start-i, end-i
	if from == to || from >= len(opening) || len(bytes.Trim(opening[:from], " \t"+marks)) > 0 {
		return i
	}
	const comment = "//" // after a ":" it belongs to the URL, also after an undecoded soft break
	last, text := t.before(t.spanBack(i, i-longestLeader, octet.Space)), from+len(comment)
	if t.textAt(start, comment) && octet.Alnum[t.at(start+len(comment))] && last != ':' && last != '=' &&
		bytes.HasPrefix(opening[from:], []byte(comment)) && text < len(opening) && octet.Alnum[opening[text]] {
		return start + len(comment)
	}
	if to < len(opening) && bytes.Equal(opening[from:to], t.buf[start:end]) && blank(opening[to]) &&
		blank(t.at(end)) {
		return end
	}
	return i
}

// pageBreak reports whether a page of an RFC ends at index i, with blank lines, a footer
// that ends in "[Page n]", the header of the next page, and a blank or indented line. It
// returns the index of the line with which the text goes on.
func (t *text) pageBreak(i int) (text int, ok bool) {
	limit := i + longestBreak
	footer, _, end := t.textLine(i, limit)
	if !bytes.HasSuffix(footer, []byte("]")) || !bytes.Contains(footer, []byte("[Page ")) {
		return 0, false
	}
	_, _, after := t.textLine(end, limit) // of the header
	line, text, _ := t.textLine(after, limit)
	return text, len(line) > 0 && octet.Space[t.at(after)]
}

// textLine returns the first line from index i on that is not blank, trimmed, where it
// begins, and where the next line does.
func (t *text) textLine(i, limit int) (line []byte, start, next int) {
	for next = i; len(line) == 0 && next < limit && t.has(next); {
		start = next
		end := t.span(start, limit, lineSet)
		line, next = bytes.TrimSpace(t.buf[start:end]), end+t.newline(end)
	}
	return line, start, next
}

// endsLine reports whether nothing but blanks follows index i on its line.
func (t *text) endsLine(i int) bool {
	end := t.skipBlanks(i, i+longestLeader)
	return !t.has(end) || t.newline(end) > 0
}

// token returns the index of the first white space, quote or angle bracket from index i
// on. Angle brackets are escaped if closing is.
func (t *text) token(i, limit int, closing string) int {
	set, opening := tokenSet, "&lt;"
	if closing[0] == '\\' {
		set, opening = unescapedSet, closing[:len(closing)-1]+"c"
	}
	i = t.span(i, limit+1, set)
	for i <= limit && (t.is(i, '&') || t.is(i, '\\')) && !t.textAt(i, opening) && !t.textAt(i, closing) {
		i = t.span(i+1, limit+1, set)
	}
	return i
}

// isNote reports whether the last word in angle brackets is the number of a note, as in
// "<http://host.example/a [2]>".
func isNote(word []byte) bool {
	number, ok := bytes.CutPrefix(word, []byte("["))
	n := octet.Digit.Span(number)
	return ok && n > 0 && string(number[n:]) == "]"
}
