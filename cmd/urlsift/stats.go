package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/scan"
)

// stats is what --stats tells.
type stats struct {
	begun                            time.Time
	files                            int
	bytes                            int64
	kinds                            [scan.Wrapped + 1]int
	strict, tolerated, rejected, cut int
	shown                            int
}

func newStats() stats { return stats{begun: time.Now()} }

func (s *stats) count(r extract.Result) {
	switch {
	case r.Cut:
		s.cut++
		return
	case r.Err != nil:
		s.rejected++
		return
	case r.Strict():
		s.strict++
	default:
		s.tolerated++
	}
	s.kinds[r.Kind]++
}

func (s *stats) print(w io.Writer) {
	took := time.Since(s.begun)
	var kinds []string
	for kind := scan.Wrapped; ; kind-- {
		kinds = append(kinds, fmt.Sprintf("%d %s", s.kinds[kind], kind))
		if kind == 0 {
			break
		}
	}
	warn(w, "read %d bytes of %d files in %.2f s, %.0f MB/s", s.bytes, s.files, took.Seconds(), float64(s.bytes)/1e6/took.Seconds())
	warn(w, "found %d URLs: %s", s.strict+s.tolerated, strings.Join(kinds, ", "))
	warn(w, "%d strict, %d tolerated, %d rejected, %d cut", s.strict, s.tolerated, s.rejected, s.cut)
}
