package sift

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"runtime"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/texts"
)

// guarded reads the contents of a chunk. A panic of a consumer passes. Any other panic is
// a defect of this module or of one that it uses, and becomes a Failure at its place.
func (w *worker) guarded(r io.Reader) (err error) {
	defer func() {
		if w.telling {
			return
		}
		if value := recover(); value != nil {
			err = w.panicked(value, panicSite())
		}
	}()
	return w.contentsOf(r)
}

// panicSite returns the function, file and line of a panic. The deferred function that
// recovered calls it.
func panicSite() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	for {
		f, more := frames.Next()
		if !more || !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
	}
}

// bug returns the text of the error for a panic.
func bug(value any, site string) string {
	return fmt.Sprintf("a bug of urlsift, please report it: panic in %s: %v", site, value)
}

// panicked reports a panic to the consumers, and replaces the state that it may have left
// half done.
func (w *worker) panicked(value any, site string) error {
	e := &texts.Error{Offset: w.before.Offset + cmp.Or(w.holes.n, w.inText.n), Problem: bug(value, site)}
	if text := w.inText.text; text != nil {
		if e.Part = text.Part; text.Message != nil {
			e.Message = text.Message.Number
		}
	}
	w.renew()
	w.chunk.bytes.note(e) // the rest of the chunk is not read
	return cmp.Or(w.failed, w.warn(e, e.Offset))
}
