package scan

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file has the rules for the text after a line break in brackets or quotes: whether
// it is surely the rest of a URL, may be it, or stands there for itself.

// isPath reports whether text looks like a part of a path or a query.
func isPath(text []byte) bool { return bytes.ContainsAny(text, "/?=&%_~") || suffixed.Match(text) }

// mayGoOn reports whether a URL, whose line ends at index i of it, may go on with the text
// there: that has a letter or a digit, and is not in brackets or quotes, no request of
// roff, no word of another script, nor a word after a whole host or after the name of a
// file.
func (t *text) mayGoOn(url []byte, i int) bool {
	first, rest := url[:i], url[i:]
	if !bytes.ContainsAny(rest, octet.Letters+octet.Digits) && !bytes.Equal(rest, []byte("/")) {
		return false // a line across the page, or the border of a box
	}
	host, inHost := soleHost(first)
	isWord := octet.Alnum[rest[0]] && !bytes.ContainsAny(rest, "/?=&%#")
	isWhole := inHost && t.isHostName(host) || !inHost && suffixed.Match(bytes.TrimRight(first, ",;:"))
	isForeign := rest[0] >= utf8.RuneSelf && bareSet.Span(first) == len(first)
	return bytes.IndexByte([]byte("([{'*"), rest[0]) < 0 && !request.Match(rest) && !isForeign &&
		!(isWord && isWhole)
}

// request matches a request of roff.
var request = lazyregexp.New(`^\.(?:[A-Y]|[A-Z]{2})(?:[^0-9A-Za-z]|$)`)

// certainlyGoesOn reports whether a URL, whose line ends at index i of it, goes on: the
// line ends right after the scheme, before a label of the host, in a "-", "_" or "&",
// before the end of an address, inside a path, or before or in the URL of another page.
func (t *text) certainlyGoesOn(url []byte, i int) bool {
	first, rest := url[:i], url[i:]
	scheme, path, _ := bytes.Cut(first, []byte(":"))
	if host, ok := soleHost(first); ok && t.isCutIn(host, rest) {
		return true
	}
	if len(bytes.TrimLeft(path, "/")) == 0 {
		rest = bytes.TrimRight(rest, ".:")
		return bytes.ContainsAny(rest, ".:/@") || octet.EqualFold(rest, "localhost") // and no word
	}
	escape := i - 2 + bytes.LastIndexByte(first[i-2:], '%')
	switch {
	case bytes.IndexByte([]byte("-_&"), first[i-1]) >= 0, bytes.HasSuffix(first, []byte("&amp;")),
		bytes.Contains(rest, []byte("://")),
		bytes.Contains(url[i-len("://"):min(i+len("//"), len(url))], []byte("://")):
		return true
	case escape >= i-2 && octet.Hex.Span(url[escape+1:min(escape+3, len(url))]) == 2: // inside one
		return true
	case t.schemes.Opaque.Has(scheme) && !t.hasHost(first) && (bytes.IndexByte(url, '@') > 0 || // an address
		!bytes.ContainsAny(bytes.Trim(path, "."), ".@*") && bytes.IndexByte(url, '.') > 0): // a newsgroup
		return true
	}
	return goesOnInPath(first, rest) || isDigest(first, rest)
}

// isDigest reports whether the end of first and the beginning of rest have together the
// digits of a hash: of MD5, SHA-1 or SHA-256.
func isDigest(first, rest []byte) bool {
	n, more := len(first)-len(bytes.TrimRight(first, octet.Digits+"abcdef")), octet.Hex.Span(rest)
	return n > 0 && more > 0 && (n+more == 32 || n+more == 40 || n+more == 64)
}

// isCutIn reports whether the line ends inside a host, between a user and a host or before
// a port, and rest is what follows: together they have the name of a host.
func (t *text) isCutIn(host, rest []byte) bool {
	name, dotted := bytes.CutSuffix(host, []byte("."))
	user := rest[:userSet.Span(rest)]
	switch {
	case dotted && (!t.isHostName(name) || endsInBrand(name)), bytes.HasPrefix(rest, []byte(".")):
	case bytes.HasSuffix(host, []byte("@")):
		return true
	case bytes.HasSuffix(host, []byte(":")) && octet.Digit[rest[0]]:
		port := octet.Digit.Span(rest)
		return port == len(rest) || beginsTail(rest[port])
	case t.isHostName(host):
		return false
	case bytes.IndexByte(user, '@') > 0:
		return true
	case bytes.IndexByte(host, '.') < 0:
		return false
	}
	return t.isHostName(slices.Concat(host, rest[:hostSet.Span(rest)]))
}

