package scan

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file reads URLs that were made unclickable. It makes a copy of the authority
// without its disguise, in which the plain rules find its end. Then it restores the
// candidate in the same way.

// meantHead is [text.disguisedHead] for a URL that is meant: a host follows the
// separator. After blanks it must begin with "www", or have a spaced dot ("a . b") or a
// dot in brackets ("a[.]b"). After "_" it must have a dot, and a name that may be one.
func (t *text) meantHead(i int) (m head, ok bool) {
	if m, ok = t.disguisedHead(i); !ok {
		return m, false
	}
	m.authority = t.skipBlanks(m.authority, m.authority+2)
	switch blank := strings.Contains(m.separator.Written, " ") || blank(t.buf[m.authority-1]); {
	case !blank && m.separator.Written == "__":
		var d edit
		d.restoreAt(t, m.authority, m.authority, m.authority+maxHost, style{slashes: true, disguised: true})
		return m, d.isWhole(0, d.host(0, maxHost))
	case !blank, t.textAt(m.authority, "www") &&
		(t.is(m.authority+3, '.') || t.substituteAt(m.authority+3, lexicon.InAuthority).Meant == "."):
		return m, true
	}
	label := t.span(m.authority, m.authority+maxHost, octet.Alnum)
	m.spaced = label > m.authority && t.substituteAt(label, lexicon.InSpaced).Meant == "."
	host := t.span(label, m.authority+maxHost, hostSet)
	return m, m.spaced || host > m.authority && t.isDisguised(host) &&
		t.substituteAt(host, lexicon.InAuthority).Meant == "."
}

// restoreAt makes d the text of t from index start on, with the authority at index a, up
// to limit, restored, and some text after it.
func (d *edit) restoreAt(t *text, start, a, limit int, h style) {
	d.begin(t, start)
	d.buf = append(d.buf, t.buf[start:a]...)
	i := d.readAuthority(t, a, limit, h)
	t.has(i + maxHost - 1)
	d.buf = append(d.buf, t.buf[i:min(i+maxHost, t.end)]...)
	d.end = len(d.buf)
}

// authorityOf is the rule authority for a URL of t of a style. The ending that it returns
// is in t. If the host goes on in an unknown disguise, the ending has a flaw.
func (d *edit) authorityOf(t *text, start, a int, h style) ending {
	e := d.plainAuthority(t, start, a, h)
	if e.flaw == Placeholder && !h.slashes && !t.endsIn(a, "://") { // which may be escaped
		e.flaw = Flawless // "news:comp.*" has no host
	}
	if t.restores && !e.tail && e.flaw == Flawless && e.end > a && t.goesOnInDisguise(start, a, h, e) {
		e.flaw = Obfuscated
	}
	return e
}

// goesOnInDisguise reports whether the host at index a, with the ending e, goes on in an
// unknown disguise.
func (t *text) goesOnInDisguise(start, a int, h style, e ending) bool {
	const longest = 64
	host, end := t.buf[a:e.end], t.span(e.end, e.end+longest, lineSet)
	label := octet.Alnum.Span(host)
	switch {
	case t.is(e.end, ']') && bytes.Count(host, []byte("[")) > bytes.Count(host, []byte("]")):
		return true // "evil[.com].au"
	case e.disguised && t.textAt(e.end, "[/"), t.isBracketedDot(e.end, start+t.max):
		return true
	case e.disguised && h.slashes && label >= len(host)-1 && afterLabel.Match(t.buf[a+label:end]):
		return true
	}
	mayGoOn := e.disguised || bytes.IndexByte(host, '.') < 0 && !octet.EqualFold(host, "localhost")
	return mayGoOn && disguisedName.Match(t.buf[e.end:end])
}

// isBracketedDot reports whether a dot in marks is at index i, and a name or another mark
// follows: "evil[.][example]".
func (t *text) isBracketedDot(i, limit int) bool {
	if !openingSet[t.at(i)] {
		return false // the usual case
	}
	dot := t.skipBlanks(t.span(i, limit, openingSet), limit)
	if !t.is(dot, '.') {
		return false
	}
	closing := t.skipBlanks(dot+1, limit)
	end := t.span(closing, limit, closingSet)
	return end > closing && (octet.Alnum[t.at(end)] || openingSet[t.at(end)])
}

// disguisedName matches a name or punctuation in marks, or a dot between blanks, after a
// host. afterLabel matches what may be a dot in an unknown disguise after a host of one
// label, as in "evil[..]example" and "evil. example/x".
var (
	disguisedName = lazyregexp.New("^(?:[\\[({<|`]\\.?(?:[a-z][\\w.]*|[^\\w\\s])[\\])}>|`]|" +
		"[ \t]\\.[ \t]?)[.\\w]")
	afterLabel = lazyregexp.New(`^(?:[!$-.;=@[-^{-~]{1,6}\w|\.[ \t]+\w[\w-]*[./]|[ \t]?[[({]\.[])}])`)
)

