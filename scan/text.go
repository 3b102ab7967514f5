package scan

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lines"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// Limits of the text in memory, in bytes.
const (
	back    = 4 << 10   // kept to the left of a decision
	ahead   = 8 << 10   // beyond the longest run
	chunk   = 128 << 10 // read at a time
	further = 4 << 10   // read at a time inside a decision
)

// settings are the configuration of a Scanner. Only delimiter changes while it reads an
// input, and only once, if Config.Delimiter is AnyDelimiter.
type settings struct {
	schemes  *lexicon.Schemes
	max      int  // MaxURL
	room     int  // how many bytes must fit into buf after a ":"
	lines    bool // Config.Lines
	iri      bool // Config.IRI
	restores bool // Config.Deobfuscate

	delimiter  byte              // Config.Delimiter, or the delimiter of the first row
	others     *octet.Set        // the bytes that cannot reveal a place, or nil if only ":" can
	guesses    Guess             // Config.Guess
	isTopLevel func([]byte) bool // Config.IsTopLevel

	anyDelimiter bool // Config.Delimiter is AnyDelimiter
}

// maxHost is the maximum length in bytes of a host that is read before it is certain that
// there is a candidate.
const maxHost = 255

// A text is the window that the rules examine. It reads on if a rule needs more, and does
// not move meanwhile. It caches facts of the text, which do not depend on the order in
// which rules ask.
//
// 0 <= floor <= end <= len(buf)
type text struct {
	*settings
	buf    []byte
	base   int64                    // the offset of buf[0] in the input
	end    int                      // buf[:end] may be read
	floor  int                      // buf[:floor] belongs to earlier candidates
	window *window                  // the window that reads on, or nil
	last   run                      // the last run that was read
	table  *table                   // nil until a row is read
	headed row                      // the last row of a table with a header
	line   struct{ from, to int64 } // the last stretch without the end of a line that was read
	// the lines of strings that were read last, up to the one that begins at to
	strings struct{ from, to int64 }
	// the last stretch without a byte that was searched
	without struct {
		b        byte
		from, to int64
	}
}

// has reports whether there is a byte at index i. It reads on if necessary.
func (t *text) has(i int) bool { return i < t.end || t.window.read(i) }

// at returns the byte at index i, or 0 if there is none.
func (t *text) at(i int) byte {
	if i < t.end || t.window.read(i) {
		return t.buf[i]
	}
	return 0
}

// lacks reports whether b is not in [i,limit), if that text has been read.
func (t *text) lacks(b byte, i, limit int) bool {
	w := &t.without
	if limit > t.end && (t.window == nil || limit > t.window.got || !t.has(limit-1)) {
		return false
	}
	if from := t.offset(i); w.b != b || from < w.from || from > w.to {
		w.b, w.from, w.to = b, from, from
	}
	from := max(i, int(w.to-t.base))
	if from < limit {
		from += octet.IndexOrEnd(t.buf[from:limit], b)
		w.to = t.offset(from)
	}
	return from >= limit
}

// is reports whether the byte at index i is b.
func (t *text) is(i int, b byte) bool { return (i < t.end || t.window.read(i)) && t.buf[i] == b }

// before returns the byte before index i, or 0 at the floor.
func (t *text) before(i int) byte {
	if i > t.floor {
		return t.buf[i-1]
	}
	return 0
}

// offset returns the offset of index i in the input.
func (t *text) offset(i int) int64 { return t.base + int64(i) }

// span returns the index after the bytes of set at index i, or limit.
func (t *text) span(i, limit int, set *octet.Set) int {
	if i < t.end && !set[t.buf[i]] {
		return i // the usual case
	}
	for i < limit && (i < t.end || t.window.read(i)) {
		read := t.buf[:min(limit, t.end)]
		if i += set.Span(read[i:]); i < len(read) {
			break
		}
	}
	return i
}

// spanBack returns the index at which the bytes of set before index i begin, or least.
func (t *text) spanBack(i, least int, set *octet.Set) int {
	for least = max(least, t.floor); i > least && set[t.buf[i-1]]; i-- {
	}
	return i
}

// textAt reports whether text is at index i, ignoring case. text is in lower case.
func (t *text) textAt(i int, text string) bool {
	if end := i + len(text); end <= t.end {
		return octet.EqualFold(t.buf[i:end], text)
	}
	for k := range len(text) {
		if octet.Lower(t.at(i+k)) != text[k] {
			return false
		}
	}
	return true
}

// endsIn reports whether text is right before index i, ignoring case. text is in lower
// case.
func (t *text) endsIn(i int, text string) bool {
	return i > t.floor && octet.EndsIn(t.buf[t.floor:i], text)
}

// blank reports whether b is white space inside a line.
func blank(b byte) bool { return octet.Blank[b] }

// skipBlanks returns the index of the first byte from i on that is not a blank, or limit.
func (t *text) skipBlanks(i, limit int) int { return t.span(i, limit, octet.Blank) }

// skipBlanksBack returns the index after the last byte before index i that is not a
// blank. It skips at most 32 blanks.
func (t *text) skipBlanksBack(i int) int { return t.spanBack(i, i-32, octet.Blank) }

// newline returns the length of the line break at index i, or 0. It is an LF with up to
// eight CRs before it, or a CR without an LF.
func (t *text) newline(i int) int {
	switch t.at(i) {
	case '\n':
		return 1
	case '\r':
		n := t.span(i, i+8, returnSet) - i
		if t.is(i+n, '\n') {
			return n + 1
		}
		return 1
	}
	return 0
}

