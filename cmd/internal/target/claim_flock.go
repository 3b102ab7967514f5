//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package target

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// claim marks a temporary file as in use until it is closed. If it cannot be marked, its
// age decides.
func claim(file *os.File) { unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) }

// claimFolder marks a folder as in use until the returned Closer is closed.
func claimFolder(name string) io.Closer {
	folder, err := os.Open(name)
	if err == nil {
		claim(folder)
	}
	return folder // its Close returns an error if it is nil
}

// canClaimFolders reports whether folders can be claimed.
const canClaimFolders = true

// removeUnclaimed calls remove for a temporary file or folder, unless it is in use.
func removeUnclaimed(name string, remove func(name string) error) {
	file, err := os.Open(name)
	if err != nil {
		return
	}
	defer file.Close()
	if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		remove(name)
	}
}
