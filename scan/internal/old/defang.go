//go:build long

package old

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
	switch m.meant {
	case "www":
		return true
	case "@":
		if b == '[' {
			return true
		}
	case ":":
		if b == '/' {
			return true
		}
	}
	return alnumSet[b] || b >= 0x80
}

// bracketPairs are the brackets that disguise a part of a URL.
var bracketPairs = []string{"[]", "()", "{}"}

// A separator is another way to write the "://" after a scheme, or the ":" after a scheme that needs no "//". Its fields are the
// text before and after its first ":" or "_".
type separator struct {
	before, after string
	mark          byte // ":" or "_"
	slashes       bool // it stands for "://"
	blank         bool // it has a blank, so a host must clearly follow
	back          bool // its slashes are backslashes, and so are those of the path
}

func (p separator) size() int { return len(p.before) + 1 + len(p.after) }

// separators are indexed by the byte after their mark. The longest ones are first.
var separators = sync.OnceValue(func() *[256][]separator {
	list := []separator{
		{after: "//", mark: ':', slashes: true},
		{after: `\\`, mark: ':', slashes: true, back: true},
		{after: "__", mark: ':', slashes: true},
		{after: "_", mark: '_', slashes: true},
		{after: " //", mark: ':', slashes: true, blank: true},
		{before: " ", after: "//", mark: ':', slashes: true, blank: true},
		{before: " ", after: " //", mark: ':', slashes: true, blank: true},
	}
	for _, pair := range bracketPairs {
		o, c := pair[:1], pair[1:]
		list = append(list,
			separator{o, c + "//", ':', true, false, false},
			separator{o, "//" + c, ':', true, false, false},
			separator{o, c + o + "//" + c, ':', true, false, false},
			separator{o, c + o + "/" + c + o + "/" + c, ':', true, false, false},
			separator{"", o + "//" + c, ':', true, false, false},
			separator{"", o + "/" + c + o + "/" + c, ':', true, false, false},
			separator{o, c + `\\`, ':', true, false, true},
			separator{o, c, ':', false, false, false},
		)
	}
	slices.SortStableFunc(list, func(a, b separator) int { return b.size() - a.size() })
	var after [256][]separator
	for _, p := range list {
		after[p.after[0]] = append(after[p.after[0]], p)
	}
	return &after
})

const (
	longestBefore = 1              // of a separator
	longestAfter  = len("][/][/]") // of a separator
	longestScheme = len("[hxxps]") // the longest disguised scheme
)

// separatorSet has the bytes that can follow the first byte of a separator.
var separatorSet = newCharset(`/\_[](){} `)

// separatorAt returns the separator whose mark is text[k], and reports whether there is one.
func separatorAt(text []byte, k int) (separator, bool) {
	if k+1 == len(text) || !separatorSet[text[k+1]] {
		return separator{}, false
	}
	for _, p := range separators()[text[k+1]] {
		if p.mark == text[k] && bytes.HasSuffix(text[:k], []byte(p.before)) && bytes.HasPrefix(text[k+1:], []byte(p.after)) {
			return p, true
		}
	}
	return separator{}, false
}

// The characters that may stand for a "t" of a scheme.
const maskedT = "xX*_#+.^-tT"

// disguisedScheme returns the length of the disguised scheme at the end of text, and the scheme that is meant, or 0. Brackets
// around a scheme, or around its "s", disguise it too.
func disguisedScheme(text []byte) (n int, meant string) {
	end := len(text)
	if end > 1 && (text[end-1] == ']' || text[end-1] == ')') {
		open := bytes.LastIndexByte(text[max(0, end-longestScheme):], openerOf(text[end-1]))
		if open < 0 {
			return 0, ""
		}
		open += max(0, end-longestScheme)
		inner := text[open+1 : end-1]
		if foldedEqual(inner, "s") {
			if k, meant := anyScheme(text[:open]); k > 0 {
				return k + end - open, meant + "s"
			}
			return 0, ""
		}
		if k, meant := anyScheme(inner); k == len(inner) {
			return end - open, meant
		}
		return 0, ""
	}
	return maskedScheme(text)
}

