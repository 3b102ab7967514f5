package main

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
)

// columns are those of --csv and --tsv.
const columns = "url,kind,strict,file,line,start,end,message_id,date"

// appendHeader appends the row that names the columns.
func (f *form) appendHeader(b []byte) []byte {
	names := columns
	if f.count {
		names = "count," + f.keyName()
	}
	return append(append(b, strings.ReplaceAll(names, ",", string(f.comma))...), f.end)
}

// appendCells appends what a source has to say in a row, and tells where in that the line and the offsets belong.
func (f *form) appendCells(b []byte, s *archive.Source) (cells []byte, split int) {
	b = appendCell(b, appendSourceName(nil, s), f.comma)
	split = len(b)
	id, date := "", ""
	if m := s.Message; m != nil {
		id = printable(m.ID())
		if written := m.Date(); !written.IsZero() {
			date = written.Format(time.RFC3339)
		}
	}
	b = appendCell(append(b, f.comma), id, f.comma)
	return append(append(b, f.comma), date...), split
}

// appendRow appends a result as a row. cells are those of its source, and split is where in them the line and the offsets
// belong.
func (f *form) appendRow(e *entry, b []byte, r *extract.Result, cells []byte, split int, later bool) []byte {
	url := f.url(r)
	if !isGraphic(url) {
		url = appendURL(nil, url)
	}
	b = append(appendCell(b, url, f.comma), f.comma)
	b = append(append(b, r.Kind.String()...), f.comma)
	b = append(strconv.AppendBool(b, r.Strict()), f.comma)
	b = append(append(b, cells[:split]...), f.comma)
	b = e.appendLine(b, r.Line, later)
	b = strconv.AppendInt(append(b, f.comma), r.Start, 10)
	b = strconv.AppendInt(append(b, f.comma), r.End, 10)
	return append(append(b, cells[split:]...), f.end)
}

// appendCell appends a text as a field between commas, by the rules of encoding/csv. Between tabs it stands as it is:
// neither URLs nor names are printed with control characters.
func appendCell[T string | []byte](b []byte, text T, comma byte) []byte {
	if comma == '\t' || !needsQuotes(text) {
		return append(b, text...)
	}
	b = append(b, '"')
	for i := range len(text) {
		if text[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, text[i])
	}
	return append(b, '"')
}

func needsQuotes[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] == ',' || text[i] == '"' {
			return true
		}
	}
	first, _ := utf8.DecodeRuneInString(string(text[:min(len(text), utf8.UTFMax)]))
	return unicode.IsSpace(first) || string(text) == `\.`
}
