package report

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// What the page shows of what there may be millions of.
const (
	maxSources  = 25
	maxTrouble  = 50
	maxSchemes  = 7
	maxCharted  = 12 // hosts in the figure
	maxHosts    = 1000
	maxURLs     = 2000
	maxKinds    = 40 // of deviations, of rules, of reasons; urlsift index knows fewer
	maxExamples = 3  // of rejected texts, for each rule
	maxCases    = 12
)

// An archive is what the page shows of a database. It is as small for millions of URLs as for thousands.
type archive struct {
	sources, messages, documents, occurrences, urls, hosts, rejected int
	bytes                                                            int
	unfinished, troubled                                             int // sources
	folder                                                           string
	formats                                                          []tally
	largest                                                          []sourceRow
	trouble                                                          []sourceRow

	calendar calendar
	schemes  []series // the last one is of all others, if there are any
	charted  []series // hosts
	busiest  []placeRow
	frequent []placeRow

	kinds      []kindRow
	strict     int // occurrences
	strictURLs int
	deviations []deviationRow
	rules      []ruleRow
	reasons    []reasonRow
}

// A tally is how often something was found.
type tally struct {
	name string
	n    int
}

type sourceRow struct {
	path, format, trouble        string
	messages, bytes, occurrences int
}

// A series is how often something was found in each period.
type series struct {
	name   string
	n      int   // also of places without a believable date
	counts []int // by period of the calendar
}

// A placeRow is a host or a URL.
type placeRow struct {
	name        string
	urls, n     int
	first, last string
}

type kindRow struct {
	kind      string
	n, broken int
}

type deviationRow struct {
	kind, section string
	n             int
	legal         []tally // since which RFC, most frequent first; "" is never
	example       string
	offset        int
	others        int // deviations that the example has besides
}

type ruleRow struct {
	rule, section string
	n             int
	examples      []rejectedText
}

type rejectedText struct{ text, message string }

// A reasonRow is about the places that can be read in another way, for one reason.
type reasonRow struct {
	why      string
	n        int
	outcomes [numOutcomes]int
	cases    []readingCase
}

// An outcome tells which readings of a place stand unbroken elsewhere in the archive.
type outcome int

const (
	asFound outcome = iota // only the URL as it was found
	other                  // only another reading
	both
	neither
	numOutcomes
)

type readingCase struct {
	url, reading string
	outcome      outcome
	path         string
	message      int
	line         int
}

// A reader asks a database. After the first error it does nothing any more.
type reader struct {
	ctx context.Context
	tx  *sql.Tx
	err error
	archive
}

func readArchive(ctx context.Context, tx *sql.Tx, now time.Time) (*archive, error) {
	r := &reader{ctx: ctx, tx: tx}
	r.readTotals()
	r.readSources()
	r.readSchemes(now)
	r.readHosts()
	r.readURLs()
	r.readKinds()
	r.readDeviations()
	r.readRejected()
	r.readReadings()
	return &r.archive, r.err
}

// each calls do for each row, after its columns were put into into.
func (r *reader) each(do func(), into []any, query string, args ...any) {
	if r.err != nil {
		return
	}
	rows, err := r.tx.QueryContext(r.ctx, query, args...)
	if err != nil {
		r.err = err
		return
	}
	defer rows.Close()
	for rows.Next() {
		if r.err = rows.Scan(into...); r.err != nil {
			return
		}
		do()
	}
	r.err = rows.Err()
}

// one reads a single row.
func (r *reader) one(into []any, query string) { r.each(func() {}, into, query) }

