package scan

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// This file has the rules for characters outside ASCII: which of them belong to a bare URL (RFC 3987), and the effect of bytes
// that are not UTF-8.

// spaced are the scripts with blanks between words, so a letter right after a URL belongs to the URL. Other scripts, such as Han,
// Kana, Thai and Khmer, have no such blanks, and particles of Hangul follow words directly.
var spaced = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Hebrew, unicode.Arabic, unicode.Syriac,
	unicode.Thaana, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Georgian, unicode.Ethiopic,
	unicode.Cherokee, unicode.Canadian_Aboriginal, unicode.Mongolian, unicode.Tifinagh, unicode.Coptic, unicode.Glagolitic,
	unicode.Adlam, unicode.Osage, unicode.Deseret, unicode.Gothic, unicode.Runic, unicode.Ogham,
}

// cjk are the blocks of symbols, marks and wide forms that belong to scripts without blanks.
var cjk = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2E80, Hi: 0x33FF, Stride: 1}, {Lo: 0xFE00, Hi: 0xFFFF, Stride: 1}}}

// words has the letters, digits and marks of spaced scripts, as a set of the characters up to U+FFFF.
var words = sync.OnceValue(func() *[1 << 13]byte {
	var set [1 << 13]byte
	for r := rune(0x80); r <= 0xFFFF; r++ {
		if isSpacedWord(r) {
			set[r>>3] |= 1 << (r & 7)
		}
	}
	return &set
})

func isSpacedWord(r rune) bool {
	switch {
	case unicode.Is(cjk, r):
		return false
	case unicode.In(r, unicode.Inherited, unicode.Common):
		return unicode.In(r, unicode.Nd, unicode.Mn, unicode.Lm)
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M) && unicode.In(r, spaced...)
}

// inSpacedWord reports whether r is a letter, digit or mark of a spaced script.
func inSpacedWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return alnumSet[byte(r)]
	case r <= 0xFFFF:
		return words()[r>>3]&(1<<(r&7)) != 0
	}
	return isSpacedWord(r)
}

// smallLetters are the bytes of Latin-1 that are small letters, as they also are of most of its relatives and of Windows-1251. In the
// charsets of East Asia few common characters begin with one of these.
var smallLetters = func() *charset {
	var set charset
	for b := 0xDF; b < len(set); b++ {
		set[b] = b != 0xF7
	}
	return &set
}()

// octetsAt returns the length of the run of bytes outside ASCII at index i if these are letters of a charset other than UTF-8, or 0. They
// are a single one that is a letter in Latin-1, or several small ones. Other pairs are more likely characters of East Asia, after the
// URL. Between two letters a single one of the bytes that are letters in the charsets of DOS and Macintosh is a letter, too.
func (t *text) octetsAt(i int) int {
	const longest = 64
	end, small := i, true
	for ; end < i+longest && t.has(end) && t.buf[end] >= 0x80; end++ {
		small = small && smallLetters[t.buf[end]]
	}
	switch b := t.buf[i]; {
	case end == i+longest:
		return 0
	case end > i+1 && small:
		return end - i
	case end > i+1, b == 0xD7, b == 0xF7, 0xA0 <= b && b < 0xC0:
		return 0
	case t.has(end+1) && alnumSet[t.buf[end]] && t.buf[end+1] >= 0x80 && t.buf[end+1] < 0xC0 && !markOctets[t.buf[end+1]]:
		return 0 // the byte between them may be the second of a pair in Shift_JIS or Big5
	case b < 0xC0 && (b == 0x85 || b == 0x97 || !letterSet[t.buf[i-1]] || !letterSet[t.at(end)]):
		return 0
	case b == 0x92 && t.buf[end] == 's' && !alnumSet[t.at(end+1)]:
		return 0 // a possessive
	}
	return 1
}

// markOctets are punctuation and blanks in Latin-1 and Windows-1252.
var markOctets = newCharset("\x85\x91\x92\x93\x94\x95\x96\x97\xA0\xAB\xB4\xB7\xBB")

