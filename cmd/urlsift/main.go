// Command urlsift finds the URLs in text, rejoins those that are broken over lines, and parses them by RFC 1738.
//
// What it prints goes to standard output, all else to standard error. README.md and --help tell the rest.
package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
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
		warn(stderr, "%v", err)
		status = exitTrouble
	}
	if stopped := interrupted(0); errors.As(err, &stopped) {
		status = stopped.status()
	}
	return status
}

// isClosedPipe is true for the error of writing to a pipe that nobody reads.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

func newApp(status *int) *cli.App {
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version and exit", DisableDefaultText: true}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help and exit", DisableDefaultText: true}
	return &cli.App{
		Name:                   "urlsift",
		Usage:                  "find the URLs in text, and rejoin those that are broken over lines",
		ArgsUsage:              "[PATH...]",
		Version:                version(),
		HideHelpCommand:        true,
		UseShortOptionHandling: true,
		Suggest:                true,

		DisableSliceFlagSeparator: true, // a comma may belong to a pattern
		CustomAppHelpTemplate:     helpTemplate,
		Flags:                     findFlags(),
		Action:                    func(c *cli.Context) error { return find(c, status) },
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {},
		Commands: []*cli.Command{{
			Name:                   "check",
			Usage:                  "parse URLs strictly, and explain what they are",
			ArgsUsage:              "[URL...]",
			HideHelpCommand:        true,
			UseShortOptionHandling: true,
			CustomHelpTemplate:     checkHelpTemplate,
			Flags:                  checkFlags(),
			Action:                 func(c *cli.Context) error { return check(c, status) },
			OnUsageError:           usageError,
		}},
	}
}

// usageError keeps the library from printing the whole help for a mistyped flag.
func usageError(c *cli.Context, err error, _ bool) error {
	if hint := cli.SuggestFlag(c.Command.Flags, mistyped(err), c.Command.HideHelp); hint != "" && mistyped(err) != "" {
		return usage(err.Error() + "; did you mean " + hint + "?")
	}
	return usage(err.Error() + "; see urlsift --help")
}

// usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }

// version is that of the module, and of its source where it was built from a repository.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}

const helpTemplate = `urlsift finds the URLs in text, and rejoins those that are broken over lines.

Usage:
    urlsift [FLAGS] [PATH...]          find URLs; no PATH or "-" reads standard input; a directory is walked
    urlsift check [FLAGS] [URL...]     parse strictly, and explain; no URL reads one a line from standard input

Flags stand before or after paths:
{{range .VisibleFlags}}    {{.}}
{{end}}
Exit status: 0 if URLs were found, 1 if none were, 2 if something could not be read.

Examples:
    urlsift mail.txt                   the URLs in a file, one a line
    urlsift -nH ~/archive              with file and line, as grep writes them
    urlsift -c *.txt | head            the most frequent ones
    urlsift --json spool/ | jq -r 'select(.strict | not) | .url'
                                       those that RFC 1738 does not allow as they stand
    urlsift check 'ftp://host.dom/%2Fetc/motd'
`

const checkHelpTemplate = `urlsift check parses URLs strictly by RFC 1738, and explains what they are.

Usage:
    urlsift check [FLAGS] [URL...]     no URL reads one a line from standard input

A wrapper <URL: >, angle brackets or a prefix URL: around a URL are taken off first. A line
may have up to 1 MiB.

{{range .VisibleFlags}}    {{.}}
{{end}}
Exit status: 0 if all are valid, 1 if some are not, 2 if something could not be read.

Examples:
    urlsift check 'http://host.dom/a%4G'
    urlsift check --json < urls.txt
`
