package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/export"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// An exportCommand is the command export.
type exportCommand struct {
	storedCommand
	*selection
	*exportOptions
}

func (s *exportCommand) execute() error {
	format, ok := export.Named(s.exported)
	switch err := s.agreesWithFormat(format); {
	case s.db == "": // reported first
	case !ok:
		return usage("export: needs --format " + message.List(export.Names(), "or"))
	case err != nil:
		return err
	}
	if err := s.agreesOnDates(); err != nil {
		return err
	}
	return s.reading("export", "export",
		func(ctx context.Context, db *sqlite.Conn, to io.Writer, _ *target.Folder) error {
			n, err := format.Write(ctx, to, db, export.Config{
				Schemes: s.chosen.Schemes, Hosts: s.chosen.Hosts, Domains: s.chosen.Domains,
				From: s.chosen.From, Since: s.since.time, Until: s.until.time, Unwrap: s.unwrap,
				Indicators: s.indicators, Inert: s.inert || opensInSheet(s.output), Null: s.null,
				Now: time.Now(),
			})
			if err == nil && n == 0 {
				s.status = exitNothing
			}
			return err
		})
}

// agreesWithFormat returns an error for flags that a format of export does not have.
func (s *exportCommand) agreesWithFormat(format export.Format) error {
	for _, f := range []struct {
		name  string
		given bool
		has   func(export.Format) bool
	}{
		{"null", s.null, func(f export.Format) bool { return f.Null }},
		{"csv-safe", s.inert, func(f export.Format) bool { return f.Table }},
		{"unwrap", s.unwrap, func(f export.Format) bool { return f.Listed }},
		{"indicators", s.indicators, func(f export.Format) bool { return f.Indicators }},
	} {
		if f.given && !f.has(format) {
			var names []string
			for _, other := range export.Formats {
				if f.has(other) {
					names = append(names, other.Name)
				}
			}
			return usage(fmt.Sprintf("--%s needs --format %s", f.name, message.List(names, "or")))
		}
	}
	return nil
}
