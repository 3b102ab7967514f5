package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A progress shows on a terminal how far the reading is, if it takes longer than a moment. Warnings are written through it.
type progress struct {
	stderr io.Writer
	begun  time.Time
	read   *atomic.Int64 // bytes
	files  *atomic.Int64
	total  atomic.Int64 // bytes, or 0 if that is not known

	mutex   sync.Mutex
	bars    *mpb.Progress // nil while nothing is shown
	done    chan struct{}
	stopped sync.WaitGroup
}

// moment is how long nothing is shown.
const moment = time.Second

// showsProgress is true if there is a terminal to show progress on, where it is not in the way of results.
func showsProgress(c *cli.Context, f form) bool {
	results := isTerminal(c.App.Writer) && c.String("output") == "" && !f.count && !f.records
	return c.String("progress") == "auto" && os.Getenv("TERM") != "dumb" && isTerminal(c.App.ErrWriter) && !results
}

// newProgress shows what is read from now on, until it is stopped.
func newProgress(stderr io.Writer, read, files *atomic.Int64) *progress {
	p := &progress{stderr: stderr, begun: time.Now(), read: read, files: files, done: make(chan struct{})}
	p.stopped.Go(p.show)
	return p
}

// Write writes above what is shown.
func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bars != nil {
		return p.bars.Write(text)
	}
	return p.stderr.Write(text)
}

// stop takes away what is shown.
func (p *progress) stop() {
	close(p.done)
	p.stopped.Wait()
}

func (p *progress) show() {
	select {
	case <-p.done:
		return
	case <-time.After(moment):
	}
	const often = 100 * time.Millisecond
	p.mutex.Lock()
	p.bars = mpb.New(mpb.WithOutput(p.stderr), mpb.WithRefreshRate(often))
	bar := p.bar()
	bar.SetCurrent(p.read.Load())
	p.mutex.Unlock()
	for tick := time.Tick(often); ; {
		select {
		case <-p.done:
			p.mutex.Lock()
			defer p.mutex.Unlock()
			bar.Abort(true)
			p.bars.Wait()
			p.bars = nil
			return
		case <-tick:
			if total := p.total.Load(); total > 0 {
				bar.SetTotal(total, false)
			}
			bar.SetCurrent(p.read.Load())
		}
	}
}

// bar tells bytes, files and rate, and the time that is left where that can be known.
func (p *progress) bar() *mpb.Bar {
	size := func(n int64) string { return fmt.Sprintf("% .1f", decor.SizeB1000(n)) }
	amounts := decor.Any(func(s decor.Statistics) string {
		read := size(s.Current)
		if s.Total > 0 {
			read += " of " + size(s.Total)
		}
		if files := p.files.Load(); files > 1 {
			read += fmt.Sprintf(", %d files", files)
		}
		return read + ", "
	})
	left := decor.NewAverageETA(decor.ET_STYLE_GO, p.begun, nil)
	known := decor.Meta(left, func(text string) string {
		if p.total.Load() == 0 {
			return ""
		}
		return ", " + text + " left"
	})
	speed := decor.NewAverageSpeed(decor.SizeB1000(0), "% .0f", p.begun)
	// The total is told later, or the bar would take itself for complete, and stay.
	return p.bars.New(0, mpb.NopStyle(), mpb.PrependDecorators(amounts, speed, known))
}
