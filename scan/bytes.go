package scan

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

const (
	graphic    = octet.Letters + octet.Digits + "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	delimiters = "<>\"\\`|^"
	marks      = "#*-/;+!<%=.|:"

	// escapeMarks are the bytes with which an escape begins.
	escapeMarks = "\"\\{$'&^%@"
)

var (
	returnSet = octet.SetOf("\r")
	nulSet    = octet.SetOf("\x00")

	// bareSet has the bytes that a bare URL can have.
	bareSet = octet.SetOf(graphic).But(delimiters)

	// schemeSet has the bytes of a scheme, in either case, and escapedSchemeSet the bytes
	// of a scheme with escapes.
	schemeSet        = octet.SetOf(octet.Letters + octet.Digits + lexicon.SchemeMarks)
	escapedSchemeSet = octet.SetOf(octet.Letters + octet.Digits + lexicon.SchemeMarks + "\\")

	// hostSet has the bytes of a host, portSet the bytes of a port or a name in its
	// place, and userSet the bytes of user, password, host and port. They lack brackets
	// and quotes, which in text belong to the sentence. passwordSet has them, and marredSet
	// also marks that end a URL.
	hostSet     = octet.SetOf(octet.Letters + octet.Digits + ".-_")
	portSet     = octet.SetOf(octet.Letters + octet.Digits + ".-_:")
	userSet     = octet.SetOf(octet.Letters + octet.Digits + "$-_.+!*,%;&=:@")
	passwordSet = octet.SetOf(graphic).But("/<>\"\\")
	marredSet   = octet.SetOf(graphic).But("/")

	// afterHostSet has the bytes after a host that may continue the authority: the first
	// byte of a port, an IP literal, a disguise, a placeholder, an entity, a pattern or a
	// joined string, and all bytes outside ASCII.
	afterHostSet = octet.Outside(":@%$*!~^\\[({<=,&\"'`|]")

	// stringEndSet has the first bytes of a quote that ends a string.
	stringEndSet = octet.SetOf("\"'`\\")

	// beforeSet has the marks that with a blank before a URL are no part of it, nor open a
	// bracket or a cell around it. prefixSet has the bytes of quote prefixes, and
	// quotedBlankSet those of quoted blank lines.
	beforeSet      = octet.SetOf(".,-_?)")
	prefixSet      = octet.SetOf(">" + octet.Blanks)
	quotedBlankSet = octet.SetOf(">" + octet.Spaces)

	// markedSet has the marks of ASCII, which Markdown escapes.
	markedSet = octet.SetOf(graphic).But(octet.Letters + octet.Digits)

	// tokenSet has the bytes of a token in a wrapper. "&" is missing, since it needs a
	// closer look, and so is the backslash in unescapedSet. plainTokenSet has the bytes
	// that are themselves: no backslash, and not the first byte of a character without
	// width. plainLineSet has the bytes in quotes that neither end a line nor need a
	// closer look.
	tokenSet      = octet.Complement(octet.Spaces + "<>\"&")
	plainLineSet  = octet.SetOf(graphic).But("<>\"\\,;&^")
	unescapedSet  = tokenSet.But("\\")
	plainTokenSet = octet.Complement("\\\xC2\xE2\xEF")

	// wordSet has the bytes of leaders other than quote marks, and markSet the bytes of
	// leaders that are not words. signSet has those of other signs, too, and of characters
	// outside ASCII, such as "§". edgeSet has white space and the last bytes of leaders,
	// which may be between the two parts of a broken scheme.
	wordSet = octet.Complement(octet.Spaces)
	markSet = octet.SetOf(marks)
	signSet = octet.Complement(octet.Spaces + octet.Letters + octet.Digits)
	edgeSet = octet.SetOf(marks + ">|" + octet.Spaces)

	// foreignSet has the bytes up to white space or a delimiter, including those outside
	// ASCII, foreignHostSet no separators, and fieldSet also the "|" that a field of a
	// table may have. apostropheSet has the bytes before a closing apostrophe, styleSet
	// the bytes in the brackets of CSS, stretchSet the bytes in a stretch with escapes,
	// and targetSet the bytes in the target of a hyperlink.
	foreignSet      = octet.Outside(graphic).But(delimiters)
	foreignHostSet  = foreignSet.But(",;")
	fieldSet        = octet.Outside(graphic).But("<>\"\\`^")
	apostropheSet   = fieldSet.But("'")
	styleSet        = fieldSet.But("()")
	stretchSet      = octet.Outside(graphic).But("<>\"\\")
	plainStretchSet = octet.SetOf(graphic).But("<>/" + escapeMarks)
	escapeSet       = octet.SetOf(escapeMarks + "\r\n")
	targetSet       = octet.Outside(graphic + "\x7f")

	// unbracketedSet lacks round, square and curly brackets, and the first byte of a
	// reference.
	unbracketedSet = octet.Complement("()[]{}&")

	// openingSet and closingSet have the marks in which a dot may be disguised.
	openingSet = octet.SetOf("[({<|`")
	closingSet = octet.SetOf("])}>|`")

	// hostMarkSet has the marks of a host. replacingSet has the first bytes of placeholders
	// that usually follow a whole host for another reason, unless a byte of beforeNameSet
	// precedes them.
	hostMarkSet   = octet.SetOf(".-_")
	replacingSet  = octet.SetOf("*#`|!&")
	beforeNameSet = octet.SetOf(".-_/@:")

	// starSet has marks in place of a letter of a host, and starredSet these marks and the
	// bytes of a host.
	starSet    = octet.SetOf("*!~^")
	starredSet = octet.SetOf(octet.Letters + octet.Digits + ".-_*!~^")

	// hzSet has the bytes of Chinese characters in HZ.
	hzSet = octet.SetOf(graphic).But("~")

	// cellEndSet has the bytes between two quoted fields.
	cellEndSet = octet.SetOf(",;|")

	// lineSet has the bytes of a line, and cellSet those that do not matter in a row of a
	// table.
	lineSet = octet.Complement("\r\n")
	cellSet = lineSet.But("\",;")

	// literalSet has the bytes of an IP literal in brackets.
	literalSet = octet.SetOf(octet.HexDigits + ":.")
)

// withoutBreak returns text without the LF, CR or CR LF at its end.
func withoutBreak(text []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
}

// isSeparator reports whether b may be between two URLs, or two fields.
func isSeparator(b byte) bool { return b == ',' || b == ';' }

// beginsTail reports whether b ends an authority, and a path, a query or a fragment
// follows.
func beginsTail(b byte) bool { return b == '/' || b == '?' || b == '#' }

// isInvisible reports whether r is a character without width, which browsers do not show:
// a soft hyphen, or a mark that permits or forbids a line break.
func isInvisible(r rune) bool {
	return r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}
