package scan

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// This file has everything the package knows of URLs that were made unclickable. The methods of Scanner find where such a URL
// ends, and restore turns its text into the URL that is meant. Both read the same tables, so a new disguise is one more entry.

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
		schemes["["+written+"]"], schemes["("+written+")"] = meant, meant
		if written != meant {
			schemes[written] = meant
		}
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
	var name [longestScheme]byte
	for n := min(longestScheme, i-t.floor); n > 0; n-- {
		for k, b := range t.buf[i-n : i] {
			name[k] = lower(b)
		}
		if meant := disguisedSchemes()[string(name[:n])]; meant != "" {
			return i - n, meant
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

	// undisguisedSet has the bytes of a host with which no substitute begins.
	undisguisedSet = authorityMarks.none(hostSet)

	// spacedMarks are added after a "//" with a blank after it, since Cisco's filters put a blank before each part.
	spacedMarks = newByFirst([]substitute{{" .", "."}, {" /", "/"}})

	// pathMarks are the substitutes after an authority that was disguised.
	pathMarks = newByFirst(slices.Concat(
		bracketed("", ".", "."), bracketed("", ":", ":"), bracketed("", "/", "/"), bracketed("", "@", "@"),
	))
)

// pathDot is a disguise in a path between letters or digits, whatever the rest of the URL is.
const pathDot = "[.]"

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
	if !t.has(i) || t.buf[i] != '[' && t.buf[i] != '(' && t.buf[i] != '{' {
		return false
	}
	mark := t.find(i, authorityMarks)
	return mark.meant == "." || mark.meant == ":" || mark.meant == "/"
}

// find returns the substitute at index i. A letter or digit must follow it.
func (t *text) find(i int, marks *byFirst) substitute {
	if !t.has(i) {
		return substitute{}
	}
	list := marks[lower(t.buf[i])]
	if len(list) == 0 || !t.has(i+1) {
		return substitute{}
	}
	second := lower(t.buf[i+1])
	for _, mark := range list {
		end := i + len(mark.written)
		if mark.written[1] == second && t.textAt(i, mark.written) && t.has(end) && mark.goesBefore(t.buf[end]) {
			return mark
		}
	}
	return substitute{}
}

// markAt returns the length of the substitute for meant at index i, or 0.
func (t *text) markAt(i int, marks *byFirst, meant string) int {
	if mark := t.find(i, marks); mark.meant == meant {
		return len(mark.written)
	}
	return 0
}

// isDisguisedDot reports whether pathDot is at index i, between letters or digits.
func (t *text) isDisguisedDot(i int) bool {
	return t.is(i, '[') && alnumSet[t.buf[i-1]] && t.textAt(i, pathDot) && alnumSet[t.at(i+len(pathDot))]
}

// disguiseAt returns the length of the substitute at index i in the path or query of a URL, or 0.
func (t *text) disguiseAt(i int) int {
	for _, mark := range pathMarks[t.buf[i]] {
		if t.textAt(i, mark.written) {
			return len(mark.written)
		}
	}
	return 0
}

// An edit replaces a piece of a text by what it stands for.
type edit struct {
	at, size int
	meant    string
}

// Restore returns the URL that is meant by a disguised one, and reports whether text was disguised. If it was not, the result is
// text itself. Otherwise it is a new slice. text must be a URL with nothing around it.
func Restore(text []byte) (restored []byte, disguised bool) {
	edits := edits(nil, text, true)
	if len(edits) == 0 {
		return text, false
	}
	return apply(nil, text, edits), true
}

// apply appends text to dst, with its edits made.
func apply(dst, text []byte, edits []edit) []byte {
	last := 0
	for _, e := range edits {
		dst = append(append(dst, text[last:e.at]...), e.meant...)
		last = e.at + e.size
	}
	return append(dst, text[last:]...)
}

