package export

import (
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Columns are those of the tables. The first nine are those of urlsift --csv.
const Columns = "url,kind,strict,file,line,start,end,message_id,date,best,original,scheme,host,domain,message,part,header,subject,sender,newsgroups,context"

func writeCSV(e *exporter) error { return e.table(',') }
func writeTSV(e *exporter) error { return e.table('\t') }

// table writes a row for each occurrence. Rows and cells are written as urlsift --csv and --tsv write them: no cell has a control
// character.
func (e *exporter) table(comma byte) error {
	e.w.WriteString(strings.ReplaceAll(Columns, ",", string(comma)) + "\n")
	var line []byte
	return e.occurrences(func(row sqlite.Row) error {
		e.n++
		line = e.appendRow(line[:0], row, comma)
		_, err := e.w.Write(line)
		return err
	})
}

func (e *exporter) appendRow(b []byte, row sqlite.Row, comma byte) []byte {
	cell := func(text string) { b = append(printable.AppendCell(b, text, comma, e.Inert), comma) }
	text := func(column int) { cell(printable.Text(row.Text(column))) }
	url := func(column int) { cell(string(printable.AppendURL(nil, row.Text(column)))) }
	strict := "false"
	if row.Int(colStrict) != 0 {
		strict = "true"
	}
	file := row.Text(colFile)
	if row.Text(colMember) != "" {
		file += "!" + row.Text(colMember)
	}
	url(colURL)
	text(colKind)
	cell(strict)
	cell(printable.Text(file))
	for _, i := range []int{colLine, colStart, colStop, colMessageID, colDate} {
		text(i)
	}
	url(colBest)
	url(colOriginal)
	for _, i := range []int{colScheme, colHost, colDomain, colMessage, colPart, colHeader, colSubject, colSender, colNewsgroups, colContext} {
		text(i)
	}
	b[len(b)-1] = '\n' // in the place of the last comma
	return b
}
