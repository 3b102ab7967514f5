package output

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
)

// Keys lists the keys by which results can be counted.
var Keys = []string{"url", "host", "domain", "scheme", "newsgroup", "sender", "month", "year", "source",
	"kind", "deviation"}

// keys returns the keys of a result: each newsgroup or kind of deviation once, and
// otherwise a single key.
func (o *Options) keys(r *sift.Result) []string {
	var keys []string
	switch o.By {
	case "deviation":
		for _, d := range r.Deviations {
			keys = append(keys, d.Kind.String())
		}
	case "newsgroup":
		if r.Message != nil {
			for group := range strings.SplitSeq(r.Message.Newsgroups(), ",") {
				keys = append(keys, o.Text(printable.Text(strings.TrimSpace(group))))
			}
		}
	default:
		return []string{cmp.Or(o.key(r), none)}
	}
	var once []string
	for _, key := range keys {
		if key != "" && !slices.Contains(once, key) {
			once = append(once, key)
		}
	}
	if once == nil {
		return []string{none}
	}
	return once
}

// key returns the single key of a result, or "". Times are in UTC, as in a database.
func (o *Options) key(r *sift.Result) string {
	switch o.By {
	case "url":
		return o.printed(&r.Result)
	case "scheme":
		name, _, _ := strings.Cut(o.url(&r.Result), ":")
		return strings.ToLower(name)
	case "host":
		return o.Part(rfc1738.PartHost, hostOf(o.url(&r.Result)))
	case "domain":
		return o.Part(rfc1738.PartHost, heading.Domain(hostOf(o.url(&r.Result))))
	case "kind":
		return r.Kind.String()
	case "source":
		return printable.Escape(o.Name(r.Name()))
	}
	m := r.Message
	switch {
	case m == nil:
		return ""
	case o.By == "sender":
		address, name := heading.Sender(m.From())
		return o.Text(printable.Text(cmp.Or(address, name)))
	case m.Date().IsZero():
		return ""
	case o.By == "year":
		return m.Date().UTC().Format("2006")
	}
	return m.Date().UTC().Format("2006-01")
}

// none is the key of a result without a value.
const none = "-"

// hostOf returns the host of a URL in lower case, or none.
func hostOf(url string) string { return cmp.Or(heading.Host(url), none) }
