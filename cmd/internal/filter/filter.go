// Package filter selects the texts that are read, and the results that are shown.
package filter

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Filter selects texts and results. The zero Filter selects all texts, and all results that were not rejected.
type Filter struct {
	Schemes  []string // in lower case; none selects all
	Strict   bool     // leaves out tolerated URLs
	Rejected bool     // also rejected candidates

	NoHeaders    bool
	Parts        []string  // "text" or "html"; none selects all
	Since, Until time.Time // zero for no limit
	Newsgroup    string    // a pattern of path.Match, or empty for all
}

// Reads reports whether URLs are looked for in a text.
func (f *Filter) Reads(t *archive.Source) bool {
	if t.Format == mail.Plain {
		return !f.chooses()
	}
	if f.NoHeaders && t.Header != "" || len(f.Parts) > 0 && t.Header == "" && !slices.Contains(f.Parts, kindOf(t)) {
		return false
	}
	return !f.chooses() || t.Message != nil && f.readsMessage(t.Message)
}

// chooses reports whether only some messages are read, and nothing else.
func (f *Filter) chooses() bool { return f.Newsgroup != "" || !f.Since.IsZero() || !f.Until.IsZero() }

// kindOf returns the name that Parts has for a text.
func kindOf(t *archive.Source) string {
	if t.HTML {
		return "html"
	}
	return "text"
}

// readsMessage reports whether the date and the newsgroups of a message are selected.
func (f *Filter) readsMessage(m *mail.Message) bool {
	date := m.Date()
	if !f.Since.IsZero() && date.Before(f.Since) || !f.Until.IsZero() && (date.IsZero() || !date.Before(f.Until)) {
		return false
	}
	if f.Newsgroup == "" {
		return true
	}
	for group := range strings.SplitSeq(m.Newsgroups(), ",") {
		if group == "" {
			continue
		}
		if ok, _ := path.Match(f.Newsgroup, strings.TrimSpace(group)); ok {
			return true
		}
	}
	return false
}

// Shows reports whether a result is shown.
func (f *Filter) Shows(r *extract.Result) bool {
	switch {
	case r.Err != nil && !f.Rejected:
		return false
	case f.Strict && r.Err == nil && !r.Strict() && !r.Cut:
		return false
	}
	return len(f.Schemes) == 0 || slices.Contains(f.Schemes, schemeOf(r))
}

// schemeOf returns the scheme of a result in lower case, also of one that was rejected or cut.
func schemeOf(r *extract.Result) string {
	name, _, _ := strings.Cut(string(r.Text()), ":")
	return strings.ToLower(name)
}
