package scan

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// templateSet has the bytes at which a URL may be cut inside a placeholder.
var templateSet = octet.SetOf("{[(<&\\$`")

// endsInTemplate reports whether the bare URL at [start,end), whose path begins after
// index start, ends inside a placeholder or a pattern, such as "${x + 1}" or "(a|b)". The
// rest of the URL is not known.
func (t *text) endsInTemplate(start, end int) bool {
	const longest = 64
	lead := t.buf[max(0, start-2):start]
	if b := t.at(end); !templateSet[b] || b == '`' && bytes.HasSuffix(lead, []byte("`")) ||
		bytes.HasSuffix(t.buf[start:end], []byte("://")) {
		return false
	}
	t.has(end + longest - 1)
	rest := t.buf[end-1 : min(end+longest, t.end)]
	host, sole := soleHost(t.buf[start:end])
	cutsHost := sole && !t.isHostName(host) && !octet.EqualFold(host, "localhost")
	return cutTemplate.Match(rest) || isVariable(lead, rest) ||
		(cutsHost || bytes.HasSuffix(lead, []byte(`"`))) && unknownEscape.Match(rest) ||
		opensTemplate.Match(lead) && enclosedTemplate.Match(rest)
}

// isOpenTemplate reports whether text ends inside a placeholder: a quote in it is not
// that after the URL.
func isOpenTemplate(text []byte) bool {
	open := max(bytes.LastIndex(text, []byte("${")), bytes.LastIndex(text, []byte("#{")))
	if bytes.HasSuffix(text, []byte("[")) {
		open = bytes.LastIndexByte(text, '{') // of Python
	}
	return open >= 0 && bytes.IndexByte(text[open:], '}') < 0
}

// isVariable reports whether rest, the text after a URL, begins with a name in angle
// brackets that is no tag. A usual name of HTML is a tag, and so is a name whose closing
// tag follows, or that follows a URL with another tag right before it, at the end of
// lead. A path must follow the name unless a mark such as "/" precedes it, and in any
// case if it has a dot or a colon.
func isVariable(lead, rest []byte) bool {
	m := variable.FindSubmatch(rest)
	if m == nil {
		return false
	}
	mark, opening, name, more, closing, path := m[1], m[2], m[3], m[4], m[5], m[6]
	isTag := octet.Contains(lexicon.Tags, name) && bytes.IndexByte(more, '|') < 0
	switch {
	case isTag && !(string(mark) == "=" && len(name) == 1):
		return false
	case bytes.Contains(rest, slices.Concat([]byte("/"), name, closing)):
		return false
	case opening[0] == '<' && len(lead) == 2 && lead[1] == '>' && octet.Alnum[lead[0]]:
		return false
	case opening[0] == '\\' && octet.EqualFold(lead, "3e"): // of "\u003e"
		return false
	}
	return len(path) > 0 || len(mark) > 0 && !bytes.ContainsAny(more, ".:")
}

// less and greater match angle brackets, tag a placeholder in them, and name
// one that is no usual tag of HTML.
const (
	less    = `(?:<|\\+u003[cC]|(?:&|\\+u0026)lt;)`
	greater = `(?:>|\\+u003[eE]|(?:&|\\+u0026)gt;)`
	tag     = less + named + greater
	name    = less + `[a-zA-Z_][\w .-]{2,}` + greater
)

// unknownEscape matches a backslash after a URL in double quotes, or after a part of a host,
// from the last byte of the URL on, with a character that ends no URL where it is escaped.
var unknownEscape = lazyregexp.New("^.\\\\+[ \\[{^`" + unescaped + "]")

// unescaped has the letters that no programming language escapes.
const unescaped = `cdg-mopqwyA-DF-TV-Y`

// joint matches a mark after which the next part of a URL begins, words a name with a
// blank, and inside what goes on after a name.
const (
	joint  = `[/=.#?&~_:+@%$-]`
	words  = `[a-zA-Z_][\w.'-]* [\w .'-]*`
	inside = `(?:\\*[/@]|[=&_%+]|\\+u0026|[.-][a-zA-Z0-9])`
)

// variable matches a name in angle brackets after a URL, from its last byte on.
var variable = lazyregexp.New(`^(?:(` + joint + `)|.)(` + less + `)([a-zA-Z_][\w-]*)([\w .|:'-]*)(` +
	greater + `)(` + inside + `|\w[\w.-]*\\*/)?`)

// cutTemplate matches a placeholder or a pattern after a URL, from the last byte of the
// URL on. enclosedTemplate matches one with blanks, after which a URL goes on in quotes
// or in a link of Markdown. opensTemplate matches the mark before such a URL.
var (
	cutTemplate = lazyregexp.New(`^(?:` +
		// "$(cat x)" of a shell or make, "${x + 1}", "#{x["a"]}", "/a{?x,y}", "<%= x %>",
		// "<?= x ?>", "{{< x >}}", "{f(x, y)}", "{x["a"]}"
		`[/=.-]\{\{` + less + `|.\{[a-zA-Z_][\w.]*[(\[]|.\$\(|[$#%]\{[^"]|.\{[?&][a-zA-Z]|` +
		`.` + less + `(?:%-?=|\?=|\?php )|` +
		// "<name>/", "&lt;name&gt;/", "?id=<user>"
		`.` + tag + `\\*[/@]|[=~]` + name + `|` +
		// "{your user}/", "?id=[your user]", "/[your user]/", "/(a b)/", "%(a b)s",
		// "`uname -r`/"
		joint + `\{` + words + `\}|=\[` + words + `\]|%\(` + words + `\)[a-z]|` +
		joint + `(?:\[` + words + `\]|\(` + words + `\)|` + "`" + named + "`)" + inside + `|` +
		// "(a|b)", "(\d+)"
		`(?:.\\*\(|[/=.-]\\*\[)[\w.-]+(?:\|[\w.-]+)+[)\]]|.\((?:\?:|\\+[dws])|` +
		// "[^/]+", but not the note "[^1]" or AsciiDoc's "[^]"
		`.\[\^(?:[^\w\]]|\w+(?:[^\w\]]|\][+*?{]))|` +
		// "\dir\page.htm"
		`.(?:\\[` + unescaped + `][\w-]*)+\.(?:html?|asp|cgi|txt|zip)(?:[^\w]|$)|` +
		// `\1`, `\d+`, and Swift's "\(name)"
		`.\\+(?:[1-9](?:[^0-9]|$)|[dwDWS][+*{]|s(?:\+(?:[^0-9]|$)|[*{])|\([a-zA-Z_][\w.]*\)))`)
	opensTemplate    = lazyregexp.New("(?:[\"'`]|\\]\\()$")
	enclosedTemplate = lazyregexp.New(`^(?:.\{\{|.\\+\([a-zA-Z_]|[/=.-](?:\[%|\{%|\{[a-zA-Z])|[/=]<%-|=\{"|.` +
		name + "`)")
)
