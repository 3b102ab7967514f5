package scan

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// This file finds the end of a URL that is a field of a table of comma-separated values,
// or of values with semicolons. A URL may have a comma, as in "/0,1413,,00.html". So its
// line must be a row: it has as many fields, by encoding/csv's rules for quotes, as the
// rows next to it, or many of its commas have no blank after them. Each decision depends
// on a bounded stretch of text around the line.

// Limits on the distance to the beginning of a URL's line, and to the rows before it and
// after it, and on the length of a row.
const (
	rowReach   = 3 << 9
	longestRow = 1 << 11
	rowsAround = 3 // before and after
	linesOfRow = 8 // on which quotes open and close; a row with more is not read to its end
)

// A table is a direct-mapped cache of rows, indexed by their offset modulo a prime, so
// that rows of equal length do not evict each other.
type table [61]row

// A row is a record of a table. It depends only on the text after its beginning.
type row struct {
	start, end int64 // its offsets, without its line break; end is 0 if it was not found outside of quotes
	delimiter  byte
	fields     int
	loose      int  // the number of delimiters before a blank
	url        bool // the row begins with a URL
	quotes     bool // it has quotes
	quoted     bool // the limit up to which it was read is inside quotes
}

// row returns the row that begins at index i, with its quoted fields, up to longestRow
// bytes.
func (t *text) row(i int, delimiter byte) row {
	if t.table == nil {
		t.table = new(table)
	}
	r := &t.table[t.offset(i)%int64(len(t.table))]
	if r.start != t.offset(i) || r.delimiter != delimiter {
		*r = t.readRow(i, i+longestRow, delimiter)
	}
	return *r
}

// readRow reads the row that begins at index i, up to index limit. In quotes, two quotes
// are one. The quotes of the first field may not have a blank line between them, since
// they may belong to a sentence.
func (t *text) readRow(i, limit int, delimiter byte) row {
	r := row{start: t.offset(i), delimiter: delimiter, fields: 1, url: t.linkAt(i)}
	lines, last := 0, i
	for field := i; ; i++ {
		if i = t.span(i, limit, cellSet); i >= limit {
			return r
		}
		switch b := t.at(i); { // 0 at the end of the input
		case b == '"' && r.quoted && t.is(i+1, '"'):
			i++
		case b == '"':
			if r.quotes, r.quoted = true, i == field; bytes.IndexByte(t.buf[last:i], '\n') >= 0 {
				if lines++; lines > linesOfRow {
					return r
				}
			}
			last = i
		case r.quoted && (b == 0 || r.fields == 1 && b == '\n' && t.newline(i+1) > 0):
			return r
		case r.quoted:
		case b == delimiter && !t.endsEntity(i):
			r.fields++
			field = i + 1
			if blank(t.at(field)) {
				r.loose++
			}
		case b == '\n' || b == '\r' || b == 0:
			r.end = t.offset(i)
			return r
		}
	}
}

// findDelimiter returns the most frequent delimiter of the first row with any outside of
// quotes, or ",".
func (t *text) findDelimiter() byte {
	var count [256]int
	delimiter, quoted := byte(','), false
	for i := 0; i < longestRow && t.has(i); i++ {
		switch b := t.buf[i]; {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '\n' && count[delimiter] > 0:
			return delimiter
		case bytes.IndexByte([]byte(",;|\t"), b) >= 0:
			if count[b]++; count[b] > count[delimiter] {
				delimiter = b
			}
		}
	}
	return delimiter
}

// isTight reports whether nearly all delimiters of a row have no blank after them, unlike
// the commas of a sentence. A few may be in fields without quotes, or before a field that
// begins with a blank.
func (r *row) isTight() bool { return r.loose*8 < r.fields }

// isLike reports whether two rows whose ends were found have the same number of fields,
// and are rows of a table.
func (r *row) isLike(other *row) bool { return r.isTight() && r.fields == other.fields }

// rowAt returns the row of the line at index begin. If a quoted field of an earlier line
// goes on in it, the row begins on that line.
func (t *text) rowAt(begin, least int, delimiter byte) row {
	r := t.row(begin, delimiter)
	if !r.quotes {
		return r // the usual case
	}
	least = max(0, least)
	line, ok := begin, true
	for range linesOfRow {
		if line, ok = t.lineFrom(least+max(0, bytes.LastIndexByte(t.buf[least:line], '"')), least); !ok {
			break
		}
		if whole := t.row(line, delimiter); whole.end > t.offset(begin) {
			r = whole
		}
	}
	return r
}

