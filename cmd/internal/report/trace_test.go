package report

import (
	"encoding/base64"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// From a figure to the host, from the host to its URLs, from a URL to the messages.
func TestAFigureLeadsToItsHostURLsAndMessages(t *testing.T) {
	b := newBook(t)
	source := b.source("/home/joe/list.mbox.gz", "mbox", 2, nil)
	document := b.do(`INSERT INTO documents (source, member, number, date, subject, sender, identity) VALUES (?, 'a/b.txt', 17, '1995-03-01T12:00:00Z', ?, ?, 17)`,
		source, "Moved: ftp://joe:secret@old.example/", "Ann <ann@mail.example>")
	for range 7 {
		b.place(document, "http://www.host.example/a", place{})
	}
	b.place(document, "http://www.host.example/b", place{})
	page := b.page("Traced")
	requireSound(t, page)
	require.NotContains(t, page, "secret")
	document1 := parse(t, page)
	follow := func(from *html.Node, list string, cell int) *html.Node {
		for node := range from.Descendants() {
			if node.Data == "table" && attribute(node, "data-list") == list {
				link := find(find(node, "tbody").FirstChild, "a")
				if cell > 0 {
					link = find(find(node, "td"), "a")
				}
				return byID(from, strings.TrimPrefix(attribute(link, "href"), "#"))
			}
		}
		return nil
	}
	host := follow(document1, "hosts", 0)
	require.Equal(t, "www.host.example: 8\u00a0occurrences of 2\u00a0URLs",
		strings.TrimSpace(find(host.Parent, "summary").FirstChild.Data))
	url := follow(document1, "URLs", 1)
	require.Equal(t, "http://www.host.example/a", text(url))
	require.Contains(t, text(host), "7 occurrences. Wayback copy near the first mention: "+
		"https://web.archive.org/web/19950301/http://www.host.example/a")
	require.Contains(t, text(host), "1995-03-01 Moved: ftp://joe:***@old.example/ Ann <ann@mail.example> "+
		"list.mbox.gz!a/b.txt, message 17, line 7, bytes 0–1")
	require.Contains(t, text(host), "2 more occurrences.")
}

// A broken URL is counted as the reading that the archive supports.
func TestABrokenURLIsCountedAsItsBestReading(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
	b.place(document, "http://www.host.example/news-letter.html",
		place{broken: true, readings: `[{"url":"http://www.host.example/newsletter.html","why":"hyphen","attested":true}]`})
	b.place(document, "http://www.host.example/newsletter.html", place{})
	b.do("UPDATE occurrences SET best = 2 WHERE id = 1")
	tables := downloads(t, b.page("Best"))
	require.Equal(t, [][]string{{"url", "occurrences", "first", "last"},
		{"http://www.host.example/newsletter.html", "2", "1996-05-01", "1996-05-01"}}, tables["urls.csv"])
}

func byID(from *html.Node, id string) *html.Node {
	for node := range from.Descendants() {
		if attribute(node, "id") == id {
			return node
		}
	}
	return nil
}

func TestExampleHostsAndTrackingPixelsAreCountedApart(t *testing.T) {
	for host, want := range map[string]class{
		"info.cern.ch":    ordinary,
		"example.com":     documentary,
		"www.example.org": documentary,
		"a.example":       documentary,
		"localhost":       documentary,
		"127.0.0.1":       documentary,
		"192.0.2.7":       documentary,
		"[::1]":           documentary,
		"[2001:db8::1]":   documentary,
		"128.141.201.214": ordinary,
		"myexample.com":   ordinary, "host": oneLabel, "latest": oneLabel, "": ordinary,
	} {
		require.Equal(t, want, classOf(host, 10, 0), host)
	}
	require.Equal(t, loading, classOf("pixel.tracker.net", 10, 9))
	require.Equal(t, ordinary, classOf("www.news.net", 10, 8))

	b := newBook(t)
	document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
	for _, url := range []string{"http://info.cern.ch/", "http://example.com/", "http://example.com/a",
		"http://host/", "http://pixel.invalid.net/1.gif", "http://pixel.invalid.net/2.gif"} {
		b.place(document, url, place{})
	}
	b.do(`UPDATE occurrences SET kind = 'attribute', element = 'img', attribute = 'src' WHERE url IN (SELECT id FROM urls WHERE host LIKE 'pixel%')`)
	page := b.page("Apart")
	requireSound(t, page)
	requireSays(t, page, "The most frequent host is info.cern.ch, with 1 of 6\u00a0occurrences "+
		"(16.7\u00a0%).")
	requireSays(t, page, "Set apart: Pictures and tracking pixels</h3>\n"+
		"<p>2 of 6\u00a0occurrences (33.3\u00a0%) of 1\u00a0host.")
	requireSays(t, page, "Set apart: Examples and documentation</h3>\n"+
		"<p>2 of 6\u00a0occurrences (33.3\u00a0%) of 1\u00a0host.")
	requireSays(t, page, "Set apart: Host names without a dot</h3>\n"+
		"<p>1 of 6\u00a0occurrences (16.7\u00a0%) of 1\u00a0host.")
}

// Hosts are counted alike everywhere: those set apart are counted, and URLs without a
// host, or replaced on evidence, have none.
func TestHostsAreCountedAlikeEverywhere(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
	for _, url := range []string{"http://info.cern.ch/", "http://www.cern.ch/", "http://example.com/",
		"news:comp.infosystems", "http://hidden.cern.ch/"} {
		b.place(document, url, place{})
	}
	b.do("UPDATE occurrences SET best = 1 WHERE url = (SELECT id FROM urls WHERE host = 'hidden.cern.ch')")
	page := b.page("Hosts")
	require.Regexp(t, `<dt>hosts</dt><dd[^>]*>3</dd>`, page)
	requireSays(t, page, "All hosts of the archive, except those listed separately below.")
	requireSays(t, page, "3\u00a0hosts, and the URLs without a host, each with its")
}

// A spreadsheet opens the downloads, and takes no cell for a formula.
func TestDownloadedTablesHaveNoFormulas(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/=HYPERLINK(1).mbox", "mbox", 2, nil), 1, "1996-05-01T00:00:00Z")
	for range 1234 {
		b.place(document, "http://www.host.example/a,\"b\"", place{})
	}
	b.do("UPDATE urls SET host = '=cmd()'")
	tables := downloads(t, b.page("Downloads"))
	require.Equal(t, [][]string{{"host", "occurrences", "documents", "urls", "first", "last"},
		{"'=cmd()", "1234", "1", "1", "1996-05-01", "1996-05-01"}}, tables["hosts.csv"])
	require.Equal(t, `http://www.host.example/a,"b"`, tables["urls.csv"][1][0])
	require.Equal(t, "'=HYPERLINK(1).mbox", tables["sources.csv"][1][0])
	require.Equal(t, []string{"1996-05", "1234", "1234"}, tables["occurrences-by-time.csv"][1])
}

func downloads(t *testing.T, page string) map[string][][]string {
	tables := map[string][][]string{}
	for node := range parse(t, page).Descendants() {
		if name := attribute(node, "download"); name != "" {
			_, coded, _ := strings.Cut(attribute(node, "href"), "base64,")
			data, err := base64.StdEncoding.DecodeString(coded)
			require.NoError(t, err)
			tables[name], err = csv.NewReader(strings.NewReader(string(data))).ReadAll()
			require.NoError(t, err)
		}
	}
	return tables
}

// Text beside a URL may begin or end inside a login: where it is cut, or where the login
// is broken over lines.
func TestTextBesideAURLHidesPartsOfLogins(t *testing.T) {
	fill := func(text string) string { return text + strings.Repeat("x", 100-len(text)) }
	for _, c := range []struct {
		before, after string
		broken        bool // the URLs around it
		hidden        bool
	}{
		{fill("//joe:zqzq@a.example/"), "", false, true},
		{fill("zqzq@a.example/"), "", false, true},
		{"", strings.Repeat("x", 80) + "ftp://joe:szqzqzqzq", false, true},
		{"zqzq@a.example/ and", "", true, true},
		{"", "and ftp://joe:zqzq", true, true},
		{"zqzq@a.example wrote at", "", false, false},
	} {
		b := newBook(t)
		document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
		for i, url := range []string{"ftp://b.example/1", "http://c.example/2", "ftp://b.example/3"} {
			b.place(document, url, place{broken: c.broken && i != 1})
		}
		b.do("UPDATE occurrences SET line_before = ?, line_after = ? WHERE id = 2", c.before, c.after)
		require.Equal(t, !c.hidden, strings.Contains(b.page("Beside"), "zqzq"), "%q", c)
	}
}
