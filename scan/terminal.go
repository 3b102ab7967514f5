package scan

import (
	"bytes"
	"sort"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/terminal"
)

// This file removes escape sequences and overstruck characters, which package terminal
// reads, before any rule sees the text. So a URL goes on after them, as it does for a
// reader at the terminal. A control character that is left in their place ends a URL.

const (
	esc = 0x1b
	// inspected is the number of bytes that are searched for sequences at a time, and
	// before a ":".
	inspected = 1 << 8
)

// A screen holds the state of the terminal and the sequences that were folded out of the
// buffer.
type screen struct {
	folding  bool  // all text from an offset on is folded
	since    int64 // that offset, if folding is set
	holes    holes // the last hole before the buffer and those in it
	color    byte  // the color of the text after the last sequence, as in package terminal
	written  byte  // the color of the text before that sequence
	torn     bool  // the deleted (red) text begins inside a word, so a URL before it is incomplete
	lineGone int64 // the length of the sequences before the line up to which lines have been counted
}

// holes are the places at which a source lost text, or had it replaced by text of another
// length. They map the offsets of the remaining text to offsets in the source. The first
// hole is before all text.
type holes []hole

type hole struct {
	at     int64 // the offset in the text
	gone   int64 // the number of source bytes removed up to here, negative if bytes were added
	target bool  // the URL of a hyperlink begins here
}

// upTo returns how many holes are at or before an offset.
func (h holes) upTo(at int64) int {
	if last := len(h); h[last-1].at <= at {
		return last // the usual case
	}
	return sort.Search(len(h), func(k int) bool { return h[k].at > at })
}

// gone returns the number of source bytes removed before an offset. It is negative if
// bytes were added.
func (h holes) gone(at int64) int64 { return h[h.upTo(at)-1].gone }

// upToSource returns how many holes begin before an offset in the source.
func (h holes) upToSource(offset int64) int {
	if last := len(h) - 1; last == 0 || h[last].at+h[last-1].gone < offset {
		return last + 1 // the usual case
	}
	return 1 + sort.Search(len(h)-1, func(k int) bool { return h[k+1].at+h[k].gone >= offset })
}

// fromSource returns the offset in the text of the byte at an offset in the source. For a
// byte in a hole, it returns the offset of the hole.
func (h holes) fromSource(offset int64) int64 {
	last := h[h.upToSource(offset)-1]
	return last.at + max(0, offset-last.at-last.gone)
}

// folds adds the holes [from,to) to list, as folds of a text that begins at an offset.
func (h holes) folds(list []Fold, from, to int, start int64) []Fold {
	for k := from; k < to; k++ {
		list = append(list, Fold{At: int(h[k].at - start), Start: h[k].at + h[k-1].gone,
			End: h[k].at + h[k].gone, Notation: true})
	}
	return list
}

// searchable returns the index before which the buffer may be searched for a ":".
func (w *window) searchable() int {
	if w.terminal.folding {
		return w.end
	}
	return w.got
}

// inspect lets rules read up to index to. It first looks for sequences from index from
// on, where it has not looked before. From the first one on, it folds all text.
func (w *window) inspect(from, to int) {
	if to = min(to, w.got); w.terminal.folding || to <= w.end {
		return
	}
	w.end = max(w.end, from)
	to = w.settled(w.end, to)
	if w.terminal.folding = terminal.Has(w.buf[w.end:to]); w.terminal.folding {
		w.pos, w.colonless.to, w.terminal.since = min(w.pos, w.end), -1, w.offset(w.end)
		w.fold()
	} else {
		w.end = to
	}
}

// fold folds sequences out of the text between end and got. The beginning of a sequence
// stays behind end, unless nothing follows.
func (w *window) fold() {
	text := w.buf[w.end:w.got]
	least, to := w.end, w.end                  // buf[:to] is folded, and buf[:least] is final
	escape, strike := len(text)+1, len(text)+1 // the length of text from the next of each on
	for len(text) > 0 {
		if escape > len(text) {
			escape = len(text) - octet.IndexOrEnd(text, esc)
		}
		if strike > len(text) {
			strike = len(text) - octet.IndexOrEnd(text, '\b')
		}
		next := len(text) - max(escape, strike)
		if to += copy(w.buf[to:], text[:next]); next > 0 {
			w.terminal.written = w.terminal.color
		}
		if text = text[next:]; len(text) == 0 {
			break
		}
		q := terminal.At(w.buf[:to], text, w.err != nil)
		if q.Size == 0 {
			break
		}
		if q.Before > to-least {
			q = terminal.Sequence{Size: 1, Stays: '\b'}
		}
		w.terminal.paint(&q, w.buf[:to])
		if to -= q.Before; q.Stays != 0 {
			w.buf[to] = q.Stays
			to, q.Size, text = to+1, q.Size-1, text[1:]
		}
		holes, at := w.terminal.holes, w.offset(to)
		gone := holes[len(holes)-1].gone + int64(q.Before+q.Size)
		for holes[len(holes)-1].at >= at {
			holes = holes[:len(holes)-1]
		}
		if q.Before+q.Size > 0 {
			holes = append(holes, hole{at, gone, q.Target})
		}
		w.terminal.holes = holes
		text, least = text[q.Size:], to
	}
	w.got = to + copy(w.buf[to:], text)
	w.end = w.settled(least, to)
}

