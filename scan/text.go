package scan

import (
	"bytes"
	"io"
	"slices"
	"unicode/utf8"
)

// Limits of what is in memory, in bytes.
const (
	back    = 4 << 10  // to the left of the place of a decision
	ahead   = 8 << 10  // beyond the longest run
	chunk   = 64 << 10 // of one read
	further = 4 << 10  // of one read inside a decision, short so that little must be moved
)

// settings say what a Scanner looks for. They do not change.
type settings struct {
	schemes *schemes
	max     int  // MaxURL
	room    int  // how much must fit into buf after a ":"
	lines   bool // Config.Lines
	iri     bool // Config.IRI
	defang  bool // Config.Deobfuscate

	delimiter byte                   // Config.Delimiter
	triggers  *charset               // the bytes that can begin a place, or nil for ":" alone
	guesses   Guess                  // Config.Guess
	topLevel  func(name []byte) bool // Config.TopLevel
}

// maxHost is the maximum length in bytes of a host that is read before it is certain that there is a candidate.
const maxHost = 255

// A text is what the rules read. A rule is a function of a text and an index. It changes nothing, and cannot see that the text is
// only a part of the input, since the text reads on where a rule asks for more. It does not move while it does so.
//
// What a text remembers are facts of it, which do not depend on the order of the questions.
//
// 0 <= floor <= end <= len(buf)
type text struct {
	*settings
	buf   []byte
	base  int64 // the offset of buf[0] in the input
	end   int   // buf[:end] may be read
	floor int   // buf[:floor] belongs to earlier candidates
	from  *window
	runs  [2]run // the last one that was read without disguises, and with them
	table table
}

// has reports whether there is a byte at index i. It reads on if necessary.
func (t *text) has(i int) bool { return i < t.end || t.from != nil && t.from.read(i) }

// at returns the byte at index i, or 0 if there is none.
func (t *text) at(i int) byte {
	if i < t.end {
		return t.buf[i]
	}
	return t.next(i)
}

// next returns the byte at index i, which has not been read, or 0 if there is none.
func (t *text) next(i int) byte {
	if t.has(i) {
		return t.buf[i]
	}
	return 0
}

// is reports whether the byte at index i is b, which is not 0.
func (t *text) is(i int, b byte) bool { return t.at(i) == b }

// before returns the byte before index i, or 0 at the floor.
func (t *text) before(i int) byte {
	if i > t.floor {
		return t.buf[i-1]
	}
	return 0
}

// offset returns the offset of index i in the input.
func (t *text) offset(i int) int64 { return t.base + int64(i) }

// run returns the index after the bytes of set at index i, or limit.
func (t *text) run(i, limit int, set *charset) int {
	for i < limit && t.has(i) && set[t.buf[i]] {
		i++
	}
	return i
}

// runBack returns the index at which the bytes of set before index i begin, or least.
func (t *text) runBack(i, least int, set *charset) int {
	for least = max(least, t.floor); i > least && set[t.buf[i-1]]; i-- {
	}
	return i
}

// textAt reports whether text is at index i, in any case. text is in lower case.
func (t *text) textAt(i int, text string) bool {
	for k := range len(text) {
		if lower(t.at(i+k)) != text[k] {
			return false
		}
	}
	return true
}

// endsIn reports whether text is right before index i, in any case. text is in lower case.
func (t *text) endsIn(i int, text string) bool { return i > t.floor && endsIn(t.buf[t.floor:i], text) }

// blank reports whether b is white space inside a line.
func blank(b byte) bool { return blankSet[b] }

// skipBlanks returns the index of the first byte from i on that is not a blank, or limit.
func (t *text) skipBlanks(i, limit int) int { return t.run(i, limit, blankSet) }

// skipBlanksBack returns the index after the last byte before index i that is not a blank. It skips at most 32 blanks.
func (t *text) skipBlanksBack(i int) int { return t.runBack(i, i-32, blankSet) }

