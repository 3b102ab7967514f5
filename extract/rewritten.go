package extract

import (
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/extract/rewrite"
	"github.com/urlsift/urlsift/rfc1738"
)

// Unwrapped returns the original URL of a rewritten link, as package rewrite reads it, and reports whether the URL is a rewritten
// link. It undoes up to eight rewritings. It does not use the network.
func (r Result) Unwrapped() (string, bool) {
	if r.text == "" || r.Err != nil || r.Cut {
		return "", false
	}
	return unwrap(r.text, r.options.grammar)
}

// Unwrap returns the original URL of a rewritten link, and reports whether there is one, as [Result.Unwrapped] does for a result.
func Unwrap(link string) (string, bool) { return unwrap(link, new(rfc1738.Grammar)) }

func unwrap(link string, grammar *rfc1738.Grammar) (string, bool) {
	const times = 8
	text, found := "", false
	next, ok := rewrite.Original(link)
	for n := 0; ok && n < times && couldStand(next, grammar); n++ {
		text, found = next, true
		next, ok = rewrite.Original(next)
	}
	return text, found
}

// couldStand reports whether text would be a result if it stood bare.
func couldStand(text string, grammar *rfc1738.Grammar) bool {
	n := schemeLength([]byte(text))
	if n == 0 || !strings.HasPrefix(text[n:], "://") || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	u, _, err := grammar.ParseLenient(text, nil)
	return err == nil && u.Nameless() == nil
}
