package index

import (
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"maps"
	"slices"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/extract/sift"
)

// Consumers make rows from the events of readers, for an Indexer.
type Consumers struct {
	// Stats are the statistics of all readers.
	Stats *message.Stats
	// Stopped reports whether the user has stopped the run, which may be the reason why
	// the last URL is incomplete.
	Stopped func() bool

	x      *Indexer
	filter heading.Filter
	notes  bool // record formats of inputs
}

// NewConsumers returns Consumers. With notes they also record the formats of inputs.
func NewConsumers(x *Indexer, filter heading.Filter, notes bool) *Consumers {
	filter.Rejected = true
	return &Consumers{Stats: message.NewStats(), x: x, filter: filter, notes: notes}
}

// New returns a Consumer for one reader.
func (all *Consumers) New(hand sift.Hand) sift.Consumer {
	c := &consumer{Consumers: all, hand: hand, bytes: crc32.New(castagnoli)}
	return c
}

// A consumer makes rows from the events of one reader.
type consumer struct {
	*Consumers
	hand sift.Hand

	chunk    *sift.Chunk // the current chunk, or nil
	bytes    hash.Hash32 // of the chunk
	from     *sift.Source
	document *database.Document      // the document of from
	months   map[int]int             // messages of the chunk by month, for database.DB.Count
	dated    int                     // number of messages in months
	covered  late.Marks[map[int]int] // of months
	checks   []int                   // those of the last row, as in sift.Result.Checks
}

// A step is a call that is made in order. The other records are *row, *sift.Skipped and
// error.
type step func(before sift.Position) error

// Event handles an event of the reader.
func (c *consumer) Event(e sift.Event) error {
	switch e := e.(type) {
	case sift.Begin:
		return c.begin(e.Chunk)
	case sift.Content:
		return c.content(e.Source)
	case *sift.Message:
		c.message(e)
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

// InOrder passes a record to the Indexer.
func (c *consumer) InOrder(record any, before sift.Position) error {
	switch of := record.(type) {
	case *row:
		return c.x.add(of, before)
	case step:
		return of(before)
	case *sift.Skipped:
		return c.x.skip(of)
	}
	return c.x.fail(record.(error))
}

func (c *consumer) begin(p *sift.Chunk) error {
	c.Stats.Begin(p)
	p.Copy(c.bytes)
	c.bytes.Reset()
	c.chunk, c.from = p, nil
	c.months, c.dated, c.covered, c.checks = nil, 0, late.Marks[map[int]int]{}, nil
	return c.hand(step(func(sift.Position) error { return c.x.begin(p) }), 0)
}

func (c *consumer) end(p *sift.Chunk) error {
	c.Stats.End(p)
	if undated := p.Messages - c.dated; undated != 0 { // messages with unreadable headers
		c.count(0, undated)
	}
	c.chunk = nil
	sum, months := c.bytes.Sum32(), c.months
	return c.hand(step(func(sift.Position) error { return c.x.end(p, sum, months) }), 0)
}

// message counts a message.
func (c *consumer) message(m *sift.Message) {
	c.covered.Cover(m.Checks, func() map[int]int { return maps.Clone(c.months) })
	month := 0
	if t := m.Date(); !t.IsZero() {
		t = t.UTC()
		month = t.Year()*12 + int(t.Month()) - 1
	}
	c.count(month, 1)
}

// count counts messages of a month.
func (c *consumer) count(month, messages int) {
	if c.months == nil {
		c.months = map[int]int{}
	}
	c.months[month] += messages
	c.dated += messages
}

// failed records an error of reading.
func (c *consumer) failed(err error) error {
	if ends := stop.Ends(err); ends != nil {
		return ends
	}
	c.Stats.Error(err)
	if c.chunk == nil {
		return c.tell(func() {
			c.x.warn(err)
			c.x.run.SourcesFailed++
		})
	}
	if e := (*sift.Error)(nil); errors.As(err, &e) && e.Check > 0 {
		if before, ok := c.covered.Failed(e.Check); ok { // the dates of later messages are unknown
			c.months, c.dated = before, 0
			for _, n := range before {
				c.dated += n
			}
		}
	}
	return c.hand(err, aboutSize)
}

// content records the format of an input or of a member of an archive.
func (c *consumer) content(s *sift.Source) error {
	if !c.notes || !c.chunk.First() {
		return nil
	}
	c.Stats.Content(s)
	note := fmt.Sprintf("%s: %s", printable.Text(s.Name()), s.Format)
	return c.tell(func() { message.Warn(c.x.Stderr, "%s", note) })
}

// skipped records a skipped part of a message.
func (c *consumer) skipped(s *sift.Skipped) error {
	c.Stats.Skip(s)
	if s.Whole && c.chunk.Input.Named {
		unread := message.Of(message.Unread(s.File, s.Type))
		if err := c.tell(func() { // this is not trouble of the source
			c.x.Trouble = true
			message.Warn(c.x.Stderr, "%s", unread)
		}); err != nil {
			return err
		}
	} else if s.Whole {
		c.Stats.Unread()
	}
	kept := *s
	return c.hand(&kept, aboutSize)
}

// result records a result.
func (c *consumer) result(r *sift.Result) error {
	if c.notes {
		c.Stats.Result(&r.Result)
	}
	if r.Truncated {
		// an error is kept as trouble of the source
		return c.hand(message.Truncated(r.Name(), r.Start, printable.RedactBeginning(r.String())), aboutSize)
	}
	if !c.filter.Shows(&r.Result) {
		return nil
	}
	if r.Incomplete { // it attests nothing
		if c.Stopped != nil && c.Stopped() {
			return nil // the source is read again
		}
		return c.hand(message.Incomplete(r.Name(), r.Start, printable.RedactBeginning(r.String())), aboutSize)
	}
	if !slices.Equal(c.checks, r.Checks) {
		c.checks = r.Checks
		checks := r.Checks
		if err := c.tell(func() { c.x.cover(checks) }); err != nil {
			return err
		}
	}
	if r.Source != c.from {
		c.from, c.document = r.Source, documentOf(r.Source)
	}
	one := new(row)
	if err := one.of(r, c.document); err != nil {
		return c.failed(err)
	}
	if one.rejected == nil {
		c.x.db.Describe(&one.occurrence, describe)
	}
	return c.hand(one, one.size())
}

// aboutSize is the approximate size in bytes of a record that is not a row.
const aboutSize = 200

// tell hands over a step that cannot fail.
func (c *consumer) tell(do func()) error {
	return c.hand(step(func(sift.Position) error {
		do()
		return nil
	}), aboutSize)
}
