// Command urlsift finds the URLs in text, rejoins those that are broken over lines, and parses them by RFC 1738.
//
// Results go to standard output, all else to standard error. README.md here and --help say the rest.
//
// Read it in this order: main.go runs a command; options.go is the table of all flags, value.go the kinds of their values, and args.go
// reads them; find.go, check.go, index.go, report.go and export.go wire each command to its packages in cmd/internal; help.go, man.go and
// completion.go print what is known of commands and flags.
package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/urlsift/urlsift/cmd/internal/filter"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

// The exit statuses.
const (
	exitFound   = 0 // something was found; check: all were valid
	exitNothing = 1 // nothing was found; check: some were not valid
	exitTrouble = 2 // something could not be done; all else was, unless a signal stopped it
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a write reports a closed pipe, which is no trouble
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// A session is one run of the command.
type session struct {
	*options
	paths          []string
	stdin          io.Reader
	stdout, stderr io.Writer
	status         int
	seen           filter.Seen // what of the flags that select has matched
}

// run runs the command line args and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{options: newOptions(), stdin: stdin, stdout: stdout, stderr: stderr}
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

// run reads the command line, and runs what it says.
func (s *session) run(args []string) error {
	l, err := split(args, s.options)
	if err == nil {
		err = l.take(s.options)
	}
	s.paths = l.paths
	switch {
	case err != nil:
	case l.help:
		_, err = io.WriteString(s.stdout, helpOf(l.command, s.options))
	case l.version:
		_, err = io.WriteString(s.stdout, "urlsift version "+version()+"\n")
	default:
		err = l.command.run(s)
	}
	return err
}

// isClosedPipe reports whether err is that of writing to a pipe that nobody reads.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// A command is what the first word of the command line names.
type command struct {
	name        string // empty for find, which has none
	usage, args string
	description string
	run         func(s *session) error
}

// commands returns all commands, with find as the first one.
func commands() []*command {
	return []*command{
		{"", "find the URLs in text", "[PATH...]", findDescription, (*session).find},
		{"check", "parse URLs strictly, and explain them", "[URL...]", checkDescription, (*session).check},
		{"index", "record URLs and their occurrences in a database", "--db FILE PATH...", indexDescription, (*session).index},
		{"report", "make an HTML report of a database", "--db FILE", reportDescription, (*session).report},
		{"export", "write a database in the formats of other programs", "--db FILE --format NAME", exportDescription(), (*session).export},
		{"merge", "merge the outputs of shares", "FILE...", mergeDescription, (*session).merge},
		{"completion", "print a script that completes commands and flags", "SHELL", completionDescription, (*session).completion},
		{"man", "print the manual, for man -l", " ", "", (*session).manual},
	}
}

// commandNamed returns the command with a name, or nil.
func commandNamed(name string) *command {
	all := commands()
	if i := slices.IndexFunc(all, func(c *command) bool { return c.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }

// release returns the first line of the version.
func release() string {
	first, _, _ := strings.Cut(version(), "\n")
	return first
}

// version is that of the module, with what it was built from and for.
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
