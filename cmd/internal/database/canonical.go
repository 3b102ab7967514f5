package database

import (
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
)

// defaultPorts are the ports that a URL need not name. Those of the schemes of RFC 1738 are from its section 3.
var defaultPorts = map[string]string{
	"ftp": "21", "http": "80", "https": "443", "gopher": "70", "nntp": "119", "telnet": "23", "wais": "210", "prospero": "1525",
	"ws": "80", "wss": "443",
}

// rooted are the schemes whose URLs mean the same without a path as with the path "/".
var rooted = map[string]bool{"ftp": true, "http": true, "https": true, "gopher": true, "ws": true, "wss": true}

// Canonical returns the canonical form of a URL, as schema.sql describes it. host is the URL's host in the form of the column host.
func Canonical(url, host string) string {
	scheme, rest, ok := strings.Cut(url, ":")
	if !ok {
		return url
	}
	rest, _, _ = strings.Cut(rest, "#")
	scheme = strings.ToLower(scheme)
	after, ok := strings.CutPrefix(rest, "//")
	if !ok {
		return scheme + ":" + heading.Unescaped(rest)
	}
	end := strings.IndexAny(after, "/?")
	if end < 0 {
		end = len(after)
	}
	authority, path := after[:end], after[end:]
	if rooted[scheme] && strings.IndexByte(authority, '\\') >= 0 { // before which a browser has the host, and the RFC does not
		return scheme + ":" + heading.Unescaped(rest)
	}
	if !strings.HasPrefix(path, "/") && rooted[scheme] {
		path = "/" + path
	}
	user := ""
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, authority = heading.Unescaped(authority[:at+1]), authority[at+1:]
	}
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || strings.HasSuffix(authority, "]") {
		colon = len(authority)
	}
	if host == "" { // of file, where the host may be a drive
		host = strings.ToLower(authority[:colon])
	}
	port := strings.TrimLeft(strings.TrimPrefix(authority[colon:], ":"), "0")
	if port != "" && port != defaultPorts[scheme] {
		host += ":" + port
	}
	return scheme + "://" + user + host + heading.Unescaped(path)
}
