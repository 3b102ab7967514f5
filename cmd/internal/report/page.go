package report

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
)

// A markedText is a text with a mark on the character that is meant.
type markedText struct{ Before, Mark, After string }

// A page is an archive in words, figures and tables, all of it fit to be shown.
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
	judgement
	HostList   list
	URLList    list
	Apart      []apartView
	Traced     []hostView
	TracedSaid string
	Making     []fact
	Runs       table
	Skipped    table
	InFolder   bool // the details are on pages of their own

	where map[string]string // the places where more is said of hosts and URLs, by their ids
}

// A head is what every page of a report has.
type head struct {
	Title, Policy string
	Style         template.CSS
	Script        template.JS
	Made, Version string
}

// overTime are the figures by the dates of messages.
type overTime struct {
	Dated  bool // whether there are any
	Counts section
	Rates  section
	Shares section
	Hosts  section
}

// A judgement shows how URLs are delimited and written, and what is in doubt.
type judgement struct {
	Kinds      section
	Strict     section
	Deviations section
	Tolerated  []deviationView
	Rejected   section
	Refused    []refusedView
	Readings   section
	Reasons    []reasonView
}

// An apartView is about the hosts that are shown apart from others.
type apartView struct {
	Title, Said string
	Table       table
}

// A fact is a number with its name.
type fact struct{ Number, Name string }

// A section has a figure, and the same as a table, or words alone where there is nothing to draw.
type section struct {
	Saw    string
	Notes  []string
	Links  []innerLink // to where more is said of what the figure shows
	Figure *figure
	Table  table

	bars []bar
}

// add adds a bar to the figure, and its row to the table.
func (s *section) add(b bar, cells ...string) {
	s.bars = append(s.bars, b)
	s.Table.add(cells...)
}

// draw draws the bars that were added.
func (s *section) draw(id, title string, l legend) {
	s.Figure = newFigure(id, title, s.Saw, l, bars(s.bars))
}

// A table has names in its first column.
type table struct {
	Caption string
	Head    []column
	Rows    [][]string
	Links   map[int]string // of the names in some rows, to where more is said of them
	CSV     download
}

type column struct{ Name, Class string }

// inner returns the links of the names in a table.
func (t *table) inner() (links []innerLink) {
	for i, row := range t.Rows {
		if t.Links[i] != "" {
			links = append(links, innerLink{t.Links[i], row[0]})
		}
	}
	return links
}

