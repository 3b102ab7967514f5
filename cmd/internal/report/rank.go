package report

import (
	"cmp"
	"hash/maphash"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// top returns the n first of the numbers from 0 to all, in the order that compare says. Numbers that take refuses are left out.
func top(all, n int, take func(i int) bool, compare func(i, j int) int) []int {
	var list []int
	for i := range all {
		if !take(i) || len(list) >= n && compare(list[n-1], i) < 0 {
			continue
		}
		if list = append(list, i); len(list) >= 2*n || len(list) == n {
			slices.SortFunc(list, compare)
			list = list[:n]
		}
	}
	slices.SortFunc(list, compare)
	return list[:min(len(list), n)]
}

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

func (r *reader) countSchemes(now time.Time) {
	counts := make([]int, len(r.census.schemes.list))
	for _, u := range r.url {
		counts[u.scheme] += int(u.n)
	}
	names := r.census.schemes.list
	most := top(len(counts), maxSchemes, func(i int) bool { return counts[i] > 0 },
		func(i, j int) int {
			return cmp.Or(cmp.Compare(counts[j], counts[i]), strings.Compare(names[i], names[j]))
		})
	slices.SortStableFunc(most, func(i, j int) int { return cmp.Compare(schemeRank(names[i]), schemeRank(names[j])) })
	var list []tally
	slots := make([]int, len(counts))
	for i := range slots {
		slots[i] = len(most)
	}
	total := 0
	for slot, i := range most {
		slots[i] = slot
		list = append(list, tally{names[i], counts[i]})
		total += counts[i]
	}
	if total < r.occurrences {
		list = append(list, tally{"", r.occurrences - total})
	}
	months := monthly{}
	for _, p := range r.found {
		months.count(r.document[p.document].day.month(), slots[r.url[p.url].scheme], 1)
	}
	r.calendar = newCalendar(months, now)
	r.archive.schemes = r.calendar.series(list, months)
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

func (r *reader) countSources() {
	counts := make([]int, r.archive.sources)
	for _, p := range r.found {
		if source := r.document[p.document].source; source >= 0 {
			counts[source]++
		}
	}
	for _, i := range top(len(counts), maxSources, func(i int) bool { return counts[i] > 0 },
		func(i, j int) int { return cmp.Or(cmp.Compare(counts[j], counts[i]), cmp.Compare(i, j)) }) {
		r.all(func(row row) {
			r.largest = append(r.largest, sourceRow{path: row.Text(0), format: row.Text(1), messages: row.number(2), bytes: row.number(3),
				changed: row.Text(4), fingerprint: row.Text(5), state: row.Text(6), occurrences: counts[i]})
		}, selectSource, r.census.sources.id(i))
	}
}

// countArchives finds the years of which most is in one archive.
func (r *reader) countArchives() {
	if len(r.archives.list) < 2 {
		return
	}
	type key struct{ year, archive int32 }
	counts, years, whole := map[key]int{}, map[int32]int{}, map[int32]int{}
	dated := 0
	for _, p := range r.found {
		if d := r.document[p.document]; r.calendar.shows(d.day) {
			year := int32(d.day.month() / 12)
			counts[key{year, d.archive}]++
			years[year]++
			whole[d.archive]++
			dated++
		}
	}
	if len(whole) < 2 {
		return // no figure over time has another
	}
	for archive, n := range whole {
		if archive >= 0 && n*3 >= dated*2 {
			r.dominated = append(r.dominated, dominatedYear{0, r.archives.list[archive], n, dated})
		}
	}
	for k, n := range counts {
		if all := years[k.year]; all >= enough && n*3 >= all*2 && k.archive >= 0 && whole[k.archive]*3 < dated*2 {
			r.dominated = append(r.dominated, dominatedYear{int(k.year), r.archives.list[k.archive], n, all})
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
	m := &r.making
	r.all(func(row row) { m.flags = row.Text(0) }, selectFlags)
	r.all(func(row row) {
		m.skipped = append(m.skipped, skippedRow{row.Text(0), row.Text(1), row.number(2)})
	}, selectSkipped, maxSkipped)
	r.all(func(row row) {
		m.runs = append(m.runs, runRow{row.Text(0), row.Text(2), row.Text(3), row.number(4), row.number(5), row.number(6), row.number(7), row.number(9)})
	}, selectRuns, maxRuns)
	r.all(func(row row) { m.unpacked = row.number(0) }, selectBytes)
	r.all(func(row row) { m.copies = row.number(0) }, selectCopies)
}

// A hostTally is what is counted of a host.
type hostTally struct {
	n, urls      int
	messages     int // documents with its URLs
	last         int // of these the last
	first, until day
	class        class
}

func (r *reader) tallyHosts() []hostTally {
	hosts := make([]hostTally, len(r.census.hosts.list))
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
		h.until = max(h.until, u.last)
	}
	for _, p := range r.found {
		if host := r.url[p.url].host; host >= 0 && hosts[host].last != int(p.document)+1 {
			hosts[host].last = int(p.document) + 1 // those of a document stand together
			hosts[host].messages++
		}
	}
	for i := range hosts {
		hosts[i].class = classOf(r.census.hosts.list[i], hosts[i].n, int(r.loaded[i]))
	}
	return hosts
}

func (r *reader) rankHosts() {
	names := r.census.hosts.list
	hosts := r.tallyHosts()
	for _, h := range hosts {
		if h.n > 0 {
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
	ranked := func(class class, most int) []int {
		return top(len(hosts), most, func(i int) bool { return hosts[i].n > 0 && hosts[i].class == class },
			func(i, j int) int {
				return cmp.Or(cmp.Compare(hosts[j].n, hosts[i].n), strings.Compare(names[i], names[j]))
			})
	}
	row := func(i int) placeRow {
		h := hosts[i]
		return placeRow{index: i, name: names[i], urls: h.urls, n: h.n, messages: h.messages, first: h.first.String(), last: h.until.String()}
	}
	slots := make([]int, len(hosts)) // in the figure, from 1
	var charted []tally
	var chartedHosts []int
	for _, i := range ranked(ordinary, maxHosts) {
		r.busiest = append(r.busiest, row(i))
		if hosts[i].first != 0 && len(charted) < maxCharted {
			charted = append(charted, tally{names[i], hosts[i].n})
			chartedHosts = append(chartedHosts, i)
			slots[i] = len(charted)
		}
	}
	for class := ordinary + 1; class < numClasses; class++ {
		for _, i := range ranked(class, maxApart) {
			r.apart[class].list = append(r.apart[class].list, row(i))
		}
	}
	months := monthly{}
	for _, p := range r.found {
		if host := r.url[p.url].host; host >= 0 && slots[host] > 0 {
			months.count(r.document[p.document].day.month(), slots[host]-1, 1)
		}
	}
	r.charted = r.calendar.series(charted, months)
	for i := range r.charted {
		r.charted[i].index = chartedHosts[i]
	}
}

func (r *reader) rankURLs() {
	for _, i := range top(len(r.url), maxURLs, func(i int) bool { return r.url[i].n > 0 },
		func(i, j int) int { return cmp.Or(cmp.Compare(r.url[j].n, r.url[i].n), cmp.Compare(i, j)) }) {
		u := r.url[i]
		r.frequent = append(r.frequent, placeRow{index: i, name: r.urlText(i), n: int(u.n), first: u.first.String(), last: u.last.String()})
	}
}

// urlText returns the text of a URL of the census.
func (r *reader) urlText(i int) (text string) {
	r.all(func(row row) { text = row.Text(0) }, selectURL, r.census.urls.id(i))
	return text
}

func (r *reader) rankKinds() {
	for _, k := range r.kindsOf {
		r.kinds = append(r.kinds, *k)
	}
	slices.SortFunc(r.kinds, func(a, b kindRow) int { return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.kind, b.kind)) })
	r.kinds = r.kinds[:min(len(r.kinds), maxStanding)]
}

func (r *reader) rankDeviations() {
	for _, k := range r.deviated {
		slices.SortStableFunc(k.legal, func(a, b tally) int { return cmp.Compare(b.n, a.n) })
		r.archive.deviations = append(r.archive.deviations, *k)
	}
	slices.SortFunc(r.archive.deviations, func(a, b deviationRow) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.kind, b.kind))
	})
	r.archive.deviations = r.archive.deviations[:min(len(r.archive.deviations), maxKinds)]
	for i := range r.archive.deviations {
		d := &r.archive.deviations[i]
		d.example, d.traced = r.urlText(d.url), r.tracePlace(d.place)
	}
}

