package export

import (
	"bufio"
	"errors"
	"hash"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/rfc1738"
)

// A Config selects the URLs and the options of an export.
type Config struct {
	// The selection. The zero value of each field selects everything. Filters apply to
	// the best URL of an occurrence, or with Unwrap to its original.
	Schemes      []string  // in lower case; none selects the default of the Format
	Hosts        []string  // patterns of path.Match, in lower case
	Domains      []string  // in lower case and ASCII, with their subdomains
	From         []string  // patterns of path.Match for addresses or names of senders, in lower case
	Since, Until time.Time // of the messages; excludes messages without a date

	Unwrap     bool // in formats with a record for each URL: the original replaces a rewritten link
	Indicators bool // stix: indicators instead of observables; misp: attributes for detection
	Inert      bool // csv, tsv: an apostrophe precedes cells that a spreadsheet would take for a formula
	Null       bool // urls, jsonl: records end in a NUL instead of a newline

	Now time.Time // time of the export, used if a format needs one and the database has none
}

// An exporter writes one export.
type exporter struct {
	Config
	db  *sqlite.Conn
	w   *bufio.Writer
	n   int       // records written
	ids hash.Hash // of the ids of added objects
}

// end returns the byte after each record.
func (e *exporter) end() byte {
	if e.Null {
		return 0
	}
	return '\n'
}

// time returns the time of the database's last run, or that of the export if no run is
// known.
func (e *exporter) time() (time.Time, error) {
	text, err := e.db.Text("SELECT coalesce(ended, started) FROM runs ORDER BY id DESC LIMIT 1")
	if err != nil {
		return time.Time{}, err
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.UTC(), nil
	}
	return e.Now.UTC().Truncate(time.Second), nil
}

// addFunctions defines functions for SQL, so that SQLite can sort and group by their
// results, on disk if there are many.
func addFunctions(db *sqlite.Conn) error {
	of := func(do func(url string) string) func([]string) any {
		return func(texts []string) any { return do(texts[0]) }
	}
	match := func(matches func(patterns []string, text string) bool) func([]string) any {
		return func(texts []string) any {
			return matches(strings.Split(texts[0], between), strings.ToLower(texts[1]))
		}
	}
	return errors.Join(
		db.Function("urlsift_uri", 1, of(uri)),
		db.Function("urlsift_surt", 1, of(surt)),
		db.Function("urlsift_domain", 1,
			of(func(url string) string { return heading.Domain(heading.Host(url)) })),
		db.Function("urlsift_encoded", 1, of(encoded)),
		db.Function("urlsift_cautions", 2,
			func(texts []string) any { return cautions(texts[0], texts[1] != "0") }),
		db.Function("urlsift_matches", 2, match(heading.Matches)),
		db.Function("urlsift_matches_host", 2, match(heading.MatchesHost)),
	)
}

// encoded returns the strict form of a URL that has deviations in its text, as in --json,
// or "". If the URL itself has no deviations, the text had bytes that have been
// percent-encoded.
func encoded(url string) string {
	u, deviations, err := rfc1738.ParseLenient(url, nil)
	switch {
	case err != nil:
		return ""
	case len(deviations) == 0:
		return url
	}
	text, _ := extract.Encoded(u, deviations)
	return text
}

// cautions returns the cautions for a URL as JSON, as in --json, or "".
func cautions(url string, mismatch bool) string {
	u, _, err := rfc1738.ParseLenient(url, nil)
	if err != nil {
		return ""
	}
	all := extract.Cautions(u)
	if mismatch {
		all = append(all, extract.CautionMismatch)
	}
	_, text, _ := strings.Cut(string(urljson.AppendCautions(nil, all)), ":")
	return text
}

// between separates the patterns for urlsift_matches and urlsift_matches_host.
const between = "\n"

// A condition is the condition of a WHERE clause: expressions that must all be true, with
// their arguments.
type condition struct {
	texts []string
	args  []any
}

