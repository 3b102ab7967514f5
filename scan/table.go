package scan

import "bytes"

// This file finds the end of a URL that is a field of a table of comma-separated values, or of values with semicolons. A URL may
// have a comma, as in "/0,1413,,00.html", so the text around it must decide what a comma is.
//
// A line is a row of a table if it has as many fields, by encoding/csv's rules for quotes, as the rows next to it, or if many of
// its commas have no blank after them. Rows further away do not matter: each decision depends on a bounded stretch of text around
// the line.

// Limits on the distance to the beginning of a URL's line, on the number of rows around it, and on the length of a row.
const (
	lineReach  = 3 << 9
	rowReach   = 3 << 9
	longestRow = 1 << 11
	rowsAround = 3 // before and after
)

// A table is what is known of the lines around the last URL that may be in a table.
type table struct {
	line     line
	rows     rows
	unopened unopened
}

// A row is a record of a table.
type row struct {
	start     int64 // the offset at which it begins
	delimiter byte
	fields    int
	end       int64 // the offset after it: of its line break, or of the end of the input
	closed    bool  // its end was found, outside of quotes
	loose     int   // how many delimiters have a blank after them
}

// tight reports whether nearly all delimiters of a row have no blank after them, unlike the commas of a sentence. A few may be in
// fields without quotes, or before a field that begins with a blank.
func (r *row) tight() bool { return r.loose*8 < r.fields }

// rows are the rows read last. A row depends only on the text after its beginning.
type rows struct {
	list [16]row
	next int // the index in list of the one read longest ago
}

// find returns the row at an offset, or nil if it is not among those read last. That is probably one of the newest.
func (rows *rows) find(start int64, delimiter byte) *row {
	for n := range len(rows.list) {
		r := &rows.list[(rows.next-1-n)&(len(rows.list)-1)]
		if r.start == start && r.delimiter == delimiter {
			return r
		}
		if r.fields == 0 {
			break
		}
	}
	return nil
}

// add returns the place of a row that is being read.
func (rows *rows) add() *row {
	r := &rows.list[rows.next]
	rows.next = (rows.next + 1) & (len(rows.list) - 1)
	return r
}

// row returns the row that begins at index i, with its quoted fields, up to longestRow bytes. The pointer is valid until other rows
// are read.
func (t *text) row(i int, delimiter byte) *row {
	r := t.table.rows.find(t.offset(i), delimiter)
	if r == nil {
		r = t.table.rows.add()
		*r = t.readRow(i, delimiter)
	}
	return r
}

func (t *text) readRow(i int, delimiter byte) row {
	r := row{start: t.offset(i), delimiter: delimiter, fields: 1}
	limit := i + longestRow
	for field := i; i < limit; i++ {
		if i = t.run(i, limit, cellSet); i == limit || !t.has(i) {
			break
		}
		switch b := t.buf[i]; {
		case b == '"' && i == field:
			end := t.quoteEnd(i+1, limit, r.fields > 1)
			if end < 0 {
				return r
			}
			i = end
		case b == delimiter && !t.endsEntity(i):
			r.fields++
			field = i + 1
			if t.has(field) && blank(t.buf[field]) {
				r.loose++
			}
		case b == '\n' || b == '\r':
			r.end, r.closed = t.offset(i), true
			return r
		}
	}
	r.end, r.closed = t.offset(i), i < limit
	return r
}

// quoteEnd returns the index of the quote that closes a field that has been read up to index i, or -1. Two quotes stand for one.
// The field may have a blank line only if it is not the first of its row, since a sentence may begin in the first.
func (t *text) quoteEnd(i, limit int, blankLines bool) int {
	for ; i < limit && t.has(i); i++ {
		switch t.buf[i] {
		case '"':
			if !t.is(i+1, '"') {
				return i
			}
			i++
		case '\n':
			if next := i + 1; !blankLines && (t.is(next, '\n') || t.is(next, '\r')) {
				return -1
			}
		}
	}
	return -1
}

// A line is what is known of the line of a URL, so that it is read once for all URLs on it.
type line struct {
	start     int64 // the offset at which it begins
	delimiter byte
	row       row   // the row that the line is or ends
	tail      int64 // the offset at which the quotes end in which the line begins, or 0
	before    int   // how many rows before it have as many fields, or -1 if they have not been looked at
	after     int   // how many rows after it have
	header    bool  // whether a row before it has only names

	// Of the text before the offset walked:
	walked int64
	field  int64 // the beginning of the last field
	quoted bool  // it is inside quotes
}

