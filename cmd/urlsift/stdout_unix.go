//go:build unix

package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// standardOutput returns os.Stdout, or a writer that fails if the command was started with standard output closed. Go opens the
// null device in its place then, for reading too, which no shell does.
func standardOutput() io.Writer {
	flags, err := unix.FcntlInt(os.Stdout.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return os.Stdout
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return os.Stdout
	}
	if out, err := os.Stdout.Stat(); err != nil || !os.SameFile(null, out) {
		return os.Stdout
	}
	return closedOutput{}
}

// closedOutput is standard output that was closed.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) { return 0, errors.New("standard output is closed") }
