// Command urlsift finds the URLs in text, rejoins those that are broken over lines, and parses them by RFC 1738.
//
// What it prints goes to standard output, all else to standard error. README.md and --help tell the rest.
package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
)

// The exit statuses.
const (
	exitFound   = 0 // something was found; check: all were valid
	exitNothing = 1 // nothing was found; check: some were not valid
	exitTrouble = 2 // something could not be done; all else was, unless a signal stopped it: see interrupted
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is told by write, and no trouble
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line args and gives the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	status := exitFound
	app := newApp(&status)
	app.Reader, app.Writer, app.ErrWriter = stdin, stdout, stderr
	args, err := order(args, app)
	if err == nil {
		err = app.Run(args)
	}
	if err != nil && !isClosedPipe(err) {
		warn(stderr, "%s", plainly(err))
		status = exitTrouble
	}
	if stopped := interrupted(0); errors.As(err, &stopped) {
		status = stopped.status()
	}
	return status
}

// plainly gives the text of an error without the system call that Go tells before the name of a file.
func plainly(err error) string {
	text := err.Error()
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		text = strings.Replace(text, failed.Error(), failed.Path+": "+failed.Err.Error(), 1)
	}
	return text
}

// isClosedPipe is true for the error of writing to a pipe that nobody reads.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

func newApp(status *int) *cli.App {
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version and exit", DisableDefaultText: true}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help and exit", DisableDefaultText: true}
	app := &cli.App{
		Name:            "urlsift",
		Usage:           "find the URLs in text",
		ArgsUsage:       "[PATH...]",
		Description:     findDescription,
		Version:         version(),
		HideHelpCommand: true,
		Flags:           findFlags(),
		Action:          func(c *cli.Context) error { return find(c, status) },
		OnUsageError:    usageError,
		ExitErrHandler:  func(*cli.Context, error) {},
		Commands: []*cli.Command{{
			Name:        "check",
			Usage:       "parse URLs strictly, and explain what they are",
			ArgsUsage:   "[URL...]",
			Description: checkDescription,
			Flags:       checkFlags(),
			Action:      func(c *cli.Context) error { return check(c, status) },
		}, {
			Name:        "index",
			Usage:       "keep in a database which URLs were found, and where",
			ArgsUsage:   "--db FILE PATH...",
			Description: indexDescription,
			Flags:       indexFlags(),
			Action:      func(c *cli.Context) error { return index(c, status) },
		}, {
			Name:        "report",
			Usage:       "make a page of a database, with figures",
			ArgsUsage:   "--db FILE",
			Description: reportDescription,
			Flags:       reportFlags(),
			Action:      makeReport,
		}, {
			Name:        "completion",
			Usage:       "print a script that completes commands and flags",
			ArgsUsage:   "SHELL",
			Description: completionDescription,
			Action:      completion,
		}, {
			Name:      "man",
			Usage:     "print the manual, for man -l",
			ArgsUsage: " ",
			Action:    manual,
		}},
		UseShortOptionHandling:    true,
		DisableSliceFlagSeparator: true, // a comma may belong to a pattern
	}
	app.CustomAppHelpTemplate = appHelp(app)
	for _, command := range app.Commands {
		command.HideHelpCommand, command.UseShortOptionHandling = true, true
		command.OnUsageError = usageError
		if command.CustomHelpTemplate == "" {
			command.CustomHelpTemplate = commandHelp(command)
		}
	}
	return app
}

// usageError keeps the library from printing the whole help for a mistyped flag.
func usageError(c *cli.Context, err error, _ bool) error {
	if wrong := mistyped(err); wrong != "" {
		return noFlag(c.App, c.Command, wrong)
	}
	return wrongValue(err)
}

// noFlag tells that a command has no flag of a name, and what may be meant.
func noFlag(app *cli.App, of *cli.Command, wrong string) error {
	said := "there is no flag " + dashed(wrong)
	if of.Name != app.Name {
		said = "urlsift " + of.Name + " has no flag " + dashed(wrong)
	}
	if hint := closest(wrong, flagNames(of.Flags)); hint != "" {
		return usage(said + "; did you mean " + dashed(hint) + "?")
	}
	if slices.Contains(flagNames(app.Flags), wrong) {
		return usage(said + ", but urlsift without " + of.Name + " has one")
	}
	for _, command := range app.Commands {
		if slices.Contains(flagNames(command.Flags), wrong) {
			return usage(said + ", but urlsift " + command.Name + " has one")
		}
	}
	return usage(said + "; see urlsift --help")
}

// usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }

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