// lineAt returns the line before index start, and the index at which it begins. It reports false if the line is too long.
func (t *text) lineAt(start int, delimiter byte) (l *line, begin int, ok bool) {
	least := max(0, start-lineReach)
	l = &t.table.line
	if begin = t.lineStart(start, least); begin == least && t.offset(least) > 0 {
		return nil, 0, false
	}
	if l.start != t.offset(begin) || l.delimiter != delimiter {
		*l = line{start: t.offset(begin), delimiter: delimiter, before: -1, after: -1, walked: t.offset(begin), field: t.offset(begin)}
		if tail := t.tail(begin, delimiter); tail > 0 {
			l.tail, l.quoted = t.offset(tail), true
		}
		l.row = *t.row(t.rowStart(l, begin), delimiter)
	}
	t.walk(l, start)
	return l, begin, true
}

// tail returns the index after the quote that closes a field, on a line that begins at index begin inside of that field, or 0.
// The line's first quote must be before a delimiter or at the end, and not at the beginning of a field other than the first.
func (t *text) tail(begin int, delimiter byte) int {
	field := begin
	for i, limit := begin, begin+longestRow; ; i++ {
		if i = t.run(i, limit, cellSet); i >= limit {
			return 0
		}
		switch b := t.at(i); {
		case b == 0 || b == '\n' || b == '\r':
			return 0
		case b == delimiter:
			field = i + 1
		case b != '"':
		case i == begin && t.is(i+1, delimiter):
			return i + 1 // the field ends in a line break
		case i == field:
			return 0
		case t.is(i+1, '"'):
			i++ // one that is escaped
		case !t.has(i + 1), t.buf[i+1] == delimiter, t.buf[i+1] == '\n', t.buf[i+1] == '\r':
			return i + 1
		default:
			return 0
		}
	}
}

// walk continues to read a line up to index to.
func (t *text) walk(l *line, to int) {
	i := int(l.walked - t.base)
	for ; i < to; i++ {
		switch b := t.buf[i]; {
		case b == '"' && t.is(i+1, '"') && (l.quoted || l.field != t.offset(i)):
			i++ // one that is escaped
		case b == '"' && l.quoted:
			l.quoted = false
		case b == '"' && l.field == t.offset(i):
			l.quoted = true
		case b == l.delimiter && !l.quoted && !t.endsEntity(i):
			l.field = t.offset(i + 1)
		}
	}
	l.walked = max(l.walked, t.offset(i))
}

// A cell is the place of a URL in a table.
type cell struct {
	end   int  // the index at which the URL ends
	whole bool // it is all of its field
}

// cell returns the cell of a bare URL that begins at index start and could go on to index end. It reports false if the URL is not
// in a table, or is in a quoted field.
func (t *text) cell(start, end int) (cell, bool) {
	delimiter, first := t.delimiter, false
	switch {
	case delimiter != 0:
		if t.quotedAt(start) {
			return cell{}, false
		}
		first = start == 0 || t.buf[start-1] == delimiter || t.buf[start-1] == '\n' || t.buf[start-1] == '\r'
	default:
		if delimiter = t.likelyDelimiter(start, end); delimiter == 0 {
			return cell{}, false
		}
		l, begin, ok := t.lineAt(start, delimiter)
		if !ok || l.quoted || isOldNews(t.buf[start:end]) || !t.isRow(l, begin, start, end) {
			return cell{}, false
		}
		first = l.field == t.offset(start)
	}
	c := cell{end: t.delimiterOr(start, end, delimiter)}
	if !first {
		return c, true
	}
	query := false
	for i, limit := start, start+longestRow; i < limit; i++ {
		switch {
		case t.is(i, '|') && query && delimiter != '|':
		case !t.has(i), t.buf[i] == delimiter && !t.endsEntity(i), t.buf[i] == '\n', t.buf[i] == '\r':
			return cell{i, true}, true
		case t.buf[i] < 0x80 && !bareSet[t.buf[i]]:
			return c, true
		}
		query = query || t.buf[i] == '?'
	}
	return c, true
}

// inTable reports whether the bare URL at [start,end) is a field of a table, at the end of its row or before a delimiter.
func (t *text) inTable(start, end int) bool {
	if t.delimiter != 0 {
		return true
	}
	if start == 0 || t.buf[start-1] != ',' && t.buf[start-1] != ';' {
		return false
	}
	l, begin, ok := t.lineAt(start, t.buf[start-1])
	return ok && !l.quoted && t.isRow(l, begin, start, end)
}

// quotedAt reports whether index i, in a text that is a table, is inside quotes.
func (t *text) quotedAt(i int) bool {
	t.from.countQuotes(i)
	return t.from.counts.quotes.odd
}

