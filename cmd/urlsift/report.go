package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/report"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// A storedCommand is what report and export share, which read a database.
type storedCommand struct {
	*session
	*databaseOptions
	*outputOptions
}

// A reportCommand is the command report.
type reportCommand struct {
	storedCommand
	*reportOptions
}

func (s *reportCommand) execute() error {
	write := func(ctx context.Context, db *sqlite.Conn, to io.Writer, folder *target.Folder) error {
		config := report.Config{Title: cmp.Or(s.title, "URLs in "+filepath.Base(s.db)), Version: version(),
			Now: time.Now(), Defang: s.defang}
		if folder != nil {
			return report.WriteFolder(ctx, folder, db, config)
		}
		return report.Write(ctx, to, db, config)
	}
	return s.reading("report", "page", write)
}

// lacksDB returns the error of a command without --db.
func (s *session) lacksDB(command string) error {
	hint := "see urlsift " + command + " --help"
	if i := slices.IndexFunc(s.paths, isDatabase); i >= 0 {
		hint = "did you mean --db " + s.paths[i] + "?"
	}
	return usage(command + ": needs --db FILE; " + hint)
}

// reading opens the database that a command reads, and the output of -o, and calls write.
// what names the output.
func (s *storedCommand) reading(command, what string,
	write func(ctx context.Context, db *sqlite.Conn, to io.Writer, folder *target.Folder) error) (err error) {
	switch {
	case s.db == "":
		return s.lacksDB(command)
	case len(s.paths) > 0:
		return usage(fmt.Sprintf("%s: %s reads only the database; use urlsift index to read files",
			s.paths[0], command))
	}
	stopper := stop.New()
	defer stopper.End()
	db, err := database.OpenReadOnly(s.db)
	if err != nil {
		return err
	}
	defer db.Close()
	if isSameFile(s.db, s.output) {
		return usage(fmt.Sprintf("-o %s: the %s would overwrite the database", s.output, what))
	}
	var to *target.Target
	var folder *target.Folder
	if command == "report" && target.IsFolder(s.output) {
		if folder, err = target.OpenFolder(s.output, s.force, report.IsOwn); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, folder.Close(err == nil)) }()
	} else {
		if to, err = target.Open(s.output, s.stdout, s.force); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close(err == nil)) }()
	}
	switch err = write(stopper.Context(), db, to, folder); {
	case stopper.Asked():
		return stopper.Err()
	case err != nil && !isClosedPipe(err):
		return message.InFile(s.db, err)
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

// isDatabase reports whether a file is an SQLite database.
func isDatabase(name string) bool {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == magic
}
