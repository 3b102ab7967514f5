package scan

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// templateSet has the bytes at which a URL may be cut inside a placeholder.
var templateSet = octet.SetOf("{[(<&\\$")

// isCut reports whether the bare URL at [start,end), whose path begins after index start,
// ends inside a placeholder or a pattern, such as "${x + 1}" or "(a|b)". The rest of the
// URL is not known.
func (t *text) isCut(start, end int) bool {
	const longest = 64
	if !templateSet[t.at(end)] || bytes.HasSuffix(t.buf[start:end], []byte("://")) {
		return false
	}
	t.has(end + longest - 1)
	rest := t.buf[end-1 : min(end+longest, t.end)]
	return cutTemplate.Match(rest) || start > 0 && t.buf[start-1] == '"' && unknownEscape.Match(rest) ||
		opensTemplate.Match(t.buf[max(0, start-2):start]) && enclosedTemplate.Match(rest)
}

// isOpenTemplate reports whether text ends inside a placeholder: a quote in it is not that
// after the URL.
func isOpenTemplate(text []byte) bool {
	open := max(bytes.LastIndex(text, []byte("${")), bytes.LastIndex(text, []byte("#{")))
	if bytes.HasSuffix(text, []byte("[")) {
		open = bytes.LastIndexByte(text, '{') // of Python
	}
	return open >= 0 && bytes.IndexByte(text[open:], '}') < 0
}

// less and greater match angle brackets, tag a placeholder in them, and name
// one that is no usual tag of HTML.
const (
	less    = `(?:<|\\+u003[cC]|(?:&|\\+u0026)lt;)`
	greater = `(?:>|\\+u003[eE]|(?:&|\\+u0026)gt;)`
	tag     = less + named + greater
	name    = less + `[a-zA-Z_][\w .-]{2,}` + greater
)

// unknownEscape matches a backslash after a URL in double quotes, from the last byte of the URL
// on, with a character that ends no URL where it is escaped.
var unknownEscape = lazyregexp.New("^.\\\\+[ \\[{^`cdg-mopqwyA-DF-TV-Y]")

// cutTemplate matches a placeholder or a pattern after a URL, from the last byte of the URL
// on. enclosedTemplate matches one with blanks, after which a URL goes on in quotes or in a
// link of Markdown. opensTemplate matches the mark before such a URL.
var (
	cutTemplate = lazyregexp.New(`^(?:` +
		// "$(cat x)" of a shell or make, "${x + 1}", "#{x["a"]}", "/a{?x,y}", "<%= x %>", "<?= x ?>",
		// "{{< x >}}", "{f(x, y)}", "{x["a"]}"
		`[/=.-]\{\{` + less + `|.\{[a-zA-Z_][\w.]*[(\[]|.\$\(|[$#%]\{[^"]|.\{[?&][a-zA-Z]|` +
		`.` + less + `(?:%-?=|\?=)|` +
		// "<name>/", "&lt;name&gt;/", "?id=<user>"
		`.` + tag + `\\*[/@]|[=~]` + name + `|` +
		// "(a|b)", "(\d+)"
		`(?:.\\*\(|[/=.-]\\*\[)[\w.-]+(?:\|[\w.-]+)+[)\]]|.\((?:\?:|\\+[dws])|` +
		// "[^/]+", but not the note "[^1]" or AsciiDoc's "[^]"
		`.\[\^(?:[^\w\]]|\w+(?:[^\w\]]|\][+*?{]))|` +
		// `\1`, `\d+`, and Swift's "\(name)"
		`.\\+(?:[1-9](?:[^0-9]|$)|[dwDWS][+*{]|s(?:\+(?:[^0-9]|$)|[*{])|\([a-zA-Z_][\w.]*\)))`)
	opensTemplate    = lazyregexp.New("(?:[\"'`]|\\]\\()$")
	enclosedTemplate = lazyregexp.New(`^(?:.\{\{|[/=.-](?:\[%|\{%|\{[a-zA-Z])|[/=]<%-|=\{"|.` + name + "`)")
)
