package output

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
)

// Consumers make entries from the events of readers, for a Printer.
type Consumers struct {
	// Stats are the statistics of all readers.
	Stats *message.Stats

	out    *Printer // shared by all consumers
	o      *Options
	filter heading.Filter
}

// NewConsumers returns Consumers for readers.
func NewConsumers(out *Printer, filter heading.Filter) *Consumers {
	return &Consumers{Stats: message.NewStats(), out: out, o: out.o, filter: filter}
}

// New returns a Consumer for a reader.
func (all *Consumers) New(hand sift.Hand) sift.Consumer {
	c := &consumer{Consumers: all, hand: hand, batch: spare.Get().(*batch),
		encode: all.o.Format.Encoder(all.o)}
	o := c.o
	c.plain = o.Context == NoContext && !(o.Stats || o.Quiet || o.Invert || o.With || o.Without || o.Count) &&
		o.Max == 0 && !c.out.Keeps()
	if c.o.Context != NoContext {
		c.around = &surrounding{o: c.o, to: c}
	}
	return c
}

// A consumer makes entries from the events of one reader, and collects them in batches.
type consumer struct {
	*Consumers
	encode Append
	around *surrounding // prints lines of text instead of URLs, or is nil

	hand  sift.Hand
	batch *batch // entries not handed over yet

	plain bool // results are printed as they come, and nothing else is done

	chunk      *sift.Chunk // the current chunk, or nil
	shown      int         // results of the chunk that count for Max and Without
	unbuffered bool        // each entry of the chunk is handed over at once

	checks []int // numbers of the checksums sent to the Printer last
	// results of the chunk sent to the Printer, including those that it may still remove
	printed  int
	covered  late.Marks[int] // for each checksum: the value of printed when it began to cover results
	unproven int             // results of the chunk sent to the Printer that a failed checksum covers
}

// Event handles an event of the reader.
func (c *consumer) Event(e sift.Event) error {
	switch e := e.(type) {
	case sift.Begin:
		c.begin(e.Chunk)
	case sift.Content:
		return c.content(e.Source)
	case *sift.Text:
		c.around.begins(e)
	case sift.EndText:
		return c.around.close()
	case *sift.Result:
		return c.result(e)
	case *sift.Skipped:
		return c.skipped(e)
	case sift.Failure:
		return c.failed(e.Err)
	case sift.End:
		return c.end(e.Chunk)
	}
	return nil
}

// InOrder prints a record that was handed over.
func (c *consumer) InOrder(record any, base sift.Position) error {
	switch one := record.(type) {
	case *batch:
		defer one.free()
		return one.print(c.out, base)
	case note:
		return c.out.note(string(one))
	case checks:
		return c.out.cover(one)
	default:
		return c.out.warn(record.(error))
	}
}

type (
	note   string // a message other than an error
	checks []int  // the checksums that cover the following entries
)

// add ends an entry in the batch. gap reports whether lines of text were left out before
// it.
func (c *consumer) add(gap bool) error {
	c.batch.end(gap)
	if !c.unbuffered && c.batch.size() < BatchSize {
		return nil
	}
	return c.give()
}

// give hands over the batch.
func (c *consumer) give() error {
	b := c.batch
	if len(b.draft.Text) > b.ended.lines {
		b.end(false)
	}
	if len(b.entries) == 0 {
		return nil
	}
	b, c.batch = b.take()
	return c.hand(b, b.size())
}

// tell hands over an error, a note, or checks, after the batch.
func (c *consumer) tell(record any) error {
	if err := c.give(); err != nil {
		return err
	}
	const size = 200 // approximately
	return c.hand(record, size)
}

func (c *consumer) begin(p *sift.Chunk) {
	c.Stats.Begin(p)
	c.chunk, c.shown, c.unbuffered = p, 0, p.InTurn && (p.Input.Stream || c.o.Flushes)
	c.printed, c.unproven, c.covered = 0, 0, late.Marks[int]{}
}

func (c *consumer) end(p *sift.Chunk) error {
	c.Stats.End(p)
	if err := c.cover(nil); err != nil {
		return err
	}
	if c.unproven > 0 {
		if err := c.tell(message.Unproven(p.Input.Name, c.unproven, c.out.LeavesOut())); err != nil {
			return err
		}
	}
	if c.o.Without && c.shown == 0 {
		if err := c.addName(p.Input.Name); err != nil {
			return err
		}
	}
	if c.o.Invert {
		if err := c.tally(p.Input.Name); err != nil {
			return err
		}
	}
	return c.give()
}

func (c *consumer) failed(err error) error {
	if ends := stop.Ends(err); ends != nil {
		return ends
	}
	c.Stats.Error(err)
	if e, ok := errors.AsType[*sift.Error](err); ok && e.Check > 0 {
		if before, ok := c.covered.Failed(e.Check); ok {
			c.unproven += c.printed - before
			c.printed = before
		}
		if c.around != nil {
			if err := c.around.close(); err != nil { // its last lines are left out, too
				return err
			}
		}
	}
	return c.tell(err)
}

// cover records which checksums cover the next result.
func (c *consumer) cover(numbers []int) error {
	if len(numbers) == 0 && len(c.checks) == 0 {
		return nil
	}
	c.covered.Cover(numbers, func() int { return c.printed })
	if slices.Equal(numbers, c.checks) {
		return nil
	}
	c.checks = numbers
	return c.tell(checks(numbers))
}

