package sift

import (
	"bytes"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
)

// minHole is the number of consecutive NUL bytes that make a hole: text is missing there,
// as where a block of a disk or a tape was lost. Old mail has at most two in a row. To
// find runs of 64, it suffices to examine one byte in 64, which is one for each cache
// line.
const minHole = 64

// aroundHole is the number of bytes before a hole, or after a hole at the beginning, that
// must be text. Other content has NULs of its own.
const aroundHole = 64

// maxHoles is the number of holes of a text that are reported one by one.
const maxHoles = 100

// maxRuns is the number of recent holes that are kept. The text read ahead of a result
// has no more.
const maxRuns = 8 << 10

// A hole is a run of NUL bytes in a text.
type hole struct {
	start, end int64 // offsets in the reader
	at         int64 // offset in its error
}

// A holeReader counts the bytes read through it, and finds the holes among them. It holds
// back NULs at the end of a read until it knows how many follow, so each hole is known
// before its bytes are returned.
type holeReader struct {
	r      io.Reader
	base   int64       // added to the offsets of errors if text is nil
	text   *texts.Text // the text that the bytes belong to, or nil
	told   bool        // another holeReader reports the holes in unencoded stretches of the text
	passes bool        // the content is not text and has NULs of its own: holes are not looked for

	n      int64  // bytes read from r
	err    error  // the error of r
	run    int64  // NULs to be returned next
	ahead  []byte // bytes to be returned after them
	zeros  int64  // NULs after ahead, perhaps with more to follow
	around []byte // the last bytes after the last run
	texts  bool   // the bytes before the last run were text

	runs   []hole // the last holes
	untold []hole
	holes  int // how many there were
}

// reset begins to read another text.
func (h *holeReader) reset(r io.Reader, base int64, text *texts.Text) {
	*h = holeReader{r: r, base: base, text: text, texts: true, around: h.around[:0], runs: h.runs[:0],
		untold: h.untold[:0]}
}

func (h *holeReader) Read(p []byte) (n int, err error) {
	for {
		switch {
		case h.run > 0:
			n = int(min(h.run, int64(len(p))))
			clear(p[:n])
			h.run -= int64(n)
			return n, nil
		case len(h.ahead) > 0:
			n = copy(p, h.ahead)
			h.ahead = h.ahead[n:]
			return n, nil
		case h.err != nil && h.zeros == 0:
			return 0, h.err
		}
		n = h.more(p)
		switch first := h.n == int64(n); {
		case h.passes:
			return n, h.err
		case h.zeros > 0 || first && n > 0 && p[0] == 0:
			h.after(p[:n])
			continue
		}
		if h.zeros = h.scan(p[:n]); h.zeros == 0 {
			return n, h.err
		} else if n -= int(h.zeros); n > 0 {
			return n, nil
		}
	}
}

// more reads the next bytes.
func (h *holeReader) more(p []byte) (n int) {
	if h.err == nil {
		n, h.err = h.r.Read(p)
		h.n += int64(n)
	}
	return n
}

// after handles bytes read after NULs: they may begin with more NULs.
func (h *holeReader) after(p []byte) {
	zeros := zerosIn(p)
	if h.zeros += int64(zeros); zeros == len(p) && h.err == nil {
		return
	}
	h.ahead = bytes.Clone(p[zeros:])
	end := h.n - int64(len(h.ahead))
	for h.zeros == end && end >= minHole && len(h.ahead) < aroundHole+minHole && h.err == nil {
		var next [aroundHole + minHole]byte
		h.ahead = append(h.ahead, next[:h.more(next[:])]...)
	}
	h.endRun(end-h.zeros, end, h.ahead)
	h.run, h.zeros = h.zeros, h.scan(h.ahead)
	h.ahead = h.ahead[:len(h.ahead)-int(h.zeros)]
}

// scan looks for holes in p, the bytes read last. It returns the number of NULs at the
// end of p, which are not handled yet.
func (h *holeReader) scan(p []byte) (zeros int64) {
	at := h.n - int64(len(p))
	text := bytes.TrimRight(p, "\x00")
	from := 0 // the bytes before from were examined
	for q := nextNUL(text, minHole-1); q < len(text); q = nextNUL(text, q) {
		start, end := from+len(bytes.TrimRight(text[from:q], "\x00")), q+zerosIn(text[q:])
		if end-start >= minHole {
			h.between(text[from:start])
			h.endRun(at+int64(start), at+int64(end), nil)
			from = end
		}
		q = end - 1 + minHole
	}
	h.between(text[from:])
	return int64(len(p) - len(text))
}

