package report

import (
	"cmp"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/defang"
)

// knownSchemes are those that people look for in a time of which they know something. They come first, in this order, so
// that pages can be compared.
var knownSchemes = []string{"http", "https", "ftp", "gopher", "news", "mailto"}

// schemeRank tells where a scheme stands among the known ones, or after them.
func schemeRank(name string) int {
	if i := slices.Index(knownSchemes, name); i >= 0 {
		return i
	}
	return len(knownSchemes)
}

// countSchemes counts the occurrences of the schemes in each period, and so finds the time that the page shows.
func (r *reader) countSchemes(now time.Time) {
	schemes := r.census.schemes.rows
	for _, u := range r.url {
		schemes[u.scheme].n += int(u.n)
	}
	shown := most(schemes, maxSchemes, (*tally).counted)
	slices.SortStableFunc(shown, func(i, j int) int { return cmp.Compare(schemeRank(schemes[i].name), schemeRank(schemes[j].name)) })
	others := r.occurrences
	slots := slices.Repeat([]int{len(shown)}, len(schemes))
	var list []tally
	for slot, i := range shown {
		slots[i] = slot
		list = append(list, schemes[i])
		others -= schemes[i].n
	}
	if others > 0 {
		list = append(list, tally{"", others})
	}
	months := r.monthly(func(u *urlTally) int { return slots[u.scheme] })
	r.calendar = newCalendar(months, now)
	r.archive.schemes = r.calendar.series(list, months)
}

// monthly counts occurrences by month and by the slot of their URL. Those of the slot -1 are left out.
func (r *reader) monthly(slotOf func(u *urlTally) int) monthly {
	months := monthly{}
	for _, p := range r.found {
		if slot := slotOf(&r.url[p.url]); slot >= 0 {
			months.count(r.document[p.document].day.month(), slot, 1)
		}
	}
	return months
}

// countPlaces finds the first and the last day of each URL.
func (r *reader) countPlaces() {
	for _, p := range r.found {
		d := r.document[p.document].day
		if !r.calendar.shows(d) {
			continue
		}
		u := &r.url[p.url]
		if u.first == 0 || d < u.first {
			u.first = d
		}
		u.last = max(u.last, d)
	}
}

func (r *reader) rankSources() {
	sources := r.census.sources.rows
	for _, p := range r.found {
		if source := r.document[p.document].source; source >= 0 {
			sources[source].n++
		}
	}
	r.largest = table{Caption: "The sources with the most URLs",
		Head: columns("source", "format", "state", "#messages", "#bytes as stored", "#occurrences", "changed", "CRC-32C")}
	for _, s := range mostOf(sources, maxSources, (*sourceTally).counted) {
		r.all(func(row row) {
			r.largest.add(r.path(row.Text(0)), shown(row.Text(1)), shown(row.Text(6)), number(row.number(2)), number(row.number(3)), number(s.n),
				shown(row.Text(4)), shown(row.Text(5)))
		}, selectSource, s.id)
	}
}

// countArchives finds the years of which most is in one archive. The year 0 is all years together.
func (r *reader) countArchives() {
	type key struct{ year, archive int32 }
	counts, all, archives := map[key]int{}, map[int32]int{}, 0
	for _, p := range r.found {
		d := r.document[p.document]
		if !r.calendar.shows(d.day) {
			continue
		}
		for _, year := range [...]int32{0, int32(d.day.month() / 12)} {
			all[year]++
			counts[key{year, d.archive}]++
		}
		if counts[key{0, d.archive}] == 1 {
			archives++
		}
	}
	if archives < 2 {
		return // no figure over time has another
	}
	dominates := func(k key) bool { return counts[k]*3 >= all[k.year]*2 }
	for k, n := range counts {
		if k.archive >= 0 && dominates(k) && (k.year == 0 || all[k.year] >= enough && !dominates(key{0, k.archive})) {
			r.dominated = append(r.dominated, dominatedYear{int(k.year), r.archives.rows[k.archive].name, n, all[k.year]})
		}
	}
	slices.SortFunc(r.dominated, func(a, b dominatedYear) int { return cmp.Compare(a.year, b.year) })
}

// countMessages counts the messages of each period, with and without URLs.
func (r *reader) countMessages() {
	if r.calendar.empty() {
		return
	}
	months := monthly{}
	r.all(func(row row) { months.add(row.Text(0), 0, row.number(1)) }, selectMessages)
	r.written = r.calendar.series([]tally{{}}, months)[0].counts
}

// readMaking reads how the database was made.
func (r *reader) readMaking() {
	r.all(func(row row) { r.flags = row.Text(0) }, selectFlags)
	r.skipped = r.table("What was skipped in messages", columns("why", "type", "#parts"), func(row row) []string {
		return []string{shown(row.Text(0)), cmp.Or(shown(row.Text(1)), "–"), number(row.number(2))}
	}, selectSkipped, maxSkipped)
	r.runs = r.table("Runs of urlsift index, the last one first",
		columns("started", "ended", "version", "#sources read", "#skipped", "#failed", "#bytes", "#occurrences"), func(row row) []string {
			cells := []string{shown(row.Text(0)), cmp.Or(shown(row.Text(1)), "not to its end"), shown(row.Text(2))}
			for i := range 5 {
				cells = append(cells, number(row.number(3+i)))
			}
			return cells
		}, selectRuns, maxRuns)
	r.all(func(row row) { r.unpacked = row.number(0) }, selectBytes)
	r.all(func(row row) { r.copies = row.number(0) }, selectCopies)
}

// hostName returns a host as it is told, which may be long.
func (a *archive) hostName(name string) string {
	if a.defanged {
		return defang.Host(name)
	}
	return name
}

