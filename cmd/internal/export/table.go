package export

import (
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Columns are the columns of the tables. The first nine are those of urlsift --csv.
const Columns = "url,kind,strict,file,line,start,end,message_id,date,best,original,scheme,host,domain," +
	"message,part,header,subject,sender,newsgroups,context"

// table writes a row for each occurrence. Rows and cells have the form of urlsift --csv
// and --tsv: no cell has a control character.
func (e *exporter) table(comma byte) error {
	e.w.WriteString(strings.ReplaceAll(Columns, ",", string(comma)) + "\n")
	var columns []int
	for name := range strings.SplitSeq(Columns, ",") {
		columns = append(columns, indexOf(name))
	}
	var line []byte
	return e.occurrences(func(row sqlite.Row) error {
		e.n++
		line = line[:0]
		for _, i := range columns {
			text := row.Text(i)
			switch fields[i].as {
			case asURL:
				text = printable.URL(text)
			case asBool:
				text = strconv.FormatBool(row.Int(i) != 0)
			default:
				text = printable.Text(text)
			}
			line = append(printable.AppendCell(line, text, comma, e.Inert), comma)
		}
		line[len(line)-1] = '\n' // replaces the last comma
		_, err := e.w.Write(line)
		return err
	})
}
