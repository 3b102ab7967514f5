package manifest

import (
	"crypto/sha256"
	"errors"
	"hash"
	"sync"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// New returns a Consumer that collects records for one reader. It must be the last
// consumer of the reader.
func (m *Manifest) New(hand sift.Hand) sift.Consumer {
	return &consumer{m: m, hand: hand}
}

// A consumer collects records for a Manifest.
type consumer struct {
	m    *Manifest
	hand sift.Hand

	chunk   *sift.Chunk // the current chunk, or nil
	hash    hash.Hash   // of the bytes, if the chunk is the whole input
	held    held        // otherwise the bytes not handed over yet
	ending  ending
	covered late.Marks[int] // of ending.counts.URLs
}

// The records handed over, besides those of the manifest and the beginning of a chunk.
type (
	held *[]byte // bytes to be hashed
	// An ending holds the counts and the hash of a chunk that has been read.
	ending struct {
		*sift.Chunk
		counts  counts
		hash    hash.Hash // of the bytes, if the chunk began as the whole input
		changed bool
	}
)

// isLast reports whether a chunk is the last of its input.
func isLast(p *sift.Chunk) bool { return p.End == p.Input.Size }

// Event handles an event of the reader.
func (c *consumer) Event(e sift.Event) error {
	switch e := e.(type) {
	case sift.Begin:
		return c.begin(e.Chunk)
	case *sift.Member:
		c.ending.counts.Members++
		return c.add(memberOf(e))
	case *sift.Skipped:
		c.ending.counts.Skipped++
		return c.add(skippedOf(e))
	case *sift.Result:
		return c.result(e)
	case sift.Failure:
		return c.failed(e.Err)
	case sift.End:
		return c.end(e.Chunk)
	}
	return nil
}

// InOrder writes a record that was handed over.
func (c *consumer) InOrder(record any, before sift.Position) error {
	switch of := record.(type) {
	case *sift.Chunk: // its beginning
		c.m.begins(of)
	case held:
		c.m.hashes(*of)
		*of = (*of)[:0]
		spare.Put(of)
	case *ending:
		return c.m.ends(of)
	case *counts:
		c.m.total.add(of)
	case *trouble:
		if of.Message > 0 {
			of.Message += before.Messages
		}
		return c.m.write(of)
	default:
		return c.m.write(record)
	}
	return nil
}

// begin begins a chunk. The bytes of a chunk of a large file are hashed in its turn.
func (c *consumer) begin(p *sift.Chunk) error {
	c.chunk, c.hash, c.ending, c.covered = p, nil, ending{Chunk: p}, late.Marks[int]{}
	if p.First() && isLast(p) {
		c.hash = sha256.New()
		p.Copy(c.hash)
	} else {
		p.Copy(c)
	}
	if !p.First() {
		return nil
	}
	return c.hand(p, 0)
}

// maxHeld is the maximum number of bytes of a chunk that are held until its turn. A chunk
// is longer only if the file cannot be divided there.
const maxHeld = 2 << 20

// spare are slices of held bytes to reuse.
var spare = sync.Pool{New: func() any { return held(new([]byte)) }}

// Write holds bytes of the chunk.
func (c *consumer) Write(text []byte) (int, error) {
	if c.held == nil {
		c.held = spare.Get().(held)
	}
	if *c.held = append(*c.held, text...); len(*c.held) < maxHeld {
		return len(text), nil
	}
	return len(text), c.handHeld()
}

// handHeld hands over the held bytes.
func (c *consumer) handHeld() error {
	all := c.held
	if c.held = nil; all == nil {
		return nil
	}
	return c.hand(all, len(*all))
}

// add hands over a record.
func (c *consumer) add(record any) error {
	const size = 256 // approximately
	return c.hand(record, size)
}

func (c *consumer) result(r *sift.Result) error {
	c.covered.Cover(r.Checks, func() int { return c.ending.counts.URLs })
	switch {
	case r.Truncated:
		return c.trouble(resultOf(r, "longer than --max-url, truncated"))
	case r.Incomplete:
		return c.trouble(resultOf(r, "incomplete URL, next to unreadable data"))
	case r.Err == nil:
		c.ending.counts.URLs++
	}
	return nil
}

// trouble hands over the record of an error.
func (c *consumer) trouble(t *trouble) error {
	if c.chunk != nil {
		c.ending.counts.Errors++
	} else if err := c.hand(&counts{Errors: 1}, 0); err != nil {
		return err
	}
	return c.add(t)
}

func (c *consumer) failed(err error) error {
	t := troubleOf(err)
	c.ending.changed = c.ending.changed || errors.Is(err, sift.ErrChanged)
	if e := (*sift.Error)(nil); errors.As(err, &e) && e.Check > 0 {
		if before, ok := c.covered.Failed(e.Check); ok {
			n := &c.ending.counts
			t.Unproven = n.URLs - before
			n.Unproven += t.Unproven
			n.URLs = before
		}
	}
	return c.trouble(t)
}

func (c *consumer) end(p *sift.Chunk) error {
	e := c.ending
	if e.counts.Messages = p.Messages; !p.Stopped { // otherwise the number depends on how much was read ahead
		e.counts.Bytes = p.Bytes
	}
	e.hash, c.chunk = c.hash, nil
	if err := c.handHeld(); err != nil {
		return err
	}
	return c.add(&e)
}

// memberOf returns the record of a member of an archive.
func memberOf(m *sift.Member) *member {
	r := &member{Record: "member", File: Name(m.File), Member: Name(m.Source.Member)}
	if m.Excluded {
		r.Why = "excluded"
		return r
	}
	r.Size = new(m.Size)
	if m.Format != mail.Auto {
		r.Format = Text(m.Format.String())
	}
	return r
}

// skippedOf returns the record of a skipped part of a message.
func skippedOf(s *sift.Skipped) *trouble {
	return &trouble{
		Record: "skipped", File: Name(s.File), Member: Name(s.Member), Message: s.Message, Part: Text(s.Part),
		Offset: new(s.Offset), Type: Text(s.Type), Why: Text(s.Why),
	}
}

// resultOf returns the record of an incomplete or truncated URL. It omits the URL, which
// may contain a password.
func resultOf(r *sift.Result, why Text) *trouble {
	t := &trouble{Record: "error", File: Name(r.File), Member: Name(r.Member), Part: Text(r.Part),
		Offset: new(r.Start), Why: why}
	if r.Message != nil {
		t.Message = r.Message.Number
	}
	return t
}
