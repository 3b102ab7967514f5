package main

import (
	"errors"
	"fmt"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract/archive"
)

// A handler makes entries of what one reader finds.
type handler struct {
	form   form
	filter filter
	keyed  bool // whether entries need their keys
	tells  bool // whether to tell what inputs were taken for
	stats  stats
	around *surrounding // what prints lines of text around URLs, or nil

	out   sink  // of all handlers, in order
	spare spare // of all handlers

	sink  sink            // of the current part: out, or a keeper
	later bool            // whether the part is a later one of its file
	from  *archive.Source // of the last result
	shown []byte          // the source as it is printed
	split int             // where in it belongs what differs
	entry entry           // scratch
	key   []byte          // scratch
}

// Begin begins with a part.
func (h *handler) Begin(p *archive.Part) error {
	if p.First() {
		h.stats.files++
	}
	h.later, h.from = p.Relative(), nil
	if !p.InTurn {
		h.sink = &keeper{part: p, to: h.out, batch: h.spare.take(), spare: h.spare}
		return nil
	}
	h.sink = h.out
	if told, ok := h.out.(partSink); ok {
		return told.begin(p)
	}
	return nil
}

// End ends a part.
func (h *handler) End(p *archive.Part) error {
	h.stats.bytes += p.Bytes
	h.stats.messages += p.Messages
	if k, ok := h.sink.(*keeper); ok {
		return k.give(true)
	}
	if told, ok := h.out.(partSink); ok {
		return told.end(p)
	}
	return nil
}

// Error reports what could not be read.
func (h *handler) Error(err error) error {
	if failed := (outputError{}); errors.As(err, &failed) {
		return failed.error
	}
	if h.sink == nil {
		h.sink = h.out // before the first part
	}
	return h.sink.warn(err)
}

// Content begins with an input or a member of an archive.
func (h *handler) Content(s *archive.Source) error {
	if h.around != nil {
		h.around.begin(appendSourceName(nil, s), h.sink)
	}
	if !h.tells || h.later {
		return nil
	}
	h.stats.formats[s.Format]++
	return h.sink.note(fmt.Sprintf("%s: %s", appendSourceName(nil, s), s.Format))
}

// Result makes an entry of a result, if it is shown.
func (h *handler) Result(r *archive.Result) error {
	if r.Cut {
		text := r.Text()
		if h.form.redact || h.form.records { // since the trouble of a source is kept
			text = redact.Beginning(text)
		}
		err := fmt.Errorf("%s: at offset %d: longer than --max-url, and so cut: %.60s", r.Name(), r.Start, text)
		if err := h.sink.warn(err); err != nil {
			return err
		}
	}
	if h.tells {
		h.stats.count(&r.Result)
	}
	shows := h.filter.shows(&r.Result)
	if h.around != nil {
		return h.around.find(&r.Result, r.TextStart, r.TextEnd, !shows)
	}
	if !shows || h.form.count && r.Cut {
		return nil
	}
	if r.Source != h.from {
		h.from = r.Source
		h.shown, h.split = h.form.source(h.shown[:0], r.Source, h.later)
	}
	e := &h.entry
	h.form.append(e, &r.Result, h.shown, h.split, h.later)
	if r.Message != nil {
		e.message.number = r.Message.Number
	}
	e.key = nil
	if h.keyed && !r.Cut { // which is no URL
		e.key = h.form.key(h.key[:0], &r.Result)
		if h.form.by != "" {
			h.key = e.key
		}
	}
	return h.sink.entry(e)
}

// An outputError is that of the output, where it comes through the reading of an input.
type outputError struct{ error }

func (e outputError) Unwrap() error { return e.error }
