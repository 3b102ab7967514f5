package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/inputs"
	"github.com/urlsift/urlsift/cmd/internal/manifest"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

// An inputCommand is what find and index share.
type inputCommand struct {
	*session
	*inputOptions
	*selection
	*messages
	*outputOptions
}

func newInputCommand(s *session, o *options) inputCommand {
	return inputCommand{session: s, inputOptions: &o.inputOptions, selection: &o.selection,
		messages: &o.messages, outputOptions: &o.outputOptions}
}

// A findCommand is the command without a name.
type findCommand struct {
	inputCommand
	*findOptions
}

func (s *findCommand) execute() (err error) {
	if err := s.finish(); err != nil {
		return err
	}
	if err := s.agree(); err != nil {
		return err
	}
	o := s.printed()
	s.config.Extract.Lines, s.config.Extract.Rejected = o.NeedsLines(), s.chosen.Rejected || o.Stats
	s.config.Extract.Reuse = true // consumers of output copy what they keep
	s.config.Shown, s.config.Texts = o.Format.Shown && !o.Count, o.Context != output.NoContext
	s.config.NoMessage = !o.NeedsMessage() && s.manifest == ""
	reader, err := s.reader(s.filter(), s.hasContext() || s.readsParts(), false)
	if err != nil {
		return err
	}
	stopper := stop.New()
	defer stopper.End()
	record, err := s.openManifest("")
	if err != nil {
		return err
	}
	defer func() { err = s.closeManifest(record, err) }()
	to, err := target.Open(s.output, s.stdout, s.force)
	if err != nil {
		return err
	}
	keeps := false // keep the existing file
	defer func() { err = errors.Join(err, to.Close(err == nil && !keeps)) }()
	out := output.NewPrinter(to, s.stderr, o)
	out.Stopped = stopper.Asked
	in, err := s.inputs(reader, stopper, to.Takes(), record)
	if err != nil {
		return err
	}
	in.Flush = out.Flush
	if i := slices.IndexFunc(in.Paths, in.Skip); i >= 0 {
		return usage(in.Paths[i] + ": is both input and output; write to another file")
	}
	begun, results := time.Now(), io.Discard
	if s.output == "" && !s.counts() {
		results = s.stdout
	}
	var shown func()
	out.Stderr, shown = s.showProgress(in, results)
	consumers := output.NewConsumers(out, s.filter())
	err = stopper.Run(func() error {
		return reader.Run(stopper.Context(), in.All(), beside(record, consumers.New)...)
	})
	shown()
	if errors.Is(err, output.ErrFound) {
		return out.Flush()
	}
	stopped := errors.As(err, new(stop.Interrupted))
	if stopped && to.Replaces() {
		err = fmt.Errorf("%w; %s left unchanged", err, s.output)
	}
	if out.Trouble {
		s.status = exitTrouble
	}
	if err == nil && s.shard.number > 0 && s.output != "" {
		out.Last = func() []byte { return s.shardOf("", o.Inert).Line(o, to.Size()) }
	}
	if err = errors.Join(err, out.Finish()); err != nil && !stopped {
		return err
	}
	if keeps = out.Shown == 0 && out.Last == nil && to.ReplacesText(); keeps && !stopped {
		s.warn(out.Stderr, "%s: nothing found; file left unchanged", s.output)
	}
	if !stopped {
		s.tell(in, out.Stderr, consumers, begun)
	}
	if s.status == exitFound && out.Shown == 0 {
		s.status = exitNothing
	}
	return err
}

// tell warns of what was not read, and prints the statistics of a run that begun began.
func (s *findCommand) tell(in *inputs.Inputs, stderr io.Writer, consumers *output.Consumers,
	begun time.Time) {
	s.emptied(in, stderr)
	if !s.readsParts() {
		s.unmatched(stderr, s.match)
	}
	s.unread(in, consumers.Stats.AllUnread(), stderr)
	if s.stats {
		consumers.Stats.Print(s.stderr, in.Skipped, time.Since(begun))
	}
}

// readsParts reports whether files may not be read to their ends.
func (s *findCommand) readsParts() bool { return s.out.Max > 0 || s.out.With || s.out.Without }

