package report

import "github.com/urlsift/urlsift/cmd/internal/sqlite"

// All SQL of the report. What there may be millions of is read once, in the order of the ids, and counted in memory: SQLite sorts what it
// groups, and would sort all occurrences again for each figure, which takes several times as long. The rest is grouped in SQL.
const (
	selectSources = `
		SELECT count(*), coalesce(sum("read"), 0), coalesce(sum(messages), 0), coalesce(sum(state = 'reading'), 0),
			coalesce(sum(state IN ('trouble', 'failed')), 0), min(path), max(path)
		FROM sources`
	selectSourceIDs   = `SELECT id FROM sources ORDER BY id`
	selectFormats     = `SELECT coalesce(format, ''), count(*) FROM sources GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`
	selectSource      = `SELECT s.path, coalesce(s.format, ''), s.messages, s."read", s.mtime, s.fingerprint, s.state FROM sources s WHERE s.id = ?`
	selectTrouble     = `SELECT path, coalesce(trouble, '') FROM sources WHERE state IN ('trouble', 'failed') ORDER BY id LIMIT ?`
	selectSkipped     = `SELECT why, coalesce(type, ''), count(*) FROM skipped GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ?`
	selectFlags       = `SELECT flags FROM _settings`
	selectDocuments   = `SELECT d.id, s.id, d.date, d.member, s.path FROM documents d LEFT JOIN sources s ON s.id = d.source ORDER BY d.id`
	selectURLs        = `SELECT id, scheme, host, strict, length(url) FROM urls ORDER BY id`
	selectURL         = `SELECT url FROM urls WHERE id = ?`
	selectOccurrences = `
		SELECT o.id, o.document, o.url, o.best, o.kind, o.broken, o.deviations, o.readings, o.attested, o.element, o.attribute
		FROM occurrences o ORDER BY o.id`
	selectPlace = `
		SELECT s.path, d.member, o.attachment, d.number, d.date, d.subject, d.sender, o.part, o.header, o.line, o.start, o.stop, o.element, o.attribute,
			o.line_before, o.line_after
		FROM occurrences o JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.id = ?`
	selectRejected     = `SELECT id, rule, section, text FROM rejected ORDER BY id`
	selectRejectedText = `
		SELECT s.path, d.member, o.attachment, d.number, NULL, NULL, NULL, o.part, o.header, o.line, o.start, o.stop, NULL, NULL, NULL, NULL,
			o.text, o.message, o.error_offset
		FROM rejected o JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.id = ?`
	selectMessages = `SELECT month, sum(messages) FROM message_counts GROUP BY 1`
	selectRuns     = `
		SELECT started, coalesce(ended, ''), version, sources_read, sources_skipped, sources_failed, bytes, occurrences FROM runs ORDER BY id DESC LIMIT ?`
	selectCopies = `SELECT count(*) - count(DISTINCT identity) FROM documents`
	selectBytes  = `SELECT coalesce(sum(bytes), 0) FROM runs`
)

// A querier asks a database. After the first error it asks nothing any more.
type querier struct {
	conn *sqlite.Conn
	err  error
}

// all calls do for each row of a query. A row is valid until the next one.
func (q *querier) all(do func(row row), query string, args ...any) {
	if q.err == nil {
		q.err = q.conn.Each(query, args, func(r sqlite.Row) error {
			do(row{r})
			return nil
		})
	}
}

// table returns a table with a row for each row of a query.
func (q *querier) table(caption string, head []column, cells func(row row) []string, query string, args ...any) table {
	t := table{Caption: caption, Head: head}
	q.all(func(row row) { t.add(cells(row)...) }, query, args...)
	return t
}

// A row is a row of a query.
type row struct{ sqlite.Row }

// number is 0 for NULL.
func (r row) number(i int) int { return int(r.Int(i)) }
