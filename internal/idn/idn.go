// Package idn maps the names of hosts to ASCII.
package idn

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// profile is UTS 46 as used by browsers to look up names. It allows characters and
// hyphens that no registry accepts, as in "a_b" and "a-.example".
var profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false),
	idna.StrictDomainName(false), idna.CheckHyphens(false))

// ToASCII maps a host to ASCII by UTS 46, for example "bücher.example" to
// "xn--bcher-kva.example", and reports whether it succeeded. It returns a host in ASCII
// unchanged. It reports false for a host that cannot be a domain name, such as "a＠b",
// which UTS 46 maps to "a@b".
func ToASCII(host string) (string, bool) {
	if IsASCII(host) {
		return host, true
	}
	ascii, err := profile.ToASCII(host)
	return ascii, err == nil && IsASCII(ascii) && !strings.ContainsAny(ascii, `/?#@:\`)
}

// ToUnicode returns a host with its labels in Punycode decoded.
func ToUnicode(host string) (string, error) { return profile.ToUnicode(host) }

// IsASCII reports whether text has no byte outside ASCII.
func IsASCII(text string) bool {
	const size, highs = 8, 0x8080808080808080
	for ; len(text) >= size; text = text[size:] {
		if binary.LittleEndian.Uint64([]byte(text[:size]))&highs != 0 {
			return false
		}
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
