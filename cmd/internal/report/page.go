package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A page describes an archive in words, figures and tables, in the form to be shown. It
// is as small for millions of URLs as for thousands.
type page struct {
	head
	Empty   bool
	Defang  bool
	Lead    string
	Facts   []fact
	Sources table
	Trouble table
	Notes   []string
	overTime
	judgements
	hostLists

	Traced     []hostView
	TracedSaid string
	Making     []fact
	Runs       table
	Skipped    table
	InFolder   bool // the details are on pages of their own
}

// A head is the common beginning of all pages of a report.
type head struct {
	Title, Policy string
	Style         template.CSS
	Script        template.JS
	Made, Version string
}

// A fact is a number with its name.
type fact struct{ Number, Name string }

// page returns the page of the archive, with the hosts that were traced.
func (r *reader) page(traced []hostView) *page {
	p := r.blankPage()
	p.Empty, p.Dated = len(r.found)+r.total.rejected == 0, !r.calendar.empty()
	r.overview(p)
	r.time(&p.overTime)
	r.rates(&p.overTime)
	r.busiestOverTime(&p.Hosts)
	r.delimited(&p.judgements)
	r.deviating(&p.judgements)
	r.refused(&p.judgements)
	r.doubts(&p.judgements)
	r.lists(&p.hostLists)
	r.setApart(&p.hostLists)
	r.making(p)
	if p.Traced = traced; len(traced) > 0 {
		n, without := len(traced), ""
		if r.hosts.rows[r.hostless()].traced == here {
			n, without = n-1, ", and the URLs without a host"
		}
		p.TracedSaid = count(n, "host", "hosts") + without +
			", each with its most frequent URLs and the first places of these, in the order of the archive."
	}
	return p
}

// blankPage returns a page without contents.
func (r *reader) blankPage() *page {
	return &page{Defang: r.config.Defang, head: head{
		Title:  visible(r.config.Title),
		Policy: policy(),
		Style:  template.CSS(style),
		Script: template.JS(script),
		Made:   r.config.Now.Format("2 January 2006"), Version: r.config.Version,
	}}
}

// tables returns the downloadable tables by file name.
func (p *page) tables() map[string]*table {
	tables := map[string]*table{
		"sources":             &p.Sources,
		"trouble":             &p.Trouble,
		"occurrences-by-time": &p.Counts.Table,
		"shares-by-time":      &p.Shares.Table,
		"rates-by-time":       &p.Rates.Table,
		"hosts-by-time":       &p.Hosts.Table,
		"delimiters":          &p.Kinds.Table,
		"strict":              &p.Strict.Table,
		"deviations":          &p.Deviations.Table,
		"rejected":            &p.Rejected.Table,
		"readings":            &p.Readings.Table,
		"runs":                &p.Runs,
		"skipped":             &p.Skipped,
	}
	for i := range p.Apart {
		tables[fmt.Sprintf("hosts-apart-%d", i+1)] = &p.Apart[i].Table
	}
	return tables
}

