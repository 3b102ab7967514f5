package rfc1738

import "bytes"

// What a byte is to Skim.
const (
	skimXchar  = 1 << iota // uchar, "/", or what hsegment, fsegment and search have as well
	skimOther              // must be looked at: "~", "?", "%", "#"
	skimHost               // can stand in a host
	skimSecond             // "-", "." and the digits: cannot stand behind one of
	skimFirst              // "-" and "."
)

var skimClass = func() (class [256]uint8) {
	for chars, bits := range map[string]uint8{
		uchar + "/:@&=":   skimXchar,
		"~?%#":            skimOther,
		alphadigit + "-.": skimHost,
		digit + "-.":      skimSecond,
		"-.":              skimFirst,
	} {
		for _, b := range []byte(chars) {
			class[b] |= bits
		}
	}
	return class
}()

// Skim tells quickly of most URLs that people write whether they are strict, which is that [Parse] accepts them, or only
// tolerated, which is that [Lenient] does. Where known is false it cannot tell, and one of these has to. It allocates nothing.
//
// It reads httpurl, ftpurl, gopherurl, and genericurls of the scheme https, with a hostname, a port of digits, a path of uchars
// and a fragment.
func Skim(text []byte) (strict, known bool) {
	scheme := skimScheme(text)
	if scheme == "" {
		return false, false
	}
	pos := skimHostport(text, len(scheme))
	if pos == 0 {
		return false, false
	}
	return skimPath(text, pos, scheme)
}

// skimScheme gives the scheme and the "//" that text begins with, or nothing.
func skimScheme(text []byte) string {
	switch {
	case len(text) < len("gopher://a"):
	case string(text[:7]) == "http://":
		return "http://"
	case string(text[:8]) == "https://":
		return "https://"
	case string(text[:6]) == "ftp://":
		return "ftp://"
	case string(text[:9]) == "gopher://":
		return "gopher://"
	}
	return ""
}

// skimHostport gives the index after a hostname and its port, which begin at pos, or 0. Each label begins with a letter, which
// only the last one must, and has no two hyphens: so a look at each pair of characters is enough.
func skimHostport(text []byte, pos int) int {
	before, wrong := uint8(skimFirst), uint8(0) // skimFirst>>1 == skimSecond
	for ; pos < len(text); pos++ {
		class := skimClass[text[pos]]
		if class&skimHost == 0 {
			break
		}
		wrong |= before >> 1 & class & skimSecond // no branch, which nobody could foretell
		before = class
	}
	if wrong != 0 || before&skimFirst != 0 {
		return 0
	}
	if pos < len(text) && text[pos] == ':' {
		port := pos + 1
		for pos = port; pos < len(text) && digitSet[text[pos]]; pos++ {
		}
		if pos == port {
			return 0
		}
	}
	return pos
}

// skimPath reads what stands behind a host.
func skimPath(text []byte, pos int, scheme string) (strict, known bool) {
	if pos < len(text) && text[pos] != '/' && text[pos] != '#' {
		return false, false
	}
	strict = true
	fragment, search := false, false
	for ; ; pos++ {
		for pos < len(text) && skimClass[text[pos]]&skimXchar != 0 {
			pos++
		}
		if pos == len(text) {
			return strict, true
		}
		switch b := text[pos]; {
		case b == '~':
			strict = false
		case b == '%' && pos+2 < len(text) && hexSet[text[pos+1]] && hexSet[text[pos+2]]:
			pos += 2
		case b == '#' && !fragment:
			fragment = true
		case b == '?' && scheme == "http://" && !search && !fragment:
			search = true
			end := bytes.IndexByte(text[pos:], '#')
			if end < 0 {
				end = len(text) - pos
			}
			if bytes.IndexByte(text[pos:pos+end], '/') >= 0 {
				return false, false
			}
		case b == '?' && scheme == "gopher://" && !fragment:
		default:
			return false, false
		}
	}
}
