package document

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// The names of glyphs (Adobe Glyph List) that occur in URLs, in the order of ASCII from
// the space on, and other names, each followed by its text. Letters are their own names,
// and accents are added to letters. A tilde between letters is typed as a tilde.
const (
	asciiNames = "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright " +
		"asterisk plus comma hyphen period slash " +
		"zero one two three four five six seven eight nine colon semicolon less equal greater question at " +
		"A B C D E F G H I J K L M N O P Q R S T U V W X Y Z " +
		"bracketleft backslash bracketright asciicircum underscore grave " +
		"a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde"
	otherNames = "tilde ~ similar ~ ilde ~ tildeaccent ~ quoteright ’ quoteleft ‘ quotedblleft “ " +
		"quotedblright ” quotesinglbase ‚ quotedblbase „ " +
		"guillemotleft « guillemotright » guilsinglleft ‹ guilsinglright › endash – emdash — " +
		"minus − bullet • ellipsis … periodcentered · " +
		"fi fi fl fl ff ff ffi ffi ffl ffl sfthyphen \u00ad softhyphen \u00ad " +
		"hyphentwo - nbspace \u00a0 nonbreakingspace \u00a0 " +
		"exclamdown ¡ questiondown ¿ section § paragraph ¶ dagger † daggerdbl ‡ " +
		"fraction / underline _ backquote ` " +
		"germandbls ß ae æ AE Æ oe œ OE Œ oslash ø Oslash Ø lslash ł Lslash Ł dotlessi ı " +
		"eth ð Eth Ð thorn þ Thorn Þ " +
		"copyright © registered ® trademark ™ degree ° sterling £ yen ¥ Euro € cent ¢ mu µ " +
		"multiply × divide ÷ plusminus ± " +
		"lessequal ≤ greaterequal ≥ arrowright → " +
		"angbracketleft < angbracketright > angleleft ⟨ angleright ⟩ " +
		"commaaccent , visiblespace \u2423 "
	accentNames = "grave \u0300 acute \u0301 circumflex \u0302 tilde \u0303 macron \u0304 breve \u0306 " +
		"dotaccent \u0307 dieresis \u0308 ring \u030a hungarumlaut \u030b caron \u030c cedilla \u0327 " +
		"ogonek \u0328"
	// standardHigh holds the characters of StandardEncoding from 0xA1 on, with a space
	// where there is none.
	standardHigh = "¡¢£/¥ƒ§¤'“«‹›\ufb01\ufb02 –†‡· ¶•‚„”»…‰ ¿ `´ˆ~¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     " +
		"æ   ı  łøœß"
)

// ligatures maps characters that represent several letters, or a sign that is typed as
// another one.
var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi",
	"\ufb04", "ffl", "\ufb05", "st", "\ufb06", "st", "\u02dc", "~", "\u223c", "~", "\u2011", "-", "\x00", "")

// glyphNames maps names of glyphs to text.
var glyphNames = sync.OnceValue(func() map[string]string {
	names := pairs(otherNames)
	for i, name := range strings.Fields(asciiNames) {
		names[name] = string(rune(' ' + i))
	}
	return names
})

// accents maps accents to combining characters.
var accents = sync.OnceValue(func() map[string]string { return pairs(accentNames) })

// pairs returns a map of words, each followed by its value.
func pairs(list string) map[string]string {
	values := map[string]string{}
	for words := strings.Split(list, " "); len(words) > 1; words = words[2:] {
		values[words[0]] = words[1]
	}
	return values
}

// glyphText returns the text of a glyph with a name and a code, or "" if it is unknown.
func glyphText(name string, code int) string {
	name, _, _ = strings.Cut(name, ".")
	if text, ok := glyphNames()[name]; ok {
		return text
	}
	if strings.Contains(name, "_") {
		text := ""
		for part := range strings.SplitSeq(name, "_") {
			text += glyphText(part, code)
		}
		return text
	}
	if digits, ok := strings.CutPrefix(name, "uni"); ok && len(digits) >= 4 {
		return fromUTF16(fromHex([]byte(digits[:len(digits)&^3])))
	}
	if len(name) > 4 && name[0] == 'u' {
		if r, err := strconv.ParseUint(name[1:], 16, 32); err == nil && utf8.ValidRune(rune(r)) {
			return string(rune(r))
		}
	}
	if name != "" && octet.Letter[name[0]] {
		if mark, ok := accents()[name[1:]]; ok {
			return norm.NFC.String(name[:1] + mark)
		}
	}
	for _, form := range []string{"oldstyle", "small", "superior", "inferior"} {
		if base, ok := strings.CutSuffix(name, form); ok && base != "" {
			return glyphText(strings.ToLower(base), code)
		}
	}
	return numbered(name, code)
}

// numbered returns the text of a glyph named by its number, as in the bitmap fonts of
// TeX.
func numbered(name string, code int) string {
	digits := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || len(digits) == len(name) || len(digits) < 2:
		return ""
	case texLigatures[n] != "" && n == code:
		return texLigatures[n]
	case ' ' < n && n < 0x7f:
		return string(rune(n))
	}
	return ""
}

// texLigatures are the ligatures of the TeX encodings OT1 and T1, and the quotes and
// dashes of T1.
var texLigatures = map[int]string{
	11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "“", 17: "”", 21: "–", 22: "—", 27: "ff",
	28: "fi", 29: "fl", 30: "ffi", 31: "ffl",
}

// baseEncoding returns the texts of the codes of a predefined encoding.
func baseEncoding(name string) (table [256]string) {
	for i := ' '; i < 0x7f; i++ {
		table[i] = string(i)
	}
	charset := ""
	switch name {
	case "WinAnsiEncoding":
		charset = western
	case "MacRomanEncoding":
		charset = "macintosh"
	case "SymbolEncoding":
		table[0xe1], table[0xf1] = "⟨", "⟩" // which groff writes around URLs
		return table
	default:
		table['\''], table['`'] = "’", "‘"
		i := 0xa1
		for _, r := range standardHigh {
			table[i] = ligatures.Replace(strings.TrimSpace(string(r)))
			i++
		}
		return table
	}
	for i := 0x80; i < 0x100; i++ {
		table[i] = ligatures.Replace(string(decode.Append(nil, charset, []byte{byte(i)})))
	}
	return table
}

// fromUTF16 converts text from UTF-16, big-endian, to UTF-8.
func fromUTF16(b []byte) string {
	if len(b) == 2 && b[0] == 0 && b[1] < utf8.RuneSelf {
		return string(b[1:])
	}
	return string(decode.Append(nil, "utf-16be", b))
}

// The widths of ASCII characters in the standard fonts, in thousandths of the font size.
var (
	helveticaWidths = [...]uint16{
		278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556,
		556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778,
		722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278,
		278, 278, 469, 556, 222, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
		556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	timesWidths = [...]uint16{
		250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500,
		500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722,
		722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333,
		278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
		500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
	}
)
