package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/urlhost"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// maxScheme is the maximum length in bytes of a scheme.
const maxScheme = 64

// nameStart returns the index at which the run of scheme characters before index i
// begins, after letters of an escape.
func (t *text) nameStart(i int) int {
	first := t.spanBack(i, i-maxScheme, schemeSet)
	return first + t.escapeLetters(first, i)
}

// schemeStart returns the index at which the scheme before the ":" at index i begins, in
// the run of scheme characters that begins at index first, as nameStart returns it. It
// reports whether the scheme is known, and whether it can begin a URL in bare text.
func (t *text) schemeStart(first, i int, slashes bool) (start int, known, ok bool) {
	name := t.buf[first:i]
	if !slashes {
		name = bytes.TrimLeft(name, lexicon.SchemeMarks)
		if ok = t.schemes.Opaque.Has(name); ok && !bareSet[t.at(i+1)] {
			meant, _ := t.escapeAt(i+1, 0)
			ok = len(meant) > 1 || t.charAt(i+1, hostPart, t.iri) > 0
		}
		return i - len(name), true, ok
	}
	edge, known := t.schemes.LeftEdge(name)
	start = first + edge
	switch {
	case known:
		return start, true, true
	// no letter in it, a drive, too long,
	case edge < 0, i-start == 1, start > 0 && i-start == maxScheme && schemeSet[t.buf[start-1]],
		bytes.IndexByte([]byte("%$}"), t.before(start)) >= 0: // or in a template
		return 0, false, false
	}
	return start, octet.Contains(lexicon.Common, t.buf[start:i]), true
}

// escapeLetters returns how many letters at index first, the beginning of a run of scheme
// characters, belong to an escape with the backslash before them: in source code the
// letter of a control character, in roff the name of a font or a string. If the whole run
// is a known scheme, it returns 0: "\\(http://".
func (t *text) escapeLetters(first, i int) int {
	switch before := t.before(first); {
	case before != '\\' && before != '(' || t.schemes.IsKnown(t.buf[first:i]):
	case before == '\\' && t.textAt(first, "verb+"): // LaTeX's "\verb+http://host.example+"
		return len("verb+")
	case t.endsIn(first, `\(`), t.endsIn(first, `\*(`), t.endsIn(first, `\f(`):
		return min(2, i-first)
	case before == '(' || i-first < 3:
	case t.buf[first] == 'u' || t.buf[first] == 'x':
		if r, size := t.units(first-1, 1); 0 < r && r < utf8.RuneSelf && !schemeSet[r] && size <= i-first {
			return size - 1 // the escape of a mark, such as a quote
		}
	case t.buf[first] == 'f' && bytes.IndexByte([]byte("BIPR0123456789"), t.buf[first+1]) >= 0:
		return 2
	case bytes.IndexByte([]byte("nrt"), t.buf[first]) >= 0:
		return 1
	}
	return 0
}

// bareKind returns the kind of the bare candidate that begins at index start, and the
// index at which the candidate or the "URL:" before it begins. After a letter, digit or
// "-" the "URL" is a part of another word.
func (t *text) bareKind(start int) (kind Kind, first int) {
	if after := t.skipBlanksBack(start); t.before(after) == ':' {
		end := t.skipBlanksBack(after - 1)
		first = end - len("URL")
		if t.endsIn(end, "url") && (first == 0 || !octet.Alnum[t.buf[first-1]] && t.buf[first-1] != '-') {
			return Prefixed, first
		}
	}
	return Bare, start
}

// isPrefixed reports whether "URL:" precedes the bare candidate that begins at index start.
func (t *text) isPrefixed(start int) bool {
	kind, _ := t.bareKind(start)
	return kind == Prefixed
}

// schemeAt reports whether a URL of a known scheme begins at index i.
func (t *text) schemeAt(i int) bool {
	end := t.span(i, i+maxScheme, schemeSet)
	return t.is(end, ':') && t.beginsURL(i, end)
}

// beginsURL reports whether [i,end), before a ":", is a known scheme, with "//" after it
// if it needs that.
func (t *text) beginsURL(i, end int) bool {
	name := t.buf[i:end]
	return t.schemes.Opaque.Has(name) || t.slashesAt(end) && t.schemes.Slashed.Has(name)
}

// linkAt reports whether a URL of any scheme with "//", or of a known one without, begins
// at index i.
func (t *text) linkAt(i int) bool {
	end := t.span(i, i+maxScheme, schemeSet)
	return end > i && (t.textAt(end, "://") || t.is(end, ':') && t.schemes.Opaque.Has(t.buf[i:end]))
}

// slashedAt reports whether a known scheme and "://" are at index i.
func (t *text) slashedAt(i int) bool {
	end := t.span(i, i+maxScheme, schemeSet)
	return t.is(end, ':') && t.slashesAt(end) && t.schemes.Slashed.Has(t.buf[i:end])
}

