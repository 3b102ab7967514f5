// Package report writes the contents of a database as HTML, with figures, tables, and the
// places behind the counts.
//
// [Write] makes a single page, and [WriteFolder] a folder of pages with all hosts and
// URLs. The pages load nothing, and their script only sorts and searches tables. Nothing
// in the database can do harm in a browser.
//
// The package only reads. Package database has the schema, and package index fills it.
//
// census.go counts the rows of the database. time.go, hosts.go and judged.go have the
// sections of page.go, with the figures of drawing.go and the tables of table.go.
// trace.go and folder.go show the places.
package report

import (
	"context"
	_ "embed"
	"io"
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
		p := r.page(r.trace(r.tracedFirst(), maxTraced))
		if r.Err != nil {
			return r.Err
		}
		p.linkTables(func(name string, text []byte) (download, error) { return inLink(name, text), nil })
		return p.write(w, "page.html", p)
	})
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
