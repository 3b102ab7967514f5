package scan

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// This file has everything the package knows of URLs that were made unclickable. The authority of such a URL is made another text,
// without its disguise, which the plain rules read to find where it ends. The same is done to the candidate, to restore the URL that is
// meant. All disguises are in tables, so a new one is one more entry.

// A substitute is a piece of text and what it stands for, in lower case.
type substitute struct{ written, meant string }

// goesBefore reports whether b can follow the substitute in an authority. Usually that must be a letter or digit.
func (m substitute) goesBefore(b byte) bool {
	return alnumSet[b] || b >= 0x80 || m.meant == "www" || m.meant == "@" && b == '[' || m.meant == ":" && b == '/'
}

// bracketPairs are the brackets that disguise a part of a URL.
var bracketPairs = []string{"[]", "()", "{}"}

// A separator is another way to write the "://" after a scheme, or the ":" after a scheme that needs no "//".
type separator struct {
	before, after string // the text around its first ":" or "_"
	mark          byte   // ":" or "_"
	slashes       bool   // it stands for "://"
	blank         bool   // it has a blank, so a host must clearly follow
	back          bool   // its slashes are backslashes, and so are those of the path
}

// separators are indexed by the byte after their mark. The longest ones are first.
var separators = sync.OnceValue(func() *[256][]separator {
	list := []string{"://", `:\\`, ":__", "__", ": //", " ://", " : //"}
	for _, pair := range bracketPairs {
		brackets := strings.NewReplacer("[", pair[:1], "]", pair[1:])
		for _, written := range []string{"[:]//", "[://]", "[:][//]", "[:][/][/]", ":[//]", ":[/][/]", `[:]\\`, "[:]"} {
			list = append(list, brackets.Replace(written))
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	var after [256][]separator
	for _, written := range list {
		k := strings.IndexAny(written, ":_")
		p := separator{before: written[:k], after: written[k+1:], mark: written[k]}
		p.slashes, p.blank, p.back = strings.ContainsAny(p.after, `/\_`), strings.Contains(written, " "), strings.Contains(written, `\`)
		after[p.after[0]] = append(after[p.after[0]], p)
	}
	return &after
})

// separatorAt returns the separator whose mark is at index i, and reports whether there is one.
func (t *text) separatorAt(i int) (separator, bool) {
	if t.buf[i] == ':' || t.buf[i] == '_' {
		for _, p := range separators()[t.at(i+1)] {
			if p.mark == t.buf[i] && t.endsIn(i, p.before) && t.textAt(i+1, p.after) {
				return p, true
			}
		}
	}
	return separator{}, false
}

// disguisedSchemes are the schemes that are meant by disguised ones: other characters stand for "t", or brackets are around all of it
// or its "s".
var disguisedSchemes = sync.OnceValue(func() map[string]string {
	schemes := map[string]string{}
	add := func(written, meant string) {
		schemes[written], schemes["["+written+"]"], schemes["("+written+")"] = meant, meant, meant
		delete(schemes, meant)
	}
	secure := func(written, meant string) {
		add(written, meant)
		add(written+"s", meant+"s")
		schemes[written+"[s]"], schemes[written+"(s)"] = meant+"s", meant+"s"
	}
	const masks = "x*_#+.^-t"
	for _, a := range masks {
		for _, b := range masks {
			secure("h"+string(a)+string(b)+"p", "http")
		}
		secure("f"+string(a)+"p", "ftp")
		add("sf"+string(a)+"p", "sftp")
	}
	return schemes
})

const longestScheme = len("[hxxps]") // the longest disguised scheme

// maskedScheme returns the index at which the disguised scheme that ends at index i begins, and the scheme that is meant. If there is none,
// that is i.
func (t *text) maskedScheme(i int) (start int, meant string) {
	if i <= t.floor || bytes.IndexByte([]byte("psPS])"), t.buf[i-1]) < 0 {
		return i, ""
	}
	for start = max(i-longestScheme, t.floor); start < i; start++ {
		if bytes.IndexByte([]byte("hfsHFS[("), t.buf[start]) >= 0 {
			if meant = disguisedSchemes()[string(bytes.ToLower(t.buf[start:i]))]; meant != "" {
				return start, meant
			}
		}
	}
	return i, ""
}

// byFirst has substitutes of two bytes or more, indexed by their first byte.
type byFirst [256][]substitute

func newByFirst(list []substitute) *byFirst {
	var marks byFirst
	slices.SortStableFunc(list, func(a, b substitute) int { return len(b.written) - len(a.written) })
	for _, mark := range list {
		marks[mark.written[0]] = append(marks[mark.written[0]], mark)
	}
	return &marks
}

// none returns the bytes of set with which no substitute begins.
func (marks *byFirst) none(set *charset) *charset {
	var none charset
	for b := range set {
		none[b] = set[b] && len(marks[lower(byte(b))]) == 0
	}
	return &none
}

var (
	// authorityMarks are the substitutes in an authority, and in an address after "mailto:".
	authorityMarks = newByFirst(slices.Concat(
		bracketed("", ".", ".", ",", "dot", "punkt", "punto", " . ", " dot "),
		bracketed("", "@", "@", "at", "arroba", " @ ", " at "),
		bracketed("", "/", "/"), bracketed("", ":", ":"), bracketed("", "-", "-"), bracketed("", "www", "www"),
		bracketed(" ", ".", ".", "dot"), bracketed(" ", "@", "@", "at"),
		[]substitute{{"[.", "."}, {".]", "."}, {"[dot", "."}, {"dot]", "."}, {`\.`, "."}, {"^.", "."}, {" dot ", "."}},
	))

	// undisguisedSet has the bytes of a host with which no substitute, and no disguised separator, begins.
	undisguisedSet = authorityMarks.none(hostSet.but("_"))

	// spacedMarks are added after a "//" with a blank after it, since Cisco's filters put a blank before each part.
	spacedMarks = newByFirst([]substitute{{" .", "."}, {" /", "/"}})

	// pathMarks are the substitutes after an authority that was disguised.
	pathMarks = newByFirst(slices.Concat(
		bracketed("", ".", "."), bracketed("", ":", ":"), bracketed("", "/", "/"), bracketed("", "@", "@"),
	))
)

// bracketed returns substitutes for meant: each of words in brackets of each kind, with around on both sides.
func bracketed(around, meant string, words ...string) []substitute {
	var list []substitute
	for _, pair := range bracketPairs {
		for _, word := range words {
			list = append(list, substitute{around + pair[:1] + word + pair[1:] + around, meant})
		}
	}
	return list
}

// isObfuscated reports whether a dot, colon or slash is disguised in brackets at index i, after a host.
func (t *text) isObfuscated(i int) bool {
	mark := t.find(i, authorityMarks)
	return mark.written != "" && strings.Contains("[({", mark.written[:1]) && strings.Contains(".:/", mark.meant)
}

// find returns the substitute at index i. A letter or digit must follow it, except in a path.
func (t *text) find(i int, marks *byFirst) substitute {
	list := marks[lower(t.at(i))]
	if len(list) == 0 {
		return substitute{}
	}
	second := lower(t.at(i + 1))
	for _, mark := range list {
		end := i + len(mark.written)
		if second == mark.written[1] && t.textAt(i, mark.written) && (marks == pathMarks || t.has(end) && mark.goesBefore(t.buf[end])) {
			return mark
		}
	}
	return substitute{}
}

// markAt returns the substitute at index i of a URL with the head h.
func (t *text) markAt(i int, marks *byFirst, h *head) substitute {
	mark := t.find(i, marks)
	switch {
	case mark.written != "":
	case h.spaced:
		mark = t.find(i, spacedMarks)
	case h.back && t.is(i, '\\'):
		mark = substitute{`\`, "/"}
	}
	return mark
}

// isDisguisedDot reports whether the brackets of a dot in a path are at index i, between letters or digits. They disguise it whatever the rest
// of the URL is.
func (t *text) isDisguisedDot(i int) bool {
	const dot = "[.]"
	return t.is(i, '[') && alnumSet[t.before(i)] && t.textAt(i, dot) && alnumSet[t.at(i+len(dot))]
}

// readAuthority adds the authority at index i of t without its disguise, after the head h, and returns the index after it. What it
// reads may go on after the authority, since the plain rules find the end of that.
func (d *decoded) readAuthority(t *text, i, limit int, h *head) int {
	host, marked := len(d.buf), h.disguised
	for i < limit && t.has(i) {
		b, size := t.buf[i], 1
		if undisguisedSet[b] {
			d.buf = append(d.buf, b)
			i++
			continue
		}
		mark := t.markAt(i, authorityMarks, h)
		if mark.meant == "www" && len(d.buf) > host || mark.written == " dot " && !t.wordDot(i, d.buf[host:], marked) {
			mark = substitute{}
		}
		switch {
		case mark.meant == "/":
			return i
		case mark.written != "":
			size, marked = len(mark.written), true
			d.put(t, i, size, mark.meant)
		case b == '[' && len(d.buf) == host && t.address(i) > i:
			size = t.address(i) - i
			d.buf = append(d.buf, t.buf[i:i+size]...)
		case (isSeparator(b) || b == '&') && t.splits(i), !userSet[b] && b < 0x80, t.beginsMasked(i),
			b == ':' && h.authority > 0 && !h.slashes: // after a scheme without "//", another one may end there
			return i
		default:
			d.buf = append(d.buf, b)
		}
		i += size
		if next := t.at(i); d.buf[len(d.buf)-1] == '@' && (alnumSet[next] || next == '[') {
			host, marked = len(d.buf), h.disguised
		}
	}
	return i
}

// wordDot reports whether the " dot " at index i is a dot of a host and not a word of the sentence. It is a dot if the host, which has been
// read up to there, has no other dot, except after "www", or if it is already known to be disguised.
func (t *text) wordDot(i int, host []byte, marked bool) bool {
	host = bytes.TrimPrefix(host, []byte("www."))
	end := t.run(i+len(" dot "), i+maxHost, alnumSet)
	return (marked || bytes.IndexByte(host, '.') < 0) && end > i+len(" dot ")+1 && !t.is(end, '\'')
}

// readScheme adds the scheme and the separator with which t begins, without their disguise, and returns the index after them. It sets h to
// what is known of the disguise.
func (d *decoded) readScheme(t *text, h *head) int {
	for k, b := range t.buf {
		p, ok := t.separatorAt(k)
		if !ok {
			if b == ':' {
				d.buf = append(d.buf, t.buf[:k+1]...)
				return k + 1
			}
			continue
		}
		n := k - len(p.before)
		start, meant := t.maskedScheme(n)
		switch h.disguised = start == 0 && n > 0; {
		case h.disguised:
			d.put(t, 0, n, meant)
		case p.mark == '_' && !contains([]string{"http", "https", "ftp"}, t.buf[:n]):
			continue
		default:
			d.buf = append(d.buf, t.buf[:n]...)
		}
		end := k + 1 + len(p.after)
		after := t.skipBlanks(end, t.end)
		h.separator, h.spaced = p, after > end
		h.disguised = h.disguised || h.spaced || p.before != "" || p.after != "//"
		if meant = ":"; p.slashes {
			meant = "://"
		}
		d.put(t, n, end-n, meant)
		d.put(t, end, after-end, "")
		return after
	}
	return 0
}

// restore makes d what is meant by the URL that is all of t, or by a guess, which has no scheme. It reports whether that was disguised.
func (d *decoded) restore(t *text, hasScheme bool) bool {
	var h head
	i := 0
	d.begin(t, 0)
	if hasScheme {
		i = d.readScheme(t, &h)
	}
	i = d.readAuthority(t, i, t.end, &h)
	if !h.disguised && len(d.folds) == 0 && t.markAt(i, authorityMarks, &h).meant != "/" && !t.hasDisguisedDot(i) {
		return false
	}
	for i < t.end {
		if mark := t.markAt(i, pathMarks, &h); mark.written != "" {
			d.put(t, i, len(mark.written), mark.meant)
			i += len(mark.written)
			continue
		}
		d.buf = append(d.buf, t.buf[i])
		i++
	}
	return true
}

// hasDisguisedDot reports whether the path at index i, which ends before a "?", is disguised.
func (t *text) hasDisguisedDot(i int) bool {
	for i < t.end && t.buf[i] != '?' && !t.isDisguisedDot(i) {
		i++
	}
	return t.is(i, '[')
}

// Restore returns the URL that is meant by a disguised one, and reports whether text was disguised. If it was not, the result is
// text itself. Otherwise it is a new slice. text must be a URL with nothing around it.
func Restore(text []byte) (restored []byte, disguised bool) {
	var d decoded
	if !d.restore(textOf(text, &settings{schemes: defaultSchemes()}), true) {
		return text, false
	}
	return d.buf, true
}

// restore undoes the disguise of a candidate. What it takes out are folds.
func (s *Scanner) restore(c *Candidate) {
	d := &s.undisguised
	if c.Restored = d.restore(textOf(c.Text, s.settings), c.Guess == 0); c.Restored {
		c.Text, c.Folds = d.buf, joinFolds(d.folds, 0, c.Folds, c.Start)
	}
}
