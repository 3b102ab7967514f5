package iri

import (
	"strings"
	"unicode"
)

// MixedScript reports whether a label of the host has letters of several scripts, as one has that is made to look like another:
// "раypal" begins with two letters of Cyrillic. It is the test for a single script of UTS 39 (section 5.1), with the
// combinations that its level "highly restrictive" allows: Han with Kana, Bopomofo or Hangul, and Latin with these. Labels in
// punycode are decoded first.
func MixedScript(host string) bool {
	if isASCII(host) && !hasPunycode(host) {
		return false
	}
	if decoded, err := profile.ToUnicode(host); err == nil {
		host = decoded
	}
	for label := range strings.SplitSeq(host, ".") {
		if isMixed(label) {
			return true
		}
	}
	return false
}

// A scriptSet has a bit for each of the scripts that occur together in names of hosts.
type scriptSet uint8

const (
	latin scriptSet = 1 << iota
	han
	kana
	bopomofo
	hangul
	other
)

// restrictive are the combinations of scripts that occur in honest names.
var restrictive = []scriptSet{latin | han | kana, latin | han | bopomofo, latin | han | hangul}

func isMixed(label string) bool {
	var seen scriptSet
	var alone *unicode.RangeTable // the only script of those that are other
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
	for _, combination := range restrictive {
		if seen&^combination == 0 {
			return false
		}
	}
	return true
}

// scriptOf returns the script that r belongs to, or nil.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew} {
		if unicode.Is(script, r) {
			return script
		}
	}
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