func openerOf(b byte) byte {
	if b == ']' {
		return '['
	}
	return '('
}

// anyScheme returns the length of a scheme at the end of text that is one of those that are disguised, or its disguise, and the
// scheme that is meant.
func anyScheme(text []byte) (n int, meant string) {
	for _, name := range []string{"https", "http", "ftp"} {
		if k := len(text) - len(name); k >= 0 && foldedEqual(text[k:], name) {
			return len(name), name
		}
	}
	return maskedScheme(text)
}

// maskedScheme returns the length of the disguised scheme without brackets at the end of text: http, https, ftp, ftps or sftp
// with other characters for "t".
func maskedScheme(text []byte) (n int, meant string) {
	end := len(text)
	secure := end > 0 && lower(text[end-1]) == 's'
	if secure {
		end--
	}
	if end < 3 || lower(text[end-1]) != 'p' || strings.IndexByte(maskedT, text[end-2]) < 0 {
		return 0, ""
	}
	a, b := text[end-2], text[end-3]
	switch {
	case end >= 4 && lower(text[end-4]) == 'h' && strings.IndexByte(maskedT, b) >= 0 && (lower(a) != 't' || lower(b) != 't'):
		n, meant = 4, "http"
	case lower(b) == 'f' && lower(a) != 't' && end >= 4 && lower(text[end-4]) == 's' && !secure:
		return 4, "sftp"
	case lower(b) == 'f' && lower(a) != 't':
		n, meant = 3, "ftp"
	default:
		return 0, ""
	}
	if secure {
		n, meant = n+1, meant+"s"
	}
	return n, meant
}

