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
	Encoder: func(o *Options) Encoder {
		if o.Color {
			return &coloredLines{lines{o: o}}
		}
		return &lines{o: o}
	},
	Count: func(o *Options, b []byte, key string, n int) []byte {
		if number := strconv.Itoa(n); o.Color {
			b = appendStyled(b, numberStyle, number)
		} else {
			b = append(b, number...)
		}
		return append(printable.AppendURL(append(b, ' '), key), o.End)
	},
}

type lines struct {
	o    *Options
	from *sift.Source
	name string // of from, as it is printed
}

// named returns the name of the source of a result as it is printed.
func (l *lines) named(r *sift.Result) string {
	if r.Source != l.from {
		l.from, l.name = r.Source, printable.Text(r.Name())
	}
	return l.name
}

func (l *lines) Append(d *late.Draft, r *sift.Result) {
	if l.o.Names {
		d.Text = append(append(d.Text, l.named(r)...), ':')
	}
	if l.o.Numbers {
		d.AppendLine(r)
		d.Text = append(d.Text, ':')
	}
	b := d.Text
	if l.o.Offsets {
		b = append(strconv.AppendInt(b, r.Start, 10), ':')
	}
	if url := l.o.printed(&r.Result); r.Strict() && !l.o.Unwrap { // and so graphic
		b = append(b, url...)
	} else {
		b = printable.AppendURL(b, url)
	}
	d.Text = append(l.o.appendFailure(b, &r.Result), l.o.End)
}

// coloredLines are lines for a terminal.
type coloredLines struct{ lines }

func (l *coloredLines) Append(d *late.Draft, r *sift.Result) {
	if l.o.Names {
		d.Text = appendStyled(appendStyled(d.Text, nameStyle, l.named(r)), markStyle, ":")
	}
	if l.o.Numbers {
		d.Text = append(d.Text, numberStyle...)
		d.AppendLine(r)
		d.Text = appendStyled(append(d.Text, plainStyle...), markStyle, ":")
	}
	b := d.Text
	if l.o.Offsets {
		b = strconv.AppendInt(append(b, numberStyle...), r.Start, 10)
		b = appendStyled(append(b, plainStyle...), markStyle, ":")
	}
	url := l.o.printed(&r.Result)
	b = appendLinked(b, styleOf(&r.Result), printable.URL(url), l.o.link(&r.Result, url))
	d.Text = append(l.o.appendFailure(b, &r.Result), l.o.End)
}