// add adds a row.
func (t *table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// columns returns the columns of a table by their names. Those whose name begins with "#" have numbers, and the name does not have the "#".
func columns(names ...string) (list []column) {
	for _, name := range names {
		c := column{Name: strings.TrimPrefix(name, "#")}
		if c.Name != name {
			c.Class = "n"
		}
		list = append(list, c)
	}
	return list
}

type deviationView struct {
	Kind, Section, Meaning, Legal, Number string
	markedText                            // the example
	Where                                 string
}

type refusedView struct {
	Rule, Section, Number string
	Examples              []exampleView
}

// An exampleView is a text, and what is wrong with it.
type exampleView struct {
	markedText
	Message, Where string
	N              int
}

type reasonView struct {
	Why, Meaning, Number string
	Cases                []caseView
}

type caseView struct{ URL, Reading, Class, Outcome, Place string }

// A list is what can be searched and sorted.
type list struct {
	All  int // with those that are not listed
	Rows []listRow
	CSV  download
}

type listRow struct {
	Link               link
	Trace              string // where its places are listed, if they are
	URLs, N, Documents int
	First, Last        link
}

// newPage returns the page of an archive. where maps the ids of hosts and URLs to the places where more is said of them.
func newPage(a *archive, config Config, where map[string]string) *page {
	p := blankPage(config)
	p.where, p.Traced = where, a.traced
	p.Empty, p.Dated = a.occurrences+a.rejected == 0, !a.calendar.empty()
	p.overview(a)
	p.time(a)
	p.rates(a)
	p.hosts(a)
	p.kinds(a)
	p.deviating(a)
	p.refused(a)
	p.doubts(a)
	p.lists(a)
	p.apart(a)
	p.making(a, config)
	if n := len(p.Traced); n > 0 {
		p.TracedSaid = count(n, "host", "hosts") + ", each with its most frequent URLs and the first places of these, in the order of the archive."
	}
	return p
}

// blankPage returns a page without contents.
func blankPage(config Config) *page {
	return &page{Defang: config.Defang, head: head{
		Title: visible(config.Title), Policy: policy(), Style: template.CSS(style), Script: template.JS(script),
		Made: config.Now.Format("2 January 2006"), Version: config.Version,
	}}
}

// tables returns the tables that can be downloaded, by the names of their files.
func (p *page) tables() map[string]*table {
	tables := map[string]*table{
		"sources": &p.Sources, "trouble": &p.Trouble, "occurrences-by-time": &p.Counts.Table, "shares-by-time": &p.Shares.Table,
		"rates-by-time": &p.Rates.Table, "hosts-by-time": &p.Hosts.Table, "delimiters": &p.Kinds.Table, "strict": &p.Strict.Table,
		"deviations": &p.Deviations.Table, "rejected": &p.Rejected.Table, "readings": &p.Readings.Table, "runs": &p.Runs, "skipped": &p.Skipped,
	}
	for i := range p.Apart {
		tables[fmt.Sprintf("hosts-apart-%d", i+1)] = &p.Apart[i].Table
	}
	return tables
}

func (p *page) overview(a *archive) {
	span := "–"
	if c := a.calendar; !c.empty() {
		span = c.name(0)
		if last := c.name(c.len() - 1); last != span {
			span += "–" + last
			if !c.years {
				span = c.name(0) + " – " + last
			}
		}
	}
	p.Lead = fmt.Sprintf("%s with %s in %s.", count(a.urls, "distinct URL", "distinct URLs"), count(a.occurrences, "occurrence", "occurrences"),
		count(a.documents, "document", "documents"))
	p.Facts = []fact{
		{number(a.sources), "sources"}, {number(a.messages), "messages in them"}, {number(a.documents), "documents with URLs"},
		{number(a.occurrences), "occurrences"}, {number(a.urls), "distinct URLs"}, {number(a.hosts), "hosts"},
		{span, "by the dates of messages"}, {number(a.troubled), "sources with errors"},
	}
	p.Sources, p.Trouble, p.Runs, p.Skipped = a.largest, a.trouble, a.runs, a.skipped
	p.Notes = slices.DeleteFunc([]string{a.read(), a.copied(), a.waiting(), a.dates()}, func(note string) bool { return note == "" })
}

// read says how much was read, and of what.
func (a *archive) read() string {
	var formats []string
	for _, t := range a.formats {
		if t.name != "" {
			formats = append(formats, shown(t.name)+" ("+number(t.n)+")")
		}
	}
	if formats == nil {
		return ""
	}
	unpacked := ""
	if a.unpacked > 0 {
		unpacked = ". Unpacked, " + count(a.unpacked, "byte was", "bytes were") + " read in all runs"
	}
	return count(a.bytes, "byte of the sources was", "bytes of the sources were") + " read, as they are stored" + unpacked + ". Formats of the sources: " + strings.Join(formats, ", ") + "."
}

// copied says that some messages are there more than once.
func (a *archive) copied() string {
	if a.copies == 0 {
		return ""
	}
	return partOf(a.copies, a.documents, "document", "documents") + " are copies of others, and count each time."
}

// waiting says that more is to be read.
func (a *archive) waiting() string {
	if a.unfinished == 0 {
		return ""
	}
	return count(a.unfinished, "source has", "sources have") + " been read only in part. Run urlsift index again to resume."
}

// path returns a path as it is shown.
func (a *archive) path(name string) string {
	return shown(strings.TrimPrefix(name, a.folder))
}

// told returns the trouble of a source as it is shown. Each line of it begins with the path.
func (a *archive) told(trouble string) string {
	var b strings.Builder
	for line := range strings.Lines(trouble) {
		b.WriteString(strings.TrimPrefix(line, a.folder))
	}
	return short(printable.Redact(b.String()))
}

// dates says which places the figures over time do not show.
func (a *archive) dates() string {
	var said []string
	if n := a.calendar.undated; n > 0 {
		said = append(said, count(n, "occurrence has", "occurrences have")+
			" no date (text outside messages has none, nor has a message without a date that can be read)")
	}
	if n, years := listed(a.calendar.implausible); n > 0 {
		said = append(said, fmt.Sprintf("%s a date before %d or after this year (%s)", count(n, "occurrence has", "occurrences have"), firstYear, years))
	}
	if n, years := listed(a.calendar.stray); n > 0 {
		said = append(said, fmt.Sprintf("%s few and years apart from the others (%s)", count(n, "occurrence is", "occurrences are"), years))
	}
	if said == nil {
		return ""
	}
	return "Not shown over time: " + strings.Join(said, "; ") + "."
}

// listed returns how many places some years have, and a list of the years.
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

// enough is how many dated places a period has of which shares are told.
const enough = 20

func (p *page) time(a *archive) {
	c := a.calendar
	if c.empty() {
		p.Counts.Saw = "No message has a usable date."
		p.Counts.Table = table{Caption: "Occurrences by scheme", Head: columns("scheme", "#occurrences")}
		for _, s := range a.schemes {
			p.Counts.add(tallyBar(schemeName(s.name), s.n), schemeName(s.name), number(s.n))
		}
		if len(a.schemes) > 0 {
			p.Counts.draw("counts", "Occurrences by scheme", legend{})
		}
		return
	}
	schemes := legend{From: "From the bottom:"}
	for rank, s := range a.schemes {
		schemes.Keys = append(schemes.Keys, key{schemeClass(a.schemes, rank), schemeName(s.name)})
	}
	totals, most := sums(a.schemes, c.len())
	at := slices.Index(totals, most)
	p.Counts.Saw = fmt.Sprintf("Most are in messages of %s: %s with a date.", c.name(at), partOf(most, c.dated, "occurrence", "occurrences"))
	p.Shares.Saw = a.shares(totals)
	if slices.ContainsFunc(totals, func(n int) bool { return 0 < n && n < enough }) {
		p.Shares.Saw += fmt.Sprintf(" Columns of fewer than %d occurrences are pale.", enough)
	}
	names := []string{c.unit()}
	for _, s := range a.schemes {
		names = append(names, "#"+schemeName(s.name))
	}
	names = append(names, "#all")
	p.Counts.Table = table{Caption: "Occurrences by scheme and " + c.unit(), Head: columns(names...)}
	p.Shares.Table = table{Caption: "Shares of schemes by " + c.unit(), Head: columns(names...)}
	for i, total := range totals {
		counts, shares := []string{c.name(i)}, []string{c.name(i)}
		for _, s := range a.schemes {
			counts, shares = append(counts, number(s.counts[i])), append(shares, numberAndShare(s.counts[i], total))
		}
		p.Counts.Table.add(append(counts, number(total))...)
		if total > 0 {
			p.Shares.Table.add(append(shares, number(total))...)
		}
	}
	p.Counts.Notes = a.dominance()
	p.Counts.Figure = newFigure("counts", "URLs by scheme, each "+c.unit(), p.Counts.Saw, schemes, schemeColumns(c, a.schemes, false))
	p.Shares.Figure = newFigure("shares", "Shares of the schemes, each "+c.unit(), p.Shares.Saw, schemes, schemeColumns(c, a.schemes, true))
}

// shares says how the shares of the schemes have changed, from the first period with enough places to the last.
func (a *archive) shares(totals []int) string {
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
	text := "Of " + a.sharesIn(first, totals[first])
	if last > first {
		text += "; of " + a.sharesIn(last, totals[last])
	}
	return text + "."
}

// sharesIn tells the greatest shares in a period.
func (a *archive) sharesIn(period, total int) string {
	list := slices.Clone(a.schemes)
	slices.SortStableFunc(list, func(s, t series) int { return cmp.Compare(t.counts[period], s.counts[period]) })
	var parts []string
	for _, s := range list[:min(4, len(list))] {
		if s.counts[period] > 0 {
			parts = append(parts, schemeName(s.name)+" "+numberAndShare(s.counts[period], total))
		}
	}
	return count(total, "occurrence", "occurrences") + " in " + a.calendar.name(period) + ": " + strings.Join(parts, ", ")
}

func (p *page) hosts(a *archive) {
	c := a.calendar
	if len(a.busiest) == 0 {
		p.Hosts.Saw = "No URL has a host."
		return
	}
	top := a.busiest[0]
	p.Hosts.Saw = fmt.Sprintf("The most frequent host is %s, with %s.", shown(top.name), partOf(top.n, a.occurrences, "occurrence", "occurrences"))
	if c.empty() {
		p.hostsWithoutTime(a)
		return
	}
	if len(a.charted) == 0 {
		return
	}
	names := []string{"host"}
	for i := range c.len() {
		names = append(names, "#"+c.name(i))
	}
	p.Hosts.Table = table{Caption: "Occurrences by host and " + c.unit(), Head: columns(names...), Links: map[int]string{}}
	for i, s := range a.charted {
		p.Hosts.Table.Links[i] = p.where[hostID(s.index)]
		row := []string{shown(s.name)}
		for _, n := range s.counts {
			row = append(row, number(n))
		}
		p.Hosts.Table.add(row...)
	}
	title := fmt.Sprintf("The %s over time, each on its own scale", count(len(a.charted), "most frequent host", "most frequent hosts"))
	p.Hosts.Links = p.Hosts.Table.inner()
	p.Hosts.Figure = newFigure("hosts", title, p.Hosts.Saw, legend{}, rows(c, a.charted))
}

// hostsWithoutTime shows the most frequent hosts where no message has a date.
func (p *page) hostsWithoutTime(a *archive) {
	p.Hosts.Table = table{Caption: "The most frequent hosts", Head: columns("host", "#occurrences"), Links: map[int]string{}}
	for i, h := range a.busiest[:min(len(a.busiest), maxCharted)] {
		p.Hosts.Table.Links[i] = p.where[hostID(h.index)]
		p.Hosts.add(tallyBar(shown(h.name), h.n), shown(h.name), number(h.n))
	}
	p.Hosts.Links = p.Hosts.Table.inner()
	p.Hosts.draw("hosts", "The most frequent hosts", legend{})
}

func (p *page) kinds(a *archive) {
	if len(a.kinds) == 0 {
		p.Kinds.Saw = "No URL was found."
		return
	}
	broken := 0
	p.Kinds.Table = table{Caption: "How URLs are delimited", Head: columns("kind", "#unbroken", "#broken", "what it is")}
	for _, k := range a.kinds {
		broken += k.broken
		name := shown(k.name)
		text := number(k.n)
		if k.broken > 0 {
			text += ", " + numberAndShare(k.broken, k.n) + " broken"
		}
		p.Kinds.add(bar{name, []part{
			{k.n - k.broken, "bar", name + ", unbroken: " + number(k.n-k.broken)},
			{k.broken, "bar broken", name + ", broken over lines: " + number(k.broken)},
		}, text}, name, number(k.n-k.broken), number(k.broken), kindMeanings[k.name])
	}
	p.Kinds.Saw = fmt.Sprintf("Most often they are %s: %s. %s broken over lines.", standing(a.kinds[0].name), partOf(a.kinds[0].n, a.occurrences, "occurrence", "occurrences"),
		count(broken, "occurrence is", "occurrences are"))
	p.Kinds.draw("kinds", "How URLs are delimited", legend{"From the left:", []key{{"bar", "unbroken"}, {"bar broken", "broken over lines, and joined"}}})
}

// standing says how a URL of a kind stands in the text, in a sentence.
func standing(kind string) string {
	if meaning, ok := kindMeanings[kind]; ok {
		meaning, _, _ = strings.Cut(meaning, ":")
		if kind == "attribute" {
			return "in attributes of HTML"
		}
		return meaning
	}
	return "as " + shown(kind)
}

func (p *page) deviating(a *archive) {
	deviating := a.occurrences - a.strict
	p.Strict.Saw = fmt.Sprintf("In %s the URL is strict, which means that RFC 1738 allows it. In %s it is tolerated: all its deviations are of a known kind.",
		partOf(a.strict, a.occurrences, "occurrence", "occurrences"), count(deviating, "occurrence", "occurrences"))
	p.Strict.Table = table{Caption: "Strict, tolerated and rejected", Head: columns("what", "#occurrences", "#distinct URLs")}
	p.Strict.add(tallyBar("strict", a.strict), "strict", number(a.strict), number(a.strictURLs))
	p.Strict.add(tallyBar("tolerated", deviating), "tolerated", number(deviating), number(a.urls-a.strictURLs))
	p.Strict.add(tallyBar("rejected", a.rejected), "rejected", number(a.rejected), "–")
	p.Strict.draw("strict", "Occurrences that are strict, tolerated or rejected", legend{})
	if len(a.deviations) == 0 {
		p.Deviations.Saw = "No URL deviates."
		return
	}
	most := a.deviations[0]
	p.Deviations.Saw = fmt.Sprintf("The most frequent deviation is %s, in %s.", shown(most.name), partOf(most.n, deviating, "tolerated occurrence", "tolerated occurrences"))
	p.Deviations.Table = table{Caption: "Occurrences by kind of deviation", Head: columns("kind", "section", "legal since", "#occurrences")}
	for _, d := range a.deviations {
		v := deviationView{Kind: shown(d.name), Section: shown(d.section), Meaning: meanings[d.name], Legal: legal(d.legal.rows), Number: number(d.n),
			Where: d.where, markedText: p.unclickable(marked(d.example, d.offset))}
		p.Deviations.add(tallyBar(v.Kind, d.n), v.Kind, v.Section, v.Legal, v.Number)
		p.Tolerated = append(p.Tolerated, v)
	}
	p.Deviations.draw("deviations", "Occurrences by kind of deviation", legend{})
}

// unclickable returns an example so that no click follows it, if that is asked for. The marked character stays as it is.
func (p *page) unclickable(m markedText) markedText {
	if p.Defang {
		m.Before, m.After = defang.Text(m.Before), defang.Text(m.After)
	}
	return m
}

// tallyBar is a bar of one part.
func tallyBar(name string, n int) bar {
	return bar{name, []part{{n, "bar", name + ": " + number(n)}}, number(n)}
}

// legal says since when a kind of deviation is legal. It may depend on the scheme, and on the character.
func legal(since []tally) string {
	var names []string
	for _, t := range since {
		name := shown(t.name)
		if name == "" {
			name = "never"
		}
		names = append(names, name)
	}
	return strings.Join(names, " or ")
}

// marked parts a URL around the character at offset, and shows no more of it than what stands around that.
func marked(url string, offset int) markedText {
	if private(url) {
		return markedText{Before: shown(url)}
	}
	return markedIn(url, offset)
}

// markedIn is marked for a text without passwords.
func markedIn(url string, offset int) markedText {
	if offset < 0 || offset >= len(url) || !utf8.RuneStart(url[offset]) {
		return markedText{Before: shown(url)}
	}
	_, size := utf8.DecodeRuneInString(url[offset:])
	before, after := url[:offset], url[offset+size:min(len(url), offset+maxShown)]
	if over := len(before) - maxShown/2; over > 0 {
		for !utf8.RuneStart(before[over]) {
			over++
		}
		before = "…" + before[over:]
	}
	return markedText{visible(before), visible(url[offset : offset+size]), shorten(visible(after), maxShown/4)}
}

func (p *page) refused(a *archive) {
	if a.rejected == 0 {
		p.Rejected.Saw = "Nothing was rejected."
		return
	}
	p.Rejected.Saw = count(a.rejected, "candidate was", "candidates were") + " rejected: URL-like but invalid." + a.whyMost()
	p.Rejected.Table = table{Caption: "Rejected candidates by rule", Head: columns("rule", "section", "#occurrences")}
	for _, r := range a.rules {
		v := refusedView{Rule: r.name(), Section: shown(r.section), Number: number(r.n)}
		p.Rejected.add(tallyBar(v.Rule, r.n), v.Rule, v.Section, v.Number)
		for _, e := range r.examples {
			example := e.view()
			example.markedText = p.unclickable(example.markedText)
			v.Examples = append(v.Examples, example)
		}
		p.Refused = append(p.Refused, v)
	}
	p.Rejected.draw("rejected", "Rejected candidates by the rule that they break", legend{})
}

// whyMost says what most of the rejected are, where they are not one of a kind.
func (a *archive) whyMost() string {
	alone, rest := 0, slices.Clone(a.rules)
	if i := slices.IndexFunc(rest, func(r ruleRow) bool { return r.alone }); i >= 0 {
		alone = rest[i].n
		rest = slices.Delete(rest, i, i+1)
	}
	said := ""
	if alone > 0 {
		said = fmt.Sprintf(" In %s there is nothing after the scheme, as in “http://”.", partOf(alone, a.rejected, "candidate", "candidates"))
	}
	if len(rest) > 0 {
		others := ""
		if alone > 0 {
			others = "other "
		}
		said += fmt.Sprintf(" The rule broken most is “%s”, by %s.", shown(rest[0].rule), partOf(rest[0].n, a.rejected-alone, others+"candidate", others+"candidates"))
	}
	return said
}

// name is what a row is called in figures and tables.
func (r *ruleRow) name() string {
	if r.alone {
		return "a scheme alone"
	}
	return shown(r.rule)
}

// view returns an example as it is shown: with the character marked at which it stops being a URL, and without a byte of a password.
func (e rejectedText) view() exampleView {
	v := exampleView{Message: shown(e.message), N: e.n, Where: e.where}
	masks := printable.Passwords(e.text, "")
	if len(masks) == 0 {
		v.markedText = marked(e.text, e.offset)
		return v
	}
	text := printable.WithoutMasks(e.text, masks)
	var failure *rfc1738.Error
	if _, _, err := rfc1738.ParseLenient(e.text, nil); !errors.As(err, &failure) {
		_, why, _ := strings.Cut(e.message, ": ") // an earlier version rejected it
		v.Before, v.Message = shown(text), shown(why)
		return v
	}
	at, masked := printable.ShiftMasked(masks, failure.Offset)
	v.markedText = markedIn(text, at)
	said := *failure
	said.Offset = at
	v.Message = shown(said.Error())
	if masked {
		_, why, _ := strings.Cut(said.Error(), " at offset ")
		v.Message = shown("a hidden character at offset " + why)
	}
	return v
}

func (p *page) doubts(a *archive) {
	if len(a.reasons) == 0 {
		p.Readings.Saw = "No occurrence has another reading."
		return
	}
	outcomes := legend{From: "From the left:"}
	for o, name := range outcomeNames {
		outcomes.Keys = append(outcomes.Keys, key{outcomeClass(outcome(o)), name})
	}
	names := []string{"reason", "#occurrences"}
	for _, name := range outcomeNames {
		names = append(names, "#"+name)
	}
	p.Readings.Table = table{Caption: "What occurs unbroken elsewhere in the archive", Head: columns(names...)}
	all, told := 0, 0
	for _, r := range a.reasons {
		b, row := bar{name: shown(r.name), text: number(r.n)}, []string{shown(r.name), number(r.n)}
		for o, n := range r.outcomes {
			b.parts = append(b.parts, part{n, outcomeClass(outcome(o)), shown(r.name) + ", " + outcomeNames[o] + ": " + number(n)})
			row = append(row, number(n))
		}
		p.Readings.add(b, row...)
		all += r.n
		told += r.outcomes[asFound] + r.outcomes[other]
		p.Reasons = append(p.Reasons, a.reason(r))
	}
	p.Readings.Saw = count(all, "occurrence has", "occurrences have") + " another reading. " + a.hyphens() +
		fmt.Sprintf("For %s of them, the archive itself shows which reading is meant: only one of them occurs unbroken elsewhere.", number(told))
	p.Readings.draw("readings", "Which readings occur unbroken elsewhere in the archive", outcomes)
}

// hyphens says how the places were resolved where a line breaks after a hyphen.
func (a *archive) hyphens() string {
	for _, r := range a.reasons {
		if r.name == "hyphen" {
			return fmt.Sprintf("In %s a line breaks after a hyphen, which the URL keeps. The URL with the hyphen occurs elsewhere for %s of them, without it for %s. ",
				count(r.n, "occurrence", "occurrences"), number(r.outcomes[asFound]+r.outcomes[both]), number(r.outcomes[other]+r.outcomes[both]))
		}
	}
	return ""
}

func outcomeClass(o outcome) string { return "o" + strconv.Itoa(int(o)) }

func (a *archive) reason(r reasonRow) reasonView {
	v := reasonView{Why: shown(r.name), Meaning: whyMeanings[r.name], Number: count(r.n, "occurrence", "occurrences")}
	for _, c := range r.cases {
		v.Cases = append(v.Cases, caseView{shown(c.url), shown(c.reading), outcomeClass(c.outcome), outcomeNames[c.outcome], c.where})
	}
	return v
}

func (p *page) lists(a *archive) {
	p.HostList.All, p.URLList.All = a.hosts, a.urls
	for class := ordinary + 1; class < numClasses; class++ {
		p.HostList.All -= a.apart[class].hosts
	}
	for _, h := range a.busiest {
		home := "http://" + h.name + "/"
		p.HostList.Rows = append(p.HostList.Rows, listRow{Link: link{Text: shown(h.name)}, Trace: p.where[hostID(h.index)],
			N: h.n, Documents: h.messages, URLs: h.urls, First: p.archived(home, h.first), Last: p.archived(home, h.last)})
	}
	for _, u := range a.frequent {
		p.URLList.Rows = append(p.URLList.Rows, listRow{Link: p.followed(linkTo(u.name)), Trace: p.where[urlID(u.index)],
			N: u.n, First: p.archived(u.name, u.first), Last: p.archived(u.name, u.last)})
	}
}

// followed returns a link that can be followed, unless no click is to follow any.
func (p *page) followed(l link) link {
	if p.Defang {
		l.Href = ""
	}
	return l
}

func (p *page) archived(url, date string) link { return p.followed(archived(url, date)) }

// dominance says in which years most comes from one archive, so that they show that archive more than the year.
func (a *archive) dominance() (said []string) {
	years := map[string][]string{}
	var archives []string
	for _, d := range a.dominated {
		if d.year == 0 {
			said = append(said, "Most comes from one archive, "+a.path(d.archive)+": "+partOf(d.n, d.all, "occurrence", "occurrences")+" with a date.")
			continue
		}
		if years[d.archive] == nil {
			archives = append(archives, d.archive)
		}
		years[d.archive] = append(years[d.archive], fmt.Sprintf("%04d (%s)", d.year, partOf(d.n, d.all, "occurrence", "occurrences")))
	}
	for _, archive := range archives[:min(len(archives), 4)] {
		list := years[archive]
		if len(list) > 6 {
			list = append(list[:5:5], count(len(list)-5, "more year", "more years"))
		}
		said = append(said, "One archive dominates: "+a.path(archive)+" in "+strings.Join(list, ", ")+".")
	}
	return said
}

// rates shows how many URLs there are for each message, since archives of more messages have more URLs.
func (p *page) rates(a *archive) {
	c := a.calendar
	totals, _ := sums(a.schemes, c.len())
	if len(a.written) != len(totals) || slices.Max(append(a.written, 0)) == 0 {
		return
	}
	values := make([]float64, len(totals))
	p.Rates.Table = table{Caption: "Occurrences per message by " + c.unit(), Head: columns(c.unit(), "#messages", "#occurrences", "#per message")}
	first, last, least := -1, -1, 1
	if slices.Max(a.written) >= enough {
		least = enough
	}
	for i, n := range totals {
		if a.written[i] == 0 {
			continue
		}
		values[i] = float64(n) / float64(a.written[i])
		p.Rates.Table.add(c.name(i), number(a.written[i]), number(n), rate(values[i]))
		if a.written[i] >= least {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	told := func(i int) string {
		return fmt.Sprintf("In %s there were %s occurrences per message (%s in %s)", c.name(i), rate(values[i]), number(totals[i]), count(a.written[i], "message", "messages"))
	}
	p.Rates.Saw = told(first) + "."
	if last > first {
		p.Rates.Saw = told(first) + "; i" + told(last)[1:] + "."
	}
	p.Rates.Saw += " Messages without URLs count, too."
	if slices.ContainsFunc(a.written, func(n int) bool { return 0 < n && n < enough }) {
		p.Rates.Saw += fmt.Sprintf(" Columns of fewer than %d messages are pale.", enough)
	}
	p.Rates.Figure = newFigure("rates", "Occurrences per message, each "+c.unit(), p.Rates.Saw, legend{}, rateColumns(c, values, a.written))
}

// rate writes a number of occurrences per message.
func rate(value float64) string {
	switch {
	case value >= 100:
		return number(int(value + 0.5))
	case value >= 0.1 || value == 0:
		return strconv.FormatFloat(value, 'f', 2, 64)
	}
	return strconv.FormatFloat(value, 'f', 1-int(math.Floor(math.Log10(value))), 64) // two digits that say something
}

// apart shows the hosts that are shown apart from others.
func (p *page) apart(a *archive) {
	for class := ordinary + 1; class < numClasses; class++ {
		row := a.apart[class]
		if row.hosts == 0 {
			continue
		}
		v := apartView{Title: classNames[class], Said: partOf(row.n, a.occurrences, "occurrence", "occurrences") + " of " + count(row.hosts, "host", "hosts") + ". " + classMeanings[class]}
		v.Table = table{Caption: classNames[class], Head: columns("host", "#occurrences", "#documents", "#URLs"), Links: map[int]string{}}
		for i, h := range row.list {
			v.Table.Links[i] = p.where[hostID(h.index)]
			v.Table.add(shown(h.name), number(h.n), number(h.messages), number(h.urls))
		}
		p.Apart = append(p.Apart, v)
	}
}

// making shows how the figures came about, for those who want to check them.
func (p *page) making(a *archive, config Config) {
	p.Making = []fact{{shown(config.Version), "version of urlsift that made this page"}, {strconv.Itoa(database.Version), "version of the database's schema"},
		{cmp.Or(said(a.flags), "none"), "flags of urlsift index"}}
}
