package manifest

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"sync"

	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// Wrap returns a function that returns handlers which pass on everything to those that newHandler returns, and collect what the
// manifest has of it.
func (m *Manifest) Wrap(newHandler func() archive.Handler) func() archive.Handler {
	if m == nil {
		return newHandler
	}
	return func() archive.Handler {
		h := &handler{Handler: newHandler(), m: m}
		h.contents, _ = h.Handler.(archive.ContentHandler)
		h.skips, _ = h.Handler.(archive.SkipHandler)
		h.raws, _ = h.Handler.(archive.RawHandler)
		h.members, _ = h.Handler.(archive.MemberHandler)
		h.each, _ = h.Handler.(archive.MessageHandler)
		if texts, ok := h.Handler.(archive.TextHandler); ok {
			return textHandler{h, texts}
		}
		return h
	}
}

// A handler collects records for a Manifest.
type handler struct {
	archive.Handler
	contents archive.ContentHandler // the Handler, if it is one, or nil
	skips    archive.SkipHandler    // likewise
	raws     archive.RawHandler     // likewise
	members  archive.MemberHandler  // likewise
	each     archive.MessageHandler // likewise
	m        *Manifest

	part    *archive.Part // the current one, or nil
	raw     *raw          // its bytes
	hash    hash.Hash     // of them, if the part is the whole input
	held    *[]byte       // otherwise those that were not handed over yet
	begun   bool          // something of the part was handed over
	records []any         // not handed over yet
	ending  ending
	covered archive.Marks[int] // of ending.counts.URLs
}

// An ending is what is known of a part in the end.
type ending struct {
	counts           counts
	read             int64  // how many bytes were read
	sum              []byte // of them, if the part is the whole input
	failed           bool   // an error ended the reading
	changed, stopped bool
}

// A textHandler is a handler that also sees the texts.
type textHandler struct {
	*handler
	texts archive.TextHandler
}

func (h textHandler) Text(t *archive.Text) io.Reader { return h.texts.Text(t) }
func (h textHandler) EndText() error                 { return h.texts.EndText() }

// isWhole reports whether a part is all that is read of its input.
func isWhole(p *archive.Part) bool { return p.First() && isLast(p) }

// isLast reports whether a part is the last of its input.
func isLast(p *archive.Part) bool { return p.End == p.Input.Size }

func (h *handler) Begin(p *archive.Part) error {
	h.part, h.begun, h.hash, h.ending, h.covered = p, false, nil, ending{}, archive.Marks[int]{}
	return h.Handler.Begin(p)
}

// Raw returns a reader through which the bytes of the part are hashed. Those of a part of a large file are hashed in its turn.
func (h *handler) Raw(p *archive.Part, r io.Reader) io.Reader {
	if isWhole(p) {
		h.hash = sha256.New()
		h.raw = newRaw(r, true, func(text []byte) error { h.hash.Write(text); return nil })
	} else {
		h.raw = newRaw(r, false, h.hold)
	}
	if r = h.raw.reader(); h.raws != nil {
		r = h.raws.Raw(p, r)
	}
	return r
}

// maxHeld is how many bytes of a part are held until its turn. It is more than a part has, unless nothing can be cut there.
const maxHeld = 2 << 20

// spare are slices of held bytes to reuse.
var spare = sync.Pool{New: func() any { return new([]byte) }}

// hold keeps bytes of the part, to be hashed in its turn.
func (h *handler) hold(text []byte) error {
	if h.held == nil {
		h.held = spare.Get().(*[]byte)
	}
	if *h.held = append(*h.held, text...); len(*h.held) < maxHeld {
		return nil
	}
	return h.hand(nil)
}

// maxRecords is how many records are kept until they are handed over.
const maxRecords = 256

// add adds a record.
func (h *handler) add(record any) error {
	if h.part == nil { // an error between parts, which comes in its turn
		h.m.total.add(&h.ending.counts)
		h.ending.counts = counts{}
		return h.m.write(record)
	}
	if h.records = append(h.records, record); len(h.records) < maxRecords {
		return nil
	}
	return h.hand(nil)
}

// hand hands over what was collected. With an ending it ends the part.
func (h *handler) hand(end *ending) error {
	p, m, first, held, records := h.part, h.m, h.part.First() && !h.begun, h.held, h.records
	h.begun, h.held, h.records = true, nil, nil
	return p.InOrder(func(before archive.Position) error {
		if first {
			m.begins(p)
		}
		if held != nil {
			m.hashes(*held)
			*held = (*held)[:0]
			spare.Put(held)
		}
		for _, one := range records {
			if t, ok := one.(*trouble); ok && t.Message > 0 && p.Relative() {
				t.Message += before.Messages
			}
			if err := m.write(one); err != nil {
				return err
			}
		}
		if end == nil {
			return nil
		}
		return m.ends(p, end)
	})
}

