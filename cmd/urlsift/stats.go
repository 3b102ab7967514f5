package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// stats is what --stats tells.
type stats struct {
	files, messages                  int
	bytes                            int64
	formats                          map[mail.Format]int // of inputs, and of the members of archives
	kinds                            [scan.NumKinds]int
	strict, tolerated, rejected, cut int
}

// add adds what another reader has counted.
func (s *stats) add(t stats) {
	s.files += t.files
	s.messages += t.messages
	s.bytes += t.bytes
	s.strict += t.strict
	s.tolerated += t.tolerated
	s.rejected += t.rejected
	s.cut += t.cut
	for format, n := range t.formats {
		s.formats[format] += n
	}
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

// printStats tells what was read and found.
func printStats(w io.Writer, handlers []*handler, took time.Duration) {
	s := stats{formats: map[mail.Format]int{}}
	for _, h := range handlers {
		s.add(h.stats)
	}
	var kinds []string
	for _, kind := range []scan.Kind{scan.Wrapped, scan.Angle, scan.Prefixed, scan.Quoted, scan.Bare, scan.Attribute} {
		if n := s.kinds[kind]; n > 0 || kind != scan.Attribute {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	read := number(s.bytes, "byte") + " of " + number(int64(s.files), "file")
	if s.messages > 0 {
		read += " with " + number(int64(s.messages), "message")
	}
	read += fmt.Sprintf(" in %.2f s", took.Seconds())
	if s.bytes >= 1e6 { // of less it says nothing
		read += fmt.Sprintf(", %.0f MB/s", float64(s.bytes)/1e6/took.Seconds())
	}
	warn(w, "read %s", read)
	var formats []string
	for _, format := range slices.Sorted(maps.Keys(s.formats)) {
		formats = append(formats, fmt.Sprintf("%d %s", s.formats[format], format))
	}
	if len(formats) > 0 {
		warn(w, "taken for %s", strings.Join(formats, ", "))
	}
	warn(w, "found %s: %s", number(int64(s.strict+s.tolerated), "URL"), strings.Join(kinds, ", "))
	warn(w, "%d strict, %d tolerated, %d rejected, %d cut", s.strict, s.tolerated, s.rejected, s.cut)
}

// number is how many there are of something.
func number(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
