package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A Progress shows in the last line of a terminal how far the reading is, if it takes longer than a moment. Messages are written
// through it.
type Progress struct {
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

// ShowsProgress reports whether progress can be shown on stderr. Results on the same terminal would be in its way.
func ShowsProgress(stderr, results io.Writer) bool {
	return isCapable() && Is(stderr) && !Is(results)
}

// NewProgress shows what is read from now on, until Stop.
func NewProgress(terminal io.Writer, read, files *atomic.Int64) *Progress {
	p := &Progress{Read: read, Files: files, terminal: terminal, begun: time.Now(), done: make(chan struct{})}
	p.stopped.Go(p.run)
	return p
}

// Write writes above what is shown.
func (p *Progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.line == "" {
		return p.terminal.Write(text)
	}
	_, err := fmt.Fprintf(p.terminal, "\r\x1b[J%s%s", text, p.line)
	return len(text), err
}

// Stop takes away what is shown.
func (p *Progress) Stop() {
	close(p.done)
	p.stopped.Wait()
	if p.line != "" {
		io.WriteString(p.terminal, "\r\x1b[J")
	}
}

func (p *Progress) run() {
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
func (p *Progress) text(took time.Duration) string {
	read, total := p.Read.Load(), p.Total.Load()
	text := size(float64(read))
	if total > 0 {
		text += " of " + size(float64(total))
	}
	if files := p.Files.Load(); files > 1 {
		text += fmt.Sprintf(", %d files", files)
	}
	text += ", " + size(float64(read)/took.Seconds()) + "/s"
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

// size writes a number of bytes with a unit.
func size(n float64) string {
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
