package report

import (
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/defang"
)

// defang makes the URLs and hosts of an archive unclickable. It leaves those of which the page shows where they break a rule.
func (a *archive) defang() {
	for i := range a.busiest {
		a.busiest[i].name = defang.Host(a.busiest[i].name)
	}
	for _, row := range a.apart {
		for i := range row.list {
			row.list[i].name = defang.Host(row.list[i].name)
		}
	}
	for i := range a.charted {
		a.charted[i].name = defang.Host(a.charted[i].name)
	}
	for i := range a.frequent {
		a.frequent[i].name = unclickable(a.frequent[i].name)
	}
	for _, r := range a.reasons {
		for i := range r.cases {
			c := &r.cases[i]
			c.url, c.reading = unclickable(c.url), unclickable(c.reading)
		}
	}
}

// unclickable returns a URL without its passwords, and so that no click follows it.
func unclickable(url string) string { return defang.URL(printable.RedactURL(url)) }

// defang makes the examples of a page unclickable, and takes the links out of its lists.
func (p *page) defang() {
	for _, rows := range [][]listRow{p.HostList.Rows, p.URLList.Rows} {
		for i := range rows {
			rows[i].Link.Href, rows[i].First.Href, rows[i].Last.Href = "", "", ""
		}
	}
	for i := range p.Tolerated {
		v := &p.Tolerated[i]
		v.Before, v.After = defang.Text(v.Before), defang.Text(v.After)
	}
	for _, v := range p.Refused {
		for i := range v.Examples {
			e := &v.Examples[i]
			e.Before, e.After = defang.Text(e.Before), defang.Text(e.After)
		}
	}
}
