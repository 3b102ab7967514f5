package rfc1738

import (
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// HostSpan returns the offsets of the URL's host in its text, in bytes. It reports
// whether the URL has a host. The host is that of [PartHost]. If a schemepart begins with
// "//" but is not an ip-schemepart, the host is the text at the place of a login's host
// (3.1). That text may hold any character except "/", "?" and "#".
func (u URL) HostSpan() (start, end int, ok bool) {
	if start, end, ok = u.span(PartHost); ok {
		return start, end, true
	}
	start, _, ok = u.span(PartSchemepart)
	if !ok || !strings.HasPrefix(u.text[start:], "//") {
		return 0, 0, false
	}
	start, end, _ = urlhost.Span(u.text, start+len("//"), delimiters)
	return start, end, true
}

// delimiters end an authority.
const delimiters = "/?#"

// CheckHost returns an error for a URL that identifies nothing although section 5's
// otherurl allows it. Such URLs are frequent in text. Neither a host nor a path follows
// their "//", or no host follows their user, or their host or port is a template such as
// "%s", "${host}" or "[:port]", or their port is the word "port". For any other URL
// CheckHost returns nil. The error is an [*Error].
func (u *URL) CheckHost() error {
	if u.n < 2 || u.parts[1].part != PartSchemepart {
		return nil // the usual case
	}
	part, _ := u.Part(PartSchemepart)
	if !strings.HasPrefix(part, "//") {
		return nil
	}
	start, _, _ := u.span(PartSchemepart)
	host, end, stop := urlhost.Span(u.text, start+len("//"), delimiters)
	if !strings.ContainsFunc(u.text[host:end],
		func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		if strings.HasPrefix(part, "///") && len(part) > len("///") {
			return nil
		}
		return newError(u.text, host, RuleHostport)
	}
	for i := host; i < stop; i++ {
		meant, escape := octet.Escaped(u.text, i, '%')
		if !escape {
			meant = u.text[i]
		}
		address := i == host && strings.IndexByte(u.text[host:stop], ']') > 0
		if strings.IndexByte(`%${}\`, meant) >= 0 || meant == '[' && !address {
			return newError(u.text, i, RuleHostport)
		}
	}
	if port := u.text[min(end+1, stop):stop]; strings.EqualFold(port, "port") {
		return newError(u.text, end+1, RulePort)
	}
	return nil
}