func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// strokes are symbols that separate words like punctuation: arrows, signs of trade marks, lines of tables, and the wide forms of
// ASCII symbols.
var strokes = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0xA9, Hi: 0xA9, Stride: 1}, {Lo: 0xAE, Hi: 0xAE, Stride: 1}, {Lo: 0x2122, Hi: 0x2122, Stride: 1},
	{Lo: 0x2190, Hi: 0x21FF, Stride: 1}, {Lo: 0x2500, Hi: 0x259F, Stride: 1},
	{Lo: 0xFF01, Hi: 0xFF0F, Stride: 1}, {Lo: 0xFF1A, Hi: 0xFF20, Stride: 1}, {Lo: 0xFF3B, Hi: 0xFF40, Stride: 1},
	{Lo: 0xFF5B, Hi: 0xFF64, Stride: 1}, {Lo: 0xFFE0, Hi: 0xFFFF, Stride: 1},
}}

// isJoiner reports whether r is not a letter, but belongs to a word if it is between two letters, unless another URL follows: the
// middle dots, Hebrew's marks, the two marks without width that some scripts need, and in a path also the en dash and an apostrophe,
// except that of a possessive ’s.
func isJoiner(r rune) bool { return r == '’' || r == '–' || isHostJoiner(r) }

func isHostJoiner(r rune) bool {
	switch r {
	case '·', '・', '־', '׳', '״', '\u200c', '\u200d':
		return true
	}
	return false
}

// A place is a part of a URL.
type place uint8

const (
	inHost place = iota
	inPath
	inQuery
)

// wordAt returns the length of the character at index i if it is outside ASCII and continues a bare URL, or 0. Letters, digits
// and marks of spaced scripts do, and joiners between two of them. With Config.IRI, so do all characters of iriChar.
func (t *text) wordAt(i int, in place) int {
	if t.iri {
		return t.iriChar(i, in)
	}
	r, size := t.rune(i)
	switch {
	case r == utf8.RuneError && size == 1:
		if in != inHost {
			return t.octetsAt(i)
		}
	case inSpacedWord(r), t.joins(r, i, in, inSpacedWord):
		return size
	}
	return 0
}

// isHan reports whether r is one of the usual letters of Kana, Han and Hangul.
func isHan(r rune) bool {
	return 0x3041 <= r && r <= 0x3096 || 0x30A1 <= r && r <= 0x30FA || 0x4E00 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3
}

// iriChar returns the length of the character at index i if it is outside ASCII and an IRI without brackets can have it, or 0. These
// are the ucschar of RFC 3987 and, in a query, its iprivate. Punctuation belongs to the sentence.
func (t *text) iriChar(i int, in place) int {
	r, size := t.rune(i)
	switch {
	case isHan(r):
		return size // as mostly
	case r == utf8.RuneError && size == 1 && in != inHost:
		return t.octetsAt(i)
	case r < 0xA0, r == utf8.RuneError, unicode.Is(unicode.Noncharacter_Code_Point, r):
		return 0
	case isJoiner(r):
		if !t.joins(r, i, in, inWord) {
			return 0
		}
	case unicode.Is(unicode.Co, r):
		if in != inQuery {
			return 0
		}
	case unicode.In(r, unicode.P, unicode.Z, unicode.C, strokes):
		return 0
	}
	return size
}

// joins reports whether the character r at index i joins two letters: it is between two characters of a word.
func (t *text) joins(r rune, i int, in place, word func(rune) bool) bool {
	if !isJoiner(r) || in == inHost && !isHostJoiner(r) {
		return false
	}
	size := utf8.RuneLen(r)
	before, _ := utf8.DecodeLastRune(t.buf[:i])
	after, letter := t.rune(i + size)
	if !word(before) || !word(after) || t.slashedAt(i+size) {
		return false
	}
	next, _ := t.rune(i + size + letter)
	return r != '’' || after != 's' || word(next)
}

// labelAt returns the length of a label of a host at index i that begins with a letter of a script without blanks, or 0. If a
// label must begin there, such a letter is not text after the URL. If the labels before it could be a whole host, it is a label
// only if the host, a port or a path continues after it.
func (t *text) labelAt(i, limit int, first bool) int {
	end := i
	for end < limit && t.has(end) && t.buf[end] >= 0x80 {
		size := t.iriChar(end, inHost)
		if size == 0 {
			break
		}
		end += size
	}
	if end == i || first {
		return end - i
	}
	switch {
	case t.is(end, '/'), t.is(end, '.') && alnumSet[t.at(end+1)], t.is(end, ':') && digitSet[t.at(end+1)]:
		return end - i
	}
	return 0
}

// How certain it is that a character belongs to a host.
type certainty uint8

const (
	never certainty = iota
	maybe
	certain
)

