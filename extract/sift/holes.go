package sift

import (
	"bytes"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
)

// minHole is how many NUL bytes in a row are a hole: text is missing there, as where a block of a disk or a tape was lost. Old mail has
// two in a row at most. So many are found by a look at one byte in as many, one of each line of the processor's cache.
const minHole = 64

// aroundHole is how many bytes before a hole must be text, or after one with which a text begins. Other content has NULs of its own.
const aroundHole = 64

// maxHoles is how many holes of a text are told one by one.
const maxHoles = 100

// maxRuns is how many of the last holes are kept. More are not in what is read ahead of a result.
const maxRuns = 8 << 10

// A hole is a run of NUL bytes in a text.
type hole struct {
	start, end int64 // in what was read
	at         int64 // where it is told to be
}

// A holeReader counts the bytes of what is read through it, and finds the holes in it.
type holeReader struct {
	r      io.Reader
	text   *texts.Text // whose bytes they are, or nil
	told   bool        // holes in bytes of the text that are not encoded are told by another holeReader
	passes bool        // it is no text, and has NULs of its own

	err   error
	ahead []byte // what was read of r and not given yet
	space [minHole]byte

	n      int64            // how much of r was read
	zeros  int64            // with how many NULs that ends
	around [aroundHole]byte // what stands before these, or after a run with which the text begins
	known  int              // how many bytes of around there are
	texts  bool             // what stood before the last run was text
	first  hole             // a run with which the text begins, as long as it is open what follows

	runs   []hole // the last holes
	untold []hole
	holes  int // how many there were
}

// reset begins to read another text.
func (h *holeReader) reset(r io.Reader, text *texts.Text) {
	*h = holeReader{r: r, text: text, texts: true, runs: h.runs[:0], untold: h.untold[:0]}
}

func (h *holeReader) Read(p []byte) (n int, err error) {
	if len(h.ahead) > 0 {
		n = copy(p, h.ahead)
		h.ahead = h.ahead[n:]
		return n, nil
	}
	if h.err == nil {
		n = h.read(p)
	}
	return n, h.err
}

// read reads what comes next, and looks for holes in it.
func (h *holeReader) read(p []byte) (n int) {
	n, h.err = h.r.Read(p)
	if h.passes {
		h.n += int64(n)
		return n
	}
	h.add(p[:n])
	if h.err != nil {
		h.close(h.n)
		h.follows(nil)
	}
	return n
}

// add looks for holes in what was read next.
func (h *holeReader) add(p []byte) {
	i := 0
	if h.zeros > 0 {
		i = zerosIn(p)
		h.zeros += int64(i)
		if i == len(p) {
			h.n += int64(i)
			return
		}
		h.close(h.n + int64(i))
	}
	from := i // what stands before was looked at
	for q := i + minHole - 1; q < len(p); q += minHole {
		if p[q] != 0 {
			continue
		}
		start, end := q, q+zerosIn(p[q:])
		for start > i && p[start-1] == 0 {
			start--
		}
		if end == len(p) {
			break
		}
		if end-start >= minHole {
			h.between(p[from:start])
			h.zeros = int64(end - start)
			h.close(h.n + int64(end))
			from = end
		}
		i, q = end, end-1
	}
	end := len(p)
	for end > i && p[end-1] == 0 {
		end--
	}
	h.between(p[from:end])
	h.zeros = int64(len(p) - end)
	h.n += int64(len(p))
}

// zerosIn returns with how many NULs p begins.
func zerosIn(p []byte) int {
	var zeros [64]byte
	n := 0
	for len(p)-n >= len(zeros) && [64]byte(p[n:]) == zeros {
		n += len(zeros)
	}
	for n < len(p) && p[n] == 0 {
		n++
	}
	return n
}

// between takes what stands between two runs, or a piece of it.
func (h *holeReader) between(p []byte) {
	if h.first.end > 0 {
		n := copy(h.around[h.known:], p)
		if h.known += n; h.known < aroundHole {
			return
		}
		h.follows(p[n:])
		return
	}
	keep := min(h.known, max(aroundHole-len(p), 0))
	copy(h.around[:], h.around[h.known-keep:h.known])
	h.known = keep + copy(h.around[keep:], p[max(len(p)-aroundHole, 0):])
}

// follows decides whether the run with which the text begins is a hole, by what follows it, after which p stands.
func (h *holeReader) follows(p []byte) {
	first := h.first
	if h.first = (hole{}); first.end == 0 {
		return
	}
	if h.texts = h.known > 0 && h.isText(); h.texts {
		h.found(first)
	}
	h.between(p)
}

// isText reports whether what stands around a run is text.
func (h *holeReader) isText() bool {
	return bytes.IndexFunc(h.around[:h.known], isControl) < 0
}