// likelyDelimiter returns the "," or ";" before or in the URL at [start,end) if it may be a delimiter, or 0.
func (t *text) likelyDelimiter(start, end int) byte {
	before := byte('\n')
	if start > 0 {
		before = t.buf[start-1]
	}
	foreign := t.has(end) && (t.buf[end] >= 0x80 || (bareSet[t.buf[end]] || t.buf[end] == '|') && t.buf[end] != before)
	mark := end
	for mark > start && t.buf[mark-1] == before {
		mark--
	}
	foreign = foreign || mark < end && bytes.IndexByte([]byte(".,;:!?'"), t.buf[mark-1]) >= 0 // the field't, if this is a field
	for end > start && (t.buf[end-1] == ',' || t.buf[end-1] == ';') {
		end-- // such an end belongs to the sentence in any case
	}
	switch {
	case before == ',' || before == ';':
		if foreign || t.delimiterIn(start, end, before) >= 0 {
			return before
		}
	case t.delimiterIn(start, end, ',') >= 0:
		return ','
	case t.delimiterIn(start, end, ';') >= 0:
		return ';'
	}
	return 0
}

// delimiterIn returns the index of the first delimiter in [start,end), or -1.
func (t *text) delimiterIn(start, end int, delimiter byte) int {
	for i := start; ; i++ {
		k := bytes.IndexByte(t.buf[i:end], delimiter)
		if k < 0 {
			return -1
		}
		if i += k; !t.endsEntity(i) {
			return i
		}
	}
}

// isRow reports whether the line at index begin is a row of a table, or the end of one, and the URL at [start,end) a field of it.
// The line must have many delimiters outside of the URL, a header, or as many fields as the rows around it.
func (t *text) isRow(l *line, begin, start, end int) bool {
	const many = 5
	first, inside := l.field == t.offset(start), 0
	for i := start; i < end; i++ {
		if t.buf[i] == l.delimiter && !t.endsEntity(i) {
			inside++
		}
	}
	outside := l.row.fields - 1 - inside
	switch {
	case !l.row.tight():
		return false
	case first && outside >= many:
		return true
	case !l.row.closed:
		return false
	}
	if l.before < 0 {
		t.compareBefore(l, begin)
	}
	url := t.buf[start:t.delimiterOr(start, end, l.delimiter)]
	enough, fields := 2, 3
	switch {
	case first && l.header:
		return true
	case outside == 0 && !(first && isComplete(url)):
		return false
	case !first:
		fields = 4
	case outside > 0 && (l.row.fields >= many || !endsInNumber(url)):
		enough = 1
	}
	if l.row.fields < fields || l.before >= enough {
		return l.row.fields >= fields
	}
	if l.after < 0 {
		t.compareAfter(l)
	}
	return l.before+l.after >= enough
}

// delimiterOr returns the index of the first delimiter in [start,end), or end.
func (t *text) delimiterOr(start, end int, delimiter byte) int {
	if i := t.delimiterIn(start, end, delimiter); i >= 0 {
		return i
	}
	return end
}

// isOldNews reports whether a URL ends like those of old news sites with commas in their paths: in a segment that begins with a
// number and ends in a number and a suffix, such as "/0,1413,,00.html".
func isOldNews(url []byte) bool {
	for i, b := range url {
		if b == '?' || b == '#' {
			url = url[:i]
			break
		}
	}
	segment := url[bytes.LastIndexByte(url, '/')+1:]
	comma := bytes.LastIndexByte(segment, ',')
	number, suffix, dot := bytes.Cut(segment[comma+1:], []byte("."))
	return comma > 0 && digitSet[segment[0]] && dot && len(number) > 0 && digitSet[number[len(number)-1]] && len(suffix) > 1 && letterSet[suffix[0]]
}

// endsInNumber reports whether the last segment of a URL is a number.
func endsInNumber(url []byte) bool {
	i := len(url)
	for i > 0 && digitSet[url[i-1]] {
		i--
	}
	return 0 < i && i < len(url) && url[i-1] == '/'
}

// isComplete reports whether a URL could end at a comma: after its host, a "/", or the suffix of a file's name, and without a
// query.
func isComplete(url []byte) bool {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	path := bytes.IndexByte(rest, '/')
	switch {
	case bytes.IndexByte(rest, '?') >= 0:
		return false
	case path < 0, rest[len(rest)-1] == '/':
		return true
	}
	name := rest[bytes.LastIndexByte(rest, '/')+1:]
	dot := bytes.LastIndexByte(name, '.')
	suffix := name[dot+1:]
	return dot > 0 && 1 < len(suffix) && len(suffix) <= 5 && letterSet[suffix[0]]
}

// rowStart returns the index at which the row of the line at index begin begins. If the line is the last of a quoted field and
// the beginning of its row is unknown, it returns the index after the field. For any other line it returns begin.
func (t *text) rowStart(l *line, begin int) int {
	if l.tail == 0 {
		return begin
	}
	if start, ok := t.rowEnding(begin, l.delimiter); ok {
		return start
	}
	return int(l.tail - t.base)
}

