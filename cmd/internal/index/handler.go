package index

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/urlsift/urlsift/cmd/internal/filter"
	"github.com/urlsift/urlsift/cmd/internal/links"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stats"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// BatchSize is the approximate size in bytes of the records that are handed over at once, without the descriptions of their new URLs.
// Tests make it smaller.
var BatchSize = 2 << 20

// Handlers make records of results, for an Indexer.
type Handlers struct {
	// Stats are the statistics of all readers.
	Stats []*stats.Stats
	// Stopped reports whether somebody asks to stop. The last URL may then be incomplete only because of that.
	Stopped func() bool

	x      *Indexer
	filter filter.Filter
	notes  bool          // whether to record formats of inputs
	spare  chan []record // slices to reuse
}

// NewHandlers returns Handlers for a number of readers. With notes they also record the formats of inputs.
func NewHandlers(x *Indexer, filter filter.Filter, notes bool, readers int) *Handlers {
	filter.Rejected = true
	return &Handlers{x: x, filter: filter, notes: notes, spare: make(chan []record, 2*readers+2)}
}

// New returns a Handler for one reader.
func (all *Handlers) New() archive.Handler {
	h := &handler{Handlers: all}
	all.Stats = append(all.Stats, &h.stats)
	return h
}

// A handler makes records of the results of one reader.
type handler struct {
	*Handlers
	stats stats.Stats

	part     *archive.Part // the current one, or nil
	raw      *raw          // the bytes read of it
	begun    bool          // the Indexer has begun it
	from     *archive.Source
	document *links.Document            // the document of from
	records  []record                   // records not handed over yet
	months   map[int]int                // the numbers of messages of the part by month, as for links.DB.Count
	dated    int                        // how many messages are in months
	covered  archive.Marks[map[int]int] // of months
	checks   []int                      // that cover the records added last
	size     int                        // their approximate size in bytes
}

// Begin begins a part. If the part is read in its turn, reading may block, so the Indexer begins it at once.
func (h *handler) Begin(p *archive.Part) error {
	h.stats.Begin(p)
	h.part, h.raw, h.begun, h.from = p, nil, false, nil
	h.months, h.dated, h.covered, h.checks = nil, 0, archive.Marks[map[int]int]{}, nil
	if p.InTurn {
		return h.hand(false)
	}
	return nil
}

// Raw returns a reader of a part that hashes its bytes.
func (h *handler) Raw(p *archive.Part, r io.Reader) io.Reader {
	h.raw = &raw{r: r}
	if file, ok := r.(random); ok {
		h.raw.file = file
		return rawFile{h.raw}
	}
	return h.raw
}

// End ends a part.
func (h *handler) End(p *archive.Part) error {
	h.stats.End(p)
	h.raw.rest()
	if ends := stop.Ends(h.raw.err); ends != nil {
		return ends
	}
	if undated := p.Messages - h.dated; undated != 0 { // whose headers could not be read
		h.count(0, undated)
	}
	err := h.hand(true)
	h.part = nil
	return err
}

// Message counts a message.
func (h *handler) Message(m *mail.Message) {
	h.covered.Cover(h.part.Checks, func() map[int]int { return maps.Clone(h.months) })
	month := 0
	if t := m.Date(); !t.IsZero() {
		t = t.UTC()
		month = t.Year()*12 + int(t.Month()) - 1
	}
	h.count(month, 1)
}

// count counts messages of a month.
func (h *handler) count(month, messages int) {
	if h.months == nil {
		h.months = map[int]int{}
	}
	h.months[month] += messages
	h.dated += messages
}

// Error records what could not be read.
func (h *handler) Error(err error) error {
	if ends := stop.Ends(err); ends != nil {
		return ends
	}
	h.stats.Error(err)
	if h.part != nil && h.raw != nil && h.raw.failed.Load() && errors.Is(err, h.raw.err) {
		h.raw.told = true
	}
	if e := (*archive.Error)(nil); errors.As(err, &e) && e.Check > 0 {
		if before, ok := h.covered.Failed(e.Check); ok { // nobody knows the dates of the messages since
			h.months, h.dated = before, 0
			for _, n := range before {
				h.dated += n
			}
		}
	}
	return h.add(&other{err: err})
}

// Content records the format of an input or of a member of an archive.
func (h *handler) Content(s *archive.Source) error {
	if !h.notes || h.part.Relative() {
		return nil
	}
	h.stats.Content(s)
	return h.add(&other{note: fmt.Sprintf("%s: %s", printable.Text(s.Name()), s.Format)})
}

// Skip records a skipped part of a message.
func (h *handler) Skip(s *archive.Skipped) error {
	h.stats.Skip(s)
	if s.Whole() && h.part.Input.Named {
		if err := h.add(&other{unread: message.Unread(s.File, s.Type)}); err != nil {
			return err
		}
	} else if s.Whole() {
		h.stats.Unread()
	}
	return h.add(&other{skipped: skippedOf(s)})
}

// Result records a result.
func (h *handler) Result(r *archive.Result) error {
	if h.notes {
		h.stats.Result(&r.Result)
	}
	if r.Cut {
		return h.add(&other{err: message.Cut(r.Name(), r.Start, printable.RedactBeginning(r.String()))}) // as an error, since the trouble of a source is kept
	}
	if !h.filter.Shows(&r.Result) {
		return nil
	}
	if r.Incomplete { // which attests nothing
		if h.Stopped != nil && h.Stopped() {
			return nil // the source is read again
		}
		return h.add(&other{err: message.Incomplete(r.Name(), r.Start, printable.RedactBeginning(r.String()))})
	}
	if !slices.Equal(h.checks, r.Checks) {
		h.checks = r.Checks
		if err := h.add(&other{covers: true, checks: r.Checks}); err != nil {
			return err
		}
	}
	if r.Source != h.from {
		h.from, h.document = r.Source, documentOf(r.Source)
	}
	h.records = append(h.records, record{})
	h.records[len(h.records)-1].of(r, h.document)
	return h.added()
}

// add adds a record other than an occurrence.
func (h *handler) add(r *other) error {
	if h.part == nil { // an error, which comes in its turn
		h.x.warn(r.err)
		h.x.unopened++
		return nil
	}
	h.records = append(h.records, record{other: r})
	return h.added()
}

// added hands over the records if there are many.
func (h *handler) added() error {
	if h.size += h.records[len(h.records)-1].size(); h.size < BatchSize && !h.part.InTurn {
		return nil
	}
	return h.hand(false)
}

// hand hands over the records. last reports whether they are the last of their part.
func (h *handler) hand(last bool) error {
	part, read, records, months, first := h.part, h.raw, h.records, h.months, !h.begun
	h.x.db.Describe(occurrencesOf(records), describe)
	h.begun, h.size, h.records = true, 0, nil
	select {
	case h.records = <-h.spare:
	default:
	}
	return part.InOrder(func(before archive.Position) error {
		if first {
			if err := h.x.begin(part); err != nil {
				return err
			}
		}
		for i := range records {
			if err := h.x.add(&records[i], before); err != nil {
				return err
			}
		}
		clear(records)
		select {
		case h.spare <- records[:0]:
		default: // there are enough slices
		}
		if last {
			return h.x.end(part, read, months)
		}
		return nil
	})
}

// occurrencesOf returns an iterator over the occurrences in records.
func occurrencesOf(records []record) iter.Seq[*links.Occurrence] {
	return func(yield func(*links.Occurrence) bool) {
		for i := range records {
			if r := &records[i]; r.other == nil && !yield(&r.occurrence) {
				return
			}
		}
	}
}