// newline returns the length of the line break at index i, or 0. Up to eight carriage returns before a line feed belong to the
// line break. A carriage return without a line feed is a line break too.
func (t *text) newline(i int) int {
	switch t.at(i) {
	case '\n':
		return 1
	case '\r':
		n := 1
		for n < 8 && t.is(i+n, '\r') {
			n++
		}
		if t.is(i+n, '\n') {
			return n + 1
		}
		return 1
	}
	return 0
}

// lineStart returns the index after the last byte before index i that ends a line, or least if there is none from there on.
func (t *text) lineStart(i, least int) int { return least + lastBreak(t.buf[least:i]) + 1 }

// lastBreak returns the index of the last byte in text that ends a line, or -1.
func lastBreak(text []byte) int { return bytes.LastIndexAny(text, "\r\n") }

// rune returns the character at index i and its length. It reads no further than that character.
func (t *text) rune(i int) (rune, int) {
	end := i
	for end < i+utf8.UTFMax && t.has(end) && !utf8.FullRune(t.buf[i:end]) {
		end++
	}
	return utf8.DecodeRune(t.buf[i:end])
}

// A window is a text that is a stretch of the input. It alone reads.
//
// 0 <= floor <= pos <= got <= len(buf)
// 0 <= end <= got
type window struct {
	text
	r        io.Reader
	err      error // the last error of the reader
	unended  int64 // the offset after all that ends a URL, once reading has failed, or -1 if it is not known
	pos      int   // buf[:pos] has been searched
	got      int   // buf[got:] has not been read
	terminal terminal
	counter  LineCounter // of the text before some offset, if lines are counted
	quotes   quotes      // if the text is a table
}

// quotes are the quotes before an offset.
type quotes struct {
	counted int64
	odd     bool
}

// failed reports whether the reader failed with an error other than io.EOF.
func (w *window) failed() bool { return w.err != nil && w.err != io.EOF }

// read reads until there is a byte at index i for the rules, and reports whether there is one. It never moves the buffer.
func (w *window) read(i int) bool {
	for i >= w.end {
		end, final := w.end, w.err != nil || w.got == len(w.buf)
		if w.inspect(end, end+inspected); w.end == end && !w.fill() && final {
			return false
		}
	}
	return true
}

// fill reads once, and reports whether there is more text. It never moves the buffer.
func (w *window) fill() bool {
	if w.err != nil || w.got == len(w.buf) {
		return false
	}
	n := 0
	for tries := 0; n == 0 && w.err == nil; tries++ {
		if tries == 100 {
			w.err = io.ErrNoProgress
			break
		}
		n, w.err = w.r.Read(w.buf[w.got:min(len(w.buf), max(back+chunk, w.got+further))])
		w.got += max(n, 0)
	}
	if w.terminal.folding {
		w.fold()
	}
	return n > 0
}

// slide makes room by moving the text to the left, and keeps what may be looked at before index i. It returns the distance by which
// all indexes shrink.
func (w *window) slide(i int) int {
	by := i - back
	if by <= 0 {
		return 0
	}
	if w.lines {
		w.countLines(by)
	}
	if w.delimiter != 0 {
		w.oddQuotes(by)
	}
	copy(w.buf, w.buf[by:w.got])
	w.base += int64(by)
	w.pos, w.got, w.end, w.floor = w.pos-by, w.got-by, max(w.end-by, 0), max(w.floor-by, 0)
	for k := range w.runs {
		w.runs[k].start -= by
		w.runs[k].end -= by
	}
	w.forget()
	return by
}

// countLines counts the lines up to index i, and finds what was folded out before the last one.
func (w *window) countLines(i int) {
	c, t := &w.counter, &w.terminal
	if from := int(c.offset - w.base); from < i {
		c.Add(w.buf[from:i])
	}
	if !t.folding {
		return
	}
	_, column := c.Place()
	if start := c.offset - int64(column-1); start != t.lineStart {
		t.lineStart, t.lineGone = start, w.goneTo(start-1)
	}
}

// oddQuotes reports whether the number of quotes before index i is odd.
func (w *window) oddQuotes(i int) bool {
	if from := int(w.quotes.counted - w.base); from < i {
		w.quotes.odd = w.quotes.odd != (bytes.Count(w.buf[from:i], []byte{'"'})%2 > 0)
		w.quotes.counted = w.offset(i)
	}
	return w.quotes.odd
}