// isHostMark reports whether r is a mark that is in a name by mistake if no blank follows it: "http://a–b.example".
func isHostMark(r rune) bool {
	switch r {
	case '’', '…', '•', '‐', '‑', '‒', '–', '—', '―', '−':
		return true
	}
	return false
}

func isWideDot(r rune) bool { return r == '。' || r == '．' || r == '｡' }

// inHost returns the index after the characters outside ASCII at index i, in a host, and how certain it is that they belong to it. whole
// reports whether the text before them may be a whole host. Letters of scripts without blanks, symbols and joiners may be a part of a
// name, or the text after the host. They are a part if a dot and another name, a port or a path follow, or if they are the end of the
// second name or a symbol in the first. But letters after a whole host are the text after it, and a name after a symbol there may be
// another host. A mark is no part, but if a name follows it is uncertain where the host ends. Lines of tables always end the host.
func (t *text) inHost(i int, whole bool) (end int, part certainty) {
	if r, size := t.rune(i); isHostMark(r) || isWideDot(r) {
		end = i + size
		follows := t.has(end) && (alnumSet[t.buf[end]] || t.buf[end] >= 0x80 || t.buf[end] == '/')
		if _, joined := t.moreHost(end); follows && joined && !(whole && isWideDot(r)) {
			return end, maybe
		}
		return end, never
	}
	end, symbol, stroke := t.nameAt(i, i+maxHost)
	if end == i || whole && !symbol && !stroke || t.slashedAt(end) || stroke && !t.is(end, '.') && !t.isObfuscated(end) {
		return end, never
	}
	far, joined := t.moreHost(end)
	next := alnumSet[t.at(end)]
	switch {
	case symbol && end > i+maxHost-utf8.UTFMax, t.is(far, '@') && alnumSet[t.at(far+1)], joined && whole && next:
		return end, maybe
	case joined, !whole && symbol && next, !whole && !symbol && t.buf[i-1] == '.':
		return end, certain
	}
	return end, never
}

// isWhole reports whether the text at [start,i) may be a whole host: it has a dot, and is the name of a host.
func (t *text) isWhole(start, i int) bool {
	dot := bytes.IndexByte(t.buf[start:min(i, start+maxHost)], '.')
	return 0 < dot && dot < i-start-1 && i-start <= maxHost && t.isHostName(t.buf[start:i])
}

// nameAt returns the index after the letters outside ASCII, symbols and joiners at index i, and reports whether there are symbols among
// them, and strokes. Lines of tables and wide forms are not among these.
func (t *text) nameAt(i, limit int) (end int, symbol, stroke bool) {
	for end = i; end < limit && t.has(end) && t.buf[end] >= 0x80; {
		r, size := t.rune(end)
		switch {
		case isHan(r), inSpacedWord(r): // as mostly
		case unicode.Is(strokes, r) && r < 0x2500:
			stroke = true
		case unicode.Is(strokes, r):
			return end, symbol, stroke
		case unicode.In(r, unicode.S, unicode.Join_Control):
			symbol = true
		case !inWord(r):
			return end, symbol, stroke
		}
		end += size
	}
	return end, symbol, stroke
}

// moreHost returns the index after the names of a host at index i, and reports whether there is another one after a dot, or a port or a
// path after them. It reads no more than a name.
func (t *text) moreHost(i int) (end int, more bool) {
	const longest = 64
	for limit := i + longest; i < limit && t.has(i); i++ {
		switch b := t.buf[i]; {
		case b == '.':
			more = more || alnumSet[t.at(i+1)]
		case hostSet[b]:
		case b < 0x80:
			if b == ':' {
				more = digitSet[t.at(i+1)] || more && !t.textAt(i, "://")
			}
			return i, more || b == '/' || t.isObfuscated(i)
		default:
			end, _, _ = t.nameAt(i, i+longest)
			if r, size := t.rune(i); end == i && isWideDot(r) {
				end += size
				more = more || alnumSet[t.at(end)]
			}
			if end == i {
				return i, more
			}
			i = end - 1
		}
	}
	return i, more
}

