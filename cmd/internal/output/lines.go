package output

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
)

// Lines prints one URL a line, with places before it as grep prints them.
var Lines = Format{
	Rejected: true, NUL: true,
	Encoder: func(o *Options) Append {
		l := &lines{o: o}
		if o.Names || o.Numbers || o.Offsets || o.marks() || o.Veil != (printable.Veil{}) || o.Unwrap {
			return l.append
		}
		return l.plain
	},
	Count: func(o *Options, b []byte, key string, n int) []byte {
		b = o.styled(b, numberStyle, strconv.Itoa(n))
		shown := printable.URL(key)
		if o.By == "source" {
			shown = nameOf(printable.Unescape(key), o.End == 0)
		}
		return append(append(append(b, ' '), shown...), o.End)
	},
}

type lines struct {
	o    *Options
	from *sift.Source
	name string // of from, in the form to be printed
}

// plain is append for an output of URLs alone.
func (l *lines) plain(d *late.Draft, r *sift.Result) {
	if !r.Strict() {
		l.append(d, r)
		return
	}
	d.Text = append(append(d.Text, r.String()...), l.o.End)
}

func (l *lines) append(d *late.Draft, r *sift.Result) {
	if l.o.Names {
		if r.Source != l.from {
			l.from, l.name = r.Source, nameOf(l.o.Name(r.Name()), l.o.End == 0)
		}
		d.Text = l.o.place(d.Text, nameStyle, l.name, ":")
	}
	if l.o.Numbers {
		d.Text = l.o.style(d.Text, numberStyle)
		d.AppendLine(r)
		d.Text = l.o.styled(l.o.style(d.Text, plainStyle), markStyle, ":")
	}
	b := d.Text
	if l.o.Offsets {
		b = l.o.place(b, numberStyle, strconv.FormatInt(r.Start, 10), ":")
	}
	url := l.o.graphic(&r.Result)
	if l.o.marks() {
		b = l.o.linked(b, styleOf(&r.Result), url, l.o.link(&r.Result, url))
	} else {
		b = append(b, url...)
	}
	if r.Err != nil {
		b = l.o.appendFailure(b, &r.Result)
	}
	d.Text = append(b, l.o.End)
}
