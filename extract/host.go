package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/rfc1738"
)

// Encoded returns the strict form of a URL that [rfc1738.ParseLenient] accepted with
// deviations, like [rfc1738.URL.Encoded]. For a URL with characters outside ASCII it
// returns the URI with the host in its IDNA form, strict or not. It reports whether there
// is such a form. For a URL without deviations it returns "" and false.
func Encoded(u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	return encoded(new(rfc1738.Grammar), u, deviations)
}

// encoded is Encoded with the grammar that parsed the URL.
func encoded(g *rfc1738.Grammar, u rfc1738.URL, deviations []rfc1738.Deviation) (string, bool) {
	text := u.String()
	switch {
	case len(deviations) == 0:
		return "", false
	case idn.IsASCII(text) || !utf8.ValidString(text):
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

// lacksLogin reports whether a placeholder replaces the user or the password of a URL:
// "https://${user}:${password}@host.example/".
func lacksLogin(url string) bool {
	_, rest, _ := strings.Cut(url, "://")
	login, _, ok := strings.Cut(rest, "@")
	user, password, _ := strings.Cut(login, ":")
	return ok && strings.ContainsAny(login, "{$%") && !strings.ContainsAny(login, "/?") &&
		replaced.Match([]byte(user+":"+password))
}

// replaced matches a placeholder of a template, a batch file or printf before or after
// the ":", or of a shell before it. A password may begin with a "$".
var replaced = lazyregexp.New(`^\$[a-zA-Z_]\w*:|(?:^|:)(?:[$#]*\{.*\}|%[a-zA-Z]\w*%|(?:%[a-z])+)(?:$|:)`)

// toURI returns the URI of a URL in UTF-8, and reports whether there is one. It maps the
// host by UTS 46, and escapes all other characters outside ASCII (RFC 3987, section 3.1).
// There is no URI if the host cannot be a domain name.
func toURI(u rfc1738.URL) (string, bool) {
	text := u.String()
	start, end, _ := u.HostSpan()
	host, ok := idn.ToASCII(text[start:end])
	uri := octet.AppendEscaped(nil, text[:start], octet.ASCII)
	return string(octet.AppendEscaped(append(uri, host...), text[end:], octet.ASCII)), ok
}
