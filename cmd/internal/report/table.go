package report

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// A download is a table as CSV: a file beside the page, or a link that contains it.
type download struct {
	Name string // of the file
	Href template.URL
}

// A csvTable is a table as CSV. No cell is a formula for a spreadsheet.
type csvTable struct{ b []byte }

func newCSV(head ...string) *csvTable {
	t := &csvTable{}
	t.add(head...)
	return t
}

func (t *csvTable) add(cells ...string) {
	for i, cell := range cells {
		if i > 0 {
			t.b = append(t.b, ',')
		}
		t.b = printable.AppendCell(t.b, cell, ',', true)
	}
	t.b = append(t.b, '\n')
}

// take returns the text added since the last take.
func (t *csvTable) take() []byte {
	text := bytes.Clone(t.b)
	t.b = t.b[:0]
	return text
}

// inLink returns the table as a link that contains it.
func inLink(name string, text []byte) download {
	return download{name + ".csv", template.URL("data:text/csv;charset=utf-8;base64," +
		base64.StdEncoding.EncodeToString(text))}
}

// csv returns a table of the page. Its numbers have no commas.
func (t *table) csv() []byte {
	var head []string
	for _, c := range t.Head {
		head = append(head, c.Name)
	}
	out := newCSV(head...)
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = strings.ReplaceAll(cell, "\u00a0", " ")
			if t.Head[i].Class == "n" {
				cells[i] = strings.ReplaceAll(cells[i], ",", "")
			}
		}
		out.add(cells...)
	}
	return out.take()
}

// whole returns a URL or a host in the form for CSV: in full, without passwords.
func whole(text string) string { return visible(printable.RedactURL(text)) }

// A table is a table of the page. Its first column holds names, which may be links.
type table struct {
	Caption string
	Head    []column
	Rows    [][]string
	Links   map[int]string // by row, the target of the link of its name
	CSV     download
}

type column struct{ Name, Class string }

// Inner returns the links of the names in a table.
func (t table) Inner() (links []innerLink) {
	for i, row := range t.Rows {
		if t.Links[i] != "" {
			links = append(links, innerLink{t.Links[i], row[0]})
		}
	}
	return links
}

// add adds a row.
func (t *table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// addLinked adds a row whose name has a link, which may be empty.
func (t *table) addLinked(link string, cells ...string) {
	if t.Links == nil {
		t.Links = map[int]string{}
	}
	t.Links[len(t.Rows)] = link
	t.add(cells...)
}

// columns returns the columns of a table with these names. A "#" before a name marks a
// column of numbers, and is removed.
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

// An innerLink is a link to another place of the same report.
type innerLink struct{ Href, Text string }
