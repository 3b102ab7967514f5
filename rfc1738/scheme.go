package rfc1738

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Scheme describes a scheme that a [Grammar] adds to those of section 5 (section 4).
type Scheme struct {
	// Name is the scheme's name, in upper or lower case.
	Name string
	// Opaque reports whether package scan looks for the scheme in bare text without "//" too, as it does for mailto.
	Opaque bool
	// Port is the default port, or 0 if there is none.
	Port int
	// Reserved lists those characters of ";/?:@=&" that are reserved in the scheme: an escape of one of them means something else
	// than the character itself (2.2). If it is empty, no character is reserved if there is a Syntax, and all are if there is
	// none.
	Reserved string
	// Syntax reads the text after the scheme's ":" and reports whether it could. It calls methods of the [Cursor] in the order of
	// the scheme's productions. It need not read to the end of the text: the parser then reads the fragment, and rejects any text
	// that is left. A URL has at most six parts besides scheme and fragment; a method that would add a seventh returns false. If
	// Syntax is nil, the scheme has the syntax of genericurl.
	Syntax func(*Cursor) bool
	// Means returns the steps that a client takes for a URL of the scheme, for [URL.Means]. It may be nil.
	Means func(URL) []Step

	rule Rule // the production named in an error after the last part
}

// isHTTP reports whether s has the syntax of httpurl.
func (s *Scheme) isHTTP() bool { return s == schemeHTTP || s == schemeHTTPS }

// The predefined schemes. Their productions are methods of Cursor, which readURL calls. Their reserved characters are those that
// sections 3.2 to 3.11 name. Those of user and password are in 3.1, and are the same for all schemes.
var (
	schemeFTP      = &Scheme{Name: "ftp", Port: 21, Reserved: "/;", Means: meansFTP, rule: RuleFtpurl}
	schemeHTTP     = &Scheme{Name: "http", Port: 80, Reserved: "/;?", Means: meansHTTP, rule: RuleHttpurl}
	schemeHTTPS    = &Scheme{Name: "https", Port: 443, Reserved: "/;?", Means: meansHTTP, rule: RuleHttpurl}
	schemeGopher   = &Scheme{Name: "gopher", Port: 70, Means: meansGopher, rule: RuleGopherurl}
	schemeMailto   = &Scheme{Name: "mailto", Means: meansMailto, rule: RuleEncoded822addr}
	schemeNews     = &Scheme{Name: "news", Port: 119, Reserved: "@", Means: meansNews, rule: RuleGrouppart}
	schemeNNTP     = &Scheme{Name: "nntp", Port: 119, Reserved: "/", Means: meansNNTP, rule: RuleNntpurl}
	schemeTelnet   = &Scheme{Name: "telnet", Port: 23, Reserved: reserved, Means: meansTelnet, rule: RuleTelneturl}
	schemeWAIS     = &Scheme{Name: "wais", Port: 210, Reserved: reserved, Means: meansWAIS, rule: RuleWaisurl}
	schemeFile     = &Scheme{Name: "file", Reserved: "/;", Means: meansFile, rule: RuleFileurl}
	schemeProspero = &Scheme{Name: "prospero", Port: 1525, Reserved: ";=", Means: meansProspero, rule: RuleProsperourl}
)

// predefined has the schemes of section 3 and https, the most frequent ones first.
var predefined = [...]*Scheme{
	schemeHTTP, schemeHTTPS, schemeFTP, schemeMailto, schemeNews, schemeGopher, schemeTelnet, schemeNNTP, schemeFile, schemeWAIS, schemeProspero,
}

// otherPorts has the default ports of schemes that the RFC names but does not define.
var otherPorts = map[string]string{
	"nfs": "2049", "tn3270": "23", "z39.50": "210", "z39.50r": "210", "z39.50s": "210", "snews": "563",
}

func defaultPort(s *Scheme, name string) string {
	switch {
	case s == nil:
		return otherPorts[name]
	case s.Port == 0:
		return ""
	}
	return fmt.Sprint(s.Port)
}

// A Grammar is section 5 together with registered schemes. The zero Grammar has no registered schemes. After the last call of
// [Grammar.Register], several goroutines may use a Grammar at once.
type Grammar struct {
	registered map[string]*Scheme
}

// Register adds a scheme to the Grammar. It returns an error, and adds nothing, in these cases: the name is not a scheme name
// (2.1), has no letter, or is longer than 64 bytes; section 5 or the Grammar already defines the name; s.Reserved has a character
// that is not reserved; s.Port is no port of TCP.
func (g *Grammar) Register(s Scheme) error {
	name := s.Name
	s.Name = lowerASCII(name)
	switch {
	case strings.Trim(s.Name, lowalpha+digit+"+-.") != "":
		return fmt.Errorf(`rfc1738: %q is not the name of a scheme: use letters, digits, "+", "-" and "."`, name)
	case len(name) > maxScheme:
		return fmt.Errorf("rfc1738: scheme %.20q... is longer than %d bytes", name, maxScheme)
	case strings.Trim(s.Name, digit+"+-.") == "":
		return fmt.Errorf("rfc1738: scheme %q has no letter", name)
	case strings.Trim(s.Reserved, reserved) != "":
		return fmt.Errorf("rfc1738: scheme %s reserves %q: choose from %q", name, s.Reserved, reserved)
	case s.Port < 0 || s.Port > maxPort:
		return fmt.Errorf("rfc1738: scheme %s has port %d: use 1 to %d, or 0 for none", name, s.Port, maxPort)
	case g.lookup(s.Name) != nil:
		return fmt.Errorf("rfc1738: scheme %s is defined already", name)
	}
	if s.Syntax == nil && s.Reserved == "" {
		s.Reserved = reserved
	}
	if g.registered == nil {
		g.registered = map[string]*Scheme{}
	}
	s.rule = RuleCustom
	g.registered[s.Name] = &s
	return nil
}

const maxPort = 1<<16 - 1

// maxScheme is the maximum length in bytes of a registered scheme's name. Package scan looks no further to the left.
const maxScheme = 64

// Registered returns the registered schemes, sorted by name. The names are in lower case.
func (g *Grammar) Registered() []Scheme {
	var list []Scheme
	for _, name := range slices.Sorted(maps.Keys(g.registered)) {
		list = append(list, *g.registered[name])
	}
	return list
}

// lookup returns the scheme with this name, in any case, or nil.
func (g *Grammar) lookup(name string) *Scheme {
	for _, s := range predefined {
		if len(s.Name) == len(name) && s.Name[0] == name[0]|0x20 && strings.EqualFold(s.Name, name) {
			return s
		}
	}
	return g.registered[strings.ToLower(name)]
}

// registeredURL reads the text after the name and ":" of a registered scheme. The Syntax gets a Cursor of its own, so c need not
// be allocated on the heap for other schemes.
func (c *Cursor) registeredURL() bool {
	own := *c
	ok := own.url.scheme.Syntax(&own)
	*c = own
	return ok
}
