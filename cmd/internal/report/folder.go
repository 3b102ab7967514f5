package report

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Folder is where a report of many pages is written.
type Folder interface {
	// Create creates a file. Its path has slashes, and is one of which IsOwn reports that a report has it.
	Create(path string) (io.WriteCloser, error)
}

// IsOwn reports whether a report has a file with this path in its folder.
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
	hostsFolder  = "hosts/"
	tablesFolder = "tables/"
)

// pageSize is about how many bytes a page of hosts has. A host with more goes on on the next page.
const pageSize = 400_000

// WriteFolder writes a report of many pages: the page that Write writes, pages with all hosts and URLs and the places of these, and
// all tables as CSV. Links between the pages need no server.
func WriteFolder(ctx context.Context, folder Folder, db *sqlite.Conn, config Config) error {
	return read(ctx, db, config, func(r *reader) error {
		b := &binder{tracer: r.newTracer(), folder: folder, config: config, where: map[string]string{}}
		if err := b.bind(); err != nil {
			return err
		}
		p := newPage(&r.archive, config, b.where)
		p.InFolder = true
		if err := p.link(func(name string, text []byte) (download, error) {
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
	*tracer
	folder Folder
	config Config
	where  map[string]string // the places of hosts and URLs that the first page links to
	pages  []innerLink       // that were written
	hosts  []hostView        // of the page that is being made
	first  string            // its first host
	size   int
}

// A hostPage is a page with hosts, or the list of these pages.
type hostPage struct {
	*page
	Heading       string
	Report        string // the headline of its first page
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
	linked := map[string]bool{}
	for _, h := range b.busiest {
		linked[hostID(h.index)] = true
	}
	for _, row := range b.apart {
		for _, h := range row.list {
			linked[hostID(h.index)] = true
		}
	}
	for _, u := range b.frequent {
		linked[urlID(u.index)] = true
	}
	return b.write(tablesFolder+"hosts.csv", func(hosts io.Writer) error {
		return b.write(tablesFolder+"urls.csv", func(urls io.Writer) error {
			if err := b.bindHosts(linked, bufio.NewWriter(hosts), bufio.NewWriter(urls)); err != nil {
				return err
			}
			return b.list()
		})
	})
}

// bindHosts writes all hosts and their URLs, on pages and in tables.
func (b *binder) bindHosts(linked map[string]bool, hostFile, urlFile *bufio.Writer) error {
	hosts, urls := newCSV("host", "occurrences", "urls"), newCSV("url", "host", "occurrences", "first", "last")
	for _, host := range b.inOrder() {
		v, list := b.hostView(host), b.urls.of(host)
		name := v.Name
		hosts.add(name, strconv.Itoa(b.sum(list)), strconv.Itoa(len(list)))
		b.begin(name)
		for i, url := range list {
			if b.size > pageSize {
				if i > 0 {
					v.More = "Its other URLs are on the next page"
					b.hosts = append(b.hosts, v)
				}
				if err := b.flush(true); err != nil {
					return err
				}
				v.URLs, v.More, v.Continued = nil, "", i > 0
				b.begin(name)
			}
			page := b.name(len(b.pages))
			if id := hostID(host); i == 0 && linked[id] {
				b.where[id] = hostsFolder + page + "#" + id
			}
			if id := urlID(int(url)); linked[id] {
				b.where[id] = hostsFolder + page + "#" + id
			}
			u, text := &b.url[url], b.urlText(int(url))
			v.URLs = append(v.URLs, b.urlView(int(url), text, tracedPlacesAll))
			b.size += 400 + 3*min(len(text), maxLinked) + 400*min(int(u.n), tracedPlacesAll)
			told := whole(text)
			if b.defanged {
				told = visible(b.urlName(text))
			}
			urls.add(told, name, strconv.Itoa(int(u.n)), u.first.String(), u.last.String())
		}
		b.hosts = append(b.hosts, v)
		hostFile.Write(hosts.take())
		urlFile.Write(urls.take())
		if b.err != nil {
			return b.err
		}
	}
	return errors.Join(b.flush(false), hostFile.Flush(), urlFile.Flush())
}

// inOrder returns all hosts with URLs in the order of their names, and after them the URLs without a host.
func (b *binder) inOrder() (hosts []int) {
	for host := range b.census.hosts.rows {
		if len(b.urls.of(host)) > 0 {
			hosts = append(hosts, host)
		}
	}
	slices.SortFunc(hosts, func(i, j int) int { return strings.Compare(b.census.hosts.rows[i].name, b.census.hosts.rows[j].name) })
	if len(b.urls.of(b.hostless())) > 0 {
		hosts = append(hosts, b.hostless())
	}
	return hosts
}

// begin notes the first host of a page.
func (b *binder) begin(host string) {
	if len(b.hosts) == 0 && b.size == 0 {
		b.first = host
	}
}

func (b *binder) name(page int) string { return fmt.Sprintf("%05d.html", page+1) }

// flush writes the page that is being made. more says whether another one follows.
func (b *binder) flush(more bool) error {
	if len(b.hosts) == 0 {
		return nil
	}
	n := len(b.pages)
	heading := b.first
	if last := b.hosts[len(b.hosts)-1].Name; last != b.first {
		heading += " – " + last
	}
	p := b.page(heading)
	p.Hosts = b.hosts
	if n > 0 {
		p.Before = b.name(n - 1)
	}
	if more {
		p.After = b.name(n + 1)
	}
	b.pages = append(b.pages, innerLink{b.name(n), heading})
	b.hosts, b.size = nil, 0
	return b.write(hostsFolder+b.name(n), func(w io.Writer) error { return p.write(w, "pages.html", p) })
}

// list writes the list of all pages.
func (b *binder) list() error {
	p := b.page("All hosts")
	p.Pages = b.pages
	return b.write(hostsFolder+indexPage, func(w io.Writer) error { return p.write(w, "pages.html", p) })
}

func (b *binder) page(heading string) *hostPage {
	p := &hostPage{page: blankPage(b.config), Heading: heading}
	p.Report, p.Title = p.Title, heading+" – "+p.Title
	return p
}
