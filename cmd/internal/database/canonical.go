package database

import (
	"encoding/hex"
	"regexp"
	"strings"
	"sync"
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
		return scheme + ":" + unescaped(rest)
	}
	end := strings.IndexAny(after, "/?")
	if end < 0 {
		end = len(after)
	}
	authority, path := after[:end], after[end:]
	if rooted[scheme] && strings.IndexByte(authority, '\\') >= 0 { // before which a browser has the host, and the RFC does not
		return scheme + ":" + unescaped(rest)
	}
	if !strings.HasPrefix(path, "/") && rooted[scheme] {
		path = "/" + path
	}
	user := ""
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, authority = unescaped(authority[:at+1]), authority[at+1:]
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
	return scheme + "://" + user + host + unescaped(path)
}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("%[0-9A-Fa-f]{2}") })

// unescaped returns text with escapes of letters, digits and -._~ decoded, which mean the same in every scheme (RFC 3986 section 2.3), and
// the digits of other escapes in capitals.
func unescaped(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return escapes().ReplaceAllStringFunc(text, func(escape string) string {
		c, _ := hex.DecodeString(escape[1:])
		if 'a' <= c[0]|0x20 && c[0]|0x20 <= 'z' || '0' <= c[0] && c[0] <= '9' || strings.IndexByte("-._~", c[0]) >= 0 {
			return string(c)
		}
		return strings.ToUpper(escape)
	})
}
