package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// countHosts counts occurrences, messages and URLs of each host.
func (r *reader) countHosts() {
	hosts := r.hosts.rows
	for i := range r.url {
		if u := &r.url[i]; u.n > 0 {
			h := &hosts[u.host]
			h.n += int(u.n)
			h.urls = append(h.urls, int32(i))
			h.extend(u.first)
			h.extend(u.last)
		}
	}
	for _, p := range r.found {
		if h := &hosts[r.url[p.url].host]; h.document != int(p.document)+1 {
			h.document = int(p.document) + 1 // the occurrences of a document are consecutive
			h.messages++
		}
	}
	for i := range hosts {
		h := &hosts[i]
		slices.SortFunc(h.urls, func(i, j int32) int {
			return cmp.Or(cmp.Compare(r.url[j].n, r.url[i].n), cmp.Compare(i, j))
		})
		if i != r.hostless() && h.n > 0 {
			h.class = classOf(h.name, h.n, h.loaded)
			r.total.hosts++
			r.apart[h.class].hosts++
			r.apart[h.class].n += h.n
		}
	}
	if r.apart[ordinary].hosts == 0 { // then no host is set apart
		for i := range hosts[:r.hostless()] {
			hosts[i].class = ordinary
		}
		r.apart = [numClasses]apartRow{}
	}
}

// rankHosts finds the most frequent hosts and URLs.
func (r *reader) rankHosts() {
	ranked := func(class class, n int) []int {
		return most(r.hosts.rows, n, func(h *hostTally) tally {
			if h.class != class {
				return tally{}
			}
			return h.tally
		})
	}
	r.busiest = ranked(ordinary, maxHosts)
	for class := ordinary + 1; class < numClasses; class++ {
		r.apart[class].top = ranked(class, maxApart)
	}
	r.frequent = most(r.url, maxURLs, (*urlTally).counted)
}

// busiestOverTime shows the most frequent hosts over time, or without time if no message
// has a date.
func (r *reader) busiestOverTime(p *section) {
	c := r.calendar
	if len(r.busiest) == 0 {
		p.Saw = "No URL has a host."
		return
	}
	top := r.busiest[0]
	p.Saw = fmt.Sprintf("The most frequent host is %s, with %s.", shown(r.hostName(top)),
		partOf(r.hosts.rows[top].n, len(r.found), "occurrence", "occurrences"))
	var charted []tally
	var links []string
	for _, i := range r.busiest {
		if h := &r.hosts.rows[i]; len(charted) < maxCharted && (c.empty() || h.first != 0) {
			charted, links = append(charted, tally{r.hostName(i), h.n}),
				append(links, where(h.traced, hostID(i)))
			h.chart = len(charted)
		}
	}
	switch {
	case c.empty():
		p.Table = table{Caption: "The most frequent hosts", Head: columns("host", "#occurrences")}
		for i, h := range charted {
			p.add(tallyBar(shown(h.name), h.n))
			p.Table.addLinked(links[i], shown(h.name), number(h.n))
		}
		p.draw("hosts", "The most frequent hosts", legend{})
	case len(charted) > 0:
		names := []string{"host"}
		for i := range c.len() {
			names = append(names, "#"+c.name(i))
		}
		p.Table = table{Caption: "Occurrences by host and " + c.unit(), Head: columns(names...)}
		list := c.series(charted, r.monthly(func(u *urlTally) int { return r.hosts.rows[u.host].chart - 1 }))
		for i, s := range list {
			row := []string{shown(s.name)}
			for _, n := range s.counts {
				row = append(row, number(n))
			}
			p.Table.addLinked(links[i], row...)
		}
		title := fmt.Sprintf("The %s over time, each on its own scale",
			count(len(charted), "most frequent host", "most frequent hosts"))
		p.Figure = newFigure("hosts", title, p.Saw, legend{}, rows(c, list))
	}
}

// hostLists holds the most frequent hosts and URLs, and the hosts that are set apart.
type hostLists struct {
	HostList, URLList ranking
	Apart             []apartView
}

// A ranking is a table that readers can search and sort.
type ranking struct {
	All   int // the number of rows, including those not listed
	Apart int // those shown in other tables
	Rows  []listRow
	CSV   download
}

// Rest returns the number of rows that are neither listed nor shown in other tables.
func (l *ranking) Rest() int { return l.All - l.Apart - len(l.Rows) }

type listRow struct {
	Link               link
	Trace              string // the link to its list of places, if there is one
	URLs, N, Documents int
	First, Last        link
}

// lists shows the most frequent hosts and URLs.
func (r *reader) lists(p *hostLists) {
	hosts, urls := newCSV("host", "occurrences", "documents", "urls", "first", "last"),
		newCSV("url", "occurrences", "first", "last")
	p.HostList.All, p.URLList.All = r.total.hosts, len(r.url)
	for _, row := range r.apart[ordinary+1:] {
		p.HostList.Apart += row.hosts
	}
	for _, i := range r.busiest {
		h, name := &r.hosts.rows[i], r.hostName(i)
		home, first, last := "http://"+name+"/", h.first.String(), h.last.String()
		hosts.add(whole(name), strconv.Itoa(h.n), strconv.Itoa(h.messages),
			strconv.Itoa(len(h.urls)), first, last)
		p.HostList.Rows = append(p.HostList.Rows,
			listRow{Link: link{Text: shown(name)}, Trace: where(h.traced, hostID(i)),
				N: h.n, Documents: h.messages, URLs: len(h.urls), First: r.archived(home, first),
				Last: r.archived(home, last)})
	}
	for _, i := range r.frequent {
		u, name := &r.url[i], r.urlName(r.urlText(i))
		first, last := u.first.String(), u.last.String()
		urls.add(whole(name), strconv.Itoa(int(u.n)), first, last)
		p.URLList.Rows = append(p.URLList.Rows,
			listRow{Link: r.followed(linkTo(name)), Trace: where(u.traced, urlID(i)),
				N: int(u.n), First: r.archived(name, first), Last: r.archived(name, last)})
	}
	p.HostList.CSV, p.URLList.CSV = inLink("hosts", hosts.take()), inLink("urls", urls.take())
}

// followed returns a link, without its target if the page must not link to URLs.
func (r *reader) followed(l link) link {
	if r.config.Defang {
		l.Href = ""
	}
	return l
}

func (r *reader) archived(url, date string) link { return r.followed(archived(url, date)) }

// An apartView shows the hosts of a class.
type apartView struct {
	Title, Said string
	Table       table
}

// setApart shows the hosts that are set apart.
func (r *reader) setApart(p *hostLists) {
	for class := ordinary + 1; class < numClasses; class++ {
		row := r.apart[class]
		if row.hosts == 0 {
			continue
		}
		v := apartView{Title: classNames[class],
			Said: partOf(row.n, len(r.found), "occurrence", "occurrences") + " of " +
				count(row.hosts, "host", "hosts") + ". " + classMeanings[class]}
		v.Table = table{Caption: classNames[class],
			Head: columns("host", "#occurrences", "#documents", "#URLs")}
		for _, i := range row.top {
			h := &r.hosts.rows[i]
			v.Table.addLinked(where(h.traced, hostID(i)), shown(r.hostName(i)), number(h.n), number(h.messages),
				number(len(h.urls)))
		}
		p.Apart = append(p.Apart, v)
	}
}