// A terminal is what is known of the sequences that were folded out of the buffer.
type terminal struct {
	folding bool   // all text from here on is folded
	holes   []hole // those in the buffer
	gone    int64  // the length of the sequences before holes
	unfolds []Fold
	color   color // of the text that follows
	written color // of the text before
	torn    bool  // the text in red begins inside a word

	// Of the line up to which lines have been counted:
	lineStart int64 // where it begins, without sequences
	lineGone  int64 // the length of the sequences before that
}

// A hole is a place at which text was folded out of the buffer.
type hole struct {
	at     int64 // the offset in the folded text
	gone   int64 // the length of all sequences up to here
	target bool  // the URL of a hyperlink begins here
}

// searchable returns the index before which the buffer may be searched for a ":".
func (w *window) searchable() int {
	if w.terminal.folding {
		return w.end
	}
	return w.got
}

// inspect lets rules read the text up to index to, or folds it. If it has not been searched for sequences, they are looked for from index
// from on.
func (w *window) inspect(from, to int) {
	if to = min(to, w.got); w.terminal.folding || to <= w.end {
		return
	}
	w.end = max(w.end, w.floor, from)
	for to < w.got && w.buf[to-1] == '_' {
		to++
	}
	if to == w.got && w.err == nil && w.got < len(w.buf) {
		for least := max(w.end, to-longestStrike); to > least && w.buf[to-1] == '_'; {
			to-- // a backspace may follow
		}
	}
	if w.end < to && indexOdd(w.buf[w.end:to]) >= 0 {
		w.terminal.folding = true
		w.pos = min(w.pos, w.end)
		w.fold()
		return
	}
	w.end = max(w.end, to)
}

// fold folds sequences out of the text between end and got. What may be the beginning of a sequence stays behind end, unless nothing
// follows.
func (w *window) fold() {
	final := w.err != nil
	text := w.buf[w.end:w.got]
	least, to := w.end, w.end // buf[:to] is folded
	nextEsc := -1
	for len(text) > 0 {
		at := w.got - len(text)
		if nextEsc < at {
			nextEsc = at + indexOrEnd(text, esc)
		}
		next := indexOrEnd(w.buf[at:nextEsc], '\b')
		if to += copy(w.buf[to:], text[:next]); next > 0 {
			w.terminal.written = w.terminal.color
		}
		if text = text[next:]; len(text) == 0 {
			break
		}
		size, ends, target := 0, false, false
		if text[0] == esc {
			q := sequenceAt(text, final)
			if size, ends, target = q.size, q.ends, q.target; size > 0 && q.color != sameColor {
				if q.color == red && w.terminal.color != red {
					w.terminal.torn = to > 0 && (alnumSet[w.buf[to-1]] || bytes.IndexByte([]byte("/.:-_%=&?#@~+"), w.buf[to-1]) >= 0)
				}
				if ends = q.color == green && w.terminal.written == red; ends && w.terminal.torn {
					text[0] = '\b' // a part of a word is replaced
				}
				w.terminal.color = q.color
			}
		} else {
			q := strikeAt(w.buf[max(w.floor, to-longestStrike*utf8.UTFMax):to], text, final)
			if q.before > to-least {
				q = strike{size: 1, ends: true}
			}
			if size, ends = q.size, q.ends; q.before > 0 {
				to -= q.before
				w.leave(to, q.before, false)
			}
		}
		if size == 0 {
			break
		}
		if ends {
			w.buf[to] = text[0]
			to++
			size--
			text = text[1:]
		}
		w.leave(to, size, target)
		text = text[size:]
	}
	w.end, w.got = to, to+copy(w.buf[to:], text)
	if final {
		return
	}
	if n := len(w.terminal.holes); n > 0 {
		least = max(least, int(w.terminal.holes[n-1].at-w.base))
	}
	for least = max(least, to-longestStrike); w.end > least && w.buf[w.end-1] == '_'; {
		w.end-- // a backspace may follow
	}
}

