//go:build long

package old

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
func (s *Scanner) octetsAt(i int) int {
	const longest = 64
	end, small := i, true
	for ; end < i+longest && s.has(end) && s.buf[end] >= 0x80; end++ {
		small = small && smallLetters[s.buf[end]]
	}
	switch b := s.buf[i]; {
	case end == i+longest:
		return 0
	case end > i+1 && small:
		return end - i
	case end > i+1, b == 0xD7, b == 0xF7, 0xA0 <= b && b < 0xC0:
		return 0
	case s.has(end+1) && alnumSet[s.buf[end]] && s.buf[end+1] >= 0x80 && s.buf[end+1] < 0xC0 && !markOctets[s.buf[end+1]]:
		return 0 // the byte between them may be the second of a pair in Shift_JIS or Big5
	case b < 0xC0 && (b == 0x85 || b == 0x97 || !letterSet[s.buf[i-1]] || !s.has(end) || !letterSet[s.buf[end]]):
		return 0
	case b == 0x92 && s.buf[end] == 's' && !(s.has(end+1) && alnumSet[s.buf[end+1]]):
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

// wordAt returns the length of the character at index i if it is outside ASCII and continues a bare URL, or 0. Letters, digits
// and marks of spaced scripts do, and joiners between two of them. With Config.IRI, so do all characters of iriChar. In a path,
// from is the index at which it begins; in a host it is i.
func (s *Scanner) wordAt(i, from int) int {
	if s.iri {
		return s.iriChar(i, from)
	}
	r, size := s.rune(i)
	switch {
	case r == utf8.RuneError && size == 1:
		if from < i {
			return s.octetsAt(i)
		}
	case inSpacedWord(r), s.joins(r, i, from, inSpacedWord):
		return size
	}
	return 0
}

// isHan reports whether r is one of the usual letters of Kana, Han and Hangul.
func isHan(r rune) bool {
	return 0x3041 <= r && r <= 0x3096 || 0x30A1 <= r && r <= 0x30FA || 0x4E00 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3
}

// iriChar returns the length of the character at index i if it is outside ASCII and an IRI without brackets can have it, or 0. These
// are the ucschar of RFC 3987 and, after a "?" at or after index from, its iprivate. Punctuation belongs to the sentence. In a host
// from is i.
func (s *Scanner) iriChar(i, from int) int {
	r, size := s.rune(i)
	switch {
	case isHan(r):
		return size // as mostly
	case r == utf8.RuneError && size == 1 && from < i:
		return s.octetsAt(i)
	case r < 0xA0, r == utf8.RuneError, unicode.Is(unicode.Noncharacter_Code_Point, r):
		return 0
	case isJoiner(r):
		if !s.joins(r, i, from, inWord) {
			return 0
		}
	case unicode.Is(unicode.Co, r):
		if s.query < s.offset(from) || s.query >= s.offset(i) {
			s.query = s.offset(from + bytes.IndexByte(s.buf[from:i], '?'))
		}
		if s.query < s.offset(from) {
			return 0
		}
	case unicode.In(r, unicode.P, unicode.Z, unicode.C, strokes):
		return 0
	}
	return size
}

// joins reports whether the character r at index i joins two letters: it is between two characters of a word. In a host from is i.
func (s *Scanner) joins(r rune, i, from int, word func(rune) bool) bool {
	if !isJoiner(r) || from == i && !isHostJoiner(r) {
		return false
	}
	size := utf8.RuneLen(r)
	before, _ := utf8.DecodeLastRune(s.buf[:i])
	after, letter := s.rune(i + size)
	if !word(before) || !word(after) || s.slashedAt(i+size) {
		return false
	}
	next, _ := s.rune(i + size + letter)
	return r != '’' || after != 's' || word(next)
}

// labelAt returns the length of a label of a host at index i that begins with a letter of a script without blanks, or 0. If a
// label must begin there, such a letter is not text after the URL. If the labels before it could be a whole host, it is a label
// only if the host, a port or a path continues after it.
func (s *Scanner) labelAt(i, limit int, first bool) int {
	end := i
	for end < limit && s.has(end) && s.buf[end] >= 0x80 {
		size := s.iriChar(end, end)
		if size == 0 {
			break
		}
		end += size
	}
	if end == i || first {
		return end - i
	}
	switch {
	case s.is(end, '/'), s.is(end, '.') && s.has(end+1) && alnumSet[s.buf[end+1]], s.is(end, ':') && s.has(end+1) && digitSet[s.buf[end+1]]:
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
func (s *Scanner) inHost(i int, whole bool) (end int, part certainty) {
	if r, size := s.rune(i); isHostMark(r) || isWideDot(r) {
		end = i + size
		follows := s.has(end) && (alnumSet[s.buf[end]] || s.buf[end] >= 0x80 || s.buf[end] == '/')
		if _, joined := s.moreHost(end); follows && joined && !(whole && isWideDot(r)) {
			return end, maybe
		}
		return end, never
	}
	end, symbol, stroke := s.nameAt(i, i+maxHost)
	if end == i || whole && !symbol && !stroke || s.slashedAt(end) || stroke && !s.is(end, '.') && !s.isObfuscated(end) {
		return end, never
	}
	far, joined := s.moreHost(end)
	next := s.has(end) && alnumSet[s.buf[end]]
	switch {
	case symbol && end > i+maxHost-utf8.UTFMax, s.is(far, '@') && s.has(far+1) && alnumSet[s.buf[far+1]], joined && whole && next:
		return end, maybe
	case joined, !whole && symbol && next, !whole && !symbol && s.buf[i-1] == '.':
		return end, certain
	}
	return end, never
}

// isWhole reports whether the text at [start,i) may be a whole host: it has a dot, and Config.Means takes it for one.
func (s *Scanner) isWhole(start, i int) bool {
	dot := bytes.IndexByte(s.buf[start:min(i, start+maxHost)], '.')
	return 0 < dot && dot < i-start-1 && (s.means == nil || i-start <= maxHost && s.means(0, nil, s.buf[start:i]))
}

// nameAt returns the index after the letters outside ASCII, symbols and joiners at index i, and reports whether there are symbols among
// them, and strokes. Lines of tables and wide forms are not among these.
func (s *Scanner) nameAt(i, limit int) (end int, symbol, stroke bool) {
	for end = i; end < limit && s.has(end) && s.buf[end] >= 0x80; {
		r, size := s.rune(end)
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
func (s *Scanner) moreHost(i int) (end int, more bool) {
	const longest = 64
	for limit := i + longest; i < limit && s.has(i); i++ {
		switch b := s.buf[i]; {
		case b == '.':
			more = more || s.has(i+1) && alnumSet[s.buf[i+1]]
		case hostSet[b]:
		case b < 0x80:
			if b == ':' {
				more = s.has(i+1) && digitSet[s.buf[i+1]] || more && !s.textAt(i, "://")
			}
			return i, more || b == '/' || s.isObfuscated(i)
		default:
			end, _, _ = s.nameAt(i, i+longest)
			if r, size := s.rune(i); end == i && isWideDot(r) {
				end += size
				more = more || s.has(end) && alnumSet[s.buf[end]]
			}
			if end == i {
				return i, more
			}
			i = end - 1
		}
	}
	return i, more
}

// isForeign reports whether the host from index host to i goes on after bytes that are not UTF-8, or perhaps after another character that
// no host has. Bytes that are not UTF-8 are letters, but quotes, dashes and blanks of Latin-1 and Windows-1252 are not if the host ends
// there. Neither are the symbols of East Asian charsets, which have two bytes.
func (s *Scanner) isForeign(host, i int) bool {
	switch {
	case s.is(i, '&'):
		size := s.invisibleEntity(i)
		return size > 0 && s.has(i+size) && hostSet[s.buf[i+size]]
	case !s.has(i) || s.buf[i] < 0x80:
		return false
	}
	if r, size := s.rune(i); r != utf8.RuneError || size > 1 {
		_, part := s.inHost(i, s.isWhole(host, i))
		return part == maybe
	}
	dot := i + 1
	if s.is(dot, '.') {
		dot++
	}
	b, ends := s.buf[i], !s.has(dot) || s.buf[dot] < 0x80 && !hostSet[s.buf[dot]] && s.buf[dot] != '/' && s.buf[dot] != ':'
	switch {
	case b == 0xA0: // a blank
		return s.has(i+1) && s.buf[i+1] >= 0x80
	case b == 0x85, 0x91 <= b && b <= 0x97, b == 0xAB, b == 0xB4, b == 0xB7, b == 0xBB:
		return !ends
	case 0xA1 <= b && b <= 0xA3:
		return !(s.has(i+1) && s.buf[i+1] > 0xA0)
	}
	return true
}

// invisibleEntities are the marks without width as pages write them, after "&". Text that was cut out of a page has them.
var invisibleEntities = []string{"shy;", "zwj;", "zwnj;", "nobreak;", "#173;", "#xad;", "#8203;", "#x200b;", "#8204;", "#x200c;", "#8205;", "#x200d;", "#8288;", "#x2060;", "#65279;", "#xfeff;"}

// invisibleEntity returns the length of the entity at index i, if it is one of invisibleEntities, or 0.
func (s *Scanner) invisibleEntity(i int) int {
	for _, entity := range invisibleEntities {
		if s.textAt(i+1, entity) {
			return 1 + len(entity)
		}
	}
	return 0
}

// foreign returns the index after the text at index i up to white space or a delimiter, including bytes outside ASCII.
func (s *Scanner) foreign(i, limit int) int {
	for i < limit && s.has(i) && (bareSet[s.buf[i]] || s.buf[i] >= 0x80) {
		i++
	}
	return i
}

// wide returns the index after the text at index i that could belong to a bare URL with Config.IRI. It returns i if that text has
// a ":", since another URL may begin there.
func (s *Scanner) wide(i, limit int) int {
	for end := i; end < limit && s.has(end) && s.buf[end] != ':'; {
		size := 1
		switch b := s.buf[end]; {
		case plainSet[b], b == '#', b == '@':
		case b >= 0x80:
			size = s.iriChar(end, i)
		case (b == ',' || b == ';' || b == '&') && !s.splits(end):
		default:
			return end
		}
		if size == 0 {
			return end
		}
		end += size
		if !s.has(end) {
			return end
		}
	}
	return i
}

// enclosers are pairs of marks that enclose text.
const enclosers = "()[]{}``''**__||><“”„“‘’«»（）［］「」『』【】《》〈〉"

// around are enclosers that may enclose other text besides a URL.
const around = "({（【"

// enclosed returns the end of the bare URL that begins at index start and reaches index i, before a letter of a script without
// blanks. If one of enclosers is right before the URL, and its partner follows text that could belong to the URL too, the URL
// ends at the partner. Otherwise it ends at i. A tab and the ends of a line enclose as well. Between "[" and "]" a blank may end
// the URL, as in a wiki's "[http://host.example/中文 label]". A host does not go on so, and between round brackets only a path that
// ends in punctuation does, since "(http://host.example/x参照)" has another word in it.
func (s *Scanner) enclosed(start, i int) int {
	before, size := utf8.DecodeLastRune(s.buf[:start])
	k := strings.IndexRune(enclosers, before)
	alone := size == 0 || fieldEnds[s.buf[start-1]]
	if !alone && (start == s.floor || k < 0 || utf8.RuneCountInString(enclosers[:k])%2 > 0) {
		return i
	}
	_, rest, _ := bytes.Cut(s.buf[start:i], []byte("://"))
	if !bytes.ContainsAny(rest, "/?#") || strings.ContainsRune(around, before) && (alnumSet[rest[len(rest)-1]] || rest[len(rest)-1] >= 0x80) {
		return i
	}
	end := s.wide(i, start+s.max)
	if alone {
		if !s.has(end) || fieldEnds[s.buf[end]] {
			return end
		}
		return i
	}
	partner, _ := utf8.DecodeRuneInString(enclosers[k+size:])
	if after, _ := s.rune(end); after == partner || before == '[' && s.has(end) && blank(s.buf[end]) {
		return end
	}
	return i
}

var fieldEnds = newCharset("\t\r\n")

// destination returns the index of the ")" after a link's destination in Markdown, "[text](destination)", that begins at index
// start, or 0. A destination has no white space, quotes or angle brackets, its round brackets have partners, and a title may
// follow it.
func (s *Scanner) destination(start int) int {
	if start-2 < s.floor || s.buf[start-1] != '(' || s.buf[start-2] != ']' {
		return 0
	}
	depth := 0
	for i, limit := start, start+s.max; i < limit && s.has(i); i++ {
		switch b := s.buf[i]; {
		case b == '(' && s.buf[i-1] == ']':
			return 0
		case b == '(':
			depth++
		case b == ')' && depth == 0:
			return i
		case b == ')':
			depth--
		case blank(b) && depth == 0 && (s.is(i+1, '"') || s.is(i+1, '\'')):
			return i
		case b <= ' ', b == 0x7f, b == '<', b == '>', b == '"':
			return 0
		}
	}
	return 0
}

// rune returns the character at index i and its length. It reads no further than that character.
func (s *Scanner) rune(i int) (rune, int) {
	if i+utf8.UTFMax <= s.end {
		return utf8.DecodeRune(s.buf[i : i+utf8.UTFMax])
	}
	end := i
	for end < i+utf8.UTFMax && s.has(end) && !utf8.FullRune(s.buf[i:end]) {
		end++
	}
	return utf8.DecodeRune(s.buf[i:end])
}