// emptied warns of directories in which patterns left no file.
func (s *inputCommand) emptied(in *inputs.Inputs, stderr io.Writer) {
	for _, path := range in.Empty {
		switch {
		case len(s.config.Include) > 0:
			s.warn(stderr, "%s: no file matches --include %s", path, strings.Join(s.config.Include, ","))
		case len(s.config.Globs) > 0:
			s.warn(stderr, "%s: no file matches --glob %s", path, strings.Join(s.config.Globs, ","))
		}
	}
}

// unmatched warns of patterns and schemes without a match, unless only a shard was read.
func (s *inputCommand) unmatched(stderr io.Writer, match string) {
	if s.shard.number > 0 {
		return
	}
	for _, f := range []struct {
		name, what string
		values     []string
	}{
		{"scheme", "URL", s.chosen.Schemes},
		{"host", "URL", s.chosen.Hosts},
		{"domain", "URL", s.chosen.Domains},
		{"match", "URL", []string{match}},
		{"since", "message", []string{s.since.typed}},
		{"until", "message", []string{s.until.typed}},
		{"newsgroup", "message", s.chosen.Newsgroups},
		{"from", "message", s.chosen.From},
	} {
		for _, value := range f.values {
			if value != "" && !s.seen.Has(f.name, value) && !s.seen.Has(f.name, "") {
				s.warn(stderr, "--%s %s: matches no %s", f.name, value, f.what)
			}
		}
	}
}

// unread reports the numbers of symbolic links not followed, of hidden entries not read,
// and of files in directories without readable text.
func (s *inputCommand) unread(in *inputs.Inputs, binary int, stderr io.Writer) {
	if n := in.Skipped[sift.ErrLink]; n > 0 {
		s.warn(stderr, "skipped %s in directories; use --follow to follow links",
			message.Count(n, "symbolic link"))
	}
	var hidden []string
	if n := in.Skipped[sift.ErrHiddenFolder]; n == 1 {
		hidden = append(hidden, "1 hidden directory")
	} else if n > 1 {
		hidden = append(hidden, fmt.Sprintf("%d hidden directories", n))
	}
	if n := in.Skipped[sift.ErrHidden]; n > 0 {
		hidden = append(hidden, message.Count(n, "hidden file"))
	}
	if len(hidden) > 0 {
		s.warn(stderr, "skipped %s; use --hidden to read them", strings.Join(hidden, " and "))
	}
	if binary > 0 {
		s.warn(stderr, "skipped %s of binary formats; use --stats to list the formats",
			message.Count(binary, "file"))
	}
}

// printed returns the output options of find.
func (s *findCommand) printed() *output.Options {
	o := s.out
	o.Format, o.End, o.By, o.MaxURL = s.format(), '\n', cmp.Or(o.By, "url"), s.config.Extract.MaxURL
	o.Count, o.Tally, o.Shard = s.counts() && !o.Invert, o.Invert && s.count, s.shard.number > 0
	o.Names, o.Quiet, o.Stats, o.Unwrap = o.Names && !s.noNames, s.quiet, s.stats, s.unwrap
	o.Inert = s.inert || opensInSheet(s.output)
	o.Context, o.After = s.linesBefore(), max(orDefault(s.after, s.context), 0)
	if o.Format.Around && (s.hasContext() || s.template != "") {
		o.Around = &urljson.Lines{Before: max(o.Context, 0), After: o.After}
		o.Context = output.NoContext
	}
	if s.null {
		o.End = 0
	}
	lines := o.Format.Name == output.Lines.Name && !s.null
	terminal := s.output == "" && isTerminal(s.stdout)
	o.Color = lines && isOn(s.color, s.output == "" && inColor(terminal))
	o.Links = lines && isOn(s.hyperlink, terminal && takesLinks())
	o.Align = lines && terminal
	return &o
}

// opensInSheet reports whether a spreadsheet opens files of this name.
func opensInSheet(name string) bool {
	return slices.Contains([]string{".csv", ".tsv", ".tab"}, strings.ToLower(filepath.Ext(name)))
}

// chunkSize is the approximate size in bytes of the chunks of a large file. Tests make it
// smaller.
var chunkSize int64 = 1 << 20

// readers returns the number of readers.
func (s *inputCommand) readers() int {
	return cmp.Or(s.jobs, min(runtime.GOMAXPROCS(0), sift.MaxReaders))
}

