package rfc1738

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Scheme describes a scheme that is registered with a [Grammar], besides those of section 5 (section 4).
type Scheme struct {
	// Name is the scheme's name, in any case.
	Name string
	// Opaque reports whether a finder looks for the scheme in bare text without "//" too, as it looks for mailto.
	Opaque bool
	// Port is the default port, or 0 if there is none.
	Port int
	// Reserved has the characters of ";/?:@=&" that are reserved: an escape of one of them does not mean the same as the
	// character itself (2.2). If it is empty, no character is reserved where there is a Syntax, and all are where there is none.
	Reserved string
	// Syntax reads what follows the scheme's ":", and reports whether it could. It calls the methods of the [Cursor], in the
	// order of the scheme's productions. It need not read to the end of the text: the parser then reads the fragment, and
	// rejects what is left. A URL has at most six parts besides scheme and fragment; a method that would add one more
	// returns false. If Syntax is nil, the scheme has the syntax of genericurl.
	Syntax func(*Cursor) bool
	// Means returns what a URL of the scheme means to its protocol, for [URL.Means]. It may be nil.
	Means func(URL) []Step

	rule Rule // the production named in an error after the last part
}

// isHTTP reports whether s has the syntax of httpurl.
func (s *Scheme) isHTTP() bool { return s == schemeHTTP || s == schemeHTTPS }

// The predefined schemes. Their productions are methods of the Cursor, called by readURL. Their reserved characters are
// those that sections 3.2 to 3.11 name. Those of user and password are in 3.1, and the same for all schemes.
var (
	schemeFTP      = &Scheme{Name: "ftp", Port: 21, Reserved: "/;", Means: meansFTP, rule: ruleFtpurl}
	schemeHTTP     = &Scheme{Name: "http", Port: 80, Reserved: "/;?", Means: meansHTTP, rule: ruleHttpurl}
	schemeHTTPS    = &Scheme{Name: "https", Port: 443, Reserved: "/;?", Means: meansHTTP, rule: ruleHttpurl}
	schemeGopher   = &Scheme{Name: "gopher", Port: 70, Means: meansGopher, rule: ruleGopherurl}
	schemeMailto   = &Scheme{Name: "mailto", Means: meansMailto, rule: ruleEncoded822addr}
	schemeNews     = &Scheme{Name: "news", Port: 119, Reserved: "@", Means: meansNews, rule: ruleGrouppart}
	schemeNNTP     = &Scheme{Name: "nntp", Port: 119, Reserved: "/", Means: meansNNTP, rule: ruleNntpurl}
	schemeTelnet   = &Scheme{Name: "telnet", Port: 23, Reserved: reserved, Means: meansTelnet, rule: ruleTelneturl}
	schemeWAIS     = &Scheme{Name: "wais", Port: 210, Reserved: reserved, Means: meansWAIS, rule: ruleWaisurl}
	schemeFile     = &Scheme{Name: "file", Reserved: "/;", Means: meansFile, rule: ruleFileurl}
	schemeProspero = &Scheme{Name: "prospero", Port: 1525, Reserved: ";=", Means: meansProspero, rule: ruleProsperourl}
)

// predefined has the schemes of section 3 and https, the most used first.
var predefined = [...]*Scheme{
	schemeHTTP, schemeHTTPS, schemeFTP, schemeMailto, schemeNews, schemeGopher, schemeTelnet, schemeNNTP, schemeFile, schemeWAIS, schemeProspero,
}

// otherPorts has default ports of schemes that the RFC names without defining them.
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

// A Grammar is section 5 together with the schemes that are registered with it. The zero Grammar has none of those. A Grammar may
// be used by several goroutines at once after the last call of [Grammar.Register].
type Grammar struct {
	registered map[string]*Scheme
}

// Register adds a scheme to the Grammar. It returns an error, and adds nothing, if the name is not that of a scheme (2.1), has no
// letter or more than 64 bytes, or is one that section 5 or the Grammar already defines; or if s.Reserved has other than
// reserved characters.
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
	case g.lookup(s.Name) != nil:
		return fmt.Errorf("rfc1738: scheme %s is defined already", name)
	}
	if s.Syntax == nil && s.Reserved == "" {
		s.Reserved = reserved
	}
	if g.registered == nil {
		g.registered = map[string]*Scheme{}
	}
	s.rule = ruleCustom
	if s.Syntax == nil {
		s.rule = ruleXchar
	}
	g.registered[s.Name] = &s
	return nil
}

// maxScheme is the length in bytes of the longest scheme that can be registered. Package scan looks no further to the left.
const maxScheme = 64

// Registered returns the schemes that were registered, in the order of their names, which are in lower case.
func (g *Grammar) Registered() []Scheme {
	var list []Scheme
	for _, name := range slices.Sorted(maps.Keys(g.registered)) {
		list = append(list, *g.registered[name])
	}
	return list
}

// lookup returns the scheme of this name, in any case, or nil. Those that most URLs have are compared first.
func (g *Grammar) lookup(name string) *Scheme {
	switch name {
	case "http":
		return schemeHTTP
	case "https":
		return schemeHTTPS
	case "ftp":
		return schemeFTP
	}
	for _, s := range predefined {
		if len(s.Name) == len(name) && strings.EqualFold(s.Name, name) {
			return s
		}
	}
	if len(g.registered) == 0 {
		return nil
	}
	return g.registered[strings.ToLower(name)]
}

// registeredURL reads what follows the name and ":" of a registered scheme. The Syntax gets a Cursor of its own, so that c need
// not be allocated for all other schemes.
func (c *Cursor) registeredURL() bool {
	own := *c
	ok := own.url.scheme.Syntax(&own)
	*c = own
	return ok
}
