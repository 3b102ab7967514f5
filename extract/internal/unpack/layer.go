package unpack

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// A layer reads the unpacked content of a format. All its errors are failures.
type layer struct {
	in     *source
	r      decompressor
	format format
	member string
	depth  int   // number of formats around it
	counts bool  // the output may be larger than the input
	sums   bool  // it ends with a checksum
	n      int64 // bytes of output
	check  int   // the number of the checksum that covers the current bytes, or 0
	err    error
}

func (l *layer) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p)
	if l.n += int64(n); l.counts && l.in.limits.count(int64(n), l.n, l.depth) && err == nil {
		l.r.close() // otherwise it would read on
		ratio := l.in.limits.MaxRatio
		err = &LimitError{"MaxRatio", int64(ratio),
			fmt.Sprintf("unpacks to more than %d times what was read", ratio)}
	}
	if err != nil && err != io.EOF {
		err = l.failure(err)
	}
	l.err = err
	return n, err
}

// skip discards the rest of the layer. It returns false if the layer ends early.
func (l *layer) skip() bool {
	_, err := io.Copy(io.Discard, l)
	return err == nil
}

// failed returns the error that ended the layer early, or nil.
func (l *layer) failed() *failure {
	f, _ := l.err.(*failure)
	return f
}

// failure returns the failure for an error of the layer. If its bytes are damaged, the
// outstanding checksums can no longer prove the bytes before the damage. If it is cut,
// they are not in doubt, unless bytes of another piece may have been decoded with them.
func (l *layer) failure(err error) *failure {
	own := l.in.ended() == nil
	f := l.in.failure(l.format, l.member, err)
	e, ok := f.err.(*Error)
	if ok && (own && l.isDamage(err) || !own && e.Check == 0 && l.in.overruns(l.format)) {
		e.Check = l.check
	}
	return f
}

// isDamage reports whether an error of the layer means that its bytes are wrong.
func (l *layer) isDamage(err error) bool {
	if _, limited := err.(*LimitError); limited || err == errTrailing || err == io.ErrClosedPipe {
		return false
	}
	return !l.in.atEnd() || !errors.Is(err, io.ErrUnexpectedEOF) || l.in.overruns(l.format)
}

// isDamaged reports whether damage ended the layer.
func (l *layer) isDamaged() bool {
	f := l.failed()
	if f == nil || l.in.ended() != nil {
		return false
	}
	e, ok := f.err.(*Error)
	return ok && (e.Err == errTrailing || l.isDamage(e.Err))
}

// resumes moves to the next readable place of a compressed stream after damage. It
// reports whether there is one.
func (l *layer) resumes() bool {
	if !l.isDamaged() || !l.r.resume() {
		return false
	}
	l.err = nil
	return true
}

// A ledger lists the checksums that cover the bytes of the current entry.
type ledger struct {
	depth   int     // depth of the current entry
	entries int     // so far
	entry   int     // number of the current entry
	reading *source // its bytes

	checks  []check // those that cover the current bytes, from the outermost
	check   int     // the number of the last check
	numbers []int   // the last result of Checks
	scratch []int   // for the next result
}

// A check is a checksum that covers the bytes being read, and has not been compared yet.
type check struct {
	number int
	from   int64 // offset in the unpacked bytes of its layer at which it begins
	depth  int   // of the layer
	entry  int   // number of the entry that was being read when it began
	read   int64 // offset in that entry at that time
	asked  bool  // Checks has returned it, and returns it until it has held
}

// covers reports whether a checksum covers bytes before the offset end of the entry that
// is being read. end is -1 if it is unknown.
func (c *check) covers(end int64, g *ledger) bool {
	return c.asked || end < 0 || (c.depth != g.depth || end > c.from) && (c.entry != g.entry || end > c.read)
}

// Checks returns the numbers of the checksums that cover the bytes being read and have
// not been compared yet, from the outermost. A number belongs to one checksum of the
// input. [Error.Check] is the number of one that failed. Bytes may have been read ahead:
// Checks leaves out a checksum that covers only bytes after offset end of the entry with
// a number. The numbers may be kept and must not be changed.
func (g *ledger) Checks(entry int, end int64) []int {
	if len(g.checks) == 0 {
		return nil // the usual case
	}
	return g.covering(entry, end)
}

func (g *ledger) covering(entry int, end int64) []int {
	if entry != g.entry {
		end = -1 // the current entry has no known end
	}
	g.scratch = g.scratch[:0]
	for i := range g.checks {
		if c := &g.checks[i]; c.covers(end, g) {
			c.asked = true
			g.scratch = append(g.scratch, c.number)
		}
	}
	if !slices.Equal(g.scratch, g.numbers) {
		g.numbers = append([]int(nil), g.scratch...)
	}
	return g.numbers
}

// cover begins a checksum that covers a layer, or the first piece of it. The returned
// function ends it.
func (g *ledger) cover(l *layer) (end func()) {
	at := len(g.checks)
	g.checks = append(g.checks, check{})
	begin := func() {
		g.check++
		l.check = g.check
		c := check{number: g.check, from: l.n, depth: l.depth, entry: g.entry}
		if g.reading != nil {
			c.read = g.reading.offset()
		}
		g.checks[at] = c
	}
	begin()
	l.r.each(begin) // the checksum of the previous piece has held
	return func() { g.checks = g.checks[:at] }
}
