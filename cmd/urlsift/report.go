package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/report"
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
	db, err := report.Open(s.db)
	if err != nil {
		return err
	}
	defer db.Close()
	if isSameFile(s.db, s.output) {
		return usage(fmt.Sprintf("-o %s: the page would overwrite the database", s.db))
	}
	to, err := target.Open(s.output, s.stdout, s.force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close(err == nil)) }()
	title := s.title
	if title == "" {
		title = "URLs in " + filepath.Base(s.db)
	}
	stopper := stop.New()
	defer stopper.End()
	config := report.Config{Title: title, Version: version(), Now: time.Now(), Defang: s.defang}
	switch err = report.Write(stopper.Context(), to, db, config); {
	case err != nil && stopper.Asked():
		return context.Cause(stopper.Context())
	case err != nil && !isClosedPipe(err):
		return fmt.Errorf("%s: %w", s.db, err)
	}
	return err
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
