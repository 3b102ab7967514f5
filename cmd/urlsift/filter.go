package main

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// A filter tells which texts are read, and which results are shown.
type filter struct {
	schemes          map[string]bool // nil for all
	strict, rejected bool

	noHeaders    bool
	parts        map[string]bool // nil for all
	since, until time.Time       // zero for none
	newsgroup    string          // a pattern of path.Match, or empty for all
}

func newFilter(c *cli.Context, schemes []string) (f filter, err error) {
	f = filter{
		strict: c.Bool("strict"), rejected: c.Bool("rejected"), noHeaders: c.Bool("no-headers") || !c.Bool("headers"), newsgroup: c.String("newsgroup"),
	}
	f.schemes = set(schemes)
	parts := commaList(c, "parts")
	for _, part := range parts {
		if part != "text" && part != "html" {
			return f, usage(fmt.Sprintf("--parts %s: it is text or html", part))
		}
	}
	f.parts = set(parts)
	if _, err := path.Match(f.newsgroup, ""); err != nil {
		return f, usage(fmt.Sprintf("--newsgroup %s: %v", f.newsgroup, err))
	}
	if f.since, err = day(c, "since"); err == nil {
		f.until, err = day(c, "until")
	}
	if since, until := c.String("since"), c.String("until"); err == nil && since != "" && until != "" && !f.since.Before(f.until) {
		return f, usage(fmt.Sprintf("--since %s --until %s: no message is from %[1]s on and before %[2]s", since, until))
	}
	return f, err
}

// set gives the names in a list, or nil if there are none.
func set(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	all := map[string]bool{}
	for _, name := range names {
		all[name] = true
	}
	return all
}

// day gives the time that a flag names, or the zero Time: a year, a month, a day or a time.
func day(c *cli.Context, flag string) (time.Time, error) {
	text := c.String(flag)
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usage(fmt.Sprintf("--%s %s: it is a date such as 1996, 1996-05, 1996-05-01 or 1996-05-01T12:00:00Z", flag, text))
}

// reads is true for a text in which URLs are looked for.
func (f *filter) reads(t *archive.Source) bool {
	if t.Format == mail.Plain {
		return !f.chooses()
	}
	if f.noHeaders && t.Header != "" || f.parts != nil && t.Header == "" && !f.parts[kindOf(t)] {
		return false
	}
	return !f.chooses() || t.Message != nil && f.readsMessage(t.Message)
}

// chooses is true if only some messages are read, and nothing else.
func (f *filter) chooses() bool { return f.newsgroup != "" || !f.since.IsZero() || !f.until.IsZero() }

// kindOf is the name that --parts has for a text.
func kindOf(t *archive.Source) string {
	if t.HTML {
		return "html"
	}
	return "text"
}

// readsMessage is true for a message of the time and the newsgroups that are asked for.
func (f *filter) readsMessage(m *mail.Message) bool {
	date := m.Date()
	if !f.since.IsZero() && date.Before(f.since) || !f.until.IsZero() && (date.IsZero() || !date.Before(f.until)) {
		return false
	}
	if f.newsgroup == "" {
		return true
	}
	for group := range strings.SplitSeq(m.Newsgroups(), ",") {
		if group == "" {
			continue
		}
		if ok, _ := path.Match(f.newsgroup, strings.TrimSpace(group)); ok {
			return true
		}
	}
	return false
}

func (f *filter) shows(r *extract.Result) bool {
	switch {
	case r.Err != nil && !f.rejected:
		return false
	case f.strict && r.Err == nil && !r.Strict() && !r.Cut:
		return false
	}
	return f.schemes == nil || f.schemes[schemeOf(r)]
}

// schemeOf is the scheme of a result, in lower case, also of one that was rejected or cut.
func schemeOf(r *extract.Result) string {
	name, _, _ := strings.Cut(string(r.Text()), ":")
	return strings.ToLower(name)
}
