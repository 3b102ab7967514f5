package report

import (
	"bufio"
	"context"
	"errors"
	"html/template"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Folder is the destination of a report of many pages.
type Folder interface {
	// Create creates a file. Its path has slashes, and IsOwn reports true for it.
	Create(path string) (io.WriteCloser, error)
}

// IsOwn reports whether a report may have a file with this path in its folder.
func IsOwn(name string) bool {
	dir, file := path.Split(name)
	switch dir {
	case "":
		return file == indexPage
	case hostsFolder:
		return strings.HasSuffix(file, ".html")
	case tablesFolder:
		return strings.HasSuffix(file, ".csv")
	}
	return false
}

const (
	indexPage    = "index.html"
	tablesFolder = "tables/"
)

// pageSize is the approximate size of a page of hosts in bytes. A host with more
// continues on the next page.
const pageSize = 400_000

// WriteFolder writes a report of many pages: the page that Write writes, pages with all
// hosts and URLs and their places, and all tables as CSV. Links between the pages need no
// server.
func WriteFolder(ctx context.Context, folder Folder, db *sqlite.Conn, config Config) error {
	return read(ctx, db, config, func(r *reader) error {
		b := &binder{reader: r, folder: folder}
		if err := b.bind(); err != nil {
			return err
		}
		p := r.page(nil)
		if r.Err != nil {
			return r.Err
		}
		p.InFolder = true
		if err := p.linkTables(func(name string, text []byte) (download, error) {
			return b.csv(name), b.write(tablesFolder+name+".csv", func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		}); err != nil {
			return err
		}
		p.HostList.CSV, p.URLList.CSV = b.csv("hosts"), b.csv("urls")
		return b.write(indexPage, func(w io.Writer) error { return p.write(w, "page.html", p) })
	})
}

// A binder writes the pages of hosts, in the order of their names.
type binder struct {
	*reader
	folder Folder
	pages  []innerLink // the pages written so far
	views  []hostView  // the hosts of the current page
	size   int
}

// A hostPage is a page with hosts, or the list of these pages.
type hostPage struct {
	*page
	Heading       string
	Report        string // headline of the first page of the report
	Before, After string
	Pages         []innerLink
	Hosts         []hostView
}

func (b *binder) csv(name string) download {
	return download{name + ".csv", template.URL(tablesFolder + name + ".csv")}
}

// write writes a file.
func (b *binder) write(name string, do func(w io.Writer) error) error {
	w, err := b.folder.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(do(w), w.Close())
}

func (b *binder) bind() error {
	return b.write(tablesFolder+"hosts.csv", func(hosts io.Writer) error {
		return b.write(tablesFolder+"urls.csv", func(urls io.Writer) error {
			if err := b.bindHosts(bufio.NewWriter(hosts), bufio.NewWriter(urls)); err != nil {
				return err
			}
			return b.list()
		})
	})
}

// bindHosts writes all hosts and their URLs, on pages and in tables.
func (b *binder) bindHosts(hostFile, urlFile *bufio.Writer) error {
	hosts, urls := newCSV("host", "occurrences", "urls"),
		newCSV("url", "host", "occurrences", "first", "last")
	for _, host := range b.inOrder() {
		h, v := &b.hosts.rows[host], b.hostView(host)
		name := v.Name
		hosts.add(name, strconv.Itoa(h.n), strconv.Itoa(len(h.urls)))
		for i, url := range h.urls {
			if b.size > pageSize {
				if i > 0 {
					v.More = "Its other URLs are on the next page"
					b.views = append(b.views, v)
				}
				if err := b.flush(true); err != nil {
					return err
				}
				v.URLs, v.More, v.Continued = nil, "", i > 0
			}
			u, text := &b.url[url], b.urlText(int(url))
			u.traced = int32(len(b.pages) + 1)
			if i == 0 {
				h.traced = u.traced
			}
			v.URLs = append(v.URLs, b.urlView(int(url), text, tracedPlacesAll))
			b.size += 400 + 3*min(len(text), maxLinked) + 400*min(int(u.n), tracedPlacesAll)
			told := whole(text)
			if b.config.Defang {
				told = visible(b.urlName(text))
			}
			urls.add(told, name, strconv.Itoa(int(u.n)), u.first.String(), u.last.String())
		}
		b.views = append(b.views, v)
		hostFile.Write(hosts.take())
		urlFile.Write(urls.take())
		if b.Err != nil {
			return b.Err
		}
	}
	return errors.Join(b.flush(false), hostFile.Flush(), urlFile.Flush())
}

// inOrder returns all hosts with URLs in the order of their names, followed by the row
// for URLs without a host.
func (b *binder) inOrder() (hosts []int) {
	all := b.hosts.rows
	for host := range all[:b.hostless()] {
		if all[host].n > 0 {
			hosts = append(hosts, host)
		}
	}
	slices.SortFunc(hosts, func(i, j int) int { return strings.Compare(all[i].name, all[j].name) })
	if all[b.hostless()].n > 0 {
		hosts = append(hosts, b.hostless())
	}
	return hosts
}

// flush writes the current page. more reports whether another one follows.
func (b *binder) flush(more bool) error {
	if len(b.views) == 0 {
		return nil
	}
	n := len(b.pages) + 1
	heading := b.views[0].Name
	if last := b.views[len(b.views)-1].Name; last != heading {
		heading += " – " + last
	}
	p := b.hostPage(heading)
	p.Hosts = b.views
	if n > 1 {
		p.Before = pageName(n - 1)
	}
	if more {
		p.After = pageName(n + 1)
	}
	b.pages = append(b.pages, innerLink{pageName(n), heading})
	b.views, b.size = nil, 0
	return b.write(hostsFolder+pageName(n), func(w io.Writer) error { return p.write(w, "pages.html", p) })
}

// list writes the list of all pages.
func (b *binder) list() error {
	p := b.hostPage("All hosts")
	p.Pages = b.pages
	return b.write(hostsFolder+indexPage, func(w io.Writer) error { return p.write(w, "pages.html", p) })
}

func (b *binder) hostPage(heading string) *hostPage {
	p := &hostPage{page: b.blankPage(), Heading: heading}
	p.Report, p.Title = p.Title, heading+" – "+p.Title
	return p
}