// raw returns the index before index to from which on text is folded. Text before it was
// passed over in a search, and may contain sequences.
func (w *window) raw(to int) int {
	if w.terminal.folding {
		return min(max(0, int(w.terminal.since-w.base)), to)
	}
	return to
}

// settled returns index to, less any "_" right before it and after index least: an
// underscore may be the first half of an underlined character, "_\bx".
func (w *window) settled(least, to int) int {
	if to == w.got && w.err != nil {
		return to
	}
	least = max(least, to-terminal.LongestStrike)
	return least + len(bytes.TrimRight(w.buf[least:to], "_"))
}

// paint records the colour of the text after a sequence. It leaves a mark of the sequence
// if the text after it replaces the text before. Programs that compare words, such as
// "git diff --word-diff=color", write removed text in red and right after it the
// replacement in green. Green text right after red text is therefore not part of it.
func (s *screen) paint(q *terminal.Sequence, lead []byte) {
	const red, green = '1', '2'
	if q.Color == 0 {
		return
	}
	if n := len(lead); q.Color == red && s.color != red {
		s.torn = n > 0 && (octet.Alnum[lead[n-1]] || bytes.IndexByte([]byte("/.:-_%=&?#@~+"), lead[n-1]) >= 0)
	}
	if s.color = q.Color; q.Color == green && s.written == red {
		if q.Stays = esc; s.torn {
			q.Stays = '\b'
		}
	}
}

// source returns the offsets in the input of [start,end), which are offsets in the text
// without sequences.
func (w *window) source(start, end int64) (from, to int64) {
	return start + w.terminal.holes.gone(start), end + w.terminal.holes.gone(end-1)
}

// index returns the index in the buffer of the byte at an offset in the input.
func (w *window) index(offset int64) int { return int(w.terminal.holes.fromSource(offset) - w.base) }

// unfold maps the offsets of a candidate from the folded text to the input, and adds the
// sequences inside the candidate to its folds.
func (w *window) unfold(c *Candidate) {
	holes, start := w.terminal.holes, c.Start
	inside := holes.folds(nil, holes.upTo(start), holes.upTo(c.End-1), 0)
	c.Start, c.End = w.source(start, c.End)
	if c.Line > 0 {
		c.Column += int(c.Start - start - w.terminal.lineGone)
	}
	c.Plain = c.Plain && len(inside) == 0
	c.Folds = joinFolds(c.Folds, start, inside, c.Start)
}

// joinFolds composes two edits. outer maps the input to an intermediate text, and inner
// maps that to the final text. The result maps the input to the final text, which begins
// at offset start of the input, and at offset from of the intermediate text. The offsets
// of inner, and the At of outer, are offsets in the intermediate text. The result may
// have the memory of inner.
func joinFolds(inner []Fold, from int64, outer []Fold, start int64) (folds []Fold) {
	shift, gone := start-from, from
	if len(outer) == 0 {
		folds = inner[:0]
	}
	for len(inner)+len(outer) > 0 {
		var f Fold
		if len(inner) == 0 || len(outer) > 0 && int64(outer[0].At) <= inner[0].Start {
			f, outer = outer[0], outer[1:]
			f.At -= int(gone)
			shift += f.End - f.Start
		} else {
			f, inner = inner[0], inner[1:]
			gone += f.End - f.Start
			f.Start += shift
			for ; len(outer) > 0 && int64(outer[0].At) < f.End; outer = outer[1:] {
				shift += outer[0].End - outer[0].Start
				f.Break = f.Break || outer[0].Break
			}
			f.End += shift
		}
		folds = append(folds, f)
	}
	return folds
}

// isTarget reports whether the URL of a hyperlink begins at index start.
func (w *window) isTarget(start int) bool {
	last := w.terminal.holes[w.terminal.holes.upTo(w.offset(start))-1]
	return last.at == w.offset(start) && last.target
}
