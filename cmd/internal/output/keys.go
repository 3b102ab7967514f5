package output

import (
	"bytes"

	"github.com/urlsift/urlsift/cmd/internal/hosts"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
)

// Keys are what results can be counted by.
var Keys = []string{"url", "host", "domain", "scheme"}

// keyName returns what is counted.
func (o *Options) keyName() string {
	if o.By == "" {
		return "url"
	}
	return o.By
}

// appendKey appends what a result counts as.
func (o *Options) appendKey(b []byte, r *extract.Result) []byte {
	text := o.url(r)
	switch o.By {
	case "scheme":
		name, _, _ := bytes.Cut(text, []byte(":"))
		return hosts.AppendLower(b, name)
	case "host":
		return o.defangedHost(appendHost(b, text))
	case "domain":
		return o.defangedHost(hosts.Domain(appendHost(b, text)))
	default:
		return append(b, o.printed(r)...)
	}
}

// defangedHost returns a host as it is printed.
func (o *Options) defangedHost(host []byte) []byte {
	if o.Defang {
		return defang.Host(host)
	}
	return host
}

// noHost is what a URL without a host counts as.
const noHost = "-"

// appendHost appends the host of a URL in lower case, or noHost.
func appendHost(b, text []byte) []byte {
	host := hosts.Of(text)
	if len(host) == 0 {
		return append(b, noHost...)
	}
	return hosts.AppendLower(b, host)
}