func (r *reader) readTotals() {
	r.one([]any{&r.sources, &r.messages, &r.bytes, &r.unfinished, &r.troubled}, `
		SELECT count(*), coalesce(sum(messages), 0), coalesce(sum("read"), 0), coalesce(sum(state = 'reading'), 0), coalesce(sum(state IN ('trouble', 'failed')), 0)
		FROM sources`)
	r.one([]any{&r.documents}, `SELECT count(*) FROM documents`)
	r.one([]any{&r.occurrences}, `SELECT count(*) FROM occurrences`)
	r.one([]any{&r.rejected}, `SELECT count(*) FROM rejected`)
	r.one([]any{&r.urls, &r.strictURLs}, `SELECT count(*), coalesce(sum(strict), 0) FROM urls`)
	r.one([]any{&r.hosts}, `SELECT count(DISTINCT host) FROM urls`)
}

func (r *reader) readSources() {
	var first, last string
	r.one([]any{&first, &last}, `SELECT coalesce(min(path), ''), coalesce(max(path), '') FROM sources`)
	r.folder = commonFolder(first, last)
	var t tally
	r.each(func() { r.formats = append(r.formats, t) }, []any{&t.name, &t.n},
		`SELECT coalesce(format, ''), count(*) FROM sources GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`)
	var s sourceRow
	r.each(func() { r.largest = append(r.largest, s) }, []any{&s.path, &s.format, &s.messages, &s.bytes, &s.occurrences}, `
		SELECT s.path, coalesce(s.format, ''), s.messages, s."read", n
		FROM (SELECT d.source, count(*) AS n FROM occurrences o JOIN documents d ON d.id = o.document GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?)
		JOIN sources s ON s.id = source
		ORDER BY n DESC, s.id`, maxSources)
	r.each(func() { r.trouble = append(r.trouble, s) }, []any{&s.path, &s.trouble},
		`SELECT path, coalesce(trouble, '') FROM sources WHERE state IN ('trouble', 'failed') ORDER BY id LIMIT ?`, maxTrouble)
}

