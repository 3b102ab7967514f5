package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal. The null device is not, although it is a
// character device.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// isOn reports whether a feature is on: if when is "always", or if it is not "never" and
// suits is set.
func isOn(when string, suits bool) bool { return when == "always" || when != "never" && suits }

// inColor reports whether the environment asks for colors on standard output, by the
// rules of no-color.org and bixense.com/clicolors.
func inColor(terminal bool) bool {
	force := os.Getenv("CLICOLOR_FORCE")
	switch {
	case os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return os.Getenv("CLICOLOR") != "0" && isCapable() && terminal
}

// isCapable reports whether the terminal can do more than print.
func isCapable() bool { return os.Getenv("TERM") != "dumb" }

// takesLinks reports whether the terminal is known to support links (OSC 8): by its own
// TERM, or with that of xterm, by other variables. A terminal with another TERM, such as
// that of Emacs, may run inside the one that has set those.
func takesLinks() bool {
	terms := []string{"alacritty", "contour", "foot", "wezterm", "xterm-ghostty", "xterm-kitty"}
	programs := []string{"Hyper", "WezTerm", "ghostty", "iTerm.app", "mintty", "vscode"}
	is := func(term string) bool { return strings.HasPrefix(os.Getenv("TERM")+"-", term+"-") }
	number := func(name string) int { n, _ := strconv.Atoi(os.Getenv(name)); return n }
	switch {
	case slices.ContainsFunc(terms, is):
		return true
	case !is("xterm") && runtime.GOOS != "windows":
		return false
	}
	// versions 0.50.4 and 20.12
	return number("VTE_VERSION") >= 5004 || number("KONSOLE_VERSION") >= 201200 ||
		slices.Contains(programs, os.Getenv("TERM_PROGRAM")) ||
		os.Getenv("WT_SESSION")+os.Getenv("DOMTERM") != ""
}

// A progress shows the progress of reading in the last line of a terminal, if it takes
// longer than a moment. Messages are written through it.
type progress struct {
	// Read is the number of bytes read so far, and Files the number of files.
	Read, Files *atomic.Int64
	// Total is the number of bytes to read, or 0 while it is unknown.
	Total atomic.Int64

	terminal io.Writer
	begun    time.Time
	mutex    sync.Mutex
	line     string // as displayed
	done     chan struct{}
	stopped  sync.WaitGroup
}

// Delay before the first display, and interval between changes.
const (
	moment = time.Second
	often  = 100 * time.Millisecond
)

// newProgress shows the progress of reading from now on, until Stop.
func newProgress(terminal io.Writer, read, files *atomic.Int64) *progress {
	p := &progress{Read: read, Files: files, terminal: terminal, begun: time.Now(), done: make(chan struct{})}
	p.stopped.Go(p.show)
	return p
}

// Write writes above the progress line.
func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.line == "" {
		return p.terminal.Write(text)
	}
	_, err := fmt.Fprintf(p.terminal, "\r\x1b[J%s%s", text, p.line)
	return len(text), err
}

// Stop removes the progress line.
func (p *progress) Stop() {
	close(p.done)
	p.stopped.Wait()
	if p.line != "" {
		io.WriteString(p.terminal, "\r\x1b[J")
	}
}

func (p *progress) show() {
	for wait := moment; ; wait = often {
		select {
		case <-p.done:
			return
		case <-time.After(wait):
		}
		p.mutex.Lock()
		if line := p.text(time.Since(p.begun)); line != p.line {
			p.line = line
			fmt.Fprintf(p.terminal, "\r%s\x1b[J", line)
		}
		p.mutex.Unlock()
	}
}

// text returns the line: bytes, files and rate, and the remaining time if it can be
// estimated.
func (p *progress) text(took time.Duration) string {
	read, total := p.Read.Load(), p.Total.Load()
	text := inUnits(float64(read))
	if total > 0 {
		text += " of " + inUnits(float64(total))
	}
	if files := p.Files.Load(); files > 1 {
		text += fmt.Sprintf(", %d files", files)
	}
	text += ", " + inUnits(float64(read)/took.Seconds()) + "/s"
	if 0 < read && read < total {
		left := time.Duration(float64(took) * float64(total-read) / float64(read))
		text += ", " + left.Round(time.Second).String() + " left"
	}
	if file, ok := p.terminal.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 1 {
			text = text[:min(len(text), width-1)]
		}
	}
	return text
}

// inUnits formats a number of bytes with a unit.
func inUnits(n float64) string {
	unit := 0
	for ; n >= 1000 && unit < len(units)-1; unit++ {
		n /= 1000
	}
	if unit == 0 {
		return fmt.Sprintf("%.0f B", n)
	}
	return fmt.Sprintf("%.1f %s", n, units[unit])
}

var units = []string{"B", "kB", "MB", "GB", "TB"}
