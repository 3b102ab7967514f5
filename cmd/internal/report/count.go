package report

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// A reader makes an archive of a database: it reads the tables into a census, and counts what is in that.
type reader struct {
	*querier
	census
	archive
	kindsOf    map[string]*kindRow
	deviated   map[string]*deviationRow
	deviations map[string][]deviation // by their JSON
	reasonsOf  map[string]*reasonRow
	paths      []string // of sources, until documents are read
	loaded     []int32  // of each host, the occurrences that programs load by themselves
}

func readArchive(q *querier, now time.Time) (*reader, error) {
	r := &reader{querier: q, kindsOf: map[string]*kindRow{}, deviated: map[string]*deviationRow{}, reasonsOf: map[string]*reasonRow{}}
	r.readSources()
	r.readDocuments()
	r.readURLs()
	r.readOccurrences()
	r.readRejected()
	if r.err != nil {
		return nil, r.err
	}
	r.countSchemes(now)
	r.countPlaces()
	r.countSources()
	r.countArchives()
	r.countMessages()
	r.readMaking()
	r.rankHosts()
	r.rankURLs()
	r.rankKinds()
	r.rankDeviations()
	r.rankReasons()
	return r, r.err
}

func (r *reader) readSources() {
	formats := map[string]int{}
	first, last := "", ""
	r.all(func(row row) {
		path, state := row.Text(1), row.Text(3)
		if r.archive.sources == 0 {
			first, last = path, path
		}
		first, last = min(first, path), max(last, path)
		r.census.sources.add(int64(row.number(0)))
		r.paths = append(r.paths, path)
		formats[row.Text(2)]++
		switch state {
		case "reading":
			r.unfinished++
		case "trouble", "failed":
			r.troubled++
		}
		r.archive.sources++
		r.bytes += row.number(4)
		r.messages += row.number(5)
	}, selectSources)
	r.folder = commonFolder(first, last)
	for name, n := range formats {
		r.formats = append(r.formats, tally{name, n})
	}
	slices.SortFunc(r.formats, compareTallies)
	r.formats = r.formats[:min(len(r.formats), maxFormats)]
	r.all(func(row row) { r.trouble = append(r.trouble, sourceRow{path: row.Text(0), trouble: row.Text(1)}) }, selectTrouble, maxTrouble)
}

// compareTallies puts the most frequent first.
func compareTallies(a, b tally) int {
	return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.name, b.name))
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

// withoutMonths takes the names of months out of those of files.
var withoutMonths = strings.NewReplacer("January", "0", "February", "0", "March", "0", "April", "0", "May", "0", "June", "0", "July", "0", "August", "0",
	"September", "0", "October", "0", "November", "0", "December", "0")

// archiveOf returns the name of the archive that a file belongs to: its folder, or, for files that stand in the folder of all, what
// their names have in common with others, such as list-….mbox.
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
	lastSource, lastMember, archive := -1, "", int32(-1)
	r.all(func(row row) {
		r.census.documents.add(int64(row.number(0)))
		source := r.census.sources.index(int64(row.number(1)))
		member := row.Text(3)
		switch {
		case source < 0 || source == lastSource && member == lastMember:
		case member != "":
			archive = r.archives.number(r.paths[source] + "!" + archiveOf(strings.TrimPrefix(member, "./"), ""))
		default:
			archive = r.archives.number(archiveOf(r.paths[source], r.folder))
		}
		lastSource, lastMember = source, member
		r.document = append(r.document, documentTally{dayOf(row.Text(2)), int32(source), archive})
	}, selectDocuments)
	r.paths = nil
	r.archive.documents = len(r.document)
}

func (r *reader) readURLs() {
	r.all(func(row row) {
		u := urlTally{scheme: r.census.schemes.number(row.Text(1)), host: -1, strict: row.number(3) != 0, length: int32(row.number(4))}
		if !row.IsNull(2) {
			u.host = r.census.hosts.number(row.Text(2))
		}
		if u.strict {
			r.strictURLs++
		}
		r.census.urls.add(int64(row.number(0)))
		r.url = append(r.url, u)
	}, selectURLs)
	r.archive.urls, r.archive.hosts = len(r.url), len(r.census.hosts.list)
	r.loaded = make([]int32, r.archive.hosts)
}

// readOccurrences counts what needs nothing of other tables.
func (r *reader) readOccurrences() {
	r.all(func(row row) {
		url, document := r.census.urls.index(int64(row.number(2))), r.census.documents.index(int64(row.number(1)))
		if url < 0 || document < 0 {
			return // the database is damaged
		}
		best := url
		if meant := r.census.urls.index(int64(row.number(3))); meant >= 0 && !row.IsNull(3) {
			best = meant
		}
		at := len(r.found)
		r.places.add(int64(row.number(0)))
		r.found = append(r.found, foundTally{int32(best), int32(document)})
		r.url[best].n++
		kind := r.kindsOf[row.Text(4)]
		if kind == nil {
			kind = &kindRow{kind: row.Text(4)}
			r.kindsOf[kind.kind] = kind
		}
		kind.n++
		if row.number(5) != 0 {
			kind.broken++
		}
		if row.IsNull(6) {
			r.strict++
		} else {
			r.addDeviations(row.Text(6), url, at)
		}
		if !row.IsNull(7) {
			r.addReadings(row.Text(7), row.number(8) != 0, url, at)
		}
		if host := r.url[best].host; host >= 0 && isLoaded(row.Text(9), row.Text(10)) {
			r.loaded[host]++
		}
	}, selectOccurrences)
	r.occurrences = len(r.found)
}

// A deviation is one as the database has it.
type deviation struct {
	Kind, Section string
	Legal         string `json:"legal_since"`
	Offset        int
}

// maxRemembered is how many lists of deviations are kept parsed. Most places have one of few.
const maxRemembered = 1 << 14

// addDeviations counts each kind once for each place. A good example has no other deviation, and is short.
func (r *reader) addDeviations(text string, url, place int) {
	deviations, known := r.deviations[text]
	if !known {
		if json.Unmarshal([]byte(text), &deviations) != nil {
			deviations = nil
		}
		if len(r.deviations) >= maxRemembered || r.deviations == nil {
			r.deviations = map[string][]deviation{}
		}
		r.deviations[text] = deviations
	}
	for i, d := range deviations {
		if slices.ContainsFunc(deviations[:i], func(e deviation) bool { return e.Kind == d.Kind }) {
			continue
		}
		k := r.deviated[d.Kind]
		if k == nil {
			k = &deviationRow{kind: d.Kind, section: d.Section, others: len(text), url: url, place: place}
			r.deviated[d.Kind] = k
		}
		k.n++
		k.legal = tallied(k.legal, d.Legal)
		if others := len(deviations) - 1; others < k.others || others == k.others && r.url[url].length < r.url[k.url].length {
			k.url, k.place, k.offset, k.others = url, place, d.Offset, others
		}
	}
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

// A reading is one as the database has it.
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
		row := r.reasonsOf[why]
		if row == nil {
			row = &reasonRow{why: why}
			r.reasonsOf[why] = row
		}
		c := readingCase{urlIndex: url, place: place, reading: first.URL, outcome: neither}
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
		row.add(c)
	}
}
