// Package hosts names the host that a URL leads to.
package hosts

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/urlsift/urlsift/extract/iri"
)

// Of returns the host of a URL without the dot of the root, and in ASCII if IDNA maps it to that. The host of a mailto is its
// address's domain.
func Of(text []byte) []byte {
	scheme, rest, _ := bytes.Cut(text, []byte(":"))
	behind, slashes := bytes.CutPrefix(rest, []byte("//"))
	var host []byte
	switch {
	case slashes:
		host = hostIn(behind)
		if bytes.EqualFold(scheme, []byte("file")) && len(bytes.TrimSuffix(host, []byte("|"))) == 1 {
			return nil // a drive
		}
	case bytes.EqualFold(scheme, []byte("mailto")):
		host = domainIn(rest)
	}
	if !utf8.Valid(host) || bytes.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return bytes.TrimSuffix(host, []byte("."))
	}
	return []byte(iri.Host(string(host)))
}

// hostIn returns the host in what follows "//" (3.1).
func hostIn(text []byte) []byte {
	if i := bytes.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	text = text[bytes.LastIndexByte(text, '@')+1:]
	address := bytes.LastIndexByte(text, ']') + 1
	if i := bytes.IndexByte(text[address:], ':'); i >= 0 {
		text = text[:address+i]
	}
	return text
}

// domainIn returns the domain of the first address that follows "mailto:".
func domainIn(text []byte) []byte {
	if i := bytes.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if bytes.IndexByte(text, '%') >= 0 {
		if decoded, err := url.PathUnescape(string(text)); err == nil {
			text = []byte(decoded)
		}
	}
	text, _, _ = bytes.Cut(text, []byte(","))
	at := bytes.LastIndexByte(text, '@')
	if at < 0 {
		return nil
	}
	return bytes.TrimRight(text[at+1:], "> ")
}

// Domain returns the end of a host in lower case that somebody could register. An address, a name without dots, and a public
// suffix are returned whole.
func Domain(host []byte) []byte {
	if bytes.IndexByte(host, '.') < 0 || bytes.IndexByte(host, ':') >= 0 || len(bytes.Trim(host, "0123456789.")) == 0 {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(string(host))
	if err != nil || !strings.HasSuffix(string(host), domain) {
		return host
	}
	return host[len(host)-len(domain):]
}

// AppendLower appends text in lower case.
func AppendLower(b, text []byte) []byte {
	from := len(b)
	b = append(b, text...)
	for i, c := range b[from:] {
		switch {
		case c >= 0x80:
			return append(b[:from], bytes.ToLower(text)...)
		case 'A' <= c && c <= 'Z':
			b[from+i] = c + 'a' - 'A'
		}
	}
	return b
}
