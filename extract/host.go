package extract

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/suffix"
	"github.com/urlsift/urlsift/rfc1738"
)

// Host returns the host of a URL as written, as a browser determines it, or "" if there
// is none. See [HostSpan].
func Host(url string) string {
	start, end, _ := HostSpan(url)
	return url[start:end]
}

// HostSpan returns the offsets in bytes of a URL's host, as a browser determines it, and
// the offset stop at which the authority ends: the port is between end and stop. In http
// and https URLs the authority also ends before a backslash, which a browser reads as
// "/". Thus the host may differ from that of [rfc1738.URL.HostSpan]. All offsets are
// len(url) if there is no "://".
func HostSpan(url string) (start, end, stop int) {
	scheme, authority, ok := strings.Cut(url, "://")
	if !ok {
		return len(url), len(url), len(url)
	}
	delimiters := "/?#"
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ws", "wss":
		delimiters += `\`
	}
	start = len(url) - len(authority)
	if i := strings.IndexAny(authority, delimiters); i >= 0 {
		authority = authority[:i]
	}
	stop = start + len(authority)
	start += strings.LastIndexByte(authority, '@') + 1
	host := url[start:stop]
	address := strings.LastIndexByte(host, ']') + 1
	if i := strings.IndexByte(host[address:], ':'); i >= 0 {
		host = host[:address+i]
	}
	return start, start + len(host), stop
}

// profile is UTS 46 as used by browsers to look up names. It allows characters that no
// registry accepts, such as "_".
var profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false),
	idna.StrictDomainName(false))

// ASCII maps a host to ASCII by UTS 46, for example "bücher.example" to
// "xn--bcher-kva.example", and reports whether it succeeded. It returns a host in ASCII
// unchanged. It reports false for a host that cannot be a domain name, such as "a＠b",
// which UTS 46 maps to "a@b".
func ASCII(host string) (string, bool) {
	if isASCII(host) {
		return host, true
	}
	ascii, err := profile.ToASCII(host)
	return ascii, err == nil && isASCII(ascii) && !strings.ContainsAny(ascii, `/?#@:\`)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Domain returns the registrable domain of a host, that is, its public suffix and the
// label before it: "bbc.co.uk" for "www.bbc.co.uk". It reports false if the host is a
// public suffix or has an empty label. The host must be a name in ASCII and in lower
// case.
func Domain(host string) (string, bool) { return suffix.Domain(host) }

// Encoded returns the strict form of a URL that [rfc1738.ParseLenient] accepted with
// deviations, like [rfc1738.URL.Encoded]. For a URL with characters outside ASCII it
// returns the URI with the host in its IDNA form, strict or not. It reports whether there
// is such a form.
func Encoded(u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	return encoded(new(rfc1738.Grammar), u, deviations)
}

// encoded is Encoded with the grammar that parsed the URL.
func encoded(g *rfc1738.Grammar, u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	text := u.String()
	switch {
	case len(deviations) == 0:
		return "", false
	case isASCII(text) || !utf8.ValidString(text):
		return u.Encoded(deviations)
	}
	uri, ok := toURI(u)
	if !ok {
		return "", false
	}
	u, deviations, err := g.ParseLenient(uri, nil)
	if err != nil {
		return "", false
	}
	if strict, ok := u.Encoded(deviations); ok {
		return strict, true
	}
	for _, d := range deviations {
		if d.Kind == rfc1738.KindControl {
			return "", false // not allowed in any URI
		}
	}
	return uri, true
}

// plainASCII holds the bytes of ASCII.
var plainASCII = ascii.SetOf(func(b byte) bool { return b < utf8.RuneSelf })

// toURI returns the URI of a URL in UTF-8, and reports whether there is one. It maps the
// host by UTS 46, and escapes all other characters outside ASCII (RFC 3987, section 3.1).
// There is no URI if the host cannot be a domain name.
func toURI(u rfc1738.URL) (string, bool) {
	text := u.String()
	start, end, _ := u.HostSpan()
	host, ok := ASCII(text[start:end])
	uri := ascii.AppendEscaped(nil, text[:start], &plainASCII)
	return string(ascii.AppendEscaped(append(uri, host...), text[end:], &plainASCII)), ok
}
