package output

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/filter"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stats"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/defang"
)

// Handlers make entries of what readers find, for a Printer.
type Handlers struct {
	// Stats are those of all readers.
	Stats []*stats.Stats

	out    *Printer
	filter filter.Filter
	spare  spare
}

// NewHandlers returns Handlers for a number of readers.
func NewHandlers(out *Printer, filter filter.Filter, readers int) *Handlers {
	return &Handlers{out: out, filter: filter, spare: newSpare(readers)}
}

// New returns a Handler for a reader.
func (all *Handlers) New() archive.Handler {
	o := all.out.o
	h := &handler{o: o, filter: all.filter, out: all.out, spare: all.spare, encoder: o.Format.Encoder(o)}
	all.Stats = append(all.Stats, &h.stats)
	if o.Context == NoContext {
		return h
	}
	h.around = &surrounding{lines: o.Context, later: o.After, reach: int64(o.MaxURL + keep), o: o}
	return contextHandler{h, h.around}
}

// A handler makes entries of what one reader finds.
type handler struct {
	o       *Options
	filter  filter.Filter
	encoder Encoder
	around  *surrounding // what prints lines of text in the place of URLs, or nil
	stats   stats.Stats

	out   *Printer // of all handlers
	spare spare    // of all handlers

	sink     sink  // of the current part: out, or a keeper
	named    bool  // its input is named on the command line
	relative bool  // the current part is relative
	shown    int   // how many results of the current input are printed
	entry    Entry // scratch

	checks   []int              // that the sink was told of
	printed  int                // how many results of the part were printed, whether or not they could be left out later
	covered  archive.Marks[int] // of printed
	unproven int                // how many of the part were printed that a failed checksum covers
}

// A contextHandler sees the texts, too.
type contextHandler struct {
	*handler
	*surrounding
}

func (h *handler) Begin(p *archive.Part) error {
	h.stats.Begin(p)
	h.relative, h.named = p.Relative(), p.Input.Named
	h.shown = 0
	h.printed, h.unproven, h.covered = 0, 0, archive.Marks[int]{}
	h.encoder.Begin(h.relative)
	h.sink = h.out
	if !p.InTurn {
		h.sink = &keeper{part: p, to: h.out, batch: h.spare.take(), spare: h.spare}
	}
	return nil
}

func (h *handler) End(p *archive.Part) error {
	h.stats.End(p)
	if err := h.cover(nil); err != nil {
		return err
	}
	if h.unproven > 0 {
		if err := h.sink.warn(message.Unproven(p.Input.Name, h.unproven, h.out.LeavesOut())); err != nil {
			return err
		}
	}
	if h.o.List == ListWithout && h.shown == 0 {
		if err := h.sink.entry(h.nameOf(p.Input.Name)); err != nil {
			return err
		}
	}
	if h.o.Invert {
		if err := h.tally(p.Input.Name); err != nil {
			return err
		}
	}
	if k, ok := h.sink.(*keeper); ok {
		return k.give()
	}
	return nil
}

func (h *handler) Error(err error) error {
	if ends := stop.Ends(err); ends != nil {
		return ends
	}
	if h.sink == nil {
		h.sink = h.out // before the first part
	}
	h.stats.Error(err)
	if e, ok := errors.AsType[*archive.Error](err); ok && e.Check > 0 {
		if before, ok := h.covered.Failed(e.Check); ok {
			h.unproven += h.printed - before
			h.printed = before
		}
		if h.around != nil {
			if err := h.around.close(); err != nil { // so that nothing comes later of what is left out
				return err
			}
		}
	}
	return h.sink.warn(err)
}

// cover notes which checksums cover the next result.
func (h *handler) cover(checks []int) error {
	if len(checks) == 0 && len(h.checks) == 0 {
		return nil
	}
	h.covered.Cover(checks, func() int { return h.printed })
	if slices.Equal(checks, h.checks) {
		return nil
	}
	h.checks = checks
	return h.sink.cover(checks)
}

func (h *handler) Skip(s *archive.Skipped) error {
	h.stats.Skip(s)
	switch {
	case !s.Whole():
		return nil
	case h.named:
		return h.sink.warn(message.Unread(s.File, s.Type))
	}
	h.stats.Unread()
	return nil
}

func (h *handler) Content(s *archive.Source) error {
	name := printable.Text(s.Name())
	if h.around != nil {
		h.around.begin([]byte(name), h.sink)
	}
	if !h.o.Stats || h.relative {
		return nil
	}
	h.stats.Content(s)
	return h.sink.note(fmt.Sprintf("%s: %s", name, s.Format))
}

