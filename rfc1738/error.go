package rfc1738

import (
	"encoding/json"
	"fmt"
)

// An Error describes where and why a text stops being a URL.
type Error struct {
	// Offset is the offset, in bytes, of the first byte at which the text can no longer
	// be the beginning of a URL. It is the length of the text if the text ends too early.
	Offset int `json:"offset"`
	// Byte is the byte at Offset, or -1 at the end of the text.
	Byte int `json:"byte"`
	// Rule is the production of section 5 being read at Offset.
	Rule Rule `json:"rule"`
	// Section is the section of RFC 1738 that explains the production, such as "3.1".
	Section string `json:"section"`
	// Wants describes in English what the production allows, such as "four groups of
	// digits".
	Wants string `json:"wants"`
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
	return fmt.Sprintf("%s at offset %d: %s wants %s (RFC 1738 section %s)", found, e.Offset, e.Rule,
		e.Wants, e.Section)
}

// MarshalJSON returns an object with all fields, and with what Error returns as
// "message".
func (e *Error) MarshalJSON() ([]byte, error) {
	type fields Error
	return json.Marshal(struct {
		*fields
		Message string `json:"message"`
	}{(*fields)(e), e.Error()})
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

// A Rule is a production of section 5, such as hostport. An error names the innermost
// production. A production such as login has no Rule, because an error in it is always
// one of a production inside it. The zero Rule has no name.
type Rule uint8

// String returns the name of the production in section 5.
func (r Rule) String() string {
	if r >= numRules {
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
	return rules[r].name
}

// MarshalText returns the name of the production. It returns an error if r is not one of
// the constants and not 0.
func (r Rule) MarshalText() ([]byte, error) { return marshal(r, numRules) }

// UnmarshalText sets r to the production with the given name, or to 0 for "". If there is
// none, it returns an error and leaves r unchanged. Section 5 has two productions called
// search; "search" is that of http.
func (r *Rule) UnmarshalText(name []byte) error { return unmarshal(name, r, numRules) }

// The productions.
const (
	RuleScheme Rule = iota + 1
	RuleHostport
	RuleHostname
	RuleDomainlabel
	RulePort
	RuleUser
	RulePassword
	RuleFtpurl
	RuleFsegment
	RuleFtptype
	RuleFileurl
	RuleHttpurl
	RuleHsegment
	RuleSearch
	RuleGopherurl
	RuleGtype
	RuleSelector
	RuleGopherSearch
	RuleGopherPlus
	RuleEncoded822addr
	RuleGrouppart
	RuleGroup
	RuleArticle
	RuleNntpurl
	RuleDigits
	RuleTelneturl
	RuleWaisurl
	RuleDatabase
	RuleWtype
	RuleWpath
	RuleProsperourl
	RulePsegment
	RuleFieldname
	RuleFieldvalue
	RuleXchar
	RuleEscape
	RuleFragment
	numRules
)

// rules holds the name of each rule, the section that explains it, and a description of
// what it allows.
var rules = [numRules]struct{ name, section, wants string }{
	RuleScheme:   {"scheme", "2.1", `letters, digits, "+", "-", "." and then ":"`},
	RuleHostport: {"hostport", "3.1", "a host"},
	RuleHostname: {"hostname", "3.1", "a label after each dot, the last beginning with a letter"},
	RuleDomainlabel: {"domainlabel", "3.1",
		"letters, digits and inner hyphens, and a letter to begin the last label"},
	RulePort:           {"port", "3.1", "digits"},
	RuleUser:           {"user", "3.1", `uchars or one of ";?&=", then ":" or "@"`},
	RulePassword:       {"password", "3.1", `uchars or one of ";?&=", then "@"`},
	RuleFtpurl:         {"ftpurl", "3.2.2", `"ftp://", login, "/", fpath, ";type="`},
	RuleFsegment:       {"fsegment", "3.2.2", `uchars or one of "?:@&="`},
	RuleFtptype:        {"ftptype", "3.2.2", `one of "AIDaid", and then the end`},
	RuleFileurl:        {"fileurl", "3.10", `"file://", a host or none, "/"`},
	RuleHttpurl:        {"httpurl", "3.3", `"//", host and port, "/", hpath, "?", search`},
	RuleHsegment:       {"hsegment", "3.3", `uchars or one of ";:@&="`},
	RuleSearch:         {"search", "3.3", `uchars or one of ";:@&="`},
	RuleGopherurl:      {"gopherurl", "3.4.1", `"gopher://", host and port, "/"`},
	RuleGtype:          {"gtype", "3.4.1", "one xchar"},
	RuleSelector:       {"selector", "3.4.1", "xchars"},
	RuleGopherSearch:   {"search", "3.4.2", "xchars"},
	RuleGopherPlus:     {"gopher+_string", "3.4.3", "xchars"},
	RuleEncoded822addr: {"encoded822addr", "3.5", "one or more xchars"},
	RuleGrouppart:      {"grouppart", "3.6", `"*", a group or an article`},
	RuleGroup:          {"group", "3.6", `a letter, then letters, digits or one of "-.+_"`},
	RuleArticle:        {"article", "3.6", `uchars or one of ";/?:&=", then "@" and a host`},
	RuleNntpurl:        {"nntpurl", "3.7", `"nntp://", host and port, "/", group, "/", digits`},
	RuleDigits:         {"digits", "3.7", "digits"},
	RuleTelneturl:      {"telneturl", "3.8", `"telnet://", login, "/" and no more`},
	RuleWaisurl:        {"waisurl", "3.9", `"wais://", host and port, "/", database`},
	RuleDatabase:       {"database", "3.9", "uchars"},
	RuleWtype:          {"wtype", "3.9", `uchars, then "/" and a wpath`},
	RuleWpath:          {"wpath", "3.9", "uchars"},
	RuleProsperourl:    {"prosperourl", "3.11", `"prospero://", host and port, "/", ppath, fieldspecs`},
	RulePsegment:       {"psegment", "3.11", `uchars or one of "?:@&="`},
	RuleFieldname:      {"fieldname", "3.11", `uchars or one of "?:@&", then "="`},
	RuleFieldvalue:     {"fieldvalue", "3.11", `uchars or one of "?:@&"`},
	RuleXchar:          {"xchar", "2.2", "unreserved and reserved characters, or escapes"},
	RuleEscape:         {"escape", "2.2", `"%" and two hex digits`},
	RuleFragment:       {"fragment", "2.2", "xchars"},
}
