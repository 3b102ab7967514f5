package message

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/scan"
)

// Stats counts what one reader reads and finds, for --stats. The zero Stats is ready to use.
type Stats struct {
	files, messages                  int
	bytes                            int64
	formats                          map[mail.Format]int // of inputs, and of the members of archives
	kinds                            map[scan.Kind]int
	strict, tolerated, rejected, cut int
	incomplete                       int
	skipped                          map[string]int // by what they are and why
	unread                           int
}

// Begin counts a chunk that begins.
func (s *Stats) Begin(p *sift.Chunk) {
	if p.First() {
		s.files++
	}
}

// End counts what a chunk had.
func (s *Stats) End(p *sift.Chunk) {
	s.bytes += p.Bytes
	s.messages += p.Messages
}

// Content counts an input or a member of an archive.
func (s *Stats) Content(of *sift.Source) {
	if s.formats == nil {
		s.formats = map[mail.Format]int{}
	}
	s.formats[of.Format]++
}

// Skip counts what was skipped.
func (s *Stats) Skip(p *sift.Skipped) {
	what := p.Why
	if p.Type != "" {
		what += " (" + printable.Text(p.Type) + ")"
	}
	s.skip(what)
}

// Unread counts an input that was met in a folder and is of a type in which no text can be read.
func (s *Stats) Unread() { s.unread++ }

// AllUnread returns how many of these inputs all readers have counted.
func AllUnread(readers []*Stats) (n int) {
	for _, r := range readers {
		n += r.unread
	}
	return n
}

// Error counts what cannot be read because encrypted.
func (s *Stats) Error(err error) {
	if e, ok := errors.AsType[*sift.Error](err); ok && e.Encrypted {
		s.skip("encrypted")
	}
}

// Skipped returns Stats of the entries of folders that were skipped, by the reasons of [sift.Reader.Files].
func Skipped(entries map[error]int) *Stats {
	s := &Stats{skipped: map[string]int{}}
	for why, n := range entries {
		s.skipped["in directories ("+why.Error()+")"] = n
	}
	return s
}

// maxSkipped is how many kinds of what was skipped are told apart. What messages say of their attachments may be anything.
const maxSkipped = 1000

func (s *Stats) skip(what string) {
	if s.skipped == nil {
		s.skipped = map[string]int{}
	}
	if _, known := s.skipped[what]; !known && len(s.skipped) >= maxSkipped {
		what = "others"
	}
	s.skipped[what]++
}

// add adds what another reader has counted.
func (s *Stats) add(t *Stats) {
	s.files += t.files
	s.messages += t.messages
	s.bytes += t.bytes
	s.strict += t.strict
	s.tolerated += t.tolerated
	s.rejected += t.rejected
	s.cut += t.cut
	s.incomplete += t.incomplete
	for format, n := range t.formats {
		s.formats[format] += n
	}
	for kind, n := range t.kinds {
		s.kinds[kind] += n
	}
	for what, n := range t.skipped {
		s.skipped[what] += n
	}
}

// Result counts a result.
func (s *Stats) Result(r *extract.Result) {
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
	if s.kinds == nil {
		s.kinds = map[scan.Kind]int{}
	}
	s.kinds[r.Kind]++
}

// PrintStats writes what all readers have counted.
func PrintStats(w io.Writer, readers []*Stats, took time.Duration) {
	s := Stats{formats: map[mail.Format]int{}, kinds: map[scan.Kind]int{}, skipped: map[string]int{}}
	for _, r := range readers {
		s.add(r)
	}
	var kinds []string
	for _, kind := range []scan.Kind{scan.Wrapped, scan.Angle, scan.Prefixed, scan.Quoted, scan.Bare, scan.Attribute} {
		if n := s.kinds[kind]; n > 0 || kind != scan.Attribute {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	read := Count(s.bytes, "byte") + " of " + Count(s.files, "file")
	if s.messages > 0 {
		read += " with " + Count(s.messages, "message")
	}
	read += fmt.Sprintf(" in %.2f s", took.Seconds())
	if s.bytes >= 1e6 { // of less it says nothing
		read += fmt.Sprintf(", %.0f MB/s", float64(s.bytes)/1e6/took.Seconds())
	}
	Warn(w, "read %s", read)
	var formats []string
	for _, format := range slices.Sorted(maps.Keys(s.formats)) {
		formats = append(formats, fmt.Sprintf("%d %s", s.formats[format], format))
	}
	if len(formats) > 0 {
		Warn(w, "taken for %s", strings.Join(formats, ", "))
	}
	if len(s.skipped) > 0 {
		Warn(w, "skipped %s", s.skips())
	}
	Warn(w, "found %s: %s", Count(s.strict+s.tolerated, "URL"), strings.Join(kinds, ", "))
	makes := fmt.Sprintf("%d strict, %d tolerated, %d rejected, %d cut", s.strict, s.tolerated, s.rejected, s.cut)
	if s.incomplete > 0 {
		makes += fmt.Sprintf(", %d incomplete", s.incomplete)
	}
	Warn(w, "%s", makes)
}

// skips returns what was skipped, and why, most frequent first.
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
