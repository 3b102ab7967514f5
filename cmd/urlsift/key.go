package main

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/iri"
)

// keyName is what --count counts.
func (f *form) keyName() string {
	if f.by == "" {
		return "url"
	}
	return f.by
}

// key gives what a result counts under. Unless that is its URL, it is put into the buffer b.
func (f *form) key(b []byte, r *extract.Result) []byte {
	switch text := f.url(r); f.by {
	case "scheme":
		name, _, _ := bytes.Cut(text, []byte(":"))
		return appendLower(b, name)
	case "host":
		return appendHost(b, text)
	case "domain":
		b = appendHost(b, text)
		return domainOf(b)
	default:
		return text
	}
}

// noHost is what a URL without a host counts under.
const noHost = "-"

// appendHost appends the host of a URL in lower case, or noHost.
func appendHost(b, text []byte) []byte {
	host := hostOf(text)
	if len(host) == 0 {
		return append(b, noHost...)
	}
	return appendLower(b, host)
}

// hostOf returns the host of a URL, without the dot of the root, and in ASCII if IDNA maps it to that. That of a mailto is its
// address's domain.
func hostOf(text []byte) []byte {
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

// hostIn gives the host in what stands behind "//" (3.1).
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

// domainIn gives the domain of the first address that stands behind "mailto:".
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

// domainOf gives the part of a host that somebody could register. An address, a name without dots, and what others are
// registered under stand for themselves.
func domainOf(host []byte) []byte {
	if bytes.IndexByte(host, '.') < 0 || bytes.IndexByte(host, ':') >= 0 || len(bytes.Trim(host, "0123456789.")) == 0 {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(string(host))
	if err != nil || !strings.HasSuffix(string(host), domain) {
		return host
	}
	return host[len(host)-len(domain):]
}

// appendLower appends text in lower case.
func appendLower(b, text []byte) []byte {
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
