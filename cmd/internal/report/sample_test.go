package report

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// now is the time at which the pages of the tests are made.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A book fills a database.
type book struct {
	t    testing.TB
	path string
	db   *sqlite.Conn
	urls map[string]int64
}

func newBook(t testing.TB) *book {
	b := &book{t: t, path: filepath.Join(t.TempDir(), "links.db"), urls: map[string]int64{}}
	var err error
	b.db, err = sqlite.Open(b.path, "")
	require.NoError(t, err)
	t.Cleanup(func() { b.db.Close() })
	b.do("PRAGMA synchronous = off; PRAGMA journal_mode = memory")
	b.do(database.Schema)
	return b
}

// do runs a statement, or several without arguments, and returns the id of the last
// inserted row.
func (b *book) do(query string, args ...any) int64 {
	b.t.Helper()
	if len(args) == 0 {
		require.NoError(b.t, b.db.Script(query))
	} else {
		require.NoError(b.t, b.db.Exec(query, args...))
	}
	id, err := b.db.Number("SELECT last_insert_rowid()")
	require.NoError(b.t, err)
	return id
}

// source adds a source that was read whole, or in part if there is trouble.
func (b *book) source(path, format string, messages int, trouble any) int64 {
	state := "read"
	if trouble != nil {
		state = "trouble"
	}
	return b.do(`INSERT INTO sources (path, size, mtime, fingerprint, state, trouble, format, "read", messages, lines)
		VALUES (?, ?, '2026-01-01T00:00:00Z', '', ?, ?, ?, ?, ?, 0)`, path, 1000*messages, state, trouble, format, 1000*messages, messages)
}

// document adds a message, with a date unless that is "".
func (b *book) document(source int64, number int, date string) int64 {
	return b.do(`INSERT INTO documents (source, number, date, identity) SELECT ?, ?, ?, coalesce(max(id), 0) + 1 FROM documents`, source, number, orNull(date))
}

// orNull returns a text, or nil for none.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// A place is the place of a URL: bare, unbroken and strict by default.
type place struct {
	kind                 string
	broken               bool
	deviations, readings string // JSON
}

func (b *book) url(text string, strict bool) int64 {
	if id := b.urls[text]; id != 0 {
		return id
	}
	scheme, _, _ := strings.Cut(text, ":")
	var host any
	if u, err := url.Parse(text); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	b.urls[text] = b.do(`INSERT INTO urls (url, scheme, host, strict, parts) VALUES (?, ?, ?, ?, '{}')`, text,
		strings.ToLower(scheme), host, strict)
	return b.urls[text]
}

func (b *book) place(document int64, url string, p place) {
	if p.kind == "" {
		p.kind = "bare"
	}
	strict := p.deviations == ""
	b.do(`INSERT INTO occurrences (document, url, kind, start, stop, line, broken, deviations, readings) VALUES (?, ?, ?, 0, 1, 7, ?, ?, ?)`,
		document, b.url(url, strict), p.kind, p.broken, orNull(p.deviations), orNull(p.readings))
}

func (b *book) rejected(document int64, text, rule, section, message string) {
	offset := 0
	if _, after, ok := strings.Cut(message, "at offset "); ok {
		fmt.Sscan(strings.TrimRight(strings.Fields(after)[0], ":"), &offset)
	}
	b.do(`INSERT INTO rejected (document, text, kind, start, stop, error_offset, rule, section, message) VALUES (?, ?, 'bare', 0, 1, ?, ?, ?, ?)`,
		document, text, offset, rule, section, message)
}

// page weighs the evidence and makes the page of the database.
func (b *book) page(title string) string {
	b.t.Helper()
	b.do(`UPDATE occurrences AS o SET attested = EXISTS (SELECT 1 FROM occurrences p WHERE p.url = o.url AND NOT p.broken AND p.readings IS NULL)
		WHERE broken OR readings IS NOT NULL`)
	return pageOf(b.t, b.path, title)
}

// pageOf makes the page of a database.
func pageOf(t testing.TB, path, title string) string {
	t.Helper()
	db, err := database.OpenReadOnly(path)
	require.NoError(t, err)
	defer db.Close()
	var text strings.Builder
	require.NoError(t, Write(context.Background(), &text, db,
		Config{Title: title, Version: "(test)\nof a page", Now: now}))
	return text.String()
}

const tilde = `[{"kind":"tilde","offset":%d,"rule":"hsegment","section":"2.2","legal_since":"RFC 2396"}]`

