package extract

import (
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/extract/rewrite"
)

// Unwrapped returns the URL that a rewritten link was made of, as package rewrite reads it, and reports whether the URL is such a link.
// It follows up to eight rewritings. Nothing is fetched.
func (r Result) Unwrapped() (string, bool) {
	const times = 8
	if r.m == nil || r.Err != nil || r.Cut {
		return "", false
	}
	text, found := "", false
	next, ok := rewrite.Original(r.String())
	for n := 0; ok && n < times && r.m.options.couldStand(next); n++ {
		text, found = next, true
		next, ok = rewrite.Original(next)
	}
	return text, found
}

// couldStand reports whether text would be a result if it stood bare.
func (o *options) couldStand(text string) bool {
	n := schemeLength([]byte(text))
	if n == 0 || !strings.HasPrefix(text[n:], "://") || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	u, _, err := o.grammar.Lenient(text, nil)
	return err == nil && u.Nameless() == nil
}
