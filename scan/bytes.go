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
	smalls     = "abcdefghijklmnopqrstuvwxyz"
	letters    = smalls + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits     = "0123456789"
	blanks     = " \t\v\f"
	space      = blanks + "\r\n"
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
	blankSet  = newCharset(blanks)
	returnSet = newCharset("\r")

	// schemeSet has the bytes of a scheme, in either case.
	schemeSet = newCharset(letters + digits + "+-.")

	// escapedSchemeSet has those of a scheme with escapes.
	escapedSchemeSet = newCharset(letters + digits + "+-.\\")

	// bareSet has the bytes that a bare URL can have. plainSet lacks those that need a closer look.
	bareSet  = newCharset(graphic).but(delimiters)
	plainSet = bareSet.but("()[]{},;&#@'")

	// unmarkedSet has the bytes in a run that no rule looks at.
	unmarkedSet = bareSet.but("()[]{},;&#@")

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

	// wrappedSet has the bytes of both.
	wrappedSet = tokenSet.but("\\\xC2\xE2\xEF")

	// edgeSet has white space and the last bytes of leaders, which may be between the two parts of a broken scheme.
	edgeSet = newCharset(marks + ">|" + space)

	// markSet has the bytes of leaders other than those of quotes.
	markSet = newCharset(marks)

	// escapeSet has the bytes at the end of a URL with which an escape may begin.
	escapeSet = outside(":\\{")

	// foreignSet has the bytes up to white space or a delimiter, including those outside ASCII.
	foreignSet = outside(graphic).but(delimiters)

	// cellSet has the bytes that do not matter in a row of a table without Config.Delimiter.
	cellSet = complement(",;\"\r\n")

	// lineSet has the bytes of a line that are no quotes.
	lineSet = complement("\"\r\n")

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

// endsIn reports whether text ends in name, in any case. name is in lower case.
func endsIn(text []byte, name string) bool {
	n := len(text) - len(name)
	return n >= 0 && foldedEqual(text[n:], name)
}

// isSeparator reports whether b may be between two URLs, or two fields.
func isSeparator(b byte) bool { return b == ',' || b == ';' }
