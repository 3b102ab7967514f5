package report

import (
	"context"
	"database/sql/driver"
	"io"
)

// All SQL of the report. Tables that can be long are read once, in the order of their ids, and their rows are counted in memory: a
// statement of SQL for each figure would read them again each time.
const (
	selectSources     = `SELECT s.id, s.path, coalesce(s.format, ''), s.state, s."read", s.messages FROM sources s ORDER BY s.id`
	selectSource      = `SELECT s.path, coalesce(s.format, ''), s.messages, s."read", s.mtime, s.fingerprint, s.state FROM sources s WHERE s.id = ?`
	selectTrouble     = `SELECT path, coalesce(trouble, '') FROM sources WHERE state IN ('trouble', 'failed') ORDER BY id LIMIT ?`
	selectSkipped     = `SELECT why, coalesce(type, ''), count(*) FROM skipped GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ?`
	selectFlags       = `SELECT flags FROM _settings`
	selectDocuments   = `SELECT d.id, d.source, d.date, d.member FROM documents d ORDER BY d.id`
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
		SELECT o.text, o.message, o.error_offset, s.path, d.member, o.attachment, d.number, o.part, o.header, o.line, o.start, o.stop
		FROM rejected o JOIN documents d ON d.id = o.document JOIN sources s ON s.id = d.source
		WHERE o.id = ?`
	selectMessages = `SELECT month, sum(messages) FROM message_counts GROUP BY 1`
	selectRuns     = `
		SELECT version, flags, started, coalesce(ended, ''), sources_read, sources_skipped, sources_failed, bytes, messages, occurrences FROM runs ORDER BY id DESC LIMIT ?`
	selectCopies = `SELECT count(*) - count(DISTINCT identity) FROM documents`
	selectBytes  = `SELECT coalesce(sum(bytes), 0) FROM runs`
)

// A querier asks a database. It uses the driver itself, since database/sql costs as much as SQLite does for each value of a row.
// After the first error it asks nothing any more.
type querier struct {
	ctx   context.Context
	conn  driver.Conn
	stmts map[string]driver.Stmt
	err   error
}

func newQuerier(ctx context.Context, conn driver.Conn) *querier {
	return &querier{ctx: ctx, conn: conn, stmts: map[string]driver.Stmt{}}
}

// each calls do for each row of a query, until do returns false. A row is valid until the next one.
func (q *querier) each(do func(row row) bool, query string, args ...any) {
	if q.err != nil {
		return
	}
	s := q.stmts[query]
	if s == nil {
		if s, q.err = q.conn.Prepare(query); q.err != nil {
			return
		}
		q.stmts[query] = s
	}
	named := make([]driver.NamedValue, len(args))
	for i, a := range args {
		if n, ok := a.(int); ok {
			a = int64(n)
		}
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(q.ctx, named)
	if err != nil {
		q.err = err
		return
	}
	defer rows.Close()
	values := make(row, len(rows.Columns()))
	for {
		switch err := rows.Next(values); {
		case err == io.EOF:
			return
		case err != nil:
			q.err = err
			return
		case !do(values):
			return
		}
	}
}

// all is each for a do that wants all rows.
func (q *querier) all(do func(row row), query string, args ...any) {
	q.each(func(r row) bool { do(r); return true }, query, args...)
}

// exec runs a statement without rows.
func (q *querier) exec(query string) {
	if q.err == nil {
		_, q.err = q.conn.(driver.ExecerContext).ExecContext(q.ctx, query, nil)
	}
}

// close closes the statements.
func (q *querier) close() {
	for _, s := range q.stmts {
		s.Close()
	}
}

// A row has the values of a row of a query. A value of another type than is asked for is that of NULL.
type row []driver.Value

func (r row) text(i int) string {
	switch v := r[i].(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return ""
}

// number is 0 for NULL.
func (r row) number(i int) int {
	n, _ := r[i].(int64)
	return int(n)
}

func (r row) isNull(i int) bool { return r[i] == nil }
