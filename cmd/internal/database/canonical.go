package database

import (
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// defaultPorts are the ports that a URL may omit. Those of the schemes of RFC 1738 are
// from its section 3.
var defaultPorts = map[string]string{
	"ftp": "21", "http": "80", "https": "443", "gopher": "70", "nntp": "119", "telnet": "23",
	"wais": "210", "prospero": "1525",
	"ws": "80", "wss": "443",
}

// rooted are the schemes whose URLs mean the same without a path as with the path "/".
var rooted = map[string]bool{"ftp": true, "http": true, "https": true, "gopher": true,
	"ws": true, "wss": true}

// Canonical returns the canonical form of a URL, as schema.sql describes it. host is the
// URL's host in the form of the column host.
func Canonical(url, host string) string {
	scheme, rest, ok := strings.Cut(url, ":")
	if !ok {
		return url
	}
	rest, _, _ = strings.Cut(rest, "#")
	begin := len(scheme + ":") // of rest
	scheme = strings.ToLower(scheme)
	if !strings.HasPrefix(rest, "//") {
		return scheme + ":" + heading.Unescaped(rest)
	}
	start, end, stop := urlhost.Browsed(url)
	user, path := heading.Unescaped(url[begin+len("//"):start]), rest[stop-begin:]
	if rooted[scheme] && !strings.HasPrefix(path, "/") {
		path = "/" + strings.TrimPrefix(path, `\`)
	}
	if host == "" { // a file URL, whose host may be a drive
		host = strings.ToLower(url[start:end])
	}
	port := strings.TrimLeft(strings.TrimPrefix(url[end:stop], ":"), "0")
	if port != "" && port != defaultPorts[scheme] {
		host += ":" + port
	}
	return scheme + "://" + user + host + heading.Unescaped(path)
}