// linkTables makes the downloads of the tables, in the order of their names.
func (p *page) linkTables(made func(name string, text []byte) (download, error)) (err error) {
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

// overview shows the totals.
func (r *reader) overview(p *page) {
	span := "–"
	if c := r.calendar; !c.empty() {
		span = c.name(0)
		if last := c.name(c.len() - 1); last != span {
			span += "–" + last
			if !c.years {
				span = c.name(0) + " – " + last
			}
		}
	}
	p.Lead = fmt.Sprintf("%s with %s in %s.", count(len(r.url), "distinct URL", "distinct URLs"),
		count(len(r.found), "occurrence", "occurrences"), count(len(r.document), "document", "documents"))
	p.Facts = []fact{
		{number(r.total.sources), "sources"},
		{number(r.total.messages), "messages in them"},
		{number(len(r.document)), "documents with URLs"},
		{number(len(r.found)), "occurrences"},
		{number(len(r.url)), "distinct URLs"},
		{number(r.total.hosts), "hosts"},
		{span, "by the dates of messages"}, {number(r.total.troubled), "sources with errors"},
	}
	p.Trouble = r.table("What could not be read", columns("source", "error"), func(row sqlite.Row) []string {
		return []string{r.path(row.Text(0)), r.told(row.Text(1))}
	}, "SELECT path, coalesce(trouble, '') FROM sources WHERE state IN ('trouble', 'failed') ORDER BY id "+
		"LIMIT ?", maxTrouble)
	p.Notes = slices.DeleteFunc([]string{r.read(), r.copied(), r.waiting(), r.dates()},
		func(note string) bool { return note == "" })
}

// table returns a table with a row for each row of a query.
func (r *reader) table(caption string, head []column, cells func(row sqlite.Row) []string, query string,
	args ...any) table {
	t := table{Caption: caption, Head: head}
	r.Each(func(row sqlite.Row) { t.add(cells(row)...) }, query, args...)
	return t
}

// read describes how much was read, in which formats.
func (r *reader) read() string {
	var formats []string
	r.Each(func(row sqlite.Row) {
		if row.Text(0) != "" {
			formats = append(formats, shown(row.Text(0))+" ("+number(row.Number(1))+")")
		}
	}, "SELECT coalesce(format, ''), count(*) FROM sources GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?", maxFormats)
	if formats == nil {
		return ""
	}
	unpacked := ""
	if n := int(r.Number("SELECT coalesce(sum(bytes), 0) FROM runs")); n > 0 { // 0 if unknown
		unpacked = ". Unpacked, " + count(n, "byte was", "bytes were") + " read in all runs"
	}
	return count(r.total.bytes, "byte of the sources was", "bytes of the sources were") +
		" read, as they are stored" + unpacked + ". Formats of the sources: " + strings.Join(formats, ", ") +
		"."
}

// copied describes how many messages are duplicates.
func (r *reader) copied() string {
	copies := int(r.Number("SELECT count(*) - count(DISTINCT identity) FROM documents"))
	if copies == 0 {
		return ""
	}
	return partOf(copies, len(r.document), "document", "documents") +
		" are copies of other documents; the figures include them."
}

// waiting reports that some sources are not completely read.
func (r *reader) waiting() string {
	if r.total.unfinished == 0 {
		return ""
	}
	return count(r.total.unfinished, "source has", "sources have") +
		" been read only in part. Run urlsift index again to resume."
}

// told returns the trouble of a source as the page shows it: without the path at the
// beginning of each line, and with each line shortened. The last line stays visible,
// since it may be the number of omitted lines.
func (r *reader) told(trouble string) string {
	lines := strings.Split(trouble, "\n")
	for i, line := range lines {
		lines[i] = short(printable.Redact(strings.TrimPrefix(line, r.folder)))
	}
	return strings.Join(lines, "; ")
}

// dates describes the places that the figures over time do not show.
func (r *reader) dates() string {
	var said []string
	if n := r.calendar.undated; n > 0 {
		said = append(said, count(n, "occurrence has", "occurrences have")+
			" no date (text outside messages has none, nor has a message without a date that can be read)")
	}
	if n, years := listed(r.calendar.implausible); n > 0 {
		said = append(said, fmt.Sprintf("%s a date before %d or after this year (%s)",
			count(n, "occurrence has", "occurrences have"), firstYear, years))
	}
	if n, years := listed(r.calendar.stray); n > 0 {
		said = append(said, fmt.Sprintf("%s few and years apart from the others (%s)",
			count(n, "occurrence is", "occurrences are"), years))
	}
	if said == nil {
		return ""
	}
	return "Not shown over time: " + strings.Join(said, "; ") + "."
}

// listed returns the number of places in some years, and a list of the years.
func listed(tallies []tally) (n int, list string) {
	var years []string
	for _, t := range tallies {
		n += t.n
		years = append(years, t.name)
	}
	if len(years) > 8 {
		years = append(append(years[:4:4], "…"), years[len(years)-3:]...)
	}
	return n, strings.Join(years, ", ")
}

// making shows how the figures were made, for readers who want to check them.
func (r *reader) making(p *page) {
	flags := ""
	r.Each(func(row sqlite.Row) { flags = row.Text(0) }, "SELECT flags FROM _settings")
	version := strings.ReplaceAll(r.config.Version, "\n", ", ")
	p.Making = []fact{{shown(version), "version of urlsift that made this page"},
		{strconv.Itoa(database.Version), "version of the database's schema"},
		{cmp.Or(said(flags), "none"), "options of urlsift index"}}
	for _, d := range r.found {
		if source := r.document[d.document].source; source >= 0 {
			r.sources.rows[source].n++
		}
	}
	p.Sources = table{Caption: "The sources with the most URLs",
		Head: columns("source", "format", "state", "#messages", "#bytes as stored", "#occurrences",
			"changed", "CRC-32C")}
	for _, s := range mostOf(r.sources.rows, maxSources, func(s *sourceTally) tally { return s.tally }) {
		r.Each(func(row sqlite.Row) {
			p.Sources.add(r.path(row.Text(0)), shown(row.Text(1)), shown(row.Text(6)), number(row.Number(2)),
				number(row.Number(3)), number(s.n), shown(row.Text(4)), shown(row.Text(5)))
		}, `SELECT path, coalesce(format, ''), messages, "read", mtime, fingerprint, state FROM sources
			WHERE id = ?`, s.id)
	}
	p.Runs = r.table("Runs of urlsift index, the last one first",
		columns("started", "ended", "version", "#sources read", "#skipped", "#failed", "#bytes",
			"#occurrences"), func(row sqlite.Row) []string {
			cells := []string{shown(row.Text(0)), cmp.Or(shown(row.Text(1)), "not to its end"),
				shown(row.Text(2))}
			for i := range 5 {
				cells = append(cells, number(row.Number(3+i)))
			}
			return cells
		}, `SELECT started, coalesce(ended, ''), version, sources_read, sources_skipped, sources_failed, bytes,
			occurrences FROM runs ORDER BY id DESC LIMIT ?`, maxRuns)
	p.Skipped = r.table("What was skipped in messages", columns("why", "type", "#parts"),
		func(row sqlite.Row) []string {
			return []string{shown(row.Text(0)), cmp.Or(shown(row.Text(1)), "–"), number(row.Number(2))}
		}, "SELECT why, coalesce(type, ''), count(*) FROM skipped GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 "+
			"LIMIT ?",
		maxSkipped)
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
		inlineSource(style), inlineSource(script))
})

// inlineSource returns the source expression of an inline style or script in a
// Content-Security-Policy: its hash.
func inlineSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"number": number,
		"inner": func(href, text string) innerLink { return innerLink{href, text} }}).Parse(markup))
})
