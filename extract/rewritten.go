package extract

import (
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/extract/rewrite"
	"github.com/urlsift/urlsift/rfc1738"
)

// Unwrapped returns the original URL of a rewritten link, and reports whether the URL is
// a rewritten link. See [Unwrap].
func (r Result) Unwrapped() (string, bool) {
	if r.Err != nil || r.Truncated {
		return "", false
	}
	return Unwrap(r.text)
}

// Unwrap returns the original URL of a rewritten link, as read by package rewrite, and
// reports whether link is one. It decodes up to eight nested rewritings. It does not use
// the network.
func Unwrap(link string) (original string, found bool) {
	const times = 8
	next, ok := rewrite.Original(link)
	for n := 0; ok && n < times && couldStand(next); n++ {
		original, found = next, true
		next, ok = rewrite.Original(next)
	}
	return original, found
}

// couldStand reports whether text would be a result as a bare URL.
func couldStand(text string) bool {
	n := schemeLength([]byte(text))
	if n == 0 || !strings.HasPrefix(text[n:], "://") || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	u, _, err := rfc1738.ParseLenient(text, nil)
	return err == nil && u.CheckHost() == nil
}
