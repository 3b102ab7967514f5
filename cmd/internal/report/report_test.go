package report

import (
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/urlsift/urlsift/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite what the pages are compared with")

func TestMain(m *testing.M) {
	testkit.CollectLess()
	m.Run()
}

func TestThePageShowsWhatTheDatabaseHolds(t *testing.T) {
	page := sample(t).page("URLs of a list")
	requireSound(t, page)
	got := outline(parse(t, page))
	const golden = "testdata/sample.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestAnEmptyDatabaseIsSaidToBeEmpty(t *testing.T) {
	page := newBook(t).page("Nothing yet")
	requireSound(t, page)
	requireSays(t, page, "The database is empty")
	require.Nil(t, find(parse(t, page), "figure"))
}

// A database may have sources without dates, or only rejected texts.
func TestThePageSaysThatNoDateOrHostIsKnown(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.txt", "text", 0, nil), 0, "")
	b.rejected(document, "http:///x", "hostport", "3.1", "no host")
	page := b.page("Rejected alone")
	requireSound(t, page)
	requireSays(t, page, "No message has a usable date.")
	requireSays(t, page, "No URL has a host.")
	requireSays(t, page, "1\u00a0candidate was rejected: URL-like but invalid.")
	b.place(document, "mid:1@a", place{})
	page = b.page("No dates, no host")
	requireSound(t, page)
	requireSays(t, page, "In 1\u00a0occurrence the URL is strict")
}

// The page is passed on, so it has neither passwords, wherever a URL has them, nor the
// folder that describes the machine.
func TestThePageHasNoPasswordsAndNoFolders(t *testing.T) {
	b := newBook(t)
	b.source("/home/joe/a.gz", "text", 0,
		"/home/joe/a.gz: at offset 9: unexpected EOF\n"+
			"/home/joe/a.gz: and so cut: ftp://joe:secret@host.example/aaa")
	document := b.document(b.source("/home/joe/b.txt", "text", 0, nil), 0, "")
	for _, url := range []string{
		"http://web.example/1999/ftp://joe:secret@host.example/", "ftp://joe@home:secret@host.example/~a",
		"http://host.example/~joe?u=ftp%3A%2F%2Fjoe%3Asecret%40host.example",
	} {
		b.place(document, url, place{deviations: fmt.Sprintf(tilde, 20),
			readings: fmt.Sprintf(`[{"url":%q,"why":"hyphen"}]`, url+"b")})
	}
	b.rejected(document, "ftp://joe:§/secret@host.example/", "password", "3.1",
		`"§" at offset 10: password wants uchars`)
	b.rejected(document, "ftp://joe:secret@host.example:x/", "port", "3.1",
		`"x" at offset 30: port wants digits`)
	text := b.page("Private")
	requireSays(t, text, `<span class="u">ftp://joe:***@host.example:<mark>x</mark>/</span><span class="why">&#34;x&#34; at offset 27: port wants digits`)
	requireSays(t, text, `<span class="u">ftp://joe:<mark>*</mark>**@host.example/</span><span class="why">a hidden character at offset 10: password wants`)
	require.NotContains(t, text, "secret")
	require.NotContains(t, text, "§")
	require.NotContains(t, text, "/home/joe")
	require.Contains(t, text, `a.gz: at offset 9: unexpected EOF; a.gz: and so cut: ftp://joe:***@host.example/aaa`)
}

// The errors of a source are shown together, each cut by itself: the last one counts
// those left out.
func TestThePageSaysHowMuchIsLeftOutAfterLongErrors(t *testing.T) {
	b := newBook(t)
	b.source("/a/b.gz", "mbox", 1, "/a/b.gz!"+strings.Repeat("folder/",
		40)+"x: invalid checksum\n/a/b.gz: 7 results left out: a checksum failed")
	text := b.page("Errors")
	require.Contains(t, text, "…; b.gz: 7 results left out: a checksum failed")
	require.NotContains(t, text, `\x0A`)
}

// In some archives, half of the rejected texts are a scheme in a sentence. A database may
// have been damaged since urlsift index wrote it.
func TestOccurrencesWithoutTheirURLOrDocumentAreLeftOut(t *testing.T) {
	b := newBook(t)
	source := b.source("/a.mbox", "mbox", 2, nil)
	first, second := b.document(source, 1, "1996-05-01T00:00:00Z"),
		b.document(source, 2, "1996-05-02T00:00:00Z")
	b.place(first, "http://a.example/", place{})
	b.place(first, "http://b.example/", place{})
	b.place(second, "http://a.example/", place{})
	b.do("DELETE FROM urls WHERE url = 'http://b.example/'")
	b.do("DELETE FROM documents WHERE id = ?", second)
	requireSays(t, b.page("Damaged"), "In 1\u00a0occurrence the URL is strict")
}

func TestEqualRejectedTextsAreCountedOnce(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.txt", "text", 0, nil), 0, "")
	for range 5 {
		b.rejected(document, "http://", "hostport", "3.1",
			"end of text at offset 7: hostport wants a host (RFC 1738 section 3.1)")
	}
	b.rejected(document, "file://", "fileurl", "3.10",
		"end of text at offset 7: fileurl wants a host or none (RFC 1738 section 3.10)")
	for _, text := range []string{"http://a.b:x/", "http://host:port/", "http://host:port/"} {
		b.rejected(document, text, "port", "3.1",
			`"p" at offset 12: port wants digits (RFC 1738 section 3.1)`)
	}
	page := b.page("Rejected")
	requireSays(t, page, "In 6 of 9\u00a0candidates (66.7\u00a0%) there is nothing after the scheme")
	requireSays(t, page, "The rule broken most is “port”, by all 3\u00a0other candidates.")
	requireSays(t, page, `<span class="u">http://</span><span class="why">5 times: `)
	requireSays(t, page, `<span class="u">http://host:<mark>p</mark>ort/</span><span class="why">2 times: `)
}

func TestASchemeAloneIsNoRuleBroken(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.txt", "text", 0, nil), 0, "")
	for _, text := range []string{
		"http:", "http:/", "HTTP:///", "a:", "a+b.c-d9://", // alone
		"http:////", "9http:", "-a:", "http", "ht tp://", "ht_tp:", "htt\u00e4:", "http:x", "http:/x/",
		"http::", ":", "://", "///", "",
	} {
		b.rejected(document, text, "port", "3.1", "no port")
	}
	page := b.page("Alone")
	requireSays(t, page, "In 5 of 19\u00a0candidates (26.3\u00a0%) there is nothing after the scheme")
	requireSays(t, page, "The rule broken most is “port”, by all 14\u00a0other candidates.")
}

func TestTheExamplesOfARuleAreItsMostFrequentTexts(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.txt", "text", 0, nil), 0, "")
	for _, text := range []string{"http://a:x/", "http://b:x/", "http://c:x/", "http://d:x/", "http://c:x/"} {
		b.rejected(document, text, "port", "3.1", "no port")
	}
	for _, rule := range []string{"login", "hostport", "host"} {
		b.rejected(document, "ftp://"+rule, rule, "3.1", "no host")
	}
	b.rejected(b.document(1, 7, ""), "http://c:x/", "port", "3.1", "no port")
	text := b.page("Examples")
	requireSays(t, text, `3 times: no port</span><span class="why">First in a.txt, bytes 0`)
	page := outline(parse(t, text))
	var at []int
	for _, text := range []string{"http://c:", "http://a:", "http://b:", "ftp://host", "ftp://hostport",
		"ftp://login"} {
		at = append(at, strings.Index(page, text))
	}
	require.NotContains(t, page, "http://d:")
	require.NotContains(t, at, -1)
	require.IsIncreasing(t, at, page)
}

func TestSourcesAreCountedByStateAndByFormat(t *testing.T) {
	b := newBook(t)
	b.place(b.document(b.source("/a/1.txt", "text", 0, nil), 0, ""), "http://www.host.example/", place{})
	for i, format := range []string{"mbox", "zip", "zip", "zip", "mbox"} {
		b.source(fmt.Sprintf("/a/%d.x", i), format, 2, nil)
	}
	b.source("/a/2.txt", "text", 1, "cut")
	b.do("UPDATE sources SET state = 'reading' WHERE format = 'mbox'")
	page := b.page("Sources")
	requireSays(t, page, "11,000\u00a0bytes of the sources were read, as they are stored. Formats of the "+
		"sources: zip (3), mbox (2), text (2).")
	requireSays(t, page, "2\u00a0sources have been read only in part.")
	requireSays(t, page, "<dt>sources with errors</dt><dd>1</dd>")
}

func TestNothingInTheDatabaseCanDoHarm(t *testing.T) {
	page := hostile(t).page("<script>pwned()</script>\u202e")
	requireSound(t, page)
	require.False(t, strings.Contains(page, "secret"), "passwords are not passed on")
	require.False(t, strings.Contains(page, "ZgotmplZ"), "the templates know what each text is")
	require.Less(t, len(page), 1<<20, "long texts are cut")
	links := 0
	for node := range parse(t, page).Descendants() {
		for _, a := range node.Attr {
			require.False(t, strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcset" ||
				a.Key == "src", "%s has %s", node.Data, a.Key)
			if a.Key == "href" && !strings.HasPrefix(a.Val, "#") && attribute(node, "download") == "" {
				require.Regexp(t, `(?i)^(https?|ftp)://[^/@\\]+/[^<>"'\s]*$`, a.Val)
				links++
			}
		}
	}
	require.Greater(t, links, 3, "what is harmless is linked")
}

// requireSays requires a text in the page, without printing the page.
func requireSays(t *testing.T, page, want string) {
	t.Helper()
	require.True(t, strings.Contains(page, want), want)
}

// elements are all elements of a page.
var elements = strings.Fields(`html head meta title style body svg defs pattern rect path circle header h1 p nav ol li a main section h2 h3 dl div dt dd
	details summary table caption thead tbody tr th td figure figcaption ul g line text desc code span mark footer script`)

// requireSound checks the invariants of every page.
func requireSound(t *testing.T, page string) {
	t.Helper()
	requireNested(t, page)
	require.True(t, utf8.ValidString(page))
	require.Empty(t, regexp.MustCompile("[^\\P{C}\n]").FindAllString(page, 3), "nothing is invisible")
	document := parse(t, page)
	ids, references := map[string]bool{}, []string{}
	var style, script []string
	level := 0
	var policy string
	for node := range document.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		require.Contains(t, elements, node.Data)
		switch {
		case node.Data == "style":
			style = append(style, node.FirstChild.Data)
		case node.Data == "script":
			script = append(script, node.FirstChild.Data)
		case attribute(node, "http-equiv") == "Content-Security-Policy":
			policy = attribute(node, "content")
		case node.Data == "svg" && attribute(node, "role") == "img":
			references = append(references, strings.Fields(attribute(node, "aria-labelledby"))...)
			require.NotEmpty(t, attribute(node, "aria-labelledby"))
		case node.Data == "table":
			require.NotNil(t, find(node, "caption"), "a table says what it is")
		case node.Data == "th":
			require.NotEmpty(t, attribute(node, "scope"), "a head says of what it is one")
		case node.Data == "h1" || node.Data == "h2" || node.Data == "h3":
			at := int(node.Data[1] - '0')
			require.LessOrEqual(t, at, level+1, "no level of headings is left out")
			level = at
		case node.Data == "a" && text(node) == "" && attribute(node, "aria-label") == "":
			require.Fail(t, "a link without a name")
		case node.Data == "a" && attribute(node, "download") != "":
			require.Regexp(t, `^data:text/csv;charset=utf-8;base64,[A-Za-z0-9+/]+=*$`,
				attribute(node, "href"))
		case node.Data == "a" && !strings.HasPrefix(attribute(node, "href"), "#"):
			require.Equal(t, "noreferrer noopener", attribute(node, "rel"))
		case node.Data == "a":
			references = append(references, strings.TrimPrefix(attribute(node, "href"), "#"))
		}
		if id := attribute(node, "id"); id != "" {
			require.False(t, ids[id], "id %s is there twice", id)
			ids[id] = true
		}
	}
	for _, id := range references {
		require.True(t, ids[id], "id %s is missing", id)
	}
	require.Len(t, style, 1)
	require.Len(t, script, 1)
	require.Equal(t, fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; "+
		"base-uri 'none'; form-action 'none'",
		hash(style[0]), hash(script[0])), policy)
	require.NotRegexp(t, `(?i)url\([^#]|@import`, style[0])
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// requireNested requires that all elements are closed in order, which the parser does
// not.
func requireNested(t *testing.T, page string) {
	t.Helper()
	var open []string
	for tokens := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := tokens.Next()
		token := tokens.Token()
		switch {
		case kind == html.ErrorToken:
			require.Empty(t, open)
			return
		case kind == html.StartTagToken && token.DataAtom != atom.Meta:
			open = append(open, token.Data)
		case kind == html.EndTagToken:
			require.NotEmpty(t, open)
			require.Equal(t, open[len(open)-1], token.Data)
			open = open[:len(open)-1]
		}
	}
}