func (h *handler) Content(s *archive.Source) error {
	if h.contents == nil {
		return nil
	}
	return h.contents.Content(s)
}

func (h *handler) Message(m *mail.Message) {
	if h.each != nil {
		h.each.Message(m)
	}
}

func (h *handler) Member(member *archive.Member) error {
	if h.members != nil {
		if err := h.members.Member(member); err != nil {
			return err
		}
	}
	h.ending.counts.Members++
	return h.add(memberOf(member))
}

func (h *handler) Skip(s *archive.Skipped) error {
	if h.skips != nil {
		if err := h.skips.Skip(s); err != nil {
			return err
		}
	}
	h.ending.counts.Skipped++
	return h.add(skippedOf(s))
}

func (h *handler) Result(r *archive.Result) error {
	h.covered.Cover(r.Checks, func() int { return h.ending.counts.URLs })
	switch {
	case r.Cut:
		if err := h.trouble(resultOf(r, "longer than --max-url, truncated")); err != nil {
			return err
		}
	case r.Incomplete:
		if err := h.trouble(resultOf(r, "incomplete, since what is next to it could not be read")); err != nil {
			return err
		}
	case r.Err == nil:
		h.ending.counts.URLs++
	}
	err := h.Handler.Result(r)
	h.ending.stopped = h.ending.stopped || errors.Is(err, archive.ErrSkipInput)
	return err
}

// trouble adds an error.
func (h *handler) trouble(t *trouble) error {
	h.ending.counts.Errors++
	return h.add(t)
}

func (h *handler) Error(err error) error {
	t := troubleOf(err) // before anybody adjusts err
	if ends := h.Handler.Error(err); ends != nil {
		return ends
	}
	h.ending.changed = h.ending.changed || errors.Is(err, archive.ErrChanged)
	if e := (*archive.Error)(nil); errors.As(err, &e) && e.Check > 0 {
		if before, ok := h.covered.Failed(e.Check); ok {
			c := &h.ending.counts
			t.Unproven = c.URLs - before
			c.Unproven += t.Unproven
			c.URLs = before
		}
	}
	return h.trouble(t)
}

// End reads what is left of a part, so that all of it is hashed, and ends it.
func (h *handler) End(p *archive.Part) error {
	if h.raws == nil {
		if err := h.rest(p); err != nil {
			return err
		}
	}
	if err := h.Handler.End(p); err != nil {
		return err
	}
	if h.raws != nil && p.InTurn { // otherwise that handler has read the rest
		if err := h.rest(p); err != nil {
			return err
		}
	}
	e := h.ending
	if e.counts.Messages = p.Messages; !e.stopped { // or it would depend on how much was read ahead
		e.counts.Bytes = p.Bytes
	}
	e.read, e.failed = h.raw.n, h.raw.err != nil
	if h.hash != nil {
		e.sum = h.hash.Sum(nil)
	}
	err := h.hand(&e)
	h.part, h.ending = nil, ending{}
	return err
}

// rest reads what is left of a part.
func (h *handler) rest(p *archive.Part) error {
	if h.raw.rest(); !h.raw.late || h.raw.err == nil {
		return nil
	}
	return h.Error(&archive.Error{File: p.Input.Name, Offset: p.Start + h.raw.n, Err: h.raw.err})
}

// memberOf returns the record of a member of an archive.
func memberOf(m *archive.Member) *member {
	r := &member{Record: "member", File: fileName(m.File), Member: fileName(m.Source.Member)}
	if m.Excluded {
		r.Why = "excluded"
		return r
	}
	size := m.Size
	r.Size = &size
	if m.Format != mail.Auto {
		r.Format = text(m.Format.String())
	}
	return r
}

// skippedOf returns the record of a skipped part of a message.
func skippedOf(s *archive.Skipped) *trouble {
	offset := s.Offset
	return &trouble{
		Record: "skipped", File: fileName(s.File), Member: fileName(s.Member), Message: s.Message, Part: text(s.Part), Offset: &offset,
		Type: text(s.Type), Why: text(s.Why),
	}
}

// resultOf returns the record of a URL that was not read whole. It does not have the URL, which may hold a password.
func resultOf(r *archive.Result, why text) *trouble {
	offset := r.Start
	t := &trouble{Record: "error", File: fileName(r.File), Member: fileName(r.Member), Part: text(r.Part), Offset: &offset, Why: why}
	if r.Message != nil {
		t.Message = r.Message.Number
	}
	return t
}
