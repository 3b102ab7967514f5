package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/index"
	"github.com/urlsift/urlsift/cmd/internal/manifest"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

// An indexCommand is the command index.
type indexCommand struct {
	inputCommand
	*databaseOptions
	*indexOptions
}

func (s *indexCommand) execute() (err error) {
	if err := s.finish(); err != nil {
		return err
	}
	if err := s.check(); err != nil {
		return err
	}
	switch {
	case s.metadata:
		return s.printMetadata()
	case !s.reads():
		return s.recordDown()
	}
	down, err := s.readDown()
	if err != nil {
		return err
	}
	s.config.Extract.Lines, s.config.Extract.Rejected = true, true
	s.config.Shown, s.config.Messages = true, true
	reader, err := s.reader(s.filter(), false, true)
	if err != nil {
		return err
	}
	stopper := stop.New()
	defer stopper.End()
	record, err := s.openManifest("index")
	if err != nil {
		return err
	}
	defer func() { err = s.closeManifest(record, err) }()
	db, err := database.Open(stopper.Context(), s.db, s.flags.canonical())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.closeDB(db)) }() // no effect if already closed
	in, err := s.inputs(reader, stopper, index.IsDatabase(s.db), record)
	if err != nil {
		return err
	}
	in.Undivided = true // a source is a file
	begun := time.Now()
	stderr, shown := s.showProgress(in, io.Discard)
	x := index.New(db, stderr)
	x.Root, x.Stdin, x.Unchanged = s.root, s.name, record.Unchanged
	x.Limits = s.flags.limits()
	record.Summed(x.Summed)
	if s.shard.number > 0 {
		x.Shard = s.shardOf("index", false).Text()
	}
	if err := x.Begin(release(), s.flags.canonical()); err != nil {
		return message.InFile(s.db, database.Explain(err))
	}
	consumers := index.NewConsumers(x, s.filter(), s.stats)
	consumers.Stopped = stopper.Asked
	err = stopper.Run(func() error {
		return reader.Run(stopper.Context(), x.Fresh(reader, in.All()), beside(record, consumers.New)...)
	})
	shown()
	if err == nil {
		err = x.Finish()
	}
	if err == nil {
		err = s.setDown(db, down)
	}
	if err == nil && record != nil {
		err = s.prove(stopper.Context(), x, record)
	}
	if x.Trouble {
		s.status = exitTrouble
	}
	if err != nil {
		return message.InFile(s.db, database.Explain(err))
	}
	if err := s.closeDB(db); err != nil { // may write most rows
		return err
	}
	if s.stats {
		consumers.Stats.Print(s.stderr, in.Skipped, time.Since(begun))
	}
	s.emptied(in, s.stderr)
	if x.ReadAll() {
		s.unmatched(s.stderr, "")
	}
	s.unread(in, consumers.Stats.AllUnread(), s.stderr)
	if !s.quiet {
		x.Summary()
	}
	return nil
}

// reads reports whether inputs are named.
func (s *indexCommand) reads() bool { return len(s.paths) > 0 || s.filesFrom != "" }

// check checks which inputs are named.
func (s *indexCommand) check() error {
	switch {
	case s.db == "":
		return s.lacksDB("index")
	case s.metadata && s.reads():
		return usage("--datasette-metadata reads no files; leave out PATH")
	case !s.metadata && !s.reads() && s.hostsDown == "":
		return usage("index: needs a path; - is standard input")
	case len(slices.DeleteFunc(slices.Clone(s.paths), func(path string) bool { return path != "-" })) > 1:
		return usage("- is named twice, but standard input can be read only once")
	}
	return nil
}

// prove writes all sources of the database to a manifest.
func (s *indexCommand) prove(ctx context.Context, x *index.Indexer, record *manifest.Manifest) error {
	err := x.Sources(ctx, func(of database.Source, why string) error {
		return record.Source(manifest.Source{
			File: manifest.Name(printable.Unescape(of.Path)), Size: of.Size, SHA256: manifest.Text(of.SHA256),
			CRC32C: manifest.Text(of.Fingerprint), Modified: manifest.Text(of.MTime),
			Format: manifest.Text(of.Format), State: manifest.Text(of.State), Why: manifest.Text(why),
		})
	})
	if n := record.Unhashed(); err == nil && n > 0 {
		s.warn(s.stderr, "%s: %s of the database without SHA-256; their records say why", s.manifest,
			message.Count(n, "source"))
	}
	return err
}

// canonical returns the flags that all runs on a database must share, in a fixed order,
// without those that have no effect.
func (t flagTable) canonical() string {
	var flags []string
	for _, f := range t.of("index") {
		if !f.same {
			continue
		}
		name := dashed(cmp.Or(f.former, f.Name)) // as in databases made with the former name
		switch text := f.text(); {
		case f.isSwitch() && text == "false" || !f.isSwitch() && text == f.initial ||
			f.typed == "" && !f.isSwitch():
		case f.isSwitch(), f.given && text != "", len(f.Choices) == 0 && text != "" && text == f.valueAlone():
			flags = append(flags, name)
		default:
			flags = append(flags, name+"="+text)
		}
	}
	return strings.Join(flags, " ")
}

// limits returns the given flags that set limits of unpacking.
func (t flagTable) limits() []string {
	return t.typed("max-nesting", "max-members", "max-ratio", "max-memory")
}
