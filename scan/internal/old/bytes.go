//go:build long

package old

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

	// schemeSet has the bytes of a scheme, in either case.
	schemeSet = newCharset(letters + digits + "+-.")

	// bareSet has the bytes that a bare URL can have. plainSet lacks those that need a closer look.
	bareSet  = newCharset(graphic).but(delimiters)
	plainSet = bareSet.but("()[]{},;&#@'")

	// hostSet has the bytes that a host can have, portSet those in place of a port, and userSet those of user, password, host and
	// port. Brackets and quotes are missing, since in text they belong to the sentence.
	hostSet = newCharset(letters + digits + ".-_")
	portSet = newCharset(letters + digits + ".-_:")
	userSet = newCharset(letters + digits + "$-_.+!*,%;&=:@")

	// afterHostSet has the bytes after a host that may go on with it: those of a port, an address, a disguise, a placeholder, an entity, a
	// pattern or a string that is joined to another one, and those of letters outside ASCII.
	afterHostSet = outside(":@%$*\\[({&\"'")

	// tokenSet has the bytes that can be in a wrapper. White space and "&" are missing, since they need a closer look.
	tokenSet = complement(space + "<>\"&")

	// plainTokenSet has the bytes of a token that are themselves: no backslash, and not the first byte of a mark without width.
	plainTokenSet = complement("\\\xC2\xE2\xEF")

	// edgeSet has the last bytes of leaders, which may be between the two parts of a broken scheme, and the ":" of "URL:".
	edgeSet = newCharset(marks + ">|:&")

	// leaderSet has the first bytes of lines that have a leader if the opening line is no quote, and blanks.
	leaderSet = newCharset(marks + "> \t\v\f")

	// markSet has the bytes of leaders other than those of quotes.
	markSet = newCharset(marks)

	// noAtSet has the bytes of a bare URL but an "@".
	noAtSet = outside(graphic).but(delimiters + "@")

	// styleSet has the bytes that a URL in "url(...)" of CSS can have, and noBarSet and noQuerySet all but a "|" and a "?".
	styleSet   = outside(graphic).but(`<>"\^)` + "`")
	noBarSet   = complement("|")
	noQuerySet = complement("?")

	// rowSet has the bytes that may matter in a row of a table without Config.Delimiter.
	rowSet = newCharset(",;\"\r\n")

	// addressSet has the bytes of an address in brackets.
	addressSet = newCharset("0123456789abcdefABCDEF:.")
)

// outside returns the set of chars and the bytes outside ASCII.
func outside(chars string) *charset {
	set := newCharset(chars)
	for i := 0x80; i < len(set); i++ {
		set[i] = true
	}
	return set
}

func complement(chars string) *charset {
	var set charset
	for i := range set {
		set[i] = true
	}
	return set.but(chars)
}

// lower returns a letter in lower case, and any other byte unchanged.
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