// isRestOfHost reports whether a line ends inside a port or inside "localhost", and rest is
// what follows, with a path or a port.
func isRestOfHost(host, rest []byte) bool {
	name, port, ok := bytes.Cut(host, []byte(":"))
	end := hostSet.Span(rest)
	isLocal := octet.EqualFold(slices.Concat(name, rest[:end]), "localhost")
	if !ok {
		return isLocal && end > 0 && end < len(rest)
	}
	digits := octet.Digit.Span(rest)
	return 0 < digits && digits < len(rest) && beginsTail(rest[digits]) &&
		len(port) > 0 && len(port)+digits <= len("65535")
}

// isRestOfPath reports whether the text after a line break at index i of a URL is more
// than a word beside it: after a "/" or "?" a path, a query or a name with a suffix, and
// inside a word the rest of a query or of a path. A date, another host and anything but a
// query after a whole host or file may stand there for themselves.
func (t *text) isRestOfPath(url []byte, i int) bool {
	first, rest := url[:i], url[i:]
	host, inHost := soleHost(first)
	suffix := first[max(0, bytes.LastIndexByte(first, '.')):]
	restDot := max(0, bytes.LastIndexByte(rest, '.'))
	last, isQuery := first[len(first)-1], bytes.IndexByte(rest, '=') > 0
	switch {
	case len(rest) == 0, rest[0] == '\\':
		return false
	case inHost:
		return isRestOfHost(host, rest)
	case last == '#', rest[0] == '?' && isQuery, pageSuffix.Match(rest),
		pageSuffix.Match(slices.Concat(suffix, rest)) && !bytes.ContainsAny(suffix, "?#"):
		return true
	case suffixed.Match(first), t.isHostName(rest[:hostSet.Span(rest)]) && !fileName.Match(rest):
		return false
	}
	switch last {
	case '+', ':':
		return bytes.IndexByte(first, '?') > 0 && (last == '+' || inQuery(rest))
	case '=':
		isField := isQuery && bytes.IndexByte(rest, '&') > 0 // also in quoted-printable
		return endsInName(first) || isField && bytes.IndexByte(first, '?') > 0
	case '?':
		return isQuery || len(bytes.Trim(rest, octet.Smalls)) > 0
	case '/', '~':
		return isQuery || bytes.ContainsAny(rest, "_#%") || pageSuffix.Match(rest[restDot:]) ||
			restOfPath.Match(rest) || bytes.Count(first, []byte("/")) > 3 && camelCase.Match(rest)
	case '.':
		return bytes.IndexByte(rest, '/') > 0 || octet.Digit[first[i-2]] && octet.Digit[rest[0]] ||
			restOfWord.Match(rest)
	}
	name := first[bytes.LastIndexByte(first, '/')+1:]
	inside := rest[1:max(1, len(rest)-1)] // "_word_" and "#channel" may be by themselves
	return octet.Alnum[last] && (isQuery && bytes.ContainsAny(rest, "&?") || bytes.ContainsAny(inside, "_#%") ||
		restOfWord.Match(rest) || brokenWord.Match(slices.Concat(name, []byte("\n"), rest)))
}

