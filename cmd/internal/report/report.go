// Package report writes the contents of a database as HTML, with figures, tables, and the
// places behind the counts.
//
// [Write] makes a single page, and [WriteFolder] a folder of pages with all hosts and
// URLs. The pages load nothing, and their script only sorts and searches tables. Nothing
// in the database can do harm in a browser.
//
// The package only reads. Package database has the schema, and package index fills it.
//
// census.go counts the rows of the database. page.go has the page and its sections, which
// time.go, hosts.go and judged.go fill, with the figures of drawing.go. trace.go and
// folder.go show the places.
package report

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Config holds the contents of the page that are not in the database.
type Config struct {
	// Title is the headline of the page.
	Title string
	// Version is the version of the command, which the last line of the page shows.
	Version string
	// Now is the time of the report. A later date is wrong.
	Now time.Time
	// Defang shows URLs so that no click follows them. The page has no links but those
	// within itself.
	Defang bool
}

// Write reads a database and writes the page. It reads in one transaction, so that all
// figures are consistent even while the database grows. It returns an error when ctx
// ends.
func Write(ctx context.Context, w io.Writer, db *sqlite.Conn, config Config) error {
	return read(ctx, db, config, func(r *reader) error {
		r.trace(r.tracedFirst(), maxTraced)
		p := r.page()
		if r.Err != nil {
			return r.Err
		}
		p.link(func(name string, text []byte) (download, error) { return inLink(name, text), nil })
		return p.write(w, "page.html", p)
	})
}

// link makes the downloads of the tables, in the order of their names.
func (p *page) link(made func(name string, text []byte) (download, error)) (err error) {
	tables := p.tables()
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if t := tables[name]; len(t.Rows) > 0 && err == nil {
			t.CSV, err = made(name, t.csv())
		}
	}
	return err
}

// write writes a page with a template.
func (p *page) write(w io.Writer, name string, data any) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if err := pageTemplate().ExecuteTemplate(out, name, data); err != nil {
		return err
	}
	return out.Flush()
}

// totals holds the numbers of rows.
type totals struct{ sources, bytes, messages, unfinished, troubled, rejected, hosts int }

// A reader reads a database into a census, and makes a page of the counts.
type reader struct {
	sqlite.Sequence
	census
	config   Config
	total    totals
	folder   string // the common folder of all sources
	calendar calendar
	stacked  []series // schemes; the last one is for all others, if there are any
	busiest  []int    // hosts, most frequent first
	apart    [numClasses]apartRow
	frequent []int // URLs
	rules    []ruleTally
	traced   []hostView
}

// read reads the archive in one transaction. do may read more in it.
func read(ctx context.Context, db *sqlite.Conn, config Config, do func(r *reader) error) error {
	return db.View(ctx, func() error {
		r := &reader{Sequence: sqlite.Sequence{Conn: db}, config: config}
		r.readSources()
		r.readDocuments()
		r.readURLs()
		r.readOccurrences()
		r.readRejected()
		if r.Err != nil {
			return r.Err
		}
		r.countSchemes()
		r.countPlaces()
		r.countHosts()
		r.rankHosts()
		return do(r)
	})
}

// The files of a page. Templates are parsed on first use, since every run of the command
// would have to wait for them.
var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// policy allows a browser to use the page's own style and script, and nothing else that
// the page may contain.
var policy = sync.OnceValue(func() string {
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'",
		source(style), source(script))
})

// source returns the source expression of an inline style or script in a
// Content-Security-Policy: its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"number": number,
		"inner": func(href, text string) innerLink { return innerLink{href, text} }}).Parse(markup))
})

// An innerLink is a link to another place of the same report.
type innerLink struct{ Href, Text string }