// isControl reports whether a character is a control character that text does not have.
func isControl(r rune) bool {
	return r < '\b' || '\r' < r && r < ' ' && r != 0x1a && r != 0x1b || r == 0x7f
}

// close ends the run of NULs before the offset end, if there is one.
func (h *holeReader) close(end int64) {
	run := hole{start: end - h.zeros, end: end, at: end - h.zeros}
	h.zeros = 0
	switch n := run.end - run.start; {
	case n == 0:
		return
	case n < minHole:
		var zeros [minHole]byte
		h.between(zeros[:n])
		return
	case run.start == 0:
		h.first = run
		return
	}
	h.follows(nil)
	h.texts = h.isText() && (h.known == aroundHole || h.texts)
	if h.known = 0; h.texts {
		h.found(run)
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

// touches reports whether a URL touches a hole, so that more may belong to it. after returns the text after the URL.
func (h *holeReader) touches(start, end int64, after func(n int) []byte) bool {
	if len(h.ahead) == 0 && end >= h.n-h.zeros-maxTrimmed {
		n := 0
		for h.err == nil && 0 < h.zeros && h.zeros < minHole && n < minHole {
			n += h.read(h.space[n:]) // or it would matter how it is read
		}
		h.ahead = h.space[:n]
	}
	if h.zeros >= minHole && h.zeros < h.n { // it is not closed yet, and neither is what stands around it looked at
		open := *h
		open.runs = nil
		open.text, open.holes = nil, maxHoles
		if open.close(h.n); len(open.runs) > 0 && touch(open.runs[0], start, end, after) {
			return true
		}
	}
	if h.first.end > 0 && h.isText() && touch(h.first, start, end, after) {
		return true
	}
	for i := len(h.runs) - 1; i >= 0 && h.runs[i].end >= start; i-- {
		if touch(h.runs[i], start, end, after) {
			return true
		}
	}
	return false
}

// maxTrimmed is how much punctuation after a URL is looked at.
const maxTrimmed = 8

// touch reports whether a URL touches a hole, or has nothing but punctuation before it that would belong to the URL if it went on.
func touch(one hole, start, end int64, after func(n int) []byte) bool {
	switch gap := one.start - end; {
	case one.end < start, gap > maxTrimmed:
		return false
	case gap <= 0:
		return true
	default:
		text := after(int(gap))
		return len(text) == int(gap) && len(bytes.Trim(text, ".,;:!?'")) == 0
	}
}

// besideHoles tells of the holes before the current result, and makes it incomplete if it touches one.
func (w *worker) besideHoles() error {
	h := &w.inText
	if len(h.runs) == 0 && h.zeros == 0 && h.first.end == 0 { // as nearly always
		return nil
	}
	w.result.Incomplete = w.result.Incomplete || h.touches(w.result.TextStart, w.result.TextEnd, func(n int) []byte {
		_, after := w.result.Result.Around(0, 0, n)
		return after
	})
	return w.tellHoles(h, w.result.TextStart)
}

// isWritten reports whether a stream of a format is text, in which a hole is damage wherever it is.
func isWritten(format mail.Format) bool {
	switch format {
	case mail.Single, mail.Mbox, mail.MMDF, mail.Babyl, mail.Rnews, mail.HTML, mail.Calendar:
		return true
	}
	return false
}

// tellHoles tells of the holes before an offset of what is read.
func (w *worker) tellHoles(h *holeReader, before int64) error {
	for len(h.untold) > 0 && h.untold[0].start < before {
		at := h.untold[0].at
		h.untold = h.untold[1:]
		if err := w.tellHole(h.text, at, "run of NUL bytes in text"); err != nil {
			return err
		}
	}
	return nil
}

// endHoles tells of the holes in a text that ends.
func (w *worker) endHoles(h *holeReader) error {
	err := w.tellHoles(h, h.n+1)
	if err == nil && h.holes > maxHoles {
		err = w.tellHole(h.text, h.runs[len(h.runs)-1].at, fmt.Sprintf("%d more runs of NUL bytes in text, the last one", h.holes-maxHoles))
	}
	return err
}

func (w *worker) tellHole(text *texts.Text, at int64, problem string) error {
	e := &texts.Error{Offset: at, Problem: problem}
	if text != nil {
		e.Part, e.Member, e.Depth = text.Part, text.Member, text.Depth
		if text.Message != nil {
			e.Message = text.Message.Number
		}
	}
	return w.warn(e, at)
}

// hasHole reports whether there may be a hole in a text.
func hasHole(text []byte) bool {
	for q := minHole - 1; q < len(text); q += minHole {
		if text[q] == 0 {
			return true
		}
	}
	return false
}
