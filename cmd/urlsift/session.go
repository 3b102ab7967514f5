package main

import (
	"cmp"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
)

// The exit statuses.
const (
	exitFound   = 0 // something was found; check: all were valid
	exitNothing = 1 // nothing was found; check: some were not valid
	exitTrouble = 2 // something failed; the rest was done, unless a signal stopped it
)

// A session is one run of the command.
type session struct {
	flags          flagTable
	app            *cli.App
	paths          []string
	stdin          io.Reader
	stdout, stderr io.Writer
	status         int
}

// print writes a text to standard output.
func (s *session) print(text string) error {
	_, err := io.WriteString(s.stdout, text)
	return err
}

// isClosedPipe reports whether err is that of writing to a pipe without a reader.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// release returns the first line of the version.
func release() string {
	first, _, _ := strings.Cut(version(), "\n")
	return first
}

// build returns the version of the module and the settings of its build, as far as they
// are known.
func build() (module string, settings map[string]string) {
	settings = map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Version
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return module, settings
}

// version returns the version of the module, with its revision and platform.
func version() string {
	module, settings := build()
	text := cmp.Or(module, "(devel)")
	if revision := settings["vcs.revision"]; revision != "" {
		text += "\nrevision " + revision + " of " + settings["vcs.time"]
		if settings["vcs.modified"] == "true" {
			text += ", modified"
		}
	}
	return text + "\n" + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}
