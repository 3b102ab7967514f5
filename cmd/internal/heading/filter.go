package heading

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// A Filter selects texts and results. The zero Filter selects all texts, and all results
// that were not rejected.
type Filter struct {
	Schemes  []string // in lower case; none selects all
	Strict   bool     // omit tolerated URLs
	Rejected bool     // include rejected candidates

	Hosts   []string       // patterns of path.Match, as Pattern returns them; none selects all
	Domains []string       // in lower case, as Host returns them, with their subdomains; none selects all
	Match   *regexp.Regexp // must match the URL, unless it is nil
	Unwrap  bool           // apply these three to the original of a rewritten link

	NoHeaders    bool
	Parts        []string  // "text" or "html"; none selects all
	Since, Until time.Time // zero for no limit
	Newsgroups   []string  // patterns of path.Match; none selects all
	// patterns of path.Match for addresses or names of senders, in lower case; none
	// selects all
	From []string

	Seen *Seen // records matches, unless it is nil
}

// A Seen records the schemes, patterns and time limits of filters that have matched.
// Several filters may share it.
type Seen struct{ all sync.Map }

// Has reports whether a value of the flag --name has matched something. The value of a
// limit of time is "".
func (s *Seen) Has(name, value string) bool {
	_, ok := s.all.Load([2]string{name, value})
	return ok
}

func (s *Seen) note(name, value string) {
	if s != nil && !s.Has(name, value) {
		s.all.Store([2]string{name, value}, true)
	}
}

// ReadsAll reports whether Reads returns true for each text.
func (f *Filter) ReadsAll() bool { return !f.chooses() && !f.NoHeaders && len(f.Parts) == 0 }

// Reads reports whether a text is searched for URLs.
func (f *Filter) Reads(t *sift.Source) bool {
	if t.Format == mail.Plain {
		return !f.chooses()
	}
	kind := "text"
	if t.HTML {
		kind = "html"
	}
	if f.NoHeaders && t.Header != "" || len(f.Parts) > 0 && t.Header == "" && !slices.Contains(f.Parts, kind) {
		return false
	}
	return !f.chooses() || t.Message != nil && f.readsMessage(t.Message)
}

// chooses reports whether only some messages are selected, and no other text.
func (f *Filter) chooses() bool {
	return len(f.Newsgroups) > 0 || len(f.From) > 0 || !f.Since.IsZero() || !f.Until.IsZero()
}

// readsMessage reports whether the date, the sender and the newsgroups of a message are
// selected.
func (f *Filter) readsMessage(m *mail.Message) bool {
	date := m.Date()
	since := f.Since.IsZero() || !date.Before(f.Since)
	until := f.Until.IsZero() || !date.IsZero() && date.Before(f.Until)
	if since {
		f.Seen.note("since", "")
	}
	if until {
		f.Seen.note("until", "")
	}
	if !since || !until {
		return false
	}
	if len(f.From) > 0 && !f.isFrom(m.From()) {
		return false
	}
	found := len(f.Newsgroups) == 0
	for group := range strings.SplitSeq(m.Newsgroups(), ",") {
		if group = strings.TrimSpace(group); group != "" && f.Seen.matches("newsgroup", f.Newsgroups, group) {
			found = true
		}
	}
	return found
}

// isFrom reports whether the address or the name in a From field is selected.
func (f *Filter) isFrom(field string) bool {
	address, name := Sender(field)
	byAddress := f.Seen.matches("from", f.From, strings.ToLower(address))
	return f.Seen.matches("from", f.From, strings.ToLower(name)) || byAddress
}

// matches reports whether a text matches one of the patterns of the flag --name, and
// records which ones match. A slash in a text is like any other character.
func (s *Seen) matches(name string, patterns []string, text string) bool {
	any := false
	for _, pattern := range patterns {
		if ok, _ := path.Match(flat.Replace(pattern), flat.Replace(text)); ok {
			any = true
			s.note(name, pattern)
		}
	}
	return any
}

// matchesHost is like matches, for a host as Host returns it. A pattern may also match
// its form in Unicode.
func (s *Seen) matchesHost(patterns []string, host string) bool {
	any := s.matches("host", patterns, host)
	if text := Unicode(host); text != host {
		any = s.matches("host", patterns, text) || any
	}
	return any
}

// MatchesHost reports whether a host, in the form of Host, matches one of some patterns,
// in the form of [Pattern].
func MatchesHost(patterns []string, host string) bool {
	return (*Seen)(nil).matchesHost(patterns, host)
}

// Matches reports whether a text matches one of some patterns of path.Match. A slash is
// like any other character.
func Matches(patterns []string, text string) bool { return (*Seen)(nil).matches("", patterns, text) }

// flat replaces a slash by a character that path.Match does not treat as a separator.
var flat = strings.NewReplacer("/", "\x00")

// Shows reports whether a result is printed.
func (f *Filter) Shows(r *extract.Result) bool { return (r.Err == nil || f.Rejected) && f.Selects(r) }

// Selects reports whether a result, rejected or not, is selected.
func (f *Filter) Selects(r *extract.Result) bool {
	if f.Strict && r.Err == nil && !r.Strict() && !r.Truncated {
		return false
	}
	if len(f.Hosts)+len(f.Domains) > 0 || f.Match != nil {
		if text := f.textOf(r); !f.leadsTo(text) || !f.matches(text) {
			return false
		}
	}
	if len(f.Schemes) == 0 {
		return true
	}
	name, _, _ := strings.Cut(r.String(), ":") // also for rejected and truncated URLs
	i := slices.Index(f.Schemes, strings.ToLower(name))
	if i < 0 {
		return false
	}
	f.Seen.note("scheme", f.Schemes[i])
	return true
}

// matches reports whether Match is nil or matches a URL.
func (f *Filter) matches(url string) bool {
	if f.Match != nil && !f.Match.MatchString(url) {
		return false
	}
	f.Seen.note("match", "")
	return true
}

// textOf returns the URL that Hosts, Domains and Match apply to.
func (f *Filter) textOf(r *extract.Result) string {
	if f.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			return original
		}
	}
	return r.String()
}

// leadsTo reports whether the host of a URL is selected. A URL without a host is selected
// only if all hosts are.
func (f *Filter) leadsTo(text string) bool {
	if len(f.Hosts)+len(f.Domains) == 0 {
		return true
	}
	host := Host(text)
	if host == "" || len(f.Hosts) > 0 && !f.Seen.matchesHost(f.Hosts, host) {
		return false
	}
	below := len(f.Domains) == 0
	for _, domain := range f.Domains {
		if host == domain || strings.HasSuffix(host, "."+domain) {
			below = true
			f.Seen.note("domain", domain)
		}
	}
	return below
}
