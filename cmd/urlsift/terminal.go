package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal. The null device is not, although it is a character device.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// inColor reports whether stdout is written in color: as when says, "always" or "never", or otherwise on a terminal, unless the
// environment decides, as no-color.org and bixense.com/clicolors have it.
func inColor(when string, stdout io.Writer) bool {
	force := os.Getenv("CLICOLOR_FORCE")
	switch {
	case when == "always":
		return true
	case when == "never", os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return os.Getenv("CLICOLOR") != "0" && isCapable() && isTerminal(stdout)
}

// isCapable reports whether the terminal can do more than print.
func isCapable() bool { return os.Getenv("TERM") != "dumb" }

// A progress shows in the last line of a terminal how far the reading is, if it takes longer than a moment. Messages are written
// through it.
type progress struct {
	// Read is how many bytes have been read, and Files of how many files.
	Read, Files *atomic.Int64
	// Total is how many bytes there are to be read, or 0 while that is not known.
	Total atomic.Int64

	terminal io.Writer
	begun    time.Time
	mutex    sync.Mutex
	line     string // as it is shown
	done     chan struct{}
	stopped  sync.WaitGroup
}

// Nothing is shown for a moment, and then it changes so often.
const (
	moment = time.Second
	often  = 100 * time.Millisecond
)

// newProgress shows what is read from now on, until Stop.
func newProgress(terminal io.Writer, read, files *atomic.Int64) *progress {
	p := &progress{Read: read, Files: files, terminal: terminal, begun: time.Now(), done: make(chan struct{})}
	p.stopped.Go(p.run)
	return p
}

// Write writes above what is shown.
func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.line == "" {
		return p.terminal.Write(text)
	}
	_, err := fmt.Fprintf(p.terminal, "\r\x1b[J%s%s", text, p.line)
	return len(text), err
}

// Stop takes away what is shown.
func (p *progress) Stop() {
	close(p.done)
	p.stopped.Wait()
	if p.line != "" {
		io.WriteString(p.terminal, "\r\x1b[J")
	}
}

func (p *progress) run() {
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

// text returns the line: bytes, files and rate, and the time that is left if that can be known.
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

// inUnits writes a number of bytes with a unit.
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