func parse(t *testing.T, page string) *html.Node {
	t.Helper()
	document, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	return document
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// find returns the first element of a name below a node.
func find(node *html.Node, name string) *html.Node {
	for below := range node.Descendants() {
		if below.Type == html.ElementNode && below.Data == name {
			return below
		}
	}
	return nil
}

// text returns the readable text of a node, without text that is only for a pointer or a
// screen reader.
func text(node *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(node *html.Node) {
		switch {
		case node.Type == html.TextNode:
			b.WriteString(node.Data)
		case node.Data == "svg":
			return
		}
		for child := range node.ChildNodes() {
			walk(child)
		}
		if node.Data == "span" || node.Data == "li" {
			b.WriteByte(' ')
		}
	}
	walk(node)
	return strings.Join(strings.Fields(b.String()), " ")
}

// outline returns a page as plain text: a line for each paragraph and each row, and the
// texts of a figure.
func outline(document *html.Node) string {
	var b strings.Builder
	for node := range document.Descendants() {
		switch node.Data {
		case "h1", "h2", "h3":
			fmt.Fprintf(&b, "\n%s %s\n", strings.Repeat("#", int(node.Data[1]-'0')), text(node))
		case "p", "figcaption", "ul", "caption":
			if node.Type == html.ElementNode {
				fmt.Fprintf(&b, "%s: %s\n", node.Data, text(node))
			}
		case "dt":
			fmt.Fprintf(&b, "%s: %s\n", text(node), text(node.Parent.LastChild))
		case "tr":
			var cells []string
			for cell := range node.ChildNodes() {
				if cell.Type == html.ElementNode {
					cells = append(cells, text(cell))
				}
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		case "svg":
			if attribute(node, "class") != "wide" {
				continue
			}
			var tips, labels []string
			for below := range node.Descendants() {
				switch {
				case below.Data == "rect" && below.FirstChild != nil:
					tips = append(tips, strings.Join([]string{attribute(below, "class"),
						attribute(below, "x"), attribute(below, "y"), attribute(below, "width"),
						attribute(below, "height"), text(below)}, " "))
				case below.Data == "text":
					labels = append(labels, text(below))
				}
			}
			fmt.Fprintf(&b, "svg %s: %s\n  %s\n", attribute(node, "viewBox"), strings.Join(labels, "; "),
				strings.Join(tips, "\n  "))
		}
	}
	return b.String()
}

// The lists are bounded, and the page has SQL for the rest.
func TestThePageListsTheMostFrequentAndHasSQLForTheRest(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
	b.do(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
		INSERT INTO urls (url, scheme, host, strict, parts) SELECT 'http://host' || i || '.example/', 'http', 'host' || i || '.example', 1, '{}' FROM n`)
	b.do(`INSERT INTO occurrences (document, url, kind, start, stop, broken) SELECT ?, id, 'bare', 0, 1, 0 FROM urls`, document)
	b.do(`INSERT INTO occurrences (document, url, kind, start, stop, broken) SELECT ?, id, 'bare', 0, 1, 0 FROM urls WHERE id = 2500`, document)
	page := b.page("Many")
	requireSound(t, page)
	requireSays(t, page, "The 1,000 most frequent of 3,000 hosts.")
	requireSays(t, page, "The 2,000 most frequent of 3,000 distinct URLs.")
	rows := map[string][]string{}
	var queries []string
	for node := range parse(t, page).Descendants() {
		switch {
		case node.Data == "tr" && node.Parent.Data == "tbody":
			name := attribute(node.Parent.Parent, "data-list")
			rows[name] = append(rows[name], text(node.FirstChild))
		case node.Data == "code" && strings.Contains(text(node), "ORDER BY"):
			queries = append(queries, text(node))
		}
	}
	require.Len(t, rows["hosts"], 1000)
	require.Equal(t, "host2500.example", rows["hosts"][0])
	require.Len(t, rows["URLs"], 2000)
	require.Equal(t, "http://host2500.example/", rows["URLs"][0])
	require.Len(t, queries, 2)
	for _, query := range queries {
		n, err := b.db.Number("SELECT count(*) FROM (" + query + ")")
		require.NoError(t, err)
		require.EqualValues(t, 3000, n)
	}
}
