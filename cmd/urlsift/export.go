package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/export"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// export is the command export.
func (s *session) export() (err error) {
	format, err := s.exportFormat()
	if err == nil {
		err = s.finishFilters()
	}
	if err != nil {
		return err
	}
	stopper := stop.New()
	defer stopper.End()
	db, err := database.OpenReadOnly(s.db)
	if err != nil {
		return err
	}
	defer db.Close()
	if isSameFile(s.db, s.output) {
		return usage(fmt.Sprintf("-o %s: the export would overwrite the database", s.output))
	}
	to, err := target.Open(s.output, s.stdout, s.force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close(err == nil)) }()
	n, err := format.Write(stopper.Context(), to, db, export.Config{
		Schemes: s.schemes, Hosts: s.hosts, Domains: s.domains, From: s.from, Since: s.since.time, Until: s.until.time,
		Unwrap: s.unwrap, Indicators: s.indicators, Inert: s.csvSafe || opensInSheet(s.output), Null: s.null, Now: time.Now(),
	})
	switch {
	case stopper.Asked():
		return stopper.Err()
	case err != nil && !isClosedPipe(err):
		return message.InFile(s.db, err)
	case err == nil && n == 0:
		s.status = exitNothing
	}
	return err
}

// exportFormat returns the format that is asked for. It returns an error for flags that the format does not have.
func (s *session) exportFormat() (export.Format, error) {
	format, ok := export.Named(s.exported)
	switch {
	case s.db == "":
		return format, usage("export needs --db FILE; see urlsift export --help")
	case !ok:
		return format, usage("export needs --format " + message.List(export.Names(), "or"))
	case len(s.paths) > 0:
		return format, usage(fmt.Sprintf("%s: export reads only the database; use urlsift index to read files", s.paths[0]))
	}
	for _, f := range []struct {
		name  string
		given bool
		has   func(export.Format) bool
	}{
		{"null", s.null, func(f export.Format) bool { return f.Null }},
		{"csv-safe", s.csvSafe, func(f export.Format) bool { return f.Table }},
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
			return format, usage(fmt.Sprintf("--%s goes with --format %s", f.name, message.List(names, "or")))
		}
	}
	return format, nil
}
