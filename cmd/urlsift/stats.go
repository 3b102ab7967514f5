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
	files                            int
	bytes                            int64
	kinds                            [scan.Wrapped + 1]int
	strict, tolerated, rejected, cut int
}

// add adds what another reader has counted.
func (s *stats) add(t stats) {
	s.files += t.files
	s.bytes += t.bytes
	s.strict += t.strict
	s.tolerated += t.tolerated
	s.rejected += t.rejected
	s.cut += t.cut
	for kind, n := range t.kinds {
		s.kinds[kind] += n
	}
}

func (s *stats) count(r *extract.Result) {
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

// printStats tells what readers have read and found.
func printStats(w io.Writer, readers []*reader, took time.Duration) {
	var s stats
	for _, d := range readers {
		s.add(d.stats)
	}
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
