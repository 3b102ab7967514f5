package document

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// standardHigh holds the characters of StandardEncoding from 0xA1 on, with a space where
// there is none.
const standardHigh = "¡¢£/¥ƒ§¤'“«‹›\ufb01\ufb02 –†‡· ¶•‚„”»…‰ ¿ " +
	"`´ˆ~¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß"

//go:embed glyphs.txt
var glyphTable string

// glyphs returns the glyphs of glyphs.txt.
var glyphs = sync.OnceValue(func() (g struct {
	text    map[string]string // by name
	accents map[string]string // the combining characters of accents, by name
	// The widths of ASCII characters in the standard fonts, in units of the font size.
	helvetica, times []float64
}) {
	g.text, g.accents = map[string]string{}, map[string]string{}
	for row := range strings.Lines(glyphTable) {
		words := strings.Fields(row)
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		name, text := words[0], words[1]
		if strings.HasPrefix(text, `\u`) {
			text, _ = strconv.Unquote(`"` + text + `"`)
		}
		if accent, ok := strings.CutPrefix(name, "+"); ok {
			g.accents[accent] = text
			continue
		}
		g.text[name] = text
		for i, list := range []*[]float64{&g.helvetica, &g.times}[:len(words)-2] {
			width, _ := strconv.ParseFloat(words[2+i], 64)
			*list = append(*list, width/1000)
		}
	}
	return g
})

// ligatures maps characters that represent several letters, or a sign that is typed as
// another one.
var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi",
	"\ufb04", "ffl", "\ufb05", "st", "\ufb06", "st", "\u02dc", "~", "\u223c", "~", "\u2011", "-", "\u2212", "-",
	"\x00", "")

// glyphText returns the text of a glyph with a name and a code, or "" if it is unknown.
func glyphText(name string, code int) string {
	name, _, _ = strings.Cut(name, ".")
	if text, ok := glyphs().text[name]; ok {
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
		if mark, ok := glyphs().accents[name[1:]]; ok {
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