// plainAuthority is authorityOf for known disguises.
func (d *edit) plainAuthority(t *text, start, a int, h style) ending {
	e := t.authority(start, a)
	e.disguised = h.disguised
	if e.tail || !t.restores && !h.disguised && e.flaw != Obfuscated {
		return e
	}
	d.restoreAt(t, start, a, start+t.max+1, h)
	if len(d.holes) == 1 && bytes.HasPrefix(t.buf[start:], d.buf) {
		return e // there is no disguise
	}
	plain := d.authority(0, a-start)
	if !plain.tail && (len(d.holes) == 1 || int(d.holes[1].at) >= plain.end) {
		return e // there is no disguise, or it is after the authority
	}
	if plain.disguised = true; e.flaw == Obfuscated {
		plain.flaw = Obfuscated
	}
	plain.end = int(d.offset(plain.end) - t.base)
	return plain
}

// readAuthority adds the authority at index i of t, and a disguised slash after it,
// without their disguise, and returns the index after them. It may read too far:
// authority, run on the copy, finds the end.
func (d *edit) readAuthority(t *text, i, limit int, h style) int {
	host, disguised := len(d.buf), h.disguised
	for i < limit && t.has(i) {
		if n := undisguisedSet.Span(t.buf[i:min(limit, t.end)]); n > 0 {
			d.buf = append(d.buf, t.buf[i:i+n]...)
			i += n
			continue
		}
		b := t.buf[i]
		sub := t.substituteIn(i, lexicon.InAuthority, h)
		if sub.Meant == "www" && len(d.buf) > host ||
			sub.Written == " dot " && !t.wordDot(i, d.buf[host:], disguised) {
			sub = lexicon.Substitute{}
		}
		switch {
		case sub.Meant == "/":
			return d.add(t, i, len(sub.Written), "/")
		case sub.Written != "":
			disguised = true
		case len(d.buf) == host && t.disguisedLiteral(i) > i:
			last := t.disguisedLiteral(i) - 1
			for i = d.add(t, i, 0, ""); i < last; {
				colon := lexicon.Substitute{}
				if t.textAt(i, "[:]") {
					colon = lexicon.Substitute{Written: "[:]", Meant: ":"}
				}
				i = d.add(t, i, len(colon.Written), colon.Meant)
			}
		case (isSeparator(b) || b == '&') && t.splits(i), !userSet[b] && b < 0x80, t.beginsDisguised(i),
			h.guessed && !hostSet[b] && b != '%' && (b < 0x80 || t.isDelimiting(i)), // a guess has a host alone
			// after a scheme without "//", another one may end there
			b == ':' && !h.slashes:
			return i
		}
		i = d.add(t, i, len(sub.Written), sub.Meant)
		if d.buf[len(d.buf)-1] != '@' {
			continue
		}
		if next := t.at(i); h.guessed {
			return i
		} else if octet.Alnum[next] || next == '[' {
			host, disguised = len(d.buf), h.disguised
		}
	}
	return i
}

// undisguisedSet has letters and digits that begin no substitute: "d" begins "dot]", and
// "h" "hxxp:".
var undisguisedSet = octet.Alnum.But("dDhH")

// disguisedLiteral returns the index after an IP literal in brackets at index i, whose
// colons may be in brackets too, or i.
func (t *text) disguisedLiteral(i int) int {
	const longest = len("[ffff[:]ffff[:]ffff[:]ffff[:]ffff[:]ffff[:]255.255.255.255]")
	if !t.is(i, '[') {
		return i
	}
	end := i + 1
	for end < i+longest && (literalSet[t.at(end)] || t.textAt(end, "[:]")) {
		if end++; t.buf[end-1] == '[' {
			end += len(":]")
		}
	}
	if end > i+1 && t.is(end, ']') {
		return end + 1
	}
	return i
}

// wordDot reports whether the " dot " at index i is a dot of a host and not a word of the
// sentence: the host before it has no other dot, except after "www", or is already known
// to be disguised.
func (t *text) wordDot(i int, host []byte, disguised bool) bool {
	host = bytes.TrimPrefix(host, []byte("www."))
	end := t.span(i+len(" dot "), i+maxHost, octet.Alnum)
	return (disguised || bytes.IndexByte(host, '.') < 0) && end > i+len(" dot ")+1 && !t.is(end, '\'')
}

// readScheme adds the scheme and the separator with which t begins, without their
// disguise. It returns the index after them, and their style.
func (d *edit) readScheme(t *text) (int, style) {
	for k, b := range t.buf {
		if b != ':' && b != '_' && b != '%' {
			continue
		}
		h, ok := t.separatorAt(k)
		size, meant := lexicon.DisguisedBefore(t.buf[:h.end])
		if h.disguised = ok && size == h.end && size > 0; !h.disguised {
			if b == '_' && (!ok || !octet.Contains([]string{"http", "https", "ftp"}, t.buf[:k])) {
				continue
			}
			meant = string(t.buf[:h.end])
		}
		d.put(h.end, meant)
		after := h.authority
		if ok {
			after = t.skipBlanks(after, t.end)
		}
		h.spaced = after > h.authority
		h.disguised = h.disguised || h.spaced || h.separator.Written != h.separator.Meant
		d.put(h.authority-h.end, h.separator.Meant)
		d.put(after-h.authority, "")
		h.slashes = true // a ":" after an address belongs to the restored text
		return after, h.style
	}
	return 0, style{slashes: true}
}

