// Package urlhost finds the host of a URL.
package urlhost

import (
	"bytes"
	"strings"
)

// Span returns the offsets of the host in the authority that begins at text[start] and
// ends before the first of delimiters, and the offset at which the authority ends.
//
// start <= host <= end <= stop
func Span(text string, start int, delimiters string) (host, end, stop int) {
	stop = len(text)
	if i := strings.IndexAny(text[start:], delimiters); i >= 0 {
		stop = start + i
	}
	host = start + strings.LastIndexByte(text[start:stop], '@') + 1
	name, address := text[host:stop], 0
	if strings.HasPrefix(name, "[") {
		address = strings.LastIndexByte(name, ']') + 1
	}
	if i := strings.IndexByte(name[address:], ':'); i >= 0 {
		name = name[:address+i]
	}
	return host, host + len(name), stop
}

// Of returns the host of a URL as written, as a browser determines it, or "" if there is
// none. See [Browsed].
func Of(url string) string {
	start, end, _ := Browsed(url)
	return url[start:end]
}

// Browsed returns the offsets in bytes of a URL's host, as a browser determines it, and
// the offset stop at which the authority ends: the port is between end and stop. In http
// and https URLs the authority also ends before a backslash, which a browser reads as
// "/". Thus the host may differ from that of rfc1738.URL.HostSpan. All offsets are
// len(url) if there is no "://".
func Browsed(url string) (start, end, stop int) {
	scheme, _, ok := strings.Cut(url, "://")
	if !ok {
		return len(url), len(url), len(url)
	}
	delimiters := "/?#"
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ws", "wss":
		delimiters += `\`
	}
	return Span(url, len(scheme+"://"), delimiters)
}

// HasLabels reports whether a name consists of labels that a host may have.
func HasLabels(name []byte) bool {
	const longest = 63
	for label := range bytes.SplitSeq(name, []byte(".")) {
		if n := len(label); n == 0 || n > longest || label[0] == '-' || label[n-1] == '-' {
			return false
		}
	}
	return true
}
