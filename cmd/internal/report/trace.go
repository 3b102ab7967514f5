package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/extract/defang"
)

// Limits of the places of URLs on a single page. A folder has more.
const (
	maxTraced       = 4000 // places
	tracedURLs      = 20   // of a host
	tracedPlaces    = 5    // of a URL
	tracedApart     = 10   // hosts of each class that is shown apart
	tracedPlacesAll = 50   // of a URL, in a folder
)

// selectPlace and selectRejectedText select the places of occurrences and of rejected
// texts.
const (
	selectPlace = `
		SELECT s.path, d.member, o.attachment, d.number, d.date, d.subject, d.sender,
			o.part, o.header, o.line, o.start, o.stop, o.element, o.attribute, o.line_before, o.line_after,
			EXISTS (SELECT 1 FROM occurrences p WHERE p.id BETWEEN o.id - 13 AND o.id - 1 ` + brokenBeside + `),
			EXISTS (SELECT 1 FROM occurrences p WHERE p.id BETWEEN o.id + 1 AND o.id + 13 ` + brokenBeside + `)
		FROM occurrences o JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.id = ?`
	selectRejectedText = `
		SELECT s.path, d.member, o.attachment, d.number, NULL, NULL, NULL,
			o.part, o.header, o.line, o.start, o.stop, NULL, NULL, NULL, NULL, NULL, NULL,
			o.text, o.message, o.error_offset
		FROM rejected o JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.id = ?`
	// brokenBeside is the condition that a URL p near o is broken over lines, so that the
	// text beside o may begin or end inside p. 100 bytes hold at most 13 URLs.
	brokenBeside = `AND p.document = o.document AND p.broken
			AND p.stop + 400 > o.start AND p.start < o.stop + 400`
)

// A hostView is a host with its URLs, or the most frequent of them, in the form to be
// shown.
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

// A placeView is a place. Message is false outside of messages.
type placeView struct {
	Message               bool
	Date, Subject, Sender string
	Where                 string
	Before, After         string // on its line
}

func hostID(host int) string { return "h" + strconv.Itoa(host) }
func urlID(url int) string   { return "u" + strconv.Itoa(url) }

// where returns a link to the element with an id, on page number page of hosts, from 1,
// or on this page. It returns "" if page is 0.
func where(page int32, id string) string {
	switch page {
	case 0:
		return ""
	case here:
		return "#" + id
	}
	return hostsFolder + pageName(int(page)) + "#" + id
}

const (
	here        = -1
	hostsFolder = "hosts/"
)

// pageName returns the file name of a page of hosts. Pages count from 1.
func pageName(page int) string { return fmt.Sprintf("%05d.html", page) }

// tracedFirst returns the hosts whose places a single page shows: those in the figure, in
// the list, and in the classes set apart.
func (r *reader) tracedFirst() []int {
	hosts := slices.Clone(r.busiest)
	add := func(host int) { hosts = slices.Insert(hosts, min(len(hosts), maxCharted), host) }
	for _, row := range r.apart[ordinary+1:] {
		for _, host := range row.top[:min(len(row.top), tracedApart)] {
			add(host)
		}
	}
	add(r.hostless())
	return hosts
}

// trace traces hosts in order, until there are enough places.
func (r *reader) trace(hosts []int, enough int) (traced []hostView) {
	for _, host := range hosts {
		h := &r.hosts.rows[host]
		if enough <= 0 || r.Err != nil {
			break
		}
		if h.n == 0 {
			continue
		}
		h.traced = here
		v, rest := r.hostView(host), h.n
		for _, url := range h.urls[:min(len(h.urls), tracedURLs)] {
			u := r.urlView(int(url), r.urlText(int(url)), tracedPlaces)
			r.url[url].traced = here
			rest -= int(r.url[url].n)
			enough -= len(u.Places)
			v.URLs = append(v.URLs, u)
		}
		if more := len(h.urls) - len(v.URLs); more > 0 {
			v.More = count(more, "more URL", "more URLs") + " with " + count(rest, "occurrence", "occurrences")
		}
		traced = append(traced, v)
	}
	return traced
}

// hostView returns a host without its URLs.
func (r *reader) hostView(host int) hostView {
	h := &r.hosts.rows[host]
	return hostView{ID: hostID(host), Name: cmp.Or(shown(r.hostName(host)), "without a host"),
		Said: count(h.n, "occurrence", "occurrences") + " of " + count(len(h.urls), "URL", "URLs")}
}

// urlView returns a URL, whose text is text, with at most max places.
func (r *reader) urlView(url int, text string, max int) urlView {
	u := &r.url[url]
	v := urlView{ID: urlID(url), Said: count(int(u.n), "occurrence", "occurrences")}
	if r.config.Defang {
		v.Link.Text = shown(r.urlName(text))
	} else {
		v.Link, v.Wayback = linkTo(text), archived(text, u.first.String())
		v.Wayback.Text = string(v.Wayback.Href) // so that it can be read on paper
	}
	for _, place := range u.places[:min(len(u.places), max)] {
		v.Places = append(v.Places, r.tracePlace(int(place)))
	}
	if more := int(u.n) - len(v.Places); more > 0 {
		v.More = count(more, "more occurrence", "more occurrences")
	}
	return v
}

// tracePlace returns a place of the census.
func (r *reader) tracePlace(place int) (v placeView) {
	r.Each(func(row sqlite.Row) { v = r.placeOf(row) }, selectPlace, r.places[place])
	return v
}

// placeOf reads the columns common to selectPlace and selectRejectedText.
func (r *reader) placeOf(row sqlite.Row) placeView {
	day, _, _ := strings.Cut(row.Text(4), "T")
	v := placeView{
		Message: row.Number(3) > 0,
		Date:    cmp.Or(short(day), "no date"),
		Subject: cmp.Or(said(row.Text(5)), "no subject"),
		Sender:  said(row.Text(6)),
		Where:   r.whereOf(row),
	}
	before, after := row.Text(14), row.Text(15)
	v.Before = short(printable.RedactPiece(before, row.Number(16) > 0 || isCut(before), false))
	v.After = short(printable.RedactPiece(after, false, row.Number(17) > 0 || isCut(after)))
	if r.config.Defang {
		v.Subject, v.Before, v.After = defang.Text(v.Subject), defang.Text(v.Before), defang.Text(v.After)
	}
	return v
}

// isCut reports whether text beside a URL may have been cut, so that it may begin or end
// inside another one.
func isCut(beside string) bool { return len(beside) > database.MaxBeside-utf8.UTFMax }

// said returns a text of the archive in the form to be shown, without the passwords of
// URLs in it. Folded header fields have tabs.
func said(text string) string { return short(printable.Redact(strings.ReplaceAll(text, "\t", " "))) }

// whereOf describes a place: the file, the member in it, the message, its part, the line
// and the bytes.
func (r *reader) whereOf(row sqlite.Row) string {
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
	message, part, header, line, element := row.Number(3), row.Text(7), row.Text(8),
		row.Number(9), row.Text(12)
	add(message > 0, "message "+number(message))
	add(part != "", "part "+short(part))
	add(header != "", "field "+short(header))
	add(element != "", "<"+short(element)+" "+short(row.Text(13))+">")
	add(line > 0, "line "+number(line))
	return strings.Join(append(b, "bytes "+number(row.Number(10))+"–"+number(row.Number(11))), ", ")
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

// path returns a path in the form to be shown.
func (r *reader) path(name string) string {
	return shown(strings.TrimPrefix(name, r.folder))
}
