package extract

import (
	"bytes"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// withSlashes returns the value of a link with slashes in place of the backslashes before
// its query, as browsers read them in the schemes with hosts that they know. It returns
// nil if there are no backslashes.
func withSlashes(text []byte) []byte {
	if at := bytes.IndexByte(text, '\\'); at < 0 || bytes.ContainsAny(text[:at], "?#") {
		return nil
	}
	path := text
	if i := bytes.IndexAny(text, "?#"); i >= 0 {
		path = text[:i]
	}
	switch strings.ToLower(string(text[:schemeLength(text)])) {
	case "http", "https", "ftp", "file", "ws", "wss":
		return append(bytes.ReplaceAll(path, []byte{'\\'}, []byte{'/'}), text[len(path):]...)
	}
	return nil
}

// hides reports whether a rejected candidate in brackets or quotes may contain a URL: in
// brackets if it has a scheme after its beginning, in quotes if it has a line break,
// which need not belong to the URL. In escaped quotes it only joins strings of one text.
func hides(c *scan.Candidate) bool {
	switch c.Kind {
	case scan.Bare, scan.Prefixed:
		return false
	case scan.Quoted:
		return bytes.HasSuffix(c.Before, []byte(`"`)) && !bytes.HasSuffix(c.Before, []byte(`\"`)) &&
			slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return f.Break })
	}
	return schemeLength(c.Text) == 0 && bytes.Contains(c.Text, []byte("://"))
}

// schemeLength returns the length of the scheme at the beginning of text, or 0.
func schemeLength(text []byte) int {
	n := schemeSet.Span(text)
	if n == len(text) || text[n] != ':' {
		return 0
	}
	return n
}

// schemeSet holds the bytes of a scheme.
var schemeSet = octet.SetOf(octet.Letters + octet.Digits + "+-.")

// lost replaces a character that could not be decoded.
const lost = "\ufffd"

// endSet holds the bytes at the end of a URL that trim examines.
var endSet = octet.SetOf(".,;:!?'s0*_~+#=-@$\xbd")

// trim returns a bare URL without the text that belongs to the sentence: punctuation, a
// possessive 's, and emphasis or a line of decoration that also precedes the URL.
func trim(text, before []byte) []byte {
	if n := len(text); n > 0 && !endSet[text[n-1]] {
		return text
	}
	emphasis := emphasis(text, before)
	queryless := false
	for n := len(text); n > 0; n = len(text) {
		switch last := text[n-1]; {
		case last == ';' && endsReference(text):
			if at := bytes.LastIndexByte(text, '&'); widthless[html.UnescapeString(string(text[at:]))] {
				text = text[:at]
				continue
			}
			return text
		case last == '\'' && !bytes.HasSuffix(before, []byte{last}) && closesValue(text):
			return text
		case last == '.', last == ',', last == ';', last == ':', last == '!', last == '?', last == '\'':
			text = text[:n-1]
		case last == 's' && n > 1 && text[n-2] == '\'':
			text = text[:n-2]
		case last == '0' && bytes.HasSuffix(text, []byte("=20")) &&
			(queryless || bytes.IndexByte(text, '?') < 0) && !bytes.HasSuffix(text, []byte("#page=20")):
			queryless = true
			text = text[:n-3] // a blank in quoted-printable
		case bytes.HasSuffix(text, []byte(lost)) && (bytes.HasSuffix(before, []byte(lost)) ||
			bytes.EqualFold(before, []byte("fffd"))): // quotes, perhaps escaped
			text = text[:n-len(lost)]
		case emphasis.ends(last):
			text = text[:n-1]
		default:
			return text
		}
	}
	return text
}

// closesValue reports whether the apostrophe at the end of text is the partner of one at
// the beginning of a value: "?k='v'", "eq%20'v'".
func closesValue(text []byte) bool {
	n := len(text) - 1
	i := bytes.LastIndexByte(text[:n], '\'')
	return 0 < i && i < n-1 && (text[i-1] == '=' || bytes.HasSuffix(text[:i], []byte("%20"))) &&
		bytes.IndexByte(text[:i], '?') >= 0
}

// widthless holds the characters without width, which do not end a URL.
var widthless = map[string]bool{
	"\u00ad": true, "\u200b": true, "\u200c": true, "\u200d": true, "\u200e": true, "\u200f": true,
	"\u2060": true, "\ufeff": true,
}

// endsReference reports whether text ends in a character reference of HTML, such as
// "&eacute;".
func endsReference(text []byte) bool {
	at := bytes.LastIndexByte(text, '&')
	if at < 0 || len(text)-at > len("&#x1F600;") {
		return false
	}
	meant := html.UnescapeString(string(text[at:]))
	_, size := utf8.DecodeRuneInString(meant)
	return size == len(meant)
}

// An emphasisMark is the text right before a URL that may also be trimmed from its end.
// Each of its characters is trimmed as often as it precedes the URL, or as often as it
// occurs if it is a line of decoration.
type emphasisMark struct {
	marks []byte
	used  int  // a bit for each of marks that has been trimmed
	line  bool // marks is one character, of a line of decoration
}

func emphasis(text, before []byte) emphasisMark {
	const line = 3
	n := len(before)
	start := n
	if n == 0 || !endSet[before[n-1]] {
		return emphasisMark{} // the usual case
	}
	for start > 0 && bytes.IndexByte([]byte("*_~+#=-@$"), before[start-1]) >= 0 {
		start--
	}
	marks := before[start:]
	switch same := n - len(bytes.TrimRight(before, string(before[max(n-1, 0):]))); {
	case same >= line && len(marks) > 0:
		return emphasisMark{marks: marks[len(marks)-1:], line: true}
	// Org's "=text=".
	case string(marks) == "=" && (start == 0 || before[start-1] <= ' ') && bytes.IndexByte(text, '?') < 0:
	case same >= line, start > 0 && octet.Alnum[before[start-1]], bytes.ContainsAny(marks, "=-"):
		return emphasisMark{}
	}
	return emphasisMark{marks: marks}
}

// ends reports whether b, at the end of a URL, belongs to the emphasis.
func (e *emphasisMark) ends(b byte) bool {
	for i, mark := range e.marks {
		if mark == b && (e.line || e.used&(1<<i) == 0) {
			e.used |= 1 << i
			return true
		}
	}
	return false
}

// isMailto reports whether text is a mailto URL with an escaped "@".
func isMailto(text []byte) bool {
	const scheme, at = "mailto:", "%40"
	if len(text) < len(scheme) || !bytes.EqualFold(text[:len(scheme)], []byte(scheme)) {
		return false
	}
	before, after, _ := bytes.Cut(text[len(scheme):], []byte(at))
	return len(before) > 0 && len(after) > 0
}

// meant reports whether text without "URL:" before it is meant as a URL. Without "//" it
// needs an "@", which may be escaped in mailto, and news needs a dot, "*" or "@".
func meant(text []byte) bool {
	if len(text) > len("https://") && (string(text[:len("http://")]) == "http://" ||
		string(text[:len("https://")]) == "https://") {
		return true // the usual case
	}
	colon := bytes.IndexByte(text, ':')
	rest := text[colon+1:]
	switch {
	case colon < 0:
		return false
	case len(rest) > 1 && string(rest[:2]) == "//":
		return true
	}
	switch string(bytes.ToLower(text[:colon])) {
	case "mailto", "mid", "cid", "mailserver":
		at := bytes.IndexByte(rest, '@')
		return at > 0 && at < len(rest)-1 || isMailto(text)
	case "news", "snews":
		return bytes.ContainsAny(rest, ".*@")
	}
	return len(rest) > 0
}
