package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// overTime holds the figures by the dates of messages.
type overTime struct {
	Dated                        bool // there are dates
	Counts, Rates, Shares, Hosts section
}

// countSchemes counts the occurrences of the schemes in each period, and so determines
// the time that the page shows.
func (r *reader) countSchemes() {
	schemes := r.schemes.rows
	for _, u := range r.url {
		schemes[u.scheme].n += int(u.n)
	}
	shown := most(schemes, maxSchemes, (*tally).counted)
	slices.SortStableFunc(shown, func(i, j int) int {
		return cmp.Compare(orderIn(knownSchemes, schemes[i].name), orderIn(knownSchemes, schemes[j].name))
	})
	others := len(r.found)
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
	r.calendar = newCalendar(months, r.config.Now)
	r.stacked = r.calendar.series(list, months)
}

// monthly counts occurrences by month and by the slot of their URL. Those of slot -1 are
// left out.
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
		if d := r.document[p.document].day; r.calendar.shows(d) {
			r.url[p.url].extend(d)
		}
	}
}

// time shows the schemes over time.
func (r *reader) time(p *overTime) {
	c := r.calendar
	if c.empty() {
		p.Counts.Saw = "No message has a usable date."
		p.Counts.Table = table{Caption: "Occurrences by scheme", Head: columns("scheme", "#occurrences")}
		for _, s := range r.stacked {
			p.Counts.add(tallyBar(schemeName(s.name), s.n), schemeName(s.name), number(s.n))
		}
		if len(r.stacked) > 0 {
			p.Counts.draw("counts", "Occurrences by scheme", legend{})
		}
		return
	}
	schemes := legend{From: "From the bottom:"}
	for rank, s := range r.stacked {
		schemes.Keys = append(schemes.Keys, key{schemeClass(r.stacked, rank), schemeName(s.name)})
	}
	totals, most := sums(r.stacked, c.len())
	at := slices.Index(totals, most)
	p.Counts.Saw = fmt.Sprintf("Most are in messages of %s: %s with a date.", c.name(at),
		partOf(most, c.dated, "occurrence", "occurrences"))
	p.Shares.Saw = r.shares(totals)
	if slices.ContainsFunc(totals, func(n int) bool { return 0 < n && n < enough }) {
		p.Shares.Saw += fmt.Sprintf(" Columns of fewer than %d occurrences are pale.", enough)
	}
	names := []string{c.unit()}
	for _, s := range r.stacked {
		names = append(names, "#"+schemeName(s.name))
	}
	names = append(names, "#all")
	p.Counts.Table = table{Caption: "Occurrences by scheme and " + c.unit(), Head: columns(names...)}
	p.Shares.Table = table{Caption: "Shares of schemes by " + c.unit(), Head: columns(names...)}
	for i, total := range totals {
		counts, shares := []string{c.name(i)}, []string{c.name(i)}
		for _, s := range r.stacked {
			counts, shares = append(counts, number(s.counts[i])),
				append(shares, numberAndShare(s.counts[i], total))
		}
		p.Counts.Table.add(append(counts, number(total))...)
		if total > 0 {
			p.Shares.Table.add(append(shares, number(total))...)
		}
	}
	p.Counts.Notes = r.dominance()
	p.Counts.Figure = newFigure("counts", "URLs by scheme, each "+c.unit(), p.Counts.Saw, schemes,
		schemeColumns(c, r.stacked, false))
	p.Shares.Figure = newFigure("shares", "Shares of the schemes, each "+c.unit(), p.Shares.Saw, schemes,
		schemeColumns(c, r.stacked, true))
}

// shares describes how the shares of the schemes have changed, from the first period with
// enough places to the last.
func (r *reader) shares(totals []int) string {
	least := enough
	if slices.Max(totals) < enough {
		least = 1
	}
	first := slices.IndexFunc(totals, func(n int) bool { return n >= least })
	last := first
	for i, n := range totals {
		if n >= least {
			last = i
		}
	}
	text := "Of " + r.sharesIn(first, totals[first])
	if last > first {
		text += "; of " + r.sharesIn(last, totals[last])
	}
	return text + "."
}

