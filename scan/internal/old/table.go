//go:build long

package old

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

// A row is a record of a table.
type row struct {
	start     int64 // the offset at which it begins
	delimiter byte
	fields    int
	end       int64 // the offset after it: of its line break, or of the end of the input
	closed    bool  // its end was found, outside of quotes
	loose     int   // how many delimiters have a blank after them
	plain     bool  // it has no quotes
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
func (s *Scanner) row(i int, delimiter byte) *row {
	r := s.rows.find(s.offset(i), delimiter)
	if r == nil {
		r = s.rows.add()
		*r = s.readRow(i, delimiter)
	}
	return r
}

// plainRow is row for a row without quotes, all of which is in the buffer. It returns nil for any other row.
func (s *Scanner) plainRow(i int, delimiter byte) *row {
	if r := s.rows.find(s.offset(i), delimiter); r != nil {
		if r.plain {
			return r
		}
		return nil
	}
	text := s.buf[i:min(i+longestRow, s.end)]
	fields, loose := 1, 0
	for k, b := range text {
		switch {
		case !rowSet[b]:
		case b == '"':
			return nil
		case b == '\n' || b == '\r':
			r := s.rows.add()
			*r = row{start: s.offset(i), delimiter: delimiter, fields: fields, end: s.offset(i + k), closed: true, loose: loose, plain: true}
			return r
		case b == delimiter && !s.endsEntity(i+k):
			fields++
			if k+1 < len(text) && blank(text[k+1]) {
				loose++
			}
		}
	}
	return nil
}

func (s *Scanner) readRow(i int, delimiter byte) row {
	r := row{start: s.offset(i), delimiter: delimiter, fields: 1}
	limit := i + longestRow
	for field := i; i < limit && s.has(i); i++ {
		switch b := s.buf[i]; {
		case b == '"' && i == field:
			end := s.quoteEnd(i+1, limit, r.fields > 1)
			if end < 0 {
				return r
			}
			i = end
		case b == delimiter && !s.endsEntity(i):
			r.fields++
			field = i + 1
			if s.has(field) && blank(s.buf[field]) {
				r.loose++
			}
		case b == '\n' || b == '\r':
			r.end, r.closed = s.offset(i), true
			return r
		}
	}
	r.end, r.closed = s.offset(i), i < limit
	return r
}

// quoteEnd returns the index of the quote that closes a field that has been read up to index i, or -1. Two quotes stand for one.
// The field may have a blank line only if it is not the first of its row, since a sentence may begin in the first.
func (s *Scanner) quoteEnd(i, limit int, blankLines bool) int {
	for ; i < limit && s.has(i); i++ {
		switch s.buf[i] {
		case '"':
			if !s.is(i+1, '"') {
				return i
			}
			i++
		case '\n':
			if next := i + 1; !blankLines && (s.is(next, '\n') || s.is(next, '\r')) {
				return -1
			}
		}
	}
	return -1
}

// endsEntity reports whether the ";" at index i ends an entity of HTML, such as "&amp;".
func (s *Scanner) endsEntity(i int) bool {
	const longest = len("&quot")
	if s.buf[i] != ';' {
		return false
	}
	start := i
	for least := max(0, i-longest); start > least && (alnumSet[s.buf[start-1]] || s.buf[start-1] == '#'); start-- {
	}
	return start < i && start > 0 && s.buf[start-1] == '&'
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
func (s *Scanner) lineAt(start int, delimiter byte) (l *line, begin int, ok bool) {
	least := max(0, start-lineReach)
	l = &s.line
	if begin = s.lineStart(start, least); begin == least && s.offset(least) > 0 {
		return nil, 0, false
	}
	if l.start != s.offset(begin) || l.delimiter != delimiter {
		*l = line{start: s.offset(begin), delimiter: delimiter, before: -1, after: -1, walked: s.offset(begin), field: s.offset(begin)}
		r := s.plainRow(begin, delimiter)
		if r == nil {
			if tail := s.tail(begin, delimiter); tail > 0 {
				l.tail, l.quoted = s.offset(tail), true
			}
			r = s.row(s.rowStart(l, begin), delimiter)
		}
		l.row = *r
	}
	s.walk(l, start)
	return l, begin, true
}

// tail returns the index after the quote that closes a field, on a line that begins at index begin inside of that field, or 0.
// The line's first quote must be before a delimiter or at the end, and not at the beginning of a field other than the first.
func (s *Scanner) tail(begin int, delimiter byte) int {
	field := begin
	for i, limit := begin, begin+longestRow; i < limit && s.has(i); i++ {
		switch b := s.buf[i]; {
		case b == '\n' || b == '\r':
			return 0
		case b == delimiter:
			field = i + 1
		case b != '"':
		case i == begin && s.is(i+1, delimiter):
			return i + 1 // the field ends in a line break
		case i == field:
			return 0
		case s.is(i+1, '"'):
			i++ // one that is escaped
		case !s.has(i + 1), s.buf[i+1] == delimiter, s.buf[i+1] == '\n', s.buf[i+1] == '\r':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// walk continues to read a line up to index to.
func (s *Scanner) walk(l *line, to int) {
	i := int(l.walked - s.base)
	for ; i < to; i++ {
		switch b := s.buf[i]; {
		case b == '"' && s.is(i+1, '"') && (l.quoted || l.field != s.offset(i)):
			i++ // one that is escaped
		case b == '"' && l.quoted:
			l.quoted = false
		case b == '"' && l.field == s.offset(i):
			l.quoted = true
		case b == l.delimiter && !l.quoted && !s.endsEntity(i):
			l.field = s.offset(i + 1)
		}
	}
	l.walked = max(l.walked, s.offset(i))
}

// A cell is the place of a URL in a table.
type cell struct {
	end   int  // the index at which the URL ends
	whole bool // it is all of its field
}

// cell returns the cell of a bare URL that begins at index start and could go on to index end. It reports false if the URL is not
// in a table, or is in a quoted field.
func (s *Scanner) cell(start, end int) (cell, bool) {
	delimiter, first := s.delimiter, false
	switch {
	case delimiter != 0:
		if s.quotedAt(start) {
			return cell{}, false
		}
		first = start == 0 || s.buf[start-1] == delimiter || s.buf[start-1] == '\n' || s.buf[start-1] == '\r'
	default:
		if delimiter = s.likelyDelimiter(start, end); delimiter == 0 {
			return cell{}, false
		}
		l, begin, ok := s.lineAt(start, delimiter)
		if !ok || l.quoted || isOldNews(s.buf[start:end]) || !s.isRow(l, begin, start, end) {
			return cell{}, false
		}
		first = l.field == s.offset(start)
	}
	c := cell{end: s.delimiterOr(start, end, delimiter)}
	if !first {
		return c, true
	}
	query := false
	for i, limit := start, start+longestRow; i < limit; i++ {
		switch {
		case s.has(i) && s.buf[i] == '|' && query && delimiter != '|':
		case !s.has(i), s.buf[i] == delimiter && !s.endsEntity(i), s.buf[i] == '\n', s.buf[i] == '\r':
			return cell{i, true}, true
		case s.buf[i] < 0x80 && !bareSet[s.buf[i]]:
			return c, true
		}
		query = query || s.buf[i] == '?'
	}
	return c, true
}

// field makes [start,end), or as much of it as is in one field of a table, the candidate that was found.
func (s *Scanner) field(start, end int) {
	whole := end == s.left.closing
	if !whole && end-start <= s.max {
		if c, ok := s.cell(start, end); ok && c.end <= end {
			end, whole = c.end, c.whole
		}
	}
	s.bare(start, end)
	s.found.Whole = whole && !s.cut
}

// inTable reports whether the bare URL at [start,end) is a field of a table, at the end of its row or before a delimiter.
func (s *Scanner) inTable(start, end int) bool {
	if s.delimiter != 0 {
		return true
	}
	if start == 0 || s.buf[start-1] != ',' && s.buf[start-1] != ';' {
		return false
	}
	l, begin, ok := s.lineAt(start, s.buf[start-1])
	return ok && !l.quoted && s.isRow(l, begin, start, end)
}

// quotedAt reports whether index i, in a text that is a table, is inside quotes.
func (s *Scanner) quotedAt(i int) bool {
	s.countQuotes(i)
	return s.quotes.odd
}

// countQuotes counts the quotes up to index i.
func (s *Scanner) countQuotes(i int) {
	if from := int(s.quotes.counted - s.base); from < i {
		s.quotes.odd = s.quotes.odd != (bytes.Count(s.buf[from:i], []byte{'"'})%2 > 0)
		s.quotes.counted = s.offset(i)
	}
}

// quotes are the quotes before an offset.
type quotes struct {
	counted int64
	odd     bool
}

// likelyDelimiter returns the "," or ";" before or in the URL at [start,end) if it may be a delimiter, or 0.
func (s *Scanner) likelyDelimiter(start, end int) byte {
	before := byte('\n')
	if start > 0 {
		before = s.buf[start-1]
	}
	foreign := s.has(end) && (s.buf[end] >= 0x80 || (bareSet[s.buf[end]] || s.buf[end] == '|') && s.buf[end] != before)
	mark := end
	for mark > start && s.buf[mark-1] == before {
		mark--
	}
	foreign = foreign || mark < end && bytes.IndexByte([]byte(".,;:!?'"), s.buf[mark-1]) >= 0 // the field's, if this is a field
	for end > start && (s.buf[end-1] == ',' || s.buf[end-1] == ';') {
		end-- // such an end belongs to the sentence in any case
	}
	switch {
	case before == ',' || before == ';':
		if foreign || s.delimiterIn(start, end, before) >= 0 {
			return before
		}
	case s.delimiterIn(start, end, ',') >= 0:
		return ','
	case s.delimiterIn(start, end, ';') >= 0:
		return ';'
	}
	return 0
}

// delimiterIn returns the index of the first delimiter in [start,end), or -1.
func (s *Scanner) delimiterIn(start, end int, delimiter byte) int {
	for i := start; ; i++ {
		k := bytes.IndexByte(s.buf[i:end], delimiter)
		if k < 0 {
			return -1
		}
		if i += k; !s.endsEntity(i) {
			return i
		}
	}
}

// isRow reports whether the line at index begin is a row of a table, or the end of one, and the URL at [start,end) a field of it.
// The line must have many delimiters outside of the URL, a header, or as many fields as the rows around it.
func (s *Scanner) isRow(l *line, begin, start, end int) bool {
	const many = 5
	first, inside := l.field == s.offset(start), 0
	for i := start; i < end; i++ {
		if s.buf[i] == l.delimiter && !s.endsEntity(i) {
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
		s.compareBefore(l, begin)
	}
	url := s.buf[start:s.delimiterOr(start, end, l.delimiter)]
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
		s.compareAfter(l)
	}
	return l.before+l.after >= enough
}

// delimiterOr returns the index of the first delimiter in [start,end), or end.
func (s *Scanner) delimiterOr(start, end int, delimiter byte) int {
	if i := s.delimiterIn(start, end, delimiter); i >= 0 {
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
func (s *Scanner) rowStart(l *line, begin int) int {
	if l.tail == 0 {
		return begin
	}
	if start, ok := s.rowEnding(begin, l.delimiter); ok {
		return start
	}
	return int(l.tail - s.base)
}

// rowEnding returns the beginning of the row of several lines that ends with the line at index begin: the beginning of the line
// before it on which quotes are opened.
func (s *Scanner) rowEnding(begin int, delimiter byte) (start int, ok bool) {
	known := s.unopened
	s.unopened = unopened{stretch{s.offset(begin), s.offset(begin)}, delimiter}
	for least, i := max(0, begin-rowReach), begin; i > least; {
		if known.delimiter == delimiter && known.from < s.offset(i) && s.offset(i) <= known.to {
			s.unopened.from = known.from
			if i = int(known.from - s.base); i <= least {
				break
			}
		}
		end := s.breakBefore(i)
		i = least + lastBreak(s.buf[least:max(least, end)]) + 1
		if i == least && s.offset(least) > 0 || i > end {
			return 0, false
		}
		if s.opens(i, end, delimiter) {
			r := s.row(i, delimiter)
			return i, r.closed && r.end > s.offset(begin) && int(r.end-s.base) == s.lineEnd(begin)
		}
		s.unopened.from = s.offset(i)
	}
	return 0, false
}

// unopened are successive lines on which no quotes are opened.
type unopened struct {
	stretch
	delimiter byte
}

// opens reports whether quotes are open at the end of the line [i,end), if none are at its beginning.
func (s *Scanner) opens(i, end int, delimiter byte) bool {
	if bytes.IndexByte(s.buf[i:end], '"') < 0 {
		return false
	}
	quoted := false
	for field := i; i < end; i++ {
		switch b := s.buf[i]; {
		case b == '"' && (quoted || i == field):
			quoted = !quoted
		case b == delimiter && !quoted:
			field = i + 1
		}
	}
	return quoted
}

// lineEnd returns the index of the line break after index i, or an index that is too far away.
func (s *Scanner) lineEnd(i int) int {
	for limit := i + longestRow; i < limit && s.has(i) && s.buf[i] != '\n' && s.buf[i] != '\r'; i++ {
	}
	return i
}

// breakBefore returns the index of the line break that ends before index i.
func (s *Scanner) breakBefore(i int) int {
	if i--; i > 0 && s.buf[i] == '\n' && s.buf[i-1] == '\r' {
		i--
	}
	return max(i, 0)
}

// compareBefore counts the rows before the line at index begin that have as many fields as it. A blank line ends a table.
func (s *Scanner) compareBefore(l *line, begin int) {
	l.before = 0
	first := s.rowStart(l, begin)
	least := max(0, begin-rowReach)
	for range rowsAround {
		end := s.breakBefore(first)
		start := least + lastBreak(s.buf[least:max(least, end)]) + 1
		if first <= least || start >= end || start == least && s.offset(least) > 0 {
			return
		}
		r := s.plainRow(start, l.delimiter)
		if r == nil {
			if s.tail(start, l.delimiter) > 0 {
				if before, ok := s.rowEnding(start, l.delimiter); ok {
					start = before
				}
			}
			r = s.row(start, l.delimiter)
		}
		if l.same(r, s.offset(end)) {
			l.before++
			l.header = l.header || s.isHeader(start, end, l.delimiter)
		}
		first = start
	}
}

// compareAfter counts the rows after a line that have as many fields as it.
func (s *Scanner) compareAfter(l *line) {
	l.after = 0
	end := int(l.row.end - s.base)
	limit := end + rowReach
	for range rowsAround {
		start := end + s.newline(end)
		if start == end || start >= limit || !s.has(start) || s.newline(start) > 0 {
			return
		}
		r := s.plainRow(start, l.delimiter)
		if r == nil {
			r = s.row(start, l.delimiter)
		}
		if !r.closed {
			return
		}
		if end = int(r.end - s.base); l.same(r, r.end) {
			l.after++
		}
	}
}

// same reports whether a row ends at an offset and has as many fields as a line.
func (l *line) same(r *row, end int64) bool {
	return r.closed && r.end == end && r.tight() && r.fields == l.row.fields
}

// isHeader reports whether the row [start,end) has only names of columns, of which one is that of a URL, or at least three.
func (s *Scanner) isHeader(start, end int, delimiter byte) bool {
	names, first := 0, true
	for _, b := range s.buf[start:end] {
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
	header := bytes.ToLower(s.buf[start:end])
	for _, word := range []string{"url", "uri", "link", "href", "website", "homepage", "web"} {
		if bytes.Contains(header, []byte(word)) {
			return true
		}
	}
	return false
}

// nameSet has the bytes of the name of a column, quoted or not.
var nameSet = newCharset(letters + digits + "_-. ()\"")
