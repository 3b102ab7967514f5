package scan

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file has the rules for characters outside ASCII: which of them belong to a bare
// URL (RFC 3987), and the effect of bytes that are not UTF-8. What a character is depends
// on its class alone.

// A urlPart is a part of a URL.
type urlPart uint8

const (
	hostPart urlPart = iota
	pathPart
	queryPart
)

// charAt returns the length of the character at index i if it is outside ASCII and
// continues a bare URL, or 0. Spaced letters do, and so do joiners between two of them.
// If iri is set, so do all the ucschar of RFC 3987 and, in a query, its iprivate, except
// for punctuation, which belongs to the sentence.
func (t *text) charAt(i int, part urlPart, iri bool) int {
	r, size := t.rune(i)
	switch c := lexicon.ClassOf(r); {
	case t.isGarbled(i):
	case r == utf8.RuneError && size > 1, // which the parser rejects
		c == lexicon.Spaced, iri && (c == lexicon.Unspaced || c == lexicon.Symbol ||
			c == lexicon.Private && part == queryPart),
		(c == lexicon.Joiner || c == lexicon.Widthless || c == lexicon.PathJoiner && part != hostPart) &&
			t.joins(r, i, size, iri), part != hostPart && (t.isPicture(i, part) || t.isInTitle(i)):
		return size
	case part != hostPart:
		return t.octetsAt(i)
	}
	return 0
}

// isDelimiting reports whether a character at index i is punctuation or the like, which no
// host has.
func (t *text) isDelimiting(i int) bool {
	r, size := t.rune(i)
	return size > 1 && lexicon.ClassOf(r) == lexicon.Delimiting
}

// isGarbled reports whether a quotation mark, a dash or a blank in UTF-8 that was decoded
// as Windows-1252 and encoded again is at index i.
func (t *text) isGarbled(i int) bool {
	return t.textAt(i, "â€") || t.textAt(i, "Â") && (t.is(i+len("Â"), 0xc2) || blank(t.at(i+len("Â"))))
}

// joins reports whether the joiner r at index i joins two letters, and no URL follows it.
func (t *text) joins(r rune, i, size int, iri bool) bool {
	isLetter := func(r rune) bool {
		c := lexicon.ClassOf(r)
		return c == lexicon.Spaced || iri && c == lexicon.Unspaced
	}
	before, _ := utf8.DecodeLastRune(t.buf[:i])
	after, n := t.rune(i + size)
	if r == '\u200d' && unicode.Is(unicode.Mn, before) && isLetter(before) {
		return true // it is part of a letter, after a virama
	}
	if !isLetter(before) || !isLetter(after) || t.slashedAt(i+size) {
		return false
	}
	next, _ := t.rune(i + size + n)
	return r != '’' || after != 's' || isLetter(next) || next == '-'
}

// isPicture reports whether the character at index i belongs to a symbol that is a value,
// as in "?a=✓", or is between round brackets, or whether it goes on with the symbol
// before it.
func (t *text) isPicture(i int, part urlPart) bool {
	isPart := func(r rune) bool {
		return lexicon.ClassOf(r) == lexicon.Symbol || r == '\u200d' || r == '\ufe0f'
	}
	r, _ := t.rune(i)
	before, _ := utf8.DecodeLastRune(t.buf[:i])
	end := i
	for r, size := t.rune(end); before == '(' && isPart(r) && end < i+maxHost; r, size = t.rune(end) {
		end += size
	}
	return isPart(r) && (isPart(before) || lexicon.ClassOf(r) == lexicon.Symbol &&
		(before == '=' && part == queryPart || before == '(' && t.is(end, ')')))
}

// isInTitle reports whether the character at index i is a letter in the round brackets
// after a "_", as in the titles of a wiki: "Go_(言語)".
func (t *text) isInTitle(i int) bool {
	const longest = 96
	start := max(t.floor, i-longest)
	open := start + bytes.LastIndexByte(t.buf[start:i], '(')
	if open <= start || t.buf[open-1] != '_' {
		return false
	}
	end := open + 1
	for size := 1; size > 0 && end < open+longest; end += size {
		end = t.span(end, open+longest, titleSet)
		var r rune
		switch r, size = t.rune(end); lexicon.ClassOf(r) {
		case lexicon.Spaced, lexicon.Unspaced, lexicon.Joiner, lexicon.PathJoiner:
		default:
			size = 0
		}
	}
	return end > i && t.is(end, ')')
}

