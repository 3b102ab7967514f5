package report

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A census holds the contents of a database in tables of numbers. It is made in one pass
// over each table of the database, and every figure is computed from it. It has about 70
// bytes for each URL, 20 for each document and 20 for each occurrence.
//
// Tables that may have millions of rows are read once, in the order of the ids, and
// counted in memory: SQLite sorts the rows that it groups, and would sort all occurrences
// again for each figure, which takes several times as long. Smaller tables are grouped in
// SQL.
type census struct {
	documents numbering
	document  []documentTally
	urls      numbering
	url       []urlTally
	places    numbering // occurrences
	found     []foundTally

	sources  register[int64, sourceTally] // by id
	archives register[string, tally]
	hosts    register[string, hostTally] // the last row is for URLs without a host
	schemes  register[string, tally]

	kinds      register[string, kindTally]
	deviations register[string, deviationTally]
	reasons    register[string, reasonTally]
	strict     int // occurrences
	strictURLs int
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
}

type documentTally struct {
	day     day
	source  int32 // or -1
	archive int32
}

type urlTally struct {
	span
	host   int32
	scheme int32
	n      int32
	length int32 // characters of its text
	traced int32 // see where
	strict bool
	places []int32 // in the order of the archive
}

func (u *urlTally) counted() tally { return tally{n: int(u.n)} }

type foundTally struct{ url, document int32 }

type sourceTally struct {
	tally
	id int64
}

// A hostTally holds the counts of a host.
type hostTally struct {
	tally
	span
	urls     []int32 // most frequent first
	messages int     // documents with its URLs
	document int     // number of the last of these, from 1
	loaded   int     // occurrences that programs load by themselves
	traced   int32   // see where
	class    class
	chart    int // number in the figure, from 1
}

// A kindTally counts a way in which URLs are delimited.
type kindTally struct {
	tally
	broken int
}

type deviationTally struct {
	tally
	section string
	// since which RFC the deviation is legal, most frequent first; "" is never
	legal      register[string, tally]
	url, place int // indexes of the URL and the place of the example
	offset     int // in the URL
	others     int // other deviations of the example
}

// A reasonTally counts the places with another reading for one reason.
type reasonTally struct {
	tally
	outcomes [numOutcomes]int
	cases    []readingCase
}

// An outcome says which readings of a place occur unbroken elsewhere in the archive.
type outcome int

const (
	asFound outcome = iota // only the URL as it was found
	other                  // only another reading
	both
	neither
	numOutcomes
)

type readingCase struct {
	url, place int // their indexes
	reading    string
	outcome    outcome
}

// add counts a case, and keeps it if it is among the first with its outcome. Cases
// decided by evidence are shown first.
func (r *reasonTally) add(c readingCase) {
	r.n++
	r.outcomes[c.outcome]++
	if slices.ContainsFunc(r.cases, func(x readingCase) bool { return x.url == c.url }) {
		return
	}
	at, _ := slices.BinarySearchFunc(r.cases, c.outcome+1,
		func(x readingCase, o outcome) int { return int(x.outcome - o) })
	if at < maxCases {
		r.cases = slices.Insert(r.cases, at, c)
		r.cases = r.cases[:min(len(r.cases), maxCases)]
	}
}

// An apartRow holds the counts of the hosts of a class, and the most frequent of them.
type apartRow struct {
	hosts, n int
	top      []int
}

// A ruleTally counts the texts that break a rule.
type ruleTally struct {
	tally
	rule, section string
	texts         register[uint64, textTally] // by their hash
}

// A textTally counts the rejections of a text.
type textTally struct {
	first int64 // id of the first rejection
	n     int
}

// A numbering maps ids, added in ascending order, to indexes.
type numbering []int64

// index returns the index of an id, or -1.
func (l numbering) index(id int64) int {
	if len(l) > 0 {
		if i := id - l[0]; 0 <= i && i < int64(len(l)) && l[i] == id { // the usual case: no gaps
			return int(i)
		}
	}
	if i, ok := slices.BinarySearch(l, id); ok {
		return i
	}
	return -1
}

func (r *reader) readSources() {
	r.Each(func(row sqlite.Row) {
		r.total = totals{sources: row.Number(0), bytes: row.Number(1), messages: row.Number(2),
			unfinished: row.Number(3), troubled: row.Number(4)}
		r.folder = commonFolder(row.Text(5), row.Text(6))
	}, `SELECT count(*), coalesce(sum("read"), 0), coalesce(sum(messages), 0),
		coalesce(sum(state = 'reading'), 0), coalesce(sum(state IN ('trouble', 'failed')), 0),
		min(path), max(path) FROM sources`)
	r.Each(func(row sqlite.Row) { r.sources.row(row.Int(0)).id = row.Int(0) },
		"SELECT id FROM sources ORDER BY id")
}

