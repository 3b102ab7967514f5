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

// A hostView is a host with its URLs, or the most frequent of them, as they are shown.
type hostView struct {
	ID, Name, Said string
	Continued      bool // its first URLs are on an earlier page
	URLs           []urlView
	More           string
}

// A urlView is a URL with its places, or the first of them.
type urlView struct {
	ID      string
	Link    link
	Said    string
	Wayback link
	Places  []placeView
	More    string
}

// A placeView is a place. Of a text that is no message, Message is false.
type placeView struct {
	Message               bool
	Date, Subject, Sender string
	Where                 string
	Before, After         string // on its line
}

func hostID(host int) string { return "h" + strconv.Itoa(host) }
func urlID(url int) string   { return "u" + strconv.Itoa(url) }

// trace traces hosts in their order, until there are enough places.
func (t *tracer) trace(hosts []int, enough int) (list []hostView) {
	for _, host := range hosts {
		if enough <= 0 || t.err != nil {
			break
		}
		urls := t.urls.of(host)
		if len(urls) == 0 {
			continue
		}
		v := t.hostView(host)
		traced := urls[:min(len(urls), tracedURLs)]
		for _, url := range traced {
			u := t.urlView(int(url), t.urlText(int(url)), tracedPlaces)
			enough -= len(u.Places)
			v.URLs = append(v.URLs, u)
		}
		if more := len(urls) - len(traced); more > 0 {
			v.More = count(more, "more URL", "more URLs") + " with " + count(t.sum(urls[len(traced):]), "occurrence", "occurrences")
		}
		list = append(list, v)
	}
	return list
}

// sum returns how many occurrences some URLs have.
func (t *tracer) sum(urls []int32) (n int) {
	for _, url := range urls {
		n += int(t.url[url].n)
	}
	return n
}

// hostView returns a host without its URLs.
func (t *tracer) hostView(host int) hostView {
	urls, name := t.urls.of(host), ""
	if host < t.hostless() {
		name = t.hostName(t.census.hosts.rows[host].name)
	}
	return hostView{ID: hostID(host), Name: cmp.Or(shown(name), "without a host"),
		Said: count(t.sum(urls), "occurrence", "occurrences") + " of " + count(len(urls), "URL", "URLs")}
}

// urlView returns a URL, which reads as text, with at most max places.
func (t *tracer) urlView(url int, text string, max int) urlView {
	u := t.url[url]
	v := urlView{ID: urlID(url), Said: count(int(u.n), "occurrence", "occurrences")}
	if t.defanged {
		v.Link.Text = shown(t.urlName(text))
	} else {
		v.Link, v.Wayback = linkTo(text), archived(text, u.first.String())
		v.Wayback.Text = string(v.Wayback.Href) // so that it can be read on paper
	}
	places := t.places.of(url)
	for _, place := range places[:min(len(places), max)] {
		v.Places = append(v.Places, t.tracePlace(int(place)))
	}
	if more := int(u.n) - len(v.Places); more > 0 {
		v.More = count(more, "more occurrence", "more occurrences")
	}
	return v
}

// tracePlace returns a place of the census.
func (r *reader) tracePlace(place int) (v placeView) {
	r.all(func(row row) { v = r.placeOf(row) }, selectPlace, r.places[place])
	return v
}

// placeOf reads the columns with which selectPlace and selectRejectedText begin.
func (r *reader) placeOf(row row) placeView {
	day, _, _ := strings.Cut(row.Text(4), "T")
	v := placeView{
		Message: row.number(3) > 0, Date: cmp.Or(short(day), "no date"), Subject: cmp.Or(said(row.Text(5)), "no subject"), Sender: said(row.Text(6)),
		Where: r.where(row), Before: said(row.Text(14)), After: said(row.Text(15)),
	}
	if r.defanged {
		v.Subject, v.Before, v.After = defang.Text(v.Subject), defang.Text(v.Before), defang.Text(v.After)
	}
	return v
}

// said returns a text of the archive as it is shown, without the passwords of URLs in it. Folded header fields have tabs.
func said(text string) string { return short(printable.Redact(strings.ReplaceAll(text, "\t", " "))) }

// where tells where a place is: the file, what is packed in it, the message, its part, the line and the bytes.
func (r *reader) where(row row) string {
	b := []string{r.path(row.Text(0))}
	for _, within := range []string{row.Text(1), row.Text(2)} {
		if within != "" {
			b[0] += "!" + shown(strings.TrimPrefix(within, "./"))
		}
	}
	add := func(is bool, what string) {
		if is {
			b = append(b, what)
		}
	}
	message, part, header, line, element := row.number(3), row.Text(7), row.Text(8), row.number(9), row.Text(12)
	add(message > 0, "message "+number(message))
	add(part != "", "part "+short(part))
	add(header != "", "field "+short(header))
	add(element != "", "<"+short(element)+" "+short(row.Text(13))+">")
	add(line > 0, "line "+number(line))
	return strings.Join(append(b, "bytes "+number(row.number(10))+"–"+number(row.number(11))), ", ")
}
