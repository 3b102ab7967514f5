// Command urlsift finds the URLs in text, rejoins those that are broken over lines, and
// parses them by RFC 1738.
//
// Results go to standard output, everything else to standard error. See the pages in doc
// and --help.
//
// Reading order: main.go runs a command, in a session of session.go; flags.go has the
// table of all flags, flag.go a flag, value.go the kinds of its value, options.go the
// values, args.go reads them, hint.go suggests others, and agree.go says which exclude
// each other; find.go, check.go, index.go, report.go and export.go wire each command to
// its packages in cmd/internal; help.go prints help, manual and completion from the
// templates beside it.
package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

func main() {
	// a write reports a closed pipe, which is not trouble
	signal.Ignore(syscall.SIGPIPE)
	percent := debug.SetGCPercent(400) // the first collection is after 16 MB
	runtime.AddCleanup(new([16]byte), func(struct{}) {
		ballast.Store(new([8 << 20]byte))
		debug.SetGCPercent(percent)
	}, struct{}{})
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// ballast counts as memory in use after the first collection, and is never touched.
// Without it the collector runs each time that 4 MB were allocated, which takes a tenth
// of the time if there are many URLs and little else is in memory.
var ballast atomic.Pointer[[8 << 20]byte]

// run runs the command line args and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := newSession(stdin, stdout, stderr)
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
	l, err := split(args, s.flags, s.app)
	if err == nil {
		err = l.take(s.flags, s.app)
	}
	if err != nil {
		return err
	}
	switch known := s.flags.of(l.command); {
	case known.named("help").typed != "":
		return s.print(helpOf(s.app, l.command, known.named("help").typed == "-h", s.flags))
	case l.command == "" && known.named("version").typed != "":
		return s.print("urlsift version " + version() + "\n")
	}
	s.paths = l.paths
	args = []string{s.app.Name}
	if l.command != "" {
		args = append(args, l.command)
	} else if len(s.paths) > 0 && s.app.Command(s.paths[0]) != nil {
		s.paths[0] = "." + string(filepath.Separator) + s.paths[0] // otherwise cli takes it for the command
	}
	return s.app.Run(append(append(args, "--"), s.paths...))
}

// newSession returns a session with the options of an empty command line.
func newSession(stdin io.Reader, stdout, stderr io.Writer) *session {
	o, flags := newOptions()
	s := &session{flags: flags, stdin: stdin, stdout: stdout, stderr: stderr}
	s.app = newApp(s, o)
	return s
}

// newApp returns the commands, which set o, with the library that dispatches them.
func newApp(s *session, o *options) *cli.App {
	in := newInputCommand(s, o)
	stored := storedCommand{s, &o.databaseOptions, &o.outputOptions}
	find := &findCommand{in, &o.findOptions}
	index := &indexCommand{in, &o.databaseOptions, &o.indexOptions}
	report := &reportCommand{stored, &o.reportOptions}
	export := &exportCommand{stored, &o.selection, &o.exportOptions}
	check := &checkCommand{s, &o.checkOptions}
	merge := &mergeCommand{s, &o.outputOptions}
	action := func(run func() error) cli.ActionFunc { return func(*cli.Context) error { return run() } }
	app := &cli.App{
		Name:           "urlsift",
		Usage:          "find the URLs in text",
		ArgsUsage:      "[OPTIONS] [PATH...]",
		HideHelp:       true,
		Action:         action(find.execute),
		ExitErrHandler: func(*cli.Context, error) {},
		Compiled:       time.Unix(0, 0), // otherwise the library asks the disk, for a time that is not printed
	}
	for _, c := range []struct {
		name, args, usage string
		run               func() error
	}{
		{"check", "[OPTIONS] [URL...]", "parse URLs strictly, and explain them", check.execute},
		{"index", "--db FILE PATH...", "record URLs in a database", index.execute},
		{"report", "--db FILE", "make an HTML report of a database", report.execute},
		{"export", "--db FILE --format NAME", "write a database in other formats", export.execute},
		{"merge", "[OPTIONS] FILE...", "merge the outputs of shards", merge.execute},
		{"completion", "SHELL", "print a script that completes options", s.completion},
		{"man", "", "print the manual, for man -l", s.manual},
	} {
		app.Commands = append(app.Commands, &cli.Command{
			Name: c.name, ArgsUsage: c.args, Usage: c.usage, Action: action(c.run), HideHelpCommand: true,
		})
	}
	return app
}
