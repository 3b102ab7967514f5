package report

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

func TestANumberingSkipsMissingIDs(t *testing.T) {
	for _, ids := range [][]int64{{1, 2, 3}, {5, 6, 9, 10, 1 << 40}, {7}, {}} {
		var n numbering
		for _, id := range ids {
			n = append(n, id)
		}
		for i, id := range ids {
			require.Equal(t, i, n.index(id))
		}
		for _, id := range []int64{-1, 0, 4, 8, 1<<40 + 1} {
			require.Negative(t, n.index(id), id)
		}
	}
}

func TestADayIsReadBackUnchanged(t *testing.T) {
	for _, text := range []string{"1990-01-01", "1996-02-29", "1999-12-31", "2026-11-21"} {
		require.Equal(t, text, dayOf(text+"T10:00:00Z").String())
	}
	require.Less(t, dayOf("1996-12-31"), dayOf("1997-01-01"))
	for _, text := range []string{"", "1996", "1996-02-30T00:00:00Z", "1996-5-1T00:00:00Z", "no date"} {
		require.Equal(t, "", dayOf(text).String())
		require.Equal(t, undated, dayOf(text).month())
	}
}

func TestTheFolderOfAllFilesIsTheirCommonOne(t *testing.T) {
	for paths, want := range map[[2]string]string{
		{"", ""}:              "",
		{"a", "a"}:            "",
		{"/a/b", "/a/b"}:      "/a/",
		{"/a/b", "/a/b.gz"}:   "/a/",
		{"/a/b.gz", "/a/b"}:   "/a/",
		{"/a/b/x", "/a/b2/x"}: "/a/",
		{"/a/b", "/c"}:        "/",
		{`C:\a\b`, `C:\a\c`}:  `C:\a\`,
	} {
		require.Equal(t, want, commonFolder(paths[0], paths[1]), paths)
	}
}

func TestFilesOfOneArchiveHaveOneName(t *testing.T) {
	for _, c := range [][3]string{
		{"/a/list-1996-05.mbox", "/a/", "/a/list-….mbox"},
		{"/a/list-1996-06.mbox", "/a/", "/a/list-….mbox"},
		{"/a/2005-November.txt", "/a/", "/a/….txt"},
		{"/a/b/2005-November.txt", "/a/", "/a/b/"},
		{"./x/y.eml", "", "./x/"},
		{"./y7.eml", "", "./y….eml"},
		{"notes", "", "notes"},
	} {
		require.Equal(t, c[2], archiveOf(c[0], c[1]))
	}
}

// If one of several archives has most of a year, its figures are attributed to that
// archive.
func TestAnArchiveThatDominatesAYearIsNamed(t *testing.T) {
	b := newBook(t)
	add := func(file string, year, n int) {
		source := b.source(file, "mbox", n, nil)
		for i := range n {
			b.place(b.document(source, i+1, fmt.Sprintf("%d-05-01T00:00:00Z", year)),
				fmt.Sprintf("http://www.host%d.example/", i), place{})
		}
	}
	add("/a/alpha-1995.mbox", 1995, 30)
	add("/a/beta-1995.mbox", 1995, 25)
	add("/a/alpha-1996.mbox", 1996, 5)
	add("/a/beta-1996.mbox", 1996, 25)
	page := b.page("Archives")
	requireSound(t, page)
	requireSays(t, page, "One archive dominates: beta-….mbox in 1996 (25 of 30\u00a0occurrences "+
		"(83.3\u00a0%)).")
	require.NotContains(t, page, "alpha-….mbox in")
	add("/a/beta-1997.mbox", 1997, 200)
	page = b.page("Archives")
	requireSays(t, page, "Most comes from one archive, beta-….mbox: 250 of 285\u00a0occurrences "+
		"(87.7\u00a0%) with a date.")
	require.NotContains(t, page, "One archive dominates")
}

// The counts in memory are those of SQL, even if ids are missing.
func TestFiguresAreWhatSQLCounts(t *testing.T) {
	b := large(t, 20000)
	b.do("DELETE FROM occurrences WHERE id % 7 = 3")
	b.do("DELETE FROM urls WHERE id % 11 = 5 AND NOT EXISTS (SELECT 1 FROM occurrences WHERE url = urls.id)")
	db, err := database.OpenReadOnly(b.path)
	require.NoError(t, err)
	defer db.Close()
	var hosts, urls, schemes []string
	require.NoError(t, read(context.Background(), db, Config{Now: now}, func(r *reader) error {
		require.Len(t, r.found, 17143)
		for _, i := range r.busiest {
			h := &r.hosts.rows[i]
			hosts = append(hosts, fmt.Sprint(h.name, " ", h.n, " ", len(h.urls), " ", h.first, " ", h.last))
		}
		for _, i := range r.frequent {
			u := &r.url[i]
			urls = append(urls, fmt.Sprint(r.urlText(i), " ", u.n, " ", u.first, " ", u.last))
		}
		for _, s := range r.stacked {
			for i, n := range s.counts {
				if n > 0 {
					schemes = append(schemes, fmt.Sprint(r.calendar.name(i), " ", s.name, " ", n))
				}
			}
		}
		return nil
	}))
	const from = ` FROM occurrences o JOIN urls u ON u.id = o.url JOIN documents d ON d.id = o.document `
	require.Equal(t, b.lines(`SELECT u.host || ' ' || count(*) || ' ' || count(DISTINCT u.id) || ' ' || substr(min(d.date), 1, 10) || ' ' || substr(max(d.date), 1, 10)`+
		from+`GROUP BY u.host ORDER BY count(*) DESC, u.host LIMIT 1000`), hosts)
	require.Equal(t, b.lines(`SELECT u.url || ' ' || count(*) || ' ' || substr(min(d.date), 1, 10) || ' ' || substr(max(d.date), 1, 10)`+
		from+`GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT 2000`), urls)
	require.ElementsMatch(t, b.lines(`SELECT substr(d.date, 1, 4) || ' ' || u.scheme || ' ' || count(*)`+from+`GROUP BY substr(d.date, 1, 4), u.scheme`), schemes)
}

// lines returns the single column of a query.
func (b *book) lines(query string) (list []string) {
	require.NoError(b.t, b.db.Each(query, nil, func(row sqlite.Row) error {
		list = append(list, row.Text(0))
		return nil
	}))
	return list
}

// large is an archive with n occurrences of 2n/5 URLs, in n/3 messages of ten years.
func large(t testing.TB, n int) *book {
	b := newBook(t)
	list := b.source("/archive/list.mbox", "mbox", n/3, nil)
	b.do(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO documents (id, source, number, identity, date) SELECT i, ?, i, i, printf('%04d-%02d-%02dT10:00:00Z', 1993 + i % 10, i % 12 + 1, i % 28 + 1) FROM n`, n/3, list)
	b.do(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO urls (id, url, scheme, host, path, strict, parts)
		SELECT i, s || '://www' || h || '.host.example/folder/page-' || i, s, 'www' || h || '.host.example', 'folder/page-' || i, i % 5 > 0, '{}'
		FROM (SELECT i, i % 997 * (i % 31) AS h, iif(i % 9, 'http', 'ftp') AS s FROM n)`, n*2/5)
	b.do(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO occurrences (id, document, url, kind, start, stop, line, broken, deviations)
		SELECT i, (i - 1) * (? / 3) / ? + 1, i * 7919 % (? * 2 / 5) + 1, iif(i % 6, 'bare', 'angle'), 0, 1, 7, 0, iif(i % 5, NULL, ?) FROM n`,
		n, n, n, n, fmt.Sprintf(tilde, 24))
	return b
}

func BenchmarkReport(b *testing.B) {
	const n = 100000
	filled := large(b, n)
	db, err := database.OpenReadOnly(filled.path)
	require.NoError(b, err)
	defer db.Close()
	b.ReportAllocs()
	for b.Loop() {
		var text strings.Builder
		require.NoError(b, Write(context.Background(), &text, db,
			Config{Title: "Large", Version: "(test)", Now: now}))
		require.True(b, strings.Contains(text.String(),
			"40,000\u00a0distinct URLs with 100,000\u00a0occurrences in 33,333\u00a0documents."))
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "occurrences/s")
}
