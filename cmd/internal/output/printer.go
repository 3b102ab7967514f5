package output

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"sync/atomic"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/extract/sift"
)

// An Entry is a line of output with its end: a result, lines of text, or a name.
type Entry struct {
	Line []byte

	key []byte // the key to count it under; empty for a truncated URL
	gap bool   // lines of text were left out before it
}

// A Printer prints the records of consumers, in order.
type Printer struct {
	// Stderr takes messages.
	Stderr io.Writer
	// Stopped, unless it is nil, reports whether the run is to stop. Then nothing more is
	// printed, since the last URL may be incomplete.
	Stopped func() bool
	// Last, unless it is nil, returns the last text to print. It is called after
	// everything else has been written.
	Last func() []byte
	// Trouble is set if something could not be read. Shown is the number of results
	// printed.
	Trouble bool
	Shown   int

	o       *Options
	w       *bufio.Writer
	to      *target.Target  // the target of w if it can be truncated, or nil
	seen    map[string]bool // printed URLs; nil unless each is printed once
	counts  *Counts         // nil unless keys are counted
	checks  []int           // numbers of the checksums that cover the next entries, outermost first
	levels  []*level        // the entries covered by each of checks
	tallied atomic.Int64
	notes   int
	scratch Entry
	text    []byte // likewise
	repeats message.Alike
	between []byte // printed between nonadjacent lines of text
}

// NewPrinter returns a Printer that writes to a target. If the target can be truncated,
// results whose checksum fails are removed from it.
func NewPrinter(to *target.Target, stderr io.Writer, o *Options) *Printer {
	p := &Printer{Stderr: stderr, o: o, w: bufio.NewWriterSize(to, 64<<10),
		between: append(o.styled(nil, markStyle, "--"), '\n')}
	if to.Replaces() {
		p.to = to
	}
	if o.Format.Encoder == nil {
		o.Format = Lines
	}
	if o.Unique {
		p.seen = map[string]bool{}
	}
	if o.Count {
		p.counts = NewCounts()
	}
	if o.Format.Header != nil && !o.Quiet {
		p.w.Write(o.Format.Header(o, nil))
	}
	return p
}

// LeavesOut reports whether results that a failed checksum covers are left out. Otherwise
// they are printed before the checksum fails.
func (p *Printer) LeavesOut() bool { return p.Keeps() || p.to != nil }

// Keeps reports whether the Printer keeps the URLs or keys that it prints: memory grows
// with the number of different ones.
func (p *Printer) Keeps() bool { return p.seen != nil || p.counts != nil }

// Flush writes the results so far.
func (p *Printer) Flush() error { return p.w.Flush() }

// Finish prints the counts, the notes and the last text.
func (p *Printer) Finish() error {
	p.repeats.Print(p.Stderr)
	if p.counts != nil {
		p.counts.print(p.w, p.o)
	}
	if p.o.Tally {
		n := p.tallied.Load()
		if p.Shown = int(n); !p.o.Names {
			p.w.Write(append(strconv.AppendInt(p.w.AvailableBuffer(), n, 10), p.o.End))
		}
	}
	if err := p.w.Flush(); err != nil || p.Last == nil {
		return err
	}
	p.w.Write(p.Last())
	return p.w.Flush()
}

// entry prints an entry, counts it, or keeps it until it is proven.
func (p *Printer) entry(e *Entry) error {
	switch {
	case p.Stopped != nil && p.Stopped():
		return nil
	case p.counts != nil:
		p.countsOf(len(p.levels)).Add(e.key, 1)
	case p.seen == nil:
	case p.hasSeen(e.key):
		return nil
	case len(e.key) > 0 && len(p.levels) > 0:
		p.levels[len(p.levels)-1].hold(e)
		return nil
	case len(e.key) > 0:
		p.seen[string(e.key)] = true
	}
	return p.print(e)
}

// print prints an entry.
func (p *Printer) print(e *Entry) error {
	if e.gap && p.Shown > 0 {
		p.w.Write(p.between)
	}
	p.Shown++
	if _, err := p.w.Write(e.Line); err != nil || !p.o.Flushes {
		return err
	}
	return p.w.Flush()
}

// warn reports trouble, after the results so far.
func (p *Printer) warn(trouble error) error {
	if err := p.w.Flush(); err != nil {
		return err // the closed output may be the cause of the trouble
	}
	p.Trouble = true
	if e, ok := errors.AsType[*sift.Error](trouble); ok && e.Check > 0 {
		if err := p.leaveOut(e.Check); err != nil {
			return err
		}
	}
	if !p.repeats.Repeats(p.Stderr, trouble) {
		message.Warn(p.Stderr, "%s", message.Of(trouble))
	}
	return nil
}

// MaxNotes is the maximum number of inputs whose format --stats prints.
const MaxNotes = 20

// note prints a note, after the results so far, unless there are too many.
func (p *Printer) note(text string) error {
	if p.notes++; p.notes > MaxNotes {
		return nil
	}
	err := p.w.Flush()
	message.Warn(p.Stderr, "%s", text)
	return err
}