// maxTexts is how many rejected texts are counted. Those that come later are counted only by their rule.
const maxTexts = 1 << 20

// schemeAlone is a text that ends before there is anything to find.
var schemeAlone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:/{0,3}$`)
})

func (r *reader) readRejected() {
	type key struct {
		rule, section string
		alone         bool
	}
	rules := map[key]*ruleRow{}
	seed := maphash.MakeSeed()
	texts := 0
	r.all(func(row row) {
		r.rejected++
		text := row.Text(3)
		k := key{row.Text(1), row.Text(2), false}
		if schemeAlone().MatchString(text) {
			k = key{alone: true}
		}
		rule := rules[k]
		if rule == nil {
			rule = &ruleRow{rule: k.rule, section: k.section, alone: k.alone, texts: map[uint64]textTally{}}
			rules[k] = rule
		}
		rule.n++
		hash := maphash.String(seed, text)
		t, known := rule.texts[hash]
		switch {
		case known:
			t.n++
		case texts == maxTexts:
			return
		default:
			texts++
			t = textTally{int64(row.number(0)), 1}
		}
		rule.texts[hash] = t
	}, selectRejected)
	for _, rule := range rules {
		r.rules = append(r.rules, *rule)
	}
	slices.SortFunc(r.rules, func(a, b ruleRow) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.rule, b.rule), strings.Compare(a.section, b.section))
	})
	r.rules = r.rules[:min(len(r.rules), maxKinds)]
	for i := range r.rules {
		r.exemplify(&r.rules[i])
	}
}

// exemplify finds the most frequent texts of a rule, the first ones among equals.
func (r *reader) exemplify(rule *ruleRow) {
	texts := slices.SortedFunc(maps.Values(rule.texts), func(a, b textTally) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.first, b.first)) })
	for _, t := range texts[:min(len(texts), maxExamples)] {
		r.all(func(row row) {
			rule.examples = append(rule.examples, rejectedText{row.Text(0), row.Text(1), row.number(2), t.n, tracedPlace{
				path: row.Text(3), member: row.Text(4), attachment: row.Text(5), message: row.number(6), part: row.Text(7), header: row.Text(8),
				line: row.number(9), start: row.number(10), end: row.number(11),
			}})
		}, selectRejectedText, t.first)
	}
	rule.texts = nil
}

func (r *reader) rankReasons() {
	for _, reason := range r.reasonsOf {
		r.reasons = append(r.reasons, *reason)
	}
	slices.SortFunc(r.reasons, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(reasonRank(a.why), reasonRank(b.why)), strings.Compare(a.why, b.why))
	})
	r.reasons = r.reasons[:min(len(r.reasons), maxKinds)]
	for _, reason := range r.reasons {
		for i := range reason.cases {
			c := &reason.cases[i]
			c.url = r.urlText(c.urlIndex)
			c.tracedPlace = r.tracePlace(c.place)
		}
	}
}