// nextNUL returns the index of the first NUL among text[q] and each minHole-th byte after
// it, or the length of text. Four at a time are faster than one.
func nextNUL(text []byte, q int) int {
	rest := text[min(q, len(text)):]
	for len(rest) > 4*minHole && rest[0] != 0 && rest[minHole] != 0 &&
		rest[2*minHole] != 0 && rest[3*minHole] != 0 {
		rest = rest[4*minHole:]
	}
	for len(rest) > 0 && rest[0] != 0 {
		rest = rest[min(minHole, len(rest)):]
	}
	return len(text) - len(rest)
}

// zerosIn returns the number of NULs at the beginning of p.
func zerosIn(p []byte) int {
	n := 0
	for len(p)-n >= minHole && [minHole]byte(p[n:]) == [minHole]byte{} {
		n += minHole
	}
	for n < len(p) && p[n] == 0 {
		n++
	}
	return n
}

// between handles bytes between two runs, and keeps the last of them in around.
func (h *holeReader) between(p []byte) {
	before := h.around[len(h.around)-min(len(h.around), max(aroundHole-len(p), 0)):]
	h.around = append(h.around[:copy(h.around, before)], p[max(len(p)-aroundHole, 0):]...)
}

// endRun handles a complete run of NULs. It is a hole if the bytes before it are text, or
// for a run at the beginning, if the bytes after it are.
func (h *holeReader) endRun(start, end int64, after []byte) {
	switch {
	case end-start < minHole:
		h.between(make([]byte, end-start))
		return
	case start == 0:
		after, _, _ = bytes.Cut(after, make([]byte, minHole))
		h.texts = len(after) > 0 && !texts.HasControl(after[:min(len(after), aroundHole)])
	default:
		h.texts = !texts.HasControl(h.around) && (len(h.around) == aroundHole || h.texts)
	}
	if h.around = h.around[:0]; h.texts {
		h.found(hole{start, end, start})
	}
}

// found adds a hole.
func (h *holeReader) found(one hole) {
	if len(h.runs) == 2*maxRuns {
		h.runs = h.runs[:copy(h.runs, h.runs[maxRuns:])]
	}
	h.runs = append(h.runs, one)
	if h.text != nil {
		start, end := h.text.Span(one.start, one.end)
		if one.at = start; h.told && h.text.Depth == 0 && end-start == one.end-one.start {
			return
		}
	}
	if h.holes++; h.holes <= maxHoles {
		h.untold = append(h.untold, one)
	}
}

// touches reports whether a result touches a hole, or only punctuation separates them:
// with text instead of the hole, the punctuation could belong to the URL.
func (h *holeReader) touches(r *Result) bool {
	const maxTrimmed = 8 // the punctuation that is examined
	for i := len(h.runs) - 1; i >= 0 && h.runs[i].end >= r.TextStart; i-- {
		gap := max(int(h.runs[i].start-r.TextEnd), 0)
		if gap > maxTrimmed {
			continue
		}
		_, after := r.Result.Around(0, 0, gap)
		if len(after) == gap && len(bytes.Trim(after, ".,;:!?'")) == 0 {
			return true
		}
	}
	return false
}

// next returns the error of the first unreported hole before an offset, or nil. At the
// end of the text, with an offset above n, the last error counts those above maxHoles.
func (h *holeReader) next(before int64) *texts.Error {
	at, problem := h.base, "run of NUL bytes in text"
	switch {
	case len(h.untold) > 0 && h.untold[0].start < before:
		at += h.untold[0].at
		h.untold = h.untold[1:]
	case before > h.n && h.holes > maxHoles:
		at += h.runs[len(h.runs)-1].at
		problem = fmt.Sprintf("%d more runs of NUL bytes in text, the last one", h.holes-maxHoles)
		h.holes = maxHoles
	default:
		return nil
	}
	return errorIn(h.text, at, problem)
}

// errorIn returns an error in a text of a message, or in plain text if text is nil.
func errorIn(text *texts.Text, at int64, problem string) *texts.Error {
	e := &texts.Error{Offset: at, Problem: problem}
	if text != nil {
		e.Part, e.Member, e.Depth = text.Part, text.Member, text.Depth
		if m := text.Message(); m != nil {
			e.Message = m.Number
		}
	}
	return e
}

// hasHole reports whether there may be a hole in a text.
func hasHole(text []byte) bool { return nextNUL(text, minHole-1) < len(text) }