// titleSet has the ASCII bytes of a title.
var titleSet = octet.SetOf(octet.Letters + octet.Digits + "_-.,'!&")

// octetsAt returns the length of the run of bytes outside ASCII at index i if these are
// letters of a charset other than UTF-8, or 0: a single letter of Latin-1, or several
// small ones, which Windows-1251 and most relatives of Latin-1 share. Other pairs are
// more likely East Asian characters after the URL, and only a few of these begin with
// such bytes. A single letter of DOS or Macintosh between two letters counts, too, or
// before a slash, unless it is punctuation in Windows-1252, or in Shift_JIS: 0x81 and a
// capital letter anywhere, and any such byte after Hiragana.
func (t *text) octetsAt(i int) int {
	const longest = 64
	end := t.span(i, i+longest, octetSet)
	isForeign := func(b byte) bool { return b < 0xDF || b == 0xF7 }
	switch several := end > i+1; {
	case !several && t.isOctetLetter(i):
		return 1
	case several && end < i+longest && !slices.ContainsFunc(t.buf[i:end], isForeign):
		return end - i
	}
	return 0
}

// isOctetLetter is octetsAt for a single byte.
func (t *text) isOctetLetter(i int) bool {
	b, next, after := t.buf[i], t.at(i+1), t.at(i+2)
	between := octet.Letter[t.buf[i-1]] && (octet.Letter[next] || next == '/' && !latinPunctuation[b])
	switch {
	case b == 0xD7, b == 0xF7, 0xA0 <= b && b < 0xC0:
		return false
	case octet.Alnum[next] && 0x80 <= after && after < 0xC0 && !latinPunctuation[after]:
		return false // perhaps the second byte of a pair in Shift_JIS or Big5
	case b == 0x85, b == 0x97, b < 0xC0 && !between:
		return false
	case b == 0x92 && next == 's' && !octet.Alnum[after]: // a possessive
		return false
	}
	return !(b == 0x81 && 'A' <= next && next <= 'Z') && !(0x81 <= b && b < 0xA0 && t.afterKana(i))
}

// afterKana reports whether Hiragana in Shift_JIS is in the text before index i.
func (t *text) afterKana(i int) bool {
	const most = 128
	lead := t.buf[max(0, i-most):i]
	for k := range len(lead) - 1 {
		if lead[k] == 0x82 && 0x9F <= lead[k+1] && lead[k+1] <= 0xF1 {
			return true
		}
	}
	return false
}

// octetSet has the bytes outside ASCII.
var octetSet = octet.Outside("")

// latinPunctuation has punctuation and blanks in Latin-1 and Windows-1252.
var latinPunctuation = octet.SetOf("\x85\x91\x92\x93\x94\x95\x96\x97\xA0\xAB\xB4\xB7\xBB")

// inHost returns the length of the characters outside ASCII at index i that belong to a
// host, or to a label of it, which begins at index start. If the size is 0, doubt reports
// whether they may belong to it.
//
// Letters of scripts without blanks, symbols and joiners are part of the host if a dot
// and another name, a port or a path follow, if letters begin a label, or if a symbol is
// in the first label. But letters after a whole host are the text after it, and a name
// after a symbol there may be another host. Other marks are not part of the host. If a
// name follows a mark, the end of the host is in doubt.
func (t *text) inHost(start, i, limit int) (size int, doubt bool) {
	if t.at(i) < 0x80 || t.isGarbled(i) {
		return 0, false
	}
	whole := t.isWhole(start, i)
	r, size := t.rune(i)
	c := lexicon.ClassOf(r)
	if n := t.charAt(i, hostPart, t.iri); n > 0 && !(c == lexicon.Joiner && whole) {
		return n, false
	}
	if c == lexicon.HostMark || c == lexicon.PathJoiner || c == lexicon.WideDot || c == lexicon.Joiner ||
		r == '−' {
		return 0, !(c == lexicon.WideDot && whole) && t.joinsHost(i+size, c)
	}
	return t.lettersInHost(start, i, limit, whole)
}

// joinsHost reports whether the host probably goes on at index i, after a mark of class c.
func (t *text) joinsHost(i int, c lexicon.Class) bool {
	next := t.at(i)
	_, joined := t.moreHost(i)
	if c == lexicon.WideDot { // browsers read it as a dot
		joined = joined || octet.Alnum[next]
	}
	return joined && (octet.Alnum[next] || next >= 0x80 || next == '/')
}