// leave records that size bytes were folded out before index i of the folded text.
func (w *window) leave(i, size int, target bool) {
	gone, at := w.terminal.gone, w.offset(i)
	if n := len(w.terminal.holes); n > 0 {
		gone = w.terminal.holes[n-1].gone
	}
	gone += int64(size)
	for n := len(w.terminal.holes); n > 0 && w.terminal.holes[n-1].at >= at; n-- {
		w.terminal.holes = w.terminal.holes[:n-1]
	}
	if size > 0 || target {
		w.terminal.holes = append(w.terminal.holes, hole{at, gone, target})
	}
}

// forget drops the holes before the buffer.
func (w *window) forget() {
	n := w.holesTo(w.base - 1)
	if n > 0 {
		w.terminal.gone = w.terminal.holes[n-1].gone
		w.terminal.holes = slices.Delete(w.terminal.holes, 0, n)
	}
}

// holesTo returns how many of the holes are at or before an offset in the folded text.
func (w *window) holesTo(at int64) int {
	n, _ := slices.BinarySearchFunc(w.terminal.holes, at+1, func(h hole, at int64) int { return int(h.at - at) })
	return n
}

// goneTo returns the length of the sequences before the byte at an offset in the folded text.
func (w *window) goneTo(at int64) int64 { return w.goneIn(w.holesTo(at)) }

// goneIn returns the length of the sequences up to the first n holes.
func (w *window) goneIn(n int) int64 {
	if n > 0 {
		return w.terminal.holes[n-1].gone
	}
	return w.terminal.gone
}

// source returns the offsets in the input of the text [start,end) of the buffer.
func (w *window) source(start, end int) (int64, int64) {
	from, to := w.offset(start), w.offset(end)
	if len(w.terminal.holes) == 0 && w.terminal.gone == 0 {
		return from, to
	}
	return from + w.goneTo(from), to + w.goneTo(max(from, to-1))
}

// index returns the index in the buffer of the byte at an offset in the input.
func (w *window) index(offset int64) int {
	n, _ := slices.BinarySearchFunc(w.terminal.holes, offset+1, func(h hole, offset int64) int { return int(h.at + h.gone - offset) })
	at := offset - w.terminal.gone
	if n > 0 {
		at = offset - w.terminal.holes[n-1].gone
	}
	if n < len(w.terminal.holes) {
		at = min(at, w.terminal.holes[n].at)
	}
	return int(at - w.base)
}

// unfold makes the offsets of a candidate in the folded text those in the input. The sequences inside the candidate are folds of it.
func (w *window) unfold(c *Candidate) {
	start, end := c.Start, c.End
	n, m := w.holesTo(start), w.holesTo(end-1)
	gone, inside := w.goneIn(n), w.terminal.holes[n:max(n, m)]
	c.Start, c.End = start+gone, end+w.goneIn(m)
	if c.Line > 0 {
		c.Column += int(gone - w.terminal.lineGone)
	}
	if len(inside) == 0 && len(c.Folds) == 0 {
		return
	}
	folds, taken := w.terminal.unfolds[:0], start
	for _, f := range append(c.Folds, Fold{Start: end, End: end}) {
		for ; len(inside) > 0 && inside[0].at < f.Start; inside = inside[1:] {
			h := inside[0]
			folds = append(folds, Fold{At: int(h.at - taken), Start: h.at + gone, End: h.at + h.gone, Mark: true})
			gone = h.gone
		}
		taken += f.End - f.Start
		last := max(f.Start, f.End)
		f.Start += gone
		for ; len(inside) > 0 && inside[0].at <= last; inside = inside[1:] {
			gone = inside[0].gone
		}
		f.End += gone
		folds = append(folds, f)
	}
	c.Folds, w.terminal.unfolds = folds[:len(folds)-1], folds
}

// isTarget reports whether the URL of a hyperlink begins at index start.
func (w *window) isTarget(start int) bool {
	n := w.holesTo(w.offset(start))
	return n > 0 && w.terminal.holes[n-1].at == w.offset(start) && w.terminal.holes[n-1].target
}