// maskedNames are the disguised schemes that consist of scheme characters only. They are known schemes.
var maskedNames = []string{
	"hxxp", "hxtp", "htxp", "h++p", "h..p", "h--p", "fxp", "sfxp",
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

var (
	// authorityMarks are the substitutes in an authority, and in an address after "mailto:".
	authorityMarks = newByFirst(slices.Concat(
		bracketed("", ".", ".", ",", "dot", "punkt", "punto", " . ", " dot "),
		bracketed("", "@", "@", "at", "arroba", " @ ", " at "),
		bracketed("", "/", "/"), bracketed("", ":", ":"), bracketed("", "-", "-"), bracketed("", "www", "www"),
		bracketed(" ", ".", ".", "dot"), bracketed(" ", "@", "@", "at"),
		[]substitute{{"[.", "."}, {".]", "."}, {"[dot", "."}, {"dot]", "."}, {`\.`, "."}, {"^.", "."}, {" dot ", "."}},
	))

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

// A disguise is what is known of the disguise of the candidate that is being read.
type disguise struct {
	any    bool // some part is disguised
	spaced bool // its parts have blanks before them
	back   bool // its slashes are backslashes
}

// A masked is a scheme and a separator of which one is disguised.
type masked struct {
	separator
	start, end, authority int  // of the scheme, and the beginning of the text after the separator
	known                 bool // the scheme is known
}

// masked returns the scheme before the ":" or "_" at index i, and reports whether it or the separator is disguised.
func (s *Scanner) masked(i int) (m masked, ok bool) {
	from, to := max(s.floor, i-maxScheme-longestScheme), i+1
	for to < i+1+longestAfter && s.has(to) && separatorSet[s.buf[to]] {
		to++
	}
	if to == i+1 {
		return m, false
	}
	text := s.buf[from:to]
	if m.separator, ok = separatorAt(text, i-from); !ok {
		return m, false
	}
	m.end, m.authority = i-len(m.before), i+1+len(m.after)
	plain := m.before == "" && m.after == "//" && !(s.has(m.authority) && blank(s.buf[m.authority]))
	n, _ := disguisedScheme(s.buf[from:m.end])
	switch {
	case n > 0 && (!s.isGlued(m.end-n) || m.mark == ':' && lower(s.buf[m.end-n]) == 'h'):
		m.start, m.known = m.end-n, true
	case plain:
		return m, false
	case !m.slashes:
		m.start = s.schemeRun(m.end)
		for m.start < m.end && !alnumSet[s.buf[m.start]] {
			m.start++
		}
		if !s.schemes.isOpaque(s.buf[m.start:m.end]) {
			return m, false
		}
	default:
		m.start, m.known, ok = s.schemeStart(s.schemeRun(m.end), m.end, true)
		if !ok || !m.known && (m.before == "" || m.blank) {
			return m, false
		}
	}
	return m, (m.mark == ':' || !s.isGlued(m.start)) && s.looksMeant(&m)
}

// isGlued reports whether the text at index i continues a word.
func (s *Scanner) isGlued(i int) bool {
	return i > s.floor && (letterSet[s.buf[i-1]] || s.buf[i-1] == '_')
}

// linkNames are the attributes of HTML that hold a URL, in which browsers read a backslash as a slash.
var linkNames = []string{"href", "src", "action", "formaction", "background", "poster", "cite", "longdesc", "data"}

// isLink reports whether ":\\" is at index i, in an attribute that holds a URL, after a run of scheme characters that begins at
// index run.
func (s *Scanner) isLink(run, i int) bool {
	if !s.is(i+1, '\\') || !s.is(i+2, '\\') || run == s.floor {
		return false
	}
	at := run
	if quote := s.buf[at-1]; quote == '"' || quote == '\'' {
		at--
	}
	at = s.skipBlanksBack(at)
	if at <= s.floor || s.buf[at-1] != '=' {
		return false
	}
	end := s.skipBlanksBack(at - 1)
	start := end
	for start > s.floor && letterSet[s.buf[start-1]] {
		start--
	}
	return contains(linkNames, s.buf[start:end])
}

// looksMeant reports whether a host follows a separator. After blanks it must begin with "www", or another part of it must follow
// a blank or a dot in brackets. After "_" it must be a known host.
func (s *Scanner) looksMeant(m *masked) bool {
	m.authority = s.skipBlanks(m.authority, m.authority+2)
	after := m.authority - 1
	blank := m.separator.blank || blank(s.buf[after])
	if !blank {
		return m.mark != '_' || s.knownAt(m.authority)
	}
	if s.textAt(m.authority, "www") && (s.is(m.authority+3, '.') || s.markAt(m.authority+3, authorityMarks, ".") > 0) {
		return true
	}
	label := s.run(m.authority, m.authority+maxHost, alnumSet)
	s.worn.spaced = label > m.authority && s.markAt(label, spacedMarks, ".") > 0
	host := s.run(label, m.authority+maxHost, hostSet)
	return s.worn.spaced || host > m.authority && s.isObfuscated(host) && s.markAt(host, authorityMarks, ".") > 0
}

// maxHost is the maximum length in bytes of a host that is read before it is certain that there is a candidate.
const maxHost = 255

// knownAt reports whether there is a host with a dot at index i that Config.Means takes for one.
func (s *Scanner) knownAt(i int) bool {
	end, _ := s.disguisedHost(i, i+maxHost)
	return s.isKnown(i, end)
}

// isKnown reports whether the host at [start,end), which may be disguised, has a dot, and Config.Means takes it for one.
func (s *Scanner) isKnown(start, end int) bool {
	host, _ := Restore(append([]byte("http://"), s.buf[start:end]...))
	host = bytes.TrimPrefix(host, []byte("http://"))
	return bytes.IndexByte(host, '.') > 0 && (s.means == nil || s.means(0, nil, host))
}

// disguised finds the candidate of a masked scheme.
func (s *Scanner) disguised(m masked) bool {
	s.worn.any, s.worn.back = true, m.back
	if open, ok := s.openAngle(m.start, m.end, true); ok {
		if s.wrapper(Angle, open, open+bracketSize(s.buf[open])) {
			return true
		}
	}
	if quote := m.start - 1; quote >= s.floor && s.isQuote(quote) {
		if s.quoted(m.start) {
			return true
		}
	}
	s.folds, s.text = s.folds[:0], s.text[:0]
	s.lookLeft(m.start)
	if m.slashes {
		s.slashed(m.start, m.authority, m.known)
	} else {
		s.bare(m.start, s.opaque(m.start, m.authority))
	}
	return true
}

// opaque returns the end of the candidate that begins at start, has no "//", and has been read up to index i.
func (s *Scanner) opaque(start, i int) int {
	if s.defang {
		if end, ok := s.disguisedAuthority(start, i); ok {
			i = end
		}
	}
	return s.rest(start, i)
}

// disguisedAuthority returns the end of the candidate that begins at start and has its authority at index a, and reports whether
// the authority is disguised.
func (s *Scanner) disguisedAuthority(start, a int) (end int, ok bool) {
	limit := start + s.max + 1
	host, inUser := s.disguisedUser(a, limit)
	i, inHost := s.disguisedHost(host, limit)
	if !inUser && !inHost && !s.worn.spaced && !s.worn.back {
		return 0, false
	}
	s.worn.any = true
	for { // one pass for each backslash that stands for a slash
		if i < limit && s.has(i) && (s.buf[i] == '/' || s.buf[i] == '?' || s.buf[i] == '#') {
			i = s.rest(start, i)
		}
		size := 0
		switch {
		case i >= limit:
		case s.worn.back && s.is(i, '\\') && s.has(i+1) && plainSet[s.buf[i+1]]:
			size = 1
		case s.worn.spaced:
			size = s.markAt(i, spacedMarks, "/")
		}
		if size == 0 {
			size = s.markAt(i, authorityMarks, "/")
		}
		if size == 0 || i >= limit {
			return i, true
		}
		i = s.rest(start, i+size)
	}
}

// disguisedHost returns the index after a host and its port at index i, and reports whether part of it is disguised.
func (s *Scanner) disguisedHost(i, limit int) (end int, marked bool) {
	first := i
	if s.is(i, '[') && s.find(i, authorityMarks).written == "" {
		i = s.address(i)
	}
	for label := i; i < limit && s.has(i); {
		b := s.buf[i]
		mark := s.find(i, authorityMarks)
		if mark.written == " dot " && !s.wordDot(first, i, marked) || mark.meant == "www" && i > first {
			mark = substitute{}
		}
		if mark.written == "" && s.worn.spaced {
			mark = s.find(i, spacedMarks)
		}
		size := len(mark.written)
		switch {
		case mark.meant == "/":
			return i, true
		case size > 0:
			marked, label = true, i+size
		case hostSet[b]:
			size = 1
		case b == '%' && s.run(i+1, i+3, hexSet) == i+3:
			size = 3
		default:
			size = s.extra(label, i, limit)
			if size == 0 && i > label && b >= 0x80 {
				if after, part := s.inHost(i, marked && i-first <= maxHost && s.isKnown(first, i)); part == certain {
					size = after - i
				}
			}
			if size == 0 {
				return s.template(s.port(first, i, limit)), marked
			}
		}
		i += size
	}
	return i, marked
}

// disguisedUser returns the index after the "@" of a user and password at index i, or i if there is none, and reports whether
// part of it is disguised. It accepts the same characters for a user as userEnd.
func (s *Scanner) disguisedUser(i, limit int) (end int, marked bool) {
	end = i
	password, list, any := false, false, false
	for i < limit && s.has(i) {
		mark := s.find(i, authorityMarks)
		size := max(len(mark.written), 1)
		switch b := s.buf[i]; {
		case mark.meant == "@", b == '@' && s.has(i+1) && (alnumSet[s.buf[i+1]] || s.buf[i+1] == '['):
			if any = any || mark.written != ""; password || !list {
				end, marked = i+size, any
			}
		case mark.meant == "/", mark.written != "" && blank(b):
			return end, marked
		case b >= 0x80:
			if size = s.wordAt(i, i); size == 0 {
				return end, marked
			}
		case mark.written != "":
			any = true
		case (b == ',' || b == ';' || b == '&') && s.splits(i), !userSet[b] && b < 0x80:
			return end, marked
		case b == ',' || b == ';' || b == '&':
			list = true
		case b == ':':
			password = true
		}
		i += size
	}
	return end, marked
}

// wordDot reports whether the " dot " at index i, in a host that begins at index first, is a dot of the host and not a word of
// the sentence. It is a dot if the host has no other dot before it, except after "www", or if the host is already known to be
// disguised.
func (s *Scanner) wordDot(first, i int, marked bool) bool {
	host := s.buf[first:i]
	host = bytes.TrimPrefix(host, []byte("www."))
	end := s.run(i+len(" dot "), i+maxHost, alnumSet)
	return (marked || s.worn.any || bytes.IndexByte(host, '.') < 0) && end > i+len(" dot ")+1 && !s.is(end, '\'')
}

// isObfuscated reports whether a dot, colon or slash is disguised in brackets at index i, after a host.
func (s *Scanner) isObfuscated(i int) bool {
	if !s.has(i) || s.buf[i] != '[' && s.buf[i] != '(' && s.buf[i] != '{' {
		return false
	}
	mark := s.find(i, authorityMarks)
	return mark.meant == "." || mark.meant == ":" || mark.meant == "/"
}

// find returns the substitute at index i. A letter or digit must follow it.
func (s *Scanner) find(i int, marks *byFirst) substitute {
	if !s.has(i) {
		return substitute{}
	}
	list := marks[lower(s.buf[i])]
	if len(list) == 0 || !s.has(i+1) {
		return substitute{}
	}
	second := lower(s.buf[i+1])
	for _, mark := range list {
		end := i + len(mark.written)
		if mark.written[1] == second && s.textAt(i, mark.written) && s.has(end) && mark.goesBefore(s.buf[end]) {
			return mark
		}
	}
	return substitute{}
}

// markAt returns the length of the substitute for meant at index i, or 0.
func (s *Scanner) markAt(i int, marks *byFirst, meant string) int {
	if mark := s.find(i, marks); mark.meant == meant {
		return len(mark.written)
	}
	return 0
}

// pathMark returns the length of the substitute at index i in the path or query of a URL, or 0.
func (s *Scanner) pathMark(i int, query bool) int {
	if !s.worn.any && !query && alnumSet[s.buf[i-1]] && s.textAt(i, pathDot) && s.has(i+len(pathDot)) && alnumSet[s.buf[i+len(pathDot)]] {
		s.worn.any = true
		if !s.defang {
			s.flaw = Obfuscated
		}
	}
	if !s.worn.any {
		return 0
	}
	for _, mark := range pathMarks[s.buf[i]] {
		if s.textAt(i, mark.written) {
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
	if p.size() > 1 && (p.before != "" || p.after != "//") {
		meant := ":"
		if p.slashes {
			meant = "://"
		}
		list = append(list, edit{i - p.size(), p.size(), meant})
	}
	blanks := len(text[i:]) - len(bytes.TrimLeft(text[i:], " "))
	if blanks > 0 {
		list = append(list, edit{i, blanks, ""})
		i += blanks
	}
	for first := i; i < len(text); {
		b := text[i]
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
func prefix(text []byte) (p separator, scheme edit, end int) {
	for k := range text {
		if text[k] != ':' && text[k] != '_' {
			continue
		}
		p, ok := separatorAt(text, k)
		if !ok {
			if text[k] == ':' {
				return separator{}, edit{}, k + 1
			}
			continue
		}
		name := text[:k-len(p.before)]
		n, meant := disguisedScheme(name)
		switch {
		case n > 0 && n == len(name):
			return p, edit{0, n, meant}, k + 1 + len(p.after)
		case p.mark == '_':
			if n, _ := anyScheme(name); n == 0 || n < len(name) {
				continue
			}
		}
		return p, edit{}, k + 1 + len(p.after)
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

// restore undoes the disguise of a candidate. It records what it takes out as folds.
func (s *Scanner) restore(c *Candidate) {
	s.edits = edits(s.edits[:0], c.Text, c.Guess == 0)
	if c.Restored = len(s.edits) > 0; !c.Restored {
		return
	}
	folds, old := s.restoredFolds[:0], c.Folds
	offset, grown := c.Start, 0
	for _, e := range s.edits {
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
	s.restored = apply(s.restored[:0], c.Text, s.edits)
	s.restoredFolds = folds
	c.Text, c.Folds = s.restored, folds
}