// sharesIn describes the greatest shares in a period.
func (r *reader) sharesIn(period, total int) string {
	list := slices.Clone(r.stacked)
	slices.SortStableFunc(list, func(s, t series) int {
		return cmp.Compare(t.counts[period], s.counts[period])
	})
	var parts []string
	for _, s := range list[:min(4, len(list))] {
		if s.counts[period] > 0 {
			parts = append(parts, schemeName(s.name)+" "+numberAndShare(s.counts[period], total))
		}
	}
	return count(total, "occurrence", "occurrences") + " in " + r.calendar.name(period) + ": " +
		strings.Join(parts, ", ")
}

// dominance describes the years in which most places are from one archive, so that their
// figures show that archive rather than the year.
func (r *reader) dominance() (said []string) {
	type key struct{ year, archive int32 } // the year 0 is all years together
	counts, all, seen := map[key]int{}, map[int32]int{}, 0
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
			seen++
		}
	}
	if seen < 2 {
		return nil // the figures over time have only one archive
	}
	dominates := func(k key) bool { return counts[k]*3 >= all[k.year]*2 }
	var dominant []key
	for k := range counts {
		if k.archive >= 0 && dominates(k) &&
			(k.year == 0 || all[k.year] >= enough && !dominates(key{0, k.archive})) {
			dominant = append(dominant, k)
		}
	}
	slices.SortFunc(dominant, func(a, b key) int { return cmp.Compare(a.year, b.year) })
	var archives []string
	years := map[string][]string{} // by archive
	for _, k := range dominant {
		archive, part := r.path(r.archives.rows[k.archive].name),
			partOf(counts[k], all[k.year], "occurrence", "occurrences")
		if k.year == 0 {
			said = append(said, "Most comes from one archive, "+archive+": "+part+" with a date.")
			continue
		}
		if years[archive] == nil {
			archives = append(archives, archive)
		}
		years[archive] = append(years[archive], fmt.Sprintf("%04d (%s)", k.year, part))
	}
	for _, archive := range archives[:min(len(archives), 4)] {
		list := years[archive]
		if len(list) > 6 {
			list = append(list[:5:5], count(len(list)-5, "more year", "more years"))
		}
		said = append(said, "One archive dominates: "+archive+" in "+strings.Join(list, ", ")+".")
	}
	return said
}

// rates shows the number of URLs per message, since archives with more messages have more
// URLs.
func (r *reader) rates(p *overTime) {
	c := r.calendar
	if c.empty() {
		return
	}
	months := monthly{}
	r.Each(func(row sqlite.Row) { months.add(row.Text(0), 0, row.Number(1)) },
		"SELECT month, sum(messages) FROM message_counts GROUP BY 1")
	written := c.series([]tally{{}}, months)[0].counts
	if slices.Max(written) == 0 {
		return
	}
	totals, _ := sums(r.stacked, c.len())
	values := make([]float64, len(totals))
	p.Rates.Table = table{Caption: "Occurrences per message by " + c.unit(),
		Head: columns(c.unit(), "#messages", "#occurrences", "#per message")}
	first, last, least := -1, -1, 1
	if slices.Max(written) >= enough {
		least = enough
	}
	for i, n := range totals {
		if written[i] == 0 {
			continue
		}
		values[i] = float64(n) / float64(written[i])
		p.Rates.Table.add(c.name(i), number(written[i]), number(n), rate(values[i]))
		if written[i] >= least {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	told := func(i int) string {
		return fmt.Sprintf("%s there were %s occurrences per message (%s in %s)", c.name(i), rate(values[i]),
			number(totals[i]), count(written[i], "message", "messages"))
	}
	p.Rates.Saw = "In " + told(first)
	if last > first {
		p.Rates.Saw += "; in " + told(last)
	}
	p.Rates.Saw += ". Messages without URLs count, too."
	if slices.ContainsFunc(written, func(n int) bool { return 0 < n && n < enough }) {
		p.Rates.Saw += fmt.Sprintf(" Columns of fewer than %d messages are pale.", enough)
	}
	p.Rates.Figure = newFigure("rates", "Occurrences per message, each "+c.unit(), p.Rates.Saw, legend{},
		rateColumns(c, values, written))
}