// repeats reports whether known schemes and "://" are at index i, before an address in
// brackets, as in "http://http://[::1]/". Only the last of these URLs has a host. Before
// a name the first is a URL: its host is "http".
func (t *text) repeats(i int) bool {
	at := i
	for t.slashedAt(at) {
		colon := t.span(at, at+maxScheme, schemeSet)
		if at = colon + len("://"); !t.textAt(colon, "://") {
			at, _ = t.escapedSlashes(colon)
		}
	}
	return at > i && t.is(at, '[')
}

// splits reports whether another URL, or the path of a file, follows the "," or ";" at
// index i, or whether the "&" there begins a reference that ends a URL.
func (t *text) splits(i int) bool {
	if t.buf[i] == '&' {
		return t.referenceEnds(i)
	}
	const most = 3
	i = t.span(i+1, i+1+most, questionSet) // in place of blanks that could not be converted
	end := t.span(i, i+maxScheme, schemeSet)
	name := t.buf[i:end]
	return t.windowsPathAt(i) || t.is(end, ':') && (t.beginsURL(i, end) || t.textAt(end, "://") &&
		(octet.Contains(lexicon.Common, name) || octet.Contains(lexicon.Listing, name)))
}

// windowsPathAt reports whether a Windows path begins at index i: with a drive, or with a
// variable.
func (t *text) windowsPathAt(i int) bool {
	if t.is(i, '%') {
		end := t.span(i+1, i+maxScheme, octet.Letter)
		return end > i+1 && t.is(end, '%') && t.is(end+1, '\\')
	}
	return octet.Letter[t.at(i)] && t.is(i+1, ':') && t.is(i+2, '\\')
}

// isHostName reports whether name may be the name of a host: an IP address, or labels of
// letters, digits and hyphens with a top-level domain at the end.
func (t *text) isHostName(name []byte) bool {
	if t.isTopLevel == nil {
		return true
	}
	if name = bytes.TrimSuffix(name, []byte(".")); !urlhost.HasLabels(name) {
		return false
	}
	dot := bytes.LastIndexByte(name, '.')
	last := name[dot+1:]
	if octet.Digit[last[0]] {
		return bytes.Count(name, []byte(".")) == 3 && len(bytes.Trim(name, octet.Digits+".")) == 0
	}
	return dot >= 0 && t.isTopLevel(bytes.ToLower(last))
}

var questionSet = octet.SetOf("?")

// isScheme reports whether [start,i) may be an unknown scheme.
func (t *text) isScheme(start, i int) bool {
	before, name := t.before(start), t.buf[start:i]
	for part := range bytes.SplitSeq(name, []byte("+")) { // "web+Name"
		if len(part) > 0 && bytes.ContainsFunc(part[1:], unicode.IsUpper) &&
			bytes.ContainsFunc(name, unicode.IsLower) {
			return false
		}
	}
	return before != '_' && before < 0x80 && octet.Letter[name[0]] && !octet.EqualFold(name, "url") &&
		!t.isSevered(start, i)
}

// isSevered reports whether the unknown scheme at [start,i) is the tail of a longer one:
// "ttp" or "tp", or text after a character escape, after brackets in it, or in a string
// that a program joins to another one.
func (t *text) isSevered(start, i int) bool {
	lead := t.buf[max(t.floor, start-len("&#x000067;")):start]
	return octet.Contains([]string{"ttp", "ttps", "tp", "tps"}, t.buf[start:i]) || bracketEnd.Match(lead) ||
		bytes.ContainsAny(lead, `\&`) && escapeEnd.Match(lead) || stringEnd.Match(lead)
}

// stringEnd matches the end of a string and the quote of the next:
// "htt" + "ps://host.example".
var stringEnd = lazyregexp.New(`\w["'][ \t]*[+&.][ \t]*["']$`)

// bracketEnd matches letters of a scheme in brackets and the letter before them:
// "h[tt]ps://".
var bracketEnd = lazyregexp.New(`[a-zA-Z](?:\[\w+\]|\(\w+\)|\{\w+\})$`)

// escapeEnd matches an escape of a character before a run of scheme characters: a
// backslash whose digits or name are in the run, "\67 " of CSS, "\u{67}", or a reference
// of HTML.
var escapeEnd = lazyregexp.New(`(?:\\|\\[[:xdigit:]]+[ \t\v\f]|\\u\{[[:xdigit:]]+\}|&#[xX]*[[:xdigit:]]+;)$`)

// soleHost returns the authority of url, and reports whether nothing follows it.
func soleHost(url []byte) (host []byte, ok bool) {
	_, host, _ = bytes.Cut(url, []byte("://"))
	return host, len(host) > 0 && !bytes.ContainsAny(host, "/?#")
}