func (c *condition) and(text string, args ...any) {
	c.texts, c.args = append(c.texts, text), append(c.args, args...)
}

func (c *condition) String() string { return strings.Join(append(c.texts, "1"), " AND ") }

// ofDocuments selects documents d.
func (e *exporter) ofDocuments() *condition {
	c := &condition{}
	if !e.Since.IsZero() {
		c.and("d.date >= ?", e.Since.UTC().Format(time.RFC3339))
	}
	if !e.Until.IsZero() {
		c.and("d.date < ?", e.Until.UTC().Format(time.RFC3339))
	}
	if len(e.From) > 0 {
		patterns := strings.Join(e.From, between)
		c.and("(urlsift_matches(?, coalesce(d.sender_address, '')) OR urlsift_matches(?, "+
			"coalesce(d.sender_name, '')))", patterns, patterns)
	}
	return c
}

// ofURLs selects URLs e by their schemes and hosts, or with Unwrap by those of their
// originals.
func (e *exporter) ofURLs() *condition {
	scheme, host := "e.scheme", "e.host"
	if e.Unwrap {
		scheme = "iif(e.original IS NULL, e.scheme, lower(substr(e.original, 1, instr(e.original, ':') - 1)))"
		host = "iif(e.original IS NULL, e.host, e.original_host)"
	}
	c := &condition{}
	if len(e.Schemes) > 0 {
		var args []any
		for _, name := range e.Schemes {
			args = append(args, name)
		}
		c.and(scheme+" IN (?"+strings.Repeat(", ?", len(args)-1)+")", args...)
	}
	if len(e.Hosts) > 0 {
		c.and("urlsift_matches_host(?, "+host+")", strings.Join(e.Hosts, between))
	}
	if len(e.Domains) > 0 {
		var either []string
		var args []any
		for _, domain := range e.Domains {
			either = append(either, host+" = ? OR substr("+host+", -length(?)) = ?")
			args = append(args, domain, "."+domain, "."+domain)
		}
		c.and("("+strings.Join(either, " OR ")+")", args...)
	}
	return c
}

// A listed is a URL or domain that is listed once.
type listed struct {
	url         string
	first, last string // times when it was seen, or empty
	n           int64  // number of occurrences
	key         string
}

// seen returns the time in a column of listed. It reports whether it is known.
func seen(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text)
	return t.UTC(), err == nil && 0 <= t.UTC().Year() && t.UTC().Year() <= 9999
}

// list calls do once for each distinct value of the expression of, in which u is a
// selected URL in the form of uri. order is the expression of the sort key. If it is
// empty, values are sorted by their first occurrence.
func (e *exporter) list(of, order string, do func(*listed) error) error {
	text := "e.url"
	if e.Unwrap {
		text = "coalesce(e.original, e.url)"
	}
	documents, urls := e.ofDocuments(), e.ofURLs()
	key := order
	if key == "" {
		key, order = "NULL", "min(at)"
	}
	query := `SELECT x, min(first), max(last), sum(n), ` + key + ` FROM (
		SELECT ` + of + ` AS x, first, last, n, at FROM (
			SELECT urlsift_uri(` + text + `) AS u, g.* FROM (
				SELECT coalesce(o.best, o.url) AS url, min(d.date) AS first, max(d.date) AS last, count(*) AS n,
					min(o.id) AS at
				FROM occurrences o CROSS JOIN documents d ON d.id = o.document
				WHERE ` + documents.String() + ` GROUP BY 1
			) g CROSS JOIN urls e ON e.id = g.url
			WHERE ` + urls.String() + `
		)
	) WHERE x <> '' GROUP BY x ORDER BY ` + order + `, x`
	return e.db.Each(query, append(documents.args, urls.args...), func(row sqlite.Row) error {
		l := &listed{url: row.Text(0), first: row.Text(1), last: row.Text(2), n: row.Int(3), key: row.Text(4)}
		return do(l)
	})
}
