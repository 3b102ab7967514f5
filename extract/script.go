package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/rfc1738"
)

// CautionMixedScript means that a label of the host mixes scripts, as in a host that
// imitates another one: "раypal" begins with two Cyrillic letters. Han with Kana,
// Bopomofo or Hangul, and Latin with these, are common and do not count.
const CautionMixedScript rfc1738.Caution = "mixed-script"

// Cautions returns the warnings of section 6 of the RFC that apply to a URL, and
// [CautionMixedScript] if it applies.
func Cautions(u rfc1738.URL) []rfc1738.Caution {
	cautions := u.Cautions()
	if text := u.String(); idn.IsASCII(text) && !strings.Contains(text, "--") {
		return cautions // the usual case: no letters of other scripts, and no Punycode
	}
	if start, end, ok := u.HostSpan(); ok && mixesScripts(u.String()[start:end]) {
		cautions = append(cautions, CautionMixedScript)
	}
	return cautions
}

// mixesScripts reports whether a label of the host mixes scripts. It is the single-script
// test of UTS 39 (section 5.1), with the combinations of its level "highly restrictive":
// Han with Kana, Bopomofo or Hangul, and Latin with these. Labels in Punycode are decoded
// first.
func mixesScripts(host string) bool {
	if idn.IsASCII(host) && !strings.Contains(strings.ToLower(host), "xn--") {
		return false
	}
	if decoded, err := idn.ToUnicode(host); err == nil {
		host = decoded
	}
	return slices.ContainsFunc(strings.Split(host, "."), isMixed)
}

// A scriptSet has a bit for each script that may be combined with others in a host.
type scriptSet uint8

const (
	latin scriptSet = 1 << iota
	han
	kana
	bopomofo
	hangul
	other
)

// restrictive are the combinations of scripts allowed by the level "highly restrictive".
var restrictive = []scriptSet{latin | han | kana, latin | han | bopomofo, latin | han | hangul}

func isMixed(label string) bool {
	var seen scriptSet
	var alone *unicode.RangeTable // the only script, if it cannot be combined
	for _, r := range label {
		switch {
		case unicode.In(r, unicode.Common, unicode.Inherited):
			continue
		case unicode.Is(unicode.Latin, r):
			seen |= latin
		case unicode.Is(unicode.Han, r):
			seen |= han
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			seen |= kana
		case unicode.Is(unicode.Bopomofo, r):
			seen |= bopomofo
		case unicode.Is(unicode.Hangul, r):
			seen |= hangul
		case alone != nil && unicode.Is(alone, r):
		case alone != nil:
			return true
		default:
			seen |= other
			alone = scriptOf(r)
		}
	}
	if seen&other != 0 {
		return seen != other
	}
	return !slices.ContainsFunc(restrictive, func(combination scriptSet) bool { return seen&^combination == 0 })
}

// scriptOf returns the script of r, or nil.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
