package rfc1738

import "fmt"

// An Error says where and why a text stops being a URL.
type Error struct {
	// Offset is the offset, in bytes, of the first byte at which the text can no longer be the beginning of a URL. It is the
	// length of the text if the text ends too early.
	Offset int
	// Byte is the byte at Offset, or -1 at the end of the text.
	Byte int
	// Rule is the production of section 5 being read at Offset.
	Rule Rule
	// Section is the section of RFC 1738 that explains the production, such as "3.1".
	Section string
	// Wants describes in English what the production allows, such as "four groups of digits".
	Wants string
}

// newError returns the error of rule r at an offset of text.
func newError(text string, offset int, r Rule) *Error {
	e := &Error{Offset: offset, Byte: -1, Rule: r, Section: rules[r].section, Wants: rules[r].wants}
	if offset < len(text) {
		e.Byte = int(text[offset])
	}
	return e
}

// Error describes the error in one sentence, with all of its fields.
func (e *Error) Error() string {
	found := "end of text"
	if e.Byte >= 0 {
		found = byteName(byte(e.Byte))
	}
	return fmt.Sprintf("%s at offset %d: %s wants %s (RFC 1738 section %s)", found, e.Offset, e.Rule, e.Wants, e.Section)
}

func byteName(b byte) string {
	switch {
	case b == '"':
		return `'"'`
	case ' ' < b && b < 0x7f:
		return `"` + string(rune(b)) + `"`
	case b == ' ':
		return "space"
	}
	return fmt.Sprintf("byte 0x%02x", b)
}

// A Rule is a production of section 5, such as hostport. An error names the innermost production. There is no Rule for a
// production such as login, in which an inner one always stops first. The zero Rule has no name.
type Rule uint8

// String returns the name of the production, as section 5 writes it.
func (r Rule) String() string {
	if r >= numRules {
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
	return rules[r].name
}

// MarshalText returns the name of the production.
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

const (
	ruleScheme Rule = iota + 1
	ruleHostport
	ruleHostname
	ruleDomainlabel
	rulePort
	ruleUser
	rulePassword
	ruleFtpurl
	ruleFsegment
	ruleFtptype
	ruleFileurl
	ruleHttpurl
	ruleHsegment
	ruleSearch
	ruleGopherurl
	ruleGtype
	ruleSelector
	ruleGopherSearch
	ruleGopherPlus
	ruleEncoded822addr
	ruleGrouppart
	ruleGroup
	ruleArticle
	ruleNntpurl
	ruleDigits
	ruleTelneturl
	ruleWaisurl
	ruleDatabase
	ruleWtype
	ruleWpath
	ruleProsperourl
	rulePsegment
	ruleFieldname
	ruleFieldvalue
	ruleXchar
	ruleEscape
	ruleFragment
	ruleCustom // a scheme that was registered (section 4)
	numRules
)

// rules has the name of each rule, the section that explains it, and a description of what it allows.
var rules = [numRules]struct{ name, section, wants string }{
	ruleScheme:         {"scheme", "2.1", `letters, digits, "+", "-", "." and then ":"`},
	ruleHostport:       {"hostport", "3.1", "a host"},
	ruleHostname:       {"hostname", "3.1", "a label after each dot, the last beginning with a letter"},
	ruleDomainlabel:    {"domainlabel", "3.1", "letters, digits and inner hyphens, and a letter to begin the last label"},
	rulePort:           {"port", "3.1", "digits"},
	ruleUser:           {"user", "3.1", `uchars or one of ";?&=", then ":" or "@"`},
	rulePassword:       {"password", "3.1", `uchars or one of ";?&=", then "@"`},
	ruleFtpurl:         {"ftpurl", "3.2.2", `"ftp://", login, "/", fpath, ";type="`},
	ruleFsegment:       {"fsegment", "3.2.2", `uchars or one of "?:@&="`},
	ruleFtptype:        {"ftptype", "3.2.2", `one of "AIDaid", and then the end`},
	ruleFileurl:        {"fileurl", "3.10", `"file://", a host or none, "/"`},
	ruleHttpurl:        {"httpurl", "3.3", `"//", host and port, "/", hpath, "?", search`},
	ruleHsegment:       {"hsegment", "3.3", `uchars or one of ";:@&="`},
	ruleSearch:         {"search", "3.3", `uchars or one of ";:@&="`},
	ruleGopherurl:      {"gopherurl", "3.4.1", `"gopher://", host and port, "/"`},
	ruleGtype:          {"gtype", "3.4.1", "one xchar"},
	ruleSelector:       {"selector", "3.4.1", "xchars"},
	ruleGopherSearch:   {"search", "3.4.2", "xchars"},
	ruleGopherPlus:     {"gopher+_string", "3.4.3", "xchars"},
	ruleEncoded822addr: {"encoded822addr", "3.5", "one or more xchars"},
	ruleGrouppart:      {"grouppart", "3.6", `"*", a group or an article`},
	ruleGroup:          {"group", "3.6", `a letter, then letters, digits or one of "-.+_"`},
	ruleArticle:        {"article", "3.6", `uchars or one of ";/?:&=", then "@" and a host`},
	ruleNntpurl:        {"nntpurl", "3.7", `"nntp://", host and port, "/", group, "/", digits`},
	ruleDigits:         {"digits", "3.7", "digits"},
	ruleTelneturl:      {"telneturl", "3.8", `"telnet://", login, "/" and no more`},
	ruleWaisurl:        {"waisurl", "3.9", `"wais://", host and port, "/", database`},
	ruleDatabase:       {"database", "3.9", "uchars"},
	ruleWtype:          {"wtype", "3.9", `uchars, then "/" and a wpath`},
	ruleWpath:          {"wpath", "3.9", "uchars"},
	ruleProsperourl:    {"prosperourl", "3.11", `"prospero://", host and port, "/", ppath, fieldspecs`},
	rulePsegment:       {"psegment", "3.11", `uchars or one of "?:@&="`},
	ruleFieldname:      {"fieldname", "3.11", `uchars or one of "?:@&", then "="`},
	ruleFieldvalue:     {"fieldvalue", "3.11", `uchars or one of "?:@&"`},
	ruleXchar:          {"xchar", "2.2", "unreserved and reserved characters, or escapes"},
	ruleEscape:         {"escape", "2.2", `"%" and two hex digits`},
	ruleFragment:       {"fragment", "2.2", "xchars"},
	ruleCustom:         {"schemepart", "4", "what the scheme's own syntax says"},
}
