package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/defang"
)

// How much a single page tells of where URLs are found. A folder tells more.
const (
	maxTraced       = 4000 // places
	tracedURLs      = 20   // of a host
	tracedPlaces    = 5    // of a URL
	tracedApart     = 10   // hosts of each class that is shown apart
	tracedPlacesAll = 50   // of a URL, in a folder
)

// groups has the members of some groups, one group after the other.
type groups struct{ starts, members []int32 }

// group puts the numbers from 0 to n into groups. Those of the group -1 are left out.
func group(n, groupCount int, of func(i int) int) groups {
	g := groups{starts: make([]int32, groupCount+1)}
	for i := range n {
		if to := of(i); to >= 0 {
			g.starts[to+1]++
		}
	}
	for i := range groupCount {
		g.starts[i+1] += g.starts[i]
	}
	g.members = make([]int32, g.starts[groupCount])
	next := slices.Clone(g.starts)
	for i := range n {
		if to := of(i); to >= 0 {
			g.members[next[to]] = int32(i)
			next[to]++
		}
	}
	return g
}

func (g groups) of(i int) []int32 { return g.members[g.starts[i]:g.starts[i+1]] }

// A tracer finds the URLs of hosts, and the places of URLs.
type tracer struct {
	*reader
	urls   groups // by host, the most frequent first
	places groups // by URL, in the order of the archive
}

func (r *reader) newTracer() *tracer {
	t := &tracer{reader: r}
	t.urls = group(len(r.url), t.hostless()+1, func(i int) int {
		switch {
		case r.url[i].n == 0:
			return -1
		case r.url[i].host < 0:
			return t.hostless()
		}
		return int(r.url[i].host)
	})
	for host := range t.hostless() + 1 {
		slices.SortFunc(t.urls.of(host), func(i, j int32) int { return cmp.Or(cmp.Compare(r.url[j].n, r.url[i].n), cmp.Compare(i, j)) })
	}
	t.places = group(len(r.found), len(r.url), func(i int) int { return int(r.found[i].url) })
	return t
}

// hostless is the number of what URLs without a host have in the place of one.
func (t *tracer) hostless() int { return len(t.census.hosts.rows) }

// A tracedHost is a host with its URLs, or the most frequent of them.
type tracedHost struct {
	index   int    // in the census
	name    string // empty for URLs without a host
	n, urls int
	list    []tracedURL
	more    int // URLs that are not in the list
	placed  int // occurrences of those in the list
}

// A tracedURL is a URL with its places, or the first of them.
type tracedURL struct {
	index  int
	url    string
	n      int
	first  string // the first day,
	last   string // and the last
	places []tracedPlace
}

type tracedPlace struct {
	path, member, attachment    string
	date, subject, sender       string
	part, header, before, after string
	message, line, start, end   int
	element, attribute          string
}

// trace traces hosts in their order, until there are enough places.
func (t *tracer) trace(hosts []int, enough int) (list []tracedHost) {
	for _, host := range hosts {
		if enough <= 0 || t.err != nil {
			break
		}
		urls := t.urls.of(host)
		if len(urls) == 0 {
			continue
		}
		h := t.host(host)
		for _, url := range urls[:min(len(urls), tracedURLs)] {
			u := t.url(int(url), tracedPlaces)
			enough -= len(u.places)
			h.add(u)
		}
		list = append(list, h)
	}
	return list
}

// host returns a host without its URLs.
func (t *tracer) host(host int) tracedHost {
	h := tracedHost{index: host, urls: len(t.urls.of(host))}
	if host < t.hostless() {
		h.name = t.census.hosts.rows[host].name
	}
	for _, url := range t.urls.of(host) {
		h.n += int(t.reader.url[url].n)
	}
	h.more = h.urls
	return h
}

func (h *tracedHost) add(u tracedURL) {
	h.list = append(h.list, u)
	h.more--
	h.placed += u.n
}

// url traces a URL to at most max places.
func (t *tracer) url(url, max int) tracedURL {
	u := tracedURL{index: url, url: t.urlText(url), n: int(t.reader.url[url].n), first: t.reader.url[url].first.String(), last: t.reader.url[url].last.String()}
	places := t.places.of(url)
	for _, place := range places[:min(len(places), max)] {
		u.places = append(u.places, t.tracePlace(int(place)))
	}
	return u
}