// rowsBefore returns how many rows before the line at index begin are like its row, and
// begin with a URL if r.url is set, and reports whether one of them has only names, or is
// the last one that was known to follow such a row.
func (t *text) rowsBefore(r *row, begin int) (n int, header bool) {
	least := begin - rowReach
	first := int(r.start - t.base)
	for range rowsAround {
		end := len(withoutBreak(t.buf[:first]))
		start, ok := t.lineFrom(end, least)
		if !ok || start >= end {
			break // too far away, or a blank line
		}
		above := t.rowAt(start, least, r.delimiter)
		first = int(above.start - t.base)
		if above.end == t.offset(end) && above.isLike(r) {
			if above.url || !r.url {
				n++
			}
			header = header || above.end == t.headed.end && above.delimiter == t.headed.delimiter ||
				isHeader(t.buf[first:end], r.delimiter)
		}
	}
	return n, header
}

// rowsAfter returns how many rows after one are like it, and begin with a URL if r.url is
// set.
func (t *text) rowsAfter(r *row) (n int) {
	after, limit := *r, r.end+rowReach
	for range rowsAround {
		end := int(after.end - t.base)
		start := end + t.newline(end)
		if after = t.row(start, r.delimiter); after.start >= limit || after.end == 0 || t.newline(start) > 0 {
			break
		}
		if after.isLike(r) && (after.url || !r.url) {
			n++
		}
	}
	return n
}

// spanWithBar returns the index after the bytes of set at index i, and reports whether
// they have a "|", which only a query may have.
func (t *text) spanWithBar(i, limit int, set *octet.Set) (end int, hasBar bool) {
	end = t.span(i, limit, set)
	at := bytes.IndexByte(t.buf[i:end], '|')
	if at >= 0 && bytes.IndexByte(t.buf[i:i+at], '?') < 0 {
		return i + at, false
	}
	return end, at >= 0
}

// beginsField reports whether a field of a table begins at index i.
func (t *text) beginsField(i int, delimiter byte) bool {
	before := t.buf[max(i-1, 0)]
	return i == 0 || before == '\n' || before == '\r' || before == delimiter && !t.endsEntity(i-1)
}

// listStart returns the index at which a list of URLs in a field begins, if the URL at
// index start is a later one in it. Otherwise, and if its line is too long to be a row,
// it returns start.
func (t *text) listStart(start int) int {
	const most = len("; ")
	last, least := start, max(0, start-rowReach)
	for {
		lead := bytes.TrimRight(t.buf[least:start], ",;| ")
		if n := start - least - len(lead); n == 0 || n > most {
			return start
		}
		item := least + bytes.LastIndexAny(lead, ",;|\""+octet.Spaces) + 1
		if !t.linkAt(item) {
			return start
		}
		if start == last {
			if _, isRow := t.lineFrom(last, last-rowReach); !isRow {
				return start
			}
		}
		start = item
	}
}

// isField reports whether the line of a bare URL at [start,end) is a row of a table, and
// the URL, or the list that begins at index list, a field of it without quotes. The
// weaker the evidence of the row and the URL, the more rows around must be like it. If a
// row with names is above, it sets headed to the row.
func (t *text) isField(start, end, list int, delimiter byte, headed *row) bool {
	const many = 5
	begin, ok := t.lineFrom(start, start-rowReach)
	if !ok {
		return false // it is too long
	}
	r := t.rowAt(begin, begin-rowReach, delimiter)
	if !r.isTight() || r.quotes && t.readRow(int(r.start-t.base), start, delimiter).quoted {
		return false
	}
	url := t.buf[start:t.delimiterIn(start, end, delimiter)]
	// outside counts the delimiters of the row that are not in the whole URL
	first, outside := t.beginsField(list, delimiter), r.fields-1
	for i := start + len(url); i < end; i = t.delimiterIn(i+1, end, delimiter) {
		outside--
	}
	url = bytes.ReplaceAll(url, []byte{'\\'}, nil) // of escaped slashes
	if sure := first && outside >= many; sure || r.end == 0 {
		return sure
	}
	r.url = r.url && start == int(r.start-t.base) && outside == 0 && t.mayEnd(&r, url, start+len(url)+1, many)
	like, header := t.rowsBefore(&r, begin)
	needed := 2
	if header {
		*headed = r
	}
	switch {
	case first && header:
		return true
	case r.url:
	case r.fields < 3, r.fields == 3 && !first, outside == 0 && !(first && complete.Match(url)):
		return false
	case first && outside > 0:
		needed = 1
	}
	return like >= needed || like+t.rowsAfter(&r) >= needed
}

