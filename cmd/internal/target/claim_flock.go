//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package target

import (
	"os"

	"golang.org/x/sys/unix"
)

// claim marks a temporary file as one that is written to, until it is closed. Where that cannot be done, its age must do.
func claim(file *os.File) { unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) }

// removeUnclaimed removes a temporary file unless it is written to.
func removeUnclaimed(name string) {
	file, err := os.Open(name)
	if err != nil {
		return
	}
	defer file.Close()
	if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.Remove(name)
	}
}
