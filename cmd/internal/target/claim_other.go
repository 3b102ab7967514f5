//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package target

import (
	"io"
	"os"
	"runtime"
)

// claim does nothing. Windows removes no file that is open.
func claim(*os.File) {}

// claimFolder does nothing.
func claimFolder(string) io.Closer { return io.NopCloser(nil) }

// canClaimFolders says whether folders can be claimed. On Windows some files of one that is written to could be removed.
const canClaimFolders = false

// removeUnclaimed calls remove for a temporary file unless it is written to, where that can be known.
func removeUnclaimed(name string, remove func(name string) error) {
	if runtime.GOOS == "windows" {
		remove(name)
	}
}