// mayEnd reports whether url, which begins the row r, may end before the cell at index i,
// if the rows around begin with URLs too. The cell must not look like the end of a URL:
// it has no "/", no "?" and no suffix of a file. In a row with fewer than many fields,
// none of the other cells may look so, and the URL must not end in a number without
// letters before it.
func (t *text) mayEnd(r *row, url []byte, i, many int) bool {
	cell := t.buf[i:t.span(i, i+longestRow, lineSet)]
	if r.fields > 2 && complete.Match(url) {
		return false // a URL that may end there without rows around
	}
	if r.fields >= many {
		cell = t.buf[i:t.delimiterIn(i, i+len(cell), r.delimiter)]
	} else if rest := bytes.TrimRight(url, octet.Digits+"."); len(rest) < len(url) &&
		!octet.Letter[rest[len(rest)-1]] {
		return false
	}
	return !bytes.ContainsAny(cell, "/?=") && !suffixed.Match(cell)
}

// endsCell reports whether characters without width at index i, after the URL that begins
// at index start, end its cell.
func (t *text) endsCell(start, i int) bool {
	if t.at(i) < 0x80 {
		return false
	}
	r, size := t.rune(i)
	for ; isInvisible(r); r, size = t.rune(i) {
		i += size
	}
	return isSeparator(t.at(i)) && (t.is(i, t.before(start)) || t.is(i, ',') && t.beginsField(start, ','))
}

// fieldDelimiter returns the delimiter of the table that has the URL at [start,end) as a
// field, or 0.
func (t *text) fieldDelimiter(start, end int) byte {
	if t.delimiter != 0 {
		return t.delimiter
	}
	list, url := t.listStart(start), bytes.TrimRight(t.buf[start:end], ",;")
	if list == start && !isSeparator(t.buf[max(start-1, 0)]) && bytes.IndexByte(url, ',') < 0 &&
		bytes.IndexByte(url, ';') < 0 {
		return 0 // the usual case
	}
	for _, delimiter := range []byte(",;") {
		if t.mayDelimit(start, end, list, delimiter) && t.isField(start, end, list, delimiter, &t.headed) {
			return delimiter
		}
	}
	return 0
}

// mayDelimit reports whether delimiter is before or in the URL at [start,end), or before
// its list, which begins at index list, where it may delimit fields.
func (t *text) mayDelimit(start, end, list int, delimiter byte) bool {
	before := t.buf[max(start-1, 0)]
	if b := t.buf[max(list-1, 0)]; isSeparator(b) {
		before = b
	}
	// separators at the end always belong to the sentence
	rest := start + len(bytes.TrimRight(t.buf[start:end], ",;"))
	if isSeparator(before) && before != delimiter {
		return false
	}
	after, last := t.at(end), len(bytes.TrimRight(t.buf[start:end], string(before)))
	return t.delimiterIn(start, rest, delimiter) < rest ||
		before == delimiter && (fieldSet[after] && after != before || // the field goes on
			// the field's, if this is a field
			start+last < end && bytes.IndexByte([]byte(".,;:!?'"), t.buf[start+last-1]) >= 0)
}

// delimiterIn returns the index of the first delimiter in [start,end), or end.
func (t *text) delimiterIn(start, end int, delimiter byte) int {
	for i := start; i < end; i++ {
		i += octet.IndexOrEnd(t.buf[i:end], delimiter)
		if i < end && !t.endsEntity(i) {
			return i
		}
	}
	return end
}

// isHeader reports whether a row has only names of columns: at least three, or one that
// names a URL.
func isHeader(row []byte, delimiter byte) bool {
	for name := range bytes.SplitSeq(row, []byte{delimiter}) {
		name = bytes.TrimLeft(name, ` "`)
		if len(name) == 0 || !octet.Letter[name[0]] || nameSet.Span(name) < len(name) {
			return false
		}
	}
	return bytes.Count(row, []byte{delimiter}) >= 2 || urlName.Match(row)
}

var (
	// nameSet has the bytes of the name of a column, quoted or not.
	nameSet = octet.SetOf(octet.Letters + octet.Digits + "_-. ()\"")

	// complete matches a URL that could end at a comma: one without a query that ends
	// after its host, a "/", or the suffix of a file's name.
	complete = lazyregexp.New(`^(?:[^:]*://)?(?:[^/?]*|[^?]*/(?:[^/?]+\.[A-Za-z][^./?]{1,4})?)$`)

	// suffixed matches text that ends in the suffix of a file's name.
	suffixed = lazyregexp.New(`\.[A-Za-z][0-9A-Za-z]{0,4}$`)

	// urlName matches a part of the name of a column that has URLs.
	urlName = lazyregexp.New(`(?i)url|uri|link|href|homepage|web`)
)