// lettersInHost is inHost for characters that are no marks. whole reports whether the
// text before them may be a whole host.
func (t *text) lettersInHost(start, i, limit int, whole bool) (size int, doubt bool) {
	letters := t.characters(i, limit, func(c lexicon.Class) bool {
		return c == lexicon.Spaced || c == lexicon.Unspaced
	})
	end := t.characters(letters, limit, lexicon.Class.IsName)
	strokes := t.characters(letters, end, func(c lexicon.Class) bool { return c != lexicon.Stroke }) < end
	begins := i == start || t.buf[i-1] == '.'
	if whole && end == letters && !begins || t.slashedAt(end) {
		return 0, false
	}
	far, joined := t.moreHost(end)
	next := octet.Alnum[t.at(end)]
	switch {
	case strokes && letters > start && !t.is(end, '.') && !t.goesOnDisguised(end):
	case end > max(letters, i+maxHost-utf8.UTFMax), t.is(far, '@') && octet.Alnum[t.at(far+1)], joined &&
		whole && next:
		return 0, true
	case joined, !whole && next && letters < end, letters == i && i == start:
		return end - i, false
	}
	if begins && !whole {
		return letters - i, false
	}
	return 0, false
}

// isWhole reports whether the text at [start,i) may be a whole host: it has a dot, and is
// the name of a host.
func (t *text) isWhole(start, i int) bool {
	dot := bytes.IndexByte(t.buf[start:min(i, start+maxHost)], '.')
	return 0 < dot && dot < i-start-1 && i-start <= maxHost && t.isHostName(t.buf[start:i])
}

// characters returns the index after the characters outside ASCII at index i whose
// classes are of a kind.
func (t *text) characters(i, limit int, kind func(lexicon.Class) bool) int {
	for i < limit && t.at(i) >= 0x80 {
		r, size := t.rune(i)
		if !kind(lexicon.ClassOf(r)) {
			break
		}
		i += size
	}
	return i
}

// moreHost returns the index after the names of a host at index i, and reports whether
// there is another one after a dot, or a port or a path after them. It reads no more than
// a name.
func (t *text) moreHost(i int) (end int, more bool) {
	const longest = 64
	for limit := i + longest; i < limit && t.has(i); {
		r, size := t.rune(i)
		c := lexicon.ClassOf(r)
		dot := r == '.' || c == lexicon.WideDot
		if !dot && r != '-' && r != '_' && !lexicon.Class.IsName(c) {
			break
		}
		i += size
		more = more || dot && octet.Alnum[t.at(i)]
	}
	if t.is(i, ':') {
		more = octet.Digit[t.at(i+1)] || more && !t.textAt(i, "://")
	}
	return i, more || t.is(i, '/') || t.goesOnDisguised(i)
}

// isForeign reports whether the host at [start,i) goes on after bytes that are not UTF-8
// or may go on after another character that no host has. Bytes that are not
// UTF-8 are letters, except for quotes, dashes and blanks of Latin-1 and Windows-1252 at
// the end of the host, and symbols of East Asian charsets, which have two bytes.
func (t *text) isForeign(start, i, limit int) bool {
	b, next := t.at(i), t.at(i+1)
	if b == '&' {
		r, size := t.reference(i + 1)
		isLetter := size > 0 && r >= utf8.RuneSelf && unicode.IsLetter(r) && hostSet[t.at(i+1+size)]
		return isLetter || slices.ContainsFunc(invisibleEntities,
			func(entity string) bool { return t.textAt(i+1, entity) && hostSet[t.at(i+1+len(entity))] })
	}
	if r, size := t.rune(i); r != utf8.RuneError || size != 1 {
		_, doubt := t.inHost(start, i, limit)
		return doubt
	}
	after := next
	if next == '.' {
		after = t.at(i + 2)
	}
	switch {
	case b == 0xA0: // a blank
		return next >= 0x80
	case latinPunctuation[b]:
		return after >= 0x80 || hostSet[after] || after == '/' || after == ':'
	case 0xA1 <= b && b <= 0xA3:
		return next <= 0xA0
	}
	return true
}

// invisibleEntities are the characters without width as pages write them, after "&". Text
// that was cut out of a page has them.
var invisibleEntities = strings.Fields(`shy; zwj; zwnj; nobreak; #173; #xad; #8203; #x200b; #8204; #x200c;
	#8205; #x200d; #8288; #x2060; #65279; #xfeff;`)