func (c *consumer) skipped(s *sift.Skipped) error {
	c.Stats.Skip(s)
	switch {
	case !s.Whole:
		return nil
	case c.chunk.Input.Named:
		return c.tell(message.Unread(s.File, s.Type))
	}
	c.Stats.Unread()
	return nil
}

func (c *consumer) content(s *sift.Source) error {
	name := printable.Text(s.Name())
	if c.around != nil {
		c.around.begin([]byte(printable.Text(c.o.Name(s.Name()))))
	}
	if !c.o.Stats || !c.chunk.First() {
		return nil
	}
	c.Stats.Content(s)
	return c.tell(note(fmt.Sprintf("%s: %s", name, s.Format)))
}

// beginning returns the beginning of a URL in the form for messages.
func (c *consumer) beginning(r *sift.Result) string {
	text := r.String()
	if c.o.Redact {
		text = printable.RedactBeginning(text)
	}
	if c.o.Defang {
		text = defang.URL(text)
	}
	return text
}

func (c *consumer) result(r *sift.Result) error {
	if c.around != nil && !slices.Equal(r.Checks, c.checks) {
		if err := c.around.settle(r.TextStart); err != nil { // the checksums of r do not cover these lines
			return err
		}
	}
	if err := c.cover(r.Checks); err != nil {
		return err
	}
	shows := c.filter.Shows(&r.Result)
	switch {
	case c.plain && !r.Truncated && !r.Incomplete:
		return c.plainResult(r, shows)
	case r.Truncated:
		if err := c.tell(message.Truncated(r.Name(), r.Start, c.beginning(r))); err != nil {
			return err
		}
	case r.Incomplete && c.out.Stopped != nil && c.out.Stopped():
		// the stop is the reason, and nothing more is printed
		return nil
	case r.Incomplete && shows:
		if err := c.tell(message.Incomplete(r.Name(), r.Start, c.beginning(r))); err != nil {
			return err
		}
	}
	if c.o.Stats && c.filter.Selects(&r.Result) {
		c.Stats.Result(&r.Result)
	}
	switch {
	case shows && !r.Truncated && c.o.Quiet && !c.o.Invert:
		return ErrFound
	case c.around != nil:
		if shows && !c.o.Invert {
			if shows = c.o.Max == 0 || c.shown < c.o.Max; shows {
				c.shown++
				c.printed++
			}
		}
		return c.around.record(&r.Result, r.TextStart, r.TextEnd, !shows)
	case c.o.With || c.o.Without:
		return c.listInput(r, shows && !r.Truncated)
	case !shows || c.o.Count && r.Truncated || c.out.Keeps() && r.Incomplete:
		return nil
	}
	c.printed++
	if err := c.addResult(r); err != nil || c.o.Max == 0 || r.Truncated {
		return err
	}
	if c.shown++; c.shown == c.o.Max {
		return sift.ErrSkipInput
	}
	return nil
}

// plainResult is result for a complete one, if no option needs more than its line.
func (c *consumer) plainResult(r *sift.Result, shows bool) error {
	if !shows {
		return nil
	}
	c.printed++
	if ok, err := c.write(r); !ok {
		return err
	}
	if !c.unbuffered && len(c.batch.draft.Text) < BatchSize {
		return nil // lines stay in one entry, which give ends
	}
	return c.give()
}

// tally closes the count of the selected lines of an input. With Quiet it returns
// ErrFound if there are any. Otherwise it adds them to the total, and prints them if
// names are wanted.
func (c *consumer) tally(file string) error {
	n := c.around.count
	c.around.count = 0
	switch {
	case c.o.Quiet && n > 0:
		return ErrFound
	case !c.o.Tally:
		return nil
	}
	c.out.tallied.Add(int64(n))
	if !c.o.Names {
		return nil
	}
	b := c.o.place(c.batch.draft.Text, nameStyle, printable.Text(file), ":")
	c.batch.draft.Text = append(strconv.AppendInt(b, int64(n), 10), c.o.End)
	return c.add(false)
}

// listInput lists the input of a result that is shown, and skips the rest of it.
func (c *consumer) listInput(r *sift.Result, shows bool) error {
	if !shows {
		return nil
	}
	c.shown++
	if c.o.With {
		if err := c.addName(r.File); err != nil {
			return err
		}
	}
	return sift.ErrSkipInput
}

// addName adds an entry for the name of an input.
func (c *consumer) addName(file string) error {
	c.batch.draft.Text = append(c.o.styled(c.batch.draft.Text, nameStyle, nameOf(file, c.o.End == 0)), c.o.End)
	return c.add(false)
}

// write appends a result to the batch, and reports whether it did: a result with a method
// that panics is left out, and the panic is reported.
func (c *consumer) write(r *sift.Result) (ok bool, err error) {
	before := c.batch.draft
	defer func() {
		if value := recover(); value != nil {
			c.batch.draft = before
			err = c.failed(r.Panicked(value))
		}
	}()
	c.encode(&c.batch.draft, r)
	return true, nil
}

// addResult adds an entry for a result, or one for each of its keys.
func (c *consumer) addResult(r *sift.Result) error {
	if !c.o.Count && (!r.Truncated || c.o.Format.Truncated) {
		if ok, err := c.write(r); !ok {
			return err
		}
	}
	if !c.out.Keeps() || r.Truncated {
		return c.add(false)
	}
	for _, key := range c.o.keys(r) {
		c.batch.keys = append(c.batch.keys, key...)
		if err := c.add(false); err != nil {
			return err
		}
	}
	return nil
}
