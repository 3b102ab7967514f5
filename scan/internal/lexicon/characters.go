package lexicon

import (
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// A Class is the role of a character outside ASCII in a URL and around it.
type Class uint8

const (
	Delimiting Class = iota // punctuation, blanks, controls and similar symbols, which never occur in a URL
	// letters, digits and marks of scripts with blanks between words: they continue a URL
	Spaced
	Unspaced   // those of scripts such as Han, Kana and Thai, and of Hangul with its particles
	Symbol     // pictures and the like
	Stroke     // symbols that separate words like punctuation: arrows and trade mark signs
	Widthless  // two zero-width characters that some scripts need between two letters of a word
	Joiner     // those with a width: middle dots, and those of Hebrew
	PathJoiner // in a path also hyphens, the en dash and an apostrophe, but not that of a possessive ’s
	HostMark   // marks that are in a host by mistake if no blank follows: "http://a—b.example"
	WideDot    // a dot of East Asian text
	Private    // characters for private use
)

// classed maps characters whose class does not follow from Unicode's categories.
var classed = map[rune]Class{
	'·': Joiner, '・': Joiner, '־': Joiner, '׳': Joiner, '״': Joiner, '\u200c': Widthless, '\u200d': Widthless,
	'’': PathJoiner, '–': PathJoiner, '‐': PathJoiner, '‑': PathJoiner,
	'…': HostMark, '•': HostMark, '‒': HostMark, '—': HostMark, '―': HostMark,
	'。': WideDot, '．': WideDot, '｡': WideDot,
}

// spacedScripts are the scripts with blanks between words.
var spacedScripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Hebrew, unicode.Arabic,
	unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Georgian, unicode.Ethiopic, unicode.Cherokee, unicode.Canadian_Aboriginal,
	unicode.Mongolian, unicode.Tifinagh, unicode.Coptic, unicode.Glagolitic, unicode.Adlam, unicode.Osage,
	unicode.Deseret, unicode.Gothic, unicode.Runic, unicode.Ogham,
}

// classes caches the classes of the characters met so far, and of those near them.
var classes [unicode.MaxRune>>8 + 1]atomic.Pointer[[1 << 8]Class]

// ClassOf returns the class of a character.
func ClassOf(r rune) Class {
	page := classes[r>>8].Load()
	if page == nil {
		page = new([1 << 8]Class)
		for k := range page {
			page[k] = classify(r&^0xFF | rune(k))
		}
		classes[r>>8].Store(page)
	}
	return page[r&0xFF]
}

func classify(r rune) Class {
	if c, ok := classed[r]; ok {
		return c
	}
	switch {
	case r < utf8.RuneSelf && !octet.Alnum[byte(r)]:
		return Delimiting
	case unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Han, unicode.Hangul):
		common := unicode.In(r, unicode.Inherited, unicode.Common)
		// Symbols, marks and wide forms of scripts without blanks.
		wide := 0x2E80 <= r && r <= 0x33FF || 0xFE00 <= r && r <= 0xFFFF
		if wide || common && !unicode.In(r, unicode.Nd, unicode.Mn, unicode.Lm) ||
			!common && !unicode.In(r, spacedScripts...) {
			return Unspaced
		}
		return Spaced
	case unicode.Is(unicode.Co, r):
		return Private
	case r == '©', r == '®', r == '™', '←' <= r && r <= '⇿':
		return Stroke
	case unicode.In(r, unicode.P, unicode.Z, unicode.C, unicode.Noncharacter_Code_Point),
		// the lines of tables, and the wide forms of ASCII symbols
		'─' <= r && r <= '▟', '！' <= r && r <= '\uffff':
		return Delimiting
	}
	return Symbol
}

// IsName reports whether the name of a host may contain characters of class c. It relies
// on the order of the classes.
func (c Class) IsName() bool { return Spaced <= c && c <= Widthless }
