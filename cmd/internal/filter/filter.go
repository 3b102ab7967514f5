// Package filter selects the texts that are read, and the results that are shown.
package filter

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// A Filter selects texts and results. The zero Filter selects all texts, and all results that were not rejected.
type Filter struct {
	Schemes  []string // in lower case; none selects all
	Strict   bool     // leaves out tolerated URLs
	Rejected bool     // also rejected candidates

	Hosts   []string       // patterns of path.Match, as key.Pattern returns them; none selects all
	Domains []string       // in lower case, as heading.Host returns them: hosts that are one of them or below one; none selects all
	Match   *regexp.Regexp // what the URL matches, or nil
	Unwrap  bool           // the original of a rewritten link is what counts for these three

	NoHeaders    bool
	Parts        []string  // "text" or "html"; none selects all
	Since, Until time.Time // zero for no limit
	Newsgroups   []string  // patterns of path.Match; none selects all
	From         []string  // patterns of path.Match for addresses or names of senders, in lower case; none selects all

	Seen *Seen // takes what has matched, unless it is nil
}

// A Seen keeps which schemes, patterns and limits of time of a Filter have matched something. Several filters may share it.
type Seen struct {
	Schemes, Hosts, Domains, Newsgroups, From []atomic.Bool
	Since, Until                              atomic.Bool
}

// NewSeen returns a Seen for a Filter, which uses it from then on.
func (f *Filter) NewSeen() *Seen {
	f.Seen = &Seen{
		Schemes: make([]atomic.Bool, len(f.Schemes)), Hosts: make([]atomic.Bool, len(f.Hosts)),
		Domains:    make([]atomic.Bool, len(f.Domains)),
		Newsgroups: make([]atomic.Bool, len(f.Newsgroups)), From: make([]atomic.Bool, len(f.From)),
	}
	return f.Seen
}

// Reads reports whether URLs are looked for in a text.
func (f *Filter) Reads(t *sift.Source) bool {
	if t.Format == mail.Plain {
		return !f.chooses()
	}
	if f.NoHeaders && t.Header != "" || len(f.Parts) > 0 && t.Header == "" && !slices.Contains(f.Parts, kindOf(t)) {
		return false
	}
	return !f.chooses() || t.Message != nil && f.readsMessage(t.Message)
}

// chooses reports whether only some messages are read, and nothing else.
func (f *Filter) chooses() bool {
	return len(f.Newsgroups) > 0 || len(f.From) > 0 || !f.Since.IsZero() || !f.Until.IsZero()
}

// kindOf returns the name that Parts has for a text.
func kindOf(t *sift.Source) string {
	if t.HTML {
		return "html"
	}
	return "text"
}

// readsMessage reports whether the date, the sender and the newsgroups of a message are selected.
func (f *Filter) readsMessage(m *mail.Message) bool {
	date := m.Date()
	since := f.Since.IsZero() || !date.Before(f.Since)
	until := f.Until.IsZero() || !date.IsZero() && date.Before(f.Until)
	if f.Seen != nil {
		note(&f.Seen.Since, since)
		note(&f.Seen.Until, until)
	}
	if !since || !until {
		return false
	}
	if len(f.From) > 0 && !f.isFrom(m.From()) {
		return false
	}
	if len(f.Newsgroups) == 0 {
		return true
	}
	var seen []atomic.Bool
	if f.Seen != nil {
		seen = f.Seen.Newsgroups
	}
	found := false
	for group := range strings.SplitSeq(m.Newsgroups(), ",") {
		if group = strings.TrimSpace(group); group != "" && matches(f.Newsgroups, group, seen) {
			found = true
		}
	}
	return found
}

// isFrom reports whether the address or the name in a From field is selected.
func (f *Filter) isFrom(field string) bool {
	var seen []atomic.Bool
	if f.Seen != nil {
		seen = f.Seen.From
	}
	address, name := heading.Sender(field)
	byAddress := matches(f.From, strings.ToLower(address), seen)
	return matches(f.From, strings.ToLower(name), seen) || byAddress
}

// matches reports whether a text matches one of some patterns, and keeps in seen which do, unless that is nil. A slash in a text is
// like any other character.
func matches(patterns []string, text string, seen []atomic.Bool) bool {
	any := false
	for i, pattern := range patterns {
		if ok, _ := path.Match(flat.Replace(pattern), flat.Replace(text)); ok {
			any = true
			keep(seen, i)
		}
	}
	return any
}

// matchesHost is like matches, for a host as heading.Host returns it. A pattern may also match its form in Unicode.
func matchesHost(patterns []string, host string, seen []atomic.Bool) bool {
	any := matches(patterns, host, seen)
	if text := heading.Unicode(host); text != host {
		any = matches(patterns, text, seen) || any
	}
	return any
}

// MatchesHost reports whether a host, as heading.Host returns it, matches one of some patterns as [heading.Pattern] returns them.
func MatchesHost(patterns []string, host string) bool { return matchesHost(patterns, host, nil) }

// Matches reports whether a text matches one of some patterns of path.Match, for which a slash is like any other character.
func Matches(patterns []string, text string) bool { return matches(patterns, text, nil) }

// flat makes a slash a character that path.Match does not stop at.
var flat = strings.NewReplacer("/", "\x00")

// keep keeps that the i-th one has matched.
func keep(seen []atomic.Bool, i int) {
	if seen != nil {
		note(&seen[i], true)
	}
}

// note keeps that something has matched, if it has.
func note(seen *atomic.Bool, matched bool) {
	if matched && !seen.Load() {
		seen.Store(true)
	}
}

// Shows reports whether a result is shown.
func (f *Filter) Shows(r *extract.Result) bool { return (r.Err == nil || f.Rejected) && f.Selects(r) }

// Selects reports whether a result is of those that are asked for, also if it was rejected.
func (f *Filter) Selects(r *extract.Result) bool {
	if f.Strict && r.Err == nil && !r.Strict() && !r.Cut {
		return false
	}
	if len(f.Hosts)+len(f.Domains) > 0 || f.Match != nil {
		if text := f.textOf(r); !f.leadsTo(text) || f.Match != nil && !f.Match.MatchString(text) {
			return false
		}
	}
	if len(f.Schemes) == 0 {
		return true
	}
	i := slices.Index(f.Schemes, schemeOf(r))
	if i >= 0 && f.Seen != nil {
		keep(f.Seen.Schemes, i)
	}
	return i >= 0
}

// textOf returns the URL that counts.
func (f *Filter) textOf(r *extract.Result) string {
	if f.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			return original
		}
	}
	return r.String()
}

// leadsTo reports whether the host of a URL is selected. A URL without a host is not, if some are asked for.
func (f *Filter) leadsTo(text string) bool {
	if len(f.Hosts)+len(f.Domains) == 0 {
		return true
	}
	host := heading.Host(text)
	var seen []atomic.Bool
	if f.Seen != nil {
		seen = f.Seen.Hosts
	}
	if host == "" || len(f.Hosts) > 0 && !matchesHost(f.Hosts, host, seen) {
		return false
	}
	below := len(f.Domains) == 0
	for i, domain := range f.Domains {
		if host != domain && !strings.HasSuffix(host, "."+domain) {
			continue
		}
		if below = true; f.Seen != nil {
			keep(f.Seen.Domains, i)
		}
	}
	return below
}

// schemeOf returns the scheme of a result in lower case, also of one that was rejected or cut.
func schemeOf(r *extract.Result) string {
	name, _, _ := strings.Cut(r.String(), ":")
	return strings.ToLower(name)
}