// sample is an archive of a list from 1993 to 1997, on which http replaces gopher and
// ftp.
func sample(t testing.TB) *book {
	b := newBook(t)
	list := b.source("/home/joe/archive/list.mbox", "mbox", 120, nil)
	notes := b.source("/home/joe/archive/notes/reading.txt", "text", 0, nil)
	b.source("/home/joe/archive/cut.mbox.gz", "mbox", 3, "at offset 81920: unexpected EOF")
	b.do("UPDATE sources SET state = 'reading' WHERE id = ?",
		b.source("/home/joe/archive/new.mbox", "mbox", 2, nil))
	number := 0
	for i, year := range []int{1993, 1994, 1995, 1996, 1997} {
		for _, found := range []struct {
			n   int
			url string
		}{{4 * (i + 1) * (i + 1), "http://www.host%d.example/page"},
			{12, "ftp://ftp.host.example/pub/file%d"}, {10 - 2*i, "gopher://gopher.host.example/1/menu%d"}} {
			for j := range found.n {
				number++
				document := b.document(list, number, fmt.Sprintf("%d-%02d-15T10:00:00Z", year, j%12+1))
				b.place(document, fmt.Sprintf(found.url, j%7), place{})
			}
		}
	}
	for i := range 5 {
		b.do("INSERT INTO message_counts VALUES (?, ?, ?)", list, fmt.Sprintf("%d-05", 1993+i), 200*(i+1)-100)
	}
	b.do("INSERT INTO message_counts VALUES (?, '', 3), (?, '2093-01', 1)", list, list)
	b.do("INSERT INTO runs VALUES (1, 'v1.2.3', '--guess=www', '2026-01-02T03:04:05Z', " +
		"'2026-01-02T03:05:00Z', 4, 0, 1, 1234567, 1504, 313, 321, 3, 29)")
	b.do("INSERT INTO runs VALUES (2, 'v1.2.4', '', '2026-02-02T03:04:05Z', NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0)")
	b.do("UPDATE sources SET run = 1")
	b.do("INSERT INTO _settings VALUES ('--guess=www', 0)")
	b.do("INSERT INTO skipped (source, number, part, start, type, why) VALUES (?, 3, '2', 0, "+
		"'image/gif', 'unknown type'), (?, 4, '2', 0, 'image/gif', 'unknown type')", list, list)
	b.do("UPDATE documents SET subject = 'Where\tthe files are', sender = 'Ann <ann@mail.example>' WHERE " +
		"number = 1")
	b.do("UPDATE occurrences SET line_before = 'they are at ', line_after = ', see " +
		"ftp://ann:secret@host.example/' WHERE document = 1")
	wrong := b.document(list, 900, "2093-01-01T00:00:00Z")
	b.place(wrong, "http://www.host1.example/page", place{})
	b.place(b.document(list, 901, "1904-01-01T00:00:00Z"), "http://www.host2.example/page", place{})

	undated := b.document(notes, 0, "")
	b.place(undated, "http://www.host.example/~ann/",
		place{kind: "angle", deviations: fmt.Sprintf(tilde, 24)})
	// counted once
	twice := strings.TrimSuffix(fmt.Sprintf(tilde, 24), "]") + "," +
		strings.TrimPrefix(fmt.Sprintf(tilde, 29), "[")
	b.place(undated, "http://www.host.example/~ann/long/",
		place{kind: "wrapped", broken: true, deviations: twice})
	b.place(undated, "http://a_b.example:/",
		place{deviations: `[{"kind":"underscore-host","offset":8,"rule":"hostport","section":"3.1","legal_since":"RFC 3986"},` +
			`{"kind":"empty-port","offset":18,"rule":"hostport","section":"3.1","legal_since":"RFC 2396"}]`})
	b.place(undated, "http://www.host.example/on-sifting.html", place{})
	hyphen := func(reading string, more string) string {
		return fmt.Sprintf(`[{"url":%q,"why":"hyphen"%s}]`, reading, more)
	}
	b.place(undated, "http://www.host.example/on-sifting.html",
		place{kind: "quoted", broken: true, readings: hyphen("http://www.host.example/onsifting.html", "")})
	b.place(undated, "http://www.host.example/news-letter.html",
		place{kind: "wrapped", broken: true,
			readings: hyphen("http://www.host.example/newsletter.html", `,"attested":true`)})
	b.place(undated, "http://www.host.example/newsletter.html", place{})
	b.place(undated, "http://www.host.example/a-b",
		place{kind: "angle", broken: true, readings: hyphen("http://www.host.example/ab", "")})
	b.place(undated, "http://www.host.example/a",
		place{readings: `[{"url":"http://www.host.example/abc.html","why":"next-line"}]`})
	b.rejected(undated, "http:///x", "hostport", "3.1",
		`"/" at offset 7: hostport wants a host (RFC 1738 section 3.1)`)
	b.rejected(undated, "http:///x", "hostport", "3.1",
		`"/" at offset 7: hostport wants a host (RFC 1738 section 3.1)`)
	b.rejected(undated, "http:foo", "httpurl", "3.3",
		`"f" at offset 5: httpurl wants "http://" (RFC 1738 section 3.3)`)
	return b
}

