package message

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/scan"
)

// Stats counts inputs and results, for --stats. Several readers may use it at once.
type Stats struct {
	mu                               sync.Mutex
	files, messages                  int
	bytes                            int64
	formats                          map[mail.Format]int // of inputs, and of the members of archives
	kinds                            map[scan.Kind]int
	strict, tolerated, rejected, cut int
	incomplete                       int
	skipped                          map[string]int // by type and reason
	unread                           int
}

// NewStats returns Stats without counts.
func NewStats() *Stats {
	return &Stats{formats: map[mail.Format]int{}, kinds: map[scan.Kind]int{}, skipped: map[string]int{}}
}

// count calls do while no other reader counts.
func (s *Stats) count(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

// Begin counts the beginning of a chunk.
func (s *Stats) Begin(p *sift.Chunk) {
	if p.First() {
		s.count(func() { s.files++ })
	}
}

// End adds the counts of a chunk.
func (s *Stats) End(p *sift.Chunk) {
	s.count(func() {
		s.bytes += p.Bytes
		s.messages += p.Messages
	})
}

// Content counts an input or a member of an archive.
func (s *Stats) Content(of *sift.Source) {
	s.count(func() { s.formats[of.Format]++ })
}

// Skip counts a skipped input or part.
func (s *Stats) Skip(p *sift.Skipped) {
	what := p.Why
	if p.Type != "" {
		what += " (" + printable.Text(p.Type) + ")"
	}
	s.skip(what)
}

// Unread counts an input found in a folder whose type has no readable text.
func (s *Stats) Unread() { s.count(func() { s.unread++ }) }

// AllUnread returns the number of these inputs.
func (s *Stats) AllUnread() int { return s.unread }

// Error counts an error about encrypted data.
func (s *Stats) Error(err error) {
	if e, ok := errors.AsType[*sift.Error](err); ok && e.Encrypted {
		s.skip("encrypted")
	}
}

// maxSkipped is the maximum number of types and reasons that are counted separately.
// Messages may claim any type for their attachments.
const maxSkipped = 1000

func (s *Stats) skip(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.skipped[what]; !known && len(s.skipped) >= maxSkipped {
		what = "others"
	}
	s.skipped[what]++
}

// Result counts a result.
func (s *Stats) Result(r *extract.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Truncated:
		s.cut++
		return
	case r.Incomplete:
		s.incomplete++
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

// Print writes the counts of a run that took some time. entries holds the number of
// skipped entries of folders, by the reasons of [sift.Reader.Files].
func (s *Stats) Print(w io.Writer, entries map[error]int, took time.Duration) {
	for why, n := range entries {
		s.skipped["in directories ("+why.Error()+")"] = n
	}
	var kinds []string
	for _, kind := range []scan.Kind{scan.Wrapped, scan.Angle, scan.Prefixed, scan.Quoted, scan.Bare,
		scan.Attribute} {
		if n := s.kinds[kind]; n > 0 || kind != scan.Attribute {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	read := Count(s.bytes, "byte") + " of " + Count(s.files, "file")
	if s.messages > 0 {
		read += " with " + Count(s.messages, "message")
	}
	read += fmt.Sprintf(" in %.2f s", took.Seconds())
	if s.bytes >= 1e6 { // the rate of fewer bytes means little
		read += fmt.Sprintf(", %.0f MB/s", float64(s.bytes)/1e6/took.Seconds())
	}
	Warn(w, "read %s", read)
	var formats []string
	for _, format := range slices.Sorted(maps.Keys(s.formats)) {
		formats = append(formats, fmt.Sprintf("%d %s", s.formats[format], format))
	}
	if len(formats) > 0 {
		Warn(w, "formats: %s", strings.Join(formats, ", "))
	}
	if len(s.skipped) > 0 {
		Warn(w, "skipped %s", s.skips())
	}
	Warn(w, "found %s: %s", Count(s.strict+s.tolerated, "URL"), strings.Join(kinds, ", "))
	makes := fmt.Sprintf("%d strict, %d tolerated, %d rejected, %d truncated", s.strict, s.tolerated,
		s.rejected, s.cut)
	if s.incomplete > 0 {
		makes += fmt.Sprintf(", %d incomplete", s.incomplete)
	}
	Warn(w, "%s", makes)
}

// skips returns the skipped types and reasons, most frequent first.
func (s *Stats) skips() string {
	const most = 10
	whats := slices.SortedFunc(maps.Keys(s.skipped), func(a, b string) int {
		return cmp.Or(s.skipped[b]-s.skipped[a], strings.Compare(a, b))
	})
	var parts []string
	rest := 0
	for i, what := range whats {
		if i < most {
			parts = append(parts, fmt.Sprintf("%d %s", s.skipped[what], what))
		} else {
			rest += s.skipped[what]
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d others", rest))
	}
	return strings.Join(parts, ", ")
}