// beginning returns the beginning of a URL as messages print it.
func (h *handler) beginning(r *archive.Result) string {
	text := r.String()
	if h.o.Redact {
		text = printable.RedactBeginning(text)
	}
	if h.o.Defang {
		text = defang.URL(text)
	}
	return text
}

func (h *handler) Result(r *archive.Result) error {
	if h.around != nil && !slices.Equal(r.Checks, h.checks) {
		if err := h.around.settle(r.TextStart); err != nil { // lines that these do not cover
			return err
		}
	}
	if err := h.cover(r.Checks); err != nil {
		return err
	}
	shows := h.filter.Shows(&r.Result)
	switch {
	case r.Cut:
		if err := h.sink.warn(message.Cut(r.Name(), r.Start, h.beginning(r))); err != nil {
			return err
		}
	case r.Incomplete && h.out.Stopped != nil && h.out.Stopped(): // which is why it is, and nothing is printed any more
		return nil
	case r.Incomplete && shows:
		if err := h.sink.warn(message.Incomplete(r.Name(), r.Start, h.beginning(r))); err != nil {
			return err
		}
	}
	if h.o.Stats && h.filter.Selects(&r.Result) {
		h.stats.Result(&r.Result)
	}
	if shows && !r.Cut && h.o.Quiet && !h.o.Invert {
		return ErrFound
	}
	if h.o.Invert {
		return h.around.find(&r.Result, r.TextStart, r.TextEnd, !shows)
	}
	if h.around != nil {
		if shows = shows && (h.o.Max == 0 || h.shown < h.o.Max); shows {
			h.shown++
			h.printed++
		}
		return h.around.find(&r.Result, r.TextStart, r.TextEnd, !shows)
	}
	if h.o.List != NoList {
		return h.listed(r, shows && !r.Cut)
	}
	if !shows || h.o.Count && r.Cut || h.out.Keeps() && r.Incomplete {
		return nil
	}
	h.printed++
	if err := h.print(r); err != nil || h.o.Max == 0 || r.Cut {
		return err
	}
	if h.shown++; h.shown == h.o.Max {
		return archive.ErrSkipInput
	}
	return nil
}

// tally is done with the lines of an input that were selected: it counts them, or finds that there are some.
func (h *handler) tally(file string) error {
	n := h.around.count
	h.around.count = 0
	switch {
	case h.o.Quiet && n > 0:
		return ErrFound
	case !h.o.Tally:
		return nil
	}
	h.out.tally(n)
	if !h.o.Names {
		return nil
	}
	e := h.nameOf(file)
	b := bytes.TrimSuffix(e.Line, []byte{h.o.End})
	if h.o.Color {
		b = appendStyled(b, markStyle, ":")
	} else {
		b = append(b, ':')
	}
	e.Line = append(strconv.AppendInt(b, int64(n), 10), h.o.End)
	return h.sink.entry(e)
}

// listed lists the input of a result that is shown, and skips the rest of it.
func (h *handler) listed(r *archive.Result, shows bool) error {
	if !shows {
		return nil
	}
	h.shown++
	if h.o.List == ListWith {
		if err := h.sink.entry(h.nameOf(r.File)); err != nil {
			return err
		}
	}
	return archive.ErrSkipInput
}

// nameOf returns an entry for the name of an input.
func (h *handler) nameOf(file string) *Entry {
	e := &h.entry
	e.Line, e.Number, e.Message, e.key = e.Line[:0], noBlank, noBlank, e.key[:0]
	if name := printable.Text(file); h.o.Color {
		e.Line = appendStyled(e.Line, nameStyle, name)
	} else {
		e.Line = append(e.Line, name...)
	}
	e.Line = append(e.Line, h.o.End)
	return e
}

// print makes an entry of a result.
func (h *handler) print(r *archive.Result) error {
	e := &h.entry
	e.Line, e.Number, e.Message, e.key = e.Line[:0], noBlank, noBlank, e.key[:0]
	if !h.o.Count && (!r.Cut || h.o.Format.Cut) {
		h.encoder.Append(e, r)
	}
	if !h.out.Keeps() || r.Cut {
		return h.sink.entry(e)
	}
	if h.o.several() {
		return h.severally(r)
	}
	e.key = h.o.appendKey(e.key, r)
	return h.sink.entry(e)
}

// severally makes an entry for each key that a result counts as.
func (h *handler) severally(r *archive.Result) error {
	for _, key := range h.o.keys(r) {
		h.entry.key = append(h.entry.key[:0], key...)
		if err := h.sink.entry(&h.entry); err != nil {
			return err
		}
	}
	return nil
}