// hostile has a text in every column that would do harm if it got into a page unchanged.
func hostile(t testing.TB) *book {
	const harm = "\"'><script>pwned('x')</script><img src=x onerror=pwned()><svg onload=pwned()>]]>-->" +
		"{{.}}</title></style></textarea>\u202e\u2066\u200b\x00\x1b[2J\u0085\xff"
	b := newBook(t)
	n := 0
	bad := func() string { n++; return fmt.Sprintf("%s%d", harm, n) }
	for range 2 {
		source := b.source("/x/"+bad(), bad(), 2, bad())
		document := b.do(`INSERT INTO documents (source, member, number, message_offset, message_id, date, subject, sender, newsgroups, identity) SELECT ?, ?, 1, 0, ?, ?, ?, ?, ?, coalesce(max(id), 0) + 1 FROM documents`,
			source, bad(), bad(), "1996-05-01"+bad(), bad(), bad(), bad())
		quoted := func(text string) string {
			return strings.ReplaceAll(fmt.Sprintf("%+q", text), `\x`, `\u00`)
		}
		for _, text := range []string{
			bad(), "javascript:pwned()//" + bad(), "http://host.example/" + bad(),
			"http://host.example/\" onmouseover=\"pwned()",
			"data:text/html,<script>pwned()</script>", "http://joe:secret@host.example/",
			"vbscript:pwned()", "HTTP://host.example/'onclick='pwned()",
			"http://host.example/" + strings.Repeat("long/", 10000), " javascript:pwned()",
			"ftp://host.example\\@evil.example/", "https://ok.example/?a=1&b=<2>#c",
			"http://host.example/#]]><script>pwned()</script>", "java\nscript:pwned()",
			"http://\u202egro.elpmaxe/",
		} {
			if b.urls[text] == 0 {
				b.urls[text] = b.do(`INSERT INTO urls (url, scheme, host, port, path, fragment, strict, parts) VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
					text, bad(), "host.example"+bad(), bad(), bad(), bad(), bad())
			}
			b.do(`INSERT INTO occurrences (document, url, kind, start, stop, part, header, broken, deviations, readings) VALUES (?, ?, ?, 0, 1, ?, ?, 1, ?, ?)`,
				document, b.urls[text], bad(), bad(), bad(),
				fmt.Sprintf(`[{"kind":%s,"offset":9,"rule":%s,"section":%[2]s,"legal_since":%[1]s}]`,
					quoted(bad()), quoted(bad())),
				fmt.Sprintf(`[{"url":%s,"why":%s,"attested":true}]`, quoted(text), quoted(bad())))
		}
		b.do(`INSERT INTO occurrences (document, url, kind, start, stop, broken, deviations, readings) VALUES (?, ?, 'bare', 0, 1, 0, ?, ?)`,
			document, b.urls["vbscript:pwned()"], bad(), bad())
		b.rejected(document, bad(), bad(), bad(), bad())
		b.do("INSERT INTO skipped (source, start, type, why) VALUES (?, 0, ?, ?)", source, bad(), bad())
		b.do("INSERT INTO message_counts VALUES (?, ?, 1)", source, "1996-05"+bad())
		b.do(`INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, 4, 0, 1, 1234567, 1504, 313, 321, 3, 29)`, bad(),
			bad(), bad(), bad())
	}
	b.do("INSERT INTO _settings VALUES (?, 0)", bad())
	b.do("UPDATE sources SET mtime = ?, fingerprint = ?, run = 1", bad(), bad())
	b.do("UPDATE occurrences SET line_before = ?, line_after = ?, attachment = ?, element = ?, attribute = ?",
		bad(), bad(), bad(), bad(), bad())
	b.do("UPDATE documents SET message_offset = -1, member = ? WHERE id = 1", "=cmd()"+bad())
	return b
}
