package report

import (
	"encoding/json"
	"slices"
	"strings"
)

// A reader makes an archive of a database: it reads the tables into a census, and counts what is in that.
type reader struct {
	*querier
	census
	archive
	kindsOf   register[string, kindRow]
	deviated  register[string, deviationRow]
	reasonsOf register[string, reasonRow]
}

func readArchive(q *querier, config Config) (*reader, error) {
	r := &reader{querier: q, archive: archive{defanged: config.Defang}}
	r.readSources()
	r.readDocuments()
	r.readURLs()
	r.readOccurrences()
	r.readRejected()
	if r.err != nil {
		return nil, r.err
	}
	r.countSchemes(config.Now)
	r.countPlaces()
	r.rankSources()
	r.countArchives()
	r.countMessages()
	r.readMaking()
	r.rankHosts()
	r.rankURLs()
	r.kinds = mostOf(r.kindsOf.rows, maxStanding, (*kindRow).counted)
	r.rankDeviations()
	r.rankReasons()
	return r, r.err
}

func (r *reader) readSources() {
	r.all(func(row row) {
		r.archive.sources, r.bytes, r.messages, r.unfinished, r.troubled = row.number(0), row.number(1), row.number(2), row.number(3), row.number(4)
		r.folder = commonFolder(row.Text(5), row.Text(6))
	}, selectSources)
	r.all(func(row row) { r.census.sources.row(row.Int(0)).id = row.Int(0) }, selectSourceIDs)
	r.all(func(row row) { r.formats = append(r.formats, tally{row.Text(0), row.number(1)}) }, selectFormats, maxFormats)
	r.trouble = r.table("What could not be read", columns("source", "error"), func(row row) []string {
		return []string{r.path(row.Text(0)), r.told(row.Text(1))}
	}, selectTrouble, maxTrouble)
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
	source, lastMember, archive := int32(-1), "", int32(-1)
	r.all(func(row row) {
		r.census.documents = append(r.census.documents, row.Int(0))
		last := source
		if source = -1; !row.IsNull(1) {
			source = r.census.sources.number(row.Int(1))
		}
		if member := row.Text(3); source >= 0 && (source != last || member != lastMember) {
			name := archiveOf(row.Text(4), r.folder)
			if member != "" {
				name = row.Text(4) + "!" + archiveOf(strings.TrimPrefix(member, "./"), "")
			}
			archive = r.archives.number(name)
			r.archives.rows[archive].name = name
			lastMember = member
		}
		r.document = append(r.document, documentTally{dayOf(row.Text(2)), source, archive})
	}, selectDocuments)
	r.archive.documents = len(r.document)
}

func (r *reader) readURLs() {
	r.all(func(row row) {
		scheme := row.Text(1)
		u := urlTally{scheme: r.census.schemes.number(scheme), host: -1, strict: row.number(3) != 0, length: int32(row.number(4))}
		r.census.schemes.rows[u.scheme].name = scheme
		if !row.IsNull(2) {
			host := row.Text(2)
			u.host = r.census.hosts.number(host)
			r.census.hosts.rows[u.host].name = host
		}
		if u.strict {
			r.strictURLs++
		}
		r.census.urls = append(r.census.urls, row.Int(0))
		r.url = append(r.url, u)
	}, selectURLs)
	r.archive.urls, r.archive.hosts = len(r.url), len(r.census.hosts.rows)
}

// readOccurrences counts what needs nothing of other tables.
func (r *reader) readOccurrences() {
	r.all(func(row row) {
		url, document := r.census.urls.index(row.Int(2)), r.census.documents.index(row.Int(1))
		if url < 0 || document < 0 {
			return // the database is damaged
		}
		best := url
		if meant := r.census.urls.index(row.Int(3)); meant >= 0 && !row.IsNull(3) {
			best = meant
		}
		at := len(r.found)
		r.places = append(r.places, row.Int(0))
		r.found = append(r.found, foundTally{int32(best), int32(document)})
		r.url[best].n++
		name := row.Text(4)
		kind := r.kindsOf.row(name)
		kind.name = name
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
			r.census.hosts.rows[host].loaded++
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

// addDeviations counts each kind once for each place. A good example has no other deviation, and is short.
func (r *reader) addDeviations(text string, url, place int) {
	var deviations []deviation
	if json.Unmarshal([]byte(text), &deviations) != nil {
		return
	}
	for i, d := range deviations {
		if slices.ContainsFunc(deviations[:i], func(e deviation) bool { return e.Kind == d.Kind }) {
			continue
		}
		k := r.deviated.row(d.Kind)
		if k.n == 0 {
			*k = deviationRow{tally: tally{name: d.Kind}, section: d.Section, others: len(text), url: url, place: place}
		}
		k.n++
		legal := k.legal.row(d.Legal)
		legal.name = d.Legal
		legal.n++
		if others := len(deviations) - 1; others < k.others || others == k.others && r.url[url].length < r.url[k.url].length {
			k.url, k.place, k.offset, k.others = url, place, d.Offset, others
		}
	}
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
		row := r.reasonsOf.row(why)
		row.name = why
		row.add(c)
	}
}
