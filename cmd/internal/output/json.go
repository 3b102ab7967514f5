package output

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

var jsonLines = Format{
	Name: "json", Help: "print one JSON object a line, with kind, place, parts and readings",
	Lines: true, Shown: true, Rejected: true, Cut: true, NUL: true, Around: true,
	Encoder: func(o *Options) Encoder {
		return &objects{end: o.End, json: urljson.Encoder{Unwrap: o.Unwrap, Redact: o.Redact, Defang: o.Defang, Around: o.Around}}
	},
	Count: func(o *Options, b []byte, key string, n int) []byte {
		b = strconv.AppendInt(append(b, `{"count":`...), int64(n), 10)
		return append(urljson.AppendURL(append(b, ','), o.keyName(), key), '}', o.End)
	},
}

// objects are results as package urljson writes them.
type objects struct {
	end  byte
	json urljson.Encoder
}

func (o *objects) Append(d *late.Draft, r *sift.Result) {
	o.json.Append(d, r)
	d.Text = append(d.Text, o.end)
}