// commonFolder returns the longest folder common to the sorted paths from first to last.
// The page does not show it, since it describes the machine rather than the archive.
func commonFolder(first, last string) string {
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return first[:strings.LastIndexAny(first[:n], `/\`)+1]
}

// withoutMonths removes the names of months from those of files.
var withoutMonths = strings.NewReplacer("January", "0", "February", "0", "March", "0", "April", "0",
	"May", "0", "June", "0", "July", "0", "August", "0",
	"September", "0", "October", "0", "November", "0", "December", "0")

// archiveOf returns the name of the archive of a file: its folder, or for a file directly
// in the folder of all sources, its name with "…" for numbers and months, such as
// list-….mbox.
func archiveOf(file, folder string) string {
	at := strings.LastIndexAny(file, `/\\`) + 1
	if at > len(folder) && at > len("./") {
		return file[:at]
	}
	var b strings.Builder
	b.WriteString(file[:at])
	digits := false
	for _, r := range withoutMonths.Replace(file[at:]) {
		isDigit := '0' <= r && r <= '9' || digits && (r == '-' || r == '_')
		switch {
		case !isDigit:
			b.WriteRune(r)
		case !digits:
			b.WriteString("…")
		}
		digits = isDigit
	}
	return b.String()
}

func (r *reader) readDocuments() {
	source, lastMember, archive := int32(-1), "", int32(-1)
	r.Each(func(row sqlite.Row) {
		r.documents = append(r.documents, row.Int(0))
		last := source
		if source = -1; !row.IsNull(1) {
			source = r.sources.indexOf(row.Int(1))
		}
		if member := row.Text(3); source >= 0 && (source != last || member != lastMember) {
			name := archiveOf(row.Text(4), r.folder)
			if member != "" {
				name = row.Text(4) + "!" + archiveOf(strings.TrimPrefix(member, "./"), "")
			}
			archive = r.archives.indexOf(name)
			r.archives.rows[archive].name = name
			lastMember = member
		}
		r.document = append(r.document, documentTally{dayOf(row.Text(2)), source, archive})
	}, "SELECT d.id, s.id, d.date, d.member, s.path FROM documents d LEFT JOIN sources s ON s.id = "+
		"d.source ORDER BY d.id")
}

func (r *reader) readURLs() {
	r.Each(func(row sqlite.Row) {
		scheme := row.Text(1)
		u := urlTally{scheme: r.schemes.indexOf(scheme), host: -1, strict: row.Int(3) != 0,
			length: int32(row.Int(4))}
		r.schemes.rows[u.scheme].name = scheme
		if !row.IsNull(2) {
			host := row.Text(2)
			u.host = r.hosts.indexOf(host)
			r.hosts.rows[u.host].name = host
		}
		if u.strict {
			r.strictURLs++
		}
		r.urls = append(r.urls, row.Int(0))
		r.url = append(r.url, u)
	}, "SELECT id, scheme, host, strict, length(url) FROM urls ORDER BY id")
	for i := range r.url {
		if r.url[i].host < 0 {
			r.url[i].host = int32(len(r.hosts.rows))
		}
	}
	r.hosts.rows = append(r.hosts.rows, hostTally{class: numClasses})
}

// hostless returns the index of the row for URLs without a host.
func (c *census) hostless() int { return len(c.hosts.rows) - 1 }

// readOccurrences counts everything that needs no other table.
func (r *reader) readOccurrences() {
	r.Each(func(row sqlite.Row) {
		url, document := r.urls.index(row.Int(2)), r.documents.index(row.Int(1))
		if url < 0 || document < 0 {
			return // the database is damaged
		}
		best := url
		if meant := r.urls.index(row.Int(3)); meant >= 0 && !row.IsNull(3) {
			best = meant
		}
		at := len(r.found)
		r.places = append(r.places, row.Int(0))
		r.found = append(r.found, foundTally{int32(best), int32(document)})
		u := &r.url[best]
		u.n++
		u.places = append(u.places, int32(at))
		name := row.Text(4)
		kind := r.kinds.row(name)
		kind.name = name
		kind.n++
		if row.Int(5) != 0 {
			kind.broken++
		}
		if row.IsNull(6) {
			r.strict++
		} else {
			r.addDeviations(row.Text(6), url, at)
		}
		if !row.IsNull(7) {
			r.addReadings(row.Text(7), row.Int(8) != 0, url, at)
		}
		if isLoaded(row.Text(9), row.Text(10)) {
			r.hosts.rows[u.host].loaded++
		}
	}, `SELECT id, document, url, best, kind, broken, deviations, readings, attested, element, attribute
		FROM occurrences ORDER BY id`)
}

// A deviation is a deviation in the form of the database.
type deviation struct {
	Kind, Section string
	Legal         string `json:"legal_since"`
	Offset        int
}

// addDeviations counts each kind once for each place. A good example is short and has no
// other deviation.
func (r *reader) addDeviations(text string, url, place int) {
	var deviations []deviation
	if json.Unmarshal([]byte(text), &deviations) != nil {
		return
	}
	for i, d := range deviations {
		if slices.ContainsFunc(deviations[:i], func(e deviation) bool { return e.Kind == d.Kind }) {
			continue
		}
		k := r.deviations.row(d.Kind)
		if k.n == 0 {
			*k = deviationTally{tally: tally{name: d.Kind}, section: d.Section, others: len(text),
				url: url, place: place}
		}
		k.n++
		legal := k.legal.row(d.Legal)
		legal.name = d.Legal
		legal.n++
		if others := len(deviations) - 1; others < k.others ||
			others == k.others && r.url[url].length < r.url[k.url].length {
			k.url, k.place, k.offset, k.others = url, place, d.Offset, others
		}
	}
}

// A reading is a reading in the form of the database.
type reading struct {
	URL, Why string
	Attested bool
}

// addReadings counts each reason once for each place.
func (r *reader) addReadings(text string, attested bool, url, place int) {
	var readings []reading
	if json.Unmarshal([]byte(text), &readings) != nil {
		return
	}
	for i, first := range readings {
		why := first.Why
		if slices.ContainsFunc(readings[:i], func(e reading) bool { return e.Why == why }) {
			continue
		}
		c := readingCase{url: url, place: place, reading: first.URL, outcome: neither}
		for _, reading := range readings {
			if reading.Why == why && reading.Attested {
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
		row := r.reasons.row(why)
		row.name = why
		row.add(c)
	}
}