// commonFolder returns the folder that all paths between first and last, in order, have in common. The page does not show it:
// it says much of the machine, and nothing of the archive.
func commonFolder(first, last string) string {
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return first[:strings.LastIndexAny(first[:n], `/\`)+1]
}

// knownSchemes are those that people look for in a time of which they know something. They come first, in this order, so
// that pages can be compared.
var knownSchemes = []string{"http", "https", "ftp", "gopher", "news", "mailto"}

func (r *reader) readSchemes(now time.Time) {
	var t tally
	var top []tally
	total := 0
	r.each(func() { top = append(top, t) }, []any{&t.name, &t.n}, `
		SELECT u.scheme, count(*) FROM occurrences o JOIN urls u ON u.id = o.url GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`, maxSchemes)
	for _, t := range top {
		total += t.n
	}
	slices.SortStableFunc(top, func(a, b tally) int { return cmp.Compare(schemeRank(a.name), schemeRank(b.name)) })
	if total < r.occurrences {
		top = append(top, tally{"", r.occurrences - total})
	}
	names, at := make([]any, maxSchemes), map[string]int{"": len(top) - 1}
	for i, t := range top {
		at[t.name] = i
		if t.name != "" {
			names[i] = t.name
		}
	}
	months := monthly{}
	var month, scheme string
	var n int
	r.each(func() { months.add(month, at[scheme], n) }, []any{&month, &scheme, &n}, `
		SELECT coalesce(substr(d.date, 1, 7), ''), CASE WHEN u.scheme IN (?, ?, ?, ?, ?, ?, ?) THEN u.scheme ELSE '' END, count(*)
		FROM occurrences o JOIN urls u ON u.id = o.url JOIN documents d ON d.id = o.document
		GROUP BY 1, 2`, names...)
	r.calendar = newCalendar(months, now)
	r.schemes = r.calendar.series(top, months)
}

// schemeRank tells where a scheme stands among the known ones, or after them.
func schemeRank(name string) int {
	if i := slices.Index(knownSchemes, name); i >= 0 {
		return i
	}
	return len(knownSchemes)
}

// believable returns the later of SQL's dates only if the calendar believes it.
const believable = `CASE WHEN d.date >= ?1 AND d.date < ?2 THEN d.date END`

func (r *reader) readHosts() {
	var p placeRow
	r.each(func() { r.busiest = append(r.busiest, p) }, []any{&p.name, &p.n, &p.urls, &p.first, &p.last}, `
		SELECT u.host, count(*), count(DISTINCT u.id), coalesce(min(`+believable+`), ''), coalesce(max(`+believable+`), '')
		FROM urls u CROSS JOIN occurrences o ON o.url = u.id CROSS JOIN documents d ON d.id = o.document
		WHERE u.host IS NOT NULL
		GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?3`, r.calendar.from(), r.calendar.until(), maxHosts)
	var top []tally
	names, at := make([]any, maxCharted), map[string]int{}
	for _, p := range r.busiest {
		if p.first != "" && len(top) < maxCharted {
			names[len(top)], at[p.name] = p.name, len(top)
			top = append(top, tally{p.name, p.n})
		}
	}
	months := monthly{}
	var month, host string
	var n int
	r.each(func() { months.add(month, at[host], n) }, []any{&month, &host, &n}, `
		SELECT coalesce(substr(d.date, 1, 7), ''), u.host, count(*)
		FROM urls u CROSS JOIN occurrences o ON o.url = u.id CROSS JOIN documents d ON d.id = o.document
		WHERE u.host IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		GROUP BY 1, 2`, names...)
	r.charted = r.calendar.series(top, months)
}

func (r *reader) readURLs() {
	var p placeRow
	r.each(func() { r.frequent = append(r.frequent, p) }, []any{&p.name, &p.n, &p.first, &p.last}, `
		SELECT u.url, n, first, last
		FROM (
			SELECT o.url AS id, count(*) AS n, coalesce(min(`+believable+`), '') AS first, coalesce(max(`+believable+`), '') AS last
			FROM occurrences o JOIN documents d ON d.id = o.document
			GROUP BY o.url ORDER BY n DESC, o.url LIMIT ?3
		) JOIN urls u USING (id)
		ORDER BY n DESC, u.id`, r.calendar.from(), r.calendar.until(), maxURLs)
}

func (r *reader) readKinds() {
	var k kindRow
	r.each(func() { r.kinds = append(r.kinds, k) }, []any{&k.kind, &k.n, &k.broken},
		`SELECT kind, count(*), sum(broken <> 0) FROM occurrences GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`)
}

// readDeviations counts each kind once for each place. A good example has no other deviation, and is short.
func (r *reader) readDeviations() {
	r.strict = r.occurrences
	kinds := map[string]*deviationRow{}
	var text, url string
	r.each(func() {
		r.strict--
		var deviations []struct {
			Kind, Section string
			Legal         string `json:"legal_since"`
			Offset        int
		}
		if json.Unmarshal([]byte(text), &deviations) != nil {
			return
		}
		seen := map[string]bool{}
		for _, d := range deviations {
			if seen[d.Kind] {
				continue
			}
			seen[d.Kind] = true
			k := kinds[d.Kind]
			if k == nil {
				k = &deviationRow{kind: d.Kind, section: d.Section, others: len(text)}
				kinds[d.Kind] = k
			}
			k.n++
			k.legal = tallied(k.legal, d.Legal)
			if others := len(deviations) - 1; others < k.others || others == k.others && len(url) < len(k.example) {
				k.example, k.offset, k.others = url, d.Offset, others
			}
		}
	}, []any{&text, &url}, `SELECT o.deviations, u.url FROM occurrences o JOIN urls u ON u.id = o.url WHERE o.deviations IS NOT NULL`)
	for _, k := range kinds {
		slices.SortStableFunc(k.legal, func(a, b tally) int { return cmp.Compare(b.n, a.n) })
		r.deviations = append(r.deviations, *k)
	}
	slices.SortFunc(r.deviations, func(a, b deviationRow) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.kind, b.kind))
	})
	r.deviations = r.deviations[:min(len(r.deviations), maxKinds)]
}

// tallied adds one to the tally called name.
func tallied(tallies []tally, name string) []tally {
	for i := range tallies {
		if tallies[i].name == name {
			tallies[i].n++
			return tallies
		}
	}
	return append(tallies, tally{name, 1})
}

func (r *reader) readRejected() {
	rules := map[[2]string]*ruleRow{}
	var rule, section string
	var e rejectedText
	r.each(func() {
		row := rules[[2]string{rule, section}]
		if row == nil {
			row = &ruleRow{rule: rule, section: section}
			rules[[2]string{rule, section}] = row
		}
		row.n++
		if len(row.examples) < maxExamples && !slices.ContainsFunc(row.examples, func(x rejectedText) bool { return x.text == e.text }) {
			row.examples = append(row.examples, e)
		}
	}, []any{&rule, &section, &e.text, &e.message}, `SELECT rule, section, text, message FROM rejected ORDER BY id`)
	for _, row := range rules {
		r.rules = append(r.rules, *row)
	}
	slices.SortFunc(r.rules, func(a, b ruleRow) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.rule, b.rule), strings.Compare(a.section, b.section))
	})
	r.rules = r.rules[:min(len(r.rules), maxKinds)]
}

func (r *reader) readReadings() {
	reasons := map[string]*reasonRow{}
	var c readingCase
	var text string
	var attested bool
	r.each(func() {
		var readings []struct {
			URL, Why string
			Attested bool
		}
		if json.Unmarshal([]byte(text), &readings) != nil {
			return
		}
		seen := map[string]bool{}
		for _, first := range readings {
			if seen[first.Why] {
				continue
			}
			seen[first.Why] = true
			row := reasons[first.Why]
			if row == nil {
				row = &reasonRow{why: first.Why}
				reasons[first.Why] = row
			}
			c.reading, c.outcome = first.URL, neither
			for _, reading := range readings {
				if reading.Why == first.Why && reading.Attested {
					c.reading, c.outcome = reading.URL, other
					break
				}
			}
			switch {
			case attested && c.outcome == other:
				c.outcome = both
			case attested:
				c.outcome = asFound
			}
			row.add(c)
		}
	}, []any{&c.url, &text, &attested, &c.path, &c.message, &c.line}, `
		SELECT u.url, o.readings, coalesce(o.attested, 0), s.path, coalesce(d.number, 0), coalesce(o.line, 0)
		FROM occurrences o JOIN urls u ON u.id = o.url JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.readings IS NOT NULL
		ORDER BY o.id`)
	for _, row := range reasons {
		r.reasons = append(r.reasons, *row)
	}
	slices.SortFunc(r.reasons, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(reasonRank(a.why), reasonRank(b.why)), strings.Compare(a.why, b.why))
	})
	r.reasons = r.reasons[:min(len(r.reasons), maxKinds)]
}

// reasonRank puts the hyphen cases first, which the RFC leaves open.
func reasonRank(why string) int {
	if i := slices.Index([]string{"hyphen", "space", "soft-break", "next-line"}, why); i >= 0 {
		return i
	}
	return 4
}

// add counts a case, and keeps it if it is among the first with its outcome. Those that evidence decides are shown first.
func (r *reasonRow) add(c readingCase) {
	r.n++
	r.outcomes[c.outcome]++
	if slices.ContainsFunc(r.cases, func(x readingCase) bool { return x.url == c.url }) {
		return
	}
	at, _ := slices.BinarySearchFunc(r.cases, c.outcome+1, func(x readingCase, o outcome) int { return cmp.Compare(x.outcome, o) })
	if at < maxCases {
		r.cases = slices.Insert(r.cases, at, c)
		r.cases = r.cases[:min(len(r.cases), maxCases)]
	}
}
