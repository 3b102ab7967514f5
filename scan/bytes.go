package scan

import "bytes"

// A byteSet is a set of bytes.
type byteSet [256]bool

func setOf(chars string) *byteSet {
	var set byteSet
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = true
	}
	return &set
}

// but returns the set without chars.
func (set byteSet) but(chars string) *byteSet {
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = false
	}
	return &set
}

// span returns the length of the bytes of set with which text begins. It looks at four at a time, which is faster.
func (set *byteSet) span(text []byte) int {
	i := 0
	for i < len(text)-3 && set[text[i]] && set[text[i+1]] && set[text[i+2]] && set[text[i+3]] {
		i += 4
	}
	for i < len(text) && set[text[i]] {
		i++
	}
	return i
}

const (
	smalls     = "abcdefghijklmnopqrstuvwxyz"
	letters    = smalls + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits     = "0123456789"
	hexDigits  = digits + "abcdefABCDEF"
	blanks     = " \t\v\f"
	space      = blanks + "\r\n"
	graphic    = letters + digits + "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	delimiters = "<>\"\\`|^"
	marks      = "#*-/;+!<%=.|:"

	schemeMarks = "+-." // the marks that a scheme can have
)

var (
	letterSet = setOf(letters)
	alnumSet  = setOf(letters + digits)
	digitSet  = setOf(digits)
	hexSet    = setOf(hexDigits)
	spaceSet  = setOf(space)
	blankSet  = setOf(blanks)
	returnSet = setOf("\r")

	// bareSet has the bytes that a bare URL can have.
	bareSet = setOf(graphic).but(delimiters)

	// schemeSet has the bytes of a scheme, in either case, and escapedSchemeSet those of one with escapes.
	schemeSet        = setOf(letters + digits + schemeMarks)
	escapedSchemeSet = setOf(letters + digits + schemeMarks + "\\")

	// hostSet has the bytes that a host can have, portSet those in place of a port, and userSet those of user, password, host and
	// port. Brackets and quotes are missing, since in text they belong to the sentence.
	hostSet = setOf(letters + digits + ".-_")
	portSet = setOf(letters + digits + ".-_:")
	userSet = setOf(letters + digits + "$-_.+!*,%;&=:@")

	// plainUserSet has the bytes of a user that mean nothing there.
	plainUserSet = userSet.but("_,;&:@")

	// afterHostSet has the bytes after a host that may go on with it: those of a port, an address, a disguise, a placeholder, an entity, a
	// pattern or a string that is joined to another one, and those of letters outside ASCII.
	afterHostSet = outside(":@%$*\\[({&\"'")

	// placeholderSet has the first bytes of placeholders and patterns.
	placeholderSet = setOf(":@%$*\\[(")

	// tokenSet has the bytes of a token in a wrapper. "&" is missing, since it needs a closer look. plainTokenSet has the bytes that are
	// themselves: no backslash, and not the first byte of a mark without width.
	tokenSet      = complement(space + "<>\"&")
	plainTokenSet = complement("\\\xC2\xE2\xEF")

	// markSet has the bytes of leaders other than those of quotes. edgeSet has white space and the last bytes of leaders, which may be
	// between the two parts of a broken scheme.
	markSet = setOf(marks)
	edgeSet = setOf(marks + ">|" + space)

	// escapeSet has the bytes at the end of a URL with which an escape may begin.
	escapeSet = outside(":\\{")

	// foreignSet has the bytes up to white space or a delimiter, including those outside ASCII, and fieldSet also the "|" that a field of
	// a table may have. apostropheSet has those before an apostrophe that closes, styleSet those in the brackets of CSS, and targetSet
	// those of the target of a hyperlink.
	foreignSet    = outside(graphic).but(delimiters)
	fieldSet      = outside(graphic + "|").but("<>\"\\`^")
	apostropheSet = fieldSet.but("'")
	styleSet      = fieldSet.but("()")
	targetSet     = outside(graphic + "\x7f")

	// lineSet has the bytes of a line, cellSet those that do not matter in a row of a table, and quotedSet those that do not in quotes.
	lineSet   = complement("\r\n")
	cellSet   = lineSet.but("\",;")
	quotedSet = complement("\"")

	// addressSet has the bytes of an address in brackets.
	addressSet = setOf(hexDigits + ":.")
)

// outside returns the set of chars and the bytes outside ASCII.
func outside(chars string) *byteSet {
	set := setOf(chars)
	for i := 0x80; i < len(set); i++ {
		set[i] = true
	}
	return set
}

// complement returns the set of all bytes but chars.
func complement(chars string) *byteSet {
	set := setOf(chars)
	for i := range set {
		set[i] = !set[i]
	}
	return set
}

// indexOrEnd returns the index of the first b in text, or the length of text.
func indexOrEnd(text []byte, b byte) int {
	if i := bytes.IndexByte(text, b); i >= 0 {
		return i
	}
	return len(text)
}

// withoutBreak returns text without the LF, CR or CR LF at its end.
func withoutBreak(text []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
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

// beginsPath reports whether b ends an authority, and a path, a query or a fragment follows.
func beginsPath(b byte) bool { return b == '/' || b == '?' || b == '#' }
