package output

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
)

// Keys are what results can be counted by.
var Keys = []string{"url", "host", "domain", "scheme", "newsgroup", "sender", "month", "year", "source", "kind", "deviation"}

// keyName returns what is counted.
func (o *Options) keyName() string {
	if o.By == "" {
		return "url"
	}
	return o.By
}

// appendKey appends what a result counts as.
func (o *Options) appendKey(b []byte, r *sift.Result) []byte {
	switch o.By {
	case "", "url":
		return append(b, o.printed(&r.Result)...)
	case "scheme":
		name, _, _ := strings.Cut(o.url(&r.Result), ":")
		return append(b, strings.ToLower(name)...)
	case "host":
		return append(b, o.defangedHost(hostOf(o.url(&r.Result)))...)
	case "domain":
		return append(b, o.defangedHost(heading.Domain(hostOf(o.url(&r.Result))))...)
	}
	return append(b, orNone(o.keyOfSource(r))...)
}

// keyOfSource returns what a result counts as that does not depend on its URL, or nothing. Times are in UTC, as in a database.
func (o *Options) keyOfSource(r *sift.Result) string {
	switch o.By {
	case "kind":
		return r.Kind.String()
	case "source":
		return printable.Escape(r.Name())
	}
	m := r.Message
	if m == nil {
		return ""
	}
	if o.By == "sender" {
		address, name := heading.Sender(m.From())
		if address == "" {
			address = name
		}
		return o.veil().Text(printable.Text(address))
	}
	date := m.Date().UTC()
	switch {
	case m.Date().IsZero():
		return ""
	case o.By == "year":
		return date.Format("2006")
	}
	return date.Format("2006-01")
}

// several reports whether a result may count as several keys.
func (o *Options) several() bool { return o.By == "newsgroup" || o.By == "deviation" }

// keys returns all that a result counts as, each once.
func (o *Options) keys(r *sift.Result) []string {
	var keys []string
	add := func(key string) {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if o.By == "deviation" {
		for _, d := range r.Deviations {
			add(d.Kind.String())
		}
	} else if r.Message != nil {
		for group := range strings.SplitSeq(r.Message.Newsgroups(), ",") {
			add(printable.Text(strings.TrimSpace(group)))
		}
	}
	if keys == nil {
		add(none)
	}
	return keys
}

// orNone returns a key, or that of what has none.
func orNone(key string) string {
	if key == "" {
		return none
	}
	return key
}

// defangedHost returns a host as it is printed.
func (o *Options) defangedHost(host string) string {
	if o.Defang {
		return defang.Host(host)
	}
	return host
}

// none is the key of a result that has nothing of what is counted.
const none = "-"

// hostOf returns the host of a URL in lower case, or none.
func hostOf(url string) string { return orNone(heading.Host(url)) }