// reader returns a reader configured by the flags. whole reports whether files are not
// divided, and recorded whether it makes the rows of a database.
func (s *inputCommand) reader(selected heading.Filter, whole, recorded bool) (*sift.Reader, error) {
	config := s.config
	config.Extract.Delimiter, config.Format, config.Relative = delimiters[s.input],
		inputFormats[s.input], s.base != ""
	if config.ChunkSize = chunkSize; !selected.ReadsAll() {
		config.Choose = selected.Reads
	}
	for _, dir := range s.excludeDirs {
		config.Exclude = append(config.Exclude, strings.TrimRight(dir, "/")+"/") // a pattern of directories
	}
	if s.base != pagesOnly {
		config.Base = s.base
	}
	if s.readers() > 1 || recorded {
		config.Readers = s.readers()
	}
	if whole {
		config.ChunkSize = -1
	}
	r, err := sift.New(config)
	if err != nil {
		return nil, usage(err.Error())
	}
	return r, nil
}

// filter returns the filter configured by the flags.
func (s *inputCommand) filter() heading.Filter {
	f := s.chosen
	f.Unwrap, f.Since, f.Until, f.Seen = s.unwrap, s.since.time, s.until.time, &s.seen
	return f
}

func (s *findCommand) filter() heading.Filter {
	f := s.inputCommand.filter()
	if s.match != "" {
		f.Match = regexp.MustCompile(s.match) // already checked
	}
	return f
}

// inputs returns the inputs that the paths and flags name. It leaves out output files,
// without opening them: those for which own returns true, and the manifest. record
// receives the skipped entries.
func (s *inputCommand) inputs(reader *sift.Reader, stopper *stop.Stopper, own func(name string) bool,
	record *manifest.Manifest) (*inputs.Inputs, error) {
	recorded := record.Takes()
	in := &inputs.Inputs{
		Reader: reader, Paths: s.paths, Stdin: s.stdin, Stop: stopper,
		Skip: func(name string) bool { return own(name) || recorded(name) },
		Hint: func(path string) string { return hint(path, s.flags, s.app) }, Shard: s.shard.number,
		Shards: s.shard.of, Tell: record.Skip, Forget: record.Forget,
	}
	if s.filesFrom != "" {
		return in, in.List(s.filesFrom)
	}
	if len(in.Paths) == 0 {
		in.Paths = []string{"-"}
	}
	return in, nil
}

// showProgress shows the progress of reading until stop is called, if that does not
// disturb the results. It returns the writer for messages.
func (s *inputCommand) showProgress(in *inputs.Inputs, results io.Writer) (stderr io.Writer, stop func()) {
	if s.progress != "auto" || !isCapable() || !isTerminal(s.stderr) || isTerminal(results) {
		return s.stderr, func() {}
	}
	p := newProgress(s.stderr, &in.Read, &in.Files)
	go in.Measure(&p.Total)
	return p, p.Stop
}

// shardOf returns the name of the shard that a command reads. inert reports whether its
// table is safe for spreadsheets.
func (s *inputCommand) shardOf(command string, inert bool) output.Shard {
	named := output.Shard{Number: s.shard.number, Of: s.shard.of, Version: release(), Flags: []string{},
		Paths: []string{}}
	differ := []string{"--shard", "--output", "--db", "--csv-safe"}
	if command == "index" {
		differ = append(differ, s.flags.limits()...) // they may differ between runs on one database
	}
	for _, setting := range s.flags.settings(command) {
		if flag, _, _ := strings.Cut(setting, "="); !slices.Contains(differ, flag) {
			named.Flags = append(named.Flags, printable.Name(setting))
		}
	}
	if inert {
		named.Flags = append(named.Flags, "--csv-safe") // implied by some names of an output
	}
	for _, path := range s.paths {
		named.Paths = append(named.Paths, printable.Name(path))
	}
	return named
}

// warn prints a warning, unless -q is set.
func (s *inputCommand) warn(stderr io.Writer, format string, args ...any) {
	if !s.quiet {
		message.Warn(stderr, format, args...)
	}
}

// beside returns functions for [sift.Reader.Run] that make the consumers of a command and
// of its manifest, if any.
func beside(record *manifest.Manifest,
	consumers func(sift.Hand) sift.Consumer) []func(sift.Hand) sift.Consumer {
	if record == nil {
		return []func(sift.Hand) sift.Consumer{consumers}
	}
	return []func(sift.Hand) sift.Consumer{consumers, record.New}
}