// tracePlace returns a place of the census.
func (r *reader) tracePlace(place int) (p tracedPlace) {
	r.all(func(row row) { p = placeOf(row) }, selectPlace, r.places.id(place))
	return p
}

// placeOf reads the columns with which selectPlace and selectRejectedText begin.
func placeOf(row row) tracedPlace {
	return tracedPlace{
		path: row.Text(0), member: row.Text(1), attachment: row.Text(2), message: row.number(3), date: row.Text(4), subject: row.Text(5),
		sender: row.Text(6), part: row.Text(7), header: row.Text(8), line: row.number(9), start: row.number(10), end: row.number(11),
		element: row.Text(12), attribute: row.Text(13), before: row.Text(14), after: row.Text(15),
	}
}

// A hostView is a traced host as it is shown.
type hostView struct {
	ID, Name, Said string
	Continued      bool // its first URLs are on an earlier page
	URLs           []urlView
	More           string
}

type urlView struct {
	ID      string
	Link    link
	Said    string
	Wayback link
	Places  []placeView
	More    string
}

// A placeView is a place as it is shown. Of a text that is no message, Message is false.
type placeView struct {
	Message               bool
	Date, Subject, Sender string
	Where                 string
	Before, After         string // on its line
}

func hostID(host int) string { return "h" + strconv.Itoa(host) }
func urlID(url int) string   { return "u" + strconv.Itoa(url) }

// view returns a traced host as it is shown.
func (a *archive) hostView(h *tracedHost, defanged bool) hostView {
	v := hostView{ID: hostID(h.index), Name: shown(h.name), Said: count(h.n, "occurrence", "occurrences") + " of " + count(h.urls, "URL", "URLs")}
	if defanged {
		v.Name = shown(defang.Host(h.name))
	}
	if v.Name == "" {
		v.Name = "without a host"
	}
	for i := range h.list {
		v.URLs = append(v.URLs, a.urlView(&h.list[i], defanged))
	}
	if h.more > 0 {
		v.More = count(h.more, "more URL", "more URLs") + " with " + count(h.n-h.placed, "occurrence", "occurrences")
	}
	return v
}

func (a *archive) urlView(u *tracedURL, defanged bool) urlView {
	v := urlView{ID: urlID(u.index), Said: count(u.n, "occurrence", "occurrences")}
	if defanged {
		v.Link.Text = shown(unclickable(u.url))
	} else {
		v.Link, v.Wayback = linkTo(u.url), archived(u.url, u.first)
		v.Wayback.Text = string(v.Wayback.Href) // so that it can be read on paper
	}
	for _, p := range u.places {
		v.Places = append(v.Places, a.placeView(p, defanged))
	}
	if more := u.n - len(u.places); more > 0 {
		v.More = count(more, "more occurrence", "more occurrences")
	}
	return v
}

func (a *archive) placeView(p tracedPlace, defanged bool) placeView {
	day, _, _ := strings.Cut(p.date, "T")
	v := placeView{
		Message: p.message > 0, Date: short(day), Subject: said(p.subject), Sender: said(p.sender),
		Where: a.where(p), Before: said(p.before), After: said(p.after),
	}
	if v.Date == "" {
		v.Date = "no date"
	}
	if v.Subject == "" {
		v.Subject = "no subject"
	}
	if defanged {
		v.Subject, v.Before, v.After = defang.Text(v.Subject), defang.Text(v.Before), defang.Text(v.After)
	}
	return v
}

// said returns a text of the archive as it is shown, without the passwords of URLs in it. Folded header fields have tabs.
func said(text string) string { return short(printable.Redact(strings.ReplaceAll(text, "\t", " "))) }

// where tells where a place is: the file, what is packed in it, the message, its part, the line and the bytes.
func (a *archive) where(p tracedPlace) string {
	b := []string{a.place(p.path)}
	for _, within := range []string{p.member, p.attachment} {
		if within != "" {
			b[0] += "!" + shown(strings.TrimPrefix(within, "./"))
		}
	}
	if p.message > 0 {
		b = append(b, "message "+number(p.message))
	}
	if p.part != "" {
		b = append(b, "part "+short(p.part))
	}
	if p.header != "" {
		b = append(b, "field "+short(p.header))
	}
	if p.element != "" {
		b = append(b, "<"+short(p.element)+" "+short(p.attribute)+">")
	}
	if p.line > 0 {
		b = append(b, "line "+number(p.line))
	}
	return strings.Join(append(b, "bytes "+number(p.start)+"–"+number(p.end)), ", ")
}
