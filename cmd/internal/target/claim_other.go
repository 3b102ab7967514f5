//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package target

import (
	"os"
	"runtime"
)

// claim does nothing. Windows removes no file that is open.
func claim(*os.File) {}

// removeUnclaimed removes a temporary file unless it is written to, where that can be known.
func removeUnclaimed(name string) {
	if runtime.GOOS == "windows" {
		os.Remove(name)
	}
}
