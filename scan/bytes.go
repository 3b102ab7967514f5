package scan

// A charset is a set of bytes.
type charset [256]bool

func newCharset(chars string) *charset {
	var set charset
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = true
	}
	return &set
}

// but returns the set without chars.
func (set charset) but(chars string) *charset {
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = false
	}
	return &set
}

const (
	letters    = "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits     = "0123456789"
	space      = " \t\r\n\v\f"
	graphic    = letters + digits + "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	delimiters = "<>\"\\`|^"
	marks      = "#*-/;+!<%=.|:"
)

var (
	letterSet = newCharset(letters)
	alnumSet  = newCharset(letters + digits)
	digitSet  = newCharset(digits)
	hexSet    = newCharset(digits + "abcdefABCDEF")
	spaceSet  = newCharset(space)

	// schemeSet has what a scheme consists of, in either case.
	schemeSet = newCharset(letters + digits + "+-.")

	// bareSet has what can stand in a URL without brackets around it; plainSet leaves out what must be looked at there.
	bareSet  = newCharset(graphic).but(delimiters)
	plainSet = bareSet.but("()[]{},;&#@'")

	// hostSet has what can stand in a host, portSet what is written where a port should be, and userSet what can stand in user,
	// password, host and port. Brackets and quotes are left out, since in text they belong to the sentence.
	hostSet = newCharset(letters + digits + ".-_")
	portSet = newCharset(letters + digits + ".-_:")
	userSet = newCharset(letters + digits + "$-_.+!*,%;&=:@")

	// tokenSet has what can stand in a wrapper. White space and "&" are left out, since they must be looked at.
	tokenSet = complement(space + "<>\"&")

	// edgeSet has what a leader can end with, which may stand between the two parts of a broken scheme, and the ":" of "URL:".
	edgeSet = newCharset(marks + ">|:&")

	// markSet has what other leaders than those of quotes are made of.
	markSet = newCharset(marks)

	// addressSet has what stands in an address between brackets.
	addressSet = newCharset("0123456789abcdefABCDEF:.")
)

func complement(chars string) *charset {
	var set charset
	for i := range set {
		set[i] = true
	}
	return set.but(chars)
}

// lower returns a letter in lower case, and any other byte as it is.
func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

// foldedEqual reports whether text is name in any case. name is in lower case.
func foldedEqual(text []byte, name string) bool {
	if len(text) != len(name) {
		return false
	}
	for i, b := range text {
		if lower(b) != name[i] {
			return false
		}
	}
	return true
}