// restoreURL makes d the URL meant by a disguised one, or the guess if it has no scheme.
// It reports whether there was a disguise.
func (d *edit) restoreURL(url []byte, set *settings, hasScheme bool) bool {
	t, i, h := &text{settings: set, buf: url, end: len(url)}, 0, style{slashes: true}
	d.begin(t, 0)
	if hasScheme {
		i, h = d.readScheme(t)
	}
	i = d.readAuthority(t, i, t.end, h)
	disguised, query := h.disguised || len(d.holes) > 1, false
	for i < t.end {
		if n := undisguisedSet.Span(t.buf[i:t.end]); n > 0 {
			d.buf = append(d.buf, t.buf[i:i+n]...)
			i += n
			continue
		}
		query = query || t.buf[i] == '?'
		disguised = disguised || !query && t.isDisguisedMark(i)
		sub := t.substituteIn(i, lexicon.InPath, h)
		i = d.add(t, i, len(sub.Written), sub.Meant)
	}
	return disguised
}

// encodedURLSet has the bytes of a URL that is percent-encoded as a whole.
var encodedURLSet = octet.SetOf(octet.Letters + octet.Digits + "-_.~!*'()%+")

// Restore returns the URL that is meant by a disguised one, and reports whether text was
// disguised. If it was not, the result is text itself. Otherwise it is a new slice. text
// must be a URL with nothing around it.
func Restore(text []byte) (restored []byte, disguised bool) {
	if isClear(text) {
		return text, false // the usual case
	}
	var d edit
	if !d.restoreURL(text, &settings{schemes: lexicon.DefaultSchemes()}, true) {
		return text, false
	}
	return d.buf, true
}

// isClear reports whether text is a URL of a usual scheme, with "://", without a byte of
// any disguise.
func isClear(text []byte) bool {
	name, rest, _ := bytes.Cut(text, []byte(":"))
	return bytes.HasPrefix(rest, []byte("//")) && octet.Contains(lexicon.Usual, name) &&
		clearSet.Span(rest) == len(rest)
}

// clearSet lacks brackets, blanks and the like. Each substitute has one of these.
var clearSet = octet.Complement("()[]{}^\\<|`%\xe2" + octet.Blanks)

// standsBare reports whether text begins with a scheme and "//", or with a scheme that
// needs no "//".
func (t *text) standsBare(text []byte) bool {
	if t.restores {
		text, _ = Restore(text)
	}
	name, rest, ok := bytes.Cut(text, []byte(":"))
	return ok && (bytes.HasPrefix(rest, []byte("//")) || t.schemes.Opaque.Has(name))
}

// restoreIn undoes the disguise of a candidate. The text that it removes becomes folds.
func (d *edit) restoreIn(c *Candidate, set *settings) {
	if c.Restored = !isClear(c.Text) && d.restoreURL(c.Text, set, c.Guess == 0); c.Restored {
		c.Text, c.Folds = d.buf, joinFolds(d.holes.folds(nil, 1, len(d.holes), 0), 0, c.Folds, c.Start)
	}
}

// linkNames are the attributes of HTML that hold a URL, in which browsers read a
// backslash as a slash.
var linkNames = []string{"href", "src", "action", "formaction", "background", "poster", "cite", "longdesc",
	"data"}

// isLink reports whether the value of an attribute that holds a URL begins at index i.
func (t *text) isLink(i int) bool {
	if quote := t.before(i); quote == '"' || quote == '\'' {
		i--
	}
	equals := t.skipBlanksBack(i)
	end := t.skipBlanksBack(equals - 1)
	return t.before(equals) == '=' && octet.Contains(linkNames, t.buf[t.spanBack(end, 0, octet.Letter):end])
}

// styledTailEnd is tailEnd for a URL of a style, whose path may have backslashes or,
// where it is spaced, blanks.
func (t *text) styledTailEnd(start int, m hint, h style, e ending) ending {
	if h.encoded {
		e.end = t.span(e.end, start+t.max, encodedURLSet)
		return e
	}
	for e = t.tailEnd(start, m, e); e.end <= start+t.max; e = t.tailEnd(start, m, e) {
		switch {
		case h.spaced && t.substituteAt(e.end, lexicon.InSpaced).Meant == "/":
			e.end += len(" /")
		case h.back && t.is(e.end, '\\') && unmarkedSet[t.at(e.end+1)] && !t.is(e.end+1, '\''):
			e.end++
		case t.restores && t.is(e.end, '\\') && t.substituteAt(e.end, lexicon.InPath).Written != "":
			e.end += len(t.substituteAt(e.end, lexicon.InPath).Written)
		case e.drive && t.is(e.end, '\\') && (bareSet[t.at(e.end+1)] || t.is(e.end+1, '\\')):
			e.end++
		default:
			return e
		}
	}
	return e
}
