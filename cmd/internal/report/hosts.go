package report

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/extract/defang"
)

// A class is a kind of hosts that is shown apart from the others, because nobody meant to
// point a reader to them.
type class int

const (
	ordinary class = iota
	loading        // loaded by programs that show a page
	documentary
	oneLabel
	numClasses
)

var classNames = [numClasses]string{
	loading:     "Pictures and tracking pixels",
	documentary: "Examples and documentation",
	oneLabel:    "Names of one label",
}

var classMeanings = [numClasses]string{
	loading: "Nearly all URLs of these hosts are what a program loads by itself when it shows a " +
		"message: pictures, backgrounds, frames. Tracking pixels are among them.",
	documentary: "These names and addresses are reserved for documentation, tests and the own machine: " +
		"example.com, .example, .test, .invalid, localhost and the like.",
	oneLabel: "A name without a dot leads nowhere outside its own network, and mostly stands for any " +
		"host.",
}

// classOf returns the class of a host with n occurrences. loaded is the number of these
// that programs load.
func classOf(host string, n, loaded int) class {
	switch {
	case isDocumentary(host):
		return documentary
	case !strings.ContainsAny(host, ".:") && host != "":
		return oneLabel
	case loaded*10 >= n*9 && loaded > 0:
		return loading
	}
	return ordinary
}

// reservedNames are the names reserved by RFC 2606 and RFC 6761.
var reservedNames = []string{"example", "test", "invalid", "localhost", "example.com", "example.net",
	"example.org"}

// reservedAddresses are those of the local machine, and those for documentation of RFC
// 5737, RFC 3849 and RFC 9637.
var reservedAddresses = []netip.Prefix{
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("::1/128"),
	netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("3fff::/20"),
}

// isDocumentary reports whether a host is reserved for documentation, tests or the local
// machine.
func isDocumentary(host string) bool {
	for _, name := range reservedNames {
		if above, ok := strings.CutSuffix(host, name); ok && (above == "" || strings.HasSuffix(above, ".")) {
			return true
		}
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && slices.ContainsFunc(reservedAddresses,
		func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// isLoaded reports whether programs load the value of an attribute when they show a page.
func isLoaded(element, attribute string) bool {
	switch attribute {
	case "src":
		return element != "" // img, iframe, frame, script, input, embed ...
	case "background", "poster", "lowsrc", "dynsrc", "srcset":
		return true
	}
	return false
}

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

// An apartRow holds the counts of the hosts of a class, and the most frequent of them.
type apartRow struct {
	hosts, n int
	list     []int
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
		r.apart[class].list = ranked(class, maxApart)
	}
	r.frequent = most(r.url, maxURLs, (*urlTally).counted)
}

// hostName returns the name of a host in the form to be shown. It may be long.
func (r *reader) hostName(host int) string {
	if r.config.Defang {
		return defang.Host(r.hosts.rows[host].name)
	}
	return r.hosts.rows[host].name
}

// urlText returns the text of a URL.
func (r *reader) urlText(url int) (text string) {
	r.Each(func(row sqlite.Row) { text = row.Text(0) }, "SELECT url FROM urls WHERE id = ?", r.urls[url])
	return text
}

// urlName returns a URL in the form to be shown. It may be long.
func (r *reader) urlName(url string) string {
	if r.config.Defang {
		return defang.URL(printable.RedactURL(url))
	}
	return url
}

// overTime shows the most frequent hosts over time, or without time if no message has a
// date.
func (r *reader) overTime(p *page) {
	c := r.calendar
	if len(r.busiest) == 0 {
		p.Hosts.Saw = "No URL has a host."
		return
	}
	top := r.busiest[0]
	p.Hosts.Saw = fmt.Sprintf("The most frequent host is %s, with %s.", shown(r.hostName(top)),
		partOf(r.hosts.rows[top].n, len(r.found), "occurrence", "occurrences"))
	var charted []tally
	var links []string
	for _, i := range r.busiest {
		if h := &r.hosts.rows[i]; len(charted) < maxCharted && (c.empty() || h.first != 0) {
			charted, links = append(charted, tally{r.hostName(i), h.n}),
				append(links, where(h.page, hostID(i)))
			h.chart = len(charted)
		}
	}
	switch {
	case c.empty():
		p.Hosts.Table = table{Caption: "The most frequent hosts", Head: columns("host", "#occurrences")}
		for i, h := range charted {
			p.Hosts.add(tallyBar(shown(h.name), h.n))
			p.Hosts.Table.addLinked(links[i], shown(h.name), number(h.n))
		}
		p.Hosts.draw("hosts", "The most frequent hosts", legend{})
	case len(charted) > 0:
		names := []string{"host"}
		for i := range c.len() {
			names = append(names, "#"+c.name(i))
		}
		p.Hosts.Table = table{Caption: "Occurrences by host and " + c.unit(), Head: columns(names...)}
		list := c.series(charted, r.monthly(func(u *urlTally) int { return r.hosts.rows[u.host].chart - 1 }))
		for i, s := range list {
			row := []string{shown(s.name)}
			for _, n := range s.counts {
				row = append(row, number(n))
			}
			p.Hosts.Table.addLinked(links[i], row...)
		}
		title := fmt.Sprintf("The %s over time, each on its own scale",
			count(len(charted), "most frequent host", "most frequent hosts"))
		p.Hosts.Figure = newFigure("hosts", title, p.Hosts.Saw, legend{}, rows(c, list))
	}
}

// A list is a table that readers can search and sort.
type list struct {
	All   int // the number of rows, including those not listed
	Apart int // those shown in other tables
	Rows  []listRow
	CSV   download
}

// Rest returns the number of rows that are neither listed nor shown in other tables.
func (l *list) Rest() int { return l.All - l.Apart - len(l.Rows) }

type listRow struct {
	Link               link
	Trace              string // the link to its list of places, if there is one
	URLs, N, Documents int
	First, Last        link
}

// lists shows the most frequent hosts and URLs.
func (r *reader) lists(p *page) {
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
			listRow{Link: link{Text: shown(name)}, Trace: where(h.page, hostID(i)),
				N: h.n, Documents: h.messages, URLs: len(h.urls), First: p.archived(home, first),
				Last: p.archived(home, last)})
	}
	for _, i := range r.frequent {
		u, name := &r.url[i], r.urlName(r.urlText(i))
		first, last := u.first.String(), u.last.String()
		urls.add(whole(name), strconv.Itoa(int(u.n)), first, last)
		p.URLList.Rows = append(p.URLList.Rows,
			listRow{Link: p.followed(linkTo(name)), Trace: where(u.page, urlID(i)),
				N: int(u.n), First: p.archived(name, first), Last: p.archived(name, last)})
	}
	p.HostList.CSV, p.URLList.CSV = inLink("hosts", hosts.take()), inLink("urls", urls.take())
}

// followed returns a link, without its target if the page must not link to URLs.
func (p *page) followed(l link) link {
	if p.Defang {
		l.Href = ""
	}
	return l
}

func (p *page) archived(url, date string) link { return p.followed(archived(url, date)) }

// An apartView shows the hosts of a class.
type apartView struct {
	Title, Said string
	Table       table
}

// setApart shows the hosts that are set apart.
func (r *reader) setApart(p *page) {
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
		for _, i := range row.list {
			h := &r.hosts.rows[i]
			v.Table.addLinked(where(h.page, hostID(i)), shown(r.hostName(i)), number(h.n), number(h.messages),
				number(len(h.urls)))
		}
		p.Apart = append(p.Apart, v)
	}
}