// isForeign reports whether the host before index i goes on after bytes that are not UTF-8, or perhaps after another character that no host
// has: part says how certain that is. Bytes that are not UTF-8 are letters, but quotes, dashes and blanks of Latin-1 and Windows-1252 are
// not if the host ends there. Neither are the symbols of East Asian charsets, which have two bytes.
func (t *text) isForeign(i int, part certainty) bool {
	switch {
	case t.is(i, '&'):
		size := t.invisibleEntity(i)
		return size > 0 && hostSet[t.at(i+size)]
	case !t.has(i) || t.buf[i] < 0x80:
		return false
	}
	if r, size := t.rune(i); r != utf8.RuneError || size > 1 {
		return part == maybe
	}
	dot := i + 1
	if t.is(dot, '.') {
		dot++
	}
	b, ends := t.buf[i], !t.has(dot) || t.buf[dot] < 0x80 && !hostSet[t.buf[dot]] && t.buf[dot] != '/' && t.buf[dot] != ':'
	switch {
	case b == 0xA0: // a blank
		return t.has(i+1) && t.buf[i+1] >= 0x80
	case b == 0x85, 0x91 <= b && b <= 0x97, b == 0xAB, b == 0xB4, b == 0xB7, b == 0xBB:
		return !ends
	case 0xA1 <= b && b <= 0xA3:
		return !(t.has(i+1) && t.buf[i+1] > 0xA0)
	}
	return true
}

// invisibleEntities are the marks without width as pages write them, after "&". Text that was cut out of a page has them.
var invisibleEntities = strings.Fields(`shy; zwj; zwnj; nobreak; #173; #xad; #8203; #x200b; #8204; #x200c; #8205; #x200d; #8288; #x2060;
	#65279; #xfeff;`)

// invisibleEntity returns the length of the entity at index i, if it is one of invisibleEntities, or 0.
func (t *text) invisibleEntity(i int) int {
	for _, entity := range invisibleEntities {
		if t.textAt(i+1, entity) {
			return 1 + len(entity)
		}
	}
	return 0
}

// wide returns the index after the text at index i that could belong to a bare URL with Config.IRI. It returns i if that text has
// a ":", since another URL may begin there.
func (t *text) wide(i, limit int) int {
	in := inHost
	for end := i; end < limit && t.has(end) && t.buf[end] != ':'; {
		size := 1
		switch b := t.buf[end]; {
		case b == '?':
			in = inQuery
		case plainSet[b], b == '#', b == '@':
		case b >= 0x80:
			size = t.iriChar(end, in)
		case (b == ',' || b == ';' || b == '&') && !t.splits(end):
		default:
			return end
		}
		if size == 0 {
			return end
		}
		if end += size; !t.has(end) {
			return end
		}
		in = max(in, inPath)
	}
	return i
}

// enclosers are pairs of marks that enclose text.
const enclosers = "()[]{}``''**__||><“”„“‘’«»（）［］「」『』【】《》〈〉"

// around are enclosers that may enclose other text besides a URL.
const around = "({（【"

// longerEnd returns the end of the bare URL that begins at index start and reaches index i, before a letter of a script without
// blanks. If one of enclosers is right before the URL, and its partner follows text that could belong to the URL too, the URL
// ends at the partner. Otherwise it ends at i. A tab and the ends of a line enclose as well. Between "[" and "]" a blank may end
// the URL, as in a wiki's "[http://host.example/中文 label]". A host does not go on so, and between round brackets only a path that
// ends in punctuation does, since "(http://host.example/x参照)" has another word in it.
func (t *text) longerEnd(start, i int) int {
	before, size := utf8.DecodeLastRune(t.buf[:start])
	k := strings.IndexRune(enclosers, before)
	alone := size == 0 || fieldEnds[t.buf[start-1]]
	if !alone && (start == t.floor || k < 0 || utf8.RuneCountInString(enclosers[:k])%2 > 0) {
		return i
	}
	_, rest, _ := bytes.Cut(t.buf[start:i], []byte("://"))
	if !bytes.ContainsAny(rest, "/?#") || strings.ContainsRune(around, before) && (alnumSet[rest[len(rest)-1]] || rest[len(rest)-1] >= 0x80) {
		return i
	}
	end := t.wide(i, start+t.max)
	if alone {
		if !t.has(end) || fieldEnds[t.buf[end]] {
			return end
		}
		return i
	}
	partner, _ := utf8.DecodeRuneInString(enclosers[k+size:])
	if after, _ := t.rune(end); after == partner || before == '[' && t.has(end) && blank(t.buf[end]) {
		return end
	}
	return i
}

var fieldEnds = newCharset("\t\r\n")
