package main

import (
	"errors"
	"fmt"
	"os"
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
	if i := slices.IndexFunc(s.paths, func(path string) bool { return isSameFile(path, s.output) }); i >= 0 {
		return usage(s.paths[i] + ": is both input and output; write to another file")
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
	if _, err := os.Lstat(s.output); err == nil {
		return fmt.Errorf("%s: already exists; databases are merged into a new file", s.output)
	}
	stopper := stop.New()
	defer stopper.End()
	shards, err := output.SortShards(s.paths, database.ShardOf)
	if err != nil {
		return err
	}
	partial := target.Partial(s.output)
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
	if err := target.Rename(partial, s.output); err != nil {
		return errors.Join(err, database.Remove(partial))
	}
	return nil
}
