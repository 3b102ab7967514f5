package output

import (
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
)

var (
	csvTable = table("csv", "print a table with commas: url, kind, strict, file, line, ...", ',')
	tsvTable = table("tsv", "the same with tabs; those in fields are escaped as \\x09 or %09", '\t')
)

// Columns are the columns of a table.
const Columns = "url,kind,strict,file,line,start,end,message_id,date"

// table returns a format with a result in each row.
func table(name, help string, comma byte) Format {
	return Format{
		Name: name, Help: help, Lines: true, Message: true,
		Encoder: func(o *Options) Append { return (&rows{o: o, comma: comma}).append },
		Count: func(o *Options, b []byte, key string, n int) []byte {
			b = append(strconv.AppendInt(b, int64(n), 10), comma)
			return append(printable.AppendCell(b, printable.URL(key), comma, o.Inert), o.End)
		},
		Header: func(o *Options, b []byte) []byte {
			names := Columns
			if o.Count {
				names = "count," + o.By
			}
			return append(append(b, strings.ReplaceAll(names, ",", string(comma))...), o.End)
		},
	}
}

type rows struct {
	o       *Options
	comma   byte
	from    *sift.Source
	file    []byte // the cell of from.File
	message []byte // the cells of from.Message, each after a comma
}

func (t *rows) append(d *late.Draft, r *sift.Result) {
	if r.Source != t.from {
		t.begin(r.Source)
	}
	b := append(printable.AppendCell(d.Text, t.o.graphic(&r.Result), t.comma, t.o.Inert), t.comma)
	b = append(append(b, r.Kind.String()...), t.comma)
	b = append(strconv.AppendBool(b, r.Strict()), t.comma)
	d.Text = append(append(b, t.file...), t.comma)
	d.AppendLine(r)
	b = strconv.AppendInt(append(d.Text, t.comma), r.Start, 10)
	b = strconv.AppendInt(append(b, t.comma), r.End, 10)
	d.Text = append(append(b, t.message...), t.o.End)
}

// begin renders the cells of a source.
func (t *rows) begin(s *sift.Source) {
	t.from = s
	t.file = printable.AppendCell(t.file[:0], printable.Escape(t.o.Name(s.Name())), t.comma, t.o.Inert)
	id, date := "", ""
	if m := s.Message; m != nil {
		id, date = printable.Text(t.o.ID(m.ID())), dateOf(m)
	}
	t.message = printable.AppendCell(append(t.message[:0], t.comma), id, t.comma, t.o.Inert)
	t.message = append(append(t.message, t.comma), date...)
}
