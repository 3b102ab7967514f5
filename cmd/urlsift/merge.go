package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
)

// A mergeCommand is the command merge.
type mergeCommand struct {
	*session
	*outputOptions
}

func (s *mergeCommand) execute() (err error) {
	databases := 0
	for _, path := range s.paths {
		if isDatabase(path) {
			databases++
		}
	}
	switch {
	case len(s.paths) == 0:
		return usage("merge: needs the outputs of the shards; see urlsift merge --help")
	case databases == len(s.paths):
		return s.mergeDatabases()
	case databases > 0:
		return usage("merge takes either databases or printed output, not both")
	}
	if err := s.isInput(s.output); err != nil {
		return err
	}
	stopper := stop.New()
	defer stopper.End()
	to, err := target.Open(s.output, s.stdout, s.force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close(err == nil)) }()
	return output.Merge(stopper.Context(), to, s.paths)
}

// mergeDatabases merges several databases into one, which appears only when it is
// complete.
func (s *mergeCommand) mergeDatabases() error {
	if s.output == "" {
		return usage("merging databases needs -o FILE")
	}
	to, err := target.Real(s.output)
	if err != nil {
		return err
	}
	if err := s.mayReplace(to); err != nil {
		return err
	}
	stopper := stop.New()
	defer stopper.End()
	shards, err := output.SortShards(s.paths, database.ShardOf)
	if err != nil {
		return err
	}
	partial := target.Partial(to)
	if err := database.Remove(partial); err != nil { // left by a killed run
		return err
	}
	err = database.Explain(database.Merge(stopper.Context(), partial, shards))
	if disk := database.DiskError(""); errors.As(err, &disk) {
		return fmt.Errorf("%s: %w", s.output, disk)
	}
	if err != nil {
		return err
	}
	if err := target.Rename(partial, to); err != nil {
		return errors.Join(err, database.Remove(partial))
	}
	return nil
}

// isInput returns an error if a file is one of the inputs.
func (s *mergeCommand) isInput(name string) error {
	if i := slices.IndexFunc(s.paths, func(path string) bool { return isSameFile(path, name) }); i >= 0 {
		return usage(s.paths[i] + ": is both input and output; write to another file")
	}
	return nil
}

// mayReplace returns an error if a file must not be replaced by a database. The log of an
// old database would be applied to the new one.
func (s *mergeCommand) mayReplace(name string) error {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil // it does not exist, or cannot be created
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: not a regular file", s.output)
	case !s.force:
		return fmt.Errorf("%s: already exists; use --force to replace it", s.output)
	}
	for _, suffix := range []string{"-wal", "-journal"} {
		if _, err := os.Lstat(name + suffix); err == nil {
			return fmt.Errorf("%s: has a log, %s: it is in use, or its last run was interrupted; write to "+
				"another file", s.output, filepath.Base(name)+suffix)
		}
	}
	return s.isInput(name)
}
