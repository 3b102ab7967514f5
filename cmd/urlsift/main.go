// Command urlsift finds the URLs in text, rejoins those that are broken over lines, and
// parses them by RFC 1738.
//
// Results go to standard output, everything else to standard error. See the pages in doc
// and --help.
//
// Reading order: main.go runs a command; options.go and flags.go have the table of all
// flags, value.go the kinds of their values, and args.go reads them; find.go, check.go,
// index.go, report.go and export.go wire each command to its packages in cmd/internal;
// help.go, man.go and completion.go print the descriptions of commands and flags.
package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

// The exit statuses.
const (
	exitFound   = 0 // something was found; check: all were valid
	exitNothing = 1 // nothing was found; check: some were not valid
	exitTrouble = 2 // something failed; the rest was done, unless a signal stopped it
)

func main() {
	// a write reports a closed pipe, which is not trouble
	signal.Ignore(syscall.SIGPIPE)
	// after the first collection
	runtime.AddCleanup(new([16]byte), func(struct{}) { ballast.Store(new([8 << 20]byte)) }, struct{}{})
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// ballast counts as memory in use, and is never touched. Without it the collector runs
// each time that 4 MB were allocated, which takes a tenth of the time if there are many
// URLs and little else is in memory.
var ballast atomic.Pointer[[8 << 20]byte]

// A session is one run of the command.
type session struct {
	*options
	app            *cli.App
	paths          []string
	stdin          io.Reader
	stdout, stderr io.Writer
	status         int
	seen           heading.Seen // the parts of selecting flags that have matched
}

// run runs the command line args and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{options: newOptions(), stdin: stdin, stdout: stdout, stderr: stderr}
	s.app = newApp(s)
	s.app.Reader, s.app.Writer, s.app.ErrWriter = stdin, stdout, stderr
	err := s.run(args[1:])
	if err != nil && !isClosedPipe(err) {
		for _, text := range message.All(err) {
			message.Warn(stderr, "%s", text)
		}
		s.status = exitTrouble
	}
	if stopped := stop.Interrupted(0); errors.As(err, &stopped) {
		s.status = stopped.Status()
	}
	return s.status
}

// run reads the command line, and runs its command.
func (s *session) run(args []string) error {
	l, err := split(args, s.options, s.app)
	if err == nil {
		err = l.take(s.options, s.app)
	}
	if err != nil {
		return err
	}
	switch {
	case l.help:
		return s.print(help(s.app, l.command, l.brief, s.options))
	case l.version:
		return s.print("urlsift version " + version() + "\n")
	}
	s.paths = l.paths
	return s.app.Run(l.forLibrary(s.app))
}

// isClosedPipe reports whether err is that of writing to a pipe without a reader.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// print writes a text to standard output.
func (s *session) print(text string) error {
	_, err := io.WriteString(s.stdout, text)
	return err
}

func newApp(s *session) *cli.App {
	action := func(run func() error) cli.ActionFunc { return func(*cli.Context) error { return run() } }
	app := &cli.App{
		Name:            "urlsift",
		Usage:           "find the URLs in text",
		ArgsUsage:       "[PATH...]",
		Description:     findDescription,
		HideHelpCommand: true,
		Action:          action(s.find),
		ExitErrHandler:  func(*cli.Context, error) {},
		Compiled:        time.Unix(0, 0), // otherwise the library asks the disk, for a time that is not printed
	}
	for _, c := range []struct {
		name, args, usage, description string
		run                            func() error
	}{
		{"check", "[URL...]", "parse URLs strictly, and explain them", checkDescription, s.check},
		{"index", "--db FILE PATH...", "record URLs in a database", indexDescription, s.index},
		{"report", "--db FILE", "make an HTML report of a database", reportDescription, s.report},
		{"export", "--db FILE --format NAME", "write a database in other formats",
			exportDescription(), s.export},
		{"merge", "FILE...", "merge the outputs of shards", mergeDescription, s.merge},
		{"completion", "SHELL", "print a script that completes flags", completionDescription, s.completion},
		{"man", " ", "print the manual, for man -l", "", s.manual},
	} {
		app.Commands = append(app.Commands, &cli.Command{
			Name: c.name, ArgsUsage: c.args, Usage: c.usage, Description: c.description,
			Action: action(c.run), HideHelpCommand: true,
		})
	}
	return app
}

// A usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }

// release returns the first line of the version.
func release() string {
	first, _, _ := strings.Cut(version(), "\n")
	return first
}

// versionAndDate returns the version of the module, and the day of the commit from which
// it was built, as far as they are known.
func versionAndDate() (version, date string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			date, _, _ = strings.Cut(s.Value, "T")
		}
	}
	return info.Main.Version, date
}

// version returns the version of the module, with its revision and platform.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := cmp.Or(info.Main.Version, "(devel)")
	if revision := settings["vcs.revision"]; revision != "" {
		text += "\nrevision " + revision + " of " + settings["vcs.time"]
		if settings["vcs.modified"] == "true" {
			text += ", modified"
		}
	}
	return text + "\n" + info.GoVersion + " " + runtime.GOOS + "/" + runtime.GOARCH
}