// edits appends to list the edits that restore a URL, in order. A guess has no scheme.
func edits(list []edit, text []byte, hasScheme bool) []edit {
	var p separator
	var scheme edit
	i := 0
	if hasScheme {
		p, scheme, i = prefix(text)
	}
	if scheme.size > 0 {
		list = append(list, scheme)
	}
	if size := len(p.before) + 1 + len(p.after); size > 1 && (p.before != "" || p.after != "//") {
		meant := ":"
		if p.slashes {
			meant = "://"
		}
		list = append(list, edit{i - size, size, meant})
	}
	blanks := len(text[i:]) - len(bytes.TrimLeft(text[i:], " "))
	if blanks > 0 {
		list = append(list, edit{i, blanks, ""})
		i += blanks
	}
	for first := i; i < len(text); {
		b := text[i]
		if undisguisedSet[b] {
			i++
			continue
		}
		mark := written(text, i, authorityMarks)
		if mark.meant == "www" && i > first {
			mark = substitute{}
		}
		if mark.written == "" && blanks > 0 {
			mark = written(text, i, spacedMarks)
		}
		if mark.meant == "/" || b == '/' || b == '?' || b == '#' || b == '\\' && p.back && mark.written == "" {
			break
		}
		size := max(len(mark.written), 1)
		if mark.written != "" {
			list = append(list, edit{i, size, mark.meant})
		}
		i += size
	}
	if i == len(text) || len(list) == 0 && written(text, i, authorityMarks).meant != "/" && !hasPathDot(text[i:]) {
		return list
	}
	for i < len(text) {
		if undisguisedSet[text[i]] {
			i++
			continue
		}
		mark := written(text, i, pathMarks)
		switch {
		case mark.written != "":
		case text[i] == '\\' && p.back:
			mark = substitute{`\`, "/"}
		case blanks > 0:
			mark = written(text, i, spacedMarks)
		}
		size := max(len(mark.written), 1)
		if mark.written != "" {
			list = append(list, edit{i, size, mark.meant})
		}
		i += size
	}
	return list
}

// hasPathDot reports whether a path, with or without a query after it, is disguised by pathDot.
func hasPathDot(path []byte) bool {
	path, _, _ = bytes.Cut(path, []byte("?"))
	for {
		before, after, ok := bytes.Cut(path, []byte(pathDot))
		if n := len(before); ok && n > 0 && alnumSet[before[n-1]] && len(after) > 0 && alnumSet[after[0]] {
			return true
		}
		if path = after; !ok {
			return false
		}
	}
}

// prefix returns the separator after the scheme of a URL, the edit that restores the scheme if it was disguised, and the index
// after the separator.
func prefix(url []byte) (p separator, scheme edit, end int) {
	t := &text{buf: url, end: len(url)}
	for k, b := range url {
		p, ok := t.separatorAt(k)
		switch {
		case !ok && b == ':':
			return separator{}, edit{}, k + 1
		case !ok:
			continue
		}
		n := k - len(p.before)
		if start, meant := t.maskedScheme(n); start == 0 && n > 0 {
			scheme = edit{0, n, meant}
		} else if p.mark == '_' && !contains([]string{"http", "https", "ftp"}, url[:n]) {
			continue
		}
		return p, scheme, k + 1 + len(p.after)
	}
	return separator{}, edit{}, 0
}

// written returns the substitute at text[i]. A letter or digit must follow it, except in a path.
func written(text []byte, i int, marks *byFirst) substitute {
	for _, mark := range marks[lower(text[i])] {
		end := i + len(mark.written)
		if end <= len(text) && foldedEqual(text[i:end], mark.written) &&
			(marks == pathMarks || end < len(text) && mark.goesBefore(text[end])) {
			return mark
		}
	}
	return substitute{}
}

// A plain is a candidate without its disguise.
type plain struct {
	edits []edit
	text  []byte
	folds []Fold
}

// restore undoes the disguise of a candidate. It records what it takes out as folds.
func (p *plain) restore(c *Candidate) {
	p.edits = edits(p.edits[:0], c.Text, c.Guess == 0)
	if c.Restored = len(p.edits) > 0; !c.Restored {
		return
	}
	folds, old := p.folds[:0], c.Folds
	offset, grown := c.Start, 0
	for _, e := range p.edits {
		for ; len(old) > 0 && old[0].At <= e.at; old = old[1:] {
			f := old[0]
			f.At += grown
			folds = append(folds, f)
			offset += f.End - f.Start
		}
		if gone := e.size - len(e.meant); gone != 0 {
			start := offset + int64(e.at)
			folds = append(folds, Fold{At: e.at + grown, Start: start, End: start + int64(gone), Mark: true})
			grown -= gone
		}
		for ; len(old) > 0 && old[0].At < e.at+e.size; old = old[1:] {
			f := old[0]
			if f.At += grown; e.size != len(e.meant) {
				f.At = e.at + e.size + grown
			}
			folds = append(folds, f)
			offset += f.End - f.Start
		}
	}
	for _, f := range old {
		f.At += grown
		folds = append(folds, f)
	}
	p.text = apply(p.text[:0], c.Text, p.edits)
	p.folds = folds
	c.Text, c.Folds = p.text, folds
}