// rowEnding returns the beginning of the row of several lines that ends with the line at index begin: the beginning of the line
// before it on which quotes are opened.
func (t *text) rowEnding(begin int, delimiter byte) (start int, ok bool) {
	known := t.table.unopened
	t.table.unopened = unopened{t.offset(begin), t.offset(begin), delimiter}
	for least, i := max(0, begin-rowReach), begin; i > least; {
		if known.delimiter == delimiter && known.from < t.offset(i) && t.offset(i) <= known.to {
			t.table.unopened.from = known.from
			if i = int(known.from - t.base); i <= least {
				break
			}
		}
		end := t.breakBefore(i)
		i = least + lastBreak(t.buf[least:max(least, end)]) + 1
		if i == least && t.offset(least) > 0 || i > end {
			return 0, false
		}
		if t.opens(i, end, delimiter) {
			r := t.row(i, delimiter)
			return i, r.closed && r.end > t.offset(begin) && int(r.end-t.base) == t.lineEnd(begin)
		}
		t.table.unopened.from = t.offset(i)
	}
	return 0, false
}

// unopened are successive lines, from one offset to another, on which no quotes are opened.
type unopened struct {
	from, to  int64
	delimiter byte
}

// opens reports whether quotes are open at the end of the line [i,end), if none are at its beginning.
func (t *text) opens(i, end int, delimiter byte) bool {
	if bytes.IndexByte(t.buf[i:end], '"') < 0 {
		return false
	}
	quoted := false
	for field := i; i < end; i++ {
		switch b := t.buf[i]; {
		case b == '"' && (quoted || i == field):
			quoted = !quoted
		case b == delimiter && !quoted:
			field = i + 1
		}
	}
	return quoted
}

// lineEnd returns the index of the line break after index i, or an index that is too far away.
func (t *text) lineEnd(i int) int {
	for limit := i + longestRow; i < limit && t.has(i) && t.buf[i] != '\n' && t.buf[i] != '\r'; i++ {
	}
	return i
}

// breakBefore returns the index of the line break that ends before index i.
func (t *text) breakBefore(i int) int {
	if i--; i > 0 && t.buf[i] == '\n' && t.buf[i-1] == '\r' {
		i--
	}
	return max(i, 0)
}

// compareBefore counts the rows before the line at index begin that have as many fields as it. A blank line ends a table.
func (t *text) compareBefore(l *line, begin int) {
	l.before = 0
	first := t.rowStart(l, begin)
	least := max(0, begin-rowReach)
	for range rowsAround {
		end := t.breakBefore(first)
		start := least + lastBreak(t.buf[least:max(least, end)]) + 1
		if first <= least || start >= end || start == least && t.offset(least) > 0 {
			return
		}
		if t.tail(start, l.delimiter) > 0 {
			if before, ok := t.rowEnding(start, l.delimiter); ok {
				start = before
			}
		}
		r := t.row(start, l.delimiter)
		if l.same(r, t.offset(end)) {
			l.before++
			l.header = l.header || t.isHeader(start, end, l.delimiter)
		}
		first = start
	}
}

// compareAfter counts the rows after a line that have as many fields as it.
func (t *text) compareAfter(l *line) {
	l.after = 0
	end := int(l.row.end - t.base)
	limit := end + rowReach
	for range rowsAround {
		start := end + t.newline(end)
		if start == end || start >= limit || !t.has(start) || t.newline(start) > 0 {
			return
		}
		r := t.row(start, l.delimiter)
		if !r.closed {
			return
		}
		if end = int(r.end - t.base); l.same(r, r.end) {
			l.after++
		}
	}
}

// same reports whether a row ends at an offset and has as many fields as a line.
func (l *line) same(r *row, end int64) bool {
	return r.closed && r.end == end && r.tight() && r.fields == l.row.fields
}

// isHeader reports whether the row [start,end) has only names of columns, of which one is that of a URL, or at least three.
func (t *text) isHeader(start, end int, delimiter byte) bool {
	names, first := 0, true
	for _, b := range t.buf[start:end] {
		switch {
		case first && (b == '"' || b == ' '):
		case first && !letterSet[b], !nameSet[b] && b != delimiter:
			return false
		case first:
			names++
			first = false
		case b == delimiter:
			first = true
		}
	}
	if first || names >= 3 {
		return !first
	}
	header := bytes.ToLower(t.buf[start:end])
	for _, word := range []string{"url", "uri", "link", "href", "website", "homepage", "web"} {
		if bytes.Contains(header, []byte(word)) {
			return true
		}
	}
	return false
}

// nameSet has the bytes of the name of a column, quoted or not.
var nameSet = newCharset(letters + digits + "_-. ()\"")

func isSeparator(b byte) bool { return b == ',' || b == ';' }
