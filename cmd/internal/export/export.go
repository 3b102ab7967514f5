// Package export writes the URLs of a database of urlsift index in the formats of other
// programs.
//
// Some formats have a record for each occurrence, the others one for each URL. The
// package only reads the database. The caller opens the database and the output file.
package export

import (
	"bufio"
	"context"
	"crypto/sha1"
	"io"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Format is an export format.
type Format struct {
	Name string
	Help string // in a few words, for a list of formats

	Null       bool // it has Config.Null
	Table      bool // it has Config.Inert
	Indicators bool // it has Config.Indicators
	Listed     bool // it has a record for each URL, and so Config.Unwrap

	write func(e *exporter) error
}

// fetchable holds the schemes that formats with a record for each URL select by default:
// those that archives and proxies fetch.
var fetchable = []string{"http", "https", "ftp"}

// Formats holds all formats.
var Formats = []Format{
	{Name: "jsonl", Help: "a JSON object a line for each occurrence, as of --json", Null: true,
		write: writeJSONL},
	{Name: "csv", Help: "a table of all occurrences, for spreadsheets and data frames", Table: true,
		write: func(e *exporter) error { return e.table(',') }},
	{Name: "tsv", Help: "the same with tabs", Table: true,
		write: func(e *exporter) error { return e.table('\t') }},
	{Name: "urls", Help: "one URL a line, each once, for wget -i, ArchiveBox and Save Page Now", Null: true,
		Listed: true, write: writeURLs},
	{Name: "stix", Help: "a STIX 2.1 bundle of URLs, and when they were seen", Indicators: true, Listed: true,
		write: writeSTIX},
	{Name: "misp", Help: "a MISP event with URLs and their domains", Indicators: true, Listed: true,
		write: writeMISP},
	{Name: "cdx", Help: "lines like those of a CDX file, sorted by key", Listed: true, write: writeCDX},
}

// Named returns the format with a name. It reports whether there is one.
func Named(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// Write writes the selected URLs of a database, and returns the number of records. It
// reads the database in one transaction. Memory does not grow with the database, except
// for the rows that SQLite sorts in memory.
func (f Format) Write(ctx context.Context, w io.Writer, db *sqlite.Conn, config Config) (n int, err error) {
	if err := addFunctions(db); err != nil {
		return 0, err
	}
	if len(config.Schemes) == 0 && f.Listed {
		config.Schemes = fetchable
	}
	e := &exporter{Config: config, db: db, w: bufio.NewWriterSize(w, 64<<10), ids: sha1.New()}
	err = db.View(ctx, func() error {
		if err := f.write(e); err != nil {
			return err
		}
		return e.w.Flush()
	})
	return e.n, err
}
