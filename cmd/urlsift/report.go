package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/report"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// report is the command report.
func (s *session) report() (err error) {
	switch {
	case s.db == "":
		return usage("report needs --db FILE; see urlsift report --help")
	case len(s.paths) > 0:
		return usage(fmt.Sprintf("%s: report reads only the database; use urlsift index to read files", s.paths[0]))
	}
	stopper := stop.New()
	defer stopper.End()
	db, err := database.OpenReadOnly(s.db)
	if err != nil {
		return err
	}
	defer db.Close()
	if isSameFile(s.db, s.output) {
		return usage(fmt.Sprintf("-o %s: the page would overwrite the database", s.db))
	}
	title := s.title
	if title == "" {
		title = "URLs in " + filepath.Base(s.db)
	}
	config := report.Config{Title: title, Version: version(), Now: time.Now(), Defang: s.defang}
	write, closed, err := s.reportTo(stopper.Context(), db, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closed(err == nil)) }()
	switch err = write(); {
	case stopper.Asked():
		return stopper.Err()
	case err != nil && !isClosedPipe(err):
		return message.InFile(s.db, err)
	}
	return err
}

// reportTo returns what writes the report to the file or the folder that -o names, and what puts that in its place.
func (s *session) reportTo(ctx context.Context, db *sqlite.Conn, config report.Config) (write func() error, closed func(whole bool) error, err error) {
	if target.IsFolder(s.output) {
		to, err := target.OpenFolder(s.output, s.force, report.IsOwn)
		if err != nil {
			return nil, nil, err
		}
		return func() error { return report.WriteFolder(ctx, to, db, config) }, to.Close, nil
	}
	to, err := target.Open(s.output, s.stdout, s.force)
	if err != nil {
		return nil, nil, err
	}
	return func() error { return report.Write(ctx, to, db, config) }, to.Close, nil
}

// isSameFile reports whether two names refer to the same file.
func isSameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