// urlName returns a URL as it is told, which may be long.
func (a *archive) urlName(url string) string {
	if a.defanged {
		return defang.URL(printable.RedactURL(url))
	}
	return url
}

// countHosts counts what is in the URLs of each host.
func (r *reader) countHosts() {
	hosts := r.census.hosts.rows
	for _, u := range r.url {
		if u.host < 0 || u.n == 0 {
			continue
		}
		h := &hosts[u.host]
		h.n += int(u.n)
		h.urls++
		if h.first == 0 || u.first != 0 && u.first < h.first {
			h.first = u.first
		}
		h.last = max(h.last, u.last)
	}
	for _, p := range r.found {
		if host := r.url[p.url].host; host >= 0 && hosts[host].document != int(p.document)+1 {
			hosts[host].document = int(p.document) + 1 // those of a document stand together
			hosts[host].messages++
		}
	}
	for i := range hosts {
		if h := &hosts[i]; h.n > 0 {
			h.class = classOf(h.name, h.n, h.loaded)
			r.apart[h.class].hosts++
			r.apart[h.class].n += h.n
		}
	}
	if r.apart[ordinary].hosts == 0 { // then nothing is apart from it
		for i := range hosts {
			hosts[i].class = ordinary
		}
		r.apart = [numClasses]apartRow{}
	}
}

func (r *reader) rankHosts() {
	r.countHosts()
	hosts := r.census.hosts.rows
	ranked := func(class class, n int) (list []placeRow) {
		for _, i := range most(hosts, n, func(h *hostTally) tally {
			if h.class != class {
				return tally{}
			}
			return h.tally
		}) {
			h := &hosts[i]
			list = append(list, placeRow{index: i, name: r.hostName(h.name), urls: h.urls, n: h.n, messages: h.messages, first: h.first.String(), last: h.last.String()})
		}
		return list
	}
	r.busiest = ranked(ordinary, maxHosts)
	for class := ordinary + 1; class < numClasses; class++ {
		r.apart[class].list = ranked(class, maxApart)
	}
	var charted []tally
	var indexes []int
	for _, row := range r.busiest {
		if row.first != "" && len(charted) < maxCharted {
			charted, indexes = append(charted, tally{row.name, row.n}), append(indexes, row.index)
			hosts[row.index].chart = len(charted)
		}
	}
	r.charted = r.calendar.series(charted, r.monthly(func(u *urlTally) int {
		if u.host < 0 {
			return -1
		}
		return hosts[u.host].chart - 1
	}))
	for i := range r.charted {
		r.charted[i].index = indexes[i]
	}
}

func (r *reader) rankURLs() {
	for _, i := range most(r.url, maxURLs, (*urlTally).counted) {
		u := r.url[i]
		r.frequent = append(r.frequent, placeRow{index: i, name: r.urlName(r.urlText(i)), n: int(u.n), first: u.first.String(), last: u.last.String()})
	}
}

// urlText returns the text of a URL of the census.
func (r *reader) urlText(i int) (text string) {
	r.all(func(row row) { text = row.Text(0) }, selectURL, r.census.urls[i])
	return text
}

func (r *reader) rankDeviations() {
	r.archive.deviations = mostOf(r.deviated.rows, maxKinds, (*deviationRow).counted)
	for i := range r.archive.deviations {
		d := &r.archive.deviations[i]
		slices.SortStableFunc(d.legal.rows, func(a, b tally) int { return cmp.Compare(b.n, a.n) })
		d.example, d.where = r.urlText(d.url), r.tracePlace(d.place).Where
	}
}

// schemeAlone is a text that ends before there is anything to find.
var schemeAlone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:/{0,3}$`)
})

// readRejected counts which rules are broken, and finds the texts that break each most often, the first ones among equals.
func (r *reader) readRejected() {
	type key struct {
		rule, section string
		alone         bool
	}
	var rules register[key, ruleRow]
	seed := maphash.MakeSeed()
	r.all(func(row row) {
		r.rejected++
		k, text := key{row.Text(1), row.Text(2), false}, row.Text(3)
		if schemeAlone().MatchString(text) {
			k = key{alone: true}
		}
		rule := rules.row(k)
		rule.rule, rule.section, rule.alone = k.rule, k.section, k.alone
		rule.n++
		t := rule.texts.row(maphash.String(seed, text))
		if t.n == 0 {
			t.first = row.Int(0)
		}
		t.n++
	}, selectRejected)
	r.rules = mostOf(rules.rows, maxKinds, func(rule *ruleRow) tally { return tally{rule.rule + "\x00" + rule.section, rule.n} })
	for i := range r.rules {
		r.exemplify(&r.rules[i])
	}
}

// exemplify reads the most frequent texts of a rule.
func (r *reader) exemplify(rule *ruleRow) {
	for _, t := range mostOf(rule.texts.rows, maxExamples, func(t *textTally) tally { return tally{n: t.n} }) {
		r.all(func(row row) {
			rule.examples = append(rule.examples, rejectedText{row.Text(16), row.Text(17), row.number(18), t.n, r.placeOf(row).Where})
		}, selectRejectedText, t.first)
	}
	rule.texts = register[uint64, textTally]{}
}

func (r *reader) rankReasons() {
	r.reasons = r.reasonsOf.rows
	slices.SortFunc(r.reasons, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(reasonRank(a.name), reasonRank(b.name)), strings.Compare(a.name, b.name))
	})
	r.reasons = r.reasons[:min(len(r.reasons), maxKinds)]
	for _, reason := range r.reasons {
		for i := range reason.cases {
			c := &reason.cases[i]
			c.url, c.reading = r.urlName(r.urlText(c.urlIndex)), r.urlName(c.reading)
			c.where = r.tracePlace(c.place).Where
		}
	}
}
