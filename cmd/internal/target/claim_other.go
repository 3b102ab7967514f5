//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package target

import (
	"io"
	"os"
	"runtime"
)

// claim does nothing. Windows does not remove open files.
func claim(*os.File) {}

// claimFolder does nothing.
func claimFolder(string) io.Closer { return io.NopCloser(nil) }

// canClaimFolders reports whether folders can be claimed. On Windows, some files of a
// folder in use could be removed.
const canClaimFolders = false

// removeUnclaimed calls remove for a temporary file, unless it is known to be in use.
func removeUnclaimed(name string, remove func(name string) error) {
	if runtime.GOOS == "windows" {
		remove(name)
	}
}