// lineStart returns the index after the last byte of [least,i) that ends a line, or least
// if no byte does. It remembers the stretch that it has read, so that a long line with
// many URLs is read once.
func (t *text) lineStart(i, least int) int {
	from, to := int(t.line.from-t.base), int(t.line.to-t.base)
	switch {
	case from > i || to < max(from, least):
		from, to = i, i // it is elsewhere
	case i <= to && (from <= least || t.buf[from-1] == '\n' || t.buf[from-1] == '\r'):
		return max(from, least) // the usual case
	}
	known := max(least, min(i, to))
	begin := t.lastLine(i, known)
	if begin > known {
		from, to = begin, i
	} else {
		begin = t.lastLine(max(least, from), least)
		from, to = min(from, begin), max(i, to)
	}
	t.line.from, t.line.to = t.offset(from), t.offset(min(to, t.end)) // later text may still be folded
	return begin
}

// lastLine is lineStart without memory, for other lines than that of a URL. It examines
// eight bytes at a time.
func (t *text) lastLine(i, least int) int {
	for ; i >= 8 && i > least; i -= 8 {
		if n := afterBreak(binary.LittleEndian.Uint64(t.buf[i-8:])); n > 0 {
			return max(least, i-8+n)
		}
	}
	for ; i > least && t.buf[i-1] != '\n' && t.buf[i-1] != '\r'; i-- {
	}
	return max(least, i)
}

// afterBreak returns the position after the last CR or LF of eight bytes, or 0.
func afterBreak(x uint64) int {
	const each, lows = 0x01010101_01010101, 0x7f7f7f7f_7f7f7f7f
	cr, lf := x^'\r'*each, x^'\n'*each
	others := (cr&lows + lows | cr) & (lf&lows + lows | lf) // in the high bits
	return bits.Len64(^(others | lows)) / 8
}

// lineFrom returns the index at which the line of index i begins. It returns false if the
// line may begin before index least.
func (t *text) lineFrom(i, least int) (begin int, ok bool) {
	least = max(0, least)
	begin = t.lineStart(i, least)
	return begin, begin > least || t.offset(least) == 0
}

// rune returns the character at index i and its length. It reads no further than that
// character.
func (t *text) rune(i int) (rune, int) {
	for !utf8.FullRune(t.buf[i:t.end]) && t.has(t.end) {
	}
	return utf8.DecodeRune(t.buf[i:t.end])
}

// A window is a text that is a stretch of the input. It alone calls the reader.
//
// 0 <= floor <= pos <= got <= len(buf)
// 0 <= end <= got
type window struct {
	text
	r        io.Reader
	err      error // the last error of the reader
	pos      int   // buf[:pos] has been searched
	got      int   // buf[got:] has not been read
	terminal screen
	counter  lines.Counter // if Config.Lines is set
	// the last stretch of text that was searched for a ":" that matters, and has none
	colonless struct{ from, to int64 }
	quotes    struct { // if Config.Delimiter is set
		upTo int64 // the offset up to which quotes are counted
		odd  bool  // the number of quotes is odd
	}
}

// read reads until there is a byte at index i for the rules, and reports whether there is
// one. It never moves the buffer. w may be nil.
func (w *window) read(i int) bool {
	for w != nil && i >= w.end {
		end := w.end
		if w.inspect(end, end+inspected); w.end == end && !w.fill() {
			return false
		}
	}
	return w != nil
}

// fill reads once. It returns false if nothing is left to read, or there is no room for
// it. It never moves the buffer.
func (w *window) fill() bool {
	if w.err != nil || w.got == len(w.buf) {
		return false
	}
	for n, tries := 0, 0; n == 0 && w.err == nil; tries++ {
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
	return true
}

// slide moves the text to the left, and keeps the part that rules may read before index
// i. It returns the distance by which all indexes shrink.
func (w *window) slide(i int) int {
	by := i - back
	if by <= 0 {
		return 0
	}
	w.countLines(by)
	if w.delimiter != 0 {
		w.oddQuotes(by)
	}
	copy(w.buf, w.buf[by:w.got])
	w.base += int64(by)
	w.pos, w.got, w.end, w.floor = w.pos-by, w.got-by, max(w.end-by, 0), max(w.floor-by, 0)
	w.last.start -= by
	w.last.end -= by
	// removes the holes before the buffer, except the last one
	w.terminal.holes = slices.Delete(w.terminal.holes, 0, w.terminal.holes.upTo(w.base-1)-1)
	return by
}

// countLines counts the lines up to index i, and the bytes that were folded out before
// the last of them, if Config.Lines is set.
func (w *window) countLines(i int) {
	c := &w.counter
	from, start := int(c.Offset-w.base), c.Start
	if !w.lines || i <= from {
		return
	}
	c.Add(w.buf[from:i])
	if c.Start != start {
		w.terminal.lineGone = w.terminal.holes.gone(c.Start - 1)
	}
}

// oddQuotes reports whether the number of quotes before index i is odd.
func (w *window) oddQuotes(i int) bool {
	q := &w.quotes
	if from := int(q.upTo - w.base); from < i {
		q.odd = q.odd != (bytes.Count(w.buf[from:i], []byte{'"'})%2 > 0)
		q.upTo = w.offset(i)
	}
	return q.odd
}
