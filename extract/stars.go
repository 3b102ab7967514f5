package extract

import (
	"bytes"
	"net/url"
	"strings"
)

// From 2011 to 2013 Gmail wrote "**" into the text of a long URL where a line might be
// broken, and the URL in angle brackets right after it:
// "http://host.example/a/**b/**c<http://host.example/a/b/c>".
const stars = "**"

// withoutStars returns text without such stars, or nil if it has none. In patterns and in
// redirections, a "*", "/", "." or "http" follows the stars.
func withoutStars(text []byte) []byte {
	if !bytes.Contains(text, []byte(stars)) {
		return nil // the usual case
	}
	parts := bytes.Split(text, []byte(stars))
	for i, part := range parts[1:] {
		if len(part) == 0 && i+2 < len(parts) || len(part) > 0 && strings.IndexByte("*/.", part[0]) >= 0 ||
			bytes.HasPrefix(part, []byte("http")) {
			return nil
		}
	}
	return bytes.Join(parts, nil)
}

// starred replaces the URL of r, if it has stars, by the one in angle brackets after it,
// which is the same without stars and perhaps with escapes. If the line is broken before
// the brackets, only they contain the URL, and starred returns false.
func (x *Finder) starred(r *Result) bool {
	if withoutStars(x.text) == nil {
		return true
	}
	const lines = 3
	_, after := x.scanner.Around(r.Start, r.End, 0, lines, x.options.MaxURL)
	rest, after, _ := bytes.Cut(unbroken(after), []byte("<"))
	target, _, closed := bytes.Cut(after, []byte(">"))
	rest = bytes.TrimRight(rest, " \t")
	bare := withoutStars(append(bytes.Clone(x.text), rest...))
	meant, err := url.PathUnescape(string(target))
	if !closed || bare == nil || !bytes.Equal(bare, target) && (err != nil || string(bare) != meant) {
		return true
	}
	x.text, x.joined = bare, true
	return len(rest) == 0
}

// unbroken returns text without its line breaks, and without the blanks and quote marks
// around them.
func unbroken(text []byte) (out []byte) {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if i > 0 {
			line = bytes.TrimLeft(line, "> \t")
		}
		out = append(out, bytes.TrimRight(line, " \t\r")...)
	}
	return out
}

// starless adds the reading without stars.
func (x *Finder) starless(add func(Reading)) {
	text := string(withoutStars(x.text))
	if text != "" && !bytes.HasSuffix(x.text, []byte(stars)) && x.options.admits(text) {
		add(Reading{text, ReasonStars})
	}
}