// restOfPath matches a path with a letter, a number before a "/", several words, a name
// with a suffix or a version, or the identifier of a message or of a page. restOfWord
// matches the rest of a directory, of a path with other marks than a "/", of several
// words or of a name with a suffix, fileName a name whose suffix is a top-level domain,
// too, camelCase a name with humps, pageSuffix a suffix, perhaps with a query or a
// fragment after it, and brokenWord a name with humps, the capital letters of a fragment
// or a hash with a line break in it.
var (
	restOfPath = lazyregexp.New(`^[^/]+/.*[A-Za-z]|^[^/]*[A-Za-z][^/]*/|^[0-9]+/$|^[a-z]+(?:-[a-z]+)+$|` +
		`^[a-z]+(?:-[0-9a-z]+){2,}$|^[^A-Z/]+\.[a-z][0-9a-z]{1,4}$|^[a-z]{4,}[-.]?[0-9]+[-.][0-9]|` +
		`^[0-9]{5,}(?:\.[^/@]*@|$)`)
	restOfWord = lazyregexp.New(`^[0-9A-Za-z][^/]*/$|^[A-Za-z][^/]*/.*[-/.~0-9]|^[0-9]+/.*[A-Za-z].*[-.]|` +
		`^\.[^/]*/|^[a-z]+(?:-[0-9a-z]+){2,}$|^[0-9_a-z](?:[^A-Z/]*|[^/]*/.*)\.[a-z][0-9a-z]{1,4}(?:[?#].+)?$`)
	fileName   = lazyregexp.New(`^[^./]+\.(?:cc|do|md|ml|pl|ps|py|rs|sh|so|zip)(?:[?#]|$)`)
	brokenWord = lazyregexp.New(`[a-z][A-Z].*[a-z]\n[a-z]+[A-Z]|#[A-Z_-]+\n[A-Z_]+$|[0-9a-f]{16,}\n[0-9a-f]{3,}$`)
	camelCase  = lazyregexp.New(`^(?:[A-Z][a-z]+){2,}[0-9]*$`)
	pageSuffix = lazyregexp.New(`^\.(?:s?html?|php|aspx?|jsp|do|cgi|pdf|ps|txt|xml|rss|gif|jpe?g|png|zip|bz2|tgz|` +
		`(?:tar\.)?gz)(?:[?#].+)?$`)
)

// mayLabel reports whether text after a line break in a URL in square brackets may be the
// label of a link of a wiki. A query with a "&" is none, nor is a value. After a "/" a
// fragment, a path with two slashes, or with one and the name of a file, or four words
// with hyphens are none, unless they repeat the last directory of the URL. Nor is a
// fragment of several words after the name of a file.
func mayLabel(first, rest []byte) bool {
	dir, inPath := bytes.CutSuffix(first, []byte("/"))
	dir = dir[bytes.LastIndexByte(dir, '/')+1:]
	name, path, _ := bytes.Cut(rest, []byte("/"))
	isPath := bytes.IndexByte(path, '/') > 0 || suffixed.Match(path) || bytes.IndexByte(rest, '#') > 0 ||
		bytes.Count(rest, []byte("_")) > 1 && rest[0] != '_' || bytes.Count(rest, []byte("-")) > 2
	isQuery := bytes.IndexByte(first, '?') > 0 && inQuery(rest) || endsInName(first)
	isFragment := suffixed.Match(first) && rest[0] == '#' && bytes.ContainsAny(rest, "-_.")
	return !isQuery && !isFragment && (!inPath || !isPath || bytes.Equal(name, dir))
}

// inQuery reports whether the value and the name of the next one are in text: "b&c=d".
func inQuery(text []byte) bool {
	_, next, _ := bytes.Cut(text, []byte("&"))
	return bytes.IndexByte(next, '=') > 0
}

// endsInName reports whether a URL ends in a "=" after the name of a value of its query.
// That of a soft line break in quoted-printable is after another one.
func endsInName(url []byte) bool {
	name, ok := bytes.CutSuffix(url, []byte("="))
	k := bytes.LastIndexAny(name, "?&;") + 1
	return ok && bytes.IndexByte(name, '?') > 0 && k < len(name) && bytes.IndexByte(name[k:], '=') < 0 &&
		!bytes.Contains(name, []byte("=3D"))
}

// isForeign reports whether a line of a URL ends in a letter or digit of ASCII, and the next
// begins with one of a script without blanks: the sentence goes on there.
func isForeign(first, rest []byte) bool {
	r, _ := utf8.DecodeRune(rest)
	return octet.Alnum[first[len(first)-1]] && lexicon.ClassOf(r) == lexicon.Unspaced
}

// goesOnInPath reports whether the rest of a URL on its next line is surely a path or in
// a query: no label of a link begins with a "/" or a "~", nor with "&a", "=a" or "-a".
func goesOnInPath(first, rest []byte) bool {
	if len(rest) > 1 && bytes.IndexByte([]byte("&=-"), rest[0]) >= 0 && octet.Alnum[rest[1]] {
		return true
	}
	if bytes.HasSuffix(first, []byte("/")) {
		return bytes.HasPrefix(rest, []byte("~"))
	}
	return octet.Alnum[first[len(first)-1]] && bytes.HasPrefix(rest, []byte("/")) &&
		!bytes.HasPrefix(rest, []byte("//"))
}
