package output

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

var jsonLines = Format{
	Name: "json", Help: "print one JSON object a line, with place and parts",
	Lines: true, Message: true, Shown: true, Rejected: true, Truncated: true, NUL: true, Around: true,
	Encoder: func(o *Options) Append {
		e := urljson.Encoder{Veil: o.Veil, Unwrap: o.Unwrap, Around: o.Around}
		return func(d *late.Draft, r *sift.Result) {
			e.Append(d, r)
			d.Text = append(d.Text, o.End)
		}
	},
	Count: func(o *Options, b []byte, key string, n int) []byte {
		b = strconv.AppendInt(append(b, countBegin...), int64(n), 10)
		return append(urljson.AppendURL(append(b, ','), o.By, key), '}', o.End)
	},
}

// countBegin precedes a count in JSON.
const countBegin = `{"count":`
