// Package terminal knows what a terminal is shown: whether in color, and how far the reading is.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether w is a terminal. The null device is not, although it is a character device.
func Is(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// InColor reports whether stdout is written in color: as when says, "always" or "never", or otherwise on a terminal, unless the
// environment decides, as no-color.org and bixense.com/clicolors have it.
func InColor(when string, stdout io.Writer) bool {
	force := os.Getenv("CLICOLOR_FORCE")
	switch {
	case when == "always":
		return true
	case when == "never", os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return os.Getenv("CLICOLOR") != "0" && isCapable() && Is(stdout)
}

// isCapable reports whether the terminal can do more than print.
func isCapable() bool { return os.Getenv("TERM") != "dumb" }
